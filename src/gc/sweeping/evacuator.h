// Evacuation: the objects of sparse blocks move together, and the blocks that they leave are given back.
//
// Only objects of compactable spaces move (custom_space.h), in the pause of a whole collection,
// when everything is marked. An object moves if it is known by one slot and nothing else, so a
// block is evacuated if
//
//   for each live object in it one slot was registered (Visitor::RegisterMovableReference), and
//   none of them is pinned: by a stack that was scanned, by a persistent or another root, or because it has a
//   prefinalizer or is under construction.
//
// Objects with finalizers, which are in blocks of their own, and large objects do not move, because
// that would gain nothing.
//
// Blocks that are at most half full are sparse. The emptiest go first, into blocks that were free. What
// moved is dead at its old place, so that the sweep frees it; slots in objects that moved are written
// at their new place.
#ifndef HALFWORD_GC_SWEEPING_EVACUATOR_H_
#define HALFWORD_GC_SWEEPING_EVACUATOR_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/blocks/block.h"
#include "gc/blocks/movable_slot.h"

namespace halfword::gc {

class HeapImpl;

class Evacuator {
 public:
  // `everything`: full blocks count as sparse too.
  Evacuator(HeapImpl* heap, bool everything) : heap_(heap), everything_(everything) {}

  // The object does not move.
  void Pin(CageOffset object) { pinned_.push_back(object); }
  // REQUIRES: everything is marked, weak references are cleared, and allocation runs are retired.
  void Run(std::vector<MovableSlot>& slots);

  // Of something in an object that may have moved, or anywhere else.
  const void* NewPlaceOf(const void* place) const;

  uint32_t evacuated_blocks() const { return evacuated_blocks_; }
  size_t moved_bytes() const { return moved_bytes_; }

 private:
  struct Movable {
    CageOffset object;
    CageOffset to;  // 0: it stays
    MovableSlot slot;
  };
  struct SparseBlock {
    uint32_t block;
    uint32_t live_granules;
    size_t first;  // of its objects in movables_
    size_t count;
  };
  // Where objects move to: [top, end) of a block that was free.
  struct Target {
    CageOffset top = 0;
    CageOffset end = 0;
  };

  // The object that the slot refers to, with a start bit, if it is alive and may move; else 0.
  CageOffset MovableObjectAt(const MovableSlot& slot) const;
  void FindMovables(std::vector<MovableSlot>& slots);
  void FindSparseBlocks();
  bool IsSparse(SparseBlock& sparse) const;
  void EvacuateSpace(uint8_t space);
  bool Evacuate(const SparseBlock& sparse, uint8_t space, Target& target);
  CageOffset Reserve(CageOffset from, uint32_t cell_size, uint8_t space, Target& target);
  void Close(Target& target);
  void UpdateSlots();

  HeapImpl* const heap_;
  const bool everything_;
  std::vector<CageOffset> pinned_;
  std::vector<Movable> movables_;  // in the order of their addresses
  std::vector<SparseBlock> sparse_;
  uint32_t evacuated_blocks_ = 0;
  size_t moved_bytes_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SWEEPING_EVACUATOR_H_
