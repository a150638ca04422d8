// The policies that make the family of members and persistents: barrier, checks, location, and which region
// of the heap knows a persistent.
#ifndef HALFWORD_GC_INTERNAL_POINTER_POLICIES_H_
#define HALFWORD_GC_INTERNAL_POINTER_POLICIES_H_

#include "halfword/gc/internal/persistent_node.h"
#include "halfword/gc/source_location.h"
#include "halfword/gc/type_traits.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc::internal {

struct DijkstraWriteBarrierPolicy {
  // A new object is not marked yet, so what is stored into it needs no barrier.
  HALFWORD_INLINE static void InitializingBarrier(const void* /*slot*/, const void* /*value*/) {}

  // The slow path reads the slot again: nothing is decompressed for its sake on the fast path.
  template <WriteBarrierSlotType kSlotType>
  HALFWORD_INLINE static void AssigningBarrier(const void* slot, const void* /*value*/) {
    Barrier<kSlotType>(slot);
  }
  template <WriteBarrierSlotType kSlotType>
  HALFWORD_INLINE static void AssigningBarrier(const void* slot, RawPointer /*value*/) {
    Barrier<kSlotType>(slot);
  }
#if HALFWORD_COMPRESS
  template <WriteBarrierSlotType kSlotType>
  HALFWORD_INLINE static void AssigningBarrier(const void* slot, CompressedPointer /*value*/) {
    static_assert(kSlotType == WriteBarrierSlotType::kCompressed,
                  "a compressed word can't be assigned to an uncompressed member");
    Barrier<kSlotType>(slot);
  }
#endif
  // A stored weak reference does not mark its referent. The object around the slot is traced again instead.
  template <WriteBarrierSlotType kSlotType>
  HALFWORD_INLINE static void WeakAssigningBarrier(const void* slot) {
    if constexpr (kSlotType == DefaultMemberStorage::kWriteBarrierSlotType) {
      HeapFront* front = EnteredFront();
      if (IsBelowBarrier(front, slot)) WeakSlotWriteBarrierSlow(front, slot);
    } else {
      Barrier<kSlotType>(slot);
    }
  }

 private:
  template <WriteBarrierSlotType kSlotType>
  HALFWORD_INLINE static void Barrier(const void* slot) {
    HeapFront* front = EnteredFront();
    if (IsBelowBarrier(front, slot)) {
      if constexpr (kSlotType == DefaultMemberStorage::kWriteBarrierSlotType) {
        SlotWriteBarrierSlow(front, slot);
      } else {
        UncompressedSlotWriteBarrierSlow(front, slot);
      }
    }
  }
};

struct NoWriteBarrierPolicy {
  HALFWORD_INLINE static void InitializingBarrier(const void*, const void*) {}
  template <WriteBarrierSlotType>
  HALFWORD_INLINE static void AssigningBarrier(const void*, const void*) {}
  template <WriteBarrierSlotType, typename MemberStorage>
  HALFWORD_INLINE static void AssigningBarrier(const void*, MemberStorage) {}
};

// A checking policy of the user's own has CheckPointer(const T*) or, as a template over T, CheckPointer of
// the storage. It is called for each value that enters a member or persistent.
class DisabledCheckingPolicy {
 protected:
  HALFWORD_INLINE void CheckPointer(const void*) {}
};

class KeepLocationPolicy {
 public:
  constexpr const SourceLocation& Location() const { return location_; }

 protected:
  constexpr KeepLocationPolicy() = default;
  constexpr explicit KeepLocationPolicy(const SourceLocation& location) : location_(location) {}
  // A copy gets the place where it is made. A moved reference keeps its place of origin.
  KeepLocationPolicy(const KeepLocationPolicy&) = delete;
  KeepLocationPolicy& operator=(const KeepLocationPolicy&) = delete;
  KeepLocationPolicy(KeepLocationPolicy&&) = default;
  KeepLocationPolicy& operator=(KeepLocationPolicy&&) = default;

 private:
  SourceLocation location_;
};

class IgnoreLocationPolicy {
 public:
  constexpr SourceLocation Location() const { return {}; }

 protected:
  constexpr IgnoreLocationPolicy() = default;
  constexpr explicit IgnoreLocationPolicy(const SourceLocation&) {}
};

struct StrongPersistentPolicy {
  using IsStrongPersistent = std::true_type;
  HALFWORD_EXPORT static PersistentRegion& GetPersistentRegion(const void* object);
};
struct WeakPersistentPolicy {
  using IsStrongPersistent = std::false_type;
  HALFWORD_EXPORT static PersistentRegion& GetPersistentRegion(const void* object);
};
// REQUIRES of both: the caller holds the PersistentRegionLock.
struct StrongCrossThreadPersistentPolicy {
  using IsStrongPersistent = std::true_type;
  HALFWORD_EXPORT static CrossThreadPersistentRegion& GetPersistentRegion(const void* object);
};
struct WeakCrossThreadPersistentPolicy {
  using IsStrongPersistent = std::false_type;
  HALFWORD_EXPORT static CrossThreadPersistentRegion& GetPersistentRegion(const void* object);
};

}  // namespace halfword::gc::internal

#endif  // HALFWORD_GC_INTERNAL_POINTER_POLICIES_H_
