#include "gc/allocation/allocator.h"

#include <algorithm>
#include <cstring>

#include "gc/allocation_listener.h"
#include "gc/heap_impl.h"
#include "platform/clock.h"

namespace halfword::gc {
namespace {

constexpr uint32_t kMediumCell = 512;  // from this size on a cell doesn't end a run that still has room
constexpr uint32_t kBlocksSearchedAtOnce = 64;  // that have room
// Where a free block is filled from: so that objects of C++ classes which take 16, 32 or 64 bytes, header
// included, lie in one line of the cache each. (A client's own types look at the header as often as at what
// is behind it.)
constexpr uint32_t kFirstGranule = kHeaderSize == 4 ? 64 / kGranule : 1;

}  // namespace

Allocator::Allocator(HeapImpl& heap, BlockTable& blocks, HeapFront* front, const HeapOptions& options)
    : heap_(heap), blocks_(blocks), front_(front), custom_(options.custom_spaces * 2) {
  CHECK(options.custom_spaces <= internal::kMaxCustomSpaces);
  CHECK(options.compactable_spaces >> options.custom_spaces == 0);
  medium_.recycles = false;
  finalizable_.kind = BlockKind::kFinalizable;
  for (size_t i = 0; i < custom_.size(); i++) {
    custom_[i].kind = i % 2 == 0 ? BlockKind::kSmall : BlockKind::kFinalizable;
    custom_[i].space = static_cast<uint8_t>(i / 2 + 1);
  }
}

void Allocator::Reset() {
  new_runs_.clear();
  ForEachLab([](Lab& lab) {
    Lab fresh;
    fresh.kind = lab.kind;
    fresh.space = lab.space;
    fresh.recycles = lab.recycles;
    lab = fresh;
  });
}

// ---- Runs ---------------------------------------------------------------------------------------

void Allocator::OpenRun(Lab& lab, CageOffset begin, CageOffset end, bool cleared) {
  blocks_.Unpoison(begin, end);
  uint32_t block = BlockOf(begin);
  heap_.NoteYoung(block, 1, false);
  lab.run = static_cast<uint32_t>(new_runs_.size());
  new_runs_.push_back({begin, begin, begin, blocks_[block].value});
  blocks_[block].value = lab.run + 1;
  blocks_[block].is_indexed = 0;
  lab.top = begin;
  lab.end = end;
  lab.limit = cleared ? end : begin;
  if (cleared) heap_.pace().NoteAllocated(end - begin);
}

void Allocator::RetireAll() {
  ForEachLab([this](Lab& lab) { Retire(lab); });
}

void Allocator::HandOverRuns(PieceList<NewRun>& runs) {
  DCHECK(runs.size() == 0);
  runs.swap(new_runs_);
  ForEachLab([](Lab& lab) {
    DCHECK(!lab.is_open());
    lab.block = lab.granule = 0;
  });
}

// What is left of a run becomes a free run that waits for the next sweep.
void Allocator::Retire(Lab& lab) {
  if (lab.is_open()) {
    new_runs_[lab.run].end = lab.top;
    if (lab.top < lab.end) {
      SetBitAtomically(blocks_.mark_bits(), lab.top);
      blocks_.Poison(lab.top, lab.end);
    }
  }
  lab.top = lab.limit = lab.end = 0;
}

bool Allocator::ExtendClearedPart(Lab& lab, uint32_t cell_size) {
  if (lab.end - lab.top < cell_size) return false;
  CageOffset need = lab.top + cell_size;
  if (need > lab.limit) {
    CageOffset limit = lab.end - lab.limit <= kClearedAtOnce ? lab.end : lab.limit + kClearedAtOnce;
    if (limit < need) limit = need;
    if (lab.end - limit < kSmallestRun) limit = lab.end;
    std::memset(reinterpret_cast<char*>(blocks_.base() + lab.limit - kHeaderSize), 0, limit - lab.limit);
    heap_.pace().NoteAllocated(limit - lab.limit);
    lab.limit = limit;
  }
  return true;
}

// For the search of memory in blocks that are still to be swept.
Budget Allocator::RefillBudget() const {
  if (!heap_.cycle().is_sweeping()) return {};
  return {SIZE_MAX, platform::MonotonicNanoseconds() + heap_.pace().SearchNanoseconds()};
}

void Allocator::MaybeCollect() {
  if (HALFWORD_UNLIKELY(heap_.pace().IsStepDue() || heap_.cycle().forbids_allocation())) {
    heap_.cycle().StepBeforeAllocation();
  }
}

// The next free run of a used block, in address order. Not all blocks with room have a run of this size: so
// that the search is no pause, it ends after so many.
bool Allocator::OpenRecycledRun(Lab& lab, uint32_t cell_size, uint32_t most_blocks) {
  if (HALFWORD_UNLIKELY(heap_.sweeper().is_finalizing())) return false;  // blocks are half swept
  uint32_t least = cell_size < kSmallestRun ? kSmallestRun : cell_size;
  if (lab.block < blocks_.first()) {
    lab.block = blocks_.first();
    lab.granule = 0;
  }
  Budget budget = RefillBudget();
  for (; lab.block < blocks_.end(); lab.block++, lab.granule = 0) {
    if (HALFWORD_UNLIKELY(blocks_[lab.block].unswept)) {
      Sweeper::Outcome outcome = heap_.sweeper().SweepForAllocation(lab.block, budget);
      if (outcome == Sweeper::Outcome::kSpent)
        return false;                                    // the search goes on when the next run is needed
      if (outcome == Sweeper::Outcome::kBusy) continue;  // rather than wait
    }
    const BlockInfo& info = blocks_[lab.block];
    if (info.kind != lab.kind || info.space != lab.space || !info.has_room) continue;
    if (most_blocks-- == 0) return false;
    if (OpenRunIn(lab, least)) return true;
  }
  return false;
}

// From lab.granule of lab.block on.
bool Allocator::OpenRunIn(Lab& lab, uint32_t least) {
  const uint64_t* start = blocks_.StartWords(lab.block);
  const uint64_t* mark = blocks_.MarkWords(lab.block);
  uint32_t g = lab.granule;
  while (g < kBlockGranules) {
    // The next free run begins at a mark bit without start bit …
    uint32_t word = g / 64;
    uint64_t bits = LoadWord(mark[word]) & ~start[word] & (~uint64_t{0} << (g % 64));
    while (bits == 0 && ++word < kBlockWords) bits = LoadWord(mark[word]) & ~start[word];
    if (bits == 0) break;
    uint32_t begin = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
    // … and ends at the next bit of any kind. (New runs have no bits, but a new run never follows a free run:
    // it was made of its beginning, unless it was retired, and then the rest's mark bit is what we found.)
    uint32_t end = kBlockGranules;
    word = (begin + 1) / 64;
    if (begin + 1 < kBlockGranules) {
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

bool Allocator::OpenFreeBlock(Lab& lab, bool over_limit) {
  if (over_limit ? heap_.limits().IsBeyondReserve(kBlockSize) : !heap_.limits().Fits(kBlockSize, 0)) {
    return false;
  }
  if (HALFWORD_UNLIKELY(heap_.cycle().is_sweeping() && blocks_.free_count() == 0)) {
    Budget budget = RefillBudget();
    do {
      budget.bytes = 4 * kBlockSize;
    } while (!heap_.cycle().Sweep(budget) && blocks_.free_count() == 0 && !budget.IsSpent());
  }
  uint32_t block = blocks_.Take(1);
  if (block == 0) return false;
  bool dirty = blocks_[block].dirty;
  blocks_.UseForSmall(block, lab.kind, lab.space, true);
  heap_.ReportUsage();
  if (!dirty) blocks_.Prepare(BlockStart(block), kBlockSize, heap_.pace().is_growing());
  const uint32_t first = heap_.has_client_types() ? 1 : kFirstGranule;
  if (first != 1) SetBitAtomically(blocks_.mark_bits(), OffsetIn(block, 1));  // a free run
  OpenRun(lab, OffsetIn(block, first), OffsetIn(block, kBlockGranules), !dirty);
  return true;
}

bool Allocator::OpenSomeRun(Lab& lab, uint32_t cell_size) {
  return (lab.recycles && OpenRecycledRun(lab, cell_size, kBlocksSearchedAtOnce)) ||
         OpenFreeBlock(lab, heap_.limits().is_over()) ||
         (lab.recycles && OpenRecycledRun(lab, cell_size, UINT32_MAX));
}

void* Allocator::BumpOrRefill(Lab& lab, Header header, uint32_t cell_size) {
  if (CountedAllocationFails()) heap_.limits().NoteOver();
  if (!ExtendClearedPart(lab, cell_size)) {
    Retire(lab);
    bool found = OpenSomeRun(lab, cell_size);
    if (!found && !heap_.limits().is_over()) {
      found = RetryAfterCollections([&] {
        // A collection that frees next to nothing must not be followed by the next one at once.
        return !heap_.limits().IsThrashing(heap_.pace().live_bytes()) && OpenSomeRun(lab, cell_size);
      });
    }
    if (!found) {
      if (heap_.entry().no_collection == 0) heap_.limits().NoteOver();
      heap_.cycle().FinishSweep();
      auto open = [&] { return OpenRecycledRun(lab, cell_size, UINT32_MAX) || OpenFreeBlock(lab, true); };
      if (!open() && !(IsLastCollectionDue(kBlockSize) && RetryAfterCollections(open))) {
        heap_.Exhausted(heap_.limits().IsBeyondReserve(kBlockSize)
                            ? "the heap has used up its limit and the reserve beyond it"
                            : "the heap has used up its cage, reserve included",
                        header);
      }
    }
    ExtendClearedPart(lab, cell_size);
  }
  void* object = heap_.ObjectAt(lab.top);
  lab.top += cell_size;
  HeaderOf(object) = header;
  return object;
}

// ---- Entry points -------------------------------------------------------------------------------

void Allocator::Publish() {
  front_->top = main_.top;
  // Under stress every allocation must come here.
  front_->limit = heap_.cycle().is_stressed() || counts_allocations_ ? 0 : main_.limit;
}

void Allocator::CountAllocations(bool counts, subtle::Failures failures, uint64_t n) {
  Sync();
  counts_allocations_ = counts;
  failures_ = failures;
  failing_allocation_ = n;
  if (counts) allocation_count_ = 0;
  Publish();
}

// Gives `attempt` another chance after each way to make room: what is dead already, what the cycle in
// progress finds dead, what is dead now.
template <typename F>
bool Allocator::RetryAfterCollections(F&& attempt) {
  if (heap_.cycle().is_sweeping()) {
    if (!heap_.cycle().SweepUnlessStopped()) return false;
    if (attempt()) return true;
  }
  if (heap_.entry().no_collection != 0) return false;
  if (heap_.cycle().is_marking()) {
    if (!heap_.cycle().FinishUnlessStopped()) return false;
    if (attempt()) return true;
  }
  return heap_.cycle().CollectForRoom() && attempt();
}

inline void Allocator::Tell(const void* object, size_t cell_size) const {
  if (HALFWORD_UNLIKELY(listener_ != nullptr))
    listener_->Allocated(object, cell_size, heap_.pace().allocated_in_all());
}

void* Allocator::AllocateSlow(Header header, size_t cell_size) {
  CHECK(cell_size <= kMaxSmallCell);
  uint32_t size = static_cast<uint32_t>(cell_size);
  Sync();
  MaybeCollect();
  void* object;
  if (size >= kMediumCell && main_.end - main_.top < size && main_.end - main_.top >= kMediumCell) {
    object = BumpOrRefill(medium_, header, size);
  } else {
    object = BumpOrRefill(main_, header, size);
  }
  Publish();
  DCHECK(heap_.CellSizeAt(OffsetOf(object)) == cell_size);
  Tell(object, cell_size);
  return object;
}

void* Allocator::AllocateFinalizable(Header header, size_t cell_size) {
  if (cell_size > kMaxSmallCell) return AllocateLarge(header, cell_size, true, false);
  Sync();
  MaybeCollect();
  void* object = BumpOrRefill(finalizable_, header, static_cast<uint32_t>(cell_size));
  Publish();
  Tell(object, cell_size);
  return object;
}

void* Allocator::AllocateInSpace(Header header, size_t cell_size, bool finalizable, uint32_t space) {
  CHECK(space * 2 <= custom_.size());  // the heap must have been made with this space
  if (cell_size > kMaxSmallCell) {
    void* object = AllocateLarge(header, cell_size, finalizable, false);
    blocks_[BlockOf(OffsetOf(object))].space = static_cast<uint8_t>(space);
    return object;
  }
  Sync();
  MaybeCollect();
  void* object =
      BumpOrRefill(custom_[(space - 1) * 2 + finalizable], header, static_cast<uint32_t>(cell_size));
  Publish();
  Tell(object, cell_size);
  return object;
}

void* Allocator::AllocateLarge(Header header, size_t cell_size, bool finalizable, bool may_fail,
                               bool is_zero) {
  DCHECK(IsShapedHeader(header) || TypedHeaderCellSize(header) == 0);
  if (cell_size <= kMaxSmallCell)
    return finalizable ? AllocateFinalizable(header, cell_size) : AllocateSlow(header, cell_size);
  Sync();
  if (CountedAllocationFails()) {
    if (may_fail) return nullptr;
    heap_.limits().NoteOver();
  }
  if (cell_size > heap_.cage_span() - MiB / 4) {
    if (may_fail) return nullptr;
    heap_.Exhausted("an object larger than the cage", header);
  }
  MaybeCollect();
  size_t bytes = LargeBytes(cell_size);
  uint32_t count = BlocksFor(bytes);
  uint32_t first = 0;
  if (EnsureUnderLimit(bytes, 0, may_fail)) {
    if (heap_.limits().IsBeyondReserve(bytes) && !(IsLastCollectionDue(bytes) && RetryAfterCollections([&] {
                                                     return !heap_.limits().IsBeyondReserve(bytes);
                                                   }))) {
      heap_.Exhausted("a large object is more than the reserve beyond the heap's limit", header);
    }
    first = blocks_.Take(count);
    if (first == 0) RetryAfterCollections([&] { return (first = blocks_.Take(count)) != 0; });
    if (first == 0 && !may_fail) heap_.Exhausted("no room in the cage for a large object", header);
  }
  if (first == 0) {
    Publish();
    return nullptr;
  }
  heap_.NoteYoung(first, count, true);
  blocks_.Zero(first, bytes, is_zero, heap_.pace().is_growing(), Budget::UntilStopped(heap_.callbacks()));
  blocks_.UseForLarge(first, cell_size, finalizable);
  heap_.pace().NoteAllocated(bytes);
  heap_.ReportUsage();
  CageOffset offset = LargeObjectIn(first);
  SetBit(blocks_.start_bits(), offset);
  void* object = heap_.ObjectAt(offset);
  if (!is_zero) std::memset(static_cast<char*>(object) + cell_size - kHeaderSize - kGranule, 0, kGranule);
  HeaderOf(object) = header;
  Publish();
  Tell(object, cell_size);
  return object;
}

// ---- What lies in new runs -----------------------------------------------------------------------

void Allocator::SyncLabs() {
  Sync();
  ForEachLab([this](Lab& lab) {
    if (lab.is_open()) new_runs_[lab.run].end = lab.top;
  });
}

void Allocator::IndexRun(NewRun& run) {
  CageOffset offset = run.indexed;
  if (offset < run.end) heap_.NoteYoung(BlockOf(offset), 1, true);
  for (; offset < run.end; offset += heap_.CellSizeAt(offset)) SetBit(blocks_.start_bits(), offset);
  run.indexed = offset;
}

void Allocator::IndexRuns(PieceList<NewRun>& runs, uint32_t block) {
  for (uint32_t i = blocks_[block].value; i != 0; i = runs[i - 1].next_in_block) IndexRun(runs[i - 1]);
}

void Allocator::IndexBlock(uint32_t block) {
  SyncLabs();
  IndexRuns(new_runs_, block);
  bool is_open = false;
  ForEachLab([&](Lab& lab) { is_open |= lab.is_open() && BlockOf(lab.end - 1) == block; });
  blocks_[block].is_indexed = !is_open;
}

void Allocator::IndexAllRuns() {
  SyncLabs();
  new_runs_.ForEach([this](NewRun& run) { IndexRun(run); });
}

// ---- Limits -------------------------------------------------------------------------------------

// The program was told that memory is short and has gone on. What it has let go meanwhile is looked for where
// the reserve ends, if it has allocated enough for that.
bool Allocator::IsLastCollectionDue(size_t bytes) const {
  return heap_.limits().IsBeyondReserve(bytes) && !heap_.cycle().is_exhausted() &&
         heap_.pace().allocated() > heap_.limits().used_bytes() / 8;
}

bool Allocator::EnsureUnderLimit(size_t in_cage, size_t external, bool may_fail) {
  if (heap_.limits().Fits(in_cage, external)) return true;
  if (!heap_.limits().is_over() &&
      RetryAfterCollections([&] { return heap_.limits().Fits(in_cage, external); }))
    return true;
  if (may_fail) return false;
  heap_.limits().NoteOver();
  return true;
}

void Allocator::AdjustExternalBytes(int64_t delta) {
  heap_.limits().AdjustExternal(delta);
  // A collection here would surprise callers in the middle of something: the next slow allocation sees it.
  if (delta > 0) {
    heap_.pace().NoteExternal(static_cast<size_t>(delta));
    if (heap_.pace().IsStepDue() && !heap_.cycle().is_collecting() && heap_.entry().no_collection == 0)
      front_->limit = 0;
  }
}

bool Allocator::CanGrowExternal(size_t bytes) {
  if (CountedAllocationFails()) return false;
  Sync();
  bool fits = EnsureUnderLimit(0, bytes, true);
  Publish();
  return fits;
}

bool Allocator::EnsureRoom(size_t cell_size) {
  if (cell_size > heap_.cage_span() - MiB / 4) return false;
  Sync();
  size_t bytes = cell_size > kMaxSmallCell ? LargeBytes(cell_size) : kBlockSize;
  uint32_t count = BlocksFor(bytes);
  bool has_room =
      EnsureUnderLimit(bytes, 0, true) &&
      (blocks_.Find(count) != 0 || RetryAfterCollections([&] { return blocks_.Find(count) != 0; }));
  Publish();
  return has_room;
}

}  // namespace halfword::gc
