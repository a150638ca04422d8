// The types of C++ classes, and what their allocation needs out of line.
#include <atomic>
#include <mutex>

#include "gc/heap_impl.h"
#include "halfword/gc/allocation.h"

namespace halfword::gc::internal {

// Process-wide and append-only: an index, once in an object's header, must mean the same in every heap.
TypeInfo cpp_types[kTypeIndexLimit - kFirstCppType];

uint32_t RegisterCppType(const TypeInfo& info) {
  static std::mutex mutex;
  static uint32_t count = 0;
  std::lock_guard<std::mutex> lock(mutex);
  HALFWORD_GC_CHECK(count < kTypeIndexLimit - kFirstCppType);
  cpp_types[count] = info;
  return kFirstCppType + count++;
}

void* AllocateAligned16(Heap& heap, Header header, size_t cell_size, bool finalizable) {
  HALFWORD_GC_DCHECK(cell_size % 16 == 8);
  for (;;) {
    void* object =
        finalizable ? heap.AllocateFinalizable(header, cell_size) : heap.AllocateAny(header, cell_size);
    if (reinterpret_cast<uintptr_t>(object) % 16 == 0) return object;
    // The next one from the same run is aligned, because the cell has an odd number of granules. This one is
    // filler: a cell of type 0, which has neither references nor a finalizer.
    HeaderOf(object) = TypedHeader(0, cell_size);
  }
}

}  // namespace halfword::gc::internal
