#include "gc/sweeping/evacuator.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gc/heap_impl.h"

namespace halfword::gc {
namespace {

constexpr uint32_t kMostLiveGranules = kBlockGranules / 2;  // of a sparse block

}  // namespace

void Evacuator::Run(std::vector<MovableSlot>& slots) {
  FindMovables(slots);
  FindSparseBlocks();
  for (uint8_t space = 1; space <= internal::kMaxCustomSpaces; space++) {
    if (heap_->cycle().IsCompactable(space)) EvacuateSpace(space);
  }
  if (moved_bytes_ != 0) UpdateSlots();
}

// ---- Finding ------------------------------------------------------------------------------------

void Evacuator::FindMovables(std::vector<MovableSlot>& slots) {
  // What was traced twice has registered its slots twice.
  std::sort(slots.begin(), slots.end(),
            [](const MovableSlot& a, const MovableSlot& b) { return a.place < b.place; });
  auto same = [](const MovableSlot& a, const MovableSlot& b) { return a.place == b.place; };
  slots.erase(std::unique(slots.begin(), slots.end(), same), slots.end());
  for (const MovableSlot& slot : slots) {
    if (CageOffset object = MovableObjectAt(slot)) movables_.push_back({object, 0, slot});
  }
  std::sort(movables_.begin(), movables_.end(),
            [](const Movable& a, const Movable& b) { return a.object < b.object; });
  std::sort(pinned_.begin(), pinned_.end());
  // Those that are pinned, or known by several slots, go from the list: then their block is not evacuated.
  auto to = movables_.begin();
  for (auto it = movables_.begin(); it != movables_.end();) {
    auto next = std::find_if(it, movables_.end(), [&](const Movable& m) { return m.object != it->object; });
    bool is_known_once = next - it == 1;
    if (is_known_once && !std::binary_search(pinned_.begin(), pinned_.end(), it->object)) *to++ = *it;
    it = next;
  }
  movables_.erase(to, movables_.end());
}

CageOffset Evacuator::MovableObjectAt(const MovableSlot& slot) const {
  const BlockTable& blocks = heap_->blocks();
  const void* object = slot.is_member ? DecompressMember(ReferenceMaskOf(heap_->base()),
                                                         *static_cast<const MemberBits*>(slot.place))
                                      : *static_cast<void* const*>(slot.place);
  CageOffset offset = OffsetOf(object);
  if (!IsInCage(heap_->base(), object) || offset < blocks.first_collected()) return 0;
  const BlockInfo& info = blocks[BlockOf(offset)];
  if (info.kind != BlockKind::kSmall || !heap_->cycle().IsCompactable(info.space)) return 0;
  heap_->allocator().IndexRuns(heap_->allocator().new_runs(), BlockOf(offset));
  return TestBit(blocks.start_bits(), offset) && TestBit(blocks.mark_bits(), offset) ? offset : 0;
}

void Evacuator::FindSparseBlocks() {
  for (size_t i = 0; i < movables_.size();) {
    SparseBlock sparse{BlockOf(movables_[i].object), 0, i, 0};
    while (i < movables_.size() && BlockOf(movables_[i].object) == sparse.block) i++;
    sparse.count = i - sparse.first;
    if (IsSparse(sparse)) sparse_.push_back(sparse);
  }
  std::sort(sparse_.begin(), sparse_.end(), [](const SparseBlock& a, const SparseBlock& b) {
    return a.live_granules != b.live_granules ? a.live_granules < b.live_granules : a.block < b.block;
  });
}

// REQUIRES: all objects of the block have start bits.
bool Evacuator::IsSparse(SparseBlock& sparse) const {
  const uint64_t* start = heap_->blocks().start_bits() + size_t{sparse.block} * kBlockWords;
  const uint64_t* mark = heap_->blocks().mark_bits() + size_t{sparse.block} * kBlockWords;
  size_t live = 0;
  for (uint32_t w = 0; w < kBlockWords; w++) live += static_cast<size_t>(std::popcount(start[w] & mark[w]));
  if (live != sparse.count) return false;
  for (size_t i = sparse.first; i < sparse.first + sparse.count; i++) {
    sparse.live_granules += static_cast<uint32_t>(heap_->CellSizeAt(movables_[i].object) / kGranule);
  }
  return everything_ || sparse.live_granules <= kMostLiveGranules;
}

// ---- Moving -------------------------------------------------------------------------------------

void Evacuator::EvacuateSpace(uint8_t space) {
  std::vector<const SparseBlock*> blocks;
  for (const SparseBlock& sparse : sparse_) {
    if (heap_->blocks()[sparse.block].space == space) blocks.push_back(&sparse);
  }
  if (blocks.size() < 2) return;
  Target target;
  for (const SparseBlock* sparse : blocks) {
    if (!Evacuate(*sparse, space, target)) break;  // the cage is full: the rest stays
    evacuated_blocks_++;
  }
  Close(target);
}

bool Evacuator::Evacuate(const SparseBlock& sparse, uint8_t space, Target& target) {
  for (size_t i = sparse.first; i < sparse.first + sparse.count; i++) {
    Movable& movable = movables_[i];
    CageOffset from = movable.object;
    uint32_t cell_size = static_cast<uint32_t>(heap_->CellSizeAt(from));
    CageOffset to = Reserve(from, cell_size, space, target);
    if (to == 0) return false;
    std::memcpy(static_cast<char*>(heap_->ObjectAt(to)) - kHeaderSize,
                static_cast<char*>(heap_->ObjectAt(from)) - kHeaderSize, cell_size);
    SetBit(heap_->blocks().start_bits(), to);
    SetBit(heap_->blocks().mark_bits(), to);
    ClearBit(heap_->blocks().mark_bits(), from);
    movable.to = to;
    moved_bytes_ += cell_size;
  }
  return true;
}

// Room for a cell; 0 if there is none in the cage. Cells of an odd number of granules may be those of objects
// that are aligned to 16 bytes.
CageOffset Evacuator::Reserve(CageOffset from, uint32_t cell_size, uint8_t space, Target& target) {
  for (;;) {
    uint32_t gap = cell_size % 16 != 0 && (target.top ^ from) % 16 != 0 ? kGranule : 0;
    if (target.end - target.top >= gap + cell_size) {
      if (gap != 0) SetBit(heap_->blocks().mark_bits(), target.top);
      CageOffset to = target.top + gap;
      target.top = to + cell_size;
      return to;
    }
    Close(target);
    uint32_t block = heap_->blocks().Take(1);
    if (block == 0) return 0;
    heap_->blocks().UseForSmall(block, BlockKind::kSmall, space, false);
    heap_->blocks().Unpoison(OffsetIn(block, 1), OffsetIn(block, kBlockGranules));
    target.top = OffsetIn(block, 1);
    target.end = OffsetIn(block, kBlockGranules);
  }
}

// What is left of the block is a free run.
void Evacuator::Close(Target& target) {
  if (target.top < target.end) SetBit(heap_->blocks().mark_bits(), target.top);
  target = {};
}

// ---- Slots --------------------------------------------------------------------------------------

void Evacuator::UpdateSlots() {
  for (const Movable& movable : movables_) {
    if (movable.to == 0) continue;
    void* place = const_cast<void*>(NewPlaceOf(movable.slot.place));
    void* object = heap_->ObjectAt(movable.to);
    if (movable.slot.is_member) {
      *static_cast<MemberBits*>(place) = CompressMember(object);
    } else {
      *static_cast<void**>(place) = object;
    }
  }
}

// A slot may be in an object that has moved itself.
const void* Evacuator::NewPlaceOf(const void* place) const {
  if (!IsInCage(heap_->base(), place)) return place;
  CageOffset offset = OffsetOf(place);
  auto after = std::upper_bound(movables_.begin(), movables_.end(), offset,
                                [](CageOffset o, const Movable& m) { return o < m.object; });
  if (after == movables_.begin()) return place;
  const Movable& around = *(after - 1);
  bool has_moved = around.to != 0 && offset - around.object < heap_->ObjectSizeAt(around.to);
  return has_moved ? heap_->ObjectAt(around.to + (offset - around.object)) : place;
}

}  // namespace halfword::gc
