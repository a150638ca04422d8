// Temporal objects as Intl shows them: https://tc39.es/proposal-temporal/#sec-temporal-intl
#include "builtins/temporal/temporal.h"
#if HALFWORD_INTL
#include "builtins/internationalization/intl.h"
#endif

namespace halfword::temporal_builtins {

std::optional<Formattable> TryFormattable(Isolate& isolate, Value value) {
  TemporalObject* object = value.TryAs<TemporalObject>();
  if (object == nullptr || KindOf(object) == Kind::kDuration) return std::nullopt;
  Slots slots = SlotsOf(isolate, object);
  Formattable result{KindOf(object), 0, "", slots.zone};
  bool is_day = result.kind == Kind::kPlainDate || result.kind == Kind::kPlainMonthDay ||
                result.kind == Kind::kPlainYearMonth;
  constexpr double kNoon = 43200000;
  result.milliseconds =
      slots.day * 86400000.0 + (is_day ? kNoon : slots.second * 1000.0 + slots.nanosecond / 1000000);
  if (HasCalendar(object)) result.calendar = temporal::CalendarName(slots.calendar);
  return result;
}

std::optional<std::array<double, 10>> TryDurationUnits(Isolate& isolate, Value value) {
  TemporalObject* object = TryTemporal(value, Kind::kDuration);
  if (object == nullptr) return std::nullopt;
  return SlotsOf(isolate, object).units;
}

#if HALFWORD_INTL
// T.prototype.toLocaleString ( [ locales [ , options ] ] ): the magic is the Kind.
Completion<Value> ToLocaleString(Isolate& isolate, Arguments& args) {
  constexpr const char* kNames[] = {"Duration",      "Instant",   "PlainDate",      "PlainDateTime",
                                    "PlainMonthDay", "PlainTime", "PlainYearMonth", "ZonedDateTime"};
  uint16_t kind = args.callee()->magic_ % std::size(kNames);
  if (TryTemporal(args.this_value(), static_cast<Kind>(kind)) == nullptr)
    return ThrowWrongReceiver(isolate, args, (std::string("Temporal.") + kNames[kind]).c_str());
  if (static_cast<Kind>(kind) == Kind::kDuration)
    return intl_builtins::DurationToLocaleString(isolate, args.this_value(), args[0], args[1]);
  return intl_builtins::TemporalToLocaleString(isolate, *TryFormattable(isolate, args.this_value()), args[0],
                                               args[1]);
}
#endif

}  // namespace halfword::temporal_builtins
