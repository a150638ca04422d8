#include "runtime/control_abstraction/iteration_records.h"

#include "gc/heap.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

void StoreIteratorRecord(Isolate& isolate, const IteratorRecord& r, Value* record) {
  record[0] = r.iterator;
  // A Smi there would stand for a pristine array.
  record[1] = r.next_method.IsSmi() ? Value(NewHeapNumber(isolate, r.next_method.AsNumber())) : r.next_method;
  record[2] = Value::False();
}

Completion<void> GetIteratorRecord(Isolate& isolate, Value iterable, bool async, Value* record) {
  StoreIteratorRecord(isolate,
                      TRY(GetIterator(isolate, iterable, async ? IteratorKind::kAsync : IteratorKind::kSync)),
                      record);
  return {};
}

namespace {

// The end of a step that gave `value`.
Value FinishStep(Value* record, Value value) {
  if (!value.IsNotFound()) record[2] = Value::False();
  return value;
}

}  // namespace

Completion<Value> StepIteratorRecord(Isolate& isolate, Value* record, const Continuation& then) {
  if (record[2].IsTrue()) return Value::NotFound();
  if (record[1].IsSmi()) {
    // %ArrayIteratorPrototype%.next on a pristine array.
    JSObject* array = record[0].AsObject();
    uint32_t index = static_cast<uint32_t>(record[1].AsSmi());
    if (index >= static_cast<JSArray*>(array)->length()) {
      record[2] = Value::True();
      return Value::NotFound();
    }
    record[1] = Value::Smi(static_cast<int32_t>(index + 1));
    record[2] = Value::True();
    Value value = TRY(Get(isolate, array, PropertyKey::FromIndex(index)));
    record[2] = Value::False();
    return value;
  }
  record[2] = Value::True();
  Value step = TRY(StepLibraryIterator(isolate, record[0], record[1], then));
  if (step.IsHole())
    step = TRY(IterResultStepValue(isolate, TRY(Call(isolate, record[1], record[0], {}, then))));
  return FinishStep(record, step);
}

Completion<Value> FinishStepOfGenerator(Isolate& isolate, Value* record, GeneratorObject* generator,
                                        Value result) {
  return FinishStep(record, TRY(FinishGeneratorStep(isolate, generator, result)));
}

Completion<Value> FinishIteratorStep(Isolate& isolate, Value* record, Value result) {
  return FinishStep(record, TRY(IterResultStepValue(isolate, result)));
}

Completion<Value> DrainIteratorRecord(Isolate& isolate, Value* record) {
  JSArray* array = NewArray(isolate, 0);
  while (true) {
    Value value = TRY(StepIteratorRecord(isolate, record));
    if (value.IsNotFound()) return Value(array);
    TRY(isolate.Poll());
    TRY(AppendToLiteral(isolate, Value(array), value));
  }
}

Completion<void> CloseIteratorRecord(Isolate& isolate, Value* record, bool on_throw) {
  record[2] = Value::True();
  Value iterator = record[0];
  if (record[1].IsSmi()) {
    // %ArrayIteratorPrototype% has no return method unless somebody added one.
    if (isolate.array_iteration_intact_) return {};
    iterator = FastArrayIterator(isolate, static_cast<JSArray*>(iterator.AsObject()),
                                 static_cast<uint32_t>(record[1].AsSmi()))
                   .iterator;
  }
  auto close = [&]() -> Completion<Value> {
    Value method = TRY(GetMethod(isolate, iterator, isolate.key(Name::return_)));
    if (method.IsUndefined()) return Value::Hole();
    return Call(isolate, method, iterator);
  };
  Completion<Value> result = close();
  if (on_throw) {
    if (result.IsThrow()) {
      Value ignored;
      if (!isolate.Catch(&ignored)) return kThrow;
    }
    return {};
  }
  Value value = TRY(result);
  if (!value.IsHole() && !value.IsObject()) {
    return isolate.ThrowTypeError("%s is not an object", DescribeForError(isolate, value).c_str());
  }
  return {};
}

Completion<Value> CallIteratorMethod(Isolate& isolate, Value* record, Value argument, uint8_t mode) {
  Value iterator = record[0];
  if (record[1].IsSmi()) {
    // yield* and for await look at the record in detail: make the iterator object after all.
    IteratorRecord r = TRY(GetIteratorFromMethod(
        isolate, iterator, Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype_values))));
    record[0] = iterator = r.iterator;
    record[1] = r.next_method;
  }
  constexpr Continuation kThen{Continuation::kResult};
  if (mode == 0) return Call(isolate, record[1], iterator, {argument}, kThen);
  if (mode == 3) return Call(isolate, record[1], iterator, {}, kThen);
  Value method = TRY(GetMethod(isolate, iterator, isolate.key(mode == 2 ? Name::throw_ : Name::return_)));
  if (method.IsUndefined()) return Value::Hole();
  return mode == 4 ? Call(isolate, method, iterator, {}, kThen)
                   : Call(isolate, method, iterator, {argument}, kThen);
}

Completion<JSObject*> CheckIteratorResult(Isolate& isolate, Value result) {
  if (result.IsObject()) return result.AsObject();
  return isolate.ThrowTypeError("Iterator result %s is not an object",
                                DescribeForError(isolate, result).c_str());
}

// ---- for-in ----

namespace {

ForInState* NewForInState(Isolate& isolate) {
  size_t cell = gc::CellSize(sizeof(ForInState));
  auto* state = static_cast<ForInState*>(
      isolate.heap().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(HeapType::kForInState), cell), cell));
  state->object_.Init(Value::Undefined());
  state->shape_.Init(Value::Smi(0));
  state->keys_.Init(Value::Smi(0));
  return state;
}

// Whether nothing from `object` up has an enumerable property (the usual case: prototypes have methods only).
bool ChainHasNoEnumerable(Isolate& isolate, JSObject* object) {
  ChainWalk walk;
  for (JSObject* o = object; o != nullptr; o = o->shape()->prototype_object()) {
    walk.Step(isolate);
    Shape* shape = o->shape();
    if (shape->Has(Shape::kIsExotic)) return false;
    if (shape->elements_kind() != ElementsKind::kNone &&
        (o->FastElementsLimit() > 0 || shape->elements_kind() == ElementsKind::kDictionary))
      return false;
    if (!shape->Has(Shape::kMayHaveEnumerable)) continue;
    PropertyTable* table = shape->table();
    isolate.Charge(shape->property_count() / kPlacesPerUnit);
    for (uint32_t i = 0; table && i < shape->property_count(); i++) {
      const PropertyTable::Entry& e = table->entry(i);
      if (e.name.get().IsString() && (e.attributes & kEnumerable)) return false;
    }
  }
  return true;
}

// Whether the table of the shape, which is shared, says in its order which keys there are.
bool AreKeysOfTable(Isolate& isolate, const Shape* shape) {
  if (shape->is_unique() || shape->elements_kind() != ElementsKind::kNone) return false;
  const PropertyTable* table = shape->table();
  isolate.Charge(shape->property_count() / kPlacesPerUnit);
  for (uint32_t i = 0; i < shape->property_count(); i++) {
    const PropertyTable::Entry& e = table->entry(i);
    if (!e.name.get().IsString() || !(e.attributes & kEnumerable)) return false;
  }
  return table != nullptr;
}

// What is at `index` of the keys.
Value KeyAt(ForInState* state, uint32_t index) {
  Value keys = state->keys_;
  if (keys.Is<ValueArray>()) return keys.As<ValueArray>()->get(index);
  return keys.As<PropertyTable>()->entry(index).name;
}

}  // namespace

Completion<Value> PrepareForIn(Isolate& isolate, Value value) {
  ForInState* state = NewForInState(isolate);
  if (value.IsNullOrUndefined()) return Value(state);
  JSObject* object = TRY(ToObject(isolate, value));
  state->object_.Set(state, Value(object));
  ValueList keys(isolate);
  // An ordinary object whose prototypes have nothing enumerable: its own keys, known to be present while the
  // shape stays.
  Shape* shape = object->shape();
  if (!shape->Has(Shape::kIsExotic) && ChainHasNoEnumerable(isolate, shape->prototype_object())) {
    if (AreKeysOfTable(isolate, shape)) {
      state->shape_.Set(state, Value(shape));
      state->keys_.Set(state, Value(shape->table()));
      state->count_ = shape->property_count();
      return Value(state);
    }
    ValueList own(isolate);
    // FAST: all that is in fast elements is enumerable.
    bool only_elements = IsFastKind(shape->elements_kind()) && shape->property_count() == 0;
    if (only_elements) {
      object->AppendIndices(isolate, keys);
      TRY(isolate.Poll(CostOf(keys.size())));
    } else {
      object->AppendOwnKeys(isolate, own, true, false);
    }
    for (Value key : own.span()) {
      TRY(isolate.Poll());
      PropertyKey k = PropertyKey::FromString(isolate, key.AsString());
      OwnProperty p = object->GetOwn(isolate, k);
      if (p.found() && (p.attributes & kEnumerable)) keys.Append(k.IsIndex() ? key : k.name());
    }
    if (shape->elements_kind() == ElementsKind::kNone && !shape->is_unique() && object->shape() == shape) {
      state->shape_.Set(state, Value(shape));
    }
  } else {
    ValueList seen_list(isolate);
    MapObject* seen = NewInstance<MapObject>(isolate, Value::Null());
    PrototypeWalk walk;
    for (JSObject* o = object; o != nullptr;) {
      ValueList own(isolate);
      TRY(internal_method::OwnPropertyKeys(isolate, o, own));
      for (Value key : own.span()) {
        TRY(isolate.Poll());
        if (!key.IsString()) continue;
        PropertyKey k = PropertyKey::FromString(isolate, key.AsString());
        MaybeDescriptor d = TRY(internal_method::GetOwnProperty(isolate, o, k));
        if (!d.found || seen->Has(isolate, key)) continue;
        if (!seen->Set(isolate, key, Value::True()))
          return isolate.ThrowRangeError("Map maximum size exceeded");
        if (d.descriptor.enumerable) keys.Append(k.IsIndex() ? key : k.name());
      }
      Value prototype = TRY(walk.Next(isolate, o));
      o = prototype.IsNull() ? nullptr : prototype.AsObject();
      TRY(isolate.Poll());
    }
  }
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(keys.size()));
  for (size_t i = 0; i < keys.size(); i++) array->slots()[i].Set(array, keys[i]);
  state->keys_.Set(state, Value(array));
  state->count_ = static_cast<uint32_t>(keys.size());
  return Value(state);
}

Completion<Value> NextForIn(Isolate& isolate, Value state_value) {
  ForInState* state = state_value.As<ForInState>();
  while (state->index_ < state->count_) {
    Value key = KeyAt(state, state->index_++);
    JSObject* object = state->object_.get().AsObject();
    if (state->shape_.get() == Value(object->shape())) return key;
    // Deleted meanwhile: skipped.
    PropertyKey k = PropertyKey::FromString(isolate, key.AsString());
    if (object->shape()->Has(Shape::kIsExotic)) {
      bool present = false;
      PrototypeWalk walk;
      for (Value o = Value(object); o.IsObject();) {
        MaybeDescriptor d = TRY(internal_method::GetOwnProperty(isolate, o.AsObject(), k));
        if (d.found) {
          present = d.descriptor.enumerable;
          break;
        }
        o = TRY(walk.Next(isolate, o.AsObject()));
      }
      if (present) return key;
    } else if (TRY(HasProperty(isolate, object, k))) {
      return key;
    }
    TRY(isolate.Poll());
  }
  return Value::NotFound();
}

}  // namespace halfword
