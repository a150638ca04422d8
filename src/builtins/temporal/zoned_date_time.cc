// Temporal.ZonedDateTime: https://tc39.es/proposal-temporal/#sec-temporal-zoneddatetime-objects
#include "builtins/builtins.h"
#include "builtins/temporal/methods.h"

namespace halfword {

namespace temporal_builtins {

namespace {

using rs::ZonedDateTime;

// The three options that say how a local time becomes an exact one, in the order of their names.
struct ZonedOptions {
  rs::Disambiguation disambiguation;
  rs::OffsetDisambiguation offset;
  rs::ArithmeticOverflow overflow;
};
Completion<ZonedOptions> GetZonedOptions(Isolate& isolate, Value value, rs::OffsetDisambiguation fallback) {
  Options options = TRY(GetOptionsObject(isolate, value));
  ZonedOptions result;
  result.disambiguation = TRY(GetTemporalDisambiguationOption(isolate, options));
  result.offset = TRY(GetTemporalOffsetOption(isolate, options, fallback));
  result.overflow = TRY(GetTemporalOverflowOption(isolate, options));
  return result;
}

}  // namespace

// https://tc39.es/proposal-temporal/#sec-temporal-totemporalzoneddatetime
template <>
Completion<Owned<ZonedDateTime>> ToTemporal(Isolate& isolate, Value item, Value options_value) {
  auto options = [&] { return GetZonedOptions(isolate, options_value, rs::OffsetDisambiguation::Reject); };
  if (item.IsObject()) {
    if (TemporalObject* object = TryClass<ZonedDateTime>(item)) {
      (void)TRY(options());
      return Read<ZonedDateTime>(isolate, object);
    }
    rs::AnyCalendarKind calendar = TRY(GetTemporalCalendarIdentifierWithISODefault(isolate, item.AsObject()));
    CalendarFields fields = TRY(PrepareCalendarFields(
        isolate, calendar, item.AsObject(), kDateFields | kTimeFields | kOffset | kTimeZone, kTimeZone));
    ZonedOptions chosen = TRY(options());
    return Take(isolate, ZonedDateTime::from_partial(fields.Zoned(chosen.overflow), chosen.overflow,
                                                     chosen.disambiguation, chosen.offset));
  }
  if (!item.IsString()) return ThrowNotTemporalLike(isolate, item, "ZonedDateTime");
  Owned<rs::ParsedZonedDateTime> parsed =
      TRY(Take(isolate, rs::ParsedZonedDateTime::from_utf8(TRY(TextToParse(isolate, item.AsString())))));
  ZonedOptions chosen = TRY(options());
  return Take(isolate, ZonedDateTime::from_parsed(*parsed, chosen.disambiguation, chosen.offset));
}

namespace {

// Temporal.ZonedDateTime ( epochNanoseconds, timeZone [ , calendar ] )
Completion<Value> ZonedDateTimeConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Temporal.ZonedDateTime");
  Value nanoseconds = TRY(ToBigInt(isolate, args[0]));
  Owned<rs::Instant> instant = TRY(InstantFromBigInt(isolate, nanoseconds));
  if (!args[1].IsString()) return isolate.ThrowTypeError("A time zone must be given as a string");
  rs::TimeZone zone = TRY(
      Take(isolate, rs::TimeZone::try_from_identifier_str(TRY(TextToParse(isolate, args[1].AsString())))));
  rs::AnyCalendarKind calendar = TRY(ToCalendarArgument(isolate, args[2]));
  Owned<ZonedDateTime> zoned =
      TRY(Take(isolate, ZonedDateTime::try_new(instant->epoch_nanoseconds(), calendar, zone)));
  return NewTemporal(isolate, *zoned, args.new_target());
}

// get Temporal.ZonedDateTime.prototype.timeZoneId
Completion<Value> TimeZoneId(Isolate& isolate, Arguments& args) {
  Slots slots = SlotsOf(isolate, TRY(ThisObject<ZonedDateTime>(isolate, args)));
  return ToValue(isolate, std::string_view(slots.zone));
}

// get Temporal.ZonedDateTime.prototype.offset
Completion<Value> Offset(Isolate& isolate, Arguments& args) {
  Owned<ZonedDateTime> self = TRY(This<ZonedDateTime>(isolate, args));
  return Answer(isolate, Written([&](Text& text) { return self->offset_write(text); }));
}

// get Temporal.ZonedDateTime.prototype.epochNanoseconds
Completion<Value> EpochNanoseconds(Isolate& isolate, Arguments& args) {
  return BigIntFromNanoseconds(isolate, TRY(This<ZonedDateTime>(isolate, args))->epoch_nanoseconds());
}

// Temporal.ZonedDateTime.prototype.with ( temporalZonedDateTimeLike [ , options ] )
Completion<Value> With(Isolate& isolate, Arguments& args) {
  Owned<ZonedDateTime> self = TRY(This<ZonedDateTime>(isolate, args));
  JSObject* item = TRY(RequirePartialTemporalObject(isolate, args[0]));
  CalendarFields partial = TRY(PrepareCalendarFields(isolate, self->calendar().kind(), item,
                                                     kDateFields | kTimeFields | kOffset, kPartial));
  ZonedOptions chosen = TRY(GetZonedOptions(isolate, args[1], rs::OffsetDisambiguation::Prefer));
  isolate.Charge(kLongCallCost);
  return Answer(isolate, self->with(partial.Zoned(chosen.overflow), chosen.disambiguation, chosen.offset,
                                    chosen.overflow));
}

// Temporal.ZonedDateTime.prototype.withPlainTime ( [ plainTimeLike ] )
Completion<Value> WithPlainTime(Isolate& isolate, Arguments& args) {
  Owned<ZonedDateTime> self = TRY(This<ZonedDateTime>(isolate, args));
  Owned<rs::PlainTime> time = TRY(ToTimeRecordOrMidnight(isolate, args[0]));
  return Answer(isolate, self->with_plain_time(time.get()));
}

// Temporal.ZonedDateTime.prototype.withTimeZone ( timeZoneLike )
Completion<Value> WithTimeZone(Isolate& isolate, Arguments& args) {
  Owned<ZonedDateTime> self = TRY(This<ZonedDateTime>(isolate, args));
  return Answer(isolate, self->with_timezone(TRY(ToTemporalTimeZoneIdentifier(isolate, args[0]))));
}

// Temporal.ZonedDateTime.prototype.toString ( [ options ] )
Completion<Value> ToString(Isolate& isolate, Arguments& args) {
  Owned<ZonedDateTime> self = TRY(This<ZonedDateTime>(isolate, args));
  Options options = TRY(GetOptionsObject(isolate, args[0]));
  rs::DisplayCalendar show_calendar = TRY(GetTemporalShowCalendarNameOption(isolate, options));
  rs::ToStringRoundingOptions rounding{};
  rounding.precision.precision = TRY(GetTemporalFractionalSecondDigitsOption(isolate, options));
  rs::DisplayOffset show_offset = TRY(GetTemporalShowOffsetOption(isolate, options));
  rounding.rounding_mode = TRY(GetRoundingModeOption(isolate, options, rs::RoundingMode::Trunc));
  rounding.smallest_unit =
      TRY(GetTemporalUnitValuedOption(isolate, options, "smallestUnit", Presence::kOptional));
  rs::DisplayTimeZone show_zone = TRY(GetTemporalShowTimeZoneNameOption(isolate, options));
  TRY(ValidateTimeUnit(isolate, rounding.smallest_unit, rs::Unit::Minute));
  return Answer(isolate, Written([&](Text& text) {
                  return self->to_ixdtf_string_write(show_offset, show_zone, show_calendar, rounding, text);
                }));
}

// Temporal.ZonedDateTime.prototype.getTimeZoneTransition ( directionParam )
Completion<Value> GetTimeZoneTransition(Isolate& isolate, Arguments& args) {
  Owned<ZonedDateTime> self = TRY(This<ZonedDateTime>(isolate, args));
  Options options = TRY(GetRequiredOptions(isolate, args[0], "direction"));
  rs::TransitionDirection direction = TRY(GetDirectionOption(isolate, options));
  isolate.Charge(kLongCallCost);
  Owned<ZonedDateTime> transition = TRY(Take(isolate, self->get_time_zone_transition(direction)));
  return transition == nullptr ? Value::Null() : Answer(isolate, std::move(transition));
}

constexpr NativeRow kConstructorRowSource[] = {
    {"ZonedDateTime", ZonedDateTimeConstructor, 2, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kStaticRowsSource[] = {
    {"from", From<ZonedDateTime>, 1},
    {"compare", Compare<ZonedDateTime, &ZonedDateTime::compare_instant>, 2},
};
HW_NATIVE_ROWS(kStaticRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"timeZoneId", TimeZoneId, 0, kNativeGetter},
    {"epochMilliseconds", Call<ZonedDateTime, &ZonedDateTime::epoch_milliseconds>, 0, kNativeGetter},
    {"epochNanoseconds", EpochNanoseconds, 0, kNativeGetter},
    {"hoursInDay", Call<ZonedDateTime, &ZonedDateTime::hours_in_day>, 0, kNativeGetter},
    {"offsetNanoseconds", Call<ZonedDateTime, &ZonedDateTime::offset_nanoseconds>, 0, kNativeGetter},
    {"offset", Offset, 0, kNativeGetter},
    {"with", With, 1},
    {"withPlainTime", WithPlainTime, 0},
    {"withTimeZone", WithTimeZone, 1},
    {"withCalendar", WithCalendar<ZonedDateTime>, 1},
    {"add", AddWithOverflow<ZonedDateTime, &ZonedDateTime::add>, 1},
    {"subtract", AddWithOverflow<ZonedDateTime, &ZonedDateTime::subtract>, 1},
    {"until", Difference<ZonedDateTime, &ZonedDateTime::until>, 1},
    {"since", Difference<ZonedDateTime, &ZonedDateTime::since>, 1},
    {"round", Round<ZonedDateTime>, 1},
    {"equals", Equals<ZonedDateTime>, 1},
    {"toString", ToString, 0},
    {"startOfDay", Call<ZonedDateTime, &ZonedDateTime::start_of_day>, 0},
    {"getTimeZoneTransition", GetTimeZoneTransition, 1},
    {"toInstant", Call<ZonedDateTime, &ZonedDateTime::to_instant>, 0},
    {"toPlainDate", Call<ZonedDateTime, &ZonedDateTime::to_plain_date>, 0},
    {"toPlainTime", Call<ZonedDateTime, &ZonedDateTime::to_plain_time>, 0},
    {"toPlainDateTime", Call<ZonedDateTime, &ZonedDateTime::to_plain_datetime>, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow,
                                   kStaticRows,
                                   kYearMonthGetters<ZonedDateTime>,
                                   kDateGetters<ZonedDateTime>,
                                   kTimeGetters<ZonedDateTime>,
                                   kPrototypeRows,
                                   kCommonRows<ZonedDateTime>};

}  // namespace

}  // namespace temporal_builtins

constinit const std::span<const NativeTable> kTemporalZonedDateTimeTables = temporal_builtins::kTables;

void InstallTemporalZonedDateTime(Isolate& isolate, Realm* realm) {
  using namespace temporal_builtins;
  using T = rs::ZonedDateTime;
  InstallClass<T>(isolate, realm, kConstructorRow, kStaticRows,
                  {kYearMonthGetters<T>, kDateGetters<T>, kTimeGetters<T>, kPrototypeRows, kCommonRows<T>});
}

}  // namespace halfword
