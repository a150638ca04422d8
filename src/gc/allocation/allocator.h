// Allocation: bump allocation into free runs of used blocks and into free blocks, and large objects.
//
// Each kind of object has a place to allocate from (Lab): the main one, whose top and limit lie in the
// HeapFront while the program runs, so that inline code bumps them; one for cells that did not fit the main
// one's run; one for objects with finalizers; and two for each custom space.
//
// Invariants:
//   the main Lab's top is in the HeapFront, and of the Lab's own nothing counts, from Publish to Sync;
//   [top, limit) of an open run is zero, [limit, end) is not cleared yet;
//   new_runs() are all that were opened since marking ended last, in that order, and the block of each says
//   so (BlockInfo::value); what lies in them has no start bits but for what Index… gave some.
#ifndef HALFWORD_GC_ALLOCATION_ALLOCATOR_H_
#define HALFWORD_GC_ALLOCATION_ALLOCATOR_H_

#include <vector>

#include "gc/allocation/failure_injection.h"
#include "gc/blocks/block_table.h"
#include "gc/blocks/piece_list.h"
#include "halfword/gc/heap.h"

namespace halfword::gc {

// A place to bump-allocate. top == end == 0: no run is open.
struct Lab {
  BlockKind kind = BlockKind::kSmall;
  uint8_t space = 0;
  bool recycles = true;  // fills free runs of used blocks before it takes free blocks
  CageOffset top = 0;
  CageOffset limit = 0;
  CageOffset end = 0;
  uint32_t run = 0;      // index into new_runs()
  uint32_t block = 0;    // where the search for free runs goes on …
  uint32_t granule = 0;  // … and from which granule of it

  bool is_open() const { return end != 0; }
};

class AllocationListener;

class Allocator {
 public:
  Allocator(HeapImpl& heap, BlockTable& blocks, HeapFront* front, const HeapOptions& options);
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // No run is open, and none was.
  void Reset();

  // ---- Objects ----
  // As Heap's functions of these names.
  void* AllocateSlow(Header header, size_t cell_size);
  void* AllocateFinalizable(Header header, size_t cell_size);
  // `space`: as internal::SpaceOf gives it.
  void* AllocateInSpace(Header header, size_t cell_size, bool finalizable, uint32_t space);
  // Null if it may fail and does not fit. Not `is_zero`: but for the last word, which chars need not reach.
  void* AllocateLarge(Header header, size_t cell_size, bool finalizable, bool may_fail, bool is_zero = true);
  void AdjustExternalBytes(int64_t delta);
  bool CanGrowExternal(size_t bytes);
  bool EnsureRoom(size_t cell_size);

  // Null: nobody looks on.
  void SetListener(AllocationListener* listener) { listener_ = listener; }
  AllocationListener* listener() const { return listener_; }

  // ---- By hand (explicit_management.cc) ----
  void FreeUnreferencedObject(CageOffset offset);
  bool Resize(CageOffset offset, size_t object_size);

  // ---- Runs ----
  // The slow path begins, and ends: who has the main Lab's top.
  void Sync() { main_.top = front_->top; }
  void Publish();
  // What is left of open runs waits for the next sweep.
  void RetireAll();
  PieceList<NewRun>& new_runs() { return new_runs_; }
  // The runs are the sweeper's now, and allocation searches from the first block on. REQUIRES: `runs` is
  // empty, and no run is open.
  void HandOverRuns(PieceList<NewRun>& runs);
  // Gives the objects of these runs start bits: those of a block, in a list; and all there are.
  void IndexRuns(PieceList<NewRun>& runs, uint32_t block);
  void IndexBlock(uint32_t block);
  void IndexAllRuns();
  // Calls body(block) for the blocks of open runs.
  template <typename F>
  void ForEachOpenBlock(F&& body) {
    ForEachLab([&](Lab& lab) {
      if (lab.is_open()) body(BlockOf(lab.end - 1));
    });
  }
  size_t custom_spaces() const { return custom_.size() / 2; }

  // ---- failure_injection.h ----
  void CountAllocations(bool counts, subtle::Failures failures, uint64_t n);
  uint64_t allocation_count() const { return allocation_count_; }

 private:
  void Tell(const void* object, size_t cell_size) const;  // the listener
  template <typename F>
  void ForEachLab(F&& body) {
    body(main_);
    body(medium_);
    body(finalizable_);
    for (Lab& lab : custom_) body(lab);
  }
  void OpenRun(Lab& lab, CageOffset begin, CageOffset end, bool cleared);
  void Retire(Lab& lab);
  bool ExtendClearedPart(Lab& lab, uint32_t cell_size);
  bool OpenRecycledRun(Lab& lab, uint32_t cell_size, uint32_t most_blocks);
  bool OpenRunIn(Lab& lab, uint32_t least);
  bool OpenSomeRun(Lab& lab, uint32_t cell_size);
  bool OpenFreeBlock(Lab& lab, bool over_limit);
  void* BumpOrRefill(Lab& lab, Header header, uint32_t cell_size);
  void MaybeCollect();
  Budget RefillBudget() const;
  template <typename F>
  bool RetryAfterCollections(F&& attempt);
  // Makes room under the limits by a collection, tells the client if that failed.
  bool EnsureUnderLimit(size_t in_cage, size_t external, bool may_fail);
  bool IsLastCollectionDue(size_t bytes) const;
  // Under failure injection: this allocation is one that fails.
  HALFWORD_INLINE bool CountedAllocationFails() {
    if (!HALFWORD_ASSERTS || HALFWORD_LIKELY(!counts_allocations_)) return false;
    uint64_t count = ++allocation_count_;
    return failures_ != subtle::Failures::kNone && count >= failing_allocation_ &&
           (count == failing_allocation_ || failures_ == subtle::Failures::kFromThenOn);
  }

  void SyncLabs();
  void IndexRun(NewRun& run);
  Lab* LabThatEndsAt(CageOffset offset);
  bool ResizeLarge(uint32_t block, size_t cell_size);

  HeapImpl& heap_;
  BlockTable& blocks_;
  HeapFront* const front_;
  Lab main_;
  Lab medium_;  // cells that did not fit the current run of main_
  Lab finalizable_;
  std::vector<Lab> custom_;  // two for each custom space: objects without and with finalizer
  PieceList<NewRun> new_runs_;

  bool counts_allocations_ = false;
  AllocationListener* listener_ = nullptr;
  subtle::Failures failures_ = subtle::Failures::kNone;
  uint64_t allocation_count_ = 0;
  uint64_t failing_allocation_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_ALLOCATION_ALLOCATOR_H_
