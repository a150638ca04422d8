// The phases of a collection, and their pace.
//
// Pace: a cycle starts when pace_.start_at() bytes have been allocated since the last one ended, so that it should
// end when pace_.threshold() bytes have been; until then each step marks marking_rate_ times what was allocated
// since the step before, but for no longer than the client allows. When nothing is left to mark, a step looks
// at the roots and stacks again. If what it finds there is marked within the step's time, the step becomes
// the final pause; if not, the program goes on and there will be another attempt.
#include <algorithm>

#include "gc/asan.h"
#include "gc/heap_impl.h"
#include "gc/shared_cage.h"
#include "platform/clock.h"
#include "platform/stack.h"

namespace halfword::gc {
namespace {

constexpr uint32_t kBlocksClearedAtOnce = 256;
constexpr size_t kLeastToEvacuateFor = 512 * KiB;  // free in blocks that could be given back

// Whatever a root refers to stays where it is.
class PinningVisitor final : public Visitor {
 public:
  PinningVisitor(HeapImpl* heap, Evacuator* evacuator)
      : Visitor(
            heap,
            [](void* data, const TaggedBits*, CageOffset offset, Tag) {
              static_cast<Evacuator*>(data)->Pin(offset);
            },
            evacuator) {}
};

}  // namespace

// ---- Entry points -------------------------------------------------------------------------------

// Runs body inside the heap as part of one pause.
template <typename F>
void HeapImpl::InPause(F&& body) {
  statistics_.BeginPause(platform::MonotonicNanoseconds());
  if (CageBase() == base_) {
    body();
  } else {
    CallWithCageBase(base_, body);
  }
  LetHelpersWork();
  statistics_.EndPause(platform::MonotonicNanoseconds(), phase_ != Phase::kIdle);
  ReportUsage();
}

void HeapImpl::Collect(StackState state, bool release_memory, CollectionReason reason) {
  if (entry_.no_collection != 0) return;
  CheckCollectionAllowed();
  SyncMain();
  InPause([&] {
    Budget unlimited;
    AbortMarking();  // its marks would keep alive what died since
    AdvanceSweeping(unlimited);
    StartMarking(reason);
    release_everything_ = release_memory;
    evacuates_ = WantsEvacuation();
    FinishCycle(state);
    AdvanceSweeping(unlimited);
    statistics_.NotePauseOfCollection(platform::MonotonicNanoseconds());
    if (verify_) Verify();
  });
  PublishMain();
}

// ---- Collections that make room

bool HeapImpl::SweepUnlessStopped() {
  return collecting_ || AdvanceSweeping(Budget::UntilStopped(callbacks_));
}

bool HeapImpl::FinishCycleUnlessStopped() {
  return AdvanceMarking(Budget::UntilStopped(callbacks_)) &&
         FinalizeMarking(StackState::kMayContainHeapPointers, Budget::UntilStopped(callbacks_)) &&
         SweepUnlessStopped();
}

// False: the program is to be stopped, or has collected so much for so little that it is terminated.
bool HeapImpl::CollectForRoom() {
  if (callbacks_.should_stop == nullptr || compactable_spaces_ != 0) {
    Collect(StackState::kMayContainHeapPointers, false, CollectionReason::kRoom);
  } else {
    CheckCollectionAllowed();
    StartMarking(CollectionReason::kRoom);
    if (!FinishCycleUnlessStopped()) return false;
  }
  return limits_.NoteCollectionForRoom(pace_.last_scanned(), pace_.cycle_allocated());
}

void HeapImpl::CheckCollectionAllowed() const {
  if (HALFWORD_UNLIKELY(disallow_collection_ != 0)) {
    internal::Fatal("a collection inside a DisallowGarbageCollectionScope", __FILE__, __LINE__);
  }
}

void HeapImpl::CollectMinor(StackState state) {
  if (!generational_) return Collect(state);
  if (entry_.no_collection != 0) return;
  CheckCollectionAllowed();
  SyncMain();
  InPause([&] {
    Budget unlimited;
    AbortMarking();
    AdvanceSweeping(unlimited);
    // Called by allocation, or by the program.
    CollectionReason reason = pace_.IsCycleDue() ? CollectionReason::kAllocation : CollectionReason::kRequest;
    if (!marks_are_whole_) {  // of old objects: the cycle that was in progress has cleared some
      StartMarking(reason);
    } else {
      statistics_.BeginCycle(reason);
      // Marks stay as they are: what has one is old, and black unless it was logged.
      minor_ = true;
      phase_ = Phase::kMarking;
      marker_.Begin(blocks_.first_collected());
    }
    FinishCycle(state);
  });
  PublishMain();
}

void HeapImpl::StartMarking(CollectionReason reason) {
  if (phase_ == Phase::kSweeping) {
    Budget unlimited;
    AdvanceSweeping(unlimited);
  }
  if (phase_ != Phase::kIdle) return;
  statistics_.BeginCycle(reason);
  phase_ = Phase::kClearing;
  minor_ = marks_are_whole_ = false;
  clear_cursor_ = blocks_.first();
  pace_.BeginCycle();
}

bool HeapImpl::AdvanceMarking(Budget budget) {
  if (!is_marking() || entry_.no_collection != 0) return !is_marking();
  bool done = false;
  InPause([&] {
    done = AdvanceClearing(budget) && marker_.Advance(budget);
    statistics_.AddMarking(platform::MonotonicNanoseconds() - statistics_.pause_began());
    if (verify_) VerifyMarking();
  });
  statistics_.CountStep();
  return done;
}

bool HeapImpl::FinalizeMarking(StackState state, Budget budget) {
  if (!is_marking() || entry_.no_collection != 0) return true;
  CheckCollectionAllowed();
  SyncMain();
  bool done = false;
  InPause([&] { done = FinishCycle(state, budget); });
  PublishMain();
  return done;
}

// What is left of the cycle in progress, in this pause. False: the budget's host wants to stop.
bool HeapImpl::FinishCycle(StackState state, Budget budget) {
  uint64_t began = platform::MonotonicNanoseconds();
  bool done = AdvanceClearing(budget) && TryToFinishMarking(state, budget);
  CHECK(done || budget.host != nullptr);
  if (done) EndCycle(began);
  return done;
}

// Everything is marked; this step or pause has marked since then.
void HeapImpl::EndCycle(uint64_t marking_since) {
  statistics_.AddMarking(platform::MonotonicNanoseconds() - marking_since);
  FinishMarking();
  if (sweeping_ == SweepingType::kAtomic) AdvanceSweeping({});
  statistics_.NotePauseOfCollection(platform::MonotonicNanoseconds());
}

// ---- Steps --------------------------------------------------------------------------------------

// REQUIRES: main_.top is up to date, as in all of the slow path of allocation, which calls
// PublishMain in the end.
void HeapImpl::StepBeforeAllocation() {
  if (HALFWORD_UNLIKELY(is_broken_)) Exhausted("allocation after a collection that was left");
  if (HALFWORD_UNLIKELY(is_terminated_)) {
    internal::Fatal("allocation in a heap that was terminated", __FILE__, __LINE__);
  }
  if (HALFWORD_UNLIKELY(collecting_)) {
    internal::Fatal("allocation by a prefinalizer, finalizer or weak callback", __FILE__, __LINE__);
  }
  if (entry_.no_collection != 0) return;
  if (stress_interval_ != 0) {
    if (++stress_count_ < stress_interval_) return;
    stress_count_ = 0;
    if (stress_kind_ == StressKind::kStep) return StressStep();
    return Collect(stack_state_of_steps_, false, CollectionReason::kStress);
  }
  if (phase_ == Phase::kIdle && NextIsMinor()) return CollectMinor(stack_state_of_steps_);
  if (phase_ == Phase::kIdle && marking_ == MarkingType::kAtomic) {
    CheckCollectionAllowed();
    InPause([&] {
      StartMarking(CollectionReason::kAllocation);
      FinishCycle(stack_state_of_steps_);
    });
    if (verify_ && phase_ == Phase::kIdle) Verify();
    return;
  }
  InPause([&] { Step(); });
  statistics_.CountStep();
}

void HeapImpl::Step() {
  Budget budget{SIZE_MAX, statistics_.pause_began() + pace_.StepNanoseconds(), &callbacks_};
  Pace::StepWork work = pace_.BeginStep();
  if (phase_ == Phase::kSweeping) {
    budget.bytes = work.sweep_bytes;
    if (AdvanceSweeping(budget)) return;
    return pace_.ScheduleStep();
  }
  if (phase_ == Phase::kIdle) StartMarking(CollectionReason::kAllocation);
  uint64_t began = platform::MonotonicNanoseconds();
  bool done = false;
  if (AdvanceClearing(budget)) {
    budget.bytes = work.mark_bytes;
    done = marker_.Advance(budget);
    if (done && !budget.IsSpent() && pace_.IsAttemptDue()) {
      // The attempt may use up the time of the step, but what it finds doesn't count.
      budget.bytes = SIZE_MAX;
      pace_.NoteAttempt();
      if (pace_.IsLastAttempt()) budget.deadline = UINT64_MAX;
      done = TryToFinishMarking(stack_state_of_steps_, budget);
      if (done) return EndCycle(began);
      statistics_.AddMarking(platform::MonotonicNanoseconds() - began);
      pace_.DelayAttempts();
      return pace_.ScheduleStep();
    }
  }
  statistics_.AddMarking(platform::MonotonicNanoseconds() - began);
  pace_.ScheduleStep();
}

// Small enough steps that a cycle has about eight of them, whatever the size of the heap.
void HeapImpl::StressStep() {
  InPause([&] {
    Budget budget;
    budget.bytes = std::max<size_t>(pace_.last_scanned() / 8, 1024);
    switch (phase_) {
      case Phase::kSweeping:
        budget.bytes = std::max<size_t>((sweep_end_ - sweep_cursor_) / 2, 1) * kBlockSize;
        AdvanceSweeping(budget);
        return;
      case Phase::kIdle: StartMarking(CollectionReason::kStress); [[fallthrough]];
      case Phase::kClearing: AdvanceClearing(budget); break;
      case Phase::kMarking:
        if (!marker_.Advance(budget)) break;
        budget.bytes = pace_.NoteAttempt() < 3 ? 4096 : SIZE_MAX;
        if (TryToFinishMarking(stack_state_of_steps_, budget)) return FinishMarking();
        break;
    }
    if (verify_) VerifyMarking();
  });
  statistics_.CountStep();
}

void HeapImpl::Reschedule() {
  pace_.SetAlways(stress_interval_ != 0 || is_terminated_);
  if (phase_ == Phase::kIdle) {
    pace_.ScheduleCycle();
  } else {
    pace_.ScheduleNow();
  }
}

bool HeapImpl::NextIsMinor() const { return generational_ && marks_are_whole_ && pace_.MayBeMinor(); }

// After a collection that left `live` bytes.
void HeapImpl::SetPace(size_t live) {
  pace_.Set(live, sweep_end_ - sweep_cursor_, NextIsMinor());
  Reschedule();
}

// ---- Marking ------------------------------------------------------------------------------------

void HeapImpl::UpdateBarrier() {
  bool sees_every_store = phase_ == Phase::kMarking || generational_;
  uint32_t image_end = image_.end == 0 ? 0 : BarrierKeyOf(ObjectAt(image_.end));
  front_->barrier_limit = sees_every_store ? UINT32_MAX : image_end;
  if constexpr (kSharedCage) SeeEveryStore(sees_every_store);
}

// Tells the cage, whose front the barriers of all heaps look at.
void HeapImpl::SeeEveryStore(bool yes) {
  if (sees_every_store_ == yes) return;
  sees_every_store_ = yes;
  SharedCage::At(base_).CountBarrier(yes);
}

// Clears what the last collection marked. False: budget spent.
bool HeapImpl::AdvanceClearing(Budget& budget) {
  if (phase_ != Phase::kClearing) return true;
  for (; clear_cursor_ < blocks_.end(); clear_cursor_++) {
    uint32_t b = clear_cursor_;
    switch (blocks_[b].kind) {
      case BlockKind::kSmall:
      case BlockKind::kFinalizable: {
        // A mark without start bit is the beginning of a free run and stays.
        uint64_t* mark = blocks_.MarkWords(b);
        const uint64_t* start = blocks_.StartWords(b);
        for (uint32_t w = 0; w < kBlockWords; w++) mark[w] &= ~start[w];
        break;
      }
      case BlockKind::kLarge: ClearBit(blocks_.mark_bits(), LargeObjectIn(b)); break;
      default: break;
    }
    if (b % kBlocksClearedAtOnce == 0 && !budget.IsUnlimited() && budget.IsSpent()) {
      clear_cursor_++;
      return false;
    }
  }
  BeginMarking();
  return true;
}

void HeapImpl::BeginMarking() {
  phase_ = Phase::kMarking;
  marker_.DropLog();
  marker_.Begin(blocks_.first_collected());
  if (concurrent_ != nullptr) {
    concurrent_->BeginCycle();
    ForEachLab([this](Lab& lab) {
      if (lab.end != 0) NoteYoung(BlockOf(lab.end - 1), 1);
    });
  }
  UpdateBarrier();
  internal::PersistentRegionLock lock;
  TraceRoots(StackState::kNoHeapPointers, true);  // all roots will be looked at again
}

// Helpers mark until the next pause, which looks at what they have done.
void HeapImpl::LetHelpersWork() {
  if (phase_ == Phase::kMarking && concurrent_ != nullptr && !marker_.must_mark_alone()) {
    concurrent_->Start();
    concurrent_->Share(marker_);
  }
  if (phase_ == Phase::kSweeping && sweeper_ != nullptr) sweeper_->Start();
}

bool HeapImpl::LeavesPause() {
  is_left_ = is_left_ || (callbacks_.should_stop != nullptr && callbacks_.should_stop(callbacks_.data));
  return is_left_;
}

// True: everything is marked and what is weak refers to nothing else, as long as the mutator does not run.
// False: the budget was spent before. Weak references that were cleared by then were to nothing alive.
bool HeapImpl::TryToFinishMarking(StackState state, Budget& budget) {
  return MarkFromRoots(state, budget) && ClearDeadReferences(budget);
}

// Looks at all roots and stacks. False: the budget was spent before everything they refer to was marked.
bool HeapImpl::MarkFromRoots(StackState state, Budget& budget) {
  StopHelpers();
  if (callbacks_.before_collection != nullptr) callbacks_.before_collection(callbacks_.data);
  if (verify_) VerifyMarking();
  last_was_conservative_ = state == StackState::kMayContainHeapPointers;
  marker_.BeginRootScan();
  internal::PersistentRegionLock lock;
  TraceRoots(state, budget.host != nullptr);
  if (is_left_ || !marker_.Advance(budget)) return false;
  // Before other threads can make strong references of weak ones.
  LivenessBroker broker(this, blocks_.mark_bits(), blocks_.first_collected());
  shared_weak_nodes_.ForEach([&](auto& node) { node.callback(node.owner, nullptr, &broker); });
  return true;
}

bool HeapImpl::ClearDeadReferences(const Budget& budget) {
  collecting_ = true;
  ForEachLab([this](Lab& lab) { Retire(lab); });
  PublishMain();  // an allocation from here on takes the slow path, which reports that it is forbidden
  may_leave_ = budget.host != nullptr;
  marker_.ProcessWeakness(LivenessBroker(this, blocks_.mark_bits(), blocks_.first_collected()));
  may_leave_ = collecting_ = false;
  return !is_left_;
}

// The rest of the final pause.
void HeapImpl::FinishMarking() {
  collecting_ = true;
  LivenessBroker broker(this, blocks_.mark_bits(), blocks_.first_collected());
  RunPrefinalizers(broker);
  weak_nodes_.ForEach([&](auto& node) { node.callback(node.owner, nullptr, &broker); });
  if (verify_) {
    VerifyMarksOfNewRuns();
    VerifyMarking();
    VerifyPersistents();
  }
  if (evacuates_) EvacuateSparseBlocks();
  size_t scanned = marker_.scanned_bytes() + (concurrent_ != nullptr ? concurrent_->scanned_bytes() : 0);
  if (!minor_) limits_.NoteMarkingLists(marker_.list_bytes());
  marker_.End(generational_);
  marks_are_whole_ = true;
  statistics_.EndMarking(pace_.live_bytes() + pace_.cells_allocated(), limits_.used_bytes() / kBlockSize,
                         minor_);
  pace_.EndMarking(scanned, minor_);
  BeginSweeping();
  collecting_ = false;
  if (callbacks_.after_collection != nullptr) callbacks_.after_collection(callbacks_.data);
}

// If it was asked for, or when the sweep before has found that there may be something to win.
bool HeapImpl::WantsEvacuation() const {
  if (compactable_spaces_ == 0) return false;
  if (force_evacuation_ || release_everything_) return true;
  size_t free = 0;
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    const BlockInfo& info = blocks_[b];
    if (info.kind == BlockKind::kSmall && IsCompactable(info.space)) free += info.free_granules * kGranule;
  }
  return free >= kLeastToEvacuateFor;
}

void HeapImpl::EvacuateSparseBlocks() {
  Evacuator evacuator(this, force_evacuation_);
  auto pin = [&](CageOffset object) { evacuator.Pin(object); };
  marker_.ForEachStackObject(pin);
  for (const Prefinalizer& p : prefinalizers_) pin(FindObject(OffsetOf(p.object)));
  PinningVisitor visitor(this, &evacuator);
  if (callbacks_.trace_roots != nullptr) callbacks_.trace_roots(callbacks_.data, visitor);
  auto visit = [&](auto& node) { node.callback(node.owner, &visitor, nullptr); };
  strong_nodes_.ForEach(visit);
  {
    internal::PersistentRegionLock lock;
    shared_strong_nodes_.ForEach(visit);
  }
  evacuator.Run(marker_.movable_slots());
  if (generational_) marker_.UpdateCallbacks([&](const void* data) { return evacuator.NewPlaceOf(data); });
  statistics_.AddEvacuation(evacuator.evacuated_blocks(), evacuator.moved_bytes());
  evacuates_ = force_evacuation_ = false;
}

// Forgets a cycle in progress.
void HeapImpl::AbortMarking() {
  if (!is_marking()) return;
  if (phase_ == Phase::kMarking) {
    StopHelpers();
    // Marks of new objects without start bits would pass for free runs.
    IndexAllRuns();
    marker_.End(false);
  }
  phase_ = Phase::kIdle;
  UpdateBarrier();
}

// `may_leave`: looks at a part of them only where the program is to be stopped, which is_left_ tells.
void HeapImpl::TraceRoots(StackState state, bool may_leave) {
  collecting_ = true;
  may_leave_ = may_leave;
  is_left_ = false;
  if (callbacks_.trace_roots != nullptr) callbacks_.trace_roots(callbacks_.data, marker_);
  strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &marker_, nullptr); });
  shared_strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &marker_, nullptr); });
  remembered_objects_.ForEach([&](CageOffset offset) { marker_.Scan(offset); });
  for (CageOffset offset : remembered_slots_) {
    MemberBits bits = *reinterpret_cast<MemberBits*>(base_ + offset);
    if (IsHeapMember(bits)) marker_.TraceRoot(FindObject(OffsetOf(DecompressMember(base_, bits))));
  }
  if (conservative_stack_ && state == StackState::kMayContainHeapPointers) ScanStack();
  may_leave_ = collecting_ = false;
}

void HeapImpl::ScanStack() {
  platform::WithSpilledRegisters(
      [](void* data, const uintptr_t* stack_pointer) {
        auto* self = static_cast<HeapImpl*>(data);
        uintptr_t sp = reinterpret_cast<uintptr_t>(stack_pointer);
        uintptr_t start = self->entry_.stack_start;
        if (start <= sp) start = platform::NativeStackBounds().start;
        // Neither on the stack that was registered nor on the thread's own: a foreign stack must be
        // announced (halfword/gc/stack.h).
        CHECK(start > sp);
        self->ScanConservatively(stack_pointer, reinterpret_cast<const uintptr_t*>(RoundDown(start, 8)));
      },
      this);
  for (auto* range = scanned_ranges_; range != nullptr; range = range->next_) {
    ScanConservatively(range->begin_, range->end_);
  }
}

void HeapImpl::ScanConservatively(const uintptr_t* begin, const uintptr_t* end) {
  constexpr ptrdiff_t kPiece = 8 * 1024;  // words
  while (begin < end && PauseGoesOn()) {
    const uintptr_t* piece = begin;
    begin += std::min(kPiece, end - begin);
    ScanWords(piece, begin);
  }
}

__attribute__((no_sanitize("address", "undefined"))) void HeapImpl::ScanWords(const uintptr_t* begin,
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

HALFWORD_INLINE void HeapImpl::NoteSuspect(CageOffset offset) {
  if (HALFWORD_LIKELY(suspects_ == nullptr)) {
    marker_.TraceStackRoot(offset);
  } else {
    suspects_->VisitObject(offset);
  }
}

// A full pointer may point anywhere into an object (tagged ones do). In the compressed build a word may also
// hold references that are on their way from one form to the other.
void HeapImpl::ConsiderWord(uintptr_t word) {
  if (const void* address = reinterpret_cast<const void*>(word & kAddressMask); IsInCage(base_, address)) {
    if (CageOffset offset = FindObject(OffsetOf(address))) NoteSuspect(offset);
    if ((word & ~kAddressMask) == 0) return;
    // A word with a stamp, or two references of which the upper one ends in the bits of the cage's address.
  }
#if HALFWORD_COMPRESS
  if constexpr (kCageSpan > kTaggedSpan) ConsiderLongOffset(word);
  ConsiderHalf(static_cast<uint32_t>(word));
  ConsiderHalf(static_cast<uint32_t>(word >> 32));
#endif
}

// Either half of a word may be a tagged word, which points to the start of an object; a member word;
// or a member in the middle of decompression: shifted, truncated to 32 bits or not, and not yet
// combined with the base.
void HeapImpl::ConsiderHalf(uint32_t half) {
  constexpr uint32_t kMemberGranule = kGranule >> kMemberShift;  // member words are multiples of it
  if (half < blocks_.first_collected() / 2) return;
  CageOffset offset = 0;
  if ((half & 1) != 0 && (offset = FindObjectAt(half & ~uint32_t{7}))) NoteSuspect(offset);
  if ((half & 7) == 0 && (offset = FindObject(half))) NoteSuspect(offset);
  if (half >> 31 && half % kMemberGranule == 0 &&
      (offset = FindObject(CageOffset{half} << kMemberShift & kOffsetMask))) {
    NoteSuspect(offset);
  }
}

// In a large cage a member in the middle of decompression takes a whole word: it is an offset above which
// there is nothing, the bit that says "heap pointer", or that bit extended.
void HeapImpl::ConsiderLongOffset(uint64_t word) {
  uint64_t above = word / kCageSpan;
  if (above > 1 && above != UINT64_MAX / kCageSpan) return;
  if (word % kGranule != 0) return;
  if (CageOffset offset = FindObject(static_cast<CageOffset>(word) & kOffsetMask)) NoteSuspect(offset);
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

// ---- Write barrier ------------------------------------------------------------------------------

// The object will be traced again.
void HeapImpl::Log(CageOffset object) {
  if (TestBit(blocks_.log_bits(), object)) return;
  marker_.TraceAgain(object);
  SetBit(blocks_.log_bits(), object);
}

void HeapImpl::RecordNewReference(CageOffset object, TaggedBits value) {
  if (object < blocks_.first_collected()) return RememberObject(object);
  if (phase_ == Phase::kMarking && blocks_[BlockOf(object)].kind == BlockKind::kLarge) {
    marker_.TraceTagged(value);
  } else {
    Log(object);
  }
}

// Anything may have been stored into the object.
void HeapImpl::RecordWrites(CageOffset object) {
  if (object < blocks_.first_collected()) return RememberObject(object);
  FenceBeforeMarkBits();
  if (NeedsBarrier() && TestBit(blocks_.mark_bits(), object)) Log(object);
}

// A reference to `value` was stored at `slot`. While marking, the value is marked (Dijkstra et al. 1978)
// rather than the object around the slot traced again: to find that object is what would take time. Only
// where it may be new it is asked for, because new objects are white, and what they refer to need not live.
void HeapImpl::RecordSlotWrite(CageOffset slot, const void* value, bool weak) {
  if (reinterpret_cast<uintptr_t>(value) <= kSentinelAddress) return;
  if (slot < blocks_.first_collected()) return RememberSlot(slot);
  if (!NeedsBarrier()) return;
  CageOffset referent = OffsetOf(value);
  // Of a mixin this is no start of an object, and has no mark bit.
  if (!weak && (referent < blocks_.first_collected() || TestBit(blocks_.mark_bits(), referent))) return;
  // (What a prefinalizer stores is marked already, or the verifier finds it.)
  bool marks_value = phase_ == Phase::kMarking && !weak && !collecting_;
  if (marks_value && !HasNewObjects(BlockOf(slot))) return MarkValue(referent);
  FenceBeforeMarkBits();
  CageOffset object = FindObject(slot);
  if (object == 0 || !TestBit(blocks_.mark_bits(), object)) return;
  if (marks_value) {
    MarkValue(referent);
  } else {
    Log(object);
  }
}

void HeapImpl::RecordWritesAround(CageOffset inner) {
  if (inner < blocks_.first_collected()) return RememberSlot(inner);
  if (!NeedsBarrier()) return;
  if (CageOffset object = FindObject(inner)) RecordWrites(object);
}

void HeapImpl::MarkParts(const void* first, size_t size, size_t count, TraceCallback trace) {
  if (phase_ != Phase::kMarking) return;
  const char* part = static_cast<const char*>(first);
  for (size_t i = 0; i < count; i++) trace(&marker_, part + i * size);
}

void HeapImpl::MarkValue(CageOffset inner) {
  if (phase_ != Phase::kMarking) return;
  CageOffset object = TestBit(blocks_.start_bits(), inner) ? inner : FindObject(inner);
  if (object != 0) marker_.TraceRoot(object);
}

void HeapImpl::RememberObject(CageOffset offset) {
  if (offset < image_.end) remembered_objects_.Insert(offset);
}

void HeapImpl::RememberSlot(CageOffset offset) {
  if (offset >= image_.end) return;
  if (remembered_slots_.empty() || remembered_slots_.back() != offset) remembered_slots_.push_back(offset);
}

}  // namespace halfword::gc
