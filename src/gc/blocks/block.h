// Blocks: the cage in pieces of 32 KiB, and the side metadata in the annex that describes them.
//
// Positions inside a block are granules. Granule g of a block is the object address block + 8 g, and its cell
// is [block + 8 g - header, …). Objects of a block are at granules 1 to 4095, in both widths.
//
// Each granule has two bits, in two flat bitmaps, `start` and `mark`:
//
//   start  mark
//     1     1    an object that survived the last collection (during marking: an object that is alive)
//     1     0    an object that is not marked (yet), or a place known to be a boundary; dead when the block
//                is swept
//     0     1    the first granule of a free run; or a marked object in a new run, which allocation has
//                passed
//     0     0    inside an object or a free run; or an object in an allocation run without start bits (a
//                "new run")
//
// Every cell and every free run ends where the next set bit of either bitmap begins, or at the end of the
// block, or at the end of its new run. So sweeping needs nothing but the two bitmaps. Bump allocation sets no
// bits. What was allocated since the last collection is known by the list of new runs. It gets start bits
// when it survives, or when a conservative pointer asks (Allocator::IndexBlock).
#ifndef HALFWORD_GC_BLOCKS_BLOCK_H_
#define HALFWORD_GC_BLOCKS_BLOCK_H_

#include <cstddef>
#include <cstdint>

#include "halfword/gc/header.h"

namespace halfword::gc {

inline constexpr uint32_t kBlockShift = 15;
inline constexpr uint32_t kBlockSize = 1u << kBlockShift;
inline constexpr uint32_t kBlockGranules = kBlockSize / kGranule;
inline constexpr uint32_t kBlockWords = kBlockGranules / 64;  // bitmap words a block
inline constexpr uint32_t kLargeStart = 16;                   // offset of a large object in its first block

inline constexpr uint32_t BlockOf(CageOffset offset) { return static_cast<uint32_t>(offset >> kBlockShift); }
inline constexpr CageOffset BlockStart(uint32_t block) { return CageOffset{block} << kBlockShift; }
inline constexpr CageOffset OffsetIn(uint32_t block, uint32_t granule) {
  return BlockStart(block) + granule * uint32_t{kGranule};
}
inline constexpr CageOffset LargeObjectIn(uint32_t block) { return BlockStart(block) + kLargeStart; }

enum class BlockKind : uint8_t {
  kFree,         // and in the map of free blocks; its bits are 0
  kImmortal,     // front matter and image: never marked nor swept
  kSmall,        // objects without finalizer
  kFinalizable,  // objects with finalizer
  kLarge,        // the first block of a large object, which is at kLargeStart
  kLargeTail,    // `value` blocks after it
};

struct BlockInfo {
  BlockKind kind;
  uint8_t dirty : 1;        // kFree: may hold something else than zeros
  uint8_t finalizable : 1;  // kLarge
  uint8_t unswept : 1;      // kSmall, kFinalizable, kLarge: the last collection's dead are still in it
  uint8_t is_new : 1;       // kSmall, kFinalizable, kLarge: taken since the last collection
  uint8_t space : 4;        // kSmall, kFinalizable, kLarge: 0, or 1 + index of the custom space
  // kSmall, kFinalizable: in free runs, as of the last sweep; whether one of them is worth opening; and
  // whether all objects of its allocation runs have start bits, none of them being open.
  uint16_t free_granules : 14;
  uint16_t has_room : 1;
  uint16_t is_indexed : 1;
  // kSmall, kFinalizable: index + 1 of the newest allocation run here since the last collection, 0 if none
  // (the allocator's; of an unswept block, the sweeper's).
  // kLarge: granules of the cell. kLargeTail: distance to the first block.
  uint32_t value;
};
static_assert(sizeof(BlockInfo) == 8);

inline constexpr uint32_t kSmallestRun = 128;    // bytes: smaller holes wait until a neighbour dies
inline constexpr uint32_t kSmallestRoom = 1024;  // bytes free in a block that is worth a search

// What a block's sweep finds.
struct FreeSpace {
  uint32_t granules = 0;
  bool has_room = false;  // at least one run of kSmallestRun, and kSmallestRoom in all
};

// An allocation run: objects bump-allocated into [begin, end), offsets from the cage base.
struct NewRun {
  CageOffset begin;
  CageOffset end;          // up to date once retired
  CageOffset indexed;      // objects below have start bits
  uint32_t next_in_block;  // index + 1 of the run opened before this one in the same block, 0 if none
};

// Relaxed atomics, because helpers may be setting mark bits, or sweeping the block whose
// bits the mutator reads.
inline uint64_t LoadWord(const uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
inline void StoreWord(uint64_t& word, uint64_t bits) { __atomic_store_n(&word, bits, __ATOMIC_RELAXED); }
inline bool TestBit(const uint64_t* bits, CageOffset offset) {
  return LoadWord(bits[BitmapWordOf(offset)]) & BitmapMaskOf(offset);
}
inline void SetBitAtomically(uint64_t* bits, CageOffset offset) {
  __atomic_fetch_or(bits + BitmapWordOf(offset), BitmapMaskOf(offset), __ATOMIC_SEQ_CST);
}
inline void ClearBitAtomically(uint64_t* bits, CageOffset offset) {
  __atomic_fetch_and(bits + BitmapWordOf(offset), ~BitmapMaskOf(offset), __ATOMIC_SEQ_CST);
}
// Where nobody else writes the word.
inline void SetBit(uint64_t* bits, CageOffset offset) {
  StoreWord(bits[BitmapWordOf(offset)], bits[BitmapWordOf(offset)] | BitmapMaskOf(offset));
}
inline void ClearBit(uint64_t* bits, CageOffset offset) {
  StoreWord(bits[BitmapWordOf(offset)], bits[BitmapWordOf(offset)] & ~BitmapMaskOf(offset));
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_BLOCK_H_
