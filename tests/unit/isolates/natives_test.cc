// The table of natives, which indices from the cage lead into (runtime/functions/native.h).
#include "fixture.h"

namespace halfword::testing {
namespace {

TEST(NativesTest, AWildIndexOfANativeLeadsToOneOfTheTable) {
  auto owner = MakeIsolate();
  owner->Enter([&](Isolate& isolate) {
    NativeState& native = NativeStateOf(isolate);
    EXPECT_EQ(&native.natives[0xFFFFFFFF], &native.natives[0]);
    EXPECT_EQ(&native.natives[native.natives.size()], &native.natives[0]);
    EXPECT_NE(&native.natives[native.natives.size() - 1], &native.natives[0]);
  });
}

}  // namespace
}  // namespace halfword::testing
