// Set objects (https://tc39.es/ecma262/#sec-set-objects) and %SetIteratorPrototype%.
#include <cmath>

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

Completion<SetObject*> RequireSet(Isolate& isolate, Value v, const char* method) {
  if (HW_LIKELY(v.Is<SetObject>())) return static_cast<SetObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

SetObject* NewSet(Isolate& isolate) {
  return NewObjectAs<SetObject>(isolate, CurrentRealm(isolate)->shape(RealmShape::kSet));
}

Completion<void> AddOrThrow(Isolate& isolate, SetObject* set, Value key) {
  if (HW_UNLIKELY(!set->Add(isolate, key))) return isolate.ThrowRangeError("Set maximum size exceeded");
  return {};
}

Completion<void> CopyKeys(Isolate& isolate, SetObject* to, SetObject* from) {
  HashTableStorage* table = from->table_.get();
  for (uint32_t i = 0; table && i < table->used_; i++) {
    TRY(isolate.Poll());
    if (!table->key(i).IsHole()) TRY(AddOrThrow(isolate, to, table->key(i)));
  }
  return {};
}

// Set ( [ iterable ] )  https://tc39.es/ecma262/#sec-set-iterable
Completion<Value> SetConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Set");
  SetObject* set = args.new_target() == Value(args.callee())
                       ? NewSet(isolate)
                       : TRY(OrdinaryCreateFromConstructor<SetObject>(isolate, args.new_target(),
                                                                      Intrinsic::kSetPrototype));
  Value iterable = args[0];
  if (iterable.IsNullOrUndefined()) return Value(set);
  Value adder = TRY(Get(isolate, set, Name::add));
  if (!adder.IsCallable()) return ThrowAdderNotCallable(isolate, adder, "add", "Set");
  bool plain = adder == Value(CurrentIntrinsic(isolate, Intrinsic::kSetPrototype_add));
  // FAST: an untouched set's keys.
  if (plain && iterable.Is<SetObject>() && isolate.map_set_iteration_intact_ &&
      iterable.AsObject()->shape() == isolate.realm()->shape(RealmShape::kSet)) {
    TRY(CopyKeys(isolate, set, static_cast<SetObject*>(iterable.AsObject())));
    return Value(set);
  }
  TRY(ForEachIterated(isolate, iterable, [&](Value value) -> Completion<bool> {
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

// https://tc39.es/ecma262/#sec-get-set-@@species
Completion<Value> Species(Isolate&, Arguments& args) { return args.this_value(); }

// https://tc39.es/ecma262/#sec-set.prototype.add
Completion<Value> SetAdd(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.add"));
  TRY(AddOrThrow(isolate, set, args[0]));
  return args.this_value();
}

// https://tc39.es/ecma262/#sec-set.prototype.clear
Completion<Value> SetClear(Isolate& isolate, Arguments& args) {
  TRY(RequireSet(isolate, args.this_value(), "Set.prototype.clear"))->Clear(isolate);
  return Value::Undefined();
}

// https://tc39.es/ecma262/#sec-set.prototype.delete
Completion<Value> SetDelete(Isolate& isolate, Arguments& args) {
  return Value::Boolean(
      TRY(RequireSet(isolate, args.this_value(), "Set.prototype.delete"))->Delete(isolate, args[0]));
}

// https://tc39.es/ecma262/#sec-set.prototype.has
Completion<Value> SetHas(Isolate& isolate, Arguments& args) {
  return Value::Boolean(
      TRY(RequireSet(isolate, args.this_value(), "Set.prototype.has"))->Has(isolate, args[0]));
}

// https://tc39.es/ecma262/#sec-get-set.prototype.size
Completion<Value> SetSize(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "get Set.prototype.size"));
  return Value::Smi(static_cast<int32_t>(set->size()));
}

// https://tc39.es/ecma262/#sec-createsetiterator
Completion<Value> SetIterators(Isolate& isolate, Arguments& args) {
  auto kind = static_cast<IterationKind>(args.callee()->magic_);
  SetObject* set =
      TRY(RequireSet(isolate, args.this_value(),
                     kind == IterationKind::kEntries ? "Set.prototype.entries" : "Set.prototype.values"));
  auto* iterator = NewObjectAs<SetIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kSetIterator));
  iterator->Start(isolate, set, kind);
  return Value(iterator);
}

// https://tc39.es/ecma262/#sec-%setiteratorprototype%.next
Completion<Value> SetIteratorNext(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<SetIterator>()) {
    return ThrowIncompatibleReceiver(isolate, "Set Iterator.prototype.next", args.this_value());
  }
  Value value = StepSetIterator(isolate, static_cast<SetIterator*>(args.this_value().AsObject()));
  return Value(IterResultOfStep(isolate, value));
}

// ---- Set algebra (https://tc39.es/ecma262/#sec-set-records) ----

// The methods read the other operand through its "size", "has" and "keys" only. They are found as
// the steps say; what they do is known without a call where they are the library's own, which
// fast_has and fast_keys say.
struct SetRecord {
  JSObject* object;
  double size;
  Value has, keys;
  bool fast_has, fast_keys;
};

bool IsLibraryHas(Value function);
bool IsLibraryKeys(Value function);

// https://tc39.es/ecma262/#sec-getsetrecord
Completion<SetRecord> GetSetRecord(Isolate& isolate, Value v) {
  if (!v.IsObject()) return ThrowNotObject(isolate, v);
  SetRecord record = {};
  record.object = v.AsObject();
  double size = TRY(ToNumber(isolate, TRY(Get(isolate, record.object, Name::size))));
  if (std::isnan(size)) return isolate.ThrowTypeError("The 'size' property must be a number");
  record.size = std::trunc(size);
  if (record.size < 0) return isolate.ThrowRangeError("'%.0f' is an invalid size", record.size);
  record.has = TRY(Get(isolate, record.object, Name::has));
  if (!record.has.IsCallable()) return ThrowNotCallable(isolate, record.has, "has");
  record.keys = TRY(Get(isolate, record.object, Name::keys));
  if (!record.keys.IsCallable()) return ThrowNotCallable(isolate, record.keys, "keys");
  bool is_set = v.Is<SetObject>();
  record.fast_has = is_set && IsLibraryHas(record.has);
  record.fast_keys = is_set && IsLibraryKeys(record.keys) &&
                     static_cast<NativeFunction*>(record.keys.AsObject())->realm_.get() == isolate.realm();
  return record;
}

Completion<bool> RecordHas(Isolate& isolate, const SetRecord& record, Value key) {
  if (record.fast_has) return static_cast<SetObject*>(record.object)->Has(isolate, key);
  return ToBoolean(TRY(Call(isolate, record.has, Value(record.object), {key})));
}

// body(key) → Completion<bool> for each key that the other operand's keys() yields; false: stop, and close
// the iterator. `start` runs after the iterator was made.
template <class Start, class F>
Completion<void> ForEachKey(Isolate& isolate, const SetRecord& record, Start&& start, F&& body) {
  if (record.fast_keys && isolate.map_set_iteration_intact_) {
    TRY(start());
    HashCursor cursor(static_cast<SetObject*>(record.object));
    while (cursor.Next()) {
      TRY(isolate.Poll());
      if (!TRY(body(cursor.key()))) return {};
    }
    return {};
  }
  IteratorRecord iterator = TRY(GetIteratorFromMethod(isolate, Value(record.object), record.keys));
  TRY(start());
  while (true) {
    TRY(isolate.Poll());
    Value key = TRY(IteratorStepValue(isolate, iterator));
    if (key.IsNotFound()) return {};
    if (!TRY(body(key))) return IteratorClose(isolate, iterator);
  }
}
constexpr auto kNothing = []() -> Completion<void> { return {}; };

// body(key) → Completion<bool> for each key of the receiver, which may change meanwhile; false: stop.
template <class F>
Completion<void> ForEachOwnKey(Isolate& isolate, SetObject* set, F&& body) {
  HashCursor cursor(set);
  while (cursor.Next()) {
    TRY(isolate.Poll());
    if (!TRY(body(cursor.key()))) return {};
  }
  return {};
}

// https://tc39.es/ecma262/#sec-set.prototype.union
Completion<Value> SetUnion(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.union"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  SetObject* result = NewSet(isolate);
  TRY(ForEachKey(
      isolate, other, [&] { return CopyKeys(isolate, result, set); },
      [&](Value key) -> Completion<bool> {
        TRY(AddOrThrow(isolate, result, key));
        return true;
      }));
  return Value(result);
}

// https://tc39.es/ecma262/#sec-set.prototype.intersection
Completion<Value> SetIntersection(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.intersection"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  SetObject* result = NewSet(isolate);
  if (set->size() <= other.size) {
    TRY(ForEachOwnKey(isolate, set, [&](Value key) -> Completion<bool> {
      if (TRY(RecordHas(isolate, other, key))) TRY(AddOrThrow(isolate, result, key));
      return true;
    }));
  } else {
    TRY(ForEachKey(isolate, other, kNothing, [&](Value key) -> Completion<bool> {
      if (set->Has(isolate, key)) TRY(AddOrThrow(isolate, result, key));
      return true;
    }));
  }
  return Value(result);
}

// https://tc39.es/ecma262/#sec-set.prototype.difference
Completion<Value> SetDifference(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.difference"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  SetObject* result = NewSet(isolate);
  if (set->size() <= other.size) {
    TRY(CopyKeys(isolate, result, set));
    TRY(ForEachOwnKey(isolate, result, [&](Value key) -> Completion<bool> {
      if (TRY(RecordHas(isolate, other, key))) result->Delete(isolate, key);
      return true;
    }));
  } else {
    TRY(ForEachKey(
        isolate, other, [&] { return CopyKeys(isolate, result, set); },
        [&](Value key) -> Completion<bool> {
          result->Delete(isolate, key);
          return true;
        }));
  }
  return Value(result);
}

// https://tc39.es/ecma262/#sec-set.prototype.symmetricdifference
Completion<Value> SetSymmetricDifference(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.symmetricDifference"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  SetObject* result = NewSet(isolate);
  TRY(ForEachKey(
      isolate, other, [&] { return CopyKeys(isolate, result, set); },
      [&](Value key) -> Completion<bool> {
        if (set->Has(isolate, key)) {
          result->Delete(isolate, key);
        } else {
          TRY(AddOrThrow(isolate, result, key));
        }
        return true;
      }));
  return Value(result);
}

// https://tc39.es/ecma262/#sec-set.prototype.issubsetof
Completion<Value> SetIsSubsetOf(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.isSubsetOf"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  if (set->size() > other.size) return Value::False();
  bool all = true;
  TRY(ForEachOwnKey(isolate, set, [&](Value key) -> Completion<bool> {
    return all = TRY(RecordHas(isolate, other, key));
  }));
  return Value::Boolean(all);
}

// https://tc39.es/ecma262/#sec-set.prototype.issupersetof
Completion<Value> SetIsSupersetOf(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.isSupersetOf"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  if (set->size() < other.size) return Value::False();
  bool all = true;
  TRY(ForEachKey(isolate, other, kNothing,
                 [&](Value key) -> Completion<bool> { return all = set->Has(isolate, key); }));
  return Value::Boolean(all);
}

// https://tc39.es/ecma262/#sec-set.prototype.isdisjointfrom
Completion<Value> SetIsDisjointFrom(Isolate& isolate, Arguments& args) {
  SetObject* set = TRY(RequireSet(isolate, args.this_value(), "Set.prototype.isDisjointFrom"));
  SetRecord other = TRY(GetSetRecord(isolate, args[0]));
  bool none = true;
  if (set->size() <= other.size) {
    TRY(ForEachOwnKey(isolate, set, [&](Value key) -> Completion<bool> {
      return none = !TRY(RecordHas(isolate, other, key));
    }));
  } else {
    TRY(ForEachKey(isolate, other, kNothing,
                   [&](Value key) -> Completion<bool> { return none = !set->Has(isolate, key); }));
  }
  return Value::Boolean(none);
}

constexpr NativeRow kConstructorRowSource[] = {{"Set", SetConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"Symbol.species", Species, 0, kNativeGetter | kNativeSymbol}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"add", SetAdd, 1},
    {"clear", SetClear, 0},
    {"delete", SetDelete, 1},
    {"difference", SetDifference, 1},
    {"entries", SetIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kEntries)},
    {"forEach", SelfHosted, 1, kNativePlain, kSetPrototype_forEach},
    {"intersection", SetIntersection, 1},
    {"has", SetHas, 1},
    {"isDisjointFrom", SetIsDisjointFrom, 1},
    {"isSubsetOf", SetIsSubsetOf, 1},
    {"isSupersetOf", SetIsSupersetOf, 1},
    {"size", SetSize, 0, kNativeGetter},
    {"symmetricDifference", SetSymmetricDifference, 1},
    {"union", SetUnion, 1},
    {"values", SetIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kValues)},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kIteratorRowsSource[] = {
    {"next", SetIteratorNext, 0, kNativePlain, 0, KnownNative::kSetIteratorNext}};
HW_NATIVE_ROWS(kIteratorRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kIteratorRows};

constexpr int kHasRow = 7, kValuesRow = 14;
static_assert(kPrototypeRowsSource[kHasRow].code_ == SetHas &&
              kPrototypeRowsSource[kValuesRow].code_ == SetIterators);

bool IsNativeOf(Value function, const NativeRow* row) {
  return function.Is<NativeFunction>() &&
         static_cast<NativeFunction*>(function.AsObject())->native_index_ == NativeIndexOf(row);
}
bool IsLibraryHas(Value function) { return IsNativeOf(function, &kPrototypeRows[kHasRow]); }
bool IsLibraryKeys(Value function) { return IsNativeOf(function, &kPrototypeRows[kValuesRow]); }

}  // namespace

const std::span<const NativeTable> kSetTables = kTables;

void InstallSet(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kSetPrototype);
  JSObject* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kSet,
                                             Intrinsic::kSetPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  // "keys" and @@iterator are the same function object as "values".
  Value values = prototype->GetOwn(isolate, isolate.key(Name::values)).value;
  prototype->DefineOwn(isolate, isolate.key(Name::keys), values, kMethodDefault);
  prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::iterator), values, kMethodDefault);
  InstallToStringTag(isolate, prototype, "Set");
  realm->set_intrinsic(Intrinsic::kSetPrototype_add,
                       prototype->GetOwn(isolate, isolate.key(Name::add)).value.AsObject());

  JSObject* iterator_prototype = realm->intrinsic(Intrinsic::kSetIteratorPrototype);
  InstallFunctions(isolate, realm, iterator_prototype, kIteratorRows);
  InstallToStringTag(isolate, iterator_prototype, "Set Iterator");
}

}  // namespace halfword
