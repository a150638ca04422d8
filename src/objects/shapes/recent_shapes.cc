#include "objects/shapes/recent_shapes.h"

#include "gc/heap.h"
#include "gc/limits.h"
#include "gc/liveness_broker.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/shapes/tracing.h"

namespace halfword {

namespace {

bool IsMemoryPlentiful(Isolate& isolate) {
  return gc::subtle::RoomUnderLimit(isolate.heap()) > isolate.heap().CollectStatistics().limit / 2;
}

void TraceShape(gc::Visitor* visitor, const void* word) {
  visitor->TraceTagged(*static_cast<const TaggedBits*>(word));
}

// What the shape is kept for: with it, new objects may get the shape again.
Value ReasonFor(const Shape& shape) {
  const Shape* parent = shape.parent_.get();
  return parent != nullptr && parent->prototype() == shape.prototype() ? Value(parent) : shape.prototype();
}

}  // namespace

void RecentShapes::Add(Shape* shape) {
  uint32_t at = next_;
  if (size_ < kMost) {
    at = size_++;
    if (at / kInChunk == chunks_.size()) chunks_.push_back(std::make_unique<Chunk>());
  } else {
    next_ = (next_ + 1) % kMost;
  }
  At(at) = {Value(shape), tracings_};
}

void RecentShapes::Trace(Isolate& isolate, gc::Visitor& visitor) {
  if (size_ == 0) return;
  tracings_++;
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker& broker, const void* list) {
        static_cast<RecentShapes*>(const_cast<void*>(list))->ClearDead(broker);
      },
      this);
  if (isolate.keeps_learned_shapes_ || !IsMemoryPlentiful(isolate)) return;
  for (uint32_t n = 0; n < size_; n++) {
    const Entry& entry = At(n);
    if (IsOld(entry)) continue;
    visitor.TraceEphemeron(ReasonFor(*entry.shape.As<Shape>()).bits(), &entry.shape, TraceShape);
  }
}

void RecentShapes::ClearDead(const gc::LivenessBroker& broker) {
  uint32_t kept = 0;
  for (uint32_t n = 0; n < size_; n++) {
    const Entry entry = At(n);
    if (!IsOld(entry) && broker.IsAlive(entry.shape.bits())) At(kept++) = entry;
  }
  size_ = kept;
  if (size_ < kMost) next_ = 0;
}

}  // namespace halfword
