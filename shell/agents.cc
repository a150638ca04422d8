#include "agents.h"

#include <algorithm>
#include <chrono>

#include "builtins/structured_data/array_buffer.h"
#include "parts.h"
#include "platform/clock.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword::shell {

namespace {

constexpr std::chrono::milliseconds kPoll(5);  // longest sleep without a look at interrupts and deadlines

Agents& AgentsOf(Isolate& isolate) {
  Shell& shell = ShellOf(isolate);
  if (shell.agent != nullptr) return *shell.agent->agents;
  if (!shell.agents) {
    IsolateConfig config = shell.config;
    config.image = nullptr;
    config.hooks.can_block = true;
    shell.agents = std::make_unique<Agents>(config, shell.options);
  }
  return *shell.agents;
}

Completion<Agent*> ThisAgent(Isolate& isolate) {
  Agent* agent = ShellOf(isolate).agent;
  if (agent == nullptr) return isolate.ThrowTypeError("this is no agent that $262.agent.start has started");
  return agent;
}

// $262.agent.start(source)
Completion<Value> Start(Isolate& isolate, Arguments& args) {
  String* source = TRY(ToString(isolate, args[0]));
  TRY(AgentsOf(isolate).Start(isolate, source->ToUtf8(isolate)));
  return Value::Undefined();
}

// $262.agent.broadcast(buffer, number)
Completion<Value> SendBroadcast(Isolate& isolate, Arguments& args) {
  auto* buffer = args[0].TryAs<ArrayBufferObject>();
  SharedMemory* memory =
      buffer && buffer->IsShared() ? BackingStores(isolate).shared(buffer->handle()) : nullptr;
  if (memory == nullptr) return isolate.ThrowTypeError("$262.agent.broadcast takes a SharedArrayBuffer");
  Broadcast broadcast;
  memory->Retain();
  broadcast.memory.reset(memory);
  broadcast.growable = buffer->IsResizable();
  if (args[1].IsBigInt()) {
    broadcast.is_bigint = true;
    if (!BigIntFitsInt64(args[1].AsBigInt(), &broadcast.bigint))
      return isolate.ThrowRangeError("$262.agent.broadcast takes a BigInt of 64 bits");
  } else {
    broadcast.number = TRY(ToNumber(isolate, args[1]));
  }
  TRY(AgentsOf(isolate).Send(isolate, broadcast));
  return Value::Undefined();
}

// $262.agent.getReport()
Completion<Value> GetReport(Isolate& isolate, Arguments&) {
  std::string report;
  if (!AgentsOf(isolate).TakeReport(&report)) return Value::Null();
  return Value(NewStringFromUtf8(isolate, report));
}

// $262.agent.receiveBroadcast(function)
Completion<Value> ReceiveBroadcast(Isolate& isolate, Arguments& args) {
  Agent* agent = TRY(ThisAgent(isolate));
  std::unique_ptr<Broadcast> broadcast = TRY(agent->agents->Receive(isolate, *agent));
  ArrayBufferObject* buffer =
      TRY(NewSharedArrayBuffer(isolate, broadcast->memory.get(), broadcast->growable));
  Value number = broadcast->is_bigint ? BigIntFromInt64(isolate, broadcast->bigint)
                                      : NumberValue(isolate, broadcast->number);
  broadcast.reset();
  return Call(isolate, args[0], Value::Undefined(), {Value(buffer), number});
}

// $262.agent.report(message)
Completion<Value> Report(Isolate& isolate, Arguments& args) {
  Agent* agent = TRY(ThisAgent(isolate));
  String* report = TRY(ToString(isolate, args[0]));
  agent->agents->Report(report->ToUtf8(isolate));
  return Value::Undefined();
}

// $262.agent.leaving()
Completion<Value> Leaving(Isolate& isolate, Arguments&) {
  Agent* agent = TRY(ThisAgent(isolate));
  agent->agents->Leave(*agent);
  return Value::Undefined();
}

// $262.agent.sleep(milliseconds)
Completion<Value> Sleep(Isolate& isolate, Arguments& args) {
  double milliseconds = TRY(ToNumber(isolate, args[0]));
  if (!(milliseconds > 0)) return Value::Undefined();
  uint64_t now = platform::MonotonicNanoseconds();
  uint64_t end = now + static_cast<uint64_t>(std::min(milliseconds, 1e9) * 1e6);
  for (; now < end; now = platform::MonotonicNanoseconds()) {
    std::this_thread::sleep_for(
        std::min<std::chrono::nanoseconds>(std::chrono::nanoseconds(end - now), kPoll));
    TRY(isolate.PollSlow());
  }
  return Value::Undefined();
}

// $262.agent.monotonicNow()
Completion<Value> MonotonicNow(Isolate& isolate, Arguments&) {
  return NumberValue(isolate, static_cast<double>(platform::MonotonicNanoseconds()) / 1e6);
}

constexpr NativeRow kRows[] = {
    {"start", Start, 1},      {"broadcast", SendBroadcast, 2},
    {"getReport", GetReport}, {"receiveBroadcast", ReceiveBroadcast, 1},
    {"report", Report, 1},    {"leaving", Leaving},
    {"sleep", Sleep, 1},      {"monotonicNow", MonotonicNow},
};

}  // namespace

NativeTable AgentRows() { return kRows; }

JSObject* NewAgentObject(Isolate& isolate, Realm* realm) {
  JSObject* agent = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallFunctions(isolate, realm, agent, RowsOf(Part::kAgent));
  return agent;
}

Agents::~Agents() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    is_ending_ = true;
    for (const std::unique_ptr<Agent>& agent : agents_) {
      agent->is_done = true;
      if (agent->owner != nullptr) agent->owner->Interrupt();
    }
  }
  changed_.notify_all();
  for (const std::unique_ptr<Agent>& agent : agents_) agent->thread.join();
}

template <class F>
Completion<void> Agents::WaitFor(Isolate& isolate, std::unique_lock<std::mutex>& lock, F&& condition) {
  while (!changed_.wait_for(lock, kPoll, condition)) {
    lock.unlock();
    TRY(isolate.PollSlow());
    lock.lock();
  }
  return {};
}

Completion<void> Agents::Start(Isolate& isolate, std::string source) {
  // To make a thread takes longer than everything else that a program does between two looks at its deadline.
  TRY(isolate.PollSlow());
  std::unique_lock<std::mutex> lock(mutex_);
  if (is_ending_) return {};  // the caller is an agent, and interrupted
  Agent& agent = *agents_.emplace_back(std::make_unique<Agent>());
  agent.agents = this;
  agent.source = std::move(source);
  agent.thread = std::thread([this, &agent] { Run(agent); });
  changed_.wait(lock, [&] { return agent.is_running || agent.is_done; });
  return {};
}

void Agents::Run(Agent& agent) {
  Shell shell;
  shell.options = options_;
  shell.options.inputs.clear();
  shell.agent = &agent;
  std::string error;
  shell.owner = IsolateOwner::Create(config_, &error);
  if (!shell.owner) WriteError("halfword: " + error + "\n");
  {
    std::lock_guard<std::mutex> lock(mutex_);
    agent.owner = agent.is_done ? nullptr : shell.owner.get();
    agent.is_running = agent.owner != nullptr;
    agent.is_done = !agent.is_running;
  }
  changed_.notify_all();
  if (agent.is_running) {
    shell.owner->Enter([&](Isolate& isolate) {
      NativeStateOf(isolate).host_data = &shell;
      shell.timers.emplace(isolate, std::vector<Timer>());
      InstallHost(isolate, isolate.realm(), shell);
      int status = RunInput(isolate, {.kind = Input::kCode, .text = agent.source});
      if (status == kOk) status = DrainJobs(isolate);
      if (status == kOk && !shell.quitting) RunEventLoop(isolate);
    });
  }
  {
    std::lock_guard<std::mutex> lock(mutex_);
    agent.is_done = true;
    agent.owner = nullptr;
    agent.broadcast.reset();
  }
  changed_.notify_all();
  if (shell.timers) TakeTimers(shell);
}

Completion<void> Agents::Send(Isolate& isolate, const Broadcast& broadcast) {
  std::unique_lock<std::mutex> lock(mutex_);
  for (const std::unique_ptr<Agent>& agent : agents_) {
    if (agent->is_done) continue;
    broadcast.memory->Retain();
    agent->broadcast = std::make_unique<Broadcast>(Broadcast{SharedMemory::Reference(broadcast.memory.get()),
                                                             broadcast.growable, broadcast.is_bigint,
                                                             broadcast.number, broadcast.bigint});
  }
  changed_.notify_all();
  return WaitFor(isolate, lock, [&] {
    for (const std::unique_ptr<Agent>& agent : agents_) {
      if (!agent->is_done && agent->broadcast) return false;
    }
    return true;
  });
}

Completion<std::unique_ptr<Broadcast>> Agents::Receive(Isolate& isolate, Agent& agent) {
  std::unique_lock<std::mutex> lock(mutex_);
  TRY(WaitFor(isolate, lock, [&] { return agent.broadcast != nullptr; }));
  std::unique_ptr<Broadcast> broadcast = std::move(agent.broadcast);
  changed_.notify_all();
  return broadcast;
}

bool Agents::TakeReport(std::string* report) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (reports_.empty()) return false;
  *report = std::move(reports_.front());
  reports_.pop_front();
  return true;
}

void Agents::Report(std::string report) {
  std::lock_guard<std::mutex> lock(mutex_);
  reports_.push_back(std::move(report));
}

void Agents::Leave(Agent& agent) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    agent.is_done = true;
  }
  changed_.notify_all();
}

}  // namespace halfword::shell
