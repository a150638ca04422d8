// Bump allocation into free runs, blocks, large objects, and the limit.
#include <algorithm>
#include <cstring>

#include "gc/asan.h"
#include "gc/heap_impl.h"
#include "gc/limits.h"
#include "gc/shared_cage.h"
#include "platform/clock.h"
#include "platform/memory.h"

namespace halfword::gc {
namespace {

// Cleared at a time, so that what is cleared is still in the cache when used.
constexpr uint32_t kChunk = 8 * KiB;
constexpr uint32_t kMediumCell = 512;  // from this size on a cell doesn't end a run that still has room
constexpr uint32_t kBlocksSearchedAtOnce = 64;  // that have room
constexpr size_t kPopulateFrom = 1 * MiB;       // heaps below get their pages by faults, one at a time
constexpr size_t kPopulatedAtOnce = 16 * MiB;   // a larger request may not use all of it at once
constexpr size_t kHugePagesFrom = 16 * MiB;     // heaps above grow by huge pages
constexpr uint32_t kHugePage = 2 * MiB;
constexpr uint32_t kHugePageStep = 4 * MiB;
constexpr uint32_t kBlockEndGranule = kBlockGranules;

}  // namespace

// ---- Runs ---------------------------------------------------------------------------------------

void HeapImpl::PoisonRun(CageOffset begin, CageOffset end) {
  char* p = reinterpret_cast<char*>(base_ + begin - kHeaderSize);
#if HALFWORD_ASSERTS
  UnpoisonRun(begin, end);
  std::memset(p, 0xdb, end - begin);
#endif
#if HALFWORD_GC_ASAN
  ASAN_POISON_MEMORY_REGION(p, end - begin);
#endif
  (void)p;
}

void HeapImpl::UnpoisonRun([[maybe_unused]] CageOffset begin, [[maybe_unused]] CageOffset end) {
#if HALFWORD_GC_ASAN
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<char*>(base_ + begin - kHeaderSize), end - begin);
#endif
}

void HeapImpl::OpenRun(Lab& lab, CageOffset begin, CageOffset end, bool cleared) {
  UnpoisonRun(begin, end);
  uint32_t block = BlockOf(begin);
  NoteYoung(block, 1);
  lab.run = static_cast<uint32_t>(new_runs_.size());
  new_runs_.push_back({begin, begin, begin, blocks_[block].value});
  blocks_[block].value = lab.run + 1;
  blocks_[block].is_indexed = 0;
  lab.top = begin;
  lab.end = end;
  lab.limit = cleared ? end : begin;
  if (cleared) allocated_ += end - begin;
}

// What is left of a run becomes a free run that waits for the next sweep.
void HeapImpl::Retire(Lab& lab) {
  if (lab.end != 0) {
    new_runs_[lab.run].end = lab.top;
    if (lab.top < lab.end) {
      SetBitAtomically(mark_bits_, lab.top);
      PoisonRun(lab.top, lab.end);
    }
  }
  lab.top = lab.limit = lab.end = 0;
}

bool HeapImpl::ExtendClearedPart(Lab& lab, uint32_t cell_size) {
  if (lab.end - lab.top < cell_size) return false;
  CageOffset need = lab.top + cell_size;
  if (need > lab.limit) {
    CageOffset limit = lab.end - lab.limit <= kChunk ? lab.end : lab.limit + kChunk;
    if (limit < need) limit = need;
    if (lab.end - limit < kSmallestRun) limit = lab.end;
    std::memset(reinterpret_cast<char*>(base_ + lab.limit - kHeaderSize), 0, limit - lab.limit);
    allocated_ += limit - lab.limit;
    lab.limit = limit;
  }
  return true;
}

// For the search of memory in blocks that are still to be swept.
Budget HeapImpl::RefillBudget() const {
  if (phase_ != Phase::kSweeping) return {};
  return {SIZE_MAX, platform::MonotonicNanoseconds() + step_nanoseconds_ / 2};
}

// The next free run of a used block, in address order. Not all blocks with room have a run of this size: so
// that the search is no pause, it ends after so many.
bool HeapImpl::OpenRecycledRun(Lab& lab, uint32_t cell_size, uint32_t most_blocks) {
  uint32_t least = cell_size < kSmallestRun ? kSmallestRun : cell_size;
  if (lab.block < BlockOf(first_collected_)) {
    lab.block = BlockOf(first_collected_);
    lab.granule = 0;
  }
  Budget budget = RefillBudget();
  for (; lab.block < block_end_; lab.block++, lab.granule = 0) {
    if (HALFWORD_UNLIKELY(blocks_[lab.block].unswept)) {
      if (IsSweepingSpent(budget)) return false;  // the search goes on when the next run is needed
      if (sweeper_ != nullptr && sweeper_->IsBusy(lab.block)) continue;  // rather than wait
      SweepOne(lab.block);
    }
    const BlockInfo& info = blocks_[lab.block];
    if (info.kind != lab.kind || info.space != lab.space || !info.has_room) continue;
    if (most_blocks-- == 0) return false;
    if (OpenRunIn(lab, least)) return true;
  }
  return false;
}

// From lab.granule of lab.block on.
bool HeapImpl::OpenRunIn(Lab& lab, uint32_t least) {
  const uint64_t* start = start_bits_ + size_t{lab.block} * kBlockWords;
  const uint64_t* mark = mark_bits_ + size_t{lab.block} * kBlockWords;
  uint32_t g = lab.granule;
  while (g < kBlockEndGranule) {
    // The next free run begins at a mark bit without start bit …
    uint32_t word = g / 64;
    uint64_t bits = LoadWord(mark[word]) & ~start[word] & (~uint64_t{0} << (g % 64));
    while (bits == 0 && ++word < kBlockWords) bits = LoadWord(mark[word]) & ~start[word];
    if (bits == 0) break;
    uint32_t begin = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
    // … and ends at the next bit of any kind. (New runs have no bits, but a new run never follows a free run:
    // it was made of its beginning, unless it was retired, and then the rest's mark bit is what we found.)
    uint32_t end = kBlockEndGranule;
    word = (begin + 1) / 64;
    if (begin + 1 < kBlockEndGranule) {
      bits = (LoadWord(mark[word]) | start[word]) & (~uint64_t{0} << ((begin + 1) % 64));
      while (bits == 0 && ++word < kBlockWords) bits = LoadWord(mark[word]) | start[word];
      if (bits != 0) end = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
    }
    g = end;
    if ((end - begin) * kGranule < least) continue;
    ClearBitAtomically(mark_bits_, OffsetIn(lab.block, begin));
    OpenRun(lab, OffsetIn(lab.block, begin), OffsetIn(lab.block, end), false);
    lab.granule = end;
    return true;
  }
  return false;
}

// A page fault costs more than filling the page: memory that is about to be used comes in larger pieces,
// if the heap isn't small. Huge pages make for fewer misses of the TLB, but one can take milliseconds to
// come: they are for programs that build something up, not for one whose objects come and go, nor for
// large ones that leave much of their last blocks unused; and they reach beyond the heap, so not for one
// that shares its cage.
void HeapImpl::PrepareFreshMemory(uint64_t offset, size_t bytes) {
  if (used_bytes_ + bytes <= kPopulateFrom) return;
  if (!kSharedCage && is_growing_ && IsDense() && used_bytes_ + bytes > kHugePagesFrom &&
      offset + bytes > huge_end_) {
    uint64_t begin = huge_end_ > offset ? huge_end_ : RoundUp(offset, kHugePage);
    uint64_t end = RoundUp(offset + bytes, kHugePage) + kHugePageStep;
    if (end > slot_.cage_size()) end = slot_.cage_size();
    if (begin < end) {
      platform::AdviseHugePages(reinterpret_cast<void*>(base_ + begin), end - begin, true);
      if (huge_begin_ == 0) huge_begin_ = begin;
      huge_end_ = end;
    }
  }
  bool is_below = offset < huge_begin_;
  if (is_below) bytes = std::min<size_t>(bytes, huge_begin_ - offset);
  if (is_below || offset >= huge_end_) {
    platform::Populate(reinterpret_cast<void*>(base_ + offset), RoundUp(bytes, 4096));
  }
}

bool HeapImpl::IsDense() const {
  size_t blocks = block_end_ - BlockOf(first_collected_) - free_count_;
  return used_bytes_ >= blocks * (kBlockSize / 8 * 7);
}

bool HeapImpl::OpenFreeBlock(Lab& lab, uint32_t cell_size, bool over_limit) {
  if (!over_limit && !FitsLimits(kBlockSize, 0)) return false;
  if (HALFWORD_UNLIKELY(phase_ == Phase::kSweeping && free_count_ == 0)) {
    Budget budget = RefillBudget();
    do {
      budget.bytes = 4 * kBlockSize;
    } while (!AdvanceSweeping(budget) && free_count_ == 0 && !budget.IsSpent());
  }
  uint32_t block = TakeBlocks(1);
  if (block == 0) return false;
  BlockInfo& info = blocks_[block];
  bool dirty = info.dirty;
  info = {lab.kind, 0, 0, 0, 1, lab.space, 0, 0, 0, 0};
  used_bytes_ += kBlockSize;
  ReportUsage();
  if (!dirty) PrepareFreshMemory(BlockStart(block), kBlockSize);
  OpenRun(lab, OffsetIn(block, 1), OffsetIn(block, kBlockGranules), !dirty);
  return true;
}

bool HeapImpl::OpenSomeRun(Lab& lab, uint32_t cell_size) {
  return (lab.recycles && OpenRecycledRun(lab, cell_size, kBlocksSearchedAtOnce)) ||
         OpenFreeBlock(lab, cell_size, over_limit_) ||
         (lab.recycles && OpenRecycledRun(lab, cell_size, UINT32_MAX));
}

void* HeapImpl::BumpOrRefill(Lab& lab, Header header, uint32_t cell_size) {
  if (CountedAllocationFails()) NoteOverLimit();
  if (!ExtendClearedPart(lab, cell_size)) {
    Retire(lab);
    bool found = OpenSomeRun(lab, cell_size);
    if (!found && !over_limit_) {
      found = RetryAfterCollections([&] {
        // A collection that frees next to nothing must not be followed by the next one at once.
        bool thrashing = live_bytes_ + external_bytes() > limit_ - limit_ / 32 ||
                         live_bytes_ > cage_limit_ - cage_limit_ / 32;
        return !thrashing && OpenSomeRun(lab, cell_size);
      });
    }
    if (!found) {
      if (entry_.no_collection == 0) NoteOverLimit();
      FinishSweeping();
      if (!OpenRecycledRun(lab, cell_size, UINT32_MAX) && !OpenFreeBlock(lab, cell_size, true)) {
        Exhausted("the heap has used up its cage, reserve included");
      }
    }
    ExtendClearedPart(lab, cell_size);
  }
  void* object = ObjectAt(lab.top);
  lab.top += cell_size;
  HeaderOf(object) = header;
  return object;
}

// ---- Entry points -------------------------------------------------------------------------------

void HeapImpl::PublishMain() {
  front_->top = main_.top;
  // Under stress every allocation must come here.
  front_->limit = stress_interval_ != 0 || counts_allocations_ ? 0 : main_.limit;
}

void HeapImpl::CountAllocations(bool counts, subtle::Failures failures, uint64_t n) {
  SyncMain();
  counts_allocations_ = counts;
  failures_ = failures;
  failing_allocation_ = n;
  if (counts) allocation_count_ = 0;
  PublishMain();
}

namespace subtle {

void CountAllocations(Heap& heap, Failures failures, uint64_t n) {
  heap.impl().CountAllocations(true, failures, n);
}
uint64_t AllocationCount(const Heap& heap) { return heap.impl().allocation_count(); }
size_t RoomUnderLimit(const Heap& heap) { return heap.impl().RoomUnderLimit(); }
void ForgetAllocations(Heap& heap) { heap.impl().CountAllocations(false, Failures::kNone, 0); }

}  // namespace subtle

// Gives `attempt` another chance after each way to make room: what is dead already, what the cycle in
// progress finds dead, what is dead now.
template <typename F>
bool HeapImpl::RetryAfterCollections(F&& attempt) {
  if (is_sweeping()) {
    if (!SweepUnlessStopped()) return false;
    if (attempt()) return true;
  }
  if (entry_.no_collection != 0) return false;
  if (is_marking()) {
    if (!FinishCycleUnlessStopped()) return false;
    if (attempt()) return true;
  }
  return CollectForRoom() && attempt();
}

void* HeapImpl::AllocateSlow(Header header, size_t cell_size) {
  CHECK(cell_size <= kMaxSmallCell);
  uint32_t size = static_cast<uint32_t>(cell_size);
  main_.top = front_->top;
  MaybeCollectBeforeAllocation();
  void* object;
  if (size >= kMediumCell && main_.end - main_.top < size && main_.end - main_.top >= kMediumCell) {
    object = BumpOrRefill(medium_, header, size);
  } else {
    object = BumpOrRefill(main_, header, size);
  }
  PublishMain();
  DCHECK(CellSizeAt(OffsetOf(object)) == cell_size);
  return object;
}

void* HeapImpl::AllocateFinalizable(Header header, size_t cell_size) {
  if (cell_size > kMaxSmallCell) return AllocateLarge(header, cell_size, true, false);
  main_.top = front_->top;
  MaybeCollectBeforeAllocation();
  void* object = BumpOrRefill(finalizable_, header, static_cast<uint32_t>(cell_size));
  PublishMain();
  return object;
}

void* HeapImpl::AllocateInSpace(Header header, size_t cell_size, bool finalizable, uint32_t space) {
  CHECK(space * 2 <= custom_.size());  // the heap must have been made with this space
  if (cell_size > kMaxSmallCell) {
    void* object = AllocateLarge(header, cell_size, finalizable, false);
    blocks_[BlockOf(OffsetOf(object))].space = static_cast<uint8_t>(space);
    return object;
  }
  main_.top = front_->top;
  MaybeCollectBeforeAllocation();
  void* object =
      BumpOrRefill(custom_[(space - 1) * 2 + finalizable], header, static_cast<uint32_t>(cell_size));
  PublishMain();
  return object;
}

// Not `is_zero`: but for the last word, which chars need not reach.
void* HeapImpl::AllocateLarge(Header header, size_t cell_size, bool finalizable, bool may_fail,
                              bool is_zero) {
  DCHECK(IsShapedHeader(header) || TypedHeaderCellSize(header) == 0);
  if (cell_size <= kMaxSmallCell)
    return finalizable ? AllocateFinalizable(header, cell_size) : AllocateSlow(header, cell_size);
  main_.top = front_->top;
  if (CountedAllocationFails()) {
    if (may_fail) return nullptr;
    NoteOverLimit();
  }
  if (cell_size > slot_.cage_size() - MiB / 4) {
    if (may_fail) return nullptr;
    Exhausted("an object larger than the cage");
  }
  MaybeCollectBeforeAllocation();
  size_t bytes = RoundUp(cell_size + kLargeStart, 4096);
  uint32_t count = static_cast<uint32_t>(RoundUp(bytes, kBlockSize) >> kBlockShift);
  uint32_t first = 0;
  if (EnsureUnderLimit(bytes, 0, may_fail)) {
    first = TakeBlocks(count);
    if (first == 0) RetryAfterCollections([&] { return (first = TakeBlocks(count)) != 0; });
    if (first == 0 && !may_fail) Exhausted("no room in the cage for a large object");
  }
  if (first == 0) {
    PublishMain();
    return nullptr;
  }
  NoteYoung(first, count);
  ClearBlocks(first, bytes, is_zero);
  blocks_[first] = {
      BlockKind::kLarge, 0, finalizable, 0, 1, 0, 0, 0, 0, static_cast<uint32_t>(cell_size / kGranule)};
  for (uint32_t i = 1; i < count; i++)
    blocks_[first + i] = {BlockKind::kLargeTail, 0, 0, 0, 0, 0, 0, 0, 0, i};
  used_bytes_ += bytes;
  allocated_ += bytes;
  ReportUsage();
  CageOffset offset = LargeObjectIn(first);
  SetBit(start_bits_, offset);
  void* object = ObjectAt(offset);
  if (!is_zero) std::memset(static_cast<char*>(object) + cell_size - kHeaderSize - kGranule, 0, kGranule);
  HeaderOf(object) = header;
  PublishMain();
  return object;
}

// ---- Limits -------------------------------------------------------------------------------------

bool HeapImpl::FitsLimits(size_t in_cage, size_t external) {
  size_t needed = UsedBytes() + marking_bytes_ + in_cage + external;
  if (used_bytes_ + in_cage > cage_limit_) return false;
  if (needed > limit_ && callbacks_.adjust_limit != nullptr) {
    limit_ = callbacks_.adjust_limit(callbacks_.data, needed);
  }
  return needed <= limit_;
}

bool HeapImpl::EnsureUnderLimit(size_t in_cage, size_t external, bool may_fail) {
  if (FitsLimits(in_cage, external)) return true;
  if (!over_limit_ && RetryAfterCollections([&] { return FitsLimits(in_cage, external); })) return true;
  if (may_fail) return false;
  NoteOverLimit();
  return true;
}

// The account of collections that make room. Each allocated byte pays for so many bytes to be looked
// at. A program near its limit that allocates less gets into debt, and with a debt of so many whole
// heaps it is terminated.
bool HeapImpl::NoteCollectionForRoom() {
  constexpr size_t kPaidByAllocation = 32, kMostDebts = 16;
  constexpr size_t kSweepingShare = 16;  // of what marking takes for a byte
  size_t work = last_scanned_ + used_bytes_ / kSweepingShare;
  size_t paid = cycle_allocated_ * kPaidByAllocation;
  collection_debt_ = collection_debt_ + work > paid ? collection_debt_ + work - paid : 0;
  // A limit may have been lowered below what is in use: then that is what a whole heap is.
  if (collection_debt_ / kMostDebts <= std::max(limit_, used_bytes_)) return true;
  NoteOverLimit();
  return false;
}

void HeapImpl::NoteOverLimit() {
  if (over_limit_) return;
  over_limit_ = true;
  if (callbacks_.out_of_memory != nullptr) callbacks_.out_of_memory(callbacks_.data);
}

void HeapImpl::AdjustExternalBytes(int64_t delta) {
  external_bytes_ += delta;
  // A collection here would surprise callers in the middle of something: the next slow allocation sees it.
  if (delta > 0) {
    allocated_ += static_cast<size_t>(delta);
    external_allocated_ += static_cast<size_t>(delta);
    if (allocated_ >= next_step_at_ && !collecting_ && entry_.no_collection == 0) front_->limit = 0;
  }
}

bool HeapImpl::CanGrowExternal(size_t bytes) {
  if (CountedAllocationFails()) return false;
  main_.top = front_->top;
  bool fits = EnsureUnderLimit(0, bytes, true);
  PublishMain();
  return fits;
}

bool HeapImpl::EnsureRoom(size_t cell_size) {
  if (cell_size > slot_.cage_size() - MiB / 4) return false;
  main_.top = front_->top;
  size_t bytes = cell_size > kMaxSmallCell ? RoundUp(cell_size + kLargeStart, 4096) : kBlockSize;
  uint32_t count = static_cast<uint32_t>(RoundUp(bytes, kBlockSize) >> kBlockShift);
  bool has_room = EnsureUnderLimit(bytes, 0, true) &&
                  (FindBlocks(count) != 0 || RetryAfterCollections([&] { return FindBlocks(count) != 0; }));
  PublishMain();
  return has_room;
}

// ---- Blocks -------------------------------------------------------------------------------------

// First fit among the free blocks, then fresh ones, of which free blocks just below block_end_ are part.
uint32_t HeapImpl::FindBlocks(uint32_t count) {
  uint32_t run = 0;
  bool seen = false;
  for (uint32_t i = free_count_ != 0 ? free_hint_ : block_end_; i < block_end_;) {
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
  if constexpr (kSharedCage) return TakeChunksFor(count) ? FindBlocks(count) : 0;
  return block_limit_ - (block_end_ - run) >= count ? block_end_ - run : 0;
}

void HeapImpl::ClaimBlocks(uint32_t first, uint32_t count) {
  uint32_t end = first + count;
  for (uint32_t b = first; b < std::min(end, block_end_); b++) {
    free_map_.Clear(b);
    dirty_count_ -= blocks_[b].dirty;
    free_count_--;
  }
  if (free_hint_ == first) free_hint_ = end;
  if (end <= block_end_) return;
  SetBlockEnd(end);
  free_map_.Grow(block_end_);
  ReleaseBeyondLimit(size_t{count} * kBlockSize);
}

uint32_t HeapImpl::TakeBlocks(uint32_t count) {
  uint32_t first = FindBlocks(count);
  if (first != 0) ClaimBlocks(first, count);
  return first;
}

bool HeapImpl::TakeChunksFor(uint32_t blocks) {
  uint32_t chunks = (blocks + kChunkBlocks - 1) / kChunkBlocks;
  if (chunks > chunks_left_) return false;
  uint32_t first = SharedCage::At(base_).Take(heap_, chunks, reach_);
  if (first == 0) return false;
  chunks_left_ -= chunks;
  uint32_t end = first + chunks * kChunkBlocks;
  SetBlockEnd(std::max(block_end_, end));
  free_map_.Grow(block_end_);
  for (uint32_t b = first; b < end; b++) free_map_.Set(b);
  free_count_ += end - first;
  free_hint_ = std::min(free_hint_, first);
  return true;
}

// Large objects don't fit between small ones, so the heap grows while it has free blocks: so that their pages
// and what is in use, with `bytes` more of it, don't come to more than the limit, some are given back. (Where
// a client adjusts the limit, it follows what is in use, and says nothing of pages. In a shared cage the
// blocks may be another heap's.)
void HeapImpl::ReleaseBeyondLimit(size_t bytes) {
  if (kSharedCage || callbacks_.adjust_limit != nullptr) return;
  size_t resident = UsedBytes() + bytes + size_t{dirty_count_} * kBlockSize;
  if (HALFWORD_LIKELY(resident <= limit_)) return;
  size_t excess = (resident - limit_) / kBlockSize + 1;
  auto has_pages = [this](uint32_t b) { return blocks_[b].kind == BlockKind::kFree && blocks_[b].dirty; };
  // From the end, because what is allocated next comes first.
  for (uint32_t end = block_end_; excess != 0 && end > BlockOf(first_collected_); end--) {
    uint32_t first = end;
    while (end - first < excess && has_pages(first - 1)) first--;
    if (first == end) continue;
    excess -= end - first;
    ReleasePages(first, end);
    end = first;
  }
}

// REQUIRES: the blocks are free.
void HeapImpl::ReleasePages(uint32_t first, uint32_t end) {
  for (uint32_t b = first; b < end; b++) {
    dirty_count_ -= blocks_[b].dirty;
    blocks_[b].dirty = 0;
  }
  UnpoisonRun(BlockStart(first) + kHeaderSize, BlockStart(end) + kHeaderSize);
  platform::Decommit(reinterpret_cast<void*>(base_ + BlockStart(first)), size_t{end - first} << kBlockShift);
}

uint32_t HeapImpl::TakeBlockForEvacuation(uint8_t space) {
  uint32_t block = TakeBlocks(1);
  if (block == 0) return 0;
  blocks_[block] = {BlockKind::kSmall, 0, 0, 0, 0, space, 0, 0, 0, 0};
  used_bytes_ += kBlockSize;
  UnpoisonRun(BlockStart(block) + kHeaderSize, BlockStart(block + 1) + kHeaderSize);
  return block;
}

// REQUIRES: the blocks' start and mark bits are clear.
void HeapImpl::FreeBlocks(uint32_t first, uint32_t count) {
  for (uint32_t b = first; b < first + count; b++) {
    blocks_[b] = {BlockKind::kFree, 1, 0, 0, 0, 0, 0, 0, 0, 0};
    free_map_.Set(b);
  }
  free_count_ += count;
  dirty_count_ += count;
  if (first < free_hint_) free_hint_ = first;
  PoisonRun(BlockStart(first) + kHeaderSize, BlockStart(first + count) + kHeaderSize);
}

// Calls body(is_dirty, offset, bytes) for blocks next to each other that are alike in that.
template <typename F>
void HeapImpl::ForEachRunOfBlocks(uint64_t offset, size_t bytes, F&& body) {
  for (uint64_t end = offset + bytes; offset < end;) {
    bool is_dirty = blocks_[BlockOf(offset)].dirty;
    uint64_t run_end = offset;
    while (run_end < end && blocks_[BlockOf(run_end)].dirty == is_dirty) run_end += kBlockSize;
    size_t run = std::min(run_end, end) - offset;
    body(is_dirty, offset, run);
    offset += run;
  }
}

// Makes `bytes` from the first block's start read as zero, in pieces. Not `clears_dirty`: only
// what was never used.
void HeapImpl::ClearBlocks(uint32_t first, size_t bytes, bool clears_dirty) {
  constexpr size_t kPiece = 256 * KiB;
  uint64_t begin = BlockStart(first), end = begin + bytes;
  UnpoisonRun(begin + kHeaderSize, begin + kHeaderSize + RoundUp(bytes, kBlockSize));
  for (uint64_t at = begin; at < end; at += kPiece) {
    if (at != begin && UntilStopped().IsSpent()) {
      return platform::Decommit(reinterpret_cast<void*>(base_ + at), RoundUp(end - at, 4096));
    }
    size_t piece = std::min<size_t>(end - at, kPiece);
    ForEachRunOfBlocks(at, piece, [&](bool is_dirty, uint64_t offset, size_t run) {
      if (is_dirty && clears_dirty) std::memset(reinterpret_cast<void*>(base_ + offset), 0, run);
      if (!is_dirty && at - begin < kPopulatedAtOnce) PrepareFreshMemory(offset, run);
    });
  }
}

}  // namespace halfword::gc
