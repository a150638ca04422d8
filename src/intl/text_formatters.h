// Lists, relative times, and the names of things, in a locale.
#ifndef HALFWORD_INTL_TEXT_FORMATTERS_H_
#define HALFWORD_INTL_TEXT_FORMATTERS_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intl/formatted_text.h"

namespace halfword::intl {

// Recipe on lines: the tag, the type (conjunction, disjunction, unit) and the style (long, short, narrow).
class ListFormatter {
 public:
  static constexpr char kKind = 'l';
  static ListFormatter* Make(std::string_view recipe);
  ~ListFormatter();
  // Always with parts.
  FormattedText Format(std::span<const std::u16string> elements);

 private:
  struct Icu;
  explicit ListFormatter(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

// Recipe on lines: the tag with the keyword nu, and the style.
class RelativeTimeFormatter {
 public:
  static constexpr char kKind = 'r';
  static RelativeTimeFormatter* Make(std::string_view recipe);
  ~RelativeTimeFormatter();
  // `unit`: "second" … "year". `with_words`: "yesterday" rather than "1 day ago".
  FormattedText Format(double value, std::string_view unit, bool with_words, bool want_parts);

 private:
  struct Icu;
  explicit RelativeTimeFormatter(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

// Recipe on lines: the tag, the style, and languageDisplay.
class DisplayNames {
 public:
  static constexpr char kKind = 'm';
  static DisplayNames* Make(std::string_view recipe);
  ~DisplayNames();
  // `type` as Intl.DisplayNames names it; the code is canonical. nullopt: it has no name.
  std::optional<std::u16string> Of(std::string_view type, const std::string& code);

 private:
  struct Icu;
  explicit DisplayNames(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_TEXT_FORMATTERS_H_
