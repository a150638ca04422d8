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
  if (collecting_ || is_marking() || offset < first_collected_) return;
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
    size_t bytes = RoundUp(cell + kLargeStart, 4096);
    ClearBit(start_bits_, offset);
    ClearBit(mark_bits_, offset);
    used_bytes_ -= bytes;
    FreeBlocks(b, static_cast<uint32_t>(RoundUp(bytes, kBlockSize) >> kBlockShift));
    return;
  }
  std::memset(begin, 0, cell - kHeaderSize);
  HeaderOf(begin) = TypedHeader(0, cell);
  main_.top = front_->top;
  if (Lab* lab = LabThatEndsAt(offset + static_cast<CageOffset>(cell)); lab != nullptr) {
    HeaderOf(begin) = 0;
    ClearBit(start_bits_, offset);
    lab->top = offset;
    new_runs_[lab->run].indexed = std::min(new_runs_[lab->run].indexed, offset);
  }
  PublishMain();
}

// Takes exactly these blocks, if they are free or were never used.
bool HeapImpl::TakeBlocksAt(uint32_t first, uint32_t count) {
  if (first + count > (kSharedCage ? block_end_ : block_limit_)) return false;
  for (uint32_t b = first; b < std::min(first + count, block_end_); b++) {
    if (!free_map_.Test(b)) return false;
  }
  ClaimBlocks(first, count);
  return true;
}

bool HeapImpl::ResizeLarge(uint32_t block, size_t cell) {
  BlockInfo& info = blocks_[block];
  char* begin = reinterpret_cast<char*>(base_ + BlockStart(block)) + kLargeStart - kHeaderSize;
  size_t old_cell = size_t{info.value} * kGranule;
  size_t old_bytes = RoundUp(old_cell + kLargeStart, 4096);
  size_t bytes = RoundUp(cell + kLargeStart, 4096);
  uint32_t old_count = static_cast<uint32_t>(RoundUp(old_bytes, kBlockSize) >> kBlockShift);
  uint32_t count = static_cast<uint32_t>(RoundUp(bytes, kBlockSize) >> kBlockShift);
  if (cell > old_cell) {
    if (cell > slot_.cage_size() - MiB / 4 || !FitsLimits(bytes - old_bytes, 0)) return false;
    if (count > old_count && !TakeBlocksAt(block + old_count, count - old_count)) return false;
    // Pages that it had blocks for may hold anything.
    size_t owned = std::min(bytes, size_t{old_count} * kBlockSize);
    std::memset(begin + old_cell, 0, owned - (kLargeStart - kHeaderSize) - old_cell);
    if (count > old_count) ClearBlocks(block + old_count, bytes - owned);
    for (uint32_t i = old_count; i < count; i++)
      blocks_[block + i] = {BlockKind::kLargeTail, 0, 0, 0, 0, 0, 0, 0, 0, i};
    allocated_ += bytes - old_bytes;
  } else if (count < old_count) {
    FreeBlocks(block + count, old_count - count);
  }
  info.value = static_cast<uint32_t>(cell / kGranule);
  used_bytes_ = used_bytes_ + bytes - old_bytes;
  ReportUsage();
  return true;
}

// While marking, small objects may grow: they are in an open run, where no helper looks, and what is added is
// zero. What is cut off, though, the marker may be about to read.
bool HeapImpl::Resize(CageOffset offset, size_t object_size) {
  if (offset < first_collected_ || finalizing_) return false;
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
    if (TestBit(start_bits_, offset)) {
      SetBit(start_bits_, filler);
      if (!collecting_ && TestBit(mark_bits_, offset)) SetBit(mark_bits_, filler);
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
