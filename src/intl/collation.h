// The order of strings in a locale.
#ifndef HALFWORD_INTL_COLLATION_H_
#define HALFWORD_INTL_COLLATION_H_

#include <memory>
#include <optional>
#include <string_view>

#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::intl {

// Recipe on lines: the tag with the keyword co, then sensitivity, "ignore" or "keep" for punctuation, "true"
// or "false" for numeric, and caseFirst.
class Collation {
 public:
  static constexpr char kKind = 'c';
  static Collation* Make(std::string_view recipe);
  ~Collation();
  // Negative, zero or positive; nullopt: the pacer stopped it.
  std::optional<int> Compare(unicode::Text a, unicode::Text b, const unicode::Pacer&) const;

 private:
  struct Icu;
  explicit Collation(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

// Whether the locale's own order passes over punctuation, as that of Thai does.
bool IgnoresPunctuation(std::string_view data_locale);

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_COLLATION_H_
