// Prologues and bodies of functions, scripts, evals and class members functions.
#include <algorithm>

#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

Code* CompileFunction(Compilation& compilation, const Compilation::Pending& pending) {
  FunctionCompiler::HoleSet holes;
  while (true) {
    FunctionCompiler compiler(compilation, pending, holes);
    Code* code = compiler.Compile();
    if (code != nullptr) {
      compiler.EnqueueInner();
      return code;
    }
    if (!compiler.needs_retry() || compilation.failed()) return nullptr;
  }
}

FunctionCompiler::FunctionCompiler(Compilation& compilation, const Compilation::Pending& pending,
                                   HoleSet& holes)
    : c_(compilation),
      isolate_(compilation.isolate()),
      literal_(pending.literal),
      default_constructor_(pending.default_constructor),
      info_(pending.info),
      part_(pending.part),
      kind_(pending.info->kind()),
      holes_(holes),
      b_(compilation.isolate()),
      regs_(1) {
  if (c_.is_self_hosted()) {
    flags_ |= Code::kSelfHosted;
    b_.LeaveOutFeedback();
    b_.LeaveOutPositions();
  }
  if (HW_UNLIKELY(c_.listener() != nullptr) && c_.listener()->Wants(pending)) {
    debug_ = c_.listener();
    debug_->Begin();
    b_.Report(debug_);
  }
  if (literal_ == nullptr) {
    is_strict_ = true;
    return;
  }
  is_strict_ = literal_->is_strict;
  is_async_module_ = part_ == Part::kModuleBody && literal_->is_async;
  for (const Parameter& parameter : literal_->parameters) parameter_count_ += !parameter.is_rest;
  regs_.Allocate(parameter_count_);
}

void FunctionCompiler::EnqueueInner() {
  for (const Compilation::Pending& pending : inner_) c_.Enqueue(pending);
}

Code* FunctionCompiler::Compile() {
  if (literal_ == nullptr) {
    DefaultConstructorBody();
    return Finish();
  }
  b_.SetPosition(literal_->start);
  NoteBlock(literal_);
  switch (literal_->syntax) {
    case FunctionSyntax::kScript: ScriptBody(); break;
    case FunctionSyntax::kEval: EvalBody(); break;
    case FunctionSyntax::kModule:
      if (part_ == Part::kModuleInitializer) {
        ModuleInitializerBody();
      } else {
        ModuleBody();
      }
      break;
    case FunctionSyntax::kInstanceMembers: InstanceMembersBody(); break;
    case FunctionSyntax::kStaticMembers: StaticMembersBody(); break;
    default: FunctionBody(); break;
  }
  return Finish();
}

Code* FunctionCompiler::Finish() {
  if (c_.failed() || needs_retry_) return nullptr;
  if (literal_ != nullptr && literal_->has_direct_eval) flags_ |= Code::kHasDirectEval;
  if (is_strict_) flags_ |= Code::kStrict;
  if (IsClassConstructorKind(kind_)) flags_ |= Code::kIsClassConstructor;
  if (is_resumable() && part_ != Part::kModuleInitializer) flags_ |= Code::kResumable;
  if (coerce_this_ && !b_.reads_this()) b_.RemoveCoerceThis(*coerce_this_);
  Code* code = regs_.size() > RegisterStack::kLimit
                   ? nullptr
                   : b_.Finish({regs_.size(), parameter_count_, flags_, local_count_, loop_registers_});
  if (code == nullptr) {
    c_.Fail(Failure::kTooLarge);
    return nullptr;
  }
  size_t hint = this_properties_.size();
  if (literal_ != nullptr && literal_->owner_class != nullptr && literal_->is_class_constructor()) {
    for (const ClassElement& element : literal_->owner_class->elements) {
      hint += element.kind == ClassElementKind::kField && !element.is_static;
    }
  } else if (default_constructor_ != nullptr) {
    for (const ClassElement& element : default_constructor_->elements) {
      hint += element.kind == ClassElementKind::kField && !element.is_static;
    }
  }
  info_->initial_shape_hint_.Set(info_, Value::Smi(static_cast<int32_t>(std::min<size_t>(hint, 250))));
  return code;
}

// ---- Entering ----

void FunctionCompiler::EnterFunctionScope(Scope* scope, bool fresh_frame) {
  scope_ = scope;
  if (scope->needs_environment) PushEnvironment(scope);
  DeclareLocals(scope, fresh_frame);
  if (fresh_frame) local_count_ = std::max(local_count_, regs_.mark());
  NoteScope(scope, b_.size());
}

// The values that only non-arrow functions have. In slots for inner arrow functions and evals, else read
// where they are.
void FunctionCompiler::InitializePseudoVariables() {
  Scope* scope = literal_->scope;
  auto in_environment = [](Variable* v) {
    return v != nullptr && v->location == VariableLocation::kEnvironment;
  };
  if (kind_ == FunctionKind::kDerivedConstructor) {
    b_.Emit(Opcode::kLdaHole);
    b_.Emit(Opcode::kStar, {0});
  } else if (scope->this_variable != nullptr && !is_strict_) {
    flags_ |= Code::kSloppyThis;
    coerce_this_ = b_.size();
    b_.Emit(Opcode::kCoerceThis);
  }
  if (in_environment(scope->this_variable) && kind_ != FunctionKind::kDerivedConstructor) {
    b_.Emit(Opcode::kLdar, {0});
    InitializeVariable(scope->this_variable);
  }
  if (in_environment(scope->new_target_variable)) {
    b_.Emit(Opcode::kLdaNewTarget);
    InitializeVariable(scope->new_target_variable);
  }
  if (scope->home_object_variable != nullptr) {
    flags_ |= Code::kUsesHomeObject;
    b_.Emit(Opcode::kLdaHomeObject);
    InitializeVariable(scope->home_object_variable);
  }
  if (in_environment(scope->active_function_variable)) {
    b_.Emit(Opcode::kLdaFunction);
    InitializeVariable(scope->active_function_variable);
  }
  if (literal_->self_variable != nullptr) {
    b_.Emit(Opcode::kLdaFunction);
    InitializeVariable(literal_->self_variable);
  }
}

// Whether nobody can tell when the arguments object is made: it is a local variable that is never assigned
// to, and no parameter changes with it. Its register holds the hole until then. (A frame that is resumed
// loads it as any other local.)
bool FunctionCompiler::MayBeLazy(Variable* arguments) {
  return arguments->kind == VariableKind::kArguments && arguments->location == VariableLocation::kLocal &&
         !arguments->assigned && !is_resumable() &&
         (!literal_->has_mapped_arguments || parameter_count_ == 0);
}

void FunctionCompiler::InitializeArguments() {
  Variable* arguments = literal_->scope->arguments_variable;
  if (arguments == nullptr) return;
  flags_ |= Code::kNeedsArguments;
  if (MayBeLazy(arguments)) {
    lazy_arguments_ = arguments;
    b_.Emit(Opcode::kLdaHole);
  } else if (!literal_->has_mapped_arguments) {
    b_.Emit(Opcode::kCreateUnmappedArguments);
  } else {
    ValueArray* slots = NewValueArray(isolate_, std::max(parameter_count_, 1u));
    for (uint32_t i = 0; i < parameter_count_; i++) {
      Variable* v = literal_->parameters[i].target->As<Identifier>()->variable();
      bool is_last = true;
      if (literal_->has_duplicate_parameters) {
        for (uint32_t j = i + 1; j < parameter_count_; j++) {
          is_last &= literal_->parameters[j].target->As<Identifier>()->variable() != v;
        }
      }
      bool mapped = is_last && v->location == VariableLocation::kEnvironment;
      slots->slots()[i].Init(Value::Smi(mapped ? static_cast<int32_t>(v->index) : -1));
    }
    b_.Emit(Opcode::kCreateMappedArguments, {b_.UniqueConstant(Value(slots))});
  }
  InitializeVariable(arguments);
}

// https://tc39.es/ecma262/#sec-runtime-semantics-iteratorbindinginitialization: arguments come
// in registers 1 ….
void FunctionCompiler::InitializeParameters() {
  Register argument = 1;
  for (const Parameter& parameter : literal_->parameters) {
    if (parameter.is_rest) {
      flags_ |= Code::kNeedsArguments;
      b_.Emit(Opcode::kCreateRest, {argument - 1});
      BindTarget(parameter.target, StoreMode::kInitialize);
      continue;
    }
    Register incoming = argument++;
    Variable* variable =
        parameter.target->Is<Identifier>() ? parameter.target->As<Identifier>()->variable() : nullptr;
    if (variable != nullptr && parameter.initializer == nullptr &&
        variable->location == VariableLocation::kLocal &&
        (RegisterOf(variable) == incoming || literal_->has_duplicate_parameters)) {
      continue;  // of duplicates, the last has the variable's register
    }
    b_.Emit(Opcode::kLdar, {incoming});
    if (parameter.initializer != nullptr) {
      Label present;
      bool in_place = variable != nullptr && variable->location == VariableLocation::kLocal &&
                      RegisterOf(variable) == incoming;
      b_.EmitJump(Opcode::kJumpIfNotUndefined, present);
      Accumulate(parameter.initializer);
      if (in_place) b_.Emit(Opcode::kStar, {incoming});
      b_.Bind(present);
      if (in_place) continue;
    }
    if (variable != nullptr) {
      InitializeVariable(variable);
    } else {
      BindTarget(parameter.target, StoreMode::kInitialize);
    }
  }
}

// https://tc39.es/ecma262/#sec-initializeinstanceelements
void FunctionCompiler::InitializeClassFields(Register constructor, Register receiver, bool certainly) {
  Register mark = regs_.mark();
  Label none;
  b_.Emit(Opcode::kGetClassFields, {constructor});
  if (!certainly) b_.EmitJump(Opcode::kJumpIfUndefined, none);
  Register base = AllocateFrame();
  b_.Emit(Opcode::kStar, {base + frame::kFunction});
  b_.Emit(Opcode::kMov, {receiver, base});
  EmitCall(base, {0}, false, b_.position());
  b_.Bind(none);
  regs_.Release(mark);
}

// Those in the environment are only declared: LoadVariable makes closures of them.
void FunctionCompiler::InstantiateFunctions(std::span<syntax::FunctionDeclaration*> functions) {
  if (!b_.reachable()) return;
  auto is_declared = [](syntax::FunctionDeclaration* declaration) {
    Variable* v = declaration->variable();
    return v->kind == VariableKind::kFunction && v->location == VariableLocation::kEnvironment;
  };
  size_t count = static_cast<size_t>(std::count_if(functions.begin(), functions.end(), is_declared));
  ValueArray* declared = count != 0 ? NewValueArray(isolate_, static_cast<uint32_t>(count * 2)) : nullptr;
  uint32_t end = 0;
  for (syntax::FunctionDeclaration* declaration : functions) {
    Variable* v = declaration->variable();
    if (is_declared(declaration)) {
      DCHECK(Hops(v->scope) == 0);
      declared->slots()[end++].Init(Value::Smi(static_cast<int32_t>(v->index)));
      declared->slots()[end++].Init(NewInnerFunction(declaration->function));
    } else {
      CreateClosure(declaration->function);
      InitializeVariable(v);
    }
  }
  if (declared != nullptr) b_.Emit(Opcode::kDeclareFunctions, {b_.UniqueConstant(Value(declared))});
}

Value FunctionCompiler::NewInnerFunction(FunctionLiteral* literal) {
  FunctionInfo* info = c_.NewFunctionInfo(literal, literal->scope->outer);
  if (!literal->is_lazy) inner_.push_back({literal, nullptr, info, Part::kWhole});
  return Value(info);
}

void FunctionCompiler::CreateClosure(FunctionLiteral* literal, Register home_object) {
  if (!b_.reachable()) return;
  b_.Emit(Opcode::kCreateClosure, {b_.UniqueConstant(NewInnerFunction(literal))});
  if (home_object != kNoRegister && literal->uses_super_property)
    b_.Emit(Opcode::kSetHomeObject, {home_object});
}

// ---- Bodies ----

// https://tc39.es/ecma262/#sec-functiondeclarationinstantiation
void FunctionCompiler::FunctionBody() {
  FunctionLiteral* f = literal_;
  if (f->names_own_arguments && !is_strict_) flags_ |= Code::kNeedsArguments;
  scope_ = f->scope->outer;
  Region async_region;
  std::optional<Control> async_control;
  if (is_async_function() || is_async_generator()) async_state_ = regs_.Allocate();
  if (is_async_function()) {
    b_.Emit(Opcode::kAsyncStart, {async_state_});
    BeginRegion(async_region);
    async_control.emplace(*this, Control::kRegion);
    async_control->region = &async_region;
  }
  bool is_generator = IsGeneratorKind(kind_) || is_async_generator();
  if (is_generator) mode_ = regs_.Allocate();

  // Simple parameters stay where the caller put them.
  for (uint32_t i = 0; i < parameter_count_; i++) {
    Expression* target = f->parameters[i].target;
    if (!target->Is<Identifier>()) continue;
    Variable* v = target->As<Identifier>()->variable();
    if (v->location == VariableLocation::kLocal && !holes_.contains(v))
      v->register_index = static_cast<int32_t>(i + 1);
  }
  EnterFunctionScope(f->scope, true);
  if (!f->is_arrow()) InitializePseudoVariables();
  if (kind_ == FunctionKind::kBaseConstructor && HasClassFields(info_)) {
    Register mark = regs_.mark();
    b_.Emit(Opcode::kLdaFunction);
    InitializeClassFields(Spill(), 0, true);
    regs_.Release(mark);
  }
  if (f->has_simple_parameters) {
    InitializeParameters();
    InitializeArguments();
  } else {
    InitializeArguments();
    InitializeParameters();
  }
  Scope* body = f->body_scope;
  if (body != f->scope) EnterFunctionScope(body, false);
  for (const FunctionLiteral::BodyVariableCopy& copy : f->copied_parameters) {
    LoadVariable(copy.parameter, copy.parameter->position);
    InitializeVariable(copy.body_variable);
  }
  for (Variable* v : body->variables) {
    if (v->kind != VariableKind::kVar || v->location != VariableLocation::kEnvironment ||
        v == body->arguments_variable)
      continue;
    bool copied = std::any_of(f->copied_parameters.begin(), f->copied_parameters.end(),
                              [v](const auto& copy) { return copy.body_variable == v; });
    if (copied) continue;
    b_.Emit(Opcode::kLdaUndefined);
    InitializeVariable(v);
  }
  InstantiateFunctions(f->functions);
  if (is_generator) b_.Emit(Opcode::kInitialYield);

  if (f->is_expression_body) {
    NoteStatement(f->expression->start);
    if (MayReplaceFrame()) tail_ = f->expression;
    Accumulate(f->expression);
    JumpOut(JumpKind::kReturn, nullptr);
  } else {
    WithResources(body, f->end, [&] { Statements(f->body); });
    if (b_.reachable()) {
      b_.Emit(Opcode::kLdaUndefined);
      JumpOut(JumpKind::kReturn, nullptr);
    }
  }
  if (is_async_function()) {
    EndRegion(async_region);
    async_control.reset();
    b_.BindReachable(async_region.handler);
    b_.Emit(Opcode::kAsyncThrow, {async_state_});
    FinishRegion(async_region);
  }
}

// Rows of Smi DeclarationKind and name, for the checks that come before everything else.
void FunctionCompiler::DeclareNames(Opcode opcode, bool lexical) {
  const DeclarationNames& names = c_.parse().declarations();
  std::vector<std::pair<halfword::DeclarationKind, Atom*>> rows;
  using Kind = halfword::DeclarationKind;
  for (syntax::FunctionDeclaration* f : literal_->functions)
    rows.push_back({Kind::kFunction, f->function->name});
  for (Variable* v : names.var_names) rows.push_back({Kind::kVar, v->name});
  for (syntax::FunctionDeclaration* f : names.annex_b_functions)
    rows.push_back({Kind::kAnnexBFunction, f->function->name});
  if (lexical) {
    for (Variable* v : names.lexical_names) {
      Kind kind = v->kind == VariableKind::kConst   ? Kind::kConst
                  : v->kind == VariableKind::kClass ? Kind::kClass
                                                    : Kind::kLet;
      rows.push_back({kind, v->name});
    }
  }
  if (rows.empty()) return;
  ValueArray* array = NewValueArray(isolate_, static_cast<uint32_t>(rows.size() * 2));
  for (size_t i = 0; i < rows.size(); i++) {
    array->slots()[2 * i].Init(Value::Smi(static_cast<int32_t>(rows[i].first)));
    array->slots()[2 * i + 1].Init(c_.KeyOf(rows[i].second));
  }
  b_.Emit(opcode, {b_.UniqueConstant(Value(array))});
}

void FunctionCompiler::ScriptBody() {
  scope_ = literal_->scope;
  NoteScope(scope_, 0);
  DeclareNames(Opcode::kDeclareGlobals, true);
  for (syntax::FunctionDeclaration* declaration : literal_->functions) {
    CreateClosure(declaration->function);
    b_.Emit(Opcode::kDeclareGlobalFunction, {b_.Constant(c_.KeyOf(declaration->function->name)), 0});
  }
  result_ = regs_.Allocate();
  ResetResult();
  Statements(literal_->body);
  b_.Emit(Opcode::kLdar, {result_});
  b_.Emit(Opcode::kReturn);
}

void FunctionCompiler::EvalBody() {
  scope_ = literal_->scope->outer;
  if (!is_strict_) DeclareNames(Opcode::kDeclareEvalVars, false);
  EnterFunctionScope(literal_->scope, true);
  if (is_strict_) {
    for (Variable* v : literal_->scope->variables) {
      if (v->kind != VariableKind::kVar || v->location != VariableLocation::kEnvironment) continue;
      b_.Emit(Opcode::kLdaUndefined);
      InitializeVariable(v);
    }
    InstantiateFunctions(literal_->functions);
  } else {
    for (syntax::FunctionDeclaration* declaration : literal_->functions) {
      CreateClosure(declaration->function);
      b_.Emit(Opcode::kDeclareEvalFunction, {b_.Constant(c_.KeyOf(declaration->function->name))});
    }
  }
  result_ = regs_.Allocate();
  ResetResult();
  Statements(literal_->body);
  b_.Emit(Opcode::kLdar, {result_});
  b_.Emit(Opcode::kReturn);
}

// The functions that the environment holds; runs over the module's environment before anything of the module
// is evaluated.
void FunctionCompiler::ModuleInitializerBody() {
  scope_ = literal_->scope;
  NoteScope(scope_, 0);
  for (Variable* v : scope_->variables) {
    bool plain_var =
        v->kind == VariableKind::kVar && v->location == VariableLocation::kEnvironment && !c_.IsCell(v);
    if (!plain_var) continue;
    b_.Emit(Opcode::kLdaUndefined);
    InitializeVariable(v);
  }
  for (syntax::FunctionDeclaration* declaration : literal_->functions) {
    if (declaration->variable()->location != VariableLocation::kEnvironment) continue;
    CreateClosure(declaration->function);
    InitializeVariable(declaration->variable());
  }
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kReturn);
}

void FunctionCompiler::ModuleBody() {
  scope_ = literal_->scope;
  Region async_region;
  std::optional<Control> async_control;
  if (is_async_module_) {
    async_state_ = regs_.Allocate();
    b_.Emit(Opcode::kAsyncStart, {async_state_});
    BeginRegion(async_region);
    async_control.emplace(*this, Control::kRegion);
    async_control->region = &async_region;
  }
  DeclareLocals(scope_, true);
  local_count_ = std::max(local_count_, regs_.mark());
  NoteScope(scope_, b_.size());
  for (syntax::FunctionDeclaration* declaration : literal_->functions) {
    if (declaration->variable()->location == VariableLocation::kEnvironment) continue;
    CreateClosure(declaration->function);
    InitializeVariable(declaration->variable());
  }
  WithResources(scope_, literal_->end, [&] { Statements(literal_->body); });
  b_.Emit(Opcode::kLdaUndefined);
  EmitReturn();
  if (is_async_module_) {
    EndRegion(async_region);
    async_control.reset();
    b_.BindReachable(async_region.handler);
    b_.Emit(Opcode::kAsyncThrow, {async_state_});
    FinishRegion(async_region);
  }
}

// https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation, default constructors
void FunctionCompiler::DefaultConstructorBody() {
  ClassLiteral* e = default_constructor_;
  b_.SetPosition(e->start);
  if (e->heritage == nullptr) {
    if (e->instance_members != nullptr) {
      b_.Emit(Opcode::kLdaFunction);
      InitializeClassFields(Spill(), 0, true);
    }
    b_.Emit(Opcode::kLdaUndefined);
    b_.Emit(Opcode::kReturn);
    return;
  }
  flags_ |= Code::kNeedsArguments;
  b_.Emit(Opcode::kLdaFunction);
  Register constructor = Spill();
  Register base = AllocateFrame();
  b_.Emit(Opcode::kGetSuperConstructor, {constructor});
  b_.Emit(Opcode::kStar, {base + frame::kFunction});
  b_.Emit(Opcode::kLdaNewTarget);
  b_.Emit(Opcode::kConstructSuperForward, {base});
  b_.Emit(Opcode::kConstructResult, {base});
  if (e->instance_members != nullptr) {
    b_.Emit(Opcode::kStar, {0});
    InitializeClassFields(constructor, 0, true);
    b_.Emit(Opcode::kLdar, {0});
  }
  b_.Emit(Opcode::kReturn);
}

}  // namespace halfword::compiler
