// Building and changing; the order of blocks is in block_order.cc.
#include "jit/graph/graph.h"

#include <algorithm>
#include <bit>
#include <new>
#include <unordered_set>

namespace halfword::jit {

// ---- Building ----

Block* Graph::NewBlock() {
  Block& block = block_storage_.emplace_back();
  block.id = next_block_id_++;
  block.order = static_cast<uint32_t>(blocks_.size());
  blocks_.push_back(&block);
  return &block;
}

Unit* Graph::NewUnit(uint64_t code, uint64_t info, const Unit* outer, uint32_t frame_words,
                     uint32_t call_offset) {
  Unit* unit = arena_.New<Unit>(
      Unit{static_cast<uint32_t>(units_.size()), code, info, outer, frame_words, call_offset});
  units_.push_back(unit);
  return unit;
}

Node* Graph::MakeNode(NodeKind kind, uint32_t id) {
  return new (arena_.Allocate(sizeof(Node))) Node(kind, id, nullptr, 0);
}

void Graph::SetInputs(Node* node, std::span<Node* const> inputs) {
  for (Node* input : inputs) input->use_count_++;
  for (Node* input : node->inputs()) input->use_count_--;
  if (inputs.size() > node->input_count_) {
    node->inputs_ = static_cast<Node**>(arena_.Allocate(inputs.size() * sizeof(Node*)));
  }
  std::copy(inputs.begin(), inputs.end(), node->inputs_);
  node->input_count_ = static_cast<uint32_t>(inputs.size());
}

Node* Graph::NewNode(NodeKind kind, std::span<Node* const> inputs, Payload payload, const FrameState* state) {
  Node* node = MakeNode(kind, next_id_++);
  SetInputs(node, inputs);
  node->payload_ = payload;
  node->state_ = state;
  return node;
}

void Graph::LinkBefore(Block* block, Node* place, Node* node) {
  DCHECK(node->block_ == nullptr);
  node->block_ = block;
  node->next_ = place;
  node->previous_ = place == nullptr ? block->last : place->previous_;
  (node->previous_ == nullptr ? block->first : node->previous_->next_) = node;
  (place == nullptr ? block->last : place->previous_) = node;
}

void Graph::Unlink(Node* node) {
  Block* block = node->block_;
  if (block->last_phi == node) {
    Node* previous = node->previous_;
    block->last_phi = previous != nullptr && previous->Is(NodeKind::kPhi) ? previous : nullptr;
  }
  if (last_constant_ == node) {
    Node* previous = node->previous_;
    last_constant_ = previous != nullptr && IsConstant(previous->kind()) ? previous : nullptr;
  }
  (node->previous_ == nullptr ? block->first : node->previous_->next_) = node->next_;
  (node->next_ == nullptr ? block->last : node->next_->previous_) = node->previous_;
  node->block_ = nullptr;
  node->next_ = node->previous_ = nullptr;
}

Node* Graph::Append(Block* block, NodeKind kind, std::span<Node* const> inputs, Payload payload,
                    const FrameState* state) {
  DCHECK(!block->is_ended());
  DCHECK((InfoOf(kind).flags & kControl) == 0 && kind != NodeKind::kPhi && !IsConstant(kind));
  Node* node = NewNode(kind, inputs, payload, state);
  LinkBefore(block, nullptr, node);
  return node;
}

Node* Graph::InsertBefore(Node* place, NodeKind kind, std::span<Node* const> inputs, Payload payload,
                          const FrameState* state) {
  DCHECK((InfoOf(kind).flags & kControl) == 0 && kind != NodeKind::kPhi && !IsConstant(kind));
  DCHECK(!place->Is(NodeKind::kPhi) && !IsConstant(place->kind()));
  Node* node = NewNode(kind, inputs, payload, state);
  LinkBefore(place->block(), place, node);
  return node;
}

Node* Graph::End(Block* block, NodeKind kind, std::initializer_list<Node*> inputs,
                 std::span<Block* const> targets, Payload payload, const FrameState* state) {
  DCHECK(!block->is_ended());
  DCHECK((InfoOf(kind).flags & kControl) != 0);
  Node* node = NewNode(kind, std::span(inputs.begin(), inputs.size()), payload, state);
  LinkBefore(block, nullptr, node);
  block->successors.assign(targets.begin(), targets.end());
  for (Block* target : targets) target->predecessors.push_back(block);
  return node;
}

Node* Graph::NewPhi(Block* block, Representation representation, uint32_t reg,
                    std::span<Node* const> inputs) {
  Node* node = NewNode(NodeKind::kPhi, inputs, Payload::Register(reg), nullptr);
  node->set_representation(representation);
  LinkBefore(block, block->last_phi == nullptr ? block->first : block->last_phi->next(), node);
  block->last_phi = node;
  return node;
}

void Graph::SetPhiInputs(Node* phi, std::span<Node* const> inputs) {
  DCHECK(phi->Is(NodeKind::kPhi));
  SetInputs(phi, inputs);
}

std::unordered_map<uint64_t, Node*>& Graph::KnownConstants(NodeKind kind) {
  return kind == NodeKind::kConstant ? constants_ : kind == NodeKind::kInt32Constant ? int32s_ : doubles_;
}

Node* Graph::ConstantNode(std::unordered_map<uint64_t, Node*>& known, NodeKind kind, Payload payload,
                          TypeSet types) {
  Node*& node = known[payload.raw];
  if (node != nullptr) return node;
  node = NewNode(kind, {}, payload, nullptr);
  node->set_types(types);
  LinkBefore(entry(), last_constant_ == nullptr ? entry()->first : last_constant_->next(), node);
  last_constant_ = node;
  return node;
}

Node* Graph::Constant(uint64_t bits, TypeSet types) {
  return ConstantNode(constants_, NodeKind::kConstant, Payload::Bits(bits), types);
}
Node* Graph::Int32(int32_t n) {
  return ConstantNode(int32s_, NodeKind::kInt32Constant, Payload::Number(n), kNumberTypes);
}
Node* Graph::Float64(double d) {
  return ConstantNode(doubles_, NodeKind::kFloat64Constant, Payload::Double(d), kNumberTypes);
}

void Graph::FindHeads() {
  for (Block* block : blocks_) {
    block->last_phi = nullptr;
    block->ForEachPhi([&](Node* phi) { block->last_phi = phi; });
  }
  last_constant_ = nullptr;
  for (Node* n = entry()->first; n != nullptr && IsConstant(n->kind()); n = n->next()) last_constant_ = n;
  entry()->ForEachNode([&](Node* n) {
    if (IsConstant(n->kind())) KnownConstants(n->kind()).emplace(n->payload().raw, n);
  });
}

const FrameState* Graph::NewState(const FrameState& state, std::span<const FrameState::Register> registers) {
  FrameState* copy = arena_.New<FrameState>(state);
  copy->registers = arena_.Copy(registers);
  return copy;
}

const ShapeSet* Graph::NewShapes(std::span<const uint64_t> shapes) {
  DCHECK(shapes.size() <= ShapeSet::kMost);
  ShapeSet* set = arena_.New<ShapeSet>();
  std::copy(shapes.begin(), shapes.end(), set->shapes);
  std::sort(set->shapes, set->shapes + shapes.size());
  set->count = static_cast<uint32_t>(std::unique(set->shapes, set->shapes + shapes.size()) - set->shapes);
  std::fill(set->shapes + set->count, set->shapes + ShapeSet::kMost, 0);
  return set;
}

CallInfo* Graph::NewCall(const Unit* unit, uint32_t offset, std::span<const uint32_t> words,
                         uint32_t first_lost) {
  return arena_.New<CallInfo>(
      CallInfo{.offset = offset, .unit = unit, .words = arena_.Copy(words), .first_lost = first_lost});
}

// ---- Replacing ----

// Ways are halved while they are walked, so later walks are short.
Node* Graph::Current(Node* node) {
  auto next = [&](const Node* n) {
    return n->id() < replacements_.size() ? replacements_[n->id()] : nullptr;
  };
  while (Node* other = next(node)) {
    Node* further = next(other);
    if (further == nullptr) return other;
    replacements_[node->id()] = further;
    node = further;
  }
  return node;
}

void Graph::ReplaceBy(Node* node, Node* other) {
  other = Current(other);
  DCHECK(Current(node) == node);
  CHECK(other != node);  // else Current would not end
  if (replacements_.size() < next_id_) replacements_.resize(next_id_);
  replacements_[node->id()] = other;
  replaced_.push_back(node);
}

const FrameState* Graph::Current(const FrameState* state,
                                 std::unordered_map<const FrameState*, const FrameState*>& known) {
  if (state == nullptr) return nullptr;
  auto found = known.find(state);
  if (found != known.end()) return found->second;
  FrameState now = *state;
  now.outer = Current(state->outer, known);
  bool changed = now.outer != state->outer;
  auto replace = [&](Node*& node) {
    if (node == nullptr) return;
    Node* other = Current(node);
    changed |= other != node;
    node = other;
  };
  replace(now.acc);
  replace(now.environment);
  std::vector<FrameState::Register> registers(state->registers.begin(), state->registers.end());
  for (FrameState::Register& r : registers) replace(r.node);
  const FrameState* result = changed ? NewState(now, registers) : state;
  known.emplace(state, result);
  return result;
}

void Graph::ApplyReplacements() {
  if (replaced_.empty()) return;
  std::unordered_map<const FrameState*, const FrameState*> states;
  ForEachNode([&](Node* node) {
    for (uint32_t i = 0; i < node->input_count(); i++) {
      Node* other = Current(node->input(i));
      if (other == node->input(i) || (other == node && !node->Is(NodeKind::kPhi))) continue;
      node->SetInput(i, other);
    }
    if (node->state() != nullptr) node->set_state(Current(node->state(), states));
  });
  std::vector<Node*> replaced = std::move(replaced_);
  replaced_.clear();
  replacements_.clear();
  for (Node* node : replaced) {
    // What took its place may still use it.
    const bool is_value = (node->Has(kPure) && !node->Has(kCharges)) || node->Is(NodeKind::kPhi);
    if (is_value && node->use_count() == 0) Remove(node);
  }
}

// ---- Removing ----

void Graph::RemovePredecessor(Block* block, size_t place) {
  block->predecessors.erase(block->predecessors.begin() + static_cast<ptrdiff_t>(place));
  block->ForEachPhi([&](Node* phi) {
    if (place >= phi->input_count()) return;  // its inputs are not given yet
    std::vector<Node*> inputs(phi->inputs().begin(), phi->inputs().end());
    inputs.erase(inputs.begin() + static_cast<ptrdiff_t>(place));
    SetInputs(phi, inputs);
  });
}

void Graph::Remove(Node* node) {
  DCHECK(node->use_count() == 0);
  Block* block = node->block();
  Unlink(node);
  SetInputs(node, {});
  if (IsConstant(node->kind())) {
    auto& known = KnownConstants(node->kind());
    auto found = known.find(node->payload().raw);
    if (found != known.end() && found->second == node) known.erase(found);
  }
  if (!node->is_control()) return;
  for (Block* target : block->successors) {
    auto& all = target->predecessors;
    RemovePredecessor(target, static_cast<size_t>(std::find(all.begin(), all.end(), block) - all.begin()));
  }
  block->successors.clear();
}

void Graph::ReplaceRedundantPhis() {
  // Phis by the phis that are their inputs: a list by the number of each, its first and its last place.
  struct User {
    Node* phi;
    uint32_t next;
  };
  struct List {
    uint32_t first = UINT32_MAX, last = UINT32_MAX;
  };
  std::vector<Node*> work;
  std::vector<User> users;
  std::vector<List> lists(next_id_);
  auto append = [&](List& to, const List& list) {
    if (list.first == UINT32_MAX) return;
    (to.first == UINT32_MAX ? to.first : users[to.last].next) = list.first;
    to.last = list.last;
  };
  for (Block* block : blocks_) {
    block->ForEachPhi([&](Node* phi) {
      work.push_back(phi);
      for (Node* input : phi->inputs()) {
        if (!input->Is(NodeKind::kPhi) || input == phi) continue;
        const auto place = static_cast<uint32_t>(users.size());
        users.push_back({phi, UINT32_MAX});
        append(lists[input->id()], {place, place});
      }
    });
  }
  while (!work.empty()) {
    Node* phi = work.back();
    work.pop_back();
    if (Current(phi) != phi) continue;
    Node* only = nullptr;
    bool is_redundant = true;
    for (Node* input : phi->inputs()) {
      Node* now = Current(input);
      if (now == phi || now == only) continue;
      is_redundant = only == nullptr;
      if (!is_redundant) break;
      only = now;
    }
    if (!is_redundant || only == nullptr) continue;
    ReplaceBy(phi, only);
    // Those phis have the other one as an input from now on.
    const List theirs = std::exchange(lists[phi->id()], {});
    for (uint32_t user = theirs.first; user != UINT32_MAX; user = users[user].next)
      work.push_back(users[user].phi);
    if (only->Is(NodeKind::kPhi)) append(lists[only->id()], theirs);
  }
  ApplyReplacements();
}

void Graph::RemoveUnused() {
  std::vector<bool> is_needed(next_id_);
  std::vector<Node*> work;
  std::unordered_set<const FrameState*> states;
  auto need = [&](Node* node) {
    if (is_needed[node->id()]) return;
    is_needed[node->id()] = true;
    work.push_back(node);
  };
  ForEachNode([&](Node* node) {
    if (!IsRemovable(node->kind())) need(node);
  });
  while (!work.empty()) {
    Node* node = work.back();
    work.pop_back();
    for (Node* input : node->inputs()) need(input);
    for (const FrameState* s = node->state(); s != nullptr && states.insert(s).second; s = s->outer) {
      for (const FrameState::Register& r : s->registers) need(r.node);
      if (s->acc != nullptr) need(s->acc);
      if (s->environment != nullptr) need(s->environment);
    }
  }
  // What is not needed may still be used by what is not needed either.
  std::vector<Node*> unused;
  ForEachNode([&](Node* node) {
    if (is_needed[node->id()]) return;
    unused.push_back(node);
    SetInputs(node, {});
  });
  for (Node* node : unused) Remove(node);
}

void Graph::RemoveDead() {
  RemoveUnreached();
  ReplaceRedundantPhis();
  RemoveUnused();
  OrderBlocks();
}

}  // namespace halfword::jit
