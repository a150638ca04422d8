#include "base/free_runs.h"

#include <gtest/gtest.h>

namespace halfword {
namespace {

TEST(FreeRunsTest, GivesTheLowestAndJoinsNeighbours) {
  FreeRuns runs(1, 100);
  EXPECT_EQ(runs.Take(10), 1u);
  EXPECT_EQ(runs.Take(10), 11u);
  EXPECT_EQ(runs.Take(5), 21u);
  EXPECT_EQ(runs.Take(75), std::nullopt);
  EXPECT_EQ(runs.Take(74), 26u);
  EXPECT_EQ(runs.Take(1), std::nullopt);
  runs.Return(21, 5);
  runs.Return(1, 10);
  EXPECT_EQ(runs.runs().size(), 2u);
  EXPECT_EQ(runs.Take(11), std::nullopt);
  runs.Return(11, 10);  // between the two
  EXPECT_EQ(runs.runs().size(), 1u);
  EXPECT_EQ(runs.Take(25), 1u);
  EXPECT_TRUE(runs.runs().empty());
  runs.Return(26, 74);
  runs.Return(1, 25);  // before one
  EXPECT_EQ(runs.runs().size(), 1u);
}

// Destructors return what memory may have run out for.
TEST(FreeRunsTest, ReturningNeedsNoMemory) {
  constexpr uint32_t kPieces = 10'000;
  FreeRuns runs(0, kPieces);
  for (uint32_t i = 0; i < kPieces; i++) ASSERT_EQ(runs.Take(1), i);
  const FreeRuns::Run* room = runs.runs().data();
  for (uint32_t i = 0; i < kPieces; i += 2) runs.Return(i, 1);
  EXPECT_EQ(runs.runs().size(), kPieces / 2);
  for (uint32_t i = 1; i < kPieces; i += 2) runs.Return(i, 1);
  EXPECT_EQ(runs.runs().size(), 1u);
  EXPECT_EQ(runs.runs().data(), room);
}

}  // namespace
}  // namespace halfword
