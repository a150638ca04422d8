// Which headers of inlined frames a call finds written by the one before.
#include "jit/passes/frame_headers.h"

#include <gtest/gtest.h>

#include "jit/graph/graph.h"
#include "jit/passes/allocation.h"

namespace halfword::jit {
namespace {

constexpr char kUnits[] =
    "unit 0: code 0x51 info 0x61\n"
    "unit 1: code 0x51 info 0x61 in 0 frame 20 call 4\n"
    "unit 2: code 0x51 info 0x61 in 1 frame 40 call 4\n"
    "unit 3: code 0x51 info 0x61 in 1 frame 40 call 8\n";
constexpr char kBegin[] = "b0:\n n1 = Parameter[r1]\n n20 = Int32Constant[1]\n s0: unit 0 behind 4 {r1=n1}\n";
// A call in the unit, and a state of it. Numbers of nodes and states are to be new.
std::string Call(int node, int unit) {
  const std::string number = std::to_string(node);
  const std::string outer = unit == 0 ? "" : unit == 1 ? " outer s0" : " outer s99" + number;
  return (unit < 2 ? "" : " s99" + number + ": unit 1 behind " + (unit == 2 ? "4" : "8") + " {} outer s0\n") +
         " s" + number + ": unit " + std::to_string(unit) + " behind 8 {}" + outer + "\n n" + number +
         " = Generic[unit " + std::to_string(unit) + " at 8] @s" + number + "\n";
}
// For each call and poll in their order the unit whose header is there, "-" for none.
std::string There(const std::string& blocks) {
  platform::Arena arena;
  std::string error, text;
  std::unique_ptr<Graph> graph = Graph::FromText(arena, kUnits + std::string(kBegin) + blocks, &error);
  EXPECT_EQ(error, "");
  graph->OrderBlocks();
  EXPECT_EQ(graph->Verify(), "") << graph->ToText();
  const FrameHeaders headers(*graph);
  graph->ForEachNode([&](const Node* node) {
    if (!node->Is(NodeKind::kGeneric) && !node->Is(NodeKind::kSpendFuel)) return;
    const Unit* unit = headers.At(*node);
    text += unit == nullptr ? "-" : std::to_string(unit->number);
  });
  return text;
}
constexpr char kReturn[] = " n9 = Return n1\n";

TEST(FrameHeadersTest, TheFirstCallFindsNone) {
  EXPECT_EQ(There(Call(2, 0) + kReturn), "-");
  EXPECT_EQ(There(Call(2, 2) + kReturn), "-");
}
TEST(FrameHeadersTest, TheNextFindsThoseThatBothHave) {
  EXPECT_EQ(There(Call(2, 1) + Call(3, 1) + kReturn), "-1");
  EXPECT_EQ(There(Call(2, 1) + Call(3, 2) + Call(4, 2) + kReturn), "-12");
  EXPECT_EQ(There(Call(2, 2) + Call(3, 1) + Call(4, 2) + kReturn), "-11");
  EXPECT_EQ(There(Call(2, 2) + Call(3, 3) + kReturn), "-1");
}
TEST(FrameHeadersTest, ACallOfTheOutermostFunctionLeavesNone) {
  EXPECT_EQ(There(Call(2, 1) + Call(3, 0) + Call(4, 1) + kReturn), "---");
}
TEST(FrameHeadersTest, PollsKnowWhatIsThere) {
  EXPECT_EQ(There(Call(2, 2) + " s3: unit 0 at 12 {r1=n1}\n n3 = SpendFuel[1] @s3\n" + kReturn), "-2");
}
TEST(FrameHeadersTest, WaysThatMeetHaveWhatAllOfThemHave) {
  auto ways = [](const std::string& yes, const std::string& no) {
    return There(
        " n21 = CompareInt32[less] n20 n20\n n22 = Branch n21 -> b1 b2\nb1: from "
        "b0\n" +
        yes + " n23 = Goto -> b3\nb2: from b0\n" + no + " n24 = Goto -> b3\nb3: from b1 b2\n" + Call(6, 2) +
        kReturn);
  };
  EXPECT_EQ(ways(Call(2, 2), Call(3, 2)), "--2");
  EXPECT_EQ(ways(Call(2, 2), Call(3, 3)), "--1");
  EXPECT_EQ(ways(Call(2, 2), ""), "--");
}
TEST(FrameHeadersTest, ATurnFindsNothingOfTheOneBefore) {
  const std::string turn = Call(3, 1) + Call(4, 1);
  EXPECT_EQ(There(Call(2, 1) + " n25 = Goto -> b1\nb1: from b0 b2\n" + turn +
                  " n22 = CompareInt32[less] n20 n20\n n23 = Branch n22 -> b2 b3\n"
                  "b2: from b1\n n24 = Goto -> b1\nb3: from b1\n" +
                  kReturn),
            "--1");
}

}  // namespace
}  // namespace halfword::jit
