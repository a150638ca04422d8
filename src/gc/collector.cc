// The phases of a collection: retire the allocation runs, mark, process weakness, run finalizers, sweep the
// bitmaps.
#include <algorithm>
#include <bit>
#include <cstring>

#include "gc/asan.h"
#include "gc/heap_impl.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "platform/stack.h"

namespace halfword::gc {

void HeapImpl::Collect(StackState state, bool release_memory) {
  if (no_collection_ != 0) return;
  CHECK(!collecting_);
  if (disallow_collection_ != 0) {
    internal::Fatal("a collection inside a DisallowGarbageCollectionScope", __FILE__, __LINE__);
  }
  if (CageBase() == base_) {
    CollectInside(state, release_memory);
  } else {
    CallWithCageBase(base_, [&] { CollectInside(state, release_memory); });
  }
}

void HeapImpl::CollectInside(StackState state, bool release_memory) {
  uint64_t t0 = platform::MonotonicNanoseconds();
  if (stack_state_override_.has_value()) state = *stack_state_override_;
  last_was_conservative_ = state == StackState::kMayContainHeapPointers;
  if (callbacks_.before_collection != nullptr) callbacks_.before_collection(callbacks_.data);
  RetireAll();
  collecting_ = true;
  ClearMarks();
  marker_.Begin(first_collected_);
  LivenessBroker broker(mark_bits_, first_collected_);
  {
    internal::PersistentRegionLock lock;
    TraceRoots(state);
    marker_.MarkTransitively();
    shared_weak_nodes_.ForEach([&](auto& node) { node.callback(node.owner, nullptr, &broker); });
  }
  marker_.ProcessWeakness(broker);
  RunPrefinalizers(broker);
  weak_nodes_.ForEach([&](auto& node) { node.callback(node.owner, nullptr, &broker); });
  marker_.End();
  uint64_t t1 = platform::MonotonicNanoseconds();
  if (verify_) VerifyMarksOfNewRuns();
  IndexSurvivors();
  RunFinalizers();
  Sweep();
  allocated_before_ += allocated_;
  allocated_ = 0;
  size_t live = live_bytes_ + external_bytes();
  threshold_ = std::max(initial_threshold_, static_cast<size_t>(growth_ * static_cast<double>(live)));
  if (callbacks_.near_limit != nullptr && live > limit_ - limit_ / 8) {
    limit_ = callbacks_.near_limit(callbacks_.data, limit_);
  }
  if (over_limit_ && UsedBytes() < limit_ - limit_ / 16 && used_bytes_ < cage_limit_ - cage_limit_ / 16)
    over_limit_ = false;
  ReleaseFreeBlocks(release_memory ? 0 : threshold_);
  collecting_ = false;
  ReportUsage();
  collections_++;
  uint64_t t2 = platform::MonotonicNanoseconds();
  mark_last_ = t1 - t0;
  sweep_last_ = t2 - t1;
  pause_last_ = t2 - t0;
  pause_total_ += pause_last_;
  pause_longest_ = std::max(pause_longest_, pause_last_);
  if (verify_) Verify();
  if (callbacks_.after_collection != nullptr) callbacks_.after_collection(callbacks_.data);
}

void HeapImpl::RetireAll() {
  main_.top = front_->top;
  ForEachLab([this](Lab& lab) { Retire(lab); });
  PublishMain();
}

// ---- Marking
// ------------------------------------------------------------------------------------------------------

void HeapImpl::ClearMarks() {
  for (uint32_t b = first_collected_ >> kBlockShift; b < block_end_; b++) {
    switch (blocks_[b].kind) {
      case BlockKind::kSmall:
      case BlockKind::kFinalizable: {
        // A mark without start bit is the beginning of a free run and stays.
        uint64_t* mark = mark_bits_ + size_t{b} * kBlockWords;
        const uint64_t* start = start_bits_ + size_t{b} * kBlockWords;
        for (uint32_t w = 0; w < kBlockWords; w++) mark[w] &= ~start[w];
        break;
      }
      case BlockKind::kLarge: ClearBit(mark_bits_, (b << kBlockShift) + kLargeStart); break;
      default: break;
    }
  }
}

void HeapImpl::TraceRoots(StackState state) {
  if (callbacks_.trace_roots != nullptr) callbacks_.trace_roots(callbacks_.data, marker_);
  strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &marker_, nullptr); });
  shared_strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &marker_, nullptr); });
  for (uint32_t offset : remembered_objects_) marker_.Scan(offset);
  for (uint32_t offset : remembered_slots_) {
    MemberBits bits = *reinterpret_cast<MemberBits*>(base_ + offset);
    if (IsHeapMember(bits)) marker_.TraceRoot(FindObject(OffsetOf(DecompressMember(base_, bits))));
  }
  if (conservative_stack_ && state == StackState::kMayContainHeapPointers) ScanStack();
}

void HeapImpl::ScanStack() {
  platform::WithSpilledRegisters(
      [](void* data, const uintptr_t* stack_pointer) {
        auto* self = static_cast<HeapImpl*>(data);
        uintptr_t sp = reinterpret_cast<uintptr_t>(stack_pointer);
        uintptr_t start = self->stack_start_;
        if (start <= sp) start = platform::NativeStackBounds().start;
        // Neither on the stack that was registered nor on the thread's own: a foreign stack must be announced
        // with SetStackStart.
        CHECK(start > sp);
        self->ScanConservatively(stack_pointer, reinterpret_cast<const uintptr_t*>(RoundDown(start, 8)));
      },
      this);
}

__attribute__((no_sanitize("address", "undefined"))) void HeapImpl::ScanConservatively(const uintptr_t* begin,
                                                                                       const uintptr_t* end) {
#if HALFWORD_GC_ASAN
  // Locals may live in fake frames outside of the stack, which the stack points to.
  void* fake_stack = __asan_get_current_fake_stack();
  for (const uintptr_t* p = begin; p < end; p++) {
    ConsiderWord(*p);
    void* frame_begin;
    void* frame_end;
    if (fake_stack != nullptr && __asan_addr_is_in_fake_stack(fake_stack, reinterpret_cast<void*>(*p),
                                                              &frame_begin, &frame_end) != nullptr) {
      for (auto* q = static_cast<uintptr_t*>(frame_begin); q < frame_end; q++) ConsiderWord(*q);
    }
  }
#else
  for (const uintptr_t* p = begin; p < end; p++) ConsiderWord(*p);
#endif
}

// A full pointer may point anywhere into an object (tagged ones do). In the compressed build either half of
// the word may be a tagged word, which points to the start of an object; a member word; or a member in the
// middle of decompression: doubled, truncated to 32 bits or not, and not yet combined with the base.
void HeapImpl::ConsiderWord(uintptr_t word) {
  uint32_t halves[2] = {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)};
  if (halves[1] == base_ >> 32) {
    if (uint32_t offset = FindObject(halves[0])) marker_.TraceRoot(offset);
    return;
  }
#if HALFWORD_COMPRESS
  for (uint32_t half : halves) {
    if (half < first_collected_ / 2) continue;
    uint32_t offset = 0;
    if (half & 1) {
      if ((offset = FindObjectAt(half & ~uint32_t{7}))) marker_.TraceRoot(offset);
      continue;
    }
    if ((half & 7) == 0 && (offset = FindObject(half))) marker_.TraceRoot(offset);
    if (half >> 31 && (half & 3) == 0 && (offset = FindObject(half << 1))) marker_.TraceRoot(offset);
  }
#endif
}

// ---- Lookup
// -------------------------------------------------------------------------------------------------------

size_t HeapImpl::CellSizeAt(uint32_t offset) const {
  size_t size = SmallCellSizeOf(base_, ObjectAt(offset));
  if (HALFWORD_LIKELY(size != 0)) return size;
  const BlockInfo& info = blocks_[offset >> kBlockShift];
  DCHECK(info.kind == BlockKind::kLarge);
  return size_t{info.value} * kGranule;
}

const TypeInfo& HeapImpl::TypeAt(uint32_t offset) const {
  return TypeByIndex(TypeIndexOf(base_, ObjectAt(offset)));
}

uint32_t HeapImpl::FindObject(uint32_t offset) {
  uint32_t b = offset >> kBlockShift;
  if (offset < first_collected_ || b >= block_end_) return 0;
  const BlockInfo& info = blocks_[b];
  uint32_t object = 0;
  switch (info.kind) {
    case BlockKind::kSmall:
    case BlockKind::kFinalizable: {
      if (info.value != 0) IndexBlock(b);
      // The nearest bit of either kind at or below.
      const uint64_t* start = start_bits_ + size_t{b} * kBlockWords;
      const uint64_t* mark = mark_bits_ + size_t{b} * kBlockWords;
      uint32_t granule = (offset >> 3) % kBlockGranules;
      uint32_t w = granule / 64;
      uint64_t bits = (start[w] | mark[w]) & (~uint64_t{0} >> (63 - granule % 64));
      while (bits == 0) {
        if (w == 0) return 0;
        w--;
        bits = start[w] | mark[w];
      }
      uint32_t bit = 63 - static_cast<uint32_t>(std::countl_zero(bits));
      if ((start[w] >> bit & 1) == 0) return 0;
      object = (b << kBlockShift) + (w * 64 + bit) * kGranule;
      break;
    }
    case BlockKind::kLarge: object = (b << kBlockShift) + kLargeStart; break;
    case BlockKind::kLargeTail: object = ((b - info.value) << kBlockShift) + kLargeStart; break;
    default: return 0;
  }
  return offset == object || offset < object + CellSizeAt(object) - kHeaderSize ? object : 0;
}

uint32_t HeapImpl::FindObjectAt(uint32_t offset) {
  uint32_t b = offset >> kBlockShift;
  if (offset < first_collected_ || b >= block_end_) return 0;
  const BlockInfo& info = blocks_[b];
  switch (info.kind) {
    case BlockKind::kSmall:
    case BlockKind::kFinalizable:
      if (info.value != 0) IndexBlock(b);
      return TestBit(start_bits_, offset) ? offset : 0;
    case BlockKind::kLarge: return offset == (b << kBlockShift) + kLargeStart ? offset : 0;
    default: return 0;
  }
}

void HeapImpl::SyncLabs() {
  if (collecting_) return;  // all retired
  main_.top = front_->top;
  ForEachLab([this](Lab& lab) {
    if (lab.end != 0) new_runs_[lab.run].end = lab.top;
  });
}

void HeapImpl::IndexRun(NewRun& run) {
  if (run.indexed) return;
  for (uint32_t offset = run.begin; offset < run.end; offset += CellSizeAt(offset))
    SetBit(start_bits_, offset);
  run.indexed = collecting_;  // a run may still be growing while the mutator runs
}

void HeapImpl::IndexBlock(uint32_t block) {
  SyncLabs();
  bool done = true;
  for (uint32_t i = blocks_[block].value; i != 0; i = new_runs_[i - 1].next_in_block) {
    IndexRun(new_runs_[i - 1]);
    done &= new_runs_[i - 1].indexed;
  }
  if (done) blocks_[block].value = 0;
}

void HeapImpl::IndexAllRuns() {
  SyncLabs();
  for (NewRun& run : new_runs_) IndexRun(run);
}

void HeapImpl::ForEachObject(void (*body)(void*, void*), void* data) {
  IndexAllRuns();
  for (uint32_t b = first_collected_ >> kBlockShift; b < block_end_; b++) {
    BlockKind kind = blocks_[b].kind;
    if (kind == BlockKind::kLarge) {
      body(data, ObjectAt((b << kBlockShift) + kLargeStart));
    } else if (kind == BlockKind::kSmall || kind == BlockKind::kFinalizable) {
      const uint64_t* start = start_bits_ + size_t{b} * kBlockWords;
      for (uint32_t w = 0; w < kBlockWords; w++) {
        for (uint64_t bits = start[w]; bits != 0; bits &= bits - 1) {
          uint32_t granule = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
          void* object = ObjectAt((b << kBlockShift) + granule * kGranule);
          if (TypeIndexOf(base_, object) != 0) body(data, object);  // 0 is filler
        }
      }
    }
  }
}

// ---- Sweeping
// -----------------------------------------------------------------------------------------------------

// Gives the marked objects of the new runs start bits, and their ends a boundary. Dead ones are not touched.
void HeapImpl::IndexSurvivors() {
  for (NewRun& run : new_runs_) {
    if (run.indexed || run.begin == run.end) continue;
    SetBit(start_bits_, run.begin);
    uint32_t first = run.begin >> 3;
    uint32_t last = (run.end >> 3) - 1;
    for (uint32_t w = first / 64; w <= last / 64; w++) {
      uint64_t bits = mark_bits_[w];
      if (w == first / 64) bits &= ~uint64_t{0} << (first % 64);
      if (w == last / 64) bits &= ~uint64_t{0} >> (63 - last % 64);
      for (; bits != 0; bits &= bits - 1) {
        uint32_t offset = (w * 64 + static_cast<uint32_t>(std::countr_zero(bits))) << 3;
        SetBit(start_bits_, offset);
        uint32_t end = offset + static_cast<uint32_t>(CellSizeAt(offset));
        if (end < run.end) SetBit(start_bits_, end);
      }
    }
  }
}

void HeapImpl::Finalize(uint32_t offset) {
  const TypeInfo& info = TypeAt(offset);
  if (info.finalize != nullptr) info.finalize(ObjectAt(offset));
}

// The last registered runs first; those of dead objects are dropped.
void HeapImpl::RunPrefinalizers(const LivenessBroker& broker) {
  size_t kept = prefinalizers_.size();
  for (size_t i = prefinalizers_.size(); i-- > 0;) {
    Prefinalizer p = prefinalizers_[i];
    if (!p.callback(broker, p.object)) prefinalizers_[--kept] = p;
  }
  prefinalizers_.erase(prefinalizers_.begin(), prefinalizers_.begin() + static_cast<ptrdiff_t>(kept));
}

void HeapImpl::RunFinalizers() {
  finalizing_ = true;
  for (NewRun& run : new_runs_) {
    if (blocks_[run.begin >> kBlockShift].kind == BlockKind::kFinalizable) IndexRun(run);
  }
  for (uint32_t b = first_collected_ >> kBlockShift; b < block_end_; b++) {
    const BlockInfo& info = blocks_[b];
    if (info.kind == BlockKind::kLarge && info.finalizable) {
      uint32_t offset = (b << kBlockShift) + kLargeStart;
      if (!TestBit(mark_bits_, offset)) Finalize(offset);
    } else if (info.kind == BlockKind::kFinalizable) {
      uint64_t* start = start_bits_ + size_t{b} * kBlockWords;
      const uint64_t* mark = mark_bits_ + size_t{b} * kBlockWords;
      for (uint32_t w = 0; w < kBlockWords; w++) {
        for (uint64_t bits = start[w] & ~mark[w]; bits != 0; bits &= bits - 1) {
          uint32_t granule = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
          Finalize((b << kBlockShift) + granule * kGranule);
        }
      }
    }
  }
  finalizing_ = false;
}

void HeapImpl::Sweep() {
  size_t used = 0;
  size_t live = 0;
  for (uint32_t b = first_collected_ >> kBlockShift; b < block_end_; b++) {
    BlockInfo& info = blocks_[b];
    switch (info.kind) {
      case BlockKind::kSmall:
      case BlockKind::kFinalizable: {
        info.value = 0;
        uint32_t free = SweepBlock(b);
        if (free == kBlockGranules - 1) {
          // Its only bit is that of the free run.
          ClearBit(mark_bits_, (b << kBlockShift) + kGranule);
          FreeBlocks(b, 1);
        } else {
          info.free_granules = static_cast<uint16_t>(free);
          used += kBlockSize;
          live += (kBlockGranules - 1 - free) * kGranule;
        }
        break;
      }
      case BlockKind::kLarge: {
        uint32_t offset = (b << kBlockShift) + kLargeStart;
        size_t bytes = RoundUp(size_t{info.value} * kGranule + kLargeStart, 4096);
        uint32_t count = static_cast<uint32_t>(RoundUp(bytes, kBlockSize) >> kBlockShift);
        if (TestBit(mark_bits_, offset)) {
          used += bytes;
          live += size_t{info.value} * kGranule;
        } else {
          ClearBit(start_bits_, offset);
          FreeBlocks(b, count);
        }
        b += count - 1;
        break;
      }
      default: break;
    }
  }
  new_runs_.clear();
  used_bytes_ = used;
  live_bytes_ = live;
  ForEachLab([](Lab& lab) { lab.block = lab.granule = 0; });
}

// Merges what is dead and what was free into free runs, on the bitmaps alone. Returns the free granules.
uint32_t HeapImpl::SweepBlock(uint32_t block) {
  uint64_t* start = start_bits_ + size_t{block} * kBlockWords;
  uint64_t* mark = mark_bits_ + size_t{block} * kBlockWords;
  uint32_t free = 0;
  uint32_t run_begin = 0;  // 0: not in a free run
  for (uint32_t w = 0; w < kBlockWords; w++) {
    uint64_t live = start[w] & mark[w];
    uint64_t dead = (start[w] | mark[w]) & ~live;
    start[w] = live;
    if (run_begin == 0 ? dead == 0 : live == 0) {
      mark[w] = live;
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
        free += w * 64 + bit - run_begin;
        if (HALFWORD_ASSERTS) {
          PoisonRun((block << kBlockShift) + run_begin * kGranule,
                    (block << kBlockShift) + (w * 64 + bit) * kGranule);
        }
        run_begin = 0;
      }
    }
    mark[w] = new_mark;
  }
  if (run_begin != 0) {
    free += kBlockGranules - run_begin;
    if (HALFWORD_ASSERTS) {
      PoisonRun((block << kBlockShift) + run_begin * kGranule, (block << kBlockShift) + kBlockSize);
    }
  }
  return free;
}

}  // namespace halfword::gc
