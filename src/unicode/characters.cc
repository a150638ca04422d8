#include "unicode/characters.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <iterator>
#include <span>

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
namespace {

// What Unicode 15.1, 16 and 17 added to ID_Start and, below that, to ID_Continue: the ICU of the system may
// be older, and source text must not depend on it.
struct Range {
  CodePoint first, last;
};
constexpr Range kNewIdStart[] = {
    {0x88F, 0x88F},     {0xC5C, 0xC5C},     {0xCDC, 0xCDC},     {0x1C89, 0x1C8A},   {0xA7CB, 0xA7CF},
    {0xA7D2, 0xA7D2},   {0xA7D4, 0xA7D4},   {0xA7DA, 0xA7DC},   {0xA7F1, 0xA7F1},   {0x105C0, 0x105F3},
    {0x10940, 0x10959}, {0x10D4A, 0x10D65}, {0x10D6F, 0x10D85}, {0x10EC2, 0x10EC7}, {0x11380, 0x11389},
    {0x1138B, 0x1138B}, {0x1138E, 0x1138E}, {0x11390, 0x113B5}, {0x113B7, 0x113B7}, {0x113D1, 0x113D1},
    {0x113D3, 0x113D3}, {0x11BC0, 0x11BE0}, {0x11DB0, 0x11DDB}, {0x13460, 0x143FA}, {0x16100, 0x1611D},
    {0x16D40, 0x16D6C}, {0x16EA0, 0x16EB8}, {0x16EBB, 0x16ED3}, {0x16FF2, 0x16FF6}, {0x187F8, 0x187FF},
    {0x18CFF, 0x18CFF}, {0x18D09, 0x18D1E}, {0x18D80, 0x18DF2}, {0x1E5D0, 0x1E5ED}, {0x1E5F0, 0x1E5F0},
    {0x1E6C0, 0x1E6DE}, {0x1E6E0, 0x1E6E2}, {0x1E6E4, 0x1E6E5}, {0x1E6E7, 0x1E6ED}, {0x1E6F0, 0x1E6F4},
    {0x1E6FE, 0x1E6FF}, {0x2B73A, 0x2B73F}, {0x2CEA2, 0x2CEAD}, {0x2EBF0, 0x2EE5D}, {0x323B0, 0x33479}};
constexpr Range kNewIdContinue[] = {
    {0x897, 0x897},     {0x1ACF, 0x1ADD},   {0x1AE0, 0x1AEB},   {0x30FB, 0x30FB},   {0xFF65, 0xFF65},
    {0x10D40, 0x10D49}, {0x10D69, 0x10D6D}, {0x10EFA, 0x10EFC}, {0x113B8, 0x113C0}, {0x113C2, 0x113C2},
    {0x113C5, 0x113C5}, {0x113C7, 0x113CA}, {0x113CC, 0x113D0}, {0x113D2, 0x113D2}, {0x113E1, 0x113E2},
    {0x116D0, 0x116E3}, {0x11B60, 0x11B67}, {0x11BF0, 0x11BF9}, {0x11DE0, 0x11DE9}, {0x11F5A, 0x11F5A},
    {0x1611E, 0x16139}, {0x16D70, 0x16D79}, {0x1CCF0, 0x1CCF9}, {0x1E5EE, 0x1E5EF}, {0x1E5F1, 0x1E5FA},
    {0x1E6E3, 0x1E6E3}, {0x1E6E6, 0x1E6E6}, {0x1E6EE, 0x1E6EF}, {0x1E6F5, 0x1E6F5}};

bool IsIn(std::span<const Range> ranges, CodePoint c) {
  auto after = std::upper_bound(ranges.begin(), ranges.end(), c,
                                [](CodePoint x, const Range& range) { return x < range.first; });
  return after != ranges.begin() && c <= std::prev(after)->last;
}

}  // namespace

bool IsIdStartSlow(CodePoint c) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_ID_START) || IsIn(kNewIdStart, c);
}

bool IsIdContinueSlow(CodePoint c) {
  return c == 0x200C || c == 0x200D || u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_ID_CONTINUE) ||
         IsIn(kNewIdContinue, c) || IsIn(kNewIdStart, c);
}

bool IsWhiteSpaceSlow(CodePoint c) {
  if (c < 0x1680) return false;
  return (c >= 0x2000 && c <= 0x200A) || c == 0x1680 || c == 0x202F || c == 0x205F || c == 0x3000 ||
         c == 0xFEFF;
}

}  // namespace internal

}  // namespace halfword::unicode
