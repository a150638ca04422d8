// Sweeping: makes free runs of what the last cycle did not mark, block by block and on the bitmaps alone, but
// for finalizers. The program's thread ("the mutator's") sweeps in steps and where it needs memory; helpers
// may prepare blocks for it (concurrent_sweeper.h).
//
//   Begin ──> SweepOne, block by block ──> live bytes are known ──> free pages are given back ──> kIdle
//
// Invariants:
//   blocks below the cursor are swept; of those from it on, the ones whose `unswept` is set are not;
//   what died has its finalizer run before its block is swept, and is found by no lookup any more;
//   the runs of the cycle that is being swept are the sweeper's, those opened since are the allocator's.
#ifndef HALFWORD_GC_SWEEPING_SWEEPER_H_
#define HALFWORD_GC_SWEEPING_SWEEPER_H_

#include <memory>
#include <optional>

#include "gc/blocks/block_table.h"
#include "gc/blocks/budget.h"
#include "gc/blocks/piece_list.h"
#include "gc/sweeping/concurrent_sweeper.h"
#include "halfword/gc/heap.h"

namespace halfword::gc {

class Sweeper {
 public:
  Sweeper(HeapImpl& heap, BlockTable& blocks, const HeapOptions& options);
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  // There is nothing to sweep.
  void Reset();

  // Runs the finalizers of dead objects of the client's types. REQUIRES: allocation runs are retired.
  void FinalizeClientTypes();
  // Declares everything without mark bit dead. REQUIRES: kSweeping has begun, allocation runs are retired.
  void Begin();
  // True: everything is swept. REQUIRES: kSweeping. (Cycle::Sweep is for everybody who does not know that.)
  bool Advance(Budget budget);
  // Memory ended in the middle of it.
  void Abandon();
  bool is_atomic() const { return type_ == SweepingType::kAtomic; }
  uint32_t blocks_left() const { return end_ - cursor_; }
  // This sweep gives back every free page.
  void ReleaseEverything(bool yes) { release_everything_ = yes; }

  // ---- Where memory or an object is looked for ----
  enum class Outcome : uint8_t {
    kSwept,
    kBusy,   // a helper is at work on the block
    kSpent,  // the budget is
  };
  Outcome SweepForAllocation(uint32_t block, const Budget& budget);
  // What died in the last collection isn't found.
  void SweepBeforeLookup(uint32_t block) {
    if (blocks_[block].kind == BlockKind::kLargeTail) block -= blocks_[block].value;
    if (blocks_[block].unswept) SweepOne(block);
  }

  // ---- Helpers ----
  void StartHelpers() {
    if (concurrent_ != nullptr) concurrent_->Start();
  }
  // The first half of a block's sweep (concurrent_sweeper.h).
  FreeSpace PrepareBlock(uint32_t block);
  // Null unless there may be helpers.
  ConcurrentSweeper* concurrent() const { return concurrent_.get(); }

  // ---- Finalizers ----
  bool is_finalizing() const { return finalizing_; }
  void Finalize(CageOffset offset);
  // Of all dead objects, or of all there are. REQUIRES: allocation runs are retired.
  void RunFinalizers(bool everything);

 private:
  bool SweepSome(const Budget& budget);
  void SweepOne(uint32_t block);
  void SweepSmall(uint32_t block);
  void SweepLarge(uint32_t block);
  bool IsSpent(const Budget& budget);
  bool HasFinalizersToRun(const BlockInfo& info) const;
  void IndexSurvivors(uint32_t block);
  FreeSpace MergeFreeRuns(uint32_t block);
  void FinalizeDead(uint32_t block, bool everything);
  void NoteLiveBytes();
  bool ReleaseFreeBlocks(const Budget& budget);

  HeapImpl& heap_;
  BlockTable& blocks_;
  const SweepingType type_;
  std::unique_ptr<ConcurrentSweeper> concurrent_;
  PieceList<NewRun> runs_;  // of the cycle that is being swept
  uint32_t cursor_ = 0;
  uint32_t end_ = 0;
  ptrdiff_t live_bytes_ = 0;     // found so far; a minor collection counts from the former ones up
  size_t since_clock_ = 0;       // swept since the last look at the clock
  bool finalizers_ran_ = false;  // in this cycle's pause
  bool finalizing_ = false;      // a finalizer runs now
  // After the last block:
  bool counted_ = false;  // live bytes are known
  uint32_t release_cursor_ = 0;
  uint32_t keep_blocks_ = 0;  // free ones that are not given back
  bool release_everything_ = false;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SWEEPING_SWEEPER_H_
