// C++ types as JavaScript sees them, for halfword.hpp, which programs include: what functions of a host may
// take and return (the table stands at Host::Function).
//
//   Taken<T>      JavaScript's value as a T          Returned<R>     an R as a value
//   Slot<A>       the place of an argument           ReturnValue<R>  the same, where it may fail
//   CallTyped     one call of a C++ function with what JavaScript passes
#ifndef HALFWORD_BINDING_HPP_
#define HALFWORD_BINDING_HPP_

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "halfword/value.hpp"

namespace hw {

// All arguments of a call from this one on. For the last parameter of a function.
class Rest {
 public:
  Rest() = default;
  Rest(hw_isolate* isolate, std::span<const hw_value> values) : isolate_(isolate), values_(values) {}
  size_t size() const { return values_.size(); }
  // The argument, or undefined if the call passes fewer.
  Value operator[](size_t i) const { return {isolate_, i < values_.size() ? values_[i] : hw_undefined()}; }

 private:
  hw_isolate* isolate_ = nullptr;
  std::span<const hw_value> values_;
};

namespace internal {

// True if it points to memory that JavaScript may move or free. Then it is read again when
// all arguments are there.
template <class T>
inline constexpr bool kIsView = false;
template <class B>
inline constexpr bool kIsView<std::span<B>> = true;
template <class T>
inline constexpr bool kIsView<std::optional<T>> = kIsView<T>;

// What JavaScript passes, as C++ takes it: From says whether `value` is a T, Needed what it must
// be. Specialised by T.
template <class T>
struct Taken {
  static_assert(!std::is_same_v<T, Value>, "a value in a container is a hw::Ref");
};
template <std::floating_point T>
struct Taken<T> {
  static std::string Needed() { return "a number"; }
  static bool From(Value value, T* to) { return *to = static_cast<T>(value.AsNumber()), value.IsNumber(); }
};
template <>
struct Taken<bool> {
  static std::string Needed() { return "a boolean"; }
  static bool From(Value value, bool* to) { return *to = value.IsTrue(), value.IsBoolean(); }
};
template <>
struct Taken<std::string> {
  static std::string Needed() { return "a string"; }
  static bool From(Value value, std::string* to) { return *to = value.AsString(), value.IsString(); }
};
// A whole number that fits, or such a BigInt.
template <std::integral T>
struct Taken<T> {
  static std::string Needed() {
    return "a whole number from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
           std::to_string(std::numeric_limits<T>::max());
  }
  static bool From(Value value, T* to) {
    int64_t big;
    if (hw_as_int64(value.isolate(), value.raw(), &big))
      return *to = static_cast<T>(big), std::in_range<T>(big);
    constexpr double kLeast = static_cast<double>(std::numeric_limits<T>::min());
    const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
    double n = value.AsNumber();
    if (!(n >= kLeast && n < end && n == std::trunc(n))) return false;
    return *to = static_cast<T>(n), true;
  }
};
// The bytes of an ArrayBuffer or of a view. They stay where they are until JavaScript runs.
template <class B>
  requires std::is_same_v<std::remove_const_t<B>, uint8_t>
struct Taken<std::span<B>> {
  static std::string Needed() { return "an ArrayBuffer or a view of one"; }
  static bool From(Value value, std::span<B>* to) {
    std::optional<std::span<uint8_t>> bytes = value.Bytes();
    return bytes && (*to = *bytes, true);
  }
};
template <>
struct Taken<std::vector<uint8_t>> {
  static std::string Needed() { return Taken<std::span<uint8_t>>::Needed(); }
  static bool From(Value value, std::vector<uint8_t>* to) {
    std::optional<std::span<uint8_t>> bytes = value.Bytes();
    return bytes && (to->assign(bytes->begin(), bytes->end()), true);
  }
};
// An array, without holes.
template <class T>
struct Taken<std::vector<T>> {
  static std::string Needed() { return "an array, each element " + Taken<T>::Needed(); }
  static_assert(!kIsView<T>, "JavaScript runs between two elements: bytes in a container are copies");
  static bool From(Value value, std::vector<T>* to) {
    if (!value.IsArray()) return false;
    Result<Value> length = value.Get("length");
    for (uint32_t i = 0; length && i < length->AsNumber(); i++) {
      Result<Value> element = value.Get(i);
      T next{};
      if (!element || element->IsUndefined() || !Taken<T>::From(*element, &next)) return false;
      to->push_back(std::move(next));
    }
    return true;
  }
};
// Undefined, or not passed at all: nothing.
template <class T>
struct Taken<std::optional<T>> {
  static std::string Needed() { return Taken<T>::Needed() + ", or undefined"; }
  static bool From(Value value, std::optional<T>* to) {
    return value.IsUndefined() || Taken<T>::From(value, &to->emplace());
  }
};

// What a value is, for the sentence that says it should be something else.
inline std::string WhatIs(Value value) {
  switch (value.Type()) {
    case HW_TYPE_UNDEFINED: return "undefined";
    case HW_TYPE_NULL: return "null";
    case HW_TYPE_BOOLEAN: return "a boolean";
    case HW_TYPE_NUMBER: {
      char text[32];
      hw_describe(value.isolate(), value.raw(), text, sizeof text);
      return std::string("the number ") + text;
    }
    case HW_TYPE_STRING: return "a string";
    case HW_TYPE_SYMBOL: return "a symbol";
    case HW_TYPE_BIGINT: return "a BigInt";
    case HW_TYPE_OBJECT: break;
    case HW_TYPE_FUNCTION: return "a function";
  }
  return value.IsArray() ? "an array" : "an object";
}

// What C++ returns, as JavaScript gets it. Specialised by R.
template <class R>
struct Returned;
template <>
struct Returned<Value> {
  static hw_value Raw(hw_isolate*, Value value) { return value.raw(); }
};
template <>
struct Returned<std::nullptr_t> {
  static hw_value Raw(hw_isolate*, std::nullptr_t) { return hw_null(); }
};
template <>
struct Returned<bool> {
  static hw_value Raw(hw_isolate*, bool value) { return hw_boolean(value); }
};
template <class R>
  requires std::is_arithmetic_v<R>
struct Returned<R> {
  static hw_value Raw(hw_isolate* isolate, R value) { return hw_number(isolate, static_cast<double>(value)); }
};
template <class R>
  requires std::convertible_to<const R&, std::string_view>
struct Returned<R> {
  static hw_value Raw(hw_isolate* isolate, std::string_view text) {
    return hw_string(isolate, text.data(), text.size());
  }
};
template <class B>
  requires std::is_same_v<std::remove_const_t<B>, uint8_t>
struct Returned<std::span<B>> {
  // Undefined where memory is short; a function that returns bytes throws instead.
  static hw_value Raw(hw_isolate* isolate, std::span<B> bytes) {
    hw_value array = hw_undefined();
    hw_uint8_array(isolate, bytes.data(), bytes.size(), &array);
    return array;
  }
};
template <>
struct Returned<std::vector<uint8_t>> : Returned<std::span<const uint8_t>> {};
template <class R>
struct Returned<std::vector<R>> {
  static hw_value Raw(hw_isolate* isolate, const std::vector<R>& values) {
    hw_value array = hw_array(isolate, nullptr, 0);
    uint32_t i = 0;
    for (const R& value : values) hw_set_index(isolate, array, i++, Returned<R>::Raw(isolate, value));
    return array;
  }
};
template <class R>
struct Returned<std::optional<R>> {
  static hw_value Raw(hw_isolate* isolate, const std::optional<R>& value) {
    return value ? Returned<R>::Raw(isolate, *value) : hw_undefined();
  }
};

template <class R>
struct ReturnValue {
  static hw_status Write(hw_isolate* isolate, const R& value, hw_value* result) {
    *result = Returned<R>::Raw(isolate, value);
    return HW_OK;
  }
};
template <class B>
  requires std::is_same_v<std::remove_const_t<B>, uint8_t>
struct ReturnValue<std::span<B>> {
  static hw_status Write(hw_isolate* isolate, std::span<B> bytes, hw_value* result) {
    return hw_uint8_array(isolate, bytes.data(), bytes.size(), result);
  }
};
template <>
struct ReturnValue<std::vector<uint8_t>> : ReturnValue<std::span<const uint8_t>> {};
template <>
struct ReturnValue<Error> {
  static hw_status Write(hw_isolate* isolate, const Error& error, hw_value*) {
    return error.status == HW_INVALID ? hw_throw_error(isolate, HW_ERROR_TYPE, error.text.c_str())
                                      : error.status;
  }
};
template <class R>
struct ReturnValue<Result<R>> {
  static hw_status Write(hw_isolate* isolate, const Result<R>& value, hw_value* result) {
    if (!value) return ReturnValue<Error>::Write(isolate, value.error(), result);
    if constexpr (std::is_void_v<R>)
      return HW_OK;
    else
      return ReturnValue<R>::Write(isolate, *value, result);
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
  static std::string Needed() { return Taken<std::decay_t<A>>::Needed(); }
  bool Fill(Value from) { return Taken<std::decay_t<A>>::From(from, &value); }
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
// Valid for the length of the call.
template <class A>
  requires std::is_same_v<std::decay_t<A>, std::string_view>
struct Slot<A> {
  static constexpr bool kIsArgument = true;
  std::string value;
  static std::string Needed() { return Taken<std::string>::Needed(); }
  bool Fill(Value from) { return Taken<std::string>::From(from, &value); }
  std::string_view Pass() { return value; }
};
// A function may ask for its isolate beside what JavaScript passes.
template <>
struct Slot<hw_isolate*> {
  static constexpr bool kIsArgument = false;
  hw_isolate* value = nullptr;
  bool Fill(Value from) { return value = from.isolate(), true; }
  hw_isolate* Pass() { return value; }
};
template <>
struct Slot<Rest> {
  static constexpr bool kIsArgument = false;
  Rest value;
  bool FillRest(Rest rest) { return value = rest, true; }
  Rest Pass() { return value; }
};
template <class... A>
constexpr int LengthOf(Types<A...>) {
  return (0 + ... + int{Slot<A>::kIsArgument});
}

template <class F, class R, class... A, size_t... I>
hw_status CallTyped(F& function, hw_isolate* isolate, const hw_call* call, hw_value* result, Types<A...>, R*,
                    std::index_sequence<I...>) {
  std::tuple<Slot<A>...> slots;
  std::span<const hw_value> all(call->arguments, call->argument_count);
  size_t next = 0;
  std::string needed;  // of the first that doesn't fit
  [[maybe_unused]] auto fill = [&](auto& slot, bool wanted) {
    if constexpr (requires { slot.FillRest(Rest()); }) {
      return slot.FillRest(Rest(isolate, all.subspan(std::min(next, all.size()))));
    } else {
      size_t i = next;
      if (slot.kIsArgument) next++;
      if (!wanted || slot.Fill(Value(isolate, i < all.size() ? all[i] : hw_undefined()))) return true;
      if constexpr (requires { slot.Needed(); }) needed = slot.Needed();
      return false;
    }
  };
  bool ok = (fill(std::get<I>(slots), true) && ...);
  if constexpr ((kIsView<std::decay_t<A>> || ...)) {
    if (ok) next = 0;
    ok = ok && (fill(std::get<I>(slots), kIsView<std::decay_t<A>>) && ...);
  }
  if (!ok) {
    Value given(isolate, next - 1 < all.size() ? all[next - 1] : hw_undefined());
    std::string message =
        "argument " + std::to_string(next) + " must be " + needed + ", not " + WhatIs(given);
    return hw_throw_error(isolate, HW_ERROR_TYPE, message.c_str());
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

}  // namespace internal

template <class T>
std::optional<T> Value::As() const {
  std::optional<T> to(std::in_place);
  if (!internal::Taken<T>::From(*this, &*to)) return std::nullopt;
  return to;
}

template <class... A>
Result<Value> Value::operator()(const A&... arguments) const {
  hw_value all[] = {hw_undefined(), internal::Returned<std::decay_t<A>>::Raw(isolate_, arguments)...};
  hw_value result;
  return Done(hw_call_function(isolate_, raw_, hw_undefined(), all + 1, sizeof...(A), &result), result);
}

// A promise that C++ settles, for functions of a host that answer later. What waits for it runs in RunJobs.
// Settling it after the isolate's reset or end is an error.
class Promise {
 public:
  explicit Promise(hw_isolate* isolate) {
    hw_value promise = hw_undefined();
    hw_promise_new(isolate, &promise);
    promise_ = Ref(Value(isolate, promise));
  }
  Value get() const { return promise_.get(); }
  // Only the first call of any of these has an effect.
  template <class T>
  Result<void> Resolve(const T& value) const {
    Value promise = get();
    hw_value result = internal::Returned<std::decay_t<T>>::Raw(promise.isolate(), value);
    return Done(hw_promise_resolve(promise.isolate(), promise.raw(), result));
  }
  Result<void> Reject(Value reason) const {
    return Done(hw_promise_reject(promise_.isolate(), get().raw(), reason.raw()));
  }
  // Rejects it with a new Error.
  Result<void> Reject(hw_error_type type, const std::string& message) const {
    hw_isolate* isolate = promise_.isolate();
    Error error = Throw(isolate, type, message);
    if (error.status != HW_EXCEPTION) return error;
    return Reject({isolate, hw_exception(isolate)});
  }

 private:
  Result<void> Done(hw_status status) const {
    if (status != HW_OK) return ErrorOf(promise_.isolate(), status);
    return {};
  }

  Ref promise_;
};

namespace internal {

template <>
struct Taken<Ref> {
  static std::string Needed() { return "a value"; }
  static bool From(Value value, Ref* to) { return *to = Ref(value), true; }
};
template <>
struct Returned<Ref> {
  static hw_value Raw(hw_isolate*, const Ref& ref) { return ref.get().raw(); }
};
template <>
struct Returned<Promise> {
  static hw_value Raw(hw_isolate*, const Promise& promise) { return promise.get().raw(); }
};

}  // namespace internal

}  // namespace hw

#endif  // HALFWORD_BINDING_HPP_
