// CpuProfile: which functions an isolate has spent its time in. While one is being recorded, polls note what
// runs there, each interval once.
//
//   CpuProfile::Start(isolate, 1'000'000);
//   …
//   Json profile = CpuProfile::Stop(isolate);   // a Profiler.Profile, which is also what a .cpuprofile has
//
// A poll comes where a quantum of fuel ends, at a call or a back-edge, so all frames are true there in every
// tier, and neither a thread nor a signal is needed: the poll reads the clock. The price is precision. What
// runs between two polls, some microseconds, is charged to the second one's place.
#ifndef HALFWORD_INSPECTOR_PROFILER_CPU_PROFILE_H_
#define HALFWORD_INSPECTOR_PROFILER_CPU_PROFILE_H_

#include <map>
#include <memory>
#include <vector>

#include "inspector/profiler/call_tree.h"
#include "objects/poll_observer.h"

namespace halfword::inspector {

class CpuProfile final : public PollObserver {
 public:
  static constexpr uint64_t kInterval = 1'000'000;  // nanoseconds, if nobody says another one

  // Null: none is being recorded.
  static CpuProfile* Of(Isolate&);
  // False: one is being recorded already. Interval 0: each poll is noted.
  static bool Start(Isolate&, uint64_t interval_ns);
  // REQUIRES: one is being recorded.
  static Json Stop(Isolate&);

  // The program waits, or nobody is inside of the isolate: the time in between is nobody's. The end without a
  // beginning does nothing. The isolate need not be entered.
  void BeginIdle();
  void EndIdle();

  // ---- PollObserver ----
  void Polled(Isolate&) override;
  void FoundRunning(Isolate&, FunctionInfo*) override;
  bool IsDue() override;
  void Trace(gc::Visitor&) override;

 private:
  struct Hits {
    uint32_t count = 0;
    std::map<uint32_t, uint32_t> ticks;  // by position in the source, where there is one
  };

  CpuProfile(Isolate&, uint64_t interval_ns);
  void Add(uint32_t node, uint32_t position, uint64_t until);
  Json Finish(Isolate&);

  const uint64_t interval_, start_;
  uint64_t last_;                            // until then time is charged to somebody
  uint64_t due_;                             // when the next poll is noted
  uint64_t idle_ = 0, idle_since_ = 0;       // not yet charged; 0: the program does not wait
  uint64_t collecting_ = 0, compiling_ = 0;  // that were charged, as counted since the isolate began
  CallTree tree_;
  std::vector<Hits> hits_;  // by node; those behind the end have none
  struct Sample {
    uint32_t node;
    uint64_t until;
  };
  std::vector<Sample> samples_;
  // Of the last poll, if it was noted: FoundRunning may say more.
  bool is_fresh_ = false;
  uint32_t fresh_position_ = CallTree::kNowhere;
  FunctionInfo* fresh_top_ = nullptr;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_PROFILER_CPU_PROFILE_H_
