// What several headers name.
#ifndef HALFWORD_GC_COMMON_H_
#define HALFWORD_GC_COMMON_H_

namespace halfword::gc {

enum class EmbedderStackState {
  kMayContainHeapPointers,  // scan the native stack
  kNoHeapPointers,          // the caller promises that no reference lives on the native stack or in registers
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_COMMON_H_
