#include "platform/arena.h"

#include <gtest/gtest.h>

namespace halfword::platform {
namespace {

TEST(ArenaTest, AllocationsAreAlignedAndApart) {
  Arena arena;
  char* first = static_cast<char*>(arena.Allocate(3));
  char* second = static_cast<char*>(arena.Allocate(8));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 8, 0u);
  EXPECT_EQ(second, first + 8);
}

TEST(ArenaTest, AnAllocationMayBeLargerThanABlock) {
  Arena arena;
  constexpr size_t kLarge = 3 << 20;
  char* large = static_cast<char*>(arena.Allocate(kLarge));
  large[0] = large[kLarge - 1] = 1;
  EXPECT_GE(arena.reserved_bytes(), kLarge);
}

TEST(ArenaTest, CopiesAreTheArenasOwn) {
  Arena arena;
  int items[] = {1, 2, 3};
  std::span<int> copy = arena.Copy(std::span<const int>(items));
  items[1] = 9;
  ASSERT_EQ(copy.size(), 3u);
  EXPECT_EQ(copy[1], 2);
  EXPECT_TRUE(arena.Copy(std::span<const int>()).empty());
}

TEST(ArenaTest, WhatWasRewoundIsUsedAgain) {
  Arena arena;
  arena.Allocate(8);
  const Arena::Mark mark = arena.mark();
  void* first = arena.Allocate(100);
  for (int n = 0; n < 1000; n++) arena.Allocate(1000);
  const size_t reserved = arena.reserved_bytes();
  arena.Rewind(mark);
  EXPECT_EQ(arena.Allocate(100), first);
  for (int n = 0; n < 1000; n++) arena.Allocate(1000);
  EXPECT_EQ(arena.reserved_bytes(), reserved);
}

TEST(ArenaTest, AMovedArenaLeavesAnEmptyOne) {
  Arena arena;
  auto* number = arena.New<int>(7);
  Arena other = std::move(arena);
  EXPECT_EQ(*number, 7);
  EXPECT_EQ(arena.reserved_bytes(), 0u);  // NOLINT: that is asked
  *arena.New<int>() = 1;
  EXPECT_EQ(*number, 7);
}

TEST(ArenaTest, ItsWatchRaisesAlarmAtTheLimit) {
  uintptr_t alarm = 0;
  ArenaWatch watch{.limit = 100'000, .alarm = &alarm};
  Arena arena;
  arena.Watch(&watch);
  arena.Allocate(1000);
  EXPECT_EQ(alarm, 0u);
  EXPECT_EQ(watch.taken, arena.reserved_bytes());
  arena.Allocate(100'000);
  EXPECT_EQ(alarm, UINTPTR_MAX);
}

TEST(ArenaTest, ItsWatchMayBeToldToStop) {
  uintptr_t alarm = 0;
  size_t asked = 0;
  ArenaWatch watch{.should_stop =
                       [](void* data, size_t bytes) {
                         *static_cast<size_t*>(data) += bytes;
                         return true;
                       },
                   .data = &asked,
                   .alarm = &alarm};
  Arena arena;
  arena.Watch(&watch);
  arena.Allocate(8);
  EXPECT_EQ(alarm, UINTPTR_MAX);
  EXPECT_EQ(asked, arena.reserved_bytes());
}

TEST(ArenaTest, VectorsTellTheWatchWhatTheyTakeAndReturn) {
  uintptr_t alarm = 0;
  ArenaWatch watch{.alarm = &alarm};
  {
    WatchedVector<int> list(watch);
    list.reserve(10);
    EXPECT_EQ(watch.taken, 10 * sizeof(int));
  }
  EXPECT_EQ(watch.taken, 0u);
}

TEST(ListBuilderTest, ListsOnOneStackDoNotMix) {
  Arena arena;
  std::vector<int> stack;
  ListBuilder outer(stack);
  outer.Push(1);
  {
    ListBuilder inner(stack);
    EXPECT_TRUE(inner.empty());
    inner.Push(2);
    EXPECT_EQ(inner.Finish(arena)[0], 2);
  }
  outer.Push(3);
  std::span<int> list = outer.Finish(arena);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1], 3);
}

}  // namespace
}  // namespace halfword::platform
