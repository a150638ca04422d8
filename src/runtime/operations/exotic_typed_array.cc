// TypedArray exotic objects (https://tc39.es/ecma262/#sec-typedarray-exotic-objects).
#include <cmath>
#include <cstring>

#include "base/bits.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/internal_methods.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-canonicalnumericindexstring
bool CanonicalNumericIndex(Isolate& isolate, PropertyKey key, bool* valid, uint32_t* index) {
  if (key.IsIndex()) {
    *valid = true;
    *index = key.index();
    return true;
  }
  if (!key.IsString()) return false;
  String* name = key.name().AsString();
  if (name->length() == 0) return false;
  // FAST: numbers begin with a digit, a sign, or are Infinity or NaN.
  FlatChars chars = name->Flatten(isolate);
  char16_t first = chars[0];
  if (!((first >= '0' && first <= '9') || first == '-' || first == 'I' || first == 'N')) return false;
  *valid = false;
  *index = 0;
  if (name->EqualsAscii("-0")) return true;
  // Canonical indices are PropertyKeys of the other kind, so this is no index, whatever it is.
  double number = StringToNumber(isolate, name);
  return DoubleToString(isolate, number)->Equals(isolate, name);
}

Value LoadTypedElement(Isolate& isolate, TypedArrayKind kind, const uint8_t* address) {
  auto load = [&](auto zero) {
    std::memcpy(&zero, address, sizeof zero);
    return zero;
  };
  switch (kind) {
    case TypedArrayKind::kInt8: return Value::Smi(static_cast<int8_t>(*address));
    case TypedArrayKind::kUint8:
    case TypedArrayKind::kUint8Clamped: return Value::Smi(*address);
    case TypedArrayKind::kInt16: return Value::Smi(load(int16_t{}));
    case TypedArrayKind::kUint16: return Value::Smi(load(uint16_t{}));
    case TypedArrayKind::kInt32: return NumberValue(isolate, load(int32_t{}));
    case TypedArrayKind::kUint32: return NumberValue(isolate, load(uint32_t{}));
    case TypedArrayKind::kFloat16: return NumberValue(isolate, static_cast<double>(load(_Float16{})));
    case TypedArrayKind::kFloat32: return NumberValue(isolate, static_cast<double>(load(float{})));
    case TypedArrayKind::kFloat64: return NumberValue(isolate, load(double{}));
    case TypedArrayKind::kBigInt64: return BigIntFromInt64(isolate, load(int64_t{}));
    case TypedArrayKind::kBigUint64: return BigIntFromUint64(isolate, load(uint64_t{}));
  }
  UNREACHABLE();
}

void StoreTypedElement(TypedArrayKind kind, uint8_t* address, Value value) {
  auto store = [&](auto v) { std::memcpy(address, &v, sizeof v); };
  auto number = [&] { return WithVisibleBits(value.AsNumber()); };
  auto int32 = [&] { return value.IsSmi() ? value.AsSmi() : DoubleToInt32(value.AsNumber()); };
  switch (kind) {
    case TypedArrayKind::kInt8:
    case TypedArrayKind::kUint8: *address = static_cast<uint8_t>(int32()); return;
    case TypedArrayKind::kUint8Clamped: {
      // ToUint8Clamp (https://tc39.es/ecma262/#sec-touint8clamp): ties to even.
      double d = value.AsNumber();
      *address = !(d > 0) ? 0 : d >= 255 ? 255 : static_cast<uint8_t>(std::nearbyint(d));
      return;
    }
    case TypedArrayKind::kInt16:
    case TypedArrayKind::kUint16: store(static_cast<uint16_t>(int32())); return;
    case TypedArrayKind::kInt32:
    case TypedArrayKind::kUint32: store(int32()); return;
    case TypedArrayKind::kFloat16: store(static_cast<_Float16>(number())); return;
    case TypedArrayKind::kFloat32: store(static_cast<float>(number())); return;
    case TypedArrayKind::kFloat64: store(number()); return;
    case TypedArrayKind::kBigInt64:
    case TypedArrayKind::kBigUint64: store(BigIntToUint64(value.AsBigInt())); return;
  }
  UNREACHABLE();
}

// https://tc39.es/ecma262/#sec-typedarraygetelement
Value TypedArrayGetElement(Isolate& isolate, TypedArrayObject* array, uint32_t index) {
  TypedArrayObject::View view = array->view(isolate);
  if (index >= view.length) return Value::NotFound();
  return LoadTypedElement(isolate, array->kind_, view.data + (size_t{index} << array->element_shift()));
}

Completion<void> TypedArraySetElement(Isolate& isolate, TypedArrayObject* array, bool valid, uint32_t index,
                                      Value value) {
  // 1. to 3.: the conversion comes first, whatever the index.
  if (IsBigIntKind(array->kind_)) {
    value = TRY(ToBigInt(isolate, value));
  } else if (!value.IsNumber()) {
    value = NumberValue(isolate, TRY(ToNumber(isolate, value)));
  }
  if (!valid || array->buffer()->IsImmutable()) return {};
  TypedArrayObject::View view = array->view(isolate);
  if (index < view.length)
    StoreTypedElement(array->kind_, view.data + (size_t{index} << array->element_shift()), value);
  return {};
}

// https://tc39.es/ecma262/#sec-typedarray-defineownproperty
Completion<bool> TypedArrayDefineElement(Isolate& isolate, TypedArrayObject* array, bool valid,
                                         uint32_t index, const PropertyDescriptor& descriptor) {
  if (!valid || index >= array->length(isolate)) return false;
  if (descriptor.has_configurable && !descriptor.configurable && !array->buffer()->IsImmutable())
    return false;
  if (descriptor.has_enumerable && !descriptor.enumerable) return false;
  if (descriptor.IsAccessor()) return false;
  if (array->buffer()->IsImmutable()) {
    // An element is as a property that is neither writable nor configurable.
    if (descriptor.has_configurable && descriptor.configurable) return false;
    if (descriptor.has_writable && descriptor.writable) return false;
    return !descriptor.has_value ||
           SameValue(isolate, descriptor.value, TypedArrayGetElement(isolate, array, index));
  }
  if (descriptor.has_writable && !descriptor.writable) return false;
  if (descriptor.has_value) TRY(TypedArraySetElement(isolate, array, valid, index, descriptor.value));
  return true;
}

bool IsTypedArrayFixedLength(Isolate& isolate, TypedArrayObject* array) {
  if (array->IsLengthTracking()) return false;
  ArrayBufferObject* buffer = array->buffer();
  // A view of a fixed length on a growable shared buffer never goes out of bounds.
  return !(buffer->IsResizable() && !buffer->IsShared());
}

}  // namespace halfword
