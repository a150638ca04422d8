// The counts of collections, and the parts of pauses that each report gets.
#include "gc/inspection/collection_statistics.h"

#include <gtest/gtest.h>

#include <vector>

#include "halfword/gc/process_heap_statistics.h"

namespace halfword::gc {
namespace {

class CollectionStatisticsTest : public ::testing::Test {
 protected:
  CollectionStatisticsTest() {
    statistics_.SetListener(
        [](void* data, const CollectionReport& report) {
          static_cast<std::vector<CollectionReport>*>(data)->push_back(report);
        },
        &reports_);
  }
  HeapStatistics Counts() {
    HeapStatistics counts{};
    statistics_.WriteTo(counts);
    return counts;
  }
  CollectionStatistics statistics_;
  std::vector<CollectionReport> reports_;
};

TEST_F(CollectionStatisticsTest, ACycleOverThreePauses) {
  statistics_.BeginPause(100);
  statistics_.BeginCycle(CollectionReason::kAllocation);
  statistics_.AddMarking(8);
  statistics_.EndPause(110, true);
  statistics_.CountStep();
  statistics_.BeginPause(200);
  statistics_.AddMarking(20);
  statistics_.EndMarking(5000, 3, false);
  statistics_.NotePauseOfCollection(230);
  statistics_.EndPause(230, true);
  statistics_.BeginPause(300);
  statistics_.AddSweeping(4);
  statistics_.EndCycle(305, 2000, 70, 2);
  statistics_.EndPause(310, false);
  ASSERT_EQ(reports_.size(), 1u);
  const CollectionReport& r = reports_[0];
  EXPECT_EQ(r.reason, CollectionReason::kAllocation);
  EXPECT_FALSE(r.is_minor);
  EXPECT_EQ(r.pauses, 3u);
  EXPECT_EQ(r.pause_nanoseconds_total, 10u + 30 + 5);  // not what came after the cycle's end
  EXPECT_EQ(r.pause_nanoseconds_longest, 30u);
  EXPECT_EQ(r.mark_nanoseconds, 28u);
  EXPECT_EQ(r.sweep_nanoseconds, 4u);
  EXPECT_EQ(r.bytes_before, 5000u);
  EXPECT_EQ(r.bytes_after, 2000u);
  EXPECT_EQ(r.external_bytes, 70u);
  EXPECT_EQ(r.blocks_before, 3u);
  EXPECT_EQ(r.blocks_after, 2u);
  HeapStatistics counts = Counts();
  EXPECT_EQ(counts.collections, 1u);
  EXPECT_EQ(counts.minor_collections, 0u);
  EXPECT_EQ(counts.steps, 1u);
  EXPECT_EQ(counts.pause_nanoseconds_total, 10u + 30 + 10);
  EXPECT_EQ(counts.pause_nanoseconds_last, 30u);
  EXPECT_EQ(counts.pause_nanoseconds_longest, 30u);
  EXPECT_EQ(counts.mark_nanoseconds_last, 28u);
  EXPECT_EQ(counts.sweep_nanoseconds_last, 4u);
}

TEST_F(CollectionStatisticsTest, APauseThatEndsOneCycleAndHoldsAnother) {
  statistics_.BeginPause(100);
  statistics_.EndCycle(140, 0, 0, 0);
  statistics_.BeginCycle(CollectionReason::kRequest);
  statistics_.EndMarking(0, 0, true);
  statistics_.EndCycle(150, 0, 0, 0);
  statistics_.EndPause(155, false);
  ASSERT_EQ(reports_.size(), 2u);
  EXPECT_EQ(reports_[0].pause_nanoseconds_total, 40u);
  EXPECT_EQ(reports_[1].pause_nanoseconds_total, 10u);
  EXPECT_TRUE(reports_[1].is_minor);
  EXPECT_EQ(Counts().pause_nanoseconds_total, 55u);
  EXPECT_EQ(Counts().minor_collections, 1u);
}

TEST_F(CollectionStatisticsTest, ResetForgetsAllButTheListener) {
  statistics_.BeginPause(1);
  statistics_.EndMarking(1, 1, false);
  statistics_.EndPause(2, false);
  statistics_.AddEvacuation(3, 4);
  EXPECT_EQ(Counts().moved_bytes, 4u);
  statistics_.Reset();
  EXPECT_EQ(Counts().collections, 0u);
  EXPECT_EQ(Counts().evacuated_blocks, 0u);
  EXPECT_EQ(Counts().pause_nanoseconds_longest, 0u);
  statistics_.EndCycle(5, 0, 0, 0);
  EXPECT_EQ(reports_.size(), 1u);
}

TEST_F(CollectionStatisticsTest, PausesDoNotNest) {
  statistics_.BeginPause(1);
  EXPECT_DEATH(statistics_.BeginPause(2), "in_pause");
}

TEST(UsageReportTest, AHeapTakesItsShareAlong) {
  size_t space = ProcessHeapStatistics::TotalAllocatedSpace();
  size_t objects = ProcessHeapStatistics::TotalAllocatedObjectSize();
  {
    UsageReport one, other;
    one.Set(1000, 100);
    other.Set(500, 50);
    one.Set(800, 80);
    EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedSpace(), space + 1300);
    EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedObjectSize(), objects + 130);
  }
  EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedSpace(), space);
  EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedObjectSize(), objects);
}

}  // namespace
}  // namespace halfword::gc
