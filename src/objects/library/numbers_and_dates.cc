#include "objects/library/numbers_and_dates.h"

#include "gc/visitor.h"
#include "objects/shapes/tracing.h"

namespace halfword {

void DateObject::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  TraceTail(visitor, this, this + 1);
}

}  // namespace halfword
