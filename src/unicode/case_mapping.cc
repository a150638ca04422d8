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

std::u16string Convert(Text src, std::string_view locale, IcuCaseFunction convert) {
  std::u16string widened;
  Utf16Span units;
  if (src.is_two_byte()) {
    units = src.utf16();
  } else {
    widened = src.ToUtf16();
    units = widened;
  }
  std::string icu_locale = IcuLocale(locale);
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

std::u16string ToLower(Text src, std::string_view locale) { return Convert(src, locale, u_strToLower); }
std::u16string ToUpper(Text src, std::string_view locale) { return Convert(src, locale, u_strToUpper); }

CodePoint ToLowerSimple(CodePoint c) { return static_cast<CodePoint>(u_tolower(static_cast<UChar32>(c))); }
CodePoint ToUpperSimple(CodePoint c) { return static_cast<CodePoint>(u_toupper(static_cast<UChar32>(c))); }
CodePoint FoldSimple(CodePoint c) {
  if (c < 256) return kCanonicalizeUnicodeLatin1[c];
  return static_cast<CodePoint>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
}

CodePoint CanonicalizeUnicode(CodePoint c) { return FoldSimple(c); }

char16_t CanonicalizeLegacy(char16_t c) {
  if (c < 256) return kCanonicalizeLegacyLatin1[c];
  // No code unit has a full upper case that is one unit and not its simple one, so the simple map decides
  // quickly.
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
