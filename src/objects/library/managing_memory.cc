#include "objects/library/managing_memory.h"

#include <algorithm>
#include <bit>

#include "gc/liveness_broker.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/library/keyed_collections.h"
#include "objects/long_work.h"
#include "objects/shapes/tracing.h"
#include "objects/values/allocate.h"

namespace halfword {

void WeakRefObject::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  visitor.TraceWeakTagged(&target_, Value::kUndefinedBits);
  TraceSlots(visitor, this);
}

void FinalizationCells::Cell::Trace(gc::Visitor* visitor) const {
  if (target == 0) return;
  visitor->TraceTagged(Bits(held));
  visitor->TraceWeakTagged(const_cast<TaggedBits*>(&token), Value::kUndefinedBits);
}

void FinalizationCells::Trace(gc::Visitor& visitor) { visitor.TraceMultiple(cells(), used_); }

uint32_t* FinalizationCells::Bucket(TaggedBits token) {
  return reinterpret_cast<uint32_t*>(cells() + capacity_) + (WeakHash(token) & bucket_mask_);
}

FinalizationCells::Cell& FinalizationCells::Append(const Cell& source) {
  Cell& cell = cells()[used_++];
  cell = source;
  if (cell.token != Value::kUndefinedBits) {
    uint32_t* first = Bucket(cell.token);
    cell.next = *first;
    *first = used_;
  }
  return cell;
}

void FinalizationRegistryObject::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  visitor.TraceTagged(Bits(cleanup_));
  visitor.TraceTagged(Bits(realm_));
  visitor.TraceTagged(Bits(next_dirty_));
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(cells_));
  TraceSlots(visitor, this);
  visitor.RegisterWeakCallbackMethod<FinalizationRegistryObject, &FinalizationRegistryObject::ClearDead>(
      this);
}

void FinalizationRegistryObject::ClearDead(const gc::LivenessBroker& broker) {
  FinalizationCells* cells = cells_.get();
  if (!cells) return;
  int32_t died = 0;
  broker.ForEachIndex(cells->used_, [&](size_t i) {
    FinalizationCells::Cell& cell = cells->cells()[i];
    if (!halfword::IsHeapPointer(cell.target) || broker.IsAlive(cell.target)) return;
    cell.target = Value::kHoleBits;
    cells->first_dead_ = std::min(cells->first_dead_, static_cast<uint32_t>(i));
    died++;
  });
  if (died == 0) return;
  cleared_.Init(Value::Smi(cleared_.get().AsSmi() + died));
  // next_dirty_ is the hole outside the queue; a fresh object has Smi 0 and no cells.
  if (next_dirty_.get().IsHole()) {
    auto& isolate = *reinterpret_cast<Isolate*>(CageBaseOf(this) + gc::kClientFrontOffset);
    next_dirty_.Init(isolate.finalization_queue_);
    isolate.finalization_queue_.Init(Value(this));
  }
}

void FinalizationRegistryObject::Register(Isolate& isolate, Value target, Value held, Value token) {
  FinalizationCells* cells = cells_.get();
  if (!cells) next_dirty_.Init(Value::Hole());
  if (!cells || cells->used_ == cells->capacity_) {
    uint32_t live = 0;
    (void)ForEachPiece(isolate, cells ? cells->used_ : 0, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i++) live += cells->cells()[i].target != 0;
    });
    uint32_t capacity = std::max(4u, live * 2);
    uint32_t buckets = std::bit_floor(capacity);
    auto* bigger = AllocateAny<FinalizationCells>(sizeof(FinalizationCells) +
                                                  size_t{capacity} * sizeof(FinalizationCells::Cell) +
                                                  buckets * sizeof(uint32_t));
    bigger->capacity_ = capacity;
    bigger->bucket_mask_ = buckets - 1;
    (void)ForEachPiece(isolate, cells ? cells->used_ : 0, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end && bigger->used_ + 1 < capacity; i++) {
        if (cells->cells()[i].target != 0) bigger->Append(cells->cells()[i]);
      }
    });
    RangeWriteBarrier(bigger);
    cells_.Set(this, bigger);
    cells = bigger;
  }
  FinalizationCells::Cell& cell = cells->Append({.target = target.bits(), .token = token.bits()});
  cell.held.Set(cells, held);
  WriteBarrier(cells, target);
  WriteBarrier(cells, token);
}

bool FinalizationRegistryObject::Unregister(Isolate& isolate, Value token) {
  constexpr uint32_t kCellsBetweenPolls = 1024;
  FinalizationCells* cells = cells_.get();
  if (!cells) return false;
  bool removed = false;
  uint32_t* link = cells->Bucket(token.bits());
  for (uint32_t n = 1; *link != 0 && (n % kCellsBetweenPolls != 0 || !IsTerminatedOrStopping(isolate)); n++) {
    FinalizationCells::Cell& cell = cells->cells()[*link - 1];
    bool matches = cell.token == token.bits();
    if (!matches && cell.token != Value::kUndefinedBits) {
      link = &cell.next;
      continue;
    }
    *link = cell.next;
    if (!matches) continue;  // free, or its token died
    if (cell.target == Value::kHoleBits) cleared_.Init(Value::Smi(cleared_.get().AsSmi() - 1));
    cell.Clear();
    removed = true;
    isolate.Charge(1);
  }
  return removed;
}

bool FinalizationRegistryObject::TakeCleared(Value* held) {
  FinalizationCells* cells = cells_.get();
  if (!cells || cleared_.get().AsSmi() == 0) return false;
  while (cells->first_dead_ < cells->used_) {
    FinalizationCells::Cell& cell = cells->cells()[cells->first_dead_++];
    if (cell.target != Value::kHoleBits) continue;
    *held = cell.held;
    cell.Clear();
    cleared_.Init(Value::Smi(cleared_.get().AsSmi() - 1));
    return true;
  }
  return false;
}

FinalizationRegistryObject* TakeDirtyRegistry(Isolate& isolate) {
  Value first = isolate.finalization_queue_;
  if (!first.IsObject()) return nullptr;
  auto* registry = static_cast<FinalizationRegistryObject*>(first.AsObject());
  isolate.finalization_queue_.Init(registry->next_dirty_);
  registry->next_dirty_.Init(Value::Hole());
  return registry;
}

}  // namespace halfword
