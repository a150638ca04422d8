// Calls: Generic nodes, and functions that are built in the place of their calls.
#include <algorithm>

#include "bytecode/register_effects.h"
#include "jit/building/graph_builder.h"
#include "runtime/caches/site.h"
#include "runtime/functions/native.h"
#include "runtime/operations/call.h"

namespace halfword::jit {

namespace {

// Of bytecode: a function that is inlined, all that are, and small ones, which are as long as there is room.
constexpr uint32_t kMostInlined = 300, kMostInlinedInAll = 1600, kSmall = 30;
constexpr uint32_t kMostInlinedDepth = 6, kMostClosures = 2, kMostArguments = 16;

bool IsApply(Value v) {
  return v.Is<NativeFunction>() && (v.As<NativeFunction>()->flags_ & kNativeIsApply) != 0;
}

// A call that passes on these arguments takes so many units of fuel.
int32_t UnitsOf(const std::vector<Node*>& arguments) {
  return static_cast<int32_t>(arguments.size() / kArgumentsPerUnit) + 1;
}

// What its frame's header is made of at the call does not stay so, or somebody is to look at its frame.
bool HasFrameOfItsOwn(const Code& code) {
  for (Instruction i(code.bytecode(), 0); i.offset() < code.bytecode_size_; i = i.next()) {
    const Opcode opcode = i.opcode();
    const bool looks_at_frame =
        opcode == Opcode::kTailCall || opcode == Opcode::kTailCallArray || opcode == Opcode::kCallEval;
    if (looks_at_frame || ChangesEnvironment(opcode)) return true;
  }
  return false;
}

}  // namespace

void GraphBuilder::Generic(const Instruction& i) {
  std::vector<uint32_t> words;
  std::vector<Node*> inputs;
  ForEachLiveWord(*live_, [&](uint32_t word) {
    words.push_back(word);
    inputs.push_back(Tagged(now_.registers[word]));
  });
  if (live_->HasAcc()) {
    words.push_back(CallInfo::kAccInput);
    inputs.push_back(Tagged(now_.acc));
  }
  Node* made = ReceiverOf(i);
  if (made != nullptr) {
    words.push_back(frame_words_ + static_cast<uint32_t>(i.operand(0)));
    inputs.push_back(made);
  }
  const uint32_t end = frame_words_ + code_->frame_size_;
  std::vector<bool> is_written(end);
  ForEachRegisterEffect(i, code_->frame_size_, [&](uint32_t first, uint32_t count, RegisterEffect effect) {
    if (effect == RegisterEffect::kRead) return;
    for (uint32_t reg = first; reg < first + count; reg++) is_written[frame_words_ + reg] = true;
  });
  // CoerceThis writes what its row does not name; and who reads a sloppy `this` may coerce it first.
  if (i.opcode() == Opcode::kCoerceThis || HasFlag(i.opcode(), kCoercesThis)) is_written[frame_words_] = true;
  // What lies behind the outermost frame's own words may be anything then.
  uint32_t first_lost = building_.frame_size;
  for (const Unit* unit = unit_; unit->outer != nullptr; unit = unit->outer)
    first_lost = std::min(first_lost, unit->frame_words - frame::kHeaderWords);
  CallInfo* info = graph_.NewCall(unit_, i.offset(), words, first_lost);
  info->opcode = static_cast<uint8_t>(i.opcode());
  info->jumps = i.jump_operand() >= 0;
  info->pc =
      static_cast<uint32_t>(code_->bytecode() - reinterpret_cast<const uint8_t*>(code_)) + i.opcode_offset();
  info->return_pc = info->pc + i.next().offset() - i.opcode_offset();
  NoteCallee(i, made != nullptr, info);
  Node* call = graph_.Append(block_, NodeKind::kGeneric, inputs, Payload::Call(info));
  std::vector<TypeSet> types(end, kAnyType);
  for (size_t n = 0; n < inputs.size(); n++) {
    if (words[n] < end) types[words[n]] = TypesOf(inputs[n]);
  }
  const std::vector<Node*> before = now_.registers;
  Node* took_jump = i.jump_operand() >= 0 ? Add(NodeKind::kTookJump, {call}) : nullptr;
  ForgetMemory();
  ForEachLiveWord(*live_behind_, [&](uint32_t word) {
    Node*& node = now_.registers[word];
    if (node != nullptr && IsConstant(node->kind()) && !is_written[word]) return;
    // Only what is in the outermost frame is seen by a collection while it has no register.
    bool is_own = word < building_.frame_size;
    node = Add(is_own ? NodeKind::kRegisterBehind : NodeKind::kWordBehind, {call}, Payload::Register(word));
    node->set_types(is_written[word] ? TypeSet{kAnyType} : types[word]);
    if (is_written[word] || word >= before.size() || before[word] == nullptr) return;
    CopyHints(before[word], node);
    if (before[word]->representation() == Representation::kInt32) building_.int32_before.insert(node);
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

// The site, if in this epoch it knows the constructor and what that makes; else null.
const ConstructSite* GraphBuilder::LearnedConstruct(const Instruction& i) const {
  const auto* site = SiteOf<ConstructSite>(i);
  const bool has_learned = site != nullptr && site->callee.value().Is<JSFunction>() &&
                           site->made.value().Is<Shape>() && IsOfThisEpoch(isolate_, site->epoch);
  return has_learned ? site : nullptr;
}

// What a constructor that the site knows gets for its `this`. Null: that is left to the first tier, which
// begins anew where the constructor is another one.
Node* GraphBuilder::ReceiverOf(const Instruction& i) {
  if (i.opcode() != Opcode::kConstruct) return nullptr;
  const ConstructSite* site = LearnedConstruct(i);
  if (site == nullptr || Failed(NodeKind::kCheckEpoch) > kMostEpochs ||
      site->callee.value().As<JSFunction>()->info()->code_.get() == nullptr ||
      live_->Has(static_cast<uint32_t>(i.operand(0))))
    return nullptr;
  CheckEpoch();
  return NewObject(site->made.value().As<Shape>());
}

// How a function is entered from here. Natives are called by the first tier.
void GraphBuilder::NoteCallee(const Instruction& i, bool constructs, CallInfo* info) {
  Value callee = Value::Undefined();
  switch (i.opcode()) {
    case Opcode::kCall:
    case Opcode::kCallUndefined: {
      const auto* site = SiteOf<CallSite>(i);
      if (site == nullptr || site->is_native()) return;
      info->callee = CallInfo::kAnyFunction;
      info->passes_undefined = i.opcode() == Opcode::kCallUndefined;
      const Node* known = Reg(i.operand(0) + frame::kFunction);
      callee = known->Is(NodeKind::kConstant) ? ConstantValue(known) : site->callee.value();
      break;
    }
    case Opcode::kConstruct:
      if (!constructs) return;
      info->constructs = true;
      callee = SiteOf<ConstructSite>(i)->callee.value();
      break;
    case Opcode::kCallForward: {
      const std::vector<Value> likely = LikelyValues(Reg(i.operand(0) + frame::kFunction));
      if (likely.size() != 1 || !IsApply(likely[0])) return;
      NoteLiteral(likely[0]);
      info->callee = CallInfo::kForwarded;
      info->apply = likely[0].bits();
      info->arguments_object = static_cast<uint32_t>(i.operand(2));
      break;
    }
    default: return;
  }
  info->callee_frame = static_cast<uint32_t>(i.operand(0));
  info->argument_count = static_cast<uint32_t>(i.operand(1));
  if (!callee.Is<JSFunction>()) return;
  FunctionInfo* function = callee.As<JSFunction>()->info();
  const Code* code = function->code_.get();
  if (code == nullptr || (!constructs && (code->flags_ & Code::kIsClassConstructor) != 0)) return;
  info->keeps_arguments = (code->flags_ & Code::kNeedsArguments) != 0;
  if (info->keeps_arguments && info->argument_count > kMostArguments) return;
  NoteLiteral(callee);
  info->callee = CallInfo::kKnownFunction;
  info->function = callee.bits();
  // What the function is made of stays, and what it refers to lives as long as it does.
  info->function_info = Value(function).bits();
  info->function_code = Value(code).bits();
  info->function_frame_size = code->frame_size_;
  info->parameter_count = code->parameter_count_;
}

// ---- Inlining ----

bool GraphBuilder::IsWorthInlining(JSFunction* callee, const Call& call) {
  Code* code = callee->info()->code_.get();
  const FeedbackVector* feedback = callee->info()->feedback_.get();
  if (code == nullptr || feedback == nullptr) return false;
  constexpr uint16_t kUnusual = Code::kResumable | Code::kHasDirectEval | Code::kSelfHosted;
  if ((code->flags_ & kUnusual) != 0) return false;
  if (!call.constructs() && (code->flags_ & Code::kIsClassConstructor) != 0) return false;
  // What was rarely called has learned nothing, where there is something to learn.
  const bool is_cold = feedback == isolate_.cold_feedback_.get() ||
                       !const_cast<FeedbackVector*>(feedback)->code().get().Is<Code>();
  if (is_cold && code->feedback_size_ > FeedbackVector::kFirstSite) return false;
  bool is_small = code->bytecode_size_ <= kSmall;
  if (code->bytecode_size_ > kMostInlined || (options_.inlines_little && !is_small)) return false;
  if (building_.inlined_bytes + code->bytecode_size_ > (is_small ? kMostInlinedBytes : kMostInlinedInAll))
    return false;
  if (call.arguments.size() > kMostArguments) return false;
  // Another closure of code that is inlined here already is another function, as where all constructors are
  // made by one.
  uint32_t depth = 0, closures = 0;
  for (const GraphBuilder* b = this; b != nullptr; b = b->outer_, depth++) {
    if (b->code_ != code) continue;
    const bool may_be_itself = b->outer_ == nullptr || b->unit_->function == Value(callee).bits();
    if (may_be_itself || ++closures == kMostClosures) return false;
  }
  if (depth > kMostInlinedDepth || HasFrameOfItsOwn(*code)) return false;
  const CodeFlow& flow = building_.learned.FlowOf(code);
  if (std::any_of(flow.flow.blocks().begin(), flow.flow.blocks().end(),
                  [](const flow::Block& b) { return b.is_handler; }))
    return false;
  std::string reason;
  Unit unit{.number = 0, .code = 0, .info = 0};
  auto way = building_.learned.ways.find({way_, offset_, code});
  const uint32_t its = way == building_.learned.ways.end() ? UINT32_MAX : way->second;
  return GraphBuilder(building_, code, nullptr, this, &unit, its).FindVertices(&reason);
}

// As ENTER_CALL in ops/calls.inc. What is found out before the callee is entered exits to the call itself.
// The ways out of it are added, with the value as acc, and with a constructor's `this` in the register that
// the callee's frame begins at.
void GraphBuilder::Inline(const Instruction& i, const Call& call, JSFunction* callee,
                          std::vector<Way>* ways) {
  FunctionInfo* info = callee->info();
  Code* code = info->code_.get();
  FeedbackVector* feedback = info->feedback_.get();
  const auto base = call.frame.value_or(static_cast<uint32_t>(i.operand(0)));
  const auto argument_count = static_cast<uint32_t>(call.arguments.size());
  const bool needs_arguments = (code->flags_ & Code::kNeedsArguments) != 0;
  uint32_t frame_words = frame_words_ + base;
  // Such a frame begins behind the arguments.
  if (needs_arguments) frame_words += frame::kFirstArgument + argument_count + frame::kHeaderWords;
  auto way = building_.learned.ways.try_emplace({way_, i.offset(), code},
                                                static_cast<uint32_t>(building_.learned.ways.size()) + 1);
  const uint32_t needed = frame_words + code->frame_size_ + argument_count;
  if (building_.stack_check != nullptr) {
    building_.words_needed = std::max(building_.words_needed, needed);
  } else if (needed > now_.stack_words) {
    AddExiting(NodeKind::kCheckStack, {}, Payload::Number(static_cast<int32_t>(needed)));
    now_.stack_words = needed;
  }
  AddExiting(NodeKind::kSpendFuel, {}, Payload::Number(call.units));
  // Who looks at `this` expects a Value.
  Node* receiver = Tagged(call.receiver);
  if (call.made != nullptr) receiver = NewObject(call.made);
  state_ = nullptr;

  Unit* unit = graph_.NewUnit(Value(code).bits(), Value(info).bits(), unit_, frame_words, i.offset());
  unit->function = Value(callee).bits();
  unit->feedback = Value(feedback).bits();
  unit->environment = callee->environment_.get().bits();
  unit->new_target = call.new_target.bits();
  if (call.constructs()) NoteLiteral(call.new_target);
  unit->return_pc =
      static_cast<uint32_t>(code_->bytecode() - reinterpret_cast<const uint8_t*>(code_)) + i.next().offset();
  unit->argument_count = argument_count;
  NoteLiteral(Value(callee));
  NoteLiteral(Value(feedback));

  // A handler reads what lived before the call.
  words_behind_call_.clear();
  bool is_guarded = flow_.blocks()[vertex_->block].handler != flow::kNone;
  (is_guarded ? live_ : live_behind_)->ForEachRegister([&](uint32_t reg) {
    if (reg + frame::kHeaderWords < base) words_behind_call_.push_back(reg);
  });
  if (needs_arguments) {
    // The caller's own word for the new object is another than that of the callee's frame.
    if (call.constructs()) {
      now_.registers[frame_words_ + base] = receiver;
      words_behind_call_.push_back(base);
    }
    for (uint32_t n = 0; n < argument_count; n++) {
      now_.registers[frame_words_ + base + frame::kFirstArgument + n] = call.arguments[n];
      words_behind_call_.push_back(base + frame::kFirstArgument + n);
    }
  }
  state_behind_call_ = nullptr;
  GraphBuilder inlined(building_, code, feedback, this, unit, way.first->second);
  std::string reason;
  CHECK(inlined.FindVertices(&reason));
  // What a first turn has inlined, the loop inlines again.
  if (!IsInFirstTurn()) building_.inlined_bytes += code->bytecode_size_;
  inlined.receiver_ = receiver;
  inlined.arguments_ = call.arguments;
  inlined.Run();
  for (Way& from : inlined.returns_) {
    // Of the callee's frame nothing is left but a constructor's `this`.
    std::vector<Node*> registers(frame_words_ + code_->frame_size_);
    for (uint32_t word : inlined.outer_words_) registers[word] = from.environment.registers[word];
    if (call.constructs()) {
      // One that makes no object returns one.
      Node* made = from.environment.registers[frame_words];
      registers[frame_words_ + base] = made != nullptr ? made : TaggedConstant(Value::Undefined());
    }
    from.environment.registers = std::move(registers);
    ways->push_back(std::move(from));
  }
  block_ = nullptr;
  state_ = nullptr;
}

// A handler may read what the callee's frame would have lain over, on other ways than this one.
void GraphBuilder::FillLost(Environment* environment) {
  ForEachLiveWord(*live_behind_, [&](uint32_t word) {
    Node*& node = environment->registers[word];
    if (node == nullptr) node = TaggedConstant(Value::Smi(0));
  });
}

// Goes on behind the call, where all its ways meet.
void GraphBuilder::JoinWays(std::vector<Way> ways) {
  block_ = nullptr;
  state_ = nullptr;
  if (ways.empty()) return;
  for (Way& from : ways) FillLost(&from.environment);
  if (ways.size() == 1) {
    block_ = ways[0].from;
    now_ = std::move(ways[0].environment);
    if (!live_behind_->HasAcc()) now_.acc = nullptr;
    return;
  }
  if (IsSplit(ways.size())) {
    split_ = std::move(ways);
    return;
  }
  block_ = graph_.NewBlock();
  Block* blocks[] = {block_};
  for (Way& from : ways) from.place = graph_.End(from.from, NodeKind::kGoto, {}, blocks);
  now_ = Merged(block_, ways, *live_behind_);
}

// One of the callees is called, each on a way of its own. begin(n, is_last) goes to where it is the n-th, and
// returns the block of all others; null if it is the last. `are_all`: there are no others. Else these are
// left to the first tier. `other`: the function that is called there; null: it is in its register.
template <class F>
void GraphBuilder::CallEach(const Instruction& i, const Call& call, const std::vector<JSFunction*>& callees,
                            bool are_all, JSFunction* other, F begin) {
  std::vector<Way> ways;
  const FrameState* state = State();
  for (size_t n = 0; n < callees.size(); n++) {
    const bool is_last = are_all && n + 1 == callees.size();
    Environment before = is_last ? Environment() : now_;
    Block* rest = begin(n, is_last);
    Inline(i, call, callees[n], &ways);
    if (is_last) return JoinWays(std::move(ways));
    block_ = rest;
    now_ = std::move(before);
    state_ = state;
  }
  if (other != nullptr) CallIs(i, other);
  Generic(i);
  // Here this way may spend for what follows, too, as the others do before they meet.
  graph_.Append(block_, NodeKind::kSpendFuel, {}, Payload::Number(0),
                StateAt(i.next().offset(), *live_behind_, now_));
  ways.push_back({block_, nullptr, nullptr, std::move(now_)});
  now_ = {};
  JoinWays(std::move(ways));
}

// One of the candidates is called, which are inlined where that is worth it.
bool GraphBuilder::CallOneOf(const Instruction& i, Call call, std::vector<JSFunction*> candidates,
                             bool are_all) {
  std::erase_if(candidates, [&](JSFunction* callee) { return !IsWorthInlining(callee, call); });
  if (candidates.empty()) return false;
  // What a constructor makes is so in this epoch.
  if (call.made != nullptr) CheckEpoch();
  call.function = Tagged(call.function);
  bool is_known = candidates.size() == 1 && IsConstantValue(call.function, Value(candidates[0]));
  are_all = (are_all && Failed(NodeKind::kCheckValue) == 0) || is_known;
  CallEach(i, call, candidates, are_all, nullptr, [&](size_t n, bool is_last) -> Block* {
    const Value callee(candidates[n]);
    if (is_last) return CheckIs(call.function, callee), nullptr;
    Block *here = graph_.NewBlock(), *other = graph_.NewBlock();
    Block* blocks[] = {here, other};
    graph_.End(block_, NodeKind::kBranch, {Add(NodeKind::kSameBits, {call.function, TaggedConstant(callee)})},
               blocks);
    block_ = here;
    return other;
  });
  return true;
}

// The function that is called has turned out to be this one.
void GraphBuilder::CallIs(const Instruction& i, JSFunction* function) {
  Reg(i.operand(0) + frame::kFunction) = TaggedConstant(Value(function));
  state_ = nullptr;
}

bool GraphBuilder::CallByShape(const Instruction& i, const Call& call) {
  auto found = building_.by_shape.find(call.function);
  if (found == building_.by_shape.end() || found->second.receiver != call.receiver ||
      Failed(NodeKind::kCheckValue) > 0)
    return false;
  const Known& known = KnownOf(call.receiver);
  if (known.shapes == nullptr) return false;
  Node* object = known.checked;
  std::vector<JSFunction*> callees;
  std::vector<std::vector<Shape*>> shapes;  // that lead to each
  bool are_all = true;
  std::vector<JSFunction*> others;  // that are not inlined; null: one that is not known
  for (Shape* shape : ShapesIn(*known.shapes)) {
    JSFunction* callee = nullptr;
    for (auto [its, value] : found->second.values) {
      if (its == shape && value.Is<JSFunction>()) callee = value.As<JSFunction>();
    }
    auto its = std::find(callees.begin(), callees.end(), callee);
    if (its != callees.end()) {
      shapes[static_cast<size_t>(its - callees.begin())].push_back(shape);
    } else if (callee != nullptr && IsWorthInlining(callee, call)) {
      callees.push_back(callee);
      shapes.push_back({shape});
    } else {
      are_all = false;
      if (others.empty() || others.back() != callee) others.push_back(callee);
    }
  }
  if (callees.empty()) return false;
  Load(NodeKind::kLoadShape, object);  // once for all ways
  const bool are_constants = call.function->Is(NodeKind::kSelectByShape);
  JSFunction* left = are_constants && others.size() == 1 ? others[0] : nullptr;
  CallEach(i, call, callees, are_all, left, [&](size_t n, bool is_last) {
    Block* other = is_last ? nullptr : BranchByShape(object, shapes[n]);
    KnownOf(call.receiver).shapes = SetOf(shapes[n]);
    if (are_constants) {
      CallIs(i, callees[n]);
    } else {
      // The method may have been replaced since.
      CheckIs(call.function, Value(callees[n]));
    }
    return other;
  });
  return true;
}

std::vector<Value> GraphBuilder::LikelyValues(const Node* node) const {
  if (node->Is(NodeKind::kConstant)) return {ConstantValue(node)};
  auto found = building_.hints.find(node);
  return found == building_.hints.end() ? std::vector<Value>() : found->second;
}
std::vector<JSFunction*> GraphBuilder::LikelyFunctions(const Node* node) const {
  std::vector<JSFunction*> functions;
  for (Value v : LikelyValues(node)) {
    if (v.Is<JSFunction>()) functions.push_back(v.As<JSFunction>());
  }
  return functions;
}

void GraphBuilder::Return(Node* value) {
  if (outer_ == nullptr) {
    graph_.End(block_, NodeKind::kReturn, {Tagged(value)}, std::span<Block* const>());
  } else {
    now_.acc = value;
    returns_.push_back({block_, nullptr, nullptr, std::move(now_)});
    now_ = {};
  }
  block_ = nullptr;
}

bool GraphBuilder::VisitCall(const Instruction& i) {
  switch (i.opcode()) {
    case Opcode::kCall:
    case Opcode::kCallUndefined: return CallFunction(i);
    case Opcode::kConstruct: return NewArray(i) || Construct(i);
    case Opcode::kConstructSuper: return ConstructSuper(i, CallOf(i, true));
    case Opcode::kConstructSuperForward: return ConstructSuperForward(i);
    case Opcode::kCallForward: return CallForward(i);
    case Opcode::kConstructResult: return ConstructResult(i);
    case Opcode::kCheckDerivedReturn:
      if (TypesOf(now_.acc) == kObjectType && now_.acc->representation() == Representation::kTagged)
        return true;
      if (!IsConstantValue(now_.acc, Value::Undefined()) || Failed() > 0) return false;
      SetAcc(CheckIsObject(Reg(i.operand(0))));
      return true;
    default: return false;
  }
}

GraphBuilder::Call GraphBuilder::CallOf(const Instruction& i, bool passes_undefined) {
  Call call{.function = Reg(i.operand(0) + frame::kFunction),
            .receiver = passes_undefined ? TaggedConstant(Value::Undefined()) : Reg(i.operand(0)),
            .arguments = {},
            .made = nullptr,
            .units = 1};
  for (int32_t n = 0; n < i.operand(1); n++) call.arguments.push_back(ArgumentOf(i, n));
  return call;
}

bool GraphBuilder::CallFunction(const Instruction& i) {
  const auto* site = SiteOf<CallSite>(i);
  if (site == nullptr) return false;
  if (site->is_native()) {
    if (!CallNative(i, *site)) return false;
    if (block_ != nullptr) FillLost(&now_);
    return true;
  }
  Call call = CallOf(i, i.opcode() == Opcode::kCallUndefined);
  Value callee = site->callee.value();
  if (callee.Is<JSFunction>()) return CallOneOf(i, std::move(call), {callee.As<JSFunction>()}, true);
  if (!site->is_several()) return false;
  if (CallByShape(i, call)) return true;
  std::vector<JSFunction*> candidates = LikelyFunctions(call.function);
  return CallOneOf(i, std::move(call), std::move(candidates), false);
}

// new f(…).
bool GraphBuilder::Construct(const Instruction& i) {
  const auto* site = SiteOf<ConstructSite>(i);
  if (site == nullptr || !site->callee.value().Is<JSFunction>()) return false;
  auto* callee = site->callee.value().As<JSFunction>();
  Call call = CallOf(i, true);
  if (LearnedConstruct(i) != nullptr) {
    call.made = site->made.value().As<Shape>();
  } else if (site->made.value().IsHole()) {
    call.receiver = TaggedConstant(Value::Hole());
  } else {
    return false;
  }
  call.new_target = Value(callee);
  return CallOneOf(i, std::move(call), {callee}, true);
}

// The object that a constructor has returned, or, where it returned undefined, the one that it has made.
bool GraphBuilder::ConstructResult(const Instruction& i) {
  TypeSet types = now_.acc->representation() == Representation::kTagged ? TypesOf(now_.acc) : kNumberTypes;
  if (types == kObjectType) return true;
  if ((types & kObjectType) == 0) return SetAcc(Reg(i.operand(0))), true;
  // Few constructors return something that is neither.
  if (Failed() > 0) return false;
  Node *acc = now_.acc, *made = Reg(i.operand(0));
  if ((types & kUndefinedType) == 0) {
    SetAcc(CheckIsObject(acc));
    return true;
  }
  Node* is_undefined = Add(NodeKind::kSameBits, {acc, TaggedConstant(Value::Undefined())});
  Node* result = Select(is_undefined, [&] { return made; }, [&] { return CheckIsObject(acc); });
  SetAcc(result);
  return true;
}

// f.call(receiver, …): Function.prototype.call takes its receiver for the callee.
bool GraphBuilder::CallCall(const Instruction& i, Value native) {
  const auto count = static_cast<size_t>(i.operand(1));
  auto word = [&](size_t n) { return Reg(i.operand(0) + static_cast<int32_t>(n)); };
  Call call{.function = word(frame::kThis),
            .receiver = count == 0 ? TaggedConstant(Value::Undefined()) : word(frame::kFirstArgument),
            .arguments = {},
            .made = nullptr,
            .units = 1};
  for (size_t n = 1; n < count; n++) call.arguments.push_back(word(frame::kFirstArgument + n));
  std::vector<JSFunction*> candidates = LikelyFunctions(call.function);
  if (candidates.size() != 1 || Failed() > 0 || !IsWorthInlining(candidates[0], call)) return false;
  CheckIs(Tagged(Reg(i.operand(0) + frame::kFunction)), native);
  return CallOneOf(i, std::move(call), candidates, true);
}

// Those of what is inlined, which are known. They lie below the header; each Generic has read them anew.
std::optional<std::vector<Node*>> GraphBuilder::ForwardedArguments() const {
  if (outer_ == nullptr || (code_->flags_ & Code::kNeedsArguments) == 0) return {};
  const uint32_t given = unit_->argument_count, end = frame_words_ - frame::kHeaderWords;
  return std::vector<Node*>(now_.registers.begin() + (end - given), now_.registers.begin() + end);
}

// As GETTER_LOADS in ops/properties.inc: its frame is above this one.
bool GraphBuilder::CallGetter(const Instruction& i, Node* receiver, Value name, const PropertySite* site) {
  std::vector<Shape*> shapes;
  if (site == nullptr || receiver->representation() != Representation::kTagged ||
      Failed(NodeKind::kCheckEpoch) > kMostEpochs || !ShapesOf(receiver, *site, &shapes) || shapes.empty())
    return false;
  JSFunction* getter = nullptr;
  for (Shape* shape : shapes) {
    const Access access = AccessForGetter(isolate_, shape, name);
    if (!IsRelied(access)) return false;
    const Value its = ValueIn(access).As<AccessorPair>()->getter_;
    if (!its.Is<JSFunction>() || (getter != nullptr && Value(getter) != its)) return false;
    getter = its.As<JSFunction>();
  }
  Call call{.function = TaggedConstant(Value(getter)),
            .receiver = receiver,
            .arguments = {},
            .made = nullptr,
            .units = 1,
            .frame = code_->frame_size_ + frame::kHeaderWords};
  if (!IsWorthInlining(getter, call) || (getter->info()->code_.get()->flags_ & Code::kNeedsArguments) != 0)
    return false;
  CheckShapes(receiver, shapes);
  CheckEpoch();
  return CallOneOf(i, std::move(call), {getter}, true);
}

// super(…): by the site, for the class that is made now. A derived one gets no object.
bool GraphBuilder::ConstructSuper(const Instruction& i, Call call) {
  const auto* site = SiteOf<SuperSite>(i);
  if (site == nullptr || Failed(NodeKind::kCheckValue) > 0 || !site->callee.value().Is<JSFunction>() ||
      !site->new_target.value().IsObject() || !IsOfThisEpoch(isolate_, site->epoch))
    return false;
  auto* callee = site->callee.value().As<JSFunction>();
  const Value made = site->made.value(), new_target = site->new_target.value();
  if (!made.Is<Shape>() && !made.IsHole()) return false;
  if (now_.acc->Is(NodeKind::kConstant) && !IsConstantValue(now_.acc, new_target)) return false;
  call.made = made.Is<Shape>() ? made.As<Shape>() : nullptr;
  call.receiver = TaggedConstant(Value::Hole());
  call.new_target = new_target;
  if (!IsWorthInlining(callee, call)) return false;
  // Arguments that are passed on have no place in this frame, where the callee could keep them.
  const bool needs_arguments = (callee->info()->code_.get()->flags_ & Code::kNeedsArguments) != 0;
  if (needs_arguments && i.opcode() == Opcode::kConstructSuperForward) return false;
  CheckIs(now_.acc, new_target);
  return CallOneOf(i, std::move(call), {callee}, true);
}

// super(...arguments).
bool GraphBuilder::ConstructSuperForward(const Instruction& i) {
  std::optional<std::vector<Node*>> arguments = ForwardedArguments();
  if (!arguments.has_value()) return false;
  const int32_t units = UnitsOf(*arguments);
  return ConstructSuper(i, {.function = Reg(i.operand(0) + frame::kFunction),
                            .receiver = nullptr,
                            .arguments = std::move(*arguments),
                            .made = nullptr,
                            .units = units});
}

// f.apply(this, arguments).
bool GraphBuilder::CallForward(const Instruction& i) {
  std::optional<std::vector<Node*>> arguments = ForwardedArguments();
  if (!arguments.has_value() || !IsConstantValue(Reg(i.operand(2)), Value::Hole()) || Failed() > 0)
    return false;
  Node* apply = Reg(i.operand(0) + frame::kFunction);
  const std::vector<Value> likely = LikelyValues(apply);
  if (likely.size() != 1) return false;
  Value native = likely[0];
  if (!IsApply(native)) return false;
  const int32_t units = UnitsOf(*arguments);
  Call call{.function = Reg(i.operand(0)),
            .receiver = Reg(i.operand(0) + frame::kFirstArgument),
            .arguments = std::move(*arguments),
            .made = nullptr,
            .units = units};
  std::vector<JSFunction*> candidates = LikelyFunctions(call.function);
  if (candidates.size() != 1 || !IsWorthInlining(candidates[0], call)) return false;
  if (candidates[0]->info()->code_.get()->flags_ & Code::kNeedsArguments) return false;
  CheckIs(apply, native);
  return CallOneOf(i, std::move(call), candidates, true);
}

}  // namespace halfword::jit
