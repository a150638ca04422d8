// Tells weak callbacks whether an object survives the collection in progress.
//
//   void Table::ProcessWeak(const gc::LivenessBroker& broker) {
//     if (!broker.IsHeapObjectAlive(key_)) key_ = nullptr;   // key_ is an UntracedMember
//   }
//   void Table::Trace(gc::Visitor* visitor) const {
//     visitor->RegisterWeakCallbackMethod<Table, &Table::ProcessWeak>(this);
//   }
#ifndef HALFWORD_GC_LIVENESS_BROKER_H_
#define HALFWORD_GC_LIVENESS_BROKER_H_

#include "halfword/gc/internal/front.h"
#include "halfword/gc/type_traits.h"

namespace halfword::gc {

class HeapImpl;
namespace internal {
class LivenessBrokerFactory;
}

class LivenessBroker {
 public:
  // Smis and immediates are alive.
  HALFWORD_INLINE bool IsAlive(TaggedBits bits) const {
    return !IsHeapPointer(bits) || IsMarked(OffsetOf(bits));
  }
  // `object` is the start of an object, not a base class inside it. Null and the sentinel are alive.
  HALFWORD_INLINE bool IsAlive(const void* object) const {
    return reinterpret_cast<uintptr_t>(object) <= kSentinelAddress || IsMarked(OffsetOf(object));
  }
  // For any pointer into an object (mixins).
  bool IsInnerAlive(const void* inner) const;

  template <typename T>
  bool IsHeapObjectAlive(const T* object) const {
    if constexpr (IsGarbageCollectedTypeV<T>) {
      return IsAlive(static_cast<const void*>(object));
    } else {
      return IsInnerAlive(object);
    }
  }
  template <typename T>
  bool IsHeapObjectAlive(const WeakMember<T>& member) const {
    return IsHeapObjectAlive<T>(member.Get());
  }
  template <typename T>
  bool IsHeapObjectAlive(const UntracedMember<T>& member) const {
    return IsHeapObjectAlive<T>(member.Get());
  }

  // Callbacks with much work ask this now and then. False: the program is about to be stopped, and this
  // collection is abandoned. Nothing dies in it, so references that are not cleared yet stay.
  bool GoesOn() const;
  // Calls body(i) for all i below `count` while that is so.
  template <typename F>
  void ForEachIndex(size_t count, F&& body) const {
    constexpr size_t kPiece = 8 * 1024;
    for (size_t begin = 0; begin < count && (begin == 0 || GoesOn()); begin += kPiece) {
      size_t end = begin + kPiece < count ? begin + kPiece : count;
      for (size_t i = begin; i < end; i++) body(i);
    }
  }

 private:
  friend class Heap;
  friend class HeapImpl;
  friend class internal::LivenessBrokerFactory;  // of tests
  LivenessBroker(HeapImpl* heap, const uint64_t* mark_bits, CageOffset first_collected)
      : heap_(heap), mark_bits_(mark_bits), first_collected_(first_collected) {}
  HALFWORD_INLINE bool IsMarked(CageOffset offset) const {
    return offset < first_collected_ || (mark_bits_[BitmapWordOf(offset)] & BitmapMaskOf(offset)) != 0;
  }

  HeapImpl* heap_;
  const uint64_t* mark_bits_;
  CageOffset first_collected_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_LIVENESS_BROKER_H_
