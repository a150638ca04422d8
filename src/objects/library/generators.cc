#include "objects/library/generators.h"

#include "gc/visitor.h"
#include "objects/values/allocate.h"

namespace halfword {

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

}  // namespace halfword
