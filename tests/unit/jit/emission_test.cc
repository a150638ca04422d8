// Random functions of numbers and Values, compiled and run, against what their nodes say: which exit is
// taken, and every value that its state names, from the register or word that it is said to be in.
#include "jit/passes/emission.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <unordered_map>

#include "fake_heap.h"
#include "jit/graph/value_range.h"
#include "jit/optimizations/value_numbers.h"
#include "math/functions.h"
#include "random_graph.h"

namespace halfword::jit {
namespace {

// ---- What nodes mean ----

struct Exit {
  const Node* node = nullptr;
  std::vector<uint64_t> values;  // of the state, in its order; bits of doubles
};

// What machine code would put on the heap lies in a list here.
class Evaluator {
 public:
  // Of a box as of others on the heap.
  double NumberOf(uint64_t v) const { return IsNew(v) ? boxes_[(v & ~kNew) >> 3] : heap_.NumberOf(v); }

  // Begins with the frame and the budget as they are in the heap.
  Exit Run(const Graph& graph) {
    values_.assign(graph.node_count(), 0);
    budget_ = heap_.front().budget;
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
        } else if (!IsInRange(*node)) {
          ADD_FAILURE() << "n" << node->id() << " is beyond its range\n" << graph.ToText();
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
  bool IsInRange(const Node& node) const {
    const uint64_t bits = values_[node.id()];
    const ValueRange range = RangeOf(node);
    switch (node.representation()) {
      case Representation::kInt32: return range.Has(static_cast<int32_t>(bits));
      case Representation::kUint32: return range.Has(static_cast<uint32_t>(bits));
      case Representation::kSmi: return range.Has(static_cast<int32_t>(bits) >> 1);
      default: return true;
    }
  }
  Exit ExitAt(const Node& node) {
    Exit exit{&node, {}};
    node.state()->ForEachNode([&](const Node* value) { exit.values.push_back(values_[value->id()]); });
    return exit;
  }
  int32_t Int(const Node& node, uint32_t i) const {
    return static_cast<int32_t>(values_[node.input(i)->id()]);
  }
  double Double(const Node& node, uint32_t i) const {
    return std::bit_cast<double>(values_[node.input(i)->id()]);
  }
  static constexpr uint64_t kNew = uint64_t{1} << 63;
  static bool IsNew(uint64_t v) { return FakeHeap::IsBox(v) && (v & kNew) != 0; }
  bool IsNumber(uint64_t v) const { return heap_.IsNumber(v); }
  uint64_t NewBox(double d) {
    boxes_.push_back(d);
    return kNew | (boxes_.size() - 1) << 3 | value_bits::kNumberTag;
  }
  uint64_t ToTagged(double d) {
    bool is_smi = d >= -0x1p30 && d < 0x1p30 && d == std::floor(d) && !(d == 0 && std::signbit(d));
    return is_smi ? FakeHeap::Smi(static_cast<int32_t>(d)) : NewBox(d);
  }
  bool ToBoolean(uint64_t v) const {
    if (IsNumber(v)) return NumberOf(v) != 0 && !std::isnan(NumberOf(v));
    return heap_.ToBoolean(v);
  }
  bool AreStrictlyEqual(uint64_t a, uint64_t b) const {
    return IsNumber(a) && IsNumber(b) ? NumberOf(a) == NumberOf(b) : a == b;
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
    uint64_t v = count > 0 ? values_[node.input(0)->id()] : 0,
             w = count > 1 ? values_[node.input(1)->id()] : 0;
    auto give_value = [&](uint64_t bits) {
      values_[node.id()] = bits;
      return true;
    };
    auto give_if_int32 = [&](double d) {
      bool is_int32 = d >= INT32_MIN && d <= INT32_MAX && d == std::floor(d) && !(d == 0 && std::signbit(d));
      return is_int32 && give(static_cast<int64_t>(d));
    };
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
      case kFloat64ToInt32: return give_if_int32(x);
      case kTruncateFloat64: return give(ToInt32(x));
      case kCanonicalNaN: return std::isnan(x) ? give_value(heap_.layout().visible_nan) : give_double(x);
      case kModFloat64: return give_double(std::fmod(x, y));
      case kMathFunction:
        return give_double(math::Evaluate(static_cast<math::Function>(node.payload().number), x, y));
      case kShrInt32: return give(static_cast<uint32_t>(a) >> (b & 31));
      case kUint32ToInt32: return a >= 0 && give(a);
      case kUint32ToFloat64: return give_double(static_cast<uint32_t>(a));
      case kInt32ToSmiChecked:
        return 2 * a == static_cast<int32_t>(2 * a) && give_value(FakeHeap::Smi(static_cast<int32_t>(a)));
      case kCheckSmi: return FakeHeap::IsSmi(v) && give_value(v);
      case kConstant: return give_value(node.payload().bits);
      case kParameter: return give_value(heap_.Word(static_cast<int32_t>(node.payload().reg)));
      case kInt32ToTagged: return give_value(ToTagged(static_cast<double>(a)));
      case kUint32ToTagged: return give_value(ToTagged(static_cast<uint32_t>(a)));
      case kFloat64ToTagged: return give_value(ToTagged(x));
      case kBox: return give_value(NewBox(x));
      case kBoolToTagged: return give_value(a != 0 ? value_bits::kTrue : value_bits::kFalse);
      case kTaggedToFloat64: return IsNumber(v) && give_double(NumberOf(v));
      case kTaggedToInt32: return IsNumber(v) && give_if_int32(NumberOf(v));
      case kTruncateTagged: return IsNumber(v) && give(ToInt32(NumberOf(v)));
      case kToBoolean: return give(ToBoolean(v));
      case kSameBits: return give(v == w);
      case kStrictlyEqual: return give(AreStrictlyEqual(v, w));
      case kIsType: {
        auto kind = static_cast<TypeOfKind>(node.payload().number);
        return give(IsNumber(v) ? kind == TypeOfKind::kNumber : heap_.IsType(v, kind));
      }
      case kCheckNotHole: return v != value_bits::kHole && give_value(v);
      case kSpendFuel:
        if (budget_ >= node.payload().number) return give(budget_ -= node.payload().number);
        if (heap_.fuel_at_poll == 0) return false;
        budget_ = heap_.fuel_at_poll;
        return true;
      case kSmiToInt32: return give(static_cast<int32_t>(a) >> 1);
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

  FakeHeap& heap_ = FakeHeap::Get();
  std::vector<uint64_t> values_;
  std::vector<double> boxes_;
  int32_t budget_ = 0;
};

// ---- Running ----

// Half of the graphs are compiled with their values numbered, and evaluated as they were before. *refused is
// how often the allocation has given up: such functions are refused.
void CompareRun(Graph& graph, uint32_t seed, int* refused) {
  FakeHeap& heap = FakeHeap::Get();
  heap.Reset();
  // Parameters; how much room and fuel there is.
  std::vector<FakeHeap::Bits> values = heap.Values();
  for (uint32_t word = 1; word < 64; word++) {
    // Most are numbers: others end the run soon.
    uint32_t n = (seed * 37 + word * 11) % static_cast<uint32_t>(values.size());
    heap.Word(static_cast<int32_t>(word)) = static_cast<FakeHeap::WordBits>(
        word % 5 == 0 || heap.IsNumber(values[n]) ? values[n] : FakeHeap::Smi(static_cast<int32_t>(n)));
  }
  heap.front().bump_limit = heap.front().bump_top + seed % 64 * 16;
  heap.front().budget = static_cast<int32_t>(seed % 7);
  heap.fuel_at_poll = seed % 8 == 0 ? 0 : 1 + static_cast<int32_t>(seed % 3);
  const std::string text = graph.ToText();
  Evaluator evaluator;
  Exit expected = evaluator.Run(graph);
  if (seed % 2 == 0) {
    NumberValues(graph);
    ASSERT_EQ(graph.Verify(), "") << "seed " << seed << "\n" << text << graph.ToText();
  }
  CompiledGraph code(graph);
  if (code.is_impossible()) GTEST_SKIP() << code.error();
  if (code.error() == "a node wants more registers than there are") {
    ++*refused;
    return;
  }
  ASSERT_EQ(code.error(), "") << seed << graph.ToText();
  auto context = [&] {
    return "seed " + std::to_string(seed) + "\n" + text + graph.ToText() + code.allocation().ToText();
  };
  const Node* exit = code.Run();
  ASSERT_NE(exit, nullptr) << context();
  ASSERT_EQ(exit->id(), expected.node->id()) << context();
  std::vector<const Node*> values_there;
  exit->state()->ForEachNode([&](const Node* value) { values_there.push_back(value); });
  ASSERT_EQ(values_there.size(), expected.values.size());
  for (size_t n = 0; n < values_there.size(); n++) {
    const Node* value = values_there[n];
    const uint64_t bits = expected.values[n];
    uint64_t found = code.ValueOf(*value);
    bool is_same = found == bits;
    if (value->representation() == Representation::kFloat64) {
      is_same |= std::isnan(std::bit_cast<double>(bits)) && std::isnan(std::bit_cast<double>(found));
    } else if (value->representation() == Representation::kTagged && FakeHeap::IsBox(bits) &&
               FakeHeap::IsBox(found) && heap.IsOnHeap(found)) {
      double a = evaluator.NumberOf(bits), b = heap.NumberOf(found);
      is_same |= std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b) || (std::isnan(a) && std::isnan(b));
    }
    ASSERT_TRUE(is_same) << "n" << value->id() << " is " << found << ", not " << bits << "\n" << context();
  }
}

TEST(EmissionTest, RandomGraphsOfNumbers) {
  int refused = 0;
  for (uint32_t seed = 1; seed <= (HALFWORD_ASSERTS ? 100 : 1000); seed++) {
    RandomGraph random(seed, 3 + seed * 7 % 60, 20 + seed % 150, RandomGraph::kNumbers);
    ASSERT_EQ(random.graph.Verify(), "") << "seed " << seed << "\n" << random.graph.ToText();
    CompareRun(random.graph, seed, &refused);
    if (::testing::Test::HasFatalFailure() || ::testing::Test::IsSkipped()) return;
  }
  EXPECT_LE(refused, 2);
}

}  // namespace
}  // namespace halfword::jit
