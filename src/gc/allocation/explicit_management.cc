// Objects freed and resized by hand. What the bitmaps of block.h say stays true: a freed cell becomes filler
// (a cell of type 0), or goes back to the run that it was just allocated from.
#include "halfword/gc/explicit_management.h"

#include <algorithm>
#include <cstring>

#include "gc/heap_impl.h"

namespace halfword::gc {
namespace {

CageOffset EndOfObject(CageOffset offset, size_t cell) {
  return offset + static_cast<CageOffset>(cell - kHeaderSize);
}

}  // namespace

// The open run whose last object ends at `offset`; null if there is none. front_->top must be in main_.
Lab* Allocator::LabThatEndsAt(CageOffset offset) {
  Lab* found = nullptr;
  ForEachLab([&](Lab& lab) {
    if (lab.is_open() && lab.top == offset && lab.top > new_runs_[lab.run].begin) found = &lab;
  });
  return found;
}

void Allocator::FreeUnreferencedObject(CageOffset offset) {
  const Cycle& cycle = heap_.cycle();
  if (cycle.is_collecting() || cycle.is_marking() || offset < blocks_.first_collected()) return;
  heap_.SweepBeforeLookup(BlockOf(offset));
  size_t cell = heap_.CellSizeAt(offset);
  if (heap_.is_generational()) {
    heap_.marker().Forget(offset);
    heap_.marker().ForgetCallbacks(offset, EndOfObject(offset, cell));
  }
  heap_.sweeper().Finalize(offset);
  char* begin = reinterpret_cast<char*>(blocks_.base() + offset);
  heap_.roots().ForgetPrefinalizers(begin, begin + cell - kHeaderSize);
  uint32_t b = BlockOf(offset);
  if (blocks_[b].kind == BlockKind::kLarge) {
    ClearBit(blocks_.start_bits(), offset);
    ClearBit(blocks_.mark_bits(), offset);
    blocks_.FreeLarge(b);
    return;
  }
  std::memset(begin, 0, cell - kHeaderSize);
  HeaderOf(begin) = TypedHeader(0, cell);
  Sync();
  if (Lab* lab = LabThatEndsAt(offset + static_cast<CageOffset>(cell)); lab != nullptr) {
    HeaderOf(begin) = 0;
    ClearBit(blocks_.start_bits(), offset);
    lab->top = offset;
    new_runs_[lab->run].indexed = std::min(new_runs_[lab->run].indexed, offset);
  }
  Publish();
}

bool Allocator::ResizeLarge(uint32_t block, size_t cell) {
  const BlockInfo& info = blocks_[block];
  char* begin = reinterpret_cast<char*>(blocks_.base() + BlockStart(block)) + kLargeStart - kHeaderSize;
  size_t old_cell = size_t{info.value} * kGranule;
  size_t old_bytes = LargeBytes(old_cell), bytes = LargeBytes(cell);
  uint32_t old_count = BlocksFor(old_bytes), count = BlocksFor(bytes);
  if (cell > old_cell) {
    if (cell > heap_.cage_span() - MiB / 4 || !heap_.limits().Fits(bytes - old_bytes, 0)) return false;
    if (count > old_count && !blocks_.TakeAt(block + old_count, count - old_count)) return false;
    // Pages that it had blocks for may hold anything.
    size_t owned = std::min(bytes, size_t{old_count} * kBlockSize);
    std::memset(begin + old_cell, 0, owned - (kLargeStart - kHeaderSize) - old_cell);
    if (count > old_count) {
      blocks_.Zero(block + old_count, bytes - owned, true, heap_.pace().is_growing(),
                   Budget::UntilStopped(heap_.callbacks()));
    }
    heap_.pace().NoteAllocated(bytes - old_bytes);
  }
  blocks_.ResizeLarge(block, cell);
  heap_.ReportUsage();
  return true;
}

// While marking, small objects may grow: they are in an open run, where no helper looks, and what is added is
// zero. What is cut off, though, the marker may be about to read.
bool Allocator::Resize(CageOffset offset, size_t object_size) {
  if (object_size > heap_.cage_span()) return false;  // the size of its cell would not be a number
  if (offset < blocks_.first_collected() || heap_.sweeper().is_finalizing()) return false;
  uint32_t block = BlockOf(offset);
  if (!heap_.cycle().is_collecting()) heap_.SweepBeforeLookup(block);
  char* begin = reinterpret_cast<char*>(blocks_.base() + offset);
  size_t old_cell = heap_.CellSizeAt(offset);
  if (object_size > heap_.cage_span()) return false;
  size_t cell = CellSize(object_size);
  if (cell == old_cell) return true;
  if (heap_.cycle().is_collecting() && cell > old_cell) return false;
  bool is_large = blocks_[block].kind == BlockKind::kLarge;
  if (!heap_.cycle().is_collecting() && heap_.cycle().is_marking() && (is_large || cell < old_cell))
    return false;
  if (heap_.is_generational() && cell < old_cell) {
    heap_.marker().ForgetCallbacks(EndOfObject(offset, cell), EndOfObject(offset, old_cell));
  }
  if (is_large) return ResizeLarge(block, cell);
  Header& header = HeaderOf(begin);
  // In a collection there are no allocation runs.
  if (!heap_.cycle().is_collecting()) Sync();
  Lab* lab =
      heap_.cycle().is_collecting() ? nullptr : LabThatEndsAt(offset + static_cast<CageOffset>(old_cell));
  if (cell > old_cell) {
    uint32_t more = static_cast<uint32_t>(cell - old_cell);
    bool grows = cell <= kMaxSmallCell && lab != nullptr && ExtendClearedPart(*lab, more);
    if (grows) {
      NewRun& run = new_runs_[lab->run];
      if (run.indexed == lab->top) run.indexed += more;
      lab->top += more;
      header = WithCellSize(header, cell);
    }
    Publish();
    return grows;
  }
  uint32_t less = static_cast<uint32_t>(old_cell - cell);
  std::memset(begin + cell - kHeaderSize, 0, less);
  header = WithCellSize(header, cell);
  if (lab != nullptr) {
    lab->top -= less;
    new_runs_[lab->run].indexed = std::min(new_runs_[lab->run].indexed, lab->top);
  } else {
    CageOffset filler = offset + static_cast<CageOffset>(cell);
    HeaderOf(heap_.ObjectAt(filler)) = TypedHeader(0, less);
    if (TestBit(blocks_.start_bits(), offset)) {
      SetBit(blocks_.start_bits(), filler);
      if (!heap_.cycle().is_collecting() && TestBit(blocks_.mark_bits(), offset))
        SetBit(blocks_.mark_bits(), filler);
    }
  }
  if (!heap_.cycle().is_collecting()) Publish();
  return true;
}

namespace internal {

void ExplicitManagementImpl::FreeUnreferencedObject(HeapHandle& handle, void* object) {
  Heap::From(handle).impl().allocator().FreeUnreferencedObject(OffsetOf(object));
}

bool ExplicitManagementImpl::Resize(void* object, size_t object_size) {
  return HeapAround(object)->impl().allocator().Resize(OffsetOf(object), object_size);
}

}  // namespace internal
}  // namespace halfword::gc
