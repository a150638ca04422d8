// setTimeout and its family, and the event loop that runs them. Callbacks live in a table in
// the heap, times here.
#include <algorithm>
#include <cmath>

#include "builtins/structured_data/atomics.h"
#include "debugging/clients.h"
#include "inspector/profiler/cpu_profile.h"
#include "parts.h"
#include "platform/clock.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

enum Magic : uint16_t { kTimeout, kInterval, kImmediate };
constexpr uint64_t kPollNs = 50'000'000;  // longest sleep without a look at interrupts and deadlines

MapObject* TimerTable(Isolate& isolate) {
  ValueField& root = isolate.host_root(HostRoot::kTimerTable);
  if (!root.get().IsObject()) {
    root.Init(
        Value(NewInstance<MapObject>(isolate, Value(isolate.realm()->intrinsic(Intrinsic::kMapPrototype)))));
  }
  return static_cast<MapObject*>(root.get().AsObject());
}

// setTimeout(callback, delay, argument…), setInterval the same, setImmediate(callback, argument…)
Completion<Value> SetTimer(Isolate& isolate, Arguments& args) {
  uint16_t kind = args.callee()->magic_;
  if (!args[0].IsCallable())
    return isolate.ThrowTypeError("The \"callback\" argument must be of type function");
  double delay = 0;
  if (kind != kImmediate) {
    delay = TRY(ToNumber(isolate, args[1]));
    if (!(delay >= 1 && delay <= 2147483647)) delay = 1;
    delay = std::trunc(delay);
  }
  Shell& shell = ShellOf(isolate);
  Timer timer;
  timer.interval_ns = static_cast<uint64_t>(delay * 1e6);
  timer.due_ns = kind == kImmediate ? 0 : platform::MonotonicNanoseconds() + timer.interval_ns;
  timer.sequence = shell.next_sequence++;
  timer.id = shell.next_timer++;
  timer.repeats = kind == kInterval;
  ValueList call(isolate);
  call.Append(args[0]);
  for (Value v : args.from(kind == kImmediate ? 1 : 2)) call.Append(v);
  if (!TimerTable(isolate)->Set(isolate, Value::Smi(timer.id),
                                Value(CreateArrayFromList(isolate, call.span())))) {
    return isolate.ThrowRangeError("too many timers");
  }
  shell.timers->Add(timer);
  TRY(isolate.Poll());
  return Value::Smi(timer.id);
}

Completion<Value> ClearTimer(Isolate& isolate, Arguments& args) {
  if (!args[0].IsNumber()) return Value::Undefined();
  double id = args[0].AsNumber();
  if (!(id >= 0 && id <= kSmiMax && id == std::trunc(id))) return Value::Undefined();
  ShellOf(isolate).timers->Remove(static_cast<int32_t>(id));
  TimerTable(isolate)->Delete(isolate, args[0]);
  return Value::Undefined();
}

constexpr NativeRow kRows[] = {
    {"setTimeout", SetTimer, 2, 0, kTimeout},
    {"setInterval", SetTimer, 2, 0, kInterval},
    {"setImmediate", SetTimer, 1, 0, kImmediate},
    {"clearTimeout", ClearTimer, 1},
    {"clearInterval", ClearTimer, 1},
    {"clearImmediate", ClearTimer, 1},
};

int CallTimer(Isolate& isolate, int32_t id, bool repeats) {
  MapObject* table = TimerTable(isolate);
  Value entry = table->Get(isolate, Value::Smi(id));
  if (!repeats) table->Delete(isolate, Value::Smi(id));
  if (!entry.Is<JSArray>()) return kOk;
  auto* list = static_cast<JSArray*>(entry.AsObject());
  ValueList arguments(isolate);
  for (uint32_t i = 1; i < list->length(); i++) arguments.Append(list->GetElement(isolate, i));
  Completion<Value> result =
      Call(isolate, list->GetElement(isolate, 0), Value::Undefined(), arguments.span());
  return result.IsThrow() ? ReportPending(isolate) : DrainJobs(isolate);
}

}  // namespace

NativeTable TimerRows() { return kRows; }

void InstallTimers(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->global_object(), RowsOf(Part::kTimers));
}

std::vector<Timer> TakeTimers(Shell& shell) {
  std::vector<Timer> timers;
  shell.owner->Enter([&](Isolate&) {
    timers = shell.timers->all();
    shell.timers.reset();
  });
  return timers;
}

int RunEventLoop(Isolate& isolate) {
  constexpr uint64_t kNever = ~uint64_t{0};
  Shell& shell = ShellOf(isolate);
  Timers& timers = *shell.timers;
  while (true) {
    if (shell.inspector) shell.inspector->Answer(isolate, 0);
    if (isolate.IsTerminating()) return ReportPending(isolate);
    if (shell.quitting) return kOk;
    const Timer* next = timers.next();
    uint64_t next_timer = next == nullptr ? kNever : next->due_ns;
    uint64_t next_waiter = NextWaiterTimeout(isolate);  // of Atomics.waitAsync
    uint64_t due = std::min(next_timer, next_waiter);
    if (due == kNever && !OthersMayNotify(isolate)) return kOk;
    uint64_t now = platform::MonotonicNanoseconds();
    if (due > now) {
      FlushOut();
      uint64_t most = std::min(due - now, kPollNs);
      if (auto* profile = inspector::CpuProfile::Of(isolate)) profile->BeginIdle();
      if (shell.inspector) {
        shell.inspector->Answer(isolate, most / 1'000'000);
      } else {
        AwaitNotification(isolate, most);
      }
      if (auto* profile = inspector::CpuProfile::Of(isolate)) profile->EndIdle();
      uint64_t deadline = NativeStateOf(isolate).entry->deadline_ns;
      if (isolate.interrupt_.load(std::memory_order_relaxed) != 0 || (deadline != 0 && now > deadline)) {
        if (isolate.PollSlow().IsThrow()) return ReportPending(isolate);
      }
      continue;
    }
    if (next_waiter <= now) {
      ExpireWaiters(isolate);
      int status = DrainJobs(isolate);
      if (status != kOk || shell.quitting) return status;
      continue;
    }
    Timer timer = *next;
    timers.Remove(timer.id);
    if (timer.repeats) {
      timer.due_ns = now + timer.interval_ns;
      timer.sequence = shell.next_sequence++;
      timers.Add(timer);
    }
    int status = CallTimer(isolate, timer.id, timer.repeats);
    if (status != kOk || shell.quitting) return status;
  }
}

}  // namespace halfword::shell
