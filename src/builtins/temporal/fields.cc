// Calendar Fields Records: https://tc39.es/proposal-temporal/#sec-temporal-calendar-fields-records
#include "builtins/temporal/temporal.h"

namespace halfword::temporal_builtins {

namespace {

enum class Conversion : uint8_t { kInteger, kPositiveInteger, kString, kMonthCode, kOffsetString, kTimeZone };
struct FieldRow {
  const char* name;
  Conversion conversion;
};
// By the bits of Field, which are in the order of the names.
constexpr FieldRow kFields[kFieldCount] = {
    {"day", Conversion::kPositiveInteger}, {"era", Conversion::kString},
    {"eraYear", Conversion::kInteger},     {"hour", Conversion::kInteger},
    {"microsecond", Conversion::kInteger}, {"millisecond", Conversion::kInteger},
    {"minute", Conversion::kInteger},      {"month", Conversion::kPositiveInteger},
    {"monthCode", Conversion::kMonthCode}, {"nanosecond", Conversion::kInteger},
    {"offset", Conversion::kOffsetString}, {"second", Conversion::kInteger},
    {"timeZone", Conversion::kTimeZone},   {"year", Conversion::kInteger},
};

int IndexOf(Field field) { return __builtin_ctz(field); }

// A property that must be a string, or an object that becomes one.
Completion<std::string> ToStringField(Isolate& isolate, Value value, const char* name) {
  Value primitive = TRY(ToPrimitive(isolate, value, PreferredType::kString));
  if (!primitive.IsString()) return isolate.ThrowTypeError("%s must be a string", name);
  return TextToParse(isolate, primitive.AsString());
}

// https://tc39.es/proposal-temporal/#prod-MonthCode
bool IsMonthCode(const std::string& code) {
  auto is_digit = [&](size_t i) { return code[i] >= '0' && code[i] <= '9'; };
  if (code.size() < 3 || code.size() > 4 || code[0] != 'M' || !is_digit(1) || !is_digit(2)) return false;
  if (code.size() == 4 && code[3] != 'L') return false;
  return code != "M00";
}

// Reads one property. False: it is undefined.
Completion<bool> ReadField(Isolate& isolate, JSObject* item, int index, CalendarFields& out) {
  const FieldRow& row = kFields[index];
  Value value = TRY(GetProperty(isolate, {item}, row.name));
  if (value.IsUndefined()) return false;
  switch (row.conversion) {
    case Conversion::kInteger: out.numbers[index] = TRY(ToIntegerWithTruncation(isolate, value)); break;
    case Conversion::kPositiveInteger:
      out.numbers[index] = TRY(ToIntegerWithTruncation(isolate, value));
      if (out.numbers[index] <= 0) return isolate.ThrowRangeError("%s must be positive", row.name);
      break;
    case Conversion::kString: {
      String* era = TRY(ToString(isolate, value));
      out.era = TRY(TextToParse(isolate, era));
      if (out.era.empty()) out.era = "-";  // the library takes an empty one for none
      break;
    }
    case Conversion::kMonthCode:
      out.month_code = TRY(ToStringField(isolate, value, row.name));
      if (!IsMonthCode(out.month_code))
        return isolate.ThrowRangeError("Invalid month code: %s", out.month_code.substr(0, 100).c_str());
      break;
    case Conversion::kOffsetString:
      out.offset = TRY(ToStringField(isolate, value, row.name));
      (void)TRY(Take(isolate, rs::TimeZone::try_from_offset_str(out.offset)));
      break;
    case Conversion::kTimeZone: out.zone = TRY(ToTemporalTimeZoneIdentifier(isolate, value)); break;
  }
  out.present |= static_cast<uint16_t>(1 << index);
  return true;
}

}  // namespace

Completion<CalendarFields> PrepareCalendarFields(Isolate& isolate, rs::AnyCalendarKind calendar,
                                                 JSObject* item, uint16_t fields, uint16_t required) {
  CalendarFields out;
  out.calendar = calendar;
  // https://tc39.es/proposal-temporal/#sec-temporal-calendarextrafields
  if ((fields & kYear) && temporal::HasEras(static_cast<uint8_t>(rs::AnyCalendarKind::Value(calendar))))
    fields |= kEra | kEraYear;
  for (int i = 0; i < kFieldCount; i++) {
    if (!(fields & (1 << i))) continue;
    bool is_there = TRY(ReadField(isolate, item, i, out));
    if (!is_there && (required & (1 << i))) return isolate.ThrowTypeError("%s is required", kFields[i].name);
  }
  if (required == kPartial && out.present == 0)
    return isolate.ThrowTypeError("The object has none of the properties that could be changed");
  return out;
}

Completion<CalendarFields> ToTemporalTimeRecord(Isolate& isolate, JSObject* item) {
  CalendarFields out;
  for (int i = 0; i < kFieldCount; i++) {
    if (kTimeFields & (1 << i)) (void)TRY(ReadField(isolate, item, i, out));
  }
  if (out.present == 0) return isolate.ThrowTypeError("The object has none of the properties of a time");
  return out;
}

Completion<JSObject*> RequirePartialTemporalObject(Isolate& isolate, Value value) {
  if (!value.IsObject()) return ThrowNotObject(isolate, value);
  if (TemporalObject* object = value.TryAs<TemporalObject>()) {
    if (HasCalendar(object) || KindOf(object) == Kind::kPlainTime)
      return isolate.ThrowTypeError("A Temporal object can't say what to change");
  }
  for (const char* name : {"calendar", "timeZone"}) {
    if (!TRY(GetProperty(isolate, {value.AsObject()}, name)).IsUndefined())
      return isolate.ThrowTypeError("%s can't be changed so", name);
  }
  return value.AsObject();
}

rs::PartialDate CalendarFields::Date() const {
  rs::PartialDate date{};
  auto set = [&](auto& out, Field field) {
    using Number = typename std::remove_reference_t<decltype(out)>::value_type;
    if (present & field) out = Saturated<Number>(numbers[IndexOf(field)]);
  };
  set(date.year, kYear);
  set(date.month, kMonth);
  set(date.day, kDay);
  set(date.era_year, kEraYear);
  date.month_code = month_code;
  date.era = era;
  date.calendar = calendar;
  return date;
}

rs::PartialTime CalendarFields::Time(rs::ArithmeticOverflow overflow) const {
  rs::PartialTime time;
  auto set = [&](auto& out, Field field) {
    using Number = typename std::remove_reference_t<decltype(out)>::value_type;
    if (!(present & field)) return;
    double number = numbers[IndexOf(field)];
    // A time below zero has no place in the library's types. Any that is too large is refused as well.
    if (number < 0 && overflow == rs::ArithmeticOverflow::Reject) number = std::numeric_limits<Number>::max();
    out = Saturated<Number>(number);
  };
  set(time.hour, kHour);
  set(time.minute, kMinute);
  set(time.second, kSecond);
  set(time.millisecond, kMillisecond);
  set(time.microsecond, kMicrosecond);
  set(time.nanosecond, kNanosecond);
  return time;
}

rs::PartialZonedDateTime CalendarFields::Zoned(rs::ArithmeticOverflow overflow) const {
  rs::PartialZonedDateTime zoned{Date(), Time(overflow), std::nullopt, zone};
  if (present & kOffset) zoned.offset = offset;
  return zoned;
}

}  // namespace halfword::temporal_builtins
