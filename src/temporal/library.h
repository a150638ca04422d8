// temporal_rs (https://github.com/boa-dev/temporal), the Rust library that computes: its C++ headers, which
// cargo has fetched.
//
// Its objects live as long as one call of a builtin: they are made of what a Temporal object has (slots.h)
// and thrown away. The library keeps nothing but its tables of time zones, each read when it is first asked
// for. They are in the library itself, so results are the same on every machine. Its functions don't throw; a
// result says what went wrong. It ends the process where it gets no memory: so there is a reserve for it
// (crate/lib.rs), and what a guest may give it is bounded.
#ifndef HALFWORD_TEMPORAL_LIBRARY_H_
#define HALFWORD_TEMPORAL_LIBRARY_H_

#include <temporal_rs/AnyCalendarKind.hpp>
#include <temporal_rs/ArithmeticOverflow.hpp>
#include <temporal_rs/Calendar.hpp>
#include <temporal_rs/DifferenceSettings.hpp>
#include <temporal_rs/Disambiguation.hpp>
#include <temporal_rs/DisplayCalendar.hpp>
#include <temporal_rs/DisplayOffset.hpp>
#include <temporal_rs/DisplayTimeZone.hpp>
#include <temporal_rs/Duration.hpp>
#include <temporal_rs/ErrorKind.hpp>
#include <temporal_rs/I128Nanoseconds.hpp>
#include <temporal_rs/Instant.hpp>
#include <temporal_rs/OffsetDisambiguation.hpp>
#include <temporal_rs/OwnedRelativeTo.hpp>
#include <temporal_rs/ParsedDate.hpp>
#include <temporal_rs/ParsedDateTime.hpp>
#include <temporal_rs/ParsedZonedDateTime.hpp>
#include <temporal_rs/PartialDate.hpp>
#include <temporal_rs/PartialDateTime.hpp>
#include <temporal_rs/PartialTime.hpp>
#include <temporal_rs/PartialZonedDateTime.hpp>
#include <temporal_rs/PlainDate.hpp>
#include <temporal_rs/PlainDateTime.hpp>
#include <temporal_rs/PlainMonthDay.hpp>
#include <temporal_rs/PlainTime.hpp>
#include <temporal_rs/PlainYearMonth.hpp>
#include <temporal_rs/Precision.hpp>
#include <temporal_rs/RelativeTo.hpp>
#include <temporal_rs/RoundingMode.hpp>
#include <temporal_rs/RoundingOptions.hpp>
#include <temporal_rs/TemporalError.hpp>
#include <temporal_rs/TimeZone.hpp>
#include <temporal_rs/ToStringRoundingOptions.hpp>
#include <temporal_rs/TransitionDirection.hpp>
#include <temporal_rs/Unit.hpp>
#include <temporal_rs/ZonedDateTime.hpp>

namespace halfword::temporal {

namespace rs = temporal_rs;

template <class T>
using Owned = std::unique_ptr<T>;
template <class T>
using Result = rs::diplomat::result<T, rs::TemporalError>;
template <class T>
using Made = Result<Owned<T>>;

}  // namespace halfword::temporal

#endif  // HALFWORD_TEMPORAL_LIBRARY_H_
