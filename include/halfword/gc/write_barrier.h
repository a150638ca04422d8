// The write barrier, to be called after a reference was stored into a heap object. One inlined compare
// with a word of the front matter; stores that initialise an object which was just allocated (no allocation
// in between) need none.
#ifndef HALFWORD_GC_WRITE_BARRIER_H_
#define HALFWORD_GC_WRITE_BARRIER_H_

#include "halfword/gc/internal/front.h"

namespace halfword::gc {

// `object` is the address of the object written to (not the slot). The slow path logs objects, so `value` is
// a hint.
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void WriteBarrierSlow(HeapFront* front,
                                                                               const void* object);

HALFWORD_INLINE void WriteBarrier(HeapFront* front, const void* object, [[maybe_unused]] TaggedBits value) {
  if (HALFWORD_UNLIKELY(OffsetOf(object) < front->barrier_limit)) WriteBarrierSlow(front, object);
}
HALFWORD_INLINE void WriteBarrier(uintptr_t base, const void* object, TaggedBits value) {
  WriteBarrier(FrontOf(base), object, value);
}
// After any number of stores into `object`.
HALFWORD_INLINE void RangeWriteBarrier(HeapFront* front, const void* object) {
  if (HALFWORD_UNLIKELY(OffsetOf(object) < front->barrier_limit)) WriteBarrierSlow(front, object);
}
HALFWORD_INLINE void RangeWriteBarrier(uintptr_t base, const void* object) {
  RangeWriteBarrier(FrontOf(base), object);
}

namespace internal {
// For Member: `slot` is anywhere, in a heap object or outside of the heap.
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void SlotWriteBarrierSlow(HeapFront* front,
                                                                                   const void* slot);
// The same for members with a whole pointer.
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void UncompressedSlotWriteBarrierSlow(
    HeapFront* front, const void* slot);
}  // namespace internal

}  // namespace halfword::gc

#endif  // HALFWORD_GC_WRITE_BARRIER_H_
