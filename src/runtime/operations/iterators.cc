#include "runtime/operations/iterators.h"

#include "objects/builtin_objects.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

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

Completion<Value> StepArrayIterator(Isolate& isolate, Value v) {
  if (!v.Is<ArrayIterator>() || !isolate.array_iteration_intact_) return Value::Hole();
  auto* iterator = static_cast<ArrayIterator*>(v.AsObject());
  Value target = iterator->target_;
  bool is_pristine = iterator->shape() == isolate.realm()->shape(RealmShape::kArrayIterator) &&
                     target.Is<JSArray>() &&
                     iterator->kind_.get() == Value::Smi(static_cast<int32_t>(IterationKind::kValues)) &&
                     iterator->index_.get().IsSmi();
  if (!is_pristine) return Value::Hole();
  TRY(isolate.Poll());
  auto* array = static_cast<JSArray*>(target.AsObject());
  auto index = static_cast<uint32_t>(iterator->index_.get().AsSmi());
  if (index >= array->length()) {
    iterator->target_.Init(Value::Undefined());
    return Value::NotFound();
  }
  if (index >= static_cast<uint32_t>(Value::kSmiMax)) return Value::Hole();
  iterator->index_.Init(Value::Smi(static_cast<int32_t>(index + 1)));
  Value value = array->GetElement(isolate, index);
  if (HW_LIKELY(!value.IsHole())) return value;
  return Get(isolate, array, PropertyKey::FromIndex(index));
}

// https://tc39.es/ecma262/#sec-iteratorstepvalue
Completion<Value> IteratorStepValue(Isolate& isolate, IteratorRecord& record) {
  Completion<Value> step = StepArrayIterator(isolate, record.iterator);
  if (step.IsThrow() || !step.Take().IsHole()) {
    record.done = step.IsThrow() || step.Take().IsNotFound();
    return step;
  }
  JSObject* result = TRY(IteratorNext(isolate, record));
  Completion<bool> done = IteratorComplete(isolate, result);
  if (done.IsThrow()) {
    record.done = true;
    return kThrow;
  }
  if (done.Take()) {
    record.done = true;
    return Value::NotFound();
  }
  Completion<Value> value = IteratorValue(isolate, result);
  if (value.IsThrow()) record.done = true;
  return value;
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
  JSObject* prototype = isolate.realm()->intrinsic(Intrinsic::kArrayIteratorPrototype);
  auto* iterator = NewInstance<ArrayIterator>(isolate, Value(prototype));
  iterator->target_.Set(iterator, Value(array));
  iterator->index_.Set(iterator, NumberValue(isolate, index));
  iterator->kind_.Init(Value::Smi(1));  // values
  IteratorRecord record;
  record.iterator = Value(iterator);
  return record;
}

}  // namespace halfword
