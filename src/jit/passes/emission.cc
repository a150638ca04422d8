#include "jit/passes/emission.h"

#include <algorithm>
#include <bit>

#include "jit/graph/text.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target

Emission::Emission(const Graph& graph, const Allocation& allocation, const HeapLayout& layout,
                   std::vector<uint32_t> refunds, Masm& masm)
    : graph_(graph),
      allocation_(allocation),
      layout_(layout),
      masm_(masm),
      blocks_(graph.blocks().size()),
      targets_(graph.blocks().size()),
      followers_(graph.blocks().size()),
      refunds_(std::move(refunds)),
      is_in_state_(graph.node_count()),
      references_(graph.node_count()) {
  const FrameState* last = nullptr;
  graph.ForEachNode([&](const Node* node) {
    if (node->state() == nullptr || node->state() == last) return;
    last = node->state();
    last->ForEachNode([&](const Node* value) { is_in_state_[value->id()] = true; });
  });
  std::vector<const Node*> collecting;
  graph.ForEachNode([&](const Node* node) {
    if (node->Has(kAllocates)) collecting.push_back(node);
  });
  const std::vector<uint32_t> references = allocation.ReferencesBefore(collecting);
  for (size_t n = 0; n < collecting.size(); n++) references_[collecting[n]->id()] = references[n];
}

void Emission::CallStub(const Node& node, Stub stub) {
  if (node.Has(kAllocates))
    masm_.Store32(Memory::At(kBase, layout_.references), static_cast<int32_t>(references_[node.id()]));
  masm_.CallStub(Memory::At(kMachine, layout_.StubSlot(stub)));
}

Gpr Emission::General(Location l) const {
  CHECK(l.kind == Location::kGeneral);
  return Gpr{static_cast<uint8_t>(l.index)};
}
Fpr Emission::Double(Location l) const {
  CHECK(l.kind == Location::kDouble);
  return Fpr{static_cast<uint8_t>(l.index)};
}
Memory Emission::Word(Location l) const {
  CHECK(l.kind == Location::kWord);
  return Memory::At(kFrame, static_cast<int32_t>(l.index) * kWordBytes);
}
int32_t Emission::NumberOf(const Node& value) {
  const Node& constant = Unchecked(value);
  return constant.Is(NodeKind::kConstant) ? static_cast<int32_t>(constant.payload().bits)
                                          : constant.payload().number;
}

// Nothing but an edge.
bool Emission::HasCode(const Block& block) const {
  for (const Node* node = block.first; node != nullptr; node = node->next()) {
    if (!HasNoCode(*node) && !node->Is(NodeKind::kGoto)) return true;
    if (!allocation_.Before(*node).empty() || !allocation_.Behind(*node).empty()) return true;
  }
  return !allocation_.AtBegin(block).empty() || !allocation_.AtEnd(block).empty();
}

// Jumps to blocks that have no code go where those lead. In a circle of such blocks each stays.
void Emission::FindTargets() {
  const size_t count = graph_.blocks().size();
  std::vector<bool> has_code(count);
  for (const Block* block : graph_.blocks()) has_code[block->order] = HasCode(*block);
  for (const Block* block : graph_.blocks()) {
    const Block* target = block;
    for (size_t hops = 0; !has_code[target->order]; hops++) {
      target = hops == count ? block : target->successors[0];
      if (target == block) break;
    }
    targets_[block->order] = target->order;
  }
  uint32_t following = UINT32_MAX;
  for (size_t order = count; order-- > 0;) {
    followers_[order] = following;
    if (targets_[order] == order) following = static_cast<uint32_t>(order);
  }
}

std::string Emission::Run() {
  FindTargets();
  for (const Block* block : graph_.blocks()) {
    if (targets_[block->order] != block->order) continue;
    masm_.Bind(BeginOf(*block));
    EmitMoves(allocation_.AtBegin(*block));
    for (const Node* node = block->first; node != nullptr; node = node->next()) {
      EmitMoves(allocation_.Before(*node));
      if (layout_.checks_to_exit != 0 && node->Has(kMayExit) && !node->is_control()) EmitExitByCount(*node);
      if (node == block->last) EmitMoves(allocation_.AtEnd(*block));
      if (node->is_control()) {
        EmitControl(*node);
      } else if (!EmitNode(*node)) {
        return std::string(node->info().name) + " has no code yet";
      }
      EmitMoves(allocation_.Behind(*node));
    }
  }
  // Such code may ask for more of it.
  for (size_t n = 0; n < cold_.size(); n++) {
    masm_.Bind(cold_[n].begin);
    cold_[n].emit();
  }
  for (size_t n = 0; n < exits_.size(); n++) {
    masm_.Bind(&exit_labels_[n]);
    const uint32_t refund = refunds_.empty() ? 0 : refunds_[exits_[n]->id()];
    if (refund != 0) masm_.AddToMemory32(Memory::At(kBase, layout_.budget), static_cast<int32_t>(refund));
    masm_.Store32(Memory::At(kBase, layout_.exit_number), static_cast<int32_t>(n));
    masm_.Jump(&common_exit_);
  }
  if (is_parking_full_) return "too many moves wait for one another";
  return {};
}

bool Emission::HasNoCode(const Node& node) {
  return IsConstant(node.kind()) || node.Is(NodeKind::kPhi) || node.Is(NodeKind::kSunkObject) ||
         IsFrameWord(node);
}
bool Emission::EmitNode(const Node& node) {
  return HasNoCode(node) || EmitIntegerNode(node) || EmitDoubleNode(node) || EmitNumberComparison(node) ||
         EmitNumberConversion(node) || EmitCheckNode(node) || EmitConversionNode(node) ||
         EmitComparisonNode(node) || EmitStringNode(node) || EmitMemoryNode(node) || EmitElementNode(node) ||
         EmitCallNode(node);
}

Label* Emission::ExitOf(const Node& node, bool is_by_count) {
  exits_.push_back(&node);
  is_by_count_.push_back(is_by_count);
  return &exit_labels_.emplace_back();
}

// In front of the node's code. What its state names lies where it does behind it, too.
void Emission::EmitExitByCount(const Node& node) {
  Label* exit = ExitOf(node, true);
  masm_.AddToMemory32(Memory::At(kBase, layout_.checks_to_exit), -1);
  const bool gives_unit_back = node.Is(NodeKind::kAppendElement) || node.Is(NodeKind::kPopElement) ||
                               (node.Is(NodeKind::kCharacterAt) && node.payload().number == 1);
  masm_.JumpIf(Condition::kEqual, !gives_unit_back ? exit : InCold([=, this] {
                 masm_.AddToMemory32(Memory::At(kBase, layout_.budget), 1);
                 masm_.Jump(exit);
               }));
}

Label* Emission::InCold(std::function<void()> emit) {
  Label* begin = NewLabel();
  cold_.push_back({begin, std::move(emit)});
  return begin;
}

// ---- Control ----

void Emission::JumpTo(const Block& target) { masm_.Jump(BeginOf(target)); }

void Emission::EmitControl(const Node& node) {
  const Block& block = *node.block();
  switch (node.kind()) {
    case NodeKind::kGoto:
      if (!Follows(*block.successors[0], block)) JumpTo(*block.successors[0]);
      return;
    case NodeKind::kBranch: EmitBranch(node); return;
    case NodeKind::kReturn: masm_.Jump(&leave_); return;
    case NodeKind::kExit:
    case NodeKind::kEnterLoop: masm_.Jump(ExitOf(node)); return;
    case NodeKind::kUnreachable: masm_.Trap(); return;
    case NodeKind::kSwitch: {
      std::vector<Label*> labels;
      for (const Block* to : block.successors) labels.push_back(BeginOf(*to));
      Label* other = labels.back();
      labels.pop_back();
      Gpr index{allocation_.GeneralTemporaries(node)[0]}, temporary{allocation_.GeneralTemporaries(node)[1]};
      masm_.AddConstant32(index, In(node, 0), -node.payload().number);
      masm_.Compare32(index, static_cast<int32_t>(labels.size()));
      masm_.JumpIf(Condition::kAboveEqual, other);
      if (!labels.empty()) masm_.JumpByTable(index, labels, temporary);
      return;
    }
    default: UNREACHABLE();
  }
}

bool Emission::IsFused(const Node& comparison) const {
  const Node* next = comparison.next();
  return next != nullptr && next->Is(NodeKind::kBranch) && next->input(0) == &comparison &&
         comparison.use_count() == 1 && !is_in_state_[comparison.id()];
}

bool Emission::IsRightBeforeBranch(const Node& comparison) const {
  return IsFused(comparison) && allocation_.Behind(comparison).empty() &&
         allocation_.Before(*comparison.next()).empty() && allocation_.AtEnd(*comparison.block()).empty();
}
bool Emission::IsLeftToBranch(const Node& comparison) const {
  return comparison.Is(NodeKind::kCompareFloat64) && IsRightBeforeBranch(comparison);
}
bool Emission::BranchesByItself(const Node& comparison) const {
  switch (comparison.kind()) {
    case NodeKind::kToBoolean:
    case NodeKind::kStrictlyEqual:
    case NodeKind::kLooselyEqual:
    case NodeKind::kHasPrototype:
    case NodeKind::kIsType: return IsRightBeforeBranch(comparison);
    default: return false;
  }
}

Emission::Ways Emission::BeginWays(const Node& node) {
  Ways ways{.node = &node};
  if (!BranchesByItself(node)) ways.back = NewLabel();
  return ways;
}
Label* Emission::Yes(Ways* ways) { return WayTo(&ways->yes, *ways, true); }
Label* Emission::No(Ways* ways) { return WayTo(&ways->no, *ways, false); }
Label* Emission::WayTo(Label** way, const Ways& ways, bool outcome) {
  if (*way != nullptr) return *way;
  if (ways.back == nullptr) return *way = BeginOf(*ways.node->block()->successors[outcome ? 0 : 1]);
  return *way = InCold([=, out = Out(*ways.node), back = ways.back, this] {
    masm_.Set32(out, outcome ? 1 : 0);
    masm_.Jump(back);
  });
}
void Emission::EndWays(const Ways& ways, Condition condition) {
  if (ways.back == nullptr) return GoBy(*ways.node->block(), condition);
  masm_.SetIf(Out(*ways.node), condition);
  masm_.Bind(ways.back);
}
void Emission::EndWays(const Ways& ways) {
  if (ways.back == nullptr) {
    const Block& no = *ways.node->block()->successors[1];
    if (!Follows(no, *ways.node->block())) JumpTo(no);
    return;
  }
  masm_.Set32(Out(*ways.node), 0);
  masm_.Bind(ways.back);
}

template <class C>
void Emission::GoBy(const Block& block, C condition, auto jump) {
  const Block &yes = *block.successors[0], &no = *block.successors[1];
  if (Follows(yes, block)) {
    jump(Opposite(condition), BeginOf(no));
  } else {
    jump(condition, BeginOf(yes));
    if (!Follows(no, block)) JumpTo(no);
  }
}
void Emission::GoBy(const Block& block, Condition condition) {
  GoBy(block, condition, [this](Condition c, Label* to) { masm_.JumpIf(c, to); });
}

void Emission::EmitBranch(const Node& node) {
  const Block& block = *node.block();
  const Node& condition = *node.input(0);
  if (BranchesByItself(condition)) return;
  // The flags of a fused comparison are there; what has been moved since keeps them.
  bool is_integer = condition.Is(NodeKind::kCompareInt32) || condition.Is(NodeKind::kCompareUint32) ||
                    condition.Is(NodeKind::kCompareSmi) || condition.Is(NodeKind::kTestInt32);
  if (is_integer && IsFused(condition))
    return GoBy(block, static_cast<Condition>(condition.payload().condition));
  bool is_equality = condition.Is(NodeKind::kSameBits) || condition.Is(NodeKind::kIsNullish) ||
                     condition.Is(NodeKind::kHasElements);
  if (is_equality && IsFused(condition)) return GoBy(block, Condition::kEqual);
  if (IsLeftToBranch(condition)) {
    return GoBy(block, static_cast<DoubleCondition>(condition.payload().condition),
                [&](DoubleCondition c, Label* to) {
                  masm_.JumpIfDouble(c, DoubleIn(condition, 0), DoubleIn(condition, 1), to);
                });
  }
  if (allocation_.Input(node, 0).kind == Location::kConstant) {
    JumpTo(*block.successors[NumberOf(condition) != 0 ? 0 : 1]);
    return;
  }
  masm_.Test32(In(node, 0), In(node, 0));
  GoBy(block, Condition::kNotEqual);
}

// ---- Moves ----

Memory Emission::Parking(uint32_t place) const {
  return Memory::At(kBase, layout_.parking + static_cast<int32_t>(place) * 8);
}

// All at once: before a move is made, all others are that read its target. One of those that waits for the
// move itself is in a circle with it: what it reads is parked.
void Emission::EmitMoves(std::span<const Move> moves) {
  constexpr uint32_t kNotParked = UINT32_MAX;
  enum class Progress : uint8_t { kToDo, kBegun, kDone };
  struct Pending {
    Move move;
    Progress progress = Progress::kToDo;
    uint32_t parked = kNotParked;
  };
  std::vector<Pending> all;
  for (const Move& move : moves) {
    if (move.from != move.to) all.push_back({move});
  }
  if (all.size() == 1) return EmitMove(*all[0].move.value, all[0].move.from, all[0].move.to);
  auto words = [](const Node& value, Location l) { return l.kind == Location::kWord ? WordsOf(value) : 1; };
  std::vector<uint32_t> readers;  // by what they read
  for (uint32_t n = 0; n < all.size(); n++) {
    if (all[n].move.from.kind != Location::kConstant) readers.push_back(n);
  }
  auto place_of = [](Location l) { return std::pair(l.kind, l.index); };
  std::sort(readers.begin(), readers.end(),
            [&](uint32_t a, uint32_t b) { return place_of(all[a].move.from) < place_of(all[b].move.from); });
  uint32_t taken_places = 0;  // a bit each
  auto make = [&](auto& self, uint32_t n) -> void {
    Pending& pending = all[n];
    const Move& move = pending.move;
    pending.progress = Progress::kBegun;
    const uint32_t first = move.to.index, end = first + words(*move.value, move.to);
    // A value has two words at most.
    Location from = move.to;
    from.index = first == 0 ? 0 : first - 1;
    auto reader = std::partition_point(readers.begin(), readers.end(), [&](uint32_t r) {
      return place_of(all[r].move.from) < place_of(from);
    });
    for (; reader != readers.end() && !is_parking_full_; ++reader) {
      Pending& other = all[*reader];
      const Location read = other.move.from;
      if (read.kind != from.kind || read.index >= end) break;
      if (*reader == n || read.index + words(*other.move.value, read) <= first) continue;
      if (other.progress == Progress::kToDo) self(self, *reader);
      if (other.progress == Progress::kBegun && other.parked == kNotParked) {
        other.parked = static_cast<uint32_t>(std::countr_one(taken_places));
        if (other.parked == HeapLayout::kParkingPlaces) {
          is_parking_full_ = true;
          return;
        }
        taken_places |= 1u << other.parked;
        Park(other.move, other.parked);
      }
    }
    if (is_parking_full_) return;
    if (pending.parked != kNotParked) {
      TakeParked(move, pending.parked);
      taken_places &= ~(1u << pending.parked);
    } else {
      EmitMove(*move.value, move.from, move.to);
    }
    pending.progress = Progress::kDone;
  };
  for (uint32_t n = 0; n < all.size() && !is_parking_full_; n++) {
    if (all[n].progress == Progress::kToDo) make(make, n);
  }
}

void Emission::Park(const Move& move, uint32_t number) {
  const Memory place = Parking(number);
  if (move.from.kind == Location::kGeneral) {
    masm_.Store64(place, General(move.from));
  } else if (move.from.kind == Location::kDouble) {
    masm_.StoreDouble(place, Double(move.from));
  } else {
    masm_.LoadDouble(kScratchDouble, Word(move.from));
    masm_.StoreDouble(place, kScratchDouble);
  }
}

void Emission::TakeParked(const Move& move, uint32_t number) {
  const Memory place = Parking(number);
  switch (move.to.kind) {
    // What was parked from a word has its neighbour in the upper half.
    case Location::kGeneral: return LoadGeneral(*move.value, General(move.to), place);
    case Location::kDouble: return masm_.LoadDouble(Double(move.to), place);
    default:
      masm_.LoadDouble(kScratchDouble, place);
      if (WordsOf(*move.value) * kWordBytes == 8) {
        masm_.StoreDouble(Word(move.to), kScratchDouble);
      } else {
        masm_.StoreBits32(Word(move.to), kScratchDouble);
      }
  }
}

void Emission::LoadGeneral(const Node& value, Gpr to, const Memory& from) {
  const Representation r = value.representation();
  IsTagged(r) ? masm_.LoadTagged(to, from) : masm_.Load32(to, from);
}

void Emission::EmitMove(const Node& value, Location from, Location to) {
  const Representation r = value.representation();
  if (from == to) return;
  if (from.kind == Location::kConstant) return EmitConstant(value, to);
  if (to.kind == Location::kGeneral) {
    if (from.kind == Location::kGeneral) {
      IsTagged(r) ? masm_.MoveTagged(General(to), General(from)) : masm_.Move64(General(to), General(from));
    } else {
      LoadGeneral(value, General(to), Word(from));
    }
  } else if (to.kind == Location::kDouble) {
    from.kind == Location::kDouble ? masm_.MoveDouble(Double(to), Double(from))
                                   : masm_.LoadDouble(Double(to), Word(from));
  } else if (from.kind == Location::kGeneral) {
    IsTagged(r) ? masm_.StoreTagged(Word(to), General(from)) : masm_.Store32(Word(to), General(from));
  } else if (from.kind == Location::kDouble) {
    masm_.StoreDouble(Word(to), Double(from));
  } else if (r == Representation::kFloat64 || kWordBytes == 8) {
    masm_.LoadDouble(kScratchDouble, Word(from));
    masm_.StoreDouble(Word(to), kScratchDouble);
  } else {
    masm_.LoadBits32(kScratchDouble, Word(from));
    masm_.StoreBits32(Word(to), kScratchDouble);
  }
}

void Emission::EmitConstant(const Node& constant, Location to) {
  if (constant.Is(NodeKind::kFloat64Constant)) {
    Fpr reg = to.kind == Location::kDouble ? Double(to) : kScratchDouble;
    masm_.SetDouble(reg, constant.payload().value);
    if (to.kind == Location::kWord) masm_.StoreDouble(Word(to), reg);
    return;
  }
  uint64_t bits = constant.Is(NodeKind::kConstant) ? constant.payload().bits
                                                   : static_cast<uint32_t>(constant.payload().number);
  if (to.kind == Location::kGeneral) {
    masm_.Set64(General(to), bits);
  } else if (kWordBytes == 4 || !constant.Is(NodeKind::kConstant)) {
    masm_.Store32(Word(to), static_cast<int32_t>(bits));
  } else {
    // As a reference of 64 bits, by its halves.
    masm_.Store32(Word(to), static_cast<int32_t>(bits));
    Memory upper = Word(to);
    upper.displacement += 4;
    masm_.Store32(upper, static_cast<int32_t>(bits >> 32));
  }
}

}  // namespace halfword::jit
