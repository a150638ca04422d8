// Regular expressions: any pattern is a program or an error, both found by the validator too; a match is the
// same on Latin-1 and on UTF-16 of one subject, and ends when its budget says so.
#include "regexp/regexp.h"

#include <string>
#include <vector>

#include "fuzzing.h"
#include "source.h"

using namespace halfword::fuzzing;  // NOLINT
using namespace halfword::regexp;   // NOLINT

namespace {

constexpr std::string_view kWords[] = {"a",
                                       "b",
                                       "A",
                                       "\xc3\xa9",
                                       "\xc5\xbf",
                                       "\xe2\x84\xaa",
                                       "\xf0\x9f\x98\x80",
                                       ".",
                                       "^",
                                       "$",
                                       "\\b",
                                       "\\B",
                                       "\\d",
                                       "\\D",
                                       "\\w",
                                       "\\W",
                                       "\\s",
                                       "\\S",
                                       "\\0",
                                       "\\1",
                                       "\\2",
                                       "\\k<n>",
                                       "\\n",
                                       "\\cA",
                                       "\\x41",
                                       "\\u0061",
                                       "\\u{1f600}",
                                       "\\ud83d",
                                       "\\ude00",
                                       "\\p{L}",
                                       "\\P{Lu}",
                                       "\\p{Script=Greek}",
                                       "\\p{RGI_Emoji}",
                                       "\\q{ab|c|}",
                                       "[",
                                       "]",
                                       "[^",
                                       "[a-z]",
                                       "[^]",
                                       "[]",
                                       "[\\w--a]",
                                       "[a&&b]",
                                       "[[a-c][b-d]]",
                                       "-",
                                       "--",
                                       "&&",
                                       "(",
                                       ")",
                                       "(?:",
                                       "(?=",
                                       "(?!",
                                       "(?<=",
                                       "(?<!",
                                       "(?<n>",
                                       "(?i:",
                                       "(?-i:",
                                       "(?ims-:",
                                       "|",
                                       "*",
                                       "+",
                                       "?",
                                       "*?",
                                       "+?",
                                       "??",
                                       "{2}",
                                       "{0}",
                                       "{1,}",
                                       "{0,3}?",
                                       "{2,1}",
                                       "{99999}",
                                       "{4294967295}",
                                       "{",
                                       "}",
                                       "(a*)*",
                                       "(a|ab)(c|bcd)(d*)",
                                       "(?:a?){20}a{20}",
                                       "\\",
                                       "/",
                                       "\\/",
                                       "\\-",
                                       "\xff"};

std::u16string Widen(std::string_view bytes, Encoding encoding) {
  halfword::syntax::SourceBuffer buffer = SourceOf(bytes, encoding);
  std::u16string out;
  for (uint32_t i = 0; i < buffer.text().length(); i++) out += buffer.text()[i];
  return out;
}

}  // namespace

const Language halfword::fuzzing::kLanguage = {3, kWords};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices choices(data, size);
  Flags flags = choices.Byte();
  uint8_t how = choices.Byte(), begin = choices.Byte();
  // The subject is what stands behind the last slash.
  std::string_view text = choices.Rest().substr(0, 2000);
  size_t slash = text.rfind('/');
  std::u16string pattern = Widen(text.substr(0, slash), how & 1 ? Encoding::kUtf8 : Encoding::kLatin1);
  std::u16string subject = slash == text.npos
                               ? u"aAb\u00e9ab12 \n_aaaa"
                               : Widen(text.substr(slash + 1), how & 2 ? Encoding::kUtf8 : Encoding::kLatin1);
  if ((flags & kUnicode) && (flags & kUnicodeSets)) flags &= ~kUnicode;
  CompileOptions options;
  options.max_code_bytes = 1 << 16;
  size_t steps = 0;
  options.data = &steps;
  options.goes_on = [](void* data, size_t, size_t steps) {
    return (*static_cast<size_t*>(data) += steps) < 300'000;
  };
  CompileResult compiled = Compile(Text(Utf16Span(pattern)), flags, options);
  bool was_stopped = steps >= 300'000;
  steps = 0;
  Error error = Validate(Text(Utf16Span(pattern)), flags, options);
  was_stopped |= steps >= 300'000;
  if (!compiled) {
    Require(compiled.error.reason != nullptr && compiled.error.offset <= pattern.size(),
            "an error says what it is and where");
    (void)ErrorMessage(Text(Utf16Span(pattern)), flags, compiled.error);
  }
  if (error.reason && !was_stopped) Require(!compiled, "what the validator refuses does not compile");
  if (!compiled) return 0;
  const Program& program = *compiled.program;
  Require(CaptureCount(program.code) == program.capture_count && ProgramFlags(program.code) == program.flags,
          "facts about the bytes are those of the program");
  (void)Disassemble(program.code);
  size_t start = subject.empty() ? 0 : begin % (subject.size() + 1);
  auto match = [&](auto span, std::vector<int32_t>& captures) {
    Budget budget;
    budget.poll = [](void*) { return false; };
    budget.poll_interval = 20000;
    budget.max_stack_bytes = 4 << 20;
    captures.assign(2 * program.capture_count, -7);
    MatchResult result = Match(program.code, span, start, captures.data(), budget);
    if (result != MatchResult::kMatch) return result;
    Require(
        captures[0] >= 0 && captures[0] <= captures[1] && captures[1] <= static_cast<int32_t>(span.size()),
        "a match is within the subject");
    for (size_t i = 0; i < captures.size(); i += 2) {
      bool none = captures[i] == -1 && captures[i + 1] == -1;
      Require(none || (captures[i] >= 0 && captures[i] <= captures[i + 1] &&
                       captures[i + 1] <= static_cast<int32_t>(span.size())),
              "a group is within the subject");
    }
    return result;
  };
  std::vector<int32_t> wide, narrow;
  MatchResult result = match(Utf16Span(subject), wide);
  std::vector<uint8_t> latin1;
  for (char16_t c : subject) {
    if (c > 0xff) return 0;
    latin1.push_back(static_cast<uint8_t>(c));
  }
  MatchResult other = match(Latin1Span(latin1), narrow);
  if (result <= MatchResult::kMatch && other <= MatchResult::kMatch) {
    Require(result == other && (result == MatchResult::kNoMatch || wide == narrow),
            "both widths of a subject match alike");
  }
  return 0;
}
