// Halfword for C++20 programs, over the C interface (halfword.h, which explains threads, values and
// outcomes).
//
//   hw::Host host;
//   host.Function("add", [](double a, double b) { return a + b; });
//   hw::Isolate isolate({.host = host, .memory_limit = 64 << 20});
//   hw::Result<hw::Value> sum = isolate.Evaluate("add(40, 2)");
//   if (sum) std::printf("%g\n", sum->AsNumber());
//
// No exceptions are thrown and none may pass through. Handles to images, hosts, isolates and pools are
// counted or moved; a Value is a plain word for local variables and arguments, a Ref keeps one anywhere.
#ifndef HALFWORD_HALFWORD_HPP_
#define HALFWORD_HALFWORD_HPP_

#include <concepts>
#include <cstring>
#include <deque>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "halfword/halfword.h"

namespace hw {

// What went wrong: an exception of the guest, its termination, or a sentence about something outside of
// JavaScript.
struct Error {
  hw_status status = HW_INVALID;
  hw_reason reason = HW_NOT_TERMINATED;
  std::string text;
};

// A T or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const { return value_.has_value(); }
  T& operator*() { return *value_; }
  T* operator->() { return &*value_; }
  const T& operator*() const { return *value_; }
  T ValueOr(T other) const { return value_.value_or(std::move(other)); }
  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const { return !error_; }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

// After a call of the C interface.
inline Error ErrorOf(hw_isolate* isolate, hw_status status) {
  Error error{status, hw_isolate_reason(isolate), {}};
  if (status == HW_EXCEPTION) {
    hw_value exception = hw_exception(isolate);
    error.text.resize(hw_describe(isolate, exception, nullptr, 0));
    hw_describe(isolate, exception, error.text.data(), error.text.size() + 1);
  } else if (status == HW_TERMINATED) {
    constexpr const char* kReasons[] = {"not terminated",  "out of memory", "out of fuel",    "interrupted",
                                        "deadline passed", "stopped",       "no native stack"};
    error.text = kReasons[error.reason];
  } else {
    error.text = status == HW_SUSPENDED ? "suspended" : "the arguments do not allow it";
  }
  return error;
}

// For functions of a host: throws, by what they return.
inline Error Throw(hw_isolate* isolate, hw_error_type type, const std::string& message) {
  return ErrorOf(isolate, hw_throw_error(isolate, type, message.c_str()));
}

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

class Image : public internal::Counted<hw_image, hw_image_retain, hw_image_release> {
 public:
  using Counted::Counted;
  static Result<Image> Open(const char* path) {
    hw_error error;
    hw_image* raw = hw_image_open(path, &error);
    if (!raw) return Error{HW_INVALID, HW_NOT_TERMINATED, error.text};
    return Image(raw);
  }
  static Result<Image> FromBytes(std::span<const std::byte> bytes) {
    hw_error error;
    hw_image* raw = hw_image_from_bytes(bytes.data(), bytes.size(), &error);
    if (!raw) return Error{HW_INVALID, HW_NOT_TERMINATED, error.text};
    return Image(raw);
  }
  Result<void> Save(const char* path) const {
    hw_error error;
    if (!hw_image_save(get(), path, &error)) return Error{HW_INVALID, HW_NOT_TERMINATED, error.text};
    return {};
  }
  std::vector<std::byte> Bytes() const {
    std::vector<std::byte> bytes(hw_image_bytes(get(), nullptr, 0));
    hw_image_bytes(get(), bytes.data(), bytes.size());
    return bytes;
  }
};

// Limits that several isolates share.
class Budget : public internal::Counted<hw_budget, hw_budget_retain, hw_budget_release> {
 public:
  using Counted::Counted;
  Budget() = default;
  Budget(size_t memory_limit, int64_t fuel) : Counted(hw_budget_new(memory_limit, fuel)) {}
};

// A value of an isolate, for local variables and arguments.
class Value {
 public:
  Value(hw_isolate* isolate, hw_value raw) : isolate_(isolate), raw_(raw) {}
  hw_value raw() const { return raw_; }
  hw_isolate* isolate() const { return isolate_; }

  hw_type Type() const { return hw_type_of(isolate_, raw_); }
  bool IsUndefined() const { return Type() == HW_UNDEFINED; }
  bool IsString() const { return Type() == HW_STRING; }
  bool IsFunction() const { return Type() == HW_FUNCTION; }
  bool IsArray() const { return hw_is_array(isolate_, raw_); }
  bool IsTrue() const { return hw_is_true(isolate_, raw_); }
  double AsNumber() const { return hw_as_number(isolate_, raw_); }
  // Of a string; empty if it is none.
  std::string AsString() const {
    std::string text(hw_utf8(isolate_, raw_, nullptr, 0), 0);
    hw_utf8(isolate_, raw_, text.data(), text.size() + 1);
    return text;
  }
  // As String(value) does it.
  Result<std::string> ToString() const {
    hw_value string;
    hw_status status = hw_to_string(isolate_, raw_, &string);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return Value(isolate_, string).AsString();
  }
  Result<std::string> ToJson() const {
    hw_value string;
    hw_status status = hw_json_stringify(isolate_, raw_, &string);
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return Value(isolate_, string).AsString();
  }
  std::optional<std::span<uint8_t>> Bytes() const {
    uint8_t* data;
    size_t size;
    if (!hw_bytes(isolate_, raw_, &data, &size)) return std::nullopt;
    return std::span(data, size);
  }

  Result<Value> Get(const char* name) const {
    hw_value result;
    return Done(hw_get_named(isolate_, raw_, name, &result), result);
  }
  Result<Value> Get(uint32_t index) const {
    hw_value result;
    return Done(hw_get_index(isolate_, raw_, index, &result), result);
  }
  Result<void> Set(const char* name, Value value) const {
    return Done(hw_set_named(isolate_, raw_, name, value.raw_));
  }
  Result<void> Set(uint32_t index, Value value) const {
    return Done(hw_set_index(isolate_, raw_, index, value.raw_));
  }
  Result<Value> Call(std::initializer_list<Value> arguments = {}) const {
    return CallOn({isolate_, hw_undefined()}, arguments);
  }
  Result<Value> CallOn(Value receiver, std::initializer_list<Value> arguments = {}) const {
    hw_value raw[16], result;
    std::vector<hw_value> more;
    hw_value* all = raw;
    if (arguments.size() > std::size(raw)) {
      more.resize(arguments.size());
      all = more.data();
    }
    size_t count = 0;
    for (const Value& argument : arguments) all[count++] = argument.raw_;
    return Done(hw_call_function(isolate_, raw_, receiver.raw_, all, count, &result), result);
  }

 private:
  Result<Value> Done(hw_status status, const hw_value& result) const {
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return Value(isolate_, result);
  }
  Result<void> Done(hw_status status) const {
    if (status != HW_OK) return ErrorOf(isolate_, status);
    return {};
  }

  hw_isolate* isolate_;
  hw_value raw_;
};

// ---- Functions from lambdas ----

namespace internal {

// What JavaScript passes, as C++ takes it. False: it is something else.
inline bool Take(Value from, double* to) { return *to = from.AsNumber(), from.Type() == HW_NUMBER; }
inline bool Take(Value from, bool* to) { return *to = from.IsTrue(), from.Type() == HW_BOOLEAN; }
inline bool Take(Value from, std::string* to) { return *to = from.AsString(), from.IsString(); }
template <class T>
  requires std::is_integral_v<T> && (!std::is_same_v<T, bool>)
bool Take(Value from, T* to) {
  double n = from.AsNumber();
  if (!(n >= static_cast<double>(std::numeric_limits<T>::min()) &&
        n <= static_cast<double>(std::numeric_limits<T>::max())) ||
      n != static_cast<double>(static_cast<int64_t>(n))) {
    return false;
  }
  return *to = static_cast<T>(n), true;
}
template <class T>
bool Take(Value from, std::optional<T>* to) {
  if (from.IsUndefined()) return true;
  return Take(from, &to->emplace());
}

// What C++ returns, as JavaScript gets it. Specialised by R for further types.
inline hw_value Give(hw_isolate*, Value value) { return value.raw(); }
template <std::same_as<bool> B>
hw_value Give(hw_isolate*, B value) {
  return hw_boolean(value);
}
inline hw_value Give(hw_isolate* isolate, std::string_view text) {
  return hw_string(isolate, text.data(), text.size());
}
inline hw_value Give(hw_isolate* isolate, const std::string& text) {
  return hw_string(isolate, text.data(), text.size());
}
inline hw_value Give(hw_isolate* isolate, const char* text) {
  return hw_string(isolate, text, HW_ZERO_TERMINATED);
}
template <class T>
  requires std::is_arithmetic_v<T> && (!std::is_same_v<T, bool>)
hw_value Give(hw_isolate* isolate, T value) {
  return hw_number(isolate, static_cast<double>(value));
}
template <class R>
struct Returned {
  static hw_value Raw(hw_isolate* isolate, const R& value) { return Give(isolate, value); }
};
template <class R>
struct ReturnValue {
  static hw_status Write(hw_isolate* isolate, const R& value, hw_value* result) {
    *result = Returned<R>::Raw(isolate, value);
    return HW_OK;
  }
};
template <class R>
struct ReturnValue<Result<R>> {
  static hw_status Write(hw_isolate* isolate, const Result<R>& value, hw_value* result) {
    if (value) {
      if constexpr (!std::is_void_v<R>) *result = Returned<R>::Raw(isolate, *value);
      return HW_OK;
    }
    const Error& error = value.error();
    return error.status == HW_INVALID ? hw_throw_error(isolate, HW_TYPE_ERROR, error.text.c_str())
                                      : error.status;
  }
};

template <class... A>
struct Types {
  static constexpr size_t kCount = sizeof...(A);
};
template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using Return = R;
  using Arguments = Types<A...>;
};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (*)(A...)> {};

// The place of an argument that C++ takes as an A, until all are known to fit. Specialised for further types.
template <class A>
struct Slot {
  static constexpr bool kIsArgument = true;
  std::decay_t<A> value{};
  bool Fill(Value from) { return Take(from, &value); }
  std::decay_t<A>&& Pass() { return std::move(value); }
};
template <class A>
  requires std::is_same_v<std::decay_t<A>, Value>
struct Slot<A> {
  static constexpr bool kIsArgument = true;
  Value value{nullptr, hw_undefined()};
  bool Fill(Value from) {
    value = from;
    return true;
  }
  Value& Pass() { return value; }
};
// A function may ask for its isolate beside what JavaScript passes.
template <>
struct Slot<hw_isolate*> {
  static constexpr bool kIsArgument = false;
  hw_isolate* value = nullptr;
  bool Fill(Value from) { return value = from.isolate(), true; }
  hw_isolate* Pass() { return value; }
};
template <class... A>
constexpr int LengthOf(Types<A...>) {
  return (0 + ... + int{Slot<A>::kIsArgument});
}

template <class F, class R, class... A, size_t... I>
hw_status CallTyped(F& function, hw_isolate* isolate, const hw_call* call, hw_value* result, Types<A...>, R*,
                    std::index_sequence<I...>) {
  std::tuple<Slot<A>...> slots;
  size_t next = 0;
  [[maybe_unused]] auto fill = [&](auto& slot) {
    size_t i = next;
    if (slot.kIsArgument) next++;
    return slot.Fill(Value(isolate, i < call->argument_count ? call->arguments[i] : hw_undefined()));
  };
  bool ok = (fill(std::get<I>(slots)) && ...);
  if (!ok) {
    std::string message = "argument " + std::to_string(next) + " is not of the type that is needed";
    return hw_throw_error(isolate, HW_TYPE_ERROR, message.c_str());
  }
  if constexpr (std::is_void_v<R>) {
    function(std::get<I>(slots).Pass()...);
    return HW_OK;
  } else {
    return ReturnValue<std::decay_t<R>>::Write(isolate, function(std::get<I>(slots).Pass()...), result);
  }
}
template <class R, class F, class... A>
hw_status CallTyped(F& function, hw_isolate* isolate, const hw_call* call, hw_value* result,
                    Types<A...> types) {
  return CallTyped(function, isolate, call, result, types, static_cast<std::remove_reference_t<R>*>(nullptr),
                   std::index_sequence_for<A...>());
}

struct AnyFunction {
  std::function<hw_status(hw_isolate*, const hw_call*, hw_value*)> call;

  static hw_status Run(hw_isolate* isolate, const hw_call* call, hw_value* result) {
    return static_cast<AnyFunction*>(call->data)->call(isolate, call, result);
  }
  hw_function Row(const char* name, int length) { return {name, call ? &Run : nullptr, length, this}; }
};

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

}  // namespace internal

// What a program offers to its guests: functions by name, and hooks. Changes do not reach isolates made
// before.
class Host {
 public:
  Host() { hooks_.size = sizeof hooks_; }
  // Numbers, bool, std::string, optionals of those, and Value go in; the same (and views) come out, or a
  // Result of it, whose error is thrown. A wrong type is a TypeError. Where it takes a hw_isolate*, it gets
  // its isolate, and JavaScript doesn't see that argument.
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
  // A hw::Class<T> (halfword/classes.hpp); parents before what is derived from them.
  template <class C>
  Host& Define(C&& c) {
    classes_.push_back(c.definition());
    made_.reset();
    return *this;
  }
  // hw_status(hw_isolate*, const hw_call*, hw_value* result), as in halfword.h.
  template <class F>
  Host& Raw(std::string name, int length, F function) {
    names_.push_back(std::make_shared<std::string>(std::move(name)));
    functions_.push_back(std::make_shared<internal::AnyFunction>(internal::AnyFunction{std::move(function)}));
    lengths_.push_back(length);
    made_.reset();
    return *this;
  }
  hw_hooks& hooks() {
    made_.reset();
    return hooks_;
  }

  // What an isolate holds on to.
  struct Made {
    hw_host* raw = nullptr;
    std::vector<std::shared_ptr<internal::AnyFunction>> functions;
    std::vector<std::shared_ptr<internal::ClassDefinition>> classes;
    std::string error;  // why it can't be used; empty: it can
    ~Made() { hw_host_release(raw); }
  };
  std::shared_ptr<Made> Make() const {
    if (made_) return made_;
    auto made = std::make_shared<Made>();
    made->functions = functions_;
    std::vector<hw_function> rows;
    for (size_t i = 0; i < functions_.size(); i++) {
      rows.push_back(functions_[i]->Row(names_[i]->c_str(), lengths_[i]));
    }
    made->raw = hw_host_new(rows.data(), rows.size(), &hooks_);
    made->classes = classes_;
    for (auto& c : made->classes) {
      hw_error error;
      if (made->error.empty() && !c->AddTo(made->raw, &error)) made->error = error.text;
    }
    return made_ = made;
  }

 private:
  std::vector<std::shared_ptr<std::string>> names_;
  std::vector<std::shared_ptr<internal::AnyFunction>> functions_;
  std::vector<int> lengths_;
  std::vector<std::shared_ptr<internal::ClassDefinition>> classes_;
  hw_hooks hooks_ = {};
  mutable std::shared_ptr<Made> made_;
};

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

  hw_config Raw(const Host::Made* made) const {
    hw_config c = {};
    c.size = sizeof c;
    c.image = image.get();
    c.host = made ? made->raw : nullptr;
    c.data = data;
    c.memory_limit = memory_limit;
    c.fuel = fuel;
    c.timeout_ns = timeout_ns;
    c.stack_bytes = stack_bytes;
    c.native_stack_bytes = native_stack_bytes;
    c.budget = budget.get();
    return c;
  }
};

class Isolate {
 public:
  static Result<Isolate> Make(const Config& config = {}) {
    std::shared_ptr<Host::Made> host = config.host ? config.host->Make() : nullptr;
    if (host && !host->error.empty()) return Error{HW_INVALID, HW_NOT_TERMINATED, host->error};
    hw_config raw = config.Raw(host.get());
    hw_error error;
    hw_isolate* isolate = hw_isolate_new(&raw, &error);
    if (!isolate) return Error{HW_INVALID, HW_NOT_TERMINATED, error.text};
    return Isolate(isolate, std::move(host));
  }
  // Null (see operator bool) where memory can't be had or the image doesn't fit; Make says why.
  explicit Isolate(const Config& config = {}) {
    if (Result<Isolate> made = Make(config)) *this = std::move(*made);
  }
  explicit Isolate(hw_isolate* raw, std::shared_ptr<Host::Made> host = nullptr)
      : raw_(raw), host_(std::move(host)) {}
  Isolate(Isolate&& other) noexcept
      : raw_(std::exchange(other.raw_, nullptr)), host_(std::move(other.host_)) {}
  Isolate& operator=(Isolate&& other) noexcept {
    std::swap(raw_, other.raw_);
    std::swap(host_, other.host_);
    return *this;
  }
  ~Isolate() { hw_isolate_destroy(raw_); }
  explicit operator bool() const { return raw_ != nullptr; }
  hw_isolate* raw() const { return raw_; }
  hw_isolate* Release() { return std::exchange(raw_, nullptr); }

  Result<Value> Evaluate(std::string_view source, const char* name = "script") {
    hw_value result;
    return Done(hw_evaluate(raw_, source.data(), source.size(), name, &result), result);
  }
  Result<void> RunJobs() { return Done(hw_run_jobs(raw_)); }
  // Goes on where a function of the host answered HW_SUSPENDED, as if it had returned or thrown this.
  Result<Value> Resume(Value answer) {
    hw_value result;
    return Done(hw_resume(raw_, answer.raw(), &result), result);
  }
  Result<Value> ResumeThrow(Value exception) {
    hw_value result;
    return Done(hw_resume_throw(raw_, exception.raw(), &result), result);
  }
  // Evaluates a module with all it imports and runs jobs: its namespace, or what it threw.
  Result<Value> EvaluateModule(std::string_view source, const char* name = "module") {
    hw_value module, promise, space, result;
    hw_status status = hw_module_new(raw_, source.data(), source.size(), name, &module);
    if (status == HW_OK) status = hw_module_evaluate(raw_, module, &promise);
    if (status == HW_OK) status = hw_run_jobs(raw_);
    if (status == HW_OK && hw_promise_inspect(raw_, promise, &result) == HW_REJECTED)
      status = hw_throw(raw_, result);
    if (status == HW_OK) status = hw_module_namespace(raw_, module, &space);
    return Done(status, space);
  }
  // Runs body() inside, as callbacks of the host are: for using C++ objects of its heap, and for many calls
  // in a row.
  template <class F>
  void Enter(F&& body) {
    hw_isolate_enter(
        raw_, [](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); },
        const_cast<void*>(static_cast<const void*>(&body)));
  }
  // The constructor of a class of the host.
  Value Constructor(const char* name) { return {raw_, hw_class_new(raw_, name)}; }
  // The host's functions and classes as globals.
  Result<void> InstallHost() { return Done(hw_install_host(raw_, hw_global(raw_))); }

  Value Undefined() { return {raw_, hw_undefined()}; }
  Value Null() { return {raw_, hw_null()}; }
  Value Boolean(bool value) { return {raw_, hw_boolean(value)}; }
  Value Number(double value) { return {raw_, hw_number(raw_, value)}; }
  Value String(std::string_view text) { return {raw_, hw_string(raw_, text.data(), text.size())}; }
  Value Object() { return {raw_, hw_object(raw_)}; }
  Value Array(std::initializer_list<Value> elements = {}) {
    std::vector<hw_value> all;
    for (const Value& element : elements) all.push_back(element.raw());
    return {raw_, hw_array(raw_, all.data(), all.size())};
  }
  Value Global() { return {raw_, hw_global(raw_)}; }
  Value Wrap(hw_value raw) { return {raw_, raw}; }
  Result<Value> ParseJson(std::string_view text) {
    hw_value result;
    return Done(hw_json_parse(raw_, text.data(), text.size(), &result), result);
  }

  Result<Image> Freeze() {
    hw_error error;
    hw_image* image = hw_isolate_freeze(raw_, &error);
    if (!image) return Error{HW_INVALID, HW_NOT_TERMINATED, error.text};
    return Image(image);
  }
  bool Reset() { return hw_isolate_reset(raw_); }
  void Interrupt() { hw_isolate_interrupt(raw_); }
  hw_reason Reason() const { return hw_isolate_reason(raw_); }
  void SetFuel(int64_t fuel) { hw_isolate_set_fuel(raw_, fuel); }
  void SetTimeout(uint64_t nanoseconds) { hw_isolate_set_timeout(raw_, nanoseconds); }
  hw_usage Usage() const {
    hw_usage usage = {};
    usage.size = sizeof usage;
    hw_isolate_usage(raw_, &usage);
    return usage;
  }

 private:
  Result<Value> Done(hw_status status, const hw_value& result) const {
    if (status != HW_OK) return ErrorOf(raw_, status);
    return Value(raw_, result);
  }
  Result<void> Done(hw_status status) const {
    if (status != HW_OK) return ErrorOf(raw_, status);
    return {};
  }

  hw_isolate* raw_ = nullptr;
  std::shared_ptr<Host::Made> host_;
};

// Keeps a value alive and findable, wherever the Ref itself is. REQUIRES: the isolate outlives it, and isn't
// reset.
class Ref {
 public:
  Ref() = default;
  explicit Ref(Value value) : isolate_(value.isolate()), ref_(hw_ref_new(value.isolate(), value.raw())) {}
  Ref(Ref&& other) noexcept : isolate_(other.isolate_), ref_(std::exchange(other.ref_, 0)) {}
  Ref& operator=(Ref&& other) noexcept {
    std::swap(isolate_, other.isolate_);
    std::swap(ref_, other.ref_);
    return *this;
  }
  ~Ref() {
    if (ref_) hw_ref_free(isolate_, ref_);
  }
  Value get() const { return {isolate_, hw_ref_get(isolate_, ref_)}; }
  // The number under which clones of an image of the isolate have it too; it is the image's from now on.
  hw_ref Release() { return std::exchange(ref_, 0); }

 private:
  hw_isolate* isolate_ = nullptr;
  hw_ref ref_ = 0;
};

class Pool {
 public:
  static Result<Pool> Make(const Config& config, size_t count) {
    Pool pool;
    pool.host_ = config.host ? config.host->Make() : nullptr;
    if (pool.host_ && !pool.host_->error.empty())
      return Error{HW_INVALID, HW_NOT_TERMINATED, pool.host_->error};
    hw_config raw = config.Raw(pool.host_.get());
    hw_error error;
    pool.raw_ = hw_pool_new(&raw, count, &error);
    if (!pool.raw_) return Error{HW_INVALID, HW_NOT_TERMINATED, error.text};
    return pool;
  }
  Pool(Pool&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)), host_(std::move(other.host_)) {}
  ~Pool() { hw_pool_destroy(raw_); }

  // Calls body(Isolate&) with a clean isolate. Null isolates are possible where memory can't be had.
  template <class F>
  auto With(F&& body) {
    struct Lease {
      hw_pool* pool;
      Isolate isolate;
      ~Lease() { hw_pool_give(pool, isolate.Release()); }
    } lease{raw_, Isolate(hw_pool_take(raw_, nullptr))};
    return body(lease.isolate);
  }

 private:
  Pool() = default;
  hw_pool* raw_ = nullptr;
  std::shared_ptr<Host::Made> host_;
};

}  // namespace hw

#endif  // HALFWORD_HALFWORD_HPP_
