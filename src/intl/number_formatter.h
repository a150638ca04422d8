// Numbers as people write them, and the plural categories they belong to, over ICU's number skeletons.
#ifndef HALFWORD_INTL_NUMBER_FORMATTER_H_
#define HALFWORD_INTL_NUMBER_FORMATTER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "intl/formatted_text.h"

namespace halfword::intl {

// An Intl mathematical value: a double, or an exact decimal.
struct Numeric {
  double number = 0;    // where `decimal` is empty
  std::string decimal;  // "-12.5e10"
  bool IsNaN() const { return decimal.empty() && number != number; }
};

// The options that decide how many digits there are.
// https://tc39.es/ecma402/#sec-setnfdigitoptions
struct DigitOptions {
  enum class Rounding : uint8_t { kFractionDigits, kSignificantDigits, kMorePrecision, kLessPrecision };
  int minimum_integer = 1;
  int minimum_fraction = 0, maximum_fraction = 0;          // -1: not set
  int minimum_significant = -1, maximum_significant = -1;  // -1: not set
  Rounding rounding = Rounding::kFractionDigits;
  int increment = 1;
  const char* mode = "halfExpand";
  bool strip_if_integer = false;
};
// As stems of a skeleton, for https://unicode-org.github.io/icu/userguide/format_parse/numbers/skeletons.html
std::string DigitSkeleton(const DigitOptions&);

// Recipe: the tag and the skeleton, on two lines.
class NumberFormatter {
 public:
  static constexpr char kKind = 'n';
  static NumberFormatter* Make(std::string_view recipe);
  ~NumberFormatter();
  enum class Want : uint8_t { kText, kParts };
  FormattedText Format(const Numeric&, Want);
  FormattedText FormatRange(const Numeric& start, const Numeric& end, Want);

 private:
  struct Icu;
  explicit NumberFormatter(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

// Recipe: the tag, the skeleton, and "cardinal" or "ordinal", on three lines.
class PluralSelector {
 public:
  static constexpr char kKind = 'p';
  static PluralSelector* Make(std::string_view recipe);
  ~PluralSelector();
  std::string Select(const Numeric&);
  std::string SelectRange(const Numeric& start, const Numeric& end);
  std::vector<std::string> Categories();

 private:
  struct Icu;
  explicit PluralSelector(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

// Digits after the point that ISO 4217 gives a currency.
int CurrencyDigits(const std::string& currency);

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_NUMBER_FORMATTER_H_
