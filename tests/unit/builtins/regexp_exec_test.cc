#include "builtins/text_processing/regexp_exec.h"

#include <string>

#include "fixture.h"

namespace halfword::testing {
namespace {

RegExpProgram* ProgramOf(Isolate& isolate, const std::string& pattern) {
  return MUST(CompileRegExp(isolate, NewStringFromUtf8(isolate, pattern), 0));
}

// Of patterns by content: so many places, found by the low bits of their hashes.
constexpr uint32_t kMostPlaces = 256;

TEST(RegExpCacheTest, KeepsTwoPatternsThatHaveTheSamePlace) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    std::string patterns[3];
    size_t found = 0;
    uint32_t place = 0;
    for (int i = 0; found < 3; i++) {
      std::string pattern = "a|b" + std::to_string(i);
      uint32_t hash = NewStringFromUtf8(isolate, pattern)->HashContent(isolate) % kMostPlaces;
      if (found == 0) place = hash;
      if (hash == place) patterns[found++] = pattern;
    }
    RegExpProgram* first = ProgramOf(isolate, patterns[0]);
    RegExpProgram* second = ProgramOf(isolate, patterns[1]);
    for (int i = 0; i < 3; i++) {
      EXPECT_EQ(ProgramOf(isolate, patterns[0]), first);
      EXPECT_EQ(ProgramOf(isolate, patterns[1]), second);
    }
    // The next one takes the place of the one that was compiled longest ago.
    RegExpProgram* third = ProgramOf(isolate, patterns[2]);
    EXPECT_EQ(ProgramOf(isolate, patterns[1]), second);
    EXPECT_EQ(ProgramOf(isolate, patterns[2]), third);
    EXPECT_NE(ProgramOf(isolate, patterns[0]), first);
    // Other flags make it another program.
    EXPECT_NE(MUST(CompileRegExp(isolate, NewStringFromUtf8(isolate, patterns[2]), regexp::kIgnoreCase)),
              third);
  }));
}

}  // namespace
}  // namespace halfword::testing
