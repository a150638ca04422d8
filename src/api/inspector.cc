// Clients of the Chrome DevTools Protocol, and profiles.
#include "api/arguments.h"
#include "api/entry.h"
#include "api/inspectors.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/running.h"
#include "inspector/session.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

struct hw_inspector {
  hw_inspector(hw_isolate* isolate, const hw_inspector_options& options)
      : isolate(isolate),
        data(options.data),
        send(options.send),
        run_while_paused(options.run_while_paused),
        session(OptionsOf(options)) {}

  inspector::SessionOptions OptionsOf(const hw_inspector_options& options) {
    inspector::SessionOptions result;
    result.data = this;
    result.send = [](void* self, const std::string& message) {
      static_cast<hw_inspector*>(self)->Send(message);
    };
    result.run_jobs = [](void* self, Isolate& inside) {
      if (static_cast<hw_inspector*>(self)->is_nested || inside.frame_ != 0) return false;
      Value ignored;
      if (RunAllJobs(inside).IsThrow()) (void)inside.Catch(&ignored);
      return !inside.IsTerminating();
    };
    if (options.run_while_paused) {
      result.run_while_paused = [](void* self, Isolate&) {
        static_cast<hw_inspector*>(self)->RunWhilePaused();
      };
    }
    if (options.title) result.title = options.title;
    result.waits = IsTrue(options.wait_for_debugger);
    return result;
  }
  void Send(const std::string& message) {
    sends++;
    HookScope hook(isolate, ScopesOfCallback::kOwn);
    CallHook("send", [&] { send(data, message.data(), message.size()); });
    sends--;
  }

  // Of all inspectors of the isolate.
  int pauses_of_isolate() const {
    int sum = 0;
    for (const hw_inspector* i = isolate->inspectors; i != nullptr; i = i->next) sum += i->pauses;
    return sum;
  }
  void RunWhilePaused() {
    // Messages may be handled although another one has led to the pause.
    std::vector<hw_inspector*> dispatching;
    for (hw_inspector* i = isolate->inspectors; i != nullptr; i = i->next) {
      if (std::exchange(i->is_dispatching, false)) dispatching.push_back(i);
    }
    pauses++;
    {
      HookScope hook(isolate, ScopesOfCallback::kOwn);
      CallHook("run_while_paused", [&] { run_while_paused(data, isolate); });
    }
    pauses--;
    for (hw_inspector* i : dispatching) i->is_dispatching = true;
  }

  hw_isolate* isolate;  // null: it was destroyed
  void* data;
  void (*send)(void* data, const char* message, size_t size);
  void (*run_while_paused)(void* data, hw_isolate* isolate);
  bool is_nested = false;  // a guest runs below the dispatch
  bool is_dispatching = false;
  int sends = 0;                 // that are running
  int pauses = 0;                // of run_while_paused
  hw_inspector* next = nullptr;  // of the isolate
  inspector::Session session;
};

namespace {

void OnConsole(void* isolate, Isolate& inside, console::Function function, std::span<const Value> arguments) {
  for (hw_inspector* i = static_cast<hw_isolate*>(isolate)->inspectors; i != nullptr; i = i->next)
    i->session.ConsoleCalled(inside, function, arguments);
}

hw_inspector* NewInspector(hw_isolate* isolate, const hw_inspector_options* given, hw_error* error) {
  hw_inspector_options options;
  std::string sentence;
  if (!ReadStruct(given, "hw_inspector_options", &options, &sentence)) {
    SetError(error, sentence);
    return nullptr;
  }
  const char* why = WhyNotEnter(isolate);
  if (!why && !options.send) why = "hw_inspector_options.send is null";
  if (why) {
    SetError(error, why);
    return nullptr;
  }
  auto* made = new hw_inspector(isolate, options);
  made->next = std::exchange(isolate->inspectors, made);
  if (isolate->console) ObserveConsole(isolate, *isolate->console);
  return made;
}

}  // namespace

void halfword::api::ObserveConsole(hw_isolate* isolate, console::Console& console) {
  console.SetObserver(isolate->inspectors != nullptr ? OnConsole : nullptr, isolate);
}

void halfword::api::TellInspectors(hw_isolate* isolate, Isolate& inside, Value exception, bool in_promise) {
  for (hw_inspector* i = isolate->inspectors; i != nullptr; i = i->next)
    i->session.ExceptionThrown(inside, exception, in_promise);
}

void halfword::api::SettlePromisesOfInspectors(hw_isolate* isolate, Isolate& inside) {
  for (hw_inspector* i = isolate->inspectors; i != nullptr; i = i->next) i->session.SettlePromises(inside);
}

void halfword::api::ObserveProfile(hw_isolate* isolate, Isolate& inside) {
  isolate->profile = std::static_pointer_cast<inspector::CpuProfile>(NativeStateOf(inside).profiler);
  if (!isolate->profile.expired()) isolate->has_extras.store(true, std::memory_order_relaxed);
}

void halfword::api::OrphanInspectors(hw_isolate* isolate) {
  for (hw_inspector* i = isolate->inspectors; i != nullptr; i = i->next) i->isolate = nullptr;
  isolate->inspectors = nullptr;
}

hw_inspector* hw_inspector_new(hw_isolate* isolate, const hw_inspector_options* options, hw_error* error) {
  return WithMemory(error, [&] { return NewInspector(isolate, options, error); });
}

hw_status hw_inspector_dispatch(hw_inspector* inspector, const char* message, size_t size) {
  if (!inspector) return HW_INVALID;
  if (!inspector->isolate) return HW_INVALID;
  hw_isolate* isolate = inspector->isolate;
  if (!IsText(message, size)) return Refuse(isolate, mistake::kNullText);
  if (const char* why = WhyNotEnter(isolate)) return Refuse(isolate, why);
  if (inspector->is_dispatching) return Refuse(isolate, "the inspector is answering another message");
  bool was_nested = std::exchange(inspector->is_nested, isolate->owner->is_entered());
  inspector->is_dispatching = true;
  hw_status status = EnterOrRefuse(isolate, [&](Isolate& inside) {
    inspector->session.Dispatch(inside, Text(message, size));
    ObserveProfile(isolate, inside);
    return inside.IsTerminating() ? HW_TERMINATED : HW_OK;
  });
  inspector->is_dispatching = false;
  inspector->is_nested = was_nested;
  return status;
}

bool hw_inspector_is_waiting(const hw_inspector* inspector) {
  return inspector && inspector->session.waits_for_debugger();
}

bool hw_inspector_is_paused(const hw_inspector* inspector) {
  if (!inspector || !inspector->isolate || inspector->pauses_of_isolate() == 0) return false;
  return EnterOrRefuse(inspector->isolate,
                       [&](Isolate& inside) { return inspector->session.is_paused(inside); });
}

void hw_inspector_free(hw_inspector* inspector) {
  if (!inspector) return;
  if (hw_isolate* isolate = inspector->isolate) {
    if (const char* why = WhyNotEnter(isolate)) return (void)Refuse(isolate, why);
    // Whoever tells all inspectors of something goes through the list.
    for (hw_inspector* i = isolate->inspectors; i != nullptr; i = i->next) {
      if (i->sends != 0) return (void)Refuse(isolate, "a message is being sent");
      if (i->pauses != 0) return (void)Refuse(isolate, "the program is paused");
    }
    if (inspector->is_dispatching) return (void)Refuse(isolate, "the inspector is answering a message");
    hw_inspector** link = &isolate->inspectors;
    while (*link != inspector) link = &(*link)->next;
    *link = inspector->next;
    if (isolate->console) ObserveConsole(isolate, *isolate->console);
    EnterOrRefuse(isolate, [&](Isolate& inside) { inspector->session.Detach(inside); });
  }
  delete inspector;
}

bool hw_profile_start(hw_isolate* isolate, uint64_t interval_ns, hw_error* error) {
  const char* why = WhyNotEnter(isolate);
  if (!why) {
    bool is_started = EnterOrRefuse(isolate, [&](Isolate& inside) {
      bool is_new = inspector::CpuProfile::Start(
          inside, interval_ns != 0 ? interval_ns : inspector::CpuProfile::kInterval);
      ObserveProfile(isolate, inside);
      return is_new;
    });
    if (is_started) return true;
    why = "a profile is being recorded already";
  }
  SetError(error, why);
  return false;
}

bool hw_profile_stop(hw_isolate* isolate, void (*write)(void* data, const char* json, size_t size),
                     void* data, hw_error* error) {
  const char* why = write ? WhyNotEnter(isolate) : "hw_profile_stop has no `write`";
  std::string text;
  if (!why) {
    why = "no profile is being recorded";
    EnterOrRefuse(isolate, [&](Isolate& inside) {
      if (inspector::CpuProfile::Of(inside) == nullptr) return;
      text = inspector::Write(inspector::CpuProfile::Stop(inside));
      why = nullptr;
      ObserveProfile(isolate, inside);
    });
  }
  if (why) {
    SetError(error, why);
    return false;
  }
  CallHook("write", [&] { write(data, text.data(), text.size()); });
  return true;
}
