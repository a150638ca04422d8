// Time values and dates:
// https://tc39.es/ecma262/#sec-overview-of-date-objects-and-definitions-of-abstract-operations. Pure
// arithmetic on doubles and days, and a cache of the host's offsets from UTC.
#ifndef HALFWORD_BUILTINS_NUMBERS_AND_DATES_DATE_TIME_H_
#define HALFWORD_BUILTINS_NUMBERS_AND_DATES_DATE_TIME_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "objects/values/value.h"
#include "unicode/time_zone.h"

namespace halfword {

class Isolate;

inline constexpr double kMsPerDay = 86400000.0;
inline constexpr double kMaxTime = 8.64e15;

struct DateFields {
  int64_t year;
  int month;  // 0 … 11
  int day;    // 1 … 31
  int weekday;
  int hour, minute, second, millisecond;
};
// REQUIRES: t is finite and |t| is not much above kMaxTime.
DateFields FieldsOf(double t);
// In UTC and the Date Time String Format (https://tc39.es/ecma262/#sec-date-time-string-format).
// REQUIRES: t as above.
std::string DateTimeString(double t);
// A string in local time (https://tc39.es/ecma262/#sec-todatestring).
Value ToDateString(Isolate&, double t);
// Days since 1970-01-01 of a proleptic Gregorian date; the month counts from 0.
int64_t DaysFromCivil(int64_t year, int month, int day);

double MakeTime(double hour, double minute, double second, double millisecond);
double MakeDay(double year, double month, double date);
double MakeDate(double day, double time);
double MakeFullYear(double year);
double TimeClip(double time);

// Now, as the host's clock says it, or else the system's.
double CurrentTime(Isolate&);
// The same with the nanoseconds that belong to it, less than a million. A host's clock gives microseconds.
struct PreciseTime {
  double milliseconds;  // between -kMaxTime and kMaxTime
  int32_t nanoseconds;
};
PreciseTime CurrentPreciseTime(Isolate&);

// Offsets of the host's time zone. Transitions are days apart, so most weeks have one offset: a table
// remembers it.
class LocalTimeCache {
 public:
  using Offset = unicode::TimeZone::Offset;
  explicit LocalTimeCache(std::unique_ptr<unicode::TimeZone> zone = unicode::TimeZone::Host())
      : zone_(std::move(zone)) {}
  Offset OffsetAtUtc(double t) { return Lookup(t, utc_, &unicode::TimeZone::AtUtc); }
  Offset OffsetAtLocal(double t) { return Lookup(t, local_, &unicode::TimeZone::AtLocal); }
  const std::u16string& Name(bool daylight) {
    std::u16string& name = names_[daylight];
    if (name.empty()) name = zone_->Name(daylight);
    return name;
  }
  // Of the time zone, as IANA names it.
  std::string Identifier() const { return zone_->Identifier(); }

 private:
  static constexpr double kSpan = 1 << 29;  // milliseconds: about six days
  struct Entry {
    int64_t span = INT64_MIN;
    Offset offset{};
    bool uniform = false;
  };
  using Table = std::array<Entry, 128>;
  Offset Lookup(double t, Table& table, Offset (unicode::TimeZone::*ask)(double) const);

  std::unique_ptr<unicode::TimeZone> zone_;
  Table utc_, local_;
  std::u16string names_[2];
};
// Those of the host's time zone.
LocalTimeCache& LocalTimes(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_NUMBERS_AND_DATES_DATE_TIME_H_
