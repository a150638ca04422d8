#include "clients.h"

#include "../shell.h"
#include "objects/isolate_state.h"

namespace halfword::shell {

namespace {

constexpr uint64_t kPollMilliseconds = 50;  // longest wait without a look at interrupts and deadlines

// Whether the guest is to end: it was interrupted, or is past its deadline.
bool IsOver(Isolate& isolate) {
  if (isolate.interrupt_.load(std::memory_order_relaxed) != 0) (void)isolate.PollSlow();
  return isolate.IsTerminating() || ShellOf(isolate).quitting;
}

}  // namespace

std::unique_ptr<InspectorClients> InspectorClients::Open(const std::string& address, const std::string& title,
                                                         Start start, std::string* error) {
  std::optional<InspectorAddress> parsed = ParseInspectorAddress(address);
  if (!parsed) {
    *error = "--inspect takes [HOST:]PORT, and HOST must be a loopback address, not '" + address + "'";
    return nullptr;
  }
  auto clients = std::make_unique<InspectorClients>();
  clients->server_ = InspectorServer::Start(*parsed, title, error);
  if (!clients->server_) return nullptr;
  clients->title_ = title;
  clients->waits_ = start != Start::kAtOnce;
  clients->pauses_at_start_ = start == Start::kWaitsAndPauses;
  return clients;
}

void InspectorClients::Handle(Isolate& isolate, const InspectorServer::Message& message) {
  if (message.kind == InspectorServer::Message::kOpen) {
    Client& client = clients_[message.client];
    client.all = this;
    client.number = message.client;
    inspector::SessionOptions options;
    options.data = &client;
    options.send = [](void* data, const std::string& text) {
      auto* to = static_cast<Client*>(data);
      to->all->server_->Send(to->number, text);
    };
    options.run_jobs = [](void*, Isolate& inside) {
      if (inside.frame_ != 0) return false;
      (void)DrainJobs(inside);
      return !inside.IsTerminating();
    };
    options.run_while_paused = [](void* data, Isolate& inside) {
      auto* client = static_cast<Client*>(data);
      client->all->RunWhilePaused(inside, *client->session);
    };
    options.title = title_;
    options.waits = waits_;
    client.session = std::make_unique<inspector::Session>(std::move(options));
    return;
  }
  auto found = clients_.find(message.client);
  if (found == clients_.end()) return;
  Client& client = found->second;
  if (message.kind == InspectorServer::Message::kClose) {
    client.has_gone = true;
    client.session->Detach(isolate);
  } else {
    depth_++;
    client.session->Dispatch(isolate, message.text);
    depth_--;
    waits_ = waits_ && client.session->waits_for_debugger();
  }
  RemoveGone();
}

void InspectorClients::Polled(Isolate& isolate) {
  if (isolate.frame_ == 0 || depth_ != 0) return;
  struct Context {
    InspectorClients* clients;
    Isolate& isolate;
  } context{this, isolate};
  auto is_debugging = [](void* data, uint64_t number) {
    auto* context = static_cast<Context*>(data);
    auto found = context->clients->clients_.find(number);
    return found != context->clients->clients_.end() && found->second.session->is_debugging(context->isolate);
  };
  while (auto message = server_->TakeWith("\"Debugger.pause\"", is_debugging, &context))
    Handle(isolate, *message);
}

// A client that goes while the program pauses in one of its messages is still in use.
void InspectorClients::RemoveGone() {
  if (depth_ == 0) std::erase_if(clients_, [](const auto& row) { return row.second.has_gone; });
}

void InspectorClients::RunWhilePaused(Isolate& isolate, const inspector::Session& session) {
  depth_++;
  FlushOut();
  while (session.is_paused(isolate) && !IsOver(isolate)) Answer(isolate, kPollMilliseconds);
  depth_--;
}

void InspectorClients::Answer(Isolate& isolate, uint64_t milliseconds) {
  std::optional<InspectorServer::Message> message = server_->Next(milliseconds);
  for (; message && !IsOver(isolate); message = server_->Next(0)) Handle(isolate, *message);
}

void InspectorClients::WaitForGo(Isolate& isolate) {
  while (waits_ && !IsOver(isolate)) Answer(isolate, kPollMilliseconds);
  if (!std::exchange(pauses_at_start_, false)) return;
  for (auto& [number, client] : clients_) client.session->PauseAtStart(isolate);
}

void InspectorClients::WaitForEnd(Isolate& isolate) {
  RemoveGone();
  Answer(isolate, 0);
  if (clients_.empty()) return;
  WriteError("Waiting for the debugger to disconnect...\n");
  while (!clients_.empty() && !IsOver(isolate)) {
    (void)RunEventLoop(isolate);
    Answer(isolate, kPollMilliseconds);
  }
}

void InspectorClients::ConsoleCalled(Isolate& isolate, console::Function function,
                                     std::span<const Value> arguments) {
  for (auto& [number, client] : clients_) client.session->ConsoleCalled(isolate, function, arguments);
}

void InspectorClients::ExceptionThrown(Isolate& isolate, Value exception, bool in_promise) {
  for (auto& [number, client] : clients_) client.session->ExceptionThrown(isolate, exception, in_promise);
}

void InspectorClients::SettlePromises(Isolate& isolate) {
  for (auto& [number, client] : clients_) client.session->SettlePromises(isolate);
}

}  // namespace halfword::shell
