// Member, WeakMember, UntracedMember: references from one collected object to another, 32 bits in the
// compressed build.
//
// Copies, null and sentinel tests, comparison and hashing work on the word; only dereferencing needs the cage
// base, so the thread must be inside Heap::Enter. Member keeps its referent alive, WeakMember is cleared when
// it dies, UntracedMember is invisible to the collector. Stores run the write barrier (initialising ones need
// none).
#ifndef HALFWORD_GC_MEMBER_H_
#define HALFWORD_GC_MEMBER_H_

#include <compare>
#include <functional>

#include "halfword/gc/sentinel_pointer.h"
#include "halfword/gc/type_traits.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc {
namespace internal {

template <typename T, typename WeaknessTag>
class BasicMember {
 public:
  using PointeeType = T;
  using RawStorage = MemberBits;
  struct AtomicInitializerTag {};

  constexpr BasicMember() = default;
  constexpr BasicMember(std::nullptr_t) {}
  BasicMember(SentinelPointer) : bits_(kSentinelMemberBits) {}
  BasicMember(T* pointer) : bits_(Encode(pointer)) {}
  BasicMember(T& object) : bits_(Encode(&object)) {}
  BasicMember(T* pointer, AtomicInitializerTag) { SetAtomic(Encode(pointer)); }
  BasicMember(const BasicMember& other) : bits_(other.bits_) {}
  BasicMember(BasicMember&& other) noexcept : bits_(other.bits_) { other.bits_ = kNullMemberBits; }
  template <typename U, typename W>
    requires std::is_convertible_v<U*, T*>
  BasicMember(const BasicMember<U, W>& other) : bits_(FromOther(other)) {}
  template <typename U, bool kWeak>
    requires std::is_convertible_v<U*, T*>
  BasicMember(const BasicPersistent<U, kWeak>& other) : bits_(Encode(other.Get())) {}

  BasicMember& operator=(const BasicMember& other) { return Assign(other.bits_); }
  BasicMember& operator=(BasicMember&& other) noexcept {
    MemberBits bits = other.bits_;
    other.bits_ = kNullMemberBits;
    return Assign(bits);
  }
  template <typename U, typename W>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(const BasicMember<U, W>& other) {
    return Assign(FromOther(other));
  }
  template <typename U, bool kWeak>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(const BasicPersistent<U, kWeak>& other) {
    return Assign(Encode(other.Get()));
  }
  BasicMember& operator=(T* pointer) { return Assign(Encode(pointer)); }
  BasicMember& operator=(std::nullptr_t) {
    bits_ = kNullMemberBits;
    return *this;
  }
  BasicMember& operator=(SentinelPointer) {
    bits_ = kSentinelMemberBits;
    return *this;
  }

  HALFWORD_INLINE T* Get() const { return static_cast<T*>(DecompressMember(CageBaseFor(this), bits_)); }
  // REQUIRES: neither null nor the sentinel. One addressing mode instead of three instructions.
  HALFWORD_INLINE T* GetNonNull() const {
    HALFWORD_GC_DCHECK(IsHeapMember(bits_));
    return static_cast<T*>(DecompressNonNullMember(CageBaseFor(this), bits_));
  }
  HALFWORD_INLINE operator T*() const { return Get(); }
  HALFWORD_INLINE T* operator->() const { return GetNonNull(); }
  HALFWORD_INLINE T& operator*() const { return *GetNonNull(); }
  HALFWORD_INLINE explicit operator bool() const { return bits_ != kNullMemberBits; }

  void Clear() { bits_ = kNullMemberBits; }
  T* Release() {
    T* pointer = Get();
    Clear();
    return pointer;
  }
  void Swap(BasicMember& other) {
    MemberBits bits = bits_;
    Assign(other.bits_);
    other.Assign(bits);
  }
  const T** GetSlotForTesting() const { return reinterpret_cast<const T**>(const_cast<MemberBits*>(&bits_)); }
  HALFWORD_INLINE MemberBits GetRawStorage() const { return bits_; }
  bool IsSentinel() const { return bits_ == kSentinelMemberBits; }

 private:
  template <typename, typename>
  friend class BasicMember;

  HALFWORD_INLINE static MemberBits Encode(const volatile void* pointer) {
    return CompressMember(const_cast<const void*>(pointer));
  }
  template <typename U, typename W>
  HALFWORD_INLINE static MemberBits FromOther(const BasicMember<U, W>& other) {
    if constexpr (std::is_same_v<std::remove_cv_t<U>, std::remove_cv_t<T>>) {
      return other.GetRawStorage();
    } else {
      if (!IsHeapMember(other.GetRawStorage())) return other.GetRawStorage();
      return Encode(static_cast<T*>(other.Get()));  // an upcast may move the pointer
    }
  }
  HALFWORD_INLINE BasicMember& Assign(MemberBits bits) {
    bits_ = bits;
    if constexpr (!std::is_same_v<WeaknessTag, UntracedMemberTag>) {
      HeapFront* front = FrontOf(CageBase());
      if (HALFWORD_UNLIKELY(OffsetOf(this) < front->barrier_limit)) SlotWriteBarrierSlow(front, this);
    }
    return *this;
  }
  void SetAtomic(MemberBits bits) { __atomic_store_n(&bits_, bits, __ATOMIC_RELAXED); }

  MemberBits bits_ = kNullMemberBits;
};

template <typename T, typename W1, typename U, typename W2>
HALFWORD_INLINE bool operator==(const BasicMember<T, W1>& a, const BasicMember<U, W2>& b) {
  if constexpr (std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<U>>) {
    return a.GetRawStorage() == b.GetRawStorage();
  } else {
    return a.Get() == b.Get();
  }
}
template <typename T, typename W>
HALFWORD_INLINE bool operator==(const BasicMember<T, W>& a, std::nullptr_t) {
  return a.GetRawStorage() == kNullMemberBits;
}
template <typename T, typename W>
HALFWORD_INLINE bool operator==(const BasicMember<T, W>& a, SentinelPointer) {
  return a.IsSentinel();
}
// The raw pointer is compressed, not the member decompressed.
template <typename T, typename W, typename U>
  requires std::is_convertible_v<U*, const volatile T*>
HALFWORD_INLINE bool operator==(const BasicMember<T, W>& a, U* b) {
  return a.GetRawStorage() == CompressMember(const_cast<const void*>(
                                  static_cast<const volatile void*>(static_cast<const volatile T*>(b))));
}
template <typename T, typename W1, typename W2>
HALFWORD_INLINE auto operator<=>(const BasicMember<T, W1>& a, const BasicMember<T, W2>& b) {
  return a.GetRawStorage() <=> b.GetRawStorage();
}

}  // namespace internal
}  // namespace halfword::gc

template <typename T, typename W>
struct std::hash<halfword::gc::internal::BasicMember<T, W>> {
  size_t operator()(const halfword::gc::internal::BasicMember<T, W>& m) const {
    return std::hash<halfword::MemberBits>()(m.GetRawStorage());
  }
};

#endif  // HALFWORD_GC_MEMBER_H_
