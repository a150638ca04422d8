// Temporal.Now: https://tc39.es/proposal-temporal/#sec-temporal-now-object
// The host's clock and time zone are those that Date has.
#include "builtins/builtins.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "builtins/temporal/temporal.h"

namespace halfword {

namespace temporal_builtins {

namespace {

// https://tc39.es/proposal-temporal/#sec-temporal-systemutcepochnanoseconds
Completion<Owned<rs::Instant>> SystemInstant(Isolate& isolate) {
  PreciseTime now = CurrentPreciseTime(isolate);
  temporal::Int128 nanoseconds = temporal::Int128{static_cast<int64_t>(now.milliseconds)} * 1000000;
  return Take(isolate, rs::Instant::try_new(temporal::ToLibrary(nanoseconds + now.nanoseconds)));
}

// The argument temporalTimeZoneLike.
Completion<rs::TimeZone> ZoneArgument(Isolate& isolate, Value value) {
  if (value.IsUndefined()) return SystemTimeZone(isolate);
  return ToTemporalTimeZoneIdentifier(isolate, value);
}

Completion<Value> NowTimeZoneId(Isolate& isolate, Arguments&) {
  Text zone;
  SystemTimeZone(isolate).identifier_write(zone);
  return ToValue(isolate, zone);
}

Completion<Value> NowInstant(Isolate& isolate, Arguments&) {
  return NewTemporal(isolate, *TRY(SystemInstant(isolate)));
}

// plainDateTimeISO, zonedDateTimeISO, plainDateISO, plainTimeISO ( [ temporalTimeZoneLike ] )
template <auto Function>
Completion<Value> NowIn(Isolate& isolate, Arguments& args) {
  rs::TimeZone zone = TRY(ZoneArgument(isolate, args[0]));
  Owned<rs::Instant> now = TRY(SystemInstant(isolate));
  Owned<rs::ZonedDateTime> zoned = TRY(Take(isolate, now->to_zoned_date_time_iso(zone)));
  if constexpr (std::is_null_pointer_v<decltype(Function)>) {
    return NewTemporal(isolate, *zoned);
  } else {
    return NewTemporal(isolate, *(*zoned.*Function)());
  }
}

constexpr NativeRow kRowsSource[] = {
    {"timeZoneId", NowTimeZoneId, 0},
    {"instant", NowInstant, 0},
    {"plainDateTimeISO", NowIn<&rs::ZonedDateTime::to_plain_datetime>, 0},
    {"zonedDateTimeISO", NowIn<nullptr>, 0},
    {"plainDateISO", NowIn<&rs::ZonedDateTime::to_plain_date>, 0},
    {"plainTimeISO", NowIn<&rs::ZonedDateTime::to_plain_time>, 0},
};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalNowTables = temporal_builtins::kTables;

void InstallTemporalNow(Isolate& isolate, Realm* realm) {
  JSObject* now = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  InstallFunctions(isolate, realm, now, temporal_builtins::kRows);
  InstallToStringTag(isolate, now, "Temporal.Now");
  InstallValue(isolate, realm->intrinsic(Intrinsic::kTemporal), "Now", Value(now), kMethodDefault);
}

}  // namespace halfword
