#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "jit/graph/dominators.h"
#include "jit/graph/graph.h"
#include "jit/graph/loops.h"
#include "jit/graph/text.h"

namespace halfword::jit {
namespace {

std::string NameOf(const Block& block) { return "b" + std::to_string(block.id); }
std::string NameOf(const Node& node) { return "n" + std::to_string(node.id()) + " " + node.info().name; }
std::string Counted(size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

bool Fits(char letter, Representation r) {
  switch (letter) {
    case 't': return IsTagged(r);
    case 's': return r == Representation::kSmi;
    case 'i': return r == Representation::kInt32;
    case 'u': return r == Representation::kUint32;
    case 'w': return r == Representation::kInt32 || r == Representation::kUint32;
    case 'd': return r == Representation::kFloat64;
    case 'b': return r == Representation::kBool;
    case 'x': return r == Representation::kView;
    case 'v': return r != Representation::kNone && r != Representation::kView;
    default: return false;
  }
}
const char* Meaning(char letter) {
  switch (letter) {
    case 't': return "tagged";
    case 's': return "smi";
    case 'i': return "int32";
    case 'u': return "uint32";
    case 'w': return "int32 or uint32";
    case 'd': return "float64";
    case 'b': return "bool";
    case 'x': return "a view";
    default: return "a value";
  }
}
// Each part relies on what those before it have found to hold, and says the first thing that does not.
class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph), blocks_(graph.blocks()) {}

  std::string Verify() {
    if (CheckUnits() && CheckLists() && CheckEdges() && CheckOrder() && CheckLoops() && CheckNodes() &&
        CheckUses() && CheckDominance() && CheckViews()) {
      CheckStatesBetweenEffects();
    }
    return std::move(wrong_);
  }

 private:
  bool Fail(std::string what) {
    wrong_ = std::move(what);
    return false;
  }
  bool Fail(const Block& block, const std::string& what) { return Fail(NameOf(block) + ": " + what); }
  bool Fail(const Node& node, const std::string& what) {
    return Fail(NameOf(node) + " in " + NameOf(*node.block()) + ": " + what);
  }

  bool CheckUnits() {
    for (size_t i = 0; i < graph_.units().size(); i++) {
      const Unit& unit = *graph_.units()[i];
      if (unit.number != i) return Fail("unit " + std::to_string(i) + " has another number");
      if ((unit.outer == nullptr) != (i == 0)) {
        return Fail("unit " + std::to_string(i) + (i == 0 ? " has" : " has no") + " outer unit");
      }
    }
    return true;
  }

  // Blocks and the lists of their nodes.
  bool CheckLists() {
    if (blocks_.empty()) return Fail("there is no block");
    is_node_.assign(graph_.node_count(), nullptr);
    std::vector<bool> has_id(graph_.block_count());
    for (size_t i = 0; i < blocks_.size(); i++) {
      const Block& block = *blocks_[i];
      if (block.order != i) return Fail(block, "its order is not its place");
      if (block.id >= has_id.size() || has_id[block.id]) return Fail(block, "its id is not its own");
      has_id[block.id] = true;
      if (block.first == nullptr) return Fail(block, "there is no node");
      const Node *previous = nullptr, *last_phi = nullptr;
      for (const Node* node = block.first; node != nullptr; previous = node, node = node->next()) {
        if (node->block() != &block) return Fail(block, NameOf(*node) + " is listed and names another block");
        if (node->previous() != previous) return Fail(*node, "the link to the previous node leads elsewhere");
        if (node->id() >= is_node_.size() || is_node_[node->id()] != nullptr) {
          return Fail(*node, "the id is not the node's own");
        }
        is_node_[node->id()] = node;
        if (node->is_control() && node->next() != nullptr) return Fail(*node, "it does not end its block");
        if (!node->Is(NodeKind::kPhi)) continue;
        if (previous != last_phi) return Fail(*node, "a phi stands at the head of its block");
        last_phi = node;
      }
      if (previous != block.last) return Fail(block, "the last node is another one");
      if (last_phi != block.last_phi) return Fail(block, "the last phi is another one");
      if (!block.last->is_control()) return Fail(block, "it does not end in a control node");
    }
    return true;
  }

  bool CheckEdges() {
    for (const Block* block : blocks_) {
      size_t count = block->successors.size();
      NodeKind end = block->last->kind();
      bool fits = end == NodeKind::kGoto     ? count == 1
                  : end == NodeKind::kBranch ? count == 2
                  : end == NodeKind::kSwitch ? count >= 1
                                             : count == 0;
      if (!fits) return Fail(*block->last, "it does not have " + Counted(count, "successor"));
      for (const Block* s : block->successors) {
        if (!Has(s)) return Fail(*block, "a successor is not of the graph");
        if (CountOf(s->predecessors, block) != CountOf(block->successors, s)) {
          return Fail(*block, NameOf(*s) + " does not have it as a predecessor so often");
        }
        if (count > 1 && s->predecessors.size() > 1) {
          return Fail(*block, "the edge to " + NameOf(*s) + " is critical");
        }
      }
      for (const Block* p : block->predecessors) {
        if (!Has(p)) return Fail(*block, "a predecessor is not of the graph");
        if (CountOf(p->successors, block) == 0) return Fail(*block, NameOf(*p) + " does not lead to it");
      }
      if (block == blocks_[0] && block->entry_offset != Block::kNone) {
        return Fail(*block, "the first block has an entry's offset");
      }
      if (block->is_entry() != block->predecessors.empty()) {
        return Fail(*block, block->is_entry() ? "an entry has predecessors" : "nothing leads to it");
      }
    }
    return true;
  }
  bool Has(const Block* block) const {
    return block->order < blocks_.size() && blocks_[block->order] == block;
  }
  // Blocks that switch to one block very often are not expected.
  static size_t CountOf(const std::vector<Block*>& blocks, const Block* block) {
    return static_cast<size_t>(std::count(blocks.begin(), blocks.end(), block));
  }

  bool CheckOrder() {
    for (const Block* block : blocks_) {
      bool is_header = false;
      for (size_t i = 0; i < block->predecessors.size(); i++) {
        const Block* p = block->predecessors[i];
        if (p->order < block->order) continue;
        if (!block->is_loop_header) {
          return Fail(*block, "it stands before " + NameOf(*p) + ", which leads to it, and begins no loop");
        }
        if (i + 1 != block->predecessors.size()) {
          return Fail(*block, "the back-edge from " + NameOf(*p) + " is not the last predecessor");
        }
        is_header = true;
      }
      if (block->is_loop_header && !is_header) return Fail(*block, "no back-edge leads to this loop");
      if (is_header && block->predecessors.size() == 1)
        return Fail(*block, "only the loop itself leads to it");
    }
    return true;
  }

  bool CheckLoops() {
    Loops loops(blocks_);
    std::vector<uint32_t> first(blocks_.size(), UINT32_MAX), last(blocks_.size()), count(blocks_.size());
    for (const Block* block : blocks_) {
      if (!loops.IsReached(block)) return Fail(*block, "no entry leads to it");
      if (loops.IsHeader(block) != block->is_loop_header)
        return Fail(*block, "the loop can be entered elsewhere");
      if (loops.DepthOf(block) != block->loop_depth) {
        return Fail(*block, "it is in " + Counted(loops.DepthOf(block), "loop"));
      }
      if (loops.LoopOf(block) != block->loop) return Fail(*block, "it is in another loop");
      const Block* outer = loops.OuterLoopOf(block);
      if (outer == nullptr) continue;
      for (const Block* p : block->predecessors) {
        if (!loops.IsReachedFromFirst(p)) continue;
        const Block* of_p = loops.LoopOf(p);
        while (of_p != nullptr && of_p != outer) of_p = loops.OuterLoopOf(of_p);
        if (of_p == nullptr)
          return Fail(*block, NameOf(*p) + " enters the loop of " + NameOf(*outer) + " here");
      }
    }
    // Inner loops come after outer ones, so backwards they are complete before they are added to those.
    for (size_t i = blocks_.size(); i-- > 0;) {
      const Block* block = blocks_[i];
      uint32_t own = static_cast<uint32_t>(i);
      first[own] = std::min(first[own], own);
      last[own] = std::max(last[own], own);
      count[own]++;
      if (block->is_loop_header && (first[own] != own || last[own] - own + 1 != count[own])) {
        return Fail(*block, "the blocks of this loop are not together");
      }
      const Block* loop = loops.OuterLoopOf(block);
      if (loop == nullptr) continue;
      uint32_t o = loop->order;
      first[o] = std::min(first[o], first[own]);
      last[o] = std::max(last[o], last[own]);
      count[o] += count[own];
    }
    return true;
  }

  // What a node has, taken by itself.
  bool CheckNodes() {
    std::unordered_map<uint64_t, const Node*> constants[3];
    for (const Block* block : blocks_) {
      for (const Node* node = block->first; node != nullptr; node = node->next()) {
        const NodeKindInfo& info = node->info();
        if (!CheckInputs(*node) || !CheckPayload(*node)) return false;
        if (!node->Is(NodeKind::kPhi) && node->representation() != info.representation) {
          return Fail(*node, "its representation is not that of its kind");
        }
        bool wants_state = (info.flags & kMayExit) != 0,
             may_have_one = wants_state || (info.flags & kCalls) != 0;
        if (node->state() == nullptr ? wants_state : !may_have_one) {
          return Fail(*node, wants_state ? "it has no state" : "it has a state and neither exits nor calls");
        }
        if (node->state() != nullptr && !CheckState(*node, *node->state())) return false;
        if (IsConstant(node->kind())) {
          static_assert(static_cast<int>(NodeKind::kFloat64Constant) == 2);
          if (block != blocks_[0]) return Fail(*node, "a constant stands in the first block");
          auto& known = constants[static_cast<int>(node->kind())];
          auto [other, is_new] = known.emplace(node->payload().raw, node);
          if (!is_new) return Fail(*node, "it is the same constant as " + NameOf(*other->second));
        }
        if (node->Is(NodeKind::kParameter) && block != blocks_[0]) {
          return Fail(*node, "it stands in the first block alone");
        }
        if (node->Is(NodeKind::kOsrValue) && block->entry_offset == Block::kNone) {
          return Fail(*node, "its block has no entry's offset");
        }
      }
    }
    return true;
  }

  bool CheckInputs(const Node& node) {
    for (const Node* input : node.inputs()) {
      if (!IsNode(input)) return Fail(node, NameOf(*input) + " is in no block");
    }
    if (node.Is(NodeKind::kPhi)) return CheckPhi(node);
    const char* letters = node.info().inputs;
    uint32_t i = 0;
    for (; *letters != 0 && *letters != '*'; letters++) {
      if (letters[1] == '*') {
        for (; i < node.input_count(); i++) {
          if (!CheckInput(node, i, *letters)) return false;
        }
        continue;
      }
      if (i >= node.input_count()) return FailCount(node);
      if (!CheckInput(node, i++, *letters)) return false;
    }
    if (i != node.input_count()) return FailCount(node);
    bool is_behind = node.Is(NodeKind::kRegisterBehind) || node.Is(NodeKind::kWordBehind);
    if (is_behind && !node.input(0)->Has(kCalls)) {
      return Fail(node, "its input is no call");
    }
    return true;
  }
  bool FailCount(const Node& node) {
    return Fail(node, "it does not have " + Counted(node.input_count(), "input"));
  }
  bool CheckInput(const Node& node, uint32_t i, char letter) {
    Representation r = node.input(i)->representation();
    if (Fits(letter, r)) return true;
    return Fail(node, "input " + std::to_string(i) + ", " + NameOf(*node.input(i)) + ", is " +
                          std::string(jit::NameOf(r)) + " and not " + Meaning(letter));
  }
  bool CheckPhi(const Node& phi) {
    size_t count = phi.block()->predecessors.size();
    if (phi.input_count() != count) {
      return Fail(phi,
                  "it has " + Counted(phi.input_count(), "input") + " for " + Counted(count, "predecessor"));
    }
    Representation own = phi.representation();
    if (own == Representation::kNone) return Fail(phi, "it has no representation");
    for (uint32_t i = 0; i < phi.input_count(); i++) {
      Representation r = phi.input(i)->representation();
      if (r == own || (own == Representation::kTagged && r == Representation::kSmi)) continue;
      return Fail(phi, "input " + std::to_string(i) + ", " + NameOf(*phi.input(i)) + ", is " +
                           std::string(jit::NameOf(r)) + " and not " + std::string(jit::NameOf(own)));
    }
    return true;
  }

  bool CheckPayload(const Node& node) {
    const Payload& p = node.payload();
    switch (node.info().payload) {
      case PayloadKind::kCondition:
        return p.condition < std::size(kConditionNames) || Fail(node, "there is no such condition");
      case PayloadKind::kDoubleCondition:
        return p.condition < std::size(kDoubleConditionNames) || Fail(node, "there is no such condition");
      case PayloadKind::kShapes: {
        if (p.shapes == nullptr || p.shapes->count == 0) return Fail(node, "there is no shape");
        const uint64_t* shapes = p.shapes->shapes;
        bool is_sorted = std::adjacent_find(shapes, shapes + p.shapes->count,
                                            std::greater_equal<uint64_t>()) == shapes + p.shapes->count;
        if (!is_sorted) return Fail(node, "the shapes are not in ascending order");
        if (!node.Is(NodeKind::kSelectByShape)) return true;
        bool are_constants = node.input_count() == p.shapes->count + 1;
        for (uint32_t i = 1; i < node.input_count(); i++) are_constants &= IsConstant(node.input(i)->kind());
        return are_constants || Fail(node, "there is to be a constant for each shape");
      }
      case PayloadKind::kCall:
        if (p.call == nullptr || p.call->unit == nullptr) return Fail(node, "there is no call");
        return p.call->words.size() == node.input_count() ||
               Fail(node, "it has " + Counted(node.input_count(), "input") + " for " +
                              Counted(p.call->words.size(), "word"));
      default: return true;
    }
  }

  bool CheckState(const Node& node, const FrameState& state) {
    if (node.Has(kCalls)) {
      if (!state.is_behind) return Fail(node, "a call's state is behind the instruction");
      if (node.info().payload == PayloadKind::kCall &&
          (state.unit != node.payload().call->unit || state.offset != node.payload().call->offset)) {
        return Fail(node, "its state is that of another instruction");
      }
    }
    for (const FrameState* s = &state; s != nullptr && checked_states_.insert(s).second; s = s->outer) {
      if (s->unit == nullptr) return Fail(node, "its state has no unit");
      if ((s->outer == nullptr) != (s->unit->outer == nullptr)) {
        return Fail(node, s->outer == nullptr ? "its state lacks that of the outer frame"
                                              : "its state has an outer one, and its unit has none");
      }
      if (s->outer != nullptr) {
        if (s->outer->unit != s->unit->outer) return Fail(node, "its outer state is of another unit");
        if (!s->outer->is_behind || s->outer->offset != s->unit->call_offset) {
          return Fail(node, "its outer state is not behind the call");
        }
      }
      for (size_t i = 1; i < s->registers.size(); i++) {
        if (s->registers[i - 1].number >= s->registers[i].number) {
          return Fail(node, "the registers of its state are not in ascending order");
        }
      }
      const Node* wrong = nullptr;
      const char* why = "";
      auto check = [&](const Node* n) {
        if (n == nullptr || wrong != nullptr) return;
        if (!IsNode(n)) {
          why = ", which is in no block";
        } else if (!Fits('v', n->representation())) {
          why = ", which is no value";
        } else {
          return;
        }
        wrong = n;
      };
      for (const FrameState::Register& r : s->registers) check(r.node);
      check(s->acc);
      check(s->environment);
      if (wrong != nullptr) return Fail(node, "its state has " + NameOf(*wrong) + why);
    }
    return true;
  }

  bool CheckUses() {
    std::vector<uint32_t> uses(graph_.node_count());
    graph_.ForEachNode([&](const Node* node) {
      for (const Node* input : node->inputs()) uses[input->id()]++;
    });
    for (const Block* block : blocks_) {
      for (const Node* node = block->first; node != nullptr; node = node->next()) {
        if (node->use_count() == uses[node->id()]) continue;
        return Fail(*node, "it counts " + Counted(node->use_count(), "use") + " and has " +
                               std::to_string(uses[node->id()]));
      }
    }
    return true;
  }
  bool IsNode(const Node* node) const { return node->id() < is_node_.size() && is_node_[node->id()] == node; }

  // ---- Dominance ----

  bool CheckDominance() {
    Dominators dominators(graph_);
    std::vector<uint32_t> place(graph_.node_count());
    for (const Block* block : blocks_) {
      uint32_t n = 0;
      for (const Node* node = block->first; node != nullptr; node = node->next()) place[node->id()] = n++;
    }
    // `end`: as if at the end of the block.
    auto is_before = [&](const Node* node, const Block* block, uint32_t end) {
      if (node->block() == block) return place[node->id()] < end;
      return IsConstant(node->kind()) || dominators.Dominates(node->block(), block);
    };
    // States are shared. Where one is dominated by all its values, the nodes are that it dominates: as
    // blocks are in order, and nodes in the block, a state that was seen in the same block needs no
    // second look.
    std::unordered_map<const FrameState*, const Block*> seen;
    for (const Block* block : blocks_) {
      for (const Node* node = block->first; node != nullptr; node = node->next()) {
        for (uint32_t i = 0; i < node->input_count(); i++) {
          const Node* input = node->input(i);
          bool is_phi = node->Is(NodeKind::kPhi);
          const Block* at = is_phi ? block->predecessors[i] : block;
          if (is_before(input, at, is_phi ? UINT32_MAX : place[node->id()])) continue;
          return Fail(*node, NameOf(*input) + " does not dominate this use");
        }
        for (const FrameState* s = node->state(); s != nullptr; s = s->outer) {
          auto [where, is_new] = seen.emplace(s, block);
          if (!is_new && where->second == block && !node->Has(kCalls)) break;
          where->second = block;
          const Node* wrong = nullptr;
          // What a call has as its result is in the state behind it.
          auto check = [&](const Node* n) {
            if (n == nullptr || wrong != nullptr || (n == node && node->Has(kCalls))) return;
            if (!is_before(n, block, place[node->id()])) wrong = n;
          };
          for (const FrameState::Register& r : s->registers) check(r.node);
          check(s->acc);
          check(s->environment);
          if (wrong != nullptr)
            return Fail(*node, NameOf(*wrong) + " does not dominate the use in its state");
        }
      }
    }
    return true;
  }

  // ---- Views ----

  // On every way to the use of a view its place has been set by this node last, and nothing was called since.
  bool CheckViews() {
    using Places = std::array<const Node*, kTypedViews>;
    std::vector<Places> at_end(blocks_.size());
    std::vector<bool> is_known(blocks_.size());
    auto places_at = [&](const Block& block) {
      Places places = {};
      bool is_first = true;
      for (const Block* p : block.predecessors) {
        if (!is_known[p->order]) continue;
        for (size_t n = 0; n < places.size(); n++) {
          const Node* its = at_end[p->order][n];
          places[n] = is_first || places[n] == its ? its : nullptr;
        }
        is_first = false;
      }
      return block.is_entry() ? Places{} : places;
    };
    auto walk = [&](const Block& block, auto use) {
      Places places = places_at(block);
      block.ForEachNode([&](const Node* node) {
        if (node->Has(kCalls)) places = {};
        if (node->Is(NodeKind::kViewTyped))
          places[static_cast<size_t>(ViewOf::From(node->payload().number).place)] = node;
        for (const Node* input : node->inputs()) {
          if (input->representation() == Representation::kView) use(*node, *input, places);
        }
      });
      return places;
    };
    // Less is known each time.
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Block* block : blocks_) {
        Places places = walk(*block, [](const Node&, const Node&, const Places&) {});
        if (is_known[block->order] && places == at_end[block->order]) continue;
        is_known[block->order] = is_changed = true;
        at_end[block->order] = places;
      }
    }
    const Node *wrong = nullptr, *view = nullptr;
    for (const Block* block : blocks_) {
      walk(*block, [&](const Node& user, const Node& its, const Places& places) {
        bool is_it = places[static_cast<size_t>(ViewOf::From(its.payload().number).place)] == &its;
        if (!is_it && wrong == nullptr) wrong = &user, view = &its;
      });
    }
    return wrong == nullptr || Fail(*wrong, NameOf(*view) + " may be another view by then");
  }

  // ---- States between effects ----

  // What a program sees may happen once. So where a node has had the state before an instruction, and there
  // was an effect since, the instruction has begun, or one behind it: no node may begin it again. It is
  // begun again where the program does so, in another turn of a loop. That is seen by a loop's header, and
  // by the fuel that a turn takes (a Generic that jumps takes it itself), because turns are also put in front
  // of loops, and loops may turn out to have one turn only.
  bool CheckStatesBetweenEffects() {
    std::unordered_map<uint64_t, uint32_t> numbers;  // of states before instructions, by unit and offset
    auto key = [](const Unit* unit, uint32_t offset) { return uint64_t{unit->number} << 32 | offset; };
    graph_.ForEachNode([&](const Node* node) {
      const FrameState* s = node->state();
      if (s != nullptr && !s->is_behind) {
        numbers.emplace(key(s->unit, s->offset), static_cast<uint32_t>(numbers.size()));
      }
    });
    const size_t words = numbers.size() / 64 + 1;
    // A bit each: states that nodes have had since the last effect, and before.
    struct Sets {
      std::vector<uint64_t> now, over;
    };
    std::vector<Sets> at_end(blocks_.size());
    for (const Block* block : blocks_) {
      Sets sets{std::vector<uint64_t>(words), std::vector<uint64_t>(words)};
      if (!block->is_loop_header) {
        for (const Block* p : block->predecessors) {
          for (size_t i = 0; i < words; i++) {
            sets.now[i] |= at_end[p->order].now[i];
            sets.over[i] |= at_end[p->order].over[i];
          }
        }
      }
      auto end_instruction_of = [&](const CallInfo& call) {
        auto own = numbers.find(key(call.unit, call.offset));
        if (own != numbers.end()) sets.over[own->second / 64] |= uint64_t{1} << own->second % 64;
      };
      for (const Node* node = block->first; node != nullptr; node = node->next()) {
        const bool has_jumped = node->Is(NodeKind::kTookJump);
        if (node->Is(NodeKind::kSpendFuel) || has_jumped) {
          std::fill(sets.now.begin(), sets.now.end(), 0);
          std::fill(sets.over.begin(), sets.over.end(), 0);
        }
        if (has_jumped) end_instruction_of(*node->input(0)->payload().call);
        const FrameState* s = node->state();
        if (s != nullptr && !s->is_behind) {
          uint32_t number = numbers.at(key(s->unit, s->offset));
          if (sets.over[number / 64] >> number % 64 & 1) {
            return Fail(*node, "its state is before the instruction at " + std::to_string(s->offset) +
                                   ", which has had an effect already");
          }
          // Fuel that ends a block is a turn's, or a call's, whose own instructions follow.
          bool is_turn = node->Is(NodeKind::kSpendFuel) && node->next()->Is(NodeKind::kGoto);
          if (!is_turn) sets.now[number / 64] |= uint64_t{1} << number % 64;
        }
        if (!IsEffect(node->kind())) continue;
        for (size_t i = 0; i < words; i++) {
          sets.over[i] |= sets.now[i];
          sets.now[i] = 0;
        }
        if (node->info().payload == PayloadKind::kCall) end_instruction_of(*node->payload().call);
      }
      at_end[block->order] = std::move(sets);
    }
    return true;
  }

  const Graph& graph_;
  std::span<Block* const> blocks_;
  std::vector<const Node*> is_node_;  // by id
  std::unordered_set<const FrameState*> checked_states_;
  std::string wrong_;
};

}  // namespace

std::string Graph::Verify() const { return Verifier(*this).Verify(); }

}  // namespace halfword::jit
