// What is spent ahead, and what exits give back.
#include "jit/optimizations/fuel.h"

#include <gtest/gtest.h>

#include "jit/graph/graph.h"

namespace halfword::jit {
namespace {

// The nodes that spend, and those that exit and give something back, in their order: "spends 3, n7 gives 1".
std::string Merged(const std::string& blocks) {
  platform::Arena arena;
  std::string error;
  std::unique_ptr<Graph> graph = Graph::FromText(arena, "unit 0: code 0x51 info 0x61\n" + blocks, &error);
  EXPECT_EQ(error, "");
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  const std::vector<uint32_t> refunds = MergeFuel(*graph);
  EXPECT_EQ(graph->Verify(), "") << graph->ToText();
  std::string text;
  graph->ForEachNode([&](const Node* node) {
    if (node->Is(NodeKind::kSpendFuel)) text += "spends " + std::to_string(node->payload().number) + ", ";
    if (node->Is(NodeKind::kRefundFuel)) text += "returns " + std::to_string(node->payload().number) + ", ";
    if (refunds[node->id()] != 0)
      text += "n" + std::to_string(node->id()) + " gives " + std::to_string(refunds[node->id()]) + ", ";
  });
  return text;
}
constexpr char kBegin[] = "b0:\n n1 = Parameter[r1]\n n2 = Int32Constant[1]\n s0: unit 0 at 4 {r1=n1}\n";

TEST(FuelTest, WhatFollowsInABlockIsSpentAhead) {
  const std::string two = " n3 = SpendFuel[1] @s0\n n4 = CheckSmi n1 @s0\n n5 = SpendFuel[2] @s0\n";
  EXPECT_EQ(Merged(kBegin + two + " n6 = CheckObject n1 @s0\n n7 = Return n1\n"), "spends 3, n4 gives 2, ");
  EXPECT_EQ(Merged(kBegin + two + " n6 = Goto -> b1\nb1: from b0\n n7 = SpendFuel[1] @s0\n n8 = Exit @s0\n"),
            "spends 4, n4 gives 3, ");
}
TEST(FuelTest, NothingIsSpentForWhatIsBehindACall) {
  EXPECT_EQ(Merged(std::string(kBegin) +
                   " n3 = SpendFuel[1] @s0\n n4 = SpendFuel[1] @s0\n s1: unit 0 behind 8 {r1=n1}\n"
                   " n5 = Generic[unit 0 at 8] @s1\n s2: unit 0 at 12 {r1=n5}\n"
                   " n6 = SpendFuel[1] @s2\n n7 = SpendFuel[5] @s2\n n8 = Return n5\n"),
            "spends 2, spends 6, ");
}
TEST(FuelTest, WaysSpendAheadWhatAllOfThemSpend) {
  auto ways = [](const std::string& yes, const std::string& no) {
    return Merged(std::string(kBegin) +
                  " n3 = SpendFuel[1] @s0\n n4 = TaggedToInt32 n1 @s0\n n5 = CompareInt32[less] n4 n2\n"
                  " n6 = Branch n5 -> b1 b2\nb1: from b0\n" +
                  yes + "b2: from b0\n" + no);
  };
  // The lesser of both; the other way spends the rest by itself.
  EXPECT_EQ(ways(" n7 = SpendFuel[1] @s0\n n8 = Return n1\n",
                 " n9 = CheckSmi n1 @s0\n n10 = SpendFuel[3] @s0\n n11 = Return n1\n"),
            "spends 2, n4 gives 1, n9 gives 1, spends 2, n10 gives 1, ");
  EXPECT_EQ(ways(" n8 = Return n1\n", " n10 = SpendFuel[3] @s0\n n11 = Return n1\n"), "spends 1, spends 3, ");
  // An exit gives all back.
  EXPECT_EQ(ways(" n8 = Exit @s0\n", " n10 = SpendFuel[3] @s0\n n11 = Return n1\n"),
            "spends 4, n4 gives 3, n8 gives 3, ");
}
TEST(FuelTest, WhatIsSpentWhereWaysMeetIsSpentBefore) {
  auto ways = [](const std::string& yes, const std::string& no) {
    return Merged(std::string(kBegin) +
                  " n3 = SpendFuel[1] @s0\n n4 = TaggedToInt32 n1 @s0\n n5 = CompareInt32[less] n4 n2\n"
                  " n6 = Branch n5 -> b1 b2\nb1: from b0\n" +
                  yes + " n9 = Goto -> b3\nb2: from b0\n" + no +
                  " n12 = Goto -> b3\nb3: from b1 b2\n s2: unit 0 at 12 {r1=n1}\n n13 = CheckSmi n1 @s2\n"
                  " n14 = SpendFuel[4] @s2\n n15 = Return n1\n");
  };
  EXPECT_EQ(ways("", ""), "spends 5, n4 gives 4, n13 gives 4, ");
  // A way that spends more spends the rest, which is due where it meets the other one.
  EXPECT_EQ(ways(" n7 = SpendFuel[1] @s0\n", " n10 = CheckObject n1 @s0\n n11 = SpendFuel[2] @s0\n"),
            "spends 6, n4 gives 5, n10 gives 5, spends 1, n11 gives 5, n13 gives 4, ");
  // Nobody can spend before a call for what is behind it.
  const std::string call = " s1: unit 0 behind 8 {r1=n1}\n n7 = Generic[unit 0 at 8] @s1\n";
  EXPECT_EQ(ways(call, " n10 = SpendFuel[2] @s0\n"), "spends 1, spends 2, spends 4, ");
}
TEST(FuelTest, LoopsSpendForEachTurn) {
  EXPECT_EQ(Merged(std::string(kBegin) +
                   " n3 = SpendFuel[1] @s0\n n4 = Goto -> b1\nb1: from b0 b2 loop depth 1\n"
                   " n5 = SpendFuel[1] @s0\n n6 = TaggedToInt32 n1 @s0\n n7 = CompareInt32[less] n6 n2\n"
                   " n8 = Branch n7 -> b2 b3\nb2: from b1 depth 1 of b1\n n9 = SpendFuel[1] @s0\n"
                   " n10 = Goto -> b1\nb3: from b1\n n11 = SpendFuel[1] @s0\n n12 = Return n1\n"),
            "spends 3, n6 gives 1, spends 2, n9 gives 1, ");
}
TEST(FuelTest, WhoLeavesALoopGetsBackWhatWasForTheRestOfTheTurn) {
  auto loop = [](const std::string& before, const std::string& behind) {
    return Merged(std::string(kBegin) +
                  " n3 = SpendFuel[1] @s0\n n4 = Goto -> b1\nb1: from b0 b2 loop depth 1\n" + before +
                  " n6 = TaggedToInt32 n1 @s0\n n7 = CompareInt32[less] n6 n2\n"
                  " n8 = Branch n7 -> b2 b3\nb2: from b1 depth 1 of b1\n n9 = SpendFuel[4] @s0\n"
                  " n10 = Goto -> b1\nb3: from b1\n" +
                  behind + " n12 = Return n1\n");
  };
  const std::string one = " n5 = SpendFuel[1] @s0\n";
  // The first turn is spent with what is before the loop, the others each behind the one before.
  EXPECT_EQ(loop(one, ""), "spends 6, n6 gives 4, spends 5, n9 gives 4, returns 4, ");
  EXPECT_EQ(loop(one, " n11 = SpendFuel[2] @s0\n"),
            "spends 6, n6 gives 4, spends 5, n9 gives 4, returns 2, ");
  EXPECT_EQ(loop(one, " n11 = SpendFuel[9] @s0\n"),
            "spends 6, n6 gives 4, spends 5, n9 gives 4, spends 5, n11 gives 4, ");
  // Where a turn spends in one place only, nothing is gained.
  EXPECT_EQ(loop("", ""), "spends 1, spends 4, ");
}

}  // namespace
}  // namespace halfword::jit
