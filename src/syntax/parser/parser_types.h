// TypeScript's types, and the declarations that hold nothing else: what the parser reads and drops.
//
// A TypeReader recognises them on the parser's scanner. It makes no tree, declares no name and reports no
// error, so whatever it has read can be read again. All its functions have one contract:
//
//   true    The production was there, and the token behind it is the current one.
//   false   The current token cannot stand there, or is_exhausted() says that the nesting is too deep.
//
// The grammar is that of TypeScript's own parser, with its names. It does without two of the rewinds, so
// that nesting costs linear time: a look at the first parameter tells what `(` begins, and
// `infer U extends X` before a `?` has read the extends clause of the conditional type around it.
#ifndef HALFWORD_SYNTAX_PARSER_PARSER_TYPES_H_
#define HALFWORD_SYNTAX_PARSER_PARSER_TYPES_H_

#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "syntax/scanner/scanner.h"
#include "syntax/tree/token.h"

namespace halfword::syntax {

class TypeReader {
 public:
  // No frame goes below `stack_limit`, which its owner may raise to the sky: then everything is false.
  TypeReader(Scanner& scanner, const uintptr_t& stack_limit) : scanner_(scanner), stack_limit_(stack_limit) {}

  // Whether the last false was for want of stack. Forgets it.
  bool TakeExhausted() {
    bool was_exhausted = exhausted_;
    exhausted_ = false;
    return was_exhausted;
  }

  // A contextual word that is no keyword of JavaScript, written without escapes.
  bool IsWord(std::string_view word) const { return IsWord(scanner_.current(), word); }
  static bool IsWord(const TokenData& token, std::string_view word) {
    return token.type == Token::kIdentifier && !token.has_escape && token.atom->Is(word);
  }
  // Whether the token that follows is a name, on the same line.
  bool NameFollows() {
    const TokenData& next = scanner_.Peek();
    return IsIdentifierLike(next.type) && !next.newline_before;
  }

  // Calls read(), and takes the scanner back if that is false.
  template <class F>
  bool Try(F read) {
    Scanner::State before = scanner_.state();
    if (read()) return true;
    exhausted_ = false;
    scanner_.set_state(before);
    return false;
  }
  // The same, and takes it back always.
  template <class F>
  bool LookAhead(F read) {
    bool found = false;
    Try([&] {
      found = read();
      return false;
    });
    return found;
  }

  // ---- Types ----
  bool SkipType() { return SkipType(ConditionalTypes::kAllowed); }
  bool SkipTypeAnnotation();   // : Type
  bool SkipReturnType();       // : Type, or a predicate: `x is T`, `asserts x`
  bool SkipTypeParameters();   // at the <
  bool SkipTypeArguments();    // at the <, also where the scanner has read <<
  bool SkipTypesOfHeritage();  // A<B>, C.D
  bool SkipSignature();        // <T>(parameters): return type; without initializers
  // At the < behind an expression. False too if what follows says that it is an operator, by the function
  // canFollowTypeArgumentsInExpression of TypeScript, or if the nesting is too deep.
  bool SkipTypeArgumentsInExpression();

  // ---- Members ----
  // A word before a member's name that only TypeScript has there, and that is not the name itself.
  bool IsMemberModifier();
  bool IsIndexSignature();  // [ name :
  // One member of a class that is not there at run time, and its end.
  bool SkipClassMember() { return SkipMember(MemberOf::kClass) && SkipMemberEnd(); }
  // public, private, protected, readonly or override before a parameter.
  bool IsParameterModifier();

  // ---- Declarations (parser_ambient.cc) ----
  bool SkipInterface();           // at `interface`
  bool SkipTypeAlias();           // at `type`
  bool SkipAmbientDeclaration();  // behind `declare`
  bool SkipImport();              // at `import`
  bool SkipTypeExport();          // behind `export`: type { … }, type * or as namespace
  bool SkipFunctionSignature();   // at `function`: without a body
  // At the name of a namespace. False if it holds anything but types.
  bool SkipNamespaceOfTypes();
  // Has SkipNamespaceOfTypes take `import a = b.c` for a type.
  void set_erases_aliases() { erases_aliases_ = true; }

 private:
  // Whether `extends` may follow. In the extends clause of a conditional type it may not.
  enum class ConditionalTypes : uint8_t { kAllowed, kForbidden };
  enum class MemberOf : uint8_t { kType, kClass, kAmbientClass };

  Token type() const { return scanner_.type(); }
  bool Is(Token t) const { return scanner_.type() == t; }
  bool NewlineBefore() const { return scanner_.current().newline_before; }
  void Next() {
    scanner_.Next();
    // Lists of any length are read without recursion.
    if (HW_UNLIKELY(stack_limit_ == UINTPTR_MAX)) scanner_.Stop();
  }
  bool Take(Token t) {
    if (!Is(t)) return false;
    Next();
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (!IsWord(word)) return false;
    Next();
    return true;
  }
  bool TakeIdentifier() {
    if (!IsIdentifierLike(type())) return false;
    Next();
    return true;
  }
  // The first character of an operator that begins with this one: of >>, or of <<.
  bool TakeFirstOf(Token t);
  bool AtTypeArguments() const { return Is(Token::kLess) || Is(Token::kShiftLeft); }
  bool IsExhausted() {
    exhausted_ |= reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) <= stack_limit_;
    return exhausted_;
  }

  // True also where there are none.
  bool SkipOptionalTypeParameters() { return !Is(Token::kLess) || SkipTypeParameters(); }
  bool SkipOptionalTypeAnnotation() { return !Is(Token::kColon) || SkipTypeAnnotation(); }
  bool SkipType(ConditionalTypes conditional);
  bool SkipTypeOrPredicate();
  bool StartsFunctionType();
  bool StartsParameters();
  bool SkipFunctionType();
  bool SkipUnionType(ConditionalTypes conditional);
  bool SkipIntersectionType(ConditionalTypes conditional);
  bool SkipTypeOperator(ConditionalTypes conditional);
  bool SkipInferType(ConditionalTypes conditional);
  bool SkipPostfixType();
  bool SkipNonArrayType();
  bool SkipThisType();
  bool SkipTypeReference();
  bool SkipTypeQuery();
  bool SkipImportType();
  bool SkipRestOfEntityName();
  bool SkipTypeArgumentsOnThisLine();
  bool SkipTypeArgumentList();
  bool CanFollowTypeArgumentsInExpression() const;
  bool SkipTupleType();
  bool SkipTemplateLiteralType();
  bool StartsMappedType();
  bool SkipMappedType();
  bool SkipTypeLiteral();

  bool SkipParameters();
  bool SkipParameterName();
  bool SkipBindingPattern();
  bool SkipMember(MemberOf of);
  bool SkipMemberEnd();
  bool SkipPropertyName();
  static bool CanFollowModifier(const TokenData& token);

  bool SkipAmbientVariables();
  bool SkipAmbientClass();
  bool SkipAmbientEnum();
  bool SkipAmbientModule();
  bool SkipAmbientBody();
  bool SkipAmbientStatement();
  bool SkipAmbientExport();
  bool SkipConstantExpression();
  bool SkipBodyOfTypes();
  bool SkipStatementOfTypes();
  bool SkipSemicolon();
  // Any tokens up to the closer, brackets in pairs; behind SkipBrackets it has been taken.
  bool SkipTokensUntil(Token closer, Token other);
  bool SkipBrackets();

  Scanner& scanner_;
  const uintptr_t& stack_limit_;
  bool exhausted_ = false;
  bool infer_took_extends_ = false;  // at the ? of a conditional type
  bool in_expression_ = false;       // inside of what may be type arguments behind an expression
  // Each < inside of such that can only be an operator, where the one outside is an operator too. So nothing
  // is read again for each < around it.
  std::unordered_set<uint32_t> operators_;
  bool erases_aliases_ = false;
  std::unordered_set<uint32_t> namespaces_of_values_;  // where their names begin
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_PARSER_PARSER_TYPES_H_
