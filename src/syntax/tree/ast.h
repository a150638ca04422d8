// The tree. Nodes live in the arena of their ParseResult, are told apart by kind() and cast with As<T>();
// there are no virtual functions. [start, end) are source offsets.
//
// Depth. The parser bounds the nesting of everything that recursion must follow (ParseOptions: stack_limit),
// with two exceptions, which it parses in a loop and a consumer must walk in a loop:
//   - chains of member accesses, calls and tagged templates lean left without bound: a.b.c.d(…).e…;
//     ChainBase() gives the next inner link: collect the links outside in and then work inside out;
//   - else-if chains (IfStatement::alternate) and conditional chains (ConditionalExpression::alternate) lean
//     right without bound.
// Runs of binary operators of equal precedence are one flat NaryExpression, runs of one logical operator one
// LogicalExpression; both may have very many operands.
#ifndef HALFWORD_SYNTAX_TREE_AST_H_
#define HALFWORD_SYNTAX_TREE_AST_H_

#include <cstdint>
#include <span>

#include "base/macros.h"
#include "syntax/tree/atom.h"
#include "syntax/tree/scope.h"

namespace halfword::syntax {

// clang-format off
#define HALFWORD_SYNTAX_EXPRESSIONS(X) \
  X(NullLiteral) X(BooleanLiteral) X(NumberLiteral) X(BigIntLiteral) X(StringLiteral) X(RegExpLiteral) \
  X(TemplateLiteral) X(TaggedTemplate) X(Identifier) X(PrivateName) X(ThisExpression) X(NewTarget) \
  X(ImportMeta) X(ImportCall) X(ArrayLiteral) X(ObjectLiteral) X(FunctionLiteral) X(ClassLiteral) \
  X(UnaryExpression) X(UpdateExpression) X(BinaryExpression) X(NaryExpression) X(LogicalExpression) \
  X(PrivateIn) X(ConditionalExpression) X(AssignExpression) X(SequenceExpression) X(MemberExpression) \
  X(ElementExpression) X(PrivateMember) X(SuperMember) X(SuperElement) X(CallExpression) X(SuperCall) \
  X(NewExpression) X(OptionalChain) X(SpreadElement) X(YieldExpression) X(AwaitExpression) X(ArrayPattern) \
  X(ObjectPattern)
// clang-format on
// clang-format off
#define HALFWORD_SYNTAX_STATEMENTS(X) \
  X(BlockStatement) X(EmptyStatement) X(ExpressionStatement) X(VariableDeclaration) X(FunctionDeclaration) \
  X(ClassDeclaration) X(IfStatement) X(DoWhileStatement) X(WhileStatement) X(ForStatement) \
  X(ForInStatement) X(ForOfStatement) X(ContinueStatement) X(BreakStatement) X(ReturnStatement) \
  X(WithStatement) X(SwitchStatement) X(ThrowStatement) X(TryStatement) X(DebuggerStatement) \
  X(LabelledStatement) X(ImportDeclaration) X(ExportDeclaration)
// clang-format on

enum class NodeKind : uint8_t {
#define HALFWORD_SYNTAX_KIND(name) k##name,
  HALFWORD_SYNTAX_EXPRESSIONS(HALFWORD_SYNTAX_KIND) HALFWORD_SYNTAX_STATEMENTS(HALFWORD_SYNTAX_KIND)
#undef HALFWORD_SYNTAX_KIND
};
const char* NodeKindName(NodeKind kind);

struct Node {
  NodeKind kind() const { return kind_; }
  template <typename T>
  bool Is() const {
    return kind_ == T::kKind;
  }
  template <typename T>
  T* As() {
    DCHECK(Is<T>());
    return static_cast<T*>(this);
  }
  template <typename T>
  const T* As() const {
    DCHECK(Is<T>());
    return static_cast<const T*>(this);
  }
  template <typename T>
  T* TryAs() {
    return Is<T>() ? static_cast<T*>(this) : nullptr;
  }

  uint32_t start, end;

 protected:
  Node(NodeKind kind, uint32_t start, uint32_t end) : start(start), end(end), kind_(kind) {}
  NodeKind kind_;

 public:
  bool parenthesized = false;  // expressions: written in parentheses (which end a chain, forbid naming, …)
};

// The variable a pseudo-variable's use leads to; null if there is none (top level).
inline Variable* ResolvePseudo(Variable* binding) {
  Variable* v = binding->Resolve();
  return v->is_pseudo() && v->location != VariableLocation::kGlobal ? v : nullptr;
}

struct Expression : Node {
  using Node::Node;
};
struct Statement : Node {
  using Node::Node;
};

struct FunctionLiteral;
struct ClassLiteral;
struct BlockStatement;

#define HALFWORD_SYNTAX_NODE(Name, Base)               \
  static constexpr NodeKind kKind = NodeKind::k##Name; \
  Name(uint32_t start, uint32_t end) : Base(kKind, start, end) {}

// ---- Expressions ----

struct NullLiteral : Expression {
  HALFWORD_SYNTAX_NODE(NullLiteral, Expression)
};
struct BooleanLiteral : Expression {
  HALFWORD_SYNTAX_NODE(BooleanLiteral, Expression) bool value = false;
};
struct NumberLiteral : Expression {
  HALFWORD_SYNTAX_NODE(NumberLiteral, Expression) double value = 0;
};
// `digits`: without separators and the final n; with its 0x, 0o or 0b.
struct BigIntLiteral : Expression {
  HALFWORD_SYNTAX_NODE(BigIntLiteral, Expression) Atom* digits = nullptr;
};
struct StringLiteral : Expression {
  HALFWORD_SYNTAX_NODE(StringLiteral, Expression) Atom* value = nullptr;
};
struct RegExpLiteral : Expression {
  HALFWORD_SYNTAX_NODE(RegExpLiteral, Expression)
  Atom* pattern = nullptr;
  Atom* flags = nullptr;
};

struct TemplateLiteral : Expression {
  HALFWORD_SYNTAX_NODE(TemplateLiteral, Expression)
  struct Part {
    Atom* cooked;  // null: undefined, for an invalid escape in a tagged template
    Atom* raw;
  };
  std::span<Part> parts;  // one more than expressions
  std::span<Expression*> expressions;
};
struct TaggedTemplate : Expression {  // a chain link; each evaluation site has one template object
  HALFWORD_SYNTAX_NODE(TaggedTemplate, Expression)
  Expression* tag = nullptr;
  TemplateLiteral* quasi = nullptr;
};

// A use of a name, as expression or as target of an assignment, declaration or pattern.
struct Identifier : Expression {
  HALFWORD_SYNTAX_NODE(Identifier, Expression)
  Atom* name = nullptr;
  Variable* binding = nullptr;  // parser; read variable()
  // Where the name is bound; never null.
  Variable* variable() const { return binding->Resolve(); }
};
// #name on the left of `in`, or the name of a class element.
struct PrivateName : Expression {
  HALFWORD_SYNTAX_NODE(PrivateName, Expression)
  Atom* name = nullptr;  // with its #
  Variable* binding = nullptr;
  Variable* variable() const { return binding->Resolve(); }
};
struct ThisExpression : Expression {
  HALFWORD_SYNTAX_NODE(ThisExpression, Expression)
  Variable* binding = nullptr;
  // Null at the top level: of a script or indirect eval the global this, of a module undefined.
  Variable* variable() const { return ResolvePseudo(binding); }
};
struct NewTarget : Expression {
  HALFWORD_SYNTAX_NODE(NewTarget, Expression)
  Variable* binding = nullptr;
  Variable* variable() const { return ResolvePseudo(binding); }
};
struct ImportMeta : Expression {
  HALFWORD_SYNTAX_NODE(ImportMeta, Expression)
};
// import and import(): a module's namespace, one that evaluates it when it is used, or its source.
enum class ImportPhase : uint8_t { kEvaluation, kDefer, kSource };
struct ImportCall : Expression {
  HALFWORD_SYNTAX_NODE(ImportCall, Expression)
  Expression* specifier = nullptr;
  Expression* options = nullptr;  // may be null
  ImportPhase phase = ImportPhase::kEvaluation;
};

struct SpreadElement : Expression {
  HALFWORD_SYNTAX_NODE(SpreadElement, Expression)
  Expression* argument = nullptr;
};
struct ArrayLiteral : Expression {
  HALFWORD_SYNTAX_NODE(ArrayLiteral, Expression)
  std::span<Expression*> elements;      // null: a hole; may be SpreadElement
  bool has_comma_after_spread = false;  // parser
  bool has_spread = false;
};

enum class PropertyKind : uint8_t {
  kValue,  // key: value, shorthand, method
  kGetter,
  kSetter,
  kSpread,     // ...value
  kPrototype,  // __proto__: value; sets [[Prototype]] if an object or null
};
struct Property {
  PropertyKind kind = PropertyKind::kValue;
  bool is_computed = false;  // [key]; key is evaluated and made a property key
  bool is_method = false;    // its FunctionLiteral has a home object if it uses super
  // The value is an anonymous function or class and the key is computed: set its name at run time.
  bool needs_name_at_run_time = false;
  uint32_t start = 0;
  uint32_t end = 0;
  // If not computed: StringLiteral (an atom, maybe an array index), NumberLiteral or BigIntLiteral.
  Expression* key = nullptr;
  Expression* value = nullptr;
};
struct ObjectLiteral : Expression {
  HALFWORD_SYNTAX_NODE(ObjectLiteral, Expression)
  std::span<Property> properties;
  bool has_spread = false;
  bool has_comma_after_spread = false;  // parser
};

enum class UnaryOperator : uint8_t { kPlus, kMinus, kNot, kBitNot, kTypeof, kVoid, kDelete };
struct UnaryExpression : Expression {
  HALFWORD_SYNTAX_NODE(UnaryExpression, Expression)
  UnaryOperator op = UnaryOperator::kPlus;
  Expression* operand = nullptr;
};
struct UpdateExpression : Expression {  // ++ --
  HALFWORD_SYNTAX_NODE(UpdateExpression, Expression)
  bool is_increment = false;
  bool is_prefix = false;
  // Identifier or member; a CallExpression (sloppy only) throws a ReferenceError at run time.
  Expression* target = nullptr;
};

enum class BinaryOperator : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kExponentiate,
  kShiftLeft,
  kShiftRight,
  kShiftRightLogical,
  kBitAnd,
  kBitOr,
  kBitXor,
  kEqual,
  kNotEqual,
  kStrictEqual,
  kStrictNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kInstanceof,
  kIn,
};
struct BinaryExpression : Expression {
  HALFWORD_SYNTAX_NODE(BinaryExpression, Expression)
  BinaryOperator op = BinaryOperator::kAdd;
  uint32_t op_position = 0;
  Expression* left = nullptr;
  Expression* right = nullptr;
};
// first op operand op operand …, left-associative, all operators of one precedence; at least two operations.
struct NaryExpression : Expression {
  HALFWORD_SYNTAX_NODE(NaryExpression, Expression)
  struct Operation {
    BinaryOperator op;
    uint32_t op_position;
    Expression* operand;
  };
  Expression* first = nullptr;
  std::span<Operation> operations;
};
enum class LogicalOperator : uint8_t { kAnd, kOr, kNullish };
struct LogicalExpression : Expression {
  HALFWORD_SYNTAX_NODE(LogicalExpression, Expression)
  LogicalOperator op = LogicalOperator::kAnd;
  std::span<Expression*> operands;  // at least two
};
struct PrivateIn : Expression {  // #name in object
  HALFWORD_SYNTAX_NODE(PrivateIn, Expression)
  PrivateName* name = nullptr;
  Expression* object = nullptr;
};
struct ConditionalExpression : Expression {
  HALFWORD_SYNTAX_NODE(ConditionalExpression, Expression)
  Expression* test = nullptr;
  Expression* consequent = nullptr;
  Expression* alternate = nullptr;
};

enum class AssignOperator : uint8_t {
  kAssign,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kExponentiate,
  kShiftLeft,
  kShiftRight,
  kShiftRightLogical,
  kBitAnd,
  kBitOr,
  kBitXor,
  kLogicalAnd,
  kLogicalOr,
  kNullish,
};
// The binary operator of a compound assignment (not of =, &&=, ||=, ??=).
constexpr BinaryOperator BinaryOperatorOf(AssignOperator op) {
  return static_cast<BinaryOperator>(static_cast<uint8_t>(op) - static_cast<uint8_t>(AssignOperator::kAdd));
}
struct AssignExpression : Expression {
  HALFWORD_SYNTAX_NODE(AssignExpression, Expression)
  AssignOperator op = AssignOperator::kAssign;
  uint32_t op_position = 0;
  // Identifier, Member/Element/PrivateMember/SuperMember/SuperElement, for = also ArrayPattern and
  // ObjectPattern; in sloppy code a CallExpression, which throws a ReferenceError when it has been evaluated.
  Expression* target = nullptr;
  Expression* value = nullptr;
};
struct SequenceExpression : Expression {
  HALFWORD_SYNTAX_NODE(SequenceExpression, Expression)
  std::span<Expression*> expressions;
};

// Chain links. `optional`: ?. stands before this link; if the base is nullish, the value of the nearest
// enclosing OptionalChain node is undefined.
struct MemberExpression : Expression {  // object.name
  HALFWORD_SYNTAX_NODE(MemberExpression, Expression)
  bool optional = false;
  uint32_t name_position = 0;
  Expression* object = nullptr;
  Atom* name = nullptr;
};
struct ElementExpression : Expression {  // object[index]
  HALFWORD_SYNTAX_NODE(ElementExpression, Expression)
  bool optional = false;
  Expression* object = nullptr;
  Expression* index = nullptr;
};
struct PrivateMember : Expression {  // object.#name
  HALFWORD_SYNTAX_NODE(PrivateMember, Expression)
  bool optional = false;
  Expression* object = nullptr;
  PrivateName* name = nullptr;
};
struct SuperMember : Expression {  // super.name
  HALFWORD_SYNTAX_NODE(SuperMember, Expression)
  Variable* home_binding = nullptr;
  Variable* this_binding = nullptr;
  Atom* name = nullptr;
  Variable* home_object() const { return ResolvePseudo(home_binding); }
  Variable* this_variable() const { return ResolvePseudo(this_binding); }
};
struct SuperElement : Expression {  // super[index]
  HALFWORD_SYNTAX_NODE(SuperElement, Expression)
  Variable* home_binding = nullptr;
  Variable* this_binding = nullptr;
  Expression* index = nullptr;
  Variable* home_object() const { return ResolvePseudo(home_binding); }
  Variable* this_variable() const { return ResolvePseudo(this_binding); }
};
struct CallExpression : Expression {
  HALFWORD_SYNTAX_NODE(CallExpression, Expression)
  bool optional = false;
  bool is_direct_eval = false;  // callee is the name eval: PerformEval with `scope` if that is %eval%
  Expression* callee = nullptr;
  std::span<Expression*> arguments;  // may be SpreadElement
  Scope* scope = nullptr;            // direct eval: the scope of the call
};
struct SuperCall : Expression {
  HALFWORD_SYNTAX_NODE(SuperCall, Expression)
  Variable* active_function_binding = nullptr;
  Variable* new_target_binding = nullptr;
  Variable* this_binding = nullptr;
  std::span<Expression*> arguments;
  Variable* active_function() const { return ResolvePseudo(active_function_binding); }
  Variable* new_target() const { return ResolvePseudo(new_target_binding); }
  // Is bound to the result (already bound: ReferenceError); then the fields are initialised.
  Variable* this_variable() const { return ResolvePseudo(this_binding); }
};
struct NewExpression : Expression {
  HALFWORD_SYNTAX_NODE(NewExpression, Expression)
  Expression* callee = nullptr;
  std::span<Expression*> arguments;
};
// The extent of short-circuiting of the ?. links on the left spine of `expression`.
struct OptionalChain : Expression {
  HALFWORD_SYNTAX_NODE(OptionalChain, Expression)
  Expression* expression = nullptr;
};
struct YieldExpression : Expression {
  HALFWORD_SYNTAX_NODE(YieldExpression, Expression)
  bool is_delegate = false;
  Expression* argument = nullptr;  // may be null
};
struct AwaitExpression : Expression {
  HALFWORD_SYNTAX_NODE(AwaitExpression, Expression)
  Expression* argument = nullptr;
};

// Patterns, of declarations, parameters and assignments alike. A target is an Identifier, a nested pattern
// or, in assignments only, a member expression (or a sloppy CallExpression, which throws).
struct PatternElement {
  Expression* target = nullptr;       // null: an elision
  Expression* initializer = nullptr;  // may be null
};
struct ArrayPattern : Expression {
  HALFWORD_SYNTAX_NODE(ArrayPattern, Expression)
  std::span<PatternElement> elements;
  Expression* rest = nullptr;  // may be null
};
struct PatternProperty {
  Expression* key = nullptr;  // as Property::key
  bool is_computed = false;
  PatternElement element;
};
struct ObjectPattern : Expression {
  HALFWORD_SYNTAX_NODE(ObjectPattern, Expression)
  std::span<PatternProperty> properties;
  Expression* rest = nullptr;  // may be null
};

// The base of a chain link (a.b → a, f(x) → f, tag`x` → tag), or null for anything else. OptionalChain,
// SuperMember and parenthesised OptionalChains end the walk.
inline Expression* ChainBase(const Expression* e) {
  switch (e->kind()) {
    case NodeKind::kMemberExpression: return e->As<MemberExpression>()->object;
    case NodeKind::kElementExpression: return e->As<ElementExpression>()->object;
    case NodeKind::kPrivateMember: return e->As<PrivateMember>()->object;
    case NodeKind::kCallExpression: return e->As<CallExpression>()->callee;
    case NodeKind::kTaggedTemplate: return e->As<TaggedTemplate>()->tag;
    default: return nullptr;
  }
}

// ---- Functions and classes ----

enum class FunctionSyntax : uint8_t {
  kDeclaration,
  kExpression,
  kArrow,
  kMethod,
  kGetter,
  kSetter,
  kConstructor,         // of a class
  kDerivedConstructor,  // of a class with extends
  kInstanceMembers,     // synthetic: initialises the fields of a new instance (this), see ClassLiteral
  kStaticMembers,       // synthetic: static fields and static blocks, this = the class
  kScript,
  kModule,  // is_async if it has a top-level await
  kEval,
};

struct Parameter {
  Expression* target = nullptr;       // Identifier or pattern
  Expression* initializer = nullptr;  // may be null
  bool is_rest = false;
};

// All that is needed to parse a function again later: plain data, may live in an image.
struct FunctionDescriptor {
  uint32_t source_start = 0;  // [start, end) for Function.prototype.toString; an end of 0: it has no text
  uint32_t source_end = 0;
  uint32_t parse_start = 0;  // the ( of the parameters; an arrow function's first token
  uint32_t name_start = 0;   // where a name of its own stands; 0: it has none
  FunctionSyntax syntax = FunctionSyntax::kDeclaration;
  bool is_async = false;
  bool is_generator = false;
  bool is_strict = false;  // the code around it is
};

// A function, and also the root of a script, module or eval. Facts are valid for lazy functions too.
struct FunctionLiteral : Expression {
  HALFWORD_SYNTAX_NODE(FunctionLiteral, Expression)
  FunctionSyntax syntax = FunctionSyntax::kDeclaration;
  bool is_async : 1 = false;
  bool is_generator : 1 = false;
  bool is_strict : 1 = false;
  bool is_lazy : 1 = false;       // no tree: parameters, body, variables of `scope` are absent; see parser.h
  bool has_own_name : 1 = false;  // `name` is written in the function, not inferred
  bool has_simple_parameters : 1 = true;  // only identifiers, no initializers, no rest
  bool has_parameter_expressions : 1 = false;
  bool has_rest : 1 = false;
  bool has_duplicate_parameters : 1 = false;
  bool is_expression_body : 1 = false;  // arrow: `expression` instead of `body`
  bool uses_this : 1 = false;  // itself, by an arrow function inside it or (assumed) by a direct eval
  bool uses_arguments : 1 = false;
  bool names_own_arguments : 1 = false;  // f.arguments inside f, as old programs have it
  bool uses_new_target : 1 = false;
  bool uses_super_property : 1 = false;  // needs a home object
  bool uses_super_call : 1 = false;
  bool has_direct_eval : 1 = false;  // itself or an arrow function inside it
  // The arguments object is mapped: sloppy, simple parameters, `arguments` used. All parameters are then in
  // the environment, so that the object can share their slots (the last of duplicate parameters counts).
  bool has_mapped_arguments : 1 = false;
  bool has_await : 1 = false;  // contains await (modules: then evaluation is asynchronous)
  bool has_yield : 1 = false;
  bool is_immediately_invoked : 1 = false;
  bool wants_name_at_run_time : 1 = false;  // anonymous, named by a computed key
  bool is_static_member : 1 = false;
  bool class_has_fields : 1 = false;  // constructors: instance members to initialise

  Atom* name = nullptr;  // own or inferred name, without get/set; null: none. A private name has its #.
  uint32_t length = 0;   // the `length` property
  FunctionDescriptor descriptor;
  uint32_t duplicate_position = 0;    // parser: of the first repeated parameter
  uint32_t parameters_end = 0;        // the ) of the parameters
  uint32_t body_start = 0;            // the { of the body
  Scope* scope = nullptr;             // kFunction (or kScript, kModule, kEval)
  Scope* body_scope = nullptr;        // kFunctionBody if has_parameter_expressions, else == scope
  Variable* self_variable = nullptr;  // kFunctionName, if used: initialise it with the callee
  std::span<Parameter> parameters;
  std::span<Statement*> body;        // kInstanceMembers, kStaticMembers: empty, see ClassLiteral::elements
  Expression* expression = nullptr;  // is_expression_body
  // Instantiate on entry, in order, binding declaration->variable(); of two of one name the later counts.
  std::span<struct FunctionDeclaration*> functions;
  // With a separate body scope: vars with the name of a parameter start with the parameter's value.
  struct BodyVariableCopy {
    Variable* body_variable;
    Variable* parameter;
  };
  std::span<BodyVariableCopy> copied_parameters;
  ClassLiteral* owner_class = nullptr;  // constructors and synthetic member functions
  void* compiler_data = nullptr;

  bool is_arrow() const { return syntax == FunctionSyntax::kArrow; }
  bool is_method_like() const {
    return syntax >= FunctionSyntax::kMethod && syntax <= FunctionSyntax::kDerivedConstructor;
  }
  bool is_class_constructor() const {
    return syntax == FunctionSyntax::kConstructor || syntax == FunctionSyntax::kDerivedConstructor;
  }
  bool is_root() const { return syntax >= FunctionSyntax::kScript; }
};

enum class ClassElementKind : uint8_t { kMethod, kGetter, kSetter, kField, kStaticBlock };
struct ClassElement {
  ClassElementKind kind = ClassElementKind::kMethod;
  bool is_static = false;
  bool is_computed = false;
  bool is_private = false;
  bool needs_name_at_run_time = false;  // a field's anonymous function or class under a computed key
  uint32_t start = 0;
  uint32_t end = 0;
  Expression* key = nullptr;  // as Property::key, or PrivateName; null for static blocks
  // Methods and accessors: a FunctionLiteral. Fields: the initializer, part of the members function, or null.
  Expression* value = nullptr;
  BlockStatement* block = nullptr;   // static block: part of the static members function
  Scope* scope = nullptr;            // field: kField, around `value`; static block: kStaticBlock
  Variable* key_variable = nullptr;  // computed field: set it to the property key when the class is defined
  // Private instance method or accessor: set it to the function; instance_members adds it to instances.
  Variable* method_variable = nullptr;
  // Where each is called as it would be as the callee of a call. Those of an auto-accessor are its field's.
  std::span<Expression*> decorators;
  // Decorated field: set them to the lists of functions that are called with `this`, or to undefined. The
  // first change the initial value, the others are called when the field has been defined.
  Variable* initializers_variable = nullptr;
  Variable* extra_initializers_variable = nullptr;
  // `accessor key = value` is three elements: this field, whose private name no source can spell, then a
  // getter and a setter for it under `key`. A computed key is evaluated for the field; they too take it from
  // its key_variable.
  PrivateName* storage = nullptr;
  uint32_t decoration = 0;  // which one of the class's decorated elements it is

  bool is_method() const {
    return kind == ClassElementKind::kMethod || kind == ClassElementKind::kGetter ||
           kind == ClassElementKind::kSetter;
  }
};
// Order of evaluation: extends; then computed keys, methods and accessors in element order; then the class
// binding; then static_members. `this`, super and so on inside fields belong to the synthetic functions.
// Where there are decorators (is_decorated), every computed key has a key_variable. Those of the class are
// evaluated first of all, in the scope around, and those of an element before its key. Methods and accessors
// are defined when all of this has been evaluated (compiler/decorators.cc).
struct ClassLiteral : Expression {
  HALFWORD_SYNTAX_NODE(ClassLiteral, Expression)
  bool has_own_name = false;
  bool wants_name_at_run_time = false;
  Atom* name = nullptr;                         // own or inferred; null: none
  Expression* heritage = nullptr;               // extends; may be null
  FunctionLiteral* constructor = nullptr;       // null: the default one
  FunctionLiteral* instance_members = nullptr;  // null: nothing to initialise (private methods count)
  FunctionLiteral* static_members = nullptr;    // null: no static fields or blocks
  std::span<ClassElement> elements;             // in source order; the constructor is not among them
  Scope* scope = nullptr;                       // kClass
  Variable* name_variable = nullptr;  // kClassName in `scope`; null if the class has no name of its own
  bool is_decorated = false;          // the class or one of its elements
  std::span<Expression*> decorators;  // as of an element
  // Set it to the list of what decorators of instance methods, getters and setters ask to call with each new
  // instance, or to undefined. Null: none of these is decorated.
  Variable* extra_initializers_variable = nullptr;
};

// ---- Statements ----

struct BlockStatement : Statement {
  HALFWORD_SYNTAX_NODE(BlockStatement, Statement)
  Scope* scope = nullptr;  // null if it declares nothing
  std::span<Statement*> statements;
};
struct EmptyStatement : Statement {
  HALFWORD_SYNTAX_NODE(EmptyStatement, Statement)
};
struct ExpressionStatement : Statement {
  HALFWORD_SYNTAX_NODE(ExpressionStatement, Statement)
  Expression* expression = nullptr;
};

enum class DeclarationKind : uint8_t { kVar, kLet, kConst, kUsing, kAwaitUsing };
struct Declarator {
  Expression* target = nullptr;       // Identifier or pattern
  Expression* initializer = nullptr;  // null: `let x;` sets undefined, `var x;` does nothing
};
struct VariableDeclaration : Statement {
  HALFWORD_SYNTAX_NODE(VariableDeclaration, Statement)
  DeclarationKind declaration_kind = DeclarationKind::kVar;
  std::span<Declarator> declarators;
};
struct FunctionDeclaration : Statement {
  HALFWORD_SYNTAX_NODE(FunctionDeclaration, Statement)
  FunctionLiteral* function = nullptr;
  Variable* binding = nullptr;
  Variable* variable() const { return binding->Resolve(); }
  // Annex B.3.3: when the declaration is reached, the block's binding is copied here, if not null.
  Variable* annex_b_variable = nullptr;
};
struct ClassDeclaration : Statement {
  HALFWORD_SYNTAX_NODE(ClassDeclaration, Statement)
  ClassLiteral* class_literal = nullptr;
  Variable* binding = nullptr;  // outer binding
  Variable* variable() const { return binding->Resolve(); }
};
struct IfStatement : Statement {
  HALFWORD_SYNTAX_NODE(IfStatement, Statement)
  Expression* test = nullptr;
  Statement* consequent = nullptr;
  Statement* alternate = nullptr;  // may be null
};

// What break and continue can name.
struct BreakableStatement : Statement {
  using Statement::Statement;
  void* compiler_data = nullptr;
};
struct DoWhileStatement : BreakableStatement {
  HALFWORD_SYNTAX_NODE(DoWhileStatement, BreakableStatement)
  Statement* body = nullptr;
  Expression* test = nullptr;
};
struct WhileStatement : BreakableStatement {
  HALFWORD_SYNTAX_NODE(WhileStatement, BreakableStatement)
  Expression* test = nullptr;
  Statement* body = nullptr;
};
struct ForStatement : BreakableStatement {
  HALFWORD_SYNTAX_NODE(ForStatement, BreakableStatement)
  Scope* scope = nullptr;        // kFor, null without let/const; scope->per_iteration: copy per iteration
  Node* initializer = nullptr;   // VariableDeclaration or Expression; may be null
  Expression* test = nullptr;    // may be null
  Expression* update = nullptr;  // may be null
  Statement* body = nullptr;
};
// for (each in/of subject). With let/const, `scope` (kFor) is entered once for the subject, with its names
// uninitialised, and anew for every iteration.
struct ForEachStatement : BreakableStatement {
  using BreakableStatement::BreakableStatement;
  Scope* scope = nullptr;  // null without let/const
  // VariableDeclaration with one declarator (whose initializer is only for Annex B's `for (var a = 1 in b)`),
  // or a target.
  Node* each = nullptr;
  Expression* subject = nullptr;
  Statement* body = nullptr;
};
struct ForInStatement : ForEachStatement {
  HALFWORD_SYNTAX_NODE(ForInStatement, ForEachStatement)
};
struct ForOfStatement : ForEachStatement {
  HALFWORD_SYNTAX_NODE(ForOfStatement, ForEachStatement)
  bool is_await = false;
};
struct ContinueStatement : Statement {
  HALFWORD_SYNTAX_NODE(ContinueStatement, Statement)
  BreakableStatement* target = nullptr;  // a loop
};
struct BreakStatement : Statement {
  HALFWORD_SYNTAX_NODE(BreakStatement, Statement)
  BreakableStatement* target = nullptr;  // a loop, a switch or a LabelledStatement
};
struct ReturnStatement : Statement {
  HALFWORD_SYNTAX_NODE(ReturnStatement, Statement)
  Expression* argument = nullptr;  // may be null
};
struct WithStatement : Statement {
  HALFWORD_SYNTAX_NODE(WithStatement, Statement)
  Expression* object = nullptr;
  Scope* scope = nullptr;  // kWith
  Statement* body = nullptr;
};
struct SwitchCase {
  Expression* test = nullptr;  // null: default
  std::span<Statement*> statements;
  uint32_t start = 0;
};
struct SwitchStatement : BreakableStatement {
  HALFWORD_SYNTAX_NODE(SwitchStatement, BreakableStatement)
  Expression* subject = nullptr;
  Scope* scope = nullptr;  // kSwitch; null if it declares nothing. Entered after `subject`.
  std::span<SwitchCase> cases;
};
struct ThrowStatement : Statement {
  HALFWORD_SYNTAX_NODE(ThrowStatement, Statement)
  Expression* argument = nullptr;
};
struct TryStatement : Statement {
  HALFWORD_SYNTAX_NODE(TryStatement, Statement)
  BlockStatement* block = nullptr;
  Scope* catch_scope = nullptr;         // kCatch; null if there is no parameter
  Expression* parameter = nullptr;      // Identifier or pattern; may be null
  BlockStatement* handler = nullptr;    // may be null
  BlockStatement* finalizer = nullptr;  // may be null
};
struct DebuggerStatement : Statement {
  HALFWORD_SYNTAX_NODE(DebuggerStatement, Statement)
};
// `break label` targets this node, `continue label` the loop inside.
struct LabelledStatement : BreakableStatement {
  HALFWORD_SYNTAX_NODE(LabelledStatement, BreakableStatement)
  Atom* label = nullptr;
  Statement* body = nullptr;
};

// Module items; what they import and export is in ModuleRecord.
struct ImportDeclaration : Statement {
  HALFWORD_SYNTAX_NODE(ImportDeclaration, Statement)
};
struct ExportDeclaration : Statement {
  HALFWORD_SYNTAX_NODE(ExportDeclaration, Statement)
  Statement* declaration = nullptr;      // export var/let/const/function/class, export default function/class
  Expression* default_value = nullptr;   // export default expression: initialise default_variable with it
  Variable* default_variable = nullptr;  // *default*
};

struct ImportAttribute {
  Atom* key;
  Atom* value;
};
struct ModuleRequest {
  Atom* specifier;
  std::span<ImportAttribute> attributes;  // sorted by key
  ImportPhase phase;
  uint32_t position;
};
struct ModuleImport {  // import {imported as local} from request
  uint32_t request;
  Atom* imported;  // null: the namespace object; its variable is a kConst in an environment slot
  Variable* variable;
  uint32_t position;
};
struct ModuleExport {
  enum class Kind : uint8_t {
    kLocal,      // exported = local variable (in an environment slot)
    kIndirect,   // export {imported as exported} from request; also re-exported imports
    kNamespace,  // export * as exported from request
    kStar,       // export * from request
  };
  Kind kind;
  uint32_t request;
  Atom* exported;      // null for kStar
  Atom* imported;      // kIndirect
  Variable* variable;  // kLocal
  uint32_t position;
};
struct ModuleRecord {
  std::span<ModuleRequest> requests;  // without duplicates, in source order
  std::span<ModuleImport> imports;
  std::span<ModuleExport> exports;
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_TREE_AST_H_
