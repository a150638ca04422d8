// The account of memory: what fits, who is told, and when a program that only collects is ended.
#include "gc/blocks/heap_limits.h"

#include <gtest/gtest.h>

namespace halfword::gc {
namespace {

constexpr size_t kMiB = 1 << 20;

class HeapLimitsTest : public ::testing::Test {
 public:
  HeapLimitsTest() {
    callbacks_.data = this;
    callbacks_.out_of_memory = [](void* data) { static_cast<HeapLimitsTest*>(data)->told_++; };
  }
  HeapCallbacks callbacks_;
  int told_ = 0;
  size_t raised_to_ = 0;
  size_t asked_for_ = 0;
};

TEST_F(HeapLimitsTest, AllOfUsedExternalAndMarkingMustFit) {
  HeapLimits limits(callbacks_, 64 * kMiB, 10 * kMiB);
  limits.AddUsed(6 * kMiB);
  limits.AdjustExternal(2 * kMiB);
  EXPECT_EQ(limits.all_bytes(), 8 * kMiB);
  EXPECT_EQ(limits.room(), 2 * kMiB);
  EXPECT_TRUE(limits.Fits(1 * kMiB, 1 * kMiB));
  EXPECT_FALSE(limits.Fits(1 * kMiB, 1 * kMiB + 1));
  limits.NoteMarkingLists(1 * kMiB);
  EXPECT_FALSE(limits.Fits(1 * kMiB, 1));
  EXPECT_TRUE(limits.Fits(1 * kMiB, 0));
  limits.SubtractUsed(6 * kMiB);
  EXPECT_EQ(limits.room(), 8 * kMiB);
}

TEST_F(HeapLimitsTest, ExternalMemoryMayBeGivenBackBeforeItIsTaken) {
  HeapLimits limits(callbacks_, 64 * kMiB, 10 * kMiB);
  limits.AdjustExternal(-5);
  EXPECT_EQ(limits.external_bytes(), 0u);
  limits.AdjustExternal(7);
  EXPECT_EQ(limits.external_bytes(), 2u);
}

TEST_F(HeapLimitsTest, TheCageHasALimitOfItsOwn) {
  HeapLimits limits(callbacks_, 64 * kMiB, 0);
  EXPECT_EQ(limits.limit(), 60 * kMiB);  // the rest is the reserve
  limits.SetLimit(1000 * kMiB);
  EXPECT_TRUE(limits.Fits(60 * kMiB, 900 * kMiB));
  EXPECT_FALSE(limits.Fits(60 * kMiB + 1, 0));
}

TEST_F(HeapLimitsTest, TheClientMayRaiseTheLimit) {
  callbacks_.adjust_limit = [](void* data, size_t needed) {
    auto* test = static_cast<HeapLimitsTest*>(data);
    test->asked_for_ = needed;
    return test->raised_to_;
  };
  HeapLimits limits(callbacks_, 64 * kMiB, 10 * kMiB);
  raised_to_ = 10 * kMiB;
  EXPECT_FALSE(limits.Fits(11 * kMiB, 0));
  EXPECT_EQ(asked_for_, 11 * kMiB);
  raised_to_ = 20 * kMiB;
  EXPECT_TRUE(limits.Fits(11 * kMiB, 0));
  EXPECT_EQ(limits.limit(), 20 * kMiB);
  EXPECT_EQ(limits.ExcessWith(30 * kMiB), 0u);  // its limit says nothing of pages
  EXPECT_EQ(limits.FreeBytesToKeep(30 * kMiB), 30 * kMiB);
}

TEST_F(HeapLimitsTest, PagesBeyondTheLimitAreInExcess) {
  HeapLimits limits(callbacks_, 64 * kMiB, 10 * kMiB);
  limits.AddUsed(6 * kMiB);
  EXPECT_EQ(limits.ExcessWith(4 * kMiB), 0u);
  EXPECT_EQ(limits.ExcessWith(4 * kMiB + 1), 1u);
  EXPECT_EQ(limits.FreeBytesToKeep(30 * kMiB), 4 * kMiB);
  EXPECT_EQ(limits.FreeBytesToKeep(3 * kMiB), 3 * kMiB);
}

TEST_F(HeapLimitsTest, TheClientIsToldOnceUntilMemoryHasComeDown) {
  HeapLimits limits(callbacks_, 64 * kMiB, 16 * kMiB);
  limits.AddUsed(16 * kMiB);
  limits.NoteOver();
  limits.NoteOver();
  EXPECT_EQ(told_, 1);
  limits.NoteSweep(16 * kMiB);
  EXPECT_TRUE(limits.is_over());
  limits.SubtractUsed(1 * kMiB);
  limits.NoteSweep(15 * kMiB);
  EXPECT_TRUE(limits.is_over());  // a sixteenth must be free
  limits.SubtractUsed(1);
  limits.NoteSweep(15 * kMiB - 1);
  EXPECT_FALSE(limits.is_over());
  limits.NoteOver();
  EXPECT_EQ(told_, 2);
}

TEST_F(HeapLimitsTest, TheClientIsAskedNearTheLimit) {
  callbacks_.near_limit = [](void* data, size_t limit) {
    static_cast<HeapLimitsTest*>(data)->asked_for_ = limit;
    return limit * 2;
  };
  HeapLimits limits(callbacks_, 64 * kMiB, 16 * kMiB);
  limits.NoteSweep(14 * kMiB);
  EXPECT_EQ(asked_for_, 0u);
  limits.NoteSweep(14 * kMiB + 1);
  EXPECT_EQ(asked_for_, 16 * kMiB);
  EXPECT_EQ(limits.limit(), 32 * kMiB);
}

TEST_F(HeapLimitsTest, ThrashesWhereNearlyAllIsAlive) {
  HeapLimits limits(callbacks_, 64 * kMiB, 32 * kMiB);
  EXPECT_FALSE(limits.IsThrashing(31 * kMiB));
  EXPECT_TRUE(limits.IsThrashing(31 * kMiB + 1));
  limits.AdjustExternal(1);
  EXPECT_TRUE(limits.IsThrashing(31 * kMiB));
}

// A collection costs what it looks at; a byte allocated pays for 32.
TEST_F(HeapLimitsTest, CollectionsForNothingEndTheProgram) {
  HeapLimits limits(callbacks_, 64 * kMiB, 16 * kMiB);
  limits.AddUsed(16 * kMiB);
  for (int i = 0; i < 1000; i++) EXPECT_TRUE(limits.NoteCollectionForRoom(15 * kMiB, 1 * kMiB));
  int paid_by_nothing = 0;
  while (limits.NoteCollectionForRoom(15 * kMiB, 0)) paid_by_nothing++;
  EXPECT_EQ(paid_by_nothing, 16);  // sixteen whole heaps
  EXPECT_TRUE(limits.is_over());
  EXPECT_EQ(told_, 1);
  limits.Reset();
  EXPECT_FALSE(limits.is_over());
  EXPECT_EQ(limits.all_bytes(), 0u);
  EXPECT_EQ(limits.limit(), 16 * kMiB);
  EXPECT_TRUE(limits.NoteCollectionForRoom(15 * kMiB, 0));
}

}  // namespace
}  // namespace halfword::gc
