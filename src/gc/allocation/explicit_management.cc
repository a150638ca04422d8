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
Lab* HeapImpl::LabThatEndsAt(CageOffset offset) {
  Lab* found = nullptr;
  ForEachLab([&](Lab& lab) {
    if (lab.end != 0 && lab.top == offset && lab.top > new_runs_[lab.run].begin) found = &lab;
  });
  return found;
}

void HeapImpl::FreeUnreferencedObject(CageOffset offset) {
  if (collecting_ || is_marking() || offset < blocks_.first_collected()) return;
  SweepBeforeLookup(BlockOf(offset));
  size_t cell = CellSizeAt(offset);
  if (generational_) {
    marker_.Forget(offset);
    marker_.ForgetCallbacks(offset, EndOfObject(offset, cell));
  }
  Finalize(offset);
  char* begin = reinterpret_cast<char*>(base_ + offset);
  std::erase_if(prefinalizers_, [&](const Prefinalizer& p) {
    return p.object >= begin && p.object < begin + cell - kHeaderSize;
  });
  uint32_t b = BlockOf(offset);
  if (blocks_[b].kind == BlockKind::kLarge) {
    ClearBit(blocks_.start_bits(), offset);
    ClearBit(blocks_.mark_bits(), offset);
    blocks_.FreeLarge(b);
    return;
  }
  std::memset(begin, 0, cell - kHeaderSize);
  HeaderOf(begin) = TypedHeader(0, cell);
  main_.top = front_->top;
  if (Lab* lab = LabThatEndsAt(offset + static_cast<CageOffset>(cell)); lab != nullptr) {
    HeaderOf(begin) = 0;
    ClearBit(blocks_.start_bits(), offset);
    lab->top = offset;
    new_runs_[lab->run].indexed = std::min(new_runs_[lab->run].indexed, offset);
  }
  PublishMain();
}

bool HeapImpl::ResizeLarge(uint32_t block, size_t cell) {
  const BlockInfo& info = blocks_[block];
  char* begin = reinterpret_cast<char*>(base_ + BlockStart(block)) + kLargeStart - kHeaderSize;
  size_t old_cell = size_t{info.value} * kGranule;
  size_t old_bytes = LargeBytes(old_cell), bytes = LargeBytes(cell);
  uint32_t old_count = BlocksFor(old_bytes), count = BlocksFor(bytes);
  if (cell > old_cell) {
    if (cell > slot_.cage_size() - MiB / 4 || !limits_.Fits(bytes - old_bytes, 0)) return false;
    if (count > old_count && !blocks_.TakeAt(block + old_count, count - old_count)) return false;
    // Pages that it had blocks for may hold anything.
    size_t owned = std::min(bytes, size_t{old_count} * kBlockSize);
    std::memset(begin + old_cell, 0, owned - (kLargeStart - kHeaderSize) - old_cell);
    if (count > old_count) {
      blocks_.Zero(block + old_count, bytes - owned, true, pace_.is_growing(),
                   Budget::UntilStopped(callbacks_));
    }
    pace_.NoteAllocated(bytes - old_bytes);
  }
  blocks_.ResizeLarge(block, cell);
  ReportUsage();
  return true;
}

// While marking, small objects may grow: they are in an open run, where no helper looks, and what is added is
// zero. What is cut off, though, the marker may be about to read.
bool HeapImpl::Resize(CageOffset offset, size_t object_size) {
  if (offset < blocks_.first_collected() || finalizing_) return false;
  uint32_t block = BlockOf(offset);
  if (!collecting_) SweepBeforeLookup(block);
  char* begin = reinterpret_cast<char*>(base_ + offset);
  size_t old_cell = CellSizeAt(offset);
  size_t cell = CellSize(object_size);
  if (cell == old_cell) return true;
  if (collecting_ && cell > old_cell) return false;
  bool is_large = blocks_[block].kind == BlockKind::kLarge;
  if (!collecting_ && is_marking() && (is_large || cell < old_cell)) return false;
  if (generational_ && cell < old_cell) {
    marker_.ForgetCallbacks(EndOfObject(offset, cell), EndOfObject(offset, old_cell));
  }
  if (is_large) return ResizeLarge(block, cell);
  Header& header = HeaderOf(begin);
  Header same_type = static_cast<Header>(static_cast<uint32_t>(header) & 0xffff);
  // In a collection there are no allocation runs.
  if (!collecting_) main_.top = front_->top;
  Lab* lab = collecting_ ? nullptr : LabThatEndsAt(offset + static_cast<CageOffset>(old_cell));
  if (cell > old_cell) {
    uint32_t more = static_cast<uint32_t>(cell - old_cell);
    bool grows = cell <= kMaxSmallCell && lab != nullptr && ExtendClearedPart(*lab, more);
    if (grows) {
      NewRun& run = new_runs_[lab->run];
      if (run.indexed == lab->top) run.indexed += more;
      lab->top += more;
      header = static_cast<Header>(cell / kGranule << 16) | same_type;
    }
    PublishMain();
    return grows;
  }
  uint32_t less = static_cast<uint32_t>(old_cell - cell);
  std::memset(begin + cell - kHeaderSize, 0, less);
  header = static_cast<Header>(cell / kGranule << 16) | same_type;
  if (lab != nullptr) {
    lab->top -= less;
    new_runs_[lab->run].indexed = std::min(new_runs_[lab->run].indexed, lab->top);
  } else {
    CageOffset filler = offset + static_cast<CageOffset>(cell);
    HeaderOf(ObjectAt(filler)) = TypedHeader(0, less);
    if (TestBit(blocks_.start_bits(), offset)) {
      SetBit(blocks_.start_bits(), filler);
      if (!collecting_ && TestBit(blocks_.mark_bits(), offset)) SetBit(blocks_.mark_bits(), filler);
    }
  }
  if (!collecting_) PublishMain();
  return true;
}

namespace internal {

void ExplicitManagementImpl::FreeUnreferencedObject(HeapHandle& handle, void* object) {
  Heap::From(handle).impl().FreeUnreferencedObject(OffsetOf(object));
}

bool ExplicitManagementImpl::Resize(void* object, size_t object_size) {
  return HeapAround(object)->impl().Resize(OffsetOf(object), object_size);
}

}  // namespace internal
}  // namespace halfword::gc
