// Iterator Objects: https://tc39.es/ecma262/#sec-iterator-objects
//
// An iterator helper is the specification's generator of a closure; here it is a state machine: what the
// closure would have in its variables is in the fields of IteratorHelper.
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/control_abstraction/iterator_helpers.h"
#include "objects/isolate_state.h"
#include "objects/library/generators.h"
#include "objects/library/iterators.h"
#include "objects/library/promises.h"
#include "objects/memory/value_list.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

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
  if (args.new_target() == Value(args.callee()))
    return isolate.ThrowTypeError("Abstract class Iterator not directly constructable");
  return Completion<Value>(
      OrdinaryCreateFromConstructor<JSObject>(isolate, args.new_target(), Intrinsic::kIteratorPrototype, 4));
}

// Iterator.from ( O )  https://tc39.es/ecma262/#sec-iterator.from
Completion<Value> IteratorFrom(Isolate& isolate, Arguments& args) {
  IteratorRecord record =
      TRY(GetIteratorFlattenable(isolate, args[0], PrimitiveHandling::kIterateStringPrimitives));
  Realm* realm = args.realm();
  if (TRY(OrdinaryHasInstance(isolate, Value(realm->intrinsic(Intrinsic::kIterator)), record.iterator)))
    return record.iterator;
  auto* wrapper = NewInstance<WrapForValidIterator>(
      isolate, Value(realm->intrinsic(Intrinsic::kWrapForValidIteratorPrototype)));
  wrapper->iterator_.Set(wrapper, record.iterator);
  wrapper->next_.Set(wrapper, record.next_method);
  return wrapper;
}

// %WrapForValidIteratorPrototype%.next ( )  https://tc39.es/ecma262/#sec-%wrapforvaliditeratorprototype%.next
Completion<Value> WrapNext(Isolate& isolate, Arguments& args) {
  auto* wrapper = args.this_value().TryAs<WrapForValidIterator>();
  if (!wrapper)
    return ThrowIncompatibleReceiver(isolate, "%WrapForValidIteratorPrototype%.next", args.this_value());
  return Call(isolate, wrapper->next_, wrapper->iterator_);
}

// %WrapForValidIteratorPrototype%.return ( )
// https://tc39.es/ecma262/#sec-%wrapforvaliditeratorprototype%.return
Completion<Value> WrapReturn(Isolate& isolate, Arguments& args) {
  auto* wrapper = args.this_value().TryAs<WrapForValidIterator>();
  if (!wrapper)
    return ThrowIncompatibleReceiver(isolate, "%WrapForValidIteratorPrototype%.return", args.this_value());
  Value iterator = wrapper->iterator_;
  Value method = TRY(GetMethod(isolate, iterator, isolate.key(Name::return_)));
  if (method.IsUndefined()) return CreateIterResultObject(isolate, Value::Undefined(), true);
  return Call(isolate, method, iterator);
}

// The closures of chunks and windows  https://tc39.es/ecma262/#sec-iterator.prototype.chunks
// The helper's fields: data_[0] the last window (of chunks: empty); remaining_ the size; function_ true where
// windows also gives a window that is not full.
Completion<Value> AdvanceBuffered(Isolate& isolate, IteratorHelper* helper, HelperKind kind) {
  IteratorRecord iterated = UnderlyingOf(helper);
  if (iterated.iterator.IsUndefined()) return Value::NotFound();
  double size = helper->remaining_.get().AsNumber();
  ValueList buffer(isolate);
  auto* kept = static_cast<JSArray*>(helper->data_[0].get().AsObject());
  TRY(isolate.Poll(1 + static_cast<int32_t>(kept->length() / 16)));
  // A full window loses its first element.
  for (uint32_t i = kept->length() == size ? 1 : 0; i < kept->length(); i++)
    buffer.Append(kept->GetElement(isolate, i));
  while (true) {
    TRY(isolate.Poll());
    Value value = TRY(IteratorStepValue(isolate, iterated));
    if (value.IsNotFound()) {
      helper->underlying_.Init(Value::Undefined());
      bool gives_rest =
          kind == HelperKind::kChunks || (helper->function_.get().IsTrue() && kept->length() < size);
      return gives_rest && !buffer.empty() ? Value(CreateArrayFromList(isolate, buffer.span()))
                                           : Value::NotFound();
    }
    buffer.Append(value);
    if (static_cast<double>(buffer.size()) == size) break;
  }
  if (kind == HelperKind::kWindows)
    helper->data_[0].Set(helper, Value(CreateArrayFromList(isolate, buffer.span())));
  return CreateArrayFromList(isolate, buffer.span());
}

// ---- Iterator helpers ----

// How many values the closure has had, before this one.
Value TakeCount(Isolate& isolate, IteratorHelper* helper) {
  Value counter = helper->counter_;
  helper->counter_.Set(helper, NumberValue(isolate, counter.AsNumber() + 1));
  return counter;
}

// The closure of drop  https://tc39.es/ecma262/#sec-iterator.prototype.drop
Completion<Value> AdvanceDrop(Isolate& isolate, IteratorHelper* helper) {
  IteratorRecord iterated = UnderlyingOf(helper);
  while (true) {
    double remaining = helper->remaining_.get().AsNumber();
    if (!(remaining > 0)) break;
    TRY(isolate.Poll());
    helper->remaining_.Set(helper, NumberValue(isolate, remaining - 1));
    // FAST: a generator may give an object of another iterator, whose value is not read here.
    if (!iterated.iterator.Is<GeneratorObject>()) {
      Value step = TRY(StepLibraryIterator(isolate, iterated.iterator, iterated.next_method));
      if (step.IsNotFound()) return step;
      if (!step.IsHole()) continue;
    }
    JSObject* result = TRY(IteratorNext(isolate, iterated));
    if (TRY(IteratorComplete(isolate, result))) return Value::NotFound();
  }
  return IteratorStepValue(isolate, iterated);
}

// The closure of flatMap  https://tc39.es/ecma262/#sec-iterator.prototype.flatmap
Completion<Value> AdvanceFlatMap(Isolate& isolate, IteratorHelper* helper) {
  IteratorRecord iterated = UnderlyingOf(helper);
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
    Completion<Value> mapped =
        Call(isolate, helper->function_, Value::Undefined(), {value, TakeCount(isolate, helper)});
    if (mapped.IsThrow()) return IteratorCloseThrow(isolate, iterated);
    Completion<IteratorRecord> inner =
        GetIteratorFlattenable(isolate, mapped.Take(), PrimitiveHandling::kRejectPrimitives);
    if (inner.IsThrow()) return IteratorCloseThrow(isolate, iterated);
    IteratorRecord record = inner.Take();
    helper->inner_.Set(helper, record.iterator);
    helper->inner_next_.Set(helper, record.next_method);
  }
}

// Runs the closure from one yield to the next: the value to yield, or NotFound when it returns.
Completion<Value> AdvanceHelper(Isolate& isolate, IteratorHelper* helper) {
  IteratorRecord iterated = UnderlyingOf(helper);
  HelperKind kind = static_cast<HelperKind>(helper->kind_.get().AsSmi());
  switch (kind) {
    case HelperKind::kMap: {
      Value value = TRY(IteratorStepValue(isolate, iterated));
      if (value.IsNotFound()) return value;
      Completion<Value> mapped =
          Call(isolate, helper->function_, Value::Undefined(), {value, TakeCount(isolate, helper)});
      if (mapped.IsThrow()) return IteratorCloseThrow(isolate, iterated);
      return mapped;
    }
    case HelperKind::kFilter:
      while (true) {
        TRY(isolate.Poll());
        Value value = TRY(IteratorStepValue(isolate, iterated));
        if (value.IsNotFound()) return value;
        Completion<Value> selected =
            Call(isolate, helper->function_, Value::Undefined(), {value, TakeCount(isolate, helper)});
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
    case HelperKind::kDrop: return AdvanceDrop(isolate, helper);
    case HelperKind::kFlatMap: return AdvanceFlatMap(isolate, helper);
    case HelperKind::kConcat: return AdvanceConcat(isolate, helper);
    case HelperKind::kZip: return AdvanceZip(isolate, helper);
    case HelperKind::kChunks:
    case HelperKind::kWindows: return AdvanceBuffered(isolate, helper, kind);
  }
  UNREACHABLE();
}

void SetState(IteratorHelper* helper, GeneratorState state) {
  helper->state_.Init(Value::Smi(static_cast<int32_t>(state)));
}
GeneratorState StateOf(IteratorHelper* helper) {
  return static_cast<GeneratorState>(helper->state_.get().AsSmi());
}

}  // namespace

Completion<Value> StepIteratorHelper(Isolate& isolate, JSObject* object) {
  auto* helper = static_cast<IteratorHelper*>(object);
  // GeneratorValidate, GeneratorResume
  if (StateOf(helper) == GeneratorState::kExecuting)
    return isolate.ThrowTypeError("Generator is already running");
  if (StateOf(helper) == GeneratorState::kCompleted) return Value::NotFound();
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  SetState(helper, GeneratorState::kExecuting);
  Completion<Value> value = AdvanceHelper(isolate, helper);
  bool ends = value.IsThrow() || value.Take().IsNotFound();
  SetState(helper, ends ? GeneratorState::kCompleted : GeneratorState::kSuspendedYield);
  return value;
}

namespace {

// %IteratorHelperPrototype%.next ( )  https://tc39.es/ecma262/#sec-%iteratorhelperprototype%.next
Completion<Value> HelperNext(Isolate& isolate, Arguments& args) {
  auto* helper = args.this_value().TryAs<IteratorHelper>();
  if (!helper) return ThrowIncompatibleReceiver(isolate, "Iterator Helper.prototype.next", args.this_value());
  return Value(IterResultOfStep(isolate, TRY(StepIteratorHelper(isolate, helper))));
}

// A return completion at the closure's yield: closes what is open, from the inside out.
Completion<void> CloseHelper(Isolate& isolate, IteratorHelper* helper) {
  HelperKind kind = static_cast<HelperKind>(helper->kind_.get().AsSmi());
  if (kind == HelperKind::kZip) {
    return CloseAll(isolate, helper->data_[0].get().As<ValueArray>(),
                    static_cast<uint32_t>(helper->remaining_.get().AsSmi()), false);
  }
  IteratorRecord iterated = UnderlyingOf(helper);
  if (iterated.iterator.IsUndefined() && kind != HelperKind::kConcat) return {};
  if (kind == HelperKind::kConcat) {
    if (!helper->inner_.get().IsObject()) return {};
    iterated.iterator = helper->inner_;
    helper->inner_.Init(Value::Undefined());
    return IteratorClose(isolate, iterated);
  }
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
  if (!helper)
    return ThrowIncompatibleReceiver(isolate, "Iterator Helper.prototype.return", args.this_value());
  switch (StateOf(helper)) {
    case GeneratorState::kExecuting: return isolate.ThrowTypeError("Generator is already running");
    case GeneratorState::kSuspendedStart:
      SetState(helper, GeneratorState::kCompleted);
      TRY(CloseHelper(isolate, helper));
      break;
    case GeneratorState::kSuspendedYield: {
      SetState(helper, GeneratorState::kExecuting);
      Completion<void> closed = CloseHelper(isolate, helper);
      SetState(helper, GeneratorState::kCompleted);
      if (closed.IsThrow()) return kThrow;
      break;
    }
    default: break;
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

}  // namespace

IteratorHelper* NewHelper(Isolate& isolate, Realm* realm, HelperKind kind, const IteratorRecord& iterated) {
  auto* helper =
      NewInstance<IteratorHelper>(isolate, Value(realm->intrinsic(Intrinsic::kIteratorHelperPrototype)));
  helper->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  helper->underlying_.Set(helper, iterated.iterator);
  helper->next_.Set(helper, iterated.next_method);
  helper->inner_.Init(Value::Undefined());
  SetState(helper, GeneratorState::kSuspendedStart);
  return helper;
}

namespace {

// Iterator.prototype.map ( mapper ), filter ( predicate ), flatMap ( mapper ); magic: HelperKind
// https://tc39.es/ecma262/#sec-iterator.prototype.map
Completion<Value> FunctionHelper(Isolate& isolate, Arguments& args) {
  HelperKind kind = static_cast<HelperKind>(args.callee()->magic_);
  JSObject* object = TRY(ThisObject(isolate, args,
                                    kind == HelperKind::kMap      ? "map"
                                    : kind == HelperKind::kFilter ? "filter"
                                                                  : "flatMap"));
  IteratorRecord iterated = TRY(GetIterated(isolate, object, args[0]));
  IteratorHelper* helper = NewHelper(isolate, args.realm(), kind, iterated);
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
  if (std::isnan(limit) || std::trunc(limit) < 0 || (limit > 9007199254740991.0 && std::isfinite(limit))) {
    (void)isolate.ThrowRangeError("%s must be positive", DescribeForError(isolate, args[0]).c_str());
    return CloseReceiver(isolate, object);
  }
  IteratorRecord iterated = TRY(GetIteratorDirect(isolate, object));
  IteratorHelper* helper = NewHelper(isolate, args.realm(), kind, iterated);
  helper->remaining_.Set(helper, NumberValue(isolate, std::trunc(limit) + 0.0));
  return helper;
}

// Iterator.prototype.chunks ( chunkSize )  https://tc39.es/ecma262/#sec-iterator.prototype.chunks
// Iterator.prototype.windows ( windowSize [ , undersized ] )
// https://tc39.es/ecma262/#sec-iterator.prototype.windows
Completion<Value> BufferedHelper(Isolate& isolate, Arguments& args) {
  HelperKind kind = static_cast<HelperKind>(args.callee()->magic_);
  JSObject* object = TRY(ThisObject(isolate, args, kind == HelperKind::kChunks ? "chunks" : "windows"));
  double size = args[0].IsNumber() ? args[0].AsNumber() : -1;
  if (!args[0].IsNumber() || std::trunc(size) != size || std::isinf(size)) {
    (void)isolate.ThrowTypeError("%s is not an integral number", DescribeForError(isolate, args[0]).c_str());
    return CloseReceiver(isolate, object);
  }
  if (size < 1 || size > 4294967295.0) {
    (void)isolate.ThrowRangeError("%s must be between 1 and 2**32 - 1",
                                  DescribeForError(isolate, args[0]).c_str());
    return CloseReceiver(isolate, object);
  }
  bool partial = false;
  if (kind == HelperKind::kWindows && !args[1].IsUndefined()) {
    if (args[1].IsString()) args[1].AsString()->Flatten(isolate);
    partial = args[1].IsString() && args[1].AsString()->EqualsAscii("allow-partial");
    if (!partial && !(args[1].IsString() && args[1].AsString()->EqualsAscii("only-full"))) {
      (void)isolate.ThrowTypeError("%s is neither \"only-full\" nor \"allow-partial\"",
                                   DescribeForError(isolate, args[1]).c_str());
      return CloseReceiver(isolate, object);
    }
  }
  IteratorRecord iterated = TRY(GetIteratorDirect(isolate, object));
  IteratorHelper* helper = NewHelper(isolate, args.realm(), kind, iterated);
  helper->remaining_.Set(helper, NumberValue(isolate, size));
  helper->function_.Init(Value::Boolean(partial));
  helper->data_[0].Set(helper, Value(NewArray(isolate, 0)));
  return helper;
}

// Iterator.prototype.includes ( searchElement [ , skippedElements ] )
// https://tc39.es/ecma262/#sec-iterator.prototype.includes
Completion<Value> IteratorIncludes(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ThisObject(isolate, args, "includes"));
  double to_skip = args[1].IsNumber() ? args[1].AsNumber() : 0;
  bool is_integral = std::isinf(to_skip) || std::trunc(to_skip) == to_skip;  // not NaN
  if (!args[1].IsUndefined() && (!args[1].IsNumber() || !is_integral)) {
    (void)isolate.ThrowTypeError("%s is not an integral number", DescribeForError(isolate, args[1]).c_str());
    return CloseReceiver(isolate, object);
  }
  if (to_skip < 0 || (std::isfinite(to_skip) && to_skip > 9007199254740991.0)) {
    (void)isolate.ThrowRangeError("%s must be between 0 and 2**53 - 1, or Infinity",
                                  DescribeForError(isolate, args[1]).c_str());
    return CloseReceiver(isolate, object);
  }
  IteratorRecord iterated = TRY(GetIteratorDirect(isolate, object));
  for (double skipped = 0;;) {
    TRY(isolate.Poll());
    Value value = TRY(IteratorStepValue(isolate, iterated));
    if (value.IsNotFound()) return Value::False();
    if (skipped < to_skip) {
      skipped++;
    } else if (SameValueZero(isolate, value, args[0])) {
      TRY(IteratorClose(isolate, iterated));
      return Value::True();
    }
  }
}

// Iterator.prototype.join ( separator )  https://tc39.es/proposal-iterator-join/
Completion<Value> IteratorJoin(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ThisObject(isolate, args, "join"));
  Completion<String*> separator =
      args[0].IsUndefined() ? Completion<String*>(InternAscii(isolate, ",")) : ToString(isolate, args[0]);
  if (separator.IsThrow()) return CloseReceiver(isolate, object);
  String* between = separator.Take();
  IteratorRecord iterated = TRY(GetIteratorDirect(isolate, object));
  StringBuilder out(isolate);
  for (bool first = true;; first = false) {
    TRY(isolate.Poll());
    Value value = TRY(IteratorStepValue(isolate, iterated));
    if (value.IsNotFound()) return out.Finish();
    if (!first) out.Append(between);
    if (!value.IsUndefined() && !value.IsNull()) {
      Completion<String*> text = ToString(isolate, value);
      if (text.IsThrow()) return IteratorCloseThrow(isolate, iterated);
      out.Append(text.Take());
    }
    if (out.Check().IsThrow()) return IteratorCloseThrow(isolate, iterated);
  }
}

// Iterator.prototype [ @@iterator ] ( )  https://tc39.es/ecma262/#sec-iterator.prototype-%symbol.iterator%
// %AsyncIteratorPrototype% [ @@asyncIterator ] ( )
// https://tc39.es/ecma262/#sec-%asynciteratorprototype%-%symbol.asynciterator%
Completion<Value> ReturnThis(Isolate&, Arguments& args) { return args.this_value(); }

// Iterator.prototype [ @@dispose ] ( )  https://tc39.es/ecma262/#sec-iterator.prototype-%symbol.dispose%
Completion<Value> IteratorDispose(Isolate& isolate, Arguments& args) {
  Value method = TRY(GetMethod(isolate, args.this_value(), isolate.key(Name::return_)));
  if (!method.IsUndefined()) (void)TRY(Call(isolate, method, args.this_value()));
  return Value::Undefined();
}

Completion<Value> ReturnUndefined(Isolate&, Arguments&) { return Value::Undefined(); }
constexpr NativeRow kUnwrapRowSource[] = {{"", ReturnUndefined, 1, kNativeNotInstalled}};
HW_NATIVE_ROWS(kUnwrapRow);

// %AsyncIteratorPrototype% [ @@asyncDispose ] ( )
// https://tc39.es/ecma262/#sec-%asynciteratorprototype%-%symbol.asyncdispose%
Completion<Value> AsyncIteratorDispose(Isolate& isolate, Arguments& args) {
  PromiseObject* promise = NewPromise(isolate, args.realm());
  auto close = [&]() -> Completion<void> {
    Value method = TRY(GetMethod(isolate, args.this_value(), isolate.key(Name::return_)));
    if (method.IsUndefined()) {
      ResolvePromise(isolate, promise, Value::Undefined());
      return {};
    }
    Value result = TRY(Call(isolate, method, args.this_value()));
    JSObject* wrapper =
        TRY(PromiseResolve(isolate, Value(args.realm()->intrinsic(Intrinsic::kPromise)), result));
    PerformPromiseThen(isolate, static_cast<PromiseObject*>(wrapper),
                       Value(NewNativeFunction(isolate, args.realm(), kUnwrapRow)), Value::Undefined(),
                       promise);
    return {};
  };
  if (close().IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, promise, error);
  }
  return Value(promise);
}

Completion<Value> SetOnIterator(Isolate& isolate, Arguments& args, PropertyKey key) {
  JSObject* home = args.realm()->intrinsic(Intrinsic::kIteratorPrototype);
  TRY(SetterThatIgnoresPrototypeProperties(isolate, args.this_value(), home, key, args[0]));
  return Value::Undefined();
}

// get and set Iterator.prototype [ @@toStringTag ]
// https://tc39.es/ecma262/#sec-iterator.prototype-%symbol.tostringtag%
Completion<Value> TagGetter(Isolate& isolate, Arguments&) { return InternAscii(isolate, "Iterator"); }
Completion<Value> TagSetter(Isolate& isolate, Arguments& args) {
  return SetOnIterator(isolate, args, isolate.key(WellKnownSymbol::toStringTag));
}
// get and set Iterator.prototype.constructor  https://tc39.es/ecma262/#sec-iterator.prototype.constructor
Completion<Value> ConstructorGetter(Isolate&, Arguments& args) {
  return args.realm()->intrinsic(Intrinsic::kIterator);
}
Completion<Value> ConstructorSetter(Isolate& isolate, Arguments& args) {
  return SetOnIterator(isolate, args, isolate.key(Name::constructor));
}

constexpr uint16_t Magic(HelperKind kind) { return static_cast<uint16_t>(kind); }

constexpr NativeRow kConstructorRowSource[] = {{"Iterator", IteratorConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"concat", IteratorConcat, 0},
    {"from", IteratorFrom, 1},
    {"zip", IteratorZip, 1, kNativePlain, 0},
    {"zipKeyed", IteratorZip, 1, kNativePlain, 1},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kAccessorRowsSource[] = {
    {"Symbol.toStringTag", TagGetter, 0, kNativeGetter | kNativeSymbol},
    {"Symbol.toStringTag", TagSetter, 1, kNativeSetter | kNativeSymbol},
    {"constructor", ConstructorGetter, 0, kNativeGetter},
    {"constructor", ConstructorSetter, 1, kNativeSetter},
};
HW_NATIVE_ROWS(kAccessorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"chunks", BufferedHelper, 1, kNativePlain, Magic(HelperKind::kChunks)},
    {"drop", LimitHelper, 1, kNativePlain, Magic(HelperKind::kDrop)},
    {"every", SelfHosted, 1, kNativePlain, kIteratorPrototype_every},
    {"filter", FunctionHelper, 1, kNativePlain, Magic(HelperKind::kFilter)},
    {"find", SelfHosted, 1, kNativePlain, kIteratorPrototype_find},
    {"flatMap", FunctionHelper, 1, kNativePlain, Magic(HelperKind::kFlatMap)},
    {"forEach", SelfHosted, 1, kNativePlain, kIteratorPrototype_forEach},
    {"includes", IteratorIncludes, 1},
    {"map", FunctionHelper, 1, kNativePlain, Magic(HelperKind::kMap)},
    {"reduce", SelfHosted, 1, kNativePlain, kIteratorPrototype_reduce},
    {"some", SelfHosted, 1, kNativePlain, kIteratorPrototype_some},
    {"take", LimitHelper, 1, kNativePlain, Magic(HelperKind::kTake)},
    {"toArray", SelfHosted, 0, kNativePlain, kIteratorPrototype_toArray},
    {"windows", BufferedHelper, 1, kNativePlain, Magic(HelperKind::kWindows)},
    {"Symbol.dispose", IteratorDispose, 0, kNativeSymbol},
    {"Symbol.iterator", ReturnThis, 0, kNativeSymbol},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kHarmonyRowsSource[] = {{"join", IteratorJoin, 1}};
HW_NATIVE_ROWS(kHarmonyRows);
constexpr NativeRow kAsyncIteratorRowsSource[] = {
    {"Symbol.asyncDispose", AsyncIteratorDispose, 0, kNativeSymbol},
    {"Symbol.asyncIterator", ReturnThis, 0, kNativeSymbol},
};
HW_NATIVE_ROWS(kAsyncIteratorRows);
constexpr NativeRow kWrapRowsSource[] = {{"next", WrapNext, 0}, {"return", WrapReturn, 0}};
HW_NATIVE_ROWS(kWrapRows);
constexpr NativeRow kHelperRowsSource[] = {
    {"next", HelperNext, 0, kNativePlain, 0, KnownNative::kIteratorHelperNext},
    {"return", HelperReturn, 0},
};
HW_NATIVE_ROWS(kHelperRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows,   kAccessorRows,
                                   kPrototypeRows,  kAsyncIteratorRows, kWrapRows,
                                   kHelperRows,     kUnwrapRow,         kHarmonyRows};

}  // namespace

const std::span<const NativeTable> kIteratorTables = kTables;

void InstallIteratorHarmony(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kIteratorPrototype), kHarmonyRows);
}

void InstallIterator(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kIteratorPrototype);
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kIterator, Intrinsic::kIteratorPrototype);
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
