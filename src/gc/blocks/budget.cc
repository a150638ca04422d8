#include "gc/blocks/budget.h"

#include "halfword/gc/heap.h"
#include "platform/clock.h"

namespace halfword::gc {

bool Budget::IsSpent() const {
  return bytes == 0 || (deadline != UINT64_MAX && platform::MonotonicNanoseconds() >= deadline) ||
         (host != nullptr && host->should_stop != nullptr && host->should_stop(host->data));
}

}  // namespace halfword::gc
