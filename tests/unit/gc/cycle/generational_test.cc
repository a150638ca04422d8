// Generations by sticky mark bits: minor collections.
#include <random>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc::testing {
namespace {

class GenerationalTest : public GcTest {
 protected:
  void SetUp() override { StartGenerational({}); }
  void StartGenerational(HeapOptions options) {
    options.generational = true;
    Start(options);
  }
  void Store(TaggedBits object, size_t index, TaggedBits value) {
    At(object)[index] = value;
    WriteBarrier(base(), At(object), value);
  }
  void Minor() {
    heap_->CollectMinor(StackState::kNoHeapPointers);
    heap_->FinishSweeping();
  }
};

TEST_F(GenerationalTest, AMinorCollectionTakesTheYoungDeadOnly) {
  roots_[0] = NewArray(2);
  Store(roots_[0], 0, NewLeaf());
  Precise();
  for (int i = 0; i < 1000; i++) NewLeaf();
  Store(roots_[0], 1, NewLeaf());
  At(roots_[0])[0] = 0;  // the old leaf dies
  Minor();
  EXPECT_EQ(Count(kLeaf), 2u);
  EXPECT_EQ(heap_->CollectStatistics().minor_collections, 1u);
  Precise();
  EXPECT_EQ(Count(kLeaf), 1u);
}

TEST_F(GenerationalTest, OldObjectsThatWereWrittenToAreRoots) {
  roots_[0] = NewArray(4);
  Precise();
  for (int round = 0; round < 4; round++) {
    Store(roots_[0], static_cast<size_t>(round), NewArray(1));
    Store(At(roots_[0])[round], 0, NewNumber(round));
    Minor();
    for (int i = 0; i <= round; i++) {
      double d;
      std::memcpy(&d, At(At(At(roots_[0])[i])[0]), 8);
      EXPECT_EQ(d, i);
    }
  }
  EXPECT_EQ(Count(kArray), 5u);
}

TEST_F(GenerationalTest, AnObjectThatIsInitialisedAcrossMinorCollectionsNeedsNoBarrier) {
  heap_->Enter([&] {
    TaggedBits* fresh = At(NewArray(8));
    for (int i = 0; i < 8; i++) {
      fresh[i] = NewLeaf();
      heap_->CollectMinor();
    }
    roots_[0] = Compress(fresh, kObjectTag);
  });
  Minor();
  EXPECT_EQ(Count(kLeaf), 8u);
}

TEST_F(GenerationalTest, WeakReferencesFromOldObjectsAreCleared) {
  roots_[0] = Compress(New(kWeakCell, kTaggedSize), kObjectTag);
  Precise();
  Store(roots_[0], 0, NewLeaf());
  Minor();
  EXPECT_EQ(At(roots_[0])[0], EncodeImmediate(1));
}

TEST_F(GenerationalTest, EphemeronsOfOldTables) {
  TaggedBits table = Compress(New(kTable, 5 * kTaggedSize), kObjectTag);
  At(table)[0] = EncodeSmi(2);
  roots_[0] = table;
  roots_[1] = NewArray(1);
  Precise();
  Store(table, 1, NewLeaf());
  Store(table, 2, NewArray(1));
  Store(table, 3, roots_[1]);
  Store(table, 4, NewArray(2));
  Minor();
  EXPECT_EQ(At(table)[1], 0u);
  EXPECT_NE(At(table)[4], 0u);
  EXPECT_EQ(Count(kArray), 2u);
}

TEST_F(GenerationalTest, FinalizersOfTheYoungRun) {
  roots_[0] = NewFinalized();
  Precise();
  roots_[1] = NewFinalized();
  for (int i = 0; i < 500; i++) NewFinalized();
  Minor();
  EXPECT_EQ(g_finalized, 500);
  roots_[0] = 0;
  Minor();
  EXPECT_EQ(g_finalized, 500);
  Precise();
  EXPECT_EQ(g_finalized, 501);
}

TEST_F(GenerationalTest, LargeObjectsAgeToo) {
  roots_[0] = NewArray(100'000);
  Precise();
  NewArray(100'000);
  Store(roots_[0], 99'999, NewLeaf());
  Minor();
  EXPECT_EQ(Count(kArray), 1u);
  EXPECT_EQ(Count(kLeaf), 1u);
  roots_[0] = 0;
  Minor();
  EXPECT_EQ(Count(kArray), 1u);
  Precise();
  EXPECT_EQ(Total(), 0u);
}

TEST_F(GenerationalTest, LiveBytesAddUp) {
  std::mt19937 random(5);
  roots_[0] = NewArray(3000);
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < 3000; i++) {
      TaggedBits a = NewArray(1 + random() % 30);
      if (random() % 8 == 0) Store(roots_[0], random() % 3000, a);
    }
    Minor();
    size_t bytes = 0;
    heap_->ForEachObject([&](void* o) { bytes += heap_->CellSizeOf(o); });
    EXPECT_EQ(heap_->CollectStatistics().live_bytes, bytes);
  }
}

TEST_F(GenerationalTest, AMinorCollectionInTheMiddleOfAnIncrementalOneIsAWholeOne) {
  roots_[0] = NewArray(1);
  Store(roots_[0], 0, NewLeaf());
  Precise();
  heap_->StartIncrementalMarking();
  heap_->AdvanceMarking(0);
  Minor();
  EXPECT_EQ(Total(), 2u);
  EXPECT_EQ(heap_->CollectStatistics().minor_collections, 0u);
}

TEST_F(GenerationalTest, AllocationDrivesBothKinds) {
  HeapOptions options;
  options.initial_threshold = 1 << 20;
  StartGenerational(options);
  std::mt19937 random(11);
  constexpr size_t kSlots = 40'000;
  heap_->Enter([&] {
    roots_[0] = NewArray(kSlots);
    for (int i = 0; i < 2'000'000; i++) {
      TaggedBits a = NewArray(3);
      At(a)[0] = EncodeSmi(i);
      if (i % 5 == 0) {
        size_t slot = random() % kSlots;
        TaggedBits old = At(roots_[0])[slot];
        Store(roots_[0], slot, a);
        if (old != 0 && random() % 4 == 0) {
          At(old)[2] = 0;
          Store(a, 1, old);
        }
      }
    }
    for (size_t i = 0; i < kSlots; i++) {
      TaggedBits a = At(roots_[0])[i];
      if (a != 0) ASSERT_TRUE(IsSmi(At(a)[0]));
    }
  });
  HeapStatistics s = heap_->CollectStatistics();
  EXPECT_GT(s.minor_collections, 5u);
  EXPECT_GT(s.collections, s.minor_collections);
}

struct Link : GarbageCollected<Link> {
  explicit Link(Link* n = nullptr) : next(n) {}
  void Trace(Visitor* visitor) const {
    visitor->Trace(next);
    visitor->Trace(weak);
  }
  Member<Link> next;
  WeakMember<Link> weak;
};

TEST(GenerationalCppTest, MembersOfOldObjects) {
  HeapOptions options;
  options.generational = true;
  std::string error;
  auto heap = Heap::Create(options, &error);
  heap->Enter([&] {
    Persistent<Link> root = MakeGarbageCollected<Link>(*heap);
    heap->CollectGarbage(StackState::kNoHeapPointers);
    root->next = MakeGarbageCollected<Link>(*heap, MakeGarbageCollected<Link>(*heap));
    root->weak = MakeGarbageCollected<Link>(*heap);
    heap->CollectMinor(StackState::kNoHeapPointers);
    EXPECT_NE(root->next->next.Get(), nullptr);
    EXPECT_EQ(root->weak.Get(), nullptr);
    root->next->next->next = MakeGarbageCollected<Link>(*heap);
    heap->CollectMinor(StackState::kNoHeapPointers);
    size_t count = 0;
    heap->ForEachObject([&](void*) { count++; });
    EXPECT_EQ(count, 4u);
  });
}

#if HALFWORD_ASSERTS
using GenerationalDeathTest = GenerationalTest;
TEST_F(GenerationalDeathTest, TheVerifierFindsAnOldObjectThatWasWrittenToWithoutBarrier) {
  roots_[0] = NewArray(2);
  Precise();
  At(roots_[0])[0] = NewLeaf();
  EXPECT_DEATH(Minor(), "was not marked");
}
#endif

}  // namespace
}  // namespace halfword::gc::testing
