#include "objects/functions/function.h"

#include <algorithm>
#include <cstring>

#include "gc/liveness_broker.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/realm.h"
#include "objects/shapes/tracing.h"
#include "objects/values/allocate.h"

namespace halfword {

#if HALFWORD_COMPRESS
static_assert(gc::CellSize(sizeof(JSFunction)) == 16);
static_assert(gc::CellSize(sizeof(Environment) + sizeof(Value)) == 16);
#endif
static_assert(sizeof(Code) % sizeof(Value) == 0 && sizeof(ScopeInfo) % sizeof(Value) == 0);

void Code::Trace(gc::Visitor& visitor) {
  auto* begin = reinterpret_cast<const TaggedBits*>(constants());
  visitor.TraceTaggedRange(begin, begin + constant_count_);
}

uint32_t Code::PositionAt(uint32_t offset) const {
  auto table = positions();
  auto it = std::upper_bound(table.begin(), table.end(), offset,
                             [](uint32_t o, const PositionEntry& e) { return o < e.offset; });
  return it == table.begin() ? 0 : it[-1].position;
}

namespace {

// For images: learned shapes are kept, so that the clones know them.
void TraceLearnedShapes(gc::Visitor& visitor, const ValueField* begin, const ValueField* end) {
  if (HW_LIKELY(!Isolate::Current().keeps_learned_shapes_)) return;
  for (const ValueField* word = begin; word < end; word++) {
    if (word->get().IsHeapPointer() && word->get().Is<Shape>()) visitor.TraceTagged(Bits(*word));
  }
}

bool IsDead(const gc::LivenessBroker& broker, Value word) {
  return word.IsHeapPointer() && !broker.IsAlive(word.bits());
}

}  // namespace

void HandlerVector::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(next_));
  TraceLearnedShapes(visitor, std::begin(words_), std::end(words_));
  visitor.RegisterWeakCallbackMethod<HandlerVector, &HandlerVector::ClearDead>(this);
}

void HandlerVector::ClearDead(const gc::LivenessBroker& broker) {
  for (uint32_t i = 0; i < std::size(words_); i++) {
    if (!IsDead(broker, words_[i])) continue;
    ValueField* handler = words_ + i / kWordsOfHandler * kWordsOfHandler;
    for (uint32_t k = 0; k < kWordsOfHandler; k++) handler[k].Init(Value::Smi(0));
  }
}

void FeedbackVector::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(handlers()));
  visitor.TraceTagged(Bits(code()));
  visitor.TraceTagged(Bits(literals()));
  TraceLearnedShapes(visitor, words() + kFirstSite, words() + size());
  visitor.RegisterWeakCallbackMethod<FeedbackVector, &FeedbackVector::ClearDead>(this);
}

void FeedbackVector::ClearDead(const gc::LivenessBroker& broker) {
  if (code().get().IsSmi()) return;  // it has no sites
  std::span<const uint8_t> groups = code().get().As<Code>()->feedback_groups();
  uint32_t count = code().get().As<Code>()->feedback_size_;
  auto begins = [&](size_t i) { return (groups[i / 8] >> (i % 8) & 1) != 0; };
  broker.ForEachIndex(count, [&](size_t i) {
    if (i < kFirstSite || !IsDead(broker, words()[i])) return;
    size_t begin = i, end = i + 1;
    while (!begins(begin)) begin--;
    while (end < count && !begins(end)) end++;
    for (size_t k = begin; k < end; k++) words()[k].Init(Value::Smi(0));
  });
}

void FunctionInfo::Trace(gc::Visitor& visitor) {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(&code_),
                           reinterpret_cast<const TaggedBits*>(&initial_shape_hint_ + 1));
}

void NativeFunction::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  TraceTail(visitor, this, &realm_);
}

void ScopeInfo::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(outer_));
  visitor.TraceTagged(Bits(data_));
  for (uint32_t i = 0; i < variable_count_; i++) visitor.TraceTagged(Bits(variables()[i].name));
}

ValueArray* NewValueArray(Isolate&, uint32_t length) {
  return AllocateAny<ValueArray>(size_t{std::max(length, 1u)} * sizeof(Value));
}

ByteArray* NewByteArray(Isolate&, uint32_t length) {
  auto* array = AllocateAny<ByteArray>(sizeof(uint32_t) + size_t{length});
  array->length_ = length;
  return array;
}

}  // namespace halfword
