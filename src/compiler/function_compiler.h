// FunctionCompiler: one FunctionLiteral to one Code. Its members are defined in one file
// for each grammar family.
//
// Values travel in the accumulator: Accumulate(e) leaves the value of e there. Three other ways to compile an
// expression avoid work: ForEffect (the value is not used), Condition (only its truth is used: jumps instead
// of booleans), and Operand (a register that holds the value, which is a local variable itself if nothing
// before its use can assign to it).
#ifndef HALFWORD_COMPILER_FUNCTION_COMPILER_H_
#define HALFWORD_COMPILER_FUNCTION_COMPILER_H_

#include <exception>
#include <initializer_list>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bytecode/bytecode_builder.h"
#include "bytecode/frame.h"
#include "bytecode/self_hosted.h"
#include "compiler/compilation.h"
#include "compiler/debug_listener.h"

namespace halfword::compiler {

using syntax::Atom;
using syntax::Expression;
using syntax::Identifier;
using syntax::Node;
using syntax::Scope;
using syntax::Statement;
using syntax::Variable;

class FunctionCompiler {
 public:
  // Local variables that must be set to the hole when their scope is entered. Grows from attempt to attempt.
  using HoleSet = std::unordered_set<const Variable*>;

  FunctionCompiler(Compilation& compilation, const Compilation::Pending& pending, HoleSet& holes);
  // Null: failure, or needs_retry().
  Code* Compile();
  bool needs_retry() const { return needs_retry_; }
  // After success: hands the inner functions that are to be compiled to the compilation.
  void EnqueueInner();

 private:
  // ---- Control flow (control.cc) ----

  // A stretch of code protected by one handler.
  struct Region {
    uint32_t start = 0, end = 0;
    std::vector<std::pair<uint32_t, uint32_t>> gaps;
    Label handler;
    Register environment = kNoRegister;
  };
  struct Finally;
  // What a jump out of a statement has to deal with; a stack on the native stack.
  struct Control {
    enum Kind : uint8_t {
      kTarget,         // break or continue may lead here
      kEnvironment,    // the environment was pushed
      kRegion,         // a handler
      kFinally,        // a handler, and a block to run on the way out
      kIterator,       // perhaps a handler, and an iterator to close on the way out
      kAsyncIterator,  // the same, awaiting
    };
    Control(FunctionCompiler& compiler, Kind kind)
        : compiler(compiler), outer(compiler.control_), kind(kind) {
      compiler.control_ = this;
    }
    ~Control() { Pop(); }
    void Pop() {
      if (compiler.control_ == this) compiler.control_ = outer;
    }
    FunctionCompiler& compiler;
    Control* outer;
    Kind kind;
    const Node* statement = nullptr;  // kTarget
    Label* break_label = nullptr;
    Label* continue_label = nullptr;
    Region* region = nullptr;
    Finally* finally = nullptr;
    Register iterator = kNoRegister;
  };
  enum class JumpKind : uint8_t { kBreak, kContinue, kReturn };
  struct Finally {
    Register token, value;
    Label entry;
    struct Command {
      JumpKind kind;
      const Node* target;
    };
    std::vector<Command> commands;  // token: index + 2
  };
  static constexpr int32_t kFallThrough = 0, kRethrow = 1, kFirstCommand = 2;

  // body() before a finally block: every way out of it leads to finally.entry, which is bound here. What is
  // emitted next is the finally block, and then comes LeaveFinally.
  template <class Body>
  void BeforeFinally(Finally& finally, Body&& body);
  // Goes on from the end of the finally block the way that led to it.
  void LeaveFinally(Finally& finally);
  // body() in a scope, whose resources are disposed of on every way out. `end`: where the scope ends.
  template <class Body>
  void WithResources(const Scope* scope, uint32_t end, Body&& body);
  void AddResource(syntax::DeclarationKind kind);  // acc stays
  void DisposeResources(const Scope* scope, Register resources, const Finally& finally, uint32_t end);

  void BeginRegion(Region& region);
  // The region ends here; the handler label must be bound before FinishRegion.
  void EndRegion(Region& region);
  void FinishRegion(Region& region);
  void JumpOut(JumpKind kind, const Node* target);  // kReturn: the value is in acc
  void EmitReturn();
  void CloseAsyncIterator(Register iterator);         // normal completion; keeps acc
  void CloseAsyncIteratorOnThrow(Register iterator);  // errors are swallowed
  // As the builder's. All registers that the loop reads from now on are in use.
  void BindLoopHeader(Label& label, bool reachable) {
    loop_registers_ = std::max(loop_registers_, regs_.mark());
    b_.BindLoopHeader(label, reachable);
  }
  void Jump(Label& label) { b_.EmitJump(label.is_bound() ? Opcode::kJumpLoop : Opcode::kJump, label); }

  // ---- What is asked about the code later (debug_info.h) ----
  void NoteScope(const Scope* scope, uint32_t offset) {
    if (HW_UNLIKELY(debug_ != nullptr)) debug_->EnterScope(scope, offset);
  }
  void NoteScopeEnd() {
    if (HW_UNLIKELY(debug_ != nullptr)) debug_->LeaveScope(b_.size());
  }
  void NoteStatement(uint32_t position) {
    if (HW_UNLIKELY(debug_ != nullptr) && b_.reachable()) debug_->BeginStatement(b_.size(), position);
  }
  void NoteStatement(const Statement* s);
  void NoteCatch() {
    if (HW_UNLIKELY(debug_ != nullptr)) debug_->BeginCatch(b_.size());
  }
  void NoteBlock(const Node* node, DebugInfo::Block::Kind kind = DebugInfo::Block::kBranch) {
    NoteBlock(node->start, node->end, kind);
  }
  void NoteBlock(uint32_t source_begin, uint32_t source_end,
                 DebugInfo::Block::Kind kind = DebugInfo::Block::kBranch) {
    if (HW_LIKELY(debug_ == nullptr)) return;
    debug_->BeginBlock({source_begin, source_end, b_.reachable() ? b_.size() : DebugListener::kNever, kind});
  }

  // ---- Functions (functions.cc) ----
  Code* Finish();
  void FunctionBody();
  void ScriptBody();
  void EvalBody();
  void ModuleInitializerBody();
  void ModuleBody();
  void InstanceMembersBody();
  void StaticMembersBody();
  void DefaultConstructorBody();
  void InitializePseudoVariables();
  void InitializeParameters();
  bool MayBeLazy(Variable* arguments);
  bool IsLazyArguments(Expression* e) const;
  bool LazyArgument(Expression* link);
  bool ForwardsArguments(Expression* callee, syntax::CallExpression* call) const;
  // A call in a self-hosted builtin. False: not of an abstract operation.
  bool AbstractOperation(syntax::CallExpression* e);
  bool IteratorRecordOperation(syntax::Expression* subject, Register record);
  Expression* TestedForAbsence(Expression* e) const;
  void InitializeArguments();
  void InitializeClassFields(Register constructor, Register receiver, bool certainly);
  void InstantiateFunctions(std::span<syntax::FunctionDeclaration*> functions);
  void DeclareNames(Opcode opcode, bool lexical);
  void EnterFunctionScope(Scope* scope, bool fresh_frame);
  // Its FunctionInfo; the function is compiled after this one, unless it is lazy.
  Value NewInnerFunction(syntax::FunctionLiteral* literal);
  void CreateClosure(syntax::FunctionLiteral* literal, Register home_object = kNoRegister);
  bool is_async_function() const { return IsAsyncKind(kind_) || is_async_module_; }
  bool is_async_generator() const { return IsAsyncGeneratorKind(kind_); }
  bool is_resumable() const { return is_async_function() || IsGeneratorKind(kind_) || is_async_generator(); }

  // ---- Scopes and variables (variables.cc) ----
  enum class StoreMode : uint8_t { kAssign, kInitialize };
  // A scope entered for the life of this object (or until Leave).
  class BlockScope {
   public:
    BlockScope(FunctionCompiler& compiler, Scope* scope);
    // Where memory has run out (platform/exhaustion.h) there is nothing to emit.
    ~BlockScope() noexcept(false) {
      if (std::uncaught_exceptions() == 0) Leave();
    }
    void Leave();

   private:
    FunctionCompiler& compiler_;
    Scope* scope_;
    Scope* outer_;
    Register mark_;
    std::optional<Control> environment_;
  };
  void DeclareLocals(Scope* scope, bool fresh_frame = false);
  uint32_t loop_registers_ = 0;  // in use at a loop's header: the most
  uint32_t local_count_ = 0;  // registers of locals declared in the fresh frame, which are undefined at entry
  // Whether entering the scope overwrites acc.
  bool NeedsSpill(const Scope* scope) const;
  void PushEnvironment(Scope* scope);
  void LoadVariable(Variable* variable, uint32_t position, bool is_typeof = false);
  void StoreVariable(Variable* variable, uint32_t position, StoreMode mode);
  void InitializeVariable(Variable* variable) {
    StoreVariable(variable, variable->position, StoreMode::kInitialize);
  }
  void LoadSlot(uint32_t hops, uint32_t slot);
  void StoreSlot(uint32_t hops, uint32_t slot);
  void LoadThis(Variable* variable, bool check = true);
  void LoadGlobalThis();
  bool NeedsHoleCheck(Variable* variable, uint32_t position);
  void ThrowConstAssignment(Variable* variable);
  uint32_t Hops(const Scope* to) const { return syntax::EnvironmentHops(scope_, to); }
  // The register of a local variable that can be read as it is, or kNoRegister.
  Register LocalRegister(Expression* e);
  Register RegisterOf(Variable* variable) { return static_cast<Register>(variable->register_index); }

  // ---- Expressions (expressions.cc) ----
  void Accumulate(Expression* e);
  void ForEffect(Expression* e);
  void Into(Expression* e, Register target);
  // A register with the value of e, which nothing in `later` can change; maybe a new temporary.
  // spill: how it gets there.
  Register Operand(Expression* e, std::initializer_list<Expression*> later, Opcode spill = Opcode::kStar);
  // The same, but the value is in acc already.
  Register Spill(Opcode opcode = Opcode::kStar) {
    Register r = regs_.Allocate();
    b_.Emit(opcode, {r});
    return r;
  }
  enum class Next : uint8_t { kTrue, kFalse };
  // Jumps to if_true or if_false; the one that `next` names is bound right behind.
  void Condition(Expression* e, Label& if_true, Label& if_false, Next next);
  void BranchOnAccumulator(Label& if_true, Label& if_false, Next next);
  bool ComparisonCondition(syntax::BinaryExpression* e, Label& if_true, Label& if_false, Next next);
  void Branch(Opcode jump_if_true, Opcode jump_if_false, std::initializer_list<int64_t> operands,
              Label& if_true, Label& if_false, Next next);
  void Unary(syntax::UnaryExpression* e);
  void Delete(Expression* operand);
  void TypeOf(Expression* operand);
  void Binary(syntax::BinaryExpression* e);
  void Nary(syntax::NaryExpression* e);
  void EmitBinary(syntax::BinaryOperator op, Register left, uint32_t position);
  bool HasRegisterForm(syntax::BinaryOperator op, Expression* right);
  void EmitBinaryRegister(syntax::BinaryOperator op, Register right, uint32_t position);
  // acc = acc op right, if right is a small enough literal.
  static bool IsImmediate(syntax::BinaryOperator op, Expression* right, double* value);
  bool EmitBinarySmi(syntax::BinaryOperator op, Expression* right, uint32_t position);
  static Expression* WithoutToInt32(syntax::BinaryOperator op, Expression* right, Expression* e,
                                    uint32_t* position);
  static bool IsInt32(Expression* e);
  bool TypeOfComparison(syntax::BinaryOperator op, Expression* left, Expression* right);
  void Logical(syntax::LogicalExpression* e);
  void Conditional(syntax::ConditionalExpression* e, bool for_effect);
  void LoadString(Atom* atom) { b_.LoadConstant(Value(c_.StringOf(atom))); }
  Value AsciiConstant(const char* text);
  static bool ConstantNumber(Expression* e, double* value, int depth = 0);
  // Whether evaluating e can assign to the local variable.
  static bool MayAssign(Node* e, const Variable* variable);
  static bool MayAssignImpl(Node* e, const Variable* variable, int& budget);

  // ---- Assignments and updates (assignments.cc) ----
  struct Reference {
    enum Kind : uint8_t { kVariable, kLookup, kNamed, kKeyed, kPrivate, kSuper, kInvalid, kPattern };
    Kind kind = kInvalid;
    Expression* node = nullptr;
    Variable* variable = nullptr;
    Register object = kNoRegister;  // kSuper: this. kLookup: what ResolveLookup gave
    Register key = kNoRegister;
    Register home = kNoRegister;
    uint32_t name = 0;  // constant
    uint32_t position = 0;
  };
  // Evaluates what is inside the target. `later` runs before the last use of the reference.
  Reference PrepareReference(Expression* target, std::initializer_list<Expression*> later, bool is_update);
  bool IsUnresolvedInStrictCode(const Variable* v) const;
  void LoadReference(Reference& reference, bool is_update);
  void StoreReference(const Reference& reference, StoreMode mode, bool for_effect = false);  // acc stays
  void Assign(syntax::AssignExpression* e, bool for_effect);
  void CompoundAssign(syntax::AssignExpression* e, bool for_effect);
  void LogicalAssign(syntax::AssignExpression* e);
  void Update(syntax::UpdateExpression* e, bool for_effect);
  void NoteThisProperty(Expression* target);

  // ---- Patterns (patterns.cc) ----
  // Destructures acc.
  void BindTarget(Expression* target, StoreMode mode);
  void ArrayPattern(syntax::ArrayPattern* pattern, StoreMode mode);
  void ObjectPattern(syntax::ObjectPattern* pattern, StoreMode mode);
  void BindElement(const Reference& reference, Expression* target, Expression* initializer, StoreMode mode);
  bool StoreCannotThrow(Expression* target, StoreMode mode);

  // ---- Properties and chains (properties.cc) ----
  void Chain(Expression* e);
  // What the next link of a chain works on.
  struct ChainState {
    Register object = kNoRegister;   // of a property; kNoRegister: acc
    Register frame = kNoRegister;    // of a call
    bool this_is_undefined = false;  // in that call, and not stored
    uint32_t position = 0;           // of the last property: calls of it throw there
  };
  // Evaluates what is inside the links. The number of links (0 or 1) that this has done.
  uint32_t BeginChain(Expression* base, std::span<Expression* const> links, ChainState& chain);
  void CallLink(Expression* link, const ChainState& chain);
  // is_called: the next link calls the property; then it and the object go to a new frame.
  void PropertyLink(Expression* link, bool is_called, ChainState& chain);
  void GetLink(Expression* link, Register object, uint32_t position);
  void OptionalChain(syntax::OptionalChain* e);
  // Evaluates a callee and its this value into the frame at base. True: this is undefined and not stored.
  bool Callee(Expression* callee, Register base);
  void GetNamed(Register object, Atom* name, uint32_t position);
  void SuperProperty(Expression* e, Register this_register);
  void LoadSuperOperands(Expression* e, Register* base, Register* receiver, Register* key);
  void LoadHomeObject(Expression* e);
  void LoadPrivateName(syntax::PrivateName* name);
  void LoadKey(Expression* key, bool is_computed);
  // The name for a named access, if `key` is a constant that is no array index.
  static Atom* ConstantName(Expression* key);

  // ---- Calls (calls.cc) ----
  Register AllocateFrame() { return regs_.Allocate(frame::kHeaderWords + 1) + frame::kHeaderWords; }
  // The registers from base + 1 on that arguments are in. The last may be an array of all from there on.
  struct ArgumentRegisters {
    uint32_t count = 0;
    bool end_in_array = false;
  };
  enum class Spread : uint8_t {
    kRead,    // nothing runs before the array is read, so it may be a program's
    kCopied,  // it may not
    kWhole,   // kRead, and if there is an array, all arguments are in it
  };
  ArgumentRegisters Arguments(std::span<Expression*> arguments, Register base, Spread spread = Spread::kRead);
  void ArgumentArray(std::span<Expression*> arguments, Register array, Spread spread);
  void EmitCall(Register base, ArgumentRegisters arguments, bool this_is_undefined, uint32_t position,
                bool is_tail = false);
  void FinishCall(syntax::CallExpression* e, Register base, bool this_is_undefined, uint32_t position);
  void FinishTaggedTemplate(syntax::TaggedTemplate* e, Register base, bool this_is_undefined,
                            uint32_t position);
  void New(syntax::NewExpression* e);
  void SuperCall(syntax::SuperCall* e);
  void ImportCall(syntax::ImportCall* e);

  // ---- Literals (literals.cc) ----
  void ObjectLiteral(syntax::ObjectLiteral* e);
  void DefineProperty(Register object, syntax::Property& property);
  void ArrayLiteral(syntax::ArrayLiteral* e);
  // acc = a new array of the first elements, whose number it returns; null stands for a hole.
  size_t BeginArray(std::span<Expression*> elements);
  void AppendToArray(std::span<Expression*> elements, Register array);
  Value ConstantElements(syntax::ArrayLiteral* e);
  void TemplateLiteral(syntax::TemplateLiteral* e);
  bool ConstantValue(Expression* e, Value* value);

  // ---- Classes (classes.cc) ----
  // name_key: holds the key that names the anonymous class, or kNoRegister.
  void Class(syntax::ClassLiteral* e, Register name_key = kNoRegister);
  // B of AddPrivate, and of DefineKeyed.
  static int PrivateKindOf(syntax::ClassElementKind kind) {
    return kind == syntax::ClassElementKind::kGetter ? 2 : kind == syntax::ClassElementKind::kSetter ? 3 : 1;
  }
  static int DefineFlagsOf(syntax::ClassElementKind kind) {
    return kind == syntax::ClassElementKind::kGetter   ? kDefineGetter
           : kind == syntax::ClassElementKind::kSetter ? kDefineSetter
                                                       : kDefineMethod;
  }
  // The description of the constructor that is written, or of a default one.
  FunctionInfo* ConstructorInfo(syntax::ClassLiteral* e);
  // The heritage, and then the class without elements, into `constructor`. Returns where the prototype is.
  Register CreateClass(syntax::ClassLiteral* e, Register name_key, Register constructor);
  void SetInstanceMembers(syntax::ClassLiteral* e, Register constructor, Register prototype);
  void InitializeClassName(syntax::ClassLiteral* e, Register constructor);
  // `home`: the home object of the static members, where decorators have replaced the class.
  void CallStaticMembers(syntax::ClassLiteral* e, Register home, Register constructor);
  // What comes in front of the members functions, where nothing is decorated.
  void Elements(syntax::ClassLiteral* e, Register constructor, Register prototype);
  void ClassMethod(syntax::ClassElement& element, Register constructor, Register prototype);
  void PrivateMethod(syntax::ClassElement& element, Register constructor, Register prototype);
  void MemberField(syntax::ClassElement& element);

  // ---- Decorators (decorators.cc) ----
  // What a class with decorators has in registers while it is defined.
  struct Decorations {
    Register lists;  // an array of the lists of all decorated elements
    Register apply;  // ApplyDecorators
    Register metadata;
    Register static_extra;  // what decorators of static methods, getters and setters ask to call
  };
  // acc = an array of the decorators, each with its this value behind it.
  void DecoratorList(std::span<Expression*> decorators);
  // What follows CreateClass where the class or an element is decorated. `constructor` becomes what the
  // decorators make of the class.
  void DecoratedClassBody(syntax::ClassLiteral* e, Register decorators, Register name_key,
                          Register constructor, Register prototype);
  // The same as Elements, with decorators.
  void DecoratedElements(syntax::ClassLiteral* e, const Decorations& d, Register constructor,
                         Register prototype);
  void EvaluateElements(syntax::ClassLiteral* e, const Decorations& d);
  void LoadMetadata(syntax::ClassLiteral* e, Register constructor, Register result);
  void DefineElement(syntax::ClassElement& element, Register key, Register constructor, Register prototype);
  void DecoratedMethod(syntax::ClassLiteral* e, syntax::ClassElement& element, const Decorations& d,
                       Register constructor, Register prototype);
  void DecoratedAccessor(std::span<syntax::ClassElement> elements, const Decorations& d, Register constructor,
                         Register prototype);
  void DecoratedField(syntax::ClassElement& element, const Decorations& d);
  // The class becomes what its decorators make of it; `extra` becomes a list of what they ask to call.
  void DecorateClass(syntax::ClassLiteral* e, const Decorations& d, Register decorators, Register name_key,
                     Register constructor, Register extra);
  struct Decorated {
    Register decorators, key, record, initializers, extra;
    const char* kind;
    bool is_static;
    uint32_t position;
  };
  void CallApplyDecorators(const Decorations& d, const Decorated& decorated);
  void LoadDecoratorsOf(const syntax::ClassElement& element, const Decorations& d);
  Register ElementKey(const syntax::ClassElement& element);
  Register NewDecoratorList();
  void KeepUnlessEmpty(Register list, Variable* variable);
  // Of a decorated field, as its definition goes on: the value in acc goes through the initializers.
  void RunInitializers(Variable* initializers, uint32_t position);
  // Calls what is in the list in acc, unless that is undefined.
  void RunExtraInitializers(Register receiver, uint32_t position);
  // acc = a function that only self-hosted ones and decorated classes call.
  void LoadSelfHosted(SelfHostedFunction helper, Register scratch);
  // The value of a property or field; a function or class under a computed key takes its
  // name from the register.
  void NamedValue(Expression* value, Register key);

  // ---- Generators (generators.cc) ----
  void Yield(syntax::YieldExpression* e);
  void YieldDelegate(syntax::YieldExpression* e);
  struct Delegation;
  void TestDelegateResult(const Delegation& d, Label& if_done);
  void YieldDelegateResult(Delegation& d);
  void ThrowIntoDelegate(Delegation& d);
  void ReturnFromDelegate(Delegation& d);
  void Await(syntax::AwaitExpression* e);
  void EmitAwait(uint32_t position);  // acc

  // ---- Statements (statements.cc, loops.cc) ----
  void VisitStatement(Statement* s);
  void Statements(std::span<Statement*> statements);
  void Block(syntax::BlockStatement* s);
  void ExpressionStatement(syntax::ExpressionStatement* s);
  void VariableDeclaration(syntax::VariableDeclaration* s);
  void FunctionDeclaration(syntax::FunctionDeclaration* s);
  void ClassDeclaration(syntax::ClassDeclaration* s);
  void If(syntax::IfStatement* s);
  void Return(syntax::ReturnStatement* s);
  void ReturnValue(Expression* value, uint32_t position);
  bool MayReplaceFrame() const;  // by that of a call whose result is returned here
  void With(syntax::WithStatement* s);
  void Switch(syntax::SwitchStatement* s);
  bool SwitchTable(syntax::SwitchStatement* s, Register subject, std::vector<Label>& cases, Label& otherwise);
  bool SwitchSmiTable(syntax::SwitchStatement* s, Register subject, std::vector<Label>& cases,
                      Label& otherwise);
  bool SwitchStringTable(syntax::SwitchStatement* s, Register subject, std::vector<Label>& cases,
                         Label& otherwise);
  void OpenSwitch(const BytecodeBuilder::Switch& table, Label& otherwise);
  void AddSwitchTarget(uint32_t slot, Label& target);
  void Throw(syntax::ThrowStatement* s);
  void Try(syntax::TryStatement* s);
  void TryCatch(syntax::TryStatement* s);
  void Labelled(syntax::LabelledStatement* s);
  void Export(syntax::ExportDeclaration* s);
  void DoWhile(syntax::DoWhileStatement* s);
  void While(syntax::WhileStatement* s);
  void For(syntax::ForStatement* s);
  void ForLoop(syntax::ForStatement* s);
  void ForIn(syntax::ForInStatement* s);
  void ForOf(syntax::ForOfStatement* s);
  void ForEachSubject(syntax::ForEachStatement* s);
  void ForEachBinding(syntax::ForEachStatement* s);  // the next value is in acc
  void ForEachBody(syntax::ForEachStatement* s);
  // The completion value of the program, where it is wanted: becomes undefined.
  void ResetResult();

  Compilation& c_;
  Isolate& isolate_;
  syntax::FunctionLiteral* literal_;           // null: a default constructor of
  syntax::ClassLiteral* default_constructor_;  // this class
  FunctionInfo* info_;
  Part part_;
  FunctionKind kind_;
  HoleSet& holes_;
  BytecodeBuilder b_;
  RegisterStack regs_;
  Scope* scope_ = nullptr;
  Control* control_ = nullptr;
  Label* optional_exit_ = nullptr;      // of the innermost OptionalChain
  const Expression* tail_ = nullptr;    // what is returned: if it is a call, that is a tail call
  Register result_ = kNoRegister;       // completion value, if wanted
  Register resources_ = kNoRegister;    // of the innermost scope with a using declaration
  Register async_state_ = kNoRegister;  // operand of Await
  Register mode_ = kNoRegister;         // how a generator was resumed
  Variable* lazy_arguments_ = nullptr;  // `arguments`, if the object is made when it is first wanted
  uint32_t parameter_count_ = 0;
  uint32_t flags_ = 0;  // Code::Flags
  bool is_strict_ = false;
  bool is_async_module_ = false;
  // Where InitializePseudoVariables put the CoerceThis.
  std::optional<uint32_t> coerce_this_;
  bool needs_retry_ = false;
  DebugListener* debug_ = nullptr;  // null: nobody wants to hear of this function
  // Jump tables being compiled, innermost last: slots and where they lead.
  struct SwitchTargets {
    BytecodeBuilder::Switch table;
    std::vector<std::pair<uint32_t, Label*>> slots;
  };
  std::vector<SwitchTargets> switch_tables_;
  CountedVector<Compilation::Pending> inner_{c_.account()};
  std::unordered_set<Atom*> this_properties_;
};

template <class Body>
void FunctionCompiler::BeforeFinally(Finally& finally, Body&& body) {
  finally.token = regs_.Allocate();
  finally.value = regs_.Allocate();
  Region region;
  BeginRegion(region);
  {
    Control control(*this, Control::kFinally);
    control.region = &region;
    control.finally = &finally;
    body();
  }
  b_.LoadSmi(kFallThrough);
  b_.Emit(Opcode::kStar, {finally.token});
  b_.EmitJump(Opcode::kJump, finally.entry);
  EndRegion(region);
  b_.BindReachable(region.handler);
  FinishRegion(region);
  b_.Emit(Opcode::kStar, {finally.value});
  b_.LoadSmi(kRethrow);
  b_.Emit(Opcode::kStar, {finally.token});
  b_.Bind(finally.entry);
}

template <class Body>
void FunctionCompiler::WithResources(const Scope* scope, uint32_t end, Body&& body) {
  if (scope == nullptr || !scope->has_using) return body();
  Register mark = regs_.mark();
  Register outer = resources_;
  Register resources = regs_.Allocate(3);
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kStar, {resources});
  b_.Emit(Opcode::kLdaFalse);
  b_.Emit(Opcode::kStar, {resources + 1});
  b_.Emit(Opcode::kStar, {resources + 2});
  Finally finally;
  BeforeFinally(finally, [&] {
    resources_ = resources;
    body();
    resources_ = outer;
  });
  DisposeResources(scope, resources, finally, end);
  LeaveFinally(finally);
  regs_.Release(mark);
}

}  // namespace halfword::compiler

#endif  // HALFWORD_COMPILER_FUNCTION_COMPILER_H_
