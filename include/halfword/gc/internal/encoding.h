// The two encodings of a heap reference, in both widths. Both are free to dereference.
//
// Tagged words (TaggedBits): what a dynamic language stores. In the twin the offset is the full address.
//
//   ...........................0   Smi: 31-bit signed integer << 1
//   offset from cage base .. 001   object
//   offset from cage base .. 011   string
//   offset from cage base .. 101   heap number: its type is always kNoPointers (the marker does not visit it)
//   offset from cage base .. 111   other: symbol, BigInt, engine internals; below 4096: an immediate
//
// They reach the first 4 GiB of a cage (kTaggedSpan), whatever members reach: 31 bits of granule leave no
// room for a tag.
//
// Member words: what C++ stores (the scheme of Oilpan). address >> 1, truncated: the top bit is the cage's
// bit 32 and says "heap pointer"; null is 0, the sentinel is 1. Decoded by sign-extension, doubling, and an
// `and` with the reference mask, which is the base with all ones below, so null and sentinel pass through
// without a branch. Other cages shift by kMemberShift: by 3 at most, because objects are aligned to 8 bytes,
// and then 31 bits below the top one make 16 GiB. The twin stores the address.
#ifndef HALFWORD_GC_INTERNAL_ENCODING_H_
#define HALFWORD_GC_INTERNAL_ENCODING_H_

#include "halfword/gc/internal/cage_base.h"

namespace halfword {

#if HALFWORD_COMPRESS
using TaggedBits = uint32_t;
using SignedTaggedBits = int32_t;
using MemberBits = uint32_t;
#else
using TaggedBits = uint64_t;
using SignedTaggedBits = int64_t;
using MemberBits = uint64_t;
#endif
inline constexpr size_t kTaggedSize = sizeof(TaggedBits);

// ---- Tagged words -------------------------------------------------------------------------------

inline constexpr TaggedBits kTagMask = 7;
enum Tag : uint32_t { kObjectTag = 1, kStringTag = 3, kNumberTag = 5, kOtherTag = 7 };
inline constexpr TaggedBits kFirstHeapBits = kNullPageSize;  // heap references are at or above this value

inline constexpr int32_t kSmiMax = (int32_t{1} << 30) - 1;
inline constexpr int32_t kSmiMin = -(int32_t{1} << 30);

constexpr bool IsSmi(TaggedBits bits) { return (bits & 1) == 0; }
constexpr bool FitsSmi(int64_t n) { return n >= kSmiMin && n <= kSmiMax; }
constexpr TaggedBits EncodeSmi(int32_t n) {
  return static_cast<TaggedBits>(static_cast<SignedTaggedBits>(n)) << 1;
}
constexpr int32_t DecodeSmi(TaggedBits bits) {
  return static_cast<int32_t>(static_cast<SignedTaggedBits>(bits) >> 1);
}

constexpr bool IsHeapPointer(TaggedBits bits) { return (bits & 1) != 0 && bits >= kFirstHeapBits; }
constexpr Tag TagOf(TaggedBits bits) { return static_cast<Tag>(bits & kTagMask); }
constexpr TaggedBits EncodeImmediate(uint32_t index) {
  return static_cast<TaggedBits>(index << 3 | kOtherTag);
}

// The most that a cage with tagged words can hold.
#if HALFWORD_COMPRESS
inline constexpr uint64_t kTaggedSpan = kCageSpan < uint64_t{1} << 32 ? kCageSpan : uint64_t{1} << 32;
#else
inline constexpr uint64_t kTaggedSpan = kCageSpan;
#endif

// The offset from the cage base, in both widths.
inline constexpr CageOffset kOffsetMask = static_cast<CageOffset>(kCageSpan - 1);
HALFWORD_INLINE CageOffset OffsetOf(TaggedBits bits) {
  return static_cast<CageOffset>(bits) & kOffsetMask & ~CageOffset{7};
}
HALFWORD_INLINE CageOffset OffsetOf(const void* address) {
  return static_cast<CageOffset>(reinterpret_cast<uintptr_t>(address)) & kOffsetMask;
}

// The address of the object that `bits`, known to carry `tag`, refers to.
HALFWORD_INLINE void* Decompress(uintptr_t base, TaggedBits bits, Tag tag) {
#if HALFWORD_COMPRESS
  return reinterpret_cast<void*>(HALFWORD_TAGGED_BASE(base, bits) + bits - tag);
#else
  (void)base;
  return reinterpret_cast<void*>(bits - tag);
#endif
}
// The same where the tag is not known.
HALFWORD_INLINE void* Decompress(uintptr_t base, TaggedBits bits) {
#if HALFWORD_COMPRESS
  return reinterpret_cast<void*>(base + (bits & ~kTagMask));
#else
  (void)base;
  return reinterpret_cast<void*>(bits & ~kTagMask);
#endif
}
HALFWORD_INLINE TaggedBits Compress(const void* object, Tag tag) {
#if HALFWORD_COMPRESS
  return static_cast<TaggedBits>(OffsetOf(object)) + tag;
#else
  return reinterpret_cast<uintptr_t>(object) + tag;
#endif
}
HALFWORD_INLINE TaggedBits TaggedFromOffset([[maybe_unused]] uintptr_t base, CageOffset offset, Tag tag) {
#if HALFWORD_COMPRESS
  return static_cast<TaggedBits>(offset) + tag;
#else
  return base + offset + tag;
#endif
}

// ---- Member words -------------------------------------------------------------------------------

inline constexpr MemberBits kNullMemberBits = 0;
#if HALFWORD_COMPRESS
inline constexpr uintptr_t kSentinelAddress = kMemberShift == 0 ? 2 : uintptr_t{1} << kMemberShift;
inline constexpr MemberBits kSentinelMemberBits = kSentinelAddress >> kMemberShift;
#else
inline constexpr uintptr_t kSentinelAddress = 2;
inline constexpr MemberBits kSentinelMemberBits = kSentinelAddress;
#endif

HALFWORD_INLINE MemberBits CompressMember(const void* pointer) {
#if HALFWORD_COMPRESS
  return static_cast<MemberBits>(reinterpret_cast<uintptr_t>(pointer) >> kMemberShift);
#else
  return reinterpret_cast<uintptr_t>(pointer);
#endif
}
// The word sign-extended and shifted. Of an address in a cage it has the low bits, and ones above.
HALFWORD_INLINE uint64_t WidenMember(MemberBits bits) {
  return static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)}) << kMemberShift;
}
HALFWORD_INLINE void* DecompressMember([[maybe_unused]] uintptr_t mask, MemberBits bits) {
#if HALFWORD_COMPRESS
  return reinterpret_cast<void*>(WidenMember(bits) & mask);
#else
  return reinterpret_cast<void*>(bits);
#endif
}
// For a word known to be neither null nor the sentinel: one addressing mode. The top bit of such a word is
// set, so it is the distance from the slot's beginning, and, read as a negative number, from its end.
HALFWORD_INLINE void* DecompressNonNullMember([[maybe_unused]] uintptr_t null_address, MemberBits bits) {
#if HALFWORD_COMPRESS && HALFWORD_BASE_FROM_ADDRESS
  return reinterpret_cast<void*>(null_address + (uint64_t{bits} << kMemberShift));
#elif HALFWORD_COMPRESS
  return reinterpret_cast<void*>(null_address + WidenMember(bits));
#else
  return reinterpret_cast<void*>(bits);
#endif
}
constexpr bool IsHeapMember(MemberBits bits) { return bits > kSentinelMemberBits; }

}  // namespace halfword

#endif  // HALFWORD_GC_INTERNAL_ENCODING_H_
