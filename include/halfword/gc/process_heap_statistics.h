// Sums over all heaps of the process. Any thread may ask for them. They change when a heap collects, and when
// it takes or returns memory.
#ifndef HALFWORD_GC_PROCESS_HEAP_STATISTICS_H_
#define HALFWORD_GC_PROCESS_HEAP_STATISTICS_H_

#include <cstddef>

#include "halfword/gc/internal/config.h"

namespace halfword::gc {

class HALFWORD_EXPORT ProcessHeapStatistics final {
 public:
  // Bytes of live objects.
  static size_t TotalAllocatedObjectSize();
  // Bytes of blocks in use.
  static size_t TotalAllocatedSpace();
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_PROCESS_HEAP_STATISTICS_H_
