// Language tags: the grammar unicode_locale_id of UTS 35 in the form that ECMA-402 accepts, and what is
// canonical among them.
// https://tc39.es/ecma402/#sec-language-tags
#ifndef HALFWORD_INTL_LANGUAGE_TAG_H_
#define HALFWORD_INTL_LANGUAGE_TAG_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfword::intl {

// No tag that means anything is longer, and what canonicalization takes grows faster than the tag.
inline constexpr size_t kMaxTagLength = 1000;

// A tag taken apart. Parsing makes everything lower case but for scripts (Latn) and regions (US).
struct LanguageTag {
  using Keyword = std::pair<std::string, std::string>;  // "ca", "islamic-civil"; the value may be empty
  std::string language, script, region;
  std::vector<std::string> variants;
  std::vector<std::string> attributes;  // of the extension u
  std::vector<Keyword> keywords;        // of the extension u
  std::vector<std::string> extensions;  // the others, with their singletons: "t-en-us"
  std::string private_use;              // with its "x-"

  // Null: it violates the grammar or repeats variants or singletons, or is longer than kMaxTagLength.
  static std::optional<LanguageTag> Parse(std::string_view text);
  std::string BaseName() const;  // up to the variants
  std::string ToString() const;
  const std::string* FindKeyword(std::string_view key) const;
  // Adds or replaces it; keywords stay sorted.
  void SetKeyword(std::string_view key, std::string_view value);
};

// The parts of the grammar that option values are checked against.
bool IsLanguageSubtag(std::string_view);  // unicode_language_subtag
bool IsScriptSubtag(std::string_view);
bool IsRegionSubtag(std::string_view);
bool IsVariants(std::string_view);     // one or more variants, none repeated
bool IsUnicodeType(std::string_view);  // the type of a keyword: (3*8alphanum) *("-" (3*8alphanum))
std::string ToAsciiLower(std::string_view);
std::string ToAsciiUpper(std::string_view);
bool IsAsciiAlpha(char c);
bool IsAsciiDigit(char c);
bool IsAsciiAlphanumeric(char c);

// IsStructurallyValidLanguageTag and CanonicalizeUnicodeLocaleId; null: not a valid tag.
// https://tc39.es/ecma402/#sec-canonicalizeunicodelocaleid
std::optional<std::string> CanonicalizeLanguageTag(std::string_view text);
// Of the value of a keyword ("ca", "islamicc"): "islamic-civil".
std::string CanonicalizeKeywordValue(std::string_view key, std::string_view value);

// Add likely subtags, remove them. The tag is canonical, the result too.
std::string Maximize(const std::string& tag);
std::string Minimize(const std::string& tag);

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_LANGUAGE_TAG_H_
