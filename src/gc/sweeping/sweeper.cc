// Sweeping: block by block, on the bitmaps alone but for finalizers.
#include <algorithm>
#include <bit>

#include "gc/heap_impl.h"
#include "platform/clock.h"
#include "platform/memory.h"

namespace halfword::gc {
namespace {

constexpr size_t kLiveAtOnce = kBlockSize;  // bytes, between two looks at the clock …
// … of which a block costs as many even if nothing in it lives.
constexpr size_t kBlockCost = kBlockSize / 16;
constexpr uint32_t kReleasedAtOnce = 2 * MiB / kBlockSize;

}  // namespace

// Declares everything without mark bit dead. REQUIRES: allocation runs are retired.
void HeapImpl::BeginSweeping() {
  // Dead objects of the client's types may have their finalizer in their shape, which is as dead: so before
  // anything is reused.
  finalizers_ran_ = types_.count > 1;
  if (finalizers_ran_) RunFinalizers(false);
  phase_ = Phase::kSweeping;
  UpdateBarrier();
  unswept_runs_.swap(new_runs_);
  new_runs_.clear();
  if (sweeper_ != nullptr) sweeper_->Begin(blocks_.first(), blocks_.end());
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    BlockInfo& info = blocks_[b];
    if (info.kind == BlockKind::kSmall || info.kind == BlockKind::kFinalizable) {
      info.unswept = !minor_ || info.value != 0;
      if (sweeper_ != nullptr && info.unswept && !HasFinalizersToRun(info)) sweeper_->Offer(b);
    } else if (info.kind == BlockKind::kLarge) {
      info.unswept = !minor_ || info.is_new;
    }
  }
  sweep_cursor_ = blocks_.first();
  sweep_end_ = blocks_.end();
  release_cursor_ = 0;
  swept_live_ = minor_ ? static_cast<ptrdiff_t>(pace_.live_bytes()) : 0;
  ForEachLab([](Lab& lab) { lab.block = lab.granule = 0; });
  SetPace(pace_.live_bytes() + limits_.external_bytes());
}

bool HeapImpl::AdvanceSweeping(Budget budget) {
  if (phase_ != Phase::kSweeping) return true;
  uint64_t began = platform::MonotonicNanoseconds();
  bool done = SweepSome(budget);
  if (done && release_cursor_ == 0) NoteLiveBytes();
  done = done && ReleaseFreeBlocks(budget);
  statistics_.AddSweeping(platform::MonotonicNanoseconds() - began);
  if (done) {
    if (sweeper_ != nullptr) sweeper_->Stop();
    phase_ = Phase::kIdle;
    release_everything_ = false;
    Reschedule();
    statistics_.EndCycle(platform::MonotonicNanoseconds(), pace_.live_bytes(), limits_.external_bytes(),
                         limits_.used_bytes() / kBlockSize);
  }
  return done;
}

// In the order of addresses. What helpers have prepared costs next to nothing, and so does not count. True:
// all is swept.
bool HeapImpl::SweepSome(const Budget& budget) {
  size_t count = 0;
  for (; sweep_cursor_ < sweep_end_; sweep_cursor_++) {
    uint32_t b = sweep_cursor_;
    if (!blocks_[b].unswept) continue;
    if (count * kBlockSize >= budget.bytes || IsSweepingSpent(budget)) return false;
    if (sweeper_ == nullptr || !sweeper_->IsPrepared(b)) count++;
    if (sweeper_ != nullptr && sweeper_->IsBusy(b) && !budget.IsUnlimited()) return false;
    SweepOne(b);
  }
  return true;
}

void HeapImpl::FinishSweeping() {
  if (!collecting_) AdvanceSweeping({});
}

bool HeapImpl::IsSweepingSpent(const Budget& budget) {
  if (sweeping_since_clock_ < kLiveAtOnce) return false;
  sweeping_since_clock_ = 0;
  return budget.IsSpent();
}

void HeapImpl::SweepOne(uint32_t b) {
  blocks_[b].unswept = 0;
  if (blocks_[b].kind == BlockKind::kLarge) {
    SweepLarge(b);
  } else {
    SweepSmall(b);
  }
}

void HeapImpl::SweepSmall(uint32_t b) {
  BlockInfo& info = blocks_[b];
  sweeping_since_clock_ += kBlockCost;
  std::optional<FreeSpace> prepared;
  if (sweeper_ != nullptr) prepared = sweeper_->Take(b);
  if (!prepared.has_value()) {
    if (HasFinalizersToRun(info)) {
      IndexRuns(unswept_runs_, b);
      FinalizeDead(b, false);
    }
    prepared = PrepareBlock(b, false);
    sweeping_since_clock_ += (kBlockGranules - 1 - prepared->granules) * kGranule;
  }
  uint32_t free = prepared->granules;
  if (minor_ && !info.is_new) {
    swept_live_ -= static_cast<ptrdiff_t>((kBlockGranules - 1 - info.free_granules) * kGranule);
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
    swept_live_ += static_cast<ptrdiff_t>((kBlockGranules - 1 - free) * kGranule);
    if (verify_) VerifyBlock(b);
  }
}

void HeapImpl::SweepLarge(uint32_t b) {
  BlockInfo& info = blocks_[b];
  sweeping_since_clock_ += kBlockCost;
  CageOffset offset = LargeObjectIn(b);
  if (TestBit(blocks_.mark_bits(), offset)) {
    info.is_new = 0;
    swept_live_ += static_cast<ptrdiff_t>(size_t{info.value} * kGranule);
    return;
  }
  if (HasFinalizersToRun(info)) FinalizeDead(b, false);
  ClearBit(blocks_.start_bits(), offset);
  blocks_.FreeLarge(b);
}

bool HeapImpl::HasFinalizersToRun(const BlockInfo& info) const {
  return !finalizers_ran_ && (info.kind == BlockKind::kFinalizable || info.finalizable);
}

std::optional<FreeSpace> HeapImpl::PrepareBlock(uint32_t block, bool is_helper) {
  if (!IndexSurvivors(block, is_helper)) return std::nullopt;
  return MergeFreeRuns(block);
}

// Gives the marked objects of the block's new runs start bits, and their ends a boundary. Dead ones are not
// touched. False if a helper can't go on; what it has done is right, and does no harm if it is done again.
bool HeapImpl::IndexSurvivors(uint32_t block, bool is_helper) {
  for (uint32_t i = blocks_[block].value; i != 0; i = unswept_runs_[i - 1].next_in_block) {
    const NewRun& run = unswept_runs_[i - 1];
    if (run.indexed == run.end) continue;
    SetBit(blocks_.start_bits(), run.indexed);
    uint32_t first = GranuleOf(run.indexed);
    uint32_t last = GranuleOf(run.end) - 1;
    for (uint32_t w = first / 64; w <= last / 64; w++) {
      for (uint64_t ahead = w < last / 64 ? blocks_.mark_bits()[w + 1] : 0; ahead != 0; ahead &= ahead - 1) {
        uint32_t granule = (w + 1) * 64 + static_cast<uint32_t>(std::countr_zero(ahead));
        __builtin_prefetch(reinterpret_cast<const Header*>(base_ + size_t{granule} * kGranule) - 1);
      }
      uint64_t bits = blocks_.mark_bits()[w];
      if (w == first / 64) bits &= ~uint64_t{0} << (first % 64);
      if (w == last / 64) bits &= ~uint64_t{0} >> (63 - last % 64);
      for (; bits != 0; bits &= bits - 1) {
        CageOffset offset = OffsetOfGranule(w * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
        Header header = __atomic_load_n(&HeaderOf(ObjectAt(offset)), __ATOMIC_RELAXED);
        // The program may be giving it another shape, one that it is only just making.
        if (is_helper && IsShapedHeader(header)) return false;
        SetBit(blocks_.start_bits(), offset);
        size_t cell = IsShapedHeader(header) ? CellSizeAt(offset) : TypedHeaderCellSize(header);
        CageOffset end = offset + static_cast<CageOffset>(cell);
        if (end < run.end) SetBit(blocks_.start_bits(), end);
      }
    }
  }
  return true;
}

// Merges what is dead and what was free into free runs, on the bitmaps alone.
FreeSpace HeapImpl::MergeFreeRuns(uint32_t block) {
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

void HeapImpl::NoteLiveBytes() {
  unswept_runs_.clear();
  pace_.NoteLive(static_cast<size_t>(swept_live_), minor_);
  size_t live = pace_.live_bytes() + limits_.external_bytes();
  SetPace(live);
  limits_.NoteSweep(live);
  release_cursor_ = blocks_.free_hint();
  keep_blocks_ = release_everything_
                     ? 0
                     : static_cast<uint32_t>(limits_.FreeBytesToKeep(pace_.threshold()) >> kBlockShift);
}

// Gives free pages back to the system, but keeps some for what is allocated next.
bool HeapImpl::ReleaseFreeBlocks(const Budget& budget) {
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

void HeapImpl::Finalize(CageOffset offset) {
  const TypeInfo& info = TypeAt(offset);
  if (info.finalize != nullptr) info.finalize(ObjectAt(offset));
}

// Of the block's unmarked objects, or of all. REQUIRES: they have start bits.
void HeapImpl::FinalizeDead(uint32_t block, bool everything) {
  const BlockInfo& info = blocks_[block];
  auto run = [&] {
    bool former = collecting_;
    CageOffset limit = front_->limit;
    collecting_ = finalizing_ = true;
    front_->limit = 0;  // an allocation takes the slow path, which reports that it is forbidden
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
    front_->limit = limit;
    finalizing_ = false;
    collecting_ = former;
  };
  if (CageBase() == base_) {
    run();
  } else {
    CallWithCageBase(base_, run);
  }
}

void HeapImpl::RunFinalizers(bool everything) {
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    const BlockInfo& info = blocks_[b];
    if (info.kind == BlockKind::kFinalizable) IndexRuns(new_runs_, b);
    if (info.kind == BlockKind::kFinalizable || (info.kind == BlockKind::kLarge && info.finalizable)) {
      FinalizeDead(b, everything);
    }
  }
}

}  // namespace halfword::gc
