#include "platform/memory.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "platform/files.h"
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

// Page i of the file or of nothing begins with this.
char Original(bool file, size_t i) { return file ? static_cast<char>('a' + i) : 0; }

void CheckUndoWrites(bool file, size_t keep_pages) {
  constexpr size_t kPages = 12;
  size_t page = PageSize();
  char name[] = "/tmp/halfword-undo-XXXXXX";
  int fd = file ? mkstemp(name) : -1;
  if (file) {
    std::string bytes((kPages + 1) * page, 'z');
    for (size_t i = 0; i < kPages; i++) bytes[(i + 1) * page] = Original(true, i);
    ASSERT_TRUE(WriteAt(fd, bytes.data(), bytes.size(), 0));
  }
  char* p = static_cast<char*>(Reserve(kPages * page, Access::kReadWrite));
  if (file) ASSERT_TRUE(MapFilePrivate(p, kPages * page, fd, page, Access::kReadWrite));
  for (int round = 0; round < 3; round++) {
    EXPECT_EQ(p[11 * page], Original(file, 11));  // only read
    for (size_t i : {0, 1, 2, 5, 7, 8}) {
      p[i * page] = 'X';
      p[(i + 1) * page - 1] = 'Y';
    }
    UndoWrites(p, kPages * page, fd, page, keep_pages * page);
    for (size_t i = 0; i < kPages; i++) {
      ASSERT_EQ(p[i * page], Original(file, i)) << i;
      ASSERT_EQ(p[(i + 1) * page - 1], file ? 'z' : 0) << i;
    }
  }
  Release(p, kPages * page);
  if (file) {
    close(fd);
    unlink(name);
  }
}

TEST(MemoryTest, UndoneWritesLeaveTheFileOrZeros) {
  for (size_t keep : {0, 1, 4, 6, 100}) {
    CheckUndoWrites(false, keep);
    CheckUndoWrites(true, keep);
  }
}

TEST(MemoryTest, WritesAreUndoneInChildrenToo) {
  CheckUndoWrites(false, 100);
  pid_t child = fork();
  if (child == 0) {
    CheckUndoWrites(false, 100);
    _exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
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

}  // namespace
}  // namespace halfword::platform
