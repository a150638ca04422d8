#include "isolates/collector_threads.h"

#include <algorithm>
#include <mutex>

#include "halfword/gc/default_platform.h"

namespace halfword {

std::shared_ptr<gc::Platform> CollectorThreads(uint32_t count) {
  static std::mutex mutex;
  static std::weak_ptr<gc::Platform> pools[kMostCollectorThreads + 1];  // by the number of threads
  count = std::min(count, kMostCollectorThreads);
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<gc::Platform> pool = pools[count].lock();
  if (!pool) pools[count] = pool = std::make_shared<gc::DefaultPlatform>(static_cast<int>(count));
  return pool;
}

}  // namespace halfword
