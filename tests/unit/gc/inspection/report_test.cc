// What the listener is told of collections.
#include "fixture.h"

namespace halfword::gc::testing {
namespace {

class ReportTest : public GcTest {
 protected:
  void Listen() {
    heap_->SetCollectionListener(
        [](void* data, const CollectionReport& report) {
          static_cast<ReportTest*>(data)->reports_.push_back(report);
        },
        this);
  }
  // The heap goes after the list, and its last sweep is one too.
  void TearDown() override { heap_->SetCollectionListener(nullptr, nullptr); }
  std::vector<CollectionReport> reports_;
};

TEST_F(ReportTest, ARequestedCollectionIsOnePause) {
  Listen();
  roots_[0] = NewArray(1000);
  for (int i = 0; i < 1000; i++) NewLeaf(1000);
  Precise();
  ASSERT_EQ(reports_.size(), 1u);
  const CollectionReport& r = reports_[0];
  EXPECT_EQ(r.reason, CollectionReason::kRequest);
  EXPECT_FALSE(r.is_minor);
  EXPECT_EQ(r.pauses, 1u);
  EXPECT_EQ(r.pause_nanoseconds_total, r.pause_nanoseconds_longest);
  EXPECT_GE(r.pause_nanoseconds_total, r.mark_nanoseconds + r.sweep_nanoseconds);
  EXPECT_GE(r.bytes_before, 1000u * 1000 + 1000 * kTaggedSize);
  EXPECT_GE(r.bytes_after, 1000 * kTaggedSize);
  EXPECT_LT(r.bytes_after, 1100 * kTaggedSize);
  EXPECT_GE(r.blocks_before, 31u);
  EXPECT_EQ(r.blocks_after, 1u);
  EXPECT_EQ(r.external_bytes, 0u);
  EXPECT_EQ(heap_->CollectStatistics().live_bytes, r.bytes_after);
}

TEST_F(ReportTest, ACycleOfStepsIsToldWhenItHasSwept) {
  Listen();
  roots_[0] = NewArray(10);
  heap_->StartIncrementalMarking();
  int steps = 1;
  while (!heap_->AdvanceMarking(1000)) steps++;
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  EXPECT_TRUE(reports_.empty());
  heap_->FinishSweeping();
  ASSERT_EQ(reports_.size(), 1u);
  EXPECT_EQ(reports_[0].reason, CollectionReason::kRequest);
  EXPECT_EQ(reports_[0].pauses, static_cast<uint64_t>(steps) + 1);
  EXPECT_LE(reports_[0].pause_nanoseconds_longest, reports_[0].pause_nanoseconds_total);
}

TEST_F(ReportTest, AllocationIsAReason) {
  HeapOptions options;
  options.initial_threshold = size_t{1} << 20;
  Start(options);
  Listen();
  heap_->Enter([&] {
    for (int i = 0; i < 10'000; i++) NewLeaf(1000);
  });
  ASSERT_GE(reports_.size(), 5u);
  for (const CollectionReport& r : reports_) EXPECT_EQ(r.reason, CollectionReason::kAllocation);
  EXPECT_GE(reports_[0].bytes_before, size_t{1} << 19);
}

TEST_F(ReportTest, AFullHeapIsAReason) {
  HeapOptions options;
  options.heap_limit = size_t{4} << 20;
  options.initial_threshold = size_t{64} << 20;
  Start(options);
  Listen();
  heap_->Enter([&] {
    for (int i = 0; i < 10'000; i++) NewLeaf(1000);
  });
  ASSERT_FALSE(reports_.empty());
  EXPECT_EQ(reports_[0].reason, CollectionReason::kRoom);
}

TEST_F(ReportTest, StressIsAReason) {
  heap_->SetStressInterval(10);
  Listen();
  heap_->Enter([&] {
    for (int i = 0; i < 30; i++) NewLeaf(20'000);
  });
  ASSERT_GE(reports_.size(), 2u);
  for (const CollectionReport& r : reports_) EXPECT_EQ(r.reason, CollectionReason::kStress);
}

TEST_F(ReportTest, MinorCollectionsSaySo) {
  HeapOptions options;
  options.generational = true;
  Start(options);
  Precise();
  Listen();
  NewLeaf(1000);
  heap_->CollectMinor(StackState::kNoHeapPointers);
  heap_->FinishSweeping();
  ASSERT_EQ(reports_.size(), 1u);
  EXPECT_TRUE(reports_[0].is_minor);
  EXPECT_EQ(reports_[0].reason, CollectionReason::kRequest);
}

TEST_F(ReportTest, ExternalMemoryIsNotCells) {
  Listen();
  heap_->AdjustExternalBytes(1 << 20);
  Precise();
  ASSERT_EQ(reports_.size(), 1u);
  EXPECT_EQ(reports_[0].external_bytes, 1u << 20);
  EXPECT_LT(reports_[0].bytes_before, 1u << 20);
}

}  // namespace
}  // namespace halfword::gc::testing
