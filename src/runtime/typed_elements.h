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

// Where the elements of a typed array are, as of now: any call that runs JavaScript makes it stale.
struct TypedElements {
  uint8_t* data;  // of the buffer
  size_t limit;   // bytes of it that may be accessed
  size_t offset;  // of element 0
  size_t length;  // elements; 0 also when out of bounds
};
HW_INLINE TypedElements ElementsOf(Isolate& isolate, NativeState& native, TypedArrayObject* array) {
  if (HW_LIKELY(array->flags_ == 0)) {
    BackingStore* store = array->buffer()->store_.get();
    if (HW_UNLIKELY(store == nullptr)) return {nullptr, 0, 0, 0};
    const BackingStoreTable::Entry& entry = native.backing_stores.entry(store->handle_);
    return {entry.data, entry.max_byte_length, array->byte_offset_, array->length_};
  }
  TypedArrayObject::View view = array->view(isolate);
  return {view.data, view.length << array->element_shift(), 0, view.length};
}

// The address of element `index`, whose size is 1 << kShift, or null: out of bounds. What the array says of
// its place in the buffer is compared with the memory that there is.
template <int kShift>
HW_INLINE uint8_t* ElementAt(const TypedElements& elements, size_t index) {
  size_t end = elements.offset + (index << kShift) + (size_t{1} << kShift);
  if (HW_UNLIKELY(end > elements.limit) || HW_UNLIKELY(end < elements.offset)) return nullptr;
  return elements.data + end - (size_t{1} << kShift);
}

enum class TypedElement : uint8_t { kInteger, kDouble, kOther };  // kOther: out of bounds, BigInt, Float16

// Reads element `index` of a number kind. Integers that fit a Smi come as kInteger.
HW_INLINE TypedElement LoadTypedElement(Isolate& isolate, NativeState& native, TypedArrayObject* array,
                                        size_t index, int32_t* integer, double* number) {
  TypedElements elements = ElementsOf(isolate, native, array);
  if (HW_UNLIKELY(index >= elements.length)) return TypedElement::kOther;
  switch (array->kind_) {
    case TypedArrayKind::kInt8: {
      uint8_t* at = ElementAt<0>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      *integer = static_cast<int8_t>(*at);
      return TypedElement::kInteger;
    }
    case TypedArrayKind::kUint8:
    case TypedArrayKind::kUint8Clamped: {
      uint8_t* at = ElementAt<0>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      *integer = *at;
      return TypedElement::kInteger;
    }
    case TypedArrayKind::kInt16: {
      uint8_t* at = ElementAt<1>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      int16_t v;
      std::memcpy(&v, at, 2);
      *integer = v;
      return TypedElement::kInteger;
    }
    case TypedArrayKind::kUint16: {
      uint8_t* at = ElementAt<1>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      uint16_t v;
      std::memcpy(&v, at, 2);
      *integer = v;
      return TypedElement::kInteger;
    }
    case TypedArrayKind::kInt32: {
      uint8_t* at = ElementAt<2>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      int32_t v;
      std::memcpy(&v, at, 4);
      *integer = v;
      if (HW_LIKELY(Value::FitsSmi(v))) return TypedElement::kInteger;
      *number = v;
      return TypedElement::kDouble;
    }
    case TypedArrayKind::kUint32: {
      uint8_t* at = ElementAt<2>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      uint32_t v;
      std::memcpy(&v, at, 4);
      *integer = static_cast<int32_t>(v);
      if (HW_LIKELY(Value::FitsSmi(v))) return TypedElement::kInteger;
      *number = v;
      return TypedElement::kDouble;
    }
    case TypedArrayKind::kFloat32: {
      uint8_t* at = ElementAt<2>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      float v;
      std::memcpy(&v, at, 4);
      *number = v;
      return TypedElement::kDouble;
    }
    case TypedArrayKind::kFloat64: {
      uint8_t* at = ElementAt<3>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
      std::memcpy(number, at, 8);
      return TypedElement::kDouble;
    }
    default: return TypedElement::kOther;
  }
}

// `value` is a number. False: out of bounds or another kind; the caller goes the general way.
HW_INLINE bool StoreTypedElement(Isolate& isolate, NativeState& native, TypedArrayObject* array, size_t index,
                                 Value value) {
  TypedElements elements = ElementsOf(isolate, native, array);
  if (HW_UNLIKELY(index >= elements.length)) return false;
  auto integer = [&] { return HW_LIKELY(value.IsSmi()) ? value.AsSmi() : DoubleToInt32(value.AsNumber()); };
  switch (array->kind_) {
    case TypedArrayKind::kInt8:
    case TypedArrayKind::kUint8: {
      uint8_t* at = ElementAt<0>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return false;
      *at = static_cast<uint8_t>(integer());
      return true;
    }
    case TypedArrayKind::kUint8Clamped: {
      uint8_t* at = ElementAt<0>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return false;
      // Rounds half to even.
      double d = value.AsNumber();
      *at = d >= 255 ? 255 : d > 0 ? static_cast<uint8_t>(__builtin_nearbyint(d)) : 0;
      return true;
    }
    case TypedArrayKind::kInt16:
    case TypedArrayKind::kUint16: {
      uint8_t* at = ElementAt<1>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return false;
      uint16_t v = static_cast<uint16_t>(integer());
      std::memcpy(at, &v, 2);
      return true;
    }
    case TypedArrayKind::kInt32:
    case TypedArrayKind::kUint32: {
      uint8_t* at = ElementAt<2>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return false;
      uint32_t v = static_cast<uint32_t>(integer());
      std::memcpy(at, &v, 4);
      return true;
    }
    case TypedArrayKind::kFloat32: {
      uint8_t* at = ElementAt<2>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return false;
      float v = static_cast<float>(value.AsNumber());
      std::memcpy(at, &v, 4);
      return true;
    }
    case TypedArrayKind::kFloat64: {
      uint8_t* at = ElementAt<3>(elements, index);
      if (HW_UNLIKELY(at == nullptr)) return false;
      double v = value.AsNumber();
      std::memcpy(at, &v, 8);
      return true;
    }
    default: return false;
  }
}

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
