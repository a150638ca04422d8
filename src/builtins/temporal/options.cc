// Options of Temporal's functions: https://tc39.es/proposal-temporal/#sec-temporal-abstract-ops
#include <cmath>

#include "builtins/temporal/temporal.h"

namespace halfword::temporal_builtins {

namespace {

// GetOption for strings of a list: the index of the value, -1 where it is undefined.
// https://tc39.es/ecma402/#sec-getoption
Completion<int> GetStringOption(Isolate& isolate, Options options, const char* name,
                                std::span<const char* const> values) {
  Value value = TRY(GetProperty(isolate, options, name));
  if (value.IsUndefined()) return -1;
  String* string = TRY(ToString(isolate, value));
  std::string text = string->length() <= 100 ? string->ToUtf8(isolate) : "(too long)";
  for (size_t i = 0; i < values.size(); i++) {
    if (text == values[i]) return static_cast<int>(i);
  }
  return isolate.ThrowRangeError("Value %s out of range for Temporal options property %s", text.c_str(),
                                 name);
}

// The same for an enumeration of the library whose values are numbered as the texts are.
template <class E>
Completion<E> GetEnumOption(Isolate& isolate, Options options, const char* name,
                            std::span<const char* const> values, E fallback) {
  int index = TRY(GetStringOption(isolate, options, name, values));
  return index < 0 ? fallback : E(static_cast<typename E::Value>(index));
}

// By the numbers of rs::Unit.
constexpr const char* kUnitNames[] = {"auto", "nanosecond", "microsecond", "millisecond", "second", "minute",
                                      "hour", "day",        "week",        "month",       "year"};
constexpr const char* kRoundingModes[] = {"ceil",      "floor",      "expand",    "trunc",   "halfCeil",
                                          "halfFloor", "halfExpand", "halfTrunc", "halfEven"};

}  // namespace

Completion<Options> GetOptionsObject(Isolate& isolate, Value value) {
  if (value.IsUndefined()) return Options();
  if (!value.IsObject()) return ThrowNotObject(isolate, value);
  return Options{value.AsObject()};
}

Completion<Options> GetRequiredOptions(Isolate& isolate, Value value, const char* key) {
  if (value.IsUndefined()) return isolate.ThrowTypeError("An options object or a %s is required", key);
  if (!value.IsString()) return GetOptionsObject(isolate, value);
  JSObject* object = OrdinaryObjectCreate(isolate, Value::Null());
  (void)MUST(CreateDataProperty(isolate, object, PropertyKey::FromAscii(isolate, key), value));
  return Options{object};
}

Completion<Value> GetProperty(Isolate& isolate, Options options, const char* name) {
  if (options.object == nullptr) return Value::Undefined();
  return Get(isolate, options.object, PropertyKey::FromAscii(isolate, name));
}

Completion<rs::ArithmeticOverflow> GetTemporalOverflowOption(Isolate& isolate, Options options) {
  constexpr const char* kValues[] = {"constrain", "reject"};
  return GetEnumOption<rs::ArithmeticOverflow>(isolate, options, "overflow", kValues,
                                               rs::ArithmeticOverflow::Constrain);
}

Completion<rs::Disambiguation> GetTemporalDisambiguationOption(Isolate& isolate, Options options) {
  constexpr const char* kValues[] = {"compatible", "earlier", "later", "reject"};
  return GetEnumOption<rs::Disambiguation>(isolate, options, "disambiguation", kValues,
                                           rs::Disambiguation::Compatible);
}

Completion<rs::OffsetDisambiguation> GetTemporalOffsetOption(Isolate& isolate, Options options,
                                                             rs::OffsetDisambiguation fallback) {
  constexpr const char* kValues[] = {"use", "prefer", "ignore", "reject"};
  return GetEnumOption(isolate, options, "offset", kValues, fallback);
}

Completion<rs::DisplayCalendar> GetTemporalShowCalendarNameOption(Isolate& isolate, Options options) {
  constexpr const char* kValues[] = {"auto", "always", "never", "critical"};
  return GetEnumOption<rs::DisplayCalendar>(isolate, options, "calendarName", kValues,
                                            rs::DisplayCalendar::Auto);
}

Completion<rs::DisplayTimeZone> GetTemporalShowTimeZoneNameOption(Isolate& isolate, Options options) {
  constexpr const char* kValues[] = {"auto", "never", "critical"};
  return GetEnumOption<rs::DisplayTimeZone>(isolate, options, "timeZoneName", kValues,
                                            rs::DisplayTimeZone::Auto);
}

Completion<rs::DisplayOffset> GetTemporalShowOffsetOption(Isolate& isolate, Options options) {
  constexpr const char* kValues[] = {"auto", "never"};
  return GetEnumOption<rs::DisplayOffset>(isolate, options, "offset", kValues, rs::DisplayOffset::Auto);
}

Completion<rs::TransitionDirection> GetDirectionOption(Isolate& isolate, Options options) {
  constexpr const char* kValues[] = {"next", "previous"};
  int index = TRY(GetStringOption(isolate, options, "direction", kValues));
  if (index < 0) return isolate.ThrowRangeError("The option direction is required");
  return rs::TransitionDirection(static_cast<rs::TransitionDirection::Value>(index));
}

Completion<rs::RoundingMode> GetRoundingModeOption(Isolate& isolate, Options options,
                                                   rs::RoundingMode fallback) {
  return GetEnumOption(isolate, options, "roundingMode", kRoundingModes, fallback);
}

Completion<uint32_t> GetRoundingIncrementOption(Isolate& isolate, Options options) {
  Value value = TRY(GetProperty(isolate, options, "roundingIncrement"));
  if (value.IsUndefined()) return 1u;
  double increment = TRY(ToIntegerWithTruncation(isolate, value));
  if (!(increment >= 1 && increment <= 1e9))
    return isolate.ThrowRangeError("roundingIncrement is out of range");
  return static_cast<uint32_t>(increment);
}

Completion<std::optional<rs::Unit>> GetTemporalUnitValuedOption(Isolate& isolate, Options options,
                                                                const char* key, Presence presence) {
  Value value = TRY(GetProperty(isolate, options, key));
  if (value.IsUndefined()) {
    if (presence == Presence::kRequired) return isolate.ThrowRangeError("The option %s is required", key);
    return std::optional<rs::Unit>();
  }
  String* string = TRY(ToString(isolate, value));
  std::string text = string->length() <= 100 ? string->ToUtf8(isolate) : "(too long)";
  for (size_t i = 0; i < std::size(kUnitNames); i++) {
    std::string name = kUnitNames[i];
    if (text == name || (i > 0 && text == name + "s"))
      return std::optional<rs::Unit>(static_cast<rs::Unit::Value>(i));
  }
  return isolate.ThrowRangeError("Value %s out of range for Temporal options property %s", text.c_str(), key);
}

Completion<std::optional<uint8_t>> GetTemporalFractionalSecondDigitsOption(Isolate& isolate,
                                                                           Options options) {
  Value value = TRY(GetProperty(isolate, options, "fractionalSecondDigits"));
  if (value.IsUndefined()) return std::optional<uint8_t>();
  constexpr const char* kMessage = "fractionalSecondDigits must be \"auto\" or a number from 0 to 9";
  if (!value.IsNumber()) {
    String* string = TRY(ToString(isolate, value));
    if (string->length() != 4 || string->ToUtf8(isolate) != "auto")
      return isolate.ThrowRangeError("%s", kMessage);
    return std::optional<uint8_t>();
  }
  double digits = std::floor(TRY(ToNumber(isolate, value)));
  if (!(digits >= 0 && digits <= 9)) return isolate.ThrowRangeError("%s", kMessage);
  return std::optional<uint8_t>(static_cast<uint8_t>(digits));
}

Completion<void> ValidateTimeUnit(Isolate& isolate, std::optional<rs::Unit> unit, rs::Unit largest) {
  if (unit && (*unit == rs::Unit::Auto || rs::Unit::Value(*unit) > rs::Unit::Value(largest)))
    return isolate.ThrowRangeError("smallestUnit can't be %s here", kUnitNames[rs::Unit::Value(*unit)]);
  return {};
}

Completion<rs::DifferenceSettings> GetDifferenceSettings(Isolate& isolate, Value value) {
  Options options = TRY(GetOptionsObject(isolate, value));
  rs::DifferenceSettings settings;
  settings.largest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "largestUnit", Presence::kOptional));
  settings.increment = TRY(GetRoundingIncrementOption(isolate, options));
  settings.rounding_mode = TRY(GetRoundingModeOption(isolate, options, rs::RoundingMode::Trunc));
  settings.smallest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "smallestUnit", Presence::kOptional));
  return settings;
}

Completion<rs::RoundingOptions> GetRoundingOptions(Isolate& isolate, Value value) {
  Options options = TRY(GetRequiredOptions(isolate, value, "smallestUnit"));
  rs::RoundingOptions rounding;
  rounding.increment = TRY(GetRoundingIncrementOption(isolate, options));
  rounding.rounding_mode = TRY(GetRoundingModeOption(isolate, options, rs::RoundingMode::HalfExpand));
  rounding.smallest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "smallestUnit", Presence::kRequired));
  return rounding;
}

Completion<rs::ToStringRoundingOptions> GetToStringOptions(Isolate& isolate, Options options,
                                                           rs::Unit largest) {
  rs::ToStringRoundingOptions result{};
  result.precision.precision = TRY(GetTemporalFractionalSecondDigitsOption(isolate, options));
  result.rounding_mode = TRY(GetRoundingModeOption(isolate, options, rs::RoundingMode::Trunc));
  result.smallest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "smallestUnit", Presence::kOptional));
  TRY(ValidateTimeUnit(isolate, result.smallest_unit, largest));
  return result;
}

Completion<rs::OwnedRelativeTo> GetTemporalRelativeToOption(Isolate& isolate, Options options) {
  rs::OwnedRelativeTo result;
  Value value = TRY(GetProperty(isolate, options, "relativeTo"));
  if (value.IsUndefined()) return result;
  if (!value.IsObject()) {
    if (!value.IsString()) return ThrowNotTemporalLike(isolate, value, "PlainDate");
    return Take(isolate, rs::OwnedRelativeTo::from_utf8(TRY(TextToParse(isolate, value.AsString()))));
  }
  if (TemporalObject* object = value.TryAs<TemporalObject>()) {
    switch (KindOf(object)) {
      case Kind::kZonedDateTime: result.zoned = TRY(Read<rs::ZonedDateTime>(isolate, object)); return result;
      case Kind::kPlainDate: result.date = TRY(Read<rs::PlainDate>(isolate, object)); return result;
      case Kind::kPlainDateTime:
        result.date = TRY(Read<rs::PlainDateTime>(isolate, object))->to_plain_date();
        return result;
      default: break;
    }
  }
  JSObject* item = value.AsObject();
  rs::AnyCalendarKind calendar = TRY(GetTemporalCalendarIdentifierWithISODefault(isolate, item));
  CalendarFields fields = TRY(PrepareCalendarFields(
      isolate, calendar, item, kDateFields | kTimeFields | kOffset | kTimeZone, kNoFields));
  constexpr rs::ArithmeticOverflow::Value kConstrain = rs::ArithmeticOverflow::Constrain;
  if (fields.zone) {
    result.zoned = TRY(Take(isolate, rs::ZonedDateTime::from_partial(
                                         fields.Zoned(kConstrain), rs::ArithmeticOverflow(kConstrain),
                                         rs::Disambiguation(rs::Disambiguation::Compatible),
                                         rs::OffsetDisambiguation(rs::OffsetDisambiguation::Reject))));
  } else {
    result.date =
        TRY(Take(isolate, rs::PlainDate::from_partial(fields.Date(), rs::ArithmeticOverflow(kConstrain))));
  }
  return result;
}

}  // namespace halfword::temporal_builtins
