// Tokens. One table; its order carries meaning: see the ranges below it.
#ifndef HALFWORD_SYNTAX_TREE_TOKEN_H_
#define HALFWORD_SYNTAX_TREE_TOKEN_H_

#include <array>
#include <cstdint>
#include <initializer_list>

#include "syntax/tree/ast.h"
#include "syntax/tree/atom.h"

namespace halfword::syntax {

// X(name, text). Assignment operators are in the order of AssignOperator, binary ones of BinaryOperator.
// clang-format off
#define HALFWORD_SYNTAX_PUNCTUATORS(X) \
  X(LeftBrace, "{") X(RightBrace, "}") X(LeftParen, "(") X(RightParen, ")") X(LeftBracket, "[") \
  X(RightBracket, "]") X(Dot, ".") X(Ellipsis, "...") X(Semicolon, ";") X(Comma, ",") X(Question, "?") \
  X(QuestionDot, "?.") X(Colon, ":") X(Arrow, "=>") X(Assign, "=") X(AssignAdd, "+=") \
  X(AssignSubtract, "-=") X(AssignMultiply, "*=") X(AssignDivide, "/=") X(AssignRemainder, "%=") \
  X(AssignExponentiate, "**=") X(AssignShiftLeft, "<<=") X(AssignShiftRight, ">>=") \
  X(AssignShiftRightLogical, ">>>=") X(AssignBitAnd, "&=") X(AssignBitOr, "|=") X(AssignBitXor, "^=") \
  X(AssignLogicalAnd, "&&=") X(AssignLogicalOr, "||=") X(AssignNullish, "?\?=") X(Add, "+") \
  X(Subtract, "-") X(Multiply, "*") X(Divide, "/") X(Remainder, "%") X(Exponentiate, "**") \
  X(ShiftLeft, "<<") X(ShiftRight, ">>") X(ShiftRightLogical, ">>>") X(BitAnd, "&") X(BitOr, "|") \
  X(BitXor, "^") X(Equal, "==") X(NotEqual, "!=") X(StrictEqual, "===") X(StrictNotEqual, "!==") \
  X(Less, "<") X(LessEqual, "<=") X(Greater, ">") X(GreaterEqual, ">=")
// clang-format on
// clang-format off
#define HALFWORD_SYNTAX_RESERVED_WORDS(X) \
  X(Instanceof, "instanceof") X(In, "in") X(Typeof, "typeof") X(Void, "void") X(Delete, "delete") \
  X(Break, "break") X(Case, "case") X(Catch, "catch") X(Class, "class") X(Const, "const") \
  X(Continue, "continue") X(Debugger, "debugger") X(Default, "default") X(Do, "do") X(Else, "else") \
  X(Enum, "enum") X(Export, "export") X(Extends, "extends") X(False, "false") X(Finally, "finally") \
  X(For, "for") X(Function, "function") X(If, "if") X(Import, "import") X(New, "new") X(Null, "null") \
  X(Return, "return") X(Super, "super") X(Switch, "switch") X(This, "this") X(Throw, "throw") \
  X(True, "true") X(Try, "try") X(Var, "var") X(While, "while") X(With, "with")
// clang-format on
// Words that are identifiers in some or all places.
// clang-format off
#define HALFWORD_SYNTAX_CONTEXTUAL_WORDS(X) \
  X(Accessor, "accessor") X(As, "as") X(Async, "async") X(Defer, "defer") X(From, "from") X(Get, "get") \
  X(Meta, "meta") X(Of, "of") X(Satisfies, "satisfies") X(Set, "set") X(Source, "source") X(Target, "target") X(Using, "using") X(Implements, "implements") \
  X(Interface, "interface") \
  X(Let, "let") X(Package, "package") X(Private, "private") X(Protected, "protected") X(Public, "public") \
  X(Static, "static") X(Yield, "yield") X(Await, "await")
// clang-format on

enum class Token : uint8_t {
#define HALFWORD_SYNTAX_TOKEN(name, text) k##name,
  HALFWORD_SYNTAX_PUNCTUATORS(HALFWORD_SYNTAX_TOKEN)
  // Binary operators continue: instanceof, in.
  // A reserved word spelt with an escape: good for a property name only.
  HALFWORD_SYNTAX_RESERVED_WORDS(HALFWORD_SYNTAX_TOKEN) kEscapedWord,
  kIdentifier,
  HALFWORD_SYNTAX_CONTEXTUAL_WORDS(HALFWORD_SYNTAX_TOKEN)
#undef HALFWORD_SYNTAX_TOKEN
      kLogicalAnd,
  kLogicalOr,
  kNullish,
  kNot,
  kBitNot,
  kIncrement,
  kDecrement,
  kPrivateName,
  kAt,  // before a decorator
  kNumber,
  kBigInt,
  kString,
  kTemplate,
  kIllegal,
  kEnd,
};
inline constexpr int kTokenCount = static_cast<int>(Token::kEnd) + 1;

constexpr bool InRange(Token t, Token first, Token last) {
  return static_cast<uint8_t>(static_cast<uint8_t>(t) - static_cast<uint8_t>(first)) <=
         static_cast<uint8_t>(last) - static_cast<uint8_t>(first);
}
constexpr bool IsAssignment(Token t) { return InRange(t, Token::kAssign, Token::kAssignNullish); }
// An identifier somewhere; contextual words included.
constexpr bool IsIdentifierLike(Token t) { return InRange(t, Token::kIdentifier, Token::kAwait); }
// Reserved in strict code only.
constexpr bool IsStrictReserved(Token t) { return InRange(t, Token::kImplements, Token::kYield); }
constexpr bool IsReservedWord(Token t) { return InRange(t, Token::kInstanceof, Token::kWith); }
// IdentifierName: anything that may follow a dot.
constexpr bool IsIdentifierName(Token t) { return InRange(t, Token::kInstanceof, Token::kAwait); }
constexpr AssignOperator ToAssignOperator(Token t) {
  return static_cast<AssignOperator>(static_cast<uint8_t>(t) - static_cast<uint8_t>(Token::kAssign));
}
constexpr BinaryOperator ToBinaryOperator(Token t) {
  return static_cast<BinaryOperator>(static_cast<uint8_t>(t) - static_cast<uint8_t>(Token::kAdd));
}
static_assert(ToAssignOperator(Token::kAssignNullish) == AssignOperator::kNullish);
static_assert(ToBinaryOperator(Token::kIn) == BinaryOperator::kIn);

const char* TokenText(Token t);

// Binding strength of a binary or logical operator; 0: none. ** is the strongest and leans right.
// TypeScript's `as` and `satisfies` have one too, though they are operators in its sources only.
inline constexpr int kNullishPrecedence = 1;
inline constexpr int kOrPrecedence = 2;
inline constexpr int kAndPrecedence = 3;
inline constexpr int kBitOrPrecedence = 4;
inline constexpr int kRelationalPrecedence = 8;
inline constexpr int kExponentPrecedence = 12;

inline constexpr std::array<uint8_t, kTokenCount> kPrecedence = [] {
  std::array<uint8_t, kTokenCount> table = {};
  auto set = [&](int precedence, std::initializer_list<Token> tokens) {
    for (Token t : tokens) table[static_cast<uint8_t>(t)] = static_cast<uint8_t>(precedence);
  };
  set(kNullishPrecedence, {Token::kNullish});
  set(kOrPrecedence, {Token::kLogicalOr});
  set(kAndPrecedence, {Token::kLogicalAnd});
  set(kBitOrPrecedence, {Token::kBitOr});
  set(5, {Token::kBitXor});
  set(6, {Token::kBitAnd});
  set(7, {Token::kEqual, Token::kNotEqual, Token::kStrictEqual, Token::kStrictNotEqual});
  set(kRelationalPrecedence, {Token::kLess, Token::kLessEqual, Token::kGreater, Token::kGreaterEqual,
                              Token::kInstanceof, Token::kIn, Token::kAs, Token::kSatisfies});
  set(9, {Token::kShiftLeft, Token::kShiftRight, Token::kShiftRightLogical});
  set(10, {Token::kAdd, Token::kSubtract});
  set(11, {Token::kMultiply, Token::kDivide, Token::kRemainder});
  set(kExponentPrecedence, {Token::kExponentiate});
  return table;
}();
constexpr int PrecedenceOf(Token t) { return kPrecedence[static_cast<uint8_t>(t)]; }

// Whether an expression may begin with it, or go on with it: isStartOfExpression of TypeScript.
constexpr bool StartsExpression(Token t) {
  switch (t) {
    case Token::kLeftParen:
    case Token::kLeftBracket:
    case Token::kLeftBrace:
    case Token::kThis:
    case Token::kSuper:
    case Token::kNull:
    case Token::kTrue:
    case Token::kFalse:
    case Token::kNumber:
    case Token::kBigInt:
    case Token::kString:
    case Token::kTemplate:
    case Token::kFunction:
    case Token::kClass:
    case Token::kNew:
    case Token::kDivide:
    case Token::kAssignDivide:
    case Token::kImport:
    case Token::kAdd:
    case Token::kSubtract:
    case Token::kBitNot:
    case Token::kNot:
    case Token::kDelete:
    case Token::kTypeof:
    case Token::kVoid:
    case Token::kIncrement:
    case Token::kDecrement:
    case Token::kPrivateName:
    case Token::kAt: return true;
    default: return IsIdentifierLike(t) || PrecedenceOf(t) != 0;
  }
}

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_TREE_TOKEN_H_
