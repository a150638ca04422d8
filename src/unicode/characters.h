// Character classes of the lexical grammar: https://tc39.es/ecma262/#sec-names-and-keywords and
// https://tc39.es/ecma262/#sec-white-space. Latin-1 is answered from one 256-byte table, the rest from those
// of all Unicode (tables.h).
#ifndef HALFWORD_UNICODE_CHARACTERS_H_
#define HALFWORD_UNICODE_CHARACTERS_H_

#include "unicode/text.h"

namespace halfword::unicode {

enum Latin1Flag : uint8_t {
  kIdStartFlag = 1 << 0,     // includes $ and _
  kIdPartFlag = 1 << 1,      // includes $ and _
  kWhiteSpaceFlag = 1 << 2,  // WhiteSpace, not LineTerminator
  kLineTerminatorFlag = 1 << 3,
  kDecimalDigitFlag = 1 << 4,
  kHexDigitFlag = 1 << 5,
  kAsciiLetterFlag = 1 << 6,
  kWordFlag = 1 << 7,  // [A-Za-z0-9_]
};
extern const uint8_t kLatin1Flags[256];

namespace internal {
bool IsIdStartSlow(CodePoint c);
bool IsIdContinueSlow(CodePoint c);
bool IsWhiteSpaceSlow(CodePoint c);
}  // namespace internal

// ID_Start, `$` or `_`: what may start an IdentifierName.
inline bool IsIdentifierStart(CodePoint c) {
  return c < 256 ? (kLatin1Flags[c] & kIdStartFlag) != 0 : internal::IsIdStartSlow(c);
}
// ID_Continue, `$`, ZWNJ or ZWJ: what may follow.
inline bool IsIdentifierPart(CodePoint c) {
  return c < 256 ? (kLatin1Flags[c] & kIdPartFlag) != 0 : internal::IsIdContinueSlow(c);
}
// WhiteSpace: TAB VT FF SP NBSP ZWNBSP and category Zs.
inline bool IsWhiteSpace(CodePoint c) {
  return c < 256 ? (kLatin1Flags[c] & kWhiteSpaceFlag) != 0 : internal::IsWhiteSpaceSlow(c);
}
// LineTerminator: LF CR LS PS.
constexpr bool IsLineTerminator(CodePoint c) { return c == '\n' || c == '\r' || (c & ~1u) == 0x2028; }
// What String.prototype.trim removes and \s matches.
inline bool IsWhiteSpaceOrLineTerminator(CodePoint c) {
  return c < 256 ? (kLatin1Flags[c] & (kWhiteSpaceFlag | kLineTerminatorFlag)) != 0
                 : (c & ~1u) == 0x2028 || internal::IsWhiteSpaceSlow(c);
}
constexpr bool IsDecimalDigit(CodePoint c) { return c - '0' < 10; }
constexpr bool IsAsciiLetter(CodePoint c) { return (c | 0x20) - 'a' < 26; }
constexpr bool IsHexDigit(CodePoint c) { return c - '0' < 10 || (c | 0x20) - 'a' < 6; }
constexpr bool IsOctalDigit(CodePoint c) { return c - '0' < 8; }
constexpr bool IsWordCharacter(CodePoint c) { return IsAsciiLetter(c) || IsDecimalDigit(c) || c == '_'; }
// The value of a hexadecimal digit. REQUIRES: IsHexDigit(c).
constexpr uint32_t HexValue(CodePoint c) { return c - '0' < 10 ? c - '0' : (c | 0x20) - 'a' + 10; }

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_CHARACTERS_H_
