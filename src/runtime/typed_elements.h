// Elements of typed arrays, for the keyed opcodes (https://tc39.es/ecma262/#sec-typedarraygetelement).
#ifndef HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
#define HALFWORD_RUNTIME_TYPED_ELEMENTS_H_

#include <cstring>
#include <type_traits>

#include "objects/library/indexed_collections.h"
#include "objects/library/structured_data.h"
#include "objects/shapes/elements.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"

namespace halfword {

// Where the elements of a typed array are, as of now: any call that runs JavaScript makes it stale.
struct TypedElements {
  uint8_t* data;  // of the buffer
  size_t limit;   // bytes of it that may be accessed
  size_t offset;  // of element 0
  size_t length;  // elements
};
// REQUIRES: Shape::IsFixedTypedArray.
HW_INLINE TypedElements ElementsOf(uintptr_t base, NativeState& native, const TypedArrayObject* array) {
  auto* buffer =
      static_cast<const ArrayBufferObject*>(Decompress(base, array->buffer_.bits(), ArrayBufferObject::kTag));
  const BackingStoreTable::Entry* entry = native.backing_stores.Find(buffer->handle());
  if (HW_UNLIKELY(entry == nullptr)) return {nullptr, 0, 0, 0};
  return {entry->data, entry->max_byte_length, array->byte_offset_, array->length_};
}
// 0 also when it is out of bounds. REQUIRES: as above.
HW_INLINE size_t FixedLengthOf(uintptr_t base, NativeState& native, const TypedArrayObject* array) {
  TypedElements elements = ElementsOf(base, native, array);
  bool is_inside = elements.offset <= elements.limit &&
                   elements.length <= (elements.limit - elements.offset) >> array->element_shift();
  return HW_LIKELY(is_inside) ? elements.length : 0;
}

// Whether element `index`, which is a T, is within the memory that there is, whatever the array says of its
// place in the buffer. REQUIRES: `index` is less than 2^32 from zero, either way.
template <class T>
HW_INLINE bool IsInBuffer(const TypedElements& elements, size_t index) {
  size_t room = elements.limit - elements.offset, last = index * sizeof(T) + (sizeof(T) - 1);
  return HW_LIKELY(elements.offset <= elements.limit) && HW_LIKELY(last < room);
}
template <class T>
HW_INLINE bool LoadElement(const TypedElements& elements, size_t index, T* value) {
  if (!IsInBuffer<T>(elements, index)) return false;
  std::memcpy(value, elements.data + elements.offset + index * sizeof(T), sizeof(T));
  return true;
}
template <class T>
HW_INLINE bool StoreElement(const TypedElements& elements, size_t index, T value) {
  if (!IsInBuffer<T>(elements, index)) return false;
  std::memcpy(elements.data + elements.offset + index * sizeof(T), &value, sizeof(T));
  return true;
}

constexpr ElementAccess kInt8Access = AccessOfTypedArray(TypedArrayKind::kInt8, 0),
                        kUint8Access = AccessOfTypedArray(TypedArrayKind::kUint8, 0),
                        kUint8ClampedAccess = AccessOfTypedArray(TypedArrayKind::kUint8Clamped, 0),
                        kInt16Access = AccessOfTypedArray(TypedArrayKind::kInt16, 0),
                        kUint16Access = AccessOfTypedArray(TypedArrayKind::kUint16, 0),
                        kInt32Access = AccessOfTypedArray(TypedArrayKind::kInt32, 0),
                        kUint32Access = AccessOfTypedArray(TypedArrayKind::kUint32, 0),
                        kFloat32Access = AccessOfTypedArray(TypedArrayKind::kFloat32, 0),
                        kFloat64Access = AccessOfTypedArray(TypedArrayKind::kFloat64, 0);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_TYPED_ELEMENTS_H_
