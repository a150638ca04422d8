// What the classes of Temporal share: https://tc39.es/proposal-temporal/
//
// A Temporal object is a TemporalObject: a kind and the plain values of temporal/slots.h. A builtin makes the
// library's object from them (Read), calls the library, and makes an object of the result (NewTemporal).
// Reading arguments and options, in the order that the specification says, is done here; the library checks
// and computes. So the functions below have the names of the specification's operations. Where it has one for
// each class, the class is a template argument.
#ifndef HALFWORD_BUILTINS_TEMPORAL_TEMPORAL_H_
#define HALFWORD_BUILTINS_TEMPORAL_TEMPORAL_H_

#include <optional>
#include <span>
#include <string>

#include "builtins/temporal/formattable.h"
#include "objects/isolate.h"
#include "objects/library/temporal.h"
#include "runtime/functions/native.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "temporal/slots.h"
#include "temporal/text.h"

namespace halfword::temporal_builtins {

namespace rs = temporal_rs;
using temporal::Made;
using temporal::Owned;
using temporal::Result;
using temporal::Slots;
using temporal::Text;
using temporal::Written;

// What a class of the library is in JavaScript.
template <class T>
struct ClassOf;
#define HW_TEMPORAL_CLASS(Name)                                                    \
  template <>                                                                      \
  struct ClassOf<rs::Name> {                                                       \
    static constexpr Kind kKind = Kind::k##Name;                                   \
    static constexpr const char* kName = #Name;                                    \
    static constexpr const char* kFullName = "Temporal." #Name;                    \
    static constexpr Intrinsic kConstructor = Intrinsic::kTemporal##Name;          \
    static constexpr Intrinsic kPrototype = Intrinsic::kTemporal##Name##Prototype; \
  };
HW_TEMPORAL_CLASS(Duration)
HW_TEMPORAL_CLASS(Instant)
HW_TEMPORAL_CLASS(PlainDate)
HW_TEMPORAL_CLASS(PlainDateTime)
HW_TEMPORAL_CLASS(PlainMonthDay)
HW_TEMPORAL_CLASS(PlainTime)
HW_TEMPORAL_CLASS(PlainYearMonth)
HW_TEMPORAL_CLASS(ZonedDateTime)
#undef HW_TEMPORAL_CLASS

// What a call of the library costs in fuel, and one that computes with calendars.
inline constexpr uint32_t kCallCost = 8;
inline constexpr uint32_t kLongCallCost = 200;

// ---- Objects ----

// Null: something else.
TemporalObject* TryTemporal(Value, Kind);
// Whether it is one of the kinds that have a [[Calendar]].
bool HasCalendar(TemporalObject*);
Kind KindOf(TemporalObject*);
// The slots as the heap has them, which may be nonsense in a heap that was scribbled over.
Slots SlotsOf(Isolate&, TemporalObject*);
Completion<Value> NewObject(Isolate&, Kind, Intrinsic prototype, const Slots&, Value new_target);
// The TypeError of a method whose `this` is something else.
Throwing ThrowWrongReceiver(Isolate&, Arguments&, const char* class_name);
// The library's error as an exception.
Throwing ThrowError(Isolate&, const rs::TemporalError&);

// What the library has computed, or its error.
template <class T>
Completion<T> Take(Isolate& isolate, Result<T>&& result) {
  if (!result.is_ok()) return ThrowError(isolate, *std::move(result).err());
  return *std::move(result).ok();
}
template <class T>
Completion<Owned<T>> Read(Isolate& isolate, TemporalObject* object) {
  isolate.Charge(kCallCost);
  return Take(isolate, temporal::Make<T>(SlotsOf(isolate, object)));
}
template <class T>
TemporalObject* TryClass(Value value) {
  return TryTemporal(value, ClassOf<T>::kKind);
}
template <class T>
Completion<TemporalObject*> ThisObject(Isolate& isolate, Arguments& args) {
  TemporalObject* object = TryClass<T>(args.this_value());
  if (object == nullptr) return ThrowWrongReceiver(isolate, args, ClassOf<T>::kFullName);
  return object;
}
template <class T>
Completion<Owned<T>> This(Isolate& isolate, Arguments& args) {
  return Read<T>(isolate, TRY(ThisObject<T>(isolate, args)));
}
// CreateTemporalDate and so on. Without new_target the object is made with the class's own constructor.
template <class T>
Completion<Value> NewTemporal(Isolate& isolate, const T& object, Value new_target = Value::Undefined()) {
  return NewObject(isolate, ClassOf<T>::kKind, ClassOf<T>::kPrototype, temporal::SlotsOf(object), new_target);
}

// ---- Results as values ----

inline Value ToValue(Isolate&, bool value) { return Value::Boolean(value); }
inline Value ToValue(Isolate& isolate, double value) { return NumberValue(isolate, value); }
template <class T>
  requires std::is_integral_v<T>
Value ToValue(Isolate& isolate, T value) {
  return NumberValue(isolate, static_cast<int64_t>(value));
}
Value ToValue(Isolate&, std::string_view ascii);
inline Value ToValue(Isolate& isolate, const Text& text) { return ToValue(isolate, text.view()); }
template <class T>
Value ToValue(Isolate& isolate, const std::optional<T>& value) {
  return value ? ToValue(isolate, *value) : Value::Undefined();
}
inline Value ToValue(Isolate& isolate, rs::Sign sign) {
  return Value::Smi(static_cast<int32_t>(rs::Sign::Value(sign)));
}
template <class T>
Completion<Value> Answer(Isolate& isolate, const T& value) {
  return ToValue(isolate, value);
}
template <class T>
Completion<Value> Answer(Isolate& isolate, Owned<T> object) {
  return NewTemporal(isolate, *object);
}
template <class T>
Completion<Value> Answer(Isolate& isolate, Result<T>&& result) {
  return Answer(isolate, TRY(Take(isolate, std::move(result))));
}

// ---- Integers ----

// https://tc39.es/proposal-temporal/#sec-tointegerwithtruncation
Completion<double> ToIntegerWithTruncation(Isolate&, Value);
// https://tc39.es/proposal-temporal/#sec-tointegerifintegral
Completion<double> ToIntegerIfIntegral(Isolate&, Value);
// The integer in a type of the library's, or the nearest that there is.
template <class T>
T Saturated(double integer) {
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::min());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());  // int64_t's is rounded up
  if (integer >= kMost) return std::numeric_limits<T>::max();
  return integer <= kLeast ? std::numeric_limits<T>::min() : static_cast<T>(integer);
}
// The integer in a type of the library's; a RangeError where it has none. For arguments of constructors.
template <class T>
Completion<T> Exact(Isolate& isolate, double integer) {
  T value = Saturated<T>(integer);
  if (static_cast<double>(value) != integer)
    return isolate.ThrowRangeError("A part of a date or time is out of range");
  return value;
}
// RangeError where a BigInt is no valid number of nanoseconds of the epoch.
Completion<Owned<rs::Instant>> InstantFromBigInt(Isolate&, Value bigint);
Completion<Value> BigIntFromNanoseconds(Isolate&, rs::I128Nanoseconds);

// ---- Options ----

// Null: there are none, and nothing is to be read. https://tc39.es/ecma262/#sec-getoptionsobject
struct Options {
  JSObject* object = nullptr;
};
Completion<Options> GetOptionsObject(Isolate&, Value);
// GetOptionsObject where a string is short for { [key]: string } and undefined is a TypeError.
Completion<Options> GetRequiredOptions(Isolate&, Value, const char* key);
Completion<Value> GetProperty(Isolate&, Options, const char* name);

Completion<rs::ArithmeticOverflow> GetTemporalOverflowOption(Isolate&, Options);
Completion<rs::Disambiguation> GetTemporalDisambiguationOption(Isolate&, Options);
Completion<rs::OffsetDisambiguation> GetTemporalOffsetOption(Isolate&, Options,
                                                             rs::OffsetDisambiguation fallback);
Completion<rs::DisplayCalendar> GetTemporalShowCalendarNameOption(Isolate&, Options);
Completion<rs::DisplayTimeZone> GetTemporalShowTimeZoneNameOption(Isolate&, Options);
Completion<rs::DisplayOffset> GetTemporalShowOffsetOption(Isolate&, Options);
Completion<rs::TransitionDirection> GetDirectionOption(Isolate&, Options);
Completion<rs::RoundingMode> GetRoundingModeOption(Isolate&, Options, rs::RoundingMode fallback);
Completion<uint32_t> GetRoundingIncrementOption(Isolate&, Options);
// No unit: the option is undefined, which is a RangeError where it is required.
enum class Presence : uint8_t { kRequired, kOptional };
Completion<std::optional<rs::Unit>> GetTemporalUnitValuedOption(Isolate&, Options, const char* key, Presence);
Completion<std::optional<uint8_t>> GetTemporalFractionalSecondDigitsOption(Isolate&, Options);
// https://tc39.es/proposal-temporal/#sec-temporal-validatetemporalunitvalue
// For times; also refuses units above `largest`, as the callers do next.
Completion<void> ValidateTimeUnit(Isolate&, std::optional<rs::Unit>, rs::Unit largest);

// Reads what until and since read; the library resolves and checks it.
// https://tc39.es/proposal-temporal/#sec-temporal-getdifferencesettings
Completion<rs::DifferenceSettings> GetDifferenceSettings(Isolate&, Value options);
// What the methods round of all classes but Duration read.
Completion<rs::RoundingOptions> GetRoundingOptions(Isolate&, Value round_to);
// Digits, rounding mode and smallest unit, which toString reads.
Completion<rs::ToStringRoundingOptions> GetToStringOptions(Isolate&, Options,
                                                           rs::Unit largest = rs::Unit::Minute);

// https://tc39.es/proposal-temporal/#sec-temporal-gettemporalrelativetooption
Completion<rs::OwnedRelativeTo> GetTemporalRelativeToOption(Isolate&, Options);
inline rs::RelativeTo Borrow(const rs::OwnedRelativeTo& relative_to) {
  return {relative_to.date.get(), relative_to.zoned.get()};
}

// ---- Long work ----

// Charges for arithmetic over so many days. With calendars other than ISO's the library steps from month to
// month, and to count those of the Chinese calendars takes time that grows with their square. Nothing can
// stop it meanwhile, so more than some milliseconds of it are a RangeError: to count the months of more than
// 30,000 years (Chinese calendars: 3,000), or to add or subtract more than 100,000 years (30,000).
Completion<void> ChargeForSpan(Isolate&, rs::AnyCalendarKind, double days, bool counts_months);
// The days of a duration, at most.
double DaysOf(const Slots& duration);

// ---- Texts, calendars, time zones ----

// What the library is given to parse, as UTF-8. A RangeError where it is longer than any that has a meaning.
Completion<std::string> TextToParse(Isolate&, String*);
// The TypeError of a value that is neither object nor string.
Throwing ThrowNotTemporalLike(Isolate&, Value, const char* class_name);

// https://tc39.es/proposal-temporal/#sec-temporal-totemporalcalendaridentifier
Completion<rs::AnyCalendarKind> ToTemporalCalendarIdentifier(Isolate&, Value);
// https://tc39.es/proposal-temporal/#sec-temporal-gettemporalcalendarslotvaluewithisodefault
Completion<rs::AnyCalendarKind> GetTemporalCalendarIdentifierWithISODefault(Isolate&, JSObject* item);
// The argument of a constructor: undefined or the name of a calendar.
Completion<rs::AnyCalendarKind> ToCalendarArgument(Isolate&, Value);
// https://tc39.es/proposal-temporal/#sec-temporal-totemporaltimezoneidentifier
Completion<rs::TimeZone> ToTemporalTimeZoneIdentifier(Isolate&, Value);
// https://tc39.es/ecma262/#sec-systemtimezoneidentifier
rs::TimeZone SystemTimeZone(Isolate&);

// ---- Calendar fields ----

enum Field : uint16_t {  // in the order of the property names
  kDay = 1 << 0,
  kEra = 1 << 1,
  kEraYear = 1 << 2,
  kHour = 1 << 3,
  kMicrosecond = 1 << 4,
  kMillisecond = 1 << 5,
  kMinute = 1 << 6,
  kMonth = 1 << 7,
  kMonthCode = 1 << 8,
  kNanosecond = 1 << 9,
  kOffset = 1 << 10,
  kSecond = 1 << 11,
  kTimeZone = 1 << 12,
  kYear = 1 << 13,
};
inline constexpr uint16_t kNoFields = 0;
inline constexpr uint16_t kPartial = 1 << 15;  // as `required`: any one of the fields
inline constexpr uint16_t kYearMonthFields = kYear | kMonth | kMonthCode;
inline constexpr uint16_t kDateFields = kYearMonthFields | kDay;
inline constexpr uint16_t kTimeFields = kHour | kMinute | kSecond | kMillisecond | kMicrosecond | kNanosecond;
inline constexpr int kFieldCount = 14;

// Calendar Fields Record: https://tc39.es/proposal-temporal/#sec-temporal-calendar-fields-records
struct CalendarFields {
  rs::AnyCalendarKind calendar;
  uint16_t present = 0;
  double numbers[kFieldCount] = {};  // by the bit of the field
  std::string era, month_code, offset;
  std::optional<rs::TimeZone> zone;

  // They refer to this record's texts.
  rs::PartialDate Date() const;
  rs::PartialDateTime DateTime(rs::ArithmeticOverflow overflow) const { return {Date(), Time(overflow)}; }
  rs::PartialZonedDateTime Zoned(rs::ArithmeticOverflow) const;
  rs::PartialTime Time(rs::ArithmeticOverflow) const;
};
// https://tc39.es/proposal-temporal/#sec-temporal-preparecalendarfields
Completion<CalendarFields> PrepareCalendarFields(Isolate&, rs::AnyCalendarKind, JSObject* item,
                                                 uint16_t fields, uint16_t required);
// https://tc39.es/proposal-temporal/#sec-temporal-totemporaltimerecord
Completion<CalendarFields> ToTemporalTimeRecord(Isolate&, JSObject* item);
// The object that a method `with` is given. https://tc39.es/proposal-temporal/#sec-temporal-ispartialtemporalobject
Completion<JSObject*> RequirePartialTemporalObject(Isolate&, Value);

// ---- Conversions ----

// ToTemporalDate and so on: https://tc39.es/proposal-temporal/#sec-temporal-totemporaldate
template <class T>
Completion<Owned<T>> ToTemporal(Isolate&, Value item, Value options = Value::Undefined());
template <>
Completion<Owned<rs::Duration>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::Instant>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::PlainDate>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::PlainDateTime>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::PlainMonthDay>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::PlainTime>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::PlainYearMonth>> ToTemporal(Isolate&, Value, Value);
template <>
Completion<Owned<rs::ZonedDateTime>> ToTemporal(Isolate&, Value, Value);
// Null: undefined, which is midnight. https://tc39.es/proposal-temporal/#sec-temporal-totimerecordormidnight
Completion<Owned<rs::PlainTime>> ToTimeRecordOrMidnight(Isolate&, Value);

// Installs a class: its constructor becomes a property of Temporal.
template <class T>
void InstallClass(Isolate& isolate, Realm* realm, const NativeRow* row, NativeTable static_rows,
                  std::initializer_list<NativeTable> prototype_tables) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  NativeFunction* constructor =
      InstallConstructor(isolate, realm, row, prototype, ClassOf<T>::kConstructor, ClassOf<T>::kPrototype,
                         nullptr, realm->intrinsic(Intrinsic::kTemporal));
  InstallFunctions(isolate, realm, constructor, static_rows);
  for (NativeTable table : prototype_tables) InstallFunctions(isolate, realm, prototype, table);
  InstallToStringTag(isolate, prototype, ClassOf<T>::kFullName);
}

// What Intl adds: toLocaleString of all classes. Without Intl it is toString without options.
Completion<Value> ToLocaleString(Isolate&, Arguments&);

}  // namespace halfword::temporal_builtins

#endif  // HALFWORD_BUILTINS_TEMPORAL_TEMPORAL_H_
