// Methods of arrays that change a copy: toReversed, toSpliced and with.
#include <algorithm>

#include "builtins/indexed_collections/array_internal.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-array.prototype.toreversed
Completion<Value> ArrayToReversed(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  if (JSArray* array = AsFastArray(isolate, o)) {
    JSArray* a = TRY(CopyElements(isolate, array, 0, array->length()));
    TRY(FillHolesWithUndefined(isolate, a));
    TRY(ReverseElements(isolate, a));
    return Value(a);
  }
  double length = TRY(LengthOfArrayLike(isolate, o));
  JSArray* a = TRY(ArrayCreate(isolate, length));
  a->SetLengthFast(isolate, 0);
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    TRY(CreateIndex(isolate, a, k, TRY(GetIndex(isolate, o, length - 1 - k))));
  }
  return Value(a);
}

// https://tc39.es/ecma262/#sec-array.prototype.tospliced
Completion<Value> ArrayToSpliced(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double start = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  double insert = args.count() > 2 ? args.count() - 2 : 0, skip = 0;
  if (args.count() == 1)
    skip = length - start;
  else if (args.count() > 1)
    skip = std::clamp(TRY(ToIntegerOrInfinity(isolate, args[1])), 0.0, length - start);
  double new_length = length + insert - skip;
  if (new_length > kMaxSafeLength) return isolate.ThrowTypeError("Invalid array length");
  if (new_length > 4294967295.0) return isolate.ThrowRangeError("Invalid array length");
  JSArray* a = NewArray(isolate, 0);
  if (JSArray* array = AsFastArray(isolate, o);
      array && array->length() == length && new_length <= JSArray::kMaxFastLength) {
    uint32_t from = static_cast<uint32_t>(start);
    if (!a->MakeRoomFor(isolate, static_cast<uint32_t>(new_length), array->elements_kind())) return kThrow;
    if (TRY(AppendElements(isolate, a, array, 0, from)) && TRY(AppendValues(isolate, a, args.from(2))) &&
        TRY(AppendElements(isolate, a, array, from + static_cast<uint32_t>(skip), array->length()))) {
      TRY(FillHolesWithUndefined(isolate, a));
      return Value(a);
    }
    return kThrow;  // the guest is ended: so many fit
  }
  double i = 0;
  for (; i < start; i++) {
    TRY(isolate.Poll());
    TRY(CreateIndex(isolate, a, i, TRY(GetIndex(isolate, o, i))));
  }
  for (uint32_t k = 2; k < args.count(); k++, i++) TRY(CreateIndex(isolate, a, i, args[k]));
  for (double r = start + skip; i < new_length; i++, r++) {
    TRY(isolate.Poll());
    TRY(CreateIndex(isolate, a, i, TRY(GetIndex(isolate, o, r))));
  }
  return Value(a);
}

// https://tc39.es/ecma262/#sec-array.prototype.with
Completion<Value> ArrayWith(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (index < 0) index += length;
  if (index < 0 || index >= length) return isolate.ThrowRangeError("Invalid index : %.0f", index);
  if (length > 4294967295.0) return isolate.ThrowRangeError("Invalid array length");
  if (JSArray* array = AsFastArray(isolate, o); array && array->length() == length) {
    JSArray* a = TRY(CopyElements(isolate, array, 0, array->length()));
    TRY(FillHolesWithUndefined(isolate, a));
    a->DefineOwn(isolate, PropertyKey::FromIndex(static_cast<uint32_t>(index)), args[1], kDataDefault);
    if (isolate.IsTerminating()) return kThrow;
    return Value(a);
  }
  JSArray* a = NewArray(isolate, 0);
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    TRY(CreateIndex(isolate, a, k, k == index ? args[1] : TRY(GetIndex(isolate, o, k))));
  }
  return Value(a);
}

}  // namespace halfword
