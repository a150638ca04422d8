// Dates and times as people write them, over ICU's patterns.
#ifndef HALFWORD_INTL_DATE_TIME_FORMATTER_H_
#define HALFWORD_INTL_DATE_TIME_FORMATTER_H_

#include <memory>
#include <string>
#include <string_view>

#include "intl/formatted_text.h"

namespace halfword::intl {

enum class DateTimeStyle : int8_t { kFull, kLong, kMedium, kShort, kNone };

// Finds the pattern of a locale for what is to be shown. The recipe is the tag, with the keywords ca and nu.
class DateTimePatterns {
 public:
  static constexpr char kKind = 'g';
  static DateTimePatterns* Make(std::string_view recipe);
  ~DateTimePatterns();
  // UTF-8, in the letters of https://unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table.
  // `hour_cycle` is "h11" … "h24", or empty where no hour is shown.
  std::string BestPattern(const std::string& skeleton, const std::string& hour_cycle);
  std::string StylePattern(DateTimeStyle date, DateTimeStyle time, const std::string& hour_cycle);

 private:
  struct Icu;
  explicit DateTimePatterns(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

// The field of a letter as a pattern has it, repeated: "MMM". Empty: the pattern has none of these letters.
std::string FindField(std::string_view pattern, std::string_view letters);

// Recipe: the tag with ca, nu and hc, the time zone and the pattern, on three lines.
class DateTimeFormatter {
 public:
  static constexpr char kKind = 'd';
  static DateTimeFormatter* Make(std::string_view recipe);
  ~DateTimeFormatter();
  enum class Want : uint8_t { kText, kParts };
  // Time values in milliseconds. REQUIRES: they are finite.
  FormattedText Format(double time, Want);
  FormattedText FormatRange(double start, double end, Want);

 private:
  struct Icu;
  explicit DateTimeFormatter(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_DATE_TIME_FORMATTER_H_
