// Temporal.Duration: https://tc39.es/proposal-temporal/#sec-temporal-duration-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

namespace {

using rs::Duration;
using temporal::kUnits;

constexpr const char* kUnitNames[kUnits] = {"years",        "months",     "weeks",   "days",
                                            "hours",        "minutes",    "seconds", "milliseconds",
                                            "microseconds", "nanoseconds"};
// The order in which the properties are read.
constexpr uint8_t kAlphabetical[kUnits] = {3, 4, 8, 7, 5, 1, 9, 6, 2, 0};

// Overwrites the units that the object has.
// https://tc39.es/proposal-temporal/#sec-temporal-totemporalpartialdurationrecord
Completion<void> ReadUnits(Isolate& isolate, JSObject* item, Slots& slots) {
  bool any = false;
  for (uint8_t unit : kAlphabetical) {
    Value value = TRY(GetProperty(isolate, {item}, kUnitNames[unit]));
    if (value.IsUndefined()) continue;
    slots.units[unit] = TRY(ToIntegerIfIntegral(isolate, value));
    any = true;
  }
  if (!any) return isolate.ThrowTypeError("A duration must have at least one of its units");
  return {};
}

}  // namespace

// https://tc39.es/proposal-temporal/#sec-temporal-totemporalduration
template <>
Completion<Owned<Duration>> ToTemporal(Isolate& isolate, Value item, Value) {
  if (TemporalObject* duration = TryClass<Duration>(item)) return Read<Duration>(isolate, duration);
  if (!item.IsObject()) {
    if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "Duration");
    return Take(isolate, Duration::from_utf8(TRY(TextToParse(isolate, item.AsString()))));
  }
  Slots slots;
  TRY(ReadUnits(isolate, item.AsObject(), slots));
  return Take(isolate, temporal::Make<Duration>(slots));
}

namespace {

// Charges for arithmetic that counts from relativeTo.
Completion<void> ChargeFor(Isolate& isolate, const Duration& duration, const rs::OwnedRelativeTo& relative_to,
                           bool counts_months) {
  rs::AnyCalendarKind calendar = rs::AnyCalendarKind::Iso;
  if (relative_to.date != nullptr) calendar = relative_to.date->calendar().kind();
  if (relative_to.zoned != nullptr) calendar = relative_to.zoned->calendar().kind();
  return ChargeForSpan(isolate, calendar, DaysOf(temporal::SlotsOf(duration)), counts_months);
}

// Temporal.Duration ( [ years [ , months [ , weeks [ , days [ , hours [ , minutes [ , seconds
//                     [ , milliseconds [ , microseconds [ , nanoseconds ] ] ] ] ] ] ] ] ] ] )
Completion<Value> DurationConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.Duration");
  Slots slots;
  for (uint32_t i = 0; i < kUnits; i++) {
    if (!args[i].IsUndefined()) slots.units[i] = TRY(ToIntegerIfIntegral(isolate, args[i]));
  }
  return NewTemporal(isolate, *TRY(Take(isolate, temporal::Make<Duration>(slots))), args.new_target());
}

// Temporal.Duration.compare ( one, two [ , options ] )
Completion<Value> DurationCompare(Isolate& isolate, Arguments& args) {
  Owned<Duration> one = TRY(ToTemporal<Duration>(isolate, args[0]));
  Owned<Duration> two = TRY(ToTemporal<Duration>(isolate, args[1]));
  Options options = TRY(GetOptionsObject(isolate, args[2]));
  rs::OwnedRelativeTo relative_to = TRY(GetTemporalRelativeToOption(isolate, options));
  TRY(ChargeFor(isolate, *one, relative_to, false));
  TRY(ChargeFor(isolate, *two, relative_to, false));
  return Answer(isolate, one->compare(*two, Borrow(relative_to)));
}

// get years, months …: the magic is the unit.
Completion<Value> GetUnit(Isolate& isolate, Arguments& args) {
  Slots slots = SlotsOf(isolate, TRY(ThisObject<Duration>(isolate, args)));
  return NumberValue(isolate, slots.units[args.callee()->magic_ % kUnits]);
}

// Temporal.Duration.prototype.with ( temporalDurationLike )
Completion<Value> With(Isolate& isolate, Arguments& args) {
  Slots slots = SlotsOf(isolate, TRY(ThisObject<Duration>(isolate, args)));
  if (!args[0].IsObject()) return ThrowNotObject(isolate, args[0]);
  TRY(ReadUnits(isolate, args[0].AsObject(), slots));
  return Answer(isolate, temporal::Make<Duration>(slots));
}

// Temporal.Duration.prototype.round ( roundTo )
Completion<Value> DurationRound(Isolate& isolate, Arguments& args) {
  Owned<Duration> self = TRY(This<Duration>(isolate, args));
  Options options = TRY(GetRequiredOptions(isolate, args[0], "smallestUnit"));
  rs::RoundingOptions rounding;
  rounding.largest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "largestUnit", Presence::kOptional));
  rs::OwnedRelativeTo relative_to = TRY(GetTemporalRelativeToOption(isolate, options));
  rounding.increment = TRY(GetRoundingIncrementOption(isolate, options));
  rounding.rounding_mode = TRY(GetRoundingModeOption(isolate, options, rs::RoundingMode::HalfExpand));
  rounding.smallest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "smallestUnit", Presence::kOptional));
  bool years = rounding.largest_unit.value_or(rs::Unit::Auto) == rs::Unit::Year;
  TRY(ChargeFor(isolate, *self, relative_to, !years));
  return Answer(isolate, self->round(rounding, Borrow(relative_to)));
}

// Temporal.Duration.prototype.total ( totalOf )
Completion<Value> Total(Isolate& isolate, Arguments& args) {
  Owned<Duration> self = TRY(This<Duration>(isolate, args));
  Options options = TRY(GetRequiredOptions(isolate, args[0], "unit"));
  rs::OwnedRelativeTo relative_to = TRY(GetTemporalRelativeToOption(isolate, options));
  std::optional<rs::Unit> unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "unit", Presence::kRequired));
  if (*unit == rs::Unit::Auto) return isolate.ThrowRangeError("The unit of a total can't be auto");
  TRY(ChargeFor(isolate, *self, relative_to, *unit == rs::Unit::Month));
  return Answer(isolate, self->total(*unit, Borrow(relative_to)));
}

// Temporal.Duration.prototype.toString ( [ options ] )
Completion<Value> ToString(Isolate& isolate, Arguments& args) {
  Owned<Duration> self = TRY(This<Duration>(isolate, args));
  Options options = TRY(GetOptionsObject(isolate, args[0]));
  rs::ToStringRoundingOptions rounding = TRY(GetToStringOptions(isolate, options, rs::Unit::Second));
  return Answer(isolate, Written([&](Text& text) { return self->to_string_write(rounding, text); }));
}

constexpr NativeRow kConstructorRowSource[] = {{"Duration", DurationConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<Duration>, 1},
    {"compare", DurationCompare, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"years", GetUnit, 0, kNativeGetter, 0},
    {"months", GetUnit, 0, kNativeGetter, 1},
    {"weeks", GetUnit, 0, kNativeGetter, 2},
    {"days", GetUnit, 0, kNativeGetter, 3},
    {"hours", GetUnit, 0, kNativeGetter, 4},
    {"minutes", GetUnit, 0, kNativeGetter, 5},
    {"seconds", GetUnit, 0, kNativeGetter, 6},
    {"milliseconds", GetUnit, 0, kNativeGetter, 7},
    {"microseconds", GetUnit, 0, kNativeGetter, 8},
    {"nanoseconds", GetUnit, 0, kNativeGetter, 9},
    {"sign", Call<Duration, &Duration::sign>, 0, kNativeGetter},
    {"blank", Call<Duration, &Duration::is_zero>, 0, kNativeGetter},
    {"with", With, 1},
    {"negated", Call<Duration, &Duration::negated>, 0},
    {"abs", Call<Duration, &Duration::abs>, 0},
    {"add", Add<Duration, &Duration::add>, 1},
    {"subtract", Add<Duration, &Duration::subtract>, 1},
    {"round", DurationRound, 1},
    {"total", Total, 1},
    {"toString", ToString, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kStaticRows, kPrototypeRows, kCommonRows<Duration>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalDurationTables = temporal_builtins::kTables;

void InstallTemporalDuration(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  InstallClass<rs::Duration>(isolate, realm, kConstructorRow, kStaticRows,
                             {kPrototypeRows, kCommonRows<rs::Duration>});
}

}  // namespace halfword
