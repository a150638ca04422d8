#include "inspector/debugger/debugger.h"

#include <algorithm>

#include "bytecode/decoder.h"
#include "inspector/fuel_pause.h"
#include "interpreter/interpreter.h"
#include "jit/tiers.h"
#include "runtime/execution/frames.h"
#include "runtime/operations/conversions.h"

namespace halfword::inspector {

namespace {

constexpr uint8_t kAskAboutBreakpoint = 1, kAskAboutAwait = 2;
constexpr size_t kMostDescriptions = 4096;

Opcode OpcodeAt(const Code* code, uint32_t offset) { return Instruction(code->bytecode(), offset).opcode(); }
// The only operand of Await and AsyncThrow.
uint32_t RegisterAt(const Code* code, uint32_t offset) {
  return static_cast<uint32_t>(Instruction(code->bytecode(), offset).operand(0));
}

// The register whose value the accumulator has before the instruction, so that the instruction may have been
// compiled without loading it; 0: none. Behind a jump's target nothing is compiled so, and then the answer
// does not matter.
uint32_t HeldRegister(const Code* code, uint32_t offset) {
  uint32_t held = 0;
  for (Instruction i(code->bytecode(), 0); i.offset() < offset; i = i.next()) {
    const Opcode opcode = i.opcode();
    if (opcode == Opcode::kStar || opcode == Opcode::kLdar || opcode == Opcode::kIncReg ||
        opcode == Opcode::kDecReg) {
      held = static_cast<uint32_t>(i.operand(0));
    } else if (!i.Is(kKeepsAcc)) {
      held = 0;
    } else {
      const OperandLayout& operands = OperandLayoutOf(opcode);
      for (int o = 0; o < operands.count; o++) {
        bool is_written = std::string_view("WUMT").find(operands.places[o].kind) != std::string_view::npos;
        if (is_written && static_cast<uint32_t>(i.operand(o)) == held) held = 0;
      }
    }
  }
  return held;
}

bool IsReturn(Opcode opcode) {
  return opcode == Opcode::kReturn || opcode == Opcode::kReturnUndefined || opcode == Opcode::kAsyncReturn;
}
bool IsCall(Opcode opcode) { return opcode >= Opcode::kCall && opcode <= Opcode::kConstructSuperForward; }

// Whether the source of the frame has the word at the position.
bool StartsWith(Isolate& isolate, const Frame& frame, uint32_t position, std::string_view word) {
  FlatChars text = frame.script()->source_.get().AsString()->Flatten(isolate);
  if (position + word.size() > text.length()) return false;
  for (char c : word) {
    if (text[position++] != static_cast<unsigned char>(c)) return false;
  }
  return true;
}

bool IsStatement(const DebugInfo& info, uint32_t offset) {
  auto at = std::lower_bound(info.statements.begin(), info.statements.end(), offset,
                             [](const DebugInfo::Statement& s, uint32_t o) { return s.offset < o; });
  return at != info.statements.end() && at->offset == offset;
}

}  // namespace

// ---- Clients ----

Debugger* Debugger::Of(Isolate& isolate) {
  return static_cast<Debugger*>(NativeStateOf(isolate).debugger.get());
}

Debugger::Debugger() : machine_(interpreter::NewMachine()) {
  machine = &machine_;
  UpdateRows();
}

Debugger& Debugger::Attach(Isolate& isolate, DebuggerClient* client) {
  NativeState& native = NativeStateOf(isolate);
  if (native.debugger == nullptr) native.debugger = std::shared_ptr<Debugger>(new Debugger());
  Debugger& debugger = *Of(isolate);
  if (debugger.clients_.empty()) debugger.Install(isolate);
  debugger.clients_.push_back(client);
  for (uint32_t number : debugger.scripts_.numbers())
    client->ScriptParsed(isolate, *debugger.scripts_.Find(number));
  return debugger;
}

void Debugger::Install(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  compile_ = native.compile;
  compiled_ = native.compiled;
  code_made_ = native.code_made;
  // Nothing that is hot is compiled, and every text is told of.
  native.compiled.note_hot = nullptr;
  native.code_made = nullptr;
  native.compile.script = [](Isolate& i, Script* script, bool lazy) {
    Completion<FunctionInfo*> info = Of(i)->compile_.script(i, script, lazy);
    if (!info.IsThrow()) Of(i)->Announce(i, script);
    return info;
  };
  native.compile.module = [](Isolate& i, Script* script) {
    Completion<ModuleRecord*> record = Of(i)->compile_.module(i, script);
    if (!record.IsThrow()) Of(i)->Announce(i, script);
    return record;
  };
  native.compile.function_body = [](Isolate& i, Script* script, std::span<const std::string_view> parameters,
                                    bool lazy) {
    Completion<FunctionInfo*> info = Of(i)->compile_.function_body(i, script, parameters, lazy);
    if (!info.IsThrow()) Of(i)->Announce(i, script);
    return info;
  };
  native.compile.eval = [](Isolate& i, const EvalSource& source) {
    return Of(i)->Announced(i, Of(i)->compile_.eval(i, source));
  };
  native.compile.dynamic_function = [](Isolate& i, const DynamicFunctionSource& source) {
    return Of(i)->Announced(i, Of(i)->compile_.dynamic_function(i, source));
  };
  scripts_.AddAll(isolate);
  native.debug = this;
}

void Debugger::Uninstall(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  native.debug = nullptr;
  // It relies on variables that are set once, and a client may have set one of them again.
  jit::DropOptimized(isolate);
  native.compile = compile_;
  native.compiled.note_hot = compiled_.note_hot;
  native.code_made = code_made_;
  breakpoints_active_ = true;
  skips_pauses_ = false;
  exceptions_ = PauseOnExceptions::kNone;
  blackboxes_.clear();
  scripts_ = {};
  descriptions_.clear();
  requested_.clear();
  awaiter_ = thrown_ = Value::Smi(0);
  step_ = next_step_ = StepKind::kNone;
  step_limit_ = 0;
}

void Debugger::Detach(Isolate& isolate, DebuggerClient* client) {
  std::erase(clients_, client);
  std::erase_if(breakpoints_, [&](const auto& b) { return b->client == client; });
  if (clients_.empty()) {
    Resume(StepKind::kNone);
    Uninstall(isolate);
  }
  ForgetCode();
}

void Debugger::Announce(Isolate& isolate, Script* script) {
  if (clients_.empty() || isolate.IsTerminating()) return;
  bool is_new;
  Scripts::Record& record = scripts_.Add(isolate, script, &is_new);
  if (!is_new) return;
  Blackbox(record);
  for (DebuggerClient* client : std::vector(clients_)) client->ScriptParsed(isolate, record);
  for (const auto& breakpoint : breakpoints_) {
    if (breakpoint->script != 0 || !IsOf(*breakpoint, record)) continue;
    Resolve(isolate, *breakpoint, record);
    if (!breakpoint->resolved.empty() && breakpoint->resolved.back().script == record.number)
      breakpoint->client->BreakpointResolved(isolate, breakpoint->id, record,
                                             breakpoint->resolved.back().position);
  }
}

void Debugger::Blackbox(Scripts::Record& record) const {
  record.is_blackboxed = std::any_of(blackboxes_.begin(), blackboxes_.end(),
                                     [&](const auto& pattern) { return pattern->IsIn(record.url); });
}

Completion<FunctionInfo*> Debugger::Announced(Isolate& isolate, Completion<FunctionInfo*> info) {
  if (info.IsThrow()) return info;
  FunctionInfo* made = info.Take();
  Announce(isolate, made->script_.get());
  return made;
}

// ---- Where to stop ----

bool Debugger::IsOf(const Breakpoint& breakpoint, const Scripts::Record& record) {
  if (breakpoint.script != 0) return breakpoint.script == record.number;
  if (breakpoint.pattern != nullptr) return breakpoint.pattern->IsIn(record.url);
  return !breakpoint.url.empty() && breakpoint.url == record.url;
}

// A line without a statement moves on to the next one of its function.
void Debugger::Resolve(Isolate& isolate, Breakpoint& breakpoint, Scripts::Record& record) {
  uint32_t from = Scripts::PositionOf(isolate, record.script, breakpoint.place);
  if (Scripts::PlaceOf(isolate, record.script, from).line < breakpoint.place.line) return;
  const std::vector<FunctionPlaces>* places = scripts_.PlacesOf(isolate, record);
  if (places == nullptr) return;
  uint32_t end = UINT32_MAX;
  for (const FunctionPlaces& function : *places) {
    if (function.source_begin <= from && from < function.source_end) end = std::min(end, function.source_end);
  }
  if (std::optional<uint32_t> at = scripts_.StatementFrom(isolate, record, from, end))
    breakpoint.resolved.push_back({record.number, *at});
}

Breakpoint& Debugger::Add(Isolate& isolate, Breakpoint breakpoint) {
  for (uint32_t number : scripts_.numbers()) {
    Scripts::Record* record = scripts_.Find(number);
    if (record != nullptr && IsOf(breakpoint, *record)) Resolve(isolate, breakpoint, *record);
  }
  breakpoints_.push_back(std::make_unique<Breakpoint>(std::move(breakpoint)));
  ForgetCode();
  return *breakpoints_.back();
}

Breakpoint* Debugger::Find(DebuggerClient* client, const std::string& id) {
  for (const auto& breakpoint : breakpoints_) {
    if (breakpoint->client == client && breakpoint->id == id) return breakpoint.get();
  }
  return nullptr;
}

void Debugger::Remove(DebuggerClient* client, const std::string& id) {
  std::erase_if(breakpoints_, [&](const auto& b) { return b->client == client && b->id == id; });
  ForgetCode();
}

void Debugger::SetBreakpointsActive(bool active) {
  breakpoints_active_ = active;
  ForgetCode();
}

void Debugger::SetBlackboxPatterns(std::vector<std::unique_ptr<UrlPattern>> patterns) {
  blackboxes_ = std::move(patterns);
  for (uint32_t number : scripts_.numbers()) {
    Blackbox(*scripts_.Find(number));
  }
  ForgetCode();
}

void Debugger::RequestPause(std::string reason) {
  requested_ = std::move(reason);
  step_limit_ = UINT32_MAX;
  UpdateRows();
}

void Debugger::Remember(const Code* code, const CodeState& state) {
  watches_[IndexOf(code)] = {code, state.stops.empty() ? nullptr : state.stops.data()};
}

// All that is known of code is made anew where it is wanted.
void Debugger::ForgetCode() {
  std::fill(std::begin(watches_), std::end(watches_), Watch{});
  codes_are_stale_ = true;
  UpdateRows();
}

void Debugger::UpdateRows() {
  bool asks = step_limit_ != 0 || awaiter_.IsHeapPointer() || (breakpoints_active_ && !breakpoints_.empty());
  interpreter::SetDebugRows(machine_,
                            asks ? interpreter::DebugRows::kAll : interpreter::DebugRows::kDebugger);
}

// ---- What is known of code ----

std::shared_ptr<Debugger::CodeState> Debugger::StateOf(Isolate& isolate, Value* fp, Code* code) {
  if (std::exchange(codes_are_stale_, false)) codes_.clear();
  if (auto found = codes_.find(code); found != codes_.end()) {
    found->second->frame.fp = fp;
    Remember(code, *found->second);
    return found->second;
  }
  auto state = std::make_shared<CodeState>();
  state->frame = {fp, code, 0, 0};
  if (!fp[frame::kFunction].Is<JSFunction>() || state->frame.script()->is_self_hosted()) return nullptr;
  FunctionInfo* info = state->frame.info();
  Announce(isolate, info->script_.get());  // a host may have compiled it by itself
  const Scripts::Record* known = scripts_.Find(info->script_.get());
  if (known == nullptr) return nullptr;
  state->script = known->number;
  state->is_blackboxed = known->is_blackboxed;
  auto has_stop = [&](uint32_t position) {
    return info->source_start_ <= position && position <= info->source_end_;
  };
  for (const auto& breakpoint : breakpoints_) {
    for (const Breakpoint::Resolved& at : breakpoint->resolved) {
      if (!breakpoints_active_ || at.script != state->script || !has_stop(at.position)) continue;
      std::shared_ptr<const DebugInfo> description = DescriptionOf(isolate, state->frame);
      if (description == nullptr) continue;
      for (const DebugInfo::Statement& statement : description->statements) {
        if (statement.position != at.position) continue;
        state->stops.resize(code->bytecode_size_);
        state->stops[statement.offset] |= kAskAboutBreakpoint;
      }
    }
  }
  if (code == awaiting_code_) {
    state->stops.resize(code->bytecode_size_);
    for (uint8_t& stop : state->stops) stop |= kAskAboutAwait;
  }
  // Describing it may have collected, and so forgotten all that was known.
  if (std::exchange(codes_are_stale_, false)) codes_.clear();
  codes_[code] = state;
  Remember(code, *state);
  return state;
}

std::shared_ptr<const DebugInfo> Debugger::DescriptionOf(Isolate& isolate, const Frame& frame) {
  FunctionInfo* info = frame.info();
  bool is_new;
  uint32_t script = scripts_.Add(isolate, info->script_.get(), &is_new).number;
  Key key{script, info->source_start_, info->source_end_, info->kind_};
  if (auto found = descriptions_.find(key); found != descriptions_.end()) return found->second;
  // A function whose code was replaced since the frame began has the description of neither.
  std::optional<DebugInfo> described;
  if (info->code_.get() == frame.code) described = DescribeFunction(isolate, info);
  if (descriptions_.size() >= kMostDescriptions) descriptions_.clear();
  std::shared_ptr<const DebugInfo> made;
  if (described) made = std::make_shared<const DebugInfo>(std::move(*described));
  return descriptions_[key] = made;
}

// ---- Stops ----

bool Debugger::Stops(Value* fp, Code* code, uint32_t offset) {
  Isolate& isolate = Isolate::Current();
  stop_ = {};
  if (pause_ != nullptr || muted_ != 0 || skips_pauses_ || code == isolate.entry_code_.get()) return false;
  std::shared_ptr<CodeState> state = StateOf(isolate, fp, code);
  if (state == nullptr) return false;
  const uint8_t stops = state->stops.empty() ? 0 : state->stops[offset];
  if ((stops & kAskAboutAwait) != 0 && IsResumed(fp, code)) {
    awaiter_ = Value::Smi(0);
    awaiting_code_ = nullptr;
    step_ = StepKind::kOver;
    step_frame_ = step_limit_ = frame::OffsetOfFrame(fp);
    ForgetCode();
  }
  stop_.is_debugger_statement = OpcodeAt(code, offset) == Opcode::kDebugger && !state->is_blackboxed;
  stop_.may_hit = breakpoints_active_ && (stops & kAskAboutBreakpoint) != 0;
  stop_.is_step = IsStep(isolate, fp, *state, offset, &stop_.is_at_return);
  return stop_.is_debugger_statement || stop_.may_hit || stop_.is_step;
}

bool Debugger::IsStep(Isolate& isolate, Value* fp, const CodeState& state, uint32_t offset,
                      bool* is_at_return) {
  const uint32_t here = frame::OffsetOfFrame(fp);
  if (here > step_limit_ || state.is_blackboxed) return false;
  const Code* code = state.frame.code;
  const Opcode opcode = OpcodeAt(code, offset);
  if (opcode == Opcode::kAwait && here == step_frame_ && step_ != StepKind::kNone) {
    // The step goes on where this function does.
    awaiting_code_ = code;
    awaiting_register_ = RegisterAt(code, offset);
    awaiter_ = fp[awaiting_register_].IsObject() ? fp[awaiting_register_] : fp[frame::kFunction];
    step_ = StepKind::kNone;
    step_limit_ = 0;
    ForgetCode();
    return false;
  }
  const bool has_changed_frame = here != step_frame_ && step_ != StepKind::kNone;
  if (IsReturn(opcode)) return *is_at_return = true;
  if (has_changed_frame && here < step_frame_ && IsCall(opcode)) return true;
  std::shared_ptr<const DebugInfo> info = DescriptionOf(isolate, {fp, state.frame.code, offset, 0});
  return info != nullptr && IsStatement(*info, offset);
}

bool Debugger::IsResumed(Value* fp, const Code* code) const {
  return code == awaiting_code_ && (fp[awaiting_register_] == awaiter_ || fp[frame::kFunction] == awaiter_);
}

bool Debugger::IsHit(Isolate& isolate, const Breakpoint& breakpoint, const Frame& frame) {
  if (breakpoint.condition.empty()) return true;
  Mute mute(*this);
  FuelPause fuel(isolate);
  DeadlinePause deadline(isolate);
  Completion<Value> result = EvaluateInFrame(isolate, frame, DescriptionOf(isolate, frame).get(),
                                             NewStringFromUtf8(isolate, breakpoint.condition));
  if (!result.IsThrow()) return ToBoolean(result.Take());
  Value ignored;
  (void)isolate.Catch(&ignored);
  return false;
}

Completion<Value> Debugger::Pause(Isolate& isolate, Value* fp, Code* code, uint32_t offset, Value acc) {
  const Stop stop = stop_;
  Frame frame{fp, code, offset, code->PositionAt(offset)};
  frame.position = PositionOf(isolate, frame, stop.is_at_return);
  PauseState state;
  state.value = acc;
  state.is_at_return = stop.is_at_return;
  state.position = frame.position;
  const uint32_t held = HeldRegister(code, offset);
  const Value before = fp[held];
  bool is_hit = stop.is_debugger_statement || stop.is_step;
  if (stop.may_hit) {
    std::shared_ptr<const DebugInfo> info = DescriptionOf(isolate, frame);
    Scripts::Record* record = scripts_.Find(frame.script());
    std::vector<Breakpoint> reached;
    for (const auto& breakpoint : breakpoints_) {
      for (const Breakpoint::Resolved& at : breakpoint->resolved) {
        bool is_here = info != nullptr && record != nullptr && at.script == record->number &&
                       std::any_of(info->statements.begin(), info->statements.end(), [&](const auto& s) {
                         return s.offset == offset && s.position == at.position;
                       });
        if (is_here) reached.push_back(*breakpoint);
      }
    }
    // A condition is the guest's code: breakpoints may change meanwhile.
    for (const Breakpoint& breakpoint : reached) {
      if (!IsHit(isolate, breakpoint, frame)) continue;
      is_hit = true;
      if (!breakpoint.is_one_shot) state.hit_breakpoints.push_back(breakpoint.id);
    }
    if (isolate.IsTerminating()) return kThrow;
  }
  if (is_hit) {
    state.reason = !requested_.empty() && stop.is_step ? requested_ : "other";
    TRY(Wait(isolate, state));
  }
  return held != 0 && fp[held] != before ? fp[held] : state.value;
}

Completion<void> Debugger::Wait(Isolate& isolate, PauseState& state) {
  auto runner = std::find_if(clients_.begin(), clients_.end(),
                             [](DebuggerClient* client) { return client->CanRunWhilePaused(); });
  requested_.clear();
  step_ = next_step_ = StepKind::kNone;
  step_limit_ = 0;
  awaiter_ = Value::Smi(0);
  awaiting_code_ = nullptr;
  std::erase_if(breakpoints_, [](const auto& b) { return b->is_one_shot; });
  ForgetCode();
  if (runner == clients_.end()) {
    for (DebuggerClient* client : std::vector(clients_)) client->PauseSkipped(isolate);
    return {};
  }
  state.frames = FramesOf(isolate);
  if (state.frames.empty()) return {};
  if (!state.is_exception) state.frames[0].position = state.position;
  const uint32_t frame = isolate.frame_, pc = isolate.pc_;
  {
    struct Paused {
      explicit Paused(Debugger& debugger, PauseState* state) : debugger(debugger) { debugger.pause_ = state; }
      ~Paused() { debugger.pause_ = nullptr; }
      Debugger& debugger;
    } paused(*this, &state);
    FuelPause fuel(isolate);
    DeadlinePause deadline(isolate);
    DebuggerClient* runs = *runner;
    for (DebuggerClient* client : std::vector(clients_)) client->Paused(isolate);
    runs->RunWhilePaused(isolate);
  }
  isolate.frame_ = frame;
  isolate.pc_ = pc;
  if (isolate.IsTerminating()) return kThrow;
  for (DebuggerClient* client : std::vector(clients_)) client->Resumed(isolate);
  SetStep(next_step_, state);
  return {};
}

uint32_t Debugger::PositionOf(Isolate& isolate, const Frame& frame, bool is_at_return) {
  std::shared_ptr<const DebugInfo> info = DescriptionOf(isolate, frame);
  if (info == nullptr) return frame.position;
  auto behind = std::upper_bound(info->statements.begin(), info->statements.end(), frame.offset,
                                 [](uint32_t o, const DebugInfo::Statement& s) { return o < s.offset; });
  uint32_t begin = behind == info->statements.begin() ? frame.info()->source_start_ : (behind - 1)->position;
  const bool is_statement =
      OpcodeAt(frame.code, frame.offset) == Opcode::kDebugger || IsStatement(*info, frame.offset);
  if (!is_at_return) return is_statement ? begin : frame.position;
  // A return statement stands where it begins, what runs off its end at the closing brace.
  if (StartsWith(isolate, frame, begin, "return")) return begin;
  uint32_t end = frame.info()->source_end_;
  FlatChars text = frame.script()->source_.get().AsString()->Flatten(isolate);
  end = std::min(end, text.length());
  while (end > 1 && (text[end - 1] == ' ' || text[end - 1] == '\n' || text[end - 1] == '\r')) end--;
  return end == 0 ? 0 : end - 1;
}

void Debugger::Resume(StepKind kind) {
  if (pause_ == nullptr) return;
  next_step_ = kind;
  pause_->is_over = true;
}

void Debugger::SetStep(StepKind kind, const PauseState& state) {
  // Behind the last frame there is nothing to stop at.
  bool leaves = kind == StepKind::kOut || (kind == StepKind::kOver && state.is_at_return);
  if (clients_.empty() || (leaves && state.frames.size() == 1)) kind = StepKind::kNone;
  step_ = kind;
  if (kind != StepKind::kNone) {
    step_frame_ = frame::OffsetOfFrame(state.frames[0].fp);
    step_limit_ = kind == StepKind::kInto ? UINT32_MAX : leaves ? step_frame_ - 1 : step_frame_;
  }
  if (!requested_.empty()) step_limit_ = UINT32_MAX;
  UpdateRows();
}

// ---- Exceptions ----

// Whether a frame has a catch clause for what the running one throws. *in_promise: an async function rejects
// its promise instead, and whether somebody handles that is the answer.
bool Debugger::IsCaught(Isolate& isolate, bool* in_promise) {
  *in_promise = false;
  for (FrameWalker walker(isolate); !walker.done(); walker.Next()) {
    Code* code = walker.code();
    if (code == nullptr || !walker.function().Is<JSFunction>()) continue;
    Frame frame{walker.fp(), code, walker.bytecode_offset(), 0};
    if (frame.script()->is_self_hosted()) continue;
    std::shared_ptr<const DebugInfo> info = DescriptionOf(isolate, frame);
    for (const HandlerEntry& handler : code->handlers()) {
      if (frame.offset < handler.start || frame.offset >= handler.end) continue;
      if (info == nullptr) return true;
      if (std::find(info->catches.begin(), info->catches.end(), handler.target) != info->catches.end())
        return true;
      // The handler around the whole of an async function.
      for (uint32_t at = handler.target; at < code->bytecode_size_ && at < handler.target + 8; at++) {
        if (code->bytecode()[at] != static_cast<uint8_t>(Opcode::kAsyncThrow)) continue;
        *in_promise = true;
        Value state = frame.fp[RegisterAt(code, at)];
        if (!state.IsObject() || state.AsObject()->object_type() != HeapType::kAsyncFunctionState)
          return false;
        Value promise = static_cast<AsyncFunctionState*>(state.AsObject())->promise_;
        return promise.Is<PromiseObject>() &&
               static_cast<PromiseObject*>(promise.AsObject())->is_handled_.get().IsTrue();
      }
    }
  }
  return false;
}

void Debugger::Thrown(Isolate& isolate) {
  if (exceptions_ == PauseOnExceptions::kNone || pause_ != nullptr || muted_ != 0 || skips_pauses_) return;
  std::vector<Frame> frames = FramesOf(isolate);
  if (frames.empty()) return;
  Value exception = isolate.TakeException();
  // What C++ or a `finally` hands on has been asked about.
  bool is_propagated = exception == thrown_ && !StartsWith(isolate, frames[0], frames[0].position, "throw");
  thrown_ = exception;
  Scripts::Record* record = scripts_.Find(frames[0].script());
  bool in_promise = false;
  bool is_wanted = !is_propagated && (record == nullptr || !record->is_blackboxed);
  bool is_caught = is_wanted && IsCaught(isolate, &in_promise);
  if (is_wanted && (!is_caught || exceptions_ == PauseOnExceptions::kAll)) {
    PauseState state;
    state.reason = in_promise ? "promiseRejection" : "exception";
    state.is_exception = true;
    state.is_uncaught = !is_caught;
    state.value = exception;
    if (Wait(isolate, state).IsThrow()) return;
  }
  if (!isolate.IsTerminating()) (void)isolate.Throw(exception);
}

// ---- The collector ----

void Debugger::Trace(gc::Visitor& visitor) {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(&awaiter_),
                           reinterpret_cast<const TaggedBits*>(&awaiter_ + 1));
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker& broker, const void* data) {
        auto* debugger = static_cast<Debugger*>(const_cast<void*>(data));
        debugger->scripts_.RemoveDead(broker);
        std::fill(std::begin(debugger->watches_), std::end(debugger->watches_), Watch{});
        debugger->codes_are_stale_ = true;
        debugger->thrown_ = Value::Smi(0);
      },
      this);
}

}  // namespace halfword::inspector
