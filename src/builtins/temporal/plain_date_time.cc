// Temporal.PlainDateTime: https://tc39.es/proposal-temporal/#sec-temporal-plaindatetime-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

// https://tc39.es/proposal-temporal/#sec-temporal-totemporaldatetime
template <>
Completion<Owned<rs::PlainDateTime>> ToTemporal(Isolate& isolate, Value item, Value options_value) {
  auto overflow = [&]() -> Completion<rs::ArithmeticOverflow> {
    Options options = TRY(GetOptionsObject(isolate, options_value));
    return GetTemporalOverflowOption(isolate, options);
  };
  if (item.IsObject()) {
    Owned<rs::PlainDateTime> date_time;
    if (TemporalObject* object = TryClass<rs::PlainDateTime>(item)) {
      date_time = TRY(Read<rs::PlainDateTime>(isolate, object));
    } else if ((object = TryClass<rs::ZonedDateTime>(item))) {
      date_time = TRY(Read<rs::ZonedDateTime>(isolate, object))->to_plain_datetime();
    } else if ((object = TryClass<rs::PlainDate>(item))) {
      Owned<rs::PlainDate> date = TRY(Read<rs::PlainDate>(isolate, object));
      (void)TRY(overflow());
      return Take(isolate, date->to_plain_date_time(nullptr));
    }
    if (date_time != nullptr) {
      (void)TRY(overflow());
      return date_time;
    }
    rs::AnyCalendarKind calendar = TRY(GetTemporalCalendarIdentifierWithISODefault(isolate, item.AsObject()));
    CalendarFields fields =
        TRY(PrepareCalendarFields(isolate, calendar, item.AsObject(), kDateFields | kTimeFields, kNoFields));
    rs::ArithmeticOverflow chosen = TRY(overflow());
    return Take(isolate, rs::PlainDateTime::from_partial(fields.DateTime(chosen), chosen));
  }
  if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "PlainDateTime");
  Owned<rs::ParsedDateTime> parsed =
      TRY(Take(isolate, rs::ParsedDateTime::from_utf8(TRY(TextToParse(isolate, item.AsString())))));
  (void)TRY(overflow());
  return Take(isolate, rs::PlainDateTime::from_parsed(*parsed));
}

namespace {

using rs::PlainDateTime;

// Temporal.PlainDateTime ( isoYear, isoMonth, isoDay [ , hour [ , minute [ , second [ , millisecond
//                          [ , microsecond [ , nanosecond [ , calendar ] ] ] ] ] ] ] )
Completion<Value> PlainDateTimeConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.PlainDateTime");
  double parts[9] = {};
  for (uint32_t i = 0; i < 9; i++) {
    if (i < 3 || !args[i].IsUndefined()) parts[i] = TRY(ToIntegerWithTruncation(isolate, args[i]));
  }
  rs::AnyCalendarKind calendar = TRY(ToCalendarArgument(isolate, args[9]));
  Owned<PlainDateTime> date_time =
      TRY(Take(isolate, PlainDateTime::try_new(
                            TRY(Exact<int32_t>(isolate, parts[0])), TRY(Exact<uint8_t>(isolate, parts[1])),
                            TRY(Exact<uint8_t>(isolate, parts[2])), TRY(Exact<uint8_t>(isolate, parts[3])),
                            TRY(Exact<uint8_t>(isolate, parts[4])), TRY(Exact<uint8_t>(isolate, parts[5])),
                            TRY(Exact<uint16_t>(isolate, parts[6])), TRY(Exact<uint16_t>(isolate, parts[7])),
                            TRY(Exact<uint16_t>(isolate, parts[8])), calendar)));
  return NewTemporal(isolate, *date_time, args.new_target());
}

// Temporal.PlainDateTime.prototype.with ( temporalDateTimeLike [ , options ] )
Completion<Value> With(Isolate& isolate, Arguments& args) {
  Owned<PlainDateTime> self = TRY(This<PlainDateTime>(isolate, args));
  JSObject* item = TRY(RequirePartialTemporalObject(isolate, args[0]));
  CalendarFields partial =
      TRY(PrepareCalendarFields(isolate, self->calendar().kind(), item, kDateFields | kTimeFields, kPartial));
  Options options = TRY(GetOptionsObject(isolate, args[1]));
  rs::ArithmeticOverflow overflow = TRY(GetTemporalOverflowOption(isolate, options));
  isolate.Charge(kLongCallCost);
  return Answer(isolate, self->with(partial.DateTime(overflow), overflow));
}

// Temporal.PlainDateTime.prototype.withPlainTime ( [ plainTimeLike ] )
Completion<Value> WithPlainTime(Isolate& isolate, Arguments& args) {
  Owned<PlainDateTime> self = TRY(This<PlainDateTime>(isolate, args));
  Owned<rs::PlainTime> time = TRY(ToTimeRecordOrMidnight(isolate, args[0]));
  return Answer(isolate, self->with_time(time.get()));
}

// Temporal.PlainDateTime.prototype.toString ( [ options ] )
Completion<Value> ToString(Isolate& isolate, Arguments& args) {
  Owned<PlainDateTime> self = TRY(This<PlainDateTime>(isolate, args));
  Options options = TRY(GetOptionsObject(isolate, args[0]));
  rs::DisplayCalendar show_calendar = TRY(GetTemporalShowCalendarNameOption(isolate, options));
  rs::ToStringRoundingOptions rounding = TRY(GetToStringOptions(isolate, options));
  return Answer(isolate, Written([&](Text& text) {
                  return self->to_ixdtf_string_write(rounding, show_calendar, text);
                }));
}

// Temporal.PlainDateTime.prototype.toZonedDateTime ( temporalTimeZoneLike [ , options ] )
Completion<Value> ToZonedDateTime(Isolate& isolate, Arguments& args) {
  Owned<PlainDateTime> self = TRY(This<PlainDateTime>(isolate, args));
  rs::TimeZone zone = TRY(ToTemporalTimeZoneIdentifier(isolate, args[0]));
  Options options = TRY(GetOptionsObject(isolate, args[1]));
  return Answer(isolate,
                self->to_zoned_date_time(zone, TRY(GetTemporalDisambiguationOption(isolate, options))));
}

constexpr NativeRow kConstructorRowSource[] = {
    {"PlainDateTime", PlainDateTimeConstructor, 3, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<PlainDateTime>, 1},
    {"compare", Compare<PlainDateTime, &PlainDateTime::compare>, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"with", With, 1},
    {"withPlainTime", WithPlainTime, 0},
    {"withCalendar", WithCalendar<PlainDateTime>, 1},
    {"add", AddWithOverflow<PlainDateTime, &PlainDateTime::add>, 1},
    {"subtract", AddWithOverflow<PlainDateTime, &PlainDateTime::subtract>, 1},
    {"until", Difference<PlainDateTime, &PlainDateTime::until>, 1},
    {"since", Difference<PlainDateTime, &PlainDateTime::since>, 1},
    {"round", Round<PlainDateTime>, 1},
    {"equals", Equals<PlainDateTime>, 1},
    {"toString", ToString, 0},
    {"toZonedDateTime", ToZonedDateTime, 1},
    {"toPlainDate", Call<PlainDateTime, &PlainDateTime::to_plain_date>, 0},
    {"toPlainTime", Call<PlainDateTime, &PlainDateTime::to_plain_time>, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow,
                                   kStaticRows,
                                   kYearMonthGetters<PlainDateTime>,
                                   kDateGetters<PlainDateTime>,
                                   kTimeGetters<PlainDateTime>,
                                   kPrototypeRows,
                                   kCommonRows<PlainDateTime>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalPlainDateTimeTables = temporal_builtins::kTables;

void InstallTemporalPlainDateTime(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  using T = rs::PlainDateTime;
  InstallClass<T>(isolate, realm, kConstructorRow, kStaticRows,
                  {kYearMonthGetters<T>, kDateGetters<T>, kTimeGetters<T>, kPrototypeRows, kCommonRows<T>});
}

}  // namespace halfword
