#include "jit/building/graph_builder.h"

#include <algorithm>
#include <bit>

#include "jit/graph/value_range.h"

namespace halfword::jit {

namespace {

constexpr bool ReadsEnvironment(Opcode opcode) {
  switch (opcode) {
    case Opcode::kLdaSlot0:
    case Opcode::kLdaSlot1:
    case Opcode::kLdaSlot:
    case Opcode::kLdaFunctionSlot:
    case Opcode::kLdaCell:
    case Opcode::kStaCell: return true;
    default: return false;
  }
}
constexpr bool ChangesEnvironment(Opcode opcode) {
  switch (opcode) {
    case Opcode::kPushEnv:
    case Opcode::kPopEnv:
    case Opcode::kCopyEnv:
    case Opcode::kPushWith:
    case Opcode::kStaEnvironment: return true;
    default: return false;
  }
}

bool HasOneOf(const ShapeSet& set, const std::set<uint64_t>& shapes) {
  return std::any_of(set.shapes, set.shapes + set.count,
                     [&](uint64_t shape) { return shapes.contains(shape); });
}

bool HasArrays(const ShapeSet& set) {
  return std::any_of(set.shapes, set.shapes + set.count, [](uint64_t shape) {
    return Value::FromBits(static_cast<Value::Bits>(shape)).As<Shape>()->object_type() == HeapType::kJSArray;
  });
}

// The way into a loop that is built twice, and its first turn that is.
constexpr uint32_t kMostCopied = 40, kMostPeeled = 120;
constexpr uint32_t kMostBytecode = 100000;
// Each time something of loops is learned.
constexpr int kMostBuilds = 10;
// Blocks that are built for each way to them, one behind the other; and ways from a call, likewise.
constexpr uint32_t kMostRepeated = 2, kMostSplit = 4;
// Of so many sums of integers of 32 bits, one in the other, each is below 2^53.
constexpr int kMostTruncated = 8;

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
Conversion ConversionOf(const Node& node, TypeSet types, Representation wanted) {
  const Representation has = node.representation();
  switch (wanted) {
    case Representation::kTagged:
      switch (has) {
        case Representation::kInt32:
          if (RangeOf(node).IsIn(kSmiRange)) return {NodeKind::kInt32ToSmi, kSmiType};
          return {NodeKind::kInt32ToTagged, kNumberTypes};
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

CodeFlow::CodeFlow(Code& code) : flow(code), liveness(flow) {
  for (uint32_t l = 0; l < flow.loops().size(); l++)
    loops.push_back({.assigned = flow::LiveSet(code.frame_size_)});
  for (const flow::Loop& loop : flow.loops()) {
    if (loop.parent != flow::kNone) loops[loop.parent].is_innermost = false;
  }
  for (const flow::Block& block : flow.blocks()) {
    if (block.loop == flow::kNone) continue;
    for (uint32_t offset : flow.OffsetsOf(block)) {
      Instruction i(code.bytecode(), offset);
      for (uint32_t l = block.loop; l != flow::kNone; l = flow.loops()[l].parent)
        loops[l].instruction_count++;
      ForEachRegisterEffect(i, code.frame_size_, [&](uint32_t first, uint32_t count, RegisterEffect effect) {
        if (effect == RegisterEffect::kRead) return;
        for (uint32_t l = block.loop; l != flow::kNone; l = flow.loops()[l].parent) {
          for (uint32_t reg = first; reg < first + count; reg++) loops[l].assigned.Add(reg);
        }
      });
    }
  }
}

GraphBuilder::GraphBuilder(Building& building, Code* code, FeedbackVector* feedback, GraphBuilder* outer,
                           Unit* unit, uint32_t way)
    : building_(building),
      isolate_(building.isolate),
      code_(code),
      feedback_(feedback),
      flow_(building.learned.FlowOf(code).flow),
      liveness_(building.learned.FlowOf(code).liveness),
      options_(building.options),
      graph_(*building.built.graph),
      outer_(outer),
      unit_(unit),
      frame_words_(unit->frame_words),
      way_(way),
      entered_(outer != nullptr || building.options.entry == BuildOptions::kFromBeginning
                   ? kNone
                   : flow_.BlockAt(building.options.entry)) {
  if (outer == nullptr) return;
  outer_words_ = outer->outer_words_;
  for (uint32_t reg : outer->words_behind_call_) outer_words_.push_back(outer->frame_words_ + reg);
}

// ---- Flow ----

uint32_t GraphBuilder::VertexOf(uint32_t block, uint32_t copy) {
  auto [found, is_new] = vertex_of_.try_emplace({block, copy}, static_cast<uint32_t>(vertices_.size()));
  if (is_new) vertices_.push_back({.block = block, .copy = copy});
  return found->second;
}

bool GraphBuilder::IsPeeled(uint32_t l) const {
  const CodeFlow::LoopShape& shape = building_.learned.FlowOf(code_).loops[l];
  if (!shape.is_innermost || shape.instruction_count > kMostPeeled) return false;
  auto learned = building_.learned.loops.find({way_, flow_.blocks()[flow_.loops()[l].header].begin});
  return learned == building_.learned.loops.end() || !learned->second.calls;
}

uint32_t GraphBuilder::SuccessorOf(const Vertex& from, uint32_t to) {
  std::span<const flow::Loop> loops = flow_.loops();
  auto is_in = [&](uint32_t block, const flow::Loop& loop) {
    return block >= loop.header && block < loop.end;
  };
  const uint32_t innermost = flow_.blocks()[to].loop;
  const bool is_header = innermost != flow::kNone && loops[innermost].header == to;
  if (is_header && entered_ != kNone && to != entered_ && is_in(entered_, loops[innermost]))
    return VertexOf(to, kElsewhere);
  uint32_t copy = kItself;
  for (uint32_t l = innermost; l != flow::kNone; l = loops[l].parent) {
    const bool is_first_turn = from.copy == FirstTurn(l);
    // The way into the loop is left at the header, and by a way out.
    const bool is_inside = is_in(from.block, loops[l]) && from.copy != WayInto(l);
    if (to == loops[l].header && !is_inside) {
      if (loops[l].parent != flow::kNone) {
        const flow::Loop& outer = loops[loops[l].parent];
        // The header of an inner loop, from outside of the outer one.
        if (!is_in(from.block, outer) && to != outer.header) return kNone;
      }
      // A loop within the way into another one would be entered from two sides.
      for (uint32_t p = loops[l].parent; p != flow::kNone; p = loops[p].parent) {
        if (from.copy == WayInto(p)) return kNone;
      }
      if (IsPeeled(l)) copy = FirstTurn(l);
      break;
    }
    if (is_inside) {
      if (is_first_turn && to != loops[l].header) copy = FirstTurn(l);
      break;
    }
    if (copy != kItself) return kNone;  // into the middle of two loops at once
    copy = WayInto(l);
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
    stack.push_back({v, 0});
    if (vertex.copy == kElsewhere) return true;
    const flow::Block& block = flow_.blocks()[vertex.block];
    if (IsWayInto(vertex.copy)) copied += static_cast<uint32_t>(flow_.OffsetsOf(block).size());
    std::vector<uint32_t> successors;
    for (uint32_t to : flow_.successors(block)) {
      uint32_t s = SuccessorOf(vertex, to);
      if (s == kNone) return false;
      successors.push_back(s);
    }
    vertices_[v].successors = successors;
    return true;
  };
  uint32_t first = VertexOf(0, kItself);
  if (entered_ != kNone) {
    const uint32_t loop = flow_.blocks()[entered_].loop;
    if (loop == flow::kNone || flow_.loops()[loop].header != entered_ || liveness_.at(entered_).HasAcc())
      return *reason = "there is no loop to enter", false;
    vertices_.clear();
    vertex_of_.clear();
    first = VertexOf(entered_, IsPeeled(loop) ? FirstTurn(loop) : kItself);
  }
  if (!open(first)) return *reason = "a loop is entered in the middle", false;
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
      bool is_loop = vertices_[s].copy == kItself && block.loop != flow::kNone &&
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

void GraphBuilder::Run() {
  entered_ == kNone ? BuildEntry() : BuildOsrEntry(entered_);
  for (uint32_t v : order_) {
    // What is inlined is short.
    building_.is_over = outer_ == nullptr && isolate_.DueTermination() != Termination::kNone;
    if (building_.is_over) return;
    BuildVertex(vertices_[v]);
  }
  FinishLoops();
}

// From the function's beginning, or from where it is called.
void GraphBuilder::BuildEntry() {
  const flow::LiveSet& live = liveness_.at(0);
  const uint32_t first_local = frame::kFirstArgument + code_->parameter_count_;
  if (outer_ == nullptr) {
    block_ = graph_.NewBlock();
    now_.stack_words = code_->frame_size_;
  } else {
    block_ = std::exchange(outer_->block_, nullptr);
    now_ = std::move(outer_->now_);
    now_.acc = nullptr;
  }
  auto argument = [&](uint32_t reg) {
    if (outer_ == nullptr) return graph_.Append(block_, NodeKind::kParameter, {}, Payload::Register(reg));
    if (reg == frame::kThis) return receiver_;
    size_t n = reg - frame::kFirstArgument;
    return n < arguments_.size() ? arguments_[n] : TaggedConstant(Value::Undefined());
  };
  // What is not to live behind the call does not live here.
  std::vector<Node*> outer_registers(frame_words_);
  for (uint32_t word : outer_words_) outer_registers[word] = now_.registers[word];
  now_.registers = std::move(outer_registers);
  now_.registers.resize(frame_words_ + code_->frame_size_);
  live.ForEachRegister([&](uint32_t reg) {
    now_.registers[frame_words_ + reg] =
        reg >= first_local ? TaggedConstant(Value::Undefined()) : argument(reg);
  });
  // From here on they are registers: what a Generic may write is in none of them.
  receiver_ = nullptr;
  arguments_.clear();
  Vertex& first = vertices_[0];
  first.graph_block = graph_.NewBlock();
  const FrameState* state = StateAt(0, live, now_);
  if (outer_ == nullptr) {
    AddStackCheck(block_, state);
    AddClosureCheck(block_, state);
  }
  Block* blocks[] = {first.graph_block};
  Node* end = graph_.End(block_, NodeKind::kGoto, {}, blocks);
  first.incoming.push_back({block_, end, state, now_});
}

void GraphBuilder::AddStackCheck(Block* block, const FrameState* state) {
  if (FailedAt(state->offset, NodeKind::kCheckStack) > 0) return;
  building_.stack_check = graph_.Append(block, NodeKind::kCheckStack, {}, Payload::Number(0), state);
}

void GraphBuilder::AddClosureCheck(Block* block, const FrameState* state) {
  JSFunction* closure = options_.closure;
  if (closure == nullptr || !closure->environment_.get().Is<halfword::Environment>()) return;
  if (FailedAt(state->offset, NodeKind::kCheckValue) > 0) return;
  // Then the frame's environment is the closure's.
  bool is_read = false, is_own = false;
  for (Instruction i(code_->bytecode(), 0); i.offset() < code_->bytecode_size_; i = i.next()) {
    is_read |= ReadsEnvironment(i.opcode());
    is_own |= ChangesEnvironment(i.opcode());
  }
  if (!is_read || is_own) return;
  NoteLiteral(Value(closure));
  Node* function = graph_.Append(block, NodeKind::kFunction, {});
  graph_.Append(block, NodeKind::kCheckValue, {function}, Payload::Bits(Value(closure).bits()), state);
  closure_ = closure;
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
  if (vertex.copy == kElsewhere) {
    const FrameState* state = StateAt(offset_, liveness_.at(vertex.block), now_);
    graph_.End(block_, NodeKind::kEnterLoop, {}, std::span<Block* const>(), {}, state);
    block_ = nullptr;
    return;
  }

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
    building_.built.instruction_count++;
    Visit(i);
    if (split_.empty()) continue;
    // Each way from a call branches by itself.
    const Instruction jump = i.next();
    offset_ = jump.offset();
    live_ = &before[n];
    live_behind_ = &before[--n];
    for (Way& way : std::exchange(split_, {})) {
      building_.built.instruction_count++;
      block_ = way.from;
      now_ = std::move(way.environment);
      state_ = nullptr;
      Visit(jump);
      CHECK(block_ == nullptr);
    }
  }
  if (block_ != nullptr) FallThrough();
}

bool GraphBuilder::IsSplit(size_t ways) const {
  const Instruction next = Instruction(code_->bytecode(), offset_).next();
  return ways > 1 && ways <= kMostSplit && next.offset() < flow_.blocks()[vertex_->block].end &&
         !next.is_wide() && IsBranchByAcc(next.opcode());
}

void GraphBuilder::BeginVertex(Vertex& vertex) {
  if (vertex.is_header) {
    BeginLoop(vertex);
  } else if (vertex.incoming.size() == 1) {
    now_ = std::move(vertex.incoming[0].environment);
  } else {
    now_ = Merged(vertex.graph_block, vertex.incoming, liveness_.at(vertex.block));
  }
}

PhiRepresentation& GraphBuilder::LearnedOf(const Vertex& vertex, uint32_t key) {
  return building_.learned.phis[{way_, flow_.blocks()[vertex.block].begin, key}];
}

// What all the inputs are, as seen from a place where they meet.
Representation GraphBuilder::RepresentationOf(const std::vector<Node*>& inputs) {
  bool any_int32 = false, any_double = false, all_bool = true, all_numbers = true;
  for (const Node* input : inputs) {
    Representation r = input->representation();
    all_bool &= r == Representation::kBool;
    any_int32 |= r == Representation::kInt32;
    any_double |= r == Representation::kFloat64 || r == Representation::kUint32;
    all_numbers &= IsNumber(r) || input->types() == kSmiType;
  }
  if (all_bool) return Representation::kBool;
  if (all_numbers && any_double) return Representation::kFloat64;
  if (all_numbers && any_int32) return Representation::kInt32;
  return Representation::kTagged;
}

// Inputs are in the order of the incoming edges, in which blocks were ended: so are predecessors.
Node* GraphBuilder::Merge(Block* block, uint32_t key, std::vector<Node*>& inputs,
                          const std::vector<Vertex::Incoming>& incoming) {
  if (std::all_of(inputs.begin(), inputs.end(), [&](Node* n) { return n == inputs[0]; })) return inputs[0];
  Representation r = RepresentationOf(inputs);
  TypeSet types = 0;
  for (size_t n = 0; n < inputs.size(); n++) {
    inputs[n] = ConvertAt(inputs[n], r, incoming[n].place, incoming[n].state);
    types |= inputs[n]->types();
  }
  Node* phi = graph_.NewPhi(block, r, key, inputs);
  phi->set_types(r == Representation::kTagged ? types : kNumberTypes);
  return phi;
}

// Shapes that an object has which has one of either.
const ShapeSet* GraphBuilder::EitherOf(const ShapeSet* one, const ShapeSet* other) {
  if (one == other || one == nullptr || other == nullptr) return one == other ? one : nullptr;
  std::vector<uint64_t> shapes(one->shapes, one->shapes + one->count);
  for (uint32_t n = 0; n < other->count; n++) {
    if (!one->Has(other->shapes[n])) shapes.push_back(other->shapes[n]);
  }
  if (shapes.size() == one->count) return one;
  return shapes.size() <= ShapeSet::kMost ? graph_.NewShapes(shapes) : nullptr;
}

// What is known on all ways. A node that all of them know dominates the place where they meet.
void GraphBuilder::MergeKnown(const std::vector<Vertex::Incoming>& incoming, Environment* merged) {
  const Environment& first = incoming[0].environment;
  merged->stack_words = first.stack_words;
  merged->views = first.views;
  for (size_t n = 1; n < incoming.size(); n++) {
    merged->stack_words = std::min(merged->stack_words, incoming[n].environment.stack_words);
    merged->views = std::max(merged->views, incoming[n].environment.views);
  }
  for (const auto& [node, known] : first.known) {
    Known common = known;
    bool all_know = true;
    for (size_t n = 1; n < incoming.size() && all_know; n++) {
      auto found = incoming[n].environment.known.find(node);
      all_know = found != incoming[n].environment.known.end();
      if (!all_know) break;
      const Known& other = found->second;
      if (common.tagged != other.tagged) common.tagged = nullptr;
      if (common.int32 != other.int32) common.int32 = nullptr;
      if (common.float64 != other.float64) common.float64 = nullptr;
      if (common.truncated != other.truncated) common.truncated = nullptr;
      common.types |= other.types;
      if (common.is_true != other.is_true) common.is_true.reset();
      if (common.checked != other.checked) {
        common.checked = nullptr;
        common.shapes = nullptr;
        common.elements.reset();
      }
      common.shapes = EitherOf(common.shapes, other.shapes);
      if (common.elements != other.elements) common.elements.reset();
    }
    if (all_know) merged->known.emplace(node, common);
  }
  for (const Loaded& loaded : first.loaded) {
    bool all_have = true;
    for (size_t n = 1; n < incoming.size(); n++) {
      const std::vector<Loaded>& other = incoming[n].environment.loaded;
      all_have &= std::find(other.begin(), other.end(), loaded) != other.end();
    }
    if (all_have) merged->loaded.push_back(loaded);
  }
}

// What lives where all the ways meet in the block.
GraphBuilder::Environment GraphBuilder::Merged(Block* block, const std::vector<Vertex::Incoming>& incoming,
                                               const flow::LiveSet& live) {
  Environment merged;
  merged.registers.resize(frame_words_ + code_->frame_size_);
  MergeKnown(incoming, &merged);
  std::vector<Node*> inputs;
  auto merge = [&](uint32_t key, auto value_in) {
    inputs.clear();
    for (const Vertex::Incoming& from : incoming) inputs.push_back(value_in(from.environment));
    return Merge(block, key, inputs, incoming);
  };
  ForEachLiveWord(live, [&](uint32_t word) {
    merged.registers[word] = merge(word, [&](const Environment& e) { return e.registers[word]; });
  });
  if (live.HasAcc()) merged.acc = merge(kAccKey, [](const Environment& e) { return e.acc; });
  return merged;
}

void GraphBuilder::BuildOsrEntry(uint32_t header) {
  // The function's beginning leads nowhere.
  graph_.End(graph_.NewBlock(), NodeKind::kUnreachable, {}, std::span<Block* const>());
  const flow::LiveSet& live = liveness_.at(header);
  Block* osr = graph_.NewBlock();
  osr->entry_offset = flow_.blocks()[header].begin;
  now_.registers.resize(code_->frame_size_);
  now_.stack_words = code_->frame_size_;
  live.ForEachRegister([&](uint32_t reg) {
    now_.registers[reg] = graph_.Append(osr, NodeKind::kOsrValue, {}, Payload::Register(reg));
  });
  Vertex& first = vertices_[0];
  first.graph_block = graph_.NewBlock();
  const FrameState* state = StateAt(osr->entry_offset, live, now_);
  AddStackCheck(osr, state);
  AddClosureCheck(osr, state);
  Block* blocks[] = {first.graph_block};
  Node* end = graph_.End(osr, NodeKind::kGoto, {}, blocks);
  first.incoming.push_back({osr, end, state, now_});
}

Node* GraphBuilder::MergeAtHeader(Vertex& vertex, uint32_t key, std::vector<Node*> inputs) {
  Representation r = RepresentationOf(inputs);
  if (r == Representation::kBool) r = Representation::kTagged;
  auto [learned, is_new] = building_.learned.phis.try_emplace({way_, flow_.blocks()[vertex.block].begin, key},
                                                              PhiRepresentation{r});
  r = learned->second.representation;
  for (size_t n = 0; n < inputs.size(); n++) {
    Vertex::Incoming& from = vertex.incoming[n];
    inputs[n] = ConvertAt(inputs[n], r, from.place, from.state);
  }
  Node* phi = graph_.NewPhi(vertex.graph_block, r, key, {});
  phi->set_types(r == Representation::kTagged ? TypeSet{kAnyType} : TypeSet{kNumberTypes});
  vertex.phis.push_back({key, phi});
  phi_inputs_[phi] = std::move(inputs);
  return phi;
}

void GraphBuilder::BeginLoop(Vertex& vertex) {
  const flow::LiveSet& live = liveness_.at(vertex.block);
  const LoopEffects& assumed = AssumedOf(vertex);
  const flow::LiveSet& assigned =
      building_.learned.FlowOf(code_).loops[flow_.blocks()[vertex.block].loop].assigned;
  Environment begin;
  begin.registers.resize(frame_words_ + code_->frame_size_);
  MergeKnown(vertex.incoming, &begin);
  std::vector<Node*> inputs;
  auto merge = [&](uint32_t key, auto value_in) {
    inputs.clear();
    for (Vertex::Incoming& from : vertex.incoming) inputs.push_back(value_in(from.environment));
    bool is_kept = key != kAccKey && !assumed.calls && !assumed.registers.contains(key) &&
                   (key < frame_words_ || !assigned.Has(key - frame_words_));
    is_kept &= std::all_of(inputs.begin(), inputs.end(), [&](Node* n) { return n == inputs[0]; });
    if (!is_kept) return MergeAtHeader(vertex, key, inputs);
    vertex.kept_registers.push_back({key, inputs[0]});
    return inputs[0];
  };
  ForEachLiveWord(live, [&](uint32_t word) {
    begin.registers[word] = merge(word, [&](Environment& e) { return e.registers[word]; });
  });
  if (live.HasAcc()) begin.acc = merge(kAccKey, [](Environment& e) { return e.acc; });
  KeepThrough(vertex, &begin);
  for (Vertex::Incoming& from : vertex.incoming) from.environment = {};
  now_ = std::move(begin);
}

// ---- What loops change ----

bool GraphBuilder::IsInFirstTurn() const {
  for (const GraphBuilder* b = this; b != nullptr; b = b->outer_) {
    if (b->vertex_ != nullptr && IsFirstTurn(b->vertex_->copy)) return true;
  }
  return false;
}
template <class F>
void GraphBuilder::ForEachLoopAround(F f) {
  for (GraphBuilder* b = this; b != nullptr; b = b->outer_) {
    if (b->vertex_ == nullptr) continue;
    const uint32_t copy = b->vertex_->copy;
    bool is_inside = copy == kItself;
    for (uint32_t l = b->flow_.blocks()[b->vertex_->block].loop; l != flow::kNone;
         l = b->flow_.loops()[l].parent) {
      if (is_inside) f(building_.effects[{b->way_, b->flow_.blocks()[b->flow_.loops()[l].header].begin}]);
      is_inside |= copy == WayInto(l) || copy == FirstTurn(l);
    }
  }
}
const LoopEffects& GraphBuilder::AssumedOf(const Vertex& vertex) const {
  static const LoopEffects none;
  auto found = building_.learned.loops.find({way_, flow_.blocks()[vertex.block].begin});
  return found == building_.learned.loops.end() ? none : found->second;
}
bool GraphBuilder::MayChange(const LoopEffects& effects, const Loaded& l, const ShapeSet* shapes) {
  const uint16_t reads = InfoOf(l.kind).reads;
  if (effects.calls || (reads & effects.classes) != 0 || ((reads & kShapes) != 0 && !effects.shapes.empty()))
    return true;
  auto stored = effects.words.find({l.kind, l.payload});
  if (stored == effects.words.end()) return false;
  return stored->second.in_any || shapes == nullptr || HasOneOf(*shapes, stored->second.shapes);
}
bool GraphBuilder::MayChange(const LoopEffects& effects, const ShapeSet& shapes) {
  return effects.calls || HasOneOf(shapes, effects.shapes) || (effects.kinds && HasArrays(shapes));
}
void GraphBuilder::KeepThrough(Vertex& vertex, Environment* environment) {
  const LoopEffects& assumed = AssumedOf(vertex);
  if (assumed.calls) {
    environment->known.clear();
    environment->loaded.clear();
    environment->views = 0;
    return;
  }
  for (auto& [node, known] : environment->known) {
    if (assumed.kinds) ForgetKind(&known);
    vertex.keeps_kinds |= SaysKind(known);
    if (known.shapes == nullptr) continue;
    if (MayChange(assumed, *known.shapes)) {
      known.shapes = nullptr;
    } else {
      vertex.kept_shapes.push_back(known.shapes);
    }
  }
  std::erase_if(environment->loaded, [&](const Loaded& l) {
    const ShapeSet* shapes = ShapesNow(*environment, l.object);
    if (MayChange(assumed, l, shapes)) return true;
    vertex.kept_loads.push_back({l, shapes});
    return false;
  });
}
// After the loop has been built: whether it changes something that was assumed to stay.
void GraphBuilder::LearnEffects(Vertex& vertex) {
  const std::pair<uint32_t, uint32_t> key{way_, flow_.blocks()[vertex.block].begin};
  LoopEffects& effects = building_.effects[key];
  for (const auto& [word, node] : vertex.kept_registers) {
    for (const Vertex::Incoming& from : vertex.back_edges) {
      if (from.environment.registers[word] != node) effects.registers.insert(word);
    }
  }
  const bool is_more = !effects.registers.empty() || (effects.calls && !AssumedOf(vertex).calls) ||
                       (effects.kinds && vertex.keeps_kinds) ||
                       std::any_of(vertex.kept_loads.begin(), vertex.kept_loads.end(),
                                   [&](const auto& l) { return MayChange(effects, l.first, l.second); }) ||
                       std::any_of(vertex.kept_shapes.begin(), vertex.kept_shapes.end(),
                                   [&](const ShapeSet* shapes) { return MayChange(effects, *shapes); });
  if (!is_more) return;
  LoopEffects& learned = building_.learned.loops[key];
  // Without a first turn of its own, what comes into the loop is something else.
  if (effects.calls && !learned.calls) {
    auto& phis = building_.learned.phis;
    phis.erase(phis.lower_bound({key.first, key.second, 0}),
               phis.upper_bound({key.first, key.second, UINT32_MAX}));
  }
  learned.kinds |= effects.kinds;
  learned.calls |= effects.calls;
  learned.classes |= effects.classes;
  for (const auto& [word, stored] : effects.words) {
    LoopEffects::Stored& its = learned.words[word];
    its.in_any |= stored.in_any;
    its.shapes.insert(stored.shapes.begin(), stored.shapes.end());
  }
  learned.shapes.merge(effects.shapes);
  learned.registers.merge(effects.registers);
  building_.is_to_be_built_again = true;
}

// Phis get the values of back-edges, or learn that they should be something else.
void GraphBuilder::FinishLoops() {
  for (Vertex& vertex : vertices_) {
    if (!vertex.is_header || vertex.incoming.empty()) continue;
    const bool had_calls = AssumedOf(vertex).calls;
    LearnEffects(vertex);
    if (AssumedOf(vertex).calls != had_calls) continue;  // its phis will be others
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
          !LearnedOf(vertex, phi.reg).is_widened) {
        // What comes in from outside may be anything: it is checked there, once.
        bool may_be_number = true;
        for (const Node* v : phi_inputs_[phi.node]) may_be_number &= (v->types() & kNumberTypes) != 0;
        if (may_be_number) wanted = all_int32 ? Representation::kInt32 : Representation::kFloat64;
      }
      if (wanted != r) {
        LearnedOf(vertex, phi.reg) = {wanted, r != Representation::kTagged};
        building_.is_to_be_built_again = true;
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

// A block that does nothing but branch by acc, or return from what is inlined.
bool GraphBuilder::IsRepeated(const Vertex& vertex) const {
  const flow::Block& block = flow_.blocks()[vertex.block];
  const Instruction i(code_->bytecode(), block.begin);
  if (vertex.copy == kElsewhere || vertex.is_header || i.is_wide() || i.next().offset() != block.end)
    return false;
  return IsBranchByAcc(i.opcode()) || (i.opcode() == Opcode::kReturn && outer_ != nullptr);
}

// Builds such a block at the end of another one, with what is in now_, which stays unless that is the last.
void GraphBuilder::Repeat(Block* from, Vertex& vertex, bool is_last) {
  Environment environment;
  if (!is_last) environment = now_;
  const flow::LiveSet behind = liveness_.Behind(vertex.block);
  const auto place = std::tuple(vertex_, block_, offset_, live_, live_behind_, state_);
  const Instruction i(code_->bytecode(), flow_.blocks()[vertex.block].begin);
  std::tie(vertex_, block_, offset_, live_, live_behind_, state_) =
      std::tuple(&vertex, from, i.offset(), &liveness_.at(vertex.block), &behind, nullptr);
  repeated_++;
  building_.built.instruction_count++;
  Visit(i);
  CHECK(block_ == nullptr);
  repeated_--;
  std::tie(vertex_, block_, offset_, live_, live_behind_, state_) = place;
  now_ = std::move(environment);
}

void GraphBuilder::Arrive(Block* from, uint32_t block, bool spends, bool is_last) {
  Vertex& to = vertices_[SuccessorOf(*vertex_, block)];
  // So a way that knows where to go goes there.
  if (!spends && repeated_ < kMostRepeated && IsRepeated(to)) return Repeat(from, to, is_last);
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
  if (to.is_done) {
    to.back_edges.push_back({from, place, state, {.registers = now_.registers, .acc = now_.acc}});
  } else {
    to.incoming.push_back({from, place, state, is_last ? std::move(now_) : now_});
  }
}
void GraphBuilder::JumpTo(uint32_t block) {
  Arrive(block_, block, false, true);
  block_ = nullptr;
}
void GraphBuilder::FallThrough() { JumpTo(vertex_->block + 1); }

void GraphBuilder::BranchTo(Node* condition, bool sense, uint32_t target, bool spends, bool by_acc) {
  const bool acc_sense = sense;
  for (; condition->Is(NodeKind::kNot); condition = condition->input(0)) sense = !sense;
  if (const std::optional<bool> is_true = Outcome(condition); is_true.has_value()) {
    *is_true == sense ? Arrive(block_, target, spends) : FallThrough();
    block_ = nullptr;
    return;
  }
  Block *taken = graph_.NewBlock(), *other = graph_.NewBlock();
  Block* blocks[] = {sense ? taken : other, sense ? other : taken};
  graph_.End(block_, NodeKind::kBranch, {condition}, blocks);
  // Each way knows why it was taken. In acc there may be the condition's opposite, or what it asks about.
  const Node* acc = by_acc ? now_.acc : nullptr;
  auto know = [&](bool is_taken) {
    KnownOf(condition).is_true = is_taken == sense;
    if (acc != nullptr && acc != condition) KnownOf(acc).is_true = is_taken == acc_sense;
  };
  know(true);
  Arrive(taken, target, spends);
  know(false);
  Arrive(other, vertex_->block + 1, false, true);
  block_ = nullptr;
}

// Whether a condition is true, if that is known.
std::optional<bool> GraphBuilder::Outcome(const Node* condition) {
  if (auto is_true = SoFar(condition).is_true; is_true.has_value()) return is_true;
  const bool are_numbers = condition->Is(NodeKind::kCompareInt32) &&
                           condition->input(0)->Is(NodeKind::kInt32Constant) &&
                           condition->input(1)->Is(NodeKind::kInt32Constant);
  if (!are_numbers) return {};
  return Relates(static_cast<Condition>(condition->payload().condition),
                 condition->input(0)->payload().number, condition->input(1)->payload().number);
}

// ---- States ----

const FrameState* GraphBuilder::StateAt(uint32_t offset, const flow::LiveSet& live,
                                        const Environment& environment) {
  std::vector<FrameState::Register>& registers = state_registers_;
  registers.clear();
  live.ForEachRegister([&](uint32_t reg) {
    Node* node = environment.registers[frame_words_ + reg];
    DCHECK(node != nullptr);
    registers.push_back({reg, node});
  });
  FrameState state{.unit = unit_,
                   .outer = outer_ == nullptr ? nullptr : outer_->StateBehindCall(environment),
                   .offset = offset,
                   .is_behind = false,
                   .acc = live.HasAcc() ? environment.acc : nullptr,
                   .environment = nullptr,
                   .registers = {}};
  return graph_.NewState(state, registers);
}
const FrameState* GraphBuilder::StateBehindCall(const Environment& environment) {
  std::vector<FrameState::Register> registers;
  for (uint32_t reg : words_behind_call_)
    registers.push_back({reg, environment.registers[frame_words_ + reg]});
  const FrameState* outer = outer_ == nullptr ? nullptr : outer_->StateBehindCall(environment);
  // Most states of what is inlined have the same around them.
  bool is_same = state_behind_call_ != nullptr && state_behind_call_->offset == offset_ &&
                 state_behind_call_->outer == outer &&
                 std::equal(registers.begin(), registers.end(), state_behind_call_->registers.begin(),
                            state_behind_call_->registers.end(),
                            [](const FrameState::Register& a, const FrameState::Register& b) {
                              return a.number == b.number && a.node == b.node;
                            });
  if (is_same) return state_behind_call_;
  FrameState state{.unit = unit_,
                   .outer = outer,
                   .offset = offset_,
                   .is_behind = true,
                   .acc = nullptr,
                   .environment = nullptr,
                   .registers = {}};
  return state_behind_call_ = graph_.NewState(state, registers);
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
void GraphBuilder::Store(NodeKind store, NodeKind load, Node* object, Node* value, Payload place) {
  Add(store, {object, value}, place);
  const ShapeSet* shapes = ShapesNow(now_, object);
  ForEachLoopAround([&](LoopEffects& effects) {
    LoopEffects::Stored& stored = effects.words[{load, place.raw}];
    if (shapes == nullptr) {
      stored.in_any = true;
    } else {
      stored.shapes.insert(shapes->shapes, shapes->shapes + shapes->count);
    }
  });
  // Another word of whatever object stays what it is, and so does this word of another object.
  std::erase_if(now_.loaded, [&](const Loaded& l) {
    return l.kind == load && l.payload == place.raw && MayAlias(object, shapes, l.object);
  });
  now_.loaded.push_back({load, object, place.raw, value});
}
const ShapeSet* GraphBuilder::ShapesNow(const Environment& environment, const Node* object) {
  for (const Node* node = object; node != nullptr; node = node->Has(kIsCheck) ? node->input(0) : nullptr) {
    auto found = environment.known.find(node);
    if (found != environment.known.end() && found->second.shapes != nullptr) return found->second.shapes;
  }
  return nullptr;
}
bool GraphBuilder::MayAlias(const Node* object, const ShapeSet* shapes, const Node* other) const {
  const Node &one = Unchecked(*object), &two = Unchecked(*other);
  if (&one == &two) return true;
  if (one.Is(NodeKind::kConstant) && two.Is(NodeKind::kConstant))
    return one.payload().bits == two.payload().bits;
  const ShapeSet* others = ShapesNow(now_, other);
  if (shapes == nullptr || others == nullptr) return true;
  return std::any_of(shapes->shapes, shapes->shapes + shapes->count,
                     [&](uint64_t shape) { return others->Has(shape); });
}
void GraphBuilder::Forget(NodeKind store) {
  ForEachLoopAround([&](LoopEffects& effects) { effects.classes |= InfoOf(store).writes; });
  std::erase_if(now_.loaded,
                [&](const Loaded& l) { return (InfoOf(l.kind).reads & InfoOf(store).writes) != 0; });
}
void GraphBuilder::ForgetShapes(std::span<Shape* const> changed) {
  ForEachLoopAround([&](LoopEffects& effects) {
    for (Shape* shape : changed) effects.shapes.insert(Value(shape).bits());
  });
  for (auto& [node, known] : now_.known) {
    if (known.shapes == nullptr) continue;
    bool may_be_it = std::any_of(changed.begin(), changed.end(),
                                 [&](Shape* shape) { return known.shapes->Has(Value(shape).bits()); });
    if (may_be_it) known.shapes = nullptr;
  }
  std::erase_if(now_.loaded, [](const Loaded& l) { return (InfoOf(l.kind).reads & kShapes) != 0; });
}
bool GraphBuilder::SaysKind(const Known& known) {
  constexpr int32_t kLast = static_cast<int32_t>(ElementAccess::kArrayOfDoubles);
  // All kinds of arrays with fast elements are one of each other after a change.
  if (known.elements.has_value() && *known.elements <= kLast && *known.elements > ~kLast) return true;
  return known.shapes != nullptr && HasArrays(*known.shapes);
}
void GraphBuilder::ForgetKinds() {
  ForEachLoopAround([](LoopEffects& effects) { effects.kinds = true; });
  for (auto& [node, known] : now_.known) ForgetKind(&known);
}
void GraphBuilder::ForgetKind(Known* known) {
  if (!SaysKind(*known)) return;
  known->shapes = nullptr;
  known->elements.reset();
}
void GraphBuilder::ForgetMemory() {
  ForEachLoopAround([](LoopEffects& effects) { effects.calls = true; });
  now_.loaded.clear();
  now_.known.clear();
  now_.views = 0;
}
const GraphBuilder::Known& GraphBuilder::SoFar(const Node* node) const {
  static constexpr Known kNothing;
  auto found = now_.known.find(node);
  return found == now_.known.end() ? kNothing : found->second;
}
TypeSet GraphBuilder::TypesOf(const Node* node) { return node->types() & SoFar(node).types; }
Node* GraphBuilder::TaggedConstant(Value v) {
  if (!v.IsSmi() && !v.IsImmediate()) NoteLiteral(v);
  return graph_.Constant(v.bits(), TypesOfConstant(v));
}
void GraphBuilder::CheckIs(Node* node, Value value) {
  NoteLiteral(value);
  if (!IsConstantValue(node, value)) AddExiting(NodeKind::kCheckValue, {node}, Payload::Bits(value.bits()));
}
void GraphBuilder::CopyHints(const Node* from, const Node* to) {
  auto found = building_.hints.find(from);
  if (found != building_.hints.end()) building_.hints[to] = found->second;
}
void GraphBuilder::NoteLiteral(Value v) {
  std::vector<Value>& literals = building_.built.literals;
  if (std::find(literals.begin(), literals.end(), v) == literals.end()) literals.push_back(v);
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
  Conversion conversion = ConversionOf(*node, TypesOf(node), wanted);
  bool exits = (InfoOf(conversion.kind).flags & kMayExit) != 0;
  Node* result = exits ? AddExiting(conversion.kind, {node}) : Add(conversion.kind, {node});
  result->set_types(conversion.types);
  return result;
}

Node* GraphBuilder::Tagged(Node* node) {
  if (IsTagged(node)) return node;
  if (Node* constant = ConstantAs(node, Representation::kTagged); constant != nullptr) return constant;
  if (Node* known = SoFar(node).tagged; known != nullptr) return known;
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
  Node* number = Int32(node);
  const bool fits = RangeOf(*number).IsIn(kSmiRange);
  Node* smi =
      fits ? Add(NodeKind::kInt32ToSmi, {number}) : AddExiting(NodeKind::kInt32ToSmiChecked, {number});
  smi->set_types(kSmiType);
  return smi;
}

Node* GraphBuilder::Int32(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  if (node->representation() == Representation::kInt32) return node;
  if (Node* constant = ConstantAs(node, Representation::kInt32); constant != nullptr) return constant;
  if (Node* known = SoFar(node).int32; known != nullptr) return known;
  Node* result = Convert(node, Representation::kInt32);
  return KnownOf(node).int32 = result;
}

// The same int32 where it is one, and modulo 2^32 where it is none: sums that need no check. Those that had
// one go. What a variable has, or something else uses, stays, and is not computed twice.
Node* GraphBuilder::Wrapped(Node* node, int depth) {
  const bool is_sum = node->Is(NodeKind::kAddInt32Checked);
  if ((!is_sum && !node->Is(NodeKind::kSubInt32Checked)) || depth == kMostTruncated) return node;
  if (Node* known = SoFar(node).truncated; known != nullptr) return known;
  if (node->use_count() > (depth == 0 ? 0 : 1)) return node;
  for (uint32_t word = 0; word < now_.registers.size(); word++) {
    const bool is_dead = word >= frame_words_ && !live_behind_->Has(word - frame_words_);
    if (now_.registers[word] == node && !is_dead) return node;
  }
  Node *left = Wrapped(node->input(0), depth + 1), *right = Wrapped(node->input(1), depth + 1);
  return KnownOf(node).truncated = Add(is_sum ? NodeKind::kAddInt32 : NodeKind::kSubInt32, {left, right});
}

// ToInt32 of a sum of integers, by sums that wrap: that of doubles is exact, and the same modulo 2^32.
// Null: the node is no such sum.
Node* GraphBuilder::TruncatedSum(Node* node, int depth) {
  if (node->Is(NodeKind::kInt32ToFloat64)) return Wrapped(node->input(0), depth);
  if (node->Is(NodeKind::kUint32ToFloat64)) return node->input(0);
  if (node->Is(NodeKind::kFloat64Constant)) {
    double d = node->payload().value;
    bool is_int32 = d >= INT32_MIN && d <= INT32_MAX && d == static_cast<int32_t>(d);
    return is_int32 ? graph_.Int32(static_cast<int32_t>(d)) : nullptr;
  }
  bool is_sum = node->Is(NodeKind::kAddFloat64), is_difference = node->Is(NodeKind::kSubFloat64);
  if ((!is_sum && !is_difference) || depth == kMostTruncated) return nullptr;
  Node* left = TruncatedSum(node->input(0), depth + 1);
  Node* right = left == nullptr ? nullptr : TruncatedSum(node->input(1), depth + 1);
  if (right == nullptr) return nullptr;
  return Add(is_sum ? NodeKind::kAddInt32 : NodeKind::kSubInt32, {left, right});
}

Node* GraphBuilder::Truncated(Node* node) {
  if (node->representation() == Representation::kBool) node = Tagged(node);
  Representation r = node->representation();
  if (r == Representation::kInt32) return Wrapped(node, 0);
  if (r == Representation::kUint32) return node;
  if (node->Is(NodeKind::kConstant) || TypesOf(node) == kSmiType || SoFar(node).int32 != nullptr)
    return Int32(node);
  if (Node* known = SoFar(node).truncated; known != nullptr) return known;
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
  if (Node* known = SoFar(node).float64; known != nullptr) return known;
  bool is_integer = IsTagged(node) && (SoFar(node).int32 != nullptr || TypesOf(node) == kSmiType);
  Node* result = Convert(is_integer ? Int32(node) : node, Representation::kFloat64);
  if (IsTagged(node)) KnownOf(node).types &= kNumberTypes;
  return KnownOf(node).float64 = result;
}

Node* GraphBuilder::Boolean(Node* node) {
  switch (node->representation()) {
    case Representation::kBool: return node;
    case Representation::kInt32: return AreSame(node, graph_.Int32(0), Condition::kNotEqual);
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
    Conversion conversion = ConversionOf(*input, input->types(), to);
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
  now_.registers[frame_words_ + static_cast<uint32_t>(reg)] =
      live_behind_->Has(static_cast<uint32_t>(reg)) ? node : nullptr;
}
void GraphBuilder::SetAcc(Node* node) { now_.acc = live_behind_->HasAcc() ? node : nullptr; }

Value GraphBuilder::ConstantOf(const Instruction& i, int operand) const {
  return code_->constants()[i.operand(operand)].get();
}

void GraphBuilder::Visit(const Instruction& i) {
  // Only the interpreter knows constants of 32 bits.
  if (i.is_wide()) return Exit();
  // Where nodes have exited again and again the first tier does all of it.
  constexpr uint32_t kMostFailed = 3;
  const bool is_left = Failed() > kMostFailed && i.jump_operand() < 0 && !HasFlag(i.opcode(), kTerminator);
  bool is_done =
      !is_left && (VisitMove(i) || VisitVariable(i) || VisitLiteral(i) || VisitNumbers(i) ||
                   VisitComparison(i) || VisitJump(i) || VisitProperty(i) || VisitElement(i) || VisitCall(i));
  if (!is_done) Generic(i);
  if (block_ == nullptr) return;
  // What is dead keeps nothing alive.
  live_->ForEachRegisterNotIn(*live_behind_,
                              [&](uint32_t reg) { now_.registers[frame_words_ + reg] = nullptr; });
  if (!live_behind_->HasAcc()) now_.acc = nullptr;
}

uint32_t GraphBuilder::FailedAt(uint32_t offset, NodeKind kind) const {
  return options_.refusals == nullptr ? 0 : options_.refusals->Of(unit_->code, offset, kind);
}
uint32_t GraphBuilder::Failed(NodeKind kind) const { return FailedAt(offset_, kind); }
uint32_t GraphBuilder::Failed() const {
  return options_.refusals == nullptr ? 0 : options_.refusals->At(unit_->code, offset_);
}

void GraphBuilder::Exit() {
  graph_.End(block_, NodeKind::kExit, {}, std::span<Block* const>(), {}, State());
  block_ = nullptr;
}

bool GraphBuilder::ExitUnlearned() {
  if (Failed(NodeKind::kExit) > 0) return false;
  Exit();
  return true;
}

// ---- The way in ----

std::unique_ptr<BuiltGraph> BuildGraph(Isolate& isolate, platform::Arena& arena, Code* code,
                                       FeedbackVector* feedback, const BuildOptions& options,
                                       std::string* reason) {
  if (code->flags_ & Code::kResumable) return *reason = "its frame may be saved", nullptr;
  if (code->bytecode_size_ > kMostBytecode) return *reason = "it is too large", nullptr;
  Learned learned;
  for (int n = 0; n < kMostBuilds; n++) {
    Building building{.isolate = isolate,
                      .options = options,
                      .learned = learned,
                      .built = {.graph = std::make_unique<Graph>(arena), .literals = {}},
                      .frame_size = code->frame_size_};
    Unit* unit = building.built.graph->NewUnit(Value(code).bits(), 0, nullptr, 0, 0);
    GraphBuilder builder(building, code, feedback, nullptr, unit, 0);
    if (!builder.FindVertices(reason)) return nullptr;
    builder.Run();
    if (building.is_over) return *reason = kGuestIsToEnd, nullptr;
    if (building.is_to_be_built_again) continue;
    if (Node* check = building.stack_check; check != nullptr) {
      check->set_payload(Payload::Number(static_cast<int32_t>(building.words_needed)));
      if (building.words_needed == 0) building.built.graph->Remove(check);
    }
    auto built = std::make_unique<BuiltGraph>(std::move(building.built));
    built->graph->RemoveDead();
    return built;
  }
  return *reason = "phis do not settle", nullptr;
}

}  // namespace halfword::jit
