#include "gc/blocks/block_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/asan.h"
#include "base/bytes.h"
#include "gc/shared_cage.h"
#include "platform/memory.h"

namespace halfword::gc {
namespace {

constexpr size_t kPopulateFrom = 1 * MiB;      // heaps below get their pages by faults, one at a time
constexpr size_t kPopulatedAtOnce = 16 * MiB;  // a larger request may not use all of it at once
constexpr size_t kHugePagesFrom = 16 * MiB;    // heaps above grow by huge pages
constexpr uint32_t kHugePage = 2 * MiB;
constexpr uint32_t kHugePageStep = 4 * MiB;

// A page fault costs several pages' worth of clearing; whole ranges of pages are dropped.
void ClearWords(uint64_t* bits, uint32_t first_block, uint32_t end_block) {
  char* begin = reinterpret_cast<char*>(bits + size_t{first_block} * kBlockWords);
  char* end = reinterpret_cast<char*>(bits + size_t{end_block} * kBlockWords);
  if (end - begin > static_cast<ptrdiff_t>(64 * KiB)) {
    char* page = reinterpret_cast<char*>(RoundUp(reinterpret_cast<uintptr_t>(begin), 4096));
    char* last = reinterpret_cast<char*>(RoundDown(reinterpret_cast<uintptr_t>(end), 4096));
    platform::Decommit(page, static_cast<size_t>(last - page));
    std::memset(begin, 0, static_cast<size_t>(page - begin));
    begin = last;
  }
  std::memset(begin, 0, static_cast<size_t>(end - begin));
}

// Page by page, so that pages which are zero already stay as they are: those of an image are shared.
void ClearUnlessZero(char* begin, size_t bytes) {
  for (char* end = begin + bytes; begin < end;) {
    char* next =
        std::min(end, reinterpret_cast<char*>(RoundUp(reinterpret_cast<uintptr_t>(begin) + 1, 4096)));
    size_t piece = static_cast<size_t>(next - begin);
    if (!IsZero(begin, piece)) std::memset(begin, 0, piece);
    begin = next;
  }
}

}  // namespace

BlockTable::BlockTable(uintptr_t base, size_t cage_size, const SideTables& tables, const Share& share,
                       HeapLimits& limits)
    : base_(base),
      cage_size_(cage_size),
      tables_(tables),
      limit_(static_cast<uint32_t>(cage_size / kBlockSize) - 1),
      limits_(limits),
      share_(share) {
  // The last block of the cage is never taken. So the sum of a place in an allocation run and the size of a
  // small cell, which is compared with the end of the run, is within the cage's offsets.
  static_assert(kMaxSmallCell < kBlockSize);
  CHECK(BlockStart(limit_) <= kCageSpan - kBlockSize);
}

size_t BlockTable::Begin(CageOffset first_collected, CageOffset image_end) {
  first_collected_ = first_collected;
  image_end_ = image_end;
  SetEnd(std::max(first(), BlockOf(image_end)));
  CHECK(end_ < limit_);
  if (image_end == 0) {
    for (uint32_t b = 0; b < end_; b++) (*this)[b].kind = BlockKind::kImmortal;
  }
  free_map_.Reset(end_);
  free_count_ = dirty_count_ = 0;
  free_hint_ = end_;
  huge_begin_ = huge_end_ = 0;
  return CountBlocks(first(), end_);
}

// Of an image. Returns what its objects take.
size_t BlockTable::CountBlocks(uint32_t first, uint32_t end) {
  size_t live = 0;
  for (uint32_t b = end; b-- > first;) {
    const BlockInfo& info = (*this)[b];
    switch (info.kind) {
      case BlockKind::kFree:
        free_map_.Set(b);
        free_count_++;
        free_hint_ = b;
        break;
      case BlockKind::kSmall:
      case BlockKind::kFinalizable:
        limits_.AddUsed(kBlockSize);
        live += (kBlockGranules - 1 - info.free_granules) * kGranule;
        break;
      case BlockKind::kLarge:
        limits_.AddUsed(LargeBytes(size_t{info.value} * kGranule));
        live += size_t{info.value} * kGranule;
        break;
      default: break;
    }
  }
  return live;
}

void BlockTable::Adopt(CageOffset first_collected) {
  uint32_t end = first();
  first_collected_ = first_collected;
  for (uint32_t b = first(); b < end; b++) {
    BlockInfo& info = (*this)[b];
    if (info.kind == BlockKind::kImmortal) info = {};
  }
  CountBlocks(first(), end);
}

void BlockTable::Clear() {
  ClearWords(mark_bits(), first(), end_);
  ClearWords(start_bits(), first(), end_);
  std::memset(tables_.blocks + first(), 0, (end_ - first()) * sizeof(BlockInfo));
  Unpoison(first_collected_ + kHeaderSize, static_cast<CageOffset>(BlockStart(end_) + kHeaderSize));
}

// ---- Taking -------------------------------------------------------------------------------------

// First fit among the free blocks, then fresh ones, of which free blocks just below the end are part.
uint32_t BlockTable::Find(uint32_t count) {
  uint32_t run = 0;
  bool seen = false;
  for (uint32_t i = free_count_ != 0 ? free_hint_ : end_; i < end_;) {
    uint64_t word = free_map_.From(i);
    if ((word & 1) == 0) {
      run = 0;
      i = word == 0 ? (i | 63) + 1 : i + static_cast<uint32_t>(std::countr_zero(word));
      continue;
    }
    if (!seen) free_hint_ = i;
    seen = true;
    i++;
    if (++run == count) return i - count;
  }
  if constexpr (kSharedCage) return TakeChunksFor(count) ? Find(count) : 0;
  return limit_ - (end_ - run) >= count ? end_ - run : 0;
}

void BlockTable::Claim(uint32_t first, uint32_t count) {
  uint32_t end = first + count;
  for (uint32_t b = first; b < std::min(end, end_); b++) {
    free_map_.Clear(b);
    dirty_count_ -= (*this)[b].dirty;
    free_count_--;
  }
  if (free_hint_ == first) free_hint_ = end;
  if (end <= end_) return;
  SetEnd(end);
  free_map_.Grow(end_);
  ReleaseBeyondLimit(size_t{count} * kBlockSize);
}

uint32_t BlockTable::Take(uint32_t count) {
  uint32_t first = Find(count);
  if (first != 0) Claim(first, count);
  return first;
}

bool BlockTable::TakeAt(uint32_t first, uint32_t count) {
  if (first + count > (kSharedCage ? end_ : limit_)) return false;
  for (uint32_t b = first; b < std::min(first + count, end_); b++) {
    if (!free_map_.Test(b)) return false;
  }
  Claim(first, count);
  return true;
}

bool BlockTable::TakeChunksFor(uint32_t blocks) {
  uint32_t chunks = (blocks + kChunkBlocks - 1) / kChunkBlocks;
  if (chunks > share_.chunks) return false;
  uint32_t first = SharedCage::At(base_).Take(share_.owner, chunks, share_.reach);
  if (first == 0) return false;
  share_.chunks -= chunks;
  uint32_t end = first + chunks * kChunkBlocks;
  SetEnd(std::max(end_, end));
  free_map_.Grow(end_);
  for (uint32_t b = first; b < end; b++) free_map_.Set(b);
  free_count_ += end - first;
  free_hint_ = std::min(free_hint_, first);
  return true;
}

void BlockTable::UseForSmall(uint32_t block, BlockKind kind, uint8_t space, bool is_new) {
  DCHECK(kind == BlockKind::kSmall || kind == BlockKind::kFinalizable);
  (*this)[block] = {kind, 0, 0, 0, is_new, space, 0, 0, 0, 0};
  limits_.AddUsed(kBlockSize);
}

void BlockTable::UseForLarge(uint32_t first, size_t cell_size, bool finalizable) {
  uint32_t value = static_cast<uint32_t>(cell_size / kGranule);
  (*this)[first] = {BlockKind::kLarge, 0, finalizable, 0, 1, 0, 0, 0, 0, value};
  uint32_t count = BlocksFor(LargeBytes(cell_size));
  for (uint32_t i = 1; i < count; i++) {
    (*this)[first + i] = {BlockKind::kLargeTail, 0, 0, 0, 0, 0, 0, 0, 0, i};
  }
  limits_.AddUsed(LargeBytes(cell_size));
}

void BlockTable::ResizeLarge(uint32_t first, size_t cell_size) {
  BlockInfo& info = (*this)[first];
  size_t old_bytes = LargeBytes(size_t{info.value} * kGranule);
  uint32_t old_count = BlocksFor(old_bytes), count = BlocksFor(LargeBytes(cell_size));
  for (uint32_t i = old_count; i < count; i++) {
    (*this)[first + i] = {BlockKind::kLargeTail, 0, 0, 0, 0, 0, 0, 0, 0, i};
  }
  if (count < old_count) Free(first + count, old_count - count);
  info.value = static_cast<uint32_t>(cell_size / kGranule);
  limits_.SubtractUsed(old_bytes);
  limits_.AddUsed(LargeBytes(cell_size));
}

// ---- Giving back --------------------------------------------------------------------------------

void BlockTable::FreeSmall(uint32_t block) {
  limits_.SubtractUsed(kBlockSize);
  Free(block, 1);
}

void BlockTable::FreeLarge(uint32_t first) {
  size_t bytes = LargeBytes(size_t{(*this)[first].value} * kGranule);
  limits_.SubtractUsed(bytes);
  Free(first, BlocksFor(bytes));
}

void BlockTable::Free(uint32_t first, uint32_t count) {
  for (uint32_t b = first; b < first + count; b++) {
    (*this)[b] = {BlockKind::kFree, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    free_map_.Set(b);
  }
  free_count_ += count;
  dirty_count_ += count;
  if (first < free_hint_) free_hint_ = first;
  Poison(BlockStart(first) + kHeaderSize, BlockStart(first + count) + kHeaderSize);
}

// Large objects don't fit between small ones, so the heap grows while it has free blocks: so that their pages
// and what is in use, with `bytes` more of it, don't come to more than the limit, some are given back. (In a
// shared cage the blocks may be another heap's.)
void BlockTable::ReleaseBeyondLimit(size_t bytes) {
  if (kSharedCage) return;
  size_t excess_bytes = limits_.ExcessWith(bytes + size_t{dirty_count_} * kBlockSize);
  if (HALFWORD_LIKELY(excess_bytes == 0)) return;
  size_t excess = excess_bytes / kBlockSize + 1;
  auto has_pages = [this](uint32_t b) { return (*this)[b].kind == BlockKind::kFree && (*this)[b].dirty; };
  // From the end, because what is allocated next comes first.
  for (uint32_t end = end_; excess != 0 && end > first(); end--) {
    uint32_t first = end;
    while (end - first < excess && has_pages(first - 1)) first--;
    if (first == end) continue;
    excess -= end - first;
    ReleasePages(first, end);
    end = first;
  }
}

// REQUIRES: the blocks are free.
void BlockTable::ReleasePages(uint32_t first, uint32_t end) {
  for (uint32_t b = first; b < end; b++) {
    dirty_count_ -= (*this)[b].dirty;
    (*this)[b].dirty = 0;
  }
  Unpoison(BlockStart(first) + kHeaderSize, BlockStart(end) + kHeaderSize);
  GiveBack(BlockStart(first), size_t{end - first} << kBlockShift);
}

// The range is zero afterwards. Pages of the image would be what they are in its file.
void BlockTable::GiveBack(uint64_t offset, size_t bytes) {
  if (offset < image_end_) {
    size_t of_image = std::min<size_t>(bytes, image_end_ - offset);
    ClearUnlessZero(static_cast<char*>(At(offset)), of_image);
    offset += of_image;
    bytes -= of_image;
  }
  if (bytes != 0) platform::Decommit(At(offset), bytes);
}

void BlockTable::ReleaseBeyondEnd() {
  uint64_t end = BlockStart(end_);
  if (huge_end_ > end) platform::Decommit(At(end), huge_end_ - end);
}

uint64_t BlockTable::resident_end() const { return std::max<uint64_t>(huge_end_, BlockStart(end_)); }

// ---- Memory -------------------------------------------------------------------------------------

// Huge pages make for fewer misses of the TLB, but one can take milliseconds to come: they are for programs
// that build something up, not for one whose objects come and go, nor for large ones that leave much of their
// last blocks unused; and they reach beyond the heap, so not for one that shares its cage.
void BlockTable::Prepare(uint64_t offset, size_t bytes, bool is_growing) {
  size_t used = limits_.used_bytes() + bytes;
  if (used <= kPopulateFrom) return;
  if (!kSharedCage && is_growing && IsDense() && used > kHugePagesFrom && offset + bytes > huge_end_) {
    uint64_t begin = huge_end_ > offset ? huge_end_ : RoundUp(offset, kHugePage);
    uint64_t end = RoundUp(offset + bytes, kHugePage) + kHugePageStep;
    if (end > cage_size_) end = cage_size_;
    if (begin < end) {
      platform::AdviseHugePages(At(begin), end - begin, true);
      if (huge_begin_ == 0) huge_begin_ = begin;
      huge_end_ = end;
    }
  }
  bool is_below = offset < huge_begin_;
  if (is_below) bytes = std::min<size_t>(bytes, huge_begin_ - offset);
  if (is_below || offset >= huge_end_) platform::Populate(At(offset), RoundUp(bytes, 4096));
}

bool BlockTable::IsDense() const {
  size_t blocks = end_ - first() - free_count_;
  return limits_.used_bytes() >= blocks * (kBlockSize / 8 * 7);
}

// Calls body(is_dirty, offset, bytes) for blocks next to each other that are alike in that.
template <typename F>
void BlockTable::ForEachRun(uint64_t offset, size_t bytes, F&& body) {
  for (uint64_t end = offset + bytes; offset < end;) {
    bool is_dirty = (*this)[BlockOf(offset)].dirty;
    uint64_t run_end = offset;
    while (run_end < end && (*this)[BlockOf(run_end)].dirty == is_dirty) run_end += kBlockSize;
    size_t run = std::min(run_end, end) - offset;
    body(is_dirty, offset, run);
    offset += run;
  }
}

void BlockTable::Zero(uint32_t first, size_t bytes, bool clears_dirty, bool is_growing,
                      const Budget& budget) {
  constexpr size_t kPiece = 256 * KiB;
  uint64_t begin = BlockStart(first), end = begin + bytes;
  Unpoison(begin + kHeaderSize, begin + kHeaderSize + RoundUp(bytes, kBlockSize));
  for (uint64_t at = begin; at < end; at += kPiece) {
    if (at != begin && budget.IsSpent()) return GiveBack(at, RoundUp(end - at, 4096));
    size_t piece = std::min<size_t>(end - at, kPiece);
    ForEachRun(at, piece, [&](bool is_dirty, uint64_t offset, size_t run) {
      if (is_dirty && clears_dirty) std::memset(At(offset), 0, run);
      if (!is_dirty && at - begin < kPopulatedAtOnce) Prepare(offset, run, is_growing);
    });
  }
}

void BlockTable::ZeroFreeMemory() {
  for (uint32_t b = first(); b < end_; b++) {
    BlockInfo& info = (*this)[b];
    if (info.kind == BlockKind::kFree && info.dirty) {
      ReleasePages(b, b + 1);
    } else if (info.kind == BlockKind::kSmall || info.kind == BlockKind::kFinalizable) {
      for (uint32_t g = 1; g < kBlockGranules; g++) {
        CageOffset offset = OffsetIn(b, g);
        if (!TestBit(mark_bits(), offset) || TestBit(start_bits(), offset)) continue;
        uint32_t end = g + 1;
        while (end < kBlockGranules && !TestBit(start_bits(), OffsetIn(b, end))) end++;
        Unpoison(offset, OffsetIn(b, end));
        ClearUnlessZero(static_cast<char*>(At(offset - kHeaderSize)), (end - g) * kGranule);
        g = end - 1;
      }
    }
  }
}

void BlockTable::Poison(CageOffset begin, CageOffset end) {
  [[maybe_unused]] void* p = At(begin - kHeaderSize);
#if HALFWORD_ASSERTS
  Unpoison(begin, end);
  std::memset(p, 0xdb, end - begin);
#endif
#if HALFWORD_ASAN
  ASAN_POISON_MEMORY_REGION(p, end - begin);
#endif
}

void BlockTable::Unpoison([[maybe_unused]] CageOffset begin, [[maybe_unused]] CageOffset end) {
#if HALFWORD_ASAN
  ASAN_UNPOISON_MEMORY_REGION(At(begin - kHeaderSize), end - begin);
#endif
}

void BlockTable::Verify() const {
  uint32_t free = 0, dirty = 0;
  size_t used = 0;
  for (uint32_t b = first(); b < end_; b++) {
    const BlockInfo& info = (*this)[b];
    if (free_map_.Test(b)) {
      CHECK(info.kind == BlockKind::kFree && b >= free_hint_);
      free++;
      dirty += info.dirty;
    } else {
      CHECK(kSharedCage || info.kind != BlockKind::kFree);
    }
    if (info.kind == BlockKind::kSmall || info.kind == BlockKind::kFinalizable) used += kBlockSize;
    if (info.kind == BlockKind::kLarge) used += LargeBytes(size_t{info.value} * kGranule);
    bool has_objects = info.kind != BlockKind::kFree && info.kind != BlockKind::kLargeTail;
    for (uint32_t w = 0; w < kBlockWords && !has_objects; w++) {
      CHECK(StartWords(b)[w] == 0 && MarkWords(b)[w] == 0);
    }
  }
  CHECK(free == free_count_ && dirty == dirty_count_);
  CHECK(used == limits_.used_bytes());
}

}  // namespace halfword::gc
