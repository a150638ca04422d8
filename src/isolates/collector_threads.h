// The threads that help the collectors of isolates that ask for some. Isolates that ask for the same number
// share a pool, whose threads start with the first work and end with the last of these isolates.
#ifndef HALFWORD_ISOLATES_COLLECTOR_THREADS_H_
#define HALFWORD_ISOLATES_COLLECTOR_THREADS_H_

#include <cstdint>
#include <memory>

#include "halfword/gc/platform.h"

namespace halfword {

inline constexpr uint32_t kMostCollectorThreads = 64;

// From any thread. `count` from 1 on; more than the most counts as the most.
std::shared_ptr<gc::Platform> CollectorThreads(uint32_t count);

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_COLLECTOR_THREADS_H_
