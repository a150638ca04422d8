// Random functions of numbers, compiled and run, against what their nodes say: which exit is taken, and every
// value that its state names, from the register or word that it is said to be in.
#include "jit/passes/emission.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <unordered_map>

#include "jit/code/code_space.h"
#include "ops/machine_state.h"
#include "random_graph.h"

namespace halfword::jit {
namespace {

using namespace target_registers;  // NOLINT: the names of one target

// ---- What nodes mean ----

struct Exit {
  const Node* node = nullptr;
  std::unordered_map<const Node*, uint64_t> values;  // of the state; bits of doubles
};

class Evaluator {
 public:
  Exit Run(const Graph& graph) {
    values_.assign(graph.node_count(), 0);
    const Block *block = graph.entry(), *from = nullptr;
    while (true) {
      EnterBlock(*block, from);
      const Block* next = nullptr;
      for (const Node* node = block->first; node != nullptr; node = node->next()) {
        if (node->Is(NodeKind::kPhi)) continue;
        if (node->is_control()) {
          if (node->Is(NodeKind::kExit)) return ExitAt(*node);
          next = node->Is(NodeKind::kGoto) ? block->successors[0]
                                           : block->successors[Int(*node, 0) != 0 ? 0 : 1];
        } else if (!Evaluate(*node)) {
          return ExitAt(*node);
        }
      }
      from = block;
      block = next;
    }
  }

 private:
  void EnterBlock(const Block& block, const Block* from) {
    if (from == nullptr) return;
    uint32_t n = block.NumberOfPredecessor(*from);
    std::vector<std::pair<const Node*, uint64_t>> phis;
    block.ForEachPhi([&](const Node* phi) { phis.push_back({phi, values_[phi->input(n)->id()]}); });
    for (auto [phi, value] : phis) values_[phi->id()] = value;
  }
  Exit ExitAt(const Node& node) {
    Exit exit{&node, {}};
    node.state()->ForEachNode([&](const Node* value) { exit.values[value] = values_[value->id()]; });
    return exit;
  }
  int32_t Int(const Node& node, uint32_t i) const {
    return static_cast<int32_t>(values_[node.input(i)->id()]);
  }
  double Double(const Node& node, uint32_t i) const {
    return std::bit_cast<double>(values_[node.input(i)->id()]);
  }

  // False: it exits.
  bool Evaluate(const Node& node) {
    using enum NodeKind;
    auto give = [&](int64_t n) {
      values_[node.id()] = static_cast<uint32_t>(n);
      return true;
    };
    auto give_checked = [&](int64_t n) { return n == static_cast<int32_t>(n) && give(n); };
    auto give_double = [&](double d) {
      values_[node.id()] = std::bit_cast<uint64_t>(d);
      return true;
    };
    uint32_t count = node.input_count();
    int64_t a = count > 0 ? Int(node, 0) : 0, b = count > 1 ? Int(node, 1) : 0;
    double x = count > 0 ? Double(node, 0) : 0, y = count > 1 ? Double(node, 1) : 0;
    bool minus_zero_matters = node.payload().number == 0;
    switch (node.kind()) {
      case kInt32Constant: return give(node.payload().number);
      case kFloat64Constant: return give_double(node.payload().value);
      case kAddInt32: return give(a + b);
      case kSubInt32: return give(a - b);
      case kMulInt32: return give(a * b);
      case kAndInt32: return give(a & b);
      case kOrInt32: return give(a | b);
      case kXorInt32: return give(a ^ b);
      case kNotInt32: return give(~a);
      case kShlInt32: return give(static_cast<int64_t>(static_cast<uint64_t>(a) << (b & 31)));
      case kSarInt32: return give(a >> (b & 31));
      case kAddInt32Checked: return give_checked(a + b);
      case kSubInt32Checked: return give_checked(a - b);
      case kMulInt32Checked:
        if (minus_zero_matters && a * b == 0 && (a < 0 || b < 0)) return false;
        return give_checked(a * b);
      case kNegateInt32Checked: return (a != 0 || !minus_zero_matters) && give_checked(-a);
      // A divisor of −1 exits whatever the dividend is.
      case kDivInt32Checked:
        if (b == 0 || b == -1 || a % b != 0 || (minus_zero_matters && a == 0 && b < 0)) return false;
        return give(a / b);
      case kModInt32Checked:
        if (b == 0 || b == -1 || (minus_zero_matters && a < 0)) return false;
        return give(a % b);
      case kAddFloat64: return give_double(x + y);
      case kSubFloat64: return give_double(x - y);
      case kMulFloat64: return give_double(x * y);
      case kDivFloat64: return give_double(x / y);
      case kNegateFloat64: return give_double(-x);
      case kAbsFloat64: return give_double(std::fabs(x));
      case kSqrtFloat64: return give_double(std::sqrt(x));
      case kInt32ToFloat64: return give_double(static_cast<double>(a));
      case kFloat64ToInt32:
        if (!(x >= INT32_MIN && x <= INT32_MAX) || x != std::floor(x) || (x == 0 && std::signbit(x)))
          return false;
        return give(static_cast<int64_t>(x));
      case kShrInt32: return give(static_cast<uint32_t>(a) >> (b & 31));
      case kUint32ToInt32: return a >= 0 && give(a);
      case kUint32ToFloat64: return give_double(static_cast<uint32_t>(a));
      case kInt32ToSmiChecked: return give_checked(2 * a);
      case kCheckSmi: return give(a);
      case kSmiToInt32: return give(a >> 1);
      case kCheckIndex: return static_cast<uint32_t>(a) < static_cast<uint32_t>(b) && give(a);
      case kNot: return give(a == 0);
      case kCompareInt32: return give(Compare(static_cast<Condition>(node.payload().condition), a, b));
      case kCompareFloat64:
        return give(Compare(static_cast<DoubleCondition>(node.payload().condition), x, y));
      default: ADD_FAILURE() << node.info().name; return true;
    }
  }
  static bool Compare(Condition c, int64_t a, int64_t b) {
    switch (c) {
      case Condition::kEqual: return a == b;
      case Condition::kNotEqual: return a != b;
      case Condition::kLess: return a < b;
      case Condition::kGreaterEqual: return a >= b;
      case Condition::kGreater: return a > b;
      default: return a <= b;
    }
  }
  static bool Compare(DoubleCondition c, double a, double b) {
    bool is_true = false;
    switch (static_cast<DoubleCondition>(static_cast<uint8_t>(c) & ~1)) {
      case DoubleCondition::kEqual: is_true = a == b; break;
      case DoubleCondition::kLess: is_true = a < b; break;
      case DoubleCondition::kLessEqual: is_true = a <= b; break;
      case DoubleCondition::kGreater: is_true = a > b; break;
      default: is_true = a >= b; break;
    }
    return is_true != ((static_cast<uint8_t>(c) & 1) != 0);
  }

  std::vector<uint64_t> values_;
};

// ---- Running ----

// What machine code finds by kBase.
struct Area {
  uint32_t exit_number;
  alignas(8) uint64_t parking[EmissionPlaces::kParkingPlaces];
  uint64_t general[32];
  double doubles[32];
};
struct Table {
  const void* leave;
};
using Code = __attribute__((preserve_none)) void (*)(const void* pc, uint32_t* frame, Area*, const Table*);
HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address", "undefined"))) void Leave(
    const void*, uint32_t*, Area*, const Table*) {}
const Table kTable = {reinterpret_cast<const void*>(&Leave)};
// Machine code keeps none of the caller's registers: no locals here, and no sanitizer.
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) void Enter(uint32_t* frame,
                                                                                              Area* area,
                                                                                              Code code) {
  code(nullptr, frame, area, &kTable);
}

constexpr FrameRoom kRoom = {.frame_size = 300, .first_free = 80, .tagged_words = 18, .slack_words = 64};

uint64_t ValueAt(Location l, const Node& value, const Area& area, const uint32_t* frame) {
  bool is_double = value.representation() == Representation::kFloat64;
  uint64_t bits = 0;
  switch (l.kind) {
    case Location::kGeneral: bits = area.general[l.index]; break;
    case Location::kDouble: bits = std::bit_cast<uint64_t>(area.doubles[l.index]); break;
    case Location::kWord: std::memcpy(&bits, frame + l.index * (HALFWORD_COMPRESS ? 1 : 2), 8); break;
    case Location::kConstant:
      bits = is_double ? std::bit_cast<uint64_t>(value.payload().value)
                       : static_cast<uint32_t>(value.payload().number);
      break;
    case Location::kNowhere: ADD_FAILURE() << "n" << value.id() << " is nowhere"; break;
  }
  return is_double ? bits : static_cast<uint32_t>(bits);
}

void CompareRun(const Graph& graph, uint32_t seed) {
  std::string error;
  auto allocation = Allocation::Run(graph, kRoom, &error);
  ASSERT_NE(allocation, nullptr) << error;
  ASSERT_EQ(allocation->Check(), "") << seed << graph.ToText() << allocation->ToText();
  Masm masm;
  EmissionPlaces places{Memory::At(kBase, offsetof(Area, exit_number)),
                        Memory::At(kBase, offsetof(Area, parking))};
  Emission emission(graph, *allocation, places, masm);
  ASSERT_EQ(emission.Run(), "");
  masm.Bind(emission.common_exit());
  masm.Bind(emission.leave());
  for (uint8_t r = 0; r < 32; r++) {
    if (kAllocatable.Has(Gpr{r}))
      masm.Store64(Memory::At(kBase, static_cast<int32_t>(offsetof(Area, general)) + 8 * r), Gpr{r});
    if (kAllocatableDoubles >> r & 1)
      masm.StoreDouble(Memory::At(kBase, static_cast<int32_t>(offsetof(Area, doubles)) + 8 * r), Fpr{r});
  }
  masm.JumpTo(Memory::At(kMachine, offsetof(Table, leave)));
  CodeBytes bytes = masm.Finish();
  const uint8_t* code = CodeSpace::Get().Add(bytes);
  if (code == nullptr) GTEST_SKIP() << "no memory to execute";
  static Area area;
  static uint32_t frame[1024];
  std::memset(frame, 0xcd, sizeof frame);
  area.exit_number = 12345678;
  Enter(frame, &area, std::bit_cast<Code>(code));
  CodeSpace::Get().Remove(code, bytes.size());

  Exit expected = Evaluator().Run(graph);
  ASSERT_LT(area.exit_number, emission.exits().size()) << seed;
  ASSERT_EQ(emission.exits()[area.exit_number], expected.node) << seed << "\n"
                                                               << graph.ToText() << allocation->ToText();
  for (auto [value, bits] : expected.values) {
    uint64_t found = ValueAt(allocation->InState(*expected.node, *value), *value, area, frame);
    bool are_nans = value->representation() == Representation::kFloat64 &&
                    std::isnan(std::bit_cast<double>(bits)) && std::isnan(std::bit_cast<double>(found));
    ASSERT_TRUE(found == bits || are_nans)
        << "seed " << seed << ", n" << value->id() << " is " << found << ", not " << bits << "\n"
        << graph.ToText() << allocation->ToText();
  }
}

TEST(EmissionTest, RandomGraphsOfNumbers) {
  for (uint32_t seed = 1; seed <= (HALFWORD_ASSERTS ? 300 : 3000); seed++) {
    RandomGraph random(seed, 2 + seed % 40, 20 + seed % 150, RandomGraph::kNumbers);
    ASSERT_EQ(random.graph.Verify(), "") << "seed " << seed << "\n" << random.graph.ToText();
    CompareRun(random.graph, seed);
    if (::testing::Test::HasFatalFailure() || ::testing::Test::IsSkipped()) return;
  }
}

}  // namespace
}  // namespace halfword::jit
