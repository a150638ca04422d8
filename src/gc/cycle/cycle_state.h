// Where a heap is in its collection cycle, and the way from one phase to the next.
//
//   ┌───────┐                ┌───────────┐                ┌──────────┐                    ┌───────────┐
//   │ kIdle │ a cycle starts │ kClearing │  marks clear   │ kMarking │ nothing grey left  │ kRootScan │
//   │       ├───────────────>│           ├───────────────>│          ├───────────────────>│           │
//   │       │                └─────┬─────┘                │          │  budget spent      │           │
//   │       │ another collection   │                      │          │<───────────────────┤           │
//   │       │<─────────────────────┴──────────────────────┤          │                    └───┬───────┘
//   │       │ begins, the heap ends                       │          │  all that is reachable │
//   │       │                                             │          │  is marked             │
//   │       │ a minor cycle starts: marks stay            │          │               ┌────────v────────┐
//   │       ├────────────────────────────────────────────>│          │ host wants    │ kWeakProcessing │
//   │       │                                             │          │<──────────────┤                 │
//   │       │                                             └──────────┘ to stop       └────────┬────────┘
//   │       │                                                  weak references are cleared    │
//   │       │                                            ┌───────────┐               ┌────────v────────┐
//   │       │ every block is swept,                      │ kSweeping │               │   kFinalizing   │
//   │       │<───────────────────────────────────────────┤           │<──────────────┤                 │
//   └───────┘ free pages are given back                  └───────────┘               └─────────────────┘
//
//   phase            the program runs in between   helpers   barrier
//   kIdle            yes                           –         in generational heaps, for all stores
//   kClearing        yes                           –         –
//   kMarking         yes                           mark      for all stores
//   kRootScan        no, the atomic pause:         –         for all stores
//   kWeakProcessing    all three follow each       –         for all stores
//   kFinalizing        other in one pause          –         for all stores
//   kSweeping        yes                           sweep     in generational heaps, for all stores
//
// (In any heap the barrier sees stores into objects of an image.) An atomic collection goes through all of it
// in one pause; an incremental one comes back to kMarking until an attempt to finish succeeds. Where memory
// ends in the middle of a pause, the cycle is abandoned, from whatever phase it was in.
#ifndef HALFWORD_GC_CYCLE_CYCLE_STATE_H_
#define HALFWORD_GC_CYCLE_CYCLE_STATE_H_

#include <cstdint>

#include "base/macros.h"

namespace halfword::gc {

enum class Phase : uint8_t {
  kIdle,            // every block is swept; survivors of the last collection have mark bits
  kClearing,        // mark bits are being cleared, block by block
  kMarking,         // in steps, and on helpers
  kRootScan,        // roots and stacks are looked at again, and what they add is marked
  kWeakProcessing,  // weak references to the dead are cleared, weak callbacks run
  kFinalizing,      // prefinalizers run, sparse blocks are evacuated, clients' types are finalized
  kSweeping,        // some blocks hold what died; others are swept, and allocation takes those
};

// CycleState asks for stretches of this order. A new phase has its place in it, and in the number.
static_assert(Phase::kIdle < Phase::kClearing && Phase::kClearing < Phase::kMarking &&
              Phase::kMarking < Phase::kRootScan && Phase::kRootScan < Phase::kWeakProcessing &&
              Phase::kWeakProcessing < Phase::kFinalizing && Phase::kFinalizing < Phase::kSweeping &&
              static_cast<int>(Phase::kSweeping) == 6);

class CycleState {
 public:
  Phase phase() const { return phase_; }

  // The picture's arrows.
  static constexpr bool IsTransition(Phase from, Phase to) {
    switch (from) {
      case Phase::kIdle: return to == Phase::kClearing || to == Phase::kMarking;
      case Phase::kClearing: return to == Phase::kMarking || to == Phase::kIdle;
      case Phase::kMarking: return to == Phase::kRootScan || to == Phase::kIdle;
      case Phase::kRootScan: return to == Phase::kWeakProcessing || to == Phase::kMarking;
      case Phase::kWeakProcessing: return to == Phase::kFinalizing || to == Phase::kMarking;
      case Phase::kFinalizing: return to == Phase::kSweeping;
      case Phase::kSweeping: return to == Phase::kIdle;
    }
    return false;
  }
  // The only way to another phase. REQUIRES: IsTransition(phase(), to).
  void MoveTo(Phase to) {
    DCHECK(IsTransition(phase_, to));
    phase_ = to;
  }
  // The cycle in progress, if there is one, is forgotten.
  void Abandon() { phase_ = Phase::kIdle; }

  bool is_idle() const { return phase_ == Phase::kIdle; }
  // From the start of a cycle to its sweep.
  bool is_marking() const { return IsBetween(Phase::kClearing, Phase::kFinalizing); }
  // There are mark bits of this cycle, and the marker has lists.
  bool has_marks() const { return IsBetween(Phase::kMarking, Phase::kFinalizing); }
  bool is_in_atomic_pause() const { return IsBetween(Phase::kRootScan, Phase::kFinalizing); }
  bool is_sweeping() const { return phase_ == Phase::kSweeping; }

 private:
  bool IsBetween(Phase first, Phase last) const { return phase_ >= first && phase_ <= last; }

  Phase phase_ = Phase::kIdle;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CYCLE_CYCLE_STATE_H_
