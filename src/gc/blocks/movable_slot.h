// A slot that refers to an object that may move (gc/sweeping/evacuator.h). The marker notes the slots; the
// evacuator writes the new places into them.
#ifndef HALFWORD_GC_BLOCKS_MOVABLE_SLOT_H_
#define HALFWORD_GC_BLOCKS_MOVABLE_SLOT_H_

namespace halfword::gc {

struct MovableSlot {
  void* place;
  bool is_member;  // else a plain pointer
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_MOVABLE_SLOT_H_
