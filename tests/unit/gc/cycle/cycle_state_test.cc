// The phases of a collection: which may follow which, and that a heap passes them as the picture says.
#include "gc/cycle/cycle_state.h"

#include "fixture.h"
#include "gc/heap_impl.h"

namespace halfword::gc::testing {
namespace {

constexpr Phase kPhases[] = {Phase::kIdle,           Phase::kClearing,   Phase::kMarking, Phase::kRootScan,
                             Phase::kWeakProcessing, Phase::kFinalizing, Phase::kSweeping};

TEST(CycleStateTest, HasTheArrowsOfThePicture) {
  constexpr std::pair<Phase, Phase> kArrows[] = {
      {Phase::kIdle, Phase::kClearing},          {Phase::kIdle, Phase::kMarking},
      {Phase::kClearing, Phase::kMarking},       {Phase::kClearing, Phase::kIdle},
      {Phase::kMarking, Phase::kRootScan},       {Phase::kMarking, Phase::kIdle},
      {Phase::kRootScan, Phase::kMarking},       {Phase::kRootScan, Phase::kWeakProcessing},
      {Phase::kWeakProcessing, Phase::kMarking}, {Phase::kWeakProcessing, Phase::kFinalizing},
      {Phase::kFinalizing, Phase::kSweeping},    {Phase::kSweeping, Phase::kIdle},
  };
  for (Phase from : kPhases) {
    for (Phase to : kPhases) {
      bool is_arrow =
          std::find(std::begin(kArrows), std::end(kArrows), std::pair(from, to)) != std::end(kArrows);
      EXPECT_EQ(CycleState::IsTransition(from, to), is_arrow)
          << static_cast<int>(from) << " to " << static_cast<int>(to);
    }
  }
}

TEST(CycleStateTest, KnowsWhatEachPhaseIsPartOf) {
  CycleState state;
  struct Row {
    Phase phase;
    bool is_marking, has_marks, is_in_atomic_pause, is_sweeping;
  };
  for (const Row& row :
       {Row{Phase::kClearing, true, false, false, false}, Row{Phase::kMarking, true, true, false, false},
        Row{Phase::kRootScan, true, true, true, false}, Row{Phase::kWeakProcessing, true, true, true, false},
        Row{Phase::kFinalizing, true, true, true, false}, Row{Phase::kSweeping, false, false, false, true},
        Row{Phase::kIdle, false, false, false, false}}) {
    state.MoveTo(row.phase);
    EXPECT_EQ(state.phase(), row.phase);
    EXPECT_EQ(state.is_marking(), row.is_marking);
    EXPECT_EQ(state.has_marks(), row.has_marks);
    EXPECT_EQ(state.is_in_atomic_pause(), row.is_in_atomic_pause);
    EXPECT_EQ(state.is_sweeping(), row.is_sweeping);
    EXPECT_EQ(state.is_idle(), row.phase == Phase::kIdle);
  }
}

TEST(CycleStateTest, IsAbandonedFromAnyPhase) {
  CycleState state;
  for (Phase phase : {Phase::kClearing, Phase::kMarking, Phase::kRootScan, Phase::kWeakProcessing}) {
    state.MoveTo(phase);
  }
  state.Abandon();
  EXPECT_TRUE(state.is_idle());
}

#if HALFWORD_ASSERTS
TEST(CycleStateDeathTest, AnIllegalTransitionEndsTheProcess) {
  for (Phase to :
       {Phase::kIdle, Phase::kRootScan, Phase::kWeakProcessing, Phase::kFinalizing, Phase::kSweeping}) {
    CycleState state;
    EXPECT_DEATH(state.MoveTo(to), "IsTransition");
  }
  CycleState state;
  state.MoveTo(Phase::kClearing);
  EXPECT_DEATH(state.MoveTo(Phase::kRootScan), "IsTransition");
  state.MoveTo(Phase::kMarking);
  EXPECT_DEATH(state.MoveTo(Phase::kSweeping), "IsTransition");
}

TEST_F(GcTest, TheAtomicPauseIsPartOfAPause) {
  Cycle& cycle = heap_->impl().cycle();
  cycle.StartMarking(CollectionReason::kRequest);
  heap_->AdvanceMarking(1000);
  ASSERT_EQ(cycle.state().phase(), Phase::kMarking);
  EXPECT_DEATH(cycle.MoveTo(Phase::kRootScan), "in_pause");
}
#endif

// ---- In a heap ----------------------------------------------------------------------------------

class PhasesTest : public GcTest {
 protected:
  Phase phase() { return heap_->impl().cycle().state().phase(); }
  uint32_t barrier_limit() { return heap_->front()->barrier_limit; }
};

// The callbacks of a collection see the phases of the atomic pause.
struct Seen {
  Heap* heap;
  std::vector<Phase> phases;
  static void Note(void* data) {
    auto* seen = static_cast<Seen*>(data);
    seen->phases.push_back(seen->heap->impl().cycle().state().phase());
  }
};

TEST_F(PhasesTest, ACycleByHandPassesThemAll) {
  roots_[0] = NewArray(10);
  EXPECT_EQ(phase(), Phase::kIdle);
  EXPECT_EQ(barrier_limit(), 0u);
  heap_->StartIncrementalMarking();
  EXPECT_EQ(phase(), Phase::kClearing);
  EXPECT_EQ(barrier_limit(), 0u);
  while (!heap_->AdvanceMarking(1000)) {
  }
  EXPECT_EQ(phase(), Phase::kMarking);
  EXPECT_EQ(barrier_limit(), UINT32_MAX);
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  EXPECT_EQ(phase(), Phase::kSweeping);
  EXPECT_EQ(barrier_limit(), 0u);
  heap_->FinishSweeping();
  EXPECT_EQ(phase(), Phase::kIdle);
}

TEST_F(PhasesTest, AnotherCollectionAbortsACycle) {
  heap_->StartIncrementalMarking();
  Precise();
  EXPECT_EQ(phase(), Phase::kIdle);
  heap_->StartIncrementalMarking();
  while (!heap_->AdvanceMarking(1000)) {
  }
  Precise();
  EXPECT_EQ(phase(), Phase::kIdle);
  EXPECT_EQ(barrier_limit(), 0u);
  EXPECT_EQ(heap_->CollectStatistics().collections, 2u);
}

TEST(PhasesOfCallbacksTest, AreTheirs) {
  Seen seen;
  HeapOptions options;
  options.cage_size = 16 << 20;
  options.types = {kTypes, kTypeCount};
  options.callbacks.data = &seen;
  options.callbacks.trace_roots = [](void* data, Visitor&) { Seen::Note(data); };
  options.callbacks.before_collection = &Seen::Note;
  options.callbacks.after_collection = &Seen::Note;
  options.verify = false;  // it asks for the roots too
  std::string error;
  std::unique_ptr<Heap> heap = Heap::Create(options, &error);
  ASSERT_NE(heap, nullptr) << error;
  seen.heap = heap.get();
  heap->Enter([&] { heap->CollectGarbage(StackState::kNoHeapPointers); });
  EXPECT_THAT(seen.phases,
              ::testing::ElementsAre(Phase::kMarking, Phase::kRootScan, Phase::kRootScan, Phase::kSweeping));
}

}  // namespace
}  // namespace halfword::gc::testing
