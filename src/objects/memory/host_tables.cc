#include "objects/memory/host_tables.h"

#include <algorithm>
#include <utility>

#include "gc/heap.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "platform/exhaustion.h"

namespace halfword {

namespace {

// Bytes of a list that are not worth a question, and are kept when it is empty.
constexpr size_t kUncounted = 2 << 10;

}  // namespace

uint32_t ScopeStack::Open() {
  uint32_t number = std::max<uint32_t>(last_number_ + 1, 1);
  scopes_.push_back({number, size_});
  last_number_ = number;
  return number;
}

size_t ScopeStack::DepthOf(uint32_t number) const {
  for (size_t depth = scopes_.size(); depth != 0; depth--) {
    if (scopes_[depth - 1].number == number) return depth;
  }
  return 0;
}

void ScopeStack::CloseTo(gc::Heap& heap, size_t depth) {
  if (depth >= scopes_.size()) return;
  size_ = scopes_[depth].start;
  scopes_.resize(depth);
  if (depth != 0 || counted_bytes_ == 0) return;
  platform::GrowingBlock freed(std::move(block_));
  heap.AdjustExternalBytes(-static_cast<int64_t>(std::exchange(counted_bytes_, 0)));
  capacity_ = 0;
}

void ScopeStack::Append(Isolate& isolate, Value value) {
  if (size_ != 0 && values()[size_ - 1] == value) return;
  if (size_ == capacity_) Grow(isolate);
  values()[size_++] = value;
}

// Each list gives its first value to the scope around it, and gets one at its end.
void ScopeStack::Escape(Isolate& isolate, size_t depth, Value value) {
  if (size_ == capacity_) Grow(isolate);
  values()[size_++] = value;
  size_t place = size_ - 1;
  for (size_t i = scopes_.size(); i >= depth; i--) {
    Scope& scope = scopes_[i - 1];
    std::swap(values()[place], values()[scope.start]);
    place = scope.start++;
  }
}

HW_NOINLINE void ScopeStack::Grow(Isolate& isolate) {
  size_t capacity = std::max<size_t>(64, size_t{capacity_} * 2), bytes = capacity * sizeof(Value);
  // While it grows there are two copies.
  if (bytes > kUncounted && !isolate.heap().CanGrowExternal(bytes)) {
    isolate.NoteTermination(Termination::kOutOfMemory);
    capacity = size_t{capacity_} + capacity_ / 8 + 8;
    bytes = capacity * sizeof(Value);
  }
  if (capacity > UINT32_MAX || !block_.Resize(bytes)) platform::ThrowExhaustion();
  capacity_ = static_cast<uint32_t>(capacity);
  if (bytes <= kUncounted) return;
  isolate.heap().AdjustExternalBytes(static_cast<int64_t>(bytes) - static_cast<int64_t>(counted_bytes_));
  counted_bytes_ = bytes;
}

void ScopeStack::Trace(gc::Visitor& visitor) const {
  if (size_ == 0) return;
  auto* begin = reinterpret_cast<const TaggedBits*>(values());
  visitor.TraceTaggedRange(begin, begin + size_);
}

void HostTables::Trace(gc::Visitor& visitor) const {
  scopes.Trace(visitor);
  plain_data_shapes.realm = nullptr;
  if (pinned.empty()) return;
  auto* begin = reinterpret_cast<const TaggedBits*>(pinned.data());
  visitor.TraceTaggedRange(begin, begin + pinned.size());
}

}  // namespace halfword
