#include "gc/cycle/pace.h"

#include <algorithm>
#include <cmath>

#include "base/bits.h"
#include "base/macros.h"
#include "gc/blocks/block.h"

namespace halfword::gc {
namespace {

constexpr size_t kLeastToMark = 64 * KiB;  // in a step
constexpr double kLeastMarkingRate = 8;
constexpr uint32_t kLastAttempt = 8;  // to finish marking: this one takes its time
// Parts of the time. Twice the threshold is half the share: that is no reason to go back.
constexpr uint64_t kLargeShare = 32, kSmallShare = 128;

}  // namespace

Pace::Pace(const HeapOptions& options)
    : initial_threshold_(options.initial_threshold),
      growth_(options.growth),
      busy_factor_(std::max(options.busy_factor, 1.0)),
      is_atomic_(options.marking == MarkingType::kAtomic),
      step_nanoseconds_(uint64_t{options.step_microseconds} * 1000),
      threshold_(options.initial_threshold) {}

void Pace::Reset() {
  allocated_ = allocated_before_ = external_allocated_ = last_step_at_ = last_scanned_ = 0;
  live_bytes_ = live_after_major_ = 0;
  is_growing_ = true;
  busy_ = 1;
  room_ = timed_until_ = 0;
}

// ---- Steps --------------------------------------------------------------------------------------

uint64_t Pace::StepNanoseconds() const {
  size_t late = allocated_ > threshold_ ? (allocated_ - threshold_) / (threshold_ / 4) : 0;
  return step_nanoseconds_ << std::min<size_t>(late, 10);
}

Pace::StepWork Pace::BeginStep() {
  double allocated = static_cast<double>(allocated_ - last_step_at_);
  last_step_at_ = allocated_;
  return {std::max(kLeastToMark, static_cast<size_t>(marking_rate_ * allocated)), sweep_rate_ * kBlockSize};
}

bool Pace::IsLastAttempt() const {
  return attempts_ >= kLastAttempt && allocated_ > threshold_ + threshold_ / 2;
}

// Roots may be many, and are read as a whole: so attempts become rare.
void Pace::DelayAttempts() {
  next_attempt_at_ =
      allocated_ + std::min(kStepBytes << std::min(attempts_, 10u), std::max(kStepBytes, threshold_ / 16));
}

// ---- Cycles -------------------------------------------------------------------------------------

void Pace::BeginCycle() {
  attempts_ = 0;
  next_attempt_at_ = 0;
  size_t rest = threshold_ > allocated_ ? threshold_ - allocated_ : 0;
  marking_rate_ = std::max(
      kLeastMarkingRate, 1.25 * static_cast<double>(last_scanned_) / static_cast<double>(rest + kStepBytes));
}

void Pace::EndMarking(size_t scanned, bool is_minor) {
  if (!is_minor) last_scanned_ = scanned;
  allocated_before_ += allocated_;
  cycle_allocated_ = allocated_;
  allocated_ = last_step_at_ = external_allocated_ = 0;
}

void Pace::NoteLive(size_t live, bool is_minor) {
  is_growing_ = live > live_bytes_ + cycle_allocated_ / 4;
  live_bytes_ = live;
  if (!is_minor) live_after_major_ = live;
}

void Pace::NoteTime(uint64_t collecting_nanoseconds, uint64_t now, size_t room) {
  uint64_t all = timed_until_ == 0 ? UINT64_MAX : now - timed_until_;
  timed_until_ = now;
  if (collecting_nanoseconds > all / kLargeShare) {
    busy_ = std::min(busy_ * 2, busy_factor_);
  } else if (collecting_nanoseconds < all / kSmallShare) {
    busy_ = std::max(busy_ / 2, 1.0);
  }
  room_ = room;
}

size_t Pace::Growth(size_t live) const {
  auto growth = [&](double floor, double factor) {
    return std::max(static_cast<size_t>(floor * static_cast<double>(initial_threshold_)),
                    static_cast<size_t>(factor * growth_ * static_cast<double>(live)));
  };
  size_t calm = growth(1, 1);
  return std::clamp(growth(busy_, std::sqrt(busy_)), calm, std::max(calm, room_ / 2));
}

bool Pace::MayBeMinor() const {
  size_t grown = live_bytes_ > live_after_major_ ? live_bytes_ - live_after_major_ : 0;
  return grown < Growth(live_after_major_);
}

void Pace::Set(size_t live, uint32_t blocks_to_sweep, bool next_is_minor) {
  threshold_ = start_at_ = next_is_minor ? initial_threshold_ : Growth(live);
  if (!next_is_minor && !is_atomic_) {
    start_at_ -=
        std::clamp(last_scanned_ / static_cast<size_t>(kLeastMarkingRate), threshold_ / 8, threshold_ / 2);
  }
  // The sweep should be over when half of the way to the next cycle is gone.
  sweep_rate_ = blocks_to_sweep / (start_at_ / 2 / kStepBytes + 1) + 1;
  DCHECK(start_at_ <= threshold_);
}

}  // namespace halfword::gc
