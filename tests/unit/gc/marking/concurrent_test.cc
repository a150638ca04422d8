// Marking and sweeping on helper threads beside the program.
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

#include "fixture.h"
#include "gc/heap_impl.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/vector.h"
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

// Elements with a destructor are zeroed by hand, while a helper reads the references in them.
TEST_F(ConcurrentTest, ElementsComeAndGoBesideTheMarker) {
  struct Part {
    explicit Part(Cell* c) : cell(c), text(40, 'x') {}
    void Trace(Visitor* visitor) const { visitor->Trace(cell); }
    Member<Cell> cell;
    std::string text;
  };
  struct Parts : GarbageCollected<Parts> {
    void Trace(Visitor* visitor) const {
      visitor->Trace(vector);
      visitor->Trace(deque);
      visitor->Trace(map);
    }
    Vector<Part> vector;
    Deque<Part> deque;
    HashMap<int, Part> map;
  };
  heap_->Enter([&] {
    constexpr int kParts = 2000;
    Persistent<Parts> parts = MakeGarbageCollected<Parts>(*heap_);
    auto fill = [&] {
      while (parts->vector.size() < kParts) parts->vector.emplace_back(NewCell());
      while (parts->deque.size() < kParts) parts->deque.push_back(Part(NewCell()));
      for (int i = 0; i < kParts; i++) parts->map.try_emplace(i, NewCell());
    };
    fill();
    Precise();
    for (int cycle = 0; cycle < 10; cycle++) {
      heap_->StartIncrementalMarking();
      while (!heap_->AdvanceMarking(0)) {
        for (int i = 0; i < 100; i++) {
          parts->vector.pop_back();
          parts->deque.pop_front();
          parts->map.erase(i);
        }
        fill();
      }
      Finish();
      for (Part& part : parts->vector) ASSERT_NE(heap_->FindObject(part.cell.Get()), nullptr);
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

TEST_F(ConcurrentTest, OldObjectsOfBlocksWithNewOnesAreForHelpersToo) {
  // A list with holes between its parts …
  for (int i = 0; i < 100'000; i++) {
    TaggedBits array = NewArray(6);
    At(array)[0] = roots_[0];
    if (i / 50 % 2 == 0) roots_[0] = array;
  }
  Precise();
  ASSERT_EQ(Count(kArray), 50'000u);
  // … which are filled when marking has begun, but no helper yet.
  platform_->refuses = true;
  heap_->StartIncrementalMarking();
  while (!heap_->impl().cycle().state().has_marks()) (void)heap_->AdvanceMarking(0);
  {
    NoGarbageCollectionScope no_gc(*heap_);
    for (int i = 0; i < 45'000; i++) {
      TaggedBits array = NewArray(6);
      At(array)[0] = roots_[1];
      roots_[1] = array;
    }
  }
  platform_->refuses = false;
  LetHelpersMark();
  Finish();
  EXPECT_GT(heap_->impl().concurrent_marker()->scanned_bytes(), 50'000 * CellSize(6 * kTaggedSize) / 2);
  EXPECT_EQ(Count(kArray), 95'000u);
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

// ---- Sweeping -----------------------------------------------------------------------------------

class ConcurrentSweepingTest : public GcTest {
 protected:
  void SetUp() override { Make(SweepingType::kIncrementalAndConcurrent); }
  void Make(SweepingType sweeping) {
    HeapOptions options;
    options.sweeping = sweeping;
    options.platform = platform_;
    Start(options);
  }
  // A list of `length` arrays in roots_[0], as many dead ones between them.
  void MakeList(size_t length) {
    for (size_t i = 0; i < length; i++) {
      TaggedBits cell = NewArray(3);
      At(cell)[0] = roots_[0];
      roots_[0] = cell;
      NewArray(2);
    }
  }
  size_t ListLength() {
    size_t length = 0;
    for (TaggedBits cell = roots_[0]; cell != 0; cell = At(cell)[0]) length++;
    return length;
  }
  void Mark() {
    heap_->StartIncrementalMarking();
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
  }
  // The mutator does nothing but wait.
  void LetHelpersSweep() {
    auto is_done = [this] {
      HeapImpl& heap = heap_->impl();
      for (uint32_t b = heap.blocks().first(); b < heap.blocks().end(); b++) {
        bool is_theirs = heap.blocks()[b].kind == BlockKind::kSmall && heap.blocks()[b].unswept;
        if (is_theirs && !heap.sweeper().concurrent()->IsPrepared(b)) return false;
      }
      return true;
    };
    while (!is_done()) std::this_thread::yield();
  }
  std::shared_ptr<CountingPlatform> platform_ = std::make_shared<CountingPlatform>();
};

TEST_F(ConcurrentSweepingTest, HelpersPrepareBlocksThatTheMutatorTakes) {
  MakeList(50'000);
  Mark();
  ASSERT_TRUE(heap_->is_sweeping());
  LetHelpersSweep();
  EXPECT_EQ(platform_->jobs, 1);
  heap_->FinishSweeping();
  EXPECT_EQ(Total(), 50'000u);
  EXPECT_EQ(ListLength(), 50'000u);
  EXPECT_EQ(heap_->CollectStatistics().live_bytes, 50'000 * CellSize(3 * kTaggedSize));
  heap_->Verify();
}

TEST_F(ConcurrentSweepingTest, BlocksInWhichNothingLivesAreGivenBack) {
  MakeList(50'000);
  roots_[0] = 0;
  Mark();
  LetHelpersSweep();
  heap_->FinishSweeping();
  EXPECT_EQ(heap_->CollectStatistics().used_bytes, 0u);
}

TEST_F(ConcurrentSweepingTest, WhatTheDeadLeaveReadsAsZero) {
  size_t used = 0;
  for (int cycle = 0; cycle < 4; cycle++) {
    MakeList(20'000);
    Mark();
    // In the middle of the sweep, and in what helpers have prepared.
    for (int i = 0; i < 60'000; i++) {
      auto* bytes = static_cast<char*>(New(kLeaf, 60));
      for (int j = 0; j < 60; j++) ASSERT_EQ(bytes[j], 0);
      std::memset(bytes, 0x5a, 60);
    }
    size_t now = heap_->CollectStatistics().used_bytes;
    if (cycle > 1) EXPECT_LT(now, used + (size_t{2} << 20));
    used = now;
  }
  EXPECT_EQ(ListLength(), 80'000u);
}

TEST_F(ConcurrentSweepingTest, LookupKnowsWhoIsDead) {
  std::vector<TaggedBits> dead;
  for (int i = 0; i < 50'000; i++) {
    MakeList(1);
    dead.push_back(NewLeaf());
  }
  for (int cycle = 0; cycle < 10; cycle++) {
    Mark();
    for (size_t i = dead.size(); i > 0; i -= 10) {
      ASSERT_EQ(heap_->FindObject(At(dead[i - 1])), nullptr);
    }
    for (TaggedBits cell = roots_[0]; cell != 0; cell = At(cell)[0]) {
      ASSERT_EQ(heap_->FindObject(At(cell)), At(cell));
    }
    heap_->FinishSweeping();
  }
}

TEST_F(ConcurrentSweepingTest, ObjectsMayChangeTheirShapeMeanwhile) {
  size_t cell = CellSize(3 * kTaggedSize);
  auto new_shape = [&] {
    void* shape = New(kShape, 8 + kTaggedSize);
    *static_cast<ShapeLayout*>(shape) = {kShaped, static_cast<uint16_t>(cell / kGranule)};
    return Compress(shape, kOtherTag);
  };
  roots_[1] = new_shape();
  for (int i = 0; i < 50'000; i++) {
    TaggedBits object = Compress(heap_->Allocate(roots_[1], cell), kObjectTag);
    At(object)[0] = roots_[0];
    roots_[0] = object;
    NewLeaf();
  }
  Mark();
  size_t count = 0;
  for (TaggedBits object = roots_[0]; object != 0; object = At(object)[0]) {
    if (++count % 100 == 0) roots_[1] = new_shape();
    SetHeader(At(object), roots_[1]);
  }
  heap_->FinishSweeping();
  EXPECT_EQ(Count(kShaped), 50'000u);
  EXPECT_EQ(ListLength(), 50'000u);
}

TEST_F(ConcurrentSweepingTest, ACollectionBesideTheHelpersFinishesTheSweepFirst) {
  for (int cycle = 0; cycle < 20; cycle++) {
    MakeList(5000);
    Mark();
    if (cycle % 2 == 0) {
      Precise();
    } else {
      heap_->StartIncrementalMarking();
      EXPECT_FALSE(heap_->is_sweeping());
    }
  }
  EXPECT_EQ(ListLength(), 100'000u);
  heap_->Verify();
}

TEST_F(ConcurrentSweepingTest, AnotherThreadMayGoOnWithTheHeap) {
  MakeList(50'000);
  Mark();
  std::thread([&] {
    MakeList(50'000);
    heap_->FinishSweeping();
    EXPECT_EQ(ListLength(), 100'000u);
    Precise();
  }).join();
  EXPECT_EQ(Total(), 100'000u);
}

TEST_F(ConcurrentSweepingTest, TheHeapMayEndInTheMiddle) {
  for (int i = 0; i < 20; i++) {
    MakeList(20'000);
    NewFinalized();
    Mark();
    roots_[0] = 0;
    Make(SweepingType::kIncrementalAndConcurrent);
  }
  EXPECT_EQ(g_finalized, 20);
}

TEST_F(ConcurrentSweepingTest, APlatformWithoutThreadsLeavesAllToTheMutator) {
  platform_->refuses = true;
  MakeList(50'000);
  Mark();
  MakeList(50'000);
  heap_->FinishSweeping();
  EXPECT_EQ(ListLength(), 100'000u);
}

TEST_F(ConcurrentSweepingTest, OnlyThoseWhoAskGetHelpers) {
  Make(SweepingType::kIncremental);
  MakeList(20'000);
  Mark();
  EXPECT_TRUE(heap_->is_sweeping());
  Make(SweepingType::kAtomic);
  roots_[0] = 0;
  MakeList(20'000);
  Mark();
  EXPECT_FALSE(heap_->is_sweeping());
  EXPECT_EQ(platform_->jobs, 0);
}

#if HALFWORD_COMPRESS && !HALFWORD_SHARED_CAGE
TEST_F(ConcurrentSweepingTest, AnImageIsOfTheWholeHeap) {
  MakeList(20'000);
  Mark();
  int fd = memfd_create("image", 0);
  HeapImage image;
  std::string error;
  ASSERT_TRUE(heap_->WriteImage(fd, 0, &image, &error)) << error;
  EXPECT_FALSE(heap_->is_sweeping());
  EXPECT_EQ(Total(), 20'000u);
  close(fd);
}
#endif

// Destructors run where the program is, once, and before their memory is used again.
struct Mortal final : GarbageCollected<Mortal> {
  ~Mortal() {
    EXPECT_EQ(std::this_thread::get_id(), mutator);
    deaths++;
  }
  void Trace(Visitor* visitor) const { visitor->Trace(next); }
  static inline std::thread::id mutator;
  static inline size_t deaths = 0;
  Member<Mortal> next;
};

TEST(ConcurrentSweeping, DestructorsAreTheMutators) {
  HeapOptions options;
  options.sweeping = SweepingType::kIncrementalAndConcurrent;
  options.platform = std::make_shared<CountingPlatform>();
  options.initial_threshold = 1 << 20;
  std::string error;
  auto heap = Heap::Create(options, &error);
  ASSERT_NE(heap, nullptr) << error;
  Mortal::mutator = std::this_thread::get_id();
  Mortal::deaths = 0;
  constexpr size_t kMortals = 300'000;
  heap->Enter([&] {
    Persistent<Mortal> list;
    for (size_t i = 0; i < kMortals; i++) {
      auto* mortal = MakeGarbageCollected<Mortal>(*heap);
      if (i % 3 == 0) {
        mortal->next = list;
        list = mortal;
      }
      MakeGarbageCollected<Cell>(*heap);
    }
    heap->CollectGarbage(StackState::kNoHeapPointers);
    EXPECT_EQ(Mortal::deaths, kMortals / 3 * 2);
  });
  heap.reset();
  EXPECT_EQ(Mortal::deaths, kMortals);
}

}  // namespace
}  // namespace halfword::gc::testing
