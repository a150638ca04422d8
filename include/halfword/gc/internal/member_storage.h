// The word inside a member: RawPointer is a whole pointer, CompressedPointer the member word of encoding.h.
// Null and sentinel tests, comparison and hashing need no decompression.
#ifndef HALFWORD_GC_INTERNAL_MEMBER_STORAGE_H_
#define HALFWORD_GC_INTERNAL_MEMBER_STORAGE_H_

#include <compare>
#include <cstddef>

#include "halfword/gc/sentinel_pointer.h"

namespace halfword::gc::internal {

enum class WriteBarrierSlotType { kCompressed, kUncompressed };

class RawPointer {
 public:
  using IntegralType = uintptr_t;
  static constexpr WriteBarrierSlotType kWriteBarrierSlotType = WriteBarrierSlotType::kUncompressed;

  constexpr RawPointer() = default;
  constexpr explicit RawPointer(std::nullptr_t) {}
  explicit RawPointer(SentinelPointer) : bits_(kSentinelAddress) {}
  explicit RawPointer(const void* pointer) : bits_(reinterpret_cast<uintptr_t>(pointer)) {}

  HALFWORD_INLINE const void* Load() const { return reinterpret_cast<const void*>(bits_); }
  HALFWORD_INLINE const void* LoadAtomic() const {
    return reinterpret_cast<const void*>(__atomic_load_n(&bits_, __ATOMIC_RELAXED));
  }
  // REQUIRES: neither null nor the sentinel.
  HALFWORD_INLINE const void* LoadNonNull() const { return Load(); }
  HALFWORD_INLINE void Store(const void* pointer) { bits_ = reinterpret_cast<uintptr_t>(pointer); }
  HALFWORD_INLINE void StoreAtomic(const void* pointer) { StoreAtomic(RawPointer(pointer)); }
  HALFWORD_INLINE void StoreAtomic(RawPointer other) {
    __atomic_store_n(&bits_, other.bits_, __ATOMIC_RELAXED);
  }
  HALFWORD_INLINE void Clear() { bits_ = 0; }
  HALFWORD_INLINE constexpr bool IsCleared() const { return bits_ == 0; }
  HALFWORD_INLINE constexpr bool IsSentinel() const { return bits_ == kSentinelAddress; }
  HALFWORD_INLINE constexpr bool IsHeapPointer() const { return bits_ > kSentinelAddress; }
  HALFWORD_INLINE constexpr IntegralType GetAsInteger() const { return bits_; }

  friend constexpr bool operator==(RawPointer a, RawPointer b) = default;
  friend constexpr auto operator<=>(RawPointer a, RawPointer b) = default;

 private:
  uintptr_t bits_ = 0;
};

#if HALFWORD_COMPRESS
#ifdef HALFWORD_MEMBER_WORD  // config.h
#include HALFWORD_MEMBER_WORD
#else

class CompressedPointer {
 public:
  using IntegralType = MemberBits;
  static constexpr WriteBarrierSlotType kWriteBarrierSlotType = WriteBarrierSlotType::kCompressed;

  constexpr CompressedPointer() = default;
  constexpr explicit CompressedPointer(std::nullptr_t) {}
  explicit CompressedPointer(SentinelPointer) : bits_(kSentinelMemberBits) {}
  explicit CompressedPointer(const void* pointer) : bits_(Compress(pointer)) {}

  HALFWORD_INLINE const void* Load() const { return DecompressMember(ReferenceMaskFor(this), bits_); }
  HALFWORD_INLINE const void* LoadAtomic() const {
    return DecompressMember(ReferenceMaskFor(this), __atomic_load_n(&bits_, __ATOMIC_RELAXED));
  }
  HALFWORD_INLINE const void* LoadNonNull() const {
    return DecompressNonNullMember(NullAddressFor(this), bits_);
  }
  HALFWORD_INLINE void Store(const void* pointer) { bits_ = Compress(pointer); }
  HALFWORD_INLINE void StoreAtomic(const void* pointer) { StoreAtomic(CompressedPointer(pointer)); }
  HALFWORD_INLINE void StoreAtomic(CompressedPointer other) {
    __atomic_store_n(&bits_, other.bits_, __ATOMIC_RELAXED);
  }
  HALFWORD_INLINE void Clear() { bits_ = kNullMemberBits; }
  HALFWORD_INLINE constexpr bool IsCleared() const { return bits_ == kNullMemberBits; }
  HALFWORD_INLINE constexpr bool IsSentinel() const { return bits_ == kSentinelMemberBits; }
  HALFWORD_INLINE constexpr bool IsHeapPointer() const { return IsHeapMember(bits_); }
  HALFWORD_INLINE constexpr IntegralType GetAsInteger() const { return bits_; }

  HALFWORD_INLINE static IntegralType Compress(const void* pointer) { return CompressMember(pointer); }
  HALFWORD_INLINE static void* Decompress(IntegralType bits) {
    return DecompressMember(ReferenceMask(), bits);
  }

  friend constexpr bool operator==(CompressedPointer a, CompressedPointer b) = default;
  friend constexpr auto operator<=>(CompressedPointer a, CompressedPointer b) = default;

 private:
  MemberBits bits_ = kNullMemberBits;
};

#endif
using DefaultMemberStorage = CompressedPointer;

#else

using DefaultMemberStorage = RawPointer;

#endif

using MemberStorage = DefaultMemberStorage;  // its name until storages became a parameter

static_assert(sizeof(DefaultMemberStorage) == sizeof(MemberBits));

}  // namespace halfword::gc::internal

#endif  // HALFWORD_GC_INTERNAL_MEMBER_STORAGE_H_
