// Text that looks like patterns, most of it wrong: nothing may crash, hang or read out of bounds.
#include <gtest/gtest.h>

#include <random>

#include "test_util.h"

namespace halfword::regexp {
namespace {

TEST(RandomTest, SurvivesGarbage) {
  const char16_t* const kPieces[] = {
      u"a",   u"b",   u"\u00e9", u"\u0416",    u"\U0001F600", u"\xD83D",     u"(",      u")",
      u"(?:", u"(?=", u"(?!",    u"(?<=",      u"(?<!",       u"(?<n>",      u"(?<m>",  u"\\k<n>",
      u"|",   u"[",   u"]",      u"^",         u"$",          u".",          u"*",      u"+",
      u"?",   u"{2}", u"{1,}",   u"{0,3}",     u"{",          u"}",          u"\\",     u"\\d",
      u"\\W", u"\\b", u"\\1",    u"\\2",       u"\\u{61}",    u"\\x",        u"\\p{L}", u"\\p{RGI_Emoji}",
      u"-",   u"&&",  u"--",     u"\\q{ab|c}", u"(?i:",       u"(?-s:",      u"\\cA",   u",",
      u"0",   u"1",   u"{70}",   u"{3,90}",    u"[^",         u"\\u{1F600}", u"\\S",    u"\\s",
      u"x",   u"\n",  u"*?",     u"+?"};
  const char* seed = getenv("REGEXP_SEED");
  const char* rounds = getenv("REGEXP_ROUNDS");
  std::mt19937 random(seed ? static_cast<unsigned>(std::atoi(seed)) : 1);
  int count = rounds ? std::atoi(rounds) : 1000;
  int valid = 0;
  for (int n = 0; n < count; n++) {
    std::u16string pattern;
    int open = 0;
    for (unsigned k = random() % 24; k > 0; k--) {
      std::u16string_view piece = kPieces[random() % std::size(kPieces)];
      if (piece[0] == u'(') open++;
      if (piece == u")" && open-- == 0) continue;
      pattern += piece;
    }
    for (; open > 0; open--) pattern += u")";
    Flags flags = static_cast<Flags>(random() & 0xFF);
    if ((flags & kUnicode) && (flags & kUnicodeSets)) flags &= static_cast<Flags>(~kUnicode);
    CompileResult r = Compile(pattern, flags);
    EXPECT_EQ(r.error.reason == nullptr, Validate(pattern, flags).reason == nullptr ||
                                             std::string_view(Validate(pattern, flags).reason).empty());
    if (!r) continue;
    valid++;
    Disassemble(r.program->code);
    std::u16string subject;
    for (unsigned k = random() % 40; k > 0; k--) {
      const char16_t* const kText[] = {u"a",      u"b",      u"ab", u"\u00e9", u"\u0416", u"\U0001F600",
                                       u"\xD83D", u"\xDE00", u" ",  u"\n",     u"x1"};
      subject += kText[random() % std::size(kText)];
    }
    Budget budget;
    budget.poll_interval = 20000;
    budget.poll = [](void*) { return false; };
    budget.max_stack_bytes = 1 << 20;
    std::vector<char16_t> exact(subject.begin(), subject.end());
    std::vector<int32_t> captures(2 * r.program->capture_count);
    Match(r.program->code, Utf16Span(exact), random() % (exact.size() + 1), captures.data(), budget);
    std::vector<uint8_t> narrow;
    for (char16_t c : subject) narrow.push_back(static_cast<uint8_t>(c));
    Match(r.program->code, Latin1Span(narrow), random() % (narrow.size() + 1), captures.data(), budget);
  }
  EXPECT_GT(valid, count / 20);
}

}  // namespace
}  // namespace halfword::regexp
