// The domain Debugger of a session.
#include <cinttypes>
#include <cstdio>

#include "gc/heap.h"
#include "inspector/session.h"
#include "inspector/stacks.h"
#include "runtime/operations/object_operations.h"
#include "runtime/operations/stack_trace.h"

namespace halfword::inspector {

namespace {

constexpr char kPauseGroup[] = "backtrace";
constexpr size_t kMostFrames = 200;  // of a pause that are sent
constexpr size_t kMostPlaces = 10'000;

Answer NotPaused() { return {kServerError, "Can only perform operation while paused."}; }
Answer NotEnabled() { return {kServerError, "Debugger agent is not enabled"}; }
Answer NoScript() { return {kServerError, "No script with given id"}; }

// A member that is a number from 0 on; 0 if it is none.
uint32_t CountOf(const Json& object, const char* name) {
  const Json* member = MemberOf(object, name);
  if (member == nullptr || !member->is_number_unsigned()) return 0;
  return static_cast<uint32_t>(std::min<uint64_t>(*member->get_ptr<const uint64_t*>(), UINT32_MAX));
}

Place PlaceIn(const Json& location) {
  return {CountOf(location, "lineNumber"), CountOf(location, "columnNumber")};
}

// An absent member is an empty object.
Json ObjectIn(const Json& params, const char* name) {
  const Json* member = MemberOf(params, name);
  return member != nullptr && member->is_object() ? *member : Json::object();
}

std::string SourceText(Isolate& isolate, Script* script) {
  return script->source_.get().AsString()->ToUtf8(isolate);
}

std::string NameOf(Isolate& isolate, const Frame& frame) {
  String* name = FunctionNameOf(isolate, {frame.function(), Value::Undefined(),
                                          Value::Smi(static_cast<int32_t>(frame.position)), false});
  return name != nullptr ? name->ToUtf8(isolate) : std::string();
}

std::string BreakpointId(int kind, Place place, const std::string& what) {
  return std::to_string(kind) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ":" +
         what;
}

}  // namespace

// An isolate that was reset has no debugger any more.
Debugger* Session::Enabled(Isolate& isolate) const {
  Debugger* debugger = Debugger::Of(isolate);
  return debugger != nullptr && debugger->HasClient(this) ? debugger : nullptr;
}

bool Session::is_paused(Isolate& isolate) const {
  Debugger* debugger = Enabled(isolate);
  return debugger != nullptr && debugger->is_paused() && !isolate.IsTerminating();
}

Json Session::LocationAt(Isolate& isolate, const Scripts::Record& record, uint32_t position) {
  Place place = Scripts::PlaceOf(isolate, record.script, position);
  return {{"scriptId", std::to_string(record.number)},
          {"lineNumber", place.line},
          {"columnNumber", place.column}};
}

// ---- Scripts ----

Answer Session::DebuggerEnable(Isolate& isolate, const Json&) {
  char id[48];
  auto base = static_cast<uint64_t>(isolate.heap().cage_base());
  std::snprintf(id, sizeof id, "%" PRIu64 ".%" PRIu64, base, base >> 32);
  if (Enabled(isolate) == nullptr) Debugger::Attach(isolate, this);
  return Json{{"debuggerId", id}};
}

Answer Session::DebuggerDisable(Isolate& isolate, const Json&) {
  if (Debugger* debugger = Enabled(isolate)) debugger->Detach(isolate, this);
  return {};
}

void Session::ScriptParsed(Isolate& isolate, Scripts::Record& record) {
  Place begin = Scripts::PlaceOf(isolate, record.script, 0), end = Scripts::EndOf(isolate, record.script);
  Value module = record.script->module_;
  bool is_module = module.Is<ModuleRecord>() && module.As<ModuleRecord>()->script_.get() == record.script;
  Send(EventText("Debugger.scriptParsed", {{"scriptId", std::to_string(record.number)},
                                           {"url", record.url},
                                           {"startLine", begin.line},
                                           {"startColumn", begin.column},
                                           {"endLine", end.line},
                                           {"endColumn", end.column},
                                           {"executionContextId", kContext},
                                           {"hash", Scripts::HashOf(isolate, record.script)},
                                           {"isLiveEdit", false},
                                           {"sourceMapURL", Scripts::SourceMapUrl(isolate, record.script)},
                                           {"hasSourceURL", false},
                                           {"isModule", is_module},
                                           {"length", record.script->source_.get().AsString()->length()},
                                           {"scriptLanguage", "JavaScript"},
                                           {"embedderName", record.url}}));
}

Answer Session::GetScriptSource(Isolate& isolate, const Json& params) {
  Debugger* debugger = Enabled(isolate);
  if (debugger == nullptr) return NotEnabled();
  Scripts::Record* record = debugger->scripts().Find(TextOf(params, "scriptId"));
  if (record == nullptr) return NoScript();
  return Json{{"scriptSource", SourceText(isolate, record->script)}};
}

// ---- Breakpoints ----

Breakpoint Session::BreakpointIn(const Scripts::Record& record, const Json& location) {
  Breakpoint breakpoint;
  breakpoint.client = this;
  breakpoint.place = PlaceIn(location);
  breakpoint.script = record.number;
  return breakpoint;
}

Answer Session::SetBreakpoint(Isolate& isolate, const Json& params) {
  Debugger* debugger = Enabled(isolate);
  if (debugger == nullptr) return NotEnabled();
  Json location = ObjectIn(params, "location");
  Scripts::Record* record = debugger->scripts().Find(TextOf(location, "scriptId"));
  if (record == nullptr) return NoScript();
  Breakpoint breakpoint = BreakpointIn(*record, location);
  breakpoint.condition = TextOf(params, "condition");
  breakpoint.id = BreakpointId(4, breakpoint.place, std::to_string(record->number));
  if (debugger->Find(this, breakpoint.id) != nullptr)
    return {kServerError, "Breakpoint at specified location already exists."};
  std::string id = breakpoint.id;
  Breakpoint& added = debugger->Add(isolate, std::move(breakpoint));
  if (added.resolved.empty()) {
    debugger->Remove(this, id);
    return {kServerError, "Could not resolve breakpoint"};
  }
  return Json{{"breakpointId", id},
              {"actualLocation", LocationAt(isolate, *record, added.resolved[0].position)}};
}

Answer Session::SetBreakpointByUrl(Isolate& isolate, const Json& params) {
  Debugger* debugger = Enabled(isolate);
  if (debugger == nullptr) return NotEnabled();
  Breakpoint breakpoint;
  breakpoint.client = this;
  breakpoint.place = PlaceIn(params);
  breakpoint.url = TextOf(params, "url");
  breakpoint.condition = TextOf(params, "condition");
  std::string pattern = TextOf(params, "urlRegex"), error;
  if (breakpoint.url.empty() == pattern.empty())
    return {kServerError, "Either url or urlRegex must be specified."};
  if (!pattern.empty()) {
    breakpoint.pattern = UrlPattern::Compile(pattern, &error);
    if (breakpoint.pattern == nullptr) return {kServerError, error};
  }
  breakpoint.id =
      BreakpointId(pattern.empty() ? 1 : 2, breakpoint.place, pattern.empty() ? breakpoint.url : pattern);
  if (debugger->Find(this, breakpoint.id) != nullptr)
    return {kServerError, "Breakpoint at specified location already exists."};
  Breakpoint& added = debugger->Add(isolate, std::move(breakpoint));
  Json locations = Json::array();
  for (const Breakpoint::Resolved& at : added.resolved)
    locations.push_back(LocationAt(isolate, *debugger->scripts().Find(at.script), at.position));
  return Json{{"breakpointId", added.id}, {"locations", std::move(locations)}};
}

Answer Session::RemoveBreakpoint(Isolate& isolate, const Json& params) {
  if (Debugger* debugger = Enabled(isolate)) debugger->Remove(this, TextOf(params, "breakpointId"));
  return {};
}

void Session::BreakpointResolved(Isolate& isolate, const std::string& id, Scripts::Record& record,
                                 uint32_t position) {
  Send(EventText("Debugger.breakpointResolved",
                 {{"breakpointId", id}, {"location", LocationAt(isolate, record, position)}}));
}

Answer Session::GetPossibleBreakpoints(Isolate& isolate, const Json& params) {
  Debugger* debugger = Enabled(isolate);
  if (debugger == nullptr) return NotEnabled();
  Json start = ObjectIn(params, "start"), end = ObjectIn(params, "end");
  Scripts::Record* record = debugger->scripts().Find(TextOf(start, "scriptId"));
  if (record == nullptr) return NoScript();
  uint32_t from = Scripts::PositionOf(isolate, record->script, PlaceIn(start));
  uint32_t to = UINT32_MAX;
  if (MemberOf(params, "end") != nullptr) to = Scripts::PositionOf(isolate, record->script, PlaceIn(end));
  Json locations = Json::array();
  for (std::optional<uint32_t> at = debugger->scripts().StatementFrom(isolate, *record, from, to);
       at && locations.size() < kMostPlaces;
       at = debugger->scripts().StatementFrom(isolate, *record, *at + 1, to))
    locations.push_back(LocationAt(isolate, *record, *at));
  return Json{{"locations", std::move(locations)}};
}

Answer Session::SetBreakpointsActive(Isolate& isolate, const Json& params) {
  if (Debugger* debugger = Enabled(isolate)) debugger->SetBreakpointsActive(IsSet(params, "active"));
  return {};
}

Answer Session::SetSkipAllPauses(Isolate& isolate, const Json& params) {
  if (Debugger* debugger = Enabled(isolate)) debugger->SetSkipAllPauses(IsSet(params, "skip"));
  return {};
}

Answer Session::SetPauseOnExceptions(Isolate& isolate, const Json& params) {
  Debugger* debugger = Enabled(isolate);
  std::string state = TextOf(params, "state");
  PauseOnExceptions mode;
  if (state == "none") {
    mode = PauseOnExceptions::kNone;
  } else if (state == "uncaught") {
    mode = PauseOnExceptions::kUncaught;
  } else if (state == "all" || state == "caught") {
    mode = PauseOnExceptions::kAll;
  } else {
    return {kServerError, "Unknown pause on exceptions mode: " + state};
  }
  if (debugger == nullptr) return mode == PauseOnExceptions::kNone ? Answer() : NotEnabled();
  debugger->SetPauseOnExceptions(mode);
  return {};
}

Answer Session::SetBlackboxPatterns(Isolate& isolate, const Json& params) {
  std::vector<std::unique_ptr<UrlPattern>> patterns;
  if (const Json* list = MemberOf(params, "patterns"); list != nullptr && list->is_array()) {
    for (const Json& text : *list) {
      std::string error;
      if (!text.is_string()) continue;
      patterns.push_back(UrlPattern::Compile(*text.get_ptr<const std::string*>(), &error));
      if (patterns.back() == nullptr) return {kServerError, "Pattern parser error: " + error};
    }
  }
  if (Debugger* debugger = Enabled(isolate)) debugger->SetBlackboxPatterns(std::move(patterns));
  return {};
}

// ---- Going on ----

void Session::PauseAtStart(Isolate& isolate) {
  if (Debugger* debugger = Enabled(isolate)) debugger->RequestPause("Break on start");
}

Answer Session::PauseProgram(Isolate& isolate, const Json&) {
  Debugger* debugger = Enabled(isolate);
  if (debugger == nullptr) return NotEnabled();
  if (!debugger->is_paused()) debugger->RequestPause("other");
  return {};
}

Answer Session::GoOn(Isolate& isolate, StepKind kind) {
  if (!is_paused(isolate)) return NotPaused();
  Enabled(isolate)->Resume(kind);
  return {};
}
Answer Session::ResumeProgram(Isolate& isolate, const Json&) { return GoOn(isolate, StepKind::kNone); }
Answer Session::StepInto(Isolate& isolate, const Json&) { return GoOn(isolate, StepKind::kInto); }
Answer Session::StepOver(Isolate& isolate, const Json&) { return GoOn(isolate, StepKind::kOver); }
Answer Session::StepOut(Isolate& isolate, const Json&) { return GoOn(isolate, StepKind::kOut); }

Answer Session::ContinueToLocation(Isolate& isolate, const Json& params) {
  if (!is_paused(isolate)) return NotPaused();
  Debugger* debugger = Enabled(isolate);
  Json location = ObjectIn(params, "location");
  Scripts::Record* record = debugger->scripts().Find(TextOf(location, "scriptId"));
  if (record == nullptr) return NoScript();
  Breakpoint breakpoint = BreakpointIn(*record, location);
  breakpoint.is_one_shot = true;
  if (debugger->Add(isolate, std::move(breakpoint)).resolved.empty())
    return {kServerError, "Cannot continue to specified location"};
  return GoOn(isolate, StepKind::kNone);
}

// ---- The pause ----

Json Session::CallFrame(Isolate& isolate, Debugger& debugger, size_t index) {
  PauseState& pause = *debugger.pause();
  const Frame frame = pause.frames[index];
  bool is_new;
  Scripts::Record& record = debugger.scripts().Add(isolate, frame.script(), &is_new);
  std::vector<FrameScope> scopes = ScopesAt(isolate, frame);
  auto wrap = [&](Value value) {
    Completion<Json> wrapped = objects_.Wrap(isolate, value, {.group = kPauseGroup});
    return wrapped.IsThrow() ? Json{{"type", "undefined"}} : wrapped.Take();
  };
  Json chain = Json::array();
  for (size_t i = 0; i < scopes.size(); i++) {
    JSObject* object = scopes[i].object;
    bool is_copy = object == nullptr;
    if (is_copy) {
      object = OrdinaryObjectCreate(isolate, Value::Null());
      CopyVariables(isolate, frame, scopes[i], object);
    }
    Json remote = wrap(Value(object));
    if (is_copy && remote.contains("objectId"))
      scope_objects_.push_back({index, i, TextOf(remote, "objectId")});
    Json scope = {{"type", scopes[i].type}, {"object", std::move(remote)}};
    if (scopes[i].type == std::string_view("local")) scope["name"] = NameOf(isolate, frame);
    chain.push_back(std::move(scope));
  }
  Json result = {{"callFrameId", std::to_string(pauses_) + ".1." + std::to_string(index)},
                 {"functionName", NameOf(isolate, frame)},
                 {"functionLocation", LocationAt(isolate, record, frame.info()->source_start_)},
                 {"location", LocationAt(isolate, record, frame.position)},
                 {"url", record.url},
                 {"scopeChain", std::move(chain)},
                 {"this", wrap(ThisOf(isolate, frame, scopes))},
                 {"canBeRestarted", false}};
  if (index == 0 && pause.is_at_return) result["returnValue"] = wrap(pause.value);
  return result;
}

void Session::Paused(Isolate& isolate) {
  Debugger& debugger = *Debugger::Of(isolate);
  PauseState& pause = *debugger.pause();
  pauses_++;
  scope_objects_.clear();
  Json frames = Json::array();
  for (size_t i = 0; i < pause.frames.size() && i < kMostFrames; i++)
    frames.push_back(CallFrame(isolate, debugger, i));
  Json hit = Json::array();
  for (const std::string& id : pause.hit_breakpoints) {
    if (debugger.Find(this, id) != nullptr) hit.push_back(id);
  }
  Json params = {
      {"callFrames", std::move(frames)}, {"reason", pause.reason}, {"hitBreakpoints", std::move(hit)}};
  if (pause.is_exception) {
    Completion<Json> wrapped = objects_.Wrap(isolate, pause.value, {.group = kPauseGroup});
    if (!wrapped.IsThrow()) {
      params["data"] = wrapped.Take();
      params["data"]["uncaught"] = pause.is_uncaught;
    }
  }
  Send(EventText("Debugger.paused", std::move(params)));
}

void Session::Resumed(Isolate& isolate) {
  scope_objects_.clear();
  objects_.ReleaseGroup(isolate, kPauseGroup);
  Send(EventText("Debugger.resumed", Json::object()));
}

void Session::PauseSkipped(Isolate& isolate) {
  Json text = {{"type", "string"},
               {"value", "The program was to pause, but its host can't handle messages while it does"}};
  if (!runtime_enabled_) return;
  SendConsoleCall("warning", Json::array({std::move(text)}), RunningStack(isolate));
}

const Frame* Session::FrameOf(Isolate& isolate, const std::string& id) {
  if (!is_paused(isolate)) return nullptr;
  const std::vector<Frame>& frames = Enabled(isolate)->pause()->frames;
  const std::string prefix = std::to_string(pauses_) + ".1.";
  for (size_t i = 0; i < frames.size() && i < kMostFrames; i++) {
    if (id == prefix + std::to_string(i)) return &frames[i];
  }
  return nullptr;
}
Answer Session::NoFrame(Isolate& isolate) const {
  if (!is_paused(isolate)) return NotPaused();
  return {kServerError, "Could not find call frame with given id"};
}

std::vector<FrameScope> Session::ScopesAt(Isolate& isolate, const Frame& frame) {
  std::shared_ptr<const DebugInfo> info = Debugger::Of(isolate)->DescriptionOf(isolate, frame);
  return ScopesOf(frame, info.get());
}

void Session::RefreshScopes(Isolate& isolate) {
  if (!is_paused(isolate)) return;
  const std::vector<Frame>& frames = Enabled(isolate)->pause()->frames;
  for (const ScopeObject& known : scope_objects_) {
    Value object = objects_.Find(isolate, known.id);
    if (!object.IsObject() || known.frame >= frames.size()) continue;
    std::vector<FrameScope> scopes = ScopesAt(isolate, frames[known.frame]);
    if (known.scope < scopes.size())
      CopyVariables(isolate, frames[known.frame], scopes[known.scope], object.AsObject());
  }
}

Answer Session::EvaluateOnCallFrame(Isolate& isolate, const Json& params) {
  const Frame* frame = FrameOf(isolate, TextOf(params, "callFrameId"));
  if (frame == nullptr) return NoFrame(isolate);
  if (!MemberOf(params, "expression")) return {kInvalidParams, "Invalid parameters: expression is missing"};
  RemoteObjects::Form form = FormOf(params);
  if (IsSet(params, "throwOnSideEffect")) {
    // Nothing tells yet what has none, so all is refused.
    (void)isolate.ThrowError(ErrorType::kEvalError, "Possible side-effect in debug-evaluate");
    return Failure(isolate, form);
  }
  String* text = NewStringFromUtf8(isolate, TextOf(params, "expression"));
  std::shared_ptr<const DebugInfo> info = Debugger::Of(isolate)->DescriptionOf(isolate, *frame);
  Answer answer = Outcome(isolate, EvaluateInFrame(isolate, *frame, info.get(), text), form, false);
  RefreshScopes(isolate);
  return answer;
}

Answer Session::SetVariableValue(Isolate& isolate, const Json& params) {
  const Frame* frame = FrameOf(isolate, TextOf(params, "callFrameId"));
  if (frame == nullptr) return NoFrame(isolate);
  std::vector<FrameScope> scopes = ScopesAt(isolate, *frame);
  size_t number = CountOf(params, "scopeNumber");
  if (number >= scopes.size()) return {kServerError, "Could not find scope with given number"};
  std::string name = TextOf(params, "variableName");
  Completion<Value> value = objects_.ArgumentOf(isolate, ObjectIn(params, "newValue"));
  if (value.IsThrow()) return Failure(isolate, {});
  if (scopes[number].object != nullptr) {
    PropertyKey key = PropertyKey::FromString(isolate, NewStringFromUtf8(isolate, name));
    if (Set(isolate, scopes[number].object, key, value.Take(), true).IsThrow()) return Failure(isolate, {});
    return {};
  }
  for (const DebugInfo::Local& local : scopes[number].variables) {
    bool is_constant = local.kind == syntax::VariableKind::kConst ||
                       local.kind == syntax::VariableKind::kImport ||
                       local.kind == syntax::VariableKind::kThis;
    if (local.name != name) continue;
    if (is_constant) return {kServerError, "the variable is constant"};
    WriteVariable(isolate, *frame, scopes[number], local, value.Take());
    RefreshScopes(isolate);
    return {};
  }
  return {kServerError, "Could not find variable with given name"};
}

Answer Session::SetReturnValue(Isolate& isolate, const Json& params) {
  if (!is_paused(isolate)) return NotPaused();
  PauseState& pause = *Enabled(isolate)->pause();
  if (!pause.is_at_return) return {kServerError, "Could not update return value at non-return position"};
  Completion<Value> value = objects_.ArgumentOf(isolate, ObjectIn(params, "newValue"));
  if (value.IsThrow()) return Failure(isolate, {});
  pause.value = value.Take();
  return {};
}

}  // namespace halfword::inspector
