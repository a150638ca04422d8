// Entries of the host into an isolate, with their outcome, and calls of the host's code out of it.
#ifndef HALFWORD_API_ENTRY_H_
#define HALFWORD_API_ENTRY_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

#include "api/arguments.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/values.h"
#include "objects/isolate.h"
#include "platform/exhaustion.h"

namespace halfword::api {

// Calls body(data, …) with the isolate entered. REQUIRES: WhyNotEnter is null.
void CallInside(hw_isolate* isolate, void (*body)(void*, Isolate&), void* data);

// Runs body(Isolate&) with the isolate entered by this thread, or says why it can't.
template <class F>
auto EnterOrRefuse(const hw_isolate* isolate, F&& body) {
  using R = decltype(body(std::declval<Isolate&>()));
  auto* mutable_isolate = const_cast<hw_isolate*>(isolate);
  if (const char* why = WhyNotEnter(isolate)) return ResultOfMisuse<R>(isolate, why);
  if constexpr (std::is_void_v<R>) {
    CallInside(
        mutable_isolate, [](void* f, Isolate& i) { (*static_cast<std::remove_reference_t<F>*>(f))(i); },
        &body);
  } else {
    struct Context {
      std::remove_reference_t<F>* body;
      R result;
    } context{&body, ResultWithoutMemory<R>()};
    CallInside(
        mutable_isolate,
        [](void* c, Isolate& i) {
          auto* context = static_cast<Context*>(c);
          context->result = (*context->body)(i);
        },
        &context);
    return context.result;
  }
}

// The status of a body that has thrown or was terminated. Takes what was thrown to where hw_exception looks.
hw_status TakeFailure(hw_isolate* isolate, Isolate& inside);
// What a function requires: no call waits for the host; one does; either.
enum class GuestState { kIdle, kSuspended, kAny };
// True, with the status, if the function may not run.
bool IsBarred(hw_isolate* isolate, Isolate& inside, GuestState required, hw_status* status);

// The values that a call was given: JavaScript may see all but `module`.
struct GivenValues {
  GivenValues(std::initializer_list<hw_value> few) : few(few) {}
  static GivenValues Module(hw_value& module) {
    GivenValues given(std::initializer_list<hw_value>{});
    given.module = &module;
    return given;
  }
  GivenValues(std::initializer_list<hw_value> few, const hw_value* list, size_t count)
      : few(few), list(list), count(count) {}
  // Null: they are of the isolate.
  const char* Mistake(const hw_isolate* isolate) const {
    if (!list && count != 0) return mistake::kNullList;
    for (hw_value value : few) {
      if (const char* why = WhyNotForJavaScript(isolate, value)) return why;
    }
    for (size_t i = 0; i < count; i++) {
      if (const char* why = WhyNotForJavaScript(isolate, list[i])) return why;
    }
    return module ? WhyNotOf(isolate, *module) : nullptr;
  }
  std::initializer_list<hw_value> few;
  const hw_value* module = nullptr;
  const hw_value* list = nullptr;
  size_t count = 0;
};

// Calls body(Isolate&), which may run JavaScript (GuestState::kIdle) or throw, and returns a Completion.
// *result gets its value, or undefined. It is written last, as it may be one of the arguments. `given` are
// those that must be values of the isolate.
template <class F>
hw_status RunGuest(hw_isolate* isolate, hw_value* result, const GivenValues& given, F&& body,
                   GuestState required = GuestState::kIdle) {
  hw_value value = {Value::kUndefinedBits};
  hw_status status = EnterOrRefuse(isolate, [&](Isolate& inside) {
    hw_status barred = HW_OK;
    if (IsBarred(isolate, inside, required, &barred)) return barred;
    if (const char* why = given.Mistake(isolate)) return Refuse(isolate, why);
    Value context = inside.async_context_;
    auto completion = body(inside);
    if (completion.IsThrow() || inside.IsTerminating()) {
      hw_status failed = TakeFailure(isolate, inside);
      if (failed == HW_SUSPENDED) inside.async_context_.Init(context);
      return failed;
    }
    if constexpr (!std::is_same_v<decltype(completion), Completion<void>>) {
      Value made(completion.Take());
      if (result) value = ToHost(isolate, made);
    }
    return HW_OK;
  });
  if (result) *result = value;
  return status;
}

// For work outside of isolates. Returns what body() returns, or null or false if memory is exhausted.
template <class F>
auto WithMemory(hw_error* error, F&& body) {
  decltype(body()) result{};
  if (!platform::CatchExhaustion([&] { result = body(); })) SetError(error, "no memory");
  return result;
}

// ---- Calls of the host's code: functions, hooks, finalizers ----

// Ends the process with a sentence: where a misuse has no result that could say so.
[[noreturn]] void EndProcess(const std::string& sentence);

// Calls a hook that has no way to fail.
template <class F>
void CallHook(const char* name, F&& call) {
  std::string thrown;
  if (!platform::CatchForeign(call, &thrown))
    EndProcess("the host's hook " + std::string(name) +
               " has thrown a C++ exception, which must not pass: " + thrown);
}

// Around a call of the host's code inside the isolate: closes the scopes that it leaves open.
class ScopesOfCallback {
 public:
  // kOwn gives the callback's values a scope of their own, where any is open.
  enum Kind : bool { kShared, kOwn };
  // Where no scope is open, the floor is 0 as well.
  ScopesOfCallback(hw_isolate* isolate, Kind kind) : isolate_(isolate), depth_(isolate->scope_depth) {
    if (HW_UNLIKELY(depth_ != 0)) Open(kind);
  }
  ~ScopesOfCallback() {
    if (HW_UNLIKELY((isolate_->scope_depth | depth_) != 0)) Close();
  }
  ScopesOfCallback(const ScopesOfCallback&) = delete;

 private:
  void Open(Kind kind);
  void Close();
  hw_isolate* isolate_;
  uint32_t depth_, floor_ = 0;
};

// Around calls of the host's code by the library itself, to which no guest could return: guests that such
// code calls can't be suspended.
class HookScope {
 public:
  HookScope(hw_isolate* isolate, ScopesOfCallback::Kind kind) : isolate_(isolate), scopes_(isolate, kind) {
    isolate_->hooks++;
  }
  ~HookScope() { isolate_->hooks--; }

 private:
  hw_isolate* isolate_;
  ScopesOfCallback scopes_;
};

}  // namespace halfword::api

#endif  // HALFWORD_API_ENTRY_H_
