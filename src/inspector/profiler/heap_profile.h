// HeapProfile: which functions have allocated what an isolate holds. While one is being recorded, an
// allocation in so many bytes is noted with its stack. It stands for those bytes as long as its object is
// alive, which a collection finds out.
//
//   HeapProfile::Start(isolate, 32768);
//   …
//   Json profile = HeapProfile::Take(isolate);
//   HeapProfile::Stop(isolate);
//
// The result is a HeapProfiler.SamplingHeapProfile. Noted are allocations that take the slow path of the
// collector, where frames are true, so nothing is allocated differently. What optimized code has inlined is
// charged to the function around it.
#ifndef HALFWORD_INSPECTOR_PROFILER_HEAP_PROFILE_H_
#define HALFWORD_INSPECTOR_PROFILER_HEAP_PROFILE_H_

#include <vector>

#include "gc/allocation_listener.h"
#include "inspector/profiler/call_tree.h"

namespace halfword::inspector {

class HeapProfile final : public gc::AllocationListener {
 public:
  static constexpr uint64_t kInterval = 32768;  // bytes, if nobody says another one

  // Null: none is being recorded.
  static HeapProfile* Of(Isolate&);
  // False: one is being recorded already. The distances between samples are random, `interval` on average.
  static bool Start(Isolate&, uint64_t interval);
  // What is alive of it now, as of the last collection. REQUIRES, as Stop does: one is being recorded.
  static Json Take(Isolate&);
  static void Stop(Isolate&);
  ~HeapProfile();

  // ---- AllocationListener ----
  void Allocated(const void* object, size_t bytes, size_t allocated) override;
  void Trace(gc::Visitor&) override;

 private:
  struct Sample {
    const void* object;  // weak
    uint32_t node;
    uint64_t bytes;  // that it stands for
    uint64_t ordinal;
  };

  HeapProfile(Isolate&, uint64_t interval);
  uint64_t NextDistance();

  Isolate& isolate_;
  gc::Heap& heap_;
  const uint64_t interval_;
  uint64_t random_ = 1;
  uint64_t last_, next_;  // by what the heap has allocated since it began: the last sample, the next one
  uint64_t ordinal_ = 0;
  CallTree tree_;
  std::vector<Sample> samples_;  // of objects that are alive
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_PROFILER_HEAP_PROFILE_H_
