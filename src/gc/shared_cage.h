// One cage for all heaps of the process, on whatever threads (HALFWORD_BASE=shared).
//
// Members of different heaps have the same base, so that using them takes no Enter. A heap takes chunks of
// blocks out of the cage as it grows, and gives them back when it is destroyed. What describes blocks,
// bitmaps and table, is each heap's own, in an annex of its own: to a heap the blocks of others look like
// free ones that are not on its map. So no loop over blocks and no lookup needs to ask which heap a block
// belongs to, and a conservative scan finds only the heap's own objects.
//
// Stores may go to any heap: the barrier looks at the front of the cage. Its limit is the highest that any
// heap asks for, and the slow path finds the heap by the owner of the chunk.
#ifndef HALFWORD_GC_SHARED_CAGE_H_
#define HALFWORD_GC_SHARED_CAGE_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "cage/slot.h"
#include "gc/blocks/block.h"
#include "halfword/gc/internal/front.h"

namespace halfword::gc {

inline constexpr uint32_t kChunkBlocks = 64;  // one word of a heap's map of free blocks
inline constexpr uint64_t kChunkSize = uint64_t{kChunkBlocks} * kBlockSize;

class SharedCage {
 public:
  // Reserved by the first call, for the rest of the process's life. Null and a sentence if there is no room.
  static SharedCage* Get(std::string* error);
  // REQUIRES: Get has returned it.
  static SharedCage& At(uintptr_t base) { return *static_cast<SharedCage*>(AnnexFrontOf(base)->client); }

  const Slot& slot() const { return slot_; }
  // The heap that the place belongs to; null if none has it.
  Heap* OwnerOf(CageOffset offset) const {
    uint32_t chunk = BlockOf(offset) / kChunkBlocks;
    return chunk < chunk_count_ ? owners_[chunk].load(std::memory_order_acquire) : nullptr;
  }
  // So many chunks in a row, zeroed, that lie below `reach`: the first block, 0 if the cage is full.
  uint32_t Take(Heap* heap, uint32_t chunks, uint64_t reach);
  // All that the heap has. REQUIRES: nothing refers to it any more.
  void GiveBack(Heap* heap);
  // One heap more, or less, wants to see every store.
  void CountBarrier(bool more);

 private:
  explicit SharedCage(Slot slot);

  Slot slot_;
  const uint32_t chunk_count_;
  std::mutex mutex_;                              // of what follows
  std::unique_ptr<std::atomic<Heap*>[]> owners_;  // by chunk; read without the lock
  int heaps_with_barrier_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SHARED_CAGE_H_
