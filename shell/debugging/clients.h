// The clients of --inspect: a session for each connection of the server, and when their messages are handled.
// That is where no program runs: before the first, between timers, while the shell waits, and after the last
// for as long as a client is connected. And it is where a program pauses.
#ifndef HALFWORD_SHELL_DEBUGGING_CLIENTS_H_
#define HALFWORD_SHELL_DEBUGGING_CLIENTS_H_

#include <map>
#include <memory>
#include <string>

#include "inspector/session.h"
#include "objects/poll_observer.h"
#include "server.h"

namespace halfword::shell {

class InspectorClients final : private PollObserver {
 public:
  enum class Start : uint8_t {
    kAtOnce,
    kWaits,           // WaitForGo has something to wait for
    kWaitsAndPauses,  // and behind it the program stops at its first statement
  };
  // Null and a sentence in *error if there are no sockets.
  static std::unique_ptr<InspectorClients> Open(const std::string& address, const std::string& title, Start,
                                                std::string* error);

  std::string url() const { return server_->url(); }
  // A program of this isolate that runs can be paused from now on. Before the isolate ends, Leave.
  void Enter(Isolate& isolate) { AddTo(isolate); }
  void Leave(Isolate& isolate) { RemoveFrom(isolate); }
  // Handles the messages that are there, and those that come within so long.
  void Answer(Isolate&, uint64_t milliseconds);
  // Until a client says that the program may run, or until the guest is to end.
  void WaitForGo(Isolate&);
  // Runs what clients start, until the last has gone or the guest is to end.
  void WaitForEnd(Isolate&);

  void ConsoleCalled(Isolate&, console::Function, std::span<const Value> arguments);
  void ExceptionThrown(Isolate&, Value exception, bool in_promise);
  void SettlePromises(Isolate&);

 private:
  struct Client {
    InspectorClients* all;
    uint64_t number;
    std::unique_ptr<inspector::Session> session;
    bool has_gone = false;  // while one of its messages was handled
  };
  // ---- PollObserver: of all messages, a program that runs hears Debugger.pause. ----
  void Polled(Isolate&) override;
  void FoundRunning(Isolate&, FunctionInfo*) override {}
  bool IsDue() override { return false; }
  void Trace(gc::Visitor&) override {}

  void Handle(Isolate&, const InspectorServer::Message&);
  void RunWhilePaused(Isolate&, const inspector::Session&);
  void RemoveGone();

  std::unique_ptr<InspectorServer> server_;
  std::map<uint64_t, Client> clients_;
  std::string title_;
  bool waits_ = false, pauses_at_start_ = false;
  int depth_ = 0;  // of messages that are being handled
};

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_DEBUGGING_CLIENTS_H_
