#include "jit/building/graph_builder.h"

#include <algorithm>
#include <bit>

#include "bytecode/register_effects.h"

namespace halfword::jit {

namespace {

// The way into a loop that is built twice.
constexpr uint32_t kMostCopied = 40;
constexpr uint32_t kMostBytecode = 10000;
// Each time some phis of loops get another representation.
constexpr int kMostBuilds = 8;

bool IsNumber(Representation r) {
  return r == Representation::kInt32 || r == Representation::kUint32 || r == Representation::kFloat64;
}
bool IsTagged(const Node* node) {
  return node->representation() == Representation::kTagged || node->representation() == Representation::kSmi;
}
// From one representation to another, and what the result may be. A Smi becomes a double by way of an int32.
struct Conversion {
  NodeKind kind;
  TypeSet types;
};
Conversion ConversionOf(Representation has, TypeSet types, Representation wanted) {
  switch (wanted) {
    case Representation::kTagged:
      switch (has) {
        case Representation::kInt32: return {NodeKind::kInt32ToTagged, kNumberTypes};
        case Representation::kUint32: return {NodeKind::kUint32ToTagged, kNumberTypes};
        case Representation::kBool: return {NodeKind::kBoolToTagged, kBooleanType};
        case Representation::kFloat64: return {NodeKind::kBox, kDoubleType};
        default: UNREACHABLE();
      }
    case Representation::kInt32:
      switch (has) {
        case Representation::kUint32: return {NodeKind::kUint32ToInt32, kNumberTypes};
        case Representation::kFloat64: return {NodeKind::kFloat64ToInt32, kNumberTypes};
        default: return {types == kSmiType ? NodeKind::kSmiToInt32 : NodeKind::kTaggedToInt32, kNumberTypes};
      }
    case Representation::kFloat64:
      switch (has) {
        case Representation::kInt32: return {NodeKind::kInt32ToFloat64, kNumberTypes};
        case Representation::kUint32: return {NodeKind::kUint32ToFloat64, kNumberTypes};
        default: return {NodeKind::kTaggedToFloat64, kNumberTypes};
      }
    default: UNREACHABLE();
  }
}
TypeSet TypesOfConstant(Value v) {
  if (v.IsSmi()) return kSmiType;
  if (v.IsHeapNumber()) return kDoubleType;
  if (v.IsObject()) return kObjectType;
  if (v.IsString()) return v.AsString()->IsInterned() ? kInternedType : kStringType;
  if (v.IsUndefined()) return kUndefinedType;
  if (v.IsNull()) return kNullType;
  if (v.IsBoolean()) return kBooleanType;
  if (v.IsHole()) return kHoleType;
  return kSymbolType | kBigIntType | kInternalType;
}

}  // namespace

GraphBuilder::GraphBuilder(Isolate& isolate, platform::Arena& arena, Code* code, FeedbackVector* feedback,
                           const flow::Flow& flow, const flow::Liveness& liveness,
                           const BuildOptions& options, PhiRepresentations* representations)
    : isolate_(isolate),
      code_(code),
      feedback_(feedback),
      flow_(flow),
      liveness_(liveness),
      options_(options),
      representations_(*representations),
      built_{.graph = std::make_unique<Graph>(arena), .literals = {}},
      graph_(*built_.graph) {
  unit_ = graph_.NewUnit(Value(code).bits(), 0, nullptr, 0, 0);
}

// ---- Flow ----

uint32_t GraphBuilder::VertexOf(uint32_t block, uint32_t copy) {
  auto [found, is_new] = vertex_of_.try_emplace({block, copy}, static_cast<uint32_t>(vertices_.size()));
  if (is_new) vertices_.push_back({.block = block, .copy = copy});
  return found->second;
}

uint32_t GraphBuilder::SuccessorOf(const Vertex& from, uint32_t to) {
  std::span<const flow::Loop> loops = flow_.loops();
  auto is_in = [&](uint32_t block, const flow::Loop& loop) {
    return block >= loop.header && block < loop.end;
  };
  uint32_t copy = 0;
  for (uint32_t l = flow_.blocks()[to].loop; l != flow::kNone; l = loops[l].parent) {
    // Within the loop a copy is left at the header, and by a way out.
    bool is_inside = is_in(from.block, loops[l]) && from.copy != l + 1;
    if (is_inside || to == loops[l].header) {
      if (to == loops[l].header && !is_inside && loops[l].parent != flow::kNone) {
        const flow::Loop& outer = loops[loops[l].parent];
        // The header of an inner loop, from outside of the outer one.
        if (!is_in(from.block, outer) && to != outer.header) return kNone;
      }
      break;
    }
    if (copy != 0) return kNone;  // into the middle of two loops at once
    copy = l + 1;
  }
  return VertexOf(to, copy);
}

bool GraphBuilder::FindVertices(std::string* reason) {
  if (!flow_.is_nested()) return *reason = "loops overlap", false;
  // In depth; what is on the way is open.
  enum State : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> states;
  struct Frame {
    uint32_t vertex;
    size_t next;
  };
  std::vector<Frame> stack;
  std::vector<uint32_t> finished;
  uint32_t copied = 0;
  auto open = [&](uint32_t v) {
    states.resize(vertices_.size());
    states[v] = kOpen;
    Vertex vertex = vertices_[v];
    const flow::Block& block = flow_.blocks()[vertex.block];
    if (vertex.copy != 0) copied += static_cast<uint32_t>(flow_.OffsetsOf(block).size());
    std::vector<uint32_t> successors;
    for (uint32_t to : flow_.successors(block)) {
      uint32_t s = SuccessorOf(vertex, to);
      if (s == kNone) return false;
      successors.push_back(s);
    }
    vertices_[v].successors = successors;
    stack.push_back({v, 0});
    return true;
  };
  if (!open(VertexOf(0, 0))) return *reason = "a loop is entered in the middle", false;
  while (!stack.empty()) {
    uint32_t v = stack.back().vertex;
    if (stack.back().next == vertices_[v].successors.size()) {
      states[v] = kDone;
      finished.push_back(v);
      stack.pop_back();
      continue;
    }
    uint32_t s = vertices_[v].successors[stack.back().next++];
    states.resize(vertices_.size());
    if (states[s] == kOpen) {
      const flow::Block& block = flow_.blocks()[vertices_[s].block];
      bool is_loop = vertices_[s].copy == 0 && block.loop != flow::kNone &&
                     flow_.loops()[block.loop].header == vertices_[s].block;
      if (!is_loop) return *reason = "a loop has no header", false;
      vertices_[s].is_header = true;
      continue;
    }
    if (states[s] == kNew && !open(s)) return *reason = "a loop is entered in the middle", false;
    if (copied > kMostCopied * (1 + flow_.loops().size()))
      return *reason = "the ways into loops are long", false;
  }
  order_.assign(finished.rbegin(), finished.rend());
  return true;
}

bool GraphBuilder::Run(std::string* reason) {
  if (!FindVertices(reason)) return false;
  BuildEntry();
  for (uint32_t v : order_) BuildVertex(vertices_[v]);
  FinishLoops();
  return true;
}

void GraphBuilder::BuildEntry() {
  Block* entry = graph_.NewBlock();
  block_ = entry;
  now_.registers.assign(code_->frame_size_, nullptr);
  const uint32_t first_local = frame::kFirstArgument + code_->parameter_count_;
  const flow::LiveSet& live = liveness_.at(0);
  live.ForEachRegister([&](uint32_t reg) {
    now_.registers[reg] = reg < first_local
                              ? graph_.Append(entry, NodeKind::kParameter, {}, Payload::Register(reg))
                              : TaggedConstant(Value::Undefined());
  });
  Vertex& first = vertices_[0];
  first.graph_block = graph_.NewBlock();
  Block* blocks[] = {first.graph_block};
  Node* end = graph_.End(entry, NodeKind::kGoto, {}, blocks);
  first.incoming.push_back({entry, end, StateAt(0, live, now_), now_});
}

void GraphBuilder::BuildVertex(Vertex& vertex) {
  vertex_ = &vertex;
  block_ = vertex.graph_block;
  vertex.is_done = true;
  if (vertex.incoming.empty()) return;
  const flow::Block& block = flow_.blocks()[vertex.block];
  offset_ = block.begin;
  state_ = nullptr;
  BeginVertex(vertex);

  std::vector<flow::LiveSet> before;
  liveness_.ForEachBackwards(vertex.block,
                             [&](const Instruction&, const flow::LiveSet& live) { before.push_back(live); });
  before.insert(before.begin(), liveness_.Behind(vertex.block));
  size_t n = before.size() - 1;
  for (Instruction i(code_->bytecode(), block.begin); i.offset() < block.end && block_ != nullptr;
       i = i.next()) {
    offset_ = i.offset();
    state_ = nullptr;
    live_ = &before[n];
    live_behind_ = &before[--n];
    built_.instruction_count++;
    Visit(i);
  }
  if (block_ != nullptr) FallThrough();
}

void GraphBuilder::BeginVertex(Vertex& vertex) {
  if (vertex.is_header) {
    BeginLoop(vertex);
  } else if (vertex.incoming.size() == 1) {
    now_ = std::move(vertex.incoming[0].environment);
  } else {
    MergeInto(vertex);
  }
}

// What all the inputs are, as seen from a place where they meet.
Representation GraphBuilder::RepresentationOfPhi(Vertex& vertex, uint32_t key,
                                                 const std::vector<Node*>& inputs) {
  if (vertex.is_header) {
    auto found = representations_.find({flow_.blocks()[vertex.block].begin, key});
    if (found != representations_.end()) return found->second.representation;
  }
  bool any_int32 = false, any_double = false, all_bool = true, all_numbers = true;
  for (const Node* input : inputs) {
    Representation r = input->representation();
    all_bool &= r == Representation::kBool;
    any_int32 |= r == Representation::kInt32;
    any_double |= r == Representation::kFloat64 || r == Representation::kUint32;
    all_numbers &= IsNumber(r) || input->types() == kSmiType;
  }
  if (all_bool && !vertex.is_header) return Representation::kBool;
  if (all_numbers && any_double) return Representation::kFloat64;
  if (all_numbers && any_int32) return Representation::kInt32;
  return Representation::kTagged;
}

// Inputs are in the order of the incoming edges.
Node* GraphBuilder::Merge(Vertex& vertex, uint32_t key, std::vector<Node*> inputs, bool is_loop) {
  bool is_one = std::all_of(inputs.begin(), inputs.end(), [&](Node* n) { return n == inputs[0]; });
  if (is_one && !is_loop) return inputs[0];
  Representation r = RepresentationOfPhi(vertex, key, inputs);
  TypeSet types = 0;
  for (size_t n = 0; n < inputs.size(); n++) {
    const Vertex::Incoming& from = vertex.incoming[n];
    inputs[n] = ConvertAt(inputs[n], r, from.place, from.state);
    types |= inputs[n]->types();
  }
  Node* phi = graph_.NewPhi(vertex.graph_block, r, key, {});
  phi->set_types(r == Representation::kTagged ? (is_loop ? kAnyType : types) : kNumberTypes);
  if (!is_loop) {
    // Predecessors stand in the order in which blocks were ended, as incoming edges do.
    graph_.SetPhiInputs(phi, inputs);
  } else {
    vertex.phis.push_back({key, phi});
    for (size_t n = 0; n < inputs.size(); n++) vertex.incoming[n].environment.known.clear();
    phi_inputs_[phi] = std::move(inputs);
  }
  return phi;
}

void GraphBuilder::MergeInto(Vertex& vertex) {
  Environment merged;
  merged.registers.assign(code_->frame_size_, nullptr);
  const flow::LiveSet& live = liveness_.at(vertex.block);
  auto inputs_of = [&](auto value_in) {
    std::vector<Node*> inputs;
    for (Vertex::Incoming& from : vertex.incoming) inputs.push_back(value_in(from.environment));
    return inputs;
  };
  live.ForEachRegister([&](uint32_t reg) {
    merged.registers[reg] =
        Merge(vertex, reg, inputs_of([&](Environment& e) { return e.registers[reg]; }), false);
  });
  if (live.HasAcc())
    merged.acc = Merge(vertex, kAccKey, inputs_of([](Environment& e) { return e.acc; }), false);
  now_ = std::move(merged);
}

void GraphBuilder::BuildOsrEntry(Vertex& vertex) {
  const flow::LiveSet& live = liveness_.at(vertex.block);
  if (live.HasAcc()) return;
  Block* osr = graph_.NewBlock();
  osr->entry_offset = flow_.blocks()[vertex.block].begin;
  Environment environment;
  environment.registers.assign(code_->frame_size_, nullptr);
  live.ForEachRegister([&](uint32_t reg) {
    environment.registers[reg] = graph_.Append(osr, NodeKind::kOsrValue, {}, Payload::Register(reg));
  });
  Block* blocks[] = {vertex.graph_block};
  Node* end = graph_.End(osr, NodeKind::kGoto, {}, blocks);
  vertex.incoming.push_back(
      {osr, end, StateAt(osr->entry_offset, live, environment), std::move(environment)});
}

void GraphBuilder::BeginLoop(Vertex& vertex) {
  const flow::LiveSet& live = liveness_.at(vertex.block);
  const size_t from_outside = vertex.incoming.size();
  BuildOsrEntry(vertex);
  Environment begin;
  begin.registers.assign(code_->frame_size_, nullptr);
  // The entry's values say nothing about representations.
  auto learn_representation = [&](uint32_t key, std::vector<Node*> inputs) {
    inputs.resize(from_outside);
    Representation r = RepresentationOfPhi(vertex, key, inputs);
    representations_.try_emplace({flow_.blocks()[vertex.block].begin, key}, PhiRepresentation{r});
  };
  auto merge = [&](uint32_t key, auto value_in) {
    std::vector<Node*> inputs;
    for (Vertex::Incoming& from : vertex.incoming) inputs.push_back(value_in(from.environment));
    learn_representation(key, inputs);
    return Merge(vertex, key, std::move(inputs), true);
  };
  live.ForEachRegister([&](uint32_t reg) {
    begin.registers[reg] = merge(reg, [&](Environment& e) { return e.registers[reg]; });
  });
  if (live.HasAcc()) begin.acc = merge(kAccKey, [](Environment& e) { return e.acc; });
  now_ = std::move(begin);
}

// Phis get the values of back-edges, or learn that they should be something else.
void GraphBuilder::FinishLoops() {
  for (Vertex& vertex : vertices_) {
    if (!vertex.is_header || vertex.incoming.empty()) continue;
    const uint32_t header = flow_.blocks()[vertex.block].begin;
    for (Vertex::Phi& phi : vertex.phis) {
      std::vector<Node*> values;
      for (Vertex::Incoming& from : vertex.back_edges) {
        values.push_back(phi.reg == kAccKey ? from.environment.acc : from.environment.registers[phi.reg]);
      }
      Representation r = phi.node->representation(), wanted = r;
      bool all_int32 = !values.empty(), all_numbers = !values.empty();
      for (const Node* v : values) {
        Representation has = v->representation();
        all_int32 &= has == Representation::kInt32;
        all_numbers &= IsNumber(has);
        if (v == phi.node || has == r) continue;
        bool is_smi = v->types() == kSmiType && IsTagged(v);
        if (r == Representation::kInt32 && !is_smi)
          wanted = IsNumber(has) ? Representation::kFloat64 : Representation::kTagged;
        if (r == Representation::kFloat64 && !IsNumber(has) && !is_smi) wanted = Representation::kTagged;
        if (wanted == Representation::kTagged && r != wanted) break;
      }
      if (r == Representation::kTagged && all_numbers && options_.attempt == 0 &&
          !representations_.at({header, phi.reg}).is_widened) {
        // What comes in from outside may be anything: it is checked there, once.
        bool may_be_number = true;
        for (const Node* v : phi_inputs_[phi.node]) may_be_number &= (v->types() & kNumberTypes) != 0;
        if (may_be_number) wanted = all_int32 ? Representation::kInt32 : Representation::kFloat64;
      }
      if (wanted != r) {
        representations_.at({header, phi.reg}) = {wanted, r != Representation::kTagged};
        is_to_be_built_again_ = true;
        continue;
      }
      for (size_t n = 0; n < values.size(); n++) {
        Vertex::Incoming& from = vertex.back_edges[n];
        values[n] = ConvertAt(values[n], r, from.place, from.state);
      }
      // In the order of the predecessors.
      std::vector<Node*> inputs;
      for (const Block* p : vertex.graph_block->predecessors) {
        auto value_from = [&](std::vector<Vertex::Incoming>& all, std::vector<Node*>& its) -> Node* {
          for (size_t n = 0; n < all.size(); n++) {
            if (all[n].from == p) return its[n];
          }
          return nullptr;
        };
        Node* value = value_from(vertex.incoming, phi_inputs_[phi.node]);
        if (value == nullptr) value = value_from(vertex.back_edges, values);
        CHECK(value != nullptr);
        inputs.push_back(value);
      }
      graph_.SetPhiInputs(phi.node, inputs);
    }
  }
}

void GraphBuilder::Arrive(Block* from, uint32_t block, bool spends) {
  Vertex& to = vertices_[SuccessorOf(*vertex_, block)];
  if (to.graph_block == nullptr) to.graph_block = graph_.NewBlock();
  Node* place = nullptr;
  const FrameState* state = nullptr;
  if (spends) {
    state = State();
    place = graph_.Append(from, NodeKind::kSpendFuel, {}, Payload::Number(1), state);
  } else if (to.is_header) {
    state = StateAt(flow_.blocks()[block].begin, liveness_.at(block), now_);
  }
  Block* blocks[] = {to.graph_block};
  Node* end = graph_.End(from, NodeKind::kGoto, {}, blocks);
  if (place == nullptr) place = end;
  (to.is_done ? to.back_edges : to.incoming).push_back({from, place, state, now_});
}
void GraphBuilder::JumpTo(uint32_t block) {
  Arrive(block_, block, false);
  block_ = nullptr;
}
void GraphBuilder::FallThrough() { JumpTo(vertex_->block + 1); }

void GraphBuilder::BranchTo(Node* condition, bool sense, uint32_t target, bool spends) {
  Block *taken = graph_.NewBlock(), *other = graph_.NewBlock();
  Block* blocks[] = {sense ? taken : other, sense ? other : taken};
  graph_.End(block_, NodeKind::kBranch, {condition}, blocks);
  Arrive(taken, target, spends);
  Arrive(other, vertex_->block + 1, false);
  block_ = nullptr;
}

// ---- States ----

const FrameState* GraphBuilder::StateAt(uint32_t offset, const flow::LiveSet& live,
                                        const Environment& environment) {
  std::vector<FrameState::Register> registers;
  live.ForEachRegister([&](uint32_t reg) {
    DCHECK(environment.registers[reg] != nullptr);
    registers.push_back({reg, environment.registers[reg]});
  });
  FrameState state{.unit = unit_,
                   .outer = nullptr,
                   .offset = offset,
                   .is_behind = false,
                   .acc = live.HasAcc() ? environment.acc : nullptr,
                   .environment = nullptr,
                   .registers = {}};
  return graph_.NewState(state, registers);
}
const FrameState* GraphBuilder::State() {
  if (state_ == nullptr) state_ = StateAt(offset_, *live_, now_);
  return state_;
}

// ---- Nodes ----

Node* GraphBuilder::Add(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload) {
  return graph_.Append(block_, kind, inputs, payload);
}
Node* GraphBuilder::AddExiting(NodeKind kind, std::initializer_list<Node*> inputs, Payload payload) {
  return graph_.Append(block_, kind, inputs, payload, State());
}
Node* GraphBuilder::Load(NodeKind kind, Node* object, Payload payload) {
  for (const Loaded& l : now_.loaded) {
    if (l.kind == kind && l.object == object && l.payload == payload.raw) return l.value;
  }
  Node* value = object == nullptr ? Add(kind, {}, payload) : Add(kind, {object}, payload);
  now_.loaded.push_back({kind, object, payload.raw, value});
  return value;
}
void GraphBuilder::Forget(NodeKind store) {
  std::erase_if(now_.loaded,
                [&](const Loaded& l) { return (InfoOf(l.kind).reads & InfoOf(store).writes) != 0; });
}
void GraphBuilder::ForgetShapes() {
  for (auto& [node, known] : now_.known) {
    known.shapes = nullptr;
    known.elements.reset();
  }
  std::erase_if(now_.loaded, [](const Loaded& l) { return (InfoOf(l.kind).reads & kShapes) != 0; });
}
void GraphBuilder::ForgetMemory() {
  now_.loaded.clear();
  now_.known.clear();
}
TypeSet GraphBuilder::TypesOf(const Node* node) {
  auto found = now_.known.find(node);
  return found == now_.known.end() ? node->types() : node->types() & found->second.types;
}
Node* GraphBuilder::TaggedConstant(Value v) {
  if (!v.IsSmi() && !v.IsImmediate()) NoteLiteral(v);
  return graph_.Constant(v.bits(), TypesOfConstant(v));
}
void GraphBuilder::NoteLiteral(Value v) {
  if (std::find(built_.literals.begin(), built_.literals.end(), v) == built_.literals.end())
    built_.literals.push_back(v);
}

// ---- Conversions ----

// The constant in that representation. Null: the node is none, or has no other.
Node* GraphBuilder::ConstantAs(Node* node, Representation wanted) {
  if (node->Is(NodeKind::kInt32Constant)) {
    int32_t n = node->payload().number;
    if (wanted == Representation::kFloat64) return graph_.Float64(n);
    return wanted == Representation::kTagged && Value::FitsSmi(n) ? TaggedConstant(Value::Smi(n)) : nullptr;
  }
  if (!node->Is(NodeKind::kConstant)) return nullptr;
  Value v = Value::FromBits(static_cast<Value::Bits>(node->payload().bits));
  if (wanted == Representation::kInt32 && v.IsSmi()) return graph_.Int32(v.AsSmi());
  return wanted == Representation::kFloat64 && v.IsNumber() ? graph_.Float64(v.AsNumber()) : nullptr;
}

Node* GraphBuilder::Convert(Node* node, Representation wanted) {
  Conversion conversion = ConversionOf(node->representation(), TypesOf(node), wanted);
  bool exits = (InfoOf(conversion.kind).flags & kMayExit) != 0;
  Node* result = exits ? AddExiting(conversion.kind, {node}) : Add(conversion.kind, {node});
  result->set_types(conversion.types);
  return result;
}

Node* GraphBuilder::Tagged(Node* node) {
  if (IsTagged(node)) return node;
  if (Node* constant = ConstantAs(node, Representation::kTagged); constant != nullptr) return constant;
  if (Node* known = KnownOf(node).tagged; known != nullptr) return known;
  Node* tagged = Convert(node, Representation::kTagged);
  // Back from there it is the same number.
  Known& back = KnownOf(tagged);
  if (node->representation() == Representation::kInt32) back.int32 = node;
  if (node->representation() == Representation::kFloat64) back.float64 = node;
  return KnownOf(node).tagged = tagged;
}

Node* GraphBuilder::Smi(Node* node) {
  if (IsTagged(node)) {
    if (TypesOf(node) == kSmiType) return node;
    Node* smi = AddExiting(NodeKind::kCheckSmi, {node});
    smi->set_types(kSmiType);
    Known& known = KnownOf(node);
    known.types &= kSmiType;
    if (known.int32 != nullptr) KnownOf(smi).int32 = known.int32;
    return smi;
  }
  if (node->Is(NodeKind::kInt32Constant) && Value::FitsSmi(node->payload().number)) return Tagged(node);
  Node* smi = AddExiting(NodeKind::kInt32ToSmiChecked, {Int32(node)});
  smi->set_types(kSmiType);
  return smi;
}

Node* GraphBuilder::Int32(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  if (node->representation() == Representation::kInt32) return node;
  if (Node* constant = ConstantAs(node, Representation::kInt32); constant != nullptr) return constant;
  if (Node* known = KnownOf(node).int32; known != nullptr) return known;
  Node* result = Convert(node, Representation::kInt32);
  return KnownOf(node).int32 = result;
}

// ToInt32 of a sum of integers, by sums that wrap: that of doubles is exact, and the same modulo 2^32.
// Null: the node is no such sum.
Node* GraphBuilder::TruncatedSum(Node* node, int depth) {
  // Of so many sums of integers of 32 bits, each is below 2^53.
  constexpr int kMostDepth = 8;
  if (node->Is(NodeKind::kInt32ToFloat64) || node->Is(NodeKind::kUint32ToFloat64)) return node->input(0);
  if (node->Is(NodeKind::kFloat64Constant)) {
    double d = node->payload().value;
    bool is_int32 = d >= INT32_MIN && d <= INT32_MAX && d == static_cast<int32_t>(d);
    return is_int32 ? graph_.Int32(static_cast<int32_t>(d)) : nullptr;
  }
  bool is_sum = node->Is(NodeKind::kAddFloat64), is_difference = node->Is(NodeKind::kSubFloat64);
  if ((!is_sum && !is_difference) || depth == kMostDepth) return nullptr;
  Node* left = TruncatedSum(node->input(0), depth + 1);
  Node* right = left == nullptr ? nullptr : TruncatedSum(node->input(1), depth + 1);
  if (right == nullptr) return nullptr;
  return Add(is_sum ? NodeKind::kAddInt32 : NodeKind::kSubInt32, {left, right});
}

Node* GraphBuilder::Truncated(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  Representation r = node->representation();
  if (r == Representation::kInt32 || r == Representation::kUint32) return node;
  if (node->Is(NodeKind::kConstant) || TypesOf(node) == kSmiType || KnownOf(node).int32 != nullptr)
    return Int32(node);
  if (Node* known = KnownOf(node).truncated; known != nullptr) return known;
  if (Node* sum = TruncatedSum(node, 0); sum != nullptr) return KnownOf(node).truncated = sum;
  Node* result = r == Representation::kFloat64 ? Add(NodeKind::kTruncateFloat64, {node})
                                               : AddExiting(NodeKind::kTruncateTagged, {node});
  if (r == Representation::kTagged) KnownOf(node).types &= kNumberTypes;
  return KnownOf(node).truncated = result;
}

Node* GraphBuilder::Float64(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  if (node->representation() == Representation::kFloat64) return node;
  if (Node* constant = ConstantAs(node, Representation::kFloat64); constant != nullptr) return constant;
  if (Node* known = KnownOf(node).float64; known != nullptr) return known;
  bool is_integer = IsTagged(node) && (KnownOf(node).int32 != nullptr || TypesOf(node) == kSmiType);
  Node* result = Convert(is_integer ? Int32(node) : node, Representation::kFloat64);
  if (IsTagged(node)) KnownOf(node).types &= kNumberTypes;
  return KnownOf(node).float64 = result;
}

Node* GraphBuilder::Boolean(Node* node) {
  switch (node->representation()) {
    case Representation::kBool: return node;
    case Representation::kInt32:
      return Add(NodeKind::kCompareInt32, {node, graph_.Int32(0)},
                 Payload::Condition(static_cast<uint8_t>(Condition::kNotEqual)));
    // Neither zero nor NaN.
    case Representation::kUint32:
    case Representation::kFloat64:
      return Add(NodeKind::kCompareFloat64, {Add(NodeKind::kAbsFloat64, {Float64(node)}), graph_.Float64(0)},
                 Payload::Condition(static_cast<uint8_t>(DoubleCondition::kGreater)));
    default: return Add(NodeKind::kToBoolean, {node});
  }
}

// Before another node, at the end of a block that is built.
Node* GraphBuilder::ConvertAt(Node* node, Representation wanted, Node* place, const FrameState* state) {
  if (node->representation() == wanted || (wanted == Representation::kTagged && IsTagged(node))) return node;
  if (Node* constant = ConstantAs(node, wanted); constant != nullptr) return constant;
  auto insert = [&](Node* input, Representation to) {
    Conversion conversion = ConversionOf(input->representation(), input->types(), to);
    bool exits = (InfoOf(conversion.kind).flags & kMayExit) != 0;
    CHECK(!exits || state != nullptr);
    Node* result = graph_.InsertBefore(place, conversion.kind, {input}, {}, exits ? state : nullptr);
    result->set_types(conversion.types);
    return result;
  };
  if (node->representation() == Representation::kBool && wanted != Representation::kTagged)
    node = insert(node, Representation::kTagged);
  if (IsTagged(node) && node->types() == kSmiType && wanted == Representation::kFloat64)
    node = insert(node, Representation::kInt32);
  return insert(node, wanted);
}

// ---- Instructions ----

void GraphBuilder::SetReg(int32_t reg, Node* node) {
  now_.registers[static_cast<size_t>(reg)] = live_behind_->Has(static_cast<uint32_t>(reg)) ? node : nullptr;
}
void GraphBuilder::SetAcc(Node* node) { now_.acc = live_behind_->HasAcc() ? node : nullptr; }

Value GraphBuilder::ConstantOf(const Instruction& i, int operand) const {
  return code_->constants()[i.operand(operand)].get();
}

void GraphBuilder::Visit(const Instruction& i) {
  // Only the interpreter knows constants of 32 bits.
  if (i.is_wide()) return Exit();
  bool is_done = VisitMove(i) || VisitNumbers(i) || VisitJump(i) || VisitProperty(i);
  if (!is_done) Generic(i);
  if (block_ == nullptr) return;
  // What is dead keeps nothing alive.
  live_behind_->ForEachDeadRegister([&](uint32_t reg) { now_.registers[reg] = nullptr; });
  if (!live_behind_->HasAcc()) now_.acc = nullptr;
}

void GraphBuilder::Exit() {
  graph_.End(block_, NodeKind::kExit, {}, std::span<Block* const>(), {}, State());
  block_ = nullptr;
}

bool GraphBuilder::ExitUnlearned() {
  if (options_.attempt >= 2) return false;
  Exit();
  return true;
}

void GraphBuilder::Generic(const Instruction& i) {
  std::vector<uint32_t> registers;
  std::vector<Node*> inputs;
  live_->ForEachRegister([&](uint32_t reg) {
    registers.push_back(reg);
    inputs.push_back(Tagged(now_.registers[reg]));
  });
  if (live_->HasAcc()) {
    registers.push_back(CallInfo::kAccInput);
    inputs.push_back(Tagged(now_.acc));
  }
  std::vector<bool> is_written(code_->frame_size_);
  ForEachRegisterEffect(i, code_->frame_size_, [&](uint32_t first, uint32_t count, RegisterEffect effect) {
    if (effect == RegisterEffect::kRead) return;
    for (uint32_t reg = first; reg < first + count; reg++) is_written[reg] = true;
  });
  // CoerceThis writes what its row does not name; and who reads a sloppy `this` may coerce it first.
  is_written[0] = is_written[0] || i.opcode() == Opcode::kCoerceThis || HasFlag(i.opcode(), kCoercesThis);
  CallInfo* info = graph_.NewCall(unit_, i.offset(), registers, code_->frame_size_);
  info->opcode = static_cast<uint8_t>(i.opcode());
  info->jumps = i.jump_operand() >= 0;
  info->pc =
      static_cast<uint32_t>(code_->bytecode() - reinterpret_cast<const uint8_t*>(code_)) + i.opcode_offset();
  info->return_pc = info->pc + i.next().offset() - i.opcode_offset();
  if (i.opcode() == Opcode::kCall || i.opcode() == Opcode::kCallUndefined) NoteCallee(i, info);
  Node* call = graph_.Append(block_, NodeKind::kGeneric, inputs, Payload::Call(info));
  std::vector<TypeSet> types(code_->frame_size_, kAnyType);
  for (size_t n = 0; n < inputs.size(); n++) {
    if (registers[n] < types.size()) types[registers[n]] = TypesOf(inputs[n]);
  }
  Node* took_jump = i.jump_operand() >= 0 ? Add(NodeKind::kTookJump, {call}) : nullptr;
  ForgetMemory();
  live_behind_->ForEachRegister([&](uint32_t reg) {
    Node*& node = now_.registers[reg];
    if (node != nullptr && IsConstant(node->kind()) && !is_written[reg]) return;
    TypeSet known = is_written[reg] ? TypeSet{kAnyType} : types[reg];
    node = Add(NodeKind::kRegisterBehind, {call}, Payload::Register(reg));
    node->set_types(known);
  });
  if (live_behind_->HasAcc()) {
    bool may_be_transient = i.next().offset() < code_->bytecode_size_ && !i.next().is_wide() &&
                            TakesNumber(static_cast<uint8_t>(i.next().opcode()));
    now_.acc = may_be_transient ? Add(NodeKind::kSettle, {call}) : call;
  }
  state_ = nullptr;
  if (took_jump != nullptr) {
    BranchTo(took_jump, true, flow_.BlockAt(i.target(i.jump_operand())), false);
  } else if (HasFlag(i.opcode(), kTerminator)) {
    graph_.End(block_, NodeKind::kUnreachable, {}, std::span<Block* const>());
    block_ = nullptr;
  }
}

// A function is entered from here. Natives are called by the first tier.
void GraphBuilder::NoteCallee(const Instruction& i, CallInfo* info) {
  const auto* site = SiteOf<CallSite>(i);
  if (site == nullptr || site->is_native()) return;
  info->callee = CallInfo::kAnyFunction;
  info->callee_frame = static_cast<uint32_t>(i.operand(0));
  info->argument_count = static_cast<uint32_t>(i.operand(1));
  info->passes_undefined = i.opcode() == Opcode::kCallUndefined;
  Value callee = site->callee.value();
  if (!callee.Is<JSFunction>()) return;
  FunctionInfo* function = callee.As<JSFunction>()->info();
  const Code* code = function->code_.get();
  if (code == nullptr || (code->flags_ & Code::kCallSlowly) != 0) return;
  NoteLiteral(callee);
  info->callee = CallInfo::kKnownFunction;
  info->function = callee.bits();
  // What the function is made of stays, and what it refers to lives as long as it does.
  info->function_info = Value(function).bits();
  info->function_code = Value(code).bits();
  info->function_frame_size = code->frame_size_;
}

// ---- The way in ----

std::unique_ptr<BuiltGraph> BuildGraph(Isolate& isolate, platform::Arena& arena, Code* code,
                                       FeedbackVector* feedback, const BuildOptions& options,
                                       std::string* reason) {
  if (code->flags_ & Code::kResumable) return *reason = "its frame may be saved", nullptr;
  if (code->bytecode_size_ > kMostBytecode) return *reason = "it is too large", nullptr;
  flow::Flow flow(*code);
  flow::Liveness liveness(flow);
  PhiRepresentations representations;
  for (int n = 0; n < kMostBuilds; n++) {
    GraphBuilder builder(isolate, arena, code, feedback, flow, liveness, options, &representations);
    if (!builder.Run(reason)) return nullptr;
    if (builder.is_to_be_built_again()) continue;
    auto built = std::make_unique<BuiltGraph>(builder.Take());
    built->graph->RemoveDead();
    return built;
  }
  return *reason = "phis do not settle", nullptr;
}

}  // namespace halfword::jit
