// Temporal.PlainDate: https://tc39.es/proposal-temporal/#sec-temporal-plaindate-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

// https://tc39.es/proposal-temporal/#sec-temporal-totemporaldate
template <>
Completion<Owned<rs::PlainDate>> ToTemporal(Isolate& isolate, Value item, Value options_value) {
  auto overflow = [&]() -> Completion<rs::ArithmeticOverflow> {
    Options options = TRY(GetOptionsObject(isolate, options_value));
    return GetTemporalOverflowOption(isolate, options);
  };
  if (item.IsObject()) {
    Owned<rs::PlainDate> date;
    if (TemporalObject* object = TryClass<rs::PlainDate>(item)) {
      date = TRY(Read<rs::PlainDate>(isolate, object));
    } else if ((object = TryClass<rs::ZonedDateTime>(item))) {
      date = TRY(Read<rs::ZonedDateTime>(isolate, object))->to_plain_date();
    } else if ((object = TryClass<rs::PlainDateTime>(item))) {
      date = TRY(Read<rs::PlainDateTime>(isolate, object))->to_plain_date();
    }
    if (date != nullptr) {
      (void)TRY(overflow());
      return date;
    }
    rs::AnyCalendarKind calendar = TRY(GetTemporalCalendarIdentifierWithISODefault(isolate, item.AsObject()));
    CalendarFields fields =
        TRY(PrepareCalendarFields(isolate, calendar, item.AsObject(), kDateFields, kNoFields));
    return Take(isolate, rs::PlainDate::from_partial(fields.Date(), TRY(overflow())));
  }
  if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "PlainDate");
  Owned<rs::ParsedDate> parsed =
      TRY(Take(isolate, rs::ParsedDate::from_utf8(TRY(TextToParse(isolate, item.AsString())))));
  (void)TRY(overflow());
  return Take(isolate, rs::PlainDate::from_parsed(*parsed));
}

namespace {

using rs::PlainDate;

// Temporal.PlainDate ( isoYear, isoMonth, isoDay [ , calendar ] )
Completion<Value> PlainDateConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.PlainDate");
  double year = TRY(ToIntegerWithTruncation(isolate, args[0]));
  double month = TRY(ToIntegerWithTruncation(isolate, args[1]));
  double day = TRY(ToIntegerWithTruncation(isolate, args[2]));
  rs::AnyCalendarKind calendar = TRY(ToCalendarArgument(isolate, args[3]));
  Owned<PlainDate> date = TRY(Take(
      isolate, PlainDate::try_new(TRY(Exact<int32_t>(isolate, year)), TRY(Exact<uint8_t>(isolate, month)),
                                  TRY(Exact<uint8_t>(isolate, day)), calendar)));
  return NewTemporal(isolate, *date, args.new_target());
}

// Temporal.PlainDate.prototype.toPlainDateTime ( [ temporalTime ] )
Completion<Value> ToPlainDateTime(Isolate& isolate, Arguments& args) {
  Owned<PlainDate> self = TRY(This<PlainDate>(isolate, args));
  Owned<rs::PlainTime> time = TRY(ToTimeRecordOrMidnight(isolate, args[0]));
  return Answer(isolate, self->to_plain_date_time(time.get()));
}

// Temporal.PlainDate.prototype.toZonedDateTime ( item )
Completion<Value> ToZonedDateTime(Isolate& isolate, Arguments& args) {
  Owned<PlainDate> self = TRY(This<PlainDate>(isolate, args));
  Value zone = args[0];
  if (zone.IsObject()) {
    Options item{zone.AsObject()};
    Value property = TRY(GetProperty(isolate, item, "timeZone"));
    if (!property.IsUndefined()) {
      rs::TimeZone known = TRY(ToTemporalTimeZoneIdentifier(isolate, property));
      Owned<rs::PlainTime> time =
          TRY(ToTimeRecordOrMidnight(isolate, TRY(GetProperty(isolate, item, "plainTime"))));
      return Answer(isolate, self->to_zoned_date_time(known, time.get()));
    }
  }
  rs::TimeZone known = TRY(ToTemporalTimeZoneIdentifier(isolate, zone));
  return Answer(isolate, self->to_zoned_date_time(known, nullptr));
}

constexpr NativeRow kConstructorRowSource[] = {{"PlainDate", PlainDateConstructor, 3, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<PlainDate>, 1},
    {"compare", Compare<PlainDate, &PlainDate::compare>, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"toPlainYearMonth", Call<PlainDate, &PlainDate::to_plain_year_month>, 0},
    {"toPlainMonthDay", Call<PlainDate, &PlainDate::to_plain_month_day>, 0},
    {"add", AddWithOverflow<PlainDate, &PlainDate::add>, 1},
    {"subtract", AddWithOverflow<PlainDate, &PlainDate::subtract>, 1},
    {"with", WithDate<PlainDate, kDateFields>, 1},
    {"withCalendar", WithCalendar<PlainDate>, 1},
    {"until", Difference<PlainDate, &PlainDate::until>, 1},
    {"since", Difference<PlainDate, &PlainDate::since>, 1},
    {"equals", Equals<PlainDate>, 1},
    {"toPlainDateTime", ToPlainDateTime, 0},
    {"toZonedDateTime", ToZonedDateTime, 1},
    {"toString", DateToString<PlainDate>, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow,         kStaticRows,    kYearMonthGetters<PlainDate>,
                                   kDateGetters<PlainDate>, kPrototypeRows, kCommonRows<PlainDate>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalPlainDateTables = temporal_builtins::kTables;

void InstallTemporalPlainDate(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  InstallClass<rs::PlainDate>(isolate, realm, kConstructorRow, kStaticRows,
                              {kYearMonthGetters<rs::PlainDate>, kDateGetters<rs::PlainDate>, kPrototypeRows,
                               kCommonRows<rs::PlainDate>});
}

}  // namespace halfword
