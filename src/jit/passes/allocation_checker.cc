// Follows what every register and word holds through the code that an allocation describes, as regalloc2's
// checker does: a forward analysis whose state is the set of values that a place is known to hold.
#include <algorithm>
#include <map>
#include <set>

#include "jit/passes/allocation_data.h"

namespace halfword::jit {

namespace {

using namespace target_registers;  // NOLINT

// By kind and index; constants are everywhere.
using Place = std::pair<uint8_t, uint32_t>;
using Contents = std::map<Place, std::set<uint32_t>>;

Place PlaceOf(Location l) { return {l.kind, l.index}; }

std::string NameOf(const Node& node) { return "n" + std::to_string(node.id()); }

class Checker {
 public:
  Checker(const Graph& graph, const Allocation& allocation) : graph_(graph), allocation_(allocation) {}

  std::string Run() {
    size_t count = graph_.blocks().size();
    entry_.resize(count);
    is_reached_.resize(count);
    is_reached_[0] = true;
    // Contents only shrink, so it ends.
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Block* block : graph_.blocks()) {
        if (!is_reached_[block->order]) continue;
        Contents contents = entry_[block->order];
        Walk(*block, &contents, false);
        for (const Block* to : block->successors) is_changed |= Flow(*block, *to, contents);
      }
    }
    for (const Block* block : graph_.blocks()) {
      if (!is_reached_[block->order]) continue;
      Contents contents = entry_[block->order];
      Walk(*block, &contents, true);
      if (!error_.empty()) return error_;
    }
    return error_;
  }

 private:
  bool Holds(const Contents& contents, Location at, const Node& value) const {
    const uint32_t id = Unchecked(value).id();
    if (at.kind == Location::kConstant) return IsConstant(Unchecked(value)) && at.index == id;
    auto found = contents.find(PlaceOf(at));
    return found != contents.end() && found->second.contains(id);
  }
  void Want(bool reports, const Contents& contents, Location at, const Node& value, const Node& user,
            const char* what) {
    if (!reports || !error_.empty() || Holds(contents, at, value)) return;
    error_ = NameOf(user) + ": " + what + " " + NameOf(value) + " is not in " + ToText(at);
  }
  void Put(Contents* contents, Location to, std::set<uint32_t> values, uint32_t words) {
    if (to.kind == Location::kWord) {
      // What begins a word before may reach here.
      if (to.index > 0 && kWordsOfDouble > 1) DropDoubles(contents, to.index - 1);
      for (uint32_t n = 0; n < words; n++) contents->erase(PlaceOf({Location::kWord, to.index + n}));
    }
    (*contents)[PlaceOf(to)] = std::move(values);
  }
  void DropDoubles(Contents* contents, uint32_t word) {
    auto found = contents->find(PlaceOf({Location::kWord, word}));
    if (found == contents->end()) return;
    std::erase_if(found->second, [&](uint32_t id) { return doubles_.contains(id); });
  }
  void Move(std::span<const jit::Move> moves, Contents* contents, bool reports, const Node& at) {
    std::vector<std::set<uint32_t>> sources;
    std::set<Place> targets;
    for (const jit::Move& move : moves) {
      Want(reports, *contents, move.from, *move.value, at, "moved");
      std::set<uint32_t> values = {move.value->id()};
      if (auto found = contents->find(PlaceOf(move.from)); found != contents->end()) values = found->second;
      sources.push_back(values);
      for (uint32_t n = 0; n < (move.to.kind == Location::kWord ? WordsOf(*move.value) : 1); n++) {
        if (!targets.insert(PlaceOf({move.to.kind, move.to.index + n})).second && reports && error_.empty())
          error_ = NameOf(at) + ": two moves go to " + ToText(move.to);
      }
    }
    for (size_t n = 0; n < moves.size(); n++)
      Put(contents, moves[n].to, sources[n], WordsOf(*moves[n].value));
  }
  // Headers that the call finds, and those that are there behind it.
  uint32_t IdOfHeader(const Unit& unit) const { return graph_.node_count() + unit.number; }
  void WantHeaders(const Node& node, const Contents& contents) {
    ForEachHeaderWord(allocation_.HeadersAt(node), [&](const Unit& unit, uint32_t word) {
      auto found = contents.find(PlaceOf({Location::kWord, word}));
      bool is_there = found != contents.end() && found->second.contains(IdOfHeader(unit));
      // Inputs of the call come to their words before.
      node.payload().call->ForEachWord([&](uint32_t input, uint32_t) { is_there &= input != word; });
      if (!is_there && error_.empty())
        error_ = NameOf(node) + ": a header of unit " + std::to_string(unit.number) + " is lost";
    });
  }
  void PutHeaders(const Node& node, Contents* contents) {
    ForEachHeaderWord(node.payload().call->unit, [&](const Unit& unit, uint32_t word) {
      Put(contents, {Location::kWord, word}, {IdOfHeader(unit)}, 1);
    });
  }
  void LoseRegisters(Contents* contents) {
    std::erase_if(*contents, [](const auto& row) {
      return row.first.first == Location::kGeneral || row.first.first == Location::kDouble;
    });
  }

  void Walk(const Block& block, Contents* contents, bool reports) {
    const Node* first = block.first;
    Move(allocation_.AtBegin(block), contents, reports, *first);
    block.ForEachNode([&](const Node* node) {
      if (node->representation() == Representation::kFloat64) doubles_.insert(node->id());
      if (node->Is(NodeKind::kPhi) || node->Is(NodeKind::kSunkObject)) return;
      Move(allocation_.Before(*node), contents, reports, *node);
      if (node == block.last) Move(allocation_.AtEnd(block), contents, reports, *node);
      Constraints c = ConstraintsOf(*node);
      for (uint32_t n = 0; n < node->input_count(); n++) {
        Location in = allocation_.Input(*node, n);
        if (ClassOf(node->input(n)->representation()) == RegisterClass::kNone) continue;
        Want(reports, *contents, in, *node->input(n), *node, "input");
        Operand wanted = c.inputs[std::min(n, Constraints::kMostInputs - 1)];
        bool is_good =
            wanted.policy == Policy::kAnywhere || wanted.policy == Policy::kPreferred || in.is_register();
        if (wanted.policy == Policy::kRegisterOrConstant) is_good |= in.kind == Location::kConstant;
        if (wanted.policy == Policy::kFixed) is_good &= in.index == wanted.fixed;
        if (reports && !is_good && error_.empty())
          error_ = NameOf(*node) + ": input " + NameOf(*node->input(n)) + " is in " + ToText(in);
      }
      CheckTemporaries(*node, reports);
      if (reports && node->Is(NodeKind::kGeneric)) WantHeaders(*node, *contents);
      if (c.loses_all) {
        LoseRegisters(contents);
        LoseWords(*node, contents);
        if (node->Is(NodeKind::kGeneric)) PutHeaders(*node, contents);
      }
      for (uint32_t r = 0; r < 32; r++) {
        if (c.lost_general >> r & 1) contents->erase(PlaceOf({Location::kGeneral, r}));
      }
      if (node->Is(NodeKind::kRegisterBehind)) {
        Put(contents, {Location::kWord, node->payload().reg}, {node->id()}, 1);
      }
      Location out = allocation_.Output(*node);
      if (out.kind != Location::kNowhere && out.kind != Location::kConstant && !node->Has(kIsCheck)) {
        if (reports && error_.empty() && c.output.policy == Policy::kSame &&
            !(out == allocation_.Input(*node, 0)))
          error_ = NameOf(*node) + ": the result is not where the first input is";
        Put(contents, out, {node->id()}, WordsOf(*node));
      }
      // Behind the result: it must not have taken the place of what the exit needs. Its own first
      // input is lost.
      if (node->state() != nullptr) {
        node->state()->ForEachNode([&](const Node* value) {
          if (value != node)
            Want(reports, *contents, allocation_.InState(*node, *value), *value, *node, "exit's");
        });
      }
      Move(allocation_.Behind(*node), contents, reports, *node);
    });
  }
  void CheckTemporaries(const Node& node, bool reports) {
    std::set<Place> used;
    for (uint32_t n = 0; n < node.input_count(); n++) used.insert(PlaceOf(allocation_.Input(node, n)));
    used.insert(PlaceOf(allocation_.Output(node)));
    if (node.state() != nullptr) {
      node.state()->ForEachNode([&](const Node* value) {
        if (value != &node) used.insert(PlaceOf(allocation_.InState(node, *value)));
      });
    }
    auto check = [&](Location::Kind kind, std::span<const uint8_t> all) {
      for (uint8_t reg : all) {
        if (!used.insert({kind, reg}).second && reports && error_.empty())
          error_ = NameOf(node) + ": a temporary register is in use";
      }
    };
    check(Location::kGeneral, allocation_.GeneralTemporaries(node));
    check(Location::kDouble, allocation_.DoubleTemporaries(node));
  }
  void LoseWords(const Node& node, Contents* contents) {
    if (!node.Is(NodeKind::kGeneric)) return;
    const CallInfo& call = *node.payload().call;
    std::erase_if(*contents, [&](const auto& row) {
      return row.first.first == Location::kWord && row.first.second >= call.first_lost;
    });
    call.ForEachWord([&](uint32_t word, uint32_t n) {
      if (word < call.first_lost) Put(contents, {Location::kWord, word}, {Unchecked(*node.input(n)).id()}, 1);
    });
  }
  // True: the target knows less than before, or is reached for the first time.
  bool Flow(const Block& from, const Block& to, Contents contents) {
    // The phi is what its input was, and what was the phi before is not any more.
    uint32_t n = to.NumberOfPredecessor(from);
    std::map<uint32_t, std::vector<uint32_t>> phis_of;
    std::set<uint32_t> phis;
    to.ForEachPhi([&](const Node* phi) {
      phis_of[Unchecked(*phi->input(n)).id()].push_back(phi->id());
      phis.insert(phi->id());
      // A move has put a constant there.
    });
    for (auto& [place, values] : contents) {
      std::set<uint32_t> now;
      for (uint32_t id : values) {
        if (!phis.contains(id)) now.insert(id);
        if (auto found = phis_of.find(id); found != phis_of.end())
          now.insert(found->second.begin(), found->second.end());
      }
      values = now;
    }
    if (!is_reached_[to.order]) {
      is_reached_[to.order] = true;
      entry_[to.order] = std::move(contents);
      return true;
    }
    bool is_changed = false;
    for (auto& [place, values] : entry_[to.order]) {
      auto found = contents.find(place);
      size_t before = values.size();
      std::erase_if(values,
                    [&](uint32_t id) { return found == contents.end() || !found->second.contains(id); });
      is_changed |= values.size() != before;
    }
    return is_changed;
  }

  const Graph& graph_;
  const Allocation& allocation_;
  std::vector<Contents> entry_;
  std::vector<bool> is_reached_;
  std::set<uint32_t> doubles_;
  std::string error_;
};

}  // namespace

std::string Allocation::Check() const { return Checker(data_->graph, *this).Run(); }

std::string ToText(Location l) {
  switch (l.kind) {
    case Location::kNowhere: return "nowhere";
    case Location::kGeneral: return "g" + std::to_string(l.index);
    case Location::kDouble: return "d" + std::to_string(l.index);
    case Location::kWord: return "w" + std::to_string(l.index);
    case Location::kConstant: return "c" + std::to_string(l.index);
  }
  UNREACHABLE();
}

std::string Allocation::ToText() const {
  std::string text;
  auto moves = [&](const char* when, std::span<const Move> all) {
    if (all.empty()) return;
    text += std::string("    ") + when + ":";
    for (const Move& move : all)
      text +=
          " n" + std::to_string(move.value->id()) + " " + jit::ToText(move.from) + "→" + jit::ToText(move.to);
    text += "\n";
  };
  for (const Block* block : data_->graph.blocks()) {
    text += "block " + std::to_string(block->id) + "\n";
    moves("begin", AtBegin(*block));
    block->ForEachNode([&](const Node* node) {
      moves("before", Before(*node));
      if (node == block->last) moves("end", AtEnd(*block));
      text += "  n" + std::to_string(node->id()) + " = " + node->info().name;
      for (uint32_t n = 0; n < node->input_count(); n++) {
        text += " n" + std::to_string(node->input(n)->id());
        if (!node->Is(NodeKind::kPhi)) text += ":" + jit::ToText(Input(*node, n));
      }
      if (Output(*node).kind != Location::kNowhere) text += " → " + jit::ToText(Output(*node));
      text += "\n";
      moves("behind", Behind(*node));
    });
  }
  return text;
}

}  // namespace halfword::jit
