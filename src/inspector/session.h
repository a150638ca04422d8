// A session: one client of the Chrome DevTools Protocol at one isolate. Messages in, messages out; who
// carries them is the embedder's affair. Nothing of an isolate without sessions knows of them.
//
//   Session session({.data = …, .send = …});
//   session.Dispatch(isolate, R"({"id":1,"method":"Runtime.enable"})");
//
// Domains: Schema, Runtime, Console, Debugger, Profiler, HeapProfiler (docs/debugging.md). Evaluations take
// no fuel from the guest, but its memory.
#ifndef HALFWORD_INSPECTOR_SESSION_H_
#define HALFWORD_INSPECTOR_SESSION_H_

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.h"
#include "inspector/debugger/debugger.h"
#include "inspector/profiler/coverage.h"
#include "inspector/profiler/cpu_profile.h"
#include "inspector/remote_objects.h"

namespace halfword::inspector {

inline constexpr int kContext = 1;  // the main realm, as clients call it
inline constexpr char kConsoleGroup[] = "console";

struct SessionOptions {
  void* data = nullptr;
  void (*send)(void* data, const std::string& message) = nullptr;  // in the isolate; must not use it
  // Runs the jobs that are due; false: a guest is running, so that none can be run.
  bool (*run_jobs)(void* data, Isolate&) = nullptr;
  // Dispatches messages of all sessions of the isolate until this one is not paused any more. Null: there are
  // no pauses, unless another session has such a function.
  void (*run_while_paused)(void* data, Isolate&) = nullptr;
  std::string title = "halfword";
  bool waits = false;  // until a client calls Runtime.runIfWaitingForDebugger
};

class Session final : private DebuggerClient {
 public:
  explicit Session(SessionOptions options) : options_(std::move(options)), waits_(options_.waits) {}
  Session(const Session&) = delete;
  // Before its end, unless the isolate has ended: what it keeps alive is let go.
  void Detach(Isolate&);

  // Answers a request, now or later.
  void Dispatch(Isolate&, std::string_view message);
  bool waits_for_debugger() const { return waits_; }
  bool is_paused(Isolate&) const;
  // The client has enabled the domain Debugger.
  bool is_debugging(Isolate& isolate) const { return Enabled(isolate) != nullptr; }
  // The program stops at its next statement, if the client has enabled the domain Debugger by then.
  void PauseAtStart(Isolate&);

  // ---- Events; each costs nothing before the client has enabled its domain ----
  void ConsoleCalled(Isolate&, console::Function, std::span<const Value> arguments);
  void ExceptionThrown(Isolate&, Value exception, bool in_promise);
  // After jobs have run: answers what waits for promises.
  void SettlePromises(Isolate&);

 private:
  using Handler = Answer (Session::*)(Isolate&, const Json& params);
  static Handler FindMethod(std::string_view name);  // null: there is none

  // One a method; `params` is an object.
  Answer Nothing(Isolate&, const Json& params);
  Answer GetDomains(Isolate&, const Json& params);
  Answer Enable(Isolate&, const Json& params);
  Answer Disable(Isolate&, const Json& params);
  Answer Evaluate(Isolate&, const Json& params);
  Answer CallFunctionOn(Isolate&, const Json& params);
  Answer AwaitPromise(Isolate&, const Json& params);
  Answer CompileScript(Isolate&, const Json& params);
  Answer RunScript(Isolate&, const Json& params);
  Answer GetProperties(Isolate&, const Json& params);
  Answer ReleaseObject(Isolate&, const Json& params);
  Answer ReleaseObjectGroup(Isolate&, const Json& params);
  Answer GlobalLexicalScopeNames(Isolate&, const Json& params);
  Answer RunIfWaiting(Isolate&, const Json& params);
  Answer GetIsolateId(Isolate&, const Json& params);
  Answer GetHeapUsage(Isolate&, const Json& params);
  Answer ConsoleEnable(Isolate&, const Json& params);
  Answer ConsoleDisable(Isolate&, const Json& params);
  Answer DiscardConsoleEntries(Isolate&, const Json& params);

  // The domain Debugger (debugger_domain.cc).
  Answer DebuggerEnable(Isolate&, const Json& params);
  Answer DebuggerDisable(Isolate&, const Json& params);
  Answer GetScriptSource(Isolate&, const Json& params);
  Answer SetBreakpoint(Isolate&, const Json& params);
  Answer SetBreakpointByUrl(Isolate&, const Json& params);
  Answer RemoveBreakpoint(Isolate&, const Json& params);
  Answer GetPossibleBreakpoints(Isolate&, const Json& params);
  Answer SetBreakpointsActive(Isolate&, const Json& params);
  Answer SetSkipAllPauses(Isolate&, const Json& params);
  Answer SetPauseOnExceptions(Isolate&, const Json& params);
  Answer SetBlackboxPatterns(Isolate&, const Json& params);
  Answer PauseProgram(Isolate&, const Json& params);
  Answer ResumeProgram(Isolate&, const Json& params);
  Answer StepInto(Isolate&, const Json& params);
  Answer StepOver(Isolate&, const Json& params);
  Answer StepOut(Isolate&, const Json& params);
  Answer ContinueToLocation(Isolate&, const Json& params);
  Answer EvaluateOnCallFrame(Isolate&, const Json& params);
  Answer SetVariableValue(Isolate&, const Json& params);
  Answer SetReturnValue(Isolate&, const Json& params);
  Answer GoOn(Isolate&, StepKind);

  // The domain Profiler (profiler_domain.cc).
  Answer ProfilerEnable(Isolate&, const Json& params);
  Answer ProfilerDisable(Isolate&, const Json& params);
  Answer SetSamplingInterval(Isolate&, const Json& params);
  Answer StartProfile(Isolate&, const Json& params);
  Answer StopProfile(Isolate&, const Json& params);
  Answer StartPreciseCoverage(Isolate&, const Json& params);
  Answer StopPreciseCoverage(Isolate&, const Json& params);
  Answer TakePreciseCoverage(Isolate&, const Json& params);
  Answer GetBestEffortCoverage(Isolate&, const Json& params);

  // The domain HeapProfiler (heap_profiler_domain.cc).
  Answer CollectGarbage(Isolate&, const Json& params);
  Answer TakeHeapSnapshot(Isolate&, const Json& params);
  Answer HeapProfilerDisable(Isolate&, const Json& params);
  Answer StartSampling(Isolate&, const Json& params);
  Answer StopSampling(Isolate&, const Json& params);
  Answer GetSamplingProfile(Isolate&, const Json& params);

  void ScriptParsed(Isolate&, Scripts::Record&) override;
  void BreakpointResolved(Isolate&, const std::string& id, Scripts::Record&, uint32_t position) override;
  void Paused(Isolate&) override;
  void Resumed(Isolate&) override;
  bool CanRunWhilePaused() const override { return options_.run_while_paused != nullptr; }
  void RunWhilePaused(Isolate& isolate) override { options_.run_while_paused(options_.data, isolate); }
  void PauseSkipped(Isolate&) override;

  Debugger* Enabled(Isolate&) const;  // null: the client has not enabled the domain
  Json LocationAt(Isolate&, const Scripts::Record&, uint32_t position);
  Json CallFrame(Isolate&, Debugger&, size_t index);
  // Null: there is no such frame now.
  const Frame* FrameOf(Isolate&, const std::string& id);
  Answer NoFrame(Isolate&) const;  // the answer then
  Breakpoint BreakpointIn(const Scripts::Record&, const Json& location);
  std::vector<FrameScope> ScopesAt(Isolate&, const Frame&);
  // What clients were given as scopes gets the present values.
  void RefreshScopes(Isolate&);

  RemoteObjects::Form FormOf(const Json& params) const;
  // The outcome of running something: result, or exceptionDetails; later if the promise is to be awaited.
  Answer Outcome(Isolate&, Completion<Value>, const RemoteObjects::Form&, bool awaits);
  Answer Failure(Isolate&, const RemoteObjects::Form&);
  Json ExceptionDetails(Isolate&, Value exception, const std::string& group, std::string text);
  void SendConsoleCall(const std::string& type, Json arguments, Json stack);
  void Send(const std::string& message) { options_.send(options_.data, message); }

  struct Awaited {
    int64_t request;
    std::string promise;  // its remote object
    RemoteObjects::Form form;
  };

  const SessionOptions options_;
  RemoteObjects objects_;
  std::vector<Awaited> awaited_;
  std::deque<uint32_t> console_ends_;  // of each message that was sent: the number behind its objects
  int64_t request_ = 0;                // that is being answered
  int64_t exceptions_ = 0;
  bool waits_;
  bool runtime_enabled_ = false, console_enabled_ = false, profiler_enabled_ = false;
  uint64_t sampling_interval_ = CpuProfile::kInterval;  // nanoseconds
  // What this client has started, as long as it lasts.
  std::weak_ptr<void> profile_, coverage_, heap_profile_;
  Coverage::Form coverage_form_;
  uint32_t pauses_ = 0;  // so far, for the ids of frames
  struct ScopeObject {
    size_t frame, scope;  // indices
    std::string id;
  };
  std::vector<ScopeObject> scope_objects_;  // of the pause
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_SESSION_H_
