// Elements of typed arrays, for the keyed opcodes (https://tc39.es/ecma262/#sec-typedarraygetelement).
#ifndef HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
#define HALFWORD_RUNTIME_TYPED_ELEMENTS_H_

#include <cstring>

#include "objects/builtin_objects.h"
#include "runtime/conversions.h"
#include "runtime/native_state.h"

namespace halfword {

// The memory of an array of fixed length over a fixed-length buffer, without a call;
// anything else asks view().
HW_INLINE TypedArrayObject::View ViewOf(Isolate& isolate, NativeState& native, TypedArrayObject* array) {
  if (HW_LIKELY(array->flags_ == 0)) {
    BackingStore* store = array->buffer()->store_.get();
    if (HW_UNLIKELY(store == nullptr)) return {nullptr, 0};
    const BackingStoreTable::Entry& entry = native.backing_stores.entry(store->handle_);
    size_t offset = array->byte_offset_, bytes = entry.max_byte_length;
    if (HW_UNLIKELY(offset > bytes || array->length_ > (bytes - offset) >> array->element_shift())) {
      return {nullptr, 0};
    }
    return {entry.data + offset, array->length_};
  }
  return array->view(isolate);
}

enum class TypedElement : uint8_t { kInteger, kDouble, kOther };  // kOther: out of bounds, BigInt, Float16

// Reads element `index` of a number kind. Integers that fit a Smi come as kInteger.
HW_INLINE TypedElement LoadTypedElement(Isolate& isolate, NativeState& native, TypedArrayObject* array,
                                        uint32_t index, int32_t* integer, double* number) {
  TypedArrayObject::View view = ViewOf(isolate, native, array);
  if (HW_UNLIKELY(index >= view.length)) return TypedElement::kOther;
  switch (array->kind_) {
    case TypedArrayKind::kInt8:
      *integer = static_cast<int8_t>(view.data[index]);
      return TypedElement::kInteger;
    case TypedArrayKind::kUint8:
    case TypedArrayKind::kUint8Clamped: *integer = view.data[index]; return TypedElement::kInteger;
    case TypedArrayKind::kInt16: {
      int16_t v;
      std::memcpy(&v, view.data + index * 2, 2);
      *integer = v;
      return TypedElement::kInteger;
    }
    case TypedArrayKind::kUint16: {
      uint16_t v;
      std::memcpy(&v, view.data + index * 2, 2);
      *integer = v;
      return TypedElement::kInteger;
    }
    case TypedArrayKind::kInt32: {
      int32_t v;
      std::memcpy(&v, view.data + size_t{index} * 4, 4);
      *integer = v;
      *number = v;
      return Value::FitsSmi(v) ? TypedElement::kInteger : TypedElement::kDouble;
    }
    case TypedArrayKind::kUint32: {
      uint32_t v;
      std::memcpy(&v, view.data + size_t{index} * 4, 4);
      *integer = static_cast<int32_t>(v);
      *number = v;
      return Value::FitsSmi(v) ? TypedElement::kInteger : TypedElement::kDouble;
    }
    case TypedArrayKind::kFloat32: {
      float v;
      std::memcpy(&v, view.data + size_t{index} * 4, 4);
      *number = v;
      return TypedElement::kDouble;
    }
    case TypedArrayKind::kFloat64:
      std::memcpy(number, view.data + size_t{index} * 8, 8);
      return TypedElement::kDouble;
    default: return TypedElement::kOther;
  }
}

// `value` is a number and `number` its double. False: out of bounds or another kind; the caller goes the
// general way.
HW_INLINE bool StoreTypedElement(Isolate& isolate, NativeState& native, TypedArrayObject* array,
                                 uint32_t index, Value value, double number) {
  TypedArrayObject::View view = ViewOf(isolate, native, array);
  if (HW_UNLIKELY(index >= view.length)) return false;
  auto integer = [&] { return value.IsSmi() ? value.AsSmi() : DoubleToInt32(number); };
  switch (array->kind_) {
    case TypedArrayKind::kInt8:
    case TypedArrayKind::kUint8: view.data[index] = static_cast<uint8_t>(integer()); return true;
    case TypedArrayKind::kUint8Clamped: {
      // Rounds half to even.
      double d = number;
      view.data[index] = d >= 255 ? 255 : d > 0 ? static_cast<uint8_t>(__builtin_nearbyint(d)) : 0;
      return true;
    }
    case TypedArrayKind::kInt16:
    case TypedArrayKind::kUint16: {
      uint16_t v = static_cast<uint16_t>(integer());
      std::memcpy(view.data + index * 2, &v, 2);
      return true;
    }
    case TypedArrayKind::kInt32:
    case TypedArrayKind::kUint32: {
      uint32_t v = static_cast<uint32_t>(integer());
      std::memcpy(view.data + size_t{index} * 4, &v, 4);
      return true;
    }
    case TypedArrayKind::kFloat32: {
      float v = static_cast<float>(number);
      std::memcpy(view.data + size_t{index} * 4, &v, 4);
      return true;
    }
    case TypedArrayKind::kFloat64: std::memcpy(view.data + size_t{index} * 8, &number, 8); return true;
    default: return false;
  }
}

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
