// Questions about what a heap is doing.
#ifndef HALFWORD_GC_HEAP_STATE_H_
#define HALFWORD_GC_HEAP_STATE_H_

#include "halfword/gc/heap_handle.h"
#include "halfword/gc/internal/config.h"

namespace halfword::gc::subtle {

class HALFWORD_EXPORT HeapState final {
 public:
  HeapState() = delete;
  // True from the first step of marking to the end of the pause that finishes it.
  static bool IsMarking(const HeapHandle& handle);
  static bool IsSweeping(const HeapHandle& handle);
  // True in destructors and other finalizers.
  static bool IsSweepingOnOwningThread(const HeapHandle& handle);
  static bool IsInAtomicPause(const HeapHandle& handle);
  // True if the last collection scanned the native stack.
  static bool PreviousGCWasConservative(const HeapHandle& handle);
};

}  // namespace halfword::gc::subtle

#endif  // HALFWORD_GC_HEAP_STATE_H_
