// Somebody who looks on where a heap allocates: a profiler of memory.
//
//   gc::subtle::SetAllocationListener(heap, &listener);   // null again before the listener's end
//
// It hears of allocations that take the slow path, one for some KiB of small objects. A heap without a
// listener pays one test for each of those.
#ifndef HALFWORD_GC_ALLOCATION_LISTENER_H_
#define HALFWORD_GC_ALLOCATION_LISTENER_H_

#include <cstddef>

#include "halfword/gc/heap.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {

class AllocationListener {
 public:
  // The object, of which nothing is there yet but its header, has so many bytes. `allocated`: by the heap,
  // since it began. May not use the heap.
  virtual void Allocated(const void* object, size_t bytes, size_t allocated) = 0;
  // The roots are traced, to which the listener may add some.
  virtual void Trace(Visitor&) = 0;

 protected:
  ~AllocationListener() = default;
};

namespace subtle {

void SetAllocationListener(Heap&, AllocationListener*);

}  // namespace subtle

}  // namespace halfword::gc

#endif  // HALFWORD_GC_ALLOCATION_LISTENER_H_
