#include "objects/library/iterators.h"

#include "gc/visitor.h"
#include "objects/shapes/tracing.h"

namespace halfword {

void ForInState::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(object_));
  visitor.TraceTagged(Bits(shape_));
  visitor.TraceTagged(Bits(keys_));
}

}  // namespace halfword
