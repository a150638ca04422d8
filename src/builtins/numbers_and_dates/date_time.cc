#include "builtins/numbers_and_dates/date_time.h"

#include <cmath>
#include <cstdio>
#include <limits>

namespace halfword {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

// The two conversions count in eras of 400 years and years that begin in March, so the leap day is the last.
int64_t DaysFromCivil(int64_t year, int month, int day) {
  int64_t y = month < 2 ? year - 1 : year;
  int64_t era = FloorDiv(y, 400);
  int64_t year_of_era = y - era * 400;
  int64_t march_month = (month + 10) % 12;
  int64_t day_of_year = (153 * march_month + 2) / 5 + day - 1;
  int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

DateFields FieldsOf(double t) {
  int64_t ms = static_cast<int64_t>(std::floor(t));
  int64_t days = FloorDiv(ms, 86400000);
  int64_t in_day = ms - days * 86400000;
  DateFields f;
  f.weekday = static_cast<int>(((days + 4) % 7 + 7) % 7);
  f.hour = static_cast<int>(in_day / 3600000);
  f.minute = static_cast<int>(in_day / 60000 % 60);
  f.second = static_cast<int>(in_day / 1000 % 60);
  f.millisecond = static_cast<int>(in_day % 1000);
  int64_t z = days + 719468;
  int64_t era = FloorDiv(z, 146097);
  int64_t day_of_era = z - era * 146097;
  int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t march_month = (5 * day_of_year + 2) / 153;
  f.day = static_cast<int>(day_of_year - (153 * march_month + 2) / 5 + 1);
  f.month = static_cast<int>((march_month + 2) % 12);
  f.year = era * 400 + year_of_era + (f.month < 2 ? 1 : 0);
  return f;
}

std::string DateTimeString(double t) {
  DateFields f = FieldsOf(t);
  bool has_four_digits = f.year >= 0 && f.year <= 9999;
  char text[64];
  std::snprintf(
      text, sizeof text,
      has_four_digits ? "%04lld-%02d-%02dT%02d:%02d:%02d.%03dZ" : "%+07lld-%02d-%02dT%02d:%02d:%02d.%03dZ",
      static_cast<long long>(f.year), f.month + 1, f.day, f.hour, f.minute, f.second, f.millisecond);
  return text;
}

// https://tc39.es/ecma262/#sec-maketime
double MakeTime(double hour, double minute, double second, double millisecond) {
  if (!std::isfinite(hour) || !std::isfinite(minute) || !std::isfinite(second) || !std::isfinite(millisecond))
    return kNaN;
  return ((std::trunc(hour) * 3600000.0 + std::trunc(minute) * 60000.0) + std::trunc(second) * 1000.0) +
         std::trunc(millisecond);
}

// https://tc39.es/ecma262/#sec-makeday
double MakeDay(double year, double month, double date) {
  if (!std::isfinite(year) || !std::isfinite(month) || !std::isfinite(date)) return kNaN;
  double y = std::trunc(year), m = std::trunc(month);
  double ym = y + std::floor(m / 12);
  if (std::fabs(ym) > 400000) return kNaN;
  int mn = static_cast<int>(m - std::floor(m / 12) * 12);
  return static_cast<double>(DaysFromCivil(static_cast<int64_t>(ym), mn, 1)) + std::trunc(date) - 1;
}

// https://tc39.es/ecma262/#sec-makedate
double MakeDate(double day, double time) {
  if (!std::isfinite(day) || !std::isfinite(time)) return kNaN;
  double tv = day * kMsPerDay + time;
  return std::isfinite(tv) ? tv : kNaN;
}

// https://tc39.es/ecma262/#sec-makefullyear
double MakeFullYear(double year) {
  if (std::isnan(year)) return kNaN;
  double truncated = std::trunc(year);
  return truncated >= 0 && truncated <= 99 ? 1900 + truncated : truncated;
}

// https://tc39.es/ecma262/#sec-timeclip
double TimeClip(double time) {
  if (!(std::fabs(time) <= kMaxTime)) return kNaN;
  return std::trunc(time) + 0.0;  // -0 becomes 0
}

LocalTimeCache::Offset LocalTimeCache::Lookup(double t, Table& table,
                                              Offset (unicode::TimeZone::*ask)(double) const) {
  int64_t span = static_cast<int64_t>(std::floor(t / kSpan));
  Entry& entry = table[static_cast<uint64_t>(span) % table.size()];
  if (entry.span != span) {
    double start = static_cast<double>(span) * kSpan;
    Offset first = (zone_.get()->*ask)(start), last = (zone_.get()->*ask)(start + kSpan);
    entry.span = span;
    entry.offset = first;
    entry.uniform = first.milliseconds == last.milliseconds && first.daylight == last.daylight;
  }
  return entry.uniform ? entry.offset : (zone_.get()->*ask)(t);
}

}  // namespace halfword
