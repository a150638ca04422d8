// WeakMap objects (https://tc39.es/ecma262/#sec-weakmap-objects).
#include "builtins/builtins.h"
#include "builtins/keyed_collections/entries.h"
#include "objects/isolate.h"
#include "objects/library/keyed_collections.h"
#include "runtime/operations/call.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Completion<WeakMapObject*> RequireWeakMap(Isolate& isolate, Value v, const char* method) {
  if (HW_LIKELY(v.Is<WeakMapObject>())) return static_cast<WeakMapObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

// https://tc39.es/ecma262/#sec-weakmap.prototype.delete
Completion<Value> WeakMapDelete(Isolate& isolate, Arguments& args) {
  WeakMapObject* map = TRY(RequireWeakMap(isolate, args.this_value(), "WeakMap.prototype.delete"));
  return Value::Boolean(CanBeHeldWeakly(args[0]) && map->Delete(args[0]));
}

// https://tc39.es/ecma262/#sec-weakmap.prototype.get
Completion<Value> WeakMapGet(Isolate& isolate, Arguments& args) {
  WeakMapObject* map = TRY(RequireWeakMap(isolate, args.this_value(), "WeakMap.prototype.get"));
  Value value = CanBeHeldWeakly(args[0]) ? map->Get(args[0]) : Value::NotFound();
  return value.IsNotFound() ? Value::Undefined() : value;
}

// https://tc39.es/ecma262/#sec-weakmap.prototype.has
Completion<Value> WeakMapHas(Isolate& isolate, Arguments& args) {
  WeakMapObject* map = TRY(RequireWeakMap(isolate, args.this_value(), "WeakMap.prototype.has"));
  return Value::Boolean(CanBeHeldWeakly(args[0]) && map->Has(args[0]));
}

Throwing ThrowInvalidKey(Isolate& isolate, Value key) {
  return isolate.ThrowTypeError("Invalid value used as weak map key: %s",
                                DescribeForError(isolate, key).c_str());
}

Completion<void> SetOrThrow(Isolate& isolate, WeakMapObject* map, Value key, Value value) {
  if (!CanBeHeldWeakly(key)) return ThrowInvalidKey(isolate, key);
  map->Set(isolate, key, value);
  return {};
}

// https://tc39.es/ecma262/#sec-weakmap.prototype.set
Completion<Value> WeakMapSet(Isolate& isolate, Arguments& args) {
  WeakMapObject* map = TRY(RequireWeakMap(isolate, args.this_value(), "WeakMap.prototype.set"));
  TRY(SetOrThrow(isolate, map, args[0], args[1]));
  return args.this_value();
}

// https://tc39.es/proposal-upsert/#sec-weakmap.prototype.getorinsert
Completion<Value> WeakMapGetOrInsert(Isolate& isolate, Arguments& args) {
  WeakMapObject* map = TRY(RequireWeakMap(isolate, args.this_value(), "WeakMap.prototype.getOrInsert"));
  Value value = CanBeHeldWeakly(args[0]) ? map->Get(args[0]) : Value::NotFound();
  if (!value.IsNotFound()) return value;
  TRY(SetOrThrow(isolate, map, args[0], args[1]));
  return args[1];
}

// https://tc39.es/proposal-upsert/#sec-weakmap.prototype.getorinsertcomputed
Completion<Value> WeakMapGetOrInsertComputed(Isolate& isolate, Arguments& args) {
  WeakMapObject* map =
      TRY(RequireWeakMap(isolate, args.this_value(), "WeakMap.prototype.getOrInsertComputed"));
  if (!CanBeHeldWeakly(args[0])) return ThrowInvalidKey(isolate, args[0]);
  if (!args[1].IsCallable()) return ThrowNotCallable(isolate, args[1]);
  Value value = map->Get(args[0]);
  if (!value.IsNotFound()) return value;
  value = TRY(Call(isolate, args[1], Value::Undefined(), {args[0]}));
  map->Set(isolate, args[0], value);
  return value;
}

constexpr NativeRow kPrototypeRowsSource[] = {
    {"delete", WeakMapDelete, 1},
    {"get", WeakMapGet, 1},
    {"getOrInsert", WeakMapGetOrInsert, 2},
    {"getOrInsertComputed", WeakMapGetOrInsertComputed, 2},
    {"has", WeakMapHas, 1},
    {"set", WeakMapSet, 2},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr int kSetRow = 5;
static_assert(kPrototypeRowsSource[kSetRow].code_ == WeakMapSet);

// WeakMap ( [ iterable ] )  https://tc39.es/ecma262/#sec-weakmap-iterable
Completion<Value> WeakMapConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "WeakMap");
  WeakMapObject* map = TRY(
      OrdinaryCreateFromConstructor<WeakMapObject>(isolate, args.new_target(), Intrinsic::kWeakMapPrototype));
  if (args[0].IsNullOrUndefined()) return Value(map);
  Value adder = TRY(Get(isolate, map, Name::set));
  if (!adder.IsCallable()) return ThrowAdderNotCallable(isolate, adder, "set", "WeakMap");
  bool plain = adder.Is<NativeFunction>() && static_cast<NativeFunction*>(adder.AsObject())->native_index_ ==
                                                 NativeIndexOf(&kPrototypeRows[kSetRow]);
  TRY(ForEachEntry(isolate, args[0], [&](Value key, Value value) -> Completion<void> {
    if (plain) return SetOrThrow(isolate, map, key, value);
    TRY(Call(isolate, adder, Value(map), {key, value}));
    return {};
  }));
  return Value(map);
}

constexpr NativeRow kConstructorRowSource[] = {{"WeakMap", WeakMapConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kWeakMapTables = kTables;

void InstallWeakMap(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kWeakMap,
                     Intrinsic::kWeakMapPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "WeakMap");
}

}  // namespace halfword
