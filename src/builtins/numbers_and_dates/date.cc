// Date Objects: https://tc39.es/ecma262/#sec-date-objects
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <memory>

#include "builtins/builtins.h"
#include "builtins/numbers_and_dates/date_parser.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "objects/isolate.h"
#include "objects/library/numbers_and_dates.h"
#include "platform/clock.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

double CurrentTime(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  if (native.host.current_time_ms) return TimeClip(std::floor(native.host.current_time_ms()));
  int64_t ns = platform::WallClockNanoseconds();
  return static_cast<double>(ns / 1000000 - (ns % 1000000 < 0 ? 1 : 0));
}

PreciseTime CurrentPreciseTime(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  if (!native.host.current_time_ms) {
    int64_t ns = platform::WallClockNanoseconds();
    int64_t rest = ns % 1000000;
    if (rest < 0) rest += 1000000;
    return {static_cast<double>((ns - rest) / 1000000), static_cast<int32_t>(rest)};
  }
  double now = native.host.current_time_ms();
  if (!(std::fabs(now) < kMaxTime)) return {now > 0 ? kMaxTime : now < 0 ? -kMaxTime : 0, 0};
  double milliseconds = std::floor(now);
  return {milliseconds, static_cast<int32_t>((now - milliseconds) * 1000) * 1000};  // a double has no more
}

LocalTimeCache& LocalTimes(Isolate& isolate) {
  NativeState& native = NativeStateOf(isolate);
  if (!native.local_time) native.local_time = std::make_shared<LocalTimeCache>();
  return *static_cast<LocalTimeCache*>(native.local_time.get());
}

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kDayNames[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr const char* kMonthNames[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

double LocalTime(Isolate& isolate, double t) { return t + LocalTimes(isolate).OffsetAtUtc(t).milliseconds; }
double UTC(Isolate& isolate, double t) {
  if (!(std::fabs(t) <= kMaxTime + 2 * kMsPerDay)) return kNaN;
  return t - LocalTimes(isolate).OffsetAtLocal(t).milliseconds;
}

// ---- Text ----

std::string Format(const char* format, ...) __attribute__((format(printf, 1, 2)));
std::string Format(const char* format, ...) {
  char buffer[160];
  va_list list;
  va_start(list, format);
  vsnprintf(buffer, sizeof(buffer), format, list);
  va_end(list);
  return buffer;
}

std::string YearText(int64_t year) {
  return Format("%s%04lld", year < 0 ? "-" : "", static_cast<long long>(year < 0 ? -year : year));
}

// https://tc39.es/ecma262/#sec-datestring
std::string DateText(const DateFields& f) {
  return Format("%s %s %02d %s", kDayNames[f.weekday], kMonthNames[f.month], f.day, YearText(f.year).c_str());
}

// https://tc39.es/ecma262/#sec-timestring and https://tc39.es/ecma262/#sec-timezoneestring
std::u16string TimeText(Isolate& isolate, double t) {
  LocalTimeCache& local = LocalTimes(isolate);
  unicode::TimeZone::Offset offset = local.OffsetAtUtc(t);
  DateFields f = FieldsOf(t + offset.milliseconds);
  int minutes = std::abs(offset.milliseconds) / 60000;
  std::string ascii = Format("%02d:%02d:%02d GMT%c%02d%02d (", f.hour, f.minute, f.second,
                             offset.milliseconds < 0 ? '-' : '+', minutes / 60, minutes % 60);
  std::u16string out(ascii.begin(), ascii.end());
  return out + local.Name(offset.daylight) + u")";
}

}  // namespace

Value ToDateString(Isolate& isolate, double t) {
  if (std::isnan(t)) return NewStringFromAscii(isolate, "Invalid Date");
  std::string date = DateText(FieldsOf(LocalTime(isolate, t))) + " ";
  return NewStringFromUtf16(isolate, std::u16string(date.begin(), date.end()) + TimeText(isolate, t));
}

namespace {

std::string LocaleDateText(const DateFields& f) {
  // Years before 1 are counted backwards, as years BC.
  return Format("%d/%d/%lld", f.month + 1, f.day, static_cast<long long>(f.year > 0 ? f.year : 1 - f.year));
}
std::string LocaleTimeText(const DateFields& f) {
  return Format("%d:%02d:%02d %s", f.hour % 12 == 0 ? 12 : f.hour % 12, f.minute, f.second,
                f.hour < 12 ? "AM" : "PM");
}

// A character costs as much as so many places of a simple loop.
constexpr size_t kParsedDatePlaces = 8;
Completion<double> ParseDate(Isolate& isolate, String* string) {
  FlatChars text = string->Flatten(isolate);
  TRY(isolate.Poll(CostOf(text.length() * kParsedDatePlaces)));
  ParsedDate parsed = ParseDateText(text);
  if (!parsed.valid) return kNaN;
  double t = MakeDate(MakeDay(parsed.year, parsed.month, parsed.day),
                      MakeTime(parsed.hour, parsed.minute, parsed.second, parsed.millisecond));
  if (parsed.is_local) {
    t = UTC(isolate, t);
  } else {
    t -= parsed.offset_minutes * 60000.0;
  }
  return TimeClip(t);
}

// ---- The constructor ----

Completion<double> ThisTimeValue(Isolate& isolate, Value value, DateObject** object = nullptr) {
  DateObject* date = value.TryAs<DateObject>();
  if (!date) return isolate.ThrowTypeError("this is not a Date object.");
  if (object) *object = date;
  return date->time_;
}

// The arguments year, month, … of Date and Date.UTC as a time value.
Completion<double> TimeFromComponents(Isolate& isolate, Arguments& args) {
  double n[7] = {kNaN, 0, 1, 0, 0, 0, 0};
  for (uint32_t i = 0; i < 7 && (i < args.count() || i == 0); i++) n[i] = TRY(ToNumber(isolate, args[i]));
  return MakeDate(MakeDay(MakeFullYear(n[0]), n[1], n[2]), MakeTime(n[3], n[4], n[5], n[6]));
}

// Date ( ...values )  https://tc39.es/ecma262/#sec-date
Completion<Value> DateConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ToDateString(isolate, CurrentTime(isolate));
  double time;
  if (args.count() == 0) {
    time = CurrentTime(isolate);
  } else if (args.count() == 1) {
    if (DateObject* other = args[0].TryAs<DateObject>()) {
      time = other->time_;
    } else {
      Value primitive = TRY(ToPrimitive(isolate, args[0]));
      time = primitive.IsString() ? TRY(ParseDate(isolate, primitive.AsString()))
                                  : TRY(ToNumber(isolate, primitive));
    }
    time = TimeClip(time);
  } else {
    time = TimeClip(UTC(isolate, TRY(TimeFromComponents(isolate, args))));
  }
  DateObject* date =
      TRY(OrdinaryCreateFromConstructor<DateObject>(isolate, args.new_target(), Intrinsic::kDatePrototype));
  date->time_ = time;
  return date;
}

// Date.now ( )  https://tc39.es/ecma262/#sec-date.now
Completion<Value> DateNow(Isolate& isolate, Arguments&) { return NumberValue(isolate, CurrentTime(isolate)); }

// Date.parse ( string )  https://tc39.es/ecma262/#sec-date.parse
Completion<Value> DateParse(Isolate& isolate, Arguments& args) {
  String* string = TRY(ToString(isolate, args[0]));
  return NumberValue(isolate, TRY(ParseDate(isolate, string)));
}

// Date.UTC ( year [ , month … ] )  https://tc39.es/ecma262/#sec-date.utc
Completion<Value> DateUTC(Isolate& isolate, Arguments& args) {
  return NumberValue(isolate, TimeClip(TRY(TimeFromComponents(isolate, args))));
}

// ---- Getters: one function for all, told apart by the row's magic ----

enum Component : uint16_t {
  kYear,
  kMonth,
  kDate,
  kDay,
  kHours,
  kMinutes,
  kSeconds,
  kMilliseconds,
  kUtc = 16
};

// Date.prototype.getDate ( ) and its kin  https://tc39.es/ecma262/#sec-date.prototype.getdate
Completion<Value> DatePrototypeGetComponent(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t)) return NumberValue(isolate, t);
  uint16_t magic = args.callee()->magic_;
  DateFields f = FieldsOf(magic & kUtc ? t : LocalTime(isolate, t));
  switch (magic & ~kUtc) {
    case kYear: return NumberValue(isolate, f.year);
    case kMonth: return Value::Smi(f.month);
    case kDate: return Value::Smi(f.day);
    case kDay: return Value::Smi(f.weekday);
    case kHours: return Value::Smi(f.hour);
    case kMinutes: return Value::Smi(f.minute);
    case kSeconds: return Value::Smi(f.second);
    default: return Value::Smi(f.millisecond);
  }
}

// Date.prototype.getTime ( ), valueOf ( )  https://tc39.es/ecma262/#sec-date.prototype.gettime
Completion<Value> DatePrototypeGetTime(Isolate& isolate, Arguments& args) {
  return NumberValue(isolate, TRY(ThisTimeValue(isolate, args.this_value())));
}

// Date.prototype.getTimezoneOffset ( )  https://tc39.es/ecma262/#sec-date.prototype.gettimezoneoffset
Completion<Value> DatePrototypeGetTimezoneOffset(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t)) return NumberValue(isolate, t);
  return NumberValue(isolate, (t - LocalTime(isolate, t)) / 60000.0);
}

// Date.prototype.getYear ( )  https://tc39.es/ecma262/#sec-date.prototype.getyear
Completion<Value> DatePrototypeGetYear(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t)) return NumberValue(isolate, t);
  return NumberValue(isolate, FieldsOf(LocalTime(isolate, t)).year - 1900);
}

// ---- Setters ----

Value SetTime(Isolate& isolate, DateObject* date, double time) {
  date->time_ = time;
  return NumberValue(isolate, time);
}

// Date.prototype.setHours ( hour [ , min … ] ) and its kin
// https://tc39.es/ecma262/#sec-date.prototype.sethours The magic names the first component set; the arguments
// are it and those that follow it.
Completion<Value> DatePrototypeSetComponent(Isolate& isolate, Arguments& args) {
  uint16_t magic = args.callee()->magic_;
  bool utc = magic & kUtc;
  int first = magic & ~kUtc;
  // 1. – 3. The time value as of now; then the arguments, in order.
  DateObject* date;
  double t = TRY(ThisTimeValue(isolate, args.this_value(), &date));
  int most = first == kYear ? 3 : first == kMonth ? 2 : first == kDate ? 1 : kMilliseconds - first + 1;
  double values[4];
  int given = 0;
  for (; given < most && (given == 0 || given < static_cast<int>(args.count())); given++) {
    values[given] = TRY(ToNumber(isolate, args[static_cast<uint32_t>(given)]));
  }
  if (std::isnan(t)) {
    if (first != kYear) return NumberValue(isolate, kNaN);
    t = 0;
  } else if (!utc) {
    t = LocalTime(isolate, t);
  }
  DateFields f = FieldsOf(t);
  double result;
  if (first >= kHours) {
    double n[4] = {static_cast<double>(f.hour), static_cast<double>(f.minute), static_cast<double>(f.second),
                   static_cast<double>(f.millisecond)};
    for (int i = 0; i < given; i++) n[first - kHours + i] = values[i];
    result = MakeDate(std::floor(t / kMsPerDay), MakeTime(n[0], n[1], n[2], n[3]));
  } else {
    double n[3] = {static_cast<double>(f.year), static_cast<double>(f.month), static_cast<double>(f.day)};
    for (int i = 0; i < given; i++) n[first - kYear + i] = values[i];
    result = MakeDate(MakeDay(n[0], n[1], n[2]), t - std::floor(t / kMsPerDay) * kMsPerDay);
  }
  return SetTime(isolate, date, TimeClip(utc ? result : UTC(isolate, result)));
}

// Date.prototype.setTime ( time )  https://tc39.es/ecma262/#sec-date.prototype.settime
Completion<Value> DatePrototypeSetTime(Isolate& isolate, Arguments& args) {
  DateObject* date;
  TRY(ThisTimeValue(isolate, args.this_value(), &date));
  double t = TRY(ToNumber(isolate, args[0]));
  return SetTime(isolate, date, TimeClip(t));
}

// Date.prototype.setYear ( year )  https://tc39.es/ecma262/#sec-date.prototype.setyear
Completion<Value> DatePrototypeSetYear(Isolate& isolate, Arguments& args) {
  DateObject* date;
  double t = TRY(ThisTimeValue(isolate, args.this_value(), &date));
  double year = TRY(ToNumber(isolate, args[0]));
  t = std::isnan(t) ? 0 : LocalTime(isolate, t);
  DateFields f = FieldsOf(t);
  double day = MakeDay(MakeFullYear(year), f.month, f.day);
  return SetTime(isolate, date,
                 TimeClip(UTC(isolate, MakeDate(day, t - std::floor(t / kMsPerDay) * kMsPerDay))));
}

// ---- To text ----

enum TextForm : uint16_t { kDateAndTime, kDateOnly, kTimeOnly };

// Date.prototype.toString ( ), toDateString ( ), toTimeString ( )
// https://tc39.es/ecma262/#sec-date.prototype.tostring
Completion<Value> DatePrototypeToString(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t) || args.callee()->magic_ == kDateAndTime) return ToDateString(isolate, t);
  if (args.callee()->magic_ == kTimeOnly) return NewStringFromUtf16(isolate, TimeText(isolate, t));
  return NewStringFromAscii(isolate, DateText(FieldsOf(LocalTime(isolate, t))));
}

// Date.prototype.toLocaleString ( ), toLocaleDateString ( ), toLocaleTimeString ( ): the default format for
// English. https://tc39.es/ecma262/#sec-date.prototype.tolocalestring
Completion<Value> DatePrototypeToLocaleString(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t)) return ToDateString(isolate, t);
  DateFields f = FieldsOf(LocalTime(isolate, t));
  switch (args.callee()->magic_) {
    case kDateOnly: return NewStringFromAscii(isolate, LocaleDateText(f));
    case kTimeOnly: return NewStringFromAscii(isolate, LocaleTimeText(f));
    default: return NewStringFromAscii(isolate, LocaleDateText(f) + ", " + LocaleTimeText(f));
  }
}

// Date.prototype.toISOString ( )  https://tc39.es/ecma262/#sec-date.prototype.toisostring
Completion<Value> DatePrototypeToISOString(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t)) return isolate.ThrowRangeError("Invalid time value");
  return NewStringFromAscii(isolate, DateTimeString(t));
}

// Date.prototype.toUTCString ( )  https://tc39.es/ecma262/#sec-date.prototype.toutcstring
Completion<Value> DatePrototypeToUTCString(Isolate& isolate, Arguments& args) {
  double t = TRY(ThisTimeValue(isolate, args.this_value()));
  if (std::isnan(t)) return ToDateString(isolate, t);
  DateFields f = FieldsOf(t);
  return NewStringFromAscii(
      isolate, Format("%s, %02d %s %s %02d:%02d:%02d GMT", kDayNames[f.weekday], f.day, kMonthNames[f.month],
                      YearText(f.year).c_str(), f.hour, f.minute, f.second));
}

// Date.prototype.toJSON ( key )  https://tc39.es/ecma262/#sec-date.prototype.tojson
Completion<Value> DatePrototypeToJSON(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  Value tv = TRY(ToPrimitive(isolate, object, PreferredType::kNumber));
  if (tv.IsNumber() && !std::isfinite(tv.AsNumber())) return Value::Null();
  return Invoke(isolate, object, PropertyKey::FromAscii(isolate, "toISOString"));
}

// Date.prototype [ %Symbol.toPrimitive% ] ( hint )
// https://tc39.es/ecma262/#sec-date.prototype-%symbol.toprimitive%
Completion<Value> DatePrototypeToPrimitive(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject())
    return ThrowIncompatibleReceiver(isolate, "Date.prototype [ @@toPrimitive ]", args.this_value());
  if (args[0].IsString()) {
    String* hint = args[0].AsString();
    bool string = hint->Equals(isolate, isolate.name(Name::string)) ||
                  hint->Equals(isolate, isolate.name(Name::default_));
    if (string || hint->Equals(isolate, isolate.name(Name::number))) {
      return OrdinaryToPrimitive(isolate, args.this_value().AsObject(), string);
    }
  }
  return isolate.ThrowTypeError("Invalid hint: %s", DescribeForError(isolate, args[0]).c_str());
}

constexpr NativeRow kConstructorRowSource[] = {{"Date", DateConstructor, 7, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"now", DateNow, 0},
    {"parse", DateParse, 1},
    {"UTC", DateUTC, 7},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"toString", DatePrototypeToString, 0, 0, kDateAndTime},
    {"toDateString", DatePrototypeToString, 0, 0, kDateOnly},
    {"toTimeString", DatePrototypeToString, 0, 0, kTimeOnly},
    {"toISOString", DatePrototypeToISOString, 0},
    {"toUTCString", DatePrototypeToUTCString, 0},
    {"getDate", DatePrototypeGetComponent, 0, 0, kDate},
    {"setDate", DatePrototypeSetComponent, 1, 0, kDate},
    {"getDay", DatePrototypeGetComponent, 0, 0, kDay},
    {"getFullYear", DatePrototypeGetComponent, 0, 0, kYear},
    {"setFullYear", DatePrototypeSetComponent, 3, 0, kYear},
    {"getHours", DatePrototypeGetComponent, 0, 0, kHours},
    {"setHours", DatePrototypeSetComponent, 4, 0, kHours},
    {"getMilliseconds", DatePrototypeGetComponent, 0, 0, kMilliseconds},
    {"setMilliseconds", DatePrototypeSetComponent, 1, 0, kMilliseconds},
    {"getMinutes", DatePrototypeGetComponent, 0, 0, kMinutes},
    {"setMinutes", DatePrototypeSetComponent, 3, 0, kMinutes},
    {"getMonth", DatePrototypeGetComponent, 0, 0, kMonth},
    {"setMonth", DatePrototypeSetComponent, 2, 0, kMonth},
    {"getSeconds", DatePrototypeGetComponent, 0, 0, kSeconds},
    {"setSeconds", DatePrototypeSetComponent, 2, 0, kSeconds},
    {"getTime", DatePrototypeGetTime, 0},
    {"setTime", DatePrototypeSetTime, 1},
    {"getTimezoneOffset", DatePrototypeGetTimezoneOffset, 0},
    {"getYear", DatePrototypeGetYear, 0},
    {"setYear", DatePrototypeSetYear, 1},
    {"getUTCDate", DatePrototypeGetComponent, 0, 0, kDate | kUtc},
    {"setUTCDate", DatePrototypeSetComponent, 1, 0, kDate | kUtc},
    {"getUTCDay", DatePrototypeGetComponent, 0, 0, kDay | kUtc},
    {"getUTCFullYear", DatePrototypeGetComponent, 0, 0, kYear | kUtc},
    {"setUTCFullYear", DatePrototypeSetComponent, 3, 0, kYear | kUtc},
    {"getUTCHours", DatePrototypeGetComponent, 0, 0, kHours | kUtc},
    {"setUTCHours", DatePrototypeSetComponent, 4, 0, kHours | kUtc},
    {"getUTCMilliseconds", DatePrototypeGetComponent, 0, 0, kMilliseconds | kUtc},
    {"setUTCMilliseconds", DatePrototypeSetComponent, 1, 0, kMilliseconds | kUtc},
    {"getUTCMinutes", DatePrototypeGetComponent, 0, 0, kMinutes | kUtc},
    {"setUTCMinutes", DatePrototypeSetComponent, 3, 0, kMinutes | kUtc},
    {"getUTCMonth", DatePrototypeGetComponent, 0, 0, kMonth | kUtc},
    {"setUTCMonth", DatePrototypeSetComponent, 2, 0, kMonth | kUtc},
    {"getUTCSeconds", DatePrototypeGetComponent, 0, 0, kSeconds | kUtc},
    {"setUTCSeconds", DatePrototypeSetComponent, 2, 0, kSeconds | kUtc},
    {"valueOf", DatePrototypeGetTime, 0},
    {"toJSON", DatePrototypeToJSON, 1},
    {"toLocaleString", DatePrototypeToLocaleString, 0, 0, kDateAndTime},
    {"toLocaleDateString", DatePrototypeToLocaleString, 0, 0, kDateOnly},
    {"toLocaleTimeString", DatePrototypeToLocaleString, 0, 0, kTimeOnly},
    {"Symbol.toPrimitive", DatePrototypeToPrimitive, 1, kNativeSymbol | kNativeReadOnly},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kDateTables(kTables);

void InstallDate(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kDate, Intrinsic::kDatePrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  // toGMTString is the same function object as toUTCString.
  OwnProperty to_utc_string = prototype->GetOwn(isolate, PropertyKey::FromAscii(isolate, "toUTCString"));
  InstallValue(isolate, prototype, "toGMTString", to_utc_string.value, kMethodDefault);
}

}  // namespace halfword
