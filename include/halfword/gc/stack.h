// Stacks and frames besides those of the running thread, on which references are found as on its own.
//
// Fibers and other stackful coroutines: a Stack for each, the thread's own included, and a call before each
// switch between two of them.
//
//   gc::Stack main(heap);                            // the stack that runs now
//   gc::Stack fiber(heap, memory + size);            // one that begins there, at its highest address
//   …
//   gc::Stack::Switch(main, fiber);                  // between the two lines no reference is loaded
//   swapcontext(&main_context, &fiber_context);      // (in the fiber: Switch(fiber, main), and back)
//
// C++20 coroutines keep their frames in memory of their own: ScannedMemory, made where the promise's operator
// new allocates one.
//
// Both cost nothing but the scan. A collection that is told that stacks hold no heap pointers skips them. All
// of it happens on the heap's thread, and a stack stays with that thread, for compiled code takes its cage
// base to be constant.
#ifndef HALFWORD_GC_STACK_H_
#define HALFWORD_GC_STACK_H_

#include <cstddef>
#include <cstdint>

#include "halfword/gc/heap_handle.h"
#include "halfword/gc/internal/config.h"

namespace halfword::gc {

class HeapImpl;

namespace internal {

// A link of the heap's list of what is scanned besides the running stack.
class HALFWORD_EXPORT ScannedRange {
 public:
  explicit ScannedRange(HeapHandle& heap);
  ~ScannedRange();
  ScannedRange(const ScannedRange&) = delete;
  ScannedRange& operator=(const ScannedRange&) = delete;

  // Whole words of [begin, end).
  void Set(const void* begin, const void* end);

 private:
  friend HeapImpl;
  HeapImpl& heap_;
  ScannedRange* previous_ = nullptr;
  ScannedRange* next_ = nullptr;
  const uintptr_t* begin_ = nullptr;
  const uintptr_t* end_ = nullptr;
};

}  // namespace internal

// Memory that is no stack and may hold references like one.
class HALFWORD_EXPORT ScannedMemory final {
 public:
  ScannedMemory(HeapHandle& heap, const void* begin, size_t bytes) : range_(heap) {
    range_.Set(begin, static_cast<const char*>(begin) + bytes);
  }

 private:
  internal::ScannedRange range_;
};

class HALFWORD_EXPORT Stack final {
 public:
  // The stack that runs now, as far as the heap knows it. REQUIRES: inside the heap.
  explicit Stack(HeapHandle& heap);
  // A stack below `start` that is still empty.
  Stack(HeapHandle& heap, const void* start);

  // `from`, which runs, is going to wait, and `to` to run. Callee-saved registers are noted too.
  static void Switch(Stack& from, Stack& to);

 private:
  static constexpr size_t kMostRegisters = 20;

  HeapImpl& heap_;
  uintptr_t start_;
  internal::ScannedRange frames_;     // empty while it runs
  internal::ScannedRange registers_;  // as of the last switch
  uintptr_t spilled_[kMostRegisters] = {};
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_STACK_H_
