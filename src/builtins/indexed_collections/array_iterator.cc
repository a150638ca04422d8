// %ArrayIteratorPrototype% (https://tc39.es/ecma262/#sec-%arrayiteratorprototype%-object).
#include "builtins/builtins.h"
#include "objects/builtin_objects.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Completion<Value> ArrayIteratorNext(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<ArrayIterator>())
    return ThrowIncompatibleReceiver(isolate, "Array Iterator.prototype.next", args.this_value());
  auto* iterator = static_cast<ArrayIterator*>(args.this_value().AsObject());
  if (iterator->target_.get().IsUndefined())
    return Value(CreateIterResultObject(isolate, Value::Undefined(), true));
  JSObject* target = iterator->target_.get().AsObject();
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
    return Value(CreateIterResultObject(isolate, Value::Undefined(), true));
  }
  iterator->index_.Set(iterator, NumberValue(isolate, index + 1));
  IterationKind kind = static_cast<IterationKind>(iterator->kind_.get().AsSmi());
  Value number = NumberValue(isolate, index);
  if (kind == IterationKind::kKeys) return Value(CreateIterResultObject(isolate, number, false));
  Value value = TRY(Get(isolate, target, KeyFromNumber(isolate, index)));
  if (kind == IterationKind::kEntries) {
    Value pair[] = {number, value};
    value = Value(CreateArrayFromList(isolate, pair));
  }
  return Value(CreateIterResultObject(isolate, value, false));
}

constexpr NativeRow kRowsSource[] = {{"next", ArrayIteratorNext, 0}};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

const std::span<const NativeTable> kArrayIteratorTables = kTables;

void InstallArrayIterator(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kArrayIteratorPrototype);
  InstallFunctions(isolate, realm, prototype, kRows);
  InstallToStringTag(isolate, prototype, "Array Iterator");
}

}  // namespace halfword
