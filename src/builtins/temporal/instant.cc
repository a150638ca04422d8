// Temporal.Instant: https://tc39.es/proposal-temporal/#sec-temporal-instant-objects
// Date.prototype.toTemporalInstant is here too.
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"
#include "objects/library/numbers_and_dates.h"
#include "runtime/operations/arithmetic.h"

namespace halfword {

namespace temporal_builtins {

// https://tc39.es/proposal-temporal/#sec-temporal-totemporalinstant
template <>
Completion<Owned<rs::Instant>> ToTemporal(Isolate& isolate, Value item, Value) {
  if (item.IsObject()) {
    if (TemporalObject* instant = TryClass<rs::Instant>(item)) return Read<rs::Instant>(isolate, instant);
    if (TemporalObject* zoned = TryClass<rs::ZonedDateTime>(item)) return Read<rs::Instant>(isolate, zoned);
    item = TRY(ToPrimitive(isolate, item, PreferredType::kString));
  }
  if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "Instant");
  return Take(isolate, rs::Instant::from_utf8(TRY(TextToParse(isolate, item.AsString()))));
}

namespace {

using rs::Instant;

// Temporal.Instant ( epochNanoseconds )
Completion<Value> InstantConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.Instant");
  Value nanoseconds = TRY(ToBigInt(isolate, args[0]));
  return NewTemporal(isolate, *TRY(InstantFromBigInt(isolate, nanoseconds)), args.new_target());
}

// Temporal.Instant.fromEpochMilliseconds ( epochMilliseconds )
Completion<Value> FromEpochMilliseconds(Isolate& isolate, Arguments& args) {
  double milliseconds = TRY(ToNumber(isolate, args[0]));
  if (!std::isfinite(milliseconds) || std::trunc(milliseconds) != milliseconds)
    return isolate.ThrowRangeError("Milliseconds of the epoch must be an integer");
  return Answer(isolate, Instant::from_epoch_milliseconds(Saturated<int64_t>(milliseconds)));
}

// Temporal.Instant.fromEpochNanoseconds ( epochNanoseconds )
Completion<Value> FromEpochNanoseconds(Isolate& isolate, Arguments& args) {
  Value nanoseconds = TRY(ToBigInt(isolate, args[0]));
  return NewTemporal(isolate, *TRY(InstantFromBigInt(isolate, nanoseconds)));
}

// get Temporal.Instant.prototype.epochNanoseconds
Completion<Value> EpochNanoseconds(Isolate& isolate, Arguments& args) {
  return BigIntFromNanoseconds(isolate, TRY(This<Instant>(isolate, args))->epoch_nanoseconds());
}

// Temporal.Instant.prototype.toString ( [ options ] )
Completion<Value> ToString(Isolate& isolate, Arguments& args) {
  Owned<Instant> self = TRY(This<Instant>(isolate, args));
  Options options = TRY(GetOptionsObject(isolate, args[0]));
  rs::ToStringRoundingOptions rounding = TRY(GetToStringOptions(isolate, options, rs::Unit::Year));
  Value zone_like = TRY(GetProperty(isolate, options, "timeZone"));
  TRY(ValidateTimeUnit(isolate, rounding.smallest_unit, rs::Unit::Minute));
  std::optional<rs::TimeZone> zone;
  if (!zone_like.IsUndefined()) zone = TRY(ToTemporalTimeZoneIdentifier(isolate, zone_like));
  return Answer(isolate, Written([&](Text& text) {
                  return self->to_ixdtf_string_with_compiled_data_write(zone, rounding, text);
                }));
}

// Temporal.Instant.prototype.toZonedDateTimeISO ( timeZone )
Completion<Value> ToZonedDateTimeISO(Isolate& isolate, Arguments& args) {
  Owned<Instant> self = TRY(This<Instant>(isolate, args));
  return Answer(isolate, self->to_zoned_date_time_iso(TRY(ToTemporalTimeZoneIdentifier(isolate, args[0]))));
}

// Date.prototype.toTemporalInstant ( )  https://tc39.es/proposal-temporal/#sec-date.prototype.totemporalinstant
Completion<Value> DateToTemporalInstant(Isolate& isolate, Arguments& args) {
  DateObject* date = args.this_value().TryAs<DateObject>();
  if (date == nullptr) return isolate.ThrowTypeError("this is not a Date object.");
  if (std::isnan(date->time_)) return isolate.ThrowRangeError("Invalid time value");
  return Answer(isolate, Instant::from_epoch_milliseconds(Saturated<int64_t>(date->time_)));
}

constexpr NativeRow kConstructorRowSource[] = {{"Instant", InstantConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<Instant>, 1},
    {"fromEpochMilliseconds", FromEpochMilliseconds, 1},
    {"fromEpochNanoseconds", FromEpochNanoseconds, 1},
    {"compare", Compare<Instant, &Instant::compare>, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"epochMilliseconds", Call<Instant, &Instant::epoch_milliseconds>, 0, kNativeGetter},
    {"epochNanoseconds", EpochNanoseconds, 0, kNativeGetter},
    {"add", Add<Instant, &Instant::add>, 1},
    {"subtract", Add<Instant, &Instant::subtract>, 1},
    {"until", Difference<Instant, &Instant::until>, 1},
    {"since", Difference<Instant, &Instant::since>, 1},
    {"round", Round<Instant>, 1},
    {"equals", Equals<Instant>, 1},
    {"toString", ToString, 0},
    {"toZonedDateTimeISO", ToZonedDateTimeISO, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kDateRowsSource[] = {{"toTemporalInstant", DateToTemporalInstant, 0}};
HW_NATIVE_ROWS(kDateRows);
constexpr NativeTable kTables[] = {kConstructorRow, kStaticRows, kPrototypeRows, kCommonRows<Instant>,
                                   kDateRows};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalInstantTables = temporal_builtins::kTables;

void InstallTemporalInstant(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  InstallClass<rs::Instant>(isolate, realm, kConstructorRow, kStaticRows,
                            {kPrototypeRows, kCommonRows<rs::Instant>});
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kDatePrototype), kDateRows);
}

}  // namespace halfword
