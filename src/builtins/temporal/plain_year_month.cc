// Temporal.PlainYearMonth: https://tc39.es/proposal-temporal/#sec-temporal-plainyearmonth-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

// https://tc39.es/proposal-temporal/#sec-temporal-totemporalyearmonth
template <>
Completion<Owned<rs::PlainYearMonth>> ToTemporal(Isolate& isolate, Value item, Value options_value) {
  auto overflow = [&]() -> Completion<rs::ArithmeticOverflow> {
    Options options = TRY(GetOptionsObject(isolate, options_value));
    return GetTemporalOverflowOption(isolate, options);
  };
  if (item.IsObject()) {
    if (TemporalObject* object = TryClass<rs::PlainYearMonth>(item)) {
      (void)TRY(overflow());
      return Read<rs::PlainYearMonth>(isolate, object);
    }
    rs::AnyCalendarKind calendar = TRY(GetTemporalCalendarIdentifierWithISODefault(isolate, item.AsObject()));
    CalendarFields fields =
        TRY(PrepareCalendarFields(isolate, calendar, item.AsObject(), kYearMonthFields, kNoFields));
    return Take(isolate, rs::PlainYearMonth::from_partial(fields.Date(), TRY(overflow())));
  }
  if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "PlainYearMonth");
  Owned<rs::ParsedDate> parsed =
      TRY(Take(isolate, rs::ParsedDate::year_month_from_utf8(TRY(TextToParse(isolate, item.AsString())))));
  (void)TRY(overflow());
  return Take(isolate, rs::PlainYearMonth::from_parsed(*parsed));
}

namespace {

using rs::PlainYearMonth;

// Temporal.PlainYearMonth ( isoYear, isoMonth [ , calendar [ , referenceISODay ] ] )
Completion<Value> PlainYearMonthConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.PlainYearMonth");
  double year = TRY(ToIntegerWithTruncation(isolate, args[0]));
  double month = TRY(ToIntegerWithTruncation(isolate, args[1]));
  rs::AnyCalendarKind calendar = TRY(ToCalendarArgument(isolate, args[2]));
  double day = args[3].IsUndefined() ? 1 : TRY(ToIntegerWithTruncation(isolate, args[3]));
  Owned<PlainYearMonth> year_month =
      TRY(Take(isolate, PlainYearMonth::try_new_with_overflow(
                            TRY(Exact<int32_t>(isolate, year)), TRY(Exact<uint8_t>(isolate, month)),
                            TRY(Exact<uint8_t>(isolate, day)), calendar, rs::ArithmeticOverflow::Reject)));
  return NewTemporal(isolate, *year_month, args.new_target());
}

// Temporal.PlainYearMonth.prototype.toPlainDate ( item )
Completion<Value> ToPlainDate(Isolate& isolate, Arguments& args) {
  Owned<PlainYearMonth> self = TRY(This<PlainYearMonth>(isolate, args));
  if (!args[0].IsObject()) return ThrowNotObject(isolate, args[0]);
  CalendarFields day =
      TRY(PrepareCalendarFields(isolate, self->calendar().kind(), args[0].AsObject(), kDay, kDay));
  return Answer(isolate, self->to_plain_date(day.Date()));
}

constexpr NativeRow kConstructorRowSource[] = {
    {"PlainYearMonth", PlainYearMonthConstructor, 2, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<PlainYearMonth>, 1},
    {"compare", Compare<PlainYearMonth, &PlainYearMonth::compare>, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"with", WithDate<PlainYearMonth, kYearMonthFields>, 1},
    {"add", AddWithOverflow<PlainYearMonth, &PlainYearMonth::add>, 1},
    {"subtract", AddWithOverflow<PlainYearMonth, &PlainYearMonth::subtract>, 1},
    {"until", Difference<PlainYearMonth, &PlainYearMonth::until>, 1},
    {"since", Difference<PlainYearMonth, &PlainYearMonth::since>, 1},
    {"equals", Equals<PlainYearMonth>, 1},
    {"toString", DateToString<PlainYearMonth>, 0},
    {"toPlainDate", ToPlainDate, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kStaticRows, kYearMonthGetters<PlainYearMonth>,
                                   kPrototypeRows, kCommonRows<PlainYearMonth>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalPlainYearMonthTables = temporal_builtins::kTables;

void InstallTemporalPlainYearMonth(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  using T = rs::PlainYearMonth;
  InstallClass<T>(isolate, realm, kConstructorRow, kStaticRows,
                  {kYearMonthGetters<T>, kPrototypeRows, kCommonRows<T>});
}

}  // namespace halfword
