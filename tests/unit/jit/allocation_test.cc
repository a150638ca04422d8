// Register allocation of random graphs: the checker follows every value through what linear scan decided.
#include "jit/passes/allocation.h"

#include <gtest/gtest.h>

#include "jit/passes/allocation_data.h"
#include "random_graph.h"

namespace halfword::jit {
namespace {

// Words of parameters are theirs.
constexpr FrameRoom kRoom = {.frame_size = 100, .first_free = 46, .tagged_words = 18, .slack_words = 64};

TEST(AllocationTest, RandomGraphs) {
  uint64_t spilled = 0;
  for (uint32_t seed = 1; seed <= (HALFWORD_ASSERTS ? 200 : 2000); seed++) {
    uint32_t variables = 3 + seed % 20;
    RandomGraph random(seed, variables, 20 + seed % 100);
    ASSERT_EQ(random.graph.Verify(), "") << "seed " << seed << "\n" << random.graph.ToText();
    std::string error;
    auto allocation = Allocation::Run(random.graph, kRoom, &error);
    ASSERT_NE(allocation, nullptr) << "seed " << seed << ": " << error << "\n" << random.graph.ToText();
    ASSERT_EQ(allocation->Check(), "") << "seed " << seed << "\n" << allocation->ToText();
    spilled += allocation->spilled_count();
  }
  EXPECT_GT(spilled, 200u);
}

// Where words are few, there is a sentence.
TEST(AllocationTest, SaysWhatHasNoRoom) {
  bool is_any = false;
  for (uint32_t seed = 1; seed <= 100; seed++) {
    RandomGraph random(seed, 40, 100);
    std::string error;
    FrameRoom room = {.frame_size = 45, .first_free = 41, .tagged_words = 2, .slack_words = 4};
    auto allocation = Allocation::Run(random.graph, room, &error);
    if (allocation != nullptr) {
      ASSERT_EQ(allocation->Check(), "") << seed;
    } else {
      is_any = true;
      EXPECT_NE(error, "");
    }
  }
  EXPECT_TRUE(is_any);
}

// The checker finds what is wrong.
TEST(AllocationTest, TheCheckerFindsPlantedFaults) {
  uint32_t found = 0, planted = 0;
  for (uint32_t seed = 1; seed <= 300; seed++) {
    RandomGraph random(seed, 20, 80);
    std::string error;
    auto allocation = Allocation::Run(random.graph, kRoom, &error);
    ASSERT_NE(allocation, nullptr);
    Allocation::Data& data = allocation->data();
    bool is_planted = false;
    auto drop = [&](std::vector<std::vector<Move>>& all) {
      for (auto& moves : all) {
        if (is_planted || moves.empty()) continue;
        moves.pop_back();
        is_planted = true;
      }
    };
    drop(seed % 3 == 0 ? data.before : seed % 3 == 1 ? data.behind : data.at_end);
    if (!is_planted) continue;
    planted++;
    if (!allocation->Check().empty()) found++;
  }
  EXPECT_GT(planted, 100u);
  // A move may be of a value that nobody reads behind it.
  EXPECT_GT(found, planted * 9 / 10);
}

}  // namespace
}  // namespace halfword::jit
