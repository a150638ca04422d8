#include "jit/building/graph_builder.h"

#include <algorithm>

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

// The way into a loop that is built twice, and its first turn that is.
constexpr uint32_t kMostCopied = 40, kMostPeeled = 120;
constexpr uint32_t kMostBytecode = 100000;
// Each time something of loops is learned.
constexpr int kMostBuilds = 10;
// Blocks that are built for each way to them, one behind the other; and ways from a call, likewise.
constexpr uint32_t kMostRepeated = 2, kMostSplit = 4;

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

bool GraphBuilder::IsInFirstTurn() const {
  for (const GraphBuilder* b = this; b != nullptr; b = b->outer_) {
    if (b->vertex_ != nullptr && IsFirstTurn(b->vertex_->copy)) return true;
  }
  return false;
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

void GraphBuilder::Fork(Node* condition, const std::function<void()>& yes, const std::function<void()>& no) {
  Block *if_yes = graph_.NewBlock(), *if_no = graph_.NewBlock(), *join = graph_.NewBlock();
  Block* ways[] = {if_yes, if_no};
  graph_.End(block_, NodeKind::kBranch, {condition}, ways);
  const Environment before = now_;
  Block* target[] = {join};
  for (int n = 0; n < 2; n++) {
    block_ = ways[n];
    now_ = before;
    n == 0 ? yes() : no();
    graph_.End(block_, NodeKind::kGoto, {}, target);
  }
  now_ = before;
  block_ = join;
}
// A branch whose two ways compute a value each.
Node* GraphBuilder::Select(Node* condition, const std::function<Node*()>& yes,
                           const std::function<Node*()>& no) {
  Node* values[2];
  Fork(condition, [&] { values[0] = yes(); }, [&] { values[1] = no(); });
  // A Smi and another Value are Values.
  const Representation one = values[0]->representation(), other = values[1]->representation();
  CHECK(one == other || (jit::IsTagged(one) && jit::IsTagged(other)));
  Node* phi = graph_.NewPhi(block_, one == other ? one : Representation::kTagged, kAccKey, values);
  phi->set_types(values[0]->types() | values[1]->types());
  return phi;
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
