// Methods that several classes of Temporal have, made from the library's functions: a getter, a difference or
// an addition is one row of a class's table.
#ifndef HALFWORD_BUILTINS_TEMPORAL_METHODS_H_
#define HALFWORD_BUILTINS_TEMPORAL_METHODS_H_

#include <cstdlib>

#include "builtins/temporal/temporal.h"

namespace halfword::temporal_builtins {

// get year, toPlainDate ( ) …: what the library's function answers.
template <class T, auto Function>
Completion<Value> Call(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  return Answer(isolate, (*self.*Function)());
}

// get calendarId
template <class T>
Completion<Value> CalendarId(Isolate& isolate, Arguments& args) {
  Slots slots = SlotsOf(isolate, TRY(ThisObject<T>(isolate, args)));
  return ToValue(isolate, temporal::CalendarName(slots.calendar));
}

// get era: the library answers none with an empty text.
template <class T>
Completion<Value> Era(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Text era;
  self->era_write(era);
  return era.view().empty() ? Value::Undefined() : ToValue(isolate, era);
}

// get monthCode
template <class T>
Completion<Value> MonthCode(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Text code;
  self->month_code_write(code);
  return ToValue(isolate, code);
}

template <class T>
constexpr NativeRow kYearMonthGetters[] = {
    {"calendarId", CalendarId<T>, 0, kNativeGetter},
    {"era", Era<T>, 0, kNativeGetter},
    {"eraYear", Call<T, &T::era_year>, 0, kNativeGetter},
    {"year", Call<T, &T::year>, 0, kNativeGetter},
    {"month", Call<T, &T::month>, 0, kNativeGetter},
    {"monthCode", MonthCode<T>, 0, kNativeGetter},
    {"daysInMonth", Call<T, &T::days_in_month>, 0, kNativeGetter},
    {"daysInYear", Call<T, &T::days_in_year>, 0, kNativeGetter},
    {"monthsInYear", Call<T, &T::months_in_year>, 0, kNativeGetter},
    {"inLeapYear", Call<T, &T::in_leap_year>, 0, kNativeGetter},
};
template <class T>
constexpr NativeRow kDateGetters[] = {
    {"day", Call<T, &T::day>, 0, kNativeGetter},
    {"dayOfWeek", Call<T, &T::day_of_week>, 0, kNativeGetter},
    {"dayOfYear", Call<T, &T::day_of_year>, 0, kNativeGetter},
    {"weekOfYear", Call<T, &T::week_of_year>, 0, kNativeGetter},
    {"yearOfWeek", Call<T, &T::year_of_week>, 0, kNativeGetter},
    {"daysInWeek", Call<T, &T::days_in_week>, 0, kNativeGetter},
};
template <class T>
constexpr NativeRow kTimeGetters[] = {
    {"hour", Call<T, &T::hour>, 0, kNativeGetter},
    {"minute", Call<T, &T::minute>, 0, kNativeGetter},
    {"second", Call<T, &T::second>, 0, kNativeGetter},
    {"millisecond", Call<T, &T::millisecond>, 0, kNativeGetter},
    {"microsecond", Call<T, &T::microsecond>, 0, kNativeGetter},
    {"nanosecond", Call<T, &T::nanosecond>, 0, kNativeGetter},
};

// T.from ( item [ , options ] )
template <class T>
Completion<Value> From(Isolate& isolate, Arguments& args) {
  return NewTemporal(isolate, *TRY(ToTemporal<T>(isolate, args[0], args[1])));
}

// T.compare ( one, two )
template <class T, auto Function>
Completion<Value> Compare(Isolate& isolate, Arguments& args) {
  Owned<T> one = TRY(ToTemporal<T>(isolate, args[0]));
  Owned<T> two = TRY(ToTemporal<T>(isolate, args[1]));
  if constexpr (std::is_member_function_pointer_v<decltype(Function)>) {
    return ToValue(isolate, ((*one).*Function)(*two));
  } else {
    return ToValue(isolate, Function(*one, *two));
  }
}

// T.prototype.equals ( other )
template <class T>
Completion<Value> Equals(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Owned<T> other = TRY(ToTemporal<T>(isolate, args[0]));
  return ToValue(isolate, self->equals(*other));
}

// T.prototype.add ( temporalDurationLike [ , options ] ), subtract: of the classes with calendars.
template <class T, auto Function>
Completion<Value> AddWithOverflow(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Owned<rs::Duration> duration = TRY(ToTemporal<rs::Duration>(isolate, args[0]));
  Options options = TRY(GetOptionsObject(isolate, args[1]));
  rs::ArithmeticOverflow overflow = TRY(GetTemporalOverflowOption(isolate, options));
  TRY(ChargeForSpan(isolate, self->calendar().kind(), DaysOf(temporal::SlotsOf(*duration)), false));
  return Answer(isolate, (*self.*Function)(*duration, overflow));
}
// … and of those without.
template <class T, auto Function>
Completion<Value> Add(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Owned<rs::Duration> duration = TRY(ToTemporal<rs::Duration>(isolate, args[0]));
  return Answer(isolate, (*self.*Function)(*duration));
}

// T.prototype.until ( other [ , options ] ), since
template <class T, auto Function>
Completion<Value> Difference(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Owned<T> other = TRY(ToTemporal<T>(isolate, args[0]));
  if constexpr (requires { self->calendar(); }) {
    if (self->calendar().kind() != other->calendar().kind())
      return isolate.ThrowRangeError("The calendars of the two are not the same");
  }
  rs::DifferenceSettings settings = TRY(GetDifferenceSettings(isolate, args[1]));
  if constexpr (requires { self->calendar(); }) {
    double days = std::abs(temporal::SlotsOf(*self).day - temporal::SlotsOf(*other).day);
    rs::Unit largest = settings.largest_unit.value_or(rs::Unit::Auto);
    bool months =
        largest == rs::Unit::Month ||
        (largest == rs::Unit::Auto && settings.smallest_unit.value_or(rs::Unit::Day) == rs::Unit::Month);
    TRY(ChargeForSpan(isolate, self->calendar().kind(), days, months));
  } else {
    isolate.Charge(kCallCost);
  }
  return Answer(isolate, (*self.*Function)(*other, settings));
}

// T.prototype.round ( roundTo )
template <class T>
Completion<Value> Round(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  return Answer(isolate, self->round(TRY(GetRoundingOptions(isolate, args[0]))));
}

// T.prototype.withCalendar ( calendarLike )
template <class T>
Completion<Value> WithCalendar(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  return Answer(isolate, self->with_calendar(TRY(ToTemporalCalendarIdentifier(isolate, args[0]))));
}

// T.prototype.with ( temporalLike [ , options ] ) of the classes whose fields are dates.
template <class T, uint16_t fields>
Completion<Value> WithDate(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  JSObject* item = TRY(RequirePartialTemporalObject(isolate, args[0]));
  CalendarFields partial =
      TRY(PrepareCalendarFields(isolate, self->calendar().kind(), item, fields, kPartial));
  Options options = TRY(GetOptionsObject(isolate, args[1]));
  rs::ArithmeticOverflow overflow = TRY(GetTemporalOverflowOption(isolate, options));
  isolate.Charge(kLongCallCost);
  return Answer(isolate, self->with(partial.Date(), overflow));
}

// T.prototype.toString ( [ options ] ) of the same.
template <class T>
Completion<Value> DateToString(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  Options options = TRY(GetOptionsObject(isolate, args[0]));
  rs::DisplayCalendar show_calendar = TRY(GetTemporalShowCalendarNameOption(isolate, options));
  return Answer(isolate, Written([&](Text& text) { self->to_ixdtf_string_write(show_calendar, text); }));
}

// T.prototype.valueOf ( )
template <class T>
Completion<Value> ValueOf(Isolate& isolate, Arguments&) {
  return isolate.ThrowTypeError("%s has no order that operators know: compare with its own functions",
                                ClassOf<T>::kFullName);
}

// The text that toString gives without options.
template <class T>
Result<Text> PlainText(const T& object) {
  return Written([&](Text& text) {
    rs::ToStringRoundingOptions automatic{};
    constexpr auto kCalendar = rs::DisplayCalendar::Auto;
    if constexpr (requires { object.to_ixdtf_string_write(kCalendar, text); }) {
      object.to_ixdtf_string_write(kCalendar, text);
    } else if constexpr (requires { object.to_ixdtf_string_write(automatic, text); }) {
      return object.to_ixdtf_string_write(automatic, text);
    } else if constexpr (requires { object.to_ixdtf_string_write(automatic, kCalendar, text); }) {
      return object.to_ixdtf_string_write(automatic, kCalendar, text);
    } else if constexpr (requires { object.offset_write(text); }) {
      return object.to_ixdtf_string_write(rs::DisplayOffset::Auto, rs::DisplayTimeZone::Auto, kCalendar,
                                          automatic, text);
    } else if constexpr (requires { object.to_string_write(automatic, text); }) {
      return object.to_string_write(automatic, text);
    } else {
      return object.to_ixdtf_string_with_compiled_data_write(std::nullopt, automatic, text);
    }
  });
}

// T.prototype.toJSON ( )
template <class T>
Completion<Value> ToJson(Isolate& isolate, Arguments& args) {
  Owned<T> self = TRY(This<T>(isolate, args));
  return Answer(isolate, PlainText(*self));
}

// What every class has.
template <class T>
constexpr NativeRow kCommonRows[] = {
#if HALFWORD_INTL
    {"toLocaleString", ToLocaleString, 0, 0, static_cast<uint16_t>(ClassOf<T>::kKind)},
#else
    {"toLocaleString", ToJson<T>, 0},
#endif
    {"toJSON", ToJson<T>, 0},
    {"valueOf", ValueOf<T>, 0},
};

}  // namespace halfword::temporal_builtins

#endif  // HALFWORD_BUILTINS_TEMPORAL_METHODS_H_
