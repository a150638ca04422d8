// Elements of typed arrays, for the keyed opcodes (https://tc39.es/ecma262/#sec-typedarraygetelement).
#ifndef HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
#define HALFWORD_RUNTIME_TYPED_ELEMENTS_H_

#include <cstring>
#include <type_traits>

#include "objects/builtin_objects.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"

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

// The address of element `index`, which is a T, or null: out of bounds. What the array says of its place in
// the buffer is compared with the memory that there is.
template <class T>
HW_INLINE uint8_t* ElementAt(const TypedElements& elements, size_t index) {
  size_t end = elements.offset + (index + 1) * sizeof(T);
  if (HW_UNLIKELY(end > elements.limit) || HW_UNLIKELY(end < elements.offset)) return nullptr;
  return elements.data + end - sizeof(T);
}

enum class TypedElement : uint8_t { kInteger, kDouble, kOther };  // kOther: out of bounds, BigInt, Float16

// Integers that fit a Smi come as kInteger.
template <class T>
HW_INLINE TypedElement LoadElement(const TypedElements& elements, size_t index, int32_t* integer,
                                   double* number) {
  uint8_t* at = ElementAt<T>(elements, index);
  if (HW_UNLIKELY(at == nullptr)) return TypedElement::kOther;
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::is_integral_v<T>) {
    *integer = static_cast<int32_t>(value);
    if (HW_LIKELY(sizeof(T) < 4 || Value::FitsSmi(value))) return TypedElement::kInteger;
  }
  *number = value;
  return TypedElement::kDouble;
}
template <class T>
HW_INLINE bool StoreElement(const TypedElements& elements, size_t index, T value) {
  uint8_t* at = ElementAt<T>(elements, index);
  if (HW_UNLIKELY(at == nullptr)) return false;
  std::memcpy(at, &value, sizeof value);
  return true;
}

// Reads element `index` of a number kind.
HW_INLINE TypedElement LoadTypedElement(Isolate& isolate, NativeState& native, TypedArrayObject* array,
                                        size_t index, int32_t* integer, double* number) {
  TypedElements elements = ElementsOf(isolate, native, array);
  if (HW_UNLIKELY(index >= elements.length)) return TypedElement::kOther;
  switch (array->kind_) {
    case TypedArrayKind::kInt8: return LoadElement<int8_t>(elements, index, integer, number);
    case TypedArrayKind::kUint8:
    case TypedArrayKind::kUint8Clamped: return LoadElement<uint8_t>(elements, index, integer, number);
    case TypedArrayKind::kInt16: return LoadElement<int16_t>(elements, index, integer, number);
    case TypedArrayKind::kUint16: return LoadElement<uint16_t>(elements, index, integer, number);
    case TypedArrayKind::kInt32: return LoadElement<int32_t>(elements, index, integer, number);
    case TypedArrayKind::kUint32: return LoadElement<uint32_t>(elements, index, integer, number);
    case TypedArrayKind::kFloat32: return LoadElement<float>(elements, index, integer, number);
    case TypedArrayKind::kFloat64: return LoadElement<double>(elements, index, integer, number);
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
    case TypedArrayKind::kUint8: return StoreElement(elements, index, static_cast<uint8_t>(integer()));
    case TypedArrayKind::kUint8Clamped: {
      // Rounds half to even.
      double d = value.AsNumber();
      return StoreElement<uint8_t>(elements, index,
                                   d >= 255 ? 255
                                   : d > 0  ? static_cast<uint8_t>(__builtin_nearbyint(d))
                                            : 0);
    }
    case TypedArrayKind::kInt16:
    case TypedArrayKind::kUint16: return StoreElement(elements, index, static_cast<uint16_t>(integer()));
    case TypedArrayKind::kInt32:
    case TypedArrayKind::kUint32: return StoreElement(elements, index, static_cast<uint32_t>(integer()));
    case TypedArrayKind::kFloat32: return StoreElement(elements, index, static_cast<float>(value.AsNumber()));
    case TypedArrayKind::kFloat64: return StoreElement(elements, index, value.AsNumber());
    default: return false;
  }
}

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
