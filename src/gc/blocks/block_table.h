// The blocks of a heap: what each holds, which are free, and the bitmaps of their objects (block.h).
//
//   0               first()                     end()             limit()
//   |   immortal      |   in use or free          |   never used     |  unused
//   front matter and image
//
// Above first() there may be blocks of the image, too, whose objects are the heap's own.
//
// Invariants (Verify checks them between collections):
//   what is on the map of free blocks lies in [first(), end()), is of kind kFree, and has no bits;
//   of any other block there the kind is not kFree (in a shared cage it may be another heap's);
//   free_count() blocks are on the map, and as many of them are dirty as the count says;
//   no block below the hint is on the map;
//   limits().used_bytes() is the sum of what the blocks in use take.
#ifndef HALFWORD_GC_BLOCKS_BLOCK_TABLE_H_
#define HALFWORD_GC_BLOCKS_BLOCK_TABLE_H_

#include "base/bits.h"
#include "gc/blocks/block.h"
#include "gc/blocks/block_map.h"
#include "gc/blocks/budget.h"
#include "gc/blocks/heap_limits.h"

namespace halfword::gc {

class Heap;

// Of a large object with a cell of this size, from its first block's start.
inline constexpr size_t LargeBytes(size_t cell) { return RoundUp(cell + kLargeStart, 4096); }
inline constexpr uint32_t BlocksFor(size_t bytes) {
  return static_cast<uint32_t>(RoundUp(bytes, kBlockSize) >> kBlockShift);
}

class BlockTable {
 public:
  // In the annex, zeroed, for all blocks below the limit.
  struct SideTables {
    BlockInfo* blocks;
    uint64_t* mark_bits;
    uint64_t* start_bits;
    uint64_t* log_bits;
  };
  // In a shared cage: whose chunks it takes, how many, and below which offset.
  struct Share {
    Heap* owner;
    uint32_t chunks;
    uint64_t reach;
  };
  // `cage_size`: of the cage at `base`, whose last block stays unused: `top + size` must not wrap around.
  BlockTable(uintptr_t base, size_t cage_size, const SideTables& tables, const Share& share,
             HeapLimits& limits);
  BlockTable(const BlockTable&) = delete;
  BlockTable& operator=(const BlockTable&) = delete;

  // All blocks below `first_collected` are immortal from now on, and those from there on unused, but for
  // those of an image, which ends at `image_end` (0: there is none). What these hold, table and bitmaps say
  // already. Returns how many bytes of them are the heap's own. REQUIRES: table and bitmaps are zero above.
  size_t Begin(CageOffset first_collected, CageOffset image_end);
  // What Begin requires: as if no block had ever been used.
  void Clear();
  // The blocks of the image from `first_collected` on are collected from now on, too. REQUIRES: their bitmaps
  // say what is in them; no collection is in progress.
  void Adopt(CageOffset first_collected);

  uintptr_t base() const { return base_; }
  CageOffset first_collected() const { return first_collected_; }  // blocks below are immortal
  uint32_t first() const { return BlockOf(first_collected_); }
  uint32_t limit() const { return limit_; }
  // Helpers that mark ask while the heap grows. What they have been given to trace lies below either answer.
  uint32_t end() const { return __atomic_load_n(&end_, __ATOMIC_RELAXED); }
  uint32_t free_count() const { return free_count_; }
  // No free block lies below.
  uint32_t free_hint() const { return free_hint_; }
  bool IsFree(uint32_t block) const { return free_map_.Test(block); }
  BlockInfo& operator[](uint32_t block) { return tables_.blocks[block]; }
  const BlockInfo& operator[](uint32_t block) const { return tables_.blocks[block]; }
  uint64_t* mark_bits() const { return tables_.mark_bits; }
  uint64_t* start_bits() const { return tables_.start_bits; }
  uint64_t* log_bits() const { return tables_.log_bits; }
  uint64_t* MarkWords(uint32_t block) const { return mark_bits() + size_t{block} * kBlockWords; }
  uint64_t* StartWords(uint32_t block) const { return start_bits() + size_t{block} * kBlockWords; }

  // Small ones, since the last collection. True for the blocks of a large object.
  bool HasNewObjects(uint32_t block) const { return (*this)[block].value != 0; }
  // False for large objects that were there before the last collection.
  bool MayBeNew(CageOffset offset) const {
    const BlockInfo& info = (*this)[BlockOf(offset)];
    return info.kind != BlockKind::kLarge || info.is_new;
  }

  // ---- Taking ----
  // The first of so many blocks in a row that can be had, 0 if the cage is full.
  uint32_t Find(uint32_t count);
  // Find, and they are the caller's, who says at once what they hold.
  uint32_t Take(uint32_t count);
  // Exactly these, if they are free or were never used.
  bool TakeAt(uint32_t first, uint32_t count);
  // The taken block holds small objects. `is_new`: since the last collection.
  void UseForSmall(uint32_t block, BlockKind kind, uint8_t space, bool is_new);
  // The taken blocks hold a large object.
  void UseForLarge(uint32_t first, size_t cell_size, bool finalizable);
  // The large object changes its size. REQUIRES: the blocks that it gets are taken.
  void ResizeLarge(uint32_t first, size_t cell_size);

  // ---- Giving back ----
  // REQUIRES: the blocks' start and mark bits are clear.
  void FreeSmall(uint32_t block);
  void FreeLarge(uint32_t first);
  // Gives the pages of free blocks back to the system.
  void ReleasePages(uint32_t first, uint32_t end);
  // The same of what lies behind the last block: a huge page reaches beyond it.
  void ReleaseBeyondEnd();
  // Where pages may be resident: up to the last block's end, or that of the last huge page.
  uint64_t resident_end() const;

  // ---- Memory ----
  // A page fault costs more than filling the page, so memory that is about to be used for the first time
  // comes in larger pieces, if the heap isn't small. `is_growing`: huge pages are worth while.
  void Prepare(uint64_t offset, size_t bytes, bool is_growing);
  // Makes `bytes` from the first block's start read as zero, in pieces. Not `clears_dirty`: only what was
  // never used. What is not yet zero when the budget is spent is cleared in the fastest way.
  void Zero(uint32_t first, size_t bytes, bool clears_dirty, bool is_growing, const Budget& budget);
  // So that free memory is the same in two heaps that made the same objects.
  void ZeroFreeMemory();
  // The free run [begin, end) may not be read, and may be read again. With HALFWORD_ASSERTS it is filled.
  void Poison(CageOffset begin, CageOffset end);
  void Unpoison(CageOffset begin, CageOffset end);

  // Ends the process if one of the invariants does not hold.
  void Verify() const;

 private:
  void SetEnd(uint32_t end) { __atomic_store_n(&end_, end, __ATOMIC_RELAXED); }
  size_t CountBlocks(uint32_t first, uint32_t end);
  void GiveBack(uint64_t offset, size_t bytes);
  void Claim(uint32_t first, uint32_t count);
  bool TakeChunksFor(uint32_t blocks);
  void Free(uint32_t first, uint32_t count);
  void ReleaseBeyondLimit(size_t bytes);
  bool IsDense() const;
  template <typename F>
  void ForEachRun(uint64_t offset, size_t bytes, F&& body);
  void* At(uint64_t offset) const { return reinterpret_cast<void*>(base_ + offset); }

  const uintptr_t base_;
  const uint64_t cage_size_;
  const SideTables tables_;
  const uint32_t limit_;  // number of blocks that may ever be used
  HeapLimits& limits_;
  CageOffset first_collected_ = 0;
  CageOffset image_end_ = 0;  // below, pages are of a file
  uint32_t end_ = 0;          // SetEnd writes it
  BlockMap free_map_;
  uint32_t free_count_ = 0;
  uint32_t dirty_count_ = 0;
  uint32_t free_hint_ = 0;
  // Offsets: huge pages are asked for in [begin, end).
  uint64_t huge_begin_ = 0;
  uint64_t huge_end_ = 0;
  Share share_;  // its chunks: that may still be taken
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_BLOCK_TABLE_H_
