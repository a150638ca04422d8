// Incremental marking and lazy sweeping: what the program does between the steps of a collection.
#include <sys/mman.h>

#include <algorithm>
#include <random>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc::testing {
namespace {

class IncrementalTest : public GcTest {
 protected:
  void Store(TaggedBits object, size_t index, TaggedBits value) {
    At(object)[index] = value;
    WriteBarrier(base(), At(object), value);
  }
  // Everything that is reachable now is marked; the program goes on.
  void MarkAll() {
    heap_->StartIncrementalMarking();
    while (!heap_->AdvanceMarking(1000)) {
    }
    ASSERT_TRUE(heap_->is_marking());
  }
  void Finish() {
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
    heap_->FinishSweeping();
    ASSERT_FALSE(heap_->is_marking());
  }
};

TEST_F(IncrementalTest, TheBarrierIsOnWhileMarkingOnly) {
  EXPECT_EQ(heap_->front()->barrier_limit, 0u);
  MarkAll();
  EXPECT_EQ(heap_->front()->barrier_limit, UINT32_MAX);
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  EXPECT_EQ(heap_->front()->barrier_limit, 0u);
  EXPECT_TRUE(heap_->is_sweeping());
  heap_->FinishSweeping();
  EXPECT_FALSE(heap_->is_sweeping());
}

// The span of a small cage is larger than the cage: the client's memory may be in it, and
// gone before marking ends.
TEST_F(IncrementalTest, LongRootsNextToTheCageAreTracedAtOnce) {
  struct Roots {
    TaggedBits* first;
    int traced;
  };
  constexpr size_t kBytes = 1 << 20, kCount = kBytes / sizeof(TaggedBits);
  HeapOptions options;
  options.cage_size = size_t{64} << 20;
  Start(options);
  void* place = reinterpret_cast<void*>(base() + heap_->cage_size());
  ASSERT_TRUE(kSharedCage || IsInCage(base(), place));
  void* memory = mmap(place, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  Roots roots{static_cast<TaggedBits*>(memory), 0};
  HeapCallbacks callbacks;
  callbacks.data = &roots;
  callbacks.trace_roots = [](void* data, Visitor& visitor) {
    auto* roots = static_cast<Roots*>(data);
    if (roots->first) visitor.TraceTaggedRange(roots->first, roots->first + kCount);
    roots->traced++;
  };
  heap_->SetCallbacks(callbacks);
  roots.first[0] = NewArray(1);
  roots.first[kCount - 1] = NewArray(1);
  heap_->StartIncrementalMarking();
  heap_->AdvanceMarking(0);
  EXPECT_GT(roots.traced, 0);
  roots.first = nullptr;
  munmap(memory, kBytes);
  while (!heap_->AdvanceMarking(1000)) {
  }
  Finish();
  EXPECT_EQ(Count(kArray), 2u);
}

TEST_F(IncrementalTest, AnObjectStoredIntoAMarkedOneSurvives) {
  roots_[0] = NewArray(2);
  MarkAll();
  TaggedBits fresh = NewArray(1);
  Store(roots_[0], 0, fresh);
  Store(fresh, 0, NewNumber(4.5));
  Finish();
  EXPECT_EQ(Count(kArray), 2u);
  double d;
  std::memcpy(&d, At(At(At(roots_[0])[0])[0]), 8);
  EXPECT_EQ(d, 4.5);
}

TEST_F(IncrementalTest, AReferenceMovedBehindTheMarkerIsFound) {
  // A long list, of which a first step marks a part only.
  constexpr int kLength = 20000;
  for (int i = 0; i < kLength; i++) {
    TaggedBits cell = NewArray(2);
    At(cell)[0] = roots_[0];
    roots_[0] = cell;
  }
  TaggedBits last = roots_[0];
  while (At(last)[0] != 0) last = At(last)[0];
  At(last)[1] = NewLeaf();
  heap_->StartIncrementalMarking();
  EXPECT_FALSE(heap_->AdvanceMarking(0));
  Store(roots_[0], 1, At(last)[1]);  // from white to black
  At(last)[1] = 0;
  while (!heap_->AdvanceMarking(0)) {
  }
  Finish();
  EXPECT_EQ(Count(kLeaf), 1u);
  EXPECT_EQ(Count(kArray), size_t{kLength});
}

TEST_F(IncrementalTest, NewObjectsThatNothingRefersToDieInTheSameCycle) {
  MarkAll();
  for (int i = 0; i < 1000; i++) NewLeaf();
  Finish();
  EXPECT_EQ(Total(), 0u);
}

TEST_F(IncrementalTest, AForcedCollectionFindsWhatDiedSinceMarkingBegan) {
  roots_[0] = NewArray(2);
  Store(roots_[0], 0, NewLeaf());
  MarkAll();
  Store(roots_[0], 0, 0);
  Precise();
  EXPECT_EQ(Count(kLeaf), 0u);
  EXPECT_EQ(Count(kArray), 1u);
}

TEST_F(IncrementalTest, RootsAreLookedAtAgainInTheEnd) {
  MarkAll();
  roots_[3] = NewArray(2);
  At(roots_[3])[1] = NewLeaf();
  Finish();
  EXPECT_EQ(Total(), 2u);
}

TEST_F(IncrementalTest, ObjectsOfAMovedRangeAreFound) {
  roots_[0] = NewArray(10);
  MarkAll();
  for (size_t i = 0; i < 10; i++) At(roots_[0])[i] = NewLeaf();
  RangeWriteBarrier(base(), At(roots_[0]));
  Finish();
  EXPECT_EQ(Count(kLeaf), 10u);
}

TEST_F(IncrementalTest, LargeObjectsAreMarkedInPieces) {
  constexpr size_t kWords = 1 << 20;
  roots_[0] = NewArray(kWords);
  for (size_t i = 0; i < kWords; i += 1000) Store(roots_[0], i, NewLeaf());
  heap_->StartIncrementalMarking();
  int steps = 1;
  while (!heap_->AdvanceMarking(0)) steps++;
  EXPECT_GT(steps, 10);
  Store(roots_[0], 17, NewArray(1));
  Finish();
  EXPECT_EQ(Count(kLeaf), (kWords + 999) / 1000);
  EXPECT_EQ(Count(kArray), 2u);
}

TEST_F(IncrementalTest, AnObjectOnTheStackNeedsNoBarrierWhileItIsInitialised) {
  heap_->Enter([&] {
    TaggedBits* fresh = At(NewArray(2));
    // Attempts to finish that see the object on the stack.
    heap_->SetStressInterval(1, StressKind::kStep);
    for (int i = 0; i < 40; i++) {
      TaggedBits leaf = NewLeaf();
      fresh[0] = leaf;
      NewNumber(i);
    }
    fresh[1] = NewLeaf();
    heap_->SetStressInterval(0);
    roots_[0] = Compress(fresh, kObjectTag);
  });
  Precise();
  EXPECT_EQ(Count(kLeaf), 2u);
}

TEST_F(IncrementalTest, EphemeronsOfPairsThatChangeDuringMarking) {
  constexpr int kPairs = 4;
  TaggedBits table = Compress(New(kTable, (1 + 2 * kPairs) * kTaggedSize), kObjectTag);
  At(table)[0] = EncodeSmi(kPairs);
  roots_[0] = table;
  roots_[1] = NewArray(kPairs);
  TaggedBits dying = NewArray(1);
  At(table)[1] = dying;  // pair 0: its key dies
  At(table)[2] = NewLeaf();
  At(table)[3] = NewArray(1);  // pair 1: its key lives, the value changes
  At(roots_[1])[1] = At(table)[3];
  At(table)[4] = NewLeaf();
  At(table)[5] = NewArray(1);  // pair 2: the key becomes reachable later
  TaggedBits late = At(table)[5];
  At(table)[6] = NewLeaf();
  MarkAll();
  Store(table, 4, NewLeaf(40));
  Store(roots_[1], 2, late);
  TaggedBits key = NewArray(1);  // pair 3: new
  Store(roots_[1], 3, key);
  Store(table, 7, key);
  Store(table, 8, NewLeaf());
  Finish();
  EXPECT_EQ(At(table)[1], 0u);
  EXPECT_EQ(At(table)[2], 0u);
  EXPECT_NE(At(table)[4], 0u);
  EXPECT_NE(At(table)[6], 0u);
  EXPECT_NE(At(table)[8], 0u);
  EXPECT_EQ(Count(kArray), 4u);
}

TEST_F(IncrementalTest, WeakSlotsWrittenDuringMarkingAreClearedToo) {
  TaggedBits cell = Compress(New(kWeakCell, kTaggedSize), kObjectTag);
  roots_[0] = cell;
  MarkAll();
  Store(cell, 0, NewLeaf());
  Finish();
  EXPECT_EQ(At(cell)[0], EncodeImmediate(1));
}

TEST_F(IncrementalTest, SweepingIsFinishedByWhoeverLooks) {
  std::vector<TaggedBits> dead;
  for (int i = 0; i < 10000; i++) dead.push_back(NewFinalized());
  roots_[0] = NewFinalized();
  NewArray(100'000);
  heap_->StartIncrementalMarking();
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  ASSERT_TRUE(heap_->is_sweeping());
  EXPECT_EQ(heap_->FindObject(At(dead[5000])), nullptr);
  EXPECT_EQ(heap_->FindObject(At(roots_[0])), At(roots_[0]));
  EXPECT_EQ(Total(), 1u);
  EXPECT_FALSE(heap_->is_sweeping());
  EXPECT_EQ(g_finalized, 10000);
}

TEST_F(IncrementalTest, TheDeadMakeRoomBlockByBlock) {
  for (int i = 0; i < 100'000; i++) {
    TaggedBits cell = NewArray(3);
    if (i % 50 == 0) {
      At(cell)[0] = roots_[0];
      roots_[0] = cell;
    }
  }
  heap_->StartIncrementalMarking();
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  size_t used = heap_->CollectStatistics().used_bytes;
  for (int i = 0; i < 100'000; i++) NewArray(3);
  EXPECT_LE(heap_->CollectStatistics().used_bytes, used + 256 * 1024);
}

TEST_F(IncrementalTest, AllocationDrivesTheCycles) {
  HeapOptions options;
  options.initial_threshold = 1 << 20;
  options.step_microseconds = 20;
  Start(options);
  heap_->Enter([&] {
    for (int i = 0; i < 500'000; i++) {
      TaggedBits cell = NewArray(4);
      At(cell)[0] = i % 5000 == 0 ? TaggedBits{0} : roots_[0];
      roots_[0] = cell;
    }
  });
  HeapStatistics s = heap_->CollectStatistics();
  EXPECT_GT(s.collections, 1u);
  EXPECT_GT(s.steps, s.collections);
  EXPECT_LT(s.used_bytes, size_t{8} << 20);  // of twelve; on an emulator a step does little
  size_t length = 0;
  for (TaggedBits cell = roots_[0]; cell != 0; cell = At(cell)[0]) length++;
  EXPECT_EQ(length, 5000u);
}

TEST_F(IncrementalTest, TheAtomicModeTakesNoSteps) {
  HeapOptions options;
  options.initial_threshold = 1 << 20;
  options.marking = MarkingType::kAtomic;
  options.sweeping = SweepingType::kAtomic;
  Start(options);
  heap_->Enter([&] {
    for (int i = 0; i < 200'000; i++) {
      NewArray(4);
      ASSERT_EQ(heap_->front()->barrier_limit, 0u);
      ASSERT_FALSE(heap_->is_sweeping());
    }
  });
  EXPECT_GT(heap_->CollectStatistics().collections, 2u);
  EXPECT_EQ(heap_->CollectStatistics().steps, 0u);
}

TEST_F(IncrementalTest, ACycleInProgressEndsWithTheHeap) {
  for (int i = 0; i < 100; i++) NewFinalized();
  roots_[0] = NewFinalized();
  MarkAll();
  for (int i = 0; i < 100; i++) NewFinalized();
  heap_.reset();
  EXPECT_EQ(g_finalized, 201);
  g_finalized = 0;
  Start();
  for (int i = 0; i < 100; i++) NewFinalized();
  roots_[0] = NewFinalized();
  heap_->StartIncrementalMarking();
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  for (int i = 0; i < 100; i++) NewFinalized();
  heap_.reset();
  EXPECT_EQ(g_finalized, 201);
}

TEST_F(IncrementalTest, NothingHappensInANoGarbageCollectionScope) {
  heap_->StartIncrementalMarking();
  {
    NoGarbageCollectionScope scope(*heap_);
    heap_->SetStressInterval(1, StressKind::kStep);
    for (int i = 0; i < 1000; i++) NewLeaf();
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
    heap_->SetStressInterval(0);
    EXPECT_TRUE(heap_->is_marking());
    EXPECT_EQ(Count(kLeaf), 1000u);
  }
  Finish();
  EXPECT_EQ(Count(kLeaf), 0u);
}

// A graph that changes at random between steps, with a mirror in malloc memory.
void MutateRandomly(IncrementalTest& test, Heap& heap, TaggedBits* roots, uint32_t seed) {
  (void)test;
  uintptr_t base = heap.cage_base();
  auto at = [&](TaggedBits bits) { return static_cast<TaggedBits*>(Decompress(base, bits)); };
  struct Mirror {
    TaggedBits bits = 0;
    std::vector<int> values;
  };
  std::mt19937 random(seed);
  constexpr int kSlots = 300;
  std::vector<Mirror> mirror(kSlots);
  auto array = [&](size_t words) {
    size_t cell = CellSize(words * kTaggedSize);
    return Compress(heap.AllocateAny(TypedHeader(kArray, cell), cell), kObjectTag);
  };
  auto number = [&](int n) {
    double d = n;
    void* o = heap.Allocate(TypedHeader(kNumber, CellSize(8)), CellSize(8));
    std::memcpy(o, &d, 8);
    return Compress(o, kNumberTag);
  };
  auto store = [&](TaggedBits object, size_t i, TaggedBits value) {
    at(object)[i] = value;
    WriteBarrier(base, at(object), value);
  };
  roots[0] = array(kSlots);
  for (int turn = 0; turn < 6000; turn++) {
    size_t slot = random() % kSlots;
    Mirror& m = mirror[slot];
    if (m.bits == 0 || random() % 4 == 0) {
      size_t words = random() % 100 == 0 ? 3000 : 1 + random() % 12;
      m.bits = array(words);
      m.values.assign(words, 0);
      store(roots[0], slot, m.bits);
    } else if (random() % 4 == 0) {
      // Two slots swap their objects.
      size_t other = random() % kSlots;
      std::swap(m, mirror[other]);
      TaggedBits a = at(roots[0])[slot];
      store(roots[0], slot, at(roots[0])[other]);
      store(roots[0], other, a);
    }
    Mirror& now = mirror[slot];
    if (now.bits == 0) continue;
    for (int i = 0; i < 3; i++) {
      size_t w = random() % now.values.size();
      int n = static_cast<int>(random() % 100000);
      now.values[w] = n;
      store(now.bits, w, n % 2 == 0 ? EncodeSmi(n) : number(n));
    }
    for (int i = 0; i < 20; i++) {
      const Mirror& check = mirror[random() % kSlots];
      if (check.bits == 0) continue;
      size_t w = random() % check.values.size();
      TaggedBits v = at(check.bits)[w];
      int n = check.values[w];
      if (n % 2 == 0) {
        ASSERT_EQ(v, EncodeSmi(n));
      } else {
        double d;
        std::memcpy(&d, at(v), 8);
        ASSERT_EQ(d, n);
      }
    }
  }
}

TEST_F(IncrementalTest, ARandomGraphSurvivesSteps) {
  for (uint32_t interval : {1u, 3u, 7u}) {
    HeapOptions options;
    options.stress_interval = interval;
    options.stress_kind = StressKind::kStep;
    options.verify = HALFWORD_ASSERTS && interval != 1;
    Start(options);
    heap_->Enter([&] { MutateRandomly(*this, *heap_, roots_, interval); });
    EXPECT_GT(heap_->CollectStatistics().collections, 10u);
  }
}

// ---- C++ ----

struct Cell : GarbageCollected<Cell> {
  explicit Cell(Cell* n = nullptr) : next(n) {}
  void Trace(Visitor* visitor) const {
    visitor->Trace(next);
    visitor->Trace(other);
    visitor->Trace(weak);
    visitor->Trace(pair);
  }
  Member<Cell> next;
  Member<Cell> other;
  WeakMember<Cell> weak;
  EphemeronPair<Cell, Cell> pair;
};

class CppIncrementalTest : public IncrementalTest {
 protected:
  void SetUp() override {
    std::string error;
    heap_ = Heap::Create({}, &error);
    ASSERT_NE(heap_, nullptr) << error;
  }
  Cell* New(Cell* next = nullptr) { return MakeGarbageCollected<Cell>(*heap_, next); }
  size_t Cells() {
    size_t n = 0;
    heap_->ForEachObject([&](void*) { n++; });
    return n;
  }
};

TEST_F(CppIncrementalTest, MembersRunTheBarrier) {
  heap_->Enter([&] {
    Persistent<Cell> root = New();
    MarkAll();
    root->next = New();
    root->next->other = New(New());
    Finish();
    EXPECT_EQ(Cells(), 4u);
  });
}

TEST_F(CppIncrementalTest, WeakMembersWrittenDuringMarkingAreCleared) {
  heap_->Enter([&] {
    Persistent<Cell> root = New();
    MarkAll();
    root->weak = New();
    Finish();
    EXPECT_EQ(root->weak.Get(), nullptr);
    EXPECT_EQ(Cells(), 1u);
  });
}

TEST_F(CppIncrementalTest, AnEphemeronFollowsItsKey) {
  heap_->Enter([&] {
    Persistent<Cell> root = New();
    Persistent<Cell> key = New();
    root->pair.key = New();
    root->pair.value = New();
    MarkAll();
    root->pair.key = key.Get();
    Finish();
    EXPECT_NE(root->pair.value.Get(), nullptr);
    EXPECT_EQ(Cells(), 3u);
    MarkAll();
    root->pair.key = New();
    Finish();
    EXPECT_EQ(root->pair.key.Get(), nullptr);
    EXPECT_EQ(root->pair.value.Get(), nullptr);
    Precise();
    EXPECT_EQ(Cells(), 2u);
  });
}

struct Registered : GarbageCollected<Registered> {
  Registered(Heap& heap, Persistent<Registered>& registry) {
    registry = this;
    heap.StartIncrementalMarking();
    while (!heap.AdvanceMarking(1000)) {
    }
    new (&member) Member<Cell>(MakeGarbageCollected<Cell>(heap));  // an initialising store: no barrier
  }
  void Trace(Visitor* visitor) const { visitor->Trace(member); }
  Member<Cell> member;
};

TEST_F(CppIncrementalTest, AnObjectThatRegistersItselfWhileUnderConstructionIsTracedWhenItIsComplete) {
  heap_->Enter([&] {
    Persistent<Registered> registry;
    MakeGarbageCollected<Registered>(*heap_, *heap_, registry);
    Finish();
    EXPECT_EQ(Cells(), 2u);
  });
}

TEST_F(CppIncrementalTest, SwappedMembersOfALongList) {
  heap_->Enter([&] {
    Persistent<Cell> root = New();
    for (int i = 0; i < 20000; i++) root->next = New(root->next);
    std::vector<Cell*> cells;
    for (Cell* cell = root->next; cell != nullptr; cell = cell->next) cells.push_back(cell);
    std::mt19937 random(3);
    heap_->StartIncrementalMarking();
    while (!heap_->AdvanceMarking(0)) {
      for (int i = 0; i < 100; i++) {
        Cell* a = cells[random() % cells.size()];
        Cell* b = cells[random() % cells.size()];
        a->other.Swap(b->other);
        if (random() % 3 == 0) a->other = New();
      }
    }
    size_t others = 0;
    for (Cell* cell : cells) others += cell->other.Get() != nullptr;
    Finish();
    EXPECT_GE(Cells(), cells.size() + 1 + others);
    Precise();
    EXPECT_EQ(Cells(), cells.size() + 1 + others);
  });
}

struct Shelf : GarbageCollected<Shelf> {
  void Trace(Visitor* visitor) const {
    visitor->Trace(cells);
    visitor->Trace(numbers);
  }
  Vector<Member<Cell>> cells;
  HashMap<Member<Cell>, Member<Cell>> numbers;
};

TEST_F(CppIncrementalTest, LargeContainersAreMarkedInPieces) {
  heap_->Enter([&] {
    constexpr size_t kCells = 200'000;
    Persistent<Shelf> shelf = MakeGarbageCollected<Shelf>(*heap_);
    shelf->cells.resize(kCells);
    for (size_t i = 0; i < kCells; i += 1000) {
      shelf->cells[i] = New();
      shelf->numbers.insert(shelf->cells[i], New());
    }
    shelf->numbers.reserve(kCells);
    Precise();
    size_t cells = Cells();
    heap_->StartIncrementalMarking();
    int steps = 1;
    while (!heap_->AdvanceMarking(0)) steps++;
    EXPECT_GT(steps, 20);
    shelf->cells[kCells - 1] = New(New());
    Finish();
    EXPECT_EQ(Cells(), cells + 2);
  });
}

#if HALFWORD_ASSERTS
using IncrementalDeathTest = IncrementalTest;
TEST_F(IncrementalDeathTest, TheVerifierFindsAStoreWithoutBarrier) {
  roots_[0] = NewArray(2);
  MarkAll();
  At(roots_[0])[0] = NewLeaf();
  EXPECT_DEATH(heap_->AdvanceMarking(1000), "was not marked");
}
#endif

}  // namespace
}  // namespace halfword::gc::testing
