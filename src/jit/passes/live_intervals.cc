#include "jit/passes/live_intervals.h"

namespace halfword::jit {

namespace {

using namespace target_registers;  // NOLINT

bool Has(const std::vector<uint64_t>& bits, uint32_t n) { return (bits[n / 64] >> n % 64 & 1) != 0; }
void Set(std::vector<uint64_t>& bits, uint32_t n) { bits[n / 64] |= uint64_t{1} << n % 64; }
void Clear(std::vector<uint64_t>& bits, uint32_t n) { bits[n / 64] &= ~(uint64_t{1} << n % 64); }
template <class F>
void ForEachBit(const std::vector<uint64_t>& bits, F f) {
  for (uint32_t w = 0; w < bits.size(); w++) {
    for (uint64_t word = bits[w]; word != 0; word &= word - 1)
      f(w * 64 + static_cast<uint32_t>(__builtin_ctzll(word)));
  }
}

}  // namespace

uint32_t Interval::Meets(const Interval& other) const {
  if (ranges.empty() || other.ranges.empty()) return kNever;
  // What calls take has as many ranges as there are calls.
  auto first_behind = [](const std::vector<Range>& all, uint32_t position) {
    return static_cast<size_t>(
        std::partition_point(all.begin(), all.end(), [&](const Range& r) { return r.to <= position; }) -
        all.begin());
  };
  size_t a = first_behind(ranges, other.begin()), b = first_behind(other.ranges, begin());
  while (a < ranges.size() && b < other.ranges.size()) {
    const Range &x = ranges[a], &y = other.ranges[b];
    if (y.from >= end()) return kNever;
    if (x.to <= y.from) {
      a++;
    } else if (y.to <= x.from) {
      b++;
    } else {
      return std::max(x.from, y.from);
    }
  }
  return kNever;
}

uint32_t Interval::NextUse(uint32_t from, bool must) const {
  for (const Use& use : uses) {
    if (use.position < from || use.policy == Policy::kAnywhere) continue;
    if (!must || use.policy != Policy::kPreferred) return use.position;
  }
  return kNever;
}

uint32_t Interval::NextUseOrMove(uint32_t from) const {
  const auto move = std::lower_bound(moves.begin(), moves.end(), from);
  const uint32_t use = NextUse(from, false);
  return move == moves.end() ? use : std::min(use, *move);
}

LiveIntervals::LiveIntervals(const Graph& graph) : graph_(graph) {
  intervals_.resize(graph.node_count());
  fixed_[0].resize(kGprCount);
  fixed_[1].resize(kFprCount);
  Number();
  Build();
}

void LiveIntervals::Number() {
  positions_.assign(graph_.node_count(), 0);
  uint32_t position = 0;
  for (const Block* block : graph_.blocks()) {
    begins_.push_back(position);
    block->ForEachNode([&](const Node* node) {
      if (!node->Is(NodeKind::kPhi)) position += kStep;
      positions_[node->id()] = node->Is(NodeKind::kPhi) ? begins_.back() : position;
    });
    position += kStep;
  }
  begins_.push_back(position);
}

const Block& LiveIntervals::BlockAt(uint32_t position) const {
  auto behind = std::upper_bound(begins_.begin(), begins_.end() - 1, position);
  return *graph_.blocks()[static_cast<size_t>(behind - begins_.begin()) - 1];
}

void LiveIntervals::Build() {
  size_t words = graph_.node_count() / 64 + 1;
  live_in_.assign(graph_.blocks().size(), Bits(words));
  loop_ends_.resize(graph_.blocks().size());
  for (size_t n = graph_.blocks().size(); n-- > 0;) BuildBlock(*graph_.blocks()[n]);
  // They were made from the end to the beginning.
  auto turn = [](Interval& interval) {
    std::reverse(interval.ranges.begin(), interval.ranges.end());
    std::sort(interval.uses.begin(), interval.uses.end(),
              [](const Use& a, const Use& b) { return a.position < b.position; });
    std::sort(interval.moves.begin(), interval.moves.end());
  };
  for (Interval& interval : intervals_) turn(interval);
  for (auto& registers : fixed_) {
    for (Interval& interval : registers) turn(interval);
  }
  turn(calls_);
}

// Ranges come from the end to the beginning, but for those of loops, which may reach over later ones.
void LiveIntervals::AddRange(Interval& interval, uint32_t from, uint32_t to) {
  auto& ranges = interval.ranges;
  while (!ranges.empty() && ranges.back().from <= to) {
    from = std::min(from, ranges.back().from);
    to = std::max(to, ranges.back().to);
    ranges.pop_back();
  }
  ranges.push_back({from, to});
}

void LiveIntervals::Take(RegisterClass c, uint32_t reg, uint32_t from, uint32_t to) {
  AddRange(fixed(c)[reg], from, to);
}

void LiveIntervals::AddUse(const Node& value, uint32_t block_begin, uint32_t position, uint32_t to,
                           Policy policy, Bits* live) {
  Interval& interval = intervals_[value.id()];
  AddRange(interval, block_begin, to);
  interval.uses.push_back({position, policy});
  Set(*live, value.id());
}

void LiveIntervals::BuildBlock(const Block& block) {
  Bits live(live_in_[block.order].size());
  const uint32_t begin = BeginOf(block), end = EndOf(block);
  for (const Block* to : block.successors) {
    for (size_t w = 0; w < live.size(); w++) live[w] |= live_in_[to->order][w];
    uint32_t n = to->NumberOfPredecessor(block);
    to->ForEachPhi([&](const Node* phi) {
      Clear(live, phi->id());
      const Node& input = Unchecked(*phi->input(n));
      if (!IsConstant(input)) Set(live, input.id());
    });
    // Where an input of one phi is another phi of the same block, it is live here.
    to->ForEachPhi([&](const Node* phi) {
      const Node& input = Unchecked(*phi->input(n));
      if (IsConstant(input)) return;
      Set(live, input.id());
      intervals_[input.id()].moves.push_back(end - 1);
    });
  }
  ForEachBit(live, [&](uint32_t id) { AddRange(intervals_[id], begin, end); });
  std::vector<const Node*> nodes;
  block.ForEachNode([&](const Node* node) { nodes.push_back(node); });
  for (size_t n = nodes.size(); n-- > 0;) {
    if (nodes[n]->Is(NodeKind::kPhi)) {
      Clear(live, nodes[n]->id());
      Interval& interval = intervals_[nodes[n]->id()];
      interval.value = nodes[n];
      interval.register_class = ClassOf(nodes[n]->representation());
      if (interval.ranges.empty()) AddRange(interval, begin, begin + kStep);
    } else {
      BuildNode(*nodes[n], &live);
    }
  }
  if (block.is_loop_header) {
    const Block* last = &block;
    for (const Block* from : block.predecessors) {
      if (from->order > last->order) last = from;
    }
    const uint32_t loop_end = loop_ends_[block.order] = EndOf(*last);
    // What lives at the header lives in all of the loop.
    ForEachBit(live, [&](uint32_t id) {
      Interval& interval = intervals_[id];
      AddRange(interval, begin, loop_end);
      // So far all are from here on, in descending order.
      bool is_used = !interval.moves.empty() && interval.moves.back() < loop_end;
      for (auto use = interval.uses.rbegin();
           !is_used && use != interval.uses.rend() && use->position < loop_end; ++use)
        is_used = use->policy != Policy::kAnywhere;
      if (is_used) interval.moves.push_back(loop_end - 1);
    });
    for (uint32_t order = block.order; order <= last->order; order++) {
      for (size_t w = 0; w < live.size(); w++) live_in_[order][w] |= live[w];
    }
  }
  for (size_t w = 0; w < live.size(); w++) live_in_[block.order][w] |= live[w];
}

void LiveIntervals::BuildNode(const Node& node, Bits* live) {
  if (node.Is(NodeKind::kSunkObject)) return;  // states want its inputs
  const uint32_t position = PositionOf(node), begin = BeginOf(*node.block());
  Constraints c = ConstraintsOf(node);
  Interval& interval = intervals_[node.id()];
  const RegisterClass result = node.Has(kIsCheck) ? RegisterClass::kNone : ClassOf(node.representation());
  if (c.loses_all) AddRange(calls_, position + kLoses, position + kResult);
  for (uint32_t r = 0; r < kGprCount; r++) {
    if (c.lost_general >> r & 1) Take(RegisterClass::kGeneral, r, position, position + kResult);
  }
  // What it makes.
  if (result != RegisterClass::kNone) {
    interval.value = &node;
    interval.register_class = result;
    Clear(*live, node.id());
    if (!IsConstant(node)) {
      uint32_t from = c.output.policy == Policy::kSame ? position : position + kResult;
      if (c.output.policy == Policy::kFixed) {
        interval.hint = c.output.fixed;
        if (!c.loses_all) Take(result, c.output.fixed, position + kLoses, position + kResult);
      }
      if (interval.ranges.empty()) {
        AddRange(interval, from, position + kStep);
      } else {
        interval.ranges.back().from = from;
      }
      if (!IsFrameWord(node)) interval.uses.push_back({from, Policy::kRegister});
    }
  }
  // What it exits with, behind all that it does.
  if (node.state() != nullptr) {
    node.state()->ForEachNode([&](const Node* named) {
      const Node& value = Unchecked(*named);
      if (&value == &node || IsConstant(value)) return;
      // One that lives on behind the node lives here too, and wants no register.
      if (Has(*live, value.id())) return;
      AddUse(value, begin, position, position + kStep, Policy::kAnywhere, live);
    });
  }
  for (int n = 0; n < c.general_temporaries + c.double_temporaries; n++) {
    auto& temporary = temporaries_.emplace_back(LiveIntervals::Temporary{&node, {}}).interval;
    temporary.register_class = n < c.general_temporaries ? RegisterClass::kGeneral : RegisterClass::kDouble;
    temporary.ranges = {{position, position + kStep}};
    temporary.uses = {{position, Policy::kRegister}};
  }
  for (uint32_t n = 0; n < node.input_count(); n++) {
    const Node& input = Unchecked(*node.input(n));
    if (ClassOf(input.representation()) == RegisterClass::kNone) continue;
    Operand wanted = c.inputs[std::min(n, Constraints::kMostInputs - 1)];
    bool is_moved = wanted.policy == Policy::kFixed || (n == 0 && c.output.policy == Policy::kSame);
    if (wanted.policy == Policy::kFixed)
      Take(ClassOf(input.representation()), wanted.fixed, position, position + kLoses);
    // Others are read while the result is in its register already.
    uint32_t to = is_moved                           ? position
                  : c.output.policy == Policy::kSame ? position + kStep
                                                     : position + kLoses;
    if (IsConstant(input)) {
      if (is_moved || wanted.policy != Policy::kRegister) continue;
      auto& use = constant_uses_.emplace_back(ConstantUse{&node, n, {}});
      use.interval.register_class = ClassOf(input.representation());
      use.interval.ranges = {{position, to}};
      use.interval.uses = {{position, Policy::kRegister}};
      continue;
    }
    AddUse(input, begin, position, to, is_moved ? Policy::kAnywhere : wanted.policy, live);
    if (is_moved) intervals_[input.id()].moves.push_back(position);
    if (wanted.policy == Policy::kFixed) intervals_[input.id()].hint = wanted.fixed;
  }
}

}  // namespace halfword::jit
