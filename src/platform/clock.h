// Clocks and entropy.
#ifndef HALFWORD_PLATFORM_CLOCK_H_
#define HALFWORD_PLATFORM_CLOCK_H_

#include <cstddef>
#include <cstdint>

namespace halfword::platform {

// Nanoseconds, from kFirstMonotonicNanoseconds on when this process asks first. Such numbers lie on
// stacks, where a scan takes a half that is an object's offset for a reference. The upper half stays the
// same for four seconds: counted from the boot it is as large as offsets are after some weeks, and on such
// a machine it kept an object alive in every process. Counted so, the upper half is below all offsets
// for the process's first days, and the lower half is above those of small heaps for its first seconds.
constexpr int64_t kFirstMonotonicNanoseconds = 0x100'4000'0000;
uint64_t MonotonicNanoseconds();
// The system's time (CLOCK_MONOTONIC), for what other programs read.
uint64_t SystemMonotonicNanoseconds();
uint64_t ThreadCpuNanoseconds();
// Nanoseconds since 1970-01-01 UTC.
int64_t WallClockNanoseconds();
void FillRandom(void* bytes, size_t size);

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_CLOCK_H_
