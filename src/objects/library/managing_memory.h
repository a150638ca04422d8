// Weak references and finalization registries.
#ifndef HALFWORD_OBJECTS_LIBRARY_MANAGING_MEMORY_H_
#define HALFWORD_OBJECTS_LIBRARY_MANAGING_MEMORY_H_

#include "objects/shapes/js_object.h"

namespace halfword {

namespace gc {
class LivenessBroker;
}
class Isolate;

class WeakRefObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kWeakRefObject;
  void Trace(gc::Visitor&);
  // Undefined once the target died. KeepDuringJob is the runtime's to call.
  Value target() const { return Value::FromBits(target_); }
  void set_target(Value target) {
    target_ = target.bits();
    WriteBarrier(this, target);
  }
  TaggedBits target_;
};

// Cells {target, held value, token}; target and token are weak. A collection that finds a target dead turns
// it into the hole and puts the registry on the isolate's finalization queue.
class FinalizationRegistryObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kFinalizationRegistryObject;
  void Trace(gc::Visitor&);
  void ClearDead(const gc::LivenessBroker&);
  // `token`: undefined if there is none.
  void Register(Isolate&, Value target, Value held, Value token);
  bool Unregister(Isolate&, Value token);
  // Takes the held value of one cell whose target died; false if there is none.
  bool TakeCleared(Value* held);

  ValueField cleanup_;     // callable
  ValueField realm_;       // Realm
  ValueField next_dirty_;  // next in the isolate's finalization queue; Smi 0: last; hole: not in the queue
  Field<class FinalizationCells> cells_;
  ValueField cleared_;  // Smi: cells with dead targets not taken yet
};

// The array of cells; only its registry traces it. Behind the cells are buckets by token: each the number of
// the first cell of a chain, from 1 on, or 0. Chains may have cells that are free or whose token died.
class FinalizationCells : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kFinalizationCells;
  struct Cell {
    void Trace(gc::Visitor*) const;
    void Clear() {
      target = 0;
      held.Init(Value::Smi(0));
      token = Value::kUndefinedBits;
    }
    TaggedBits target;  // hole: died; 0: free
    ValueField held;
    TaggedBits token;  // undefined: none, or died
    uint32_t next;     // the number of the next one in the chain
#if !HALFWORD_COMPRESS
    uint32_t padding;
#endif
  };
  void Trace(gc::Visitor&);
  Cell* cells() { return reinterpret_cast<Cell*>(this + 1); }
  // The first of the chain that cells with this token are in.
  uint32_t* Bucket(TaggedBits token);
  // REQUIRES: room.
  Cell& Append(const Cell& cell);

  uint32_t capacity_;
  uint32_t used_;
  uint32_t first_dead_;  // no cell before this one holds a dead target
  uint32_t bucket_mask_;
};

// The first registry with cleared cells, taken off the isolate's queue; null if there is none.
FinalizationRegistryObject* TakeDirtyRegistry(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_MANAGING_MEMORY_H_
