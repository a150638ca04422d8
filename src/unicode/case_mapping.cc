#include "unicode/case_mapping.h"

#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include <cstring>

namespace halfword::unicode {

namespace {

constexpr bool IsUpperLatin1(unsigned c) { return (c - 'A' < 26) || (c >= 0xC0 && c <= 0xDE && c != 0xD7); }
constexpr bool HasUpperInLatin1(unsigned c) {
  return (c - 'a' < 26) || (c >= 0xE0 && c <= 0xFE && c != 0xF7);
}

constexpr uint16_t LegacyOf(unsigned c) {
  if (c == 0xB5) return 0x39C;
  if (c == 0xFF) return 0x178;
  return static_cast<uint16_t>(HasUpperInLatin1(c) ? c - 0x20 : c);  // ß stays: its upper case is two units
}
constexpr uint16_t FoldOf(unsigned c) {
  if (c == 0xB5) return 0x3BC;
  return static_cast<uint16_t>(IsUpperLatin1(c) ? c + 0x20 : c);
}

#define ROW4(f, n) f(n), f(n + 1), f(n + 2), f(n + 3)
#define ROW16(f, n) ROW4(f, n), ROW4(f, n + 4), ROW4(f, n + 8), ROW4(f, n + 12)
#define ROW64(f, n) ROW16(f, n), ROW16(f, n + 16), ROW16(f, n + 32), ROW16(f, n + 48)
#define ROW256(f) ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)

// "" is ICU's root locale; language tags that ICU cannot read also end there.
std::string IcuLocale(std::string_view tag) {
  if (tag.empty()) return std::string();
  std::string source(tag);
  char buffer[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_forLanguageTag(source.c_str(), buffer, sizeof buffer, nullptr, &status);
  if (U_FAILURE(status) || length >= static_cast<int32_t>(sizeof buffer)) return std::string();
  return std::string(buffer, static_cast<size_t>(length));
}

using IcuCaseFunction = int32_t (*)(UChar*, int32_t, const UChar*, int32_t, const char*, UErrorCode*);

std::u16string ConvertAtOnce(const std::u16string& units, const std::string& icu_locale,
                             IcuCaseFunction convert) {
  std::u16string out(units.size() + units.size() / 8 + 4, u'\0');
  for (int attempt = 0; attempt < 2; attempt++) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = convert(out.data(), static_cast<int32_t>(out.size()), units.data(),
                             static_cast<int32_t>(units.size()), icu_locale.c_str(), &status);
    bool fits = static_cast<size_t>(length) <= out.size() && status != U_BUFFER_OVERFLOW_ERROR;
    out.resize(static_cast<size_t>(length));
    if (fits) break;
  }
  return out;
}

// What a character is to the conditions of SpecialCasing.txt, which look for cased letters behind any number
// of characters that they ignore.
enum class CaseContext { kIgnorable, kCased, kOther };
CaseContext ContextOf(CodePoint c) {
  auto icu = static_cast<UChar32>(c);
  if (u_hasBinaryProperty(icu, UCHAR_CASE_IGNORABLE)) return CaseContext::kIgnorable;
  return u_hasBinaryProperty(icu, UCHAR_CASED) ? CaseContext::kCased : CaseContext::kOther;
}

// Whether ignorable characters from `at` on lead to a cased one. (Where the pacer stops, it does not matter.)
bool IsFollowedByCased(Text src, size_t at, const Pacer& pacer) {
  for (size_t next_question = at + kPieceUnits; at < src.size();) {
    if (at >= next_question) {
      if (!pacer.GoesOn(kPieceUnits)) return false;
      next_question = at + kPieceUnits;
    }
    CodePoint c = src.code_point_at(at);
    CaseContext context = ContextOf(c);
    if (context != CaseContext::kIgnorable) return context == CaseContext::kCased;
    at += src.is_two_byte() ? static_cast<size_t>(Utf16Length(c)) : 1;
  }
  return false;
}

// The last character in [from, to) that is not ignorable; kIgnorable: there is none.
CaseContext LastContext(Text src, size_t from, size_t to) {
  while (to > from) {
    CodePoint c = src.code_point_before(to);
    CaseContext context = ContextOf(c);
    if (context != CaseContext::kIgnorable) return context;
    to -= src.is_two_byte() ? static_cast<size_t>(Utf16Length(c)) : 1;
  }
  return CaseContext::kIgnorable;
}

// Where a piece from `from` on ends: not between letter and mark if that can be helped,
// nor within a character.
size_t PieceEnd(Text src, size_t from) {
  size_t most = from + kPieceUnits;
  if (most >= src.size()) return src.size();
  size_t whole = most;
  if (src.is_two_byte() && IsTrailSurrogate(src[whole])) whole--;
  for (size_t end = whole; end > from + kPieceUnits / 2; end--) {
    CodePoint c = src.code_point_at(end);
    if (!IsTrailSurrogate(c) && u_getCombiningClass(static_cast<UChar32>(c)) == 0) return end;
  }
  return whole;
}

// Of pieces ICU is told what is around them: one that goes on in a word has a letter on that side, whose
// conversion is one unit and is taken off the result.
std::optional<std::u16string> Convert(Text src, std::string_view locale, IcuCaseFunction convert,
                                      const Pacer& pacer) {
  constexpr char16_t kLetter = u'a';
  std::string icu_locale = IcuLocale(locale);
  if (src.size() <= kPieceUnits) return ConvertAtOnce(src.ToUtf16(), icu_locale, convert);
  std::u16string out;
  out.reserve(src.size());
  bool after_cased = false;  // what is before the piece ends in a cased letter and ignorable characters
  for (size_t from = 0, to; from < src.size(); from = to) {
    to = PieceEnd(src, from);
    CaseContext last = LastContext(src, from, to);
    bool before_cased = last == CaseContext::kCased && IsFollowedByCased(src, to, pacer);
    std::u16string piece;
    if (after_cased) piece += kLetter;
    piece += src.substr(from, to - from).ToUtf16();
    if (before_cased) piece += kLetter;
    std::u16string converted = ConvertAtOnce(piece, icu_locale, convert);
    out.append(converted, after_cased, converted.size() - after_cased - before_cased);
    if (last != CaseContext::kIgnorable) after_cased = last == CaseContext::kCased;
    if (!pacer.GoesOn(to - from)) return std::nullopt;
  }
  return out;
}

}  // namespace

constinit const uint16_t kCanonicalizeLegacyLatin1[256] = {ROW256(LegacyOf)};
constinit const uint16_t kCanonicalizeUnicodeLatin1[256] = {ROW256(FoldOf)};

bool ToLowerLatin1(Latin1Span src, uint8_t* out) {
  uint8_t changed = 0;
  for (size_t i = 0; i < src.size(); i++) {
    uint8_t c = src[i];
    uint8_t lower = static_cast<uint8_t>(c + (IsUpperLatin1(c) ? 0x20 : 0));
    changed |= static_cast<uint8_t>(c ^ lower);
    out[i] = lower;
  }
  return changed != 0;
}

Latin1Case ToUpperLatin1(Latin1Span src, uint8_t* out) {
  uint8_t changed = 0;
  uint8_t leaves = 0;
  for (size_t i = 0; i < src.size(); i++) {
    uint8_t c = src[i];
    leaves |= static_cast<uint8_t>((c == 0xB5) | (c == 0xDF) | (c == 0xFF));
    uint8_t upper = static_cast<uint8_t>(c - (HasUpperInLatin1(c) ? 0x20 : 0));
    changed |= static_cast<uint8_t>(c ^ upper);
    out[i] = upper;
  }
  if (leaves) return Latin1Case::kNeedsUtf16;
  return changed ? Latin1Case::kChanged : Latin1Case::kUnchanged;
}

std::optional<std::u16string> ToLower(Text src, std::string_view locale, const Pacer& pacer) {
  return Convert(src, locale, u_strToLower, pacer);
}
std::optional<std::u16string> ToUpper(Text src, std::string_view locale, const Pacer& pacer) {
  return Convert(src, locale, u_strToUpper, pacer);
}

CodePoint ToLowerSimple(CodePoint c) { return static_cast<CodePoint>(u_tolower(static_cast<UChar32>(c))); }
CodePoint ToUpperSimple(CodePoint c) { return static_cast<CodePoint>(u_toupper(static_cast<UChar32>(c))); }
CodePoint FoldSimple(CodePoint c) {
  if (c < 256) return kCanonicalizeUnicodeLatin1[c];
  return static_cast<CodePoint>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
}

CodePoint CanonicalizeUnicode(CodePoint c) { return FoldSimple(c); }

char16_t CanonicalizeLegacy(char16_t c) {
  if (c < 256) return kCanonicalizeLegacyLatin1[c];
  // No code unit has a full upper case that is one unit and not its simple one, so the
  // simple map decides quickly.
  UChar32 simple = u_toupper(c);
  if (simple == c || simple > 0xFFFF || simple < 128) return c;
  UChar full[4];
  UErrorCode status = U_ZERO_ERROR;
  const UChar source = c;
  int32_t length = u_strToUpper(full, 4, &source, 1, "", &status);
  if (U_FAILURE(status) || length != 1 || full[0] < 128) return c;
  return full[0];
}

}  // namespace halfword::unicode
