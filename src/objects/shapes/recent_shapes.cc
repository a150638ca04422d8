#include "objects/shapes/recent_shapes.h"

#include "gc/heap.h"
#include "gc/limits.h"
#include "gc/visitor.h"
#include "objects/isolate.h"

namespace halfword {

namespace {

bool IsMemoryPlentiful(Isolate& isolate) {
  return gc::subtle::RoomUnderLimit(isolate.heap()) > isolate.heap().CollectStatistics().limit / 2;
}

}  // namespace

void RecentShapes::Add(Shape* shape) {
  const Entry entry = {Value(shape), tracings_};
  if (entries_.size() < kMost) {
    entries_.push_back(entry);
    return;
  }
  entries_[next_] = entry;
  next_ = (next_ + 1) % kMost;
}

void RecentShapes::Trace(Isolate& isolate, gc::Visitor& visitor) {
  if (entries_.empty()) return;
  if (isolate.keeps_learned_shapes_ || !IsMemoryPlentiful(isolate)) return Clear();
  tracings_++;
  std::erase_if(entries_, [&](const Entry& entry) { return tracings_ - entry.made > kTracings; });
  if (entries_.size() < kMost) next_ = 0;
  for (const Entry& entry : entries_) visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(entry.shape));
}

}  // namespace halfword
