// FinalizationRegistry objects (https://tc39.es/ecma262/#sec-finalization-registry-objects). Cleanup jobs are
// made by EnqueueFinalizationJobs (runtime/control_abstraction/weak_references.h).
#include "builtins/builtins.h"
#include "builtins/keyed_collections/entries.h"
#include "objects/isolate.h"
#include "objects/library/managing_memory.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Completion<FinalizationRegistryObject*> RequireRegistry(Isolate& isolate, Value v, const char* method) {
  if (v.Is<FinalizationRegistryObject>()) return static_cast<FinalizationRegistryObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

// FinalizationRegistry ( cleanupCallback )
// https://tc39.es/ecma262/#sec-finalization-registry-cleanup-callback
Completion<Value> RegistryConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "FinalizationRegistry");
  if (!args[0].IsCallable()) return isolate.ThrowTypeError("FinalizationRegistry: cleanup must be callable");
  auto* registry = TRY(OrdinaryCreateFromConstructor<FinalizationRegistryObject>(
      isolate, args.new_target(), Intrinsic::kFinalizationRegistryPrototype));
  registry->cleanup_.Set(registry, args[0]);
  registry->realm_.Set(registry, Value(args.realm()));
  return Value(registry);
}

// https://tc39.es/ecma262/#sec-finalization-registry.prototype.register
Completion<Value> Register(Isolate& isolate, Arguments& args) {
  isolate.Charge(16);  // collections have work with it
  auto* registry =
      TRY(RequireRegistry(isolate, args.this_value(), "FinalizationRegistry.prototype.register"));
  Value target = args[0], held = args[1], token = args[2];
  if (!CanBeHeldWeakly(target))
    return isolate.ThrowTypeError("FinalizationRegistry.prototype.register: invalid target");
  if (SameValue(isolate, target, held)) {
    return isolate.ThrowTypeError(
        "FinalizationRegistry.prototype.register: target and holdings must not be same");
  }
  if (!token.IsUndefined() && !CanBeHeldWeakly(token)) {
    return isolate.ThrowTypeError("Invalid unregisterToken ('%s')", DescribeForError(isolate, token).c_str());
  }
  registry->Register(isolate, target, held, token);
  return Value::Undefined();
}

// https://tc39.es/ecma262/#sec-finalization-registry.prototype.unregister
Completion<Value> Unregister(Isolate& isolate, Arguments& args) {
  auto* registry =
      TRY(RequireRegistry(isolate, args.this_value(), "FinalizationRegistry.prototype.unregister"));
  if (!CanBeHeldWeakly(args[0])) {
    return isolate.ThrowTypeError("Invalid unregisterToken ('%s')",
                                  DescribeForError(isolate, args[0]).c_str());
  }
  return Value::Boolean(registry->Unregister(isolate, args[0]));
}

constexpr NativeRow kConstructorRowSource[] = {
    {"FinalizationRegistry", RegistryConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"register", Register, 2},
    {"unregister", Unregister, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kFinalizationRegistryTables = kTables;

void InstallFinalizationRegistry(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kFinalizationRegistry,
                     Intrinsic::kFinalizationRegistryPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "FinalizationRegistry");
}

}  // namespace halfword
