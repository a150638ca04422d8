// Between ICU's types and the standard library's, for the source files of this layer. No other header names a
// type of ICU but number_fields.h.
#ifndef HALFWORD_INTL_ICU_TEXT_H_
#define HALFWORD_INTL_ICU_TEXT_H_

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <string>
#include <string_view>
#include <vector>

namespace halfword::intl {

// A canonical tag as ICU's locale; the root locale where ICU can't read it.
inline icu::Locale IcuLocale(std::string_view tag) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale =
      icu::Locale::forLanguageTag(icu::StringPiece(tag.data(), static_cast<int32_t>(tag.size())), status);
  return U_FAILURE(status) || locale.isBogus() ? icu::Locale::getRoot() : locale;
}
// Borrows the units.
inline icu::UnicodeString Borrowed(std::u16string_view text) {
  return icu::UnicodeString(false, text.data(), static_cast<int32_t>(text.size()));
}
inline icu::UnicodeString FromAscii(std::string_view text) {
  return icu::UnicodeString(text.data(), static_cast<int32_t>(text.size()), US_INV);
}
inline std::u16string ToStd(const icu::UnicodeString& text) {
  return std::u16string(text.getBuffer(), static_cast<size_t>(text.length()));
}
inline std::string ToAscii(const icu::UnicodeString& text) {
  std::string out;
  return text.toUTF8String(out);
}
// The fields of a recipe, which stand on lines.
inline std::vector<std::string> Lines(std::string_view recipe) {
  std::vector<std::string> out;
  for (size_t begin = 0;;) {
    size_t end = recipe.find('\n', begin);
    out.emplace_back(recipe.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return out;
    begin = end + 1;
  }
}

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_ICU_TEXT_H_
