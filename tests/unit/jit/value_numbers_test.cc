// Which nodes of a graph become one, and which do not.
#include "jit/optimizations/value_numbers.h"

#include <gtest/gtest.h>

#include "jit/graph/graph.h"
#include "jit/graph/value_range.h"

namespace halfword::jit {
namespace {

// How many nodes of the graph go.
uint32_t GoneOf(const std::string& blocks) {
  platform::Arena arena;
  std::string error;
  std::unique_ptr<Graph> graph = Graph::FromText(arena, "unit 0: code 0x51 info 0x61\n" + blocks, &error);
  EXPECT_EQ(error, "");
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "");
  uint32_t count = NumberValues(*graph);
  EXPECT_EQ(graph->Verify(), "") << graph->ToText();
  return count;
}
uint32_t GoneIn(const std::string& nodes) {
  return GoneOf(
      "b0:\n n1 = Int32Constant[1]\n n2 = Int32Constant[2]\n n3 = Parameter[r1]\n n4 = Parameter[r2]\n"
      " s0: unit 0 at 4 {r1=n3 r2=n4}\n" +
      nodes + " s9: unit 0 at 90 {r1=n3}\n n90 = Exit @s9\n");
}

TEST(ValueNumbersTest, TheSameKindInputsAndPayload) {
  EXPECT_EQ(GoneIn(" n5 = LoadField[+3] n3\n n6 = LoadField[+3] n3\n"), 1u);
  EXPECT_EQ(GoneIn(" n5 = LoadField[+3] n3\n n6 = LoadField[+7] n3\n"), 0u);
  EXPECT_EQ(GoneIn(" n5 = LoadField[+3] n3\n n6 = LoadField[+3] n4\n"), 0u);
  EXPECT_EQ(
      GoneIn(" n5 = CheckSmi n3 @s0\n n6 = CheckSmi n3 @s0\n n7 = SmiToInt32 n5\n n8 = SmiToInt32 n6\n"), 2u);
  // Operands of what commutes may be in any order.
  const std::string numbers = " n5 = TruncateTagged n3 @s0\n n6 = TruncateTagged n4 @s0\n";
  EXPECT_EQ(GoneIn(numbers + " n7 = AddInt32 n5 n6\n n8 = AddInt32 n6 n5\n"), 1u);
  EXPECT_EQ(GoneIn(numbers + " n7 = SubInt32 n5 n6\n n8 = SubInt32 n6 n5\n"), 0u);
}
TEST(ValueNumbersTest, MemoryBetween) {
  const std::string first = " n5 = LoadField[+3] n3\n", second = " n6 = LoadField[+3] n3\n";
  EXPECT_EQ(GoneIn(first + " n7 = StoreField[+7] n4 n3\n" + second), 0u);
  EXPECT_EQ(GoneIn(first + " n7 = StoreSlot[1] n4 n3\n" + second), 1u);
  EXPECT_EQ(GoneIn(first + " s1: unit 0 behind 8 {r1=n3}\n n7 = Generic[unit 0 at 8] @s1\n" + second), 0u);
  // Behind a call nothing is used that was before, not even what no memory can change.
  const std::string pure = " n5 = ParentEnvironment n3\n", again = " n6 = ParentEnvironment n3\n";
  EXPECT_EQ(GoneIn(pure + again), 1u);
  EXPECT_EQ(GoneIn(pure + " s1: unit 0 behind 8 {r1=n3}\n n7 = Generic[unit 0 at 8] @s1\n" + again), 0u);
  EXPECT_EQ(GoneIn(" n5 = ViewTyped[5] n3 @s0\n n6 = ViewTyped[21] n3 @s0\n n7 = ViewTyped[5] n3 @s0\n"), 0u);
}
// What follows in each of two branches, and where they meet.
uint32_t GoneInDiamond(const std::string& left, const std::string& right, const std::string& behind) {
  return GoneOf(
      "b0:\n n1 = Int32Constant[1]\n n3 = Parameter[r1]\n n4 = Parameter[r2]\n s0: unit 0 at 4 {r1=n3}\n"
      " n5 = LoadField[+3] n3\n n6 = SameBits n5 n4\n n7 = Branch n6 -> b1 b2\n"
      "b1: from b0\n" +
      left + " n21 = Goto -> b3\nb2: from b0\n" + right + " n22 = Goto -> b3\nb3: from b1 b2\n" + behind +
      " s9: unit 0 at 90 {r1=n3}\n n90 = Exit @s9\n");
}
TEST(ValueNumbersTest, WaysThatMeet) {
  const std::string load = " = LoadField[+3] n3\n", store = " = StoreField[+9] n3 n4\n";
  EXPECT_EQ(GoneInDiamond(" n10" + load, " n11" + load, " n12" + load), 3u);
  EXPECT_EQ(GoneInDiamond("", "", " n12" + load), 1u);
  EXPECT_EQ(GoneInDiamond(" n10" + store, "", " n12" + load), 0u);
  EXPECT_EQ(GoneInDiamond(" n10" + store, " n11" + load, " n12" + load), 1u);
  // A node of one branch dominates nothing of the other.
  EXPECT_EQ(GoneInDiamond(" n10 = LoadField[+11] n3\n", " n11 = LoadField[+11] n3\n", ""), 0u);
  EXPECT_EQ(GoneInDiamond(" n10 = LoadField[+11] n3\n", "", " n11 = LoadField[+11] n3\n"), 0u);
}
uint32_t GoneInLoop(const std::string& in_loop) {
  return GoneOf(
      "b0:\n n1 = Int32Constant[1]\n n3 = Parameter[r1]\n n4 = Parameter[r2]\n"
      " n5 = LoadField[+3] n3\n n6 = ParentEnvironment n3\n n7 = Goto -> b1\n"
      "b1: from b0 b2 loop depth 1\n n10 = LoadField[+3] n3\n n11 = ParentEnvironment n3\n"
      " n12 = SameBits n10 n4\n n13 = Branch n12 -> b2 b3\nb2: from b1 depth 1 of b1\n" +
      in_loop + " s1: unit 0 at 20 {r1=n3}\n n14 = SpendFuel[1] @s1\n n15 = Goto -> b1\n" +
      "b3: from b1\n s9: unit 0 at 90 {r1=n3}\n n90 = Exit @s9\n");
}
TEST(ValueNumbersTest, Loops) {
  EXPECT_EQ(GoneInLoop(""), 2u);
  EXPECT_EQ(GoneInLoop(" n20 = StoreField[+9] n3 n4\n"), 1u);
  EXPECT_EQ(GoneInLoop(" s2: unit 0 behind 8 {r1=n3}\n n20 = Generic[unit 0 at 8] @s2\n"), 0u);
}

// ---- Ranges ----

ValueRange RangeIn(const std::string& nodes, uint32_t id) {
  platform::Arena arena;
  std::string error;
  std::unique_ptr<Graph> graph = Graph::FromText(
      arena,
      "unit 0: code 0x51 info 0x61\nb0:\n n1 = Int32Constant[16383]\n n2 = Int32Constant[14]\n"
      " n3 = Int32Constant[0]\n n4 = Int32Constant[-3]\n n10 = Parameter[r1]\n s0: unit 0 at 4 {r1=n10}\n"
      " n11 = TruncateTagged n10 @s0\n" +
          nodes + " n90 = Exit @s0\n",
      &error);
  EXPECT_EQ(error, "");
  ValueRange range{1, 0};
  graph->ForEachNode([&](const Node* node) {
    if (node->id() == id) range = RangeOf(*node);
  });
  return range;
}
// Each of so many phis has so many inputs that are the one before it, and not every way through is looked at.
TEST(ValueRangeTest, PhisOfPhis) {
  constexpr uint32_t kPhis = 6, kWays = 100;
  auto n = [](uint32_t id) { return "n" + std::to_string(id); };
  auto b = [](uint32_t number) { return "b" + std::to_string(number); };
  std::string text =
      "unit 0: code 0x51 info 0x61\nb0:\n n1 = Int32Constant[5]\n n2 = Parameter[r1]\n"
      " s0: unit 0 at 4 {r1=n2}\n n3 = TruncateTagged n2 @s0\n n4 = AndInt32 n3 n1\n";
  uint32_t id = 5, block = 0, last = 4;
  for (uint32_t k = 0; k < kPhis; k++) {
    std::string targets, froms, inputs, ways;
    const uint32_t join = block + kWays + 1;
    for (uint32_t way = 1; way <= kWays; way++) {
      targets += " " + b(block + way);
      froms += " " + b(block + way);
      inputs += " " + n(way == 1 ? 1 : last);
      ways += b(block + way) + ": from " + b(block) + "\n " + n(id + way) + " = Goto -> " + b(join) + "\n";
    }
    text += " " + n(id) + " = Switch[0] n3 ->" + targets + "\n" + ways + b(join) + ": from" + froms + "\n " +
            n(id + kWays + 1) + ":int32 = Phi[r2]" + inputs + "\n";
    last = id + kWays + 1;
    id += kWays + 2;
    block = join;
  }
  text += " s1: unit 0 at 90 {r1=n2}\n " + n(id) + " = Exit @s1\n";
  platform::Arena arena;
  std::string error;
  std::unique_ptr<Graph> graph = Graph::FromText(arena, text, &error);
  ASSERT_EQ(error, "");
  uint32_t asked = 0;
  graph->ForEachNode([&](const Node* node) {
    if (!node->Is(NodeKind::kPhi)) return;
    EXPECT_TRUE((ValueRange{0, 5}).IsIn(RangeOf(*node)));
    asked++;
  });
  EXPECT_EQ(asked, kPhis);
}
TEST(ValueRangeTest, BitsAndSums) {
  EXPECT_EQ(RangeIn("", 11), kInt32Range);
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n1\n", 20), (ValueRange{0, 16383}));
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n4\n", 20), kInt32Range);
  EXPECT_EQ(RangeIn(" n20 = SarInt32 n11 n2\n", 20), (ValueRange{-(1 << 17), (1 << 17) - 1}));
  EXPECT_EQ(RangeIn(" n20 = ShrInt32 n11 n2\n", 20), (ValueRange{0, (1 << 18) - 1}));
  EXPECT_EQ(RangeIn(" n20 = ShrInt32 n11 n3\n", 20), kUint32Range);
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n1\n n21 = ShlInt32 n20 n2\n", 21), (ValueRange{0, 16383 << 14}));
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n1\n n21 = MulInt32 n20 n4\n", 21), (ValueRange{-3 * 16383, 0}));
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n1\n n21 = AddInt32Checked n20 n11 @s0\n", 21),
            (ValueRange{INT32_MIN, INT32_MAX}));
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n1\n n21 = SubInt32 n20 n4\n", 21), (ValueRange{3, 16386}));
  EXPECT_EQ(RangeIn(" n20 = AddInt32 n11 n1\n", 20), kInt32Range);
  EXPECT_EQ(RangeIn(" n20 = AndInt32 n11 n2\n n21 = OrInt32 n20 n1\n", 21), (ValueRange{0, 16383}));
}
TEST(ValueRangeTest, MinusZero) {
  EXPECT_FALSE(MayBeMinusZero({0, 5}, {0, 9}));
  EXPECT_TRUE(MayBeMinusZero({0, 5}, {-1, 9}));
  EXPECT_TRUE(MayBeMinusZero({-5, -1}, {0, 9}));
  EXPECT_FALSE(MayBeMinusZero({-5, -1}, {1, 9}));
}

}  // namespace
}  // namespace halfword::jit
