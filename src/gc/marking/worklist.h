// The marking worklist: a stack of packed object offsets in segments. The visitor pushes with two pointers of
// its own.
#ifndef HALFWORD_GC_MARKING_WORKLIST_H_
#define HALFWORD_GC_MARKING_WORKLIST_H_

#include <cstdint>
#include <cstdlib>

#include "halfword/gc/internal/cage_base.h"

namespace halfword::gc {

struct WorklistSegment {
  static constexpr uint32_t kEntries = 8192 - 4;
  WorklistSegment* next;
  uint64_t reserved;
  PackedOffset entries[kEntries];

  PackedOffset* begin() { return entries; }
  PackedOffset* end() { return entries + kEntries; }
};

// Full segments below the current one, and one spare to stop thrashing at a segment's edge.
class SegmentStack {
 public:
  SegmentStack() = default;
  SegmentStack(const SegmentStack&) = delete;
  SegmentStack& operator=(const SegmentStack&) = delete;
  ~SegmentStack() {
    Free(current_);
    Free(spare_);
  }

  WorklistSegment* current() { return current_; }
  // Opens a new segment above the current one; null if there is no memory.
  WorklistSegment* Push() {
    WorklistSegment* segment =
        spare_ != nullptr ? spare_ : static_cast<WorklistSegment*>(std::malloc(sizeof(WorklistSegment)));
    if (segment == nullptr) return nullptr;
    spare_ = nullptr;
    segment->next = current_;
    return current_ = segment;
  }
  // Takes the full segment below the current one out, null if there is none. The caller frees it.
  WorklistSegment* TakeBelow() {
    WorklistSegment* below = current_->next;
    if (below != nullptr) current_->next = below->next;
    return below;
  }
  // Drops the empty current segment; the one below is full. Null if there is none: the current one stays.
  WorklistSegment* Pop() {
    WorklistSegment* below = current_->next;
    if (below == nullptr) return nullptr;
    if (spare_ == nullptr) {
      spare_ = current_;
      spare_->next = nullptr;
    } else {
      std::free(current_);
    }
    return current_ = below;
  }

 private:
  static void Free(WorklistSegment* segment) {
    while (segment != nullptr) {
      WorklistSegment* next = segment->next;
      std::free(segment);
      segment = next;
    }
  }
  WorklistSegment* current_ = nullptr;
  WorklistSegment* spare_ = nullptr;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_MARKING_WORKLIST_H_
