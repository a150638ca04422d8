// Allocation, marking and sweeping of the heap under its tagged interface.
#include <random>
#include <unordered_map>

#include "fixture.h"
#include "platform/memory.h"

namespace halfword::gc::testing {
namespace {

using HeapTest = GcTest;

TEST_F(HeapTest, ObjectsAreEightByteAlignedAndTheirHeadersSitJustBelow) {
  void* a = New(kLeaf, 4);
  void* b = New(kLeaf, 12);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 8, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(b) % 8, 0u);
  EXPECT_EQ(static_cast<char*>(b) - static_cast<char*>(a), static_cast<ptrdiff_t>(CellSize(4)));
  EXPECT_EQ(TypedHeaderType(HeaderOf(static_cast<const void*>(a))), uint32_t{kLeaf});
  EXPECT_EQ(heap_->CellSizeOf(b), CellSize(12));
#if HALFWORD_COMPRESS
  EXPECT_EQ(CellSize(4), 8u);
  EXPECT_EQ(CellSize(12), 16u);
#endif
}

TEST_F(HeapTest, MemoryIsZeroEvenWhenItIsReused) {
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 20000; i++) {
      size_t bytes = 4 + i % 300;
      char* p = static_cast<char*>(New(kLeaf, bytes));
      for (size_t k = 0; k < bytes; k++) ASSERT_EQ(p[k], 0);
      std::memset(p, 0xee, bytes);
    }
    Precise();
  }
}

// A program that can write into the cage may give any header to an object: each leads to a row of the tables.
TEST_F(HeapTest, TypesThatNobodyRegisteredHaveNoFunctions) {
  void* object = New(kLeaf, 4);
  Header header = HeaderOf(object);
  for (uint32_t type = kTypeCount; type < kFirstCppType; type++) {
    HeaderOf(object) = TypedHeader(type, CellSize(4));
    const TypeInfo& info = heap_->TypeOf(object);
    ASSERT_EQ(info.trace, nullptr) << type;
    ASSERT_EQ(info.finalize, nullptr) << type;
  }
  HeaderOf(object) = header;
}

TEST_F(HeapTest, ShapesOfTypesThatNobodyRegisteredHaveNoFunctions) {
  auto* layout = static_cast<ShapeLayout*>(New(kLeaf, 64));
  void* object = New(kLeaf, 4);
  Header header = HeaderOf(object);
  HeaderOf(object) = Compress(layout, kOtherTag);
  for (uint32_t type : {uint32_t{kTypeCount}, kFirstCppType - 1, kTypeIndexLimit - 1,
                        kTypeIndexLimit + kTypeCount, 0xFFFFu}) {  // what 16 bits hold
    layout->type_index = static_cast<uint16_t>(type);
    layout->size_in_granules = 1;
    EXPECT_LT(TypeIndexOf(base(), object), kTypeIndexLimit);
    const TypeInfo& info = heap_->TypeOf(object);
    EXPECT_EQ(info.trace, nullptr) << type;
    EXPECT_EQ(info.finalize, nullptr) << type;
    EXPECT_EQ(info.name, nullptr) << type;
  }
  HeaderOf(object) = header;
}

TEST_F(HeapTest, WhatIsReachableSurvivesAndTheRestDies) {
  roots_[0] = NewArray(3);
  At(roots_[0])[0] = NewLeaf();
  At(roots_[0])[1] = EncodeSmi(-5);
  At(roots_[0])[2] = EncodeImmediate(3);
  for (int i = 0; i < 1000; i++) NewLeaf();
  EXPECT_EQ(Total(), 1002u);
  Precise();
  EXPECT_EQ(Total(), 2u);
  EXPECT_EQ(DecodeSmi(At(roots_[0])[1]), -5);
  roots_[0] = 0;
  Precise();
  EXPECT_EQ(Total(), 0u);
}

TEST_F(HeapTest, CyclesDie) {
  TaggedBits a = NewArray(1), b = NewArray(1);
  At(a)[0] = b;
  At(b)[0] = a;
  Precise();
  EXPECT_EQ(Total(), 0u);
}

TEST_F(HeapTest, TraceFunctionsTaggedRangesAndShapesAreFollowed) {
  char* traced = static_cast<char*>(New(kTraced, 8 + kTaggedSize));
  roots_[0] = Compress(traced, kObjectTag);
  *reinterpret_cast<TaggedBits*>(traced + 8) = NewLeaf();
  std::memset(traced, 0xff, 8);  // raw bytes that look like references

  auto* layout = static_cast<ShapeLayout*>(New(kShape, 8 + kTaggedSize));
  size_t cell = CellSize(3 * kTaggedSize);
  *layout = {kShaped, static_cast<uint16_t>(cell / kGranule)};
  reinterpret_cast<TaggedBits*>(layout)[8 / kTaggedSize] = NewLeaf();
  void* object = heap_->Allocate(Compress(layout, kOtherTag), cell);
  static_cast<TaggedBits*>(object)[2] = NewNumber(2.5);
  roots_[1] = Compress(object, kObjectTag);
  Precise();
  EXPECT_EQ(Total(), 6u);
  EXPECT_EQ(heap_->CellSizeOf(object), cell);
  EXPECT_STREQ(heap_->TypeOf(object).name, "shaped");
  double d;
  std::memcpy(&d, At(static_cast<TaggedBits*>(object)[2]), 8);
  EXPECT_EQ(d, 2.5);
}

TEST_F(HeapTest, LongListsDoNotOverflowAnything) {
  for (int i = 0; i < 300000; i++) {
    TaggedBits cell = NewArray(2);
    At(cell)[0] = roots_[0];
    At(cell)[1] = EncodeSmi(i);
    roots_[0] = cell;
  }
  Precise();
  EXPECT_EQ(Total(), 300000u);
  int n = 299999;
  for (TaggedBits c = roots_[0]; c != 0; c = At(c)[0]) ASSERT_EQ(DecodeSmi(At(c)[1]), n--);
}

TEST_F(HeapTest, WideObjectsFillManyWorklistSegments) {
  roots_[0] = NewArray(100000);
  for (int i = 0; i < 100000; i++) {
    TaggedBits child = NewArray(1);
    At(roots_[0])[i] = child;
  }
  Precise();
  EXPECT_EQ(Total(), 100001u);
}

TEST_F(HeapTest, HolesAreFilledAgain) {
  std::vector<TaggedBits> all;
  roots_[0] = NewArray(10000);
  for (int i = 0; i < 10000; i++) At(roots_[0])[i] = NewLeaf(60);
  size_t used = heap_->CollectStatistics().used_bytes;
  for (int i = 0; i < 10000; i++) {
    if (i % 16 != 0) At(roots_[0])[i] = 0;
  }
  Precise();
  for (int i = 0; i < 8000; i++) NewLeaf(60);
  EXPECT_LE(heap_->CollectStatistics().used_bytes, used + 64 * 1024);
}

TEST_F(HeapTest, LargeObjectsComeAndGo) {
  roots_[0] = NewArray(5000);
  TaggedBits b = NewArray(1'000'000);
  EXPECT_EQ(heap_->CellSizeOf(At(b)), CellSize(1'000'000 * kTaggedSize));
  At(roots_[0])[4999] = b;
  At(b)[999'999] = NewLeaf();
  Precise();
  EXPECT_EQ(Total(), 3u);
  EXPECT_EQ(heap_->FindObject(At(b) + 500'000), At(b));
  At(roots_[0])[4999] = 0;
  size_t before = heap_->CollectStatistics().used_bytes;
  Precise();
  EXPECT_LT(heap_->CollectStatistics().used_bytes, before);
  EXPECT_EQ(Total(), 1u);
  TaggedBits c = NewArray(1'000'000);
  for (int i = 0; i < 1'000'000; i++) ASSERT_EQ(At(c)[i], 0u);
}

TEST_F(HeapTest, CollectionsHappenByThemselvesAndMemoryStaysBounded) {
  HeapOptions options;
  options.initial_threshold = 1 << 20;
  Start(options);
  heap_->Enter([&] {
    for (int i = 0; i < 2'000'000; i++) NewLeaf(28);
  });
  HeapStatistics s = heap_->CollectStatistics();
  EXPECT_GT(s.collections, 20u);
  EXPECT_LT(s.used_bytes, size_t{4} << 20);
}

TEST_F(HeapTest, FreeBlocksGoBackToTheSystem) {
  {
    NoGarbageCollectionScope no_collection(*heap_);
    for (int i = 0; i < 100'000; i++) NewLeaf(500);
  }
  EXPECT_GT(heap_->CollectStatistics().committed_bytes, size_t{40} << 20);
  heap_->ReleaseMemory(StackState::kNoHeapPointers);
  EXPECT_LT(heap_->CollectStatistics().committed_bytes, size_t{1} << 20);
  EXPECT_LT(platform::ResidentBytes(reinterpret_cast<void*>(base() + 4096), (64 << 20) - 4096),
            size_t{1} << 20);
}

TEST_F(HeapTest, AFreshHeapTouchesFewPages) {
  NewLeaf();
  size_t cage = platform::ResidentBytes(reinterpret_cast<void*>(base() + 4096), (1 << 20) - 4096);
  EXPECT_LE(cage, size_t{12} << 10);
}

TEST_F(HeapTest, FinalizersRunOnceBeforeTheMemoryIsReused) {
  for (int i = 0; i < 100; i++) NewFinalized();
  roots_[0] = NewFinalized();
  size_t cell = CellSize(20000);
  heap_->AllocateFinalizable(TypedHeader(kFinalized, cell), cell);
  Precise();
  EXPECT_EQ(g_finalized, 101);
  Precise();
  EXPECT_EQ(g_finalized, 101);
  heap_.reset();
  EXPECT_EQ(g_finalized, 102);
}

TEST_F(HeapTest, ExternalMemoryCausesCollections) {
  HeapOptions options;
  options.initial_threshold = 1 << 20;
  Start(options);
  heap_->Enter([&] {
    NewLeaf();
    heap_->AdjustExternalBytes(2 << 20);
    uint64_t before = heap_->CollectStatistics().collections;
    NewLeaf();
    EXPECT_EQ(heap_->CollectStatistics().collections, before + 1);
    heap_->AdjustExternalBytes(-(2 << 20));
  });
}

TEST_F(HeapTest, StatisticsCountByType) {
  for (int i = 0; i < 10; i++) NewLeaf();
  for (int i = 0; i < 7; i++) NewNumber(i);
  HeapStatistics s = heap_->CollectStatistics(true);
  ASSERT_EQ(s.types.size(), 2u);
  EXPECT_EQ(s.types[0].objects, 10u);
  EXPECT_STREQ(s.types[1].name, "number");
  EXPECT_EQ(s.types[1].objects, 7u);
}

TEST_F(HeapTest, ReferencesOfAnObjectCanBeListed) {
  TaggedBits a = NewArray(3);
  At(a)[0] = NewLeaf();
  At(a)[2] = NewNumber(1);
  static std::vector<void*> seen;
  seen.clear();
  heap_->ForEachReference(At(a), [](void*, const TaggedBits*, void* o) { seen.push_back(o); }, nullptr);
  EXPECT_THAT(seen, ::testing::ElementsAre(At(At(a)[0]), At(At(a)[2])));
}

// A random graph with a mirror in malloc memory: after each collection every reachable object must be intact.
TEST_F(HeapTest, RandomGraphsSurviveManyCollectionsIntact) {
  std::mt19937 random(7);
  constexpr int kTable = 2000;
  roots_[0] = NewArray(kTable);
  std::vector<std::vector<int>> mirror(kTable);
  for (int round = 0; round < 30; round++) {
    for (int i = 0; i < 3000; i++) {
      int slot = static_cast<int>(random() % kTable);
      size_t words = 1 + random() % (random() % 50 == 0 ? 4000 : 20);
      TaggedBits a = NewArray(words + 1);
      mirror[slot].assign(words, 0);
      for (size_t w = 0; w < words; w++) {
        int n = static_cast<int>(random() % 100000);
        mirror[slot][w] = n;
        At(a)[w] = n % 3 == 0 ? NewNumber(n) : EncodeSmi(n);
      }
      At(a)[words] = random() % 4 == 0 ? NewArray(random() % 30) : 0;
      At(roots_[0])[slot] = a;
    }
    Precise();
    for (int slot = 0; slot < kTable; slot++) {
      TaggedBits a = At(roots_[0])[slot];
      for (size_t w = 0; w < mirror[slot].size(); w++) {
        TaggedBits v = At(a)[w];
        int n = mirror[slot][w];
        if (n % 3 == 0) {
          double d;
          std::memcpy(&d, At(v), 8);
          ASSERT_EQ(d, n);
        } else {
          ASSERT_EQ(DecodeSmi(v), n);
        }
      }
    }
  }
}

TEST_F(HeapTest, StressCollectsAtEveryAllocation) {
  HeapOptions options;
  options.stress_interval = 1;
  Start(options);
  heap_->Enter([&] {
    for (int i = 0; i < 500; i++) {
      TaggedBits cell = NewArray(2);
      At(cell)[0] = roots_[0];
      roots_[0] = cell;
    }
  });
  EXPECT_GE(heap_->CollectStatistics().collections, 500u);
  heap_->SetStressInterval(10);
  uint64_t before = heap_->CollectStatistics().collections;
  heap_->Enter([&] {
    for (int i = 0; i < 100; i++) NewLeaf();
  });
  EXPECT_EQ(heap_->CollectStatistics().collections, before + 10);
  heap_->SetStressInterval(0);
  heap_->Enter([&] {
    for (int i = 0; i < 100; i++) NewLeaf();
  });
  EXPECT_EQ(heap_->CollectStatistics().collections, before + 10);
}

TEST_F(HeapTest, SeveralHeapsLiveSideBySide) {
  std::unique_ptr<Heap> first = std::move(heap_);
  TaggedBits root = roots_[0];
  (void)root;
  Start();
  first->Enter([&] {
    EXPECT_EQ(&Heap::Current(), first.get());
    heap_->Enter([&] {
      EXPECT_EQ(&Heap::Current(), heap_.get());
      NewLeaf();
    });
    EXPECT_EQ(&Heap::Current(), first.get());
  });
  EXPECT_EQ(CageBase(), kSharedCage ? first->cage_base() : 0u);
  EXPECT_EQ(first->cage_base() == heap_->cage_base(), kSharedCage);
}

TEST_F(HeapTest, AllocationWhenNothingMayBeCollectedGrowsTheHeap) {
  HeapOptions options;
  options.initial_threshold = 1 << 20;
  Start(options);
  NoGarbageCollectionScope scope(*heap_);
  for (int i = 0; i < 100'000; i++) NewLeaf(60);
  EXPECT_EQ(heap_->CollectStatistics().collections, 0u);
}

#if HALFWORD_ASSERTS
using HeapDeathTest = GcTest;
TEST_F(HeapDeathTest, TheVerifierFindsAReferenceIntoTheMiddleOfAnObject) {
  roots_[0] = NewArray(4);
  At(roots_[0])[1] = NewArray(4) + 8;
  EXPECT_DEATH(Precise(), "the middle of a new object");
  At(roots_[0])[1] = NewArray(4);
  Precise();
  At(roots_[0])[1] += 8;
  EXPECT_DEATH(Precise(), "isn't the start of a live object");
}
TEST_F(HeapDeathTest, TheVerifierFindsAWrongTag) {
  roots_[0] = NewArray(4);
  At(roots_[0])[1] = NewArray(4) + 2;
  EXPECT_DEATH(Precise(), "with a tag that its type does not have");
}
TEST_F(HeapDeathTest, TheVerifierFindsAnUnregisteredType) {
  roots_[0] = NewLeaf();
  HeaderOf(static_cast<void*>(At(roots_[0]))) = TypedHeader(200, CellSize(12));
  EXPECT_DEATH(Precise(), "");
}
#endif

}  // namespace
}  // namespace halfword::gc::testing
