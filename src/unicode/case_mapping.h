// Case conversion of strings and the two Canonicalize relations of regular expressions.
//
// The Latin-1 conversions write into a caller's buffer of the same length, because that is how a one-byte
// string is converted in place of its copy; they stop where the result leaves Latin-1 or changes its length,
// and the caller then uses the general function. Root-locale conversions follow SpecialCasing.txt (final
// sigma included), as https://tc39.es/ecma262/#sec-string.prototype.tolowercase asks.
#ifndef HALFWORD_UNICODE_CASE_MAPPING_H_
#define HALFWORD_UNICODE_CASE_MAPPING_H_

#include <optional>

#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::unicode {

// Lower case of Latin-1 is always Latin-1. `out` has src.size() bytes and may be src. Returns whether
// anything changed.
bool ToLowerLatin1(Latin1Span src, uint8_t* out);

enum class Latin1Case : uint8_t { kUnchanged, kChanged, kNeedsUtf16 };
// kNeedsUtf16: the text has U+00B5, U+00DF or U+00FF, whose upper case is longer or not Latin-1; `out` is
// then garbage.
Latin1Case ToUpperLatin1(Latin1Span src, uint8_t* out);

// Full conversion. `locale` is a BCP 47 tag, "" for the root locale (toLowerCase, toUpperCase). nullopt: the
// pacer stopped it.
std::optional<std::u16string> ToLower(Text src, std::string_view locale = {}, const Pacer& = {});
std::optional<std::u16string> ToUpper(Text src, std::string_view locale = {}, const Pacer& = {});

// Simple (one code point to one) mappings.
CodePoint ToLowerSimple(CodePoint c);
CodePoint ToUpperSimple(CodePoint c);
// scf(c): simple case folding, status C and S of CaseFolding.txt.
CodePoint FoldSimple(CodePoint c);

// https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch
// With u or v it is scf; without, the full upper case if that is one code unit and does not enter ASCII.
CodePoint CanonicalizeUnicode(CodePoint c);
char16_t CanonicalizeLegacy(char16_t c);
extern const uint16_t kCanonicalizeLegacyLatin1[256];
extern const uint16_t kCanonicalizeUnicodeLatin1[256];

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_CASE_MAPPING_H_
