// WeakRef objects (https://tc39.es/ecma262/#sec-weak-ref-objects).
#include "builtins/builtins.h"
#include "builtins/keyed_collections/entries.h"
#include "objects/isolate.h"
#include "objects/library/managing_memory.h"
#include "runtime/control_abstraction/weak_references.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// WeakRef ( target )  https://tc39.es/ecma262/#sec-weak-ref-target
Completion<Value> WeakRefConstructor(Isolate& isolate, Arguments& args) {
  isolate.Charge(16);  // collections have work with it
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "WeakRef");
  if (!CanBeHeldWeakly(args[0])) return isolate.ThrowTypeError("WeakRef: invalid target");
  auto* reference = TRY(
      OrdinaryCreateFromConstructor<WeakRefObject>(isolate, args.new_target(), Intrinsic::kWeakRefPrototype));
  AddToKeptObjects(isolate, args[0]);
  reference->set_target(args[0]);
  return Value(reference);
}

// https://tc39.es/ecma262/#sec-weak-ref.prototype.deref
Completion<Value> WeakRefDeref(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<WeakRefObject>()) {
    return ThrowIncompatibleReceiver(isolate, "WeakRef.prototype.deref", args.this_value());
  }
  Value target = static_cast<WeakRefObject*>(args.this_value().AsObject())->target();
  if (!target.IsUndefined()) AddToKeptObjects(isolate, target);
  return target;
}

constexpr NativeRow kConstructorRowSource[] = {{"WeakRef", WeakRefConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {{"deref", WeakRefDeref, 0}};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kWeakRefTables = kTables;

void InstallWeakRef(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kWeakRef,
                     Intrinsic::kWeakRefPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "WeakRef");
}

}  // namespace halfword
