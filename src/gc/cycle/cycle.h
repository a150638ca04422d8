// The collection cycle: what moves it from phase to phase (cycle_state.h has the picture), and the pauses in
// which it does so. pace.h says when, and how much.
//
//   Collect, CollectMinor                                       a whole cycle in one pause
//   StartMarking … AdvanceMarking … FinalizeMarking … Sweep     a cycle by hand
//   StepBeforeAllocation                                        a cycle driven by allocation: one step
//   SweepUnlessStopped, FinishUnlessStopped, CollectForRoom     what is left of a cycle, or one, to make room
//
// All of them start a cycle with StartMarking or StartMinorMarking and go on with Advance, which does the
// work of the phase that the cycle is in and moves to the next. AbortMarking and RecoverFromExhaustion end a
// cycle before that.
//
// Invariants:
//   while is_collecting() the client's code runs that may not allocate: roots, weak callbacks, finalizers;
//   the atomic pause's phases are passed inside of one pause, so the program never sees them;
//   helpers mark while the phase is kMarking, and have stopped before the next one begins.
#ifndef HALFWORD_GC_CYCLE_CYCLE_H_
#define HALFWORD_GC_CYCLE_CYCLE_H_

#include <optional>
#include <string>

#include "gc/blocks/budget.h"
#include "gc/cycle/cycle_state.h"
#include "halfword/gc/heap.h"

namespace halfword::gc {

class Cycle {
 public:
  Cycle(HeapImpl& heap, const HeapOptions& options);
  Cycle(const Cycle&) = delete;
  Cycle& operator=(const Cycle&) = delete;

  // No cycle is in progress. REQUIRES: a heap without objects of its own.
  void Begin();

  // ---- State ----
  const CycleState& state() const { return state_; }
  // The only way to another phase: with it goes what the barrier looks for.
  void MoveTo(Phase to);
  bool is_marking() const { return state_.is_marking(); }
  bool is_sweeping() const { return state_.is_sweeping(); }
  bool is_collecting() const { return collecting_; }
  bool is_minor() const { return minor_; }  // the cycle in progress, or the last one
  bool last_was_conservative() const { return last_was_conservative_; }

  // ---- Whole collections, of everything that is dead now ----
  void Collect(StackState state, bool release_memory = false,
               CollectionReason reason = CollectionReason::kRequest);
  void CollectMinor(StackState state);
  // As Heap::Terminate.
  void Terminate();
  // At the end of a heap they may: what they make waits for the next round, or dies with the heap.
  void LetFinalizersAllocate(bool yes) { finalizers_may_allocate_ = yes; }
  bool finalizers_may_allocate() const { return finalizers_may_allocate_; }

  // ---- In parts ----
  void StartMarking(CollectionReason reason);
  // True: everything that is known to be reachable is marked.
  bool AdvanceMarking(Budget budget);
  // False: the budget's host wants to stop; it never does without one.
  bool FinalizeMarking(StackState state, Budget budget = {});
  // True: the sweep is over, or there was none.
  bool Sweep(Budget budget);
  // All of it, unless a callback of the collection asks for it.
  void FinishSweep();
  // Forgets a cycle in progress, whose marks would keep alive what died since.
  void AbortMarking();

  // ---- For allocation ----
  // REQUIRES: as in all of the slow path of allocation, which publishes its run in the end.
  void StepBeforeAllocation();
  // False, for all three: the program is to be stopped; or, from CollectForRoom, it has collected so much for
  // so little that it is terminated.
  bool SweepUnlessStopped();
  bool FinishUnlessStopped();
  bool CollectForRoom();
  // As Heap::SetStressInterval.
  void SetStress(uint32_t interval, StressKind kind);
  bool is_stressed() const { return stress_interval_ != 0; }
  // The next step is when the pace says, from now on.
  void Reschedule();
  void SetPace(size_t live);

  // ---- Pauses ----
  // Asked while a pause takes long to scan roots or to clear weak references. False: the program is to be
  // stopped, so the attempt to finish marking is abandoned.
  bool PauseGoesOn() { return HALFWORD_LIKELY(!may_abandon_pause_) || !AsksToAbandonPause(); }
  // Memory ended, and the heap was left from wherever it was. There are no collections until Begin.
  void RecoverFromExhaustion();
  bool is_exhausted() const { return is_exhausted_; }
  // It was left in the middle of a pause: no allocation and no finalizers either.
  bool is_broken() const { return is_broken_; }

  // What is being called, for sentences. (Not undone when an exception leaves it: so the sentence has it.)
  struct ClientCode {
    const char* what = nullptr;
    const void* object = nullptr;  // an address in it
  };
  ClientCode& client_code() { return client_code_; }
  // "…: the finalizer of Node".
  std::string SentenceAboutClient(const char* begin) const;
  // In it only Trace methods run, and they may not allocate.
  class TraceScope {
   public:
    explicit TraceScope(HeapImpl& heap);
    ~TraceScope();
    TraceScope(const TraceScope&) = delete;
    TraceScope& operator=(const TraceScope&) = delete;

   private:
    HeapImpl& heap_;
    const CageOffset limit_;
  };
  bool forbids_allocation() const { return no_allocation_; }

  // Client code runs that may not allocate.
  class ClientCodeScope {
   public:
    explicit ClientCodeScope(Cycle& cycle) : cycle_(cycle), former_(cycle.collecting_) {
      cycle_.collecting_ = cycle_.no_allocation_ = true;
    }
    ~ClientCodeScope() {
      cycle_.collecting_ = former_;
      cycle_.no_allocation_ = former_ || cycle_.tracing_;
    }
    ClientCodeScope(const ClientCodeScope&) = delete;
    ClientCodeScope& operator=(const ClientCodeScope&) = delete;

   private:
    Cycle& cycle_;
    const bool former_;
  };

  // ---- What a client asks for ----
  bool is_collection_allowed() const { return disallow_collection_ == 0; }
  void DisallowCollection(int32_t change) { disallow_collection_ += static_cast<uint32_t>(change); }
  StackState& stack_state_of_steps() { return stack_state_of_steps_; }

  // ---- Evacuation (evacuator.h) ----
  bool evacuates() const { return evacuates_; }
  void ForceEvacuation() { force_evacuation_ = compactable_spaces_ != 0; }
  bool is_evacuation_forced() const { return force_evacuation_; }
  bool IsCompactable(uint32_t space) const {
    return space != 0 && (compactable_spaces_ >> (space - 1) & 1) != 0;
  }

 private:
  template <typename F>
  void InPause(F&& body);
  void LetHelpersWork();
  void CheckCollectionAllowed() const;
  void CheckNoneIsRunning() const;
  bool NextIsMinor() const;
  void Step();
  void StressStep();

  // What a call of Advance has come to.
  enum class Progress : uint8_t {
    kSpent,      // the budget is, or the host wants to stop; the phase has work left, or it is kMarking again
    kWaits,      // nothing is left to do in this phase, and the next one waits for somebody to begin it
    kNextPhase,  // the phase is over, and the next one has begun
  };
  // Does the work of the phase, as far as the budget goes, and moves on to the next. Only with the state of
  // the stack does kMarking go on to the atomic pause, which marks what is grey. REQUIRES: in the atomic
  // pause, the same state of the stack.
  Progress Advance(Budget& budget, std::optional<StackState> stack = {});
  Progress Attempt(bool done, Phase next);
  bool AdvanceTo(Phase goal, Budget& budget, StackState stack);
  bool Mark(Budget& budget);
  bool Finish(StackState state, Budget budget = {});
  void EndPauseOfCycle(StackState state, uint64_t marking_since);
  void StartMinorMarking(CollectionReason reason);

  // The work of the phases, in their order.
  bool ClearMarks(const Budget& budget);
  void BeginMarking();
  bool MarkFromRoots(StackState state, Budget& budget);
  bool ClearDeadReferences(const Budget& budget);
  void Finalize();
  void BeginSweeping();
  void EndCycle();
  void TraceRoots(StackState state, bool may_abandon);
  bool AsksToAbandonPause();
  bool WantsEvacuation(bool release_memory) const;
  void EvacuateSparseBlocks();

  HeapImpl& heap_;
  CycleState state_;
  const MarkingType marking_;
  const bool generational_;
  const uint32_t compactable_spaces_;
  bool marks_are_whole_ = false;  // every survivor of the last collection has its mark bit
  bool minor_ = false;
  uint32_t clear_cursor_ = 0;  // kClearing: blocks below are clear

  bool collecting_ = false;
  bool tracing_ = false;
  bool no_allocation_ = false;  // either of them
  ClientCode client_code_;
  // While roots are scanned or weak references cleared for a host that may want to stop the program; and
  // whether it does.
  bool may_abandon_pause_ = false;
  bool pause_is_abandoned_ = false;
  bool is_exhausted_ = false;
  bool is_broken_ = false;
  bool is_terminated_ = false;
  bool finalizers_may_allocate_ = false;
  bool last_was_conservative_ = false;

  bool evacuates_ = false;         // this cycle
  bool force_evacuation_ = false;  // in the next whole collection
  uint32_t disallow_collection_ = 0;
  StackState stack_state_of_steps_ = StackState::kMayContainHeapPointers;
  StressKind stress_kind_;
  uint32_t stress_interval_;
  uint32_t stress_count_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CYCLE_CYCLE_H_
