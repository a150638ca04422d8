// Clocks and entropy.
#ifndef HALFWORD_PLATFORM_CLOCK_H_
#define HALFWORD_PLATFORM_CLOCK_H_

#include <cstddef>
#include <cstdint>

namespace halfword::platform {

uint64_t MonotonicNanoseconds();
uint64_t ThreadCpuNanoseconds();
// Nanoseconds since 1970-01-01 UTC.
int64_t WallClockNanoseconds();
void FillRandom(void* bytes, size_t size);

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_CLOCK_H_
