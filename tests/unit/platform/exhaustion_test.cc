#include "platform/exhaustion.h"

#include <gtest/gtest.h>

namespace halfword::platform {
namespace {

TEST(ExhaustionTest, ABodyThatEndsByItselfIsFinished) {
  bool ran = false;
  EXPECT_TRUE(CatchExhaustion([&] { ran = true; }));
  EXPECT_TRUE(ran);
}

TEST(ExhaustionTest, TheInnermostCatcherStopsIt) {
  bool inner = true;
  EXPECT_TRUE(CatchExhaustion([&] { inner = CatchExhaustion([] { ThrowExhaustion(); }); }));
  EXPECT_FALSE(inner);
}

TEST(ExhaustionTest, WithoutACatcherTheProcessEnds) { EXPECT_DEATH(ThrowExhaustion(), ""); }

TEST(ExhaustionTest, ItPassesWhereForeignExceptionsStop) {
  std::string what = "nothing";
  EXPECT_FALSE(CatchExhaustion([&] { CatchForeign([] { ThrowExhaustion(); }, &what); }));
  EXPECT_EQ(what, "nothing");
}

TEST(ExhaustionTest, ForeignCodeThatThrowsNothingIsFinished) {
  std::string what = "nothing";
  EXPECT_TRUE(CatchForeign([] {}, &what));
  EXPECT_EQ(what, "nothing");
}

}  // namespace
}  // namespace halfword::platform
