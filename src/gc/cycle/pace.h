// The pace of collections: when a cycle starts, and how much each of its steps marks or sweeps. Arithmetic
// alone: it reads no heap, and the cycle tells it what happens (cycle.h).
//
// What counts is what was allocated since marking ended last:
//
//   0           start_at              threshold
//   |   sweep     |    steps that mark    |   late: steps take longer, twice as long for each quarter
//   |  one half   |                       |   of the threshold
//
// The threshold is what lives times a factor, and at least what the client says. Both are larger in a busy
// heap, where collecting takes much of the time; the factor by a square root, which is how memory is best
// divided (Kirisame et al., Optimal heap limits for reducing browser memory use, 2022).
//
// A cycle starts at start_at, so that it should end at the threshold. Until then each step, one every 16 KiB,
// marks marking_rate times what was allocated since the step before, but for no longer than the client
// allows. When nothing is left to mark, a step looks at the roots and stacks again. If what it finds there is
// marked within the step's time, the step becomes the final pause; if not, the program goes on and there will
// be another attempt, after the more allocation the more of them there were.
//
// Invariants: start_at <= threshold; live_bytes() is of the last sweep that is over.
#ifndef HALFWORD_GC_CYCLE_PACE_H_
#define HALFWORD_GC_CYCLE_PACE_H_

#include <cstddef>
#include <cstdint>

#include "halfword/gc/heap.h"

namespace halfword::gc {

class Pace {
 public:
  explicit Pace(const HeapOptions& options);

  // Nothing is allocated nor alive any more.
  void Reset();

  // ---- What was allocated ----
  void NoteAllocated(size_t bytes) { allocated_ += bytes; }
  void NoteExternal(size_t bytes) {
    allocated_ += bytes;
    external_allocated_ += bytes;
  }
  size_t allocated() const { return allocated_; }  // since marking ended last, external memory included
  size_t cells_allocated() const {
    return allocated_ > external_allocated_ ? allocated_ - external_allocated_ : 0;
  }
  size_t allocated_in_all() const { return allocated_before_ + allocated_; }
  size_t cycle_allocated() const { return cycle_allocated_; }  // between the last two ends of marking
  size_t live_bytes() const { return live_bytes_; }            // of cells, after the last sweep
  size_t threshold() const { return threshold_; }
  size_t start_at() const { return start_at_; }
  // Much of what was allocated in the last cycle is still alive.
  bool is_growing() const { return is_growing_; }

  // ---- Steps ----
  bool IsStepDue() const { return allocated_ >= next_step_at_; }
  bool IsCycleDue() const { return allocated_ >= start_at_; }
  // The cycle should have ended long ago: so much has been allocated.
  bool IsLate() const { return allocated_ > threshold_ + threshold_ / 2; }
  // The longest that a step may take; and a search of memory in blocks that are still to be swept.
  uint64_t StepNanoseconds() const;
  uint64_t SearchNanoseconds() const { return step_nanoseconds_ / 2; }
  // A step begins: how much it should mark, if it marks, and sweep, if it sweeps.
  struct StepWork {
    size_t mark_bytes;
    size_t sweep_bytes;
  };
  StepWork BeginStep();
  // There is more to do in this cycle; there is nothing to do until the next one; or in any case now.
  void ScheduleStep() { next_step_at_ = always_ ? 0 : allocated_ + kStepBytes; }
  void ScheduleCycle() { next_step_at_ = always_ ? 0 : start_at_; }
  void ScheduleNow() { next_step_at_ = always_ ? 0 : allocated_; }
  // Every allocation that takes the slow path is one at which a step is due.
  void SetAlways(bool always) { always_ = always; }

  // ---- Attempts to finish marking ----
  bool IsAttemptDue() const { return allocated_ >= next_attempt_at_; }
  // One begins. Returns how many there were, this one included.
  uint32_t NoteAttempt() { return ++attempts_; }
  // It takes the time that it takes: there were many, and the cycle is late.
  bool IsLastAttempt() const;
  // It did not succeed.
  void DelayAttempts();

  // ---- Cycles ----
  void BeginCycle();
  // Everything is marked, `scanned` bytes of objects. A minor cycle says nothing about the next whole one.
  void EndMarking(size_t scanned, bool is_minor);
  size_t last_scanned() const { return last_scanned_; }
  // `live` bytes of cells were found alive.
  void NoteLive(size_t live, bool is_minor);
  // The last whole cycle took so much of the time; it is `now` (MonotonicNanoseconds). `room`: bytes of
  // garbage that there may be.
  void NoteTime(uint64_t collecting_nanoseconds, uint64_t now, size_t room);
  // For a heap of `live` bytes, external ones included, with so many blocks to sweep.
  void Set(size_t live, uint32_t blocks_to_sweep, bool next_is_minor);
  // Whole collections are for what minor ones leave behind. True: that is less than a heap without
  // generations would allocate between two collections.
  bool MayBeMinor() const;

 private:
  static constexpr size_t kStepBytes = size_t{16} << 10;  // allocated between steps

  size_t Growth(size_t live) const;

  const size_t initial_threshold_;
  const double growth_, busy_factor_;
  const bool is_atomic_;  // marking: it takes no steps
  const uint64_t step_nanoseconds_;
  bool always_ = false;

  double busy_ = 1;           // how much: to busy_factor_
  size_t room_ = 0;           // for garbage
  uint64_t timed_until_ = 0;  // by NoteTime
  size_t threshold_;          // what may be allocated between the ends of two collections
  size_t start_at_ = 0;       // value of allocated_ at which a cycle starts
  size_t next_step_at_ = 0;   // value of allocated_ at which there is something to do
  size_t last_step_at_ = 0;
  double marking_rate_ = 0;     // bytes to mark for each byte allocated
  size_t sweep_rate_ = 0;       // blocks to sweep at each step
  uint32_t attempts_ = 0;       // to finish marking in this cycle
  size_t next_attempt_at_ = 0;  // when this much has been allocated

  size_t allocated_ = 0;           // since marking ended last
  size_t allocated_before_ = 0;    // in all earlier cycles
  size_t external_allocated_ = 0;  // of allocated_
  size_t cycle_allocated_ = 0;
  size_t last_scanned_ = 0;  // bytes that the last whole cycle marked
  size_t live_bytes_ = 0;
  size_t live_after_major_ = 0;
  bool is_growing_ = true;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CYCLE_PACE_H_
