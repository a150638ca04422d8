#include "intl/date_time_formatter.h"

#include <unicode/dtitvfmt.h>
#include <unicode/dtptngen.h>
#include <unicode/fpositer.h>
#include <unicode/gregocal.h>
#include <unicode/smpdtfmt.h>

#include <vector>

#include "intl/icu_text.h"

namespace halfword::intl {

namespace {

constexpr double kFirstTime = -8.64e15;

std::string ToUtf8(const icu::UnicodeString& text) {
  std::string out;
  return text.toUTF8String(out);
}

// Calls f(letter) for each letter of a pattern outside quotes.
template <class Pattern, class F>
void ForEachLetter(Pattern& pattern, F&& f) {
  bool quoted = false;
  for (auto& c : pattern) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (!quoted) {
      f(c);
    }
  }
}

char HourLetter(const std::string& cycle) {
  return cycle == "h11" ? 'K' : cycle == "h12" ? 'h' : cycle == "h24" ? 'k' : 'H';
}

void SetHourLetter(std::string& pattern, const std::string& cycle) {
  if (cycle.empty()) return;
  ForEachLetter(pattern, [letter = HourLetter(cycle)](char& c) {
    if (c == 'h' || c == 'H' || c == 'K' || c == 'k') c = letter;
  });
}

bool IsTwelveHours(char letter) { return letter == 'h' || letter == 'K'; }

const char* DateFieldType(int32_t field) {
  switch (field) {
    case UDAT_ERA_FIELD: return "era";
    case UDAT_YEAR_FIELD:
    case UDAT_EXTENDED_YEAR_FIELD: return "year";
    case UDAT_YEAR_NAME_FIELD: return "yearName";
    case UDAT_RELATED_YEAR_FIELD: return "relatedYear";
    case UDAT_MONTH_FIELD:
    case UDAT_STANDALONE_MONTH_FIELD: return "month";
    case UDAT_DATE_FIELD: return "day";
    case UDAT_HOUR_OF_DAY1_FIELD:
    case UDAT_HOUR_OF_DAY0_FIELD:
    case UDAT_HOUR1_FIELD:
    case UDAT_HOUR0_FIELD: return "hour";
    case UDAT_MINUTE_FIELD: return "minute";
    case UDAT_SECOND_FIELD: return "second";
    case UDAT_FRACTIONAL_SECOND_FIELD: return "fractionalSecond";
    case UDAT_DAY_OF_WEEK_FIELD:
    case UDAT_DOW_LOCAL_FIELD:
    case UDAT_STANDALONE_DAY_FIELD: return "weekday";
    case UDAT_AM_PM_FIELD:
    case UDAT_AM_PM_MIDNIGHT_NOON_FIELD:
    case UDAT_FLEXIBLE_DAY_PERIOD_FIELD: return "dayPeriod";
    case UDAT_TIMEZONE_FIELD:
    case UDAT_TIMEZONE_RFC_FIELD:
    case UDAT_TIMEZONE_GENERIC_FIELD:
    case UDAT_TIMEZONE_SPECIAL_FIELD:
    case UDAT_TIMEZONE_LOCALIZED_GMT_OFFSET_FIELD:
    case UDAT_TIMEZONE_ISO_FIELD:
    case UDAT_TIMEZONE_ISO_LOCAL_FIELD: return "timeZoneName";
    default: return "literal";
  }
}

// A calendar in the zone. Gregorian ones have no Julian past.
std::unique_ptr<icu::Calendar> MakeCalendar(const icu::Locale& locale, const std::string& zone) {
  UErrorCode status = U_ZERO_ERROR;
  bool is_offset = !zone.empty() && (zone[0] == '+' || zone[0] == '-');
  std::unique_ptr<icu::Calendar> calendar(icu::Calendar::createInstance(
      icu::TimeZone::createTimeZone(FromAscii(is_offset ? "GMT" + zone : zone)), locale, status));
  if (U_FAILURE(status) || calendar == nullptr) return nullptr;
  if (calendar->getDynamicClassID() == icu::GregorianCalendar::getStaticClassID())
    static_cast<icu::GregorianCalendar*>(calendar.get())->setGregorianChange(kFirstTime, status);
  return calendar;
}

}  // namespace

std::string FindField(std::string_view pattern, std::string_view letters) {
  std::string out;
  bool ended = false;
  char last = 0;
  ForEachLetter(pattern, [&](char c) {
    if (!ended && letters.find(c) != letters.npos && (out.empty() || c == last)) {
      out += c;
    } else if (!out.empty()) {
      ended = true;
    }
    last = c;
  });
  return out;
}

// ---- DateTimePatterns ----

struct DateTimePatterns::Icu {
  icu::Locale locale;
  std::unique_ptr<icu::DateTimePatternGenerator> generator;
};

DateTimePatterns::DateTimePatterns(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
DateTimePatterns::~DateTimePatterns() = default;

DateTimePatterns* DateTimePatterns::Make(std::string_view recipe) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = IcuLocale(recipe);
  std::unique_ptr<icu::DateTimePatternGenerator> generator(
      icu::DateTimePatternGenerator::createInstance(locale, status));
  if (U_FAILURE(status) || generator == nullptr) return nullptr;
  return new DateTimePatterns(std::make_unique<Icu>(Icu{locale, std::move(generator)}));
}

std::string DateTimePatterns::BestPattern(const std::string& skeleton, const std::string& hour_cycle) {
  UErrorCode status = U_ZERO_ERROR;
  std::string pattern =
      ToUtf8(icu_->generator->getBestPattern(FromAscii(skeleton), UDATPG_MATCH_HOUR_FIELD_LENGTH, status));
  SetHourLetter(pattern, hour_cycle);
  return pattern;
}

std::string DateTimePatterns::StylePattern(DateTimeStyle date, DateTimeStyle time,
                                           const std::string& hour_cycle) {
  auto icu_style = [](DateTimeStyle style) {
    constexpr icu::DateFormat::EStyle kStyles[] = {icu::DateFormat::kFull, icu::DateFormat::kLong,
                                                   icu::DateFormat::kMedium, icu::DateFormat::kShort,
                                                   icu::DateFormat::kNone};
    return kStyles[static_cast<int>(style)];
  };
  std::unique_ptr<icu::DateFormat> format(
      icu::DateFormat::createDateTimeInstance(icu_style(date), icu_style(time), icu_->locale));
  if (format == nullptr || format->getDynamicClassID() != icu::SimpleDateFormat::getStaticClassID())
    return std::string();
  icu::UnicodeString text;
  static_cast<icu::SimpleDateFormat*>(format.get())->toPattern(text);
  std::string pattern = ToUtf8(text);
  std::string hour = FindField(pattern, "hHkK");
  if (hour.empty() || hour_cycle.empty()) return pattern;
  char wanted = HourLetter(hour_cycle);
  if (IsTwelveHours(hour[0]) != IsTwelveHours(wanted)) {
    // The pattern gets or loses its AM and PM: it is made anew, from what it shows.
    UErrorCode status = U_ZERO_ERROR;
    std::string skeleton = ToUtf8(icu::DateTimePatternGenerator::staticGetSkeleton(text, status));
    std::string asked;
    for (char c : skeleton) {
      if (c == 'a' || c == 'b' || c == 'B') continue;
      asked += c == 'h' || c == 'H' || c == 'k' || c == 'K' ? wanted : c;
    }
    pattern =
        ToUtf8(icu_->generator->getBestPattern(FromAscii(asked), UDATPG_MATCH_HOUR_FIELD_LENGTH, status));
  }
  SetHourLetter(pattern, hour_cycle);
  return pattern;
}

// ---- DateTimeFormatter ----

struct DateTimeFormatter::Icu {
  icu::Locale locale;
  std::string pattern;
  icu::Calendar* calendar;  // format's own
  std::unique_ptr<icu::SimpleDateFormat> format;
  std::unique_ptr<icu::DateIntervalFormat> interval;
};

DateTimeFormatter::DateTimeFormatter(std::unique_ptr<Icu> icu) : icu_(std::move(icu)) {}
DateTimeFormatter::~DateTimeFormatter() = default;

DateTimeFormatter* DateTimeFormatter::Make(std::string_view recipe) {
  std::vector<std::string> lines = Lines(recipe);
  if (lines.size() != 3) return nullptr;
  icu::Locale locale = IcuLocale(lines[0]);
  std::unique_ptr<icu::Calendar> calendar = MakeCalendar(locale, lines[1]);
  if (calendar == nullptr) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  auto format =
      std::make_unique<icu::SimpleDateFormat>(icu::UnicodeString::fromUTF8(lines[2]), locale, status);
  if (U_FAILURE(status)) return nullptr;
  icu::Calendar* kept = calendar.get();
  format->adoptCalendar(calendar.release());
  return new DateTimeFormatter(
      std::make_unique<Icu>(Icu{locale, lines[2], kept, std::move(format), nullptr}));
}

namespace {
// Programs split and compare such texts. Where CLDR has narrow and thin spaces, before "PM" and around the
// dash of a range, every engine writes plain ones.
std::u16string WithPlainSpaces(std::u16string text) {
  for (char16_t& c : text) {
    if (c == 0x202F || c == 0x2009) c = ' ';
  }
  return text;
}
}  // namespace

FormattedText DateTimeFormatter::Format(double time, Want want) {
  FormattedText out;
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString text;
  icu::FieldPositionIterator positions;
  // Given a time, ICU would copy the calendar with its time zone. A lease has the calendar to itself.
  icu_->calendar->setTime(time, status);
  icu_->format->format(*icu_->calendar, text, want == Want::kParts ? &positions : nullptr, status);
  out.failed = U_FAILURE(status);
  out.text = WithPlainSpaces(ToStd(text));
  if (want == Want::kParts) {
    std::vector<TextField> fields;
    icu::FieldPosition position;
    while (positions.next(position))
      fields.push_back(
          {DateFieldType(position.getField()), position.getBeginIndex(), position.getEndIndex()});
    SetParts(out, std::move(fields), {}, false);
  }
  return out;
}

FormattedText DateTimeFormatter::FormatRange(double start, double end, Want want) {
  UErrorCode status = U_ZERO_ERROR;
  if (icu_->interval == nullptr) {
    icu::UnicodeString skeleton =
        icu::DateTimePatternGenerator::staticGetSkeleton(icu::UnicodeString::fromUTF8(icu_->pattern), status);
    icu_->interval.reset(icu::DateIntervalFormat::createInstance(skeleton, icu_->locale, status));
    if (U_SUCCESS(status) && icu_->interval != nullptr)
      icu_->interval->setTimeZone(icu_->calendar->getTimeZone());
  }
  FormattedText out;
  if (U_FAILURE(status) || icu_->interval == nullptr) {
    icu_->interval.reset();
    out.failed = true;
    return out;
  }
  std::unique_ptr<icu::Calendar> first(icu_->calendar->clone()), second(icu_->calendar->clone());
  first->setTime(start, status);
  second->setTime(end, status);
  icu::FormattedDateInterval formatted = icu_->interval->formatToValue(*first, *second, status);
  out.text = WithPlainSpaces(ToStd(formatted.toTempString(status)));
  if (U_FAILURE(status)) {
    out.failed = true;
    return out;
  }
  std::vector<TextField> fields;
  std::vector<RangeSpan> spans;
  icu::ConstrainedFieldPosition position;
  while (formatted.nextPosition(position, status)) {
    int32_t begin = position.getStart(), limit = position.getLimit();
    if (position.getCategory() == UFIELD_CATEGORY_DATE_INTERVAL_SPAN) {
      spans.push_back({position.getField() == 0 ? "startRange" : "endRange", begin, limit});
    } else if (position.getCategory() == UFIELD_CATEGORY_DATE) {
      fields.push_back({DateFieldType(position.getField()), begin, limit});
    }
  }
  if (spans.empty()) {  // nothing that is shown differs
    out = Format(start, want);
    for (FormattedText::Part& part : out.parts) part.source = "shared";
    return out;
  }
  if (want == Want::kParts) SetParts(out, std::move(fields), spans, true);
  return out;
}

}  // namespace halfword::intl
