// When a cycle starts, and how much its steps do: arithmetic that no heap is needed for.
#include "gc/cycle/pace.h"

#include <gtest/gtest.h>

#include "gc/blocks/block.h"

namespace halfword::gc {
namespace {

constexpr size_t kKiB = 1024, kMiB = 1024 * kKiB;

HeapOptions Options() {
  HeapOptions options;
  options.initial_threshold = 8 * kMiB;
  options.growth = 0.5;
  options.step_microseconds = 500;
  return options;
}

TEST(PaceTest, AnAtomicCycleStartsAtTheThreshold) {
  HeapOptions options = Options();
  options.marking = MarkingType::kAtomic;
  Pace pace(options);
  pace.Set(0, 0, false);
  pace.ScheduleCycle();
  EXPECT_EQ(pace.threshold(), 8 * kMiB);
  EXPECT_EQ(pace.start_at(), 8 * kMiB);
  pace.NoteAllocated(8 * kMiB - 1);
  EXPECT_FALSE(pace.IsStepDue());
  EXPECT_FALSE(pace.IsCycleDue());
  pace.NoteAllocated(1);
  EXPECT_TRUE(pace.IsStepDue());
  EXPECT_TRUE(pace.IsCycleDue());
}

TEST(PaceTest, AnIncrementalCycleStartsEarlierTheMoreThereIsToMark) {
  Pace pace(Options());
  pace.Set(0, 0, false);
  EXPECT_EQ(pace.start_at(), 7 * kMiB);  // an eighth earlier, at least
  pace.EndMarking(16 * kMiB, false);
  pace.Set(16 * kMiB, 0, false);
  EXPECT_EQ(pace.threshold(), 8 * kMiB);
  EXPECT_EQ(pace.start_at(), 6 * kMiB);  // by an eighth of what was marked
  pace.EndMarking(512 * kMiB, false);
  pace.Set(512 * kMiB, 0, false);
  EXPECT_EQ(pace.threshold(), 256 * kMiB);
  EXPECT_EQ(pace.start_at(), 192 * kMiB);
  pace.Set(16 * kMiB, 0, false);
  EXPECT_EQ(pace.start_at(), 4 * kMiB);  // but not before one half
}

// What a heap's collections cost, each a part of the time since the one before.
struct Costs {
  Pace& pace;
  uint64_t now = 1'000'000'000;
  void Note(uint64_t part, size_t room) {
    constexpr uint64_t kPeriod = 1'000'000;
    now += kPeriod;
    pace.NoteTime(kPeriod / part, now, room);
    pace.Set(live, 0, false);
  }
  size_t live = 0;
};

TEST(PaceTest, ABusyHeapCollectsLessOften) {
  HeapOptions options = Options();
  options.busy_factor = 4;
  Pace pace(options);
  Costs costs{pace};
  costs.Note(2, 1024 * kMiB);  // the first says nothing: the clock had begun long before
  EXPECT_EQ(pace.threshold(), 8 * kMiB);
  costs.Note(20, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 16 * kMiB);
  costs.Note(50, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 16 * kMiB);
  costs.Note(20, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 32 * kMiB);
  costs.Note(20, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 32 * kMiB);  // the factor's end
  costs.live = 100 * kMiB;
  costs.Note(20, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 100 * kMiB);  // 0.5 of it, times the root of 4
  costs.live = 0;
  costs.Note(200, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 16 * kMiB);
  costs.Note(200, 1024 * kMiB);
  costs.Note(200, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 8 * kMiB);
}

TEST(PaceTest, ABusyHeapLeavesHalfOfItsRoom) {
  HeapOptions options = Options();
  options.busy_factor = 4;
  Pace pace(options);
  Costs costs{pace};
  for (int i = 0; i < 3; i++) costs.Note(20, 40 * kMiB);
  EXPECT_EQ(pace.threshold(), 20 * kMiB);
  costs.Note(20, 0);
  EXPECT_EQ(pace.threshold(), 8 * kMiB);  // no less than in a calm one
  pace.Reset();
  costs.Note(50, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 8 * kMiB);
}

TEST(PaceTest, ACalmHeapStaysAsItIs) {
  Pace pace(Options());
  Costs costs{pace};
  for (int i = 0; i < 5; i++) costs.Note(3, 1024 * kMiB);
  EXPECT_EQ(pace.threshold(), 8 * kMiB);
}

TEST(PaceTest, AMinorCycleSaysNothingOfWhatThereIsToMark) {
  Pace pace(Options());
  pace.EndMarking(16 * kMiB, false);
  pace.EndMarking(1 * kKiB, true);
  EXPECT_EQ(pace.last_scanned(), 16 * kMiB);
}

TEST(PaceTest, StepsMarkInProportionToWhatWasAllocated) {
  Pace pace(Options());
  pace.BeginCycle();  // at the least rate: eight bytes for each
  EXPECT_EQ(pace.BeginStep().mark_bytes, 64 * kKiB);
  pace.NoteAllocated(64 * kKiB);
  EXPECT_EQ(pace.BeginStep().mark_bytes, 512 * kKiB);
  EXPECT_EQ(pace.BeginStep().mark_bytes, 64 * kKiB);  // nothing was allocated since
}

TEST(PaceTest, AStepIsDueEvery16KiB) {
  Pace pace(Options());
  pace.ScheduleStep();
  pace.NoteAllocated(16 * kKiB - 1);
  EXPECT_FALSE(pace.IsStepDue());
  pace.NoteExternal(1);
  EXPECT_TRUE(pace.IsStepDue());
  pace.ScheduleStep();
  EXPECT_FALSE(pace.IsStepDue());
  pace.SetAlways(true);
  pace.ScheduleStep();
  EXPECT_TRUE(pace.IsStepDue());
}

TEST(PaceTest, LateStepsTakeLonger) {
  Pace pace(Options());
  EXPECT_EQ(pace.SearchNanoseconds(), 250'000u);
  EXPECT_EQ(pace.StepNanoseconds(), 500'000u);
  pace.NoteAllocated(10 * kMiB);  // a quarter more than the threshold
  EXPECT_EQ(pace.StepNanoseconds(), 1'000'000u);
  pace.NoteAllocated(100 * kMiB);
  EXPECT_EQ(pace.StepNanoseconds(), 500'000u << 10);
}

TEST(PaceTest, TheSweepIsOverHalfwayToTheNextCycle) {
  Pace pace(Options());
  pace.Set(0, 1000, false);
  size_t steps = pace.start_at() / 2 / (16 * kKiB);
  size_t blocks = pace.BeginStep().sweep_bytes / kBlockSize;
  EXPECT_GE(blocks * steps, 1000u);
  EXPECT_LE(blocks, 1000 / steps + 1);
}

TEST(PaceTest, AttemptsBecomeRareAndTheLastTakesItsTime) {
  Pace pace(Options());
  pace.BeginCycle();
  EXPECT_TRUE(pace.IsAttemptDue());
  EXPECT_EQ(pace.NoteAttempt(), 1u);
  pace.DelayAttempts();
  pace.NoteAllocated(32 * kKiB - 1);
  EXPECT_FALSE(pace.IsAttemptDue());
  pace.NoteAllocated(1);
  EXPECT_TRUE(pace.IsAttemptDue());
  for (int i = 2; i <= 8; i++) {
    EXPECT_FALSE(pace.IsLastAttempt());
    pace.NoteAttempt();
  }
  EXPECT_FALSE(pace.IsLastAttempt());  // it is not late
  pace.NoteAllocated(12 * kMiB);
  EXPECT_TRUE(pace.IsLastAttempt());
  pace.BeginCycle();
  EXPECT_FALSE(pace.IsLastAttempt());
}

TEST(PaceTest, CountsWhatWasAllocated) {
  Pace pace(Options());
  pace.NoteAllocated(100);
  pace.NoteExternal(50);
  EXPECT_EQ(pace.allocated(), 150u);
  EXPECT_EQ(pace.cells_allocated(), 100u);
  pace.EndMarking(0, false);
  EXPECT_EQ(pace.allocated(), 0u);
  EXPECT_EQ(pace.cells_allocated(), 0u);
  EXPECT_EQ(pace.cycle_allocated(), 150u);
  pace.NoteAllocated(7);
  EXPECT_EQ(pace.allocated_in_all(), 157u);
  pace.Reset();
  EXPECT_EQ(pace.allocated_in_all(), 0u);
}

TEST(PaceTest, AHeapGrowsWhereMuchSurvives) {
  Pace pace(Options());
  pace.NoteAllocated(400);
  pace.EndMarking(0, false);
  pace.NoteLive(100, false);  // a quarter of what was allocated
  EXPECT_FALSE(pace.is_growing());
  pace.NoteAllocated(400);
  pace.EndMarking(0, false);
  pace.NoteLive(201, false);
  EXPECT_TRUE(pace.is_growing());
}

TEST(PaceTest, MinorCyclesGoOnUntilTheyHaveLeftEnoughBehind) {
  Pace pace(Options());
  pace.NoteLive(4 * kMiB, false);
  EXPECT_TRUE(pace.MayBeMinor());
  pace.NoteLive(12 * kMiB - 1, true);
  EXPECT_TRUE(pace.MayBeMinor());
  pace.NoteLive(12 * kMiB, true);
  EXPECT_FALSE(pace.MayBeMinor());
  pace.NoteLive(12 * kMiB, false);
  EXPECT_TRUE(pace.MayBeMinor());
  pace.Set(512 * kMiB, 0, true);
  EXPECT_EQ(pace.start_at(), 8 * kMiB);  // whatever lives
}

}  // namespace
}  // namespace halfword::gc
