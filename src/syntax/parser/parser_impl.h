// The recursive-descent parser. One pass: it builds the tree, closes scopes as it leaves them
// (scope_analysis.cc) and reports early errors where they are found.
//
// After an error. The first error is kept and the scanner is stopped, so that every token from then on is
// kEnd; all loops end on kEnd, and functions return dummy nodes, never null. Nobody tests for failure on the
// way out.
//
// Scopes. The open scopes form a stack. Atom::binding is the innermost Variable of that name on the stack; a
// name used in a scope that does not (yet) declare it gets an entry of kind kUnresolved there, which a later
// declaration in the same scope turns into the real one, or which is handed to the outer scope on closing. So
// a name costs one pointer comparison per use and one step per scope it leaves.
//
// Cover grammars. An object or array literal that stands where a pattern might is parsed as a literal; `=` or
// `=>` after it converts it. `{a = 1}` and a second __proto__ are errors only if no conversion follows:
// pending_cover_ remembers the first of them, until the ParseAssignment that owns the decision looks. `(`
// where an arrow function may begin opens a provisional scope that becomes the function's, or dissolves.
//
// TypeScript. Types are skipped by a TypeReader, which knows nothing of trees and scopes, and so may look
// ahead without a trace. The flag is tested where statements and members begin, and else at tokens that
// JavaScript would refuse there or that may be a type's (: < ! ?). The parameters of arrow functions are
// covered by expressions with types behind them (ParseParameterType). One case needs more: in
// `a ? (b) : c => d`, another Parser looks whether a colon follows the arrow function (IsArrowBeforeColon).
#ifndef HALFWORD_SYNTAX_PARSER_PARSER_IMPL_H_
#define HALFWORD_SYNTAX_PARSER_PARSER_IMPL_H_

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "syntax/parser/parser.h"
#include "syntax/parser/parser_transform.h"
#include "syntax/parser/parser_types.h"
#include "syntax/scanner/scanner.h"
#include "syntax/tree/token.h"

namespace halfword::syntax {

struct ParseResultData {
  explicit ParseResultData(uint32_t hash_seed) : atoms(hash_seed) {}

  Arena arena;
  AtomTable atoms;
  ParseError error;
  FunctionLiteral* root = nullptr;
  Scope* outer_scope = nullptr;
  ModuleRecord module;
  DeclarationNames declarations;
  bool has_tagged_templates = false;
};
struct ParseResultAccess {
  static ParseResultData& data(ParseResult& result) { return *result.data_; }
};

template <class T>
using ListBuilder = platform::ListBuilder<T, platform::WatchedAllocator<T>>;

inline constexpr uint32_t kNoPosition = 0xFFFFFFFF;

// Private names and pseudo-variables: `with` objects and eval's variables never come between.
inline bool IsSpecialName(const Atom* name) {
  return name->length > 1 && (name->at(0) == '#' || name->at(0) == '.');
}

template <typename T>
class Restore {  // puts a variable back at the end of the block
 public:
  explicit Restore(T& variable) : variable_(variable), value_(variable) {}
  Restore(T& variable, T value) : variable_(variable), value_(variable) { variable = value; }
  ~Restore() { variable_ = value_; }
  Restore(const Restore&) = delete;

 private:
  T& variable_;
  T value_;
};

class Parser {
 public:
  Parser(SourceText source, const ParseOptions& options, ParseResultData& result, bool is_module);
  ~Parser();
  Parser(const Parser&) = delete;

  void ParseProgram(FunctionSyntax syntax, EvalKind eval_kind);
  void ParseOneFunction(const FunctionDescriptor& descriptor);
  void ParseBodyOf(std::span<const std::string_view> parameters);
  void ParseDynamic(DynamicFunctionKind kind, uint32_t parameters_end, uint32_t body_start,
                    uint32_t body_end);

 private:
  enum class AwaitMode : uint8_t { kIdentifier, kKeyword, kForbidden };

  // What stands around a statement that break and continue can name.
  struct JumpTarget {
    JumpTarget* outer;
    BreakableStatement* statement;
    bool is_loop;
    bool is_label;
    uint32_t label_count;  // loops: how many labels stand right before
  };

  struct FunctionState {
    FunctionState* outer = nullptr;
    FunctionLiteral* literal = nullptr;
    JumpTarget* targets = nullptr;
    uint32_t loops = 0;  // that it is parsing, heads included
    AwaitMode await_mode = AwaitMode::kIdentifier;
    bool is_generator = false;
    bool is_async = false;
    bool allow_super_property = false;
    bool allow_super_call = false;
    bool allow_new_target = false;
    bool allow_return = false;
    bool forbid_arguments = false;  // in field initializers and static blocks
  };

  // Positions of things that forbid a part of the text to be arrow parameters or function parameters.
  struct ParameterHazards {
    uint32_t yield = kNoPosition;
    uint32_t await = kNoPosition;
    uint32_t await_identifier = kNoPosition;  // only async arrows mind
  };

  struct PendingCover {
    uint32_t initializer = kNoPosition;  // the = of {a = 1}
    uint32_t proto = kNoPosition;        // the second __proto__: v
    uint32_t first() const { return initializer < proto ? initializer : proto; }
    bool empty() const { return (initializer & proto) == kNoPosition; }
  };

  enum class Cover : uint8_t { kOwn, kPropagate };
  enum class StatementContext : uint8_t { kList, kSingle, kIfBody, kLabelBody };

  // ---- Tokens ----
  const TokenData& token() const { return scanner_.current(); }
  Token type() const { return scanner_.type(); }
  HW_INLINE void Next() {
    scanner_.Next();
    // Lists and chains of any length are parsed without recursion.
    if (HW_UNLIKELY(stack_limit_ == UINTPTR_MAX)) FailExhausted();
  }
  const TokenData& Peek() { return scanner_.Peek(); }
  TokenData PeekFurther() { return scanner_.PeekFurther(); }
  uint32_t start() const { return scanner_.current().start; }
  uint32_t previous_end() const { return scanner_.previous_end(); }
  HW_INLINE bool Is(Token t) const { return scanner_.type() == t; }
  HW_INLINE bool Take(Token t) {
    if (!Is(t)) return false;
    Next();
    return true;
  }
  HW_INLINE void Expect(Token t) {
    if (HW_LIKELY(Is(t))) {
      Next();
    } else {
      Unexpected();
    }
  }
  // A contextual word, written without escapes.
  bool IsWord(Token word) const { return Is(word); }
  void ExpectSemicolon();
  Atom* ParseIdentifierName();

  // ---- Errors ----
  bool failed() const { return result_.error.kind != ErrorKind::kNone; }
  HW_COLD void Fail(uint32_t start, uint32_t end, std::string message,
                    ErrorKind kind = ErrorKind::kSyntaxError);
  void FailAt(const Node* node, std::string message) { Fail(node->start, node->end, std::move(message)); }
  void FailAtToken(std::string message) { Fail(token().start, token().end, std::move(message)); }
  HW_COLD void Unexpected();
  HW_COLD void Unexpected(const TokenData& token);
  HW_COLD void FailRedeclaration(Atom* name, uint32_t position);
  Expression* Dummy() { return New<NullLiteral>(start(), start()); }
  Statement* DummyStatement() { return New<EmptyStatement>(start(), start()); }
  // True (after failing) if the C stack or memory is used up. Every recursive function asks. (The arenas
  // raise stack_limit_ to the sky when they have reached the memory limit.)
  HW_INLINE bool Exhausted() {
    if (HW_LIKELY(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_limit_)) return false;
    FailExhausted();
    return true;
  }
  HW_COLD void FailExhausted();

  template <typename T>
  T* New(uint32_t start, uint32_t end) {
    return arena_.New<T>(start, end);
  }

  // ---- Expressions (parser_expressions.cc, parser_patterns.cc) ----
  Expression* ParseExpression();    // with commas
  Expression* ParseExpressionIn();  // the same, `in` allowed
  Expression* ParseAssignment(Cover cover = Cover::kOwn, bool stop_at_question = false);
  Expression* ParseAssignmentIn(Cover cover = Cover::kOwn) {
    Restore<bool> in(accept_in_, true);
    return ParseAssignment(cover);
  }
  Expression* ParseAssignmentRest(Expression* left, uint32_t start);
  // An item of a list, behind its dots, which begin at `from`.
  SpreadElement* ParseSpread(uint32_t from, Cover cover = Cover::kOwn);
  Expression* ParseConditionalRest(Expression* test, uint32_t start);
  Expression* ParseBinary(int min_precedence);
  Expression* ParseBinaryRest(Expression* left, uint32_t start, int min_precedence);
  Expression* ParseLogicalRun(Expression* left, uint32_t start, Token op);
  // At an operator of the precedence of <: whether it is `in` where that is none, or one of TypeScript.
  bool IsNoRelation() const {
    return (Is(Token::kIn) && !accept_in_) || Is(Token::kAs) || Is(Token::kSatisfies);
  }
  Expression* ParseUnary();
  Expression* ParseUnaryOperator();
  Expression* ParsePrefixUpdate();
  Expression* ParseAwait();
  Expression* ParseYield();
  Expression* ParseLeftHandSide();
  Expression* ParseChain(Expression* base, uint32_t start, bool allow_calls);
  Expression* ParseNamedMember(Expression* base, uint32_t start, bool optional);
  Expression* ParseCall(Expression* callee, uint32_t start, bool optional);
  Expression* ParsePrimary();
  Expression* ParseIdentifierExpression();
  Expression* ParseNew();
  Expression* ParseSuper();
  Expression* ParseImportExpression();
  Expression* ParseImportCall(uint32_t start, ImportPhase phase);
  Expression* ParseRegExp();
  Expression* ParseStringLiteral();
  Expression* ParseNumberLiteral();
  Expression* ParseBigIntLiteral();
  TemplateLiteral* ParseTemplate(bool tagged);
  Expression* ParseArrayLiteral();
  Expression* ParseObjectLiteral();
  Property ParseObjectMember(bool* has_proto);
  void ParseObjectValue(Property& property, bool* has_proto);  // behind the colon
  void ParseShorthand(Property& property, const TokenData& name);
  // What stands before the name of a class element or of an object's member.
  struct MemberPrefix {
    TokenData word;                                   // the first token
    Expression* key = nullptr;                        // that word, if it is the name and no prefix
    FunctionSyntax syntax = FunctionSyntax::kMethod;  // or kGetter, kSetter
    bool is_async = false;
    bool is_generator = false;
    bool is_accessor() const { return syntax != FunctionSyntax::kMethod; }
    bool is_of_method() const { return is_async || is_generator || is_accessor(); }
  };
  enum class MemberOf : uint8_t { kObject, kClass };
  MemberPrefix ParseMemberPrefix(MemberOf of);
  bool EndsMemberName(MemberOf of) const;
  Expression* KeyOf(const TokenData& word);
  Expression* ParsePropertyKey(bool* computed);
  std::span<Expression*> ParseArguments();
  struct ParenthesizedList {
    uint32_t spread_at = kNoPosition, trailing_comma_at = kNoPosition;
    bool must_be_arrow = false;  // a parameter has a type
  };
  ParenthesizedList ParseParenthesizedList(ListBuilder<Expression*>& items);
  Expression* ParseParenthesized() { return ParseParenthesized(start()); }
  Expression* ParseParenthesized(uint32_t from);  // type parameters may begin at `from`: an arrow function
  bool MayBeginParameters();
  Expression* ParseAsyncCallOrArrow();
  void CheckPendingCover();
  void CheckLegacy(const TokenData& t);
  bool CheckIdentifier(const TokenData& t);
  Identifier* MakeIdentifier(const TokenData& t);
  Identifier* ParseIdentifierReference();
  // The name of an anonymous function, class or arrow assigned to something called `name`.
  static void NameAnonymous(Expression* value, Atom* name);
  static bool IsAnonymousDefinition(Expression* value);
  static void NameAtRunTime(Expression* value);
  Atom* KeyName(Expression* key);  // the static property key as an atom
  Expression* CheckSimpleTarget(Expression* target, const char* message);
  static bool IsBareArrow(const Expression* e) {
    return e->kind() == NodeKind::kFunctionLiteral && !e->parenthesized &&
           e->As<FunctionLiteral>()->is_arrow();
  }

  // ---- Patterns (parser_patterns.cc) ----
  // kMember: what a namespace exports is a property of its object.
  enum class BindingKind : uint8_t { kVar, kLet, kConst, kParameter, kCatch, kMember };
  Expression* ToAssignmentTarget(Expression* e);  // of a pattern element, or of the whole
  Expression* ToAssignmentPattern(Expression* e);
  PatternElement ToPatternElement(Expression* e);
  // For arrow functions: declares every name of a converted pattern as a parameter.
  void DeclarePatternParameters(Expression* target);
  Parameter ToParameter(Expression* e);
  Expression* ParseBindingTarget(BindingKind kind);
  Expression* ParseBindingPattern(BindingKind kind);
  Expression* ParseArrayBindingPattern(uint32_t from, BindingKind kind);  // behind its bracket
  PatternProperty ParseBindingProperty(BindingKind kind);
  PatternElement ParseBindingElement(BindingKind kind);
  void ParseInitializer(PatternElement* element);
  Identifier* ParseBindingIdentifier(BindingKind kind);
  void CheckBindingName(const TokenData& t);
  void NoteWrite(Variable* v);
  void DeclareBinding(Identifier* identifier, BindingKind kind);
  bool HasExpressions(Expression* pattern);

  // ---- Functions and classes (parser_functions.cc, parser_classes.cc) ----
  FunctionLiteral* NewFunction(FunctionSyntax syntax, uint32_t start, bool is_async, bool is_generator);
  FunctionLiteral* ParseFunctionExpression();
  // At `function`, or `async` before it. `name_required` is false for export default.
  FunctionDeclaration* ParseFunctionDeclaration(bool name_required = true);
  FunctionLiteral* ParseMethod(FunctionSyntax syntax, uint32_t start, bool is_async, bool is_generator);
  void ParseFunctionRest(FunctionLiteral* literal);  // from the ( of the parameters
  void ParseFormalParameters(FunctionLiteral* literal);
  void ParseFunctionBody(FunctionLiteral* literal);
  void FinishFunction(FunctionLiteral* literal, Arena::Mark mark);
  void ParseDirectives(FunctionLiteral* literal, ListBuilder<Statement*>& statements);
  void BecomeStrict(FunctionLiteral* literal, const TokenData& directive);
  void CheckParameters(FunctionLiteral* literal);
  void AllowAsOutside(FunctionState& state);
  void EnterFunctionState(FunctionState& state, FunctionLiteral* literal);
  Scope* OpenFunctionScope(FunctionLiteral* literal);  // of its parameters and of its body
  Expression* ParseArrowFunction(uint32_t start, std::span<Expression*> items, Scope* scope, bool is_async);
  void CheckArrowHazards(bool is_async);
  void MergeHazards(const ParameterHazards& outer);
  void AddParameter(FunctionLiteral* literal, Parameter parameter, size_t declared_from);
  Expression* ParseSingleParameterArrow(uint32_t start, const TokenData& name, bool is_async);
  bool WantsLazy(const FunctionLiteral* literal) const;
  // Behind the decorators, if there are any. `from`: where the class's source text begins, if not here.
  ClassLiteral* ParseClass(bool is_declaration, bool name_required, std::span<Expression*> decorators = {},
                           uint32_t from = kNoPosition);
  std::span<Expression*> ParseDecorators();
  Expression* ParseDecorator();
  void PrepareDecorations(ClassLiteral* literal);
  void ParseClassHeritage(ClassLiteral* literal);
  void ParseClassBody(ClassLiteral* literal);
  bool ParseClassElement(ClassLiteral* literal, ClassElement& element, bool& is_auto_accessor);
  bool TakeAccessor(MemberPrefix& prefix);
  void ParseConstructor(ClassLiteral* literal, const MemberPrefix& prefix, const TokenData& name,
                        uint32_t from);
  void ParseClassMethod(ClassLiteral* literal, ClassElement& element, const MemberPrefix& prefix, Atom* name,
                        uint32_t from);
  void ParseField(ClassLiteral* literal, ClassElement& element);
  void ParseStaticBlock(ClassLiteral* literal, ClassElement& element);
  void AddAutoAccessor(ClassLiteral* literal, ClassElement field, ListBuilder<ClassElement>& elements);
  PrivateName* DeclareStorage(const ClassElement& field);
  FunctionLiteral* MakeStorageAccessor(FunctionSyntax syntax, const ClassElement& field);
  FunctionLiteral* MembersFunction(ClassLiteral* literal, bool is_static);
  void FinishMembersFunction(FunctionLiteral* members);
  void EnterMemberState(FunctionState& state, FunctionLiteral* members);
  PrivateName* DeclarePrivateName(const TokenData& name, const ClassElement& element);
  PrivateName* ParsePrivateNameUse();

  // ---- Statements (parser_statements.cc) ----
  void ParseStatementList(ListBuilder<Statement*>& statements, Token terminator);
  Statement* ParseStatementListItem();
  Statement* ParseStatement(StatementContext context);
  BlockStatement* ParseBlock(bool is_catch_body = false);
  void FinishBlock(BlockStatement* block, Scope* scope);
  Statement* ParseVariableStatement(DeclarationKind kind);
  VariableDeclaration* ParseVariableDeclarations(DeclarationKind kind, bool in_for, size_t declared_from);
  Statement* ParseIf();
  Statement* ParseDoWhile();
  Statement* ParseWhile();
  Statement* ParseFor();
  Node* ParseForExpression(bool is_await, bool* is_each);
  Statement* ParseForEachRest(uint32_t start, bool is_await, Node* each, Scope* scope, size_t declared_from);
  Statement* ParseLoopBody(BreakableStatement* loop);
  Statement* ParseIfBody();
  void CheckForEachDeclaration(VariableDeclaration* declaration, bool is_of);
  Statement* ParseContinue();
  Statement* ParseBreak();
  Statement* ParseReturn();
  Statement* ParseWith();
  Statement* ParseSwitch();
  Statement* ParseThrow();
  Statement* ParseTry();
  Statement* ParseLabelled(StatementContext context);
  Statement* ParseExpressionStatement();
  Statement* ParseClassDeclaration(std::span<Expression*> decorators = {}, uint32_t from = kNoPosition);
  bool StartsLexicalLet();
  bool StartsUsing();
  bool StartsAwaitUsing();
  void NoteUsing(DeclarationKind kind);

  // ---- Modules (parser_modules.cc) ----
  Statement* ParseImportDeclaration();
  Statement* ParseExportDeclaration(std::span<Expression*> decorators = {});
  // `export` begins at `from`, and the token before it ends at `before`.
  void ParseExportStar();
  Statement* ParseExportDefault(uint32_t from, uint32_t before, std::span<Expression*> decorators);
  void ParseExportClause();
  ImportPhase ParseImportPhase();
  uint32_t ParseFromClause(ImportPhase phase = ImportPhase::kEvaluation);
  uint32_t AddRequest(const TokenData& specifier, ImportPhase phase = ImportPhase::kEvaluation);
  Atom* ParseModuleExportName(TokenData* name);
  void AddExport(ModuleExport entry, uint32_t end);
  void ExportBindings(Expression* target);
  void AddImport(uint32_t request, Atom* imported, const TokenData& local);
  void FinishModule();

  // ---- TypeScript (parser_typescript.cc). Those that skip do so if types are on ----
  HW_COLD void FailType();  // at what stopped types_
  HW_COLD void RefuseNotErasable(uint32_t start, uint32_t end);
  // What is read is erased.
  template <class F>
  void Require(F read) {
    uint32_t from = start();
    if (!read()) {
      FailType();
    } else {
      Erase(from);
    }
  }
  // Notes that the text from there to the token before is erased.
  using As = ErasedRange::As;
  HW_INLINE void Erase(uint32_t from, As as = As::kBlanks) {
    if (HW_UNLIKELY(options_.erased != nullptr)) options_.erased->push_back({from, previous_end(), as});
  }
  size_t ErasedCount() const { return options_.erased == nullptr ? 0 : options_.erased->size(); }
  // A statement or class element, instead of all ranges since there were `count`. `before`: where the token
  // before it ends.
  void EraseWhole(uint32_t from, uint32_t before, size_t count);
  // The first range since there were `count` ends what is before it, whatever follows.
  void EndBeforeErased(uint32_t before, size_t count);
  // A semicolon has been inserted at the end of a line.
  void EndErasedLine();
  bool HasLineEnd(uint32_t from, uint32_t to) const;
  bool NeedsSemicolonBefore(uint32_t before) const {
    return before != 0 && source_[before - 1] != ';' && source_[before - 1] != '{';
  }
  // As those of types_. After an error the scanner stays where it was stopped.
  template <class F>
  bool Try(F read) {
    size_t erased = ErasedCount();
    bool found = types_.Try(read);
    if (!found && ErasedCount() != erased) options_.erased->resize(erased);
    if (HW_UNLIKELY(failed())) scanner_.Stop();
    return found;
  }
  template <class F>
  bool LookAhead(F read) {
    size_t erased = ErasedCount();
    bool found = types_.LookAhead(read);
    if (ErasedCount() != erased) options_.erased->resize(erased);
    if (HW_UNLIKELY(failed())) scanner_.Stop();
    return found;
  }
  HW_INLINE void SkipTypeParameters() {
    if (HW_UNLIKELY(Is(Token::kLess)) && typescript_) Require([&] { return types_.SkipTypeParameters(); });
  }
  HW_INLINE void SkipReturnType() {
    if (HW_UNLIKELY(Is(Token::kColon)) && typescript_) Require([&] { return types_.SkipReturnType(); });
  }
  HW_INLINE void SkipTypeAnnotation() {
    if (HW_UNLIKELY(Is(Token::kColon)) && typescript_) Require([&] { return types_.SkipTypeAnnotation(); });
  }
  void SkipParameterAnnotation();
  PatternElement ParseTypedParameter(FunctionLiteral* literal);
  void SkipVariableAnnotation();
  // True: it was there and has been taken, or refused.
  bool TakeErasedDeclaration();
  bool TakeErasedStatement();
  bool TakeErasedExport(uint32_t from, uint32_t before);  // behind `export`, which begins at `from`
  bool SkipErasedExport(uint32_t from);
  Statement* ParseExportOutsideModule();
  bool TakeErasedImport();
  bool TakeFunctionSignature();
  bool TakeTypeSpecifier(bool* has_more);
  bool AtAbstractClass();
  void SkipAbstract();  // if it stands before a class
  void RefuseConstEnum();
  // Of class elements.
  // Of a class element: where it began, to erase it whole.
  struct ErasedElement {
    uint32_t start;
    uint32_t before;
    size_t count;
  };
  bool SkipMemberModifiers();  // true: the element is not there at run time
  bool TakeErasedMember(bool is_erased, const ErasedElement& element);
  bool TakeSignature(const ErasedElement& element);
  // Of expressions.
  bool TakeTypeAssertion();
  bool TakeTypeSuffix();
  bool IsOptionalMark();
  bool StartsGenericAsync();
  bool IsAsyncAsserted();
  Expression* ParseGenericArrow();
  Expression* ParseAngleAssertion();
  static bool EndsOptionalParameter(Token next) {
    return next == Token::kColon || next == Token::kComma || next == Token::kRightParen ||
           next == Token::kAssign;
  }
  // Behind the last item, which begins at `from`: sets *must_be_arrow if that is a parameter.
  void ParseParameterType(ListBuilder<Expression*>& items, uint32_t from, bool* must_be_arrow);
  void EraseArrowTypeParameters(uint32_t from);
  bool TakeArrowReturnType(uint32_t from, bool must_be_arrow);
  bool IsArrowBeforeColon(uint32_t from);

  // ---- TypeScript that becomes code (parser_transform.cc). Only if transform_ is there ----
  HW_INLINE Identifier* NewIdentifier(uint32_t start, uint32_t end) {
    if (HW_UNLIKELY(transform_ != nullptr) && IsInContainer()) return NewMemberUse(start, end);
    return New<Identifier>(start, end);
  }
  Identifier* NewMemberUse(uint32_t start, uint32_t end);
  // At the first word of a statement: an enum or a namespace, or null.
  enum class Exported : uint8_t { kNo, kFromModule, kFromNamespace };
  Statement* ParseValueDeclaration(Exported exported);
  Statement* ParseContainer(bool is_namespace, Exported exported);  // at the name
  Variable* DeclareContainer(const TokenData& name, bool* is_first);
  FunctionLiteral* ParseContainerBody(const TokenData& name, Variable* variable, bool is_namespace,
                                      Exported exported);
  void ParseEnumMembers(ListBuilder<Statement*>& statements);
  void ParseEnumMember(ListBuilder<Statement*>& statements, EnumValue* last, Atom** last_name);
  Atom* ParseEnumMemberName();
  void ParseNamespaceStatements(ListBuilder<Statement*>& statements);
  void ParseNamespaceExport(ListBuilder<Statement*>& statements);
  Statement* ParseExportedVariables();
  void DeclareMember(Identifier* identifier);
  Statement* ExportAsMember(Atom* name, Variable* variable, uint32_t position);
  // Behind `export` in a module: what becomes code, or null.
  Statement* ParseTransformedExport();
  bool IsInContainer() const { return transform_->body != nullptr; }
  void ForgetContainers(uint32_t from);  // and identifiers, from there on: the tree is thrown away
  bool AtImportAlias();
  Statement* ParseImportAlias(Exported exported);
  Statement* ParseImportRequire(const TokenData& name);
  Expression* PathExpression(std::span<const TokenData> path);
  Statement* ParseExportAssignment();  // at the = of `export =`
  void NoteAmbientMembers();
  void NoteConstant(const Declarator& declarator);
  void DeclareParameterProperty();  // at the first modifier
  // The body with `this.x = x` for each parameter property x.
  std::span<Statement*> WithParameterProperties(FunctionLiteral* literal, ListBuilder<Statement*>& body);
  void AddPropertyFields(ClassLiteral* literal, ListBuilder<ClassElement>& elements, size_t from);
  // At the end of the file, or of the body of a namespace or enum.
  void OpenTransform();
  void OpenFile(Scope* scope);
  void FinishFile(Scope* scope, ListBuilder<Statement*>& statements);
  void FinishContainers(Scope* scope);
  void TakeMembers(bool is_namespace);
  void RewriteMembers(size_t from);

  // ---- Scopes (scope_analysis.cc) ----
  Scope* OpenScope(ScopeKind kind);
  void CloseScope(Scope* scope);
  void CloseFunctionScope(FunctionLiteral* literal);  // body scope, if separate, and scope
  void CloseBodyScope(FunctionLiteral* literal);
  Variable* ParameterBehind(const Variable* variable, FunctionLiteral* literal);
  void BindOwnName(FunctionLiteral* literal);
  void HandOutFreeNames(FunctionLiteral* literal);
  // The variables from collected_[from] on become those of the scope.
  void KeepCollected(Scope* scope, size_t from);
  bool IsBoundBeforeVariableScope(const Atom* name) const;
  void CloseRootScope(FunctionLiteral* literal, Scope* scope, EvalKind eval_kind);
  void CloseMemberScope(Scope* scope);  // kField, kStaticBlock
  void DissolveScope(Scope* scope);     // an arrow candidate that is none
  void DiscardFunction(FunctionLiteral* literal, Arena::Mark mark);
  Variable* NewVariable(Atom* name, Scope* scope, VariableKind kind, uint32_t position);
  void Append(Scope* scope, Variable* variable);
  HW_INLINE Variable* Use(Atom* name, uint32_t position) {
    Variable* v = name->binding;
    if (v != nullptr && v->scope == scope_) return v;
    return UseSlow(name, position);
  }
  Variable* UseSlow(Atom* name, uint32_t position);
  Variable* UseIn(Scope* scope, Atom* name, uint32_t position);
  Variable* UsePseudo(Atom* name) { return Use(name, start()); }
  Variable* DeclareLexical(Atom* name, VariableKind kind, uint32_t position);
  Variable* DeclareVar(Atom* name, VariableKind kind, uint32_t position);
  Variable* DeclareParameter(Atom* name, uint32_t position);
  Variable* DeclareSynthetic(Scope* scope, Atom* name, VariableKind kind);
  Variable* Find(Scope* scope, Atom* name) const {
    Variable* v = name->binding;
    return v != nullptr && v->scope == scope ? v : nullptr;
  }
  void HandOutward(Variable* variable, Scope* outer, bool crosses_function);
  void MakeLookup(Variable* variable, Scope* outer, bool crosses_function);
  void FilterAnnexB(Scope* scope);
  void HoistAnnexB(Scope* var_scope, Scope* parameter_scope);
  void AssignLocations(Scope* scope);
  void PropagateFlags(Scope* scope, bool crosses_function);
  void DeclarePseudoVariables(FunctionLiteral* literal, Scope* scope);
  void ResolveOutside(Variable* variable);
  void OpenOuterScopes();
  void NoteDirectEval();
  void NoteSloppyEval(Scope* scope);
  void MarkInitialized(size_t from, uint32_t position);  // declared_[from…]

  // A name that leaves a discarded function.
  struct FreeName {
    Atom* name;
    uint32_t position;
    bool assigned;
    bool looked_up;
  };

  SourceText source_;
  const ParseOptions& options_;
  ParseResultData& result_;
  Arena& arena_;
  AtomTable& atoms_;
  Scanner scanner_;
  TypeReader types_;
  uintptr_t stack_limit_;
  ArenaWatch watch_;
  Scope* scope_ = nullptr;
  bool is_in_pattern_ = false;    // a binding pattern
  Scope* outer_scope_ = nullptr;  // innermost of those from ScopeInfo
  FunctionState* function_ = nullptr;
  bool is_module_;
  const bool typescript_;
  bool strict_ = false;
  bool accept_in_ = true;
  bool discarding_ = false;                    // inside a function whose tree will not be kept
  bool checked_before_ = false;                // reparse: the text is known to be free of errors
  uint32_t wanted_parse_start_ = kNoPosition;  // reparse: the function whose tree is wanted
  uint32_t arrow_allowed_at_ = kNoPosition;
  Variable* declared_class_ = nullptr;  // by the last ParseClass of a declaration
  uint32_t label_run_ = 0;              // labels right before the statement to come
  uint32_t loop_labels_ = 0;            // labels right before the loop being read
  uint32_t eager_at_ = kNoPosition;     // a function here is probably called at once
  PendingCover pending_cover_;
  ParameterHazards hazards_;

  // TypeScript: where the innermost first branch of a conditional begins, or the part that is at its end.
  uint32_t branch_at_ = kNoPosition;
  // What IsArrowBeforeColon has found, by position: for this parser, and for those that it asks.
  std::unordered_map<uint32_t, bool> own_verdicts_;
  std::unordered_map<uint32_t, bool>* verdicts_ = &own_verdicts_;
  std::unique_ptr<Transform> transform_;  // null: such syntax is refused

  platform::WatchedVector<Expression*> expressions_{watch_};
  platform::WatchedVector<Statement*> statements_{watch_};
  platform::WatchedVector<Property> properties_{watch_};
  platform::WatchedVector<ClassElement> elements_{watch_};
  platform::WatchedVector<SwitchCase> cases_{watch_};
  platform::WatchedVector<Declarator> declarators_{watch_};
  platform::WatchedVector<NaryExpression::Operation> operations_{watch_};
  platform::WatchedVector<Parameter> parameters_{watch_};
  size_t parameters_start_ = 0;  // of the function whose parameters are being read
  struct ParameterProperty {
    Atom* name;
    uint32_t start;
    uint32_t end;
  };
  // Of the constructors that are being read, until their classes take them.
  std::vector<ParameterProperty> parameter_properties_;
  size_t properties_start_ = 0;  // of the function that is being read
  platform::WatchedVector<PatternElement> pattern_elements_{watch_};
  platform::WatchedVector<PatternProperty> pattern_properties_{watch_};
  platform::WatchedVector<TemplateLiteral::Part> parts_{watch_};
  platform::WatchedVector<FunctionDeclaration*> hoisted_{watch_};  // function declarations of the open scopes
  platform::WatchedVector<FunctionDeclaration*> annex_b_{watch_};  // candidates for Annex B.3.3
  platform::WatchedVector<Variable*> declared_{watch_};            // names of the declaration being parsed
  platform::WatchedVector<Variable*> collected_{watch_};
  platform::WatchedVector<FreeName> free_names_{watch_};
  platform::WatchedVector<ModuleRequest> requests_{watch_};
  platform::WatchedVector<ModuleImport> imports_{watch_};
  platform::WatchedVector<ModuleExport> exports_{watch_};
  std::unordered_set<Atom*> exported_names_;
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_PARSER_PARSER_IMPL_H_
