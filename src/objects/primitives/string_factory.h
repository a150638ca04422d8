// Makes strings cell by cell, for the files of this folder, and copies characters into them.
#ifndef HALFWORD_OBJECTS_PRIMITIVES_STRING_FACTORY_H_
#define HALFWORD_OBJECTS_PRIMITIVES_STRING_FACTORY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "base/macros.h"
#include "objects/primitives/string.h"
#include "objects/values/allocate.h"

namespace halfword {

// Bytes of the payload of a string of so many characters.
inline size_t OneByteSize(uint32_t length) { return sizeof(uint32_t) + size_t{length}; }
inline size_t TwoByteSize(uint32_t length) { return sizeof(uint32_t) + size_t{length} * 2; }

class StringFactory {
 public:
  template <class T>
  static T* Init(T* string, uint32_t length) {
    if (string) string->length_ = length;
    return string;
  }
  static ConsString* NewCons(String* left, String* right, uint32_t length) {
    bool one_byte = left->IsOneByte() && right->IsOneByte();
    auto* cons = AllocateSmall<ConsString>();
    ConsString::Init(cons, Value(left), Value(right), length);
    if (!one_byte) gc::HeaderOf(static_cast<void*>(cons)) |= String::kTwoByteRopeFlag;
    return cons;
  }
  static SlicedString* NewSlice(String* parent, uint32_t offset, uint32_t length) {
    auto* slice = Init(AllocateSmall<SlicedString>(), length);
    slice->offset_ = offset;
    slice->parent_.Init(parent);
    return slice;
  }
  static void MakeEmpty(ConsString* rope, String* empty) {
    rope->length_ = 0;
    rope->left_.Set(rope, empty);
    rope->right_.Init(nullptr);
  }
  // `string` has the content of `interned`; from now on it refers to it, if its cell has room.
  static void MakeThin(String* string, String* interned) {
    if (string == interned || string->payload_size() < sizeof(ThinString)) return;
    gc::Header header = string->header_bits() & ~(gc::Header{0xFFF} << 4 | String::kTwoByteRopeFlag);
    gc::SetHeader(string, header | static_cast<gc::Header>(HeapType::kThinString) << 4);
    static_cast<ThinString*>(string)->actual_.Set(string, interned);
  }
};

// CopyInPieces, for which a few characters need no call.
void CopyManyChars(Isolate& isolate, uint8_t* to, const uint8_t* from, size_t size);
// To the end, unless the guest is over before.
HW_INLINE void CopyChars(Isolate& isolate, uint8_t* to, const uint8_t* from, size_t size) {
  constexpr size_t kFew = 256;
  if (HW_LIKELY(size <= kFew)) {  // FAST
    std::memcpy(to, from, size);
  } else {
    CopyManyChars(isolate, to, from, size);
  }
}

inline std::span<const uint8_t> AsciiSpan(std::string_view ascii) {
  return {reinterpret_cast<const uint8_t*>(ascii.data()), ascii.size()};
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_PRIMITIVES_STRING_FACTORY_H_
