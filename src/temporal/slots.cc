#include "temporal/slots.h"

#include <cmath>

#include "temporal/text.h"

namespace halfword::temporal {

namespace {

constexpr int64_t kMillisecondsPerDay = 86400000;
constexpr Int128 kNanosecondsPerDay = Int128{86400} * 1000000000;
constexpr uint8_t kCalendars = rs::AnyCalendarKind::Roc + 1;

int64_t FloorDivide(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

rs::AnyCalendarKind KindOf(const Slots& slots) {
  return static_cast<rs::AnyCalendarKind::Value>(slots.calendar % kCalendars);
}

template <class T>
Made<T> Refuse() {
  return Made<T>(rs::diplomat::Err<rs::TemporalError>(
      rs::TemporalError{rs::ErrorKind::Range, std::string_view("A value is out of range")}));
}

// The part of the slots that is a time of the day.
struct Time {
  uint8_t hour, minute, second;
  uint16_t millisecond, microsecond, nanosecond;
};
Time TimeOf(const Slots& slots) {
  auto second = static_cast<uint32_t>(slots.second) % 86400;
  auto rest = static_cast<uint32_t>(slots.nanosecond) % 1000000000;
  return {static_cast<uint8_t>(second / 3600),       static_cast<uint8_t>(second / 60 % 60),
          static_cast<uint8_t>(second % 60),         static_cast<uint16_t>(rest / 1000000),
          static_cast<uint16_t>(rest / 1000 % 1000), static_cast<uint16_t>(rest % 1000)};
}
template <class T>
void SetTime(Slots& slots, const T& time) {
  slots.second = time.hour() * 3600 + time.minute() * 60 + time.second();
  slots.nanosecond = time.millisecond() * 1000000 + time.microsecond() * 1000 + time.nanosecond();
}

template <class T>
void SetDate(Slots& slots, const T& date) {
  slots.calendar = static_cast<uint8_t>(rs::AnyCalendarKind::Value(date.calendar().kind()));
  slots.day =
      static_cast<int32_t>(FloorDivide(date.epoch_ms_for_utc().ok().value_or(0), kMillisecondsPerDay));
}

}  // namespace

// Days to dates and back by years of 400 years that begin with March: "chrono-Compatible Low-Level Date
// Algorithms" by Howard Hinnant.
IsoDate DateOfDay(int64_t day) {
  day += 719468;
  int64_t era = FloorDivide(day, 146097);
  int64_t of_era = day - era * 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
  int64_t month = (5 * of_year + 2) / 153;
  auto date = static_cast<uint8_t>(of_year - (153 * month + 2) / 5 + 1);
  auto real_month = static_cast<uint8_t>(month < 10 ? month + 3 : month - 9);
  return {static_cast<int32_t>(year + era * 400 + (real_month <= 2 ? 1 : 0)), real_month, date};
}

// ---- Nanoseconds ----

rs::I128Nanoseconds ToLibrary(Int128 nanoseconds) {
  bool negative = nanoseconds < 0;
  auto magnitude = static_cast<unsigned __int128>(negative ? -nanoseconds : nanoseconds);
  uint64_t high = static_cast<uint64_t>(magnitude >> 64) | (negative ? uint64_t{1} << 63 : 0);
  return {high, static_cast<uint64_t>(magnitude)};
}

Int128 FromLibrary(rs::I128Nanoseconds nanoseconds) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  auto magnitude = static_cast<Int128>((static_cast<unsigned __int128>(nanoseconds.high & ~kSign) << 64) |
                                       nanoseconds.low);
  return nanoseconds.high & kSign ? -magnitude : magnitude;
}

Int128 NanosecondsOf(const Slots& slots) {
  return slots.day * kNanosecondsPerDay + Int128{slots.second} * 1000000000 + slots.nanosecond;
}

void SetNanoseconds(Slots& slots, Int128 nanoseconds) {
  Int128 day = nanoseconds / kNanosecondsPerDay, rest = nanoseconds % kNanosecondsPerDay;
  if (rest < 0) {
    day--;
    rest += kNanosecondsPerDay;
  }
  slots.day = static_cast<int32_t>(day);
  slots.second = static_cast<int32_t>(rest / 1000000000);
  slots.nanosecond = static_cast<int32_t>(rest % 1000000000);
}

// ---- From slots ----

template <>
Made<rs::Duration> Make(const Slots& slots) {
  constexpr double kTooMuch = 9223372036854775808.0;
  int64_t whole[8];
  for (int i = 0; i < kUnits; i++) {
    double value = slots.units[static_cast<size_t>(i)];
    if (!std::isfinite(value) || (i < 8 && std::fabs(value) >= kTooMuch)) return Refuse<rs::Duration>();
    if (i < 8) whole[i] = static_cast<int64_t>(value);
  }
  return rs::Duration::try_new(whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], whole[6], whole[7],
                               slots.units[8], slots.units[9]);
}

template <>
Made<rs::Instant> Make(const Slots& slots) {
  return rs::Instant::try_new(ToLibrary(NanosecondsOf(slots)));
}

template <>
Made<rs::PlainDate> Make(const Slots& slots) {
  IsoDate date = DateOfDay(slots.day);
  return rs::PlainDate::try_new(date.year, date.month, date.day, KindOf(slots));
}

template <>
Made<rs::PlainDateTime> Make(const Slots& slots) {
  IsoDate date = DateOfDay(slots.day);
  Time time = TimeOf(slots);
  return rs::PlainDateTime::try_new(date.year, date.month, date.day, time.hour, time.minute, time.second,
                                    time.millisecond, time.microsecond, time.nanosecond, KindOf(slots));
}

template <>
Made<rs::PlainMonthDay> Make(const Slots& slots) {
  IsoDate date = DateOfDay(slots.day);
  return rs::PlainMonthDay::try_new_with_overflow(date.month, date.day, KindOf(slots),
                                                  rs::ArithmeticOverflow::Reject, date.year);
}

template <>
Made<rs::PlainTime> Make(const Slots& slots) {
  Time time = TimeOf(slots);
  return rs::PlainTime::try_new(time.hour, time.minute, time.second, time.millisecond, time.microsecond,
                                time.nanosecond);
}

template <>
Made<rs::PlainYearMonth> Make(const Slots& slots) {
  IsoDate date = DateOfDay(slots.day);
  return rs::PlainYearMonth::try_new_with_overflow(date.year, date.month, date.day, KindOf(slots),
                                                   rs::ArithmeticOverflow::Reject);
}

template <>
Made<rs::ZonedDateTime> Make(const Slots& slots) {
  std::optional<rs::TimeZone> zone = rs::TimeZone::try_from_identifier_str(slots.zone).ok();
  if (!zone) return Refuse<rs::ZonedDateTime>();
  return rs::ZonedDateTime::try_new(ToLibrary(NanosecondsOf(slots)), KindOf(slots), *zone);
}

// ---- To slots ----

Slots SlotsOf(const rs::Duration& duration) {
  Slots slots;
  slots.units = {static_cast<double>(duration.years()),
                 static_cast<double>(duration.months()),
                 static_cast<double>(duration.weeks()),
                 static_cast<double>(duration.days()),
                 static_cast<double>(duration.hours()),
                 static_cast<double>(duration.minutes()),
                 static_cast<double>(duration.seconds()),
                 static_cast<double>(duration.milliseconds()),
                 duration.microseconds(),
                 duration.nanoseconds()};
  return slots;
}

Slots SlotsOf(const rs::Instant& instant) {
  Slots slots;
  SetNanoseconds(slots, FromLibrary(instant.epoch_nanoseconds()));
  return slots;
}

Slots SlotsOf(const rs::PlainDate& date) {
  Slots slots;
  SetDate(slots, date);
  return slots;
}

Slots SlotsOf(const rs::PlainDateTime& date_time) {
  Slots slots = SlotsOf(*date_time.to_plain_date());
  SetTime(slots, date_time);
  return slots;
}

Slots SlotsOf(const rs::PlainMonthDay& month_day) {
  Slots slots;
  SetDate(slots, month_day);
  return slots;
}

Slots SlotsOf(const rs::PlainTime& time) {
  Slots slots;
  SetTime(slots, time);
  return slots;
}

Slots SlotsOf(const rs::PlainYearMonth& year_month) {
  Slots slots;
  SetDate(slots, year_month);
  return slots;
}

Slots SlotsOf(const rs::ZonedDateTime& zoned) {
  Slots slots;
  slots.calendar = static_cast<uint8_t>(rs::AnyCalendarKind::Value(zoned.calendar().kind()));
  SetNanoseconds(slots, FromLibrary(zoned.epoch_nanoseconds()));
  Text zone;
  zoned.timezone().identifier_write(zone);
  slots.zone = zone.view();
  return slots;
}

// ---- Calendars ----

std::string_view CalendarName(uint8_t calendar) {
  return rs::Calendar::try_new_constrain(static_cast<rs::AnyCalendarKind::Value>(calendar % kCalendars))
      ->identifier();
}

// https://tc39.es/proposal-temporal/#sec-temporal-calendarsupportsera
bool HasEras(uint8_t calendar) {
  return calendar != rs::AnyCalendarKind::Iso && calendar != rs::AnyCalendarKind::Chinese &&
         calendar != rs::AnyCalendarKind::Dangi;
}

}  // namespace halfword::temporal
