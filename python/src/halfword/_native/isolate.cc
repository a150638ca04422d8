// Isolates: their life, their lock, and how guest code is run.
#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <cstring>

#include "common.h"

namespace hwpy {

thread_local Frame* current_frame = nullptr;

namespace {

// Its address names the thread.
thread_local char thread_mark;
std::atomic<unsigned> forks{0};

// What SIGINT ends: the isolate that runs on the main thread, while it runs guest code.
std::atomic<hw_isolate*> interruptible{nullptr};
struct sigaction python_action;

void OnInterrupt(int number, siginfo_t* info, void* context) {
  if (hw_isolate* isolate = interruptible.load()) hw_isolate_interrupt(isolate);
  if (python_action.sa_flags & SA_SIGINFO) {
    python_action.sa_sigaction(number, info, context);
  } else if (python_action.sa_handler != SIG_IGN && python_action.sa_handler != SIG_DFL) {
    python_action.sa_handler(number);
  }
}

// From now on SIGINT ends the guest that runs on the main thread, and does what it did before. The handler stays, since
// two calls of the system for each run of a guest would take longer than most runs; who replaces it is noticed here.
void CatchInterrupts() {
  struct sigaction now;
  if (sigaction(SIGINT, nullptr, &now) != 0) return;
  bool is_ours = (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == &OnInterrupt;
  // The process may want its default: it ends, or ignores the signal.
  bool is_default = !(now.sa_flags & SA_SIGINFO) && (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN);
  if (is_ours || is_default) return;
  python_action = now;
  struct sigaction action = {};
  action.sa_sigaction = &OnInterrupt;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (now.sa_flags & SA_RESTART);
  action.sa_mask = now.sa_mask;
  sigaction(SIGINT, &action, nullptr);
}

bool IsMainThread() {
  static const pid_t process = getpid();
  thread_local int is_main = -1;
  if (is_main < 0) is_main = gettid() == process;
  return is_main == 1;
}

int Traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  Isolate* isolate = nb::inst_ptr<Isolate>(self);
  Py_VISIT(isolate->host);
  Py_VISIT(isolate->owner);
  Py_VISIT(isolate->fatal);
  for (Held* held = isolate->held; held; held = held->next) Py_VISIT(held->object);
  for (auto& [token, watcher] : isolate->watchers) Py_VISIT(watcher);
  return 0;
}

// Nothing outside of a cycle refers to the isolate: it ends, and all that its guest has kept alive with it.
int Clear(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  Isolate* isolate = nb::inst_ptr<Isolate>(self);
  if (!isolate->depth) isolate->Close();
  return 0;
}

PyType_Slot isolate_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&Traverse)},
                               {Py_tp_clear, reinterpret_cast<void*>(&Clear)},
                               {0, nullptr}};

int TraverseHost(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  Host* host = nb::inst_ptr<Host>(self);
  Py_VISIT(host->console);
  Py_VISIT(host->load_module);
  Py_VISIT(host->resolve_module);
  for (NamedFunction* function : host->functions) Py_VISIT(function->function);
  return 0;
}

int ClearHost(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  Host* host = nb::inst_ptr<Host>(self);
  Py_CLEAR(host->console);
  Py_CLEAR(host->load_module);
  Py_CLEAR(host->resolve_module);
  for (NamedFunction* function : host->functions) Py_CLEAR(function->function);
  return 0;
}

PyType_Slot host_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&TraverseHost)},
                            {Py_tp_clear, reinterpret_cast<void*>(&ClearHost)},
                            {0, nullptr}};

// ---- Hooks of a host

void OnConsole(void* data, hw_isolate*, hw_console_level level, const char* text, size_t size) {
  static const char* const names[] = {"log", "info", "warn", "error", "debug"};
  Reentry reentry;
  KeepException keep;
  Host* host = static_cast<Host*>(data);
  if (!host->console) return;
  PyObject* line = PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(size), "replace");
  PyObject* done = line ? PyObject_CallFunction(host->console, "sO", names[level], line) : nullptr;
  if (!done) PyErr_WriteUnraisable(host->console);
  Py_XDECREF(done);
  Py_XDECREF(line);
}

bool OnResolve(void* data, const hw_module_request* request, char* name, size_t capacity) {
  Reentry reentry;
  KeepException keep;
  Host* host = static_cast<Host*>(data);
  if (!host->resolve_module) {
    if (strlen(request->specifier) >= capacity) return false;
    strcpy(name, request->specifier);
    return true;
  }
  PyObject* made = PyObject_CallFunction(host->resolve_module, "ss", request->specifier, request->referrer);
  bool found = false;
  if (!made) {
    PyErr_WriteUnraisable(host->resolve_module);
  } else if (made != Py_None) {
    const char* text = PyUnicode_Check(made) ? PyUnicode_AsUTF8(made) : nullptr;
    if (text && strlen(text) < capacity) {
      strcpy(name, text);
      found = true;
    } else {
      if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "resolve_module must return a name or None");
      PyErr_WriteUnraisable(host->resolve_module);
    }
  }
  Py_XDECREF(made);
  return found;
}

// A source is compiled; a mapping is the exports of a module.
hw_status NewModule(Isolate& isolate, const char* name, PyObject* made, hw_value* module) {
  if (PyUnicode_Check(made)) {
    Py_ssize_t size;
    const char* text = PyUnicode_AsUTF8AndSize(made, &size);
    if (!text) return ThrowToGuest(isolate);
    size_t length = strlen(name);
    hw_source source = {
        .size = sizeof source, .text = text, .text_size = static_cast<size_t>(size), .name = name};
    bool is_typescript = length > 3 && !strcmp(name + length - 3, ".ts");
    if (!PyUnicode_CheckExact(made)) {  // a halfword.Source says it itself
      PyObject* says = PyObject_GetAttrString(made, "typescript");
      if (says) is_typescript = PyObject_IsTrue(says) == 1;
      PyErr_Clear();
      Py_XDECREF(says);
    }
    if (is_typescript) source.flags = HW_SOURCE_TRANSFORM;
    if (length > 5 && !strcmp(name + length - 5, ".json"))
      return hw_module_new_json(isolate.raw, text, static_cast<size_t>(size), module);
    return hw_module_new_source(isolate.raw, &source, module);
  }
  PyObject* items = PyMapping_Check(made) ? PyMapping_Items(made) : nullptr;
  if (!items) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError,
                 "load_module gave a %s for '%s': give a source, a mapping of exports, or None",
                 Py_TYPE(made)->tp_name, name);
    return ThrowToGuest(isolate);
  }
  hw_scope scope = hw_scope_open(isolate.raw);
  std::vector<const char*> names;
  std::vector<hw_value> values;
  bool good = true;
  for (Py_ssize_t i = 0; good && i < PyList_GET_SIZE(items); i++) {
    PyObject* pair = PyList_GET_ITEM(items, i);
    hw_value value = hw_undefined();
    const char* key = PyUnicode_AsUTF8(PyTuple_GET_ITEM(pair, 0));
    good = key && ToGuest(isolate, PyTuple_GET_ITEM(pair, 1), &value);
    names.push_back(key);
    values.push_back(value);
  }
  hw_status status =
      good ? hw_module_new_values(isolate.raw, names.data(), values.data(), names.size(), module)
           : ThrowToGuest(isolate);
  if (scope) hw_scope_close(isolate.raw, scope);
  Py_DECREF(items);
  return status;
}

hw_status OnLoad(void* data, hw_isolate* raw, const hw_module_request* request, hw_value* module) {
  Reentry reentry;
  KeepException keep;
  Host* host = static_cast<Host*>(data);
  Isolate& isolate = *static_cast<Isolate*>(hw_isolate_data(raw));
  PyObject* made = nullptr;
  if (host->load_module) {
    made = PyObject_CallFunction(host->load_module, "s", request->name);
    if (!made) return ThrowToGuest(isolate);
  }
  if (!made || made == Py_None) {
    Py_XDECREF(made);
    std::string text = "There is no module '" + std::string(request->name) + "'";
    return hw_throw_error(raw, HW_ERROR_PLAIN, text.c_str());
  }
  hw_status status = NewModule(isolate, request->name, made, module);
  Py_DECREF(made);
  return status;
}

}  // namespace

void InstallForkHandler() {
  pthread_atfork(nullptr, nullptr, [] { forks++; });
}

// ---- Host

Host::~Host() {
  hw_host_release(raw);
  for (NamedFunction* function : functions) {
    Py_XDECREF(function->function);
    delete function;
  }
  Py_XDECREF(console);
  Py_XDECREF(load_module);
  Py_XDECREF(resolve_module);
}

void Host::Define(const char* name, PyObject* function, bool waits, bool copies) {
  for (const char* c = name; *c; c++) {
    if (static_cast<unsigned char>(*c) >= 128) {
      PyErr_Format(PyExc_ValueError, "The name of a function of a host is ASCII, not '%s'", name);
      throw nb::python_error();
    }
  }
  for (NamedFunction* known : functions) {
    if (known->name == name) {
      PyErr_Format(PyExc_ValueError, "The host has a function '%s' already", name);
      throw nb::python_error();
    }
  }
  Py_INCREF(function);
  functions.push_back(new NamedFunction{name, function, waits, copies});
  hw_host_release(raw);  // isolates that exist keep the old one
  raw = nullptr;
}

hw_host* Host::Raw() {
  if (raw) return raw;
  std::vector<hw_function> all;
  for (NamedFunction* function : functions) all.push_back({function->name.c_str(), &CallNamed, 0, function});
  all.push_back({kHeldFunction, &CallHeld, 0, nullptr});
  hw_hooks hooks = {.size = sizeof hooks, .data = this};
  if (console) hooks.console = &OnConsole;
  if (resolve_module) hooks.resolve_module = &OnResolve;
  hooks.load_module = &OnLoad;
  hooks.promise_settled = &PromiseSettled;
  hooks.time_zone = time_zone.empty() ? nullptr : time_zone.c_str();
  raw = hw_host_new(all.data(), all.size(), &hooks);
  if (!raw) throw std::bad_alloc();
  return raw;
}

// ---- Held

Held* Hold(Isolate& isolate, PyObject* object) {
  Held* held = new Held{&isolate, object, {}, false, false, nullptr, isolate.held};
  Py_INCREF(object);
  if (isolate.held) isolate.held->previous = held;
  isolate.held = held;
  isolate.held_count++;
  return held;
}

void Release(void* data) {
  Held* held = static_cast<Held*>(data);
  held->isolate->dead.push_back(held);
}

void ReleaseFinal(void* data, void*) { Release(data); }

namespace {

void Drop(std::vector<Held*>& list) {
  for (Held* held : list) {
    if (held->has_buffer) PyBuffer_Release(&held->buffer);
    Py_DECREF(held->object);
    delete held;
  }
}

void Unlink(Isolate& isolate, const std::vector<Held*>& list) {
  for (Held* held : list) {
    (held->previous ? held->previous->next : isolate.held) = held->next;
    if (held->next) held->next->previous = held->previous;
    isolate.held_count--;
  }
}

}  // namespace

// ---- Isolate

bool Isolate::IsMine() const { return owner_thread.load(std::memory_order_relaxed) == &thread_mark; }

Isolate::~Isolate() {
  Close();
  Py_XDECREF(host);
  Py_XDECREF(owner);
  Py_XDECREF(undefined);
}

void Isolate::ForgetValues() {
  epoch++;
  auto forgotten = std::move(watchers);
  watchers.clear();
  for (auto& [token, watcher] : forgotten) Py_XDECREF(watcher);
}

// Ends the isolate. Bytes that a memoryview shows stay: the last view that is dropped ends it then.
void Isolate::Close() {
  if (raw && !unpins.empty()) DrainPins(*this);
  if (!closed) {
    closed = true;
    ForgetValues();
    Py_CLEAR(fatal);
  }
  if (pins == 0) Destroy();
}

void Isolate::Destroy() {
  hw_isolate* isolate = std::exchange(raw, nullptr);
  if (!isolate) return;
  if (pool) {
    hw_pool_give(std::exchange(pool, nullptr), isolate);
  } else {
    hw_isolate_destroy(isolate);
  }
  std::vector<Held*> list = std::move(dead);
  dead.clear();
  Unlink(*this, list);
  KeepException keep;
  Drop(list);
}

void Isolate::Reset() {
  if (depth > 1) {
    Raise("BusyError", "A callback cannot reset the isolate that has called it");
    throw nb::python_error();
  }
  if (pins) {
    Raise("BusyError", "The isolate cannot be reset: %zu memoryviews of its bytes are in use", pins);
    throw nb::python_error();
  }
  ForgetValues();
  Py_CLEAR(fatal);
  if (!hw_isolate_reset(raw)) {
    Raise("HalfwordError", "The isolate cannot be reset: %s", hw_mistake(raw));
    throw nb::python_error();
  }
}

Isolate& IsolateOf(PyObject* object) {
  if (!nb::inst_ready(object)) {
    Raise("ClosedError", "The isolate was never made: its __init__ was not called");
    throw nb::python_error();
  }
  return *nb::inst_ptr<Isolate>(object);
}

// ---- Entry, Guest, Reentry

Entry::Entry(Isolate& isolate, Needs needs) : isolate_(isolate) {
  if (isolate.closed) {
    Raise("ClosedError", "The isolate is closed");
    throw nb::python_error();
  }
  if (isolate.IsMine()) {
    isolate.depth++;
  } else {
    if (!isolate.mutex.try_lock()) {
      if (isolate.forks != forks.load()) {
        Raise("BusyError", "Another thread was inside of the isolate when the process was forked");
        throw nb::python_error();
      }
      if (!isolate.blocking) {
        Raise("BusyError", "Another thread is inside of the isolate");
        throw nb::python_error();
      }
      for (bool locked = false; !locked;) {
        Py_BEGIN_ALLOW_THREADS;
        locked = isolate.mutex.try_lock_for(std::chrono::milliseconds(50));
        Py_END_ALLOW_THREADS;
        if (!locked && PyErr_CheckSignals()) throw nb::python_error();
      }
    }
    isolate.owner_thread = &thread_mark;
    isolate.forks = forks.load();
    isolate.depth = 1;
    if (isolate.closed) {  // while this thread has waited
      Leave(isolate, true);
      Raise("ClosedError", "The isolate is closed");
      throw nb::python_error();
    }
  }
  if (needs == kRunnable) {
    const char* name = nullptr;
    hw_suspended_call(isolate.raw, &name, nullptr, 0);
    if (name) {
      std::string text = name;
      Leave(isolate, isolate.depth == 1);
      Raise("SuspendedError",
            "The isolate waits for the answer of %s(): see suspended, resume() and resume_error()",
            text.c_str());
      throw nb::python_error();
    }
  }
  if (!isolate.unpins.empty()) DrainPins(isolate);
}

Entry::~Entry() {
  bool is_outermost = isolate_.depth == 1;
  if (is_outermost && isolate_.fatal) {
    KeepException keep;
    Py_CLEAR(isolate_.fatal);
  }
  if (!isolate_.unpins.empty() && isolate_.raw) DrainPins(isolate_);
  std::vector<Held*> list;
  if (!isolate_.dead.empty()) {
    list.swap(isolate_.dead);
    Unlink(isolate_, list);
  }
  Leave(isolate_, is_outermost);
  if (!list.empty()) {
    KeepException keep;
    Drop(list);
  }
}

void Leave(Isolate& isolate, bool is_outermost) {
  isolate.depth--;
  if (!is_outermost) return;
  isolate.owner_thread = nullptr;
  isolate.mutex.unlock();
}

Guest::Guest(Isolate& isolate) : outer_interruptible_(nullptr) {
  frame_ = {nullptr, current_frame};
  current_frame = &frame_;
  if (IsMainThread()) {
    outer_interruptible_ = interruptible.exchange(isolate.raw);
    if (!outer_interruptible_ && !frame_.outer) CatchInterrupts();
    // One that has come just before would wait for ever: guests don't look for it.
    if (!PyErr_Occurred() && PyErr_CheckSignals()) hw_isolate_interrupt(isolate.raw);
  }
  if (isolate.releases_gil) frame_.saved = PyEval_SaveThread();
}

Guest::~Guest() {
  if (frame_.saved) PyEval_RestoreThread(frame_.saved);
  current_frame = frame_.outer;
  if (IsMainThread()) {
    interruptible = outer_interruptible_;
  }
}

Reentry::Reentry() : frame_(nullptr), outer_interruptible_(nullptr) {
  if (IsMainThread()) outer_interruptible_ = interruptible.exchange(nullptr);
  if (current_frame && current_frame->saved) {
    frame_ = current_frame;
    PyEval_RestoreThread(std::exchange(frame_->saved, nullptr));
  }
}

bool Reentry::SignalsRaise() {
  if (!IsMainThread()) return false;
  interruptible = outer_interruptible_;  // from now on a signal ends the guest
  return PyErr_CheckSignals() != 0;
}

Reentry::~Reentry() {
  if (IsMainThread()) interruptible = outer_interruptible_;
  if (frame_) frame_->saved = PyEval_SaveThread();
}

// ---- Running

void RunJobs(Isolate& isolate) {
  hw_status status;
  {
    Guest guest(isolate);
    status = hw_run_jobs(isolate.raw);
  }
  if (status != HW_OK && status != HW_INVALID) {
    RaiseStatus(isolate, status);
    throw nb::python_error();
  }
}

PyObject* Outcome(Isolate& isolate, const Ran& ran, hw_value value, Mode mode) {
  if (ran.status == HW_OK) {
    PyObject* made = nullptr;
    hw_status jobs = ran.jobs;
    if (!ran.has_run_jobs) {
      made = ToPython(isolate, value, mode);  // a promise is watched from now on
      if (!made) return nullptr;
      if (isolate.depth == 1) {
        Guest guest(isolate);
        jobs = hw_run_jobs(isolate.raw);
      }
    }
    if (jobs == HW_OK) return made ? made : ToPython(isolate, value, mode);
    Py_XDECREF(made);
    RaiseStatus(isolate, jobs);
    return nullptr;
  }
  RaiseStatus(isolate, ran.status);
  if (ran.status == HW_EXCEPTION && isolate.depth == 1) {
    KeepException keep;
    Guest guest(isolate);
    (void)hw_run_jobs(isolate.raw);
  }
  return nullptr;
}

namespace {

std::string_view TextArgument(nb::handle object) {
  if (!PyUnicode_Check(object.ptr())) {
    PyErr_Format(PyExc_TypeError, "Code and its name are str, not %s", Py_TYPE(object.ptr())->tp_name);
    throw nb::python_error();
  }
  Py_ssize_t size;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (!text) throw nb::python_error();
  return {text, static_cast<size_t>(size)};
}

// A time limit of one call only.
class CallTimeout {
 public:
  CallTimeout(Isolate& isolate, nb::handle seconds) : isolate_(isolate) {
    if (seconds.is_none()) return;
    double value = PyFloat_AsDouble(seconds.ptr());
    if (PyErr_Occurred()) throw nb::python_error();
    if (!(value > 0 && value < 1e9)) {
      PyErr_SetString(PyExc_ValueError, "A timeout is a number of seconds above 0");
      throw nb::python_error();
    }
    is_set_ = true;
    hw_isolate_set_timeout(isolate.raw, static_cast<uint64_t>(value * 1e9));
  }
  ~CallTimeout() {
    if (is_set_) hw_isolate_set_timeout(isolate_.raw, isolate_.timeout_ns);
  }

 private:
  Isolate& isolate_;
  bool is_set_ = false;
};

void MakeIsolate(Isolate* place, nb::handle self, nb::handle host, nb::handle image, size_t memory_limit,
                 int64_t fuel, double timeout, size_t stack, bool no_eval, bool no_jit, bool blocking,
                 bool releases_gil, uint64_t features, nb::handle budget, nb::handle pool);

// Its texts are those of the arguments, which live longer.
hw_source SourceOf(nb::handle code, nb::handle name, uint32_t flags) {
  std::string_view text = TextArgument(code);
  std::string_view shown = TextArgument(name);
  return {.size = sizeof(hw_source),
          .text = text.data(),
          .text_size = text.size(),
          .name = shown.data(),
          .flags = flags};
}

PyObject* Evaluate(Isolate& isolate, nb::handle code, nb::handle name, uint32_t flags, nb::handle timeout,
                   Mode mode) {
  hw_source source = SourceOf(code, name, flags);
  Entry entry(isolate);
  CallTimeout limit(isolate, timeout);
  return Perform(isolate, mode,
                 [&](hw_value* value) { return hw_evaluate_source(isolate.raw, &source, value); });
}

// Compiles, loads and evaluates a module. Gives the pair of the promise of its evaluation and its namespace.
nb::object EvaluateModule(Isolate& isolate, nb::handle code, nb::handle name, uint32_t flags,
                          nb::handle timeout) {
  hw_source source = SourceOf(code, name, flags);
  Entry entry(isolate);
  CallTimeout limit(isolate, timeout);
  hw_value module = hw_undefined(), promise = hw_undefined(), names = hw_undefined();
  hw_status status;
  {
    Guest guest(isolate);
    status = hw_module_new_source(isolate.raw, &source, &module);
    if (status == HW_OK) status = hw_module_evaluate(isolate.raw, module, &promise);
  }
  nb::object waited = Made(Outcome(isolate, {status, false, HW_OK}, promise, Mode::kCopy));
  hw_value reason = hw_undefined();
  if (hw_promise_inspect(isolate.raw, promise, &reason) == HW_PROMISE_REJECTED) {
    RaiseThrown(isolate, reason);
    throw nb::python_error();
  }
  status = hw_module_namespace(isolate.raw, module, &names);
  if (status != HW_OK) {
    RaiseStatus(isolate, status);
    throw nb::python_error();
  }
  return nb::make_tuple(waited, Made(ToPython(isolate, names, Mode::kLive)));
}

nb::object Usage(Isolate& isolate) {
  Entry entry(isolate, Entry::kAnything);
  hw_usage usage = {.size = sizeof usage};
  hw_isolate_usage(isolate.raw, &usage);
  nb::dict all;
  all["heap_bytes"] = usage.heap_bytes;
  all["external_bytes"] = usage.external_bytes;
  all["image_bytes"] = usage.image_bytes;
  all["fuel"] = usage.fuel < 0 ? nb::none() : nb::object(nb::int_(usage.fuel));
  all["collections"] = usage.collections;
  all["held_objects"] = isolate.held_count;
  return all;
}

void MakeIsolate(Isolate* place, nb::handle self, nb::handle host, nb::handle image, size_t memory_limit,
                 int64_t fuel, double timeout, size_t stack, bool no_eval, bool no_jit, bool blocking,
                 bool releases_gil, uint64_t features, nb::handle budget, nb::handle pool) {
  Isolate* isolate = new (place) Isolate();
  isolate->blocking = blocking;
  isolate->releases_gil = releases_gil;
  isolate->timeout_ns = static_cast<uint64_t>(timeout * 1e9);
  isolate->undefined = Py_NewRef(Py_None);
  hw_error error = {};
  if (!pool.is_none()) {
    isolate->pool = static_cast<hw_pool*>(PyCapsule_GetPointer(pool.attr("_capsule").ptr(), "hw_pool"));
    isolate->raw = hw_pool_take(isolate->pool, &error);
    isolate->owner = Py_NewRef(pool.ptr());
    if (isolate->raw) hw_isolate_set_data(isolate->raw, isolate);
  } else {
    hw_config config = {.size = sizeof config,
                        .data = isolate,
                        .memory_limit = memory_limit,
                        .fuel = fuel,
                        .timeout_ns = isolate->timeout_ns,
                        .stack_bytes = stack,
                        .no_eval = no_eval,
                        .no_jit = no_jit,
                        .features = features};
    if (!budget.is_none())
      config.budget = static_cast<hw_budget*>(PyCapsule_GetPointer(budget.ptr(), "hw_budget"));
    if (!image.is_none())
      config.image = static_cast<hw_image*>(PyCapsule_GetPointer(image.ptr(), "hw_image"));
    if (!host.is_none()) {
      config.host = nb::inst_ptr<Host>(host)->Raw();
      isolate->host = Py_NewRef(host.ptr());
    }
    isolate->raw = hw_isolate_new(&config, &error);
    if (isolate->raw && image.is_none() && !host.is_none()) {
      for (NamedFunction* function : nb::inst_ptr<Host>(host)->functions) {
        hw_value made = hw_function_new(isolate->raw, function->name.c_str(), hw_undefined());
        (void)hw_set_named(isolate->raw, hw_global(isolate->raw), function->name.c_str(), made);
      }
    }
  }
  if (!isolate->raw) {
    isolate->closed = true;
    isolate->~Isolate();
    Raise("HalfwordError", "The isolate cannot be made: %s", error.text);
    throw nb::python_error();
  }
  isolate->self = self.ptr();
}

}  // namespace

void DefineIsolate(nb::module_& m) {
  nb::class_<Host>(m, "HostBase", nb::type_slots(host_slots), nb::is_weak_referenceable(), nb::dynamic_attr())
      .def(
          "__init__",
          [](Host* place, nb::handle console, nb::handle load, nb::handle resolve,
             const std::string& time_zone) {
            Host* host = new (place) Host();
            auto kept = [](nb::handle h) { return h.is_none() ? nullptr : Py_NewRef(h.ptr()); };
            host->console = kept(console);
            host->load_module = kept(load);
            host->resolve_module = kept(resolve);
            host->time_zone = time_zone;
          },
          nb::arg("console").none(), nb::arg("load").none(), nb::arg("resolve").none(), nb::arg("time_zone"))
      .def("_define", [](Host& host, const char* name, nb::handle function, bool waits, bool copies) {
        host.Define(name, function.ptr(), waits, copies);
      });

  nb::class_<Isolate>(m, "IsolateBase", nb::type_slots(isolate_slots), nb::is_weak_referenceable(),
                      nb::dynamic_attr())
      .def(
          "__init__",
          [](nb::pointer_and_handle<Isolate> self, nb::handle host, nb::handle image, size_t memory_limit,
             int64_t fuel, double timeout, size_t stack, bool no_eval, bool no_jit, bool blocking,
             bool releases_gil, uint64_t features, nb::handle budget, nb::handle pool) {
            MakeIsolate(self.p, self.h, host, image, memory_limit, fuel, timeout, stack, no_eval, no_jit,
                        blocking, releases_gil, features, budget, pool);
          },
          nb::arg("host").none(), nb::arg("image").none(), nb::arg("memory_limit"), nb::arg("fuel"),
          nb::arg("timeout"), nb::arg("stack"), nb::arg("no_eval"), nb::arg("no_jit"), nb::arg("blocking"),
          nb::arg("releases_gil"), nb::arg("features"), nb::arg("budget").none(), nb::arg("pool").none())
      .def(
          "_eval",
          [](Isolate& isolate, nb::handle code, nb::handle name, uint32_t flags, nb::handle timeout,
             int mode) {
            return Made(Evaluate(isolate, code, name, flags, timeout, static_cast<Mode>(mode)));
          },
          nb::arg("code"), nb::arg("name"), nb::arg("flags"), nb::arg("timeout").none(), nb::arg("mode"))
      .def("_eval_module", &EvaluateModule, nb::arg("code"), nb::arg("name"), nb::arg("flags"),
           nb::arg("timeout").none())
      .def("_compile",
           [](Isolate& isolate, nb::handle code, nb::handle name, uint32_t flags) {
             std::string_view text = TextArgument(code);
             std::string_view shown = TextArgument(name);
             hw_source source = {.size = sizeof source,
                                 .text = text.data(),
                                 .text_size = text.size(),
                                 .name = shown.data(),
                                 .flags = flags};
             Entry entry(isolate);
             hw_value script = hw_undefined();
             hw_status status;
             {
               Guest guest(isolate);
               status = hw_compile(isolate.raw, &source, &script);
             }
             if (status != HW_OK) {
               RaiseStatus(isolate, status);
               throw nb::python_error();
             }
             return Made(NewValue(isolate, script));
           })
      .def(
          "_run",
          [](Isolate& isolate, const Value& handle, int mode, nb::handle timeout) {
            Entry entry(isolate);
            CallTimeout limit(isolate, timeout);
            hw_value script = hw_undefined();
            if (!ValueOf(isolate, handle, &script)) throw nb::python_error();
            return Made(Perform(isolate, static_cast<Mode>(mode),
                                [&](hw_value* value) { return hw_run_script(isolate.raw, script, value); }));
          },
          nb::arg("script"), nb::arg("mode"), nb::arg("timeout").none())
      .def("_global",
           [](Isolate& isolate) {
             Entry entry(isolate, Entry::kAnything);
             return Made(NewValue(isolate, hw_global(isolate.raw)));
           })
      .def("_make",
           [](Isolate& isolate, nb::handle object) {
             Entry entry(isolate, Entry::kAnything);
             hw_value value = hw_undefined();
             if (!ToGuest(isolate, object.ptr(), &value)) throw nb::python_error();
             return Made(ToPython(isolate, value, Mode::kLive));
           })
      .def("_run_jobs",
           [](Isolate& isolate) {
             Entry entry(isolate);
             if (entry.is_outermost()) RunJobs(isolate);
           })
      .def("_has_jobs",
           [](Isolate& isolate) {
             Entry entry(isolate, Entry::kAnything);
             return hw_has_jobs(isolate.raw);
           })
      .def(
          "close",
          [](Isolate& isolate) {
            if (isolate.closed) return;
            if (isolate.IsMine()) {
              Raise("BusyError", "A callback cannot close the isolate that has called it");
              throw nb::python_error();
            }
            Entry entry(isolate, Entry::kAnything);
            isolate.Close();
          },
          "Ends the isolate, and gives its memory back. A second call does nothing.")
      .def_prop_ro("closed", [](Isolate& isolate) { return isolate.closed; })
      .def(
          "interrupt",
          [](Isolate& isolate) {
            if (!isolate.closed) hw_isolate_interrupt(isolate.raw);
          },
          "Ends the guest that runs, or the next that does, with InterruptError. Any thread may call it.")
      .def(
          "revive",
          [](Isolate& isolate) {
            Entry entry(isolate, Entry::kAnything);
            if (isolate.depth > 1) {
              Raise("BusyError", "A callback cannot revive the isolate that has called it");
              throw nb::python_error();
            }
            return hw_isolate_revive(isolate.raw);
          },
          "Lets a guest be used again that a timeout, interrupt() or want of fuel has ended.")
      .def("usage", &Usage, "Says what the isolate uses: bytes of its heap, fuel that is left, and the like.")
      .def(
          "reset",
          [](Isolate& isolate) {
            Entry entry(isolate, Entry::kAnything);
            isolate.Reset();
          },
          "Puts the isolate back to its image, with fresh limits. Values of before are invalid.")
      .def(
          "collect",
          [](Isolate& isolate) {
            Entry entry(isolate, Entry::kAnything);
            Guest guest(isolate);
            hw_isolate_collect(isolate.raw);
          },
          "Collects garbage, and gives free pages back to the system.")
      .def("_set_fuel",
           [](Isolate& isolate, int64_t fuel) {
             Entry entry(isolate, Entry::kAnything);
             hw_isolate_set_fuel(isolate.raw, fuel);
           })
      .def("_set_timeout",
           [](Isolate& isolate, double seconds) {
             Entry entry(isolate, Entry::kAnything);
             isolate.timeout_ns = static_cast<uint64_t>(seconds * 1e9);
             hw_isolate_set_timeout(isolate.raw, isolate.timeout_ns);
           })
      .def("_set_undefined",
           [](Isolate& isolate, nb::handle object) {
             Py_INCREF(object.ptr());
             Py_XSETREF(isolate.undefined, object.ptr());
           })
      .def("_reason",
           [](Isolate& isolate) -> int {
             Entry entry(isolate, Entry::kAnything);
             return hw_isolate_reason(isolate.raw);
           })
      .def("_is_inside", [](Isolate& isolate) { return isolate.IsMine(); })
      .def("_is_entered", [](Isolate& isolate) { return isolate.owner_thread.load() != nullptr; })
      .def(
          "heap_snapshot",
          [](Isolate& isolate, const std::string& path) {
            Entry entry(isolate, Entry::kAnything);
            hw_error error = {};
            if (!hw_isolate_heap_snapshot(isolate.raw, path.c_str(), &error)) {
              Raise("HalfwordError", "There is no heap snapshot: %s", error.text);
              throw nb::python_error();
            }
          },
          nb::arg("path"), "Writes a .heapsnapshot for the memory panel of Chrome's tools.");
}

}  // namespace hwpy
