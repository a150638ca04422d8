// Temporal objects and the numbers, texts, calendars and time zones that they are made of.
#include <cmath>

#include "builtins/numbers_and_dates/date_time.h"
#include "builtins/temporal/temporal.h"
#include "runtime/native_state.h"
#include "runtime/numbers/bigint.h"
#include "unicode/utf8.h"

namespace halfword::temporal_builtins {

namespace {

constexpr uint32_t kLongestText = 1024;  // code units

int32_t SmiOf(const ValueField& field) {
  Value value = field.get();
  return value.IsSmi() ? value.AsSmi() : 0;
}

}  // namespace

// ---- Objects ----

TemporalObject* TryTemporal(Value value, Kind kind) {
  TemporalObject* object = value.TryAs<TemporalObject>();
  return object != nullptr && KindOf(object) == kind ? object : nullptr;
}

Kind KindOf(TemporalObject* object) { return static_cast<Kind>(SmiOf(object->kind_)); }

bool HasCalendar(TemporalObject* object) {
  switch (KindOf(object)) {
    case Kind::kPlainDate:
    case Kind::kPlainDateTime:
    case Kind::kPlainMonthDay:
    case Kind::kPlainYearMonth:
    case Kind::kZonedDateTime: return true;
    default: return false;
  }
}

Slots SlotsOf(Isolate& isolate, TemporalObject* object) {
  Slots slots;
  slots.calendar = static_cast<uint8_t>(SmiOf(object->calendar_));
  slots.day = SmiOf(object->day_);
  slots.second = SmiOf(object->second_);
  slots.nanosecond = SmiOf(object->nanosecond_);
  Value extra = object->extra_.get();
  if (extra.IsString()) {
    if (extra.AsString()->length() <= kLongestText) slots.zone = extra.AsString()->ToUtf8(isolate);
  } else if (ValueArray* units = extra.TryAs<ValueArray>()) {
    for (uint32_t i = 0; i < temporal::kUnits && i < units->length(); i++) {
      Value unit = units->get(i);
      if (unit.IsNumber()) slots.units[i] = unit.IsSmi() ? unit.AsSmi() : unit.AsNumber();
    }
  }
  return slots;
}

Completion<Value> NewObject(Isolate& isolate, Kind kind, Intrinsic prototype, const Slots& slots,
                            Value new_target) {
  isolate.Charge(kCallCost);
  TemporalObject* object =
      new_target.IsUndefined()
          ? NewInstance<TemporalObject>(isolate, CurrentIntrinsic(isolate, prototype))
          : TRY(OrdinaryCreateFromConstructor<TemporalObject>(isolate, new_target, prototype));
  auto set = [&](ValueField& field, int32_t value) { field.Set(object, Value::Smi(value)); };
  set(object->kind_, static_cast<int32_t>(kind));
  set(object->calendar_, slots.calendar);
  set(object->day_, slots.day);
  set(object->second_, slots.second);
  set(object->nanosecond_, slots.nanosecond);
  object->extra_.Set(object, Value::Smi(0));
  if (kind == Kind::kZonedDateTime) {
    object->extra_.Set(object, ToValue(isolate, std::string_view(slots.zone)));
  } else if (kind == Kind::kDuration) {
    ValueArray* units = NewValueArray(isolate, temporal::kUnits);
    for (uint32_t i = 0; i < temporal::kUnits; i++)
      units->slots()[i].Set(units, NumberValue(isolate, slots.units[i] + 0.0));  // no -0
    object->extra_.Set(object, Value(units));
  }
  return object;
}

Throwing ThrowWrongReceiver(Isolate& isolate, Arguments& args, const char* class_name) {
  Value name = args.callee()->name_.get();
  std::string method =
      std::string(class_name) + ".prototype." + (name.IsString() ? name.AsString()->ToUtf8(isolate) : "");
  return ThrowIncompatibleReceiver(isolate, method.c_str(), args.this_value());
}

Throwing ThrowError(Isolate& isolate, const rs::TemporalError& error) {
  std::string message(error.msg.value_or("Invalid value"));
  if (message.empty()) message = "Invalid value";
  if (error.kind == rs::ErrorKind::Type) return isolate.ThrowTypeError("%s", message.c_str());
  return isolate.ThrowRangeError("%s", message.c_str());
}

// ---- Integers ----

Completion<double> ToIntegerWithTruncation(Isolate& isolate, Value value) {
  double number = TRY(ToNumber(isolate, value));
  if (!std::isfinite(number))
    return isolate.ThrowRangeError("%s is not a finite number", number != number ? "NaN" : "Infinity");
  return std::trunc(number) + 0.0;  // -0 becomes 0
}

Completion<double> ToIntegerIfIntegral(Isolate& isolate, Value value) {
  double number = TRY(ToNumber(isolate, value));
  if (!std::isfinite(number) || std::trunc(number) != number)
    return isolate.ThrowRangeError("The units of a duration must be integers");
  return number + 0.0;
}

Completion<Owned<rs::Instant>> InstantFromBigInt(Isolate& isolate, Value value) {
  BigInt* bigint = value.AsBigInt();
  temporal::Int128 magnitude = 0;
  if (bigint->digit_count() > 3) return isolate.ThrowRangeError("Nanoseconds of the epoch are out of range");
  for (size_t i = bigint->digit_count(); i-- > 0;) magnitude = (magnitude << 32) | bigint->digits()[i];
  return Take(isolate,
              rs::Instant::try_new(temporal::ToLibrary(bigint->is_negative() ? -magnitude : magnitude)));
}

Completion<Value> BigIntFromNanoseconds(Isolate& isolate, rs::I128Nanoseconds nanoseconds) {
  temporal::Int128 value = temporal::FromLibrary(nanoseconds);
  auto magnitude = static_cast<unsigned __int128>(value < 0 ? -value : value);
  uint32_t digits[4];
  for (int i = 0; i < 4; i++) digits[i] = static_cast<uint32_t>(magnitude >> (32 * i));
  return NewBigIntFromDigits(isolate, value < 0, digits);
}

// ---- Long work ----

Completion<void> ChargeForSpan(Isolate& isolate, rs::AnyCalendarKind calendar, double days,
                               bool counts_months) {
  if (calendar == rs::AnyCalendarKind::Iso) {
    isolate.Charge(kLongCallCost);
    return {};
  }
  bool is_chinese = calendar == rs::AnyCalendarKind::Chinese || calendar == rs::AnyCalendarKind::Dangi;
  int most_years = counts_months ? (is_chinese ? 3000 : 30000) : (is_chinese ? 30000 : 100000);
  if (days > most_years * 365.25) {
    return isolate.ThrowRangeError("%s can't be computed over more than %d years",
                                   counts_months ? "The months of this calendar" : "This calendar",
                                   most_years);
  }
  constexpr double kDaysPerUnit = 32, kMost = 1 << 24;
  double factor = is_chinese && counts_months ? 8 : 1;
  isolate.Charge(kLongCallCost + static_cast<uint32_t>(std::min(factor * days / kDaysPerUnit, kMost)));
  return {};
}

double DaysOf(const Slots& duration) {
  constexpr double kDays[temporal::kUnits] = {366,        31,          7,          1,           1.0 / 24,
                                              1.0 / 1440, 1.0 / 86400, 1 / 8.64e7, 1 / 8.64e10, 1 / 8.64e13};
  double days = 0;
  for (size_t i = 0; i < temporal::kUnits; i++) days += std::fabs(duration.units[i]) * kDays[i];
  return days;
}

// ---- Texts ----

Value ToValue(Isolate& isolate, std::string_view ascii) {
  return ascii.size() <= 16 ? Value(InternAscii(isolate, ascii)) : Value(NewStringFromUtf8(isolate, ascii));
}

Completion<std::string> TextToParse(Isolate& isolate, String* string) {
  if (string->length() > kLongestText)
    return isolate.ThrowRangeError("The text is too long for a date or time");
  isolate.Charge(kCallCost + string->length() / 8);
  return string->ToUtf8(isolate);
}

Throwing ThrowNotTemporalLike(Isolate& isolate, Value value, const char* class_name) {
  return isolate.ThrowTypeError("%s can't be converted to a Temporal.%s: it must be an object or a string",
                                DescribeForError(isolate, value).c_str(), class_name);
}

// ---- Calendars ----

namespace {

Completion<rs::AnyCalendarKind> KnownCalendar(Isolate& isolate, std::optional<rs::AnyCalendarKind> kind,
                                              const std::string& text) {
  if (!kind) return isolate.ThrowRangeError("Unknown calendar: %s", text.substr(0, 100).c_str());
  return *kind;
}

// The calendar of a Temporal object that has one.
std::optional<rs::AnyCalendarKind> CalendarSlot(Isolate& isolate, Value value) {
  TemporalObject* object = value.TryAs<TemporalObject>();
  if (object == nullptr || !HasCalendar(object)) return std::nullopt;
  uint8_t calendar = SlotsOf(isolate, object).calendar;
  if (calendar > rs::AnyCalendarKind::Roc) calendar = rs::AnyCalendarKind::Iso;
  return static_cast<rs::AnyCalendarKind::Value>(calendar);
}

}  // namespace

Completion<rs::AnyCalendarKind> ToTemporalCalendarIdentifier(Isolate& isolate, Value value) {
  if (std::optional<rs::AnyCalendarKind> slot = CalendarSlot(isolate, value)) return *slot;
  if (!value.IsString()) return isolate.ThrowTypeError("A calendar must be given as a string");
  std::string text = TRY(TextToParse(isolate, value.AsString()));
  return KnownCalendar(isolate, rs::AnyCalendarKind::parse_temporal_calendar_string(text), text);
}

Completion<rs::AnyCalendarKind> GetTemporalCalendarIdentifierWithISODefault(Isolate& isolate,
                                                                            JSObject* item) {
  if (std::optional<rs::AnyCalendarKind> slot = CalendarSlot(isolate, item)) return *slot;
  Value calendar = TRY(GetProperty(isolate, {item}, "calendar"));
  if (calendar.IsUndefined()) return rs::AnyCalendarKind(rs::AnyCalendarKind::Iso);
  return ToTemporalCalendarIdentifier(isolate, calendar);
}

Completion<rs::AnyCalendarKind> ToCalendarArgument(Isolate& isolate, Value value) {
  if (value.IsUndefined()) return rs::AnyCalendarKind(rs::AnyCalendarKind::Iso);
  if (!value.IsString()) return isolate.ThrowTypeError("A calendar must be given as a string");
  std::string text = TRY(TextToParse(isolate, value.AsString()));
  return KnownCalendar(isolate, rs::AnyCalendarKind::get_for_str(text), text);
}

// ---- Time zones ----

Completion<rs::TimeZone> ToTemporalTimeZoneIdentifier(Isolate& isolate, Value value) {
  if (TemporalObject* zoned = TryClass<rs::ZonedDateTime>(value))
    return Take(isolate, rs::TimeZone::try_from_identifier_str(SlotsOf(isolate, zoned).zone));
  if (!value.IsString()) return isolate.ThrowTypeError("A time zone must be given as a string");
  return Take(isolate, rs::TimeZone::try_from_str(TRY(TextToParse(isolate, value.AsString()))));
}

rs::TimeZone SystemTimeZone(Isolate& isolate) {
  std::optional<rs::TimeZone> zone =
      rs::TimeZone::try_from_identifier_str(LocalTimes(isolate).Identifier()).ok();
  if (zone) zone = zone->primary_identifier().ok();
  return zone.value_or(rs::TimeZone::utc());
}

}  // namespace halfword::temporal_builtins
