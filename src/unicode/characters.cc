#include "unicode/characters.h"

#include "unicode/tables.h"

namespace halfword::unicode {

namespace {

constexpr bool InLatin1Letters(int c) {
  // Lo and Ll of the upper half that are ID_Start: ª µ º and À…ÿ without × and ÷.
  return c == 0xAA || c == 0xB5 || c == 0xBA || (c >= 0xC0 && c != 0xD7 && c != 0xF7);
}

constexpr uint8_t FlagsOf(int c) {
  uint8_t flags = 0;
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  bool digit = c >= '0' && c <= '9';
  if (letter) flags |= kAsciiLetterFlag;
  if (digit) flags |= kDecimalDigitFlag;
  if (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) flags |= kHexDigitFlag;
  if (letter || digit || c == '_') flags |= kWordFlag;
  if (letter || c == '$' || c == '_' || InLatin1Letters(c)) flags |= kIdStartFlag | kIdPartFlag;
  if (digit || c == 0xB7) flags |= kIdPartFlag;
  if (c == '\t' || c == '\v' || c == '\f' || c == ' ' || c == 0xA0) flags |= kWhiteSpaceFlag;
  if (c == '\n' || c == '\r') flags |= kLineTerminatorFlag;
  return flags;
}

#define ROW4(n) FlagsOf(n), FlagsOf(n + 1), FlagsOf(n + 2), FlagsOf(n + 3)
#define ROW16(n) ROW4(n), ROW4(n + 4), ROW4(n + 8), ROW4(n + 12)
#define ROW64(n) ROW16(n), ROW16(n + 16), ROW16(n + 32), ROW16(n + 48)

}  // namespace

constinit const uint8_t kLatin1Flags[256] = {ROW64(0), ROW64(64), ROW64(128), ROW64(192)};
static_assert(FlagsOf('a') == (kAsciiLetterFlag | kHexDigitFlag | kWordFlag | kIdStartFlag | kIdPartFlag));

namespace internal {

bool IsIdStartSlow(CodePoint c) {
  return c <= kMaxCodePoint && (tables::CharacterFlags(c) & tables::kIdStart) != 0;
}

bool IsIdContinueSlow(CodePoint c) {
  return c == 0x200C || c == 0x200D ||
         (c <= kMaxCodePoint && (tables::CharacterFlags(c) & tables::kIdContinue) != 0);
}

bool IsWhiteSpaceSlow(CodePoint c) {
  if (c < 0x1680) return false;
  return (c >= 0x2000 && c <= 0x200A) || c == 0x1680 || c == 0x202F || c == 0x205F || c == 0x3000 ||
         c == 0xFEFF;
}

}  // namespace internal

}  // namespace halfword::unicode
