// Marking on helper threads beside the program.
#include <atomic>
#include <thread>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/default_platform.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc::testing {
namespace {

// Counts what it is asked to run; what it runs, it runs on threads of its own.
class CountingPlatform final : public DefaultPlatform {
 public:
  CountingPlatform() : DefaultPlatform(2) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority priority, std::unique_ptr<JobTask> task) override {
    jobs++;
    return refuses ? nullptr : DefaultPlatform::PostJob(priority, std::move(task));
  }
  int jobs = 0;
  bool refuses = false;
};

struct Cell : GarbageCollected<Cell> {
  explicit Cell(Cell* n = nullptr) : next(n) {}
  void Trace(Visitor* visitor) const {
    if (visitor->IsConcurrent()) traced_by_helpers++;
    visitor->Trace(next);
    visitor->Trace(other);
    visitor->Trace(weak);
  }
  static inline std::atomic<size_t> traced_by_helpers{0};
  Member<Cell> next;
  Member<Cell> other;
  WeakMember<Cell> weak;
};

class ConcurrentTest : public GcTest {
 protected:
  void SetUp() override {
    HeapOptions options;
    options.marking = MarkingType::kIncrementalAndConcurrent;
    options.platform = platform_;
    options.verify = false;  // the verifier stops the helpers
    Start(options);
    Cell::traced_by_helpers = 0;
  }
  Cell* NewCell(Cell* next = nullptr) { return MakeGarbageCollected<Cell>(*heap_, next); }
  // Until nothing is left to mark, most of the time without taking part.
  void LetHelpersMark() {
    while (!heap_->AdvanceMarking(0)) std::this_thread::yield();
  }
  void Finish() {
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
    heap_->FinishSweeping();
  }
  std::shared_ptr<CountingPlatform> platform_ = std::make_shared<CountingPlatform>();
};

TEST_F(ConcurrentTest, HelpersMarkWhileTheProgramRuns) {
  heap_->Enter([&] {
    Persistent<Cell> root = NewCell();
    for (int i = 0; i < 200'000; i++) root->next = NewCell(root->next.Get());
    Precise();
    heap_->StartIncrementalMarking();
    heap_->AdvanceMarking(0);
    // The mutator does nothing: it must be helpers who come to the list's end.
    while (Cell::traced_by_helpers < 150'000) std::this_thread::yield();
    LetHelpersMark();
    Finish();
    EXPECT_EQ(Total(), 200'001u);
    EXPECT_GT(platform_->jobs, 0);
  });
}

TEST_F(ConcurrentTest, StoresBesideTheMarkerLoseNothing) {
  heap_->Enter([&] {
    constexpr size_t kCells = 50'000;
    Persistent<Cell> root = NewCell();
    std::vector<Cell*> cells;
    for (size_t i = 0; i < kCells; i++) cells.push_back(root->next = NewCell(root->next.Get()));
    uint32_t random = 1;
    auto pick = [&] { return cells[(random = random * 1664525 + 1013904223) >> 8 & 32767]; };
    for (int cycle = 0; cycle < 5; cycle++) {
      heap_->StartIncrementalMarking();
      bool done = false;
      while (!done) {
        for (int i = 0; i < 200; i++) {
          pick()->other.Swap(pick()->other);
          Cell* cell = pick();
          cell->other = NewCell(pick());
          cell->weak = pick()->other;
        }
        done = heap_->AdvanceMarking(0);
      }
      size_t others = 0;
      for (Cell* cell : cells) others += cell->other.Get() != nullptr;
      Finish();
      EXPECT_GE(Total(), kCells + 1 + others);
      for (Cell* cell : cells) {
        if (cell->weak) ASSERT_NE(heap_->FindObject(cell->weak.Get()), nullptr);
      }
      Precise();
      EXPECT_EQ(Total(), kCells + 1 + others);
    }
  });
}

TEST_F(ConcurrentTest, ClientTypesWithTraceFunctionsAreTracedByTheMutator) {
  for (int i = 0; i < 1000; i++) {
    void* traced = New(kTraced, 12);
    *reinterpret_cast<TaggedBits*>(static_cast<char*>(traced) + 8) = roots_[0];
    roots_[0] = Compress(traced, kObjectTag);
  }
  Precise();
  heap_->StartIncrementalMarking();
  LetHelpersMark();
  Finish();
  EXPECT_EQ(Count(kTraced), 1000u);
}

struct Inner : GarbageCollectedMixin {
  void Trace(Visitor*) const override {}
};
struct Outer final : GarbageCollected<Outer>, Inner {
  void Trace(Visitor* visitor) const override {
    visitor->Trace(inner);
    visitor->Trace(pair);
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, &TraceRest, sizeof(Outer))) return;
    TraceRest(visitor, this);
  }
  static void TraceRest(Visitor* visitor, const void* self) {
    EXPECT_FALSE(visitor->IsConcurrent());
    visitor->Trace(static_cast<const Outer*>(self)->rest);
  }
  Member<Inner> inner;
  EphemeronPair<Cell, Cell> pair;
  Member<Cell> rest;
};

TEST_F(ConcurrentTest, WhatHelpersCannotDoIsLeftToTheMutator) {
  heap_->Enter([&] {
    Persistent<Outer> root = MakeGarbageCollected<Outer>(*heap_);
    Outer* outer = root;
    for (int i = 0; i < 3000; i++) {
      Outer* next = MakeGarbageCollected<Outer>(*heap_);
      outer->inner = next;
      outer->pair.key = i % 2 == 0 ? NewCell() : nullptr;
      outer->pair.value = NewCell();
      outer->rest = i % 4 == 0 ? outer->pair.key.Get() : NewCell();
      outer = next;
    }
    Precise();
    size_t before = Total();
    heap_->StartIncrementalMarking();
    LetHelpersMark();
    Finish();
    EXPECT_EQ(Total(), before);
  });
}

TEST_F(ConcurrentTest, APlatformWithoutThreadsLeavesAllToTheMutator) {
  platform_->refuses = true;
  heap_->Enter([&] {
    Persistent<Cell> root = NewCell();
    for (int i = 0; i < 20'000; i++) root->next = NewCell(root->next.Get());
    heap_->StartIncrementalMarking();
    LetHelpersMark();
    Finish();
    EXPECT_EQ(Total(), 20'001u);
    EXPECT_EQ(Cell::traced_by_helpers, 0u);
  });
}

TEST_F(ConcurrentTest, ACycleInProgressEndsWithTheHeap) {
  heap_->Enter([&] {
    Persistent<Cell> root = NewCell();
    for (int i = 0; i < 100'000; i++) root->next = NewCell(root->next.Get());
    heap_->StartIncrementalMarking();
    heap_->AdvanceMarking(0);
  });
  heap_.reset();
}

TEST_F(ConcurrentTest, HeapsThatDoNotAskGetNoThreads) {
  HeapOptions options;
  options.platform = platform_;
  Start(options);
  heap_->Enter([&] {
    for (int i = 0; i < 100'000; i++) roots_[0] = NewArray(1);
    heap_->StartIncrementalMarking();
    LetHelpersMark();
    Finish();
  });
  EXPECT_EQ(platform_->jobs, 0);
}

}  // namespace
}  // namespace halfword::gc::testing
