#include <gtest/gtest.h>

#include "test_util.h"

namespace halfword::regexp {
namespace {

TEST(MatchTest, FollowsTheExamplesOfTheSpecification) {
  EXPECT_EQ(Exec(u"((a)|(ab))((c)|(bc))", "", u"abc"), "0,3;0,1;0,1;-;1,3;-;1,3");
  EXPECT_EQ(Exec(u"a[a-z]{2,4}?", "", u"abcdefghi"), "0,3");
  EXPECT_EQ(Exec(u"(aa|aabaac|ba|b|c)*", "", u"aabaac"), "0,4;2,4");
  EXPECT_EQ(Exec(u"(z)((a+)?(b+)?(c))*", "", u"zaacbbbcac"), "0,10;0,1;8,10;8,9;-;9,10");
  EXPECT_EQ(Exec(u"(?=(a+))", "", u"baaabac"), "1,1;1,4");
  EXPECT_EQ(Exec(u"(?=(a+))a*b\\1", "", u"baaabac"), "3,6;3,4");
  EXPECT_EQ(Exec(u"(.*?)a(?!(a+)b\\2c)\\2(.*)", "", u"baaabaac"), "0,8;0,2;-;3,8");
  EXPECT_EQ(Exec(u"(?:(a)|b)*", "", u"ab"), "0,2;-");
}

TEST(MatchTest, ResolvesDuplicateNames) {
  EXPECT_EQ(Exec(u"(?:(?<x>a)|(?<x>b))\\k<x>", "", u"bb"), "0,2;-;0,1");
  EXPECT_EQ(Exec(u"(?:(?<x>a)|(?<x>b))\\k<x>", "", u"aa"), "0,2;0,1;-");
  EXPECT_EQ(Exec(u"(?:(?<x>a)|(?<x>b))\\k<x>", "", u"abab"), "-");
  EXPECT_EQ(Exec(u"(?:(?:(?<x>a)|(?<x>b)|c)\\k<x>){2}", "", u"aac"), "0,3;-;-");
  EXPECT_EQ(Exec(u"(?:(?:(?<x>a)|(?<x>b))\\k<x>){2}", "", u"aabb"), "0,4;-;2,3");
  EXPECT_EQ(Exec(u"\\k<x>(?:(?<x>a)|(?<x>b))", "", u"b"), "0,1;-;0,1");
  EXPECT_EQ(Exec(u"(?<=(?:\\k<x>(?<x>a)|(?<x>b)))c", "", u"aac"), "2,3;1,2;-");
}

// A match that is to end at the end, and is not long, begins near it.
TEST(MatchTest, WhatIsToEndAtTheEndIsSoughtThere) {
  std::u16string text;
  for (int i = 0; i < 20000; i++) text += u"ab \n";
  text += u"a.js";
  auto steps = [&](std::u16string_view pattern, const char* flags) {
    Budget budget;
    EXPECT_NE(Exec(pattern, flags, text, 0, &budget), "!") << unicode::ToUtf8(std::u16string(pattern));
    return budget.steps;
  };
  for (auto pattern :
       {u"[a-z]$", u"\\s$", u"\\n?$", u"b $", u"(a|\\.)(js|ts)$", u"(?:a$|b$)", u"(?:a|b$){2}$",
        u"a(?=.{3}$)", u"(?:\\w$)+", u"(?<=\\.)js$", u"\\b.$(?:x|)", u"^a.js$", u"a$(?!b)"}) {
    for (const char* flags : {"", "i", "u", "s", "iv"})
      EXPECT_LT(steps(pattern, flags), 50u) << unicode::ToUtf8(std::u16string(pattern)) << flags;
  }
  EXPECT_EQ(Exec(u"\\w+\\.js$", "", text), "80000,80004");
  EXPECT_EQ(Exec(u".s$", "", text), "80002,80004");
  EXPECT_EQ(Exec(u".s$", "y", text, 80000), "-");
  EXPECT_EQ(Exec(u"b $", "m", text), "1,3");
  EXPECT_EQ(Exec(u"(?m:b $)|s$", "", text), "1,3");
  EXPECT_EQ(Exec(u"a$|b", "", text), "1,2");
  EXPECT_EQ(Exec(u"(?:a$)?b", "", text), "1,2");
  EXPECT_EQ(Exec(u"(?:a$)*?.{4}$", "", text), "80000,80004");
  EXPECT_EQ(Exec(u"(?!x$)ab", "", text), "0,2");
  EXPECT_EQ(Exec(u"(a)\\1?$", "", u"xaa"), "1,3;1,2");
  // No place in the middle of a pair.
  EXPECT_EQ(Exec(u".$", "u", u"xx\xD83D\xDE00"), "2,4");
  EXPECT_EQ(Exec(u"[^]$", "u", u"xx\xD83D\xDE00"), "2,4");
  EXPECT_EQ(Exec(u"\\ude00$", "u", u"xx\xD83D\xDE00"), "-");
  EXPECT_EQ(Exec(u"\\ude00$", "", u"xx\xD83D\xDE00"), "3,4");
}

TEST(MatchTest, KnowsModifiers) {
  EXPECT_EQ(Exec(u"a(?i:b)c", "", u"aBc"), "0,3");
  EXPECT_EQ(Exec(u"a(?i:b)c", "", u"aBC"), "-");
  EXPECT_EQ(Exec(u"a(?-i:b)c", "i", u"AbC"), "0,3");
  EXPECT_EQ(Exec(u"a(?-i:b)c", "i", u"ABC"), "-");
  EXPECT_EQ(Exec(u"(?s:.)", "", u"\n"), "0,1");
  EXPECT_EQ(Exec(u"(?-s:.)", "s", u"\n"), "-");
  EXPECT_EQ(Exec(u"(?m:^b)", "", u"a\nb"), "2,3");
  EXPECT_EQ(Exec(u"(?m:^)b$", "", u"a\nb"), "2,3");
  EXPECT_EQ(Exec(u"(?-m:^)b", "m", u"a\nb"), "-");
  EXPECT_EQ(Exec(u"(?m-i:^a(?i:b))c", "i", u"x\naBC"), "2,5");
  EXPECT_EQ(Exec(u"(a)(?i:\\1)", "", u"aA"), "0,2;0,1");
  EXPECT_EQ(Exec(u"(?i:(a))\\1", "", u"Aa"), "-");
  EXPECT_EQ(Exec(u"(?i:a|b)c|d", "", u"D"), "-");
  EXPECT_EQ(Exec(u"(?i:\\b)\\u017f", "u", u"\u017f"), "0,1");
  EXPECT_EQ(Exec(u"(?i:\\w)", "u", u"\u017f"), "0,1");
  EXPECT_EQ(Exec(u"(?-i:\\w)", "iu", u"\u017f"), "-");
}

TEST(MatchTest, KnowsSets) {
  EXPECT_EQ(Exec(u"[\\p{L}--[a-z]]+", "v", u"abCD"), "2,4");
  EXPECT_EQ(Exec(u"[\\p{ASCII}&&\\p{Letter}]+", "v", u"12ab\u00e9"), "2,4");
  EXPECT_EQ(Exec(u"[\\q{abc|d|}x]", "v", u"abcd"), "0,3");
  EXPECT_EQ(Exec(u"[\\q{abc|d|}x]", "v", u"abd"), "0,0");
  EXPECT_EQ(Exec(u"^[\\q{ABC}]$", "vi", u"abc"), "0,3");
  EXPECT_EQ(Exec(u"^\\p{RGI_Emoji}$", "v", u"\U0001F468\u200D\U0001F469\u200D\U0001F467"), "0,8");
  EXPECT_EQ(Exec(u"^\\p{RGI_Emoji}$", "v", u"\U0001F600"), "0,2");
  EXPECT_EQ(Exec(u"^[\\p{RGI_Emoji}--\\q{\U0001F1E9\U0001F1EA}]$", "v", u"\U0001F1E9\U0001F1EA"), "-");
  EXPECT_EQ(Exec(u"^[\\p{Emoji_Keycap_Sequence}&&\\q{1\uFE0F\u20E3|x}]$", "v", u"1\uFE0F\u20E3"), "0,3");
  EXPECT_EQ(Exec(u"[^[a-z]]", "v", u"aB"), "1,2");
  EXPECT_EQ(Exec(u"[[a-z]&&[^aeiou]]+", "v", u"aebcd"), "2,5");
  // Case is folded before the operation: https://tc39.es/ecma262/#sec-maybesimplecasefolding
  EXPECT_EQ(Exec(u"[\\p{L}--a]", "iv", u"aA1"), "-");
  EXPECT_EQ(Exec(u"[\\p{Lu}&&\\p{Ll}]", "iv", u"1x"), "1,2");
  EXPECT_EQ(Exec(u"[^x]", "iv", u"xXy"), "2,3");
  EXPECT_EQ(Exec(u"\\P{Lu}", "iv", u"aA1"), "2,3");
  EXPECT_EQ(Exec(u"\\P{Lu}", "iu", u"aA1"), "0,1");
  EXPECT_EQ(Exec(u"[^\\P{Lu}]", "iu", u"1a"), "-");
}

TEST(MatchTest, FoldsCase) {
  EXPECT_EQ(Exec(u"\u212a", "i", u"k"), "-");
  EXPECT_EQ(Exec(u"\u212a", "iu", u"k"), "0,1");
  EXPECT_EQ(Exec(u"k", "iu", u"\u212a"), "0,1");
  EXPECT_EQ(Exec(u"\u00df", "iu", u"\u1e9e"), "0,1");
  EXPECT_EQ(Exec(u"\u00df", "i", u"\u1e9e"), "-");
  EXPECT_EQ(Exec(u"\u0436\u0438\u0432\u043e", "i", u"\u0416\u0418\u0412\u041e"), "0,4");
  EXPECT_EQ(Exec(u"[\u0430-\u044f]+", "i", u"\u0416\u0418\u0412\u041e"), "0,4");
  EXPECT_EQ(Exec(u"\U00010400", "iu", u"\U00010428"), "0,2");
  EXPECT_EQ(Exec(u"(\u03c3)\\1", "i", u"\u03c3\u03c2"), "0,2;0,1");
  EXPECT_EQ(Exec(u"(\U00010400)\\1", "iu", u"\U00010400\U00010428"), "0,4;0,2");
  EXPECT_EQ(Exec(u"\u00b5", "i", u"\u03bc"), "0,1");
  EXPECT_EQ(Exec(u"\u00ff", "i", u"\u0178"), "0,1");
  EXPECT_EQ(Exec(u"[^\u00ff]", "i", u"\u0178a"), "1,2");
  EXPECT_EQ(Exec(u"\\w", "i", u"\u017f"), "-");
}

TEST(MatchTest, SeesWholeCodePoints) {
  EXPECT_EQ(Exec(u"^.$", "u", u"\U0001F600"), "0,2");
  EXPECT_EQ(Exec(u"^.$", "", u"\U0001F600"), "-");
  EXPECT_EQ(Exec(u"\\ude00", "u", u"\U0001F600"), "-");
  EXPECT_EQ(Exec(u"\\ude00", "", u"\U0001F600"), "1,2");
  EXPECT_EQ(Exec(u"(?<=\\ud83d)\\ude00", "", u"\U0001F600"), "1,2");
  EXPECT_EQ(Exec(u"(?<=\\ud83d)\\ude00", "u", u"\U0001F600"), "-");
  EXPECT_EQ(Exec(u"(?<=.)b", "u", u"\U0001F600b"), "2,3");
  EXPECT_EQ(Exec(u"[^a]*b", "u", u"\U0001F600\U0001F600b"), "0,5");
  EXPECT_EQ(Exec(u"[^a]{2}", "u", u"\U0001F600\U0001F600b"), "0,4");
  EXPECT_EQ(Exec(u"(?:\U0001F600){2}", "u", u"\U0001F600\U0001F600"), "0,4");
  EXPECT_EQ(Exec(u"\U0001F600+", "u", u"\U0001F600\U0001F600"), "0,4");
  EXPECT_EQ(Exec(u".*.", "u", u"a\U0001F600"), "0,3");
  EXPECT_EQ(Exec(u".*?\U0001F600", "u", u"\U0001F601\U0001F600"), "0,4");
  // lastIndex inside a pair means the pair
  EXPECT_EQ(Exec(u"\U0001F600", "u", u"\U0001F600", 1), "0,2");
  EXPECT_EQ(Exec(u"", "uy", u"\U0001F600", 1), "0,0");
  EXPECT_EQ(Exec(u"", "", u"\U0001F600", 1), "1,1");
}

TEST(MatchTest, IsSticky) {
  EXPECT_EQ(Exec(u"a", "y", u"ba", 0), "-");
  EXPECT_EQ(Exec(u"a", "y", u"ba", 1), "1,2");
  EXPECT_EQ(Exec(u"^a", "y", u"aa", 1), "-");
  EXPECT_EQ(Exec(u"^a", "my", u"b\na", 2), "2,3");
  EXPECT_EQ(Exec(u"\\s*$", "y", u"a b ", 1), "-");
  EXPECT_EQ(Exec(u"a", "", u"aba", 1), "2,3");
  EXPECT_EQ(Exec(u"", "", u"ab", 2), "2,2");
  EXPECT_EQ(Exec(u"a", "", u"a", 1), "-");
}

// What has one attempt looks at the first character before it begins. A search finds the same.
TEST(MatchTest, RejectsByTheFirstCharacterOnlyWhatCannotMatch) {
  const std::u16string_view patterns[] = {
      u"ba",
      u"b|a",
      u"[^b]",
      u"\\W",
      u"\\D+x?",
      u"(?=a)[ab]b",
      u"(?!a)[ab]",
      u"(?<=a)b",
      u"(?<!a)b",
      u"a?b",
      u"(?:a*|x)b",
      u"()b",
      u"\\bb",
      u"\\Bb",
      u"(a)?\\1b",
      u"(?:^|b)a",
      u"\u0411",
      u"[\u0410-\u042F]",
      u"\\u{1F600}",
      u"[\\ud83d]",
      u".",
      u"\\ud83d",
      u"\\p{L}",
      u"(?i:B)a",
      u"\u212A",
      u"s",
      u"k|\u017F",
      u"(?:)",
      u"$",
      u"a{0}b",
      u"(?:a{0,2}){2}b",
      u"(b*)*a",
      u"[]",
      u"(?=b)",
      u"\\s",
  };
  const std::u16string_view subjects[] = {
      u"",  u"b", u"ba",     u"abab",   u"xb", u"B",    u"\nab", u"\u0411a", u"\u0431", u"\U0001F600a",
      u"K", u"k", u"\u212A", u"\u017F", u"S",  u"\xE9", u" b",   u"\u2028a", u"\xA0",
  };
  for (std::string flags : {"", "i", "u", "iu", "m", "s", "v"}) {
    for (std::u16string_view pattern : patterns) {
      for (std::u16string_view subject : subjects) {
        for (size_t at = 0; at <= subject.size(); at++) {
          std::string found = Exec(pattern, flags, subject, at);
          // In the middle of a pair the attempt is before it.
          size_t from = at == 1 && subject[0] == 0xD83D && flags.find_first_of("uv") != flags.npos ? 0 : at;
          std::string here = found.starts_with(std::to_string(from) + ",") || found == "!" ? found : "-";
          EXPECT_EQ(Exec(pattern, flags + "y", subject, at), here)
              << unicode::ToUtf8(pattern) << " /" << flags << " in " << unicode::ToUtf8(subject) << " at "
              << at;
          if (at > 0 || flags == "m" || found == "!") continue;
          EXPECT_EQ(Exec(u"^(?:" + std::u16string(pattern) + u")", flags, subject), here)
              << unicode::ToUtf8(pattern) << " /" << flags << " in " << unicode::ToUtf8(subject);
        }
      }
    }
  }
}

TEST(MatchTest, SearchesInLongSubjects) {
  for (size_t at : {0u, 1u, 7u, 8u, 15u, 16u, 17u, 31u, 33u, 100u, 1000u}) {
    for (size_t after : {0u, 1u, 5u, 20u}) {
      std::u16string s = std::u16string(at, u'.') + u"<needle#42>" + std::u16string(after, u'.');
      auto expect = [&](std::u16string_view pattern, const char* flags, size_t from, size_t to) {
        EXPECT_EQ(Exec(pattern, flags, s), std::to_string(at + from) + "," + std::to_string(at + to))
            << unicode::ToUtf8(std::u16string(pattern)) << " at " << at << " after " << after;
      };
      expect(u"<", "", 0, 1);
      expect(u"needle", "", 1, 7);
      expect(u"NEEDLE", "i", 1, 7);
      expect(u"[<>]", "", 0, 1);
      expect(u"[a-z]+", "", 1, 7);
      expect(u"\\d+", "", 8, 10);
      expect(u"<?needle", "", 0, 7);
      expect(u"[a-z]?#\\d", "", 6, 9);
      expect(u"[^.]+", "", 0, 11);
      expect(u"(?:needle|noodle)#", "", 1, 8);
      expect(u"\\bneedle\\b", "", 1, 7);
      expect(u"(?<=#)4", "", 8, 9);
      expect(u".\\d>", "", 8, 11);
      EXPECT_EQ(Exec(u"needles", "", s), "-");
      EXPECT_EQ(Exec(u"\u0416", "", s), "-");
    }
  }
  // More than one chunk between polls.
  std::u16string huge(3'000'000, u'a');
  EXPECT_EQ(Exec(u"b", "", huge), "-");
  EXPECT_EQ(Exec(u"[bc]+x", "", huge), "-");
  EXPECT_EQ(Exec(u"a*", "", huge), "0,3000000");
  EXPECT_EQ(Exec(u".*a", "", huge), "0,3000000");
  EXPECT_EQ(Exec(u"[^]*?$", "", huge), "0,3000000");
  EXPECT_EQ(Exec(u"[ab]+$", "", huge), "0,3000000");
  huge += u"b";
  EXPECT_EQ(Exec(u"b", "", huge), "3000000,3000001");
  EXPECT_EQ(Exec(u"ab", "", huge), "2999999,3000001");
  EXPECT_EQ(Exec(u"[bc]", "", huge), "3000000,3000001");
  EXPECT_EQ(Exec(u"[b-z]", "", huge), "3000000,3000001");
  EXPECT_EQ(Exec(u"a?b", "", huge), "2999999,3000001");
  EXPECT_EQ(Exec(u"\\s*$", "", huge), "3000001,3000001");
}

TEST(MatchTest, CountsLargeRepetitions) {
  EXPECT_EQ(Exec(u"(?:ab){1000}", "", std::u16string(500, u'a')), "-");
  std::u16string s;
  for (int i = 0; i < 1000; i++) s += u"ab";
  EXPECT_EQ(Exec(u"(?:ab){1000}", "", s), "0,2000");
  EXPECT_EQ(Exec(u"(?:ab){1001}", "", s), "-");
  EXPECT_EQ(Exec(u"(?:ab){100,300}", "", s), "0,600");
  EXPECT_EQ(Exec(u"(?:ab){100,300}?", "", s), "0,200");
  EXPECT_EQ(Exec(u"(?:a(b)?|x){100,}", "", s), "0,2000;1999,2000");
  EXPECT_EQ(Exec(u"(?:a{10}){10}", "", std::u16string(100, u'a')), "0,100");
  EXPECT_EQ(Exec(u"(?:(?:a?){100}){100}b", "", u"aab"), "0,3");
  EXPECT_EQ(Exec(u"a{4294967294,4294967295}", "", u"aaa"), "-");
  EXPECT_EQ(Exec(u"(?:){4294967295}a", "", u"a"), "0,1");
  EXPECT_EQ(Exec(u"(?:\\b){4294967295}a", "", u"a"), "0,1");
}

TEST(MatchTest, StopsWhenAsked) {
  struct Host {
    int polls = 0;
    static bool Poll(void* data) { return ++static_cast<Host*>(data)->polls < 5; }
  };
  for (const char16_t* pattern :
       {u"(a*)*b", u"(a|aa)+$", u"(?:a+)+b", u"(?:a|ab|aa)*d", u"(?=(a+)+b)", u"(?:a?){50}a{50}b",
        u"(x+x+)+y|(a+a+)+b", u"(?:\\w+\\s?)+$", u"(?<=(?:a+)+b)c|(a+)+d"}) {
    Host host;
    Budget budget;
    budget.poll = Host::Poll;
    budget.data = &host;
    budget.poll_interval = 1000;
    CompileResult r = Compile(std::u16string(pattern), 0);
    std::u16string subject = std::u16string(60, u'a') + u"!c";
    std::vector<int32_t> captures(2 * r.program->capture_count);
    EXPECT_EQ(Match(r.program->code, Utf16Span(subject), 0, captures.data(), budget),
              MatchResult::kInterrupted)
        << unicode::ToUtf8(std::u16string(pattern));
    EXPECT_EQ(host.polls, 5);
    EXPECT_GE(budget.steps, 5000u);
    EXPECT_LT(budget.steps, 7000u);
  }
}

TEST(MatchTest, StopsLongScans) {
  Budget budget;
  budget.poll = [](void*) { return false; };
  std::u16string huge(3'000'000, u'a');
  for (const char16_t* pattern :
       {u"b", u"bc", u"[bc]", u"[b-y]", u"a*", u"[^b]*", u"[^]*", u"x?b", u"(?:^|b)c*$", u"[\\s\\S]*?b"}) {
    EXPECT_EQ(Exec(pattern, "", huge, 1, &budget), "interrupted") << unicode::ToUtf8(std::u16string(pattern));
  }
}

TEST(MatchTest, LimitsTheStack) {
  Budget budget;
  budget.max_stack_bytes = 100'000;
  std::u16string s(100'000, u'a');
  EXPECT_EQ(Exec(u"(?:a|b)*c", "", s, 0, &budget), "-");  // one class: no entries
  EXPECT_EQ(Exec(u"(?:a|bc)*(?:a|x)y", "", s, 0, &budget), "memory");
  EXPECT_EQ(Exec(u"(a)*?c|(?:(a)|bc)*d", "", s, 0, &budget), "memory");
  budget.max_stack_bytes = 100'000'000;
  EXPECT_EQ(Exec(u"^(?:a|bc)*(?:a|x)y", "", s, 0, &budget), "-");
  std::u16string groups;
  for (int i = 0; i < 20000; i++) groups += u"(a)?";
  EXPECT_EQ(Exec(u"(?:" + groups + u"b)*", "", u"bbbabb", 0, &budget).substr(0, 10), "0,6;-;-;-;");
}

TEST(MatchTest, CountsStepsDeterministically) {
  auto steps = [](const char* pattern, const char* subject) {
    CompileResult r = Compile(Text::FromAscii(pattern), 0);
    std::vector<int32_t> captures(2 * r.program->capture_count);
    Budget budget;
    Match(r.program->code, Text::FromAscii(subject).latin1(), 0, captures.data(), budget);
    return budget.steps;
  };
  EXPECT_EQ(steps("(a|ab)(c|bcd)(d*)x", "abcd"), steps("(a|ab)(c|bcd)(d*)x", "abcd"));
  EXPECT_GT(steps("(a+)+b", "aaaaaaaaaaaaaaac"), 10000u);
}

TEST(MatchTest, Disassembles) {
  CompileResult r = Compile(Text::FromAscii("(?<=a)(b|[c-e]+?)*\\1(?!x)foo$"), kIgnoreCase);
  std::string listing = Disassemble(r.program->code);
  EXPECT_NE(listing.find("LookStart"), std::string::npos) << listing;
  EXPECT_NE(listing.find("\"foo\""), std::string::npos) << listing;
}

// A program may lie anywhere.
TEST(MatchTest, ProgramsAreRelocatable) {
  CompileResult r = Compile(Text::FromAscii("(\\w+)@(\\w+)\\.com"), 0);
  for (size_t offset = 0; offset < 4; offset++) {
    std::vector<uint8_t> copy(r.program->code.size() + offset);
    std::copy(r.program->code.begin(), r.program->code.end(), copy.begin() + static_cast<ptrdiff_t>(offset));
    std::vector<int32_t> captures(6);
    Budget budget;
    EXPECT_EQ(Match(std::span(copy).subspan(offset), Text::FromAscii("mail me@example.com").latin1(), 0,
                    captures.data(), budget),
              MatchResult::kMatch);
    EXPECT_EQ(Captures(captures), "5,19;5,7;8,15");
  }
}

}  // namespace
}  // namespace halfword::regexp
