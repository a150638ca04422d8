// The write barrier, to be called after a reference was stored into a heap object. One inlined compare
// with a word of the front matter: all objects are below it while the collector marks, else those of the
// image that the heap is a clone of.
//
// It logs objects: an object that is already marked and now refers to one that is not is put on a
// list, once, and is traced again. (Large objects are not traced again for one store: their new
// referent is marked at once.)
//
// Stores need no barrier while the object is new: until the first allocation after its own, and later too as
// long as no other object refers to it and a local variable of the native stack does. The collector looks at
// such objects again in its final pause.
#ifndef HALFWORD_GC_WRITE_BARRIER_H_
#define HALFWORD_GC_WRITE_BARRIER_H_

#include "halfword/gc/internal/front.h"

namespace halfword::gc {

HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void WriteBarrierSlow(HeapFront* front,
                                                                               const void* object,
                                                                               TaggedBits value);
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void RangeWriteBarrierSlow(HeapFront* front,
                                                                                    const void* object);

// After `value` was stored; `object` is the address of the object written to (not the slot).
HALFWORD_INLINE void WriteBarrier(HeapFront* front, const void* object, TaggedBits value) {
  if (IsBelowBarrier(front, object)) WriteBarrierSlow(front, object, value);
}
HALFWORD_INLINE void WriteBarrier(uintptr_t base, const void* object, TaggedBits value) {
  WriteBarrier(FrontOf(base), object, value);
}
// After any number of stores into `object`.
HALFWORD_INLINE void RangeWriteBarrier(HeapFront* front, const void* object) {
  if (IsBelowBarrier(front, object)) RangeWriteBarrierSlow(front, object);
}
HALFWORD_INLINE void RangeWriteBarrier(uintptr_t base, const void* object) {
  RangeWriteBarrier(FrontOf(base), object);
}

namespace internal {
// For Member. Marks the value; `slot` may be anywhere, in a heap object or outside.
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void SlotWriteBarrierSlow(HeapFront* front,
                                                                                   const void* slot);
// The same for members with a whole pointer.
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void UncompressedSlotWriteBarrierSlow(
    HeapFront* front, const void* slot);
// For WeakMember: the object around `slot` is traced again, whatever it refers to now, because the key of an
// ephemeron may have changed.
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void WeakSlotWriteBarrierSlow(HeapFront* front,
                                                                                       const void* slot);
}  // namespace internal

}  // namespace halfword::gc

#endif  // HALFWORD_GC_WRITE_BARRIER_H_
