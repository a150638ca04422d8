#include "jit/optimizations/sinking.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jit/graph/loops.h"

namespace halfword::jit {

namespace {

// Of a graph, and of all its states together.
constexpr uint32_t kMostObjects = 64, kMostInStates = 20000;

// An object that may be sunk, at some place.
struct Contents {
  bool is_made = false;
  bool is_one = true;  // it is the same on all ways that have met
  uint64_t shape = 0;
  // That were stored to, by their offsets; null: it differs.
  std::vector<std::pair<int32_t, Node*>> words = {};

  Node* At(int32_t offset) const {
    for (const auto& [its, value] : words) {
      if (its == offset) return value;
    }
    return nullptr;
  }
  bool Has(int32_t offset) const {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) { return word.first == offset; });
  }
  void Put(int32_t offset, Node* value) {
    for (auto& [its, old] : words) {
      if (its == offset) return void(old = value);
    }
    words.push_back({offset, value});
  }
  bool IsWhole() const {
    return is_one &&
           std::none_of(words.begin(), words.end(), [](const auto& w) { return w.second == nullptr; });
  }
};
using AllContents = std::vector<Contents>;

void MeetWith(Contents* contents, const Contents& other) {
  if (!other.is_made) return void(contents->is_made = false);
  contents->is_one &= other.is_one && contents->shape == other.shape;
  for (const auto& [offset, value] : other.words) {
    if (!contents->Has(offset)) contents->Put(offset, nullptr);
  }
  for (auto& [offset, value] : contents->words) {
    if (value != other.At(offset)) value = nullptr;
  }
}

class Sinking {
 public:
  explicit Sinking(Graph& graph) : graph_(graph), loops_(graph.blocks()) {}

  uint32_t Run() {
    graph_.ForEachNode([&](Node* node) {
      const bool may_be = node->Is(NodeKind::kNewObject) && node->input(0)->Is(NodeKind::kConstant);
      if (!may_be || objects_.size() == kMostObjects) return;
      numbers_[node] = objects_.size();
      objects_.push_back(node);
    });
    if (objects_.empty()) return 0;
    is_seen_.resize(objects_.size());
    FindSeen();
    if (std::find(is_seen_.begin(), is_seen_.end(), false) == is_seen_.end()) return 0;
    // What a walk finds out may make others seen, too.
    do {
      is_to_be_walked_again_ = false;
      replacements_.clear();
      in_states_ = 0;
      Walk([&](Node* node, AllContents& all) { Look(node, all); });
      Spread();
    } while (is_to_be_walked_again_);
    const auto sunk = static_cast<uint32_t>(std::count(is_seen_.begin(), is_seen_.end(), false));
    if (sunk == 0 || in_states_ > kMostInStates) return 0;
    for (auto [node, value] : replacements_) graph_.ReplaceBy(node, value);
    graph_.ApplyReplacements();
    Walk([&](Node* node, AllContents& all) { RewriteState(node, all); });
    Remove();
    return sunk;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  // The number of the object that the node is, or kNone. Those that are seen are none.
  size_t NumberOf(const Node* node) const {
    auto found = numbers_.find(&Unchecked(*node));
    return found == numbers_.end() || is_seen_[found->second] ? kNone : found->second;
  }

  // ---- Who is seen ----

  void FindSeen() {
    std::vector<bool> is_stored(objects_.size());
    graph_.ForEachNode([&](const Node* node) {
      for (uint32_t n = 0; n < node->input_count(); n++) {
        const size_t object = NumberOf(node->input(n));
        if (object == kNone) continue;
        if (!node->Is(NodeKind::kStoreField) || n == 0) {
          if (!IsOwnUse(*node, *objects_[object])) is_seen_[object] = true;
          continue;
        }
        // Stored once, or else states that name what has the object would name it in more and more ways.
        const size_t holder = NumberOf(node->input(0));
        if (holder == kNone || is_stored[object]) {
          is_seen_[object] = true;
        } else {
          stored_.push_back({object, holder});
        }
        is_stored[object] = true;
      }
    });
    SeeCircles();
    Spread();
  }
  // Objects that have each other can't be made one after the other.
  void SeeCircles() {
    std::vector<size_t> level(objects_.size());
    for (size_t round = 0; round <= objects_.size(); round++) {
      for (auto [object, holder] : stored_) level[object] = std::max(level[object], level[holder] + 1);
    }
    for (size_t n = 0; n < objects_.size(); n++) {
      if (level[n] > objects_.size()) is_seen_[n] = true;
    }
  }
  bool IsOwnUse(const Node& user, const Node& object) const {
    switch (user.kind()) {
      case NodeKind::kStoreField:
      case NodeKind::kStoreShape: return loops_.LoopOf(user.block()) == loops_.LoopOf(object.block());
      case NodeKind::kLoadField:
      case NodeKind::kLoadShape:
      case NodeKind::kCheckShape:
      case NodeKind::kCheckObject: return true;
      default: return false;
    }
  }
  // Who is stored to an object that is seen is seen.
  void Spread() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (auto [object, holder] : stored_) {
        if (!is_seen_[holder] || is_seen_[object]) continue;
        is_seen_[object] = goes_on = true;
      }
    }
  }
  void See(size_t object) {
    is_seen_[object] = true;
    is_to_be_walked_again_ = true;
  }

  // ---- What they have ----

  // Calls f(node, contents in front of it) for all nodes.
  template <class F>
  void Walk(F f) {
    std::vector<AllContents> at_end(graph_.blocks().size());
    for (Block* block : graph_.blocks()) {
      AllContents all(objects_.size());
      bool is_first = true;
      for (const Block* p : block->predecessors) {
        // No object has stores in loops that it was not made in.
        if (p->order >= block->order) continue;
        const AllContents& theirs = at_end[p->order];
        if (is_first) {
          all = theirs;
        } else {
          for (size_t n = 0; n < all.size(); n++) {
            if (all[n].is_made) MeetWith(&all[n], theirs[n]);
          }
        }
        is_first = false;
      }
      block->ForEachNode([&](Node* node) {
        f(node, all);
        Pass(*node, &all);
      });
      at_end[block->order] = std::move(all);
    }
  }
  void Pass(const Node& node, AllContents* all) const {
    if (node.Is(NodeKind::kNewObject)) {
      if (const size_t n = NumberOf(&node); n != kNone)
        (*all)[n] = {.is_made = true, .shape = node.input(0)->payload().bits};
    } else if (node.Is(NodeKind::kStoreField)) {
      if (const size_t n = NumberOf(node.input(0)); n != kNone)
        (*all)[n].Put(node.payload().offset, node.input(1));
    } else if (node.Is(NodeKind::kStoreShape)) {
      if (const size_t n = NumberOf(node.input(0)); n != kNone) (*all)[n].shape = node.payload().bits;
    }
  }

  // Notes what takes the place of the node, and who is seen after all.
  void Look(Node* node, const AllContents& all) {
    if (node->state() != nullptr) {
      node->state()->ForEachNode([&](const Node* value) {
        if (const size_t n = NumberOf(value); n != kNone) LookAt(n, all);
      });
    }
    const bool reads = node->Is(NodeKind::kLoadField) || node->Is(NodeKind::kLoadShape) ||
                       node->Is(NodeKind::kCheckShape) || node->Is(NodeKind::kCheckObject);
    const size_t n = reads ? NumberOf(node->input(0)) : kNone;
    if (n == kNone) return;
    const Contents& contents = all[n];
    if (!contents.is_made || !contents.is_one) return See(n);
    if (node->Is(NodeKind::kLoadField)) {
      const int32_t offset = node->payload().offset;
      Node* value = contents.Has(offset) ? contents.At(offset) : graph_.Constant(0, kSmiType);
      if (value == nullptr) return See(n);
      // Who uses what was loaded uses that object. Once the load is gone they do so by name.
      if (const size_t loaded = NumberOf(value); loaded != kNone) See(loaded);
      replacements_.push_back({node, value});
    } else if (node->Is(NodeKind::kLoadShape)) {
      replacements_.push_back({node, graph_.Constant(contents.shape, kInternalType)});
    } else if (node->Is(NodeKind::kCheckObject) || node->payload().shapes->Has(contents.shape)) {
      replacements_.push_back({node, node->input(0)});
    } else {
      See(n);
    }
  }
  // A state has it, and with it the objects that it has.
  void LookAt(size_t object, const AllContents& all) {
    const Contents& contents = all[object];
    in_states_++;
    if (!contents.is_made || !contents.IsWhole()) return See(object);
    for (const auto& [offset, value] : contents.words) {
      if (const size_t n = NumberOf(value); n != kNone) LookAt(n, all);
    }
  }

  // ---- States ----

  void RewriteState(Node* node, const AllContents& all) {
    if (node->state() == nullptr) return;
    bool has_any = false;
    node->state()->ForEachNode([&](const Node* value) { has_any |= NumberOf(value) != kNone; });
    if (!has_any) return;
    std::vector<Node*> made(objects_.size());
    node->set_state(Rewritten(*node->state(), node, all, &made));
  }
  const FrameState* Rewritten(const FrameState& state, Node* place, const AllContents& all,
                              std::vector<Node*>* made) {
    auto value_of = [&](Node* value) {
      const size_t n = value == nullptr ? kNone : NumberOf(value);
      return n == kNone ? value : Sunk(n, place, all, made);
    };
    FrameState copy = state;
    if (state.outer != nullptr) copy.outer = Rewritten(*state.outer, place, all, made);
    copy.acc = value_of(state.acc);
    copy.environment = value_of(state.environment);
    std::vector<FrameState::Register> registers(state.registers.begin(), state.registers.end());
    for (FrameState::Register& r : registers) r.node = value_of(r.node);
    return graph_.NewState(copy, registers);
  }
  Node* Sunk(size_t object, Node* place, const AllContents& all, std::vector<Node*>* made) {
    Node*& node = (*made)[object];
    if (node != nullptr) return node;
    const Contents& contents = all[object];
    std::vector<Node*> inputs = {graph_.Constant(contents.shape, kInternalType)};
    for (const auto& [offset, value] : contents.words) {
      inputs.push_back(graph_.Int32(offset));
      const size_t n = NumberOf(value);
      inputs.push_back(n != kNone ? Sunk(n, place, all, made) : Unconverted(value));
    }
    return node = graph_.InsertBefore(place, NodeKind::kSunkObject, inputs);
  }
  // Who leaves the code knows numbers, so no box is made for its sake.
  static Node* Unconverted(Node* value) {
    switch (value->kind()) {
      case NodeKind::kBox:
      case NodeKind::kFloat64ToTagged:
      case NodeKind::kInt32ToTagged:
      case NodeKind::kUint32ToTagged:
      case NodeKind::kInt32ToSmi:
      case NodeKind::kBoolToTagged: return value->input(0);
      default: return value;
    }
  }

  void Remove() {
    std::vector<Node*> unneeded;
    graph_.ForEachNode([&](Node* node) {
      const bool is_store = node->Is(NodeKind::kStoreField) || node->Is(NodeKind::kStoreShape);
      if (is_store && NumberOf(node->input(0)) != kNone) unneeded.push_back(node);
    });
    for (Node* node : unneeded) graph_.Remove(node);
    for (Node* object : objects_) {
      if (NumberOf(object) != kNone) graph_.Remove(object);
    }
  }

  Graph& graph_;
  const Loops loops_;
  std::vector<Node*> objects_;
  std::unordered_map<const Node*, size_t> numbers_;
  std::vector<bool> is_seen_;
  std::vector<std::pair<size_t, size_t>> stored_;  // the first object in the second one
  std::vector<std::pair<Node*, Node*>> replacements_;
  bool is_to_be_walked_again_ = false;
  uint32_t in_states_ = 0;
};

}  // namespace

uint32_t SinkObjects(Graph& graph) { return Sinking(graph).Run(); }

}  // namespace halfword::jit
