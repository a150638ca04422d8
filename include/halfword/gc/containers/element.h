// What all containers share: how elements lie in a backing store and how they are written.
//
// A container is one word, a Member of its backing store, which is a collected object that holds counts and
// elements. So a container may be a member of a collected object (whose Trace visits it), a local variable,
// or part of an element of another container; a root is a Persistent of an object around it.
//
// The collector may trace a store on another thread while the program changes it. It looks at all of its
// capacity, never at the counts: elements that aren't there are zero, which for a member is null. Whatever is
// written to a store that the collector may know of goes through the write barrier. A new store is filled
// first and then published.
//
// A new store is in the heap of the one before it. The first store is in the heap of the object that the
// container is part of. If the container lies elsewhere, it is in the heap that the thread has entered. Old
// stores are left to the collector, so a stale iterator reads old elements, never freed memory.
#ifndef HALFWORD_GC_CONTAINERS_ELEMENT_H_
#define HALFWORD_GC_CONTAINERS_ELEMENT_H_

#include <atomic>
#include <new>
#include <type_traits>
#include <utility>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/element_traits.h"

#if HALFWORD_GC_TSAN
extern "C" {  // of the sanitizer's own library
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

namespace halfword::gc::internal {

// A constructor writes a member by a plain store of a word. A marker on another thread that reads it
// meanwhile sees null or the new reference, and the store is logged: the thread sanitizer can't know.
struct ConstructionInKnownMemory {
#if HALFWORD_GC_TSAN
  ConstructionInKnownMemory() { AnnotateIgnoreWritesBegin(__FILE__, __LINE__); }
  ~ConstructionInKnownMemory() { AnnotateIgnoreWritesEnd(__FILE__, __LINE__); }
#else
  HALFWORD_INLINE ConstructionInKnownMemory() {}
#endif
};

[[noreturn]] HALFWORD_EXPORT __attribute__((noinline, cold)) void TooManyElements(const char* store);

// Called by every change of a container before it looks at its store.
HALFWORD_INLINE void RequireEntered() {
  if (HALFWORD_UNLIKELY(ReferenceMask() < kSlotSpan)) NotEntered();
}

// Elements that are valid when zero are stored by assignment, whose barriers are those of their members.
template <typename T>
inline constexpr bool kAssigned =
    kNeedsTracing<T> && std::is_trivially_destructible_v<T> && std::is_move_assignable_v<T>;

template <typename T>
struct Element : ElementRules<T> {
  static_assert(alignof(T) <= 8, "elements are aligned to at most 8 bytes");
  static_assert(!std::is_polymorphic_v<T> || !kNeedsTracing<T>,
                "elements with virtual functions could be traced before they are made");

  // REQUIRES: *slot is zero, in a store that the collector may know of.
  template <typename... Args>
  HALFWORD_INLINE static void Make(const void* store, T* slot, Args&&... args) {
    if constexpr (kAssigned<T>) {
      *slot = T(std::forward<Args>(args)...);
    } else {
      if constexpr (kNeedsTracing<T>) {
        {
          [[maybe_unused]] ConstructionInKnownMemory scope;
          ::new (static_cast<void*>(slot)) T(std::forward<Args>(args)...);
        }
        RangeWriteBarrier(EnteredFront(), store);
      } else {
        ::new (static_cast<void*>(slot)) T(std::forward<Args>(args)...);
      }
    }
  }
  // Destroys the element and leaves zero.
  HALFWORD_INLINE static void Drop(T* slot) {
    if constexpr (std::is_empty_v<T>) {  // it may share its address with something else
    } else if constexpr (kIsMember<T>) {
      slot->Clear();
    } else if constexpr (kAssigned<T>) {
      *slot = T();
    } else {
      slot->~T();
      if constexpr (kNeedsTracing<T>) {
        ZeroWords(slot);
      } else {
        __builtin_memset(static_cast<void*>(slot), 0, sizeof(T));
      }
    }
  }
  // Moves into a store that nobody knows yet. What is left behind is dead for the program, not for a
  // collector in the middle of marking.
  HALFWORD_INLINE static void MoveToNew(T* from, T* to) {
    if constexpr (std::is_empty_v<T>) {
    } else if constexpr (std::is_trivially_copyable_v<T> || kIsMember<T>) {
      __builtin_memcpy(static_cast<void*>(to), static_cast<const void*>(from), sizeof(T));
    } else {
      ::new (static_cast<void*>(to)) T(std::move(*from));
    }
  }
  static void MoveAllToNew(T* from, T* to, size_t count) {
    if constexpr (std::is_trivially_copyable_v<T> || kIsMember<T>) {
      if (count != 0) {
        __builtin_memcpy(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(T));
      }
    } else {
      for (size_t i = 0; i < count; i++) MoveToNew(from + i, to + i);
    }
  }

 private:
  // A marker on another thread may be reading the references in it.
  HALFWORD_INLINE static void ZeroWords(T* slot) {
    using Word = std::conditional_t<alignof(T) == 8, uint64_t, uint32_t>;
    static_assert(alignof(T) >= sizeof(Word), "what holds a reference is aligned like one");
    Word* words = reinterpret_cast<Word*>(slot);
    for (size_t i = 0; i < sizeof(T) / sizeof(Word); i++) __atomic_store_n(words + i, 0, __ATOMIC_RELAXED);
  }
};

// The one reference to a store, which may move.
template <typename S>
HALFWORD_INLINE void TraceStore(Visitor* visitor, const Member<S>& store) {
  visitor->Trace(store);
  if constexpr (IsAllocatedOnCompactableSpace<S>::value) visitor->RegisterMovableReference(&store);
}

// Stores made before are visible to every thread that reads the reference that is stored next.
HALFWORD_INLINE void PublishFence() { std::atomic_thread_fence(std::memory_order_release); }

// Allocates in the heap that the top of this file names.
template <typename S>
S* MakeStore(const Member<S>& former, const void* container, size_t bytes, uint32_t size_argument) {
  const void* holder = former ? static_cast<const void*>(former.Get()) : container;
  return MakeGarbageCollected<S>(Heap::For(holder), AdditionalBytes(bytes), size_argument);
}

// So many the store of a sequence of T can have: their bytes and half as many more are a number of 32 bits.
template <typename T>
inline constexpr size_t kMostSlots = UINT32_MAX / sizeof(T) / 2;
template <typename T, typename S>
HALFWORD_INLINE void CheckSlots(size_t slots) {
  if (HALFWORD_UNLIKELY(slots > kMostSlots<T>)) TooManyElements(TypeName<S>::kBuffer.data());
}

// Gives a container of a sequence of T a new store with room for `slots`, into which move(old, fresh) moves
// all elements.
template <typename T, typename S, typename Move>
void MoveToNewStore(Member<S>& store, const void* container, size_t slots, Move&& move) {
  CheckSlots<T, S>(slots);
  S* fresh = MakeStore(store, container, slots * sizeof(T), static_cast<uint32_t>(slots));
  if (store) {
    S* old = store.GetNonNull();
    move(old, fresh);
    fresh->size = old->size;
    // Elements that were moved have to be destroyed; bitwise moved ones must not be.
    if constexpr (!std::is_trivially_destructible_v<T>) {
      old->FinalizeGarbageCollectedObject();
      old->size = 0;
    }
  }
  PublishFence();
  store = fresh;
}

}  // namespace halfword::gc::internal

#endif  // HALFWORD_GC_CONTAINERS_ELEMENT_H_
