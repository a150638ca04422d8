#include <gtest/gtest.h>

#include "test_util.h"

namespace halfword::regexp {
namespace {

std::string ErrorOf(std::u16string_view pattern, std::string_view flags) {
  Error e = Validate(pattern, *ParseFlags(Text::FromAscii(flags)));
  CompileResult r = Compile(pattern, *ParseFlags(Text::FromAscii(flags)));
  EXPECT_EQ(e.reason == nullptr, static_cast<bool>(r));
  return e.reason == nullptr ? "" : e.reason;
}

struct SyntaxCase {
  const char16_t* pattern;
  const char* legacy;  // reason with no flag, "" if valid
  const char* unicode;
  const char* sets;
};

constexpr const char* kLone = "Lone quantifier brackets";
constexpr const char* kEscape = "Invalid escape";
constexpr const char* kUnicodeEscape = "Invalid Unicode escape";
constexpr const char* kProperty = "Invalid property name";
constexpr const char* kOrder = "Range out of order in character class";
constexpr const char* kClass = "Invalid character class";
constexpr const char* kInClass = "Invalid character in character class";
constexpr const char* kOperation = "Invalid set operation in character class";

const SyntaxCase kCases[] = {
    {u"(", "Unterminated group", "Unterminated group", "Unterminated group"},
    {u"(?:", "Unterminated group", "Unterminated group", "Unterminated group"},
    {u"(?=", "Unterminated group", "Unterminated group", "Unterminated group"},
    {u"(?<a>", "Unterminated group", "Unterminated group", "Unterminated group"},
    {u")", "Unmatched ')'", "Unmatched ')'", "Unmatched ')'"},
    {u"a)b", "Unmatched ')'", "Unmatched ')'", "Unmatched ')'"},
    {u"(?", "Invalid group", "Invalid group", "Invalid group"},
    {u"(?a)", "Invalid group", "Invalid group", "Invalid group"},
    {u"(?i", "Invalid group", "Invalid group", "Invalid group"},
    {u"(?u:a)", "Invalid group", "Invalid group", "Invalid group"},
    {u"(?-:a)", "Invalid flag group", "Invalid flag group", "Invalid flag group"},
    {u"(?ii:a)", "Repeated flag in flag group", "Repeated flag in flag group", "Repeated flag in flag group"},
    {u"(?i-i:a)", "Repeated flag in flag group", "Repeated flag in flag group",
     "Repeated flag in flag group"},
    {u"(?i--s:a)", "Multiple dashes in flag group", "Multiple dashes in flag group",
     "Multiple dashes in flag group"},
    {u"(?ims-:a)", "", "", ""},
    {u"(?-ims:a)", "", "", ""},
    {u"(?<", "Invalid capture group name", "Invalid capture group name", "Invalid capture group name"},
    {u"(?<>a)", "Invalid capture group name", "Invalid capture group name", "Invalid capture group name"},
    {u"(?<1a>a)", "Invalid capture group name", "Invalid capture group name", "Invalid capture group name"},
    {u"(?<a.>a)", "Invalid capture group name", "Invalid capture group name", "Invalid capture group name"},
    {u"(?<a\\u{110000}>a)", kUnicodeEscape, kUnicodeEscape, kUnicodeEscape},
    {u"(?<\\ud835\\udc9c>a)", "", "", ""},
    {u"(?<\\u{1d49c}>a)", "", "", ""},
    {u"(?<\U0001D49C>a)", "", "", ""},
    {u"(?<$>a)(?<_\\u200d>b)", "", "", ""},
    {u"(?<a>x)(?<a>y)", "Duplicate capture group name", "Duplicate capture group name",
     "Duplicate capture group name"},
    {u"(?<a>(?<a>y))", "Duplicate capture group name", "Duplicate capture group name",
     "Duplicate capture group name"},
    {u"(?:(?<a>x)|b)(?<a>y)", "Duplicate capture group name", "Duplicate capture group name",
     "Duplicate capture group name"},
    {u"(?<a>x)|(?<a>y)", "", "", ""},
    {u"(?:(?<a>x)|(?<a>y))\\k<a>", "", "", ""},
    {u"(?:(?<a>x)|(?:(?<a>y)|(?<a>z)))", "", "", ""},
    {u"*", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"a**", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"a+?*", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"^*", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"\\b+", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"{1}", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"x{1}{1}", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"(|*)", "Nothing to repeat", "Nothing to repeat", "Nothing to repeat"},
    {u"(?=a)*", "", "Invalid quantifier", "Invalid quantifier"},
    {u"(?!a){2}", "", "Invalid quantifier", "Invalid quantifier"},
    {u"(?<=a)*", "Invalid quantifier", "Invalid quantifier", "Invalid quantifier"},
    {u"a{2,1}", "numbers out of order in {} quantifier", "numbers out of order in {} quantifier",
     "numbers out of order in {} quantifier"},
    {u"a{99999999999999999999,1}", "numbers out of order in {} quantifier",
     "numbers out of order in {} quantifier", "numbers out of order in {} quantifier"},
    {u"a{1,99999999999999999999}", "", "", ""},
    {u"a{", "", "Incomplete quantifier", "Incomplete quantifier"},
    {u"a{1", "", "Incomplete quantifier", "Incomplete quantifier"},
    {u"a{,5}", "", "Incomplete quantifier", "Incomplete quantifier"},
    {u"{", "", kLone, kLone},
    {u"}", "", kLone, kLone},
    {u"]", "", kLone, kLone},
    {u"\\", "\\ at end of pattern", "\\ at end of pattern", "\\ at end of pattern"},
    {u"[\\", "\\ at end of pattern", "\\ at end of pattern", "\\ at end of pattern"},
    {u"[", "Unterminated character class", "Unterminated character class", "Unterminated character class"},
    {u"[a-", "Unterminated character class", "Unterminated character class", "Unterminated character class"},
    {u"[b-a]", kOrder, kOrder, kOrder},
    {u"[\\d-a]", "", kClass, kClass},
    {u"[a-\\d]", "", kClass, kClass},
    {u"[\\w-\\d]", "", kClass, kClass},
    {u"[\\1]", "", "Invalid class escape", "Invalid class escape"},
    {u"[\\00]", "", "Invalid class escape", "Invalid class escape"},
    {u"[\\0]", "", "", ""},
    {u"[\\B]", "", kEscape, kEscape},
    {u"[\\b]", "", "", ""},
    {u"[\\-]", "", "", ""},
    {u"[\\c]", "", kUnicodeEscape, kUnicodeEscape},
    {u"\\1", "", kEscape, kEscape},
    {u"(a)\\2", "", kEscape, kEscape},
    {u"\\1(a)", "", "", ""},
    {u"\\00", "", "Invalid decimal escape", "Invalid decimal escape"},
    {u"\\0", "", "", ""},
    {u"\\c", "", kUnicodeEscape, kUnicodeEscape},
    {u"\\c1", "", kUnicodeEscape, kUnicodeEscape},
    {u"\\cA", "", "", ""},
    {u"\\x1", "", kEscape, kEscape},
    {u"\\u1", "", kUnicodeEscape, kUnicodeEscape},
    {u"\\u{1F600}", "", "", ""},
    {u"\\u{110000}", "", kUnicodeEscape, kUnicodeEscape},
    {u"\\u{}", "", kUnicodeEscape, kUnicodeEscape},
    {u"\\a", "", kEscape, kEscape},
    {u"\\-", "", kEscape, kEscape},
    {u"\\/", "", "", ""},
    {u"\\k", "", "Invalid named reference", "Invalid named reference"},
    {u"\\k<a>", "", "Invalid named capture referenced", "Invalid named capture referenced"},
    {u"(?<a>)\\k", "Invalid named reference", "Invalid named reference", "Invalid named reference"},
    {u"\\k<a(?<a>)", "Invalid capture group name", "Invalid capture group name",
     "Invalid capture group name"},
    {u"(?<a>)\\k<b>", "Invalid named capture referenced", "Invalid named capture referenced",
     "Invalid named capture referenced"},
    {u"[\\k](?<a>)", kEscape, kEscape, kEscape},
    {u"\\p", "", kProperty, kProperty},
    {u"\\p{Foo}", "", kProperty, kProperty},
    {u"\\p{Script=Foo}", "", kProperty, kProperty},
    {u"\\p{ASCII=Y}", "", kProperty, kProperty},
    {u"\\p{L", "", kProperty, kProperty},
    {u"\\p{Script=Greek}\\P{gc=Lu}", "", "", ""},
    {u"\\p{RGI_Emoji}", "", kProperty, ""},
    {u"\\P{RGI_Emoji}", "", kProperty, kProperty},
    {u"[\\p{Foo}]", "", "Invalid property name in character class",
     "Invalid property name in character class"},
    {u"[^\\p{RGI_Emoji}]", "", "Invalid property name in character class",
     "Negated character class may contain strings"},
    {u"[^\\q{ab}]", "", kEscape, "Negated character class may contain strings"},
    {u"[^\\q{a|b}]", "", kEscape, ""},
    {u"[^\\q{ab}&&a]", "", kEscape, ""},
    {u"[^[\\q{ab}--\\q{ab}]]", kOrder, kEscape, "Negated character class may contain strings"},
    {u"[\\q{ab|c|}]", "", kEscape, ""},
    {u"[\\q{a]", "", kEscape, kInClass},
    {u"[a&&b]", "", "", ""},
    {u"[a&&&b]", "", "", kInClass},
    {u"[a--b]", kOrder, kOrder, ""},
    {u"[a&&b--c]", kOrder, kOrder, kOperation},
    {u"[a-z&&b]", "", "", kOperation},
    {u"[&&a]", "", "", kOperation},
    {u"[a!!b]", "", "", kOperation},
    {u"[(]", "", "", kInClass},
    {u"[a||b]", "", "", kInClass},
    {u"[[a]", "", "", "Unterminated character class"},
    {u"[[a][b]]", "", kLone, ""},
    {u"[a-[b]]", kOrder, kOrder, kClass},
    {u"[a-b-c]", "", "", kClass},
    {u"[]", "", "", ""},
    {u"[^]", "", "", ""},
    {u"", "", "", ""},
    {u"|", "", "", ""},
    {u"(?<=(?<!a))", "", "", ""},
};

TEST(SyntaxTest, ReportsEveryEarlyError) {
  for (const SyntaxCase& c : kCases) {
    std::string name = unicode::ToUtf8(std::u16string(c.pattern));
    EXPECT_EQ(ErrorOf(c.pattern, ""), c.legacy) << name;
    EXPECT_EQ(ErrorOf(c.pattern, "u"), c.unicode) << name << " with u";
    EXPECT_EQ(ErrorOf(c.pattern, "v"), c.sets) << name << " with v";
  }
}

TEST(SyntaxTest, WritesMessagesLikeV8) {
  std::u16string pattern = u"(";
  Error e = Validate(pattern, kUnicode);
  EXPECT_EQ(ErrorMessage(pattern, kUnicode, e), u"Invalid regular expression: /(/u: Unterminated group");
  EXPECT_EQ(e.offset, 1u);
  EXPECT_EQ(Validate(std::u16string(u"ab)"), 0).offset, 2u);
  EXPECT_EQ(Validate(Text::FromAscii("a**"), 0).offset, 2u);
}

TEST(SyntaxTest, ParsesFlags) {
  EXPECT_EQ(ParseFlags(Text::FromAscii("")), Flags{0});
  EXPECT_EQ(ParseFlags(Text::FromAscii("gi")), Flags{kGlobal | kIgnoreCase});
  EXPECT_EQ(FlagsToString(*ParseFlags(Text::FromAscii("yvsmigd"))), "dgimsvy");
  for (const char* bad : {"x", "gg", "uv", "G", "i "}) EXPECT_FALSE(ParseFlags(Text::FromAscii(bad))) << bad;
}

TEST(SyntaxTest, NamesGroups) {
  std::u16string pattern = u"(?<a>x)|(y)(?<b>z)|(?<a>w)";
  CompileResult r = Compile(pattern, 0);
  ASSERT_TRUE(r);
  EXPECT_EQ(r.program->capture_count, 5u);
  EXPECT_EQ(CaptureCount(r.program->code), 5u);
  ASSERT_EQ(r.program->groups.size(), 2u);
  EXPECT_EQ(r.program->groups[0].name, u"a");
  EXPECT_EQ(r.program->groups[0].indices, (std::vector<uint32_t>{1, 4}));
  EXPECT_EQ(r.program->groups[1].indices, (std::vector<uint32_t>{3}));
  EXPECT_EQ(ProgramFlags(Compile(pattern, kGlobal | kSticky).program->code), kGlobal | kSticky);
}

TEST(SyntaxTest, LimitsNesting) {
  for (const char16_t* open : {u"(", u"(?:", u"(?=", u"(?<!", u"(?:a|"}) {
    std::u16string deep;
    for (int i = 0; i < 100000; i++) deep += open;
    deep.push_back('a');
    deep.append(100000, ')');
    EXPECT_EQ(ErrorOf(deep, ""), "Regular expression too large");
  }
  std::u16string classes(100000, '[');
  EXPECT_EQ(ErrorOf(classes, "v"), "Regular expression too large");
  std::u16string fine(u"x");
  for (int i = 0; i < 100; i++) fine = u"(" + fine + u")*";
  EXPECT_EQ(ErrorOf(fine, ""), "");
  // A caller with a small stack says so.
  CompileOptions options;
  options.stack_limit = __builtin_frame_address(0);
  EXPECT_STREQ(Compile(fine, 0, options).error.reason, "Regular expression too large");
}

TEST(SyntaxTest, LimitsSize) {
  std::u16string many;
  for (int i = 0; i < 40000; i++) many += u"()";
  EXPECT_EQ(ErrorOf(many, ""), "Too many captures");
  std::u16string words(u"a");
  for (int i = 0; i < 3000; i++) {
    for (char c : "|" + std::to_string(i * 7919)) words.push_back(static_cast<char16_t>(c));
  }
  EXPECT_EQ(ErrorOf(words, ""), "");
  CompileOptions options;
  options.max_code_bytes = 1000;
  EXPECT_STREQ(Compile(words, 0, options).error.reason, "Regular expression too large");
  // Counted repetition is counted, not unrolled.
  EXPECT_LT(Compile(Text::FromAscii("(?:a{1000}){1000}(?:(?:ab){1000}){1000}"), 0).program->code.size(),
            1000u);
  std::u16string nested(u"a+");
  for (int i = 0; i < 60; i++) nested = u"(?:" + nested + u"b){2,}";
  Compile(nested, 0);  // must end
}

}  // namespace
}  // namespace halfword::regexp
