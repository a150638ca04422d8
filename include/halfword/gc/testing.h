// For tests of programs that use the library.
#ifndef HALFWORD_GC_TESTING_H_
#define HALFWORD_GC_TESTING_H_

#include "halfword/gc/common.h"
#include "halfword/gc/heap_handle.h"
#include "halfword/gc/internal/config.h"
#include "halfword/gc/macros.h"

namespace halfword::gc::testing {

// While one exists, collections that allocation triggers treat the native stack as `state` says. Collections
// that are requested explicitly are not affected.
class HALFWORD_EXPORT OverrideEmbedderStackStateScope final {
  HALFWORD_STACK_ALLOCATED();

 public:
  [[nodiscard]] explicit OverrideEmbedderStackStateScope(HeapHandle& handle, EmbedderStackState state);
  ~OverrideEmbedderStackStateScope();
  OverrideEmbedderStackStateScope(const OverrideEmbedderStackStateScope&) = delete;
  OverrideEmbedderStackStateScope& operator=(const OverrideEmbedderStackStateScope&) = delete;

 private:
  HeapHandle& handle_;
  EmbedderStackState former_;
};

// A collection by hand, step by step.
class HALFWORD_EXPORT StandaloneTestingHeap final {
 public:
  explicit StandaloneTestingHeap(HeapHandle& handle) : handle_(handle) {}

  void StartGarbageCollection();
  // True if there is nothing more to mark for now.
  bool PerformMarkingStep(EmbedderStackState state);
  void FinalizeGarbageCollection(EmbedderStackState state);
  // Whether steps of marking happen on the mutator's thread when it allocates.
  void ToggleMainThreadMarking(bool should_mark);
  // The next whole collection moves all that may move, however little that gains.
  void ForceCompactionForNextGarbageCollection();

 private:
  HeapHandle& handle_;
};

// True if the object survived a collection, so that a minor collection would not look at it.
HALFWORD_EXPORT bool IsHeapObjectOld(void* object);

}  // namespace halfword::gc::testing

#endif  // HALFWORD_GC_TESTING_H_
