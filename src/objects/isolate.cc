// The parts of Isolate that read or write more than its record: limits, exceptions, and the way to the heap.
#include "objects/isolate.h"

#include <cstdio>
#include <string>
#include <utility>

#include "gc/heap.h"
#include "objects/isolate_objects.h"
#include "objects/isolate_state.h"
#include "objects/memory/fuel.h"
#include "objects/memory/host_tables.h"
#include "objects/memory/value_list.h"
#include "objects/poll_observer.h"
#include "objects/primitives/string.h"
#include "objects/shapes/js_object.h"
#include "platform/clock.h"
#include "platform/stack.h"

namespace halfword {

gc::Heap& Isolate::heap() const { return *gc::HeapOf(CageBase()); }
BackingStoreTable& BackingStores(Isolate& isolate) { return StateOf(isolate).backing_stores; }
SlackList& SlackListOf(Isolate& isolate) { return StateOf(isolate).slack_list; }
RecentShapes& RecentShapesOf(Isolate& isolate) { return StateOf(isolate).recent_shapes; }
DeferredReleases& DeferredReleasesOf(Isolate& isolate) { return StateOf(isolate).deferred_releases; }
SpareBlock& SpareBlockOf(Isolate& isolate) { return StateOf(isolate).spare_block; }
ExternalTable& Externals(Isolate& isolate) { return StateOf(isolate).host_tables->externals; }
HostTables* HostTablesOf(Isolate& isolate) { return StateOf(isolate).host_tables; }
ValueList*& ValueListHead(Isolate& isolate) { return StateOf(isolate).value_lists; }

// ---- Limits ----

HW_NOINLINE bool Isolate::NativeStackExhausted() const {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < StateOf(*this).entry->native_stack_limit;
}

// The heap asks when nobody is inside, too.
Termination Isolate::DueTermination() const {
  if (interrupt_.load(std::memory_order_relaxed) != 0) return Termination::kInterrupted;
  uint64_t deadline = StateOf(*this).entry->deadline_ns;
  bool is_past = deadline != 0 && platform::MonotonicNanoseconds() > deadline;
  return is_past ? Termination::kDeadline : Termination::kNone;
}

// Who was to be stopped anyway did not run out of memory: the collections that would have made room may have
// been cut short for it.
void Isolate::NoteTermination(Termination reason) {
  if (termination_ == Termination::kNone) {
    Termination due = reason == Termination::kOutOfMemory ? DueTermination() : Termination::kNone;
    termination_ = due == Termination::kNone ? reason : due;
    if (termination_ == Termination::kInterrupted) interrupt_.store(0, std::memory_order_relaxed);
  }
  budget_ = std::min(budget_, -1);
}

void PollObserver::AddTo(Isolate& isolate) { next_ = std::exchange(StateOf(isolate).poll_observer, this); }
void PollObserver::RemoveFrom(Isolate& isolate) {
  PollObserver** link = &StateOf(isolate).poll_observer;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

Completion<void> Isolate::PollSlow() {
  for (PollObserver* o = StateOf(*this).poll_observer; HW_UNLIKELY(o != nullptr); o = o->next())
    o->Polled(*this);
  return PollUnobserved();
}

Completion<void> Isolate::PollUnobserved() {
  if (std::exchange(StateOf(*this).clears_frames_at_poll, false)) platform::ClearFramesBelow();
  if (IsTerminating()) return Terminate(termination_);
  if (Termination due = DueTermination(); due != Termination::kNone) return Terminate(due);
  GrantFuel(*this);
  return budget_ < 0 ? Completion<void>(Terminate(Termination::kOutOfFuel)) : Completion<void>();
}

void GrantFuel(Isolate& isolate) {
  IsolateState& state = StateOf(isolate);
  const int64_t quantum = state.quantum, budget = isolate.budget_;
  int64_t wanted = budget < 0 ? (-budget + quantum - 1) / quantum * quantum : 0;
  int64_t grant = state.budget.TakeFuel(isolate.fuel_ < 0 ? wanted : std::min(isolate.fuel_, wanted));
  if (isolate.fuel_ >= 0) isolate.fuel_ -= grant;
  state.fuel_granted += grant;
  isolate.budget_ = static_cast<int32_t>(budget + grant);
}

// ---- Pending exceptions ----

Throwing Isolate::Throw(Value exception) {
  if (!IsTerminating()) {
    exception_.Init(exception);  // a root: no barrier
    has_exception_ = true;
  }
  return kThrow;
}

Value Isolate::TakeException() {
  DCHECK(!IsTerminating());
  Value exception = exception_;
  exception_.Init(Value::Undefined());
  has_exception_ = false;
  return exception;
}

Throwing Isolate::Terminate(Termination reason) {
  NoteTermination(reason);
  exception_.Init(Value::Undefined());
  has_exception_ = true;
  return kThrow;
}

namespace {

Throwing ThrowFormatted(Isolate& isolate, ErrorType type, const char* format, va_list arguments) {
  if (isolate.IsTerminating()) return kThrow;
  char buffer[1024];
  va_list again;
  va_copy(again, arguments);
  int length = std::vsnprintf(buffer, sizeof buffer, format, arguments);
  String* message;
  if (length < static_cast<int>(sizeof buffer)) {
    message =
        NewStringFromUtf8(isolate, std::string_view(buffer, length < 0 ? 0 : static_cast<size_t>(length)));
  } else {
    std::string text(static_cast<size_t>(length) + 1, '\0');
    std::vsnprintf(text.data(), text.size(), format, again);
    text.pop_back();
    message = NewStringFromUtf8(isolate, text);
  }
  va_end(again);
  return isolate.Throw(Value(StateOf(isolate).new_error(isolate, type, message, nullptr)));
}

}  // namespace

Throwing Isolate::ThrowError(ErrorType type, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Throwing result = ThrowFormatted(*this, type, format, arguments);
  va_end(arguments);
  return result;
}

#define HW_DEFINE_THROW(Name)                                                       \
  Throwing Isolate::Throw##Name(const char* format, ...) {                          \
    va_list arguments;                                                              \
    va_start(arguments, format);                                                    \
    Throwing result = ThrowFormatted(*this, ErrorType::k##Name, format, arguments); \
    va_end(arguments);                                                              \
    return result;                                                                  \
  }
HW_DEFINE_THROW(TypeError)
HW_DEFINE_THROW(RangeError)
HW_DEFINE_THROW(ReferenceError)
HW_DEFINE_THROW(SyntaxError)
#undef HW_DEFINE_THROW

Throwing Isolate::ThrowStackOverflow() { return ThrowRangeError("Maximum call stack size exceeded"); }

}  // namespace halfword
