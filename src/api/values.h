// Values of JavaScript on their way to the host and back.
#ifndef HALFWORD_API_VALUES_H_
#define HALFWORD_API_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "api/records.h"
#include "base/macros.h"
#include "objects/primitives/primitives.h"
#include "objects/shapes/property_key.h"

namespace halfword::api {

// Keeps a value in the innermost scope.
void KeepInScope(hw_isolate* isolate, Value value);

// A reference is its full address, tag included, below the generation of the isolate: the stack scan sees it,
// and one of another isolate, or of the time before a reset, is recognised.
inline hw_value Pack(Value value) {
  if (!value.IsHeapPointer()) return {value.bits()};
  uint64_t stamp = gc::AnnexFrontOf(CageBase())->stamp;
#if HALFWORD_COMPRESS
  return {stamp + value.bits()};
#else
  return {(stamp & ~gc::kAddressMask) | value.bits()};
#endif
}
// Packs a value for the host. All that the host gets come from here, but for those that the trampoline keeps
// by itself.
inline hw_value ToHost(const hw_isolate* isolate, Value value) {
  if (HW_UNLIKELY(isolate->scope_depth != 0) && value.IsHeapPointer())
    KeepInScope(const_cast<hw_isolate*>(isolate), value);
  return Pack(value);
}
// Undefined if it is recognised as no value of this isolate.
inline Value FromHost(hw_value value) {
#if HALFWORD_COMPRESS
  uint64_t high = value.bits >> 32;
  Value v = Value::FromBits(static_cast<Value::Bits>(value.bits));
  if (high == 0 && !v.IsHeapPointer()) return v;
  return high == gc::AnnexFrontOf(CageBase())->stamp >> 32 ? v : Value::Undefined();
#else
  if (!IsHeapPointer(value.bits)) return Value::FromBits(value.bits);
  bool is_own = value.bits >> 32 == gc::AnnexFrontOf(CageBase())->stamp >> 32;
  return is_own ? Value::FromBits(value.bits & gc::kAddressMask) : Value::Undefined();
#endif
}
// A value that no isolate knows any more. It stands for values that outlived what they referred to.
inline constexpr hw_value kGoneValue = {(uint64_t{kMaxGeneration} << (64 - gc::kStampBits)) | kObjectTag};

// A key of hw_private_key: it reaches the object's own properties as they are stored, and nothing else.
inline bool IsPrivate(PropertyKey key) { return key.IsSymbol() && key.name().AsSymbol()->IsPrivateName(); }

// BigInts of words, the least significant first.
Completion<Value> NewBigIntOfWords(Isolate&, bool negative, std::span<const uint64_t> words);
void CopyWords(const BigInt* bigint, std::span<uint64_t> words);  // as many as there is room for
// A Uint8Array with a copy of the bytes, or with zeros if `data` is null.
Completion<Value> NewUint8Array(Isolate&, const void* data, size_t size);

}  // namespace halfword::api

#endif  // HALFWORD_API_VALUES_H_
