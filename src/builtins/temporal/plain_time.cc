// Temporal.PlainTime: https://tc39.es/proposal-temporal/#sec-temporal-plaintime-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

// https://tc39.es/proposal-temporal/#sec-temporal-totemporaltime
template <>
Completion<Owned<rs::PlainTime>> ToTemporal(Isolate& isolate, Value item, Value options_value) {
  auto overflow = [&]() -> Completion<rs::ArithmeticOverflow> {
    Options options = TRY(GetOptionsObject(isolate, options_value));
    return GetTemporalOverflowOption(isolate, options);
  };
  Owned<rs::PlainTime> time;
  if (item.IsObject()) {
    if (TemporalObject* object = TryClass<rs::PlainTime>(item)) {
      time = TRY(Read<rs::PlainTime>(isolate, object));
    } else if ((object = TryClass<rs::PlainDateTime>(item))) {
      time = TRY(Read<rs::PlainDateTime>(isolate, object))->to_plain_time();
    } else if ((object = TryClass<rs::ZonedDateTime>(item))) {
      time = TRY(Read<rs::ZonedDateTime>(isolate, object))->to_plain_time();
    } else {
      CalendarFields fields = TRY(ToTemporalTimeRecord(isolate, item.AsObject()));
      rs::ArithmeticOverflow chosen = TRY(overflow());
      return Take(isolate, rs::PlainTime::from_partial(fields.Time(chosen), chosen));
    }
  } else {
    if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "PlainTime");
    time = TRY(Take(isolate, rs::PlainTime::from_utf8(TRY(TextToParse(isolate, item.AsString())))));
  }
  (void)TRY(overflow());
  return time;
}

Completion<Owned<rs::PlainTime>> ToTimeRecordOrMidnight(Isolate& isolate, Value item) {
  if (item.IsUndefined()) return Owned<rs::PlainTime>();
  return ToTemporal<rs::PlainTime>(isolate, item);
}

namespace {

using rs::PlainTime;

// Temporal.PlainTime ( [ hour [ , minute [ , second [ , millisecond
//                      [ , microsecond [ , nanosecond ] ] ] ] ] ] )
Completion<Value> PlainTimeConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.PlainTime");
  double parts[6] = {};
  for (uint32_t i = 0; i < 6; i++) {
    if (!args[i].IsUndefined()) parts[i] = TRY(ToIntegerWithTruncation(isolate, args[i]));
  }
  Owned<PlainTime> time = TRY(Take(
      isolate,
      PlainTime::try_new(TRY(Exact<uint8_t>(isolate, parts[0])), TRY(Exact<uint8_t>(isolate, parts[1])),
                         TRY(Exact<uint8_t>(isolate, parts[2])), TRY(Exact<uint16_t>(isolate, parts[3])),
                         TRY(Exact<uint16_t>(isolate, parts[4])), TRY(Exact<uint16_t>(isolate, parts[5])))));
  return NewTemporal(isolate, *time, args.new_target());
}

// Temporal.PlainTime.prototype.with ( temporalTimeLike [ , options ] )
Completion<Value> With(Isolate& isolate, Arguments& args) {
  Owned<PlainTime> self = TRY(This<PlainTime>(isolate, args));
  JSObject* item = TRY(RequirePartialTemporalObject(isolate, args[0]));
  CalendarFields fields = TRY(ToTemporalTimeRecord(isolate, item));
  Options options = TRY(GetOptionsObject(isolate, args[1]));
  rs::ArithmeticOverflow overflow = TRY(GetTemporalOverflowOption(isolate, options));
  return Answer(isolate, self->with(fields.Time(overflow), overflow));
}

// Temporal.PlainTime.prototype.toString ( [ options ] )
Completion<Value> ToString(Isolate& isolate, Arguments& args) {
  Owned<PlainTime> self = TRY(This<PlainTime>(isolate, args));
  Options options = TRY(GetOptionsObject(isolate, args[0]));
  rs::ToStringRoundingOptions rounding = TRY(GetToStringOptions(isolate, options));
  return Answer(isolate, Written([&](Text& text) { return self->to_ixdtf_string_write(rounding, text); }));
}

constexpr NativeRow kConstructorRowSource[] = {{"PlainTime", PlainTimeConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<PlainTime>, 1},
    {"compare", Compare<PlainTime, &PlainTime::compare>, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"add", Add<PlainTime, &PlainTime::add>, 1},
    {"subtract", Add<PlainTime, &PlainTime::subtract>, 1},
    {"with", With, 1},
    {"until", Difference<PlainTime, &PlainTime::until>, 1},
    {"since", Difference<PlainTime, &PlainTime::since>, 1},
    {"round", Round<PlainTime>, 1},
    {"equals", Equals<PlainTime>, 1},
    {"toString", ToString, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kStaticRows, kTimeGetters<PlainTime>, kPrototypeRows,
                                   kCommonRows<PlainTime>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalPlainTimeTables = temporal_builtins::kTables;

void InstallTemporalPlainTime(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  InstallClass<rs::PlainTime>(isolate, realm, kConstructorRow, kStaticRows,
                              {kTimeGetters<rs::PlainTime>, kPrototypeRows, kCommonRows<rs::PlainTime>});
}

}  // namespace halfword
