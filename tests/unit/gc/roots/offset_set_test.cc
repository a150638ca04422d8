#include "gc/roots/offset_set.h"

#include <gtest/gtest.h>

#include <set>

namespace halfword::gc {
namespace {

TEST(OffsetSetTest, DoesAsStdSetDoes) {
  OffsetSet set;
  std::set<CageOffset> expected;
  EXPECT_FALSE(set.Contains(8));
  set.ForEach([](CageOffset) { FAIL(); });
  uint32_t state = 1;
  for (int i = 0; i < 20'000; i++) {
    state = state * 1664525 + 1013904223;  // Numerical Recipes
    CageOffset offset = static_cast<CageOffset>((state >> 16) % 5000 + 1) * kGranule;
    EXPECT_EQ(set.Contains(offset), expected.contains(offset));
    set.Insert(offset);
    expected.insert(offset);
  }
  size_t count = 0;
  set.ForEach([&](CageOffset offset) {
    EXPECT_TRUE(expected.contains(offset));
    count++;
  });
  EXPECT_EQ(count, expected.size());
  set.Clear();
  EXPECT_FALSE(set.Contains(*expected.begin()));
  set.Insert(8);
  EXPECT_TRUE(set.Contains(8));
}

}  // namespace
}  // namespace halfword::gc
