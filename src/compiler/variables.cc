// Scopes at run time, and access to variables wherever they are.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

FunctionCompiler::BlockScope::BlockScope(FunctionCompiler& compiler, Scope* scope)
    : compiler_(compiler), scope_(scope), outer_(compiler.scope_), mark_(compiler.regs_.mark()) {
  if (scope == nullptr) return;
  compiler.scope_ = scope;
  if (scope->needs_environment) {
    compiler.PushEnvironment(scope);
    environment_.emplace(compiler, Control::kEnvironment);
  }
  compiler.DeclareLocals(scope);
  compiler.NoteScope(scope, compiler.b_.size());
  if (scope->is_var_scope()) {
    for (Variable* v : scope->variables) {
      if (v->kind != VariableKind::kVar || v->location != VariableLocation::kEnvironment) continue;
      compiler.b_.Emit(Opcode::kLdaUndefined);
      compiler.InitializeVariable(v);
    }
  }
  compiler.InstantiateFunctions(scope->functions);
}

// Keeps acc.
void FunctionCompiler::BlockScope::Leave() {
  if (scope_ != nullptr) {
    if (environment_) compiler_.b_.Emit(Opcode::kPopEnv);
    environment_.reset();
    compiler_.NoteScopeEnd();
    compiler_.scope_ = outer_;
    scope_ = nullptr;
    compiler_.regs_.Release(mark_);
  }
}

// Registers for the variables that only this function uses. In a fresh frame, registers are undefined.
void FunctionCompiler::DeclareLocals(Scope* scope, bool fresh_frame) {
  for (Variable* v : scope->variables) {
    if (v->location != VariableLocation::kLocal) continue;
    switch (v->kind) {
      case VariableKind::kThis: v->register_index = 0; continue;
      case VariableKind::kNewTarget:
      case VariableKind::kActiveFunction: continue;
      case VariableKind::kParameter:
        // Others have their argument's register already, unless a pattern or rest parameter declares them.
        if (v->register_index > 0 && v->register_index <= static_cast<int32_t>(parameter_count_) &&
            !holes_.contains(v))
          continue;
        break;
      default: break;
    }
    v->register_index = static_cast<int32_t>(regs_.Allocate());
    if (holes_.contains(v)) {
      b_.Emit(Opcode::kLdaHole);
      b_.Emit(Opcode::kStar, {RegisterOf(v)});
    } else if (v->kind == VariableKind::kVar && !fresh_frame) {
      b_.Emit(Opcode::kLdaUndefined);
      b_.Emit(Opcode::kStar, {RegisterOf(v)});
    }
  }
}

bool FunctionCompiler::NeedsSpill(const Scope* scope) const {
  if (scope == nullptr) return false;
  if (!scope->functions.empty()) return true;
  for (const Variable* v : scope->variables) {
    if (holes_.contains(v)) return true;
  }
  return false;
}

void FunctionCompiler::PushEnvironment(Scope* scope) {
  Value info = c_.EnvironmentScopeInfo(scope);
  b_.Emit(Opcode::kPushEnv, {b_.Constant(info), scope->slot_count + (scope->has_sloppy_eval ? 1 : 0)});
}

void FunctionCompiler::LoadSlot(uint32_t hops, uint32_t slot) {
  if (hops == 0) {
    b_.Emit(Opcode::kLdaSlot0, {slot});
  } else if (hops == 1) {
    b_.Emit(Opcode::kLdaSlot1, {slot});
  } else {
    b_.Emit(Opcode::kLdaSlot, {hops, slot});
  }
}

void FunctionCompiler::StoreSlot(uint32_t hops, uint32_t slot) {
  if (hops == 0) {
    b_.Emit(Opcode::kStaSlot0, {slot});
  } else if (hops == 1) {
    b_.Emit(Opcode::kStaSlot1, {slot});
  } else {
    b_.Emit(Opcode::kStaSlot, {hops, slot});
  }
}

bool FunctionCompiler::NeedsHoleCheck(Variable* variable, uint32_t position) {
  if (!syntax::NeedsHoleCheck(variable, position, scope_)) return false;
  if (variable->location == VariableLocation::kLocal && holes_.insert(variable).second) needs_retry_ = true;
  return true;
}

Register FunctionCompiler::LocalRegister(Expression* e) {
  if (e->Is<Identifier>()) {
    Variable* v = e->As<Identifier>()->variable();
    if (v->location != VariableLocation::kLocal || v == lazy_arguments_ || NeedsHoleCheck(v, e->start))
      return kNoRegister;
    return RegisterOf(v);
  }
  if (e->Is<ThisExpression>()) {
    Variable* v = e->As<ThisExpression>()->variable();
    if (v != nullptr && v->location == VariableLocation::kLocal && kind_ != FunctionKind::kDerivedConstructor)
      return 0;
  }
  return kNoRegister;
}

bool FunctionCompiler::IsLazyArguments(Expression* e) const {
  return lazy_arguments_ != nullptr && e->Is<Identifier>() &&
         e->As<Identifier>()->variable() == lazy_arguments_;
}

void FunctionCompiler::LoadVariable(Variable* v, uint32_t position, bool is_typeof) {
  switch (v->location) {
    case VariableLocation::kLocal:
      switch (v->kind) {
        case VariableKind::kThis: LoadThis(v); return;
        case VariableKind::kNewTarget: b_.Emit(Opcode::kLdaNewTarget); return;
        case VariableKind::kActiveFunction: b_.Emit(Opcode::kLdaFunction); return;
        default: break;
      }
      if (v == lazy_arguments_) {
        b_.Emit(Opcode::kLdaArguments, {RegisterOf(v), literal_->has_mapped_arguments});
      } else if (NeedsHoleCheck(v, position)) {
        b_.SetPosition(position);
        b_.Emit(Opcode::kLdar, {RegisterOf(v)});
        b_.Emit(Opcode::kThrowIfHole, {b_.Constant(c_.KeyOf(v->name))});
      } else {
        b_.Emit(Opcode::kLdar, {RegisterOf(v)});
      }
      return;
    case VariableLocation::kEnvironment:
      if (v->kind == VariableKind::kThis) {
        LoadThis(v);
        return;
      }
      b_.SetPosition(position);
      if (c_.IsCell(v)) {
        b_.Emit(Opcode::kLdaCell, {Hops(v->scope), v->index, b_.Constant(c_.KeyOf(v->name))});
        return;
      }
      if (v->kind == VariableKind::kFunction) {
        b_.Emit(Opcode::kLdaFunctionSlot, {Hops(v->scope), v->index});
        return;
      }
      LoadSlot(Hops(v->scope), v->index);
      if (NeedsHoleCheck(v, position)) b_.Emit(Opcode::kThrowIfHole, {b_.Constant(c_.KeyOf(v->name))});
      return;
    case VariableLocation::kImport:
      b_.SetPosition(position);
      b_.Emit(Opcode::kLdaCell, {Hops(v->scope), c_.ImportSlot(v), b_.Constant(c_.KeyOf(v->name))});
      return;
    case VariableLocation::kLookup:
      b_.SetPosition(position);
      b_.Emit(is_typeof ? Opcode::kLdaLookupTypeof : Opcode::kLdaLookup, {b_.Constant(c_.KeyOf(v->name))});
      return;
    default:
      // Global. These three are constants of the language.
      if (v->location == VariableLocation::kGlobal && v->kind == VariableKind::kUnresolved) {
        if (v->name == c_.atoms().undefined) {
          b_.Emit(Opcode::kLdaUndefined);
          return;
        }
        if (v->name->Is("NaN")) {
          b_.LoadNumber(__builtin_nan(""));
          return;
        }
        if (v->name->Is("Infinity")) {
          b_.LoadNumber(__builtin_inf());
          return;
        }
      }
      b_.SetPosition(position);
      b_.Emit(is_typeof ? Opcode::kLdaGlobalTypeof : Opcode::kLdaGlobal, {b_.Constant(c_.KeyOf(v->name))});
      return;
  }
}

void FunctionCompiler::ThrowConstAssignment(Variable* v) {
  b_.Emit(Opcode::kThrowConstAssign, {b_.Constant(c_.KeyOf(v->name))});
}

// acc stays.
void FunctionCompiler::StoreVariable(Variable* v, uint32_t position, StoreMode mode) {
  b_.SetPosition(position);
  bool is_static = v->location == VariableLocation::kLocal || v->location == VariableLocation::kEnvironment ||
                   v->location == VariableLocation::kImport;
  if (mode == StoreMode::kAssign && is_static) {
    if (v->kind == VariableKind::kFunctionName) {
      if (is_strict_) ThrowConstAssignment(v);
      return;
    }
    bool is_cell = v->location == VariableLocation::kImport ||
                   (v->location == VariableLocation::kEnvironment && c_.IsCell(v));
    if (is_cell ? v->has_temporal_dead_zone() : NeedsHoleCheck(v, position)) {
      Register mark = regs_.mark();
      Register value = Spill();
      LoadVariable(v, position);
      b_.Emit(Opcode::kLdar, {value});
      regs_.Release(mark);
      b_.SetPosition(position);
    }
    if (v->is_constant()) {
      ThrowConstAssignment(v);
      return;
    }
  }
  switch (v->location) {
    case VariableLocation::kLocal: b_.Emit(Opcode::kStar, {RegisterOf(v)}); return;
    case VariableLocation::kEnvironment:
      if (c_.IsCell(v)) {
        b_.Emit(Opcode::kStaCell, {Hops(v->scope), v->index});
      } else {
        StoreSlot(Hops(v->scope), v->index);
      }
      return;
    case VariableLocation::kImport: return;
    case VariableLocation::kLookup:
      b_.Emit(Opcode::kStaLookup, {b_.Constant(c_.KeyOf(v->name)), is_strict_ ? 1 : 0});
      return;
    case VariableLocation::kScriptLexical:
      if (mode == StoreMode::kInitialize) {
        b_.Emit(Opcode::kInitGlobalLexical, {b_.Constant(c_.KeyOf(v->name))});
        return;
      }
      [[fallthrough]];
    default:
      b_.Emit(is_strict_ ? Opcode::kStaGlobalStrict : Opcode::kStaGlobal, {b_.Constant(c_.KeyOf(v->name))});
      return;
  }
}

void FunctionCompiler::LoadThis(Variable* v, bool check) {
  if (v == nullptr) {
    LoadGlobalThis();
    return;
  }
  if (v->location == VariableLocation::kLocal) {
    b_.Emit(Opcode::kLdar, {0});
    if (check && kind_ == FunctionKind::kDerivedConstructor) b_.Emit(Opcode::kThrowIfThisHole);
    return;
  }
  LoadSlot(Hops(v->scope), v->index);
  if (!check) return;
  FunctionSyntax syntax =
      v->scope->from_scope_info ? v->scope->info->function_syntax() : v->scope->function->syntax;
  if (syntax == FunctionSyntax::kDerivedConstructor) b_.Emit(Opcode::kThrowIfThisHole);
}

// `this` at the top level: of a module undefined, else the realm's global this,
// which coercing undefined gives.
void FunctionCompiler::LoadGlobalThis() {
  for (Scope* scope = scope_; scope != nullptr; scope = scope->outer) {
    if (scope->kind == ScopeKind::kModule) {
      b_.Emit(Opcode::kLdaUndefined);
      return;
    }
  }
  if (kind_ != FunctionKind::kScript) {
    b_.Emit(Opcode::kLdaUndefined);
    b_.Emit(Opcode::kStar, {0});
    b_.Emit(Opcode::kCoerceThis);
  }
  b_.Emit(Opcode::kLdar, {0});
}

Value FunctionCompiler::AsciiConstant(const char* text) { return Value(InternAscii(isolate_, text)); }

void FunctionCompiler::ResetResult() {
  if (result_ == kNoRegister) return;
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kStar, {result_});
}

}  // namespace halfword::compiler
