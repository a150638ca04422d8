// What collections cost and what they found: the counts and times of HeapStatistics, and the report that the
// listener gets of each cycle. It reads no clock: it is told what time it is, in MonotonicNanoseconds.
//
//   BeginPause ── AddMarking, AddSweeping ── EndPause     steps and final pauses
//   BeginCycle ── EndMarking ── EndCycle                  a cycle, over any number of pauses
//
// A pause may end one cycle and begin the next: each report gets its part of the pause.
// Invariant: pauses do not nest.
#ifndef HALFWORD_GC_INSPECTION_COLLECTION_STATISTICS_H_
#define HALFWORD_GC_INSPECTION_COLLECTION_STATISTICS_H_

#include <cstddef>
#include <cstdint>

#include "halfword/gc/heap.h"

namespace halfword::gc {

class CollectionStatistics {
 public:
  void SetListener(CollectionListener listener, void* data) {
    listener_ = listener;
    listener_data_ = data;
  }
  // Forgets what there was, but for the listener.
  void Reset();

  // ---- Pauses ----
  void BeginPause(uint64_t now);
  // `in_cycle`: a cycle is in progress that what has passed of the pause belongs to.
  void EndPause(uint64_t now, bool in_cycle);
  // It was left in the middle, and counts for nothing.
  void AbandonPause() { in_pause_ = false; }
  bool in_pause() const { return in_pause_; }
  uint64_t pause_began() const { return pause_began_; }
  uint64_t pause_total() const { return pause_total_; }  // nanoseconds of those that have ended
  void CountStep() { steps_++; }

  // ---- Cycles ----
  void BeginCycle(CollectionReason reason);
  // In pauses, and where allocation wanted room.
  void AddMarking(uint64_t nanoseconds) { cycle_mark_ += nanoseconds; }
  // Of the last cycle, as far as it has come.
  uint64_t cycle_nanoseconds() const { return mark_last_ + cycle_sweep_; }
  void AddSweeping(uint64_t nanoseconds) { cycle_sweep_ += nanoseconds; }
  void AddEvacuation(uint64_t blocks, uint64_t bytes) {
    evacuated_blocks_ += blocks;
    moved_bytes_ += bytes;
  }
  // `bytes` of cells are in `blocks` blocks, dead ones included.
  void EndMarking(size_t bytes, size_t blocks, bool is_minor);
  // The pause that ended marking is over, or goes on to something else.
  void NotePauseOfCollection(uint64_t now) { pause_last_ = now - pause_began_; }
  // The sweep is over. Tells the listener.
  void EndCycle(uint64_t now, size_t live_bytes, size_t external_bytes, size_t blocks);

  // Fills in what is counted here.
  void WriteTo(HeapStatistics& statistics) const;

 private:
  void AddPauseToReport(uint64_t now);

  CollectionListener listener_ = nullptr;
  void* listener_data_ = nullptr;
  CollectionReport report_{};  // of the cycle in progress, as far as it is known
  bool in_pause_ = false;
  uint64_t pause_began_ = 0;
  uint64_t pause_unreported_ = 0;  // since when the pause in progress is not part of a report
  uint64_t cycle_mark_ = 0;
  uint64_t cycle_sweep_ = 0;

  uint64_t collections_ = 0;
  uint64_t minor_collections_ = 0;
  uint64_t steps_ = 0;
  uint64_t pause_total_ = 0;
  uint64_t pause_last_ = 0;
  uint64_t pause_longest_ = 0;
  uint64_t mark_last_ = 0;
  uint64_t sweep_last_ = 0;
  uint64_t evacuated_blocks_ = 0;
  uint64_t moved_bytes_ = 0;
};

// A heap's share of ProcessHeapStatistics.
class UsageReport {
 public:
  UsageReport() = default;
  UsageReport(const UsageReport&) = delete;
  UsageReport& operator=(const UsageReport&) = delete;
  ~UsageReport() { Set(0, 0); }

  // `space` bytes of blocks are in use, of which `objects` bytes are cells.
  void Set(size_t space, size_t objects);

 private:
  size_t space_ = 0;
  size_t objects_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_INSPECTION_COLLECTION_STATISTICS_H_
