// Member, WeakMember, UntracedMember: references from one collected object to another, 32 bits in the
// compressed build.
//
// Copies, null and sentinel tests, comparison and hashing work on the word; only dereferencing needs the cage
// base, so the thread must be inside Heap::Enter. Member keeps its referent alive, WeakMember is cleared when
// it dies, UntracedMember is invisible to the collector. Stores run the write barrier (initialising ones need
// none). -> and * assume a heap pointer, so that they fold into the addressing mode; Get() may be null.
#ifndef HALFWORD_GC_MEMBER_H_
#define HALFWORD_GC_MEMBER_H_

#include <compare>
#include <functional>

#include "halfword/gc/internal/pointer_policies.h"

namespace halfword::gc {
namespace internal {

template <typename T, typename WeaknessTag, typename WriteBarrierPolicy, typename CheckingPolicy,
          typename StorageType>
class HALFWORD_TRIVIAL_ABI BasicMember final : private CheckingPolicy {
  template <typename U, typename W, typename B, typename C>
  using Other = BasicMember<U, W, B, C, StorageType>;

 public:
  using PointeeType = T;
  using RawStorage = StorageType;
  // Its constructors store atomically: for members made in place of others that a concurrent marker may read.
  struct AtomicInitializerTag {};

  constexpr BasicMember() = default;
  constexpr BasicMember(std::nullptr_t) {}
  BasicMember(SentinelPointer s) : storage_(s) {}
  HALFWORD_INLINE BasicMember(T* pointer) : storage_(Erase(pointer)) { Initialized(pointer); }
  HALFWORD_INLINE BasicMember(T& object) : BasicMember(&object) {}
  BasicMember(std::nullptr_t, AtomicInitializerTag) { storage_.StoreAtomic(RawStorage()); }
  BasicMember(SentinelPointer s, AtomicInitializerTag) { storage_.StoreAtomic(RawStorage(s)); }
  BasicMember(T* pointer, AtomicInitializerTag) {
    storage_.StoreAtomic(Erase(pointer));
    Initialized(pointer);
  }
  BasicMember(T& object, AtomicInitializerTag atomic) : BasicMember(&object, atomic) {}

  HALFWORD_INLINE BasicMember(const BasicMember& other) : BasicMember(other.storage_) {}
  HALFWORD_INLINE BasicMember(BasicMember&& other) noexcept : BasicMember(other.storage_) { other.Clear(); }
  // From members of the same or a derived class, whatever their weakness.
  template <typename U, typename W, typename B, typename C>
    requires(IsDecayedSameV<T, U> || IsStrictlyBaseOfV<T, U>)
  HALFWORD_INLINE BasicMember(const Other<U, W, B, C>& other) : BasicMember(StorageOf(other)) {}
  template <typename U, typename W, typename B, typename C>
    requires(IsDecayedSameV<T, U> || IsStrictlyBaseOfV<T, U>)
  HALFWORD_INLINE BasicMember(Other<U, W, B, C>&& other) noexcept : BasicMember(StorageOf(other)) {
    other.Clear();
  }
  template <typename U, typename W, typename L, typename C>
    requires std::is_base_of_v<T, U>
  BasicMember(const BasicPersistent<U, W, L, C>& other) : BasicMember(other.Get()) {}

  HALFWORD_INLINE BasicMember& operator=(const BasicMember& other) { return Assign(other.storage_); }
  HALFWORD_INLINE BasicMember& operator=(BasicMember&& other) noexcept {
    RawStorage value = other.storage_;
    other.Clear();
    return Assign(value);
  }
  template <typename U, typename W, typename B, typename C>
  HALFWORD_INLINE BasicMember& operator=(const Other<U, W, B, C>& other) {
    return Assign(StorageOf(other));
  }
  template <typename U, typename W, typename B, typename C>
  HALFWORD_INLINE BasicMember& operator=(Other<U, W, B, C>&& other) noexcept {
    RawStorage value = StorageOf(other);
    other.Clear();
    return Assign(value);
  }
  template <typename U, typename W, typename L, typename C>
    requires std::is_base_of_v<T, U>
  BasicMember& operator=(const BasicPersistent<U, W, L, C>& other) {
    return operator=(static_cast<T*>(other.Get()));
  }
  HALFWORD_INLINE BasicMember& operator=(T* pointer) {
    HALFWORD_GC_DCHECK(MayReferTo(Erase(pointer)));
    storage_.StoreAtomic(Erase(pointer));
    Barrier(Erase(pointer));
    Check(pointer);
    return *this;
  }
  HALFWORD_INLINE BasicMember& operator=(std::nullptr_t) {
    Clear();
    return *this;
  }
  HALFWORD_INLINE BasicMember& operator=(SentinelPointer s) {
    storage_.StoreAtomic(RawStorage(s));
    return *this;
  }

  HALFWORD_INLINE T* Get() const { return Cast(storage_.Load()); }
  // REQUIRES: neither null nor the sentinel. One addressing mode instead of three instructions.
  HALFWORD_INLINE T* GetNonNull() const {
    HALFWORD_GC_DCHECK(storage_.IsHeapPointer());
    return Cast(storage_.LoadNonNull());
  }
  HALFWORD_INLINE operator T*() const { return Get(); }
  HALFWORD_INLINE T* operator->() const { return GetNonNull(); }
  HALFWORD_INLINE T& operator*() const { return *GetNonNull(); }
  HALFWORD_INLINE explicit operator bool() const { return !storage_.IsCleared(); }

  HALFWORD_INLINE void Clear() { storage_.StoreAtomic(RawStorage()); }
  HALFWORD_INLINE T* Release() {
    T* pointer = Get();
    Clear();
    return pointer;
  }
  template <typename W, typename B, typename C>
  HALFWORD_INLINE void Swap(Other<T, W, B, C>& other) {
    RawStorage value = storage_;
    *this = other;
    other.Assign(value);
  }
  const T** GetSlotForTesting() const { return reinterpret_cast<const T**>(const_cast<void*>(Slot())); }
  HALFWORD_INLINE RawStorage GetRawStorage() const { return storage_; }
  HALFWORD_INLINE bool IsSentinel() const { return storage_.IsSentinel(); }

  // For the collector, which may run beside the mutator.
  HALFWORD_INLINE const T* GetRawAtomic() const { return Cast(storage_.LoadAtomic()); }
  HALFWORD_INLINE typename RawStorage::IntegralType GetIntegerAtomic() const {
    return __atomic_load_n(reinterpret_cast<const typename RawStorage::IntegralType*>(&storage_),
                           __ATOMIC_RELAXED);
  }

 private:
  template <typename, typename, typename, typename, typename>
  friend class BasicMember;

  HALFWORD_INLINE explicit BasicMember(RawStorage storage) : storage_(storage) {
    if constexpr (!std::is_same_v<WriteBarrierPolicy, DijkstraWriteBarrierPolicy> &&
                  !std::is_same_v<WriteBarrierPolicy, NoWriteBarrierPolicy>) {
      WriteBarrierPolicy::InitializingBarrier(Slot(), Get());
    }
    Check(storage);
  }
  HALFWORD_INLINE BasicMember& Assign(RawStorage value) {
    storage_.StoreAtomic(value);
    Barrier(value);
    Check(value);
    return *this;
  }
  HALFWORD_INLINE void Initialized(T* pointer) {
    HALFWORD_GC_DCHECK(MayReferTo(Erase(pointer)));
    WriteBarrierPolicy::InitializingBarrier(Slot(), Erase(pointer));
    Check(pointer);
  }
  // A policy of the user's own may do without the template parameter.
  template <typename V>
  HALFWORD_INLINE void Barrier(V value) {
    constexpr auto kSlotType = RawStorage::kWriteBarrierSlotType;
    if constexpr (std::is_same_v<WeaknessTag, WeakMemberTag> &&
                  std::is_same_v<WriteBarrierPolicy, DijkstraWriteBarrierPolicy>) {
      WriteBarrierPolicy::template WeakAssigningBarrier<kSlotType>(Slot());
    } else if constexpr (requires {
                           WriteBarrierPolicy::template AssigningBarrier<kSlotType>(Slot(), value);
                         }) {
      WriteBarrierPolicy::template AssigningBarrier<kSlotType>(Slot(), value);
    } else {
      WriteBarrierPolicy::AssigningBarrier(Slot(), value);
    }
  }
  template <typename V>
  HALFWORD_INLINE void Check(V value) {
    if constexpr (std::is_same_v<CheckingPolicy, DisabledCheckingPolicy>) {
    } else if constexpr (requires(CheckingPolicy policy) { policy.template CheckPointer<T>(value); }) {
      CheckingPolicy::template CheckPointer<T>(value);
    } else if constexpr (std::is_pointer_v<V>) {
      CheckingPolicy::CheckPointer(value);
    } else {
      CheckingPolicy::CheckPointer(Get());
    }
  }

  // Objects of different heaps are never mixed: a member in one heap refers to no object of another heap, and
  // all that one member refers to in its life is in one heap. (A compressed word means something only in the
  // thread's heap: there is nothing to compare.)
  bool MayReferTo(const void* pointer) const {
    if (!RawPointer(pointer).IsHeapPointer()) return true;
    if (kSharedCage) return !IsInCage(CageBase(), this) || HeapAround(this) == HeapAround(pointer);
    if constexpr (std::is_same_v<RawStorage, RawPointer>) {
      if (storage_.IsHeapPointer() && CageBaseOf(storage_.Load()) != CageBaseOf(pointer)) return false;
    }
    return CageBaseOf(this) != CageBase() || CageBaseOf(pointer) == CageBase();
  }

  HALFWORD_INLINE static const void* Erase(const volatile void* pointer) {
    return const_cast<const void*>(pointer);
  }
  HALFWORD_INLINE static T* Cast(const void* pointer) { return static_cast<T*>(const_cast<void*>(pointer)); }
  HALFWORD_INLINE const void* Slot() const { return &storage_; }
  template <typename U, typename W, typename B, typename C>
  HALFWORD_INLINE static RawStorage StorageOf(const Other<U, W, B, C>& other) {
    if constexpr (IsDecayedSameV<T, U>) {
      return other.GetRawStorage();
    } else {
      static_assert(IsStrictlyBaseOfV<T, U>,
                    "a member can't refer to a class that isn't derived from its own");
      RawStorage storage = other.GetRawStorage();
      if (!storage.IsHeapPointer()) return storage;
      return RawStorage(Erase(static_cast<T*>(other.Get())));  // an upcast may move the pointer
    }
  }

  RawStorage storage_;
};

template <typename T1, typename W1, typename B1, typename C1, typename T2, typename W2, typename B2,
          typename C2, typename S>
HALFWORD_INLINE bool operator==(const BasicMember<T1, W1, B1, C1, S>& a,
                                const BasicMember<T2, W2, B2, C2, S>& b) {
  if constexpr (IsDecayedSameV<T1, T2>) {
    return a.GetRawStorage() == b.GetRawStorage();
  } else {
    static_assert(IsStrictlyBaseOfV<T1, T2> || IsStrictlyBaseOfV<T2, T1>,
                  "members of unrelated classes can't be equal");
    return a.Get() == b.Get();
  }
}
template <typename T, typename W, typename B, typename C, typename S>
HALFWORD_INLINE bool operator==(const BasicMember<T, W, B, C, S>& a, std::nullptr_t) {
  return !static_cast<bool>(a);
}
template <typename T, typename W, typename B, typename C, typename S>
HALFWORD_INLINE bool operator==(const BasicMember<T, W, B, C, S>& a, SentinelPointer) {
  return a.IsSentinel();
}
// The raw pointer is compressed, not the member decompressed.
template <typename T, typename W, typename B, typename C, typename S, typename U>
HALFWORD_INLINE bool operator==(const BasicMember<T, W, B, C, S>& a, U* b) {
  static_assert(!IsDecayedSameV<void, U>, "comparison with a void* would compare addresses of parts");
  if constexpr (IsDecayedSameV<T, U> || IsStrictlyBaseOfV<T, U>) {
    const volatile T* upcast = b;
    return a.GetRawStorage() == S(const_cast<const void*>(static_cast<const volatile void*>(upcast)));
  } else {
    return a.Get() == b;
  }
}
template <typename T1, typename W1, typename B1, typename C1, typename T2, typename W2, typename B2,
          typename C2, typename S>
HALFWORD_INLINE auto operator<=>(const BasicMember<T1, W1, B1, C1, S>& a,
                                 const BasicMember<T2, W2, B2, C2, S>& b) {
  static_assert(IsDecayedSameV<T1, T2>, "only members of one class are ordered");
  return a.GetRawStorage() <=> b.GetRawStorage();
}

}  // namespace internal
}  // namespace halfword::gc

template <typename T, typename W, typename B, typename C, typename S>
struct std::hash<halfword::gc::internal::BasicMember<T, W, B, C, S>> {
  size_t operator()(const halfword::gc::internal::BasicMember<T, W, B, C, S>& m) const {
    return std::hash<typename S::IntegralType>()(m.GetRawStorage().GetAsInteger());
  }
};

// Members and raw pointers convert into each other; the algorithms of std::ranges ask which way is meant.
template <typename T, typename W, typename B, typename C, typename S, template <typename> class Q1,
          template <typename> class Q2>
struct std::basic_common_reference<halfword::gc::internal::BasicMember<T, W, B, C, S>, T*, Q1, Q2> {
  using type = T*;
};
template <typename T, typename W, typename B, typename C, typename S, template <typename> class Q1,
          template <typename> class Q2>
struct std::basic_common_reference<T*, halfword::gc::internal::BasicMember<T, W, B, C, S>, Q1, Q2> {
  using type = T*;
};

#endif  // HALFWORD_GC_MEMBER_H_
