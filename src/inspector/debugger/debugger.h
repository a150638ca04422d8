// Debugger: where the program of an isolate stops, for all clients together. It is made when the first client
// enables its domain, and lives as long as the isolate; without clients nothing of the isolate asks it.
//
// A debugged isolate is interpreted, by a machine of its own (runtime/execution/debug_hooks.h). A breakpoint
// is a position in a script. It becomes offsets of a Code when that code is about to run, by the places of
// DescribeFunction, so no code is changed and none has to be found.
//
// A pause runs on the native stack of the program: the clients are told, and one of them handles messages
// until a client says how to go on. Jobs don't run meanwhile, it costs no fuel, and deadlines are put off.
#ifndef HALFWORD_INSPECTOR_DEBUGGER_DEBUGGER_H_
#define HALFWORD_INSPECTOR_DEBUGGER_DEBUGGER_H_

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "inspector/debugger/frames.h"
#include "inspector/debugger/scripts.h"
#include "ops/machine_state.h"
#include "runtime/execution/debug_hooks.h"
#include "runtime/native_state.h"

namespace halfword::inspector {

// Who is told of what happens. The functions run on the isolate's thread and may allocate.
class DebuggerClient {
 public:
  virtual void ScriptParsed(Isolate&, Scripts::Record&) = 0;
  virtual void BreakpointResolved(Isolate&, const std::string& id, Scripts::Record&, uint32_t position) = 0;
  // The debugger's pause() says where.
  virtual void Paused(Isolate&) = 0;
  virtual void Resumed(Isolate&) = 0;
  virtual bool CanRunWhilePaused() const = 0;
  // Handles messages of all clients until the debugger is not paused any more.
  virtual void RunWhilePaused(Isolate&) = 0;
  // A pause was not made, because no client could handle messages in it.
  virtual void PauseSkipped(Isolate&) = 0;

 protected:
  ~DebuggerClient() = default;
};

enum class StepKind : uint8_t { kNone, kInto, kOver, kOut };
enum class PauseOnExceptions : uint8_t { kNone, kUncaught, kAll };

struct Breakpoint {
  DebuggerClient* client;
  std::string id;
  Place place;      // that was asked for
  std::string url;  // of the scripts, if `pattern` is null and script is 0
  std::shared_ptr<UrlPattern> pattern;
  uint32_t script = 0;    // a number
  std::string condition;  // empty: none
  bool is_one_shot = false;
  struct Resolved {
    uint32_t script, position;
  };
  std::vector<Resolved> resolved;
};

// A pause, as long as it lasts.
struct PauseState {
  std::string reason;
  std::vector<std::string> hit_breakpoints;
  bool is_exception = false, is_uncaught = false;
  bool is_at_return = false;
  uint32_t position = 0;      // of the innermost frame, where it is no exception
  bool is_over = false;       // a client has said how to go on
  Value value;                // the exception, or what is returned
  std::vector<Frame> frames;  // the innermost first, without those of self-hosted builtins
};

class Debugger final : public DebugHooks {
 public:
  // Null: the isolate has never had a client.
  static Debugger* Of(Isolate&);
  static Debugger& Attach(Isolate&, DebuggerClient*);
  // Forgets what the client has set. After the last one the isolate is as if nobody had looked. A pause ends.
  void Detach(Isolate&, DebuggerClient*);

  bool HasClient(const DebuggerClient* client) const {
    return std::find(clients_.begin(), clients_.end(), client) != clients_.end();
  }

  Scripts& scripts() { return scripts_; }

  // ---- Where to stop ----
  // Gives the breakpoint its places in the scripts that there are. REQUIRES: the client has none of this id.
  Breakpoint& Add(Isolate&, Breakpoint);
  Breakpoint* Find(DebuggerClient*, const std::string& id);
  void Remove(DebuggerClient*, const std::string& id);
  void SetBreakpointsActive(bool active);
  void SetSkipAllPauses(bool skips) { skips_pauses_ = skips; }
  void SetPauseOnExceptions(PauseOnExceptions mode) { exceptions_ = mode; }
  // Steps and exceptions of such scripts are passed over.
  void SetBlackboxPatterns(std::vector<std::unique_ptr<UrlPattern>>);
  // At the next statement, whatever runs then.
  void RequestPause(std::string reason);

  // ---- While it is paused ----
  bool is_paused() const { return pause_ != nullptr && !pause_->is_over; }
  PauseState* pause() { return pause_; }  // null: it runs
  // The pause ends when the function that handles messages returns.
  void Resume(StepKind);
  // Null: nobody knows.
  std::shared_ptr<const DebugInfo> DescriptionOf(Isolate&, const Frame&);

  // No pauses as long as one of these lives.
  class Mute {
   public:
    explicit Mute(Debugger& debugger) : debugger_(debugger) { debugger.muted_++; }
    ~Mute() { debugger_.muted_--; }
    Mute(const Mute&) = delete;

   private:
    Debugger& debugger_;
  };

  // ---- DebugHooks ----
  bool Stops(Value* fp, Code* code, uint32_t offset) override;
  Completion<Value> Pause(Isolate&, Value* fp, Code* code, uint32_t offset, Value acc) override;
  void Thrown(Isolate&) override;
  void Trace(gc::Visitor&) override;

 private:
  // What is known of a Code until the next collection.
  struct CodeState {
    Frame frame;  // one that ran it, for DescriptionOf
    uint32_t script;
    bool is_blackboxed;
    std::vector<uint8_t> stops;  // DebugHooks::Watch; empty: none
  };
  struct Stop {
    bool is_debugger_statement = false, may_hit = false, is_step = false, is_at_return = false;
  };
  using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint8_t>;  // script, source range, kind

  Debugger();
  void Install(Isolate&);
  void Uninstall(Isolate&);
  void Announce(Isolate&, Script*);
  void Blackbox(Scripts::Record&) const;  // if a pattern says so
  Completion<FunctionInfo*> Announced(Isolate&, Completion<FunctionInfo*>);

  void Resolve(Isolate&, Breakpoint&, Scripts::Record&);
  static bool IsOf(const Breakpoint&, const Scripts::Record&);
  std::shared_ptr<CodeState> StateOf(Isolate&, Value* fp, Code*);  // null: a self-hosted builtin
  bool IsStep(Isolate&, Value* fp, const CodeState&, uint32_t offset, bool* is_at_return);
  bool IsResumed(Value* fp, const Code*) const;
  // Whether the breakpoint's condition says so.
  bool IsHit(Isolate&, const Breakpoint&, const Frame&);
  bool IsCaught(Isolate&, bool* in_promise);
  Completion<void> Wait(Isolate&, PauseState&);
  // Only instructions that may throw have a position of their own.
  uint32_t PositionOf(Isolate&, const Frame&, bool is_at_return);
  void SetStep(StepKind, const PauseState&);
  void Remember(const Code*, const CodeState&);  // in watches_
  void ForgetCode();
  void UpdateRows();

  Machine machine_;
  std::vector<DebuggerClient*> clients_;
  Scripts scripts_;
  std::vector<std::unique_ptr<Breakpoint>> breakpoints_;
  std::vector<std::unique_ptr<UrlPattern>> blackboxes_;
  std::unordered_map<const Code*, std::shared_ptr<CodeState>> codes_;
  bool codes_are_stale_ = false;
  std::map<Key, std::shared_ptr<const DebugInfo>> descriptions_;  // null: nobody knows

  bool breakpoints_active_ = true, skips_pauses_ = false;
  PauseOnExceptions exceptions_ = PauseOnExceptions::kNone;
  int muted_ = 0;

  StepKind step_ = StepKind::kNone, next_step_ = StepKind::kNone;
  uint32_t step_frame_ = 0;  // in which the step began
  std::string requested_;    // the reason of a pause at the next statement; empty: none
  // A step over an await: it goes on where this function does.
  const Code* awaiting_code_ = nullptr;
  uint32_t awaiting_register_ = 0;
  Value awaiter_ = Value::Smi(0);  // Smi 0: no such step

  Stop stop_;  // what Stops has found
  PauseState* pause_ = nullptr;
  Value thrown_ = Value::Smi(0);  // what Thrown was last asked about, until a collection

  // What the isolate had before.
  CompileHooks compile_;
  CompiledHooks compiled_;
  void (*code_made_)(Isolate&, Code*) = nullptr;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_DEBUGGER_DEBUGGER_H_
