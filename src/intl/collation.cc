#include "intl/collation.h"

#include <unicode/coll.h>

#include "intl/icu_text.h"
#include "unicode/collation.h"

namespace halfword::intl {

struct Collation::Icu {
  std::unique_ptr<icu::Collator> collator;
};

Collation::Collation(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
Collation::~Collation() = default;

Collation* Collation::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 5) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Collator> collator(icu::Collator::createInstance(IcuLocale(lines[0]), status));
  if (U_FAILURE(status) || collator == nullptr) return nullptr;
  auto set = [&](UColAttribute attribute, UColAttributeValue value) {
    collator->setAttribute(attribute, value, status);
  };
  // Canonically equivalent strings must compare equal, whatever their order of combining marks.
  set(UCOL_NORMALIZATION_MODE, UCOL_ON);
  const std::string& sensitivity = lines[1];
  set(UCOL_STRENGTH, sensitivity == "accent"    ? UCOL_SECONDARY
                     : sensitivity == "variant" ? UCOL_TERTIARY
                                                : UCOL_PRIMARY);
  set(UCOL_CASE_LEVEL, sensitivity == "case" ? UCOL_ON : UCOL_OFF);
  set(UCOL_ALTERNATE_HANDLING, lines[2] == "ignore" ? UCOL_SHIFTED : UCOL_NON_IGNORABLE);
  set(UCOL_NUMERIC_COLLATION, lines[3] == "true" ? UCOL_ON : UCOL_OFF);
  set(UCOL_CASE_FIRST, lines[4] == "upper"   ? UCOL_UPPER_FIRST
                       : lines[4] == "lower" ? UCOL_LOWER_FIRST
                                             : UCOL_OFF);
  if (U_FAILURE(status)) return nullptr;
  return new Collation(std::make_unique<Icu>(Icu{std::move(collator)}));
}

std::optional<int> Collation::Compare(unicode::Text a, unicode::Text b, const unicode::Pacer& pacer) const {
  return unicode::CompareBy(icu_->collator->toUCollator(), a, b, pacer);
}

bool IgnoresPunctuation(std::string_view data_locale) {
  return data_locale == "th" || data_locale.starts_with("th-");
}

}  // namespace halfword::intl
