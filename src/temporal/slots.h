// What the internal slots of Temporal objects hold, as plain values: the library's objects are made from them
// for one call, and their results are read into them.
//
//   kind            calendar  day  second, nanosecond   zone  units
//   Duration                                                  x
//   Instant                   x    x
//   PlainDate       x         x
//   PlainDateTime   x         x    x
//   PlainMonthDay   x         x  (the reference date)
//   PlainTime                      x
//   PlainYearMonth  x         x  (the reference date)
//   ZonedDateTime   x         x    x                    x
//
// Days, seconds and nanoseconds of exact times are those of the epoch; those of plain ones count from
// 1970-01-01 on the calendar on the wall.
#ifndef HALFWORD_TEMPORAL_SLOTS_H_
#define HALFWORD_TEMPORAL_SLOTS_H_

#include <array>
#include <cstdint>
#include <string>

#include "temporal/library.h"

namespace halfword::temporal {

inline constexpr int kUnits = 10;  // years, months … nanoseconds

struct Slots {
  uint8_t calendar = rs::AnyCalendarKind::Iso;
  int32_t day = 0;         // since 1970-01-01
  int32_t second = 0;      // of the day
  int32_t nanosecond = 0;  // of the second
  std::string zone;        // an identifier that the library has normalized
  std::array<double, kUnits> units{};
};

// Any slots may be given, because they lie in guests' heaps: where they mean nothing the result is an error.
template <class T>
Made<T> Make(const Slots&);
template <>
Made<rs::Duration> Make(const Slots&);
template <>
Made<rs::Instant> Make(const Slots&);
template <>
Made<rs::PlainDate> Make(const Slots&);
template <>
Made<rs::PlainDateTime> Make(const Slots&);
template <>
Made<rs::PlainMonthDay> Make(const Slots&);
template <>
Made<rs::PlainTime> Make(const Slots&);
template <>
Made<rs::PlainYearMonth> Make(const Slots&);
template <>
Made<rs::ZonedDateTime> Make(const Slots&);

Slots SlotsOf(const rs::Duration&);
Slots SlotsOf(const rs::Instant&);
Slots SlotsOf(const rs::PlainDate&);
Slots SlotsOf(const rs::PlainDateTime&);
Slots SlotsOf(const rs::PlainMonthDay&);
Slots SlotsOf(const rs::PlainTime&);
Slots SlotsOf(const rs::PlainYearMonth&);
Slots SlotsOf(const rs::ZonedDateTime&);

// Nanoseconds of the epoch, in the library's form and as an integer.
using Int128 = __int128;
rs::I128Nanoseconds ToLibrary(Int128 nanoseconds);
Int128 FromLibrary(rs::I128Nanoseconds nanoseconds);
Int128 NanosecondsOf(const Slots&);
void SetNanoseconds(Slots&, Int128 nanoseconds);  // REQUIRES: they are those of an Instant

// The name of a calendar, as `calendarId` gives it. REQUIRES: it is one of the library's.
std::string_view CalendarName(uint8_t calendar);
bool HasEras(uint8_t calendar);

// Gregorian dates of the ISO calendar and the days between them and 1970-01-01.
struct IsoDate {
  int32_t year;
  uint8_t month, day;
};
IsoDate DateOfDay(int64_t day);

}  // namespace halfword::temporal

#endif  // HALFWORD_TEMPORAL_SLOTS_H_
