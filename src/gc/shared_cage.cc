#include "gc/shared_cage.h"

#include <algorithm>

#include "base/asan.h"
#include "base/macros.h"
#include "platform/memory.h"

namespace halfword::gc {

SharedCage* SharedCage::Get(std::string* error) {
  struct TheCage {
    std::mutex mutex;
    SharedCage* cage = nullptr;
  };
  HW_PROCESS_STATE("Made once, under its lock, by the first thread that makes a heap.");
  static TheCage made;

  std::lock_guard<std::mutex> lock(made.mutex);
  if (made.cage != nullptr) return made.cage;
  Slot slot = Slot::Reserve(size_t{kCageSpan}, kAnnexFrontSize, SIZE_MAX, error);
  if (!slot.is_reserved()) return nullptr;
  if (platform::HugePagesAreDefault()) {
    platform::AdviseHugePages(reinterpret_cast<void*>(slot.annex_begin()), slot.reserved_size(), false);
  }
  return made.cage = new SharedCage(static_cast<Slot&&>(slot));
}

// The first chunk has the null page and the front; the last one stays unused, because `top + size` must not
// wrap around.
SharedCage::SharedCage(Slot slot)
    : slot_(static_cast<Slot&&>(slot)),
      chunk_count_(static_cast<uint32_t>(slot_.cage_size() / kChunkSize) - 1),
      owners_(new std::atomic<Heap*>[chunk_count_ + 1]()) {
  AnnexFrontOf(slot_.cage_base())->client = this;
  SetProcessCageBase(slot_.cage_base());
}

uint32_t SharedCage::Take(Heap* heap, uint32_t chunks, uint64_t reach) {
  std::lock_guard<std::mutex> lock(mutex_);
  uint32_t end = static_cast<uint32_t>(std::min<uint64_t>(chunk_count_, reach / kChunkSize));
  uint32_t run = 0;
  for (uint32_t i = 1; i < end; i++) {
    run = owners_[i].load(std::memory_order_relaxed) == nullptr ? run + 1 : 0;
    if (run < chunks) continue;
    uint32_t first = i + 1 - chunks;
    for (uint32_t c = first; c <= i; c++) owners_[c].store(heap, std::memory_order_release);
    return first * kChunkBlocks;
  }
  return 0;
}

void SharedCage::GiveBack(Heap* heap) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (uint32_t i = 1; i < chunk_count_; i++) {
    if (owners_[i].load(std::memory_order_relaxed) != heap) continue;
    void* chunk = reinterpret_cast<void*>(slot_.cage_base() + i * kChunkSize);
#if HALFWORD_ASAN
    ASAN_UNPOISON_MEMORY_REGION(chunk, kChunkSize);
#endif
    platform::Decommit(chunk, kChunkSize);
    owners_[i].store(nullptr, std::memory_order_release);
  }
}

void SharedCage::CountBarrier(bool more) {
  std::lock_guard<std::mutex> lock(mutex_);
  heaps_with_barrier_ += more ? 1 : -1;
  uint32_t limit = heaps_with_barrier_ != 0 ? UINT32_MAX : 0;
  __atomic_store_n(&FrontOf(slot_.cage_base())->barrier_limit, limit, __ATOMIC_RELAXED);
}

}  // namespace halfword::gc
