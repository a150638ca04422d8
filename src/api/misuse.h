// Misuse: a sentence for hw_mistake, and a result that says there is one.
#ifndef HALFWORD_API_MISUSE_H_
#define HALFWORD_API_MISUSE_H_

#include <atomic>
#include <type_traits>

#include "api/records.h"
#include "api/values.h"
#include "base/macros.h"
#include "objects/functions/function.h"
#include "objects/functions/module.h"

namespace halfword::api {

namespace mistake {
inline constexpr char kNoIsolate[] = "there is no isolate: it could not be made, or its pointer is null";
inline constexpr char kDestroyed[] = "the isolate was destroyed";
inline constexpr char kReady[] = "the isolate was given back to its pool";
inline constexpr char kEnding[] = "the isolate is being reset or destroyed";
inline constexpr char kRunning[] = "the isolate is running";
inline constexpr char kPinned[] = "bytes of the isolate are pinned (hw_bytes_unpin)";
inline constexpr char kNoObject[] = "the value is no object";
inline constexpr char kOtherThread[] = "another thread has entered the isolate";
inline constexpr char kStaleValue[] = "a value belongs to an isolate that was reset or destroyed";
inline constexpr char kForeignValue[] = "a value belongs to another isolate";
inline constexpr char kModule[] =
    "a module is not a value of JavaScript: hw_module_namespace gives its exports";
inline constexpr char kScript[] = "a compiled script is not a value of JavaScript: hw_run_script runs it";
inline constexpr char kLineOffset[] = "hw_source.line_offset is greater than 2^30 - 1";
inline constexpr char kNullText[] = "a text is null";
inline constexpr char kSource[] =
    "hw_source.size is not set, or the source asks for what only a newer version of the library has";
inline constexpr char kTooLong[] = "a text is longer than a string can be";
inline constexpr char kNullName[] = "a name is null";
inline constexpr char kNullList[] = "a list is null";
inline constexpr char kNullPlace[] = "the place for a result is null";
inline constexpr char kNullFunction[] = "a function is null";
inline constexpr char kSuspended[] = "the isolate waits for hw_resume";
inline constexpr char kNotSuspended[] = "no call waits for hw_resume";
}  // namespace mistake

inline hw_status Refuse(const hw_isolate* isolate, const char* sentence) {
  if (isolate) const_cast<hw_isolate*>(isolate)->mistake = sentence;
  return HW_INVALID;
}
// For functions that write a value.
inline hw_status RefuseResult(const hw_isolate* isolate, hw_value* result, const char* sentence) {
  if (result) *result = {Value::kUndefinedBits};
  return Refuse(isolate, sentence);
}
// Null: the thread may enter.
inline const char* WhyNotEnter(const hw_isolate* isolate) {
  if (!isolate) return mistake::kNoIsolate;
  if (hw_isolate::State state = isolate->state.load(std::memory_order_relaxed);
      HW_UNLIKELY(state != hw_isolate::kAlive)) {
    return state == hw_isolate::kReady    ? mistake::kReady
           : state == hw_isolate::kEnding ? mistake::kEnding
                                          : mistake::kDestroyed;
  }
  if (isolate->owner->is_entered() && isolate->thread.load(std::memory_order_relaxed) != ThisThread())
    return mistake::kOtherThread;
  return nullptr;
}
// Null if the value is one of the isolate, or belongs to no isolate.
inline const char* WhyNotOf(const hw_isolate* isolate, hw_value value) {
#if HALFWORD_COMPRESS
  if (value.bits >> 32 == 0 && !IsHeapPointer(static_cast<TaggedBits>(value.bits))) return nullptr;
#else
  if (!IsHeapPointer(value.bits)) return nullptr;
#endif
  uint64_t difference = (value.bits ^ isolate->stamp) >> 32;
  if (difference == 0) return nullptr;
  bool is_stale = (difference & 0xFFFF) == 0 || value.bits >> (64 - gc::kStampBits) == kNoGeneration;
  return is_stale ? mistake::kStaleValue : mistake::kForeignValue;
}
// Null: JavaScript may see it. REQUIRES: the isolate is entered.
inline const char* WhyNotForJavaScript(const hw_isolate* isolate, hw_value value) {
  if (const char* why = WhyNotOf(isolate, value)) return why;
  if (HW_UNLIKELY(FromHost(value).Is<FunctionInfo>())) return mistake::kScript;
  return FromHost(value).Is<ModuleRecord>() ? mistake::kModule : nullptr;
}
// Notes the misuse, for functions that have no other way to report it.
inline void NoteForeign(const hw_isolate* isolate, hw_value value) {
  if (const char* why = WhyNotOf(isolate, value)) (void)Refuse(isolate, why);
}

// The result if memory ran out completely.
template <class R>
constexpr R ResultWithoutMemory() {
  if constexpr (std::is_same_v<R, hw_status>) return HW_TERMINATED;
  if constexpr (std::is_same_v<R, hw_value>) return {Value::kUndefinedBits};
  return R();
}
// The result of a call that was misuse.
template <class R>
R ResultOfMisuse(const hw_isolate* isolate, const char* sentence) {
  (void)Refuse(isolate, sentence);
  if constexpr (std::is_same_v<R, hw_status>) return HW_INVALID;
  if constexpr (!std::is_same_v<R, hw_status> && !std::is_void_v<R>) return ResultWithoutMemory<R>();
}

}  // namespace halfword::api

#endif  // HALFWORD_API_MISUSE_H_
