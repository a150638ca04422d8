// For tests of what happens where memory ends: allocations of a heap that fail although there is room. Builds
// with HALFWORD_ASSERTS only; elsewhere nothing is counted.
#ifndef HALFWORD_GC_ALLOCATION_FAILURE_INJECTION_H_
#define HALFWORD_GC_ALLOCATION_FAILURE_INJECTION_H_

#include <cstdint>

#include "halfword/gc/heap.h"

namespace halfword::gc::subtle {

enum class Failures : uint8_t { kNone, kOnce, kFromThenOn };

// Counts allocations from now on. The n-th is told that the limit is reached. If it may fail, it does;
// otherwise it goes into the reserve, as usual. n from 1.
void CountAllocations(Heap&, Failures failures = Failures::kNone, uint64_t n = 0);
uint64_t AllocationCount(const Heap&);
// Stops counting.
void ForgetAllocations(Heap&);

}  // namespace halfword::gc::subtle

#endif  // HALFWORD_GC_ALLOCATION_FAILURE_INJECTION_H_
