#include "gc/inspection/collection_statistics.h"

#include <algorithm>
#include <atomic>

#include "base/macros.h"
#include "halfword/gc/process_heap_statistics.h"

namespace halfword::gc {

// A heap that goes back to its image begins again; only a listener stays.
void CollectionStatistics::Reset() {
  CollectionListener listener = listener_;
  void* data = listener_data_;
  *this = {};
  SetListener(listener, data);
}

// ---- Pauses -------------------------------------------------------------------------------------

void CollectionStatistics::BeginPause(uint64_t now) {
  CHECK(!in_pause_);
  in_pause_ = true;
  pause_began_ = pause_unreported_ = now;
}

void CollectionStatistics::EndPause(uint64_t now, bool in_cycle) {
  DCHECK(in_pause_);
  in_pause_ = false;
  if (in_cycle) AddPauseToReport(now);
  uint64_t pause = now - pause_began_;
  pause_total_ += pause;
  pause_longest_ = std::max(pause_longest_, pause);
}

void CollectionStatistics::AddPauseToReport(uint64_t now) {
  uint64_t pause = now - pause_unreported_;
  report_.pauses++;
  report_.pause_nanoseconds_total += pause;
  report_.pause_nanoseconds_longest = std::max(report_.pause_nanoseconds_longest, pause);
}

// ---- Cycles -------------------------------------------------------------------------------------

void CollectionStatistics::BeginCycle(CollectionReason reason) {
  report_ = {};
  report_.reason = reason;
  cycle_mark_ = cycle_sweep_ = 0;
}

void CollectionStatistics::EndMarking(size_t bytes, size_t blocks, bool is_minor) {
  report_.bytes_before = bytes;
  report_.blocks_before = blocks;
  report_.is_minor = is_minor;
  collections_++;
  minor_collections_ += is_minor;
  mark_last_ = cycle_mark_;
}

void CollectionStatistics::EndCycle(uint64_t now, size_t live_bytes, size_t external_bytes, size_t blocks) {
  sweep_last_ = cycle_sweep_;
  if (in_pause_) {
    AddPauseToReport(now);
    pause_unreported_ = now;
  }
  if (listener_ == nullptr) return;
  report_.mark_nanoseconds = mark_last_;
  report_.sweep_nanoseconds = sweep_last_;
  report_.bytes_after = live_bytes;
  report_.external_bytes = external_bytes;
  report_.blocks_after = blocks;
  listener_(listener_data_, report_);
}

void CollectionStatistics::WriteTo(HeapStatistics& s) const {
  s.collections = collections_;
  s.minor_collections = minor_collections_;
  s.steps = steps_;
  s.pause_nanoseconds_total = pause_total_;
  s.pause_nanoseconds_last = pause_last_;
  s.pause_nanoseconds_longest = pause_longest_;
  s.mark_nanoseconds_last = mark_last_;
  s.sweep_nanoseconds_last = sweep_last_;
  s.evacuated_blocks = evacuated_blocks_;
  s.moved_bytes = moved_bytes_;
}

// ---- All heaps of the process -------------------------------------------------------------------

namespace {

struct ProcessTotals {
  std::atomic<size_t> objects{0};
  std::atomic<size_t> space{0};
};
ProcessTotals& Totals() {
  HW_PROCESS_STATE("Any thread adds to these sums, atomically.");
  static ProcessTotals totals;

  return totals;
}

}  // namespace

size_t ProcessHeapStatistics::TotalAllocatedObjectSize() {
  return Totals().objects.load(std::memory_order_relaxed);
}
size_t ProcessHeapStatistics::TotalAllocatedSpace() { return Totals().space.load(std::memory_order_relaxed); }

void UsageReport::Set(size_t space, size_t objects) {
  Totals().space.fetch_add(space - space_, std::memory_order_relaxed);
  Totals().objects.fetch_add(objects - objects_, std::memory_order_relaxed);
  space_ = space;
  objects_ = objects;
}

}  // namespace halfword::gc
