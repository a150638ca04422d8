#include "isolates/spare_isolates.h"

#include <algorithm>
#include <span>
#include <thread>

#include "isolates/isolate_owner.h"

namespace halfword {

size_t SpareIsolates::Count() {
  static const size_t count = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, kMost);
  return count;
}

std::unique_ptr<IsolateOwner> SpareIsolates::Take(const IsolateConfig& config) {
  for (std::atomic<IsolateOwner*>& place : std::span(places_, Count())) {
    if (place.load(std::memory_order_relaxed) == nullptr) continue;
    std::unique_ptr<IsolateOwner> spare(place.exchange(nullptr, std::memory_order_acq_rel));
    if (!spare) continue;  // another thread was faster
    if (spare->Fits(config)) return spare;
    Keep(std::move(spare));
  }
  return nullptr;
}

void SpareIsolates::Keep(std::unique_ptr<IsolateOwner> spare) {
  size_t count = Count();
  for (std::atomic<IsolateOwner*>& place : std::span(places_, count)) {
    IsolateOwner* none = nullptr;
    if (place.load(std::memory_order_relaxed) != nullptr) continue;
    if (place.compare_exchange_strong(none, spare.get(), std::memory_order_acq_rel)) {
      (void)spare.release();
      return;
    }
  }
  std::atomic<IsolateOwner*>& place = places_[replaced_.fetch_add(1, std::memory_order_relaxed) % count];
  spare.reset(place.exchange(spare.release(), std::memory_order_acq_rel));
}

void SpareIsolates::Release() {
  for (std::atomic<IsolateOwner*>& place : places_) {
    delete place.exchange(nullptr, std::memory_order_acq_rel);
  }
}

}  // namespace halfword
