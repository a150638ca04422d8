// How much of a collection's work to do before the program goes on.
#ifndef HALFWORD_GC_BLOCKS_BUDGET_H_
#define HALFWORD_GC_BLOCKS_BUDGET_H_

#include <cstddef>
#include <cstdint>

namespace halfword::gc {

struct HeapCallbacks;

struct Budget {
  size_t bytes = SIZE_MAX;              // of objects
  uint64_t deadline = UINT64_MAX;       // MonotonicNanoseconds
  const HeapCallbacks* host = nullptr;  // is asked: spent at once where the program is to be stopped
  // All there is to do, unless the program is to be stopped.
  static Budget UntilStopped(const HeapCallbacks& host) { return {SIZE_MAX, UINT64_MAX, &host}; }
  bool IsUnlimited() const { return IsForAll() && host == nullptr; }
  // Not a share of the work: who asks needs the result, and waits for helpers rather than come back later.
  bool IsForAll() const { return bytes == SIZE_MAX && deadline == UINT64_MAX; }
  // REQUIRES: called now and then, not for each object: it reads the clock.
  bool IsSpent() const;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_BUDGET_H_
