// Halfword for C++20 programs, over the C interface (halfword.h, which explains
// threads, values and outcomes).
//
//   hw::Host host;
//   host.Function("add", [](double a, double b) { return a + b; });
//   hw::Isolate isolate({.host = host, .memory_limit = 64 << 20});
//   (void)isolate.InstallHost();
//   hw::Result<hw::Value> sum = isolate.Evaluate("add(40, 2)");
//   if (sum) std::printf("%g\n", sum->AsNumber());
//
// No exceptions are thrown. An exception of a host's function becomes a JavaScript error with its what(). One
// of a body of Enter passes on to its caller. One of a hook that returns nothing ends the process. Handles to
// images, hosts, isolates and pools are counted or moved. A Value is a plain word for local variables and
// arguments; a Ref keeps one anywhere.
#ifndef HALFWORD_HALFWORD_HPP_
#define HALFWORD_HALFWORD_HPP_

#include <array>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "halfword/binding.hpp"
#include "halfword/halfword.h"
#include "halfword/value.hpp"

namespace hw {

namespace internal {

// A counted or owned pointer of the C interface.
template <class T, auto retain, auto release>
class Counted {
 public:
  Counted() = default;
  explicit Counted(T* raw) : raw_(raw) {}
  Counted(const Counted& other) : raw_(other.raw_ ? retain(other.raw_) : nullptr) {}
  Counted(Counted&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Counted& operator=(Counted other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Counted() { release(raw_); }
  T* get() const { return raw_; }
  explicit operator bool() const { return raw_ != nullptr; }

 private:
  T* raw_ = nullptr;
};

}  // namespace internal

struct ImageOptions;

class Image : public internal::Counted<hw_image, hw_image_retain, hw_image_release> {
 public:
  using Counted::Counted;
  // Opens an image in a file, or in bytes. The contents are trusted.
  static Result<Image> Open(const char* path) {
    hw_error error;
    hw_image* raw = hw_image_open(path, &error);
    if (!raw) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return Image(raw);
  }
  static Result<Image> FromBytes(std::span<const std::byte> bytes) {
    hw_error error;
    hw_image* raw = hw_image_from_bytes(bytes.data(), bytes.size(), &error);
    if (!raw) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return Image(raw);
  }
  // Opens the image in bytes, however they were written (hw_image_open_with). `bases`: of which one may be
  // its base.
  static Result<Image> FromBytes(std::span<const std::byte> bytes, std::span<const Image> bases,
                                 const ImageOptions& options);
  // Writes the image to a file.
  Result<void> Save(const char* path) const {
    hw_error error;
    if (!hw_image_save(get(), path, &error)) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return {};
  }
  // Returns the bytes of the image's file.
  std::vector<std::byte> Bytes() const {
    std::vector<std::byte> bytes(hw_image_bytes(get(), nullptr, 0));
    hw_image_bytes(get(), bytes.data(), bytes.size());
    return bytes;
  }
  // The same as a delta, or with a key (hw_image_save_with, hw_image_bytes_with).
  Result<void> Save(const char* path, const ImageOptions& options) const;
  std::vector<std::byte> Bytes(const ImageOptions& options) const;
  // Returns 32 bytes that are the same for images with the same contents, and for no others.
  std::array<uint8_t, 32> Name() const {
    std::array<uint8_t, 32> name;
    hw_image_name(get(), name.data());
    return name;
  }
  // Releases the memory slots that destroyed clones have left.
  void Trim() const { hw_image_trim(get()); }
};

// How an image is made, written and opened (hw_image_options).
struct ImageOptions {
  Image base = {};
  std::span<const std::byte> key = {}, bound = {};
  bool compact = false;

  hw_image_options ToC() const {
    return {
        sizeof(hw_image_options), base.get(), key.data(), key.size(), bound.data(), bound.size(), compact};
  }
};

inline Result<Image> Image::FromBytes(std::span<const std::byte> bytes, std::span<const Image> bases,
                                      const ImageOptions& options) {
  std::vector<hw_image*> raw_bases;
  for (const Image& base : bases) raw_bases.push_back(base.get());
  hw_image_options raw_options = options.ToC();
  hw_error error;
  hw_image* raw = hw_image_open_with(bytes.data(), bytes.size(), raw_bases.data(), raw_bases.size(),
                                     &raw_options, &error);
  if (!raw) return Error{HW_INVALID, HW_REASON_NONE, error.text};
  return Image(raw);
}
inline Result<void> Image::Save(const char* path, const ImageOptions& options) const {
  hw_image_options raw_options = options.ToC();
  hw_error error;
  if (!hw_image_save_with(get(), path, &raw_options, &error))
    return Error{HW_INVALID, HW_REASON_NONE, error.text};
  return {};
}
inline std::vector<std::byte> Image::Bytes(const ImageOptions& options) const {
  hw_image_options raw_options = options.ToC();
  std::vector<std::byte> bytes(hw_image_bytes_with(get(), &raw_options, nullptr, 0));
  hw_image_bytes_with(get(), &raw_options, bytes.data(), bytes.size());
  return bytes;
}

// Limits that several isolates share.
class Budget : public internal::Counted<hw_budget, hw_budget_retain, hw_budget_release> {
 public:
  using Counted::Counted;
  Budget() = default;
  Budget(size_t memory_limit, int64_t fuel) : Counted(hw_budget_new(memory_limit, fuel)) {}
};

namespace internal {

// A class as halfword/classes.hpp declares it.
struct ClassDefinition {
  struct Member {
    hw_member_kind kind;
    std::string name;
    int length;
    AnyFunction function;
  };
  std::string name;
  uint32_t type = 0, parent = 0;
  int length = 0;
  AnyFunction constructor;
  std::deque<Member> members;  // whose places the host knows

  bool AddTo(hw_host* host, hw_error* error) {
    std::vector<hw_class_member> rows;
    for (Member& m : members) rows.push_back({m.kind, m.function.Row(m.name.c_str(), m.length)});
    hw_function construct = constructor.Row(name.c_str(), length);
    hw_class raw = {};
    raw.size = sizeof raw;
    raw.name = construct.name;
    raw.type = type;
    raw.parent = parent;
    raw.constructor = construct.callback;
    raw.length = length;
    raw.data = construct.data;
    raw.members = rows.data();
    raw.member_count = rows.size();
    return hw_host_define(host, &raw, error);
  }
};

// hw_hooks as C++ functions.
struct Closures {
  std::function<void(hw_isolate*, hw_console_level, std::string_view)> console;
  std::function<std::optional<std::string>(const hw_module_request&)> resolve_module;
  std::function<Result<Value>(hw_isolate*, const hw_module_request&)> load_module;
  std::function<void(Value, std::string_view)> import_meta;
  std::function<void(Value, bool)> rejection;
  std::function<uint64_t()> random;
  std::function<double()> milliseconds;
  std::function<void(uint64_t, hw_promise_state, Value)> promise_settled;
  std::function<void(hw_isolate*)> wake;

  // Returns false if there are none.
  bool Install(hw_hooks* hooks) {
    hw_hooks mine = {};
    if (console) mine.console = &Console;
    if (resolve_module) mine.resolve_module = &ResolveModule;
    if (load_module) mine.load_module = &LoadModule;
    if (import_meta) mine.import_meta = &ImportMeta;
    if (rejection) mine.rejection = &Rejection;
    if (random) mine.random = [](void* data) { return Of(data).random(); };
    if (milliseconds) mine.milliseconds = [](void* data) { return Of(data).milliseconds(); };
    if (promise_settled) mine.promise_settled = &PromiseSettled;
    if (wake) mine.wake = [](void* data, hw_isolate* isolate) { Of(data).wake(isolate); };
    if (std::memcmp(&mine, &kNone, sizeof mine) == 0) return false;
    mine.size = sizeof mine;
    mine.data = this;
    mine.time_zone = hooks->time_zone;
    *hooks = mine;
    return true;
  }

 private:
  static constexpr hw_hooks kNone = {};
  static Closures& Of(void* data) { return *static_cast<Closures*>(data); }
  static void Console(void* data, hw_isolate* isolate, hw_console_level level, const char* text,
                      size_t size) {
    Of(data).console(isolate, level, {text, size});
  }
  static bool ResolveModule(void* data, const hw_module_request* request, char* name, size_t capacity) {
    std::optional<std::string> found = Of(data).resolve_module(*request);
    if (!found || found->size() >= capacity) return false;
    std::memcpy(name, found->c_str(), found->size() + 1);
    return true;
  }
  static hw_status LoadModule(void* data, hw_isolate* isolate, const hw_module_request* request,
                              hw_value* module) {
    return ReturnValue<Result<Value>>::Write(isolate, Of(data).load_module(isolate, *request), module);
  }
  static void ImportMeta(void* data, hw_isolate* isolate, const char* name, hw_value meta) {
    Of(data).import_meta({isolate, meta}, name);
  }
  static void Rejection(void* data, hw_isolate* isolate, hw_value promise, bool handled) {
    Of(data).rejection({isolate, promise}, handled);
  }
  static void PromiseSettled(void* data, hw_isolate* isolate, uint64_t token, hw_promise_state state,
                             hw_value result) {
    Of(data).promise_settled(token, state, {isolate, result});
  }
};

}  // namespace internal

// The functions and hooks that a program offers to its guests. Later changes do not affect isolates that
// already exist.
class Host {
 public:
  Host() { hooks_.size = sizeof hooks_; }
  // Makes a function of a lambda, a function or a std::function. Its types say what JavaScript must pass, and
  // what it doesn't is a TypeError:
  //
  //   takes    bool, numbers (whole ones must be whole and fit; BigInts too), std::string, std::string_view;
  //            std::span<uint8_t> and std::vector<uint8_t>: an ArrayBuffer or a view; std::vector of these:
  //            an array; std::optional of these: undefined as well; Value: anything; Ref: anything, to keep;
  //            Rest: the arguments that are left; hw_isolate*: its isolate, nothing that JavaScript passes
  //   returns  the same, nullptr: null, bytes: a Uint8Array; an Error is thrown, a Result is one or the other
  //
  // Isolates on several threads call it at once.
  template <class F>
  Host& Function(std::string name, F function) {
    using S = internal::Signature<F>;
    using Arguments = typename S::Arguments;
    return Raw(
        std::move(name), internal::LengthOf(Arguments()),
        [function = std::move(function)](hw_isolate* isolate, const hw_call* call, hw_value* result) mutable {
          return internal::CallTyped<typename S::Return>(function, isolate, call, result, Arguments());
        });
  }
  // Adds a hw::Class<T> (halfword/classes.hpp). Parents are added before the classes that are derived
  // from them.
  template <class C>
  Host& Define(C&& c) {
    classes_.push_back(c.definition());
    made_ = {};
    return *this;
  }
  // Adds a function of the form hw_status(hw_isolate*, const hw_call*, hw_value* result), as in halfword.h.
  template <class F>
  Host& Raw(std::string name, int length, F function) {
    // Functions that can't be copied are bound as well.
    auto shared = std::make_shared<F>(std::move(function));
    internal::AnyFunction any{[shared](hw_isolate* isolate, const hw_call* call, hw_value* result) {
      return (*shared)(isolate, call, result);
    }};
    functions_.push_back({std::move(name), length, std::make_shared<internal::AnyFunction>(std::move(any))});
    made_ = {};
    return *this;
  }

  // ---- Hooks, as hw_hooks describes them. They may be called on several threads at once. ----
  // void(hw_isolate*, hw_console_level, std::string_view line)
  template <class F>
  Host& OnConsole(F f) {
    return Hook(&internal::Closures::console, std::move(f));
  }
  // std::optional<std::string>(const hw_module_request&): a name, or nothing.
  template <class F>
  Host& ResolveModule(F f) {
    return Hook(&internal::Closures::resolve_module, std::move(f));
  }
  // Result<Value>(hw_isolate*, const hw_module_request&): CompileModule and its kin, an error, or Later().
  template <class F>
  Host& LoadModule(F f) {
    return Hook(&internal::Closures::load_module, std::move(f));
  }
  // void(Value meta, std::string_view module_name)
  template <class F>
  Host& ImportMeta(F f) {
    return Hook(&internal::Closures::import_meta, std::move(f));
  }
  // void(Value promise, bool handled)
  template <class F>
  Host& OnRejection(F f) {
    return Hook(&internal::Closures::rejection, std::move(f));
  }
  // void(uint64_t token, hw_promise_state, Value result), for promises of Isolate::Watch.
  template <class F>
  Host& OnPromiseSettled(F f) {
    return Hook(&internal::Closures::promise_settled, std::move(f));
  }
  // void(hw_isolate*), on any thread: it only wakes the thread that uses the isolate.
  template <class F>
  Host& OnWake(F f) {
    return Hook(&internal::Closures::wake, std::move(f));
  }
  // uint64_t() and double(): the source of randomness, and the clock.
  template <class F>
  Host& Random(F f) {
    return Hook(&internal::Closures::random, std::move(f));
  }
  template <class F>
  Host& Milliseconds(F f) {
    return Hook(&internal::Closures::milliseconds, std::move(f));
  }
  // Sets the time zone by its IANA name.
  Host& TimeZone(std::string name) {
    time_zone_ = std::move(name);
    made_ = {};
    return *this;
  }
  // Returns the hooks as C has them, to be set instead of those above. `owned` and `destroy` belong to
  // this class.
  hw_hooks& hooks() {
    made_ = {};
    return hooks_;
  }

  // Returns null and sets *error to a sentence if the host can't be made.
  hw_host* Make(std::string* error) const {
    if (!made_.host) made_ = New();
    *error = made_.error;
    return error->empty() ? made_.host.get() : nullptr;
  }

 private:
  using Counted = internal::Counted<hw_host, hw_host_retain, hw_host_release>;
  struct NamedFunction {
    std::string name;
    int length;
    std::shared_ptr<internal::AnyFunction> function;
  };
  // The parts that the C interface's host points to and owns.
  struct Parts {
    std::vector<NamedFunction> functions;
    std::vector<std::shared_ptr<internal::ClassDefinition>> classes;
    internal::Closures closures;
  };
  struct Made {
    Counted host = {};
    std::string error = {};
  };

  template <class C, class F>
  Host& Hook(C internal::Closures::* place, F f) {
    closures_.*place = std::move(f);
    made_ = {};
    return *this;
  }
  Made New() const {
    auto parts = std::make_unique<Parts>(Parts{functions_, classes_, closures_});
    hw_hooks hooks = hooks_;
    if (!time_zone_.empty()) hooks.time_zone = time_zone_.c_str();
    bool has_hooks = hooks.resolve_module || hooks.load_module || hooks.console || hooks.rejection ||
                     hooks.random || hooks.milliseconds || hooks.import_meta || hooks.promise_settled ||
                     hooks.wake;
    if (parts->closures.Install(&hooks) && has_hooks)
      return {{}, "hooks() and hooks of C++ functions can't be mixed"};
    hooks.owned = parts.get();
    hooks.destroy = [](void* owned) { delete static_cast<Parts*>(owned); };
    std::vector<hw_function> rows;
    for (NamedFunction& f : parts->functions) rows.push_back(f.function->Row(f.name.c_str(), f.length));
    Made made{Counted(hw_host_new(rows.data(), rows.size(), &hooks))};
    if (!made.host) return {{}, "no memory"};
    for (auto& c : parts.release()->classes) {
      hw_error error;
      if (made.error.empty() && !c->AddTo(made.host.get(), &error)) made.error = error.text;
    }
    return made;
  }

  std::vector<NamedFunction> functions_;
  std::vector<std::shared_ptr<internal::ClassDefinition>> classes_;
  internal::Closures closures_;
  std::string time_zone_;
  hw_hooks hooks_ = {};
  mutable Made made_;
};

// The configuration of an isolate, with the members of hw_config. Zero means the default.
struct Config {
  Image image = {};  // none: the one in the library
  std::optional<Host> host = {};
  size_t memory_limit = 0;
  int64_t fuel = 0;
  uint64_t timeout_ns = 0;
  size_t stack_bytes = 0;
  size_t native_stack_bytes = 0;
  void* data = nullptr;
  Budget budget = {};  // none: only its own limits
  bool no_eval = false;
  bool harmony = false;     // proposals below stage 4
  bool tail_calls = false;  // strict functions have proper tail calls, and stack traces lack their frames
  bool no_jit = false;      // no machine code is made: all but some builtins is interpreted
  uint32_t gc_threads = 0;  // that mark and sweep beside the isolate's

  // Returns nothing and sets *error to a sentence if the host can't be made.
  std::optional<hw_config> Raw(std::string* error) const {
    hw_config c = {};
    c.size = sizeof c;
    c.image = image.get();
    c.host = host ? host->Make(error) : nullptr;
    if (host && !c.host) return std::nullopt;
    c.data = data;
    c.memory_limit = memory_limit;
    c.fuel = fuel;
    c.timeout_ns = timeout_ns;
    c.stack_bytes = stack_bytes;
    c.native_stack_bytes = native_stack_bytes;
    c.budget = budget.get();
    c.no_eval = no_eval;
    c.no_jit = no_jit;
    c.features = (harmony ? HW_FEATURE_HARMONY : 0) | (tail_calls ? HW_FEATURE_TAIL_CALLS : 0);
    c.gc_threads = gc_threads;
    return c;
  }
};

namespace internal {

// Calls hw_isolate_enter, which no exception may leave: an exception from `body` is rethrown once the isolate
// has been left. std::bad_alloc is not caught here, because the library must see it.
template <class F>
void Enter(hw_isolate* isolate, F& body) {
#ifdef __cpp_exceptions
  struct Call {
    F* body;
    std::exception_ptr thrown;
  } call{&body, nullptr};
  hw_isolate_enter(
      isolate,
      [](void* data) {
        auto* mine = static_cast<Call*>(data);
        try {
          (*mine->body)();
        } catch (const std::bad_alloc&) {
          throw;
        } catch (...) {
          mine->thrown = std::current_exception();
        }
      },
      &call);
  if (call.thrown) std::rethrow_exception(call.thrown);
#else
  hw_isolate_enter(
      isolate, [](void* f) { (*static_cast<F*>(f))(); }, const_cast<void*>(static_cast<const void*>(&body)));
#endif
}

}  // namespace internal

// ---- Modules: for Host::LoadModule, and to be evaluated ----

// Compiles the source of a module. `name` is the referrer of its imports.
inline Result<Value> CompileModule(hw_isolate* isolate, std::string_view source, const char* name) {
  hw_value module;
  hw_status status = hw_module_new(isolate, source.data(), source.size(), name, &module);
  if (status != HW_OK) return ErrorOf(isolate, status);
  return Value(isolate, module);
}
// The same of a source with flags, such as HW_SOURCE_TYPESCRIPT.
inline Result<Value> CompileModule(hw_isolate* isolate, const hw_source& source) {
  hw_value module;
  hw_status status = hw_module_new_source(isolate, &source, &module);
  if (status != HW_OK) return ErrorOf(isolate, status);
  return Value(isolate, module);
}
// Makes a module whose default export is the value of the JSON text.
inline Result<Value> JsonModule(hw_isolate* isolate, std::string_view text) {
  hw_value module;
  hw_status status = hw_module_new_json(isolate, text.data(), text.size(), &module);
  if (status != HW_OK) return ErrorOf(isolate, status);
  return Value(isolate, module);
}
// Makes a module whose exports are these host values.
inline Result<Value> ValuesModule(hw_isolate* isolate,
                                  std::initializer_list<std::pair<const char*, Value>> exports) {
  std::vector<const char*> names;
  hw_value array = hw_array(isolate, nullptr, 0);  // where the collector finds them
  std::vector<hw_value> values;
  for (const auto& [name, value] : exports) {
    hw_set_index(isolate, array, static_cast<uint32_t>(names.size()), value.raw());
    names.push_back(name);
    values.push_back(value.raw());
  }
  hw_value module;
  hw_status status = hw_module_new_values(isolate, names.data(), values.data(), names.size(), &module);
  if (status != HW_OK) return ErrorOf(isolate, status);
  return Value(isolate, module);
}
// The answer of a LoadModule hook whose module comes later, by hw_module_loaded or hw_module_failed.
inline Error Later() { return {HW_LATER, HW_REASON_NONE, "it comes later"}; }

// The members of hw_function_options.
struct FunctionOptions {
  std::string_view shown_name = {};
  int length = 0;
  bool constructs = false;
  std::optional<Value> prototype = {};
};

// An isolate, which it owns.
class Isolate {
 public:
  // Makes an isolate, or returns the reason why that failed.
  static Result<Isolate> Make(const Config& config = {}) {
    std::string mistake;
    std::optional<hw_config> raw = config.Raw(&mistake);
    if (!raw) return Error{HW_INVALID, HW_REASON_NONE, mistake};
    hw_error error;
    hw_isolate* isolate = hw_isolate_new(&*raw, &error);
    if (!isolate) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return Isolate(isolate);
  }
  // Makes an isolate. It is null (see operator bool) if there is no memory, the host has a mistake or the
  // image doesn't fit. Then every call returns an error that says why.
  explicit Isolate(const Config& config = {}) {
    if (Result<Isolate> made = Make(config)) {
      *this = std::move(*made);
    } else {
      why_null_ = "the isolate could not be made: " + made.error().text;
    }
  }
  // Takes over an isolate of the C interface.
  explicit Isolate(hw_isolate* raw) : raw_(raw) {}
  // Takes over an isolate, or null with the reason why it could not be created.
  Isolate(hw_isolate* raw, std::string why_null) : raw_(raw), why_null_(std::move(why_null)) {}

  Isolate(Isolate&& other) noexcept { *this = std::move(other); }
  Isolate& operator=(Isolate&& other) noexcept {
    std::swap(raw_, other.raw_);
    why_null_.swap(other.why_null_);
    return *this;
  }
  ~Isolate() { hw_isolate_destroy(raw_); }
  explicit operator bool() const { return raw_ != nullptr; }
  hw_isolate* raw() const { return raw_; }
  // Gives up the isolate without destroying it.
  hw_isolate* Release() { return std::exchange(raw_, nullptr); }

  // Runs a script and returns its completion value. Jobs wait for RunJobs.
  Result<Value> Evaluate(std::string_view source, const char* name = "script") {
    hw_value result;
    return Done(hw_evaluate(raw_, source.data(), source.size(), name, &result), result);
  }
  // The same of a source with flags, such as HW_SOURCE_TYPESCRIPT.
  Result<Value> Evaluate(const hw_source& source) {
    hw_value result;
    return Done(hw_evaluate_source(raw_, &source, &result), result);
  }
  // Compiles a script that Run runs as often as you like (hw_compile).
  Result<Value> Compile(const hw_source& source) {
    hw_value script;
    return Done(hw_compile(raw_, &source, &script), script);
  }
  // Runs it, and returns its completion value.
  Result<Value> Run(const Value& script) {
    hw_value result;
    return Done(hw_run_script(raw_, script.raw(), &result), result);
  }
  // Runs promise jobs and the like until none is left, or at most `limit` promise jobs.
  Result<void> RunJobs() { return Done(hw_run_jobs(raw_)); }
  Result<void> RunSomeJobs(size_t limit) { return Done(hw_run_some_jobs(raw_, limit)); }
  // Returns whether promise jobs wait.
  bool HasJobs() const { return hw_has_jobs(raw_); }
  // Returns the nanoseconds until an Atomics.waitAsync of the guest times out (hw_next_timeout).
  uint64_t NextTimeout() const { return hw_next_timeout(raw_); }
  // Returns the name of the host's function that is to answer, or an empty text if none is.
  std::string SuspendedFunction() const {
    const char* name;
    hw_suspended_call(raw_, &name, nullptr, 0);
    return name ? name : "";
  }
  // Returns an argument that the guest has passed, or undefined beyond them. While the call waits no
  // JavaScript runs, so objects can't be inspected.
  Value SuspendedArgument(size_t i) const {
    const char* name;
    std::vector<hw_value> arguments(hw_suspended_call(raw_, &name, nullptr, 0), hw_undefined());
    hw_suspended_call(raw_, &name, arguments.data(), arguments.size());
    return {raw_, i < arguments.size() ? arguments[i] : hw_undefined()};
  }
  // Goes on where a function of the host answered Suspend(), as if that function had returned or thrown
  // this value.
  Result<Value> Resume(Value answer) {
    hw_value result;
    return Done(hw_resume(raw_, answer.raw(), &result), result);
  }
  Result<Value> ResumeThrow(Value exception) {
    hw_value result;
    return Done(hw_resume_throw(raw_, exception.raw(), &result), result);
  }
  // Evaluates a module with all it imports and runs jobs. Returns the module's namespace, or the error that
  // it threw. The error is HW_LATER if the module waits for others that come later, or in an `await`.
  Result<Value> EvaluateModule(std::string_view source, const char* name = "module") {
    hw_source whole = {};
    whole.size = sizeof whole;
    whole.text = source.data();
    whole.text_size = source.size();
    whole.name = name;
    return EvaluateModule(whole);
  }
  // The same of a source with flags, such as HW_SOURCE_TYPESCRIPT.
  Result<Value> EvaluateModule(const hw_source& source) {
    if (!raw_) return WhyNull();
    Result<Value> module = CompileModule(raw_, source);
    if (!module) return module;
    hw_value promise, space;
    hw_status status = hw_module_evaluate(raw_, module->raw(), &promise);
    if (status == HW_OK) status = hw_run_jobs(raw_);
    if (status != HW_OK) return ErrorOf(raw_, status);
    if (Result<Value> settled = Value(raw_, promise).Settled(); !settled) return settled;
    return Done(hw_module_namespace(raw_, module->raw(), &space), space);
  }
  // Begins to record where the isolate spends its time (hw_profile_start). 0: a sample each millisecond.
  Result<void> StartProfile(uint64_t interval_ns = 0) {
    if (!raw_) return WhyNull();
    hw_error error = {};
    if (!hw_profile_start(raw_, interval_ns, &error)) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return {};
  }
  // Ends the recording and returns the text of a .cpuprofile file (hw_profile_stop).
  Result<std::string> StopProfile() {
    if (!raw_) return WhyNull();
    std::string text;
    auto write = [](void* to, const char* json, size_t size) {
      static_cast<std::string*>(to)->assign(json, size);
    };
    hw_error error = {};
    if (!hw_profile_stop(raw_, write, &text, &error)) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return text;
  }
  // Runs body() inside the isolate, as callbacks of the host are: for using C++ objects of its heap, and for
  // many calls in a row. If the isolate is null, the process ends with a sentence.
  template <class F>
  void Enter(F&& body) {
    if (!raw_) internal::Misuse("hw::Isolate::Enter: " + WhyNull().text);
    internal::Enter(raw_, body);
  }
  // Makes a function object of the host's function of that name, which finds `captured` in its hw_call.
  Result<Value> NewFunction(const char* name, Value captured, const FunctionOptions& with = {}) {
    hw_function_options options = {};
    options.size = sizeof options;
    if (!with.shown_name.empty()) options.shown_name = String(with.shown_name).raw();
    options.length = with.length;
    options.constructs = with.constructs;
    if (with.prototype) options.prototype = with.prototype->raw();
    hw_value function;
    return Done(hw_function_make(raw_, name, captured.raw(), &options, &function), function);
  }
  // Has Host::OnPromiseSettled called with the token when the promise is settled (hw_promise_watch).
  Result<void> Watch(Value promise, uint64_t token) {
    return Done(hw_promise_watch(raw_, promise.raw(), token));
  }
  // Queues a job that calls the function with these arguments.
  Result<void> QueueJob(Value function, std::initializer_list<Value> arguments = {}) {
    std::vector<hw_value> all;
    for (const Value& argument : arguments) all.push_back(argument.raw());
    return Done(hw_queue_job(raw_, function.raw(), all.data(), all.size()));
  }
  // Returns, or sets, the value that asynchronous code carries along (hw_async_context).
  Value AsyncContext() { return {raw_, hw_async_context(raw_)}; }
  void SetAsyncContext(Value context) { hw_set_async_context(raw_, context.raw()); }
  // Returns the constructor of a class of the host.
  Value Constructor(const char* name) { return {raw_, hw_class_constructor(raw_, name)}; }
  // Installs the host's functions and classes as globals, or as properties of an object.
  Result<void> InstallHost() { return Done(hw_install_host(raw_, hw_global(raw_))); }
  Result<void> InstallHost(Value object) { return Done(hw_install_host(raw_, object.raw())); }

  Value Undefined() { return {raw_, hw_undefined()}; }
  Value Null() { return {raw_, hw_null()}; }
  Value Boolean(bool value) { return {raw_, hw_boolean(value)}; }
  Value Number(double value) { return {raw_, hw_number(raw_, value)}; }
  Value String(std::string_view text) { return {raw_, hw_string(raw_, text.data(), text.size())}; }
  Value Date(double milliseconds) { return {raw_, hw_date(raw_, milliseconds)}; }
  Value Symbol(hw_well_known which) { return {raw_, hw_symbol_well_known(raw_, which)}; }
  // Returns a key of properties that guests can neither see nor guess (hw_private_key).
  Value PrivateKey(const char* name) { return {raw_, hw_private_key(raw_, name)}; }
  // Makes a BigInt of words, the least significant first.
  Result<Value> BigInt(std::span<const uint64_t> words, bool negative = false) {
    hw_value bigint;
    return Done(hw_bigint_words(raw_, negative, words.data(), words.size(), &bigint), bigint);
  }
  // Makes an error that isn't thrown.
  Result<Value> NewError(hw_error_type type, std::string_view message) {
    hw_value error;
    return Done(hw_error_new(raw_, type, String(message).raw(), &error), error);
  }
  Value Object() { return {raw_, hw_object(raw_)}; }
  Value Array(std::initializer_list<Value> elements = {}) {
    std::vector<hw_value> all;
    for (const Value& element : elements) all.push_back(element.raw());
    return {raw_, hw_array(raw_, all.data(), all.size())};
  }
  Value Global() { return {raw_, hw_global(raw_)}; }
  // Converts a C++ value to JavaScript as for the result of a host function.
  template <class T>
  Value From(const T& value) {
    return {raw_, internal::Returned<std::decay_t<T>>::Raw(raw_, value)};
  }
  // Makes a Uint8Array with a copy of the bytes.
  Result<Value> Bytes(std::span<const uint8_t> bytes) {
    hw_value array;
    return Done(hw_uint8_array(raw_, bytes.data(), bytes.size(), &array), array);
  }
  // Makes an ArrayBuffer over memory that stays where it is. `owner` is whatever keeps the memory; it is
  // destroyed when the buffer gives the memory up (hw_array_buffer_external). `flags` are HW_BUFFER_READ_ONLY
  // and HW_BUFFER_UNCOUNTED.
  template <class Owner>
  Result<Value> ExternalBuffer(std::span<uint8_t> memory, Owner owner, uint32_t flags = 0) {
    auto kept = std::make_unique<Owner>(std::move(owner));
    auto release = [](void* data) { delete static_cast<Owner*>(data); };
    hw_value buffer;
    Result<Value> made = Done(
        hw_array_buffer_external(raw_, memory.data(), memory.size(), flags, release, kept.get(), &buffer),
        buffer);
    if (made) (void)kept.release();
    return made;
  }
  // Makes a value of the items that next(hw_item&) fills in, one at each call, until it is whole (hw_build).
  // hw::item makes items. `next` returns false if there is none.
  template <class F>
    requires std::is_invocable_r_v<bool, F&, hw_item&>
  Result<Value> Build(F&& next) {
    auto call = [](void* data, hw_item* item) -> bool {
      return (*static_cast<std::remove_reference_t<F>*>(data))(*item);
    };
    hw_value result;
    return Done(hw_build(raw_, call, const_cast<void*>(static_cast<const void*>(&next)), &result), result);
  }
  // The same of items that are there already.
  Result<Value> Build(std::span<const hw_item> items) {
    size_t next = 0;
    return Build([&](hw_item& item) {
      if (next == items.size()) return false;
      item = items[next++];
      return true;
    });
  }
  // Makes a typed array or a DataView of a buffer. SIZE_MAX stands for the rest of it.
  Result<Value> NewView(hw_view_kind kind, Value buffer, size_t byte_offset = 0, size_t length = SIZE_MAX) {
    hw_value view;
    return Done(hw_view_new(raw_, kind, buffer.raw(), byte_offset, length, &view), view);
  }
  // Makes an object that has a C++ object, which is deleted some time after the object was collected.
  template <class T>
  Result<Value> NewExternal(std::unique_ptr<T> object, const External& with = {}) {
    hw_external external = internal::ExternalOf(object.get(), with);
    hw_value made = hw_external_new(raw_, &external);
    if (hw_type_of(raw_, made) != HW_TYPE_OBJECT) return raw_ ? ErrorOf(raw_, HW_INVALID) : WhyNull();
    (void)object.release();
    return Value(raw_, made);
  }
  // Reads the bytes that Value::Serialize made, in this isolate or another. The bytes may come from anywhere.
  Result<Value> Deserialize(std::span<const uint8_t> bytes) {
    hw_value result;
    return Done(hw_deserialize(raw_, bytes.data(), bytes.size(), &result), result);
  }
  // Takes a value of the C interface.
  Value Wrap(hw_value raw) { return {raw_, raw}; }
  // Does what JSON.parse does.
  Result<Value> ParseJson(std::string_view text) {
    hw_value result;
    return Done(hw_json_parse(raw_, text.data(), text.size(), &result), result);
  }

  // Makes an image of the isolate as it is between two calls (hw_isolate_freeze).
  Result<Image> Freeze() {
    if (!raw_) return WhyNull();
    hw_error error;
    hw_image* image = hw_isolate_freeze(raw_, &error);
    if (!image) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return Image(image);
  }
  // The same, with `compact` of the options.
  Result<Image> Freeze(const ImageOptions& options) {
    if (!raw_) return WhyNull();
    hw_image_options raw_options = options.ToC();
    hw_error error;
    hw_image* image = hw_isolate_freeze_with(raw_, &raw_options, &error);
    if (!image) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return Image(image);
  }
  // Resets the isolate to its image (hw_isolate_reset).
  bool Reset() { return hw_isolate_reset(raw_); }
  // Lets a guest be used again that a time limit, an interrupt or want of fuel has ended (hw_isolate_revive).
  bool Revive() { return hw_isolate_revive(raw_); }
  // Asks the running guest to stop. May be called from any thread.
  void Interrupt() { hw_isolate_interrupt(raw_); }
  // Returns why calls say HW_TERMINATED; HW_REASON_NONE, which is 0, if they don't.
  hw_reason Reason() const { return hw_isolate_reason(raw_); }
  // Sets the fuel that remains now, and the amount restored by a reset. 0 means unlimited.
  void SetFuel(int64_t fuel) { hw_isolate_set_fuel(raw_, fuel); }
  // Sets the time limit of each subsequent call into the isolate. 0 means no limit.
  void SetTimeout(uint64_t nanoseconds) { hw_isolate_set_timeout(raw_, nanoseconds); }
  // Returns the memory in use, the fuel left and the number of collections.
  hw_usage Usage() const {
    hw_usage usage = {};
    usage.size = sizeof usage;
    hw_isolate_usage(raw_, &usage);
    return usage;
  }

 private:
  Error WhyNull() const {
    return {HW_INVALID, HW_REASON_NONE, why_null_.empty() ? hw_mistake(nullptr) : why_null_};
  }
  Result<Value> Done(hw_status status, const hw_value& result) const {
    if (!raw_) return WhyNull();
    if (status != HW_OK) return ErrorOf(raw_, status);
    return Value(raw_, result);
  }
  Result<void> Done(hw_status status) const {
    if (!raw_) return WhyNull();
    if (status != HW_OK) return ErrorOf(raw_, status);
    return {};
  }

  hw_isolate* raw_ = nullptr;
  std::string why_null_;
};

// Isolates of one configuration that are ready, and whose memory stays.
class Pool {
 public:
  // Makes a pool of `count` isolates.
  static Result<Pool> Make(const Config& config, size_t count) {
    Pool pool;
    std::string mistake;
    std::optional<hw_config> raw = config.Raw(&mistake);
    if (!raw) return Error{HW_INVALID, HW_REASON_NONE, mistake};
    hw_error error;
    pool.raw_ = hw_pool_new(&*raw, count, &error);
    if (!pool.raw_) return Error{HW_INVALID, HW_REASON_NONE, error.text};
    return pool;
  }
  Pool(Pool&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  ~Pool() { hw_pool_destroy(raw_); }

  // Calls body(Isolate&) with a clean isolate. The isolate may be null if there is no memory; its calls then
  // say so.
  template <class F>
  auto With(F&& body) {
    hw_error error = {};
    hw_isolate* taken = hw_pool_take(raw_, &error);
    struct Lease {
      hw_pool* pool;
      Isolate isolate;
      ~Lease() { hw_pool_give(pool, isolate.Release()); }
    } lease{raw_, Isolate(taken, error.text)};
    return body(lease.isolate);
  }

 private:
  Pool() = default;
  hw_pool* raw_ = nullptr;
};

}  // namespace hw

#endif  // HALFWORD_HALFWORD_HPP_
