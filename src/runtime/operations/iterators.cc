#include "runtime/operations/iterators.h"

#include "objects/isolate.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/iterators.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/text_processing.h"
#include "runtime/native_state.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "unicode/text.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-getiteratordirect
Completion<IteratorRecord> GetIteratorDirect(Isolate& isolate, JSObject* object) {
  IteratorRecord record;
  record.iterator = Value(object);
  record.next_method = TRY(Get(isolate, object, Name::next));
  return record;
}

// https://tc39.es/ecma262/#sec-getiteratorfrommethod
Completion<IteratorRecord> GetIteratorFromMethod(Isolate& isolate, Value v, Value method) {
  Value iterator = TRY(Call(isolate, method, v));
  if (!iterator.IsObject())
    return isolate.ThrowTypeError("Result of the Symbol.iterator method is not an object");
  return GetIteratorDirect(isolate, iterator.AsObject());
}

// https://tc39.es/ecma262/#sec-createasyncfromsynciterator
Completion<IteratorRecord> CreateAsyncFromSyncIterator(Isolate& isolate, const IteratorRecord& sync) {
  auto* wrapper = NewInstance<AsyncFromSyncIterator>(
      isolate, Value(CurrentIntrinsic(isolate, Intrinsic::kAsyncFromSyncIteratorPrototype)));
  wrapper->iterator_.Set(wrapper, sync.iterator);
  wrapper->next_.Set(wrapper, sync.next_method);
  wrapper->done_.Init(Value::False());
  return GetIteratorDirect(isolate, wrapper);
}

// https://tc39.es/ecma262/#sec-getiterator
Completion<IteratorRecord> GetIterator(Isolate& isolate, Value v, IteratorKind kind) {
  if (kind == IteratorKind::kAsync) {
    Value method = TRY(GetMethod(isolate, v, isolate.key(WellKnownSymbol::asyncIterator)));
    if (!method.IsUndefined()) {
      Value iterator = TRY(Call(isolate, method, v));
      if (!iterator.IsObject())
        return isolate.ThrowTypeError("Result of the Symbol.asyncIterator method is not an object");
      return GetIteratorDirect(isolate, iterator.AsObject());
    }
    return CreateAsyncFromSyncIterator(isolate, TRY(GetIterator(isolate, v, IteratorKind::kSync)));
  }
  if (v.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("%s is not iterable (cannot read property Symbol(Symbol.iterator))",
                                  v.IsNull() ? "null" : "undefined");
  }
  Value method = TRY(GetV(isolate, v, isolate.key(WellKnownSymbol::iterator)));
  if (!method.IsCallable()) return ThrowNotIterable(isolate, v);
  return GetIteratorFromMethod(isolate, v, method);
}

// https://tc39.es/ecma262/#sec-getiteratorflattenable
Completion<IteratorRecord> GetIteratorFlattenable(Isolate& isolate, Value v, PrimitiveHandling handling) {
  if (!v.IsObject() && !(v.IsString() && handling == PrimitiveHandling::kIterateStringPrimitives)) {
    return ThrowNotObject(isolate, v);
  }
  // FAST: what the method of an array would make.
  if (CanIterateFast(isolate, v))
    return GetIteratorDirect(
        isolate, FastArrayIterator(isolate, static_cast<JSArray*>(v.AsObject()), 0).iterator.AsObject());
  Value method = TRY(GetMethod(isolate, v, isolate.key(WellKnownSymbol::iterator)));
  Value iterator = method.IsUndefined() ? v : TRY(Call(isolate, method, v));
  if (!iterator.IsObject()) return ThrowNotObject(isolate, iterator);
  return GetIteratorDirect(isolate, iterator.AsObject());
}

// https://tc39.es/ecma262/#sec-iteratornext
Completion<JSObject*> IteratorNext(Isolate& isolate, IteratorRecord& record) {
  Completion<Value> result = Call(isolate, record.next_method, record.iterator);
  if (result.IsThrow()) {
    record.done = true;
    return kThrow;
  }
  Value object = result.Take();
  if (!object.IsObject()) {
    record.done = true;
    return isolate.ThrowTypeError("Iterator result %s is not an object",
                                  DescribeForError(isolate, object).c_str());
  }
  return object.AsObject();
}

namespace {

bool IsIterResult(JSObject* result, Isolate& isolate) {
  return result->shape() == isolate.realm()->shape(RealmShape::kIteratorResult);
}

}  // namespace

// https://tc39.es/ecma262/#sec-iteratorcomplete
Completion<bool> IteratorComplete(Isolate& isolate, JSObject* result) {
  if (IsIterResult(result, isolate)) return ToBoolean(result->InObjectSlot(1)->get());
  return ToBoolean(TRY(Get(isolate, result, Name::done)));
}

// https://tc39.es/ecma262/#sec-iteratorvalue
Completion<Value> IteratorValue(Isolate& isolate, JSObject* result) {
  if (IsIterResult(result, isolate)) return result->InObjectSlot(0)->get();
  return Get(isolate, result, Name::value);
}

JSObject* IterResultOfStep(Isolate& isolate, Value value) {
  bool done = value.IsNotFound();
  return CreateIterResultObject(isolate, done ? Value::Undefined() : value, done);
}

Completion<Value> IterResultStepValue(Isolate& isolate, Value result) {
  if (!result.IsObject())
    return isolate.ThrowTypeError("Iterator result %s is not an object",
                                  DescribeForError(isolate, result).c_str());
  if (TRY(IteratorComplete(isolate, result.AsObject()))) return Value::NotFound();
  return IteratorValue(isolate, result.AsObject());
}

// ---- Steps of the library's iterators ----

Completion<Value> StepArrayIterator(Isolate& isolate, ArrayIterator* iterator) {
  if (iterator->target_.get().IsUndefined()) return Value::NotFound();
  JSObject* target = iterator->target_.get().AsObject();
  auto kind = static_cast<IterationKind>(iterator->kind_.get().AsSmi());
  // FAST: a value that is there, of an array.
  if (HW_LIKELY(target->object_type() == HeapType::kJSArray && kind == IterationKind::kValues &&
                iterator->index_.get().IsSmi())) {
    auto i = static_cast<uint32_t>(iterator->index_.get().AsSmi());
    Value value =
        i < static_cast<JSArray*>(target)->length() ? target->GetElement(isolate, i) : Value::Hole();
    if (HW_LIKELY(!value.IsHole()) && i < static_cast<uint32_t>(Value::kSmiMax)) {
      iterator->index_.Init(Value::Smi(static_cast<int32_t>(i + 1)));
      return value;
    }
  }
  double index = iterator->index_.get().AsNumber(), length;
  if (target->object_type() == HeapType::kTypedArrayObject) {
    auto* typed = static_cast<TypedArrayObject*>(target);
    if (typed->IsOutOfBounds(isolate))
      return isolate.ThrowTypeError(
          "Cannot perform %%ArrayIteratorPrototype%%.next on a detached ArrayBuffer");
    length = static_cast<double>(typed->length(isolate));
  } else {
    length = TRY(LengthOfArrayLike(isolate, target));
  }
  if (index >= length) {
    iterator->target_.Init(Value::Undefined());
    return Value::NotFound();
  }
  iterator->index_.Set(iterator, NumberValue(isolate, index + 1));
  if (kind == IterationKind::kKeys) return NumberValue(isolate, index);
  Value value = TRY(Get(isolate, target, KeyFromNumber(isolate, index)));
  if (kind == IterationKind::kValues) return value;
  Value pair[] = {NumberValue(isolate, index), value};
  return Value(CreateArrayFromList(isolate, pair));
}

Value StepMapIterator(Isolate& isolate, MapIterator* iterator) {
  Value key, value;
  if (!iterator->Next(isolate, &key, &value)) return Value::NotFound();
  switch (iterator->kind()) {
    case IterationKind::kKeys: return key;
    case IterationKind::kValues: return value;
    case IterationKind::kEntries: break;
  }
  Value pair[] = {key, value};
  return Value(CreateArrayFromList(isolate, pair));
}

Value StepSetIterator(Isolate& isolate, SetIterator* iterator) {
  Value key, value;
  if (!iterator->Next(isolate, &key, &value)) return Value::NotFound();
  if (iterator->kind() != IterationKind::kEntries) return key;
  Value pair[] = {key, key};
  return Value(CreateArrayFromList(isolate, pair));
}

Value StepStringIterator(Isolate& isolate, StringIterator* iterator) {
  if (!iterator->string_.get().IsString()) return Value::NotFound();
  String* string = iterator->string_.get().AsString();
  uint32_t position = static_cast<uint32_t>(iterator->position_.get().AsSmi());
  if (position >= string->length()) {
    iterator->string_.Init(Value::Undefined());
    return Value::NotFound();
  }
  FlatChars chars = string->Flatten(isolate);
  if (HW_UNLIKELY(position >= chars.length())) return Value::NotFound();  // out of memory
  uint32_t next = position + 1;
  if (!chars.is_one_byte() && unicode::IsLeadSurrogate(chars[position]) && next < chars.length() &&
      unicode::IsTrailSurrogate(chars[next])) {
    next++;
  }
  iterator->position_.Init(Value::Smi(static_cast<int32_t>(next)));
  if (next == position + 1) return Value(SingleCharString(isolate, chars[position]));
  return Value(Substring(isolate, string, position, next));
}

namespace {

// Which of the library's next methods it is. None where what they make would be of another realm: arrays and
// errors are of the method's.
KnownNative KnownNextMethod(Isolate& isolate, Value next_method) {
  if (!next_method.IsObject() || next_method.AsObject()->object_type() != HeapType::kNativeFunction)
    return KnownNative::kNone;
  auto* next = static_cast<NativeFunction*>(next_method.AsObject());
  if (HW_UNLIKELY(isolate.has_other_realms_) && next->realm_.get() != CurrentRealm(isolate))
    return KnownNative::kNone;
  return IsLibraryNext(next->known_native_) ? next->known_native_ : KnownNative::kNone;
}

// Calls step() until it gives NotFound.
template <class F>
Completion<void> AppendSteps(Isolate& isolate, JSArray* array, F&& step) {
  Value values[64];
  size_t count;
  do {
    for (count = 0; count < std::size(values); count++) {
      values[count] = TRY(Completion<Value>(step()));
      if (values[count].IsNotFound()) break;
    }
    TRY(AppendToNew(isolate, array, {values, count}));
    TRY(isolate.Poll(static_cast<int32_t>(count)));
  } while (count == std::size(values));
  return {};
}

}  // namespace

Completion<Value> StepLibraryIterator(Isolate& isolate, Value iterator, Value next_method,
                                      const Continuation& then) {
  if (!iterator.IsObject()) return Value::Hole();
  KnownNative known = KnownNextMethod(isolate, next_method);
  if (known == KnownNative::kNone) return Value::Hole();
  TRY(isolate.Poll());
  JSObject* object = iterator.AsObject();
  HeapType type = object->object_type();
  switch (known) {
    case KnownNative::kArrayIteratorNext:
      if (type == HeapType::kArrayIterator)
        return StepArrayIterator(isolate, static_cast<ArrayIterator*>(object));
      break;
    case KnownNative::kMapIteratorNext:
      if (type == HeapType::kMapIterator) return StepMapIterator(isolate, static_cast<MapIterator*>(object));
      break;
    case KnownNative::kSetIteratorNext:
      if (type == HeapType::kSetIterator) return StepSetIterator(isolate, static_cast<SetIterator*>(object));
      break;
    case KnownNative::kStringIteratorNext:
      if (type == HeapType::kStringIterator)
        return StepStringIterator(isolate, static_cast<StringIterator*>(object));
      break;
    case KnownNative::kGeneratorNext:
      if (type == HeapType::kGeneratorObject)
        return NativeStateOf(isolate).steps.generator(isolate, object, next_method, then);
      break;
    case KnownNative::kIteratorHelperNext:
      if (type == HeapType::kIteratorHelper)
        return NativeStateOf(isolate).steps.iterator_helper(isolate, object);
      break;
    default: break;
  }
  return Value::Hole();
}

Completion<void> AppendLibrarySteps(Isolate& isolate, JSArray* array, const IteratorRecord& record) {
  if (!record.iterator.IsObject()) return {};
  JSObject* object = record.iterator.AsObject();
  HeapType type = object->object_type();
  switch (KnownNextMethod(isolate, record.next_method)) {
    case KnownNative::kArrayIteratorNext: {
      if (type != HeapType::kArrayIterator) return {};
      auto* iterator = static_cast<ArrayIterator*>(object);
      Value target = iterator->target_;
      if (!target.IsObject() || !(target.Is<TypedArrayObject>() || IsFastArray(isolate, target.AsObject())))
        return {};
      return AppendSteps(isolate, array, [&] { return StepArrayIterator(isolate, iterator); });
    }
    case KnownNative::kMapIteratorNext: {
      if (type != HeapType::kMapIterator) return {};
      auto* iterator = static_cast<MapIterator*>(object);
      return AppendSteps(isolate, array, [&] { return StepMapIterator(isolate, iterator); });
    }
    case KnownNative::kSetIteratorNext: {
      if (type != HeapType::kSetIterator) return {};
      auto* iterator = static_cast<SetIterator*>(object);
      return AppendSteps(isolate, array, [&] { return StepSetIterator(isolate, iterator); });
    }
    case KnownNative::kStringIteratorNext: {
      if (type != HeapType::kStringIterator) return {};
      auto* iterator = static_cast<StringIterator*>(object);
      return AppendSteps(isolate, array, [&] { return StepStringIterator(isolate, iterator); });
    }
    default: return {};
  }
}

// https://tc39.es/ecma262/#sec-iteratorstepvalue
Completion<Value> IteratorStepValue(Isolate& isolate, IteratorRecord& record) {
  Completion<Value> step = StepLibraryIterator(isolate, record.iterator, record.next_method);
  if (!step.IsThrow() && step.Take().IsHole()) {
    step = Call(isolate, record.next_method, record.iterator);
    if (!step.IsThrow()) step = IterResultStepValue(isolate, step.Take());
  }
  record.done = step.IsThrow() || step.Take().IsNotFound();
  return step;
}

// https://tc39.es/ecma262/#sec-iteratorclose
Completion<void> IteratorClose(Isolate& isolate, const IteratorRecord& record) {
  Value method = TRY(GetMethod(isolate, record.iterator, isolate.key(Name::return_)));
  if (method.IsUndefined()) return {};
  Value result = TRY(Call(isolate, method, record.iterator));
  if (!result.IsObject()) return ThrowNotObject(isolate, result);
  return {};
}

Throwing IteratorCloseThrow(Isolate& isolate, const IteratorRecord& record) {
  Value pending;
  if (!isolate.Catch(&pending)) return kThrow;
  Completion<Value> method = GetMethod(isolate, record.iterator, isolate.key(Name::return_));
  if (!method.IsThrow() && !method.Take().IsUndefined()) {
    (void)Call(isolate, method.Take(), record.iterator).IsThrow();
  }
  if (isolate.IsTerminating()) return kThrow;
  return isolate.Throw(pending);
}

// ---- Arrays without an iterator object ----

bool CanIterateFast(Isolate& isolate, Value iterable) {
  return iterable.IsObject() && isolate.array_iteration_intact_ &&
         IsPristineArray(isolate, iterable.AsObject());
}

Completion<Value> FastArrayElement(Isolate& isolate, JSArray* array, uint32_t index) {
  Value value = array->GetElement(isolate, index);
  if (HW_LIKELY(!value.IsHole())) return value;
  return Get(isolate, array, PropertyKey::FromIndex(index));
}

// The iterator that was never made, for its "return" method, if a program gave it one.
IteratorRecord FastArrayIterator(Isolate& isolate, JSArray* array, uint32_t index) {
  auto* iterator = NewObjectAs<ArrayIterator>(isolate, isolate.realm()->shape(RealmShape::kArrayIterator));
  iterator->target_.Set(iterator, Value(array));
  iterator->index_.Set(iterator, NumberValue(isolate, index));
  iterator->kind_.Init(Value::Smi(1));  // values
  IteratorRecord record;
  record.iterator = Value(iterator);
  return record;
}

}  // namespace halfword
