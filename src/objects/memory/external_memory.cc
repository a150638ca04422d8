#include "objects/memory/external_memory.h"

#include <utility>

#include "gc/heap.h"
#include "gc/visitor.h"
#include "objects/isolate.h"

namespace halfword {

Completion<void> EnsureExternalRoom(Isolate& isolate, size_t bytes) {
  if (!isolate.heap().CanGrowExternal(bytes)) return isolate.Terminate(Termination::kOutOfMemory);
  return {};
}

DeferredReleases::~DeferredReleases() {
  while (first_ != nullptr) {
    Link link = *first_;
    platform::GrowingBlock::Free(first_, link.size);
    first_ = link.next;
  }
}

void DeferredReleases::Add(platform::GrowingBlock&& block) {
  size_t size = block.size();
  auto* link = static_cast<Link*>(block.Detach());
  *link = {first_, size};
  first_ = link;
}

platform::GrowingBlock SpareBlock::Take(size_t least) {
  if (!block_ || block_->size() < least) return {};
  platform::GrowingBlock taken(std::move(*block_));
  block_.reset();
  return taken;
}

void SpareBlock::Give(Isolate& isolate, platform::GrowingBlock&& block) {
  platform::GrowingBlock given(std::move(block));
  if (!given.is_mapped() || given.size() > kMost || (block_ && block_->size() >= given.size())) return;
  // A block that comes back was counted when it first came.
  if (given.size() != counted_) {
    isolate.heap().AdjustExternalBytes(static_cast<int64_t>(given.size()) - static_cast<int64_t>(counted_));
    counted_ = given.size();
  }
  block_.reset();
  block_.emplace(std::move(given));
}

void SpareBlock::Trace(Isolate& isolate, gc::Visitor& visitor) {
  if (!block_) return;
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker&, const void* data) {
        auto& isolate = *static_cast<Isolate*>(const_cast<void*>(data));
        SpareBlockOf(isolate).Drop(isolate);
      },
      &isolate);
}

void SpareBlock::Drop(Isolate& isolate) {
  if (!block_) return;
  block_.reset();
  isolate.heap().AdjustExternalBytes(-static_cast<int64_t>(counted_));
  counted_ = 0;
}

void Dispose(Isolate& isolate, platform::GrowingBlock&& block, size_t counted) {
  bool is_over = isolate.IsTerminating() && !isolate.IsSuspending();
  if (is_over && block.is_mapped()) return DeferredReleasesOf(isolate).Add(std::move(block));
  platform::GrowingBlock freed(std::move(block));
  if (counted != 0) isolate.heap().AdjustExternalBytes(-static_cast<int64_t>(counted));
}

}  // namespace halfword
