// The agents of a test262 program ($262.agent): threads with an isolate each, which share memory.
//
// The program's shell has one Agents; its threads are started by it and end with it. An agent's shell has its
// Agent instead. What they tell each other goes through the one lock of Agents.
#ifndef HALFWORD_SHELL_AGENTS_H_
#define HALFWORD_SHELL_AGENTS_H_

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "shell.h"

namespace halfword::shell {

class Agents;

// What $262.agent.broadcast hands over: shared memory, and a number or a BigInt.
struct Broadcast {
  SharedMemory::Reference memory;
  bool growable = false, is_bigint = false;
  double number = 0;
  int64_t bigint = 0;
};

// All fields but the first three are guarded by Agents::mutex_.
struct Agent {
  Agents* agents = nullptr;
  std::string source;
  std::thread thread;
  IsolateOwner* owner = nullptr;  // while it may be interrupted
  bool is_running = false, is_done = false;
  std::unique_ptr<Broadcast> broadcast;  // that it has not received yet
};

class Agents {
 public:
  // `config`: of their isolates.
  Agents(const IsolateConfig& config, const Options& options) : config_(config), options_(options) {}
  // Interrupts those that still run, and waits for them.
  ~Agents();

  // ---- The program's side ----
  // Returns when the agent runs, or could not be started. Throws as Send does.
  Completion<void> Start(Isolate&, std::string source);
  // A completion that throws: the caller was terminated while it waited.
  Completion<void> Send(Isolate&, const Broadcast&);
  // False: there is no report.
  bool TakeReport(std::string* report);

  // ---- An agent's side ----
  Completion<std::unique_ptr<Broadcast>> Receive(Isolate&, Agent&);
  void Report(std::string report);
  void Leave(Agent&);

 private:
  void Run(Agent&);
  // Sleeps until condition() is true under the lock, and polls. REQUIRES: `lock` is held.
  template <class F>
  Completion<void> WaitFor(Isolate&, std::unique_lock<std::mutex>& lock, F&& condition);

  const IsolateConfig config_;
  const Options options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Agent>> agents_;
  bool is_ending_ = false;  // none is started any more
  std::deque<std::string> reports_;
};

// $262.agent of a realm: both sides' functions.
JSObject* NewAgentObject(Isolate&, Realm*);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_AGENTS_H_
