#include "gc/marking/barrier.h"

#include "gc/heap_impl.h"
#include "gc/shared_cage.h"
#include "halfword/gc/heap_consistency.h"
#include "halfword/gc/tagged_field.h"
#include "halfword/gc/write_barrier.h"

namespace halfword::gc {

// ---- Which stores come here ---------------------------------------------------------------------

void Barrier::Update() {
  const CycleState& state = heap_.cycle().state();
  bool all = state.has_marks() || generational_;
  is_on_ = all && state.phase() != Phase::kClearing;
  CageOffset end = heap_.image_end();
  uint32_t image_end = end == 0 ? 0 : BarrierKeyOf(heap_.ObjectAt(end));
  heap_.front()->barrier_limit = all ? UINT32_MAX : image_end;
  SeeEveryStore(all);
}

void Barrier::Disable() { SeeEveryStore(false); }

// A shared cage has one front, which the barriers of all heaps look at.
void Barrier::SeeEveryStore(bool yes) {
  if (sees_every_store_ == yes) return;
  sees_every_store_ = yes;
  if constexpr (kSharedCage) SharedCage::At(heap_.base()).CountBarrier(yes);
}

// ---- Stores into objects ------------------------------------------------------------------------

// concurrent_marker.h says what for.
HALFWORD_INLINE void Barrier::FenceBeforeMarkBits(HeapImpl& heap) {
  if (HALFWORD_UNLIKELY(heap.marker().shares_marks())) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

HALFWORD_INLINE void Barrier::RecordWrite(HeapImpl& heap, CageOffset object, TaggedBits value) {
  const BlockTable& blocks = heap.blocks();
  Barrier& barrier = heap.barrier();
  CageOffset referent = OffsetOf(value);
  if (!IsHeapPointer(value) || referent < blocks.first_collected()) return;
  FenceBeforeMarkBits(heap);
  if (HALFWORD_LIKELY(object >= blocks.first_collected()) &&
      (!barrier.is_on_ || !TestBit(blocks.mark_bits(), object) || TestBit(blocks.mark_bits(), referent))) {
    return;
  }
  barrier.RecordNewReference(object, value);
}

void Barrier::RecordNewReference(CageOffset object, TaggedBits value) {
  const BlockTable& blocks = heap_.blocks();
  if (object < blocks.first_collected()) return heap_.roots().remembered().AddObject(object);
  if (heap_.cycle().state().has_marks() && blocks[BlockOf(object)].kind == BlockKind::kLarge) {
    heap_.marker().TraceTagged(value);
  } else {
    Log(object);
  }
}

void Barrier::RecordWrites(CageOffset object) {
  if (object < heap_.blocks().first_collected()) return heap_.roots().remembered().AddObject(object);
  FenceBeforeMarkBits(heap_);
  if (is_on_ && TestBit(heap_.blocks().mark_bits(), object)) Log(object);
}

// The object will be traced again.
void Barrier::Log(CageOffset object) {
  if (TestBit(heap_.blocks().log_bits(), object)) return;
  heap_.marker().TraceAgain(object);
  SetBit(heap_.blocks().log_bits(), object);
}

// ---- Stores into slots --------------------------------------------------------------------------

// While marking, the value is marked rather than the object around the slot traced again. Only where the
// object may be new it is asked for, because new objects are white, and what they refer to need not live.
void Barrier::RecordSlotWrite(CageOffset slot, const void* value, bool weak) {
  const BlockTable& blocks = heap_.blocks();
  if (reinterpret_cast<uintptr_t>(value) <= kSentinelAddress) return;
  if (slot < blocks.first_collected()) return heap_.roots().remembered().AddSlot(slot);
  if (!is_on_) return;
  CageOffset referent = OffsetOf(value);
  // Of a mixin this is no start of an object, and has no mark bit.
  if (!weak && (referent < blocks.first_collected() || TestBit(blocks.mark_bits(), referent))) return;
  // (What a prefinalizer stores is marked already, or the verifier finds it.)
  bool marks_value = heap_.cycle().state().has_marks() && !weak && !heap_.cycle().is_collecting();
  if (marks_value && !blocks.HasNewObjects(BlockOf(slot))) return MarkValue(referent);
  FenceBeforeMarkBits(heap_);
  CageOffset object = heap_.FindObject(slot);
  if (object == 0 || !TestBit(blocks.mark_bits(), object)) return;
  if (HALFWORD_UNLIKELY(weak && heap_.cycle().state().phase() == Phase::kFinalizing)) {
    CageOffset dead = heap_.FindObject(referent);
    if (dead != 0 && !TestBit(blocks.mark_bits(), dead)) {
      internal::Fatal("a prefinalizer has stored a WeakMember of a dead object in one that lives", __FILE__,
                      __LINE__);
    }
  }
  if (marks_value) {
    MarkValue(referent);
  } else {
    Log(object);
  }
}

void Barrier::RecordWritesAround(CageOffset inner) {
  if (inner < heap_.blocks().first_collected()) return heap_.roots().remembered().AddSlot(inner);
  if (!is_on_) return;
  if (CageOffset object = heap_.FindObject(inner)) RecordWrites(object);
}

void Barrier::MarkParts(const void* first, size_t size, size_t count, TraceCallback trace) {
  if (!heap_.cycle().state().has_marks()) return;
  const char* part = static_cast<const char*>(first);
  for (size_t i = 0; i < count; i++) trace(&heap_.marker(), part + i * size);
}

void Barrier::MarkValue(CageOffset inner) {
  if (!heap_.cycle().state().has_marks()) return;
  CageOffset object = TestBit(heap_.blocks().start_bits(), inner) ? inner : heap_.FindObject(inner);
  if (object != 0) heap_.marker().TraceRoot(object);
}

// ---- Where the fast half comes in ---------------------------------------------------------------

// Every slow path asks here whether there is a heap at all.
static uintptr_t EnteredBase(const HeapFront* front) {
  if (front == &kNoFront) internal::NotEntered();
  return reinterpret_cast<uintptr_t>(front) - kFrontOffset;
}

HALFWORD_PRESERVE_MOST void WriteBarrierSlow(HeapFront*, const void* object, TaggedBits value) {
  Barrier::RecordWrite(HeapAround(object)->impl(), OffsetOf(object), value);
}
HALFWORD_PRESERVE_MOST void RangeWriteBarrierSlow(HeapFront* front, const void* object) {
  (void)EnteredBase(front);
  HeapAround(object)->impl().barrier().RecordWrites(OffsetOf(object));
}

namespace internal {

HALFWORD_PRESERVE_MOST void SlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;  // not in the heap
  void* value = DecompressMember(ReferenceMaskOf(base), *static_cast<const MemberBits*>(slot));
  HeapAround(slot)->impl().barrier().RecordSlotWrite(OffsetOf(slot), value, false);
}
HALFWORD_PRESERVE_MOST void UncompressedSlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;
  if (OffsetOf(slot) < front->image_end) return;  // image objects hold no addresses
  HeapAround(slot)->impl().barrier().RecordSlotWrite(OffsetOf(slot), *static_cast<void* const*>(slot), false);
}
HALFWORD_PRESERVE_MOST void WeakSlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;
  void* value = DecompressMember(ReferenceMaskOf(base), *static_cast<const MemberBits*>(slot));
  HeapAround(slot)->impl().barrier().RecordSlotWrite(OffsetOf(slot), value, true);
}

HALFWORD_PRESERVE_MOST void TaggedSlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;
  HALFWORD_GC_DCHECK(OffsetOf(slot) >= front->image_end);
  TaggedBits bits = *static_cast<const TaggedBits*>(slot);
  if (IsHeapPointer(bits))
    HeapAround(slot)->impl().barrier().RecordSlotWrite(OffsetOf(slot), Decompress(base, bits), false);
}

// ---- The write barrier in pieces ----------------------------------------------------------------

WriteBarrier::Type BarrierTypeSlow(const void* in_heap) {
  HeapImpl& heap = HeapAround(in_heap)->impl();
  if (kSharedCage && !heap.barrier().sees_every_store())
    return WriteBarrier::Type::kNone;  // another heap does
  return heap.cycle().is_marking() ? WriteBarrier::Type::kMarking : WriteBarrier::Type::kGenerational;
}

void MarkValueSlow(HeapFront* front, const void* value) {
  if (CageBaseOf(value) == reinterpret_cast<uintptr_t>(front) - kFrontOffset) {
    HeapAround(value)->impl().barrier().MarkValue(OffsetOf(value));
  }
}

void MarkRangeSlow(HeapFront* front, const void* first, size_t size, size_t count, TraceCallback trace) {
  HeapAround(first)->impl().barrier().MarkParts(first, size, count, trace);
}

void RetraceSlow(HeapFront* front, const void* object) {
  HeapAround(object)->impl().barrier().RecordWritesAround(OffsetOf(object));
}

}  // namespace internal
}  // namespace halfword::gc
