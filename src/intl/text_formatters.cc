#include "intl/text_formatters.h"

#include <unicode/decimfmt.h>
#include <unicode/dtptngen.h>
#include <unicode/listformatter.h>
#include <unicode/locdspnm.h>
#include <unicode/numfmt.h>
#include <unicode/reldatefmt.h>
#include <unicode/ucurr.h>
#include <unicode/uloc.h>

#include "intl/icu_text.h"
#include "intl/number_fields.h"

namespace halfword::intl {

// ---- ListFormatter ----

struct ListFormatter::Icu {
  std::unique_ptr<icu::ListFormatter> formatter;
};
ListFormatter::ListFormatter(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
ListFormatter::~ListFormatter() = default;

ListFormatter* ListFormatter::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 3) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::ListFormatter> formatter(
      icu::ListFormatter::createInstance(IcuLocale(lines[0]),
                                         lines[1] == "disjunction" ? ULISTFMT_TYPE_OR
                                         : lines[1] == "unit"      ? ULISTFMT_TYPE_UNITS
                                                                   : ULISTFMT_TYPE_AND,
                                         lines[2] == "narrow"  ? ULISTFMT_WIDTH_NARROW
                                         : lines[2] == "short" ? ULISTFMT_WIDTH_SHORT
                                                               : ULISTFMT_WIDTH_WIDE,
                                         status));
  if (U_FAILURE(status) || formatter == nullptr) return nullptr;
  return new ListFormatter(std::make_unique<Icu>(Icu{std::move(formatter)}));
}

FormattedText ListFormatter::Format(std::span<const std::u16string> elements) {
  std::vector<icu::UnicodeString> strings;
  for (const std::u16string& element : elements) strings.push_back(Borrowed(element));
  UErrorCode status = U_ZERO_ERROR;
  icu::FormattedList formatted =
      icu_->formatter->formatStringsToValue(strings.data(), static_cast<int32_t>(strings.size()), status);
  FormattedText out;
  out.text = ToStd(formatted.toTempString(status));
  icu::ConstrainedFieldPosition position;
  position.constrainField(UFIELD_CATEGORY_LIST, ULISTFMT_ELEMENT_FIELD);
  uint32_t end = 0;
  auto literal_up_to = [&](uint32_t begin) {
    if (end < begin) out.parts.push_back({"literal", nullptr, end, begin});
  };
  while (U_SUCCESS(status) && formatted.nextPosition(position, status)) {
    auto begin = static_cast<uint32_t>(position.getStart()),
         limit = static_cast<uint32_t>(position.getLimit());
    literal_up_to(begin);
    out.parts.push_back({"element", nullptr, begin, limit});
    end = limit;
  }
  literal_up_to(static_cast<uint32_t>(out.text.size()));
  out.failed = U_FAILURE(status);
  return out;
}

// ---- RelativeTimeFormatter ----

struct RelativeTimeFormatter::Icu {
  std::unique_ptr<icu::RelativeDateTimeFormatter> formatter;
};
RelativeTimeFormatter::RelativeTimeFormatter(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
RelativeTimeFormatter::~RelativeTimeFormatter() = default;

RelativeTimeFormatter* RelativeTimeFormatter::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 2) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = IcuLocale(lines[0]);
  icu::NumberFormat* numbers = icu::NumberFormat::createInstance(locale, UNUM_DECIMAL, status);
  if (U_FAILURE(status)) return nullptr;
  if (numbers->getDynamicClassID() == icu::DecimalFormat::getStaticClassID()) {
    // Some languages group from five digits on.
    static_cast<icu::DecimalFormat*>(numbers)->setMinimumGroupingDigits(UNUM_MINIMUM_GROUPING_DIGITS_AUTO);
  }
  auto formatter = std::make_unique<icu::RelativeDateTimeFormatter>(locale, numbers,
                                                                    lines[1] == "narrow"  ? UDAT_STYLE_NARROW
                                                                    : lines[1] == "short" ? UDAT_STYLE_SHORT
                                                                                          : UDAT_STYLE_LONG,
                                                                    UDISPCTX_CAPITALIZATION_NONE, status);
  if (U_FAILURE(status)) return nullptr;
  return new RelativeTimeFormatter(std::make_unique<Icu>(Icu{std::move(formatter)}));
}

FormattedText RelativeTimeFormatter::Format(double value, std::string_view unit, bool with_words,
                                            bool want_parts) {
  struct Unit {
    const char* name;
    URelativeDateTimeUnit icu;
  };
  constexpr Unit kUnits[] = {
      {"second", UDAT_REL_UNIT_SECOND},   {"minute", UDAT_REL_UNIT_MINUTE}, {"hour", UDAT_REL_UNIT_HOUR},
      {"day", UDAT_REL_UNIT_DAY},         {"week", UDAT_REL_UNIT_WEEK},     {"month", UDAT_REL_UNIT_MONTH},
      {"quarter", UDAT_REL_UNIT_QUARTER}, {"year", UDAT_REL_UNIT_YEAR},
  };
  FormattedText out;
  for (const Unit& known : kUnits) {
    if (unit != known.name) continue;
    UErrorCode status = U_ZERO_ERROR;
    icu::FormattedRelativeDateTime formatted =
        with_words ? icu_->formatter->formatToValue(value, known.icu, status)
                   : icu_->formatter->formatNumericToValue(value, known.icu, status);
    if (U_FAILURE(status)) break;
    ReadFormatted(formatted, out, want_parts, false, false);
    for (FormattedText::Part& part : out.parts) {
      if (std::string_view(part.type) != "literal") part.unit = known.name;
    }
    return out;
  }
  out.failed = true;
  return out;
}

// ---- DisplayNames ----

struct DisplayNames::Icu {
  icu::Locale locale;
  std::string style;
  std::unique_ptr<icu::LocaleDisplayNames> names;
  std::unique_ptr<icu::DateTimePatternGenerator> fields;  // made when a field is asked for
};
DisplayNames::DisplayNames(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
DisplayNames::~DisplayNames() = default;

DisplayNames* DisplayNames::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 3) return nullptr;
  icu::Locale locale = IcuLocale(lines[0]);
  UDisplayContext contexts[] = {
      lines[2] == "standard" ? UDISPCTX_STANDARD_NAMES : UDISPCTX_DIALECT_NAMES,
      lines[1] == "long" ? UDISPCTX_LENGTH_FULL : UDISPCTX_LENGTH_SHORT,
      UDISPCTX_CAPITALIZATION_NONE,
      UDISPCTX_NO_SUBSTITUTE,
  };
  std::unique_ptr<icu::LocaleDisplayNames> names(
      icu::LocaleDisplayNames::createInstance(locale, contexts, static_cast<int32_t>(std::size(contexts))));
  if (names == nullptr) return nullptr;
  return new DisplayNames(std::make_unique<Icu>(Icu{locale, lines[1], std::move(names), nullptr}));
}

std::optional<std::u16string> DisplayNames::Of(std::string_view type, const std::string& code) {
  icu::UnicodeString out;
  if (type == "language") {
    icu_->names->localeDisplayName(IcuLocale(code), out);
  } else if (type == "region") {
    icu_->names->regionDisplayName(code.c_str(), out);
  } else if (type == "script") {
    icu_->names->scriptDisplayName(code.c_str(), out);
  } else if (type == "calendar") {
    const char* legacy = uloc_toLegacyType("calendar", code.c_str());
    icu_->names->keyValueDisplayName("calendar", legacy != nullptr ? legacy : code.c_str(), out);
  } else if (type == "currency") {
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString iso = FromAscii(code);
    int32_t length = 0;
    UCurrNameStyle style = icu_->style == "long"     ? UCURR_LONG_NAME
                           : icu_->style == "narrow" ? UCURR_NARROW_SYMBOL_NAME
                                                     : UCURR_SYMBOL_NAME;
    const char16_t* name =
        ucurr_getName(iso.getTerminatedBuffer(), icu_->locale.getName(), style, nullptr, &length, &status);
    if (U_FAILURE(status) || name == nullptr) return std::nullopt;
    // ICU answers with the code itself where it knows no name.
    if (status == U_USING_DEFAULT_WARNING && length == 3) return std::nullopt;
    return std::u16string(name, static_cast<size_t>(length));
  } else {
    struct Field {
      const char* name;
      UDateTimePatternField icu;
    };
    constexpr Field kFields[] = {
        {"era", UDATPG_ERA_FIELD},
        {"year", UDATPG_YEAR_FIELD},
        {"quarter", UDATPG_QUARTER_FIELD},
        {"month", UDATPG_MONTH_FIELD},
        {"weekOfYear", UDATPG_WEEK_OF_YEAR_FIELD},
        {"weekday", UDATPG_WEEKDAY_FIELD},
        {"day", UDATPG_DAY_FIELD},
        {"dayPeriod", UDATPG_DAYPERIOD_FIELD},
        {"hour", UDATPG_HOUR_FIELD},
        {"minute", UDATPG_MINUTE_FIELD},
        {"second", UDATPG_SECOND_FIELD},
        {"timeZoneName", UDATPG_ZONE_FIELD},
    };
    UErrorCode status = U_ZERO_ERROR;
    if (icu_->fields == nullptr)
      icu_->fields.reset(icu::DateTimePatternGenerator::createInstance(icu_->locale, status));
    if (U_FAILURE(status) || icu_->fields == nullptr) return std::nullopt;
    UDateTimePGDisplayWidth width = icu_->style == "long"     ? UDATPG_WIDE
                                    : icu_->style == "narrow" ? UDATPG_NARROW
                                                              : UDATPG_ABBREVIATED;
    for (const Field& field : kFields) {
      if (code == field.name) out = icu_->fields->getFieldDisplayName(field.icu, width);
    }
  }
  if (out.isBogus() || out.isEmpty()) return std::nullopt;
  return ToStd(out);
}

}  // namespace halfword::intl
