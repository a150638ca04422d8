#include "gc/sweeping/sweeper.h"

#include <algorithm>
#include <bit>

#include "gc/heap_impl.h"
#include "gc/inspection/verifier.h"
#include "platform/clock.h"
#include "platform/exhaustion.h"

namespace halfword::gc {
namespace {

constexpr size_t kLiveAtOnce = kBlockSize;  // bytes, between two looks at the clock …
// … of which a block costs as many even if nothing in it lives.
constexpr size_t kBlockCost = kBlockSize / 16;
constexpr uint32_t kReleasedAtOnce = 2 * MiB / kBlockSize;

}  // namespace

Sweeper::Sweeper(HeapImpl& heap, BlockTable& blocks, const HeapOptions& options)
    : heap_(heap), blocks_(blocks), type_(options.sweeping) {
  if (options.platform != nullptr && type_ == SweepingType::kIncrementalAndConcurrent) {
    concurrent_ = std::make_unique<ConcurrentSweeper>(this, options.platform, blocks.limit());
  }
}

void Sweeper::Reset() {
  runs_.clear();
  cursor_ = end_ = 0;
}

void Sweeper::Abandon() {
  finalizing_ = false;
  if (concurrent_ != nullptr) concurrent_->Stop();
}

// ---- Block by block -----------------------------------------------------------------------------

void Sweeper::FinalizeClientTypes() {
  DCHECK(heap_.cycle().state().is_in_atomic_pause());
  // Their finalizer may be in their shape, which is as dead: so before anything is reused.
  finalizers_ran_ = heap_.has_client_types();
  if (finalizers_ran_) RunFinalizers(false);
}

void Sweeper::Begin() {
  DCHECK(heap_.cycle().is_sweeping());
  bool is_minor = heap_.cycle().is_minor();
  DCHECK(runs_.size() == 0);
  heap_.allocator().HandOverRuns(runs_);
  if (concurrent_ != nullptr) concurrent_->Begin(blocks_.first(), blocks_.end());
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    BlockInfo& info = blocks_[b];
    if (info.kind == BlockKind::kSmall || info.kind == BlockKind::kFinalizable) {
      info.unswept = !is_minor || info.value != 0;
      if (concurrent_ != nullptr && info.unswept && !HasFinalizersToRun(info)) concurrent_->Offer(b);
    } else if (info.kind == BlockKind::kLarge) {
      info.unswept = !is_minor || info.is_new;
    }
  }
  cursor_ = blocks_.first();
  end_ = blocks_.end();
  counted_ = false;
  live_bytes_ = is_minor ? static_cast<ptrdiff_t>(heap_.pace().live_bytes()) : 0;
  heap_.cycle().SetPace(heap_.pace().live_bytes() + heap_.limits().external_bytes());
}

bool Sweeper::Advance(Budget budget) {
  DCHECK(heap_.cycle().is_sweeping());
  if (finalizing_) return false;  // an allocation by a finalizer
  uint64_t began = platform::MonotonicNanoseconds();
  bool done = SweepSome(budget);
  if (done && !counted_) NoteLiveBytes();
  done = done && ReleaseFreeBlocks(budget);
  heap_.statistics().AddSweeping(platform::MonotonicNanoseconds() - began);
  if (done) {
    if (concurrent_ != nullptr) concurrent_->Stop();
    release_everything_ = false;
  }
  return done;
}

// In the order of addresses. What helpers have prepared costs next to nothing, and so does not count. True:
// all is swept.
bool Sweeper::SweepSome(const Budget& budget) {
  size_t count = 0;
  for (; cursor_ < end_; cursor_++) {
    uint32_t b = cursor_;
    if (!blocks_[b].unswept) continue;
    if (count * kBlockSize >= budget.bytes || IsSpent(budget)) return false;
    if (concurrent_ == nullptr || !concurrent_->IsPrepared(b)) count++;
    if (concurrent_ != nullptr && concurrent_->IsBusy(b) && !budget.IsForAll()) return false;
    SweepOne(b);
  }
  return true;
}

bool Sweeper::IsSpent(const Budget& budget) {
  if (since_clock_ < kLiveAtOnce) return false;
  since_clock_ = 0;
  return budget.IsSpent();
}

Sweeper::Outcome Sweeper::SweepForAllocation(uint32_t block, const Budget& budget) {
  if (IsSpent(budget)) return Outcome::kSpent;
  if (concurrent_ != nullptr && concurrent_->IsBusy(block)) return Outcome::kBusy;
  SweepOne(block);
  return Outcome::kSwept;
}

void Sweeper::SweepOne(uint32_t b) {
  DCHECK(heap_.cycle().is_sweeping());
  blocks_[b].unswept = 0;
  if (blocks_[b].kind == BlockKind::kLarge) {
    SweepLarge(b);
  } else {
    SweepSmall(b);
  }
}

void Sweeper::SweepSmall(uint32_t b) {
  BlockInfo& info = blocks_[b];
  since_clock_ += kBlockCost;
  std::optional<FreeSpace> prepared;
  if (concurrent_ != nullptr) prepared = concurrent_->Take(b);
  if (!prepared.has_value()) {
    if (HasFinalizersToRun(info)) {
      heap_.allocator().IndexRuns(runs_, b);
      FinalizeDead(b, false);
    }
    prepared = PrepareBlock(b);
    since_clock_ += (kBlockGranules - 1 - prepared->granules) * kGranule;
  }
  uint32_t free = prepared->granules;
  if (heap_.cycle().is_minor() && !info.is_new) {
    live_bytes_ -= static_cast<ptrdiff_t>((kBlockGranules - 1 - info.free_granules) * kGranule);
  }
  info.value = 0;
  info.is_new = 0;
  if (free == kBlockGranules - 1) {
    // Its only bit is that of the free run.
    ClearBit(blocks_.mark_bits(), OffsetIn(b, 1));
    blocks_.FreeSmall(b);
  } else {
    info.free_granules = free & 0x3fff;
    info.has_room = prepared->has_room;
    live_bytes_ += static_cast<ptrdiff_t>((kBlockGranules - 1 - free) * kGranule);
    if (heap_.verifies()) Verifier(heap_).VerifyBlock(b);
  }
}

void Sweeper::SweepLarge(uint32_t b) {
  BlockInfo& info = blocks_[b];
  since_clock_ += kBlockCost;
  CageOffset offset = LargeObjectIn(b);
  if (TestBit(blocks_.mark_bits(), offset)) {
    info.is_new = 0;
    live_bytes_ += static_cast<ptrdiff_t>(size_t{info.value} * kGranule);
    return;
  }
  if (HasFinalizersToRun(info)) FinalizeDead(b, false);
  ClearBit(blocks_.start_bits(), offset);
  blocks_.FreeLarge(b);
}

bool Sweeper::HasFinalizersToRun(const BlockInfo& info) const {
  return !finalizers_ran_ && (info.kind == BlockKind::kFinalizable || info.finalizable);
}

FreeSpace Sweeper::PrepareBlock(uint32_t block) {
  IndexSurvivors(block);
  return MergeFreeRuns(block);
}

// Gives the marked objects of the block's new runs start bits, and their ends a boundary. It does not touch
// the dead ones.
void Sweeper::IndexSurvivors(uint32_t block) {
  uint64_t* const start = blocks_.start_bits();
  const uint64_t* const mark = blocks_.mark_bits();
  const uintptr_t base = blocks_.base();
  for (uint32_t i = blocks_[block].value; i != 0; i = runs_[i - 1].next_in_block) {
    const NewRun& run = runs_[i - 1];
    if (run.indexed == run.end) continue;
    SetBit(start, run.indexed);
    uint32_t first = GranuleOf(run.indexed);
    uint32_t last = GranuleOf(run.end) - 1;
    for (uint32_t w = first / 64; w <= last / 64; w++) {
      for (uint64_t ahead = w < last / 64 ? mark[w + 1] : 0; ahead != 0; ahead &= ahead - 1) {
        uint32_t granule = (w + 1) * 64 + static_cast<uint32_t>(std::countr_zero(ahead));
        __builtin_prefetch(reinterpret_cast<const Header*>(base + size_t{granule} * kGranule) - 1);
      }
      uint64_t bits = mark[w];
      if (w == first / 64) bits &= ~uint64_t{0} << (first % 64);
      if (w == last / 64) bits &= ~uint64_t{0} >> (63 - last % 64);
      for (; bits != 0; bits &= bits - 1) {
        CageOffset offset = OffsetOfGranule(w * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
        // The program may be giving it another shape. That has the same size, and is there to be read.
        Header header = __atomic_load_n(&HeaderOf(reinterpret_cast<void*>(base + offset)), __ATOMIC_ACQUIRE);
        SetBit(start, offset);
        size_t cell = IsShapedHeader(header) ? ShapeOf(base, header)->size_in_granules * kGranule
                                             : TypedHeaderCellSize(header);
        CageOffset end = offset + static_cast<CageOffset>(cell);
        if (end < run.end) SetBit(start, end);
      }
    }
  }
}

// Merges what is dead and what was free into free runs, on the bitmaps alone.
FreeSpace Sweeper::MergeFreeRuns(uint32_t block) {
  uint64_t* start = blocks_.StartWords(block);
  uint64_t* mark = blocks_.MarkWords(block);
  FreeSpace free;
  uint32_t longest = 0;
  uint32_t run_begin = 0;  // 0: not in a free run
  auto end_run = [&](uint32_t end) {
    free.granules += end - run_begin;
    longest = std::max(longest, end - run_begin);
    if (HALFWORD_ASSERTS) {
      blocks_.Poison(OffsetIn(block, run_begin), OffsetIn(block, end));
    }
    run_begin = 0;
  };
  for (uint32_t w = 0; w < kBlockWords; w++) {
    uint64_t live = start[w] & mark[w];
    uint64_t dead = (start[w] | mark[w]) & ~live;
    StoreWord(start[w], live);
    if (run_begin == 0 ? dead == 0 : live == 0) {
      StoreWord(mark[w], live);
      continue;
    }
    uint64_t new_mark = live;
    uint32_t bit = 0;  // what lies below is dealt with
    for (;;) {
      uint64_t above = bit == 64 ? 0 : ~uint64_t{0} << bit;
      if (run_begin == 0) {
        uint64_t next = dead & above;
        if (next == 0) break;
        bit = static_cast<uint32_t>(std::countr_zero(next));
        new_mark |= uint64_t{1} << bit;
        run_begin = w * 64 + bit;
      } else {
        uint64_t next = live & above;
        if (next == 0) break;
        bit = static_cast<uint32_t>(std::countr_zero(next));
        end_run(w * 64 + bit);
      }
    }
    StoreWord(mark[w], new_mark);
  }
  if (run_begin != 0) end_run(kBlockGranules);
  free.has_room = longest * kGranule >= kSmallestRun && free.granules * kGranule >= kSmallestRoom;
  return free;
}

// ---- After the last block -----------------------------------------------------------------------

void Sweeper::NoteLiveBytes() {
  runs_.clear();
  heap_.pace().NoteLive(static_cast<size_t>(live_bytes_), heap_.cycle().is_minor());
  size_t live = heap_.pace().live_bytes() + heap_.limits().external_bytes();
  if (!heap_.cycle().is_minor())
    heap_.pace().NoteTime(heap_.statistics().cycle_nanoseconds(), platform::MonotonicNanoseconds(),
                          heap_.limits().RoomForGarbage());
  heap_.cycle().SetPace(live);
  heap_.limits().NoteSweep(live);
  release_cursor_ = blocks_.free_hint();
  keep_blocks_ =
      release_everything_
          ? 0
          : static_cast<uint32_t>(heap_.limits().FreeBytesToKeep(heap_.pace().threshold()) >> kBlockShift);
}

// Gives free pages back to the system, but keeps some for what is allocated next.
bool Sweeper::ReleaseFreeBlocks(const Budget& budget) {
  for (; release_cursor_ < blocks_.end(); release_cursor_++) {
    BlockInfo& info = blocks_[release_cursor_];
    if (info.kind != BlockKind::kFree || !info.dirty) continue;
    if (keep_blocks_ != 0) {
      keep_blocks_--;
      continue;
    }
    if (budget.IsSpent()) return false;
    uint32_t first = release_cursor_;
    uint32_t end = first;
    while (end < blocks_.end() && end - first < kReleasedAtOnce && blocks_[end].kind == BlockKind::kFree &&
           blocks_[end].dirty) {
      end++;
    }
    blocks_.ReleasePages(first, end);
    release_cursor_ = end - 1;
  }
  if (release_everything_) blocks_.ReleaseBeyondEnd();
  return true;
}

// ---- Finalizers ---------------------------------------------------------------------------------

void Sweeper::Finalize(CageOffset offset) {
  void* object = heap_.ObjectAt(offset);
  Header header = HeaderOf(static_cast<const void*>(object));
  uint32_t type;
  if (IsShapedHeader(header)) {
    type = ShapedTypeIndex(*ShapeOf(blocks_.base(), header));
  } else {
    // Was it ever made? A trait of the program's own may not have said that a constructor threw.
    if (HALFWORD_UNLIKELY((header & kInConstructionFlag) != 0)) return;
    type = TypedHeaderType(header);
  }
  const TypeInfo& info = heap_.TypeByIndex(type);
  if (info.finalize == nullptr) return;
  heap_.cycle().client_code().object = object;
  info.finalize(object);
}

// Of the block's unmarked objects, or of all. REQUIRES: they have start bits.
void Sweeper::FinalizeDead(uint32_t block, bool everything) {
  const BlockInfo& info = blocks_[block];
  auto run = [&] {
    Cycle::ClientCodeScope client(heap_.cycle());
    const CageOffset limit = heap_.front()->limit;
    const bool was_finalizing = finalizing_;
    const bool may_allocate = heap_.cycle().finalizers_may_allocate();
    const Cycle::ClientCode former = heap_.cycle().client_code();
    heap_.cycle().client_code().what = "the finalizer";
    finalizing_ = true;
    if (may_allocate) {
      heap_.entry().no_collection++;
      if (!was_finalizing) heap_.allocator().Publish();
    } else {
      heap_.front()->limit = 0;  // an allocation takes the slow path, which reports that it is forbidden
    }
    if (info.kind == BlockKind::kLarge) {
      CageOffset offset = LargeObjectIn(block);
      if (info.finalizable && (everything || !TestBit(blocks_.mark_bits(), offset))) Finalize(offset);
    } else {
      const uint64_t* start = blocks_.StartWords(block);
      const uint64_t* mark = blocks_.MarkWords(block);
      for (uint32_t w = 0; w < kBlockWords; w++) {
        for (uint64_t bits = start[w] & (everything ? ~uint64_t{0} : ~mark[w]); bits != 0; bits &= bits - 1) {
          uint32_t granule = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
          Finalize(OffsetIn(block, granule));
        }
      }
    }
    if (may_allocate) {
      if (!was_finalizing) heap_.allocator().Sync();
      heap_.entry().no_collection--;
    } else {
      heap_.front()->limit = limit;
    }
    finalizing_ = was_finalizing;
    heap_.cycle().client_code() = former;
  };
  std::string what;
  bool finished = platform::CatchForeign(
      [&] {
        if (CageBase() == heap_.base()) {
          run();
        } else {
          CallWithCageBase(heap_.base(), run);
        }
      },
      &what);
  if (HALFWORD_LIKELY(finished)) return;
  internal::Fatal((heap_.cycle().SentenceAboutClient("an exception left a finalizer") + ": " + what).c_str(),
                  __FILE__, __LINE__);
}

void Sweeper::RunFinalizers(bool everything) {
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    const BlockInfo& info = blocks_[b];
    if (info.kind == BlockKind::kFinalizable) heap_.allocator().IndexRuns(heap_.allocator().new_runs(), b);
    if (info.kind == BlockKind::kFinalizable || (info.kind == BlockKind::kLarge && info.finalizable)) {
      FinalizeDead(b, everything);
    }
  }
}

}  // namespace halfword::gc
