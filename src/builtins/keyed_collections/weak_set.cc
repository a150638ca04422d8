// WeakSet objects (https://tc39.es/ecma262/#sec-weakset-objects).
#include "builtins/builtins.h"
#include "builtins/keyed_collections/entries.h"
#include "objects/isolate.h"
#include "objects/library/keyed_collections.h"
#include "runtime/operations/call.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Completion<WeakSetObject*> RequireWeakSet(Isolate& isolate, Value v, const char* method) {
  if (HW_LIKELY(v.Is<WeakSetObject>())) return static_cast<WeakSetObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

Completion<void> AddOrThrow(Isolate& isolate, WeakSetObject* set, Value key) {
  if (!CanBeHeldWeakly(key)) {
    return isolate.ThrowTypeError("Invalid value used in weak set: %s",
                                  DescribeForError(isolate, key).c_str());
  }
  set->Add(isolate, key);
  return {};
}

// https://tc39.es/ecma262/#sec-weakset.prototype.add
Completion<Value> WeakSetAdd(Isolate& isolate, Arguments& args) {
  WeakSetObject* set = TRY(RequireWeakSet(isolate, args.this_value(), "WeakSet.prototype.add"));
  TRY(AddOrThrow(isolate, set, args[0]));
  return args.this_value();
}

// https://tc39.es/ecma262/#sec-weakset.prototype.delete
Completion<Value> WeakSetDelete(Isolate& isolate, Arguments& args) {
  WeakSetObject* set = TRY(RequireWeakSet(isolate, args.this_value(), "WeakSet.prototype.delete"));
  return Value::Boolean(CanBeHeldWeakly(args[0]) && set->Delete(args[0]));
}

// https://tc39.es/ecma262/#sec-weakset.prototype.has
Completion<Value> WeakSetHas(Isolate& isolate, Arguments& args) {
  WeakSetObject* set = TRY(RequireWeakSet(isolate, args.this_value(), "WeakSet.prototype.has"));
  return Value::Boolean(CanBeHeldWeakly(args[0]) && set->Has(args[0]));
}

constexpr NativeRow kPrototypeRowsSource[] = {
    {"add", WeakSetAdd, 1},
    {"delete", WeakSetDelete, 1},
    {"has", WeakSetHas, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr int kAddRow = 0;
static_assert(kPrototypeRowsSource[kAddRow].code_ == WeakSetAdd);

// WeakSet ( [ iterable ] )  https://tc39.es/ecma262/#sec-weakset-iterable
Completion<Value> WeakSetConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "WeakSet");
  WeakSetObject* set = TRY(
      OrdinaryCreateFromConstructor<WeakSetObject>(isolate, args.new_target(), Intrinsic::kWeakSetPrototype));
  if (args[0].IsNullOrUndefined()) return Value(set);
  Value adder = TRY(Get(isolate, set, Name::add));
  if (!adder.IsCallable()) return ThrowAdderNotCallable(isolate, adder, "add", "WeakSet");
  bool plain = adder.Is<NativeFunction>() && static_cast<NativeFunction*>(adder.AsObject())->native_index_ ==
                                                 NativeIndexOf(&kPrototypeRows[kAddRow]);
  TRY(ForEachIterated(isolate, args[0], [&](Value value) -> Completion<bool> {
    TRY(isolate.Poll());
    if (plain) {
      TRY(AddOrThrow(isolate, set, value));
    } else {
      TRY(Call(isolate, adder, Value(set), {value}));
    }
    return true;
  }));
  return Value(set);
}

constexpr NativeRow kConstructorRowSource[] = {{"WeakSet", WeakSetConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kWeakSetTables = kTables;

void InstallWeakSet(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kWeakSet,
                     Intrinsic::kWeakSetPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "WeakSet");
}

}  // namespace halfword
