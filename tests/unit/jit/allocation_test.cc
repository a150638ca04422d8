// Register allocation of random graphs: the checker follows every value through what linear scan decided.
#include "jit/passes/allocation.h"

#include <gtest/gtest.h>

#include <bit>

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

// The box is made while an object, an integer and a double live in registers. The collector is to see nothing
// but the object.
TEST(AllocationTest, KnowsWhichRegistersHoldReferences) {
  platform::Arena arena;
  std::string error;
  auto graph = Graph::FromText(arena, R"(unit 0: code 0x51 info 0x61
b0:
  n0 = Parameter[r1]
  n1 = Parameter[r2]
  s0: unit 0 at 0 {r1=n0 r2=n1}
  n2 = CheckObject n0 @s0
  n3 = TaggedToInt32 n1 @s0
  n4 = TaggedToFloat64 n1 @s0
  n5 = Box n4
  n6 = Int32ToTagged n3
  n7 = StoreField[8] n2 n5
  n8 = StoreField[12] n2 n6
  n9 = Return n2
)",
                               &error);
  ASSERT_NE(graph, nullptr) << error;
  graph->OrderBlocks();
  ASSERT_EQ(graph->Verify(), "");
  auto allocation = Allocation::Run(*graph, kRoom, &error);
  ASSERT_NE(allocation, nullptr) << error;
  const Node *object = nullptr, *integer = nullptr, *box = nullptr, *store = nullptr;
  graph->ForEachNode([&](const Node* node) {
    if (node->Is(NodeKind::kBox)) box = node;
    if (node->Is(NodeKind::kStoreField) && store == nullptr) store = node;
    if (node->Is(NodeKind::kCheckObject)) object = node;
    if (node->Is(NodeKind::kTaggedToInt32)) integer = node;
  });
  const std::vector<uint32_t> references = allocation->ReferencesBefore({{box, store}});
  ASSERT_EQ(allocation->Output(*object).kind, Location::kGeneral);
  ASSERT_EQ(allocation->Output(*integer).kind, Location::kGeneral);
  EXPECT_EQ(references[0], 1u << allocation->Output(*object).index);
  EXPECT_EQ(std::popcount(references[1]), 3);
}

// More values live across the loop than there are registers. Those that only wait for its end leave theirs:
// nothing is stored and loaded in it.
TEST(AllocationTest, LoopsKeepWhatTheyUseInRegisters) {
  constexpr int kValues = target_registers::kGprCount, kUsed = 6;
  auto name = [](int n) { return " n" + std::to_string(n); };
  std::string parameters, values, before, turn, rest;
  for (int n = 0; n < kValues; n++) {
    parameters += name(n) + " = Parameter[r" + std::to_string(n + 1) + "]\n";
    before += " r" + std::to_string(n + 1) + "=n" + std::to_string(n);
    values += name(100 + n) + " = TaggedToInt32" + name(n) + " @s0\n";
  }
  for (int n = 0; n < kUsed; n++)
    turn += name(200 + n) + " = AddInt32" + name(n == 0 ? 50 : 199 + n) + name(100 + n) + "\n";
  for (int n = 0; n < kValues; n++)
    rest += name(300 + n) + " = AddInt32" + name(n == 0 ? 205 : 299 + n) + name(100 + n) + "\n";
  platform::Arena arena;
  std::string error;
  auto graph = Graph::FromText(
      arena,
      "unit 0: code 0x51 info 0x61\nb0:\n" + parameters + " s0: unit 0 at 0 {" + before.substr(1) + "}\n" +
          values + " n40 = Goto -> b1\nb1: from b0 b2\n n50:int32 = Phi[r60] n100 n205\n" + turn +
          " n51 = CompareInt32[less] n205 n101\n n52 = Branch n51 -> b2 b3\nb2: from b1\n n53 = Goto -> "
          "b1\n" +
          "b3: from b1\n" + rest + name(400) + " = Int32ToTagged" + name(299 + kValues) +
          "\n n401 = Return n400\n",
      &error);
  ASSERT_NE(graph, nullptr) << error;
  graph->OrderBlocks();
  ASSERT_EQ(graph->Verify(), "");
  auto allocation = Allocation::Run(*graph, kRoom, &error);
  ASSERT_NE(allocation, nullptr) << error;
  ASSERT_EQ(allocation->Check(), "");
  EXPECT_GT(allocation->spilled_count(), 0u);
  auto is_in_memory = [](const Move& move) {
    return move.from.kind == Location::kWord || move.to.kind == Location::kWord;
  };
  for (const Block* block : graph->blocks()) {
    if (block->loop == nullptr) continue;
    block->ForEachNode([&](const Node* node) {
      for (auto moves : {allocation->Before(*node), allocation->Behind(*node), allocation->AtBegin(*block),
                         allocation->AtEnd(*block)})
        EXPECT_TRUE(std::none_of(moves.begin(), moves.end(), is_in_memory)) << allocation->ToText();
    });
  }
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
