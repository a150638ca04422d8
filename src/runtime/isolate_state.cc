// The parts of Isolate that need NativeState: limits, and the way to the heap.
#include "gc/heap.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "platform/clock.h"
#include "runtime/native_state.h"

namespace halfword {

namespace {
// Calls and back-edges between two looks at interrupt, fuel and deadline.
constexpr int32_t kQuantum = 2048;
}  // namespace

NativeState& NativeStateOf(Isolate&) {
  return *static_cast<NativeState*>(gc::AnnexFrontOf(CageBase())->client);
}
gc::Heap& Isolate::heap() const { return *gc::HeapOf(CageBase()); }
NativeState& Isolate::native() const {
  return *static_cast<NativeState*>(gc::AnnexFrontOf(CageBase())->client);
}
BackingStoreTable& BackingStores(Isolate& isolate) { return NativeStateOf(isolate).backing_stores; }
SlackList& SlackListOf(Isolate& isolate) { return NativeStateOf(isolate).slack_list; }
Leftovers& LeftoversOf(Isolate& isolate) { return NativeStateOf(isolate).leftovers; }
SpareBlock& SpareBlockOf(Isolate& isolate) { return NativeStateOf(isolate).spare_block; }
ValueList*& ValueListHead(Isolate& isolate) { return NativeStateOf(isolate).value_lists; }

HW_NOINLINE bool Isolate::NativeStackExhausted() const {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < native().entry->native_stack_limit;
}

Termination Isolate::DueTermination() const {
  if (interrupt_.load(std::memory_order_relaxed) != 0) return Termination::kInterrupted;
  // By where this is: the heap asks when nobody is inside, too.
  const void* native = gc::AnnexFrontOf(CageBaseOf(this))->client;
  uint64_t deadline = static_cast<const NativeState*>(native)->entry->deadline_ns;
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
  budget_ = -1;
}

Completion<void> Isolate::PollSlow() {
  if (IsTerminating()) return Terminate(termination_);
  if (Termination due = DueTermination(); due != Termination::kNone) return Terminate(due);
  // A poll may have cost more than was left, and more than a quantum.
  int64_t wanted = std::max<int64_t>(kQuantum - budget_, 0);
  int64_t grant = native().budget.TakeFuel(fuel_ < 0 ? wanted : std::min(fuel_, wanted));
  if (fuel_ >= 0) fuel_ -= grant;
  int64_t budget = budget_ + grant;
  if (budget < 0) return Terminate(Termination::kOutOfFuel);
  budget_ = static_cast<int32_t>(budget);
  return {};
}

}  // namespace halfword
