// What Intl and the console need to know of Temporal objects. Without Temporal there are none.
#ifndef HALFWORD_BUILTINS_TEMPORAL_FORMATTABLE_H_
#define HALFWORD_BUILTINS_TEMPORAL_FORMATTABLE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "objects/library/temporal.h"

namespace halfword::temporal_builtins {

enum class Kind : int32_t {
  kDuration,
  kInstant,
  kPlainDate,
  kPlainDateTime,
  kPlainMonthDay,
  kPlainTime,
  kPlainYearMonth,
  kZonedDateTime,
};

// A Temporal object that Intl.DateTimeFormat can show; a ZonedDateTime is only shown by its toLocaleString.
struct Formattable {
  Kind kind;
  double milliseconds;   // of the epoch; for plain ones, as if in UTC. A day without a time is at noon.
  std::string calendar;  // empty: it has none
  std::string zone;      // of a ZonedDateTime
};

#if HALFWORD_TEMPORAL
// https://tc39.es/proposal-temporal/#sec-temporal-istemporalobject
std::optional<Formattable> TryFormattable(Isolate&, Value);
// The units of a Temporal.Duration, from years to nanoseconds.
std::optional<std::array<double, 10>> TryDurationUnits(Isolate&, Value);
// "Temporal.PlainDate 2024-02-29", for the console.
std::string DescribeTemporal(Isolate&, TemporalObject*);
#else
inline std::optional<Formattable> TryFormattable(Isolate&, Value) { return std::nullopt; }
inline std::optional<std::array<double, 10>> TryDurationUnits(Isolate&, Value) { return std::nullopt; }
inline std::string DescribeTemporal(Isolate&, TemporalObject*) { return "Temporal"; }
#endif

}  // namespace halfword::temporal_builtins

#endif  // HALFWORD_BUILTINS_TEMPORAL_FORMATTABLE_H_
