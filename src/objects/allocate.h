// Allocation of engine objects, for this layer's sources and others that make their own classes.
#ifndef HALFWORD_OBJECTS_ALLOCATE_H_
#define HALFWORD_OBJECTS_ALLOCATE_H_

#include "gc/heap.h"
#include "objects/heap_object.h"

namespace halfword {

// A small object with a typed header: fields of T and `extra` bytes behind them, all zero (Smi 0, null).
template <class T>
HW_INLINE T* AllocateSmall(size_t extra = 0) {
  size_t cell = gc::CellSize(sizeof(T) + extra);
  return static_cast<T*>(
      gc::Allocate(CageBase(), gc::TypedHeader(static_cast<uint32_t>(T::kType), cell), cell));
}
// Any size; never null (over the limit the heap goes on into its reserve and the guest is ended).
template <class T>
T* AllocateAny(size_t payload) {
  size_t cell = gc::CellSize(payload);
  return static_cast<T*>(
      gc::Heap::Current().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(T::kType), cell), cell));
}
// Any size; null over the limit.
template <class T>
T* TryAllocateAny(size_t payload) {
  size_t cell = gc::CellSize(payload);
  gc::Header header = gc::TypedHeader(static_cast<uint32_t>(T::kType), cell);
  gc::Heap& heap = gc::Heap::Current();
  return static_cast<T*>(cell <= gc::kMaxSmallCell ? heap.Allocate(header, cell)
                                                   : heap.TryAllocateLarge(header, cell));
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_ALLOCATE_H_
