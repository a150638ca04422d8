#include "objects/functions/function.h"

#include <algorithm>
#include <cstring>

#include "gc/liveness_broker.h"
#include "gc/visitor.h"
#include "objects/builtin_objects.h"
#include "objects/isolate.h"
#include "objects/realm.h"
#include "objects/values/allocate.h"

namespace halfword {

#if HALFWORD_COMPRESS
static_assert(gc::CellSize(sizeof(JSFunction)) == 16);
static_assert(gc::CellSize(sizeof(Environment) + sizeof(Value)) == 16);
#endif
static_assert(sizeof(Code) % sizeof(Value) == 0 && sizeof(ScopeInfo) % sizeof(Value) == 0);

namespace {

const TaggedBits& Bits(const ValueField& field) { return reinterpret_cast<const TaggedBits&>(field); }

// The tagged words of an object from `first` to the end of its cell.
void TraceTail(gc::Visitor& visitor, const JSObject* object, const void* first) {
  auto* begin = static_cast<const char*>(first);
  auto* end = reinterpret_cast<const char*>(object) + object->shape()->object_size() - gc::kHeaderSize;
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(begin),
                           reinterpret_cast<const TaggedBits*>(end));
}

}  // namespace

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

void FeedbackVector::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(words()[0]));
  if (HW_UNLIKELY(Isolate::Current().keeps_learned_shapes_)) {
    for (uint32_t i = 1; i < size(); i++) {
      Value word = words()[i];
      if (word.IsHeapPointer() && word.Is<Shape>()) visitor.TraceTagged(Bits(words()[i]));
    }
  }
  visitor.RegisterWeakCallbackMethod<FeedbackVector, &FeedbackVector::ClearDead>(this);
}

void FeedbackVector::ClearDead(const gc::LivenessBroker& broker) {
  uint32_t count = size();
  broker.ForEachIndex(count, [&](size_t i) {
    Value word = words()[i];
    if (!word.IsHeapPointer() || broker.IsAlive(word.bits())) return;
    words()[i].Init(Value::Smi(0));
    // What belongs to it lies behind it, up to a word that is no reference. Where that is of the next site,
    // that one is cleared in the same way, which costs no more than a miss.
    for (bool goes_on = true; goes_on && ++i < count;) {
      goes_on = Value(words()[i]).IsHeapPointer();
      words()[i].Init(Value::Smi(0));
    }
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

// ---- builtin_objects.h ----

void DateObject::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  TraceTail(visitor, this, this + 1);
}

void ArrayBufferView::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(buffer_));
  TraceTail(visitor, this, this + 1);
}

void RegExpProgram::Trace(gc::Visitor& visitor) { visitor.TraceTagged(Bits(groups_)); }

RegExpProgram* NewRegExpProgram(Isolate&, std::span<const uint8_t> code) {
  auto* program = AllocateAny<RegExpProgram>(sizeof(RegExpProgram) + code.size());
  program->code_size_ = static_cast<uint32_t>(code.size());
  std::memcpy(program->code(), code.data(), code.size());
  return program;
}

void SuspendedFrame::Trace(gc::Visitor& visitor) {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(&code_),
                           reinterpret_cast<const TaggedBits*>(&new_target_ + 1));
  auto* begin = reinterpret_cast<const TaggedBits*>(registers());
  visitor.TraceTaggedRange(begin, begin + register_count_ + extra_count_);
}

SuspendedFrame* NewSuspendedFrame(Isolate&, uint32_t register_count, uint32_t extra_count) {
  auto* frame = AllocateAny<SuspendedFrame>(sizeof(SuspendedFrame) +
                                            (size_t{register_count} + extra_count) * sizeof(Value));
  frame->register_count_ = register_count;
  frame->extra_count_ = extra_count;
  return frame;
}

void ForInState::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(object_));
  visitor.TraceTagged(Bits(shape_));
  visitor.TraceTagged(Bits(keys_));
}

}  // namespace halfword
