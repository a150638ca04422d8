#include "inspector/session.h"

#include <cinttypes>
#include <cstdio>

#include "console/peek.h"
#include "gc/heap.h"
#include "inspector/fuel_pause.h"
#include "inspector/stacks.h"
#include "platform/clock.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/functions/closures.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/stack_trace.h"

namespace halfword::inspector {

namespace {

constexpr size_t kKeptMessages = 1000;  // of the console, whose objects stay alive
constexpr size_t kMostAwaited = 1000;
constexpr size_t kMostOfHeadline = 10000;

Answer NotFound() { return {kServerError, "Could not find object with given id"}; }

double Milliseconds() { return static_cast<double>(platform::WallClockNanoseconds() / 1000) / 1000; }

// Null: no event tells of it.
const char* TypeOf(console::Function function) {
  using enum console::Function;
  switch (function) {
    case kLog: return "log";
    case kInfo: return "info";
    case kDebug: return "debug";
    case kError: return "error";
    case kWarn: return "warning";
    case kDir: return "dir";
    case kDirxml: return "dirxml";
    case kTable: return "table";
    case kTrace: return "trace";
    case kAssert: return "assert";
    case kGroup: return "startGroup";
    case kGroupCollapsed: return "startGroupCollapsed";
    case kGroupEnd: return "endGroup";
    default: return nullptr;
  }
}

// What a client may do to an isolate in this state; a sentence if nothing.
const char* WhyNotRun(Isolate& isolate) {
  if (isolate.IsTerminating()) return "the isolate was terminated";
  if (isolate.suspended_frame_ != 0) return "the isolate waits for its host";
  return nullptr;
}

}  // namespace

// By domain. A table of them would have to be written when a process starts.
// clang-format off
#define HW_INSPECTOR_METHODS(V) \
  V("Schema.getDomains", GetDomains) \
  V("Runtime.enable", Enable) \
  V("Runtime.disable", Disable) \
  V("Runtime.evaluate", Evaluate) \
  V("Runtime.callFunctionOn", CallFunctionOn) \
  V("Runtime.awaitPromise", AwaitPromise) \
  V("Runtime.compileScript", CompileScript) \
  V("Runtime.runScript", RunScript) \
  V("Runtime.getProperties", GetProperties) \
  V("Runtime.releaseObject", ReleaseObject) \
  V("Runtime.releaseObjectGroup", ReleaseObjectGroup) \
  V("Runtime.globalLexicalScopeNames", GlobalLexicalScopeNames) \
  V("Runtime.runIfWaitingForDebugger", RunIfWaiting) \
  V("Runtime.getIsolateId", GetIsolateId) \
  V("Runtime.getHeapUsage", GetHeapUsage) \
  V("Runtime.discardConsoleEntries", DiscardConsoleEntries) \
  V("Runtime.setAsyncCallStackDepth", Nothing) \
  V("Runtime.setCustomObjectFormatterEnabled", Nothing) \
  V("Runtime.setMaxCallStackSizeToCapture", Nothing) \
  V("Console.enable", ConsoleEnable) \
  V("Console.disable", ConsoleDisable) \
  V("Console.clearMessages", DiscardConsoleEntries) \
  V("Debugger.enable", DebuggerEnable) \
  V("Debugger.disable", DebuggerDisable) \
  V("Debugger.setAsyncCallStackDepth", Nothing) \
  V("Debugger.setBlackboxPatterns", SetBlackboxPatterns) \
  V("Debugger.setPauseOnExceptions", SetPauseOnExceptions) \
  V("Debugger.getScriptSource", GetScriptSource) \
  V("Debugger.setBreakpoint", SetBreakpoint) \
  V("Debugger.setBreakpointByUrl", SetBreakpointByUrl) \
  V("Debugger.removeBreakpoint", RemoveBreakpoint) \
  V("Debugger.getPossibleBreakpoints", GetPossibleBreakpoints) \
  V("Debugger.setBreakpointsActive", SetBreakpointsActive) \
  V("Debugger.setSkipAllPauses", SetSkipAllPauses) \
  V("Debugger.pause", PauseProgram) \
  V("Debugger.resume", ResumeProgram) \
  V("Debugger.stepInto", StepInto) \
  V("Debugger.stepOver", StepOver) \
  V("Debugger.stepOut", StepOut) \
  V("Debugger.continueToLocation", ContinueToLocation) \
  V("Debugger.evaluateOnCallFrame", EvaluateOnCallFrame) \
  V("Debugger.setVariableValue", SetVariableValue) \
  V("Debugger.setReturnValue", SetReturnValue) \
  V("Profiler.enable", ProfilerEnable) \
  V("Profiler.disable", ProfilerDisable) \
  V("Profiler.setSamplingInterval", SetSamplingInterval) \
  V("Profiler.start", StartProfile) \
  V("Profiler.stop", StopProfile) \
  V("Profiler.startPreciseCoverage", StartPreciseCoverage) \
  V("Profiler.stopPreciseCoverage", StopPreciseCoverage) \
  V("Profiler.takePreciseCoverage", TakePreciseCoverage) \
  V("Profiler.getBestEffortCoverage", GetBestEffortCoverage) \
  V("HeapProfiler.enable", Nothing) \
  V("HeapProfiler.disable", HeapProfilerDisable) \
  V("HeapProfiler.collectGarbage", CollectGarbage) \
  V("HeapProfiler.takeHeapSnapshot", TakeHeapSnapshot) \
  V("HeapProfiler.startSampling", StartSampling) \
  V("HeapProfiler.stopSampling", StopSampling) \
  V("HeapProfiler.getSamplingProfile", GetSamplingProfile)
// clang-format on

Session::Handler Session::FindMethod(std::string_view name) {
#define HW_METHOD(text, member) \
  if (name == text) return &Session::member;
  HW_INSPECTOR_METHODS(HW_METHOD)
#undef HW_METHOD
  return nullptr;
}

void Session::Dispatch(Isolate& isolate, std::string_view message) {
  std::string error;
  std::optional<Request> request = ReadRequest(message, &error);
  if (!request) return Send(error);
  const Handler handler = FindMethod(request->method);
  if (handler == nullptr) {
    Send(AnswerText(request->id, {kMethodNotFound, "'" + request->method + "' wasn't found"}));
    return;
  }
  FuelPause pause(isolate);
  int64_t outer = std::exchange(request_, request->id);
  Answer answer = (this->*handler)(isolate, request->params);
  request_ = outer;
  // Where memory ended, or who runs was stopped.
  if (isolate.IsTerminating() && answer.code == 0 && handler != &Session::RunIfWaiting)
    answer = {kServerError, "the isolate was terminated"};
  if (!answer.is_later) Send(AnswerText(request->id, answer));
  if (!WhyNotRun(isolate) && options_.run_jobs != nullptr && options_.run_jobs(options_.data, isolate))
    SettlePromises(isolate);
}

void Session::Detach(Isolate& isolate) {
  (void)DebuggerDisable(isolate, {});
  (void)ProfilerDisable(isolate, {});
  (void)HeapProfilerDisable(isolate, {});
  objects_.ReleaseAll(isolate);
}

// ---- Schema ----

Answer Session::Nothing(Isolate&, const Json&) { return {}; }

Answer Session::GetDomains(Isolate&, const Json&) {
  Json domains = Json::array();
  for (const char* name : {"Runtime", "Debugger", "Profiler", "HeapProfiler", "Console", "Schema"})
    domains.push_back({{"name", name}, {"version", "1.3"}});
  return Json{{"domains", std::move(domains)}};
}

// ---- Runtime: what runs ----

Answer Session::Enable(Isolate&, const Json&) {
  if (std::exchange(runtime_enabled_, true)) return {};
  Send(EventText("Runtime.executionContextCreated", {{"context",
                                                      {{"id", kContext},
                                                       {"origin", ""},
                                                       {"name", options_.title},
                                                       {"uniqueId", std::to_string(kContext)},
                                                       {"auxData", {{"isDefault", true}}}}}}));
  return {};
}

Answer Session::Disable(Isolate& isolate, const Json&) {
  runtime_enabled_ = false;
  return DiscardConsoleEntries(isolate, {});
}

RemoteObjects::Form Session::FormOf(const Json& params) const {
  return {TextOf(params, "objectGroup"), IsSet(params, "generatePreview"), IsSet(params, "returnByValue")};
}

Json Session::ExceptionDetails(Isolate& isolate, Value exception, const std::string& group,
                               std::string text) {
  // As V8 words it.
  if (text.ends_with(')') && exception.IsObject())
    text += " " + DescribeException(isolate, exception).substr(0, kMostOfHeadline);
  text = text.substr(0, text.find('\n'));
  Json details = {{"exceptionId", ++exceptions_}, {"text", text}, {"lineNumber", 0}, {"columnNumber", 0}};
  JSObject* error = exception.Is<ErrorObject>() ? exception.AsObject() : nullptr;
  if (error != nullptr) {
    const SyntaxErrorPlace& place = NativeStateOf(isolate).syntax_error;
    std::string message = console::PeekText(isolate, error, "message");
    bool is_syntax = place.line != 0 && console::PeekText(isolate, error, "name") == "SyntaxError" &&
                     place.rendered.starts_with(message + "\n");
    Value stack = PeekStack(isolate, error);
    Json trace = StackOfText(isolate, stack.IsString() ? console::ShownText(isolate, stack.AsString()) : "");
    if (is_syntax) {
      details["lineNumber"] = place.line - 1;
      details["columnNumber"] = place.column == 0 ? 0 : place.column - 1;
      details["url"] = place.name;
    } else if (!trace["callFrames"].empty()) {
      const Json& top = trace["callFrames"][0];
      for (const char* name : {"lineNumber", "columnNumber", "scriptId", "url"}) details[name] = top[name];
    }
    if (!trace["callFrames"].empty()) details["stackTrace"] = std::move(trace);
  }
  Completion<Json> wrapped = objects_.Wrap(isolate, exception, {.group = group});
  if (!wrapped.IsThrow()) details["exception"] = wrapped.Take();
  return details;
}

Answer Session::Failure(Isolate& isolate, const RemoteObjects::Form& form) {
  Value exception;
  if (!isolate.Catch(&exception)) return {kServerError, "Execution was terminated"};
  Json details = ExceptionDetails(isolate, exception, form.group, "Uncaught");
  Json result = details.value("exception", Json{{"type", "undefined"}});
  return Json{{"result", std::move(result)}, {"exceptionDetails", std::move(details)}};
}

Answer Session::Outcome(Isolate& isolate, Completion<Value> outcome, const RemoteObjects::Form& form,
                        bool awaits) {
  if (outcome.IsThrow()) return Failure(isolate, form);
  Value value = outcome.Take();
  if (awaits && value.Is<PromiseObject>()) {
    if (awaited_.size() == kMostAwaited) return {kServerError, "too many promises are awaited"};
    auto* promise = static_cast<PromiseObject*>(value.AsObject());
    promise->is_handled_.Init(Value::True());
    awaited_.push_back({request_, objects_.Keep(isolate, value), form});
    return Answer::Later();
  }
  Completion<Json> wrapped = objects_.Wrap(isolate, value, form);
  if (!wrapped.IsThrow()) return Json{{"result", wrapped.Take()}};
  // As V8 does: what can't be sent is an error of the protocol.
  Value exception;
  if (!isolate.Catch(&exception)) return {kServerError, "Execution was terminated"};
  std::string message =
      exception.IsObject() ? console::PeekText(isolate, exception.AsObject(), "message") : "";
  return {kServerError, message.empty() ? "Object couldn't be returned by value" : message};
}

void Session::SettlePromises(Isolate& isolate) {
  if (awaited_.empty() || isolate.IsTerminating()) return;
  FuelPause pause(isolate);
  std::vector<Awaited> waiting;
  waiting.swap(awaited_);
  for (Awaited& awaited : waiting) {
    Value found = objects_.Find(isolate, awaited.promise);
    if (!found.Is<PromiseObject>()) {
      Send(AnswerText(awaited.request, {kServerError, "Promise was collected"}));
      continue;
    }
    auto* promise = static_cast<PromiseObject*>(found.AsObject());
    if (promise->state() == PromiseState::kPending) {
      awaited_.push_back(std::move(awaited));
      continue;
    }
    objects_.Release(isolate, awaited.promise);
    Answer answer;
    if (promise->state() == PromiseState::kFulfilled) {
      answer = Outcome(isolate, promise->result_.get(), awaited.form, false);
    } else {
      Json details = ExceptionDetails(isolate, promise->result_, awaited.form.group, "Uncaught (in promise)");
      Json result = details.value("exception", Json{{"type", "undefined"}});
      answer = Json{{"result", std::move(result)}, {"exceptionDetails", std::move(details)}};
    }
    Send(AnswerText(awaited.request, answer));
  }
}

Answer Session::Evaluate(Isolate& isolate, const Json& params) {
  if (const char* why = WhyNotRun(isolate)) return {kServerError, why};
  if (!MemberOf(params, "expression")) return {kInvalidParams, "Invalid parameters: expression is missing"};
  if (MemberOf(params, "timeout")) return {kServerError, "evaluations can't have a timeout"};
  RemoteObjects::Form form = FormOf(params);
  if (IsSet(params, "throwOnSideEffect")) {
    // Nothing tells yet what has none, so all is refused.
    (void)isolate.ThrowError(ErrorType::kEvalError, "Possible side-effect in debug-evaluate");
    return Failure(isolate, form);
  }
  Realm* realm = isolate.realm();
  String* text = NewStringFromUtf8(isolate, TextOf(params, "expression"));
  Script* script = NewScript(isolate, realm, text, isolate.name(Name::empty));
  return Outcome(isolate, EvaluateScript(isolate, script), form, IsSet(params, "awaitPromise"));
}

Answer Session::CallFunctionOn(Isolate& isolate, const Json& params) {
  if (const char* why = WhyNotRun(isolate)) return {kServerError, why};
  if (IsSet(params, "throwOnSideEffect")) return {kServerError, "Possible side-effect in debug-evaluate"};
  RemoteObjects::Form form = FormOf(params);
  Realm* realm = isolate.realm();
  Value receiver = realm->global_this_;
  if (MemberOf(params, "objectId")) {
    receiver = objects_.Find(isolate, TextOf(params, "objectId"));
    if (receiver.IsNotFound()) return NotFound();
  }
  bool is_function = true;
  auto call = [&]() -> Completion<Value> {
    String* text = NewStringFromUtf8(isolate, "(" + TextOf(params, "functionDeclaration") + ")");
    Value function = TRY(EvaluateScript(isolate, NewScript(isolate, realm, text, isolate.name(Name::empty))));
    is_function = function.IsCallable();
    if (!is_function) return Value::Undefined();
    ValueList arguments(isolate);
    if (const Json* list = MemberOf(params, "arguments"); list != nullptr && list->is_array()) {
      for (const Json& argument : *list) arguments.Append(TRY(objects_.ArgumentOf(isolate, argument)));
    }
    return Call(isolate, function, receiver, arguments.span());
  };
  Completion<Value> outcome = call();
  if (!is_function) return {kServerError, "Given expression does not evaluate to a function"};
  return Outcome(isolate, std::move(outcome), form, IsSet(params, "awaitPromise"));
}

Answer Session::AwaitPromise(Isolate& isolate, const Json& params) {
  if (const char* why = WhyNotRun(isolate)) return {kServerError, why};
  Value promise = objects_.Find(isolate, TextOf(params, "promiseObjectId"));
  if (promise.IsNotFound()) return NotFound();
  if (!promise.Is<PromiseObject>()) return {kServerError, "Could not find promise with given id"};
  return Outcome(isolate, promise, FormOf(params), true);
}

Answer Session::CompileScript(Isolate& isolate, const Json& params) {
  if (const char* why = WhyNotRun(isolate)) return {kServerError, why};
  String* text = NewStringFromUtf8(isolate, TextOf(params, "expression"));
  String* name = NewStringFromUtf8(isolate, TextOf(params, "sourceURL"));
  Script* script = NewScript(isolate, isolate.realm(), text, name);
  Completion<FunctionInfo*> info = NativeStateOf(isolate).compile.script(isolate, script, true);
  if (info.IsThrow()) {
    Value exception;
    if (!isolate.Catch(&exception)) return {kServerError, "Execution was terminated"};
    return Json{{"exceptionDetails", ExceptionDetails(isolate, exception, {}, "Uncaught")}};
  }
  if (!IsSet(params, "persistScript")) return {};
  return Json{{"scriptId", objects_.Keep(isolate, Value(info.Take()))}};
}

Answer Session::RunScript(Isolate& isolate, const Json& params) {
  if (const char* why = WhyNotRun(isolate)) return {kServerError, why};
  Value info = objects_.Find(isolate, TextOf(params, "scriptId"));
  if (!info.Is<FunctionInfo>()) return {kServerError, "No script with given id"};
  Completion<Value> outcome = RunScriptCode(isolate, info.As<FunctionInfo>());
  return Outcome(isolate, std::move(outcome), FormOf(params), IsSet(params, "awaitPromise"));
}

Answer Session::GlobalLexicalScopeNames(Isolate& isolate, const Json&) {
  Json names = Json::array();
  if (Value scope = isolate.realm()->script_scope_; scope.IsObject()) {
    ValueList keys(isolate);
    scope.AsObject()->AppendOwnKeys(isolate, keys, true, false);
    for (size_t i = 0; i < keys.size(); i++) names.push_back(keys[i].AsString()->ToUtf8(isolate));
  }
  return Json{{"names", std::move(names)}};
}

Answer Session::RunIfWaiting(Isolate&, const Json&) {
  waits_ = false;
  return {};
}

// ---- Runtime: objects ----

Answer Session::GetProperties(Isolate& isolate, const Json& params) {
  if (isolate.IsTerminating()) return {kServerError, "the isolate was terminated"};
  Value found = objects_.Find(isolate, TextOf(params, "objectId"));
  if (found.IsNotFound()) return NotFound();
  if (!found.IsObject()) return {kServerError, "Value with given id is not an object"};
  RemoteObjects::Listing listing{IsSet(params, "ownProperties"), IsSet(params, "accessorPropertiesOnly"),
                                 IsSet(params, "nonIndexedPropertiesOnly"), FormOf(params)};
  listing.form.by_value = false;
  Completion<Json> properties = objects_.Properties(isolate, found.AsObject(), listing);
  if (!properties.IsThrow()) return properties.Take();
  Value ignored;
  (void)isolate.Catch(&ignored);
  return {kServerError, "the properties can't be read"};
}

Answer Session::ReleaseObject(Isolate& isolate, const Json& params) {
  objects_.Release(isolate, TextOf(params, "objectId"));
  return {};
}

Answer Session::ReleaseObjectGroup(Isolate& isolate, const Json& params) {
  objects_.ReleaseGroup(isolate, TextOf(params, "objectGroup"));
  return {};
}

Answer Session::GetIsolateId(Isolate& isolate, const Json&) {
  char id[20];
  std::snprintf(id, sizeof id, "%016" PRIx64, static_cast<uint64_t>(isolate.heap().cage_base()));
  return Json{{"id", id}};
}

Answer Session::GetHeapUsage(Isolate& isolate, const Json&) {
  gc::HeapStatistics statistics = isolate.heap().CollectStatistics();
  return Json{{"usedSize", statistics.used_bytes},
              {"totalSize", statistics.used_bytes + statistics.external_bytes}};
}

// ---- Console ----

Answer Session::ConsoleEnable(Isolate&, const Json&) {
  console_enabled_ = true;
  return {};
}

Answer Session::ConsoleDisable(Isolate&, const Json&) {
  console_enabled_ = false;
  return {};
}

Answer Session::DiscardConsoleEntries(Isolate& isolate, const Json&) {
  console_ends_.clear();
  objects_.ReleaseGroup(isolate, kConsoleGroup);
  return {};
}

void Session::ConsoleCalled(Isolate& isolate, console::Function function, std::span<const Value> arguments) {
  const char* type = TypeOf(function);
  if ((!runtime_enabled_ && !console_enabled_) || type == nullptr || isolate.IsTerminating()) return;
  if (function == console::Function::kAssert) {
    if (!arguments.empty() && ToBoolean(arguments[0])) return;
    arguments = arguments.subspan(arguments.empty() ? 0 : 1);
  }
  FuelPause pause(isolate);
  std::string text;
  Json values = Json::array();
  for (Value value : arguments) {
    Completion<Json> wrapped = objects_.Wrap(isolate, value, {.group = kConsoleGroup, .preview = true});
    if (wrapped.IsThrow()) return;
    Json remote = wrapped.Take();
    if (!text.empty()) text += ' ';
    text += value.IsString() ? TextOf(remote, "value")
                             : remote.value("description", value.IsNull() ? "null" : TextOf(remote, "type"));
    values.push_back(std::move(remote));
  }
  Json stack = RunningStack(isolate);
  if (console_enabled_) {
    Json message = {{"source", "console-api"},
                    {"level", function == console::Function::kAssert ? "error" : type},
                    {"text", text}};
    Send(EventText("Console.messageAdded", {{"message", std::move(message)}}));
  }
  if (!runtime_enabled_) return;
  SendConsoleCall(type, std::move(values), std::move(stack));
  console_ends_.push_back(objects_.next_number());
  if (console_ends_.size() <= kKeptMessages) return;
  objects_.ReleaseBefore(isolate, kConsoleGroup, console_ends_.front());
  console_ends_.pop_front();
}

void Session::SendConsoleCall(const std::string& type, Json arguments, Json stack) {
  Send(EventText("Runtime.consoleAPICalled", {{"type", type},
                                              {"args", std::move(arguments)},
                                              {"executionContextId", kContext},
                                              {"timestamp", Milliseconds()},
                                              {"stackTrace", std::move(stack)}}));
}

void Session::ExceptionThrown(Isolate& isolate, Value exception, bool in_promise) {
  if (!runtime_enabled_ || isolate.IsTerminating()) return;
  FuelPause pause(isolate);
  Json details =
      ExceptionDetails(isolate, exception, kConsoleGroup, in_promise ? "Uncaught (in promise)" : "Uncaught");
  details["executionContextId"] = kContext;
  Send(EventText("Runtime.exceptionThrown",
                 {{"timestamp", Milliseconds()}, {"exceptionDetails", std::move(details)}}));
}

}  // namespace halfword::inspector
