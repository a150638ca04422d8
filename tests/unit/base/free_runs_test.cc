#include "base/free_runs.h"

#include <gtest/gtest.h>

namespace halfword {
namespace {

TEST(FreeRunsTest, GivesTheLowestAndJoinsNeighbours) {
  FreeRuns runs(1, 100);
  EXPECT_EQ(runs.Take(10), 1u);
  EXPECT_EQ(runs.Take(10), 11u);
  EXPECT_EQ(runs.Take(80), std::nullopt);
  EXPECT_EQ(runs.Take(79), 21u);
  EXPECT_EQ(runs.Take(1), std::nullopt);
  runs.Return(11, 5);
  runs.Return(1, 5);
  EXPECT_EQ(runs.runs().size(), 2u);
  EXPECT_EQ(runs.Take(6), std::nullopt);
  runs.Return(6, 5);  // between the two
  EXPECT_EQ(runs.runs().size(), 1u);
  EXPECT_EQ(runs.Take(15), 1u);
  EXPECT_TRUE(runs.runs().empty());
}

}  // namespace
}  // namespace halfword
