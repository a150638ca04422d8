// Register allocation of random graphs: the checker follows every value through what linear scan decided.
#include "jit/passes/allocation.h"

#include <gtest/gtest.h>

#include <random>

#include "jit/passes/allocation_data.h"

namespace halfword::jit {
namespace {

// Makes a function of variables, each of one kind: int32, double or tagged. A variable is the interpreter's
// register of its number.
class RandomGraph {
 public:
  RandomGraph(uint32_t seed, uint32_t variables, uint32_t statements)
      : graph(arena), random_(seed), count_(variables), left_(statements) {
    unit_ = graph.NewUnit(8, 16, nullptr, 0, 0);
    block_ = graph.NewBlock();
    for (uint32_t v = 0; v < count_; v++) {
      Node* parameter = graph.Append(block_, NodeKind::kParameter, {}, {.reg = v + 1});
      now_.push_back(KindOf(v) == kTagged  ? parameter
                     : KindOf(v) == kInt32 ? graph.Int32(static_cast<int32_t>(v))
                                           : graph.Float64(v + 0.5));
    }
    Statements(4);
    Node* result = now_[Any(kTagged)];
    graph.End(block_, NodeKind::kReturn, {result}, {});
    graph.OrderBlocks();
  }

  platform::Arena arena;
  Graph graph;

 private:
  enum Kind { kInt32, kDouble, kTagged };
  Kind KindOf(uint32_t variable) const { return static_cast<Kind>(variable % 3); }
  uint32_t Next(uint32_t below) { return static_cast<uint32_t>(random_() % below); }
  uint32_t Any(Kind kind) {
    uint32_t v = Next(count_);
    while (KindOf(v) != kind) v = Next(count_);
    return v;
  }
  Node* Int() { return Next(6) == 0 ? graph.Int32(static_cast<int32_t>(Next(9))) : now_[Any(kInt32)]; }
  Node* Double() { return Next(6) == 0 ? graph.Float64(Next(9) * 0.25) : now_[Any(kDouble)]; }
  Node* Tagged() { return now_[Any(kTagged)]; }
  // Before the next instruction, or behind the one that was made last.
  const FrameState* State(bool is_behind = false) {
    std::vector<FrameState::Register> registers;
    for (uint32_t v = 0; v < count_; v++) {
      if (Next(4) != 0) registers.push_back({v + 1, now_[v]});
    }
    if (!is_behind) offset_ += 4;
    return graph.NewState({unit_, nullptr, offset_, is_behind, nullptr, nullptr, {}}, registers);
  }
  Node* Add(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {}) {
    const FrameState* state = InfoOf(kind).flags & kMayExit ? State() : nullptr;
    return graph.Append(block_, kind, inputs, payload, state);
  }

  void Assign() {
    using enum NodeKind;
    switch (Next(3)) {
      case 0: {
        NodeKind kinds[] = {kAddInt32,        kSubInt32,        kMulInt32,        kAndInt32, kAddInt32Checked,
                            kMulInt32Checked, kDivInt32Checked, kModInt32Checked, kShlInt32, kSarInt32};
        NodeKind kind = kinds[Next(std::size(kinds))];
        Node *a = Int(), *b = Int();
        now_[Any(RandomGraph::kInt32)] = Add(kind, {a, b});
        return;
      }
      case 1: {
        NodeKind kinds[] = {kAddFloat64, kSubFloat64, kMulFloat64, kDivFloat64};
        Node* made = Next(5) == 0   ? Add(kInt32ToFloat64, {Int()})
                     : Next(5) == 0 ? Add(kTaggedToFloat64, {Tagged()})
                                    : Add(kinds[Next(4)], {Double(), Double()});
        now_[Any(RandomGraph::kDouble)] = made;
        return;
      }
      default: {
        Node* made = Next(4) == 0   ? Add(kInt32ToTagged, {Int()})
                     : Next(4) == 0 ? Add(kBox, {Double()})
                     : Next(3) == 0 ? Add(kCheckObject, {Tagged()})
                                    : Add(kLoadField, {Tagged()}, {.offset = 3});
        now_[Any(RandomGraph::kTagged)] = made;
        if (Next(4) == 0) Add(kStoreField, {Tagged(), Tagged()}, {.offset = 3});
        return;
      }
    }
  }
  void Call() {
    std::vector<uint32_t> registers;
    std::vector<Node*> inputs;
    uint32_t reads = Next(3);
    for (uint32_t n = 0; n < reads; n++) {
      uint32_t v = Any(kTagged);
      if (std::find(registers.begin(), registers.end(), v + 1) != registers.end()) continue;
      registers.push_back(v + 1);
      inputs.push_back(now_[v]);
    }
    const CallInfo* call = graph.NewCall(unit_, offset_ += 4, registers, 100 - Next(10));
    Node* acc = graph.Append(block_, NodeKind::kGeneric, inputs, {.call = call}, State(true));
    now_[Any(kTagged)] = acc;
    if (Next(2) == 0) {
      uint32_t v = Any(kTagged);
      now_[v] = graph.Append(block_, NodeKind::kRegisterBehind, {acc}, {.reg = v + 1});
    }
  }
  Node* Condition() { return Add(NodeKind::kCompareInt32, {Int(), Int()}); }
  Block* Goto(Block* to) {
    graph.End(block_, NodeKind::kGoto, {}, std::span(&to, 1));
    return to;
  }
  void If(uint32_t depth) {
    Block *yes = graph.NewBlock(), *no = graph.NewBlock(), *join = graph.NewBlock();
    Block* both[] = {yes, no};
    Node* condition = Condition();
    graph.End(block_, NodeKind::kBranch, {condition}, both);
    std::vector<Node*> before = now_, after[2];
    for (int side = 0; side < 2; side++) {
      block_ = both[side];
      now_ = before;
      Statements(depth - 1);
      Goto(join);
      after[side] = now_;
    }
    block_ = join;
    for (uint32_t v = 0; v < count_; v++) {
      if (after[0][v] == after[1][v]) {
        now_[v] = after[0][v];
      } else {
        Node* inputs[] = {after[0][v], after[1][v]};
        now_[v] = graph.NewPhi(join, RepresentationOf(v), v + 1, inputs);
      }
    }
  }
  Representation RepresentationOf(uint32_t v) const {
    return KindOf(v) == kInt32    ? Representation::kInt32
           : KindOf(v) == kDouble ? Representation::kFloat64
                                  : Representation::kTagged;
  }
  void Loop(uint32_t depth) {
    Block *header = graph.NewBlock(), *back = graph.NewBlock(), *behind = graph.NewBlock();
    std::vector<Node*> before = now_;
    Goto(header);
    block_ = header;
    for (uint32_t v = 0; v < count_; v++) now_[v] = graph.NewPhi(header, RepresentationOf(v), v + 1, {});
    std::vector<Node*> phis = now_;
    Statements(depth - 1);
    Node* condition = Condition();
    Block* targets[] = {back, behind};
    graph.End(block_, NodeKind::kBranch, {condition}, targets);
    block_ = back;
    Goto(header);
    for (uint32_t v = 0; v < count_; v++) {
      Node* inputs[] = {before[v], now_[v]};
      graph.SetPhiInputs(phis[v], inputs);
    }
    block_ = behind;
  }
  void Statements(uint32_t depth) {
    uint32_t count = 1 + Next(8);
    for (uint32_t n = 0; n < count && left_ > 0; n++, left_--) {
      uint32_t what = Next(12);
      if (what == 0 && depth > 0) {
        If(depth);
      } else if (what == 1 && depth > 0) {
        Loop(depth);
      } else if (what == 2) {
        Call();
      } else {
        Assign();
      }
    }
  }

  std::mt19937 random_;
  uint32_t count_, left_, offset_ = 0;
  Unit* unit_;
  Block* block_;
  std::vector<Node*> now_;
};

// Words of parameters are theirs.
constexpr FrameRoom kRoom = {.frame_size = 100, .first_free = 46, .tagged_words = 18, .slack_words = 64};

TEST(AllocationTest, RandomGraphs) {
  uint64_t spilled = 0;
  for (uint32_t seed = 1; seed <= 2000; seed++) {
    uint32_t variables = 3 + seed % 20;
    RandomGraph random(seed, variables, 20 + seed % 100);
    ASSERT_EQ(random.graph.Verify(), "") << "seed " << seed << "\n" << random.graph.ToText();
    std::string error;
    auto allocation = Allocation::Run(random.graph, kRoom, &error);
    ASSERT_NE(allocation, nullptr) << "seed " << seed << ": " << error << "\n" << random.graph.ToText();
    ASSERT_EQ(allocation->Check(), "") << "seed " << seed << "\n" << allocation->ToText();
    spilled += allocation->spilled_count();
  }
  EXPECT_GT(spilled, 1000u);
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
