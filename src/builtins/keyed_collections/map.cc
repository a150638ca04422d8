// Map objects (https://tc39.es/ecma262/#sec-map-objects) and %MapIteratorPrototype%.
#include "builtins/builtins.h"
#include "builtins/keyed_collections/entries.h"
#include "objects/isolate.h"
#include "objects/library/keyed_collections.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Completion<MapObject*> RequireMap(Isolate& isolate, Value v, const char* method) {
  if (HW_LIKELY(v.Is<MapObject>())) return static_cast<MapObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

MapObject* NewMap(Isolate& isolate) {
  return NewObjectAs<MapObject>(isolate, CurrentRealm(isolate)->shape(RealmShape::kMap));
}

Completion<void> SetOrThrow(Isolate& isolate, MapObject* map, Value key, Value value) {
  if (HW_UNLIKELY(!map->Set(isolate, key, value)))
    return isolate.ThrowRangeError("Map maximum size exceeded");
  return {};
}

// FAST: entries of an untouched map; nothing runs meanwhile.
Completion<void> CopyEntries(Isolate& isolate, MapObject* to, MapObject* from) {
  HashTableStorage* table = from->table_.get();
  for (uint32_t i = 0; table && i < table->used_; i++) {
    TRY(isolate.Poll());
    if (!table->key(i).IsHole()) TRY(SetOrThrow(isolate, to, table->key(i), table->value(i)));
  }
  return {};
}

// Map ( [ iterable ] )  https://tc39.es/ecma262/#sec-map-iterable
Completion<Value> MapConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Map");
  MapObject* map = args.new_target() == Value(args.callee())
                       ? NewMap(isolate)
                       : TRY(OrdinaryCreateFromConstructor<MapObject>(isolate, args.new_target(),
                                                                      Intrinsic::kMapPrototype));
  Value iterable = args[0];
  if (iterable.IsNullOrUndefined()) return Value(map);
  Value adder = TRY(Get(isolate, map, Name::set));
  if (!adder.IsCallable()) return ThrowAdderNotCallable(isolate, adder, "set", "Map");
  bool plain = adder == Value(CurrentIntrinsic(isolate, Intrinsic::kMapPrototype_set));
  if (plain && iterable.Is<MapObject>() && isolate.map_set_iteration_intact_ &&
      iterable.AsObject()->shape() == isolate.realm()->shape(RealmShape::kMap)) {
    TRY(CopyEntries(isolate, map, static_cast<MapObject*>(iterable.AsObject())));
    return Value(map);
  }
  TRY(ForEachEntry(isolate, iterable, [&](Value key, Value value) -> Completion<void> {
    if (plain) return SetOrThrow(isolate, map, key, value);
    TRY(Call(isolate, adder, Value(map), {key, value}));
    return {};
  }));
  return Value(map);
}

// https://tc39.es/ecma262/#sec-get-map-@@species
Completion<Value> Species(Isolate&, Arguments& args) { return args.this_value(); }

// https://tc39.es/ecma262/#sec-map.prototype.clear
Completion<Value> MapClear(Isolate& isolate, Arguments& args) {
  TRY(RequireMap(isolate, args.this_value(), "Map.prototype.clear"))->Clear(isolate);
  return Value::Undefined();
}

// https://tc39.es/ecma262/#sec-map.prototype.delete
Completion<Value> MapDelete(Isolate& isolate, Arguments& args) {
  return Value::Boolean(
      TRY(RequireMap(isolate, args.this_value(), "Map.prototype.delete"))->Delete(isolate, args[0]));
}

// https://tc39.es/ecma262/#sec-map.prototype.get
Completion<Value> MapGet(Isolate& isolate, Arguments& args) {
  Value value = TRY(RequireMap(isolate, args.this_value(), "Map.prototype.get"))->Get(isolate, args[0]);
  return value.IsNotFound() ? Value::Undefined() : value;
}

// https://tc39.es/proposal-upsert/#sec-map.prototype.getorinsert
Completion<Value> MapGetOrInsert(Isolate& isolate, Arguments& args) {
  MapObject* map = TRY(RequireMap(isolate, args.this_value(), "Map.prototype.getOrInsert"));
  Value value = map->Get(isolate, args[0]);
  if (!value.IsNotFound()) return value;
  TRY(SetOrThrow(isolate, map, args[0], args[1]));
  return args[1];
}

// https://tc39.es/proposal-upsert/#sec-map.prototype.getorinsertcomputed
Completion<Value> MapGetOrInsertComputed(Isolate& isolate, Arguments& args) {
  MapObject* map = TRY(RequireMap(isolate, args.this_value(), "Map.prototype.getOrInsertComputed"));
  if (!args[1].IsCallable()) return ThrowNotCallable(isolate, args[1]);
  Value value = map->Get(isolate, args[0]);
  if (!value.IsNotFound()) return value;
  Value key = NormalizeKey(args[0]);
  value = TRY(Call(isolate, args[1], Value::Undefined(), {key}));
  // The callback may have added the key: its value is overwritten.
  TRY(SetOrThrow(isolate, map, key, value));
  return value;
}

// https://tc39.es/ecma262/#sec-map.prototype.has
Completion<Value> MapHas(Isolate& isolate, Arguments& args) {
  return Value::Boolean(
      TRY(RequireMap(isolate, args.this_value(), "Map.prototype.has"))->Has(isolate, args[0]));
}

// https://tc39.es/ecma262/#sec-map.prototype.set
Completion<Value> MapSet(Isolate& isolate, Arguments& args) {
  MapObject* map = TRY(RequireMap(isolate, args.this_value(), "Map.prototype.set"));
  TRY(SetOrThrow(isolate, map, args[0], args[1]));
  return args.this_value();
}

// https://tc39.es/ecma262/#sec-get-map.prototype.size
Completion<Value> MapSize(Isolate& isolate, Arguments& args) {
  MapObject* map = TRY(RequireMap(isolate, args.this_value(), "get Map.prototype.size"));
  return Value::Smi(static_cast<int32_t>(map->size()));
}

// https://tc39.es/ecma262/#sec-createmapiterator
Completion<Value> MapIterators(Isolate& isolate, Arguments& args) {
  auto kind = static_cast<IterationKind>(args.callee()->magic_);
  const char* method = kind == IterationKind::kKeys     ? "Map.prototype.keys"
                       : kind == IterationKind::kValues ? "Map.prototype.values"
                                                        : "Map.prototype.entries";
  MapObject* map = TRY(RequireMap(isolate, args.this_value(), method));
  auto* iterator = NewObjectAs<MapIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kMapIterator));
  iterator->Start(isolate, map, kind);
  return Value(iterator);
}

// https://tc39.es/ecma262/#sec-%mapiteratorprototype%.next
Completion<Value> MapIteratorNext(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<MapIterator>()) {
    return ThrowIncompatibleReceiver(isolate, "Map Iterator.prototype.next", args.this_value());
  }
  Value value = StepMapIterator(isolate, static_cast<MapIterator*>(args.this_value().AsObject()));
  return Value(IterResultOfStep(isolate, value));
}

constexpr NativeRow kConstructorRowSource[] = {{"Map", MapConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"groupBy", SelfHosted, 2, kNativePlain, kMap_groupBy},
    {"Symbol.species", Species, 0, kNativeGetter | kNativeSymbol},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"clear", MapClear, 0},
    {"delete", MapDelete, 1},
    {"entries", MapIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kEntries)},
    {"forEach", SelfHosted, 1, kNativePlain, kMapPrototype_forEach},
    {"get", MapGet, 1},
    {"getOrInsert", MapGetOrInsert, 2},
    {"getOrInsertComputed", MapGetOrInsertComputed, 2},
    {"has", MapHas, 1},
    {"keys", MapIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kKeys)},
    {"set", MapSet, 2},
    {"size", MapSize, 0, kNativeGetter},
    {"values", MapIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kValues)},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kIteratorRowsSource[] = {
    {"next", MapIteratorNext, 0, kNativePlain, 0, KnownNative::kMapIteratorNext}};
HW_NATIVE_ROWS(kIteratorRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kIteratorRows};

}  // namespace

const std::span<const NativeTable> kMapTables = kTables;

void InstallMap(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kMapPrototype);
  JSObject* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kMap,
                                             Intrinsic::kMapPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  Value entries = prototype->GetOwn(isolate, isolate.key(Name::entries)).value;
  prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::iterator), entries, kMethodDefault);
  InstallToStringTag(isolate, prototype, "Map");
  realm->set_intrinsic(Intrinsic::kMapPrototype_set,
                       prototype->GetOwn(isolate, isolate.key(Name::set)).value.AsObject());

  JSObject* iterator_prototype = realm->intrinsic(Intrinsic::kMapIteratorPrototype);
  InstallFunctions(isolate, realm, iterator_prototype, kIteratorRows);
  InstallToStringTag(isolate, iterator_prototype, "Map Iterator");
}

}  // namespace halfword
