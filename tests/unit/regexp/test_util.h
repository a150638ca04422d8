// Shared by the tests of the regexp layer: compiling and matching with the results as text.
#ifndef HALFWORD_TESTS_UNIT_REGEXP_TEST_UTIL_H_
#define HALFWORD_TESTS_UNIT_REGEXP_TEST_UTIL_H_

#include <string>
#include <vector>

#include "regexp/regexp.h"
#include "unicode/utf8.h"

namespace halfword::regexp {

inline std::string Captures(const std::vector<int32_t>& captures) {
  std::string s;
  for (size_t i = 0; i < captures.size(); i += 2) {
    if (i > 0) s += ";";
    s += captures[i] < 0 ? "-" : std::to_string(captures[i]) + "," + std::to_string(captures[i + 1]);
  }
  return s;
}

// "-", "!" (syntax error), "memory", "interrupted", or the captures. Subjects that are Latin-1 are matched in
// both widths; a difference yields "widths differ: …".
inline std::string Exec(std::u16string_view pattern, std::string_view flags, std::u16string_view subject,
                        size_t start = 0, Budget* budget = nullptr) {
  auto parsed = ParseFlags(Text::FromAscii(flags));
  if (!parsed) return "bad flags";
  CompileResult r = Compile(pattern, *parsed);
  if (!r) return "!";
  auto run = [&](auto span) -> std::string {
    std::vector<int32_t> captures(2 * r.program->capture_count, 99);
    Budget own;
    // A copy of exactly the right size, so that a sanitizer sees reads beyond it.
    std::vector<uint8_t> code(r.program->code);
    code.shrink_to_fit();
    switch (Match(code, span, start, captures.data(), budget ? *budget : own)) {
      case MatchResult::kNoMatch: return "-";
      case MatchResult::kMatch: return Captures(captures);
      case MatchResult::kOutOfMemory: return "memory";
      case MatchResult::kInterrupted: return "interrupted";
    }
    return "?";
  };
  std::vector<char16_t> wide(subject.begin(), subject.end());
  std::string result = run(Utf16Span(wide));
  if (unicode::IsLatin1(wide)) {
    std::vector<uint8_t> narrow(wide.size());
    unicode::NarrowToLatin1(wide, narrow.data());
    std::string other = run(Latin1Span(narrow));
    if (other != result) return "widths differ: " + other + " " + result;
  }
  return result;
}

}  // namespace halfword::regexp

#endif  // HALFWORD_TESTS_UNIT_REGEXP_TEST_UTIL_H_
