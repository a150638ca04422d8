#include "platform/memory.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "platform/clock.h"
#include "platform/stack.h"

namespace halfword::platform {
namespace {

constexpr size_t kSize = 1 << 20;

TEST(MemoryTest, ReservedMemoryIsZeroAndCommittedOnlyWhenTouched) {
  char* p = static_cast<char*>(Reserve(kSize, Access::kReadWrite));
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(ResidentBytes(p, kSize), 0u);
  p[5000] = 1;
  EXPECT_EQ(ResidentBytes(p, kSize), PageSize());
  Decommit(p, kSize);
  EXPECT_EQ(p[5000], 0);
  Populate(p, 8 * PageSize());
  EXPECT_GE(ResidentBytes(p, kSize), PageSize());
  Release(p, kSize);
}

TEST(MemoryTest, AnOccupiedAddressIsNotTakenAway) {
  void* p = Reserve(kSize, Access::kNone);
  uintptr_t address = reinterpret_cast<uintptr_t>(p);
  EXPECT_EQ(ReserveAt(address, kSize, Access::kNone), nullptr);
  Release(p, kSize);
  EXPECT_EQ(ReserveAt(address, kSize, Access::kNone), p);
  Release(p, kSize);
}

TEST(MemoryTest, ProtectedMemoryCannotBeTouched) {
  char* p = static_cast<char*>(Reserve(kSize, Access::kReadWrite));
  EXPECT_TRUE(Protect(p, PageSize(), Access::kNone));
  EXPECT_DEATH(p[0] = 1, "");
  p[PageSize()] = 1;
  Release(p, kSize);
}

TEST(MemoryTest, WritesToAPrivateFileMappingStayPrivate) {
  char name[] = "/tmp/halfword_platform_XXXXXX";
  int fd = mkstemp(name);
  ASSERT_GE(fd, 0);
  std::string page(PageSize(), 'x');
  ASSERT_EQ(write(fd, page.data(), page.size()), static_cast<ssize_t>(page.size()));
  char* p = static_cast<char*>(Reserve(kSize, Access::kNone));
  ASSERT_TRUE(MapFilePrivate(p, PageSize(), fd, 0, Access::kReadWrite));
  EXPECT_EQ(p[100], 'x');
  p[100] = 'y';
  char c;
  EXPECT_EQ(pread(fd, &c, 1, 100), 1);
  EXPECT_EQ(c, 'x');
  Decommit(p, PageSize());
  EXPECT_EQ(p[100], 'x');
  Release(p, kSize);
  close(fd);
  unlink(name);
}

TEST(StackTest, TheStackBoundsContainThisFrame) {
  StackBounds bounds = NativeStackBounds();
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  EXPECT_LT(here, bounds.start);
  EXPECT_GE(here, bounds.end);
  EXPECT_LT(bounds.end, bounds.start);
}

TEST(StackTest, SpilledRegistersLieAboveTheStackPointer) {
  static uintptr_t sp = 0;
  WithSpilledRegisters([](void*, const uintptr_t* p) { sp = reinterpret_cast<uintptr_t>(p); }, nullptr);
  EXPECT_LT(sp, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  EXPECT_EQ(sp % 8, 0u);
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
