// The heap behind halfword/gc/heap.h: its parts, and what connects them.
//
//   BlockTable            blocks/          which blocks are free, what the others hold, the bitmaps
//   HeapLimits            blocks/          how much memory there is, and may be
//   Allocator             allocation/      runs to bump-allocate from, large objects
//   Roots                 roots/           persistents, the image's remembered places, stacks, prefinalizers
//   Barrier               marking/         what stores tell
//   Marker                marking/         what is reachable; ConcurrentMarker: its helpers
//   Sweeper               sweeping/        what died becomes free again, by helpers too
//   Pace                  cycle/           when to collect, and how much at a time
//   Cycle                 cycle/           the phases of a collection: cycle_state.h has the picture
//   CollectionStatistics  inspection/      what collections cost; beside it the verifier, graphs, snapshots
//
// Each part has its own state and the invariants of that in its header. What takes several of them is here:
// construction and reset, images, and the way from an address to the object it belongs to.
//
// Layout of the annex, from the cage base down:
//   AnnexFront (4 KiB) | the client's annex | block table | mark bits | start bits | log bits
#ifndef HALFWORD_GC_HEAP_IMPL_H_
#define HALFWORD_GC_HEAP_IMPL_H_

#include <memory>
#include <new>
#include <string>

#include "base/macros.h"
#include "cage/slot.h"
#include "gc/allocation/allocator.h"
#include "gc/blocks/block_table.h"
#include "gc/blocks/heap_limits.h"
#include "gc/cycle/cycle.h"
#include "gc/cycle/pace.h"
#include "gc/inspection/collection_statistics.h"
#include "gc/marking/barrier.h"
#include "gc/marking/concurrent_marker.h"
#include "gc/marking/marker.h"
#include "gc/roots/roots.h"
#include "gc/sweeping/sweeper.h"
#include "halfword/gc/heap.h"

namespace halfword::gc {

class HeapImpl {
 public:
  // A sentence in *error if there is no room for such a heap, or it can't be.
  static Slot ReserveSlot(const HeapOptions& options, std::string* error);
  // Lies in the first page of its annex, behind the AnnexFront: so a heap leaves nothing behind elsewhere.
  HeapImpl(Heap* heap, const HeapOptions& options, Slot slot);
  ~HeapImpl();
  void operator delete(HeapImpl* impl, std::destroying_delete_t);

  // ---- Parts ----
  BlockTable& blocks() { return blocks_; }
  const BlockTable& blocks() const { return blocks_; }
  HeapLimits& limits() { return limits_; }
  const HeapLimits& limits() const { return limits_; }
  Allocator& allocator() { return allocator_; }
  const Allocator& allocator() const { return allocator_; }
  Roots& roots() { return roots_; }
  Barrier& barrier() { return barrier_; }
  Marker& marker() { return marker_; }
  Sweeper& sweeper() { return sweeper_; }
  const Sweeper& sweeper() const { return sweeper_; }
  Pace& pace() { return pace_; }
  Cycle& cycle() { return cycle_; }
  const Cycle& cycle() const { return cycle_; }
  CollectionStatistics& statistics() { return statistics_; }
  const CollectionStatistics& statistics() const { return statistics_; }

  uintptr_t base() const { return base_; }
  size_t cage_span() const { return slot_.cage_size(); }  // of the cage, which others may share
  HeapFront* front() const { return front_; }
  internal::HeapEntry& entry() { return entry_; }
  const HeapCallbacks& callbacks() const { return callbacks_; }
  void SetCallbacks(const HeapCallbacks& callbacks) { callbacks_ = callbacks; }
  const HeapImage& image() const { return image_; }  // what this heap is a clone of, if its end is not 0
  // Where the first block begins that may hold objects.
  CageOffset client_front_end() const { return client_front_end_; }
  bool is_generational() const { return generational_; }
  bool verifies() const { return verify_; }
  void SetVerification(bool on) { verify_ = on; }

  // ---- Helpers that mark ----
  // Null unless there may be any.
  ConcurrentMarker* concurrent_marker() const { return concurrent_.get(); }
  void BeginConcurrentMarking();
  void StartHelpers();
  void StopHelpers();
  bool HelpersAreMarking() const { return concurrent_ != nullptr && concurrent_->is_running(); }
  bool HelpersAreIdle() { return concurrent_ == nullptr || concurrent_->IsIdle(); }
  // The program's thread gets the objects that helpers left to it. Returns how many bytes they have marked.
  size_t NoteWorkOfHelpers();
  bool TakeWorkOfHelpers() { return concurrent_ != nullptr && concurrent_->TakeWork(); }
  // Objects that are allocated into these blocks from now on are not for helpers.
  void NoteYoung(uint32_t first_block, uint32_t count, bool all) {
    if (concurrent_ != nullptr && cycle_.state().has_marks()) concurrent_->NoteYoung(first_block, count, all);
  }
  size_t ScannedBytes() const;

  // ---- From addresses to objects (object_lookup.cc) ----
  // The start of the object whose cell contains `offset`, 0 if there is none (free, or outside).
  CageOffset FindObject(CageOffset offset);
  // `offset` if an object starts exactly there, else 0.
  CageOffset FindObjectAt(CageOffset offset);
  void* ObjectAt(CageOffset offset) const { return reinterpret_cast<void*>(base_ + offset); }
  size_t CellSizeAt(CageOffset offset) const {
    size_t size = SmallCellSizeOf(base_, ObjectAt(offset));
    return HALFWORD_LIKELY(size - 1 < kMaxSmallCell) ? size : LargeCellSizeAt(offset);
  }
  // The size of the object, without header, for large ones too.
  size_t ObjectSizeAt(CageOffset offset) const { return CellSizeAt(offset) - kHeaderSize; }
  const TypeInfo& TypeAt(CageOffset offset) const;
  // Any index leads to a row: the cage may hold one that nobody registered. Rows of C++ classes that are not
  // given out yet have no functions.
  const TypeInfo& TypeByIndex(uint32_t index) const {
    if (index - kFirstCppType < kTypeIndexLimit - kFirstCppType)
      return internal::cpp_types[index - kFirstCppType];
    return types_.types[index < types_.count ? index : 0];
  }
  bool IsValidTypeIndex(uint32_t index) const;
  bool has_client_types() const { return types_.count > 1; }
  void ForEachObject(void (*body)(void*, void*), void* data);
  void ForEachImmortalObject(void (*body)(void*, void*), void* data);
  void TraceObjectWith(Visitor& visitor, CageOffset offset);
  // What died in the last collection isn't found.
  HALFWORD_INLINE void SweepBeforeLookup(uint32_t block) {
    if (HALFWORD_UNLIKELY(cycle_.is_sweeping())) sweeper_.SweepBeforeLookup(block);
  }

  // ---- Where the public classes let the heap in ----
  static void Visit(Visitor& visitor, CageOffset offset) { visitor.VisitObject(offset); }
  LivenessBroker MakeBroker() { return LivenessBroker(this, blocks_.mark_bits(), blocks_.first_collected()); }
  template <typename F>
  void ForEachScannedRange(F&& body) {
    for (auto* range = roots_.ranges(); range != nullptr; range = range->next_) {
      body(range->begin_, range->end_);
    }
  }

  // ---- Images (image.cc) ----
  bool WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error, ImageObjects objects);
  bool MapImage(const HeapImage& image, std::string* error);
  void ResetToImage();
  // Where the image's immortal objects end; 0: there are none.
  CageOffset image_end() const {
    return blocks_.first_collected() > client_front_end_ ? blocks_.first_collected() : 0;
  }
  // Calls body(offset) for the immortal objects of a block. They have no bits, but what lies between them
  // is zero.
  template <typename F>
  void ForEachImmortalObject(uint32_t block, F&& body);

  // ---- The end of memory ----
  // The heap could not get memory that it can't do without, for an object with the header `wanted` if that is
  // not 0. Leaves the innermost Enter, if the client can be told.
  [[noreturn]] HALFWORD_NOINLINE void Exhausted(const char* sentence, Header wanted = 0);
  // Enter was left so. `no_collection` is what it was when it began.
  void RecoverFromExhaustion(uint32_t no_collection);

  // ---- Statistics (inspection/memory_statistics.cc) ----
  HeapStatistics CollectStatistics(bool detail);
  // Brings ProcessHeapStatistics up to date.
  void ReportUsage();

 private:
  // Where the heap's own things are in the annex.
  struct Annex {
    Annex(const Slot& slot, const HeapOptions& options);
    AnnexFront* front;
    void* client_annex;
    void* client_front;
    BlockTable::SideTables tables;
  };

  void Begin();
  void FinalizeEverything();
  void CollectForImage();
  void AdoptImage();
  bool BeginFromImage();
  size_t LargeCellSizeAt(CageOffset offset) const;
  size_t ResidentBytes() const;
  size_t BytesInUse() const;

  Heap* const heap_;
  internal::HeapEntry& entry_;
  Slot slot_;
  const uintptr_t base_;
  HeapFront* const front_;
  const Annex annex_;
  const CageOffset client_front_end_;
  const bool generational_;
  bool verify_;
  HeapImage image_;
  TypeTable types_;
  HeapCallbacks callbacks_;

  HeapLimits limits_;
  BlockTable blocks_;
  Allocator allocator_;
  Roots roots_;
  Barrier barrier_;
  Marker marker_;
  std::unique_ptr<ConcurrentMarker> concurrent_;
  Sweeper sweeper_;
  Pace pace_;
  Cycle cycle_;
  CollectionStatistics statistics_;
  UsageReport usage_;
};

template <typename F>
void HeapImpl::ForEachImmortalObject(uint32_t block, F&& body) {
  BlockKind kind = blocks_[block].kind;
  if (kind == BlockKind::kLarge) body(LargeObjectIn(block));
  if (kind != BlockKind::kSmall && kind != BlockKind::kFinalizable) return;
  CageOffset end = BlockStart(block + 1);
  for (CageOffset offset = OffsetIn(block, 1); offset < end;) {
    if (HeaderOf(static_cast<const void*>(ObjectAt(offset))) == 0) {
      offset += kGranule;
      continue;
    }
    body(offset);
    offset += static_cast<CageOffset>(CellSizeAt(offset));
  }
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_IMPL_H_
