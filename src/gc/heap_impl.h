// The heap behind halfword/gc/heap.h: blocks, allocation, the phases of a collection.
// block.h explains the bitmaps.
//
// A collection goes through the phases below. The phases say where the mutator may run in between. An atomic
// collection goes through all of them in one pause.
//
// Layout of the annex, from the cage base down:
//   AnnexFront (4 KiB) | mark bits | start bits | log bits | block table | the client's annex
#ifndef HALFWORD_GC_HEAP_IMPL_H_
#define HALFWORD_GC_HEAP_IMPL_H_

#include <new>
#include <optional>
#include <vector>

#include "base/bits.h"
#include "base/macros.h"
#include "cage/slot.h"
#include "gc/allocation/piece_list.h"
#include "gc/blocks/block.h"
#include "gc/blocks/block_table.h"
#include "gc/cycle/pace.h"
#include "gc/failure_injection.h"
#include "gc/inspection/collection_statistics.h"
#include "gc/marking/concurrent_marker.h"
#include "gc/marking/marker.h"
#include "gc/roots/offset_set.h"
#include "gc/sweeping/concurrent_sweeper.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/internal/persistent_node.h"
#include "halfword/gc/prefinalizer.h"
#include "halfword/gc/stack.h"

namespace halfword::gc {

namespace subtle {
class DisallowGarbageCollectionScope;
class HeapState;
}  // namespace subtle
namespace testing {
class OverrideEmbedderStackStateScope;
class StandaloneTestingHeap;
}  // namespace testing

// A place to bump-allocate. [top, limit) is zero, [limit, end) is not cleared yet. top == end == 0:
// no run is open.
struct Lab {
  BlockKind kind = BlockKind::kSmall;
  uint8_t space = 0;
  bool recycles = true;  // fills free runs of used blocks before it takes free blocks
  CageOffset top = 0;
  CageOffset limit = 0;
  CageOffset end = 0;
  uint32_t run = 0;      // index into new_runs_
  uint32_t block = 0;    // where the search for free runs goes on …
  uint32_t granule = 0;  // … and from which granule of it
};

enum class Phase : uint8_t {
  kIdle,      // every block is swept; survivors of the last collection have mark bits
  kClearing,  // mark bits are being cleared, block by block; the mutator runs in between
  kMarking,   // the mutator runs in between, with the barrier on; the final pause ends it
  kSweeping,  // some blocks hold what died; the mutator runs in between and takes blocks that were swept
};

class HeapImpl {
 public:
  // Lies in the first page of its annex, behind the AnnexFront: so a heap leaves nothing behind elsewhere.
  HeapImpl(Heap* heap, const HeapOptions& options, Slot slot);
  ~HeapImpl();
  void operator delete(HeapImpl* impl, std::destroying_delete_t);

  // ---- Allocation (allocator.cc) ----
  void* AllocateSlow(Header header, size_t cell_size);
  void* AllocateFinalizable(Header header, size_t cell_size);
  // `space`: as internal::SpaceOf gives it.
  void* AllocateInSpace(Header header, size_t cell_size, bool finalizable, uint32_t space);
  void* AllocateLarge(Header header, size_t cell_size, bool finalizable, bool may_fail, bool is_zero = true);
  void AdjustExternalBytes(int64_t delta);
  bool CanGrowExternal(size_t bytes);
  bool EnsureRoom(size_t cell_size);

  // failure_injection.h
  void CountAllocations(bool counts, subtle::Failures failures, uint64_t n);
  uint64_t allocation_count() const { return allocation_count_; }

  // ---- Collection (collector.cc) ----
  // A whole collection, of everything that is dead now.
  void Terminate();
  void Collect(StackState state, bool release_memory = false,
               CollectionReason reason = CollectionReason::kRequest);
  void CollectMinor(StackState state);
  void StartMarking(CollectionReason reason);
  bool AdvanceMarking(Budget budget);
  // False: the budget's host wants to stop; it never does without one.
  bool FinalizeMarking(StackState state, Budget budget = {});
  // Asked while a pause takes long to scan roots or to clear weak references. False: the program is to be
  // stopped, so the attempt to finish marking is abandoned.
  bool PauseGoesOn() { return HALFWORD_LIKELY(!may_leave_) || !LeavesPause(); }
  bool AdvanceSweeping(Budget budget);
  void FinishSweeping();
  bool is_marking() const { return phase_ == Phase::kMarking || phase_ == Phase::kClearing; }
  bool is_sweeping() const { return phase_ == Phase::kSweeping; }

  // ---- Write barrier ----
  // `value` was stored into the object.
  HALFWORD_INLINE void RecordWrite(CageOffset object, TaggedBits value) {
    CageOffset referent = OffsetOf(value);
    if (!IsHeapPointer(value) || referent < blocks_.first_collected()) return;
    FenceBeforeMarkBits();
    if (HALFWORD_LIKELY(object >= blocks_.first_collected()) &&
        (!NeedsBarrier() || !TestBit(blocks_.mark_bits(), object) ||
         TestBit(blocks_.mark_bits(), referent))) {
      return;
    }
    RecordNewReference(object, value);
  }
  // concurrent_marker.h says what for.
  HALFWORD_INLINE void FenceBeforeMarkBits() const {
    if (HALFWORD_UNLIKELY(marker_.shares_marks())) __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
  HALFWORD_NOINLINE void RecordNewReference(CageOffset object, TaggedBits value);
  void RecordWrites(CageOffset object);
  void RecordSlotWrite(CageOffset slot, const void* value, bool weak);
  // The object around it may have been written to.
  void RecordWritesAround(CageOffset inner);
  // Marks the object that `inner` is in, if marking is in progress.
  void MarkValue(CageOffset inner);
  void MarkParts(const void* first, size_t size, size_t count, TraceCallback trace);

  // ---- Lookup ----
  // The start of the object whose cell contains `offset`, 0 if there is none (free, or outside).
  CageOffset FindObject(CageOffset offset);
  // `offset` if an object starts exactly there, else 0.
  CageOffset FindObjectAt(CageOffset offset);
  size_t CellSizeAt(CageOffset offset) const;
  const TypeInfo& TypeAt(CageOffset offset) const;
  // Any index leads to a row: the cage may hold one that nobody registered. Rows of C++ classes that are not
  // given out yet have no functions.
  const TypeInfo& TypeByIndex(uint32_t index) const {
    if (index - kFirstCppType < kTypeIndexLimit - kFirstCppType)
      return internal::cpp_types[index - kFirstCppType];
    return types_.types[index < types_.count ? index : 0];
  }
  bool IsValidTypeIndex(uint32_t index) const;
  void* ObjectAt(CageOffset offset) const { return reinterpret_cast<void*>(base_ + offset); }
  void ForEachObject(void (*body)(void*, void*), void* data);
  void TraceObjectWith(Visitor& visitor, CageOffset offset);
  // For visitors that don't mark: what the client traces, then, after announce(true), the native stack.
  template <typename F>
  void VisitOtherRoots(Visitor& visitor, F&& announce) {
    suspects_ = &visitor;
    announce(false);
    if (callbacks_.trace_roots != nullptr) callbacks_.trace_roots(callbacks_.data, visitor);
    announce(true);
    if (conservative_stack_) ScanStack();
    suspects_ = nullptr;
  }
  template <typename F>
  void ForEachRememberedObject(F&& body) const {
    remembered_objects_.ForEach(body);
  }

  // ---- Verification (verifier.cc) ----
  void Verify();
  template <class F>
  void ForEachImageObject(F&& body);
  bool IsRemembered(CageOffset offset) const { return remembered_objects_.Contains(offset); }
  void VerifyByClient(CageOffset offset);
  // Before the sweep: no reference led to the middle of a new object, where IndexSurvivors would
  // look for a header.
  void VerifyMarksOfNewRuns();
  // The invariant of marker.h.
  void VerifyMarking();
  void VerifyPersistents();
  void VerifyBlock(uint32_t block);

  // ---- Images (image.cc) ----
  bool WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error);
  bool MapImage(const HeapImage& image, std::string* error);
  void ResetToImage();

  // ---- State ----
  void FillMemoryStatistics(HeapStatistics& s, bool detail);
  size_t ResidentBytes() const;
  // Brings ProcessHeapStatistics up to date.
  void ReportUsage();
  void SetStressInterval(uint32_t n, StressKind kind);
  void SetLimit(size_t bytes) { limits_.SetLimit(bytes); }
  size_t RoomUnderLimit() const { return limits_.room(); }
  // The heap could not get memory that it can't do without. Leaves the innermost Enter, if the
  // client can be told.
  [[noreturn]] HALFWORD_NOINLINE void Exhausted(const char* sentence);
  HeapStatistics Statistics(bool detail);
  void RecoverFromExhaustion(uint32_t no_collection);
  void RememberObject(CageOffset offset);
  void RememberSlot(CageOffset offset);

  void AddPrefinalizer(void* object, internal::Prefinalizer callback) {
    prefinalizers_.push_back({object, callback});
  }

  uintptr_t base() const { return base_; }
  Marker& marker() { return marker_; }
  // Null unless there may be helpers.
  ConcurrentMarker* concurrent_marker() const { return concurrent_.get(); }
  ConcurrentSweeper* concurrent_sweeper() const { return sweeper_.get(); }
  bool TakeWorkOfHelpers() { return concurrent_ != nullptr && concurrent_->TakeWork(); }
  bool HelpersAreIdle() { return concurrent_ == nullptr || concurrent_->IsIdle(); }
  void StopHelpers() {
    if (concurrent_ != nullptr) concurrent_->Stop();
  }
  // The first half of a block's sweep (concurrent_sweeper.h). A helper may have
  // to leave the block to the mutator.
  std::optional<FreeSpace> PrepareBlock(uint32_t block, bool is_helper);
  internal::PersistentRegion& strong_nodes() { return strong_nodes_; }
  internal::PersistentRegion& weak_nodes() { return weak_nodes_; }
  internal::CrossThreadPersistentRegion& shared_strong_nodes() { return shared_strong_nodes_; }
  internal::CrossThreadPersistentRegion& shared_weak_nodes() { return shared_weak_nodes_; }

  // ---- Evacuation (evacuator.h) ----
  bool evacuates() const { return evacuates_; }
  void ForceEvacuation() { force_evacuation_ = compactable_spaces_ != 0; }
  bool is_evacuation_forced() const { return force_evacuation_; }
  bool IsCompactable(uint32_t space) const {
    return space != 0 && (compactable_spaces_ >> (space - 1) & 1) != 0;
  }
  // The object that the slot refers to, with a start bit, if it is alive and may move; else 0.
  CageOffset MovableObjectAt(const MovableSlot& slot);
  // 0 if there is none.
  uint32_t TakeBlockForEvacuation(uint8_t space);

  // ---- By hand (explicit_management.cc) ----
  void FreeUnreferencedObject(CageOffset offset);
  bool Resize(CageOffset offset, size_t object_size);
  bool ResizeLarge(uint32_t block, size_t cell_size);
  // The size of the object, without header, for large ones too.
  size_t ObjectSizeAt(CageOffset offset) const { return CellSizeAt(offset) - kHeaderSize; }
  uint64_t* mark_bits() const { return blocks_.mark_bits(); }
  uint64_t* start_bits() const { return blocks_.start_bits(); }
  uint64_t* log_bits() const { return blocks_.log_bits(); }
  const BlockInfo& block(uint32_t index) const { return blocks_[index]; }
  // Helpers that mark ask while the heap grows. What they have been given to trace lies below either answer.
  uint32_t block_end() const { return blocks_.end(); }
  bool sees_every_store() const { return sees_every_store_; }
  CageOffset first_collected() const { return blocks_.first_collected(); }
  // Small ones, since the last collection. True for the blocks of a large object.
  bool HasNewObjects(uint32_t block) const { return blocks_[block].value != 0; }
  // False for large objects that were there before the last collection.
  bool MayBeNew(CageOffset offset) const {
    const BlockInfo& info = blocks_[BlockOf(offset)];
    return info.kind != BlockKind::kLarge || info.is_new;
  }

 private:
  friend class Heap;
  friend class NoGarbageCollectionScope;
  friend class Stack;
  friend class internal::ScannedRange;
  friend class subtle::DisallowGarbageCollectionScope;
  friend class subtle::HeapState;
  friend class testing::OverrideEmbedderStackStateScope;
  friend class testing::StandaloneTestingHeap;
  friend class Marker;
  friend class Visitor;

  // allocator.cc
  template <typename F>
  void ForEachLab(F&& body) {
    body(main_);
    body(medium_);
    body(finalizable_);
    for (Lab& lab : custom_) body(lab);
  }
  Lab* LabThatEndsAt(CageOffset offset);
  void* BumpOrRefill(Lab& lab, Header header, uint32_t cell_size);
  bool ExtendClearedPart(Lab& lab, uint32_t cell_size);
  bool OpenRecycledRun(Lab& lab, uint32_t cell_size, uint32_t most_blocks);
  bool OpenRunIn(Lab& lab, uint32_t least);
  bool OpenSomeRun(Lab& lab, uint32_t cell_size);
  bool OpenFreeBlock(Lab& lab, uint32_t cell_size, bool over_limit);
  void OpenRun(Lab& lab, CageOffset begin, CageOffset end, bool cleared);
  void Retire(Lab& lab);
  void PublishMain();
  // Under failure injection: this allocation is one that fails.
  HALFWORD_INLINE bool CountedAllocationFails() {
    if (!HALFWORD_ASSERTS || HALFWORD_LIKELY(!counts_allocations_)) return false;
    uint64_t count = ++allocation_count_;
    return failures_ != subtle::Failures::kNone && count >= failing_allocation_ &&
           (count == failing_allocation_ || failures_ == subtle::Failures::kFromThenOn);
  }
  HALFWORD_INLINE void MaybeCollectBeforeAllocation() {
    if (HALFWORD_UNLIKELY(pace_.IsStepDue() || collecting_)) StepBeforeAllocation();
  }
  void StepBeforeAllocation();
  template <typename F>
  bool RetryAfterCollections(F&& attempt);
  Budget RefillBudget() const;
  bool EnsureUnderLimit(size_t in_cage, size_t external, bool may_fail);

  // In the annex, from the cage down.
  struct Annex {
    Annex(const Slot& slot, const HeapOptions& options);
    AnnexFront* front;
    void* client_annex;
    void* client_front;
    BlockTable::SideTables tables;
  };

  CageOffset ClientFrontEnd() const;
  void Begin();
  // collector.cc
  template <typename F>
  void InPause(F&& body);
  bool SweepUnlessStopped();
  bool FinishCycleUnlessStopped();
  bool CollectForRoom();
  void CheckCollectionAllowed() const;
  void AbortMarking();
  bool AdvanceClearing(Budget& budget);
  void BeginMarking();
  void LetHelpersWork();
  void NoteYoung(uint32_t first_block, uint32_t count) {
    if (concurrent_ != nullptr && phase_ == Phase::kMarking) concurrent_->NoteYoung(first_block, count);
  }
  bool LeavesPause();
  bool MarkFromRoots(StackState state, Budget& budget);
  bool ClearDeadReferences(const Budget& budget);
  bool TryToFinishMarking(StackState state, Budget& budget);
  void FinishMarking();
  void EndCycle(uint64_t marking_since);
  bool FinishCycle(StackState state, Budget budget = {});
  bool NextIsMinor() const;
  bool NeedsBarrier() const {
    return phase_ == Phase::kMarking || (generational_ && phase_ != Phase::kClearing);
  }
  void Log(CageOffset object);
  void StressStep();
  void Step();
  void SetPace(size_t live);
  void Reschedule();
  void SyncMain() {
    if (main_.end != 0) main_.top = front_->top;
  }
  void UpdateBarrier();
  void SeeEveryStore(bool yes);
  void FinalizeEverything();
  void ClearPersistents();
  void TraceRoots(StackState state, bool may_leave);
  void ScanStack();
  void ScanConservatively(const uintptr_t* begin, const uintptr_t* end);
  void ScanWords(const uintptr_t* begin, const uintptr_t* end);
  void ConsiderWord(uintptr_t word);
  void ConsiderHalf(uint32_t half);
  void ConsiderLongOffset(uint64_t word);
  HALFWORD_INLINE void NoteSuspect(CageOffset offset);
  void RetireAll();
  void RunPrefinalizers(const LivenessBroker& broker);
  bool WantsEvacuation() const;
  void EvacuateSparseBlocks();
  // lookup.cc
  void IndexRun(NewRun& run);
  void IndexRuns(PieceList<NewRun>& runs, uint32_t block);
  // What died in the last collection isn't found.
  HALFWORD_INLINE void SweepBeforeLookup(uint32_t block) {
    if (HALFWORD_LIKELY(phase_ != Phase::kSweeping)) return;
    if (blocks_[block].kind == BlockKind::kLargeTail) block -= blocks_[block].value;
    if (blocks_[block].unswept) SweepOne(block);
  }
  void IndexBlock(uint32_t block);
  void IndexAllRuns();
  void SyncLabs();
  // sweeper.cc
  void BeginSweeping();
  void SweepOne(uint32_t block);
  bool IsSweepingSpent(const Budget& budget);
  bool SweepSome(const Budget& budget);
  bool HasFinalizersToRun(const BlockInfo& info) const;
  void SweepSmall(uint32_t block);
  void SweepLarge(uint32_t block);
  bool IndexSurvivors(uint32_t block, bool is_helper);
  FreeSpace MergeFreeRuns(uint32_t block);
  void NoteLiveBytes();
  bool ReleaseFreeBlocks(const Budget& budget);
  void RunFinalizers(bool everything);
  void FinalizeDead(uint32_t block, bool everything);
  void Finalize(CageOffset offset);

  Heap* const heap_;
  internal::HeapEntry& entry_;
  Slot slot_;
  const uintptr_t base_;
  HeapFront* const front_;
  const Annex annex_;
  HeapImage image_;  // what this heap is a clone of, if its end is not 0
  size_t client_front_bytes_;
  bool sees_every_store_ = false;  // as the cage knows it

  TypeTable types_;
  HeapCallbacks callbacks_;
  HeapLimits limits_;
  BlockTable blocks_;
  Pace pace_;
  CollectionStatistics statistics_;
  UsageReport usage_;
  Marker marker_;
  std::unique_ptr<ConcurrentMarker> concurrent_;
  std::unique_ptr<ConcurrentSweeper> sweeper_;  // null unless there may be helpers
  internal::PersistentRegion strong_nodes_;
  internal::PersistentRegion weak_nodes_{true};
  internal::CrossThreadPersistentRegion shared_strong_nodes_;
  internal::CrossThreadPersistentRegion shared_weak_nodes_{true};

  struct Prefinalizer {
    void* object;
    internal::Prefinalizer callback;
  };
  std::vector<Prefinalizer> prefinalizers_;

  Lab main_;    // its top and limit live in the HeapFront while the mutator runs
  Lab medium_;  // cells that did not fit the current run of main_
  Lab finalizable_;
  uint32_t compactable_spaces_;
  bool force_evacuation_ = false;  // in the next whole collection
  bool evacuates_ = false;         // this cycle
  std::vector<Lab> custom_;        // two for each custom space: objects without and with finalizer
  PieceList<NewRun> new_runs_;
  PieceList<NewRun> unswept_runs_;  // those of the collection whose sweep is in progress
  OffsetSet remembered_objects_;    // of the image, that were stored to
  std::vector<CageOffset> remembered_slots_;

  MarkingType marking_;
  SweepingType sweeping_;
  bool generational_;
  bool marks_are_whole_ = false;  // every survivor of the last collection has its mark bit
  bool minor_ = false;            // the cycle in progress, or the last one
  Phase phase_ = Phase::kIdle;
  uint32_t clear_cursor_ = 0;  // blocks
  uint32_t sweep_cursor_ = 0;
  uint32_t sweep_end_ = 0;
  uint32_t release_cursor_ = 0;
  uint32_t keep_blocks_ = 0;  // free ones that are not given back
  bool release_everything_ = false;
  bool finalizers_ran_ = false;  // in this cycle's pause
  ptrdiff_t swept_live_ = 0;     // a minor collection counts from pace_.live_bytes() up
  size_t sweeping_since_clock_ = 0;
  uint32_t stress_interval_ = 0;
  uint32_t stress_count_ = 0;
  StressKind stress_kind_ = StressKind::kCollect;
  uint32_t disallow_collection_ = 0;
  StackState stack_state_of_steps_ = StackState::kMayContainHeapPointers;
  bool last_was_conservative_ = false;
  bool finalizing_ = false;
  bool is_terminated_ = false;
  bool collecting_ = false;
  bool counts_allocations_ = false;
  subtle::Failures failures_ = subtle::Failures::kNone;
  uint64_t allocation_count_ = 0;
  uint64_t failing_allocation_ = 0;
  bool may_leave_ = false;     // scanning roots or clearing weak references for a host that may want to stop
  bool is_left_ = false;       // the host wanted to stop, and the pause was abandoned
  bool is_exhausted_ = false;  // memory ran out: no collections until ResetToImage
  bool is_broken_ = false;     // in the middle of one: no allocation and no finalizers either
  bool conservative_stack_;
  Visitor* suspects_ = nullptr;  // gets what a stack may refer to; null: the marker does
  bool verify_;
  internal::ScannedRange* scanned_ranges_ = nullptr;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_IMPL_H_
