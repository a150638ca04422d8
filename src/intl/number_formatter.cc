#include "intl/number_formatter.h"

#include <unicode/formattedvalue.h>
#include <unicode/numberformatter.h>
#include <unicode/numberrangeformatter.h>
#include <unicode/plurrule.h>
#include <unicode/ucurr.h>
#include <unicode/unum.h>

#include <optional>

#include "intl/icu_text.h"
#include "intl/number_fields.h"

namespace halfword::intl {

using icu::number::FormattedNumber;
using icu::number::FormattedNumberRange;
using icu::number::LocalizedNumberFormatter;
using icu::number::LocalizedNumberRangeFormatter;

const char* NumberFieldType(int32_t field, std::u16string_view text) {
  switch (field) {
    case UNUM_INTEGER_FIELD:
      if (text.find(u'\u221E') != text.npos) return "infinity";
      for (char16_t c : text) {
        if (u_isdigit(c) || U16_IS_SURROGATE(c) || c == u'\u3007') return "integer";
        if (u_charType(c) == U_OTHER_LETTER && c >= 0x4E00 && c < 0xA000 && text.size() == 1)
          return "integer";
      }
      return "nan";
    case UNUM_FRACTION_FIELD: return "fraction";
    case UNUM_DECIMAL_SEPARATOR_FIELD: return "decimal";
    case UNUM_EXPONENT_SYMBOL_FIELD: return "exponentSeparator";
    case UNUM_EXPONENT_SIGN_FIELD: return "exponentMinusSign";
    case UNUM_EXPONENT_FIELD: return "exponentInteger";
    case UNUM_GROUPING_SEPARATOR_FIELD: return "group";
    case UNUM_CURRENCY_FIELD: return "currency";
    case UNUM_PERCENT_FIELD: return "percentSign";
    case UNUM_PERMILL_FIELD: return "perMilleSign";
    case UNUM_SIGN_FIELD: return text.find(u'+') != text.npos ? "plusSign" : "minusSign";
    case UNUM_MEASURE_UNIT_FIELD: return "unit";
    case UNUM_COMPACT_FIELD: return "compact";
    case UNUM_APPROXIMATELY_SIGN_FIELD: return "approximatelySign";
    default: return "literal";
  }
}

void ReadFormatted(const icu::FormattedValue& value, FormattedText& out, bool want_parts, bool is_range,
                   bool is_unit) {
  UErrorCode status = U_ZERO_ERROR;
  out.text = ToStd(value.toTempString(status));
  if (!want_parts) {
    out.failed = U_FAILURE(status);
    return;
  }
  std::vector<TextField> fields;
  std::vector<RangeSpan> spans;
  icu::ConstrainedFieldPosition position;
  while (value.nextPosition(position, status)) {
    int32_t begin = position.getStart(), end = position.getLimit();
    if (position.getCategory() == UFIELD_CATEGORY_NUMBER_RANGE_SPAN) {
      spans.push_back({position.getField() == 0 ? "startRange" : "endRange", begin, end});
    } else if (position.getCategory() == UFIELD_CATEGORY_NUMBER) {
      std::u16string_view text =
          std::u16string_view(out.text).substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
      const char* type = NumberFieldType(position.getField(), text);
      if (is_unit && position.getField() == UNUM_PERCENT_FIELD) type = "unit";
      fields.push_back({type, begin, end});
    }
  }
  out.failed = U_FAILURE(status);
  SetParts(out, std::move(fields), spans, is_range);
}

namespace {

std::optional<icu::number::UnlocalizedNumberFormatter> FromSkeleton(const std::string& skeleton) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError error;
  auto formatter = icu::number::NumberFormatter::forSkeleton(FromAscii(skeleton), error, status);
  if (U_FAILURE(status)) return std::nullopt;
  return formatter;
}

FormattedNumber FormatWith(const LocalizedNumberFormatter& formatter, const Numeric& number,
                           UErrorCode& status) {
  if (number.decimal.empty()) return formatter.formatDouble(number.number, status);
  return formatter.formatDecimal(number.decimal, status);
}

icu::Formattable ToFormattable(const Numeric& number, UErrorCode& status) {
  if (number.decimal.empty()) return icu::Formattable(number.number);
  return icu::Formattable(number.decimal, status);
}

FormattedNumberRange FormatRangeWith(const LocalizedNumberRangeFormatter& formatter, const Numeric& start,
                                     const Numeric& end, UErrorCode& status) {
  return formatter.formatFormattableRange(ToFormattable(start, status), ToFormattable(end, status), status);
}

}  // namespace

std::string DigitSkeleton(const DigitOptions& o) {
  std::string out;
  std::string fraction = "precision-integer", significant;
  if (o.maximum_fraction > 0) {
    fraction = "." + std::string(static_cast<size_t>(o.minimum_fraction), '0') +
               std::string(static_cast<size_t>(o.maximum_fraction - o.minimum_fraction), '#');
  }
  if (o.maximum_significant > 0) {
    significant = std::string(static_cast<size_t>(o.minimum_significant), '@') +
                  std::string(static_cast<size_t>(o.maximum_significant - o.minimum_significant), '#');
  }
  using Rounding = DigitOptions::Rounding;
  if (o.increment != 1) {
    std::string digits = std::to_string(o.increment);
    auto places = static_cast<size_t>(o.maximum_fraction);
    if (places > 0) {
      if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
      digits.insert(digits.size() - places, ".");
    }
    out = "precision-increment/" + digits;
  } else if (o.rounding == Rounding::kFractionDigits) {
    out = fraction;
  } else if (o.rounding == Rounding::kSignificantDigits) {
    out = significant;
  } else {
    out = fraction + "/" + significant + (o.rounding == Rounding::kMorePrecision ? "r" : "s");
  }
  if (o.strip_if_integer) out += "/w";
  if (o.minimum_integer > 1)
    out += " integer-width/+" + std::string(static_cast<size_t>(o.minimum_integer), '0');
  struct Mode {
    const char* name;
    const char* stem;
  };
  constexpr Mode kModes[] = {
      {"ceil", "ceiling"},       {"floor", "floor"},           {"expand", "up"},
      {"trunc", "down"},         {"halfCeil", "half-ceiling"}, {"halfFloor", "half-floor"},
      {"halfExpand", "half-up"}, {"halfTrunc", "half-down"},   {"halfEven", "half-even"},
  };
  for (const Mode& mode : kModes) {
    if (std::string_view(o.mode) == mode.name) out += std::string(" rounding-mode-") + mode.stem;
  }
  return out;
}

// ---- NumberFormatter ----

struct NumberFormatter::Icu {
  LocalizedNumberFormatter formatter;
  icu::number::UnlocalizedNumberFormatter unlocalized;
  icu::Locale locale;
  bool is_unit;
  std::optional<LocalizedNumberRangeFormatter> range;
};

NumberFormatter::NumberFormatter(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
NumberFormatter::~NumberFormatter() = default;

NumberFormatter* NumberFormatter::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 2) return nullptr;
  auto unlocalized = FromSkeleton(lines[1]);
  if (!unlocalized) return nullptr;
  icu::Locale locale = IcuLocale(lines[0]);
  return new NumberFormatter(std::make_unique<Icu>(
      Icu{unlocalized->locale(locale), *unlocalized, locale, lines[1].starts_with("unit/"), std::nullopt}));
}

FormattedText NumberFormatter::Format(const Numeric& number, Want want) {
  FormattedText out;
  UErrorCode status = U_ZERO_ERROR;
  FormattedNumber formatted = FormatWith(icu_->formatter, number, status);
  if (U_FAILURE(status)) {
    out.failed = true;
    return out;
  }
  ReadFormatted(formatted, out, want == Want::kParts, false, icu_->is_unit);
  return out;
}

FormattedText NumberFormatter::FormatRange(const Numeric& start, const Numeric& end, Want want) {
  FormattedText out;
  if (!icu_->range) {
    icu_->range =
        icu::number::NumberRangeFormatter::withLocale(icu_->locale).numberFormatterBoth(icu_->unlocalized);
  }
  UErrorCode status = U_ZERO_ERROR;
  FormattedNumberRange formatted = FormatRangeWith(*icu_->range, start, end, status);
  if (U_FAILURE(status)) {
    out.failed = true;
    return out;
  }
  ReadFormatted(formatted, out, want == Want::kParts, true, icu_->is_unit);
  return out;
}

// ---- PluralSelector ----

struct PluralSelector::Icu {
  LocalizedNumberFormatter formatter;
  icu::number::UnlocalizedNumberFormatter unlocalized;
  icu::Locale locale;
  std::unique_ptr<icu::PluralRules> rules;
  std::optional<LocalizedNumberRangeFormatter> range;
};

PluralSelector::PluralSelector(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
PluralSelector::~PluralSelector() = default;

PluralSelector* PluralSelector::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 3) return nullptr;
  auto unlocalized = FromSkeleton(lines[1]);
  if (!unlocalized) return nullptr;
  icu::Locale locale = IcuLocale(lines[0]);
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::PluralRules> rules(icu::PluralRules::forLocale(
      locale, lines[2] == "ordinal" ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, status));
  if (U_FAILURE(status) || rules == nullptr) return nullptr;
  return new PluralSelector(std::make_unique<Icu>(
      Icu{unlocalized->locale(locale), *unlocalized, locale, std::move(rules), std::nullopt}));
}

std::string PluralSelector::Select(const Numeric& number) {
  UErrorCode status = U_ZERO_ERROR;
  FormattedNumber formatted = FormatWith(icu_->formatter, number, status);
  icu::UnicodeString category = icu_->rules->select(formatted, status);
  return U_FAILURE(status) ? "other" : ToAscii(category);
}

std::string PluralSelector::SelectRange(const Numeric& start, const Numeric& end) {
  if (!icu_->range) {
    icu_->range =
        icu::number::NumberRangeFormatter::withLocale(icu_->locale).numberFormatterBoth(icu_->unlocalized);
  }
  UErrorCode status = U_ZERO_ERROR;
  FormattedNumberRange formatted = FormatRangeWith(*icu_->range, start, end, status);
  icu::UnicodeString category = icu_->rules->select(formatted, status);
  return U_FAILURE(status) ? "other" : ToAscii(category);
}

std::vector<std::string> PluralSelector::Categories() {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::StringEnumeration> keywords(icu_->rules->getKeywords(status));
  std::vector<std::string> found, out;
  while (keywords != nullptr && U_SUCCESS(status)) {
    const char* keyword = keywords->next(nullptr, status);
    if (keyword == nullptr) break;
    found.emplace_back(keyword);
  }
  for (const char* category : {"zero", "one", "two", "few", "many", "other"}) {
    for (const std::string& keyword : found) {
      if (keyword == category) out.push_back(keyword);
    }
  }
  return out;
}

int CurrencyDigits(const std::string& currency) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString code = FromAscii(currency);
  int32_t digits = ucurr_getDefaultFractionDigits(code.getTerminatedBuffer(), &status);
  return U_FAILURE(status) ? 2 : digits;
}

}  // namespace halfword::intl
