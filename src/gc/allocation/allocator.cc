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
constexpr uint32_t kBlockEndGranule = kBlockGranules;

}  // namespace

// ---- Runs ---------------------------------------------------------------------------------------

void HeapImpl::OpenRun(Lab& lab, CageOffset begin, CageOffset end, bool cleared) {
  blocks_.Unpoison(begin, end);
  uint32_t block = BlockOf(begin);
  NoteYoung(block, 1);
  lab.run = static_cast<uint32_t>(new_runs_.size());
  new_runs_.push_back({begin, begin, begin, blocks_[block].value});
  blocks_[block].value = lab.run + 1;
  blocks_[block].is_indexed = 0;
  lab.top = begin;
  lab.end = end;
  lab.limit = cleared ? end : begin;
  if (cleared) pace_.NoteAllocated(end - begin);
}

// What is left of a run becomes a free run that waits for the next sweep.
void HeapImpl::Retire(Lab& lab) {
  if (lab.end != 0) {
    new_runs_[lab.run].end = lab.top;
    if (lab.top < lab.end) {
      SetBitAtomically(blocks_.mark_bits(), lab.top);
      blocks_.Poison(lab.top, lab.end);
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
    pace_.NoteAllocated(limit - lab.limit);
    lab.limit = limit;
  }
  return true;
}

// For the search of memory in blocks that are still to be swept.
Budget HeapImpl::RefillBudget() const {
  if (phase_ != Phase::kSweeping) return {};
  return {SIZE_MAX, platform::MonotonicNanoseconds() + pace_.SearchNanoseconds()};
}

// The next free run of a used block, in address order. Not all blocks with room have a run of this size: so
// that the search is no pause, it ends after so many.
bool HeapImpl::OpenRecycledRun(Lab& lab, uint32_t cell_size, uint32_t most_blocks) {
  uint32_t least = cell_size < kSmallestRun ? kSmallestRun : cell_size;
  if (lab.block < blocks_.first()) {
    lab.block = blocks_.first();
    lab.granule = 0;
  }
  Budget budget = RefillBudget();
  for (; lab.block < blocks_.end(); lab.block++, lab.granule = 0) {
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
  const uint64_t* start = blocks_.StartWords(lab.block);
  const uint64_t* mark = blocks_.MarkWords(lab.block);
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
    ClearBitAtomically(blocks_.mark_bits(), OffsetIn(lab.block, begin));
    OpenRun(lab, OffsetIn(lab.block, begin), OffsetIn(lab.block, end), false);
    lab.granule = end;
    return true;
  }
  return false;
}

bool HeapImpl::OpenFreeBlock(Lab& lab, uint32_t cell_size, bool over_limit) {
  if (!over_limit && !limits_.Fits(kBlockSize, 0)) return false;
  if (HALFWORD_UNLIKELY(phase_ == Phase::kSweeping && blocks_.free_count() == 0)) {
    Budget budget = RefillBudget();
    do {
      budget.bytes = 4 * kBlockSize;
    } while (!AdvanceSweeping(budget) && blocks_.free_count() == 0 && !budget.IsSpent());
  }
  uint32_t block = blocks_.Take(1);
  if (block == 0) return false;
  bool dirty = blocks_[block].dirty;
  blocks_.UseForSmall(block, lab.kind, lab.space, true);
  ReportUsage();
  if (!dirty) blocks_.Prepare(BlockStart(block), kBlockSize, pace_.is_growing());
  OpenRun(lab, OffsetIn(block, 1), OffsetIn(block, kBlockGranules), !dirty);
  return true;
}

bool HeapImpl::OpenSomeRun(Lab& lab, uint32_t cell_size) {
  return (lab.recycles && OpenRecycledRun(lab, cell_size, kBlocksSearchedAtOnce)) ||
         OpenFreeBlock(lab, cell_size, limits_.is_over()) ||
         (lab.recycles && OpenRecycledRun(lab, cell_size, UINT32_MAX));
}

void* HeapImpl::BumpOrRefill(Lab& lab, Header header, uint32_t cell_size) {
  if (CountedAllocationFails()) limits_.NoteOver();
  if (!ExtendClearedPart(lab, cell_size)) {
    Retire(lab);
    bool found = OpenSomeRun(lab, cell_size);
    if (!found && !limits_.is_over()) {
      found = RetryAfterCollections([&] {
        // A collection that frees next to nothing must not be followed by the next one at once.
        return !limits_.IsThrashing(pace_.live_bytes()) && OpenSomeRun(lab, cell_size);
      });
    }
    if (!found) {
      if (entry_.no_collection == 0) limits_.NoteOver();
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
    limits_.NoteOver();
  }
  if (cell_size > slot_.cage_size() - MiB / 4) {
    if (may_fail) return nullptr;
    Exhausted("an object larger than the cage");
  }
  MaybeCollectBeforeAllocation();
  size_t bytes = LargeBytes(cell_size);
  uint32_t count = BlocksFor(bytes);
  uint32_t first = 0;
  if (EnsureUnderLimit(bytes, 0, may_fail)) {
    first = blocks_.Take(count);
    if (first == 0) RetryAfterCollections([&] { return (first = blocks_.Take(count)) != 0; });
    if (first == 0 && !may_fail) Exhausted("no room in the cage for a large object");
  }
  if (first == 0) {
    PublishMain();
    return nullptr;
  }
  NoteYoung(first, count);
  blocks_.Zero(first, bytes, is_zero, pace_.is_growing(), Budget::UntilStopped(callbacks_));
  blocks_.UseForLarge(first, cell_size, finalizable);
  pace_.NoteAllocated(bytes);
  ReportUsage();
  CageOffset offset = LargeObjectIn(first);
  SetBit(blocks_.start_bits(), offset);
  void* object = ObjectAt(offset);
  if (!is_zero) std::memset(static_cast<char*>(object) + cell_size - kHeaderSize - kGranule, 0, kGranule);
  HeaderOf(object) = header;
  PublishMain();
  return object;
}

// ---- Limits -------------------------------------------------------------------------------------

bool HeapImpl::EnsureUnderLimit(size_t in_cage, size_t external, bool may_fail) {
  if (limits_.Fits(in_cage, external)) return true;
  if (!limits_.is_over() && RetryAfterCollections([&] { return limits_.Fits(in_cage, external); }))
    return true;
  if (may_fail) return false;
  limits_.NoteOver();
  return true;
}

void HeapImpl::AdjustExternalBytes(int64_t delta) {
  limits_.AdjustExternal(delta);
  // A collection here would surprise callers in the middle of something: the next slow allocation sees it.
  if (delta > 0) {
    pace_.NoteExternal(static_cast<size_t>(delta));
    if (pace_.IsStepDue() && !collecting_ && entry_.no_collection == 0) front_->limit = 0;
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
  size_t bytes = cell_size > kMaxSmallCell ? LargeBytes(cell_size) : kBlockSize;
  uint32_t count = BlocksFor(bytes);
  bool has_room =
      EnsureUnderLimit(bytes, 0, true) &&
      (blocks_.Find(count) != 0 || RetryAfterCollections([&] { return blocks_.Find(count) != 0; }));
  PublishMain();
  return has_room;
}

// ---- Blocks -------------------------------------------------------------------------------------

uint32_t HeapImpl::TakeBlockForEvacuation(uint8_t space) {
  uint32_t block = blocks_.Take(1);
  if (block == 0) return 0;
  blocks_.UseForSmall(block, BlockKind::kSmall, space, false);
  blocks_.Unpoison(BlockStart(block) + kHeaderSize, BlockStart(block + 1) + kHeaderSize);
  return block;
}

}  // namespace halfword::gc
