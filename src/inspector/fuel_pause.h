// What is done for a client while it lives is not charged to the guest: its fuel is unlimited, and afterwards
// what it was. Fuel of a budget that isolates share is used up all the same.
#ifndef HALFWORD_INSPECTOR_FUEL_PAUSE_H_
#define HALFWORD_INSPECTOR_FUEL_PAUSE_H_

#include <utility>

#include "objects/isolate.h"
#include "objects/isolate_state.h"
#include "platform/clock.h"

namespace halfword::inspector {

class FuelPause {
 public:
  explicit FuelPause(Isolate& isolate) : isolate_(isolate), fuel_(isolate.fuel_), budget_(isolate.budget_) {
    isolate.fuel_ = -1;
  }
  ~FuelPause() {
    isolate_.fuel_ = fuel_;
    // A termination has made it negative, so that the next poll sees it.
    if (!isolate_.IsTerminating()) isolate_.budget_ = budget_;
  }
  FuelPause(const FuelPause&) = delete;

 private:
  Isolate& isolate_;
  const int64_t fuel_;
  const int32_t budget_;
};

// Deadlines don't come while it lives, and are put off by as long.
class DeadlinePause {
 public:
  explicit DeadlinePause(Isolate& isolate)
      : limits_(*StateOf(isolate).entry),
        deadline_(std::exchange(limits_.deadline_ns, 0)),
        begin_(deadline_ != 0 ? platform::MonotonicNanoseconds() : 0) {}
  ~DeadlinePause() {
    if (deadline_ != 0) limits_.deadline_ns = deadline_ + (platform::MonotonicNanoseconds() - begin_);
  }
  DeadlinePause(const DeadlinePause&) = delete;

 private:
  EntryLimits& limits_;
  const uint64_t deadline_, begin_;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_FUEL_PAUSE_H_
