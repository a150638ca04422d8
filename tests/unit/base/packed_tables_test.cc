#include "base/packed_tables.h"

#include <gtest/gtest.h>

#include <cstring>

namespace halfword {

using Function = int (*)(int);

namespace {

int Twice(int n) { return 2 * n; }
template <int k>
int Plus(int n) {
  return n + k;
}
constexpr Function kFunctions[] = {&Twice, nullptr, &Plus<3>, &Plus<4>, &Twice};

}  // namespace

HW_RELATIVE_FUNCTIONS(packed_functions, kFunctions);

namespace {

TEST(PackedTablesTest, TextsAreThoseThatWereGiven) {
  constexpr auto kTexts = TextsOf<4>(
      "first\0"
      "\0"
      "third\0"
      "4\0");
  static_assert(kTexts.size() == 4);
  EXPECT_STREQ(kTexts[0], "first");
  EXPECT_STREQ(kTexts[1], "");
  EXPECT_STREQ(kTexts[2], "third");
  EXPECT_STREQ(kTexts[3], "4");
  EXPECT_EQ(kTexts[1], kTexts[0] + 6);
}

TEST(PackedTablesTest, FunctionsAreThoseOfTheSource) {
  static_assert(std::size(packed_functions) == std::size(kFunctions));
  for (size_t i = 0; i < std::size(kFunctions); i++) EXPECT_EQ(packed_functions[i].get(), kFunctions[i]) << i;
  EXPECT_EQ(packed_functions[3].get()(10), 14);
}

TEST(PackedTablesTest, AFunctionTakesFourBytes) {
  EXPECT_EQ(sizeof(packed_functions), 4 * std::size(kFunctions));
}

}  // namespace
}  // namespace halfword
