// What the parts of the shell share. One Shell a process,
// and one an agent; natives find it with ShellOf.
#ifndef HALFWORD_SHELL_SHELL_H_
#define HALFWORD_SHELL_SHELL_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compiler.h"
#include "console/console.h"
#include "isolates/isolate_owner.h"
#include "objects/memory/external_account.h"
#include "options.h"
#include "probes.h"
#include "runtime/evaluation/evaluation.h"

namespace halfword::shell {

enum ExitCode { kOk = 0, kUncaughtError = 1, kSyntaxError = 2, kLimit = 3 };

struct Timer {
  bool operator<(const Timer& other) const {
    return due_ns != other.due_ns ? due_ns < other.due_ns : sequence < other.sequence;
  }
  uint64_t due_ns;
  uint64_t sequence;  // equal times fire in order of creation
  int32_t id;
  bool repeats;
  uint64_t interval_ns;
};

// The timers of an isolate, which are memory of it: made and destroyed inside of it.
class Timers {
 public:
  Timers(Isolate& isolate, const std::vector<Timer>& timers) : account_(isolate) {
    for (const Timer& timer : timers) Add(timer);
  }
  void Add(const Timer& timer) { by_id_[timer.id] = pending_.insert(timer).first; }
  void Remove(int32_t id) {
    auto found = by_id_.find(id);
    if (found == by_id_.end()) return;
    pending_.erase(found->second);
    by_id_.erase(found);
  }
  // Null: there is none.
  const Timer* next() const { return pending_.empty() ? nullptr : &*pending_.begin(); }
  std::vector<Timer> all() const { return {pending_.begin(), pending_.end()}; }

 private:
  using Pending = CountedOrderedSet<Timer>;
  ExternalAccount account_;
  Pending pending_{account_};
  CountedMap<int32_t, Pending::const_iterator> by_id_{account_};
};

class InspectorClients;  // debugging/clients.h
class Agents;            // agents.h
struct Agent;

// The sink of console.
void PrintLine(Isolate&, console::Level, std::string_view piece, bool ends);

struct ModuleFiles;  // modules.h

struct Shell {
  Shell();
  ~Shell();
  Options options;
  IsolateConfig config;  // of its isolate
  std::unique_ptr<IsolateOwner> owner;
  bool quitting = false;  // quit() was called: exit_code holds
  int exit_code = kOk;
  bool reported = false;  // the error that terminates the program has been printed
  std::map<std::string, std::string, std::less<>> sources;  // of programs that are no files, by script name

  // Null unless they were asked for.
  std::unique_ptr<RegisterChecker> register_checker;
  std::unique_ptr<OpcodeCounter> opcode_counter;
  std::unique_ptr<NativeCounter> native_counter;
  CacheTracer cache_tracer;
  console::Console console{PrintLine};
  // timers.cc
  std::optional<Timers> timers;  // of the owner's isolate
  int32_t next_timer = 1;
  uint64_t next_sequence = 0;
  // agents.cc
  std::unique_ptr<Agents> agents;               // null: none was started
  Agent* agent = nullptr;                       // null: this is the program
  std::unique_ptr<InspectorClients> inspector;  // null: nobody can look in
  // modules.cc; made when it is needed
  std::shared_ptr<ModuleFiles> files;
  int told_files = -1;  // the pipe of --watch; -1: nobody watches
};

Shell& ShellOf(Isolate&);

bool ReadWholeFile(const std::string& path, std::string* out);

// ---- Reports (reports.cc). All flush standard output first. ----
// Prints a termination or the pending exception and returns the exit code for it. Takes the exception.
int ReportPending(Isolate&);
// "Uncaught …", source line, caret, stack.
void ReportUncaught(Isolate&, Value exception, bool in_promise);
// A script or module that did not compile: exit code 2 for syntax errors.
int ReportCompileError(Isolate&);
// Without a newline at the end. Runs no JavaScript.
std::string ErrorHeadline(Isolate&, Value exception);

// ---- Programs (programs.cc) ----
// The script of a file or of an entry at the prompt. It is TypeScript if the name or an option says so.
Script* NewProgram(Isolate&, Realm*, const std::string& text, const std::string& name);
// Tells by its name what a file holds; `is_typescript`: something else says that it holds TypeScript.
SourceLanguage LanguageOfFile(const Options&, std::string_view name, bool is_typescript = false);
int RunInput(Isolate&, const Input&);
// Links and evaluates a module, and runs jobs until it is evaluated.
int RunModule(Isolate&, ModuleRecord*);
// Runs jobs and timers until the promise is settled, and reports why it is not fulfilled. `never` says that
// it stays pending. kOk or an exit code.
int RunUntilSettled(Isolate&, PromiseObject*, const char* never);
// RunModule, and gives what the module exports, unless the program has ended itself. kOk or an exit code.
int RunModuleForExports(Isolate&, ModuleRecord*, JSObject** exports);
// The same of a text that is a module.
int RunModuleEntry(Isolate&, const std::string& text, const std::string& name, JSObject** exports);
// Evaluates an expression with `await`. There is no value if it failed, which has been reported, and *status
// says how. Returns false if the source is no such expression.
bool AwaitExpression(Isolate&, const std::string& source, const std::string& name,
                     std::optional<Value>* value, int* status);
// Jobs, cleanup of finalization registries, unhandled rejections, until no job is left. kOk or an exit code.
int DrainJobs(Isolate&);
void InstallModuleHooks(HostHooks&);

// ---- Natives ----
NativeTable HostNatives();  // of all parts
void InstallHost(Isolate&, Realm*, Shell&);
void InstallTimers(Isolate&, Realm*);
// $262 of a realm; in test262_host.cc.
JSObject* InstallTest262Host(Isolate&, Realm*);
// The rows of a part, in the one table that HostNatives returns.
enum class Part { kGlobals, kPerformance, kConsole, kTimers, kTest262, kAgent, kModules, kInternal };
NativeTable RowsOf(Part);

// ---- Event loop (timers.cc) ----
// Forgets the timers and returns them: for a clone that they go on in, or before the isolate ends.
std::vector<Timer> TakeTimers(Shell&);
// Runs timers and ends the waits of Atomics.waitAsync until none is left or the program ends. kOk
// or an exit code.
int RunEventLoop(Isolate&);

// ---- Interactive prompt (repl.cc) ----
int RunRepl(Shell&);
// From now on a single Ctrl-C interrupts again (main.cc).
// True if there was one since the last call.
bool ResetInterrupts();

// Standard output, buffered; console.log and print end here.
void WriteOut(std::string_view text);
void WriteError(std::string_view text);
void FlushOut();

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_SHELL_H_
