// What the parts of the native module share.
//
// Who holds what. Each use of an isolate is an Entry: it holds the isolate's own lock, so one thread at a time is
// inside, and the same thread may enter again from a callback. Guest code runs within a Guest, which lets the GIL go;
// callbacks take it back with a Reentry. Objects of Python that a guest keeps alive are Held: a finalizer of the engine,
// which runs without the GIL, puts them on a list that the Entry drops when it ends.
//
// Values never lie in Python's heap: a Value has a transient hw_ref, which any thread may free.
#ifndef HALFWORD_PYTHON_NATIVE_COMMON_H_
#define HALFWORD_PYTHON_NATIVE_COMMON_H_

#include <halfword/halfword.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace hwpy {

namespace nb = nanobind;

// How objects of the guest come to Python.
enum class Mode {
  kLive,   // as objects that stay in the guest
  kCopy,   // plain data is copied; bytes are views
  kPlain,  // bytes are copied too
  kHandle  // all objects stay in the guest, whatever they are
};

struct Isolate;

// A Python object, or a buffer of one, that the guest keeps alive.
struct Held {
  Isolate* isolate;
  PyObject* object;
  Py_buffer buffer;  // if has_buffer
  bool has_buffer;
  bool copies;  // of a function: its arguments come as copies
  Held* previous;
  Held* next;
};

// A function that a Host offers by name.
struct NamedFunction {
  std::string name;
  PyObject* function;
  bool waits;
  bool copies;
};

// The native part of a Host. It stays as long as isolates use it.
struct Host {
  std::vector<NamedFunction*> functions;
  PyObject* console = nullptr;
  PyObject* load_module = nullptr;
  PyObject* resolve_module = nullptr;
  std::string time_zone;
  hw_host* raw = nullptr;  // made when it is first used; null again after a change

  Host() = default;
  Host(const Host&) = delete;
  ~Host();
  void Define(const char* name, PyObject* function, bool waits, bool copies);
  hw_host* Raw();
};

// The native part of an Isolate.
struct Isolate {
  hw_isolate* raw = nullptr;
  hw_pool* pool = nullptr;    // where it goes back to
  PyObject* self = nullptr;   // the Python object that this is in; borrowed
  PyObject* host = nullptr;   // the Host, or null
  PyObject* owner = nullptr;  // the Pool, or null
  bool closed = false;
  bool blocking = true;
  bool releases_gil = true;
  uint32_t epoch = 0;  // grows with each reset: what is of before is stale
  uint64_t timeout_ns = 0;
  size_t pins = 0;
  unsigned conversions = 0;  // Maps, Sets and the like that are being converted, one within another

  // The lock.
  std::timed_mutex mutex;
  std::atomic<const void*> owner_thread{nullptr};
  unsigned depth = 0;
  unsigned forks = 0;  // the process's count of forks when it was locked

  Held* held = nullptr;  // all, as a list
  size_t held_count = 0;
  std::vector<Held*> dead;     // whose finalizers have run
  std::vector<hw_ref> unpins;  // of views that Python has dropped
  PyObject* fatal = nullptr;   // an exception that guests must not catch
  PyObject* undefined = nullptr;
  std::unordered_map<uint64_t, PyObject*> watchers;  // what promises call when they are settled

  Isolate() = default;
  Isolate(const Isolate&) = delete;
  ~Isolate();
  void Close();
  void Reset();
  bool IsMine() const;

 private:
  void ForgetValues();
  void Destroy();
};

// A handle of a value of the guest.
struct Value {
  PyObject* isolate;  // the Python Isolate
  hw_ref ref;
  uint32_t epoch;
  PyObject* receiver;  // of a method: the object that it was taken from; or null

  ~Value();
  Isolate& Owner() const { return *nb::inst_ptr<Isolate>(isolate); }
};

// Bytes of the guest that a memoryview shows.
struct Bytes {
  PyObject* isolate;
  hw_ref ref;
  uint8_t* data;
  Py_ssize_t size;
  Py_ssize_t length;
  Py_ssize_t item_size;
  const char* format;
  bool read_only;

  ~Bytes();
};

// A run of guest code on this thread. `saved` is null while the GIL is held.
struct Frame {
  PyThreadState* saved;
  Frame* outer;
};
extern thread_local Frame* current_frame;

// One use of an isolate: locks it, and checks that it can be used. Throws nb::python_error.
class Entry {
 public:
  enum Needs { kAnything, kRunnable };
  explicit Entry(Isolate& isolate, Needs needs = kRunnable);
  ~Entry();
  Entry(const Entry&) = delete;
  bool is_outermost() const { return isolate_.depth == 1; }

 private:
  Isolate& isolate_;
};

// Lets the GIL go while guest code runs. The main thread's SIGINT ends the guest meanwhile.
class Guest {
 public:
  explicit Guest(Isolate& isolate);
  ~Guest();
  Guest(const Guest&) = delete;

 private:
  Frame frame_;
  hw_isolate* outer_interruptible_;
};

// Runs guest code, run(&value), and the jobs behind it if this is the outermost run. A promise must be watched before jobs
// run, which takes the GIL: then Outcome runs them.
template <class Run>
PyObject* Perform(Isolate& isolate, Mode mode, Run&& run);

// Takes the GIL back for a callback.
class Reentry {
 public:
  Reentry();
  ~Reentry();
  // The callback is done. Handles signals that have come meanwhile; true if one has raised an exception.
  bool SignalsRaise();
  Reentry(const Reentry&) = delete;

 private:
  Frame* frame_;
  hw_isolate* outer_interruptible_;
};

// ---- isolate.cc
void Leave(Isolate& isolate, bool is_outermost);
Held* Hold(Isolate& isolate, PyObject* object);
void Release(void* held);                   // a finalizer: no GIL is needed
void ReleaseFinal(void* held, void* hint);  // the same, with a hint that means nothing
void RunJobs(Isolate& isolate);
// The outcome of a run: the value, converted, or null with the exception raised. `jobs`: what came of the jobs behind it,
// if they have run already.
struct Ran {
  hw_status status;
  bool has_run_jobs;
  hw_status jobs;
};
PyObject* Outcome(Isolate& isolate, const Ran& ran, hw_value value, Mode mode);
Isolate& IsolateOf(PyObject* object);
void InstallForkHandler();

// ---- convert.cc: all return false or null with an exception of Python set. They run no guest code.
PyObject* ToPython(Isolate& isolate, hw_value value, Mode mode);
bool ToGuest(Isolate& isolate, PyObject* object, hw_value* value);
PyObject* NewValue(Isolate& isolate, hw_value value, PyObject* receiver = nullptr);
bool ValueOf(Isolate& isolate, const Value& handle, hw_value* value);
PyObject* TextOf(Isolate& isolate, hw_value string);

// Values of arguments: on the native stack if they are few, in a scope if not.
class Arguments {
 public:
  Arguments(Isolate& isolate, PyObject* const* objects, size_t count);  // throws nb::python_error
  ~Arguments();
  Arguments(const Arguments&) = delete;
  const hw_value* data() const { return data_; }
  size_t size() const { return size_; }

 private:
  Isolate& isolate_;
  hw_value few_[8];
  std::vector<hw_value> many_;
  hw_value* data_ = few_;
  size_t size_;
  hw_scope scope_ = 0;
};

// ---- callbacks.cc
hw_status CallNamed(hw_isolate* raw, const hw_call* call, hw_value* result);
hw_status CallHeld(hw_isolate* raw, const hw_call* call, hw_value* result);
inline constexpr char kHeldFunction[] = "halfword:python";
bool NewFunction(Isolate& isolate, PyObject* callable, bool copies, hw_value* function);

// ---- errors.cc
// The class of that name in halfword.errors; borrowed.
PyObject* ErrorClass(const char* name);
// Raises an exception of a class of halfword.errors.
void Raise(const char* class_name, const char* format, ...);
// Raises what a status stands for.
void RaiseStatus(Isolate& isolate, hw_status status);
// The exception for a value that was thrown.
PyObject* NewException(Isolate& isolate, hw_value thrown);
void RaiseThrown(Isolate& isolate, hw_value thrown);
// Throws Python's current exception in the guest.
hw_status ThrowToGuest(Isolate& isolate);
bool ErrorValue(Isolate& isolate, PyObject* exception, hw_value* error);

// ---- buffers.cc
PyObject* NewMemoryView(Isolate& isolate, hw_value buffer_or_view);
PyObject* NewBytes(Isolate& isolate, hw_value buffer_or_view);
bool BufferToGuest(Isolate& isolate, PyObject* object, hw_value* view);
void DrainPins(Isolate& isolate);

// ---- loop.cc
void PromiseSettled(void* data, hw_isolate* raw, uint64_t token, hw_promise_state state, hw_value result);
bool Watch(Isolate& isolate, hw_value promise, PyObject* callback);

// Objects of the Python part that the native one makes; set once, by setup().
struct Types {
  PyObject* errors;  // the module halfword.errors
  PyObject* value;   // classes of halfword.values
  PyObject* object;
  PyObject* array;
  PyObject* function;
  PyObject* promise;
  PyObject* bigint;
  PyObject* map;
  PyObject* undefined;
  PyObject* helpers;  // the module halfword._helpers
};
extern Types types;

void DefineIsolate(nb::module_& module);
void DefineValues(nb::module_& module);
void DefineBuffers(nb::module_& module);
void DefineImages(nb::module_& module);
void DefineLoop(nb::module_& module);

// Returns what a function of C made, or throws the exception that it has set.
inline nb::object Made(PyObject* object) {
  if (!object) throw nb::python_error();
  return nb::steal(object);
}

template <class Run>
PyObject* Perform(Isolate& isolate, Mode mode, Run&& run) {
  hw_value value = hw_undefined();
  Ran ran = {HW_OK, false, HW_OK};
  {
    Guest guest(isolate);
    ran.status = run(&value);
    ran.has_run_jobs =
        ran.status == HW_OK && isolate.depth == 1 && hw_kind_of(isolate.raw, value) != HW_KIND_PROMISE;
    if (ran.has_run_jobs) ran.jobs = hw_run_jobs(isolate.raw);
  }
  return Outcome(isolate, ran, value, mode);
}

// Keeps Python's exception over code that must not see it.
class KeepException {
 public:
  KeepException() { PyErr_Fetch(&type_, &value_, &traceback_); }
  ~KeepException() { PyErr_Restore(type_, value_, traceback_); }
  KeepException(const KeepException&) = delete;

 private:
  PyObject *type_, *value_, *traceback_;
};

}  // namespace hwpy

#endif  // HALFWORD_PYTHON_NATIVE_COMMON_H_
