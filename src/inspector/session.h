// A session: one client of the Chrome DevTools Protocol at one isolate. Messages in, messages out; who
// carries them is the embedder's affair. Nothing of an isolate without sessions knows of them.
//
//   Session session({.data = …, .send = …});
//   session.Dispatch(isolate, R"({"id":1,"method":"Runtime.enable"})");
//
// Domains: Schema, Runtime and Console; of Debugger and Profiler what a client says before it asks for
// something (docs/debugging.md). Evaluations run in the isolate's global scope. They take no fuel from the
// guest, but its memory.
#ifndef HALFWORD_INSPECTOR_SESSION_H_
#define HALFWORD_INSPECTOR_SESSION_H_

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.h"
#include "inspector/remote_objects.h"

namespace halfword::inspector {

struct SessionOptions {
  void* data = nullptr;
  void (*send)(void* data, const std::string& message) = nullptr;  // in the isolate; must not use it
  // Runs the jobs that are due; false: a guest is running, so that none can be run.
  bool (*run_jobs)(void* data, Isolate&) = nullptr;
  std::string title = "halfword";
  bool waits = false;  // until a client calls Runtime.runIfWaitingForDebugger
};

class Session {
 public:
  explicit Session(SessionOptions options) : options_(std::move(options)), waits_(options_.waits) {}
  Session(const Session&) = delete;
  // Before its end, unless the isolate has ended: what it keeps alive is let go.
  void Detach(Isolate& isolate) { objects_.ReleaseAll(isolate); }

  // Answers a request, now or later.
  void Dispatch(Isolate&, std::string_view message);
  bool waits_for_debugger() const { return waits_; }

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
  Answer DebuggerEnable(Isolate&, const Json& params);
  Answer SetPauseOnExceptions(Isolate&, const Json& params);

  RemoteObjects::Form FormOf(const Json& params) const;
  // The outcome of running something: result, or exceptionDetails; later if the promise is to be awaited.
  Answer Outcome(Isolate&, Completion<Value>, const RemoteObjects::Form&, bool awaits);
  Answer Failure(Isolate&, const RemoteObjects::Form&);
  Json ExceptionDetails(Isolate&, Value exception, const std::string& group, std::string text);
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
  bool runtime_enabled_ = false, console_enabled_ = false;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_SESSION_H_
