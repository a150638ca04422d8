#include "platform/clock.h"

#include <sys/random.h>
#include <time.h>

#include "base/macros.h"

namespace halfword::platform {
namespace {

int64_t Now(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

}  // namespace

uint64_t MonotonicNanoseconds() {
  static const int64_t begin = Now(CLOCK_MONOTONIC) - kFirstMonotonicNanoseconds;
  return static_cast<uint64_t>(Now(CLOCK_MONOTONIC) - begin);
}
uint64_t SystemMonotonicNanoseconds() { return static_cast<uint64_t>(Now(CLOCK_MONOTONIC)); }
uint64_t ThreadCpuNanoseconds() { return static_cast<uint64_t>(Now(CLOCK_THREAD_CPUTIME_ID)); }
int64_t WallClockNanoseconds() { return Now(CLOCK_REALTIME); }

void FillRandom(void* bytes, size_t size) {
  char* p = static_cast<char*>(bytes);
  while (size != 0) {
    ssize_t n = getrandom(p, size < 256 ? size : 256, 0);
    if (n < 0) continue;  // interrupted
    p += n;
    size -= static_cast<size_t>(n);
  }
}

}  // namespace halfword::platform
