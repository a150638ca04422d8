// What the files of the C interface share: the records behind its opaque types, values in and
// out, entry and outcome.
#ifndef HALFWORD_API_INTERNAL_H_
#define HALFWORD_API_INTERNAL_H_

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "console/console.h"
#include "halfword/halfword.h"
#include "isolates/isolate_owner.h"
#include "objects/functions/module.h"
#include "objects/memory/host_tables.h"
#include "platform/exhaustion.h"
#include "runtime/operations/object_operations.h"

struct hw_image {
  std::atomic<uint32_t> references{1};
  std::shared_ptr<const halfword::Image> image;
};

// A class of the host. In the heap it is known by the native index of its constructor's row, which images
// bind by name.
struct HostClass {
  std::string name;
  uint32_t type;
  const HostClass* parent;
  size_t first_row, row_count;  // in hw_host::rows: its constructor, then its members
};
// A row that belongs to a class.
struct HostClassRow {
  const HostClass* owner;
  bool is_constructor;
  hw_member_kind kind;
  hw_function function;
};

struct hw_budget {
  std::atomic<uint32_t> references{1};
  std::shared_ptr<halfword::Budget> budget;
};

struct hw_host {
  std::atomic<uint32_t> references{1};
  std::vector<std::string> names;
  std::vector<hw_function> functions;
  // Of `functions`, with the one trampoline; then console's; then of class_rows, with the trampoline again.
  std::vector<halfword::NativeRow> rows;
  std::deque<HostClass> classes;
  std::vector<HostClassRow> class_rows;
  std::deque<std::string> class_names;  // of rows and members
  hw_hooks hooks = {};
  std::string time_zone;  // hooks.time_zone
  std::string mistake;    // why no isolate can be made with it; empty: none
  ~hw_host() {
    if (hooks.destroy) hooks.destroy(hooks.owned);
  }

  size_t first_class_row() const { return rows.size() - class_rows.size(); }
  // Null: a function by itself.
  const HostClassRow* ClassRowAt(size_t index) const {
    return index < first_class_row() ? nullptr : &class_rows[index - first_class_row()];
  }
  const HostClass* FindClass(uint32_t type) const;
  bool is_bound();  // in use: it must not change any more

  // The table of natives for an image; made once each.
  std::shared_ptr<const halfword::Natives> Bind(const halfword::Image* image, std::string* error);

 private:
  std::mutex mutex_;
  std::vector<std::pair<std::vector<std::string>, std::shared_ptr<const halfword::Natives>>> bound_;
};

// A reference that is to be freed.
struct FreedReference {
  FreedReference* next;
  hw_ref ref;
};

// A record outlives its isolate: what still points to it is told so (NewRecord).
struct hw_isolate {
  // kReady: in `pool`, free to be taken. kEnding: its finalizers run, and nothing else may happen to it.
  enum State : uint8_t { kDestroyed, kAlive, kReady, kEnding };
  std::atomic<State> state = kDestroyed;
  // Says whether `freed` or `tables` have anything, so that most calls look at one byte.
  std::atomic<bool> has_extras{false};
  bool is_finalizing = false;  // finalizers run, one after the other
  uint32_t hooks = 0;          // HookScopes: no call that is made in one can wait for the host
  uint32_t scope_depth = 0;    // of tables->scopes
  uint32_t scope_floor = 0;    // what is up to this depth is not the running callback's to close
  std::unique_ptr<halfword::IsolateOwner> owner;
  std::unique_ptr<halfword::HostTables> tables;  // made when they are first needed; null: they are empty
  std::atomic<FreedReference*> freed{nullptr};   // newest first; other threads add to it
  uint64_t stamp = 0;  // AnnexFront::stamp: differs between all isolates and their resets
  const char* mistake = "";
  std::atomic<const void*> thread{nullptr};  // that is inside
  hw_pool* pool = nullptr;                   // that it was taken from
  hw_host* host = nullptr;                   // retained
  void* data = nullptr;
  bool has_exception = false;
  bool no_stack = false;  // the last call could not enter
  bool no_eval = false;
  int loads = 0;                                        // load_module hooks that are running
  std::unique_ptr<halfword::console::Console> console;  // from its first use to the next reset
  hw_inspector* inspectors = nullptr;                   // the newest; null: nobody looks on
  hw_isolate* retired_after = nullptr;                  // of a record that is not in use: the next one
  ~hw_isolate();
};

namespace halfword::api {

// The record of an isolate to be. Those of isolates that were destroyed are kept, and used again only when
// there are many: so a pointer that outlived its isolate reads "destroyed" instead of freed memory.
inline constexpr size_t kKeptRecords = 1024;
hw_isolate* NewRecord();
void RetireRecord(hw_isolate* record);
// The number that tells isolates of a process, and their resets, from each other. It wraps around, and is
// neither 0 nor the greatest.
inline constexpr uint64_t kMaxGeneration = (uint64_t{1} << gc::kStampBits) - 1;
// Makes all values and references of the isolate that were given out before invalid.
void BeginGeneration(hw_isolate* isolate);
inline const void* ThisThread() {
  static thread_local char here;
  return &here;
}

inline void SetError(hw_error* error, const std::string& sentence) {
  if (!error) return;
  size_t n = std::min(sentence.size(), sizeof error->text - 1);
  sentence.copy(error->text, n);
  error->text[n] = 0;
}

// A caller's struct of an older version is shorter. One of a newer version is longer, and its additional
// bytes must be zero. False and a sentence if they are not. `type` is the struct's name.
template <class T>
bool ReadStruct(const T* from, const char* type, T* to, std::string* mistake) {
  *to = {};
  if (!from) return true;
  if (from->size <= sizeof from->size) {
    *mistake = std::string(type) + ".size is not set";
    return false;
  }
  auto* bytes = reinterpret_cast<const char*>(from);
  for (size_t i = sizeof(T); i < from->size; i++) {
    if (bytes[i] == 0) continue;
    *mistake = std::string(type) + " asks for what only a newer version of the library has";
    return false;
  }
  std::memcpy(to, from, std::min(from->size, sizeof(T)));
  return true;
}

// For work outside of isolates. Returns what body() returns, or null or false if memory is exhausted.
template <class F>
auto WithMemory(hw_error* error, F&& body) {
  decltype(body()) result{};
  if (!platform::CatchExhaustion([&] { result = body(); })) SetError(error, "no memory");
  return result;
}

inline std::string_view Text(const char* data, size_t size) {
  return size == HW_ZERO_TERMINATED ? std::string_view(data) : std::string_view(data, size);
}
inline bool IsText(const char* data, size_t size) { return data || size == 0; }
// Null: the source can be compiled. Else why it is refused.
const char* ReadSource(const hw_source* from, hw_source* to);
// The script of such a source; without a name it is called `no_name`. A RangeError if the text is longer than
// a string. REQUIRES: the isolate is entered.
Completion<Script*> NewScriptOf(Isolate&, const hw_source&, Name no_name);
// Copies as hw_utf8 says.
size_t CopyOut(const std::string& from, char* text, size_t capacity);

// Keeps a value in the innermost scope.
void KeepInScope(hw_isolate* isolate, Value value);

// A reference is its full address, tag included, below the generation of the isolate: the stack scan sees it,
// and one of another isolate, or of the time before a reset, is recognised.
inline hw_value Packed(Value value) {
  if (!value.IsHeapPointer()) return {value.bits()};
  uint64_t stamp = gc::AnnexFrontOf(CageBase())->stamp;
#if HALFWORD_COMPRESS
  return {stamp + value.bits()};
#else
  return {(stamp & ~gc::kAddressMask) | value.bits()};
#endif
}
// Packs a value for the host. All that the host gets come from here, but for those that the trampoline keeps
// by itself.
inline hw_value Out(const hw_isolate* isolate, Value value) {
  if (HW_UNLIKELY(isolate->scope_depth != 0) && value.IsHeapPointer())
    KeepInScope(const_cast<hw_isolate*>(isolate), value);
  return Packed(value);
}
// Undefined if it is recognised as no value of this isolate.
inline Value In(hw_value value) {
#if HALFWORD_COMPRESS
  uint64_t high = value.bits >> 32;
  Value v = Value::FromBits(static_cast<Value::Bits>(value.bits));
  if (high == 0 && !v.IsHeapPointer()) return v;
  return high == gc::AnnexFrontOf(CageBase())->stamp >> 32 ? v : Value::Undefined();
#else
  if (!IsHeapPointer(value.bits)) return Value::FromBits(value.bits);
  bool is_own = value.bits >> 32 == gc::AnnexFrontOf(CageBase())->stamp >> 32;
  return is_own ? Value::FromBits(value.bits & gc::kAddressMask) : Value::Undefined();
#endif
}
// A value that no isolate knows any more. It stands for values that outlived what they referred to.
inline constexpr hw_value kGoneValue = {(uint64_t{kMaxGeneration} << (64 - gc::kStampBits)) | kObjectTag};

// A key of hw_private_key: it reaches the object's own properties as they are stored, and nothing else.
inline bool IsPrivate(PropertyKey key) { return key.IsSymbol() && key.name().AsSymbol()->IsPrivateName(); }

void CallInside(hw_isolate* isolate, void (*body)(void*, Isolate&), void* data);

// The number of an enumerator that comes from C, where it may be any number.
template <class E>
unsigned NumberOf(const E& e) {
  unsigned number;
  static_assert(sizeof number == sizeof e);
  std::memcpy(&number, &e, sizeof number);
  return number;
}

// The same of a bool: a host in another language may write any byte that is not zero.
inline bool IsTrue(const bool& b) {
  unsigned char byte;
  std::memcpy(&byte, &b, sizeof byte);
  return byte != 0;
}

// The console of the host: a line, or several.
void WriteLine(Isolate&, console::Level, std::string_view text, bool ends);
// Tells of promises that were rejected and that nothing handles, where the host has no hook for it: to its
// console, or to standard error.
void ReportRejections(Isolate&);
// For a promise that the host gets as a result: the host looks at its outcome, so the console
// does not report it.
void LeaveToHost(Isolate&, Value result);

// ---- Misuse: a sentence for hw_mistake, and a result that says there is one ----

namespace mistake {
inline constexpr char kNoIsolate[] = "there is no isolate: it could not be made, or its pointer is null";
inline constexpr char kDestroyed[] = "the isolate was destroyed";
inline constexpr char kReady[] = "the isolate was given back to its pool";
inline constexpr char kEnding[] = "the isolate is being reset or destroyed";
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

// The generation of values that mean nothing in any isolate.
inline constexpr uint64_t kNoGeneration = kMaxGeneration;

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
  if (HW_UNLIKELY(In(value).Is<FunctionInfo>())) return mistake::kScript;
  return In(value).Is<ModuleRecord>() ? mistake::kModule : nullptr;
}
// Notes the misuse, for functions that have no other way to report it.
inline void NoteForeign(const hw_isolate* isolate, hw_value value) {
  if (const char* why = WhyNotOf(isolate, value)) (void)Refuse(isolate, why);
}
// Ends the process with a sentence: where a misuse has no result that could say so.
[[noreturn]] void Misuse(const std::string& sentence);

// Calls a hook that has no way to fail.
template <class F>
void CallHook(const char* name, F&& call) {
  std::string thrown;
  if (!platform::CatchForeign(call, &thrown))
    Misuse("the host's hook " + std::string(name) +
           " has thrown a C++ exception, which must not pass: " + thrown);
}

// The values that a call was given: JavaScript may see all but `module`.
struct Given {
  Given(std::initializer_list<hw_value> few) : few(few) {}
  static Given Module(hw_value& module) {
    Given given(std::initializer_list<hw_value>{});
    given.module = &module;
    return given;
  }
  Given(std::initializer_list<hw_value> few, const hw_value* list, size_t count)
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

// Runs body(Isolate&) with the isolate entered by this thread, or says why it can't.
template <class F>
auto Inside(const hw_isolate* isolate, F&& body) {
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

// The outcome of an entry. Takes a pending exception to where hw_exception finds it.
hw_status Failed(hw_isolate* isolate, Isolate& inside);
// What a function needs of an isolate: that no call waits for the host; that one does; either.
enum class Needs { kIdle, kSuspended, kAny };
// True, with the status, if it may not run.
bool IsBarred(hw_isolate* isolate, Isolate& inside, Needs needs, hw_status* status);

// For what may run JavaScript (Needs::kIdle) or throw: body(Isolate&) returns a Completion; *result gets its
// value, or undefined. It is written last, as it may be one of the arguments. `given` are those that must be
// values of the isolate.
template <class F>
hw_status Perform(hw_isolate* isolate, hw_value* result, const Given& given, F&& body,
                  Needs needs = Needs::kIdle) {
  hw_value value = {Value::kUndefinedBits};
  hw_status status = Inside(isolate, [&](Isolate& inside) {
    hw_status barred = HW_OK;
    if (IsBarred(isolate, inside, needs, &barred)) return barred;
    if (const char* why = given.Mistake(isolate)) return Refuse(isolate, why);
    Value context = inside.async_context_;
    auto completion = body(inside);
    if (completion.IsThrow() || inside.IsTerminating()) {
      hw_status failed = Failed(isolate, inside);
      if (failed == HW_SUSPENDED) inside.async_context_.Init(context);
      return failed;
    }
    if constexpr (!std::is_same_v<decltype(completion), Completion<void>>) {
      Value made(completion.Take());
      if (result) value = Out(isolate, made);
    }
    return HW_OK;
  });
  if (result) *result = value;
  return status;
}

// Inspectors (inspector.cc). Each of these does nothing where there is none.
// The console's calls are heard from now on.
void ObserveConsole(hw_isolate* isolate, console::Console&);
// An exception that goes to the host, and that nothing else can catch.
void TellInspectors(hw_isolate* isolate, Isolate& inside, Value exception, bool in_promise);
void SettlePromisesOfInspectors(hw_isolate* isolate, Isolate& inside);
// The isolate ends; its inspectors have none any more.
void OrphanInspectors(hw_isolate* isolate);

// hw_run_jobs.
Completion<void> RunAllJobs(Isolate& inside);

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

// BigInts of words, the least significant first.
Completion<Value> NewBigIntOfWords(Isolate&, bool negative, std::span<const uint64_t> words);
void CopyWords(const BigInt* bigint, std::span<uint64_t> words);  // as many as there is room for
// A Uint8Array with a copy of the bytes, or with zeros if `data` is null.
Completion<Value> NewUint8Array(Isolate&, const void* data, size_t size);

// The isolate's tables, which it has from then on. REQUIRES: it is entered.
HostTables& TablesOf(hw_isolate* isolate, Isolate& inside);
// Frees the references that other threads have given up. REQUIRES: the isolate is idle.
void FreeReferences(hw_isolate* isolate);
// Forgets them, as they were of the time before a reset.
void ForgetFreedReferences(hw_isolate* isolate);
// Runs the finalizers that are due, where the isolate is entered and no guest runs. False: none was due.
bool RunFinalizersInside(hw_isolate* isolate, Isolate& inside);
// Runs all finalizers there are, and forgets the tables. REQUIRES: nobody may use the isolate.
void EndTables(hw_isolate* isolate);
// What is to be done when the isolate was left, where it has extras: frees what others have given up, and
// runs the finalizers that are due, which may destroy it. REQUIRES: it is idle.
void AfterLeaving(hw_isolate* isolate);

inline hw_isolate* IsolateOf(Isolate& inside) {
  return static_cast<hw_isolate*>(NativeStateOf(inside).host_data);
}

// What a fresh isolate, or one that was reset, gets from its host.
void Furnish(hw_isolate* isolate, Isolate& inside);
Completion<Value> Trampoline(Isolate& inside, Arguments& args);
// Classes (class.cc). Fills in the receiver, or throws.
Completion<void> PrepareClassCall(Isolate& inside, const HostClassRow& row, Arguments& args, hw_call* call);
void InstallClasses(hw_isolate* isolate, Isolate& inside, JSObject* target);
HostHooks HooksOf(hw_isolate* isolate);
// Tells the host that there is something to do in the isolate. From any thread.
void Wake(hw_isolate* isolate);
void SetModuleHooks(hw_isolate* isolate, HostHooks& hooks);

}  // namespace halfword::api

#endif  // HALFWORD_API_INTERNAL_H_
