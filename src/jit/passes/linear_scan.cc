#include <algorithm>
#include <queue>

#include "jit/passes/allocation.h"
#include "jit/passes/allocation_data.h"
#include "jit/passes/live_intervals.h"

namespace halfword::jit {

namespace {

using namespace target_registers;  // NOLINT

constexpr uint8_t kNoRegister = Interval::kNoRegister;

Location InRegister(RegisterClass c, uint8_t reg) {
  return {c == RegisterClass::kDouble ? Location::kDouble : Location::kGeneral, reg};
}
bool IsAllocatable(RegisterClass c, uint32_t reg) {
  return c == RegisterClass::kDouble ? (kAllocatableDoubles >> reg & 1) != 0
                                     : kAllocatable.Has(Gpr{static_cast<uint8_t>(reg)});
}
uint32_t RegisterCount(RegisterClass c) { return c == RegisterClass::kDouble ? kFprCount : kGprCount; }
constexpr uint32_t RoundDown(uint32_t position) { return position / kStep * kStep; }

}  // namespace

// ---- Splitting and scanning ----

class Allocation::Builder {
 public:
  Builder(Data& data, const FrameRoom& room) : data_(data), live_(data.live), room_(room) {}

  bool Run(std::string* error) {
    Collect();
    if (!Scan()) {
      *error = "a node wants more registers than there are";
      return false;
    }
    for (auto& parts : data_.values) {
      std::sort(parts.begin(), parts.end(), [](Interval* a, Interval* b) { return a->begin() < b->begin(); });
    }
    if (!FindHomes(error)) return false;
    Resolve();
    return true;
  }

 private:
  struct Later {
    bool operator()(const Interval* a, const Interval* b) const { return a->begin() > b->begin(); }
  };

  void Collect() {
    data_.values.resize(data_.graph.node_count());
    for (Interval& whole : live_.intervals()) {
      if (whole.ranges.empty() || whole.value == nullptr || IsConstant(*whole.value)) continue;
      Interval* part = AddPart(whole);
      if (IsFrameWord(*whole.value)) {
        Spill(part);
      } else {
        waiting_.push(part);
      }
    }
    for (auto& use : live_.constant_uses()) waiting_.push(&use.interval);
    for (auto& temporary : live_.temporaries()) waiting_.push(&temporary.interval);
  }
  Interval* AddPart(Interval part) {
    Interval* added = &data_.parts.emplace_back(std::move(part));
    if (added->value != nullptr) data_.values[added->value->id()].push_back(added);
    return added;
  }

  // Cuts the interval in two; the second part begins at `position`, or behind it where the value does not
  // live there. REQUIRES: begin < position < end.
  Interval* Split(Interval* interval, uint32_t position) {
    DCHECK(interval->begin() < position && position < interval->end());
    Interval rest;
    rest.value = interval->value;
    rest.register_class = interval->register_class;
    rest.hint = interval->reg != kNoRegister ? interval->reg : interval->hint;
    auto& ranges = interval->ranges;
    auto range = std::find_if(ranges.begin(), ranges.end(), [&](const Range& r) { return r.to > position; });
    if (range->from < position) {
      rest.ranges.push_back({position, range->to});
      range->to = position;
      range++;
    }
    rest.ranges.insert(rest.ranges.end(), range, ranges.end());
    ranges.erase(range, ranges.end());
    auto use = std::find_if(interval->uses.begin(), interval->uses.end(),
                            [&](const Use& u) { return u.position >= position; });
    rest.uses.assign(use, interval->uses.end());
    interval->uses.erase(use, interval->uses.end());
    auto move = std::lower_bound(interval->moves.begin(), interval->moves.end(), position);
    rest.moves.assign(move, interval->moves.end());
    interval->moves.erase(move, interval->moves.end());
    return AddPart(std::move(rest));
  }

  // The best place to split in (from, to], both between nodes: in the outermost loop, and there the last one.
  uint32_t BestSplit(uint32_t from, uint32_t to) const {
    DCHECK(from % kStep == 0 && to % kStep == 0 && from <= to);
    const Block* block = &live_.BlockAt(to);
    uint32_t best = to, depth = block->loop_depth;
    while (block->order > 0 && live_.BeginOf(*block) > from) {
      block = data_.graph.blocks()[block->order - 1];
      uint32_t last = live_.EndOf(*block) - kStep;  // before the node that ends it
      if (last < from) break;
      if (block->loop_depth < depth && last > from) {
        depth = block->loop_depth;
        best = last;
      }
    }
    return best;
  }

  // The value is in its home, up to the next use that wants a register.
  void Spill(Interval* interval) {
    interval->reg = kNoRegister;
    uint32_t need = interval->NextUse(interval->begin(), true);
    if (need != kNever && RoundDown(need) <= interval->begin()) {
      waiting_.push(interval);  // it needs a register where it begins
      return;
    }
    interval->is_spilled = true;
    // What would rather have a register where it begins does without.
    uint32_t next = interval->NextUse(interval->begin() + 1, false);
    if (next == kNever) return;
    uint32_t use = RoundDown(next);
    if (use <= interval->begin()) return;
    uint32_t from = RoundDown(interval->begin() + kStep - 1);
    uint32_t at = BestSplit(std::min(from, use), use);
    if (at <= interval->begin()) at = use;
    if (at < interval->end()) waiting_.push(Split(interval, at));
  }

  bool Scan() {
    while (!waiting_.empty()) {
      Interval* current = waiting_.top();
      waiting_.pop();
      Expire(current->begin());
      if (TryFree(current)) continue;
      if (!TakeBlocked(current)) return false;
    }
    return true;
  }
  void Expire(uint32_t position) {
    for (size_t n = 0; n < active_.size();) {
      if (active_[n]->end() <= position) {
        active_[n] = active_.back();
        active_.pop_back();
      } else {
        n++;
      }
    }
  }

  // Where registers are taken first while the interval lives; 0: no value is ever in them.
  void FindTaken(const Interval& interval, uint32_t (&places)[32]) {
    const RegisterClass c = interval.register_class;
    const uint32_t call = live_.calls().Meets(interval);
    for (uint32_t r = 0; r < 32; r++) {
      const bool is_any = r < RegisterCount(c) && IsAllocatable(c, r);
      places[r] = is_any ? std::min(call, live_.fixed(c)[r].Meets(interval)) : 0;
    }
  }
  // Gives current a register that is free from where it begins on, for as long as there is one.
  bool TryFree(Interval* current) {
    const RegisterClass c = current->register_class;
    uint32_t free_until[32];
    FindTaken(*current, free_until);
    for (Interval* other : active_) {
      if (other->register_class == c)
        free_until[other->reg] = std::min(free_until[other->reg], other->Meets(*current));
    }
    uint8_t best = Latest(c, free_until);
    uint8_t hint = HintFor(*current);
    if (hint != kNoRegister && IsAllocatable(c, hint) &&
        (free_until[hint] >= current->end() || free_until[hint] == free_until[best]))
      best = hint;
    if (free_until[best] >= current->end()) {
      Assign(current, best);
      return true;
    }
    uint32_t until = RoundDown(free_until[best]);
    // It must reach beyond the first use, or nothing is won.
    if (until <= current->begin() || until <= RoundDown(FirstNeed(*current))) return false;
    uint32_t from =
        std::max(RoundDown(current->begin() + kStep - 1), RoundDown(LastUseBefore(*current, until)) + kStep);
    if (from > until) from = until;
    Interval* rest = Split(current, BestSplit(from, until));
    Assign(current, best);
    waiting_.push(rest);
    return true;
  }
  // The register whose place is the last one.
  static uint8_t Latest(RegisterClass c, const uint32_t (&places)[32]) {
    uint8_t latest = kNoRegister;
    for (uint32_t r = 0; r < RegisterCount(c); r++) {
      if (IsAllocatable(c, r) && (latest == kNoRegister || places[r] > places[latest]))
        latest = static_cast<uint8_t>(r);
    }
    return latest;
  }
  static uint32_t FirstNeed(const Interval& interval) {
    uint32_t need = interval.NextUse(interval.begin(), true);
    return need == kNever ? interval.begin() : need;
  }
  static uint32_t LastUseBefore(const Interval& interval, uint32_t position) {
    uint32_t last = interval.begin();
    for (const Use& use : interval.uses) {
      if (use.position < position) last = std::max(last, use.position);
    }
    return last;
  }
  // Where what it is made from, or what it becomes, is: then no move is needed.
  uint8_t HintFor(const Interval& current) const {
    if (current.hint != kNoRegister) return current.hint;
    if (current.value == nullptr) return kNoRegister;
    const Node& node = *current.value;
    if (node.Is(NodeKind::kPhi)) {
      for (uint32_t n = 0; n < node.input_count(); n++) {
        if (uint8_t reg = RegisterOf(Unchecked(*node.input(n))); reg != kNoRegister) return reg;
      }
      return kNoRegister;
    }
    if (node.input_count() == 0 || ConstraintsOf(node).output.policy != Policy::kSame) return kNoRegister;
    const Node& first = Unchecked(*node.input(0));
    return ClassOf(first.representation()) == current.register_class ? RegisterOf(first) : kNoRegister;
  }
  uint8_t RegisterOf(const Node& value) const {
    for (const Interval* part : data_.values[value.id()]) {
      if (part->reg != kNoRegister) return part->reg;
    }
    return kNoRegister;
  }
  void Assign(Interval* interval, uint8_t reg) {
    interval->reg = reg;
    active_.push_back(interval);
  }

  // No register is free: whoever is not used for the longest time leaves its own.
  bool TakeBlocked(Interval* current) {
    const RegisterClass c = current->register_class;
    const uint32_t begin = RoundDown(current->begin());
    uint32_t next_use[32], blocked_at[32];
    FindTaken(*current, blocked_at);
    std::copy(std::begin(blocked_at), std::end(blocked_at), next_use);
    const Block& block = live_.BlockAt(begin);
    for (Interval* other : active_) {
      if (other->register_class != c || other->Meets(*current) == kNever) continue;
      uint32_t next =
          other->begin() >= begin || !CanBeSplitAt(*other, begin) ? 0 : NextUseFrom(block, begin, *other);
      // Where it does not live now its register is asked for later.
      next_use[other->reg] = std::min(next_use[other->reg], next);
    }
    uint8_t best = Latest(c, next_use);
    uint32_t first = current->NextUseOrMove(current->begin()),
             need = current->NextUse(current->begin(), true);
    bool can_wait = current->value != nullptr && (need == kNever || RoundDown(need) > begin) &&
                    RoundDown(current->begin()) == current->begin();
    if (can_wait && (first == kNever || next_use[best] < first || blocked_at[best] <= first)) {
      Spill(current);
      return true;
    }
    if (next_use[best] <= begin || RoundDown(blocked_at[best]) <= RoundDown(FirstNeed(*current))) {
      if (can_wait) {
        Spill(current);
        return true;
      }
      if (blocked_at[best] < current->end() && RoundDown(blocked_at[best]) <= current->begin()) return false;
      if (next_use[best] <= begin) return false;
    }
    if (blocked_at[best] < current->end()) waiting_.push(Split(current, RoundDown(blocked_at[best])));
    for (size_t n = 0; n < active_.size();) {
      Interval* other = active_[n];
      if (other->register_class == c && other->reg == best && other->Meets(*current) != kNever) {
        active_[n] = active_.back();
        active_.pop_back();
        Evict(other, begin);
      } else {
        n++;
      }
    }
    Assign(current, best);
    return true;
  }
  // Of a value, from a place of the block on. Who is made in a loop is stored in it. So those that the loop
  // only keeps for others leave their registers first, even before those that are not used again.
  uint32_t NextUseFrom(const Block& block, uint32_t position, const Interval& interval) const {
    const uint32_t next = interval.NextUseOrMove(position);
    const bool is_made_here = block.loop != nullptr &&
                              live_.intervals()[interval.value->id()].begin() >= live_.BeginOf(*block.loop);
    return is_made_here ? std::min(next, live_.EndOfLoop(block)) : next;
  }
  // It lives at the place, or between two parts of its life, in neither case from there on alone.
  static bool CanBeSplitAt(const Interval& interval, uint32_t position) {
    return interval.value != nullptr && interval.begin() < position && position < interval.end();
  }
  // The part before `position` keeps its register: up to its last use, or up to the loops that do not use it.
  void Evict(Interval* interval, uint32_t position) {
    const uint32_t unused = RoundDown(LastUseBefore(*interval, position)) + kStep;
    Interval* rest = Split(interval, unused < position ? BestSplit(unused, position) : position);
    active_.push_back(interval);
    Spill(rest);
  }

  // ---- Homes ----

  // When a word of the frame has a value, and whose. Those of a word are sorted by `from` once SortTaken has
  // seen them.
  struct Taken {
    Range range;
    uint32_t value;
    uint32_t last;  // the greatest `to` of this one and those before it
  };
  static bool IsBefore(const Taken& a, const Taken& b) { return a.range.from < b.range.from; }
  static void NoteLast(std::vector<Taken>& all, size_t first) {
    for (size_t n = first; n < all.size(); n++)
      all[n].last = std::max(all[n].range.to, n == 0 ? 0 : all[n - 1].last);
  }
  void SortTaken() {
    for (std::vector<Taken>& all : taken_) {
      std::sort(all.begin(), all.end(), IsBefore);
      NoteLast(all, 0);
    }
    is_sorted_ = true;
  }
  bool IsFree(uint32_t word, const Node& value) const {
    if (word >= taken_.size()) return true;
    const std::vector<Taken>& all = taken_[word];
    for (const Range& r : live_.intervals()[value.id()].ranges) {
      auto end =
          std::partition_point(all.begin(), all.end(), [&](const Taken& t) { return t.range.from < r.to; });
      for (auto n = static_cast<size_t>(end - all.begin()); n-- > 0 && all[n].last > r.from;) {
        if (all[n].range.to > r.from && all[n].value != value.id()) return false;
      }
    }
    return true;
  }
  void TakeWord(uint32_t word, Range range, const Node& value) { TakeWord(word, range, value.id()); }
  void TakeWord(uint32_t word, Range range, uint32_t value) {
    if (word >= taken_.size()) taken_.resize(word + 1);
    std::vector<Taken>& all = taken_[word];
    const Taken taken{range, value, range.to};
    auto place = is_sorted_ ? std::upper_bound(all.begin(), all.end(), taken, IsBefore) : all.end();
    auto n = static_cast<size_t>(place - all.begin());
    all.insert(place, taken);
    if (is_sorted_) NoteLast(all, n);
  }
  void TakeWord(uint32_t word, const Node& value) {
    for (const Range& range : live_.intervals()[value.id()].ranges) TakeWord(word, range, value);
  }

  // Words that are written for the interpreter to read, and those that it writes.
  void FindTakenWords() {
    data_.graph.ForEachNode([&](const Node* node) {
      if (IsFrameWord(*node)) {
        if (!node->Is(NodeKind::kParameter)) TakeWord(node->payload().reg, *node);
        data_.homes[node->id()] = {Location::kWord, node->payload().reg};
      }
      if (node->Is(NodeKind::kRegisterBehind)) {
        const Node* call = node->input(0);
        TakeWord(node->payload().reg, {live_.PositionOf(*call), live_.PositionOf(*node) + kStep}, *node);
      }
      if (!node->Is(NodeKind::kGeneric)) return;
      const CallInfo& call = *node->payload().call;
      uint32_t position = live_.PositionOf(*node);
      calls_.push_back({position, call.first_lost});
      call.ForEachWord([&](uint32_t word, uint32_t n) {
        TakeWord(word, {position, position + kStep}, Unchecked(*node->input(n)));
      });
    });
  }
  // Headers of frames that a call finds in their words, from where they may have been written.
  void FindTakenHeaders() {
    std::vector<uint32_t> written(data_.graph.units().size(), kNever);
    data_.graph.ForEachNode([&](const Node* node) {
      if (!node->Is(NodeKind::kGeneric)) return;
      const uint32_t position = live_.PositionOf(*node);
      ForEachHeaderWord(data_.headers.At(*node), [&](const Unit& unit, uint32_t word) {
        TakeWord(word, Range{written[unit.number], position + kStep}, kNever);
      });
      for (const Unit* unit = node->payload().call->unit; unit != nullptr; unit = unit->outer)
        written[unit->number] = std::min(written[unit->number], position);
    });
  }
  // Words from there on are lost while the value lives.
  uint32_t EndOfRoom(const Node& value) const {
    bool is_reference = value.representation() == Representation::kTagged;
    uint32_t end = room_.frame_size + (is_reference ? room_.tagged_words : room_.slack_words);
    for (const Range& range : live_.intervals()[value.id()].ranges) {
      auto call = std::lower_bound(calls_.begin(), calls_.end(), range.from,
                                   [](const Call& c, uint32_t from) { return c.position + kLoses < from; });
      for (; call != calls_.end() && call->position + kLoses < range.to; call++)
        end = std::min({end, call->first_lost, room_.frame_size});
    }
    return end;
  }
  // The interpreter's register that the value is, by the first state that says so.
  void FindOwnWords() {
    own_.assign(data_.graph.node_count(), kNever);
    data_.graph.ForEachNode([&](const Node* node) {
      if (node->Is(NodeKind::kPhi)) own_[node->id()] = node->payload().reg;
      for (const FrameState* state = node->state(); state != nullptr; state = state->outer) {
        for (const FrameState::Register& r : state->registers) {
          uint32_t& own = own_[Unchecked(*r.node).id()];
          if (own == kNever) own = state->unit->frame_words + r.number;
        }
      }
    });
  }
  // Calls f for the inputs of a phi, and for phis that the value is an input of.
  template <class F>
  void ForEachRelated(const Node& value, F f) const {
    if (value.Is(NodeKind::kPhi)) {
      for (const Node* input : value.inputs()) f(Unchecked(*input));
    }
    for (const Node* phi : phis_of_[value.id()]) f(*phi);
  }
  void FindPhis() {
    phis_of_.resize(data_.graph.node_count());
    for (const Block* block : data_.graph.blocks()) {
      block->ForEachPhi([&](const Node* phi) {
        for (const Node* input : phi->inputs()) phis_of_[Unchecked(*input).id()].push_back(phi);
      });
    }
  }
  bool FindHomes(std::string* error) {
    data_.homes.resize(data_.graph.node_count());
    FindTakenWords();
    FindTakenHeaders();
    SortTaken();
    FindOwnWords();
    FindPhis();
    std::vector<const Node*> wanting;
    for (const auto& parts : data_.values) {
      bool is_spilled =
          std::any_of(parts.begin(), parts.end(), [](const Interval* p) { return p->is_spilled; });
      if (is_spilled && !IsFrameWord(*parts.front()->value)) wanting.push_back(parts.front()->value);
    }
    // Those with the least room first.
    std::vector<uint32_t> ends(data_.graph.node_count());
    for (const Node* value : wanting) ends[value->id()] = EndOfRoom(*value);
    std::sort(wanting.begin(), wanting.end(), [&](const Node* a, const Node* b) {
      return std::pair(ends[a->id()], a->id()) < std::pair(ends[b->id()], b->id());
    });
    for (const Node* value : wanting) {
      uint32_t count = WordsOf(*value), end = ends[value->id()], home = kNever;
      auto fits = [&](uint32_t word) {
        if (word < room_.first_free || word + count > end) return false;
        for (uint32_t n = 0; n < count; n++) {
          if (!IsFree(word + n, *value)) return false;
        }
        return true;
      };
      auto look_from = [&](uint32_t word) {
        for (; home == kNever && word < end; word++) {
          if (fits(word)) home = word;
        }
      };
      auto try_word = [&](uint32_t word) {
        if (home == kNever && word != kNever && fits(word)) home = word;
      };
      // A phi and its inputs need no move where they have one home.
      ForEachRelated(*value, [&](const Node& other) {
        const Location at = data_.homes[other.id()];
        const bool is_alike = other.representation() == value->representation() && !IsFrameWord(other);
        if (at.kind == Location::kWord && is_alike) try_word(at.index);
      });
      // Numbers rather lie where no collection looks, which may take them for references.
      if (value->representation() != Representation::kTagged)
        look_from(room_.frame_size + room_.tagged_words);
      try_word(own_[value->id()]);
      look_from(room_.first_free);
      if (home == kNever) {
        *error = "there is no room for n" + std::to_string(value->id());
        return false;
      }
      for (uint32_t n = 0; n < count; n++) TakeWord(home + n, *value);
      data_.homes[value->id()] = {Location::kWord, home};
      data_.spilled_count++;
    }
    data_.word_count = static_cast<uint32_t>(taken_.size());
    return true;
  }

  // ---- Moves ----

  void Resolve() {
    const Graph& graph = data_.graph;
    data_.before.resize(graph.node_count());
    data_.behind.resize(graph.node_count());
    data_.inputs.resize(graph.node_count());
    data_.outputs.resize(graph.node_count());
    data_.general_temporaries.resize(graph.node_count());
    data_.double_temporaries.resize(graph.node_count());
    data_.at_begin.resize(graph.blocks().size());
    data_.at_end.resize(graph.blocks().size());
    for (auto& temporary : live_.temporaries()) {
      auto& all = temporary.interval.register_class == RegisterClass::kDouble ? data_.double_temporaries
                                                                              : data_.general_temporaries;
      all[temporary.node->id()].push_back(temporary.interval.reg);
    }
    MoveBetweenParts();
    for (const Block* block : graph.blocks())
      block->ForEachNode([&](const Node* node) { ResolveNode(*node); });
    for (const Block* block : graph.blocks()) {
      for (const Block* to : block->successors) ResolveEdge(*block, *to);
    }
  }
  // Where a part of a value follows another within a block. What is at the beginning of one is ResolveEdge's.
  void MoveBetweenParts() {
    nodes_.assign(live_.EndOf(*data_.graph.blocks().back()) / kStep + 1, nullptr);
    data_.graph.ForEachNode([&](const Node* node) {
      if (!node->Is(NodeKind::kPhi)) nodes_[live_.PositionOf(*node) / kStep] = node;
    });
    for (const auto& parts : data_.values) {
      for (size_t n = 1; n < parts.size(); n++) {
        uint32_t at = parts[n]->begin();
        const Node* node = at % kStep == 0 ? nodes_[at / kStep] : nullptr;
        if (node == nullptr || parts[n - 1]->end() < at) continue;
        const Node& value = *parts[n]->value;
        AddMove(&data_.before[node->id()], value, data_.At(value, at - 1), data_.At(value, at));
      }
    }
  }
  // Homes have their value since it was made.
  void AddMove(std::vector<Move>* moves, const Node& value, Location from, Location to) {
    if (from == to || from.kind == Location::kNowhere || to == data_.homes[value.id()]) return;
    moves->push_back({&value, from, to});
  }
  void ResolveNode(const Node& node) {
    if (node.Is(NodeKind::kSunkObject)) return;
    const uint32_t position = live_.PositionOf(node);
    Constraints c = ConstraintsOf(node);
    Location home = data_.homes[node.id()];
    if (node.Is(NodeKind::kPhi)) {
      data_.outputs[node.id()] = data_.At(node, position);
      return;
    }
    Location out;
    if (IsFrameWord(node)) {
      out = home;
    } else if (node.representation() != Representation::kNone && !IsConstant(node) && !node.Has(kIsCheck)) {
      Location is = data_.At(node, c.output.policy == Policy::kSame ? position : position + kResult);
      out =
          c.output.policy == Policy::kFixed ? InRegister(ClassOf(node.representation()), c.output.fixed) : is;
      if (is != out && is.is_register()) data_.behind[node.id()].push_back({&node, out, is});
      if (home.kind != Location::kNowhere) data_.behind[node.id()].push_back({&node, out, home});
    }
    data_.outputs[node.id()] = out;
    for (uint32_t n = 0; n < node.input_count(); n++) {
      const Node& input = Unchecked(*node.input(n));
      Operand wanted = c.inputs[std::min(n, Constraints::kMostInputs - 1)];
      Location in = IsConstant(input) ? Location{Location::kConstant, input.id()} : data_.At(input, position);
      bool is_same = n == 0 && c.output.policy == Policy::kSame;
      if (is_same || wanted.policy == Policy::kFixed) {
        Location from = IsConstant(input) ? in : data_.At(input, position - 1);
        Location to = is_same ? out : InRegister(ClassOf(input.representation()), wanted.fixed);
        if (from != to) data_.before[node.id()].push_back({&input, from, to});
        in = to;
      }
      data_.inputs[node.id()].push_back(in);
    }
    for (auto& use : ConstantUsesOf(node)) {
      Location to = InRegister(use->interval.register_class, use->interval.reg);
      const Node& constant = Unchecked(*node.input(use->input));
      data_.before[node.id()].push_back({&constant, data_.inputs[node.id()][use->input], to});
      data_.inputs[node.id()][use->input] = to;
    }
    if (node.Has(kIsCheck)) data_.outputs[node.id()] = data_.inputs[node.id()][0];
  }
  std::vector<LiveIntervals::ConstantUse*> ConstantUsesOf(const Node& node) {
    if (constant_uses_.empty()) {
      constant_uses_.resize(data_.graph.node_count());
      for (auto& use : live_.constant_uses()) constant_uses_[use.user->id()].push_back(&use);
    }
    return constant_uses_[node.id()];
  }
  void ResolveEdge(const Block& from, const Block& to) {
    const uint32_t end = live_.EndOf(from) - 1, begin = live_.BeginOf(to);
    auto* moves = from.last->Is(NodeKind::kGoto) ? &data_.at_end[from.order] : &data_.at_begin[to.order];
    uint32_t n = to.NumberOfPredecessor(from);
    to.ForEachPhi([&](const Node* phi) {
      const Node& input = Unchecked(*phi->input(n));
      Location source = data_.At(input, end), target = data_.At(*phi, begin), home = data_.homes[phi->id()];
      if (source != target) moves->push_back({&input, source, target});
      if (home.kind != Location::kNowhere && home != target && source != home)
        moves->push_back({&input, source, home});
    });
    live_.ForEachLiveInto(to, [&](uint32_t id) {
      if (data_.values[id].empty()) return;
      const Node& value = *data_.values[id].front()->value;
      AddMove(moves, value, data_.At(value, end), data_.At(value, begin));
    });
  }

  struct Call {
    uint32_t position, first_lost;
  };
  Data& data_;
  LiveIntervals& live_;
  const FrameRoom& room_;
  std::priority_queue<Interval*, std::vector<Interval*>, Later> waiting_;
  std::vector<Interval*> active_;
  std::vector<std::vector<Taken>> taken_;  // by word
  bool is_sorted_ = false;
  std::vector<Call> calls_;  // ascending
  std::vector<uint32_t> own_;
  std::vector<std::vector<const Node*>> phis_of_;  // by what their inputs are
  std::vector<const Node*> nodes_;                 // by place
  std::vector<std::vector<LiveIntervals::ConstantUse*>> constant_uses_;
};

// ---- What others ask ----

Location Allocation::Data::At(const Node& value, uint32_t position) const {
  if (IsConstant(value)) return {Location::kConstant, value.id()};
  for (const Interval* part : values[value.id()]) {
    if (position < part->begin() || position >= part->end()) continue;
    return part->is_spilled ? homes[value.id()] : InRegister(part->register_class, part->reg);
  }
  return {};
}

Allocation::Allocation(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Allocation::~Allocation() = default;

std::unique_ptr<Allocation> Allocation::Run(const Graph& graph, const FrameRoom& room, std::string* error) {
  auto data = std::make_unique<Data>(graph);
  if (!Builder(*data, room).Run(error)) return nullptr;
  return std::unique_ptr<Allocation>(new Allocation(std::move(data)));
}

Location Allocation::Input(const Node& user, uint32_t i) const { return data_->inputs[user.id()][i]; }
Location Allocation::Output(const Node& node) const { return data_->outputs[node.id()]; }
Location Allocation::InState(const Node& user, const Node& value) const {
  return data_->At(Unchecked(value), data_->live.PositionOf(user) + kResult);
}
const Unit* Allocation::HeadersAt(const Node& node) const { return data_->headers.At(node); }
Location Allocation::HomeOf(const Node& value) const { return data_->homes[Unchecked(value).id()]; }

namespace {

// Nodes in the order of places `behind` their own.
class Places {
 public:
  Places(const LiveIntervals& live, std::span<const Node* const> nodes, uint32_t behind) {
    for (size_t n = 0; n < nodes.size(); n++) places_.push_back({live.PositionOf(*nodes[n]) + behind, n});
    std::sort(places_.begin(), places_.end(), [](Place a, Place b) { return a.position < b.position; });
  }
  // Calls f(number of the node) for all from one place to another, which is not included.
  template <class F>
  void ForEachIn(uint32_t from, uint32_t to, F f) const {
    auto at = std::lower_bound(places_.begin(), places_.end(), from,
                               [](Place place, uint32_t position) { return place.position < position; });
    for (; at != places_.end() && at->position < to; ++at) f(at->number);
  }

 private:
  struct Place {
    uint32_t position;
    size_t number;
  };
  std::vector<Place> places_;
};

}  // namespace

std::vector<std::vector<uint32_t>> Allocation::WordsBehind(std::span<const Node* const> nodes) const {
  std::vector<std::vector<uint32_t>> words(nodes.size());
  for (size_t n = 0; n < nodes.size(); n++)
    ForEachHeaderWord(HeadersAt(*nodes[n]), [&](const Unit&, uint32_t word) { words[n].push_back(word); });
  const Places places(data_->live, nodes, kResult);
  for (const auto& parts : data_->values) {
    if (parts.empty()) continue;
    const Node& value = *parts.front()->value;
    Location home = HomeOf(value);
    if (home.kind != Location::kWord) continue;
    for (const Range& range : data_->live.intervals()[value.id()].ranges) {
      places.ForEachIn(range.from, range.to, [&](size_t node) {
        for (uint32_t n = 0; n < WordsOf(value); n++) words[node].push_back(home.index + n);
      });
    }
  }
  return words;
}
std::vector<uint32_t> Allocation::ReferencesBefore(std::span<const Node* const> nodes) const {
  std::vector<uint32_t> references(nodes.size());
  const Places places(data_->live, nodes, 0);
  for (const auto& parts : data_->values) {
    if (parts.empty() || parts.front()->value->representation() != Representation::kTagged) continue;
    for (const Interval* part : parts) {
      if (part->is_spilled) continue;
      for (const Range& range : part->ranges) {
        // A result may have the place of an input already, which it is not yet.
        places.ForEachIn(range.from, range.to, [&](size_t node) {
          if (nodes[node] != part->value) references[node] |= 1u << part->reg;
        });
      }
    }
  }
  return references;
}
const Node* Allocation::FindAcrossCall() const {
  std::vector<uint32_t> calls;
  data_->graph.ForEachNode([&](const Node* node) {
    if (node->Is(NodeKind::kGeneric)) calls.push_back(data_->live.PositionOf(*node) + kLoses);
  });
  for (const auto& parts : data_->values) {
    if (parts.empty()) continue;
    const Interval& whole = data_->live.intervals()[parts.front()->value->id()];
    for (const Range& r : whole.ranges) {
      auto call = std::lower_bound(calls.begin(), calls.end(), r.from);
      if (call != calls.end() && *call < r.to) return whole.value;
    }
  }
  return nullptr;
}
std::span<const uint8_t> Allocation::GeneralTemporaries(const Node& node) const {
  return data_->general_temporaries[node.id()];
}
std::span<const uint8_t> Allocation::DoubleTemporaries(const Node& node) const {
  return data_->double_temporaries[node.id()];
}
std::span<const Move> Allocation::Before(const Node& node) const { return data_->before[node.id()]; }
std::span<const Move> Allocation::Behind(const Node& node) const { return data_->behind[node.id()]; }
std::span<const Move> Allocation::AtBegin(const Block& block) const { return data_->at_begin[block.order]; }
std::span<const Move> Allocation::AtEnd(const Block& block) const { return data_->at_end[block.order]; }
uint32_t Allocation::spilled_count() const { return data_->spilled_count; }
uint32_t Allocation::word_count() const { return data_->word_count; }

}  // namespace halfword::jit
