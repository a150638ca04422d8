// The slow half of the write barrier (write_barrier.h has the fast one): what a store tells the
// collector, if it was into
//
//   an object of the image            it is remembered, because images are never marked
//   a black object, while marking,    it is logged, which makes it grey once more; or the value is marked,
//   or an old one between minor       where to find the object around a slot would take time (Dijkstra et
//   collections                       al. 1978)
//   any other                         nothing: it is white, or will be looked at
//
// Invariant: an object has a log bit if and only if it is on the marker's log.
#ifndef HALFWORD_GC_MARKING_BARRIER_H_
#define HALFWORD_GC_MARKING_BARRIER_H_

#include "gc/blocks/block_table.h"
#include "halfword/gc/internal/front.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {

class HeapImpl;

class Barrier {
 public:
  Barrier(HeapImpl& heap, bool generational) : heap_(heap), generational_(generational) {}
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  // The phase has changed: the front of the cage says which stores come here.
  void Update();
  // The heap is about to go: no store comes here for it.
  void Disable();
  // Any heap's in a shared cage: whether it is this one that asked.
  bool sees_every_store() const { return sees_every_store_; }

  // `value` was stored into the object. (Static, because for most stores a look at other parts is enough.)
  HALFWORD_INLINE static void RecordWrite(HeapImpl& heap, CageOffset object, TaggedBits value);
  // Anything may have been stored into the object.
  void RecordWrites(CageOffset object);
  // A reference to `value` was stored at `slot`.
  void RecordSlotWrite(CageOffset slot, const void* value, bool weak);
  // The object around it may have been written to.
  void RecordWritesAround(CageOffset inner);
  // Marks the object that `inner` is in, if marking is in progress.
  void MarkValue(CageOffset inner);
  void MarkParts(const void* first, size_t size, size_t count, TraceCallback trace);

 private:
  static void FenceBeforeMarkBits(HeapImpl& heap);
  HALFWORD_NOINLINE void RecordNewReference(CageOffset object, TaggedBits value);
  void Log(CageOffset object);
  void SeeEveryStore(bool yes);

  HeapImpl& heap_;
  const bool generational_;
  bool is_on_ = false;             // stores into objects of the heap's own may have to be known
  bool sees_every_store_ = false;  // as the front knows it
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_MARKING_BARRIER_H_
