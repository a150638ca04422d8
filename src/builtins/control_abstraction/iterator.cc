// Iterator Objects: https://tc39.es/ecma262/#sec-iterator-objects
//
// An iterator helper is the specification's generator of a closure; here it is a state machine: what the closure would have
// in its variables is in the fields of IteratorHelper.
#include <cmath>

#include "builtins/builtins.h"
#include "objects/builtin_objects.h"
#include "runtime/call.h"
#include "runtime/conversions.h"
#include "runtime/errors.h"
#include "runtime/iterators.h"
#include "runtime/object_operations.h"

namespace halfword {

namespace {

enum class HelperKind : int32_t { kMap, kFilter, kTake, kDrop, kFlatMap };

IteratorRecord UnderlyingOf(IteratorHelper* helper) {
  IteratorRecord record;
  record.iterator = helper->underlying_;
  record.next_method = helper->next_;
  return record;
}

// ---- The Iterator constructor ----

// Iterator ( )  https://tc39.es/ecma262/#sec-iterator
Completion<Value> IteratorConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Iterator");
  if (args.new_target() == Value(args.callee())) return isolate.ThrowTypeError("Abstract class Iterator not directly constructable");
  return Completion<Value>(OrdinaryCreateFromConstructor<JSObject>(isolate, args.new_target(), Intrinsic::kIteratorPrototype, 4));
}

// Iterator.from ( O )  https://tc39.es/ecma262/#sec-iterator.from
Completion<Value> IteratorFrom(Isolate& isolate, Arguments& args) {
  IteratorRecord record = TRY(GetIteratorFlattenable(isolate, args[0], PrimitiveHandling::kIterateStringPrimitives));
  Realm* realm = args.realm();
  if (TRY(OrdinaryHasInstance(isolate, Value(realm->intrinsic(Intrinsic::kIterator)), record.iterator))) return record.iterator;
  auto* wrapper = NewInstance<WrapForValidIterator>(isolate, Value(realm->intrinsic(Intrinsic::kWrapForValidIteratorPrototype)));
  wrapper->iterator_.Set(wrapper, record.iterator);
  wrapper->next_.Set(wrapper, record.next_method);
  return wrapper;
}

// %WrapForValidIteratorPrototype%.next ( )  https://tc39.es/ecma262/#sec-%wrapforvaliditeratorprototype%.next
Completion<Value> WrapNext(Isolate& isolate, Arguments& args) {
  auto* wrapper = args.this_value().TryAs<WrapForValidIterator>();
  if (!wrapper) return ThrowIncompatibleReceiver(isolate, "%WrapForValidIteratorPrototype%.next", args.this_value());
  return Call(isolate, wrapper->next_, wrapper->iterator_);
}

// %WrapForValidIteratorPrototype%.return ( )  https://tc39.es/ecma262/#sec-%wrapforvaliditeratorprototype%.return
Completion<Value> WrapReturn(Isolate& isolate, Arguments& args) {
  auto* wrapper = args.this_value().TryAs<WrapForValidIterator>();
  if (!wrapper) return ThrowIncompatibleReceiver(isolate, "%WrapForValidIteratorPrototype%.return", args.this_value());
  Value iterator = wrapper->iterator_;
  Value method = TRY(GetMethod(isolate, iterator, isolate.key(Name::return_)));
  if (method.IsUndefined()) return CreateIterResultObject(isolate, Value::Undefined(), true);
  return Call(isolate, method, iterator);
}

// ---- Iterator helpers ----

// What the closure does from one yield to the next: the value to yield, or NotFound when it returns.
Completion<Value> AdvanceHelper(Isolate& isolate, IteratorHelper* helper) {
  IteratorRecord iterated = UnderlyingOf(helper);
  HelperKind kind = static_cast<HelperKind>(helper->kind_.get().AsSmi());
  auto take_count = [&] {
    double counter = helper->counter_.get().AsNumber();
    helper->counter_.Set(helper, NumberValue(isolate, counter + 1));
    return NumberValue(isolate, counter);
  };
  switch (kind) {
    case HelperKind::kMap: {
      Value value = TRY(IteratorStepValue(isolate, iterated));
      if (value.IsNotFound()) return value;
      Completion<Value> mapped = Call(isolate, helper->function_, Value::Undefined(), {value, take_count()});
      if (mapped.IsThrow()) return IteratorCloseThrow(isolate, iterated);
      return mapped;
    }
    case HelperKind::kFilter:
      while (true) {
        TRY(isolate.Poll());
        Value value = TRY(IteratorStepValue(isolate, iterated));
        if (value.IsNotFound()) return value;
        Completion<Value> selected = Call(isolate, helper->function_, Value::Undefined(), {value, take_count()});
        if (selected.IsThrow()) return IteratorCloseThrow(isolate, iterated);
        if (ToBoolean(selected.Take())) return value;
      }
    case HelperKind::kTake: {
      double remaining = helper->remaining_.get().AsNumber();
      if (remaining == 0) {
        TRY(IteratorClose(isolate, iterated));
        return Value::NotFound();
      }
      helper->remaining_.Set(helper, NumberValue(isolate, remaining - 1));
      return IteratorStepValue(isolate, iterated);
    }
    case HelperKind::kDrop:
      while (true) {
        double remaining = helper->remaining_.get().AsNumber();
        if (!(remaining > 0)) break;
        TRY(isolate.Poll());
        helper->remaining_.Set(helper, NumberValue(isolate, remaining - 1));
        JSObject* result = TRY(IteratorNext(isolate, iterated));
        if (TRY(IteratorComplete(isolate, result))) return Value::NotFound();
      }
      return IteratorStepValue(isolate, iterated);
    case HelperKind::kFlatMap:
      while (true) {
        TRY(isolate.Poll());
        if (helper->inner_.get().IsObject()) {
          IteratorRecord inner;
          inner.iterator = helper->inner_;
          inner.next_method = helper->inner_next_;
          Completion<Value> value = IteratorStepValue(isolate, inner);
          if (value.IsThrow()) return IteratorCloseThrow(isolate, iterated);
          if (!value.Take().IsNotFound()) return value;
          helper->inner_.Init(Value::Undefined());
        }
        Value value = TRY(IteratorStepValue(isolate, iterated));
        if (value.IsNotFound()) return value;
        Completion<Value> mapped = Call(isolate, helper->function_, Value::Undefined(), {value, take_count()});
        if (mapped.IsThrow()) return IteratorCloseThrow(isolate, iterated);
        Completion<IteratorRecord> inner = GetIteratorFlattenable(isolate, mapped.Take(), PrimitiveHandling::kRejectPrimitives);
        if (inner.IsThrow()) return IteratorCloseThrow(isolate, iterated);
        IteratorRecord record = inner.Take();
        helper->inner_.Set(helper, record.iterator);
        helper->inner_next_.Set(helper, record.next_method);
      }
  }
  UNREACHABLE();
}

void SetState(IteratorHelper* helper, GeneratorState state) { helper->state_.Init(Value::Smi(static_cast<int32_t>(state))); }
GeneratorState StateOf(IteratorHelper* helper) { return static_cast<GeneratorState>(helper->state_.get().AsSmi()); }

// %IteratorHelperPrototype%.next ( )  https://tc39.es/ecma262/#sec-%iteratorhelperprototype%.next
Completion<Value> HelperNext(Isolate& isolate, Arguments& args) {
  auto* helper = args.this_value().TryAs<IteratorHelper>();
  if (!helper) return ThrowIncompatibleReceiver(isolate, "Iterator Helper.prototype.next", args.this_value());
  // GeneratorValidate, GeneratorResume
  if (StateOf(helper) == GeneratorState::kExecuting) return isolate.ThrowTypeError("Generator is already running");
  if (StateOf(helper) == GeneratorState::kCompleted) return CreateIterResultObject(isolate, Value::Undefined(), true);
  SetState(helper, GeneratorState::kExecuting);
  Completion<Value> value = AdvanceHelper(isolate, helper);
  if (value.IsThrow()) {
    SetState(helper, GeneratorState::kCompleted);
    return kThrow;
  }
  if (value.Take().IsNotFound()) {
    SetState(helper, GeneratorState::kCompleted);
    return CreateIterResultObject(isolate, Value::Undefined(), true);
  }
  SetState(helper, GeneratorState::kSuspendedYield);
  return CreateIterResultObject(isolate, value.Take(), false);
}

// A return completion at the closure's yield: closes what is open, from the inside out.
Completion<void> CloseHelper(Isolate& isolate, IteratorHelper* helper) {
  IteratorRecord iterated = UnderlyingOf(helper);
  if (helper->inner_.get().IsObject()) {
    IteratorRecord inner;
    inner.iterator = helper->inner_;
    helper->inner_.Init(Value::Undefined());
    if (IteratorClose(isolate, inner).IsThrow()) return IteratorCloseThrow(isolate, iterated);
  }
  return IteratorClose(isolate, iterated);
}

// %IteratorHelperPrototype%.return ( )  https://tc39.es/ecma262/#sec-%iteratorhelperprototype%.return
Completion<Value> HelperReturn(Isolate& isolate, Arguments& args) {
  auto* helper = args.this_value().TryAs<IteratorHelper>();
  if (!helper) return ThrowIncompatibleReceiver(isolate, "Iterator Helper.prototype.return", args.this_value());
  switch (StateOf(helper)) {
    case GeneratorState::kExecuting:
      return isolate.ThrowTypeError("Generator is already running");
    case GeneratorState::kSuspendedStart:
      SetState(helper, GeneratorState::kCompleted);
      TRY(IteratorClose(isolate, UnderlyingOf(helper)));
      break;
    case GeneratorState::kSuspendedYield: {
      SetState(helper, GeneratorState::kExecuting);
      Completion<void> closed = CloseHelper(isolate, helper);
      SetState(helper, GeneratorState::kCompleted);
      if (closed.IsThrow()) return kThrow;
      break;
    }
    default:
      break;
  }
  return CreateIterResultObject(isolate, Value::Undefined(), true);
}

// ---- Iterator.prototype ----

Completion<JSObject*> ThisObject(Isolate& isolate, Arguments& args, const char* method) {
  if (args.this_value().IsObject()) return args.this_value().AsObject();
  return isolate.ThrowTypeError("Iterator.prototype.%s called on non-object", method);
}

// IteratorClose of the receiver, whose "next" has not been read, with the pending exception.
Throwing CloseReceiver(Isolate& isolate, JSObject* object) {
  IteratorRecord record;
  record.iterator = Value(object);
  return IteratorCloseThrow(isolate, record);
}

// "If IsCallable(function) is false", and then GetIteratorDirect.
Completion<IteratorRecord> GetIterated(Isolate& isolate, JSObject* object, Value function) {
  if (!function.IsCallable()) {
    (void)ThrowNotCallable(isolate, function);
    return CloseReceiver(isolate, object);
  }
  return GetIteratorDirect(isolate, object);
}

IteratorHelper* NewHelper(Isolate& isolate, Arguments& args, HelperKind kind, const IteratorRecord& iterated) {
  auto* helper = NewInstance<IteratorHelper>(isolate, Value(args.realm()->intrinsic(Intrinsic::kIteratorHelperPrototype)));
  helper->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  helper->underlying_.Set(helper, iterated.iterator);
  helper->next_.Set(helper, iterated.next_method);
  helper->inner_.Init(Value::Undefined());
  SetState(helper, GeneratorState::kSuspendedStart);
  return helper;
}

// Iterator.prototype.map ( mapper ), filter ( predicate ), flatMap ( mapper ); magic: HelperKind
// https://tc39.es/ecma262/#sec-iterator.prototype.map
Completion<Value> FunctionHelper(Isolate& isolate, Arguments& args) {
  HelperKind kind = static_cast<HelperKind>(args.callee()->magic_);
  JSObject* object = TRY(ThisObject(isolate, args, kind == HelperKind::kMap ? "map" : kind == HelperKind::kFilter ? "filter" : "flatMap"));
  IteratorRecord iterated = TRY(GetIterated(isolate, object, args[0]));
  IteratorHelper* helper = NewHelper(isolate, args, kind, iterated);
  helper->function_.Set(helper, args[0]);
  return helper;
}

// Iterator.prototype.take ( limit ), drop ( limit ); magic: HelperKind
// https://tc39.es/ecma262/#sec-iterator.prototype.take
Completion<Value> LimitHelper(Isolate& isolate, Arguments& args) {
  HelperKind kind = static_cast<HelperKind>(args.callee()->magic_);
  JSObject* object = TRY(ThisObject(isolate, args, kind == HelperKind::kTake ? "take" : "drop"));
  Completion<double> number = ToNumber(isolate, args[0]);
  if (number.IsThrow()) return CloseReceiver(isolate, object);
  double limit = number.Take();
  if (std::isnan(limit) || std::trunc(limit) < 0) {
    (void)isolate.ThrowRangeError("%s must be positive", DescribeForError(isolate, args[0]).c_str());
    return CloseReceiver(isolate, object);
  }
  IteratorRecord iterated = TRY(GetIteratorDirect(isolate, object));
  IteratorHelper* helper = NewHelper(isolate, args, kind, iterated);
  helper->remaining_.Set(helper, NumberValue(isolate, std::trunc(limit) + 0.0));
  return helper;
}

// Iterator.prototype.reduce ( reducer [ , initialValue ] )  https://tc39.es/ecma262/#sec-iterator.prototype.reduce
Completion<Value> IteratorReduce(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ThisObject(isolate, args, "reduce"));
  Value reducer = args[0];
  IteratorRecord iterated = TRY(GetIterated(isolate, object, reducer));
  Value accumulator;
  double counter = 0;
  if (args.count() < 2) {
    accumulator = TRY(IteratorStepValue(isolate, iterated));
    if (accumulator.IsNotFound()) return isolate.ThrowTypeError("Reduce of a done iterator with no initial value");
    counter = 1;
  } else {
    accumulator = args[1];
  }
  while (true) {
    TRY(isolate.Poll());
    Value value = TRY(IteratorStepValue(isolate, iterated));
    if (value.IsNotFound()) return accumulator;
    Completion<Value> result = Call(isolate, reducer, Value::Undefined(), {accumulator, value, NumberValue(isolate, counter)});
    if (result.IsThrow()) return IteratorCloseThrow(isolate, iterated);
    accumulator = result.Take();
    counter++;
  }
}

// Iterator.prototype.toArray ( )  https://tc39.es/ecma262/#sec-iterator.prototype.toarray
Completion<Value> IteratorToArray(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ThisObject(isolate, args, "toArray"));
  IteratorRecord iterated = TRY(GetIteratorDirect(isolate, object));
  JSArray* array = TRY(ArrayCreate(isolate, 0));
  uint32_t index = 0;
  while (true) {
    TRY(isolate.Poll());
    Value value = TRY(IteratorStepValue(isolate, iterated));
    if (value.IsNotFound()) return array;
    TRY(CreateDataPropertyOrThrow(isolate, array, PropertyKey::FromIndex(index++), value));
  }
}

// Iterator.prototype.forEach ( procedure ), some, every, find ( predicate ); magic: Search
// https://tc39.es/ecma262/#sec-iterator.prototype.foreach
enum Search : uint16_t { kForEach, kSome, kEvery, kFind };
Completion<Value> IteratorSearch(Isolate& isolate, Arguments& args) {
  Search search = static_cast<Search>(args.callee()->magic_);
  constexpr const char* kNames[] = {"forEach", "some", "every", "find"};
  JSObject* object = TRY(ThisObject(isolate, args, kNames[search]));
  Value function = args[0];
  IteratorRecord iterated = TRY(GetIterated(isolate, object, function));
  double counter = 0;
  while (true) {
    TRY(isolate.Poll());
    Value value = TRY(IteratorStepValue(isolate, iterated));
    if (value.IsNotFound()) return search == kSome ? Value::False() : search == kEvery ? Value::True() : Value::Undefined();
    Completion<Value> result = Call(isolate, function, Value::Undefined(), {value, NumberValue(isolate, counter)});
    if (result.IsThrow()) return IteratorCloseThrow(isolate, iterated);
    counter++;
    bool truthy = ToBoolean(result.Take());
    if (search == kForEach || truthy == (search == kEvery)) continue;
    TRY(IteratorClose(isolate, iterated));
    return search == kFind ? value : Value::Boolean(search == kSome);
  }
}

// Iterator.prototype [ @@iterator ] ( )  https://tc39.es/ecma262/#sec-iterator.prototype-%symbol.iterator%
// %AsyncIteratorPrototype% [ @@asyncIterator ] ( )  https://tc39.es/ecma262/#sec-%asynciteratorprototype%-%symbol.asynciterator%
Completion<Value> ReturnThis(Isolate&, Arguments& args) { return args.this_value(); }

// https://tc39.es/ecma262/#sec-SetterThatIgnoresPrototypeProperties
Completion<Value> SetterThatIgnoresPrototypeProperties(Isolate& isolate, Arguments& args, PropertyKey key) {
  JSObject* home = args.realm()->intrinsic(Intrinsic::kIteratorPrototype);
  if (!args.this_value().IsObject()) return ThrowNotObject(isolate, args.this_value());
  JSObject* object = args.this_value().AsObject();
  if (object == home) return ThrowSetFailed(isolate, Value(home), key);
  MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, object, key));
  if (own.found) {
    TRY(Set(isolate, object, key, args[0], true));
  } else {
    TRY(CreateDataPropertyOrThrow(isolate, object, key, args[0]));
  }
  return Value::Undefined();
}

// get and set Iterator.prototype [ @@toStringTag ]  https://tc39.es/ecma262/#sec-iterator.prototype-%symbol.tostringtag%
Completion<Value> TagGetter(Isolate& isolate, Arguments&) { return InternAscii(isolate, "Iterator"); }
Completion<Value> TagSetter(Isolate& isolate, Arguments& args) {
  return SetterThatIgnoresPrototypeProperties(isolate, args, isolate.key(WellKnownSymbol::toStringTag));
}
// get and set Iterator.prototype.constructor  https://tc39.es/ecma262/#sec-iterator.prototype.constructor
Completion<Value> ConstructorGetter(Isolate&, Arguments& args) { return args.realm()->intrinsic(Intrinsic::kIterator); }
Completion<Value> ConstructorSetter(Isolate& isolate, Arguments& args) {
  return SetterThatIgnoresPrototypeProperties(isolate, args, isolate.key(Name::constructor));
}

constexpr uint16_t Magic(HelperKind kind) { return static_cast<uint16_t>(kind); }

constexpr NativeRow kConstructorRow[] = {{"Iterator", IteratorConstructor, 0, kNativeConstructor}};
constexpr NativeRow kConstructorRows[] = {{"from", IteratorFrom, 1}};
constexpr NativeRow kAccessorRows[] = {
    {"Symbol.toStringTag", TagGetter, 0, kNativeGetter | kNativeSymbol},
    {"Symbol.toStringTag", TagSetter, 1, kNativeSetter | kNativeSymbol},
    {"constructor", ConstructorGetter, 0, kNativeGetter},
    {"constructor", ConstructorSetter, 1, kNativeSetter},
};
constexpr NativeRow kPrototypeRows[] = {
    {"drop", LimitHelper, 1, kNativePlain, Magic(HelperKind::kDrop)},
    {"every", IteratorSearch, 1, kNativePlain, kEvery},
    {"filter", FunctionHelper, 1, kNativePlain, Magic(HelperKind::kFilter)},
    {"find", IteratorSearch, 1, kNativePlain, kFind},
    {"flatMap", FunctionHelper, 1, kNativePlain, Magic(HelperKind::kFlatMap)},
    {"forEach", IteratorSearch, 1, kNativePlain, kForEach},
    {"map", FunctionHelper, 1, kNativePlain, Magic(HelperKind::kMap)},
    {"reduce", IteratorReduce, 1},
    {"some", IteratorSearch, 1, kNativePlain, kSome},
    {"take", LimitHelper, 1, kNativePlain, Magic(HelperKind::kTake)},
    {"toArray", IteratorToArray, 0},
    {"Symbol.iterator", ReturnThis, 0, kNativeSymbol},
};
constexpr NativeRow kAsyncIteratorRows[] = {{"Symbol.asyncIterator", ReturnThis, 0, kNativeSymbol}};
constexpr NativeRow kWrapRows[] = {{"next", WrapNext, 0}, {"return", WrapReturn, 0}};
constexpr NativeRow kHelperRows[] = {{"next", HelperNext, 0}, {"return", HelperReturn, 0}};
constexpr NativeTable kTables[] = {kConstructorRow,    kConstructorRows, kAccessorRows, kPrototypeRows,
                                   kAsyncIteratorRows, kWrapRows,        kHelperRows};

}  // namespace

const std::span<const NativeTable> kIteratorTables = kTables;

void InstallIterator(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kIteratorPrototype);
  NativeFunction* constructor =
      InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kIterator, Intrinsic::kIteratorPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kAccessorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kAsyncIteratorPrototype), kAsyncIteratorRows);

  JSObject* wrap = OrdinaryObjectCreate(isolate, Value(prototype));
  realm->set_intrinsic(Intrinsic::kWrapForValidIteratorPrototype, wrap);
  InstallFunctions(isolate, realm, wrap, kWrapRows);
  JSObject* helper = OrdinaryObjectCreate(isolate, Value(prototype));
  realm->set_intrinsic(Intrinsic::kIteratorHelperPrototype, helper);
  InstallFunctions(isolate, realm, helper, kHelperRows);
  InstallToStringTag(isolate, helper, "Iterator Helper");
}

}  // namespace halfword
