#include "runtime/functions/environments.h"

#include "bytecode/opcodes.h"
#include "bytecode/scope_info_flags.h"
#include "gc/heap.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/execution/frames.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

Environment* NewEnvironment(Isolate& isolate, Value parent, Value scope_info, uint32_t slots) {
  size_t cell = gc::CellSize(sizeof(Environment) + slots * sizeof(Value));
  auto* environment = static_cast<Environment*>(
      isolate.heap().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(HeapType::kEnvironment), cell), cell));
  environment->parent_.Init(parent);
  environment->scope_info_.Init(scope_info);
  for (uint32_t i = 0; i < slots; i++) environment->slots()[i].Init(Value::Hole());
  return environment;
}

Environment* CopyEnvironment(Isolate& isolate, Environment* from, uint32_t slots) {
  Environment* copy = NewEnvironment(isolate, from->parent_, from->scope_info_, slots);
  for (uint32_t i = 0; i < slots; i++) copy->slots()[i].Init(from->slots()[i].get());
  return copy;
}

namespace {

ScopeInfo* InfoOf(Environment* environment) {
  return environment->scope_info_.get().IsSmi() ? nullptr : environment->scope_info_.get().As<ScopeInfo>();
}

ScopeInfo::Variable* FindVariable(ScopeInfo* info, Value name) {
  for (uint32_t i = 0; i < info->variable_count_; i++) {
    ScopeInfo::Variable& v = info->variables()[i];
    if (v.name.get() == name && !(v.flags & ScopeInfo::kPrivate)) return &v;
  }
  return nullptr;
}

// A var of the function, or what else a var of a sloppy eval would be another declaration of. The name that a
// function expression has within itself is no such thing: it belongs to a scope around the function.
ScopeInfo::Variable* FindDeclared(ScopeInfo* info, Value name) {
  ScopeInfo::Variable* v = FindVariable(info, name);
  return v && !(v->flags & ScopeInfo::kSilentConst) ? v : nullptr;
}

// The object that holds variables which sloppy evals declared in this environment, or null.
JSObject* EvalVariables(Environment* environment, ScopeInfo* info) {
  if (!(info->flags_ & kScopeHasSloppyEval)) return nullptr;
  Value v = environment->slots()[info->reserved_];
  return v.IsObject() ? v.AsObject() : nullptr;
}

// The same object; made if there is none. REQUIRES: a sloppy eval may declare variables here.
JSObject* MakeEvalVariables(Isolate& isolate, Environment* environment, ScopeInfo* info) {
  DCHECK(info->flags_ & kScopeHasSloppyEval);
  ValueField& slot = environment->slots()[info->reserved_];
  if (!slot.get().IsObject()) slot.Set(environment, Value(OrdinaryObjectCreate(isolate, Value::Null())));
  return slot.get().AsObject();
}

// https://tc39.es/ecma262/#sec-object-environment-records-hasbinding-n
Completion<bool> WithObjectHasBinding(Isolate& isolate, JSObject* object, PropertyKey key) {
  if (!TRY(HasProperty(isolate, object, key))) return false;
  Value unscopables = TRY(Get(isolate, object, isolate.key(WellKnownSymbol::unscopables)));
  if (unscopables.IsObject()) {
    return !ToBoolean(TRY(Get(isolate, unscopables.AsObject(), key)));
  }
  return true;
}

struct Resolved {
  enum Kind : uint8_t { kVariable, kWithObject, kEvalObject, kGlobal } kind = kGlobal;
  Environment* environment = nullptr;
  ScopeInfo::Variable* variable = nullptr;
  JSObject* object = nullptr;
};

Completion<Resolved> Resolve(Isolate& isolate, Value environment, Value name) {
  Resolved r;
  PropertyKey key = PropertyKey::FromName(name);
  for (Value e = environment; !e.IsSmi(); e = e.As<Environment>()->parent_) {
    Environment* env = e.As<Environment>();
    ScopeInfo* info = InfoOf(env);
    if (info == nullptr) continue;
    if (info->kind_ == ScopeInfo::kWithScope) {
      JSObject* object = env->slots()[0].get().AsObject();
      if (TRY(WithObjectHasBinding(isolate, object, key))) {
        r.kind = Resolved::kWithObject;
        r.object = object;
        return r;
      }
      continue;
    }
    ScopeInfo::Variable* variable = FindVariable(info, name);
    // A var of an eval hides the function's own name, and is never made where there is another variable.
    if (variable == nullptr || (variable->flags & ScopeInfo::kSilentConst)) {
      JSObject* object = EvalVariables(env, info);
      if (object && TRY(HasOwnProperty(isolate, object, key))) {
        r.kind = Resolved::kEvalObject;
        r.object = object;
        return r;
      }
    }
    if (variable) {
      r.kind = Resolved::kVariable;
      r.environment = env;
      r.variable = variable;
      return r;
    }
  }
  return r;
}

ValueField& SlotOf(Environment* environment, ScopeInfo::Variable* variable, void** owner) {
  ValueField& slot = environment->slots()[variable->slot];
  if (variable->flags & kVariableIsCell) {
    PropertyCell* cell = slot.get().As<PropertyCell>();
    *owner = cell;
    return cell->value_;
  }
  *owner = environment;
  return slot;
}

Completion<Value> LoadVariable(Isolate& isolate, Environment* environment, ScopeInfo::Variable* variable,
                               Value name) {
  void* owner;
  Value value = SlotOf(environment, variable, &owner);
  if (value.IsHole()) return ThrowUninitialized(isolate, name.AsString());
  return owner == environment ? FunctionInSlot(isolate, environment, variable->slot) : value;
}

Completion<void> StoreVariable(Isolate& isolate, Environment* environment, ScopeInfo::Variable* variable,
                               Value name, Value value, uint8_t flags) {
  void* owner;
  ValueField& slot = SlotOf(environment, variable, &owner);
  if (!(flags & kStoreInitialize)) {
    if (slot.get().IsHole()) return ThrowUninitialized(isolate, name.AsString());
    if (variable->flags & ScopeInfo::kSilentConst) {
      if (flags & kStoreStrict) return ThrowConstAssign(isolate);
      return {};
    }
    if (variable->flags & ScopeInfo::kConst) return ThrowConstAssign(isolate);
  }
  slot.Set(owner, value);
  return {};
}

PropertyCell* ScriptScopeCell(Realm* realm, Value name) {
  JSObject* scope = realm->script_scope_.get().AsObject();
  PropertyLocation location;
  if (!scope->shape()->Lookup(name, &location)) return nullptr;
  return scope->GetSlot(location.slot).As<PropertyCell>();
}

// https://tc39.es/ecma262/#sec-candeclareglobalfunction
Completion<bool> CanDeclareGlobalFunction(Isolate& isolate, JSObject* global, PropertyKey key) {
  MaybeDescriptor existing = TRY(internal_method::GetOwnProperty(isolate, global, key));
  if (!existing.found) return internal_method::IsExtensible(isolate, global);
  const PropertyDescriptor& d = existing.descriptor;
  return d.configurable || (d.IsData() && d.writable && d.enumerable);
}

// The environment to which the vars of a sloppy direct eval go, or null: the global object.
Environment* VariableEnvironment(Value environment) {
  for (Value e = environment; !e.IsSmi(); e = e.As<Environment>()->parent_) {
    ScopeInfo* info = InfoOf(e.As<Environment>());
    if (info && (info->flags_ & kScopeIsVariableScope)) return e.As<Environment>();
  }
  return nullptr;
}

}  // namespace

Completion<Value> ResolveName(Isolate& isolate, Value environment, Value name) {
  Resolved r = TRY(Resolve(isolate, environment, name));
  if (r.kind == Resolved::kVariable) return Value(r.environment);
  if (r.object) return Value(r.object);
  Realm* realm = CurrentRealm(isolate);
  if (ScriptScopeCell(realm, name) ||
      TRY(HasProperty(isolate, realm->global_object(), PropertyKey::FromName(name)))) {
    return Value::Smi(0);
  }
  return Value::Undefined();
}

namespace {

bool IsRunningStrict(Isolate& isolate) {
  for (FrameWalker walker(isolate); !walker.done(); walker.Next()) {
    if (walker.code()) {
      return static_cast<JSFunction*>(walker.function().AsObject())->info()->flags_ & FunctionInfo::kIsStrict;
    }
  }
  return false;
}

// https://tc39.es/ecma262/#sec-object-environment-records-getbindingvalue-n-s
Completion<Value> GetBindingValue(Isolate& isolate, JSObject* object, Value name) {
  PropertyKey key = PropertyKey::FromName(name);
  if (TRY(HasProperty(isolate, object, key))) return Get(isolate, object, key);
  if (IsRunningStrict(isolate)) return ThrowNotDefined(isolate, name.AsString());
  return Value::Undefined();
}

}  // namespace

Completion<Value> LookupReference(Isolate& isolate, Value reference, Value name) {
  if (reference.IsObject()) return GetBindingValue(isolate, reference.AsObject(), name);
  if (reference.IsUndefined()) return ThrowNotDefined(isolate, name.AsString());
  if (reference.IsSmi()) return LoadGlobal(isolate, name, false, Site());
  Environment* environment = reference.As<Environment>();
  return LoadVariable(isolate, environment, FindVariable(InfoOf(environment), name), name);
}

Completion<Value> LookupName(Isolate& isolate, Value environment, Value name, bool for_typeof,
                             Value* this_value) {
  if (this_value) *this_value = Value::Undefined();
  Resolved r = TRY(Resolve(isolate, environment, name));
  if (r.kind == Resolved::kVariable) return LoadVariable(isolate, r.environment, r.variable, name);
  if (r.kind == Resolved::kGlobal) return LoadGlobal(isolate, name, for_typeof, Site());
  if (r.kind == Resolved::kWithObject) {
    if (this_value) *this_value = Value(r.object);
    return GetBindingValue(isolate, r.object, name);
  }
  return Get(isolate, r.object, PropertyKey::FromName(name));
}

Completion<void> StoreName(Isolate& isolate, Value reference, Value name, Value value, uint8_t flags) {
  PropertyKey key = PropertyKey::FromName(name);
  bool strict = flags & kStoreStrict;
  if (reference.IsObject()) {
    // https://tc39.es/ecma262/#sec-object-environment-records-setmutablebinding-n-v-s
    JSObject* object = reference.AsObject();
    if (!TRY(HasProperty(isolate, object, key)) && strict) return ThrowNotDefined(isolate, name.AsString());
    return Set(isolate, object, key, value, strict);
  }
  if (reference.IsUndefined()) {
    if (strict) return ThrowNotDefined(isolate, name.AsString());
    return Set(isolate, CurrentRealm(isolate)->global_object(), key, value, false);
  }
  if (reference.IsSmi()) return StoreGlobal(isolate, name, value, strict, Site());
  Environment* environment = reference.As<Environment>();
  return StoreVariable(isolate, environment, FindVariable(InfoOf(environment), name), name, value, flags);
}

Completion<void> StoreAnnexBFunction(Isolate& isolate, Value environment, Value name, Value value) {
  PropertyKey key = PropertyKey::FromName(name);
  if (Environment* variables = VariableEnvironment(environment)) {
    ScopeInfo* info = InfoOf(variables);
    if (ScopeInfo::Variable* v = FindDeclared(info, name))
      return StoreVariable(isolate, variables, v, name, value, kStoreInitialize);
    // Where the program has deleted the variable, SetMutableBinding makes it anew.
    MakeEvalVariables(isolate, variables, info)->DefineOwn(isolate, key, value, kDataDefault);
    return {};
  }
  Realm* realm = CurrentRealm(isolate);
  JSObject* global = realm->global_object();
  if (ScriptScopeCell(realm, name) || !TRY(CanDeclareGlobalFunction(isolate, global, key))) return {};
  return Set(isolate, global, key, value, false);
}

Completion<Value> DeleteName(Isolate& isolate, Value environment, Value name) {
  Resolved r = TRY(Resolve(isolate, environment, name));
  if (r.kind == Resolved::kVariable) return Value::False();
  if (r.object)
    return Value::Boolean(TRY(internal_method::Delete(isolate, r.object, PropertyKey::FromName(name))));
  Realm* realm = CurrentRealm(isolate);
  if (ScriptScopeCell(realm, name)) return Value::False();
  return Value::Boolean(
      TRY(internal_method::Delete(isolate, realm->global_object(), PropertyKey::FromName(name))));
}

// ---- Declarations ----

namespace {

// https://tc39.es/ecma262/#sec-candeclareglobalvar
Completion<bool> CanDeclareGlobalVar(Isolate& isolate, JSObject* global, PropertyKey key) {
  if (TRY(HasOwnProperty(isolate, global, key))) return true;
  return internal_method::IsExtensible(isolate, global);
}

// https://tc39.es/ecma262/#sec-createglobalvarbinding
Completion<void> CreateGlobalVarBinding(Isolate& isolate, JSObject* global, PropertyKey key, bool deletable) {
  if (TRY(HasOwnProperty(isolate, global, key)) || !TRY(internal_method::IsExtensible(isolate, global)))
    return {};
  return DefinePropertyOrThrow(
      isolate, global, key,
      PropertyDescriptor::Data(Value::Undefined(),
                               kWritable | kEnumerable | (deletable ? kConfigurable : 0)));
}

// A lexical binding is about to hide a property of the global object: sites that remember the property's cell
// find it empty and look again.
void ReplaceGlobalCell(Isolate& isolate, JSObject* global, PropertyKey key) {
  PropertyLocation location;
  if (!global->shape()->Lookup(key.name(), &location) || !(location.attributes & kCell)) return;
  PropertyCell* old = global->GetSlot(location.slot).As<PropertyCell>();
  global->SetSlot(isolate, location.slot,
                  Value(NewPropertyCell(isolate, key.name(), old->value_,
                                        old->flags_.get().AsSmi() & ~PropertyCell::kIsRelied)));
  old->Assign(isolate, Value::Hole());
}

DeclarationKind KindAt(ValueArray* declarations, uint32_t i) {
  return static_cast<DeclarationKind>(declarations->get(i).AsSmi());
}

// Pairs may be followed by padding of the cell.
uint32_t DeclarationCount(ValueArray* declarations) {
  uint32_t n = 0;
  while (n + 1 < declarations->length() && declarations->get(n + 1).IsString()) n += 2;
  return n;
}

Throwing ThrowAlreadyDeclared(Isolate& isolate, Value name) {
  return isolate.ThrowSyntaxError("Identifier '%s' has already been declared",
                                  ShortText(isolate, name.AsString()).c_str());
}

// Throws where a var or function of these can't become a property of the global object.
Completion<void> CheckGlobalDeclarations(Isolate& isolate, JSObject* global, ValueArray* declarations,
                                         uint32_t count) {
  for (uint32_t i = 0; i < count; i += 2) {
    DeclarationKind kind = KindAt(declarations, i);
    Value name = declarations->get(i + 1);
    PropertyKey key = PropertyKey::FromName(name);
    bool ok = true;
    if (kind == DeclarationKind::kFunction) ok = TRY(CanDeclareGlobalFunction(isolate, global, key));
    if (kind == DeclarationKind::kVar) ok = TRY(CanDeclareGlobalVar(isolate, global, key));
    if (!ok)
      return isolate.ThrowTypeError("Cannot declare global '%s'",
                                    ShortText(isolate, name.AsString()).c_str());
  }
  return {};
}

}  // namespace

Completion<void> GlobalDeclarationInstantiation(Isolate& isolate, ValueArray* declarations) {
  Realm* realm = CurrentRealm(isolate);
  JSObject* global = realm->global_object();
  uint32_t count = DeclarationCount(declarations);
  for (uint32_t i = 0; i < count; i += 2) {
    DeclarationKind kind = KindAt(declarations, i);
    Value name = declarations->get(i + 1);
    PropertyKey key = PropertyKey::FromName(name);
    if (kind <= DeclarationKind::kClass) {
      if (ScriptScopeCell(realm, name)) return ThrowAlreadyDeclared(isolate, name);
      // HasRestrictedGlobalProperty
      MaybeDescriptor existing = TRY(internal_method::GetOwnProperty(isolate, global, key));
      if (existing.found && !existing.descriptor.configurable) return ThrowAlreadyDeclared(isolate, name);
    } else if (kind != DeclarationKind::kAnnexBFunction && ScriptScopeCell(realm, name)) {
      return ThrowAlreadyDeclared(isolate, name);
    }
  }
  TRY(CheckGlobalDeclarations(isolate, global, declarations, count));
  JSObject* scope = realm->script_scope_.get().AsObject();
  for (uint32_t i = 0; i < count; i += 2) {
    DeclarationKind kind = KindAt(declarations, i);
    Value name = declarations->get(i + 1);
    PropertyKey key = PropertyKey::FromName(name);
    switch (kind) {
      case DeclarationKind::kLet:
      case DeclarationKind::kConst:
      case DeclarationKind::kClass: {
        ReplaceGlobalCell(isolate, global, key);
        int32_t flags =
            PropertyCell::kLexical | (kind == DeclarationKind::kConst ? PropertyCell::kReadOnly : 0);
        scope->DefineOwn(isolate, key, Value(NewPropertyCell(isolate, name, Value::Hole(), flags)),
                         kDataDefault | kCell);
        break;
      }
      case DeclarationKind::kVar: TRY(CreateGlobalVarBinding(isolate, global, key, false)); break;
      case DeclarationKind::kFunction: break;  // DeclareGlobalFunction follows with the closure
      case DeclarationKind::kAnnexBFunction:
        if (!ScriptScopeCell(realm, name) && TRY(CanDeclareGlobalFunction(isolate, global, key))) {
          TRY(CreateGlobalVarBinding(isolate, global, key, false));
        }
        break;
    }
  }
  return {};
}

Completion<void> CreateGlobalFunctionBinding(Isolate& isolate, Value name, Value function, bool deletable) {
  JSObject* global = CurrentRealm(isolate)->global_object();
  PropertyKey key = PropertyKey::FromName(name);
  MaybeDescriptor existing = TRY(internal_method::GetOwnProperty(isolate, global, key));
  PropertyDescriptor d;
  d.value = function;
  d.has_value = true;
  if (!existing.found || existing.descriptor.configurable) {
    d = PropertyDescriptor::Data(function, kWritable | kEnumerable | (deletable ? kConfigurable : 0));
  }
  TRY(DefinePropertyOrThrow(isolate, global, key, d));
  return Set(isolate, global, key, function, false);
}

void InitializeGlobalLexical(Isolate& isolate, Value name, Value value) {
  PropertyCell* cell = ScriptScopeCell(CurrentRealm(isolate), name);
  DCHECK(cell);
  cell->Assign(isolate, value);
}

Completion<void> EvalDeclarationInstantiation(Isolate& isolate, Value environment, ValueArray* declarations) {
  Realm* realm = CurrentRealm(isolate);
  JSObject* global = realm->global_object();
  Environment* variables = VariableEnvironment(environment);
  uint32_t count = DeclarationCount(declarations);
  // Steps 3: a var may not hoist past a lexical declaration of the same name (the
  // simple catch parameter excepted).
  for (uint32_t i = 0; i < count; i += 2) {
    DeclarationKind kind = KindAt(declarations, i);
    Value name = declarations->get(i + 1);
    if (kind != DeclarationKind::kVar && kind != DeclarationKind::kFunction) continue;
    if (variables == nullptr && ScriptScopeCell(realm, name)) return ThrowAlreadyDeclared(isolate, name);
    for (Value e = environment; !e.IsSmi() && (!variables || e != Value(variables));
         e = e.As<Environment>()->parent_) {
      ScopeInfo* info = InfoOf(e.As<Environment>());
      if (info == nullptr || info->kind_ == ScopeInfo::kWithScope || info->kind_ == ScopeInfo::kCatchScope ||
          info->kind_ == ScopeInfo::kClassScope)
        continue;
      ScopeInfo::Variable* v = FindVariable(info, name);
      if (v && (v->flags & ScopeInfo::kLexical)) return ThrowAlreadyDeclared(isolate, name);
    }
    // Parameters and the function's own let and const live in the variable environment itself.
    if (variables) {
      ScopeInfo::Variable* v = FindVariable(InfoOf(variables), name);
      if (v && (v->flags & ScopeInfo::kLexical)) return ThrowAlreadyDeclared(isolate, name);
    }
  }
  if (variables == nullptr) TRY(CheckGlobalDeclarations(isolate, global, declarations, count));
  for (uint32_t i = 0; i < count; i += 2) {
    DeclarationKind kind = KindAt(declarations, i);
    Value name = declarations->get(i + 1);
    PropertyKey key = PropertyKey::FromName(name);
    if (kind <= DeclarationKind::kClass || kind == DeclarationKind::kFunction) continue;
    if (variables == nullptr) {
      // The parser has left out functions of blocks whose name is bound between here and the global object.
      if (kind == DeclarationKind::kAnnexBFunction &&
          (ScriptScopeCell(realm, name) || !TRY(CanDeclareGlobalFunction(isolate, global, key))))
        continue;
      TRY(CreateGlobalVarBinding(isolate, global, key, true));
      continue;
    }
    ScopeInfo* info = InfoOf(variables);
    if (FindDeclared(info, name)) continue;
    JSObject* object = MakeEvalVariables(isolate, variables, info);
    if (!TRY(HasOwnProperty(isolate, object, key)))
      object->DefineOwn(isolate, key, Value::Undefined(), kDataDefault);
  }
  return {};
}

Completion<void> BindEvalFunction(Isolate& isolate, Value environment, Value name, Value function) {
  Environment* variables = VariableEnvironment(environment);
  if (variables == nullptr) return CreateGlobalFunctionBinding(isolate, name, function, true);
  ScopeInfo* info = InfoOf(variables);
  if (ScopeInfo::Variable* v = FindDeclared(info, name))
    return StoreVariable(isolate, variables, v, name, function, kStoreInitialize);
  MakeEvalVariables(isolate, variables, info)
      ->DefineOwn(isolate, PropertyKey::FromName(name), function, kDataDefault);
  return {};
}

}  // namespace halfword
