// Objects that change their size in place.
#include "gc/explicit_management.h"

#include "fixture.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc::testing {
namespace {

class ExplicitManagementTest : public GcTest {
 protected:
  void Fill(TaggedBits bits, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) At(bits)[i] = EncodeSmi(static_cast<int>(i));
  }
  void ExpectFilled(TaggedBits bits, size_t to) {
    for (size_t i = 0; i < to; i++) ASSERT_EQ(DecodeSmi(At(bits)[i]), static_cast<int>(i));
  }
  bool Resize(TaggedBits bits, size_t words) { return subtle::ResizeObject(At(bits), words * kTaggedSize); }
  size_t CellOf(TaggedBits bits) { return heap_->CellSizeOf(At(bits)); }
};

TEST_F(ExplicitManagementTest, SmallObjectsShrinkWhereverTheyAre) {
  roots_[0] = NewArray(100);
  roots_[1] = NewArray(100);
  roots_[2] = NewArray(3);
  for (int i : {0, 1}) Fill(roots_[i], 0, 100);
  ASSERT_TRUE(Resize(roots_[0], 11));  // new
  Precise();
  EXPECT_EQ(CellOf(roots_[0]), CellSize(11 * kTaggedSize));
  ExpectFilled(roots_[0], 11);
  ASSERT_TRUE(Resize(roots_[1], 11));  // survived a collection
  EXPECT_EQ(Total(), 3u);              // what was cut off is no object
  Precise();
  ExpectFilled(roots_[1], 11);
  size_t live = heap_->CollectStatistics().live_bytes;
  EXPECT_EQ(live, CellOf(roots_[0]) + CellOf(roots_[1]) + CellOf(roots_[2]));
}

TEST_F(ExplicitManagementTest, NothingGrowsBeyondTheCage) {
  roots_[0] = NewArray(100);
  roots_[1] = NewArray(100'000);
  for (int i : {0, 1}) {
    Fill(roots_[i], 0, 100);
    size_t cell = CellOf(roots_[i]);
    for (size_t size : {SIZE_MAX, SIZE_MAX - kGranule, SIZE_MAX / 2})
      EXPECT_FALSE(subtle::ResizeObject(At(roots_[i]), size));
    EXPECT_EQ(CellOf(roots_[i]), cell);
    ExpectFilled(roots_[i], 100);
  }
}

TEST_F(ExplicitManagementTest, WhatWasCutOffIsReused) {
  roots_[0] = NewArray(500);
  roots_[1] = NewArray(1);
  Precise();
  char* end = reinterpret_cast<char*>(At(roots_[0])) + 500 * kTaggedSize;
  ASSERT_TRUE(Resize(roots_[0], 10));
  Precise();
  bool reused = false;
  for (int i = 0; i < 100000 && !reused; i++) {
    char* p = static_cast<char*>(New(kLeaf, 100));
    reused = p > reinterpret_cast<char*>(At(roots_[0])) && p < end;
  }
  EXPECT_TRUE(reused);
}

TEST_F(ExplicitManagementTest, WhileMarkingTheLastObjectGrowsAndNothingShrinks) {
  roots_[0] = NewArray(3);
  heap_->StartIncrementalMarking();
  while (!heap_->AdvanceMarking(1000)) {
  }
  ASSERT_TRUE(Resize(roots_[0], 7));
  EXPECT_FALSE(Resize(roots_[0], 2));
  TaggedBits leaf = NewLeaf();
  At(roots_[0])[6] = leaf;
  WriteBarrier(base(), At(roots_[0]), leaf);
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  heap_->FinishSweeping();
  EXPECT_EQ(CellOf(roots_[0]), CellSize(7 * kTaggedSize));
  EXPECT_EQ(Total(), 2u);
}

TEST_F(ExplicitManagementTest, TheLastObjectGrowsIntoTheRun) {
  NewLeaf();
  roots_[0] = NewArray(3);
  ASSERT_TRUE(Resize(roots_[0], 7));
  for (int i = 0; i < 7; i++) EXPECT_EQ(At(roots_[0])[i], 0u);
  Fill(roots_[0], 0, 7);
  roots_[1] = NewArray(3);
  EXPECT_FALSE(Resize(roots_[0], 15));
  ExpectFilled(roots_[0], 7);
  EXPECT_TRUE(Resize(roots_[1], 15));
  EXPECT_TRUE(Resize(roots_[1], 1));  // gives back
  EXPECT_EQ(NewArray(1), Compress(At(roots_[1]) + CellSize(kTaggedSize) / kTaggedSize, kObjectTag));
  Precise();
  ExpectFilled(roots_[0], 7);
  EXPECT_FALSE(Resize(roots_[0], kMaxSmallCell));  // small stays small
}

TEST_F(ExplicitManagementTest, LargeObjectsGrowAndShrinkInPlace) {
  constexpr size_t kWords = 20000;
  roots_[0] = NewArray(kWords);
  Fill(roots_[0], 0, kWords);
  ASSERT_TRUE(Resize(roots_[0], 4 * kWords));
  EXPECT_EQ(CellOf(roots_[0]), CellSize(4 * kWords * kTaggedSize));
  ExpectFilled(roots_[0], kWords);
  for (size_t i = kWords; i < 4 * kWords; i++) ASSERT_EQ(At(roots_[0])[i], 0u);
  Fill(roots_[0], kWords, 4 * kWords);
  size_t used = heap_->CollectStatistics().used_bytes;
  ASSERT_TRUE(Resize(roots_[0], 5));
  EXPECT_LT(heap_->CollectStatistics().used_bytes, used - 3 * kWords * kTaggedSize);
  ExpectFilled(roots_[0], 5);
  Precise();
  // Over its own remains.
  ASSERT_TRUE(Resize(roots_[0], 2 * kWords));
  for (size_t i = 6; i < 2 * kWords; i++) ASSERT_EQ(At(roots_[0])[i], 0u) << i;
  roots_[1] = NewArray(2);
  Precise();
  ExpectFilled(roots_[0], 5);
}

TEST_F(ExplicitManagementTest, LargeObjectsStopAtTheirNeighbours) {
  constexpr size_t kWords = 20000;
  roots_[0] = NewArray(kWords);
  roots_[1] = NewArray(kWords);
  roots_[2] = NewArray(kWords);
  EXPECT_FALSE(Resize(roots_[0], 4 * kWords));
  EXPECT_EQ(CellOf(roots_[0]), CellSize(kWords * kTaggedSize));
  roots_[1] = 0;
  Precise();
  EXPECT_FALSE(Resize(roots_[0], 4 * kWords));
  EXPECT_TRUE(Resize(roots_[0], 2 * kWords));
  Fill(roots_[0], 0, 2 * kWords);
  Precise();
  ExpectFilled(roots_[0], 2 * kWords);
}

TEST_F(ExplicitManagementTest, GrowthHonoursTheLimit) {
  HeapOptions options;
  options.heap_limit = size_t{4} << 20;
  Start(options);
  roots_[0] = NewArray(20000);
  EXPECT_FALSE(Resize(roots_[0], size_t{8} << 20));
  EXPECT_TRUE(Resize(roots_[0], 40000));
}

TEST_F(ExplicitManagementTest, WeakCallbacksMayShrink) {
  roots_[0] = NewArray(20000);
  roots_[1] = NewArray(200);
  roots_[2] = NewArray(1);
  struct Shrinking {
    TaggedBits* roots;
    uintptr_t base;
    static void Trace(void* data, Visitor& v) {
      auto* self = static_cast<Shrinking*>(data);
      v.TraceTaggedRange(self->roots, self->roots + 3);
      v.RegisterWeakCallback(&Shrink, self);
    }
    static void Shrink(const LivenessBroker&, const void* data) {
      auto* self = static_cast<const Shrinking*>(data);
      for (int i : {0, 1}) {
        EXPECT_TRUE(subtle::ResizeObject(Decompress(self->base, self->roots[i]), 4 * kTaggedSize));
      }
    }
  } shrinking{roots_, base()};
  HeapCallbacks callbacks;
  callbacks.data = &shrinking;
  callbacks.trace_roots = &Shrinking::Trace;
  heap_->SetCallbacks(callbacks);
  Precise();
  Precise();
  EXPECT_EQ(heap_->CollectStatistics().live_bytes, 2 * CellSize(4 * kTaggedSize) + CellSize(kTaggedSize));
  heap_->SetCallbacks({});
}

}  // namespace
}  // namespace halfword::gc::testing
