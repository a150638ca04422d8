// Regular expressions do the same as machine code as interpreted, and where a match changes between the two:
// result, captures, steps, and how they end where steps or stack run out.
#include "regexp/regexp.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "fixture.h"
#include "jit/code/code_space.h"
#include "jit/compilers/regexp_compiler.h"
#include "jit/stencils/stencil_table.h"
#include "jit/tiers.h"
#include "regexp/matching.h"
#include "unicode/utf8.h"

namespace halfword::testing {
namespace {

using jit::CodeSpace;
using jit::TierMode;
using regexp::Budget;
using regexp::MachineCode;
using regexp::MatchResult;

// A program's machine code for one width; null where there is none.
class Compiled {
 public:
  Compiled(std::span<const uint8_t> program, bool is_two_byte)
      : bytes_(jit::CompileRegExp(program, is_two_byte)) {
    if (!bytes_.empty()) code_ = CodeSpace::Get().Add(bytes_);
  }
  Compiled(const Compiled&) = delete;
  ~Compiled() {
    if (code_ != nullptr) CodeSpace::Get().Remove(code_, bytes_.size());
  }
  const MachineCode* code() const { return reinterpret_cast<const MachineCode*>(code_); }

 private:
  const std::vector<uint8_t> bytes_;
  const uint8_t* code_ = nullptr;
};

enum class How { kInterpreted, kCompiled, kChanging };

struct Limits {
  uint32_t poll_interval = 10000, most_polls = 20;
  size_t max_stack_bytes = 1 << 20;
};

// What a match did, as text.
template <class Span>
std::string Describe(const regexp::Program& program, Span subject, size_t start, How how,
                     const Limits& limits, const MachineCode* code) {
  struct Polls {
    uint32_t count = 0, most;
    const MachineCode* code;
  } polls{0, limits.most_polls, code};
  Budget budget;
  budget.data = &polls;
  budget.poll_interval = limits.poll_interval;
  budget.max_stack_bytes = limits.max_stack_bytes;
  budget.poll = [](void* data) {
    auto& polls = *static_cast<Polls*>(data);
    return ++polls.count < polls.most;
  };
  if (how == How::kChanging) {
    budget.machine_code = [](void* data, const MachineCode* current) {
      return current != nullptr ? nullptr : static_cast<Polls*>(data)->code;
    };
  }
  std::vector<int32_t> captures(2 * program.capture_count, 99);
  MatchResult result = regexp::Match(program.code, subject, start, captures.data(), budget,
                                     how == How::kCompiled ? code : nullptr);
  std::string text = "result " + std::to_string(static_cast<int>(result)) + " steps " +
                     std::to_string(budget.steps) + " polls " + std::to_string(polls.count);
  if (result == MatchResult::kMatch) {
    for (int32_t at : captures) text += " " + std::to_string(at);
  }
  return text;
}

template <class Span>
void Compare(const regexp::Program& program, Span subject, size_t start, const std::string& what) {
  bool is_two_byte = sizeof(subject[0]) == 2;
  Compiled compiled(program.code, is_two_byte);
  ASSERT_NE(compiled.code(), nullptr) << what;
  for (Limits limits : {Limits(), Limits{7, 400, 1 << 20}, Limits{50, 3, 1 << 20}, Limits{10000, 20, 5000}}) {
    std::string expected = Describe(program, subject, start, How::kInterpreted, limits, nullptr);
    EXPECT_EQ(Describe(program, subject, start, How::kCompiled, limits, compiled.code()), expected) << what;
    EXPECT_EQ(Describe(program, subject, start, How::kChanging, limits, compiled.code()), expected) << what;
  }
}

// Both widths, where the subject has only Latin-1.
void CompareAll(std::u16string_view pattern, regexp::Flags flags, std::u16string_view subject, size_t start) {
  regexp::CompileResult result = regexp::Compile(pattern, flags);
  if (!result) return;
  std::string what = "/" + unicode::ToUtf8(regexp::Text(pattern)) + "/" + regexp::FlagsToString(flags) +
                     " in \"" + unicode::ToUtf8(regexp::Text(subject)) + "\" from " + std::to_string(start);
  // Copies of exactly the right size, so that a sanitizer sees reads beyond them.
  std::vector<char16_t> wide(subject.begin(), subject.end());
  Compare(*result.program, regexp::Utf16Span(wide), start, what);
  std::vector<uint8_t> narrow;
  for (char16_t c : subject) {
    if (c > 0xFF) return;
    narrow.push_back(static_cast<uint8_t>(c));
  }
  Compare(*result.program, regexp::Latin1Span(narrow), start, what);
}

class RegExpTiersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HALFWORD_JIT || !CodeSpace::Get().is_available()) GTEST_SKIP() << "no machine code here";
  }
};

TEST_F(RegExpTiersTest, EveryInstructionDoesTheSame) {
  constexpr const char16_t* kPatterns[] = {
      u"a",
      u"ab",
      u"abc",
      u"abcd",
      u"abcdef",
      u"abcdefghijklmnop",
      u"abcdefghijklmnopq",
      u"\u0416\u0417",
      u".",
      u"[ab]",
      u"[^ab]",
      u"[a-f\u0400-\u0450]",
      u"a*",
      u"a*b",
      u"(a*)b",
      u"(a*)(a*)b",
      u"[^b]*b",
      u"[^,b]*b",
      u"[^,;b]*[bc]",
      u"[^,;:b]*b",
      u"[^\u0416]*b",
      u".*b",
      u".*?b",
      u"a*?b",
      u"[^,]*?b",
      u"[^,;]*?[bc]",
      u"[ab]*?c",
      u"(?:a|b)+c",
      u"(?:a|ab)(?:c|bcd)(d*)",
      u"(?:ab|cd|ef)+",
      u"(a)|b|(c)",
      u"(?:(a)|b)*",
      u"(a+)+b",
      u"(a|a)*b",
      u"(?:x+x+)+y",
      u"^a",
      u"a$",
      u"(?:^|,)b",
      u"\\bab\\b",
      u"\\Bb",
      u"(?=ab)a",
      u"(?!ab)a",
      u"(?<=a)b",
      u"(?<!a)b",
      u"(?<=(a+))b",
      u"(?<=[a-c]+,)b",
      u"(a)\\1",
      u"(\\w+) \\1",
      u"(?<n>a)\\k<n>",
      u"(?:a{2,3}){2,}",
      u"(?:ab?){3,5}?c",
      u"a{0,2}b",
      u"(?:a*)*b",
      u"(?:a?)*?b",
      u"[a-z]+\\d+",
      u"\\w+\\s\\w+",
      u"\\s*(\\w+)\\s*=\\s*(\\w+)",
      u"<([^>]*)>",
      u"\"(?:[^\"\\\\]|\\\\.)*\"",
      u"(((\\w+):\\/\\/)([^\\/:]*)(:(\\d+))?)?([^#?]*)(\\?([^#]*))?(#(.*))?",
      u"[\u0400-\u04ff]+",
      u"\\u{1f600}+",
      u"[^\\u{1f600}]*x",
      u"\\p{L}+",
      u"[\\ud83d]",
      u"(?:[\\u{1f600}a])*?b",
      u"(a(b(c(d)?)?)?)?e",
      u"(?:a|b|c|d|e|f)(?:x|y|z)",
      u"a|bc|def|g.|[hi]",
      u"x*",
      u"$",
      u"(?:)",
      u"[]",
      u"[^]",
      u"k",
      u"\u017f",
      u"[k-s]+",
      u"(?:(?=(a))a)+b",
      u"(?:(a)|(b)|(c))+\\2",
      u"(z)((a+)?(b+)?(c))*"};
  constexpr const char16_t* kSubjects[] = {u"",
                                           u"a",
                                           u"b",
                                           u"ab",
                                           u"aab",
                                           u"abc",
                                           u"abcdefghijklmnopqrstuvwxyz",
                                           u"aaaaaaaaaaaaaaaaaaaaaac",
                                           u"xxxxxxxxxxxxxxxxx",
                                           u"a,b;c:ab,,bb",
                                           u"foo = bar12 \n  baz",
                                           u"<b>x</b> \"a\\\"b\" ab ab",
                                           u"http://example.com:80/a/b?c=d#e",
                                           u"zaacbbbcac",
                                           u"ABKs\u00e9\u00ff",
                                           u"\u0416\u0417ab\u0418",
                                           (u"\U0001f600\U0001f600x\xd83d"
                                            u"ab"),
                                           u"k\u212as\u017f"};
  for (const char16_t* pattern : kPatterns) {
    for (const char16_t* subject : kSubjects) {
      for (regexp::Flags flags :
           {0, int{regexp::kIgnoreCase}, int{regexp::kUnicode}, int{regexp::kSticky},
            regexp::kMultiline | regexp::kDotAll, regexp::kUnicodeSets | regexp::kIgnoreCase}) {
        std::u16string_view text = subject;
        CompareAll(pattern, flags, text, 0);
        if (text.size() > 3) CompareAll(pattern, flags, text, 2);
      }
    }
  }
}

TEST_F(RegExpTiersTest, LongSubjectsDoTheSame) {
  std::u16string text;
  for (int n = 0; n < 3000; n++)
    text += n % 97 == 0 ? u"b" : n % 13 == 0 ? u", " : n % 7 == 0 ? u"Ab1" : u"aa";
  for (const char16_t* pattern :
       {u"[^q]*q", u"(a*)*q", u"\\w+,\\s\\w+b", u"a+(?=b)b", u".*?q", u"(?:[a-z]|,)*q",
        u"([a-z]+)(,?)([a-z]+)q", u"(?:a|,| |b|A|1)*$", u"[^]*z", u"(.)*q"}) {
    CompareAll(pattern, 0, text, 0);
    CompareAll(pattern, regexp::kIgnoreCase, text + u"\u0416", 1);
  }
}

// More than a chunk between two polls.
TEST_F(RegExpTiersTest, ScansOfManyUnitsDoTheSame) {
  std::u16string text((1 << 20) * 2 + 5000, u'a');
  for (const char16_t* pattern : {u"[^q]*q", u"a*q", u".*?q", u"q", u"xq", u"[q-z]", u"(?:a|b)q"}) {
    CompareAll(pattern, regexp::kSticky, text, 0);
    CompareAll(pattern, 0, text, text.size() - 5000);
  }
}

TEST_F(RegExpTiersTest, GeneratedPatternsDoTheSame) {
  const char16_t* const kPieces[] = {u"a",      u"b",          u"ab",    u"abc",   u"\u00e9",
                                     u"\u0416", u"\U0001F600", u"(",     u")",     u"(?:",
                                     u"(",      u")",          u"(?:",   u"(?=",   u"(?!",
                                     u"(?<=",   u"(?<!",       u"(?<n>", u"|",     u"|",
                                     u"^",      u"$",          u".",     u"*",     u"+",
                                     u"?",      u"*?",         u"+?",    u"{2}",   u"{1,}",
                                     u"{0,3}",  u"{2,4}?",     u"\\d",   u"\\w",   u"\\s",
                                     u"\\b",    u"\\B",        u"\\1",   u"\\2",   u"[ab]",
                                     u"[^ab]",  u"[^,]",       u"[a-z]", u"[^x1]", u"x",
                                     u"1",      u",",          u"\\W",   u"\\S",   u"[\u0400-\u0450]"};
  const char16_t* const kText[] = {
      u"a",          u"b", u"ab", u"abc", u"aaaa", u"\u00e9", u"\u0416",
      u"\U0001F600", u" ", u"\n", u"x1",  u",",    u"A",      u"xxxxxxxxxxxxxxxxxxxx"};
  const char* seed = std::getenv("REGEXP_SEED");
  const char* rounds = std::getenv("REGEXP_ROUNDS");
  std::mt19937 random(seed != nullptr ? static_cast<unsigned>(std::atoi(seed)) : 1);
  int count = rounds != nullptr ? std::atoi(rounds) : 4000, valid = 0;
  for (int n = 0; n < count && !HasFailure(); n++) {
    std::u16string pattern, subject;
    int open = 0;
    for (unsigned k = 1 + random() % 14; k > 0; k--) {
      std::u16string_view piece = kPieces[random() % std::size(kPieces)];
      if (piece[0] == u'(') open++;
      if (piece == u")" && open-- == 0) open = 0, piece = u"a";
      pattern += piece;
    }
    for (; open > 0; open--) pattern += u")";
    auto flags = static_cast<regexp::Flags>(random() & 0xFF);
    if ((flags & regexp::kUnicode) && (flags & regexp::kUnicodeSets)) flags &= ~regexp::kUnicode;
    if (n % 4 != 0) flags &= ~regexp::kSticky;
    if (!regexp::Compile(pattern, flags)) continue;
    valid++;
    for (unsigned k = random() % 16; k > 0; k--) subject += kText[random() % (n % 2 ? 5 : std::size(kText))];
    CompareAll(pattern, flags, subject, random() % (subject.size() + 1));
  }
  EXPECT_GT(valid, count / 3);
}

}  // namespace
}  // namespace halfword::testing
