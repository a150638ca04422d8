// Temporal.PlainMonthDay: https://tc39.es/proposal-temporal/#sec-temporal-plainmonthday-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

// https://tc39.es/proposal-temporal/#sec-temporal-totemporalmonthday
template <>
Completion<Owned<rs::PlainMonthDay>> ToTemporal(Isolate& isolate, Value item, Value options_value) {
  auto overflow = [&]() -> Completion<rs::ArithmeticOverflow> {
    Options options = TRY(GetOptionsObject(isolate, options_value));
    return GetTemporalOverflowOption(isolate, options);
  };
  if (item.IsObject()) {
    if (TemporalObject* object = TryClass<rs::PlainMonthDay>(item)) {
      (void)TRY(overflow());
      return Read<rs::PlainMonthDay>(isolate, object);
    }
    rs::AnyCalendarKind calendar = TRY(GetTemporalCalendarIdentifierWithISODefault(isolate, item.AsObject()));
    CalendarFields fields =
        TRY(PrepareCalendarFields(isolate, calendar, item.AsObject(), kDateFields, kNoFields));
    return Take(isolate, rs::PlainMonthDay::from_partial(fields.Date(), TRY(overflow())));
  }
  if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "PlainMonthDay");
  Owned<rs::ParsedDate> parsed =
      TRY(Take(isolate, rs::ParsedDate::month_day_from_utf8(TRY(TextToParse(isolate, item.AsString())))));
  (void)TRY(overflow());
  return Take(isolate, rs::PlainMonthDay::from_parsed(*parsed));
}

namespace {

using rs::PlainMonthDay;

// Temporal.PlainMonthDay ( isoMonth, isoDay [ , calendar [ , referenceISOYear ] ] )
Completion<Value> PlainMonthDayConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.PlainMonthDay");
  double month = TRY(ToIntegerWithTruncation(isolate, args[0]));
  double day = TRY(ToIntegerWithTruncation(isolate, args[1]));
  rs::AnyCalendarKind calendar = TRY(ToCalendarArgument(isolate, args[2]));
  constexpr double kReferenceYear = 1972;  // the first leap year after the epoch
  double year = args[3].IsUndefined() ? kReferenceYear : TRY(ToIntegerWithTruncation(isolate, args[3]));
  Owned<PlainMonthDay> month_day =
      TRY(Take(isolate, PlainMonthDay::try_new_with_overflow(
                            TRY(Exact<uint8_t>(isolate, month)), TRY(Exact<uint8_t>(isolate, day)), calendar,
                            rs::ArithmeticOverflow::Reject, TRY(Exact<int32_t>(isolate, year)))));
  return NewTemporal(isolate, *month_day, args.new_target());
}

// Temporal.PlainMonthDay.prototype.toPlainDate ( item )
Completion<Value> ToPlainDate(Isolate& isolate, Arguments& args) {
  Owned<PlainMonthDay> self = TRY(This<PlainMonthDay>(isolate, args));
  if (!args[0].IsObject()) return ThrowNotObject(isolate, args[0]);
  CalendarFields year =
      TRY(PrepareCalendarFields(isolate, self->calendar().kind(), args[0].AsObject(), kYear, kNoFields));
  return Answer(isolate, self->to_plain_date(year.Date()));
}

constexpr NativeRow kConstructorRowSource[] = {
    {"PlainMonthDay", PlainMonthDayConstructor, 2, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {{"from", From<PlainMonthDay>, 1}};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"calendarId", CalendarId<PlainMonthDay>, 0, kNativeGetter},
    {"monthCode", MonthCode<PlainMonthDay>, 0, kNativeGetter},
    {"day", Call<PlainMonthDay, &PlainMonthDay::day>, 0, kNativeGetter},
    {"with", WithDate<PlainMonthDay, kDateFields>, 1},
    {"equals", Equals<PlainMonthDay>, 1},
    {"toString", DateToString<PlainMonthDay>, 0},
    {"toPlainDate", ToPlainDate, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kStaticRows, kPrototypeRows, kCommonRows<PlainMonthDay>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalPlainMonthDayTables = temporal_builtins::kTables;

void InstallTemporalPlainMonthDay(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  InstallClass<rs::PlainMonthDay>(isolate, realm, kConstructorRow, kStaticRows,
                                  {kPrototypeRows, kCommonRows<rs::PlainMonthDay>});
}

}  // namespace halfword
