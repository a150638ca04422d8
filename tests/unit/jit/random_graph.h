// Functions by chance, for tests of what works on graphs.
#ifndef HALFWORD_TESTS_UNIT_JIT_RANDOM_GRAPH_H_
#define HALFWORD_TESTS_UNIT_JIT_RANDOM_GRAPH_H_

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "jit/graph/graph.h"
#include "math/functions.h"
#include "platform/arena.h"

namespace halfword::jit {

// Makes a function of variables, each of one kind: int32, double or tagged. A variable is the interpreter's
// register of its number.
class RandomGraph {
 public:
  enum What {
    kAnything,
    // What has no memory: loops end, and the function ends in an Exit with all variables. Those that are
    // tagged are numbers, most of them.
    kNumbers,
  };
  RandomGraph(uint32_t seed, uint32_t variables, uint32_t statements, What what = kAnything)
      : graph(arena), what_(what), random_(seed), count_(variables), left_(statements) {
    unit_ = graph.NewUnit(8, 16, nullptr, 0, 0);
    block_ = graph.NewBlock();
    for (uint32_t v = 0; v < count_; v++) {
      now_.push_back(
          KindOf(v) == kTagged  ? graph.Append(block_, NodeKind::kParameter, {}, Payload::Register(v + 1))
          : KindOf(v) == kInt32 ? graph.Int32(static_cast<int32_t>(Next(2) == 0 ? random_() : Next(1000)))
                                : graph.Float64((static_cast<int32_t>(random_()) % 1000) * 0.25));
    }
    Statements(4);
    while (what_ == kNumbers && left_ > 0) Statements(4);
    if (what_ == kNumbers) {
      graph.End(block_, NodeKind::kExit, {}, {}, {}, State(false, true));
    } else {
      graph.End(block_, NodeKind::kReturn, {now_[Any(kTagged)]}, {});
    }
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
  // What may be checked: it stays what it is as long as the check's value is used. A word of the frame is
  // written by calls.
  Node* Checkable() {
    for (int n = 0; n < 4; n++) {
      Node* value = Tagged();
      bool is_word = value->Is(NodeKind::kParameter) || value->Is(NodeKind::kRegisterBehind);
      if (what_ == kNumbers || !is_word) return value;
    }
    return graph.Constant(0x07, kUndefinedType);
  }
  // Before the next instruction, or behind the one that was made last.
  const FrameState* State(bool is_behind = false, bool has_all = false) {
    std::vector<FrameState::Register> registers;
    for (uint32_t v = 0; v < count_; v++) {
      if (has_all || Next(4) != 0) registers.push_back({v + 1, now_[v]});
    }
    if (!is_behind) offset_ += 4;
    return graph.NewState({unit_, nullptr, offset_, is_behind, nullptr, nullptr, {}}, registers);
  }
  Node* Add(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {}) {
    const FrameState* state = InfoOf(kind).flags & kMayExit ? State() : nullptr;
    return graph.Append(block_, kind, inputs, payload, state);
  }

  Node* MakeInt() {
    using enum NodeKind;
    NodeKind kinds[] = {kAddInt32,        kSubInt32,        kMulInt32,        kAndInt32,
                        kOrInt32,         kXorInt32,        kShlInt32,        kSarInt32,
                        kAddInt32Checked, kSubInt32Checked, kMulInt32Checked, kDivInt32Checked,
                        kModInt32Checked};
    // The last three exit with most operands.
    NodeKind kind = kinds[Next(Next(4) == 0 ? std::size(kinds) : std::size(kinds) - 3)];
    Node *a = Int(), *b = Int();
    // An integer that something else is made of.
    auto made = [&](NodeKind by) { return Next(8) == 0 ? nullptr : Add(by, {a}); };
    switch (Next(24)) {
      case 0: return Add(kNegateInt32Checked, {a}, Payload::Number(static_cast<int32_t>(Next(2))));
      case 1: return Add(kNotInt32, {a});
      case 2:
        if (Node* d = made(kInt32ToFloat64)) return Add(kFloat64ToInt32, {d});
        return Add(kFloat64ToInt32, {Double()});
      case 3: return Add(kUint32ToInt32, {Add(kShrInt32, {a, b})});
      case 4: return Add(kSmiToInt32, {Add(kCheckSmi, {Add(kInt32ToSmiChecked, {Small(a)})})});
      case 5:
        return Next(8) == 0 ? Add(kCheckIndex, {a, b}) : Add(kCheckIndex, {Small(a), graph.Int32(1 << 20)});
      case 6: return Add(kTruncateFloat64, {Double()});
      case 7: return Add(kTruncateTagged, {Tagged()});
      case 8:
        if (Node* v = made(kInt32ToTagged)) return Add(kTaggedToInt32, {v});
        return Add(kTaggedToInt32, {Tagged()});
      default: break;
    }
    bool has_number = InfoOf(kind).payload == PayloadKind::kNumber;  // whether −0 does not matter
    return Add(kind, {a, b}, has_number ? Payload::Number(static_cast<int32_t>(Next(2))) : Payload());
  }
  Payload AnyMathFunction() {
    const auto count = static_cast<uint32_t>(math::Function::kPow) + 1;
    return Payload::Number(static_cast<int32_t>(Next(count)));
  }
  // Most are made small.
  Node* Small(Node* n) { return Next(8) == 0 ? n : Add(NodeKind::kAndInt32, {n, graph.Int32(0xfffff)}); }
  void Assign() {
    using enum NodeKind;
    switch (Next(3)) {
      case 0: now_[Any(RandomGraph::kInt32)] = MakeInt(); return;
      case 1: {
        NodeKind kinds[] = {kAddFloat64, kSubFloat64, kMulFloat64, kDivFloat64};
        Node* made = Next(5) == 0   ? Add(kInt32ToFloat64, {Int()})
                     : Next(8) == 0 ? Add(kNegateFloat64, {Double()})
                     : Next(8) == 0 ? Add(kAbsFloat64, {Double()})
                     : Next(8) == 0 ? Add(kSqrtFloat64, {Double()})
                     : Next(8) == 0 ? Add(kUint32ToFloat64, {Add(kShrInt32, {Int(), Int()})})
                     : Next(5) == 0 ? Add(kTaggedToFloat64, {Tagged()})
                     : Next(8) == 0 ? Add(kCanonicalNaN, {Double()})
                     : Next(8) == 0 ? Add(kModFloat64, {Double(), Double()})
                     : Next(8) == 0 ? Add(kMathFunction, {Double(), Double()}, AnyMathFunction())
                                    : Add(kinds[Next(4)], {Double(), Double()});
        now_[Any(RandomGraph::kDouble)] = made;
        return;
      }
      default: {
        if (what_ == kNumbers) {
          now_[Any(RandomGraph::kTagged)] = MakeValue();
          return;
        }
        Node* made = Next(4) == 0   ? Add(kInt32ToTagged, {Int()})
                     : Next(4) == 0 ? Add(kBox, {Double()})
                     : Next(3) == 0 ? Add(kCheckObject, {Checkable()})
                                    : Add(kLoadField, {Tagged()}, Payload::Offset(3));
        now_[Any(RandomGraph::kTagged)] = made;
        if (Next(4) == 0) Add(kStoreField, {Tagged(), Tagged()}, Payload::Offset(3));
        return;
      }
    }
  }
  Node* MakeValue() {
    using enum NodeKind;
    // Some are known for what they are.
    auto known = [&](Node* node, TypeSet types) {
      if (Next(2) == 0) node->set_types(types);
      return node;
    };
    switch (Next(8)) {
      case 0: return known(Add(kInt32ToTagged, {Int()}), kNumberTypes);
      case 1: return known(Add(kUint32ToTagged, {Add(kShrInt32, {Int(), Int()})}), kNumberTypes);
      case 2: return known(Add(kFloat64ToTagged, {Double()}), kNumberTypes);
      case 3: return known(Add(kBox, {Double()}), kDoubleType);
      case 4:
        return Next(4) == 0 ? known(Add(kBoolToTagged, {Condition()}), kBooleanType)
                            : Add(kCheckNotHole, {Checkable()});
      case 5: return Add(kInt32ToSmiChecked, {Small(Int())});
      case 6: return known(Add(kFloat64ToTagged, {Add(kInt32ToFloat64, {Int()})}), kNumberTypes);
      default: {
        constexpr uint64_t kValues[] = {0x07, 0x0f, 0x17, 0x1f, 0, 2, 14};
        uint64_t bits = kValues[Next(std::size(kValues))];
        return graph.Constant(bits, (bits & 1) == 0 ? kSmiType : kUndefinedType | kNullType | kBooleanType);
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
    Node* acc = graph.Append(block_, NodeKind::kGeneric, inputs, Payload::Call(call), State(true));
    now_[Any(kTagged)] = acc;
    if (Next(2) == 0) {
      uint32_t v = Any(kTagged);
      now_[v] = graph.Append(block_, NodeKind::kRegisterBehind, {acc}, Payload::Register(v + 1));
    }
  }
  Node* Condition() {
    using enum NodeKind;
    if (what_ == kNumbers && Next(3) == 0) {
      switch (Next(4)) {
        case 0: return Add(kToBoolean, {Tagged()});
        case 1: return Add(kIsType, {Tagged()}, Payload::Number(static_cast<int32_t>(Next(9))));
        case 2: return Add(kSameBits, {Tagged(), Tagged()});
        default: return Add(kStrictlyEqual, {Tagged(), Tagged()});
      }
    }
    if (Next(3) == 0) {
      Payload condition = Payload::Condition(static_cast<uint8_t>(Next(10)));
      return Add(NodeKind::kCompareFloat64, {Double(), Double()}, condition);
    }
    Node* made =
        Add(NodeKind::kCompareInt32, {Int(), Int()}, Payload::Condition(static_cast<uint8_t>(Next(6))));
    return Next(4) == 0 ? Add(NodeKind::kNot, {made}) : made;
  }
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
    if (what_ == kNumbers && Next(2) == 0)
      Add(NodeKind::kSpendFuel, {}, Payload::Number(static_cast<int32_t>(1 + Next(3))));
    Node* turn = graph.NewPhi(header, Representation::kInt32, count_ + 1 + depth, {});
    Statements(depth - 1);
    Node* next = graph.Append(block_, NodeKind::kAddInt32, {turn, graph.Int32(1)});
    Node* condition = what_ == kNumbers ? graph.Append(block_, NodeKind::kCompareInt32,
                                                       {next, graph.Int32(static_cast<int32_t>(1 + Next(4)))},
                                                       Payload::Condition(2))  // less
                                        : Condition();
    Block* targets[] = {back, behind};
    graph.End(block_, NodeKind::kBranch, {condition}, targets);
    block_ = back;
    Goto(header);
    for (uint32_t v = 0; v < count_; v++) {
      Node* inputs[] = {before[v], now_[v]};
      graph.SetPhiInputs(phis[v], inputs);
    }
    Node* turns[] = {graph.Int32(0), next};
    graph.SetPhiInputs(turn, turns);
    block_ = behind;
  }
  void Statements(uint32_t depth) {
    uint32_t count = 1 + Next(8);
    for (uint32_t n = 0; n < count && left_ > 0; n++) {
      left_--;
      uint32_t what = Next(12);
      if (what == 0 && depth > 0) {
        If(depth);
      } else if (what == 1 && depth > 0) {
        Loop(depth);
      } else if (what == 2 && what_ == kAnything) {
        Call();
      } else {
        Assign();
      }
    }
  }

  const What what_;
  std::mt19937 random_;
  uint32_t count_, left_, offset_ = 0;
  Unit* unit_;
  Block* block_;
  std::vector<Node*> now_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_TESTS_UNIT_JIT_RANDOM_GRAPH_H_
