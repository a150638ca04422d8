// Allocation of engine objects, for this layer's sources and others that make their own classes.
#ifndef HALFWORD_OBJECTS_VALUES_ALLOCATE_H_
#define HALFWORD_OBJECTS_VALUES_ALLOCATE_H_

#include "gc/heap.h"
#include "objects/values/heap_object.h"

namespace halfword {

// A small object with a typed header: fields of T and `extra` bytes behind them, all zero (Smi 0, null).
template <class T>
HW_INLINE T* AllocateSmall(size_t extra = 0) {
  size_t cell = gc::CellSize(sizeof(T) + extra);
  return static_cast<T*>(
      gc::Allocate(CageBase(), gc::TypedHeader(static_cast<uint32_t>(T::kType), cell), cell));
}
// Never null: over the limit the guest is terminated. A request that is not too large is then served from the
// heap's reserve. For a larger one the guest's call is unwound (platform/exhaustion.h).
void* AllocateLarge(gc::Header header, size_t cell_size);
// Any size; never null, as AllocateLarge.
template <class T>
T* AllocateAny(size_t payload) {
  size_t cell = gc::CellSize(payload);
  gc::Header header = gc::TypedHeader(static_cast<uint32_t>(T::kType), cell);
  return static_cast<T*>(HW_LIKELY(cell <= gc::kMaxSmallCell) ? gc::Allocate(CageBase(), header, cell)
                                                              : AllocateLarge(header, cell));
}
// Any size; null over the limit. `kLarge` is the way to allocate objects that are not small.
template <class T, auto kLarge = &gc::Heap::TryAllocateLarge>
T* TryAllocateAny(size_t payload) {
  size_t cell = gc::CellSize(payload);
  gc::Header header = gc::TypedHeader(static_cast<uint32_t>(T::kType), cell);
  gc::Heap& heap = gc::Heap::Current();
  return static_cast<T*>(cell <= gc::kMaxSmallCell ? heap.Allocate(header, cell)
                                                   : (heap.*kLarge)(header, cell));
}
// The same for types without references, whose bytes the caller writes.
template <class T>
T* TryAllocateUninitialized(size_t payload) {
  return TryAllocateAny<T, &gc::Heap::TryAllocateLargeUninitialized>(payload);
}

// An object with Finalize().
template <class T>
T* NewFinalizable() {
  constexpr size_t cell = gc::CellSize(sizeof(T));
  return static_cast<T*>(
      gc::Heap::Current().AllocateFinalizable(gc::TypedHeader(static_cast<uint32_t>(T::kType), cell), cell));
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VALUES_ALLOCATE_H_
