// Sweeping on helper threads, beside the program and beside the lazy sweeping of the program's own thread
// ("the mutator's").
//
// The sweep of a block has two halves. Preparing it makes free runs of what died, on the block's own bitmap
// words alone but for the headers of what survived since the last collection: any thread can do that, as soon
// as there is nothing to finalize. Taking it over is the mutator's: it counts what lives, and gives the block
// back if nothing does. Helpers never write to the block table, free nothing and clear nothing: free runs are
// zeroed when they are opened for allocation, once.
//
// Each block that helpers may prepare has a state:
//
//   offered ─┬→ claimed by a helper ─→ prepared, with what was found free ─→ taken
//            └→ taken: the mutator was there first, and prepares it itself
//
// The thread that moves a block from "offered" to the next state owns the block's bitmap words
// until the state after that. So the mutator takes a block before it looks up or changes anything
// in it (Sweeper::SweepBeforeLookup).
#ifndef HALFWORD_GC_SWEEPING_CONCURRENT_SWEEPER_H_
#define HALFWORD_GC_SWEEPING_CONCURRENT_SWEEPER_H_

#include <atomic>
#include <memory>
#include <optional>

#include "gc/blocks/block.h"
#include "halfword/gc/platform.h"

namespace halfword::gc {

class Sweeper;

class ConcurrentSweeper {
 public:
  ConcurrentSweeper(Sweeper* sweeper, std::shared_ptr<Platform> platform, uint32_t block_limit);
  ~ConcurrentSweeper() { Stop(); }

  // ---- On the mutator's thread ----
  // A sweep of the blocks [first, end) begins. REQUIRES: no helper is at work.
  void Begin(uint32_t first, uint32_t end);
  void Offer(uint32_t block);
  // Asks the platform for helpers, if they have not been asked for in this sweep and there is enough to do.
  void Start();
  // Returns when all helpers have. Blocks that they did not reach remain for the mutator.
  void Stop();
  // A helper is at work on the block, and will be done before long.
  bool IsBusy(uint32_t block) const { return states_[block].load(std::memory_order_relaxed) == kClaimed; }
  bool IsPrepared(uint32_t block) const {
    return states_[block].load(std::memory_order_relaxed) >= kPrepared;
  }
  // From now on the block is the mutator's; waits for a helper that is at work on it. What was found
  // if it is prepared.
  std::optional<FreeSpace> Take(uint32_t block);

 private:
  class Job;
  // From kPrepared on: plus twice the free granules, plus 1 if there is room.
  enum State : uint16_t { kTaken, kOffered, kClaimed, kPrepared };
  static_assert(kPrepared + 2 * kBlockGranules <= UINT16_MAX);

  // On helpers.
  void Run(JobDelegate* delegate);
  void Prepare(uint32_t block);

  static constexpr uint32_t kMostHelpers = 2;
  static constexpr uint32_t kBlocksAtOnce = 16;    // between two looks at whether to yield
  static constexpr uint32_t kLeastToStartFor = 8;  // blocks

  Sweeper* const sweeper_;
  const std::shared_ptr<Platform> platform_;
  std::unique_ptr<JobHandle> job_;
  std::unique_ptr<std::atomic<uint16_t>[]> states_;  // by block
  std::atomic<uint32_t> cursor_{0};                  // blocks below have been looked at by a helper
  uint32_t end_ = 0;
  uint32_t offered_ = 0;  // blocks, in this sweep
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SWEEPING_CONCURRENT_SWEEPER_H_
