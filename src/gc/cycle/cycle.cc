#include "gc/cycle/cycle.h"

#include <algorithm>

#include "gc/heap_impl.h"
#include "gc/inspection/verifier.h"
#include "gc/sweeping/evacuator.h"
#include "platform/clock.h"
#include "platform/exhaustion.h"
#include "platform/stack.h"

namespace halfword::gc {
namespace {

constexpr uint32_t kBlocksClearedAtOnce = 256;
constexpr size_t kLeastToMark = 16 * KiB;          // in a step, if helpers are fast
constexpr size_t kLeastToEvacuateFor = 512 * KiB;  // free in blocks that could be given back

// Whatever a root refers to stays where it is.
class PinningVisitor final : public Visitor {
 public:
  PinningVisitor(HeapImpl* heap, Evacuator* evacuator)
      : Visitor(
            heap,
            [](void* data, const TaggedBits*, CageOffset offset, Tag) {
              static_cast<Evacuator*>(data)->Pin(offset);
            },
            evacuator) {}
};

}  // namespace

Cycle::Cycle(HeapImpl& heap, const HeapOptions& options)
    : heap_(heap),
      marking_(options.marking),
      generational_(options.generational),
      compactable_spaces_(options.compactable_spaces),
      stress_kind_(options.stress_kind),
      stress_interval_(options.stress_interval) {}

void Cycle::Begin() {
  state_.Abandon();
  heap_.barrier().Update();
  is_exhausted_ = is_broken_ = false;
  evacuates_ = force_evacuation_ = false;
}

void Cycle::MoveTo(Phase to) {
  state_.MoveTo(to);
  DCHECK(!state_.is_in_atomic_pause() || heap_.statistics().in_pause());
  DCHECK(!heap_.HelpersAreMarking());  // they begin at the end of a pause
  heap_.barrier().Update();
}

// ---- Pauses -------------------------------------------------------------------------------------

// Runs body inside the heap as part of one pause.
template <typename F>
void Cycle::InPause(F&& code) {
  CheckNoneIsRunning();
  auto body = [&] {
    std::string what;
    if (platform::CatchForeign(code, &what)) return;
    internal::Fatal(
        (SentenceAboutClient("an exception left a Trace method or a callback") + ": " + what).c_str(),
        __FILE__, __LINE__);
  };
  heap_.statistics().BeginPause(platform::MonotonicNanoseconds());
  heap_.roots().WithStackUpToHere([&] {
    if (CageBase() == heap_.base()) {
      body();
    } else {
      CallWithCageBase(heap_.base(), body);
    }
  });
  platform::ClearFramesBelow();  // frames of the program will lie where the collector's have lain
  LetHelpersWork();
  DCHECK(!state_.is_in_atomic_pause());
  heap_.statistics().EndPause(platform::MonotonicNanoseconds(), !state_.is_idle());
  heap_.ReportUsage();
}

// Helpers mark until the next pause, which looks at what they have done.
void Cycle::LetHelpersWork() {
  if (state_.phase() == Phase::kMarking) heap_.StartHelpers();
  if (state_.is_sweeping()) heap_.sweeper().StartHelpers();
}

bool Cycle::AsksToAbandonPause() {
  const HeapCallbacks& callbacks = heap_.callbacks();
  pause_is_abandoned_ =
      pause_is_abandoned_ || (callbacks.should_stop != nullptr && callbacks.should_stop(callbacks.data));
  return pause_is_abandoned_;
}

// What the frames that were left have stored need not have got through the barrier: so no collections.
void Cycle::RecoverFromExhaustion() {
  is_exhausted_ = true;
  if (!heap_.statistics().in_pause()) return;
  is_broken_ = true;
  client_code_ = {};
  heap_.statistics().AbandonPause();
  collecting_ = no_allocation_ = false;
  heap_.StopHelpers();
  heap_.sweeper().Abandon();
  if (heap_.marker().is_active()) heap_.marker().End(false);
  state_.Abandon();
  heap_.barrier().Update();
  Reschedule();
}

void Cycle::CheckCollectionAllowed() const {
  if (HALFWORD_UNLIKELY(!is_collection_allowed())) {
    internal::Fatal("a collection inside a DisallowGarbageCollectionScope", __FILE__, __LINE__);
  }
}

// ---- Client code in a collection ----------------------------------------------------------------

std::string Cycle::SentenceAboutClient(const char* begin) const {
  std::string sentence = begin;
  if (client_code_.what == nullptr) return sentence;
  sentence.append(": ").append(client_code_.what);
  if (client_code_.object == nullptr) return sentence;
  // An address inside of a mixin is that of no header.
  CageOffset offset = heap_.FindObjectAt(OffsetOf(client_code_.object));
  const char* name = offset != 0 ? heap_.TypeAt(offset).name : nullptr;
  if (name != nullptr) sentence.append(" of ").append(name);
  return sentence;
}

void Cycle::CheckNoneIsRunning() const {
  if (HALFWORD_LIKELY(!heap_.statistics().in_pause() && !heap_.sweeper().is_finalizing() && !tracing_))
    return;
  internal::Fatal(SentenceAboutClient("a collection inside a collection, or by a finalizer").c_str(),
                  __FILE__, __LINE__);
}

Cycle::TraceScope::TraceScope(HeapImpl& heap) : heap_(heap), limit_(heap.front()->limit) {
  heap_.front()->limit = 0;  // an allocation takes the slow path, which reports that it is forbidden
  heap_.cycle().tracing_ = heap_.cycle().no_allocation_ = true;
}
Cycle::TraceScope::~TraceScope() {
  heap_.front()->limit = limit_;
  heap_.cycle().tracing_ = false;
  heap_.cycle().no_allocation_ = heap_.cycle().collecting_;
}

// ---- Whole collections --------------------------------------------------------------------------

void Cycle::Collect(StackState state, bool release_memory, CollectionReason reason) {
  if (heap_.entry().no_collection != 0) return;
  CheckCollectionAllowed();
  heap_.allocator().Sync();
  InPause([&] {
    AbortMarking();
    StartMarking(reason);
    heap_.sweeper().ReleaseEverything(release_memory);
    evacuates_ = WantsEvacuation(release_memory);
    Finish(state);
    Sweep({});
    heap_.statistics().NotePauseOfCollection(platform::MonotonicNanoseconds());
    // Verifying collects what is new: at the end of a heap finalizers may have made some.
    if (heap_.verifies() && heap_.pace().allocated() == 0) Verifier(heap_).VerifyHeap();
  });
  heap_.allocator().Publish();
}

void Cycle::CollectMinor(StackState state) {
  if (!generational_) return Collect(state);
  if (heap_.entry().no_collection != 0) return;
  CheckCollectionAllowed();
  heap_.allocator().Sync();
  InPause([&] {
    AbortMarking();
    Sweep({});
    // Called by allocation, or by the program.
    CollectionReason reason =
        heap_.pace().IsCycleDue() ? CollectionReason::kAllocation : CollectionReason::kRequest;
    if (!marks_are_whole_) {  // of old objects: the cycle that was in progress has cleared some
      StartMarking(reason);
    } else {
      StartMinorMarking(reason);
    }
    Finish(state);
  });
  heap_.allocator().Publish();
}

void Cycle::Terminate() {
  constexpr int kMostRounds = 20;
  CHECK(!collecting_ && heap_.entry().no_collection == 0);
  int rounds = 0;
  LetFinalizersAllocate(true);
  do {
    CHECK(rounds++ < kMostRounds);  // finalizers keep making objects
    CallWithCageBase(heap_.base(), [&] { heap_.roots().ClearPersistents(); });
    Collect(StackState::kNoHeapPointers, true);
  } while (heap_.roots().strong_persistents() != 0 || heap_.allocator().new_runs().size() != 0);
  LetFinalizersAllocate(false);
  is_terminated_ = true;
  Reschedule();
}

// ---- Collections that make room -----------------------------------------------------------------

bool Cycle::SweepUnlessStopped() { return collecting_ || Sweep(Budget::UntilStopped(heap_.callbacks())); }

bool Cycle::FinishUnlessStopped() {
  Budget budget = Budget::UntilStopped(heap_.callbacks());
  heap_.StopHelpers();  // with helpers at work a step ends when there is nothing left for this thread
  bool marked = AdvanceMarking(budget);
  if (!marked) {  // the step may have begun to mark, and started them
    heap_.StopHelpers();
    marked = AdvanceMarking(budget);
  }
  return marked && FinalizeMarking(StackState::kMayContainHeapPointers, budget) && SweepUnlessStopped();
}

bool Cycle::CollectForRoom() {
  if (heap_.callbacks().should_stop == nullptr || compactable_spaces_ != 0) {
    Collect(StackState::kMayContainHeapPointers, false, CollectionReason::kRoom);
  } else {
    CheckCollectionAllowed();
    StartMarking(CollectionReason::kRoom);
    if (!FinishUnlessStopped()) return false;
  }
  return heap_.limits().NoteCollectionForRoom(heap_.pace().last_scanned(), heap_.pace().cycle_allocated());
}

// ---- Cycles in parts ----------------------------------------------------------------------------

void Cycle::StartMarking(CollectionReason reason) {
  Sweep({});
  if (!state_.is_idle()) return;
  heap_.statistics().BeginCycle(reason);
  MoveTo(Phase::kClearing);
  minor_ = marks_are_whole_ = false;
  clear_cursor_ = heap_.blocks().first();
  heap_.pace().BeginCycle();
}

// Marks stay as they are: what has one is old, and black unless it was logged.
void Cycle::StartMinorMarking(CollectionReason reason) {
  DCHECK(marks_are_whole_);
  heap_.statistics().BeginCycle(reason);
  minor_ = true;
  MoveTo(Phase::kMarking);
  heap_.marker().Begin(heap_.blocks().first_collected());
}

bool Cycle::AdvanceMarking(Budget budget) {
  if (!is_marking() || heap_.entry().no_collection != 0) return !is_marking();
  bool done = false;
  InPause([&] {
    done = Mark(budget);
    heap_.statistics().AddMarking(platform::MonotonicNanoseconds() - heap_.statistics().pause_began());
    if (heap_.verifies()) Verifier(heap_).VerifyMarking();
  });
  heap_.statistics().CountStep();
  return done;
}

bool Cycle::FinalizeMarking(StackState state, Budget budget) {
  if (!is_marking() || heap_.entry().no_collection != 0) return true;
  CheckCollectionAllowed();
  heap_.allocator().Sync();
  bool done = false;
  InPause([&] { done = Finish(state, budget); });
  heap_.allocator().Publish();
  return done;
}

// What is left of the cycle in progress, in this pause. False: the budget's host wants to stop.
bool Cycle::Finish(StackState state, Budget budget) {
  uint64_t began = platform::MonotonicNanoseconds();
  bool done = AdvanceTo(Phase::kFinalizing, budget, state);
  CHECK(done || budget.host != nullptr);
  if (done) EndPauseOfCycle(state, began);
  return done;
}

// Everything is marked; this step or pause has marked since then.
void Cycle::EndPauseOfCycle(StackState state, uint64_t marking_since) {
  heap_.statistics().AddMarking(platform::MonotonicNanoseconds() - marking_since);
  Budget whole;
  AdvanceTo(heap_.sweeper().is_atomic() ? Phase::kIdle : Phase::kSweeping, whole, state);
  heap_.statistics().NotePauseOfCollection(platform::MonotonicNanoseconds());
}

void Cycle::AbortMarking() {
  if (!is_marking()) return;
  if (state_.has_marks()) {
    heap_.StopHelpers();
    // Marks of new objects without start bits would pass for free runs.
    heap_.allocator().IndexAllRuns();
    heap_.marker().End(false);
  }
  MoveTo(Phase::kIdle);
}

// ---- Steps --------------------------------------------------------------------------------------

void Cycle::StepBeforeAllocation() {
  if (HALFWORD_UNLIKELY(is_broken_)) heap_.Exhausted("allocation after a collection that was left");
  if (HALFWORD_UNLIKELY(is_terminated_)) {
    internal::Fatal("allocation in a heap that was terminated", __FILE__, __LINE__);
  }
  if (HALFWORD_UNLIKELY(tracing_)) internal::Fatal("allocation by a Trace method", __FILE__, __LINE__);
  if (HALFWORD_UNLIKELY(collecting_)) {
    if (finalizers_may_allocate_ && heap_.sweeper().is_finalizing()) return;
    internal::Fatal(SentenceAboutClient("allocation by a prefinalizer, finalizer or weak callback").c_str(),
                    __FILE__, __LINE__);
  }
  if (heap_.entry().no_collection != 0) return;
  if (is_stressed()) {
    if (++stress_count_ < stress_interval_) return;
    stress_count_ = 0;
    if (stress_kind_ == StressKind::kStep) return StressStep();
    return Collect(stack_state_of_steps_, false, CollectionReason::kStress);
  }
  if (state_.is_idle() && NextIsMinor()) return CollectMinor(stack_state_of_steps_);
  if (state_.is_idle() && marking_ == MarkingType::kAtomic) {
    CheckCollectionAllowed();
    InPause([&] {
      StartMarking(CollectionReason::kAllocation);
      Finish(stack_state_of_steps_);
    });
    if (heap_.verifies() && state_.is_idle()) Verifier(heap_).VerifyHeap();
    return;
  }
  InPause([&] { Step(); });
  heap_.statistics().CountStep();
}

void Cycle::Step() {
  Pace& pace = heap_.pace();
  Budget budget{SIZE_MAX, heap_.statistics().pause_began() + pace.StepNanoseconds(), &heap_.callbacks()};
  Pace::StepWork work = pace.BeginStep();
  if (state_.is_sweeping()) {
    budget.bytes = work.sweep_bytes;
    if (Sweep(budget)) return;
    return pace.ScheduleStep();
  }
  if (state_.is_idle()) StartMarking(CollectionReason::kAllocation);
  uint64_t began = platform::MonotonicNanoseconds();
  if (state_.phase() == Phase::kMarking || Advance(budget) == Progress::kNextPhase) {
    size_t helped = heap_.NoteWorkOfHelpers();
    // They may have no processor to run on: what they hold must not hold up the cycle.
    if (helped == 0 && pace.IsLate()) heap_.StopHelpers();
    budget.bytes = std::max(work.mark_bytes - std::min(work.mark_bytes, helped), kLeastToMark);
    bool done = Mark(budget);
    if (done && !budget.IsSpent() && pace.IsAttemptDue()) {
      // The attempt may use up the time of the step, but what it finds doesn't count.
      budget.bytes = SIZE_MAX;
      pace.NoteAttempt();
      if (pace.IsLastAttempt()) budget.deadline = UINT64_MAX;
      if (AdvanceTo(Phase::kFinalizing, budget, stack_state_of_steps_)) {
        return EndPauseOfCycle(stack_state_of_steps_, began);
      }
      pace.DelayAttempts();
    }
  }
  heap_.statistics().AddMarking(platform::MonotonicNanoseconds() - began);
  pace.ScheduleStep();
}

// Small enough steps that a cycle has about eight of them, whatever the size of the heap.
void Cycle::StressStep() {
  InPause([&] {
    Budget budget;
    budget.bytes = std::max<size_t>(heap_.pace().last_scanned() / 8, 1024);
    if (state_.is_sweeping()) {
      budget.bytes = std::max<size_t>(heap_.sweeper().blocks_left() / 2, 1) * kBlockSize;
      Sweep(budget);
      return;
    }
    if (state_.is_idle()) StartMarking(CollectionReason::kStress);
    if (Advance(budget) == Progress::kWaits) {
      budget.bytes = heap_.pace().NoteAttempt() < 3 ? 4096 : SIZE_MAX;
      if (AdvanceTo(Phase::kSweeping, budget, stack_state_of_steps_)) return;
    }
    if (heap_.verifies()) Verifier(heap_).VerifyMarking();
  });
  heap_.statistics().CountStep();
}

void Cycle::SetStress(uint32_t interval, StressKind kind) {
  stress_interval_ = interval;
  stress_kind_ = kind;
  stress_count_ = 0;
  Reschedule();
}

void Cycle::Reschedule() {
  heap_.pace().SetAlways(is_stressed() || is_terminated_);
  if (state_.is_idle()) {
    heap_.pace().ScheduleCycle();
  } else {
    heap_.pace().ScheduleNow();
  }
}

bool Cycle::NextIsMinor() const { return generational_ && marks_are_whole_ && heap_.pace().MayBeMinor(); }

// After a collection that left `live` bytes.
void Cycle::SetPace(size_t live) {
  heap_.pace().Set(live, heap_.sweeper().blocks_left(), NextIsMinor());
  Reschedule();
}

// ---- From phase to phase ------------------------------------------------------------------------

// The one way on, whoever drives the cycle. Callers differ in their budget and in what they do in between.
Cycle::Progress Cycle::Advance(Budget& budget, std::optional<StackState> stack) {
  switch (state_.phase()) {
    case Phase::kIdle: return Progress::kWaits;  // for StartMarking or StartMinorMarking
    case Phase::kClearing:
      if (!ClearMarks(budget)) return Progress::kSpent;
      BeginMarking();
      return Progress::kNextPhase;
    case Phase::kMarking:
      if (!stack.has_value()) return heap_.marker().Advance(budget) ? Progress::kWaits : Progress::kSpent;
      heap_.StopHelpers();
      MoveTo(Phase::kRootScan);
      return Progress::kNextPhase;
    case Phase::kRootScan:
      DCHECK(stack.has_value());
      return Attempt(MarkFromRoots(*stack, budget), Phase::kWeakProcessing);
    case Phase::kWeakProcessing: return Attempt(ClearDeadReferences(budget), Phase::kFinalizing);
    case Phase::kFinalizing:
      Finalize();
      MoveTo(Phase::kSweeping);
      BeginSweeping();
      return Progress::kNextPhase;
    case Phase::kSweeping:
      if (!heap_.sweeper().Advance(budget)) return Progress::kSpent;
      MoveTo(Phase::kIdle);
      EndCycle();
      return Progress::kNextPhase;
  }
  UNREACHABLE();
}

// A part of the atomic pause is done, and `next` follows in the same pause; or the mutator goes on before it
// was done, and so the cycle marks again.
Cycle::Progress Cycle::Attempt(bool done, Phase next) {
  MoveTo(done ? next : Phase::kMarking);
  return done ? Progress::kNextPhase : Progress::kSpent;
}

// Everything is marked and what is weak refers to nothing else when kFinalizing is reached, as long as the
// mutator does not run. False: the budget was spent before `goal`. Weak references that were cleared by then
// were to nothing alive.
bool Cycle::AdvanceTo(Phase goal, Budget& budget, StackState stack) {
  while (state_.phase() != goal) {
    if (Advance(budget, stack) != Progress::kNextPhase) return false;
  }
  return true;
}

// True: everything that is known to be reachable is marked.
bool Cycle::Mark(Budget& budget) {
  DCHECK(state_.phase() == Phase::kClearing || state_.phase() == Phase::kMarking);
  Progress progress;
  do {
    progress = Advance(budget);
  } while (progress == Progress::kNextPhase);
  return progress == Progress::kWaits;
}

bool Cycle::Sweep(Budget budget) { return !state_.is_sweeping() || Advance(budget) == Progress::kNextPhase; }

void Cycle::FinishSweep() {
  if (!collecting_) Sweep({});
}

// ---- Clearing and marking -----------------------------------------------------------------------

// Clears what the last collection marked. False: budget spent.
bool Cycle::ClearMarks(const Budget& budget) {
  BlockTable& blocks = heap_.blocks();
  for (; clear_cursor_ < blocks.end(); clear_cursor_++) {
    uint32_t b = clear_cursor_;
    switch (blocks[b].kind) {
      case BlockKind::kSmall:
      case BlockKind::kFinalizable: {
        // A mark without start bit is the beginning of a free run and stays.
        uint64_t* mark = blocks.MarkWords(b);
        const uint64_t* start = blocks.StartWords(b);
        for (uint32_t w = 0; w < kBlockWords; w++) mark[w] &= ~start[w];
        break;
      }
      case BlockKind::kLarge: ClearBit(blocks.mark_bits(), LargeObjectIn(b)); break;
      default: break;
    }
    if (b % kBlocksClearedAtOnce == 0 && !budget.IsUnlimited() && budget.IsSpent()) {
      clear_cursor_++;
      return false;
    }
  }
  return true;
}

void Cycle::BeginMarking() {
  heap_.marker().DropLog();
  heap_.marker().Begin(heap_.blocks().first_collected());
  MoveTo(Phase::kMarking);
  heap_.BeginConcurrentMarking();
  internal::PersistentRegionLock lock;
  TraceRoots(StackState::kNoHeapPointers, true);  // all roots will be looked at again
}

// `may_abandon`: it looks at a part of them only where the program is to be stopped, and
// pause_is_abandoned_ tells whether it did.
void Cycle::TraceRoots(StackState state, bool may_abandon) {
  ClientCodeScope client(*this);
  may_abandon_pause_ = may_abandon;
  pause_is_abandoned_ = false;
  heap_.roots().Trace(state);
  may_abandon_pause_ = false;
}

// ---- The atomic pause ---------------------------------------------------------------------------

// Looks at all roots and stacks. False: the budget was spent before everything they refer to was marked.
bool Cycle::MarkFromRoots(StackState state, Budget& budget) {
  const HeapCallbacks& callbacks = heap_.callbacks();
  if (callbacks.before_collection != nullptr) callbacks.before_collection(callbacks.data);
  if (heap_.verifies()) Verifier(heap_).VerifyMarking();
  last_was_conservative_ = state == StackState::kMayContainHeapPointers;
  heap_.marker().BeginRootScan();
  internal::PersistentRegionLock lock;
  TraceRoots(state, budget.host != nullptr);
  if (pause_is_abandoned_ || !heap_.marker().Advance(budget)) return false;
  // Before other threads can make strong references of weak ones.
  heap_.roots().ClearSharedWeakPersistents(heap_.MakeBroker());
  return true;
}

bool Cycle::ClearDeadReferences(const Budget& budget) {
  ClientCodeScope client(*this);
  heap_.allocator().RetireAll();
  // An allocation from here on takes the slow path, which reports that it is forbidden.
  heap_.allocator().Publish();
  may_abandon_pause_ = budget.host != nullptr;
  heap_.marker().ProcessWeakness(heap_.MakeBroker());
  may_abandon_pause_ = false;
  return !pause_is_abandoned_;
}

// The rest of the atomic pause: what is dead is told so, and moved away from.
void Cycle::Finalize() {
  ClientCodeScope client(*this);
  LivenessBroker broker = heap_.MakeBroker();
  if (heap_.roots().RunPrefinalizers(broker)) heap_.roots().CheckNothingIsResurrected();
  heap_.roots().ClearWeakPersistents(broker);
  if (heap_.verifies()) Verifier(heap_).VerifyEndOfMarking();
  if (evacuates_) EvacuateSparseBlocks();
  if (!minor_) heap_.limits().NoteMarkingLists(heap_.marker().list_bytes());
  size_t scanned = heap_.ScannedBytes();
  heap_.marker().End(generational_);
  marks_are_whole_ = true;
  heap_.statistics().EndMarking(heap_.pace().live_bytes() + heap_.pace().cells_allocated(),
                                heap_.limits().used_bytes() / kBlockSize, minor_);
  heap_.pace().EndMarking(scanned, minor_);
  heap_.sweeper().FinalizeClientTypes();
}

// ---- Sweeping -----------------------------------------------------------------------------------

void Cycle::BeginSweeping() {
  heap_.sweeper().Begin();
  const HeapCallbacks& callbacks = heap_.callbacks();
  if (callbacks.after_collection != nullptr)
    heap_.roots().WithWholeStack([&] { callbacks.after_collection(callbacks.data); });
}

void Cycle::EndCycle() {
  Reschedule();
  const HeapLimits& limits = heap_.limits();
  heap_.statistics().EndCycle(platform::MonotonicNanoseconds(), heap_.pace().live_bytes(),
                              limits.external_bytes(), limits.used_bytes() / kBlockSize);
}

// ---- Evacuation ---------------------------------------------------------------------------------

// If it was asked for, or when the sweep before has found that there may be something to win.
bool Cycle::WantsEvacuation(bool release_memory) const {
  if (compactable_spaces_ == 0) return false;
  if (force_evacuation_ || release_memory) return true;
  const BlockTable& blocks = heap_.blocks();
  size_t free = 0;
  for (uint32_t b = blocks.first(); b < blocks.end(); b++) {
    const BlockInfo& info = blocks[b];
    if (info.kind == BlockKind::kSmall && IsCompactable(info.space)) free += info.free_granules * kGranule;
  }
  return free >= kLeastToEvacuateFor;
}

void Cycle::EvacuateSparseBlocks() {
  Evacuator evacuator(&heap_, force_evacuation_);
  heap_.marker().ForEachStackObject([&](CageOffset object) { evacuator.Pin(object); });
  heap_.roots().ForEachPrefinalizer(
      [&](const void* object) { evacuator.Pin(heap_.FindObject(OffsetOf(object))); });
  PinningVisitor visitor(&heap_, &evacuator);
  heap_.roots().TraceClient(visitor);
  auto visit = [&](auto& node) { node.callback(node.owner, &visitor, nullptr); };
  heap_.roots().strong_nodes().ForEach(visit);
  {
    internal::PersistentRegionLock lock;
    heap_.roots().shared_strong_nodes().ForEach(visit);
  }
  evacuator.Run(heap_.marker().movable_slots());
  if (generational_) {
    heap_.marker().UpdateCallbacks([&](const void* data) { return evacuator.NewPlaceOf(data); });
  }
  heap_.statistics().AddEvacuation(evacuator.evacuated_blocks(), evacuator.moved_bytes());
  evacuates_ = force_evacuation_ = false;
}

}  // namespace halfword::gc
