#include "isolates/collector_threads.h"

#include <algorithm>
#include <mutex>

#include "base/macros.h"
#include "halfword/gc/default_platform.h"

namespace halfword {

std::shared_ptr<gc::Platform> CollectorThreads(uint32_t count) {
  struct Pools {
    std::mutex mutex;
    std::weak_ptr<gc::Platform> by_count[kMostCollectorThreads + 1];  // of threads
  };
  HW_PROCESS_STATE("Any thread that makes an isolate looks, under the lock.");
  static Pools pools;

  count = std::min(count, kMostCollectorThreads);
  std::lock_guard<std::mutex> lock(pools.mutex);
  std::shared_ptr<gc::Platform> pool = pools.by_count[count].lock();
  if (!pool) pools.by_count[count] = pool = std::make_shared<gc::DefaultPlatform>(static_cast<int>(count));
  return pool;
}

}  // namespace halfword
