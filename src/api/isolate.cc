// Isolates: their making, limits, outcomes, and pools of them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/hosts.h"
#include "api/inspectors.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/running.h"
#include "api/tables.h"
#include "api/values.h"
#include "base/bits.h"
#include "bytecode/frame.h"
#include "inspector/profiler/cpu_profile.h"
#include "isolates/collector_threads.h"
#include "runtime/evaluation/suspension.h"
#include "runtime/operations/object_operations.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

#if HALFWORD_COMPRESS
// Without a strong reference linkers don't take the image out of the archive.
extern "C" const unsigned char halfword_embedded_image[];
[[gnu::used]] static const unsigned char* const kEmbeddedImage = halfword_embedded_image;
#endif

namespace halfword::api {

size_t CopyText(const std::string& from, char* text, size_t capacity) {
  if (text && capacity != 0) {
    size_t n = std::min(from.size(), capacity - 1);
    from.copy(text, n);
    text[n] = 0;
  }
  return from.size();
}

// Enters also what this thread is in already: memory that ends shall not leave a callback's frames.
HW_NOINLINE void CallInside(hw_isolate* isolate, void (*body)(void*, Isolate&), void* data) {
  if (isolate->owner->is_entered()) {
    isolate->owner->Enter(body, data);
    return;
  }
  isolate->thread.store(ThisThread(), std::memory_order_relaxed);
  if (HW_UNLIKELY(isolate->has_extras.load(std::memory_order_relaxed))) {
    if (auto profile = isolate->profile.lock()) profile->EndIdle();
    if (isolate->freed.load()) FreeReferences(isolate);
  }
  isolate->owner->Enter(body, data);
  if (HW_UNLIKELY(isolate->has_extras.load(std::memory_order_relaxed))) {
    if (auto profile = isolate->profile.lock()) profile->BeginIdle();
    AfterLeaving(isolate);
  }
}

namespace {

class Records {
 public:
  uint64_t NextGeneration() {
    return 1 + generations_.fetch_add(1, std::memory_order_relaxed) % (kMaxGeneration - 1);
  }
  hw_isolate* New() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (count_ < kKeptRecords) return new hw_isolate;
    count_--;
    hw_isolate* record = oldest_;
    oldest_ = record->retired_after;
    record->retired_after = nullptr;
    return record;
  }
  void Retire(hw_isolate* record) {
    std::destroy_at(record);
    new (record) hw_isolate;
    std::lock_guard<std::mutex> lock(mutex_);
    (count_++ == 0 ? oldest_ : newest_->retired_after) = record;
    newest_ = record;
  }

 private:
  std::atomic<uint64_t> generations_{0};
  std::mutex mutex_;  // of the list
  hw_isolate* oldest_ = nullptr;
  hw_isolate* newest_ = nullptr;  // REQUIRES: count_ > 0
  size_t count_ = 0;
};

// Never destroyed: isolates may be, when the process ends.
Records& AllRecords() {
  HW_PROCESS_STATE("Any thread takes and retires records, under the lock of the list.");
  static auto* const records = new Records;

  return *records;
}

}  // namespace

hw_isolate* NewRecord() { return AllRecords().New(); }
void RetireRecord(hw_isolate* record) { AllRecords().Retire(record); }

void BeginGeneration(hw_isolate* isolate) {
  uint64_t generation = AllRecords().NextGeneration();
  uintptr_t base = isolate->owner->heap().cage_base();
  isolate->stamp = base | generation << (64 - gc::kStampBits);
  gc::AnnexFrontOf(base)->stamp = isolate->stamp;
}

void EndProcess(const std::string& sentence) {
  std::fprintf(stderr, "halfword: %s\n", sentence.c_str());
  std::abort();
}

hw_status TakeFailure(hw_isolate* isolate, Isolate& inside) {
  if (inside.IsSuspending()) {
    LeaveSuspended(inside);
    return HW_SUSPENDED;
  }
  if (inside.IsTerminating()) return HW_TERMINATED;
  inside.host_root(HostRoot::kException).Init(inside.TakeException());
  isolate->has_exception = true;
  // Where there are frames, a guest gets the exception next.
  if (HW_UNLIKELY(isolate->inspectors != nullptr) && inside.frame_ == 0)
    TellInspectors(isolate, inside, inside.host_root(HostRoot::kException), false);
  return HW_EXCEPTION;
}

bool IsBarred(hw_isolate* isolate, Isolate& inside, GuestState required, hw_status* status) {
  isolate->no_stack = false;
  *status = HW_TERMINATED;
  if (inside.IsTerminating()) return true;
  if (required != GuestState::kAny &&
      (inside.suspended_frame_ != 0) != (required == GuestState::kSuspended)) {
    *status = Refuse(isolate, required == GuestState::kIdle ? mistake::kSuspended : mistake::kNotSuspended);
    return true;
  }
  *status = HW_TERMINATED;
  isolate->no_stack = !isolate->owner->HasNativeStack();
  return isolate->no_stack;
}

}  // namespace halfword::api

namespace {

constexpr size_t kDefaultMemoryLimit = 2 * GiB;
constexpr size_t kLargestMemoryLimit = 4 * GiB;  // a cage

hw_isolate* NewIsolate(const hw_config* given, hw_error* error) {
  hw_config c;
  std::string sentence;
  if (!ReadStruct(given, "hw_config", &c, &sentence)) {
    SetError(error, sentence);
    return nullptr;
  }
  if (c.memory_limit > kLargestMemoryLimit && c.memory_limit != SIZE_MAX) {
    SetError(error,
             "hw_config.memory_limit is more than 4 GiB, which is what a heap holds; SIZE_MAX is all of it");
    return nullptr;
  }
  if (c.stack_bytes > frame::kMostStackBytes) {
    SetError(error, "hw_config.stack_bytes is more than 1 GiB");
    return nullptr;
  }
  unsigned start = NumberOf(c.start);
  if (start > HW_START_BUILT) {
    SetError(error, "hw_config.start is no hw_start");
    return nullptr;
  }
  if (c.features & ~uint64_t{HW_FEATURE_HARMONY | HW_FEATURE_TAIL_CALLS}) {
    SetError(error, "hw_config.features has a bit that means nothing");
    return nullptr;
  }
  if (c.gc_threads > kMostCollectorThreads) {
    SetError(error, "hw_config.gc_threads is more than 64");
    return nullptr;
  }
  std::unique_ptr<hw_isolate, void (*)(hw_isolate*)> isolate(NewRecord(), RetireRecord);
  IsolateConfig config;
  if (c.image) config.image = c.image->image;
  const Image* image = config.image ? config.image.get() : Image::Embedded().get();
  if (start == HW_START_BUILT) image = nullptr;
  // The console's functions, which an image may refer to, come with any host.
  std::unique_ptr<hw_host, void (*)(hw_host*)> empty(nullptr, hw_host_release);
  if (!c.host && image && !image->host_natives().empty()) {
    empty.reset(hw_host_new(nullptr, 0, nullptr));
    c.host = empty.get();
  }
  if (c.host) {
    config.natives = c.host->Bind(image, &sentence);
    if (!config.natives) {
      SetError(error, sentence);
      return nullptr;
    }
  }
  isolate->host = c.host;  // retained when all is well
  isolate->data = c.data;
  isolate->no_eval = c.no_eval;
  config.memory_limit = c.memory_limit ? c.memory_limit : kDefaultMemoryLimit;
  config.memory_limit = std::min(config.memory_limit, kLargestMemoryLimit);
  // Address space is cheap. What lies above the limit is where a guest that exceeds it is wound down.
  config.cage_bytes = std::min<uint64_t>(RoundUp(2 * config.memory_limit + 32 * MiB, MiB), 4 * GiB);
  config.memory_limit = std::min(config.memory_limit, config.cage_bytes - config.cage_bytes / 8);
  config.fuel = c.fuel > 0 ? c.fuel : -1;
  config.copy_image = start == HW_START_COPIED;
  config.bootstrap = start == HW_START_BUILT;
  config.harmony = c.features & HW_FEATURE_HARMONY;
  config.tail_calls = c.features & HW_FEATURE_TAIL_CALLS;
  config.timeout_ns = c.timeout_ns;
  config.stack_bytes = c.stack_bytes;
  config.native_stack_bytes = c.native_stack_bytes;
  config.gc_threads = c.gc_threads;
  if (c.no_jit) config.tiers.mode = jit::TierMode::kEmbedded;
  if (c.budget) config.budget = c.budget->budget;
  config.hooks = HooksOf(isolate.get());
  config.host_data = isolate.get();
  isolate->owner = IsolateOwner::Create(config, &sentence);
  if (!isolate->owner) {
    SetError(error, sentence);
    return nullptr;
  }
  hw_host_retain(isolate->host);
  hw_isolate* made = isolate.release();
  made->state = hw_isolate::kAlive;
  BeginGeneration(made);
  EnterOrRefuse(made, [&](Isolate& inside) { InstallHost(made, inside); });
  return made;
}

}  // namespace

hw_isolate* hw_isolate_new(const hw_config* config, hw_error* error) {
  return WithMemory(error, [&] { return NewIsolate(config, error); });
}

namespace {

// Null: it exists, and nobody is inside.
const char* WhyNotOutside(const hw_isolate* isolate) {
  if (const char* why = WhyNotEnter(isolate)) return why;
  return isolate->owner->is_entered() ? mistake::kRunning : nullptr;
}
// Null: the same, and its bytes are in no use.
const char* WhyNotIdle(const hw_isolate* isolate) {
  if (const char* why = WhyNotOutside(isolate)) return why;
  return isolate->tables && !isolate->tables->pinned.empty() ? mistake::kPinned : nullptr;
}

void Destroy(hw_isolate* isolate) {
  isolate->state = hw_isolate::kDestroyed;
  OrphanInspectors(isolate);
  IsolateOwner::Retire(std::move(isolate->owner));
  EndTables(isolate);
  hw_host_release(isolate->host);
  RetireRecord(isolate);
}

}  // namespace

void hw_isolate_destroy(hw_isolate* isolate) {
  if (const char* why = WhyNotIdle(isolate)) {
    (void)Refuse(isolate, why);
    return;
  }
  Destroy(isolate);
}

bool hw_isolate_reset(hw_isolate* isolate) {
  const char* why = WhyNotIdle(isolate);
  if (!why && !isolate->owner->image()) why = "the isolate has no image to go back to";
  if (why) {
    (void)Refuse(isolate, why);
    return false;
  }
  isolate->has_exception = isolate->no_stack = false;
  isolate->state = hw_isolate::kEnding;
  BeginGeneration(isolate);
  bool is_reset = WithMemory(nullptr, [&] { return isolate->owner->Reset(); });
  EndTables(isolate);
  isolate->state = hw_isolate::kAlive;
  if (!is_reset) {
    (void)Refuse(isolate, "there is no memory for the ArrayBuffers of the image");
    return false;
  }
  EnterOrRefuse(isolate, [&](Isolate& inside) { InstallHost(isolate, inside); });
  return true;
}

bool hw_isolate_revive(hw_isolate* isolate) {
  if (const char* why = WhyNotOutside(isolate)) {
    (void)Refuse(isolate, why);
    return false;
  }
  return EnterOrRefuse(isolate, [&](Isolate& inside) { return ReviveTerminated(inside); });
}

const char* hw_mistake(const hw_isolate* isolate) {
  if (!isolate) return mistake::kNoIsolate;
  return isolate->state == hw_isolate::kAlive ? isolate->mistake : WhyNotEnter(isolate);
}

void hw_isolate_interrupt(hw_isolate* isolate) {
  if (isolate && isolate->owner) isolate->owner->Interrupt();
}

hw_reason hw_isolate_reason(const hw_isolate* isolate) {
  if (!isolate || !isolate->owner) return HW_REASON_NONE;
  if (isolate->no_stack) return HW_REASON_STACK;
  switch (isolate->owner->termination()) {
    case Termination::kNone: return HW_REASON_NONE;
    case Termination::kOutOfMemory: return HW_REASON_MEMORY;
    case Termination::kOutOfFuel: return HW_REASON_FUEL;
    case Termination::kInterrupted: return HW_REASON_INTERRUPT;
    case Termination::kDeadline: return HW_REASON_DEADLINE;
    case Termination::kHost: return HW_REASON_STOPPED;
    case Termination::kSuspended: return HW_REASON_NONE;
  }
  return HW_REASON_STOPPED;
}

void* hw_isolate_data(const hw_isolate* isolate) { return isolate ? isolate->data : nullptr; }
void hw_isolate_set_data(hw_isolate* isolate, void* data) {
  if (isolate) isolate->data = data;
}
void hw_isolate_set_fuel(hw_isolate* isolate, int64_t fuel) {
  if (const char* why = WhyNotEnter(isolate)) {
    (void)Refuse(isolate, why);
    return;
  }
  isolate->owner->SetFuel(fuel > 0 ? fuel : -1);
}
void hw_isolate_set_timeout(hw_isolate* isolate, uint64_t ns) {
  if (const char* why = WhyNotEnter(isolate)) {
    (void)Refuse(isolate, why);
    return;
  }
  isolate->owner->SetTimeout(ns);
}
void hw_isolate_collect(hw_isolate* isolate) {
  EnterOrRefuse(isolate, [](Isolate& inside) { inside.heap().ReleaseMemory(); });
}

void hw_isolate_enter(hw_isolate* isolate, void (*body)(void* data), void* data) {
  // Nothing tells the caller that body didn't run.
  if (const char* why = WhyNotEnter(isolate)) EndProcess("hw_isolate_enter: " + std::string(why));
  if (!body) return (void)Refuse(isolate, mistake::kNullFunction);
  EnterOrRefuse(isolate, [&](Isolate&) {
    std::string thrown;
    ScopesOfCallback scopes(isolate, ScopesOfCallback::kShared);
    if (!platform::CatchForeign([&] { body(data); }, &thrown))
      EndProcess("hw_isolate_enter: body has thrown a C++ exception, which must not pass: " + thrown);
  });
}

hw_isolate* hw_isolate_entered(void) {
  // A heap without JavaScript has no client.
  if (CageBase() == 0 || !gc::AnnexFrontOf(CageBase())->client) return nullptr;
  return IsolateOf(Isolate::Current());
}

hw_heap* hw_isolate_heap(hw_isolate* isolate) {
  return isolate && isolate->owner ? reinterpret_cast<hw_heap*>(&isolate->owner->heap()) : nullptr;
}

void hw_isolate_usage(const hw_isolate* isolate, hw_usage* usage) {
  if (!usage) return;
  if (const char* why = WhyNotEnter(isolate)) {
    (void)Refuse(isolate, why);
    hw_usage none = {};
    none.size = usage->size;
    std::memcpy(usage, &none, std::min(usage->size, sizeof none));
    return;
  }
  gc::HeapStatistics s = isolate->owner->heap().CollectStatistics();
  hw_usage all = {};
  all.size = usage->size;
  all.heap_bytes = s.used_bytes;
  all.external_bytes = s.external_bytes;
  all.image_bytes = isolate->owner->image() ? isolate->owner->image()->size() : 0;
  all.fuel = isolate->owner->fuel_left();
  all.collections = s.collections;
  all.fuel_debt = isolate->owner->fuel_debt();
  std::memcpy(usage, &all, std::min(usage->size, sizeof all));
}

hw_value hw_exception(const hw_isolate* isolate) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    return ToHost(isolate,
                  isolate->has_exception ? inside.host_root(HostRoot::kException).get() : Value::Undefined());
  });
}

hw_status hw_throw(hw_isolate* isolate, hw_value exception) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = WhyNotForJavaScript(isolate, exception)) return Refuse(isolate, why);
    inside.host_root(HostRoot::kException).Init(FromHost(exception));
    isolate->has_exception = true;
    return HW_EXCEPTION;
  });
}

namespace {

constexpr ErrorType kTypes[] = {ErrorType::kError, ErrorType::kRangeError, ErrorType::kReferenceError,
                                ErrorType::kSyntaxError, ErrorType::kTypeError};

}  // namespace

hw_status hw_error_new(hw_isolate* isolate, hw_error_type type, hw_value message, hw_value* error) {
  unsigned number = NumberOf(type);
  if (number >= std::size(kTypes)) return RefuseResult(isolate, error, "there is no such hw_error_type");
  auto body = [&](Isolate& inside) -> Completion<Value> {
    Value text = FromHost(message);
    if (!text.IsString() && !text.IsUndefined())
      return inside.ThrowTypeError("a message is a string or undefined");
    return Value(NewError(inside, kTypes[number], text.IsString() ? text.AsString() : nullptr));
  };
  return RunGuest(isolate, error, {message}, body, GuestState::kAny);
}

hw_status hw_throw_error(hw_isolate* isolate, hw_error_type type, const char* message) {
  unsigned number = NumberOf(type);
  if (number >= std::size(kTypes)) return Refuse(isolate, "there is no such hw_error_type");
  if (!message) return Refuse(isolate, mistake::kNullText);
  return RunGuest(
      isolate, nullptr, {},
      [&](Isolate& inside) -> Completion<void> { return inside.ThrowError(kTypes[number], "%s", message); },
      GuestState::kAny);
}

hw_status hw_terminate(hw_isolate* isolate) {
  return EnterOrRefuse(isolate, [](Isolate& inside) {
    (void)inside.Terminate(Termination::kHost);
    return HW_TERMINATED;
  });
}

// ---- Suspension ----

namespace {

hw_status Resume(hw_isolate* isolate, hw_value value, bool throws, hw_value* result) {
  return RunGuest(
      isolate, result, {value},
      [&](Isolate& inside) -> Completion<Value> {
        if (inside.interrupt_.load(std::memory_order_relaxed) != 0) TRY(inside.PollSlow());
        bool was_job;
        Value last = TRY(ResumeSuspended(inside, FromHost(value), throws, &was_job));
        if (!was_job) return last;
        TRY(RunAllJobs(inside));
        return Value::Undefined();
      },
      GuestState::kSuspended);
}

}  // namespace

hw_status hw_resume(hw_isolate* isolate, hw_value value, hw_value* result) {
  return Resume(isolate, value, false, result);
}

hw_status hw_resume_throw(hw_isolate* isolate, hw_value exception, hw_value* result) {
  return Resume(isolate, exception, true, result);
}

size_t hw_suspended_call(hw_isolate* isolate, const char** name, hw_value* arguments, size_t capacity) {
  if (name) *name = nullptr;
  return EnterOrRefuse(isolate, [&](Isolate& inside) -> size_t {
    if (inside.suspended_frame_ == 0) return 0;
    Arguments call = SuspendedCall(inside);
    if (!arguments) capacity = 0;
    if (name) *name = NativeStateOf(inside).natives[call.callee()->native_index_].name();
    for (uint32_t i = 0; i < call.count() && i < capacity; i++) arguments[i] = ToHost(isolate, call[i]);
    return call.count();
  });
}

// ---- Budgets ----

hw_budget* hw_budget_new(size_t memory_limit, int64_t fuel) {
  auto limit = [](int64_t n) { return n > 0 ? n : Budget::kUnlimited; };
  return WithMemory(nullptr, [&] {
    auto budget = std::make_unique<hw_budget>();
    budget->budget = std::make_shared<Budget>(limit(static_cast<int64_t>(memory_limit)), limit(fuel));
    return budget.release();
  });
}

hw_budget* hw_budget_retain(hw_budget* budget) {
  if (budget) budget->references.fetch_add(1, std::memory_order_relaxed);
  return budget;
}

void hw_budget_release(hw_budget* budget) {
  if (budget && budget->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete budget;
}

void hw_budget_add_fuel(hw_budget* budget, int64_t fuel) {
  if (budget) budget->budget->AddFuel(fuel);
}
int64_t hw_budget_memory_left(const hw_budget* budget) { return budget ? budget->budget->memory_left() : 0; }
int64_t hw_budget_fuel_left(const hw_budget* budget) { return budget ? budget->budget->fuel_left() : 0; }

// ---- Pools ----

struct hw_pool {
  hw_config config;
  size_t count;
  std::mutex mutex;
  std::vector<hw_isolate*> ready;  // room for `count`
};

namespace {

// REQUIRES: pool->mutex is held, or nobody knows the pool yet.
void MakeReady(hw_pool* pool, hw_isolate* isolate) {
  isolate->pool = pool;
  isolate->state = hw_isolate::kReady;
  pool->ready.push_back(isolate);
}

}  // namespace

hw_pool* hw_pool_new(const hw_config* config, size_t count, hw_error* error) {
  hw_pool* made = WithMemory(error, [&]() -> hw_pool* {
    auto pool = std::make_unique<hw_pool>();
    std::string sentence;
    if (!ReadStruct(config, "hw_config", &pool->config, &sentence)) {
      SetError(error, sentence);
      return nullptr;
    }
    pool->ready.reserve(count);
    return pool.release();
  });
  if (!made) return nullptr;
  made->config.size = sizeof(hw_config);
  made->count = count;
  hw_image_retain(made->config.image);
  hw_host_retain(made->config.host);
  hw_budget_retain(made->config.budget);
  for (size_t i = 0; i < count; i++) {
    hw_isolate* isolate = hw_isolate_new(&made->config, error);
    if (!isolate) {
      hw_pool_destroy(made);
      return nullptr;
    }
    MakeReady(made, isolate);
  }
  return made;
}

hw_isolate* hw_pool_take(hw_pool* pool, hw_error* error) {
  if (!pool) {
    SetError(error, "there is no pool");
    return nullptr;
  }
  {
    std::lock_guard<std::mutex> lock(pool->mutex);
    if (!pool->ready.empty()) {
      hw_isolate* isolate = pool->ready.back();
      pool->ready.pop_back();
      isolate->state = hw_isolate::kAlive;
      return isolate;
    }
  }
  hw_isolate* made = hw_isolate_new(&pool->config, error);
  if (made) made->pool = pool;
  return made;
}

void hw_pool_give(hw_pool* pool, hw_isolate* isolate) {
  if (const char* why = pool ? WhyNotIdle(isolate) : "there is no pool") {
    (void)Refuse(isolate, why);
    return;
  }
  auto has_room = [pool] { return pool->ready.size() < pool->count; };
  std::unique_lock<std::mutex> lock(pool->mutex);
  // Another one may have other limits, or another host.
  bool whole = has_room() && isolate->pool == pool;
  lock.unlock();
  // Who looked on is not to see whose it is next.
  OrphanInspectors(isolate);
  whole = whole && hw_isolate_reset(isolate);
  isolate->data = pool->config.data;
  lock.lock();
  if (whole && has_room()) return MakeReady(pool, isolate);
  lock.unlock();
  hw_isolate_destroy(isolate);
}

void hw_pool_destroy(hw_pool* pool) {
  if (!pool) return;
  for (hw_isolate* isolate : pool->ready) Destroy(isolate);
  hw_image_release(pool->config.image);
  hw_host_release(pool->config.host);
  hw_budget_release(pool->config.budget);
  delete pool;
}
