#include "platform/clock.h"

#include <gtest/gtest.h>

namespace halfword::platform {
namespace {

// Where time was counted from the boot, this fails but for 18 minutes after one.
TEST(ClockTest, MonotonicTimeBeginsWithTheProcess) {
  uint64_t first = MonotonicNanoseconds();
  EXPECT_EQ(first >> 32, uint64_t{kFirstMonotonicNanoseconds} >> 32);
}

TEST(ClockTest, TimeGoesForward) {
  uint64_t a = MonotonicNanoseconds();
  EXPECT_GE(MonotonicNanoseconds(), a);
  EXPECT_GT(WallClockNanoseconds(), int64_t{1'500'000'000} * 1'000'000'000);
  uint64_t r[2] = {0, 0};
  FillRandom(r, sizeof(r));
  EXPECT_NE(r[0], r[1]);
}

}  // namespace
}  // namespace halfword::platform
