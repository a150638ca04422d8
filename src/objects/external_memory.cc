#include "objects/external_memory.h"

#include <utility>

#include "gc/heap.h"
#include "objects/isolate.h"

namespace halfword {

Completion<void> EnsureExternalRoom(Isolate& isolate, size_t bytes) {
  if (!isolate.heap().CanGrowExternal(bytes)) return isolate.Terminate(Termination::kOutOfMemory);
  return {};
}

Leftovers::~Leftovers() {
  while (first_ != nullptr) {
    Link link = *first_;
    platform::GrowingBlock::Free(first_, link.size);
    first_ = link.next;
  }
}

void Leftovers::Add(platform::GrowingBlock&& block) {
  size_t size = block.size();
  auto* link = static_cast<Link*>(block.Detach());
  *link = {first_, size};
  first_ = link;
}

void Dispose(Isolate& isolate, platform::GrowingBlock&& block, size_t counted) {
  bool is_over = isolate.IsTerminating() && !isolate.IsSuspending();
  if (is_over && block.is_mapped()) return LeftoversOf(isolate).Add(std::move(block));
  platform::GrowingBlock freed(std::move(block));
  if (counted != 0) isolate.heap().AdjustExternalBytes(-static_cast<int64_t>(counted));
}

}  // namespace halfword
