#include "platform/stack.h"

#include <gtest/gtest.h>

#include <thread>

namespace halfword::platform {
namespace {

uintptr_t HereOnTheStack() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

TEST(StackTest, BoundsAreThoseOfTheThread) {
  auto is_inside = [] {
    const StackBounds bounds = NativeStackBounds();
    const uintptr_t here = HereOnTheStack();
    return bounds.end <= here && here < bounds.start;
  };
  EXPECT_TRUE(is_inside());
  bool is_inside_other = false;
  const StackBounds mine = NativeStackBounds();
  StackBounds its{};
  std::thread([&] {
    is_inside_other = is_inside();
    its = NativeStackBounds();
  }).join();
  EXPECT_TRUE(is_inside_other);
  EXPECT_TRUE(its.start <= mine.end || mine.start <= its.end);
}

TEST(StackTest, AnAddressBelowTheBeginningIsOnTheStack) {
  const StackBounds bounds = NativeStackBounds();
  EXPECT_TRUE(IsOnStackFrom(bounds.start, HereOnTheStack()));
  EXPECT_FALSE(IsOnStackFrom(bounds.start, bounds.start));
  EXPECT_FALSE(IsOnStackFrom(bounds.start, bounds.end - 1));
  // Another stack, above this one or below.
  EXPECT_FALSE(IsOnStackFrom(bounds.start + (size_t{1} << 40), HereOnTheStack()));
}

TEST(StackTest, SpilledRegistersLieAtTheStackPointer) {
  struct Seen {
    const uintptr_t* at = nullptr;
    uintptr_t sum = 0;
  } seen;
  WithSpilledRegisters(
      [](void* data, const uintptr_t* stack_pointer) {
        auto* s = static_cast<Seen*>(data);
        s->at = stack_pointer;
        for (size_t n = 0; n < kSpilledRegisters; n++) s->sum ^= stack_pointer[n];
      },
      &seen);
  EXPECT_TRUE(IsOnStackFrom(NativeStackBounds().start, reinterpret_cast<uintptr_t>(seen.at)));
  EXPECT_LT(reinterpret_cast<uintptr_t>(seen.at), HereOnTheStack());
}

}  // namespace
}  // namespace halfword::platform
