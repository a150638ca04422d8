// Iterator.concat, Iterator.zip, Iterator.zipKeyed, and the closures of their iterators.
#include <algorithm>

#include "builtins/control_abstraction/iterator_helpers.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace {

// How zip ends. The helper's fields: counter_ mode, remaining_ number of iterators, data_[0]
// ValueArray {iterator (undefined: no longer open), next method}, data_[1] padding, function_ the keys
// of zipKeyed or undefined.
enum class ZipMode : int32_t { kShortest, kLongest, kStrict };

ValueArray* ArrayOf(Value v) { return v.As<ValueArray>(); }

ValueArray* ToValueArray(Isolate& isolate, const ValueList& list) {
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(std::max<size_t>(list.size(), 1)));
  for (size_t i = 0; i < list.size(); i++) array->slots()[i].Set(array, list[i]);
  return array;
}

// IfAbruptCloseIterators: with an exception pending. `first`, if any, comes before the others in the list.
Throwing CloseAllThrow(Isolate& isolate, ValueList& iterators, const IteratorRecord* first = nullptr) {
  ValueArray* array = ToValueArray(isolate, iterators);
  (void)CloseAll(isolate, array, static_cast<uint32_t>(iterators.size() / 2), true).IsThrow();
  if (first && !isolate.IsTerminating()) (void)IteratorCloseThrow(isolate, *first);
  return kThrow;
}

}  // namespace

Completion<void> CloseAll(Isolate& isolate, ValueArray* iterators, uint32_t count, bool threw) {
  for (uint32_t i = count; i-- > 0;) {
    IteratorRecord record;
    record.iterator = iterators->get(2 * i);
    if (!record.iterator.IsObject()) continue;
    iterators->slots()[2 * i].Init(Value::Undefined());
    if (threw) {
      (void)IteratorCloseThrow(isolate, record);
    } else if (IteratorClose(isolate, record).IsThrow()) {
      threw = true;
    }
    if (isolate.IsTerminating()) return kThrow;
  }
  if (threw) return kThrow;
  return {};
}

// The closure of Iterator.concat  https://tc39.es/ecma262/#sec-iterator.concat
Completion<Value> AdvanceConcat(Isolate& isolate, IteratorHelper* helper) {
  while (true) {
    TRY(isolate.Poll());
    if (!helper->inner_.get().IsObject()) {
      int32_t index = helper->counter_.get().AsSmi();
      if (index == helper->remaining_.get().AsSmi()) return Value::NotFound();
      helper->counter_.Init(Value::Smi(index + 1));
      ValueArray* iterables = ArrayOf(helper->data_[0]);
      Value iterator = TRY(Call(isolate, iterables->get(2 * index + 1), iterables->get(2 * index)));
      if (!iterator.IsObject()) return ThrowNotObject(isolate, iterator);
      IteratorRecord record = TRY(GetIteratorDirect(isolate, iterator.AsObject()));
      helper->inner_.Set(helper, record.iterator);
      helper->inner_next_.Set(helper, record.next_method);
    }
    IteratorRecord inner;
    inner.iterator = helper->inner_;
    inner.next_method = helper->inner_next_;
    Value value = TRY(IteratorStepValue(isolate, inner));
    if (!value.IsNotFound()) return value;
    helper->inner_.Init(Value::Undefined());
  }
}

// The closure of IteratorZip  https://tc39.es/ecma262/#sec-iteratorzip
Completion<Value> AdvanceZip(Isolate& isolate, IteratorHelper* helper) {
  uint32_t count = static_cast<uint32_t>(helper->remaining_.get().AsSmi());
  ZipMode mode = static_cast<ZipMode>(helper->counter_.get().AsSmi());
  if (count == 0) return Value::NotFound();
  ValueArray* iterators = ArrayOf(helper->data_[0]);
  ValueList results(isolate);
  auto record_of = [&](uint32_t i) {
    IteratorRecord record;
    record.iterator = iterators->get(2 * i);
    record.next_method = iterators->get(2 * i + 1);
    return record;
  };
  auto drop = [&](uint32_t i) { iterators->slots()[2 * i].Init(Value::Undefined()); };
  auto mismatch = [&]() -> Throwing {
    (void)isolate.ThrowTypeError(
        "Iterators passed to Iterator.zip with mode \"strict\" have different lengths");
    (void)CloseAll(isolate, iterators, count, true).IsThrow();
    return kThrow;
  };
  for (uint32_t i = 0; i < count; i++) {
    IteratorRecord iterator = record_of(i);
    if (!iterator.iterator.IsObject()) {
      results.Append(ArrayOf(helper->data_[1])->get(i));
      continue;
    }
    Completion<Value> step = IteratorStepValue(isolate, iterator);
    if (step.IsThrow()) {
      drop(i);
      (void)CloseAll(isolate, iterators, count, true).IsThrow();
      return kThrow;
    }
    if (!step.Take().IsNotFound()) {
      results.Append(step.Take());
      continue;
    }
    drop(i);
    if (mode == ZipMode::kShortest) {
      TRY(CloseAll(isolate, iterators, count, false));
      return Value::NotFound();
    }
    if (mode == ZipMode::kStrict) {
      if (i != 0) return mismatch();
      for (uint32_t k = 1; k < count; k++) {
        IteratorRecord other = record_of(k);
        Completion<JSObject*> next = IteratorNext(isolate, other);
        Completion<bool> done =
            next.IsThrow() ? Completion<bool>(kThrow) : IteratorComplete(isolate, next.Take());
        if (done.IsThrow()) {
          drop(k);
          (void)CloseAll(isolate, iterators, count, true).IsThrow();
          return kThrow;
        }
        if (!done.Take()) return mismatch();
        drop(k);
      }
      return Value::NotFound();
    }
    bool any_open = false;
    for (uint32_t k = 0; k < count; k++) any_open |= iterators->get(2 * k).IsObject();
    if (!any_open) return Value::NotFound();
    results.Append(ArrayOf(helper->data_[1])->get(i));
  }
  if (!helper->function_.get().IsHeapPointer()) return CreateArrayFromList(isolate, results.span());
  JSObject* object = OrdinaryObjectCreate(isolate, Value::Null());
  ValueArray* keys = ArrayOf(helper->function_);
  for (uint32_t i = 0; i < count; i++) {
    PropertyKey key = TRY(ToPropertyKey(isolate, keys->get(i)));
    TRY(CreateDataProperty(isolate, object, key, results[i]));
  }
  return object;
}

// Iterator.concat ( ...items )
Completion<Value> IteratorConcat(Isolate& isolate, Arguments& args) {
  ValueList iterables(isolate);
  for (uint32_t i = 0; i < args.count(); i++) {
    Value item = args[i];
    if (!item.IsObject()) return ThrowNotObject(isolate, item);
    Value method = TRY(GetMethod(isolate, item, isolate.key(WellKnownSymbol::iterator)));
    if (method.IsUndefined()) return ThrowNotIterable(isolate, item);
    iterables.Append(item);
    iterables.Append(method);
  }
  IteratorHelper* helper = NewHelper(isolate, args.realm(), HelperKind::kConcat, IteratorRecord());
  helper->data_[0].Set(helper, Value(ToValueArray(isolate, iterables)));
  helper->counter_.Init(Value::Smi(0));
  helper->remaining_.Init(Value::Smi(static_cast<int32_t>(args.count())));
  return helper;
}

namespace {

struct ZipOptions {
  ZipMode mode = ZipMode::kShortest;
  Value padding;  // undefined: none
};
// Iterator.zip, steps 3 to 7  https://tc39.es/ecma262/#sec-iterator.zip
Completion<ZipOptions> ReadZipOptions(Isolate& isolate, Value value) {
  ZipOptions options;
  if (!value.IsUndefined() && !value.IsObject()) return ThrowNotObject(isolate, value);
  if (!value.IsObject()) return options;
  Value text = TRY(Get(isolate, value.AsObject(), PropertyKey::FromAscii(isolate, "mode")));
  if (!text.IsUndefined()) {
    if (text.IsString()) text.AsString()->Flatten(isolate);
    if (text.IsString() && text.AsString()->EqualsAscii("longest")) {
      options.mode = ZipMode::kLongest;
    } else if (text.IsString() && text.AsString()->EqualsAscii("strict")) {
      options.mode = ZipMode::kStrict;
    } else if (!text.IsString() || !text.AsString()->EqualsAscii("shortest")) {
      return isolate.ThrowTypeError("%s is not a valid mode", DescribeForError(isolate, text).c_str());
    }
  }
  if (options.mode != ZipMode::kLongest) return options;
  options.padding = TRY(Get(isolate, value.AsObject(), PropertyKey::FromAscii(isolate, "padding")));
  if (!options.padding.IsUndefined() && !options.padding.IsObject())
    return ThrowNotObject(isolate, options.padding);
  return options;
}

void AppendRecord(ValueList& iterators, const IteratorRecord& record) {
  iterators.Append(record.iterator);
  iterators.Append(record.next_method);
}

// The iterators of Iterator.zip, as {iterator, next method}.
Completion<void> CollectIterators(Isolate& isolate, Value iterables, ValueList& iterators) {
  IteratorRecord input = TRY(GetIterator(isolate, iterables, IteratorKind::kSync));
  while (true) {
    TRY(isolate.Poll());
    Completion<Value> next = IteratorStepValue(isolate, input);
    if (next.IsThrow()) return CloseAllThrow(isolate, iterators);
    if (next.Take().IsNotFound()) return {};
    Completion<IteratorRecord> record =
        GetIteratorFlattenable(isolate, next.Take(), PrimitiveHandling::kRejectPrimitives);
    if (record.IsThrow()) return CloseAllThrow(isolate, iterators, &input);
    AppendRecord(iterators, record.Take());
  }
}

// Those of Iterator.zipKeyed, and their keys.
Completion<void> CollectKeyedIterators(Isolate& isolate, JSObject* iterables, ValueList& iterators,
                                       ValueList& keys) {
  ValueList all_keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, iterables, all_keys));
  for (size_t i = 0; i < all_keys.size(); i++) {
    PropertyKey key = MUST(ToPropertyKey(isolate, all_keys[i]));
    Completion<MaybeDescriptor> own = internal_method::GetOwnProperty(isolate, iterables, key);
    if (own.IsThrow()) return CloseAllThrow(isolate, iterators);
    MaybeDescriptor descriptor = own.Take();
    if (!descriptor.found || !descriptor.descriptor.enumerable) continue;
    Completion<Value> value = Get(isolate, iterables, key);
    if (value.IsThrow()) return CloseAllThrow(isolate, iterators);
    if (value.Take().IsUndefined()) continue;
    keys.Append(all_keys[i]);
    Completion<IteratorRecord> record =
        GetIteratorFlattenable(isolate, value.Take(), PrimitiveHandling::kRejectPrimitives);
    if (record.IsThrow()) return CloseAllThrow(isolate, iterators);
    AppendRecord(iterators, record.Take());
  }
  return {};
}

// Padding of Iterator.zip, as many values as there are iterators at most.
Completion<void> CollectPadding(Isolate& isolate, Value option, ValueList& iterators, ValueList& padding) {
  Completion<IteratorRecord> begun = GetIterator(isolate, option, IteratorKind::kSync);
  if (begun.IsThrow()) return CloseAllThrow(isolate, iterators);
  IteratorRecord record = begun.Take();
  while (padding.size() < iterators.size() / 2) {
    Completion<Value> next = IteratorStepValue(isolate, record);
    if (next.IsThrow()) return CloseAllThrow(isolate, iterators);
    if (next.Take().IsNotFound()) return {};
    padding.Append(next.Take());
  }
  if (IteratorClose(isolate, record).IsThrow()) return CloseAllThrow(isolate, iterators);
  return {};
}

// Padding of Iterator.zipKeyed: a value for each key.
Completion<void> CollectKeyedPadding(Isolate& isolate, JSObject* option, ValueList& iterators,
                                     ValueList& keys, ValueList& padding) {
  for (size_t i = 0; i < keys.size(); i++) {
    Completion<Value> value = Get(isolate, option, MUST(ToPropertyKey(isolate, keys[i])));
    if (value.IsThrow()) return CloseAllThrow(isolate, iterators);
    padding.Append(value.Take());
  }
  return {};
}

}  // namespace

// Iterator.zip ( iterables [ , options ] ), Iterator.zipKeyed ( iterables [ , options ] ); magic 1: keyed
// https://tc39.es/ecma262/#sec-iterator.zip
Completion<Value> IteratorZip(Isolate& isolate, Arguments& args) {
  bool keyed = args.callee()->magic_;
  if (!args[0].IsObject()) return ThrowNotObject(isolate, args[0]);
  ZipOptions options = TRY(ReadZipOptions(isolate, args[1]));
  ValueList iterators(isolate), padding(isolate), keys(isolate);
  TRY(keyed ? CollectKeyedIterators(isolate, args[0].AsObject(), iterators, keys)
            : CollectIterators(isolate, args[0], iterators));
  if (options.padding.IsObject()) {
    TRY(keyed ? CollectKeyedPadding(isolate, options.padding.AsObject(), iterators, keys, padding)
              : CollectPadding(isolate, options.padding, iterators, padding));
  }
  size_t count = iterators.size() / 2;
  while (padding.size() < count) padding.Append(Value::Undefined());
  IteratorHelper* helper = NewHelper(isolate, args.realm(), HelperKind::kZip, IteratorRecord());
  helper->counter_.Init(Value::Smi(static_cast<int32_t>(options.mode)));
  helper->remaining_.Init(Value::Smi(static_cast<int32_t>(count)));
  helper->data_[0].Set(helper, Value(ToValueArray(isolate, iterators)));
  helper->data_[1].Set(helper, Value(ToValueArray(isolate, padding)));
  if (keyed) helper->function_.Set(helper, Value(ToValueArray(isolate, keys)));
  return helper;
}

}  // namespace halfword
