// DurationFormat Objects: https://tc39.es/ecma402/#durationformat-objects
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "intl/date_time_formatter.h"
#include "intl/language_tag.h"
#include "intl/number_formatter.h"
#include "intl/text_formatters.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::FormattedText;
using intl::NumberFormatter;
using intl::Numeric;

enum Unit {
  kYears,
  kMonths,
  kWeeks,
  kDays,
  kHours,
  kMinutes,
  kSeconds,
  kMilliseconds,
  kMicroseconds,
  kNanoseconds,
  kUnits
};
enum Style : int { kLong, kShort, kNarrow, kNumeric, kTwoDigit, kFractional, kDigital, kNoStyle };
constexpr const char* kStyleNames[] = {"long", "short", "narrow", "numeric", "2-digit", "numeric", "digital"};

// https://tc39.es/ecma402/#table-durationformat
constexpr const char* kNames[kUnits] = {"years",   "months",  "weeks",        "days",         "hours",
                                        "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"};
constexpr const char* kSingular[kUnits] = {"year",   "month",  "week",        "day",         "hour",
                                           "minute", "second", "millisecond", "microsecond", "nanosecond"};
constexpr const char* kDisplayNames[kUnits] = {
    "yearsDisplay",   "monthsDisplay",  "weeksDisplay",        "daysDisplay",         "hoursDisplay",
    "minutesDisplay", "secondsDisplay", "millisecondsDisplay", "microsecondsDisplay", "nanosecondsDisplay"};
// The order in which a duration-like object is read.
constexpr Unit kAlphabetical[kUnits] = {kDays,   kHours,       kMicroseconds, kMilliseconds, kMinutes,
                                        kMonths, kNanoseconds, kSeconds,      kWeeks,        kYears};

bool IsFraction(int unit) { return unit >= kMilliseconds; }
bool IsNumericStyle(int style) { return style == kNumeric || style == kTwoDigit; }

// What an object's slots hold, in this order; all Smis but the texts.
enum Slot : uint32_t {
  kLocaleSlot,
  kNumberingSystemSlot,
  kStyleSlot,
  kUnitSlots,
  kFractionSlot = kUnitSlots + 2 * kUnits,
  kSlots
};

struct DurationOptions {
  Style style = kShort;
  Style unit[kUnits];
  bool always[kUnits];
  int fraction_digits = -1;  // -1: as many as necessary
};

// GetDurationUnitOptions  https://tc39.es/ecma402/#sec-getdurationunitoptions
Completion<void> GetUnitOptions(Isolate& isolate, const Options& options, DurationOptions& out, int unit,
                                Style previous, bool two_digit_hours) {
  size_t count = unit <= kDays ? 3 : unit <= kSeconds ? 5 : 4;
  int chosen =
      TRY(options.GetChoice(isolate, kNames[unit], std::span<const char* const>(kStyleNames, count), -1));
  bool always = true;
  Style style = static_cast<Style>(chosen);
  if (chosen < 0) {
    bool is_clock = unit == kHours || unit == kMinutes || unit == kSeconds;
    if (out.style == kDigital) {
      always = is_clock;
      style = unit <= kDays ? kShort : kNumeric;
    } else if (previous == kFractional || IsNumericStyle(previous)) {
      always = unit == kMinutes || unit == kSeconds;
      style = kNumeric;
    } else {
      always = false;
      style = out.style;
    }
  }
  if (style == kNumeric && IsFraction(unit)) {
    style = kFractional;
    always = false;
  }
  constexpr const char* kDisplays[] = {"auto", "always"};
  always = TRY(options.GetChoice(isolate, kDisplayNames[unit], kDisplays, always ? 1 : 0)) == 1;
  bool numeric = style == kFractional || IsNumericStyle(style);
  if ((always && style == kFractional) || (previous == kFractional && style != kFractional) ||
      (IsNumericStyle(previous) && !numeric)) {
    return ThrowOutOfRange(isolate, always && style == kFractional ? kDisplayNames[unit] : kNames[unit],
                           kStyleNames[style]);
  }
  if (unit == kHours && two_digit_hours && style == kNumeric) style = kTwoDigit;
  if ((unit == kMinutes || unit == kSeconds) && IsNumericStyle(previous)) style = kTwoDigit;
  out.unit[unit] = style;
  out.always[unit] = always;
  return {};
}

// What stands between hours and minutes in the locale. Latin digits have a separator of their own in none.
std::string Separator(Isolate& isolate, const std::string& tag) {
  intl::Lease<intl::DateTimePatterns> patterns(tag);
  isolate.Charge(patterns.is_new() ? kMakingCost : kUsingCost);
  if (!patterns) return ":";
  std::string pattern = patterns->BestPattern("Hms", "");
  size_t hour = pattern.find('H'), minute = pattern.find('m');
  if (hour == pattern.npos || minute == pattern.npos) return ":";
  while (hour < pattern.size() && pattern[hour] == 'H') hour++;
  std::string between = hour < minute ? pattern.substr(hour, minute - hour) : std::string();
  return between.size() == 1 ? between : ":";
}

// https://tc39.es/ecma402/#sec-Intl.DurationFormat
Completion<IntlObject*> MakeDurationFormat(Isolate& isolate, Value new_target, Value locales,
                                           Value options_value) {
  IntlObject* object = TRY(
      NewIntlObject(isolate, new_target, Intrinsic::kIntlDurationFormatPrototype, IntlKind::kDurationFormat));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, locales));
  Options options = TRY(Options::Require(isolate, options_value));
  TRY(options.GetLocaleMatcher(isolate));
  intl::LocaleKey keys[] = {{"nu", TRY(options.GetUnicodeType(isolate, "numberingSystem")), ""}};
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, keys);
  DurationOptions out;
  constexpr const char* kStyles[] = {"long", "short", "narrow", "digital"};
  int style = TRY(options.GetChoice(isolate, "style", kStyles, 1));
  out.style = style == 3 ? kDigital : static_cast<Style>(style);
  Style previous = kNoStyle;
  for (int unit = 0; unit < kUnits; unit++) {
    TRY(GetUnitOptions(isolate, options, out, unit, previous, false));
    if (unit >= kHours && unit <= kMicroseconds) previous = out.unit[unit];
  }
  std::optional<int> digits = TRY(options.GetNumber(isolate, "fractionalDigits", 0, 9));
  SetRecipe(isolate, object, intl::WithKeyword(resolved.data_locale, "nu", keys[0].value));
  Value slots[kSlots] = {TextValue(isolate, resolved.locale), TextValue(isolate, keys[0].value),
                         Value::Smi(out.style)};
  for (uint32_t unit = 0; unit < kUnits; unit++) {
    slots[kUnitSlots + 2 * unit] = Value::Smi(out.unit[unit]);
    slots[kUnitSlots + 2 * unit + 1] = Value::Smi(out.always[unit]);
  }
  slots[kFractionSlot] = Value::Smi(digits.value_or(-1));
  SetSlots(isolate, object, slots);
  return object;
}

// Intl.DurationFormat ( [ locales [ , options ] ] )
Completion<Value> DurationFormatConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.DurationFormat");
  return MakeDurationFormat(isolate, args.new_target(), args[0], args[1]);
}

int SmiSlot(IntlObject* object, uint32_t slot) {
  Value value = SlotOf(object, slot);
  return value.IsSmi() ? value.AsSmi() : 0;
}

DurationOptions OptionsOf(IntlObject* object) {
  DurationOptions out;
  auto style = [&](uint32_t slot) {
    return static_cast<Style>(static_cast<uint32_t>(SmiSlot(object, slot)) % kNoStyle);
  };
  out.style = style(kStyleSlot);
  for (uint32_t unit = 0; unit < kUnits; unit++) {
    out.unit[unit] = style(kUnitSlots + 2 * unit);
    out.always[unit] = SmiSlot(object, kUnitSlots + 2 * unit + 1) != 0;
  }
  out.fraction_digits = std::min(SmiSlot(object, kFractionSlot), 9);
  return out;
}

// https://tc39.es/ecma402/#sec-Intl.DurationFormat.prototype.resolvedOptions
Completion<Value> DurationFormatResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kDurationFormat,
                                    "Intl.DurationFormat.prototype.resolvedOptions"));
  DurationOptions options = OptionsOf(format);
  JSObject* result = NewPlainObject(isolate);
  DefineField(isolate, result, "locale", SlotOf(format, kLocaleSlot));
  DefineField(isolate, result, "numberingSystem", SlotOf(format, kNumberingSystemSlot));
  DefineField(isolate, result, "style", TextValue(isolate, kStyleNames[options.style]));
  for (int unit = 0; unit < kUnits; unit++) {
    DefineField(isolate, result, kNames[unit], TextValue(isolate, kStyleNames[options.unit[unit]]));
    DefineField(isolate, result, kDisplayNames[unit],
                TextValue(isolate, options.always[unit] ? "always" : "auto"));
  }
  if (options.fraction_digits >= 0)
    DefineField(isolate, result, "fractionalDigits", Value::Smi(options.fraction_digits));
  return result;
}

// ---- Durations ----

using Int128 = __int128;

struct Duration {
  double value[kUnits] = {};
  int sign() const {
    for (double v : value) {
      if (v != 0) return v < 0 ? -1 : 1;
    }
    return 0;
  }
  // Nanoseconds of the units from `unit` on. REQUIRES: it is valid.
  Int128 NanosecondsFrom(int unit) const {
    constexpr int64_t kNanoseconds[kUnits] = {0,           0,          0,       86400000000000, 3600000000000,
                                              60000000000, 1000000000, 1000000, 1000,           1};
    Int128 sum = 0;
    for (int i = unit; i < kUnits; i++) sum += static_cast<Int128>(value[i]) * kNanoseconds[i];
    return sum;
  }
};

// https://tc39.es/ecma402/#sec-isvalidduration
bool IsValidDuration(const Duration& d) {
  int sign = d.sign();
  for (double v : d.value) {
    if (!std::isfinite(v) || (v < 0 && sign > 0) || (v > 0 && sign < 0)) return false;
  }
  constexpr double kMost = 4294967296.0;
  if (std::fabs(d.value[kYears]) >= kMost || std::fabs(d.value[kMonths]) >= kMost ||
      std::fabs(d.value[kWeeks]) >= kMost)
    return false;
  for (int unit = kDays; unit < kUnits; unit++) {
    if (std::fabs(d.value[unit]) > 1e26) return false;
  }
  Int128 most = (Int128{1} << 53) * 1000000000, sum = d.NanosecondsFrom(kDays);
  return sum < most && sum > -most;
}

// The grammar of ISO 8601 durations: https://tc39.es/proposal-temporal/#prod-TemporalDurationString
bool ParseDuration(std::string_view s, Duration* out) {
  size_t at = 0;
  double sign = 1;
  if (at < s.size() && (s[at] == '+' || s[at] == '-')) sign = s[at++] == '-' ? -1 : 1;
  if (at >= s.size() || (s[at] | 0x20) != 'p') return false;
  at++;
  bool in_time = false, any = false, ended = false, any_time = false;
  int last = -1;
  while (at < s.size()) {
    if (ended) return false;
    if (!in_time && (s[at] | 0x20) == 't') {
      in_time = true;
      at++;
      continue;
    }
    size_t begin = at;
    double number = 0;
    for (; at < s.size() && intl::IsAsciiDigit(s[at]); at++) number = number * 10 + (s[at] - '0');
    if (at == begin) return false;
    int64_t fraction = 0;  // of a unit, in billionths
    bool has_fraction = at < s.size() && (s[at] == '.' || s[at] == ',');
    if (has_fraction) {
      size_t digits = 0;
      for (at++; at < s.size() && intl::IsAsciiDigit(s[at]); at++, digits++)
        fraction = fraction * 10 + (s[at] - '0');
      if (digits == 0 || digits > 9) return false;
      for (; digits < 9; digits++) fraction *= 10;
    }
    if (at >= s.size()) return false;
    char letter = static_cast<char>(s[at++] | 0x20);
    int unit = in_time ? (letter == 'h'   ? kHours
                          : letter == 'm' ? kMinutes
                          : letter == 's' ? kSeconds
                                          : -1)
                       : (letter == 'y'   ? kYears
                          : letter == 'm' ? kMonths
                          : letter == 'w' ? kWeeks
                          : letter == 'd' ? kDays
                                          : -1);
    if (unit <= last || (has_fraction && !in_time)) return false;
    last = unit;
    any = true;
    any_time = any_time || in_time;
    out->value[unit] = sign * number;
    if (has_fraction) {
      ended = true;
      Int128 rest = Int128{fraction} * (unit == kHours ? 3600 : unit == kMinutes ? 60 : 1);  // nanoseconds
      if (unit == kHours) {
        out->value[kMinutes] = sign * static_cast<double>(rest / 60000000000);
        rest %= 60000000000;
      }
      if (unit != kSeconds) {
        out->value[kSeconds] = sign * static_cast<double>(rest / 1000000000);
        rest %= 1000000000;
      }
      out->value[kMilliseconds] = sign * static_cast<double>(rest / 1000000);
      out->value[kMicroseconds] = sign * static_cast<double>(rest / 1000 % 1000);
      out->value[kNanoseconds] = sign * static_cast<double>(rest % 1000);
    }
  }
  for (double& v : out->value) v += 0.0;  // no -0
  return any && (!in_time || any_time);
}

// ToDurationRecord  https://tc39.es/ecma402/#sec-todurationrecord
Completion<Duration> ToDurationRecord(Isolate& isolate, Value input) {
  Duration out;
  if (!input.IsObject()) {
    if (!input.IsString()) return isolate.ThrowTypeError("A duration must be an object or a string");
    if (!ParseDuration(OptionText(isolate, input.AsString()), &out) || !IsValidDuration(out))
      return isolate.ThrowRangeError("Invalid duration");
    return out;
  }
  if (auto units = temporal_builtins::TryDurationUnits(isolate, input)) {
    std::copy(units->begin(), units->end(), out.value);
    return out;
  }
  bool any = false;
  for (Unit unit : kAlphabetical) {
    Value value = TRY(Get(isolate, input.AsObject(), PropertyKey::FromAscii(isolate, kNames[unit])));
    if (value.IsUndefined()) continue;
    double number = TRY(ToNumber(isolate, value));
    if (!std::isfinite(number) || std::trunc(number) != number)
      return isolate.ThrowRangeError("%s of a duration must be an integer", kNames[unit]);
    any = true;
    out.value[unit] = number + 0.0;
  }
  if (!any) return isolate.ThrowTypeError("A duration must have at least one of its units");
  if (!IsValidDuration(out)) return isolate.ThrowRangeError("Invalid duration");
  return out;
}

// ---- Formatting ----

// Builds the elements of the list, each with its parts.
class DurationFormatter {
 public:
  DurationFormatter(Isolate& isolate, std::string tag, const DurationOptions& options,
                    const Duration& duration)
      : isolate_(isolate), tag_(std::move(tag)), options_(options), duration_(duration) {}

  // PartitionDurationFormatPattern  https://tc39.es/ecma402/#sec-partitiondurationformatpattern
  Completion<FormattedText> Format() {
    for (int unit = 0; unit < kUnits; unit++) {
      int style = options_.unit[unit];
      if (IsNumericStyle(style)) {
        TRY(AppendNumericUnits(unit));
        break;
      }
      if (style == kFractional) break;  // has been shown by the unit before
      bool is_last = unit >= kSeconds && unit < kNanoseconds && options_.unit[unit + 1] == kFractional;
      Numeric number;
      std::string digits;
      bool is_zero;
      if (is_last) {
        number = Exact(unit);
        digits = FractionSkeleton();
        is_zero = duration_.NanosecondsFrom(unit) == 0;
      } else {
        number.number = duration_.value[unit];
        is_zero = number.number == 0;
        digits = ".### rounding-mode-half-up";
      }
      if (options_.always[unit] || !is_zero) {
        if (is_zero) number = Zero();
        std::string width = style == kLong ? "full-name" : style == kShort ? "short" : "narrow";
        TRY(Append(
            std::string("unit/") + kSingular[unit] + " unit-width-" + width + " " + digits + " group-auto",
            number, unit, NewElement()));
      }
      if (is_last) break;
    }
    return JoinElements();
  }

 private:
  // A value with the fraction that smaller units make.
  Numeric Exact(int unit) const {
    constexpr int kPlaces[kUnits] = {0, 0, 0, 0, 0, 0, 9, 6, 3, 0};
    Int128 total = duration_.NanosecondsFrom(unit);
    bool negative = total < 0;
    if (negative) total = -total;
    std::string digits;
    for (int place = 0; total != 0 || place <= kPlaces[unit]; place++) {
      if (place == kPlaces[unit] && place != 0) digits.insert(digits.begin(), '.');
      digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(total % 10)));
      total /= 10;
    }
    Numeric out;
    out.decimal = (negative ? "-" : "") + digits;
    return out;
  }
  // Zero, which has the sign of the duration where it is the first to show it.
  Numeric Zero() const {
    Numeric out;
    out.number = sign_shown_ || duration_.sign() >= 0 ? 0.0 : -0.0;
    return out;
  }
  std::string FractionSkeleton() const {
    std::string out = ".#########";
    if (options_.fraction_digits == 0) {
      out = "precision-integer";
    } else if (options_.fraction_digits > 0) {
      out = "." + std::string(static_cast<size_t>(options_.fraction_digits), '0');
    }
    return out + " rounding-mode-down";
  }

  FormattedText& NewElement() { return elements_.emplace_back(); }

  Completion<void> Append(const std::string& skeleton, const Numeric& number, int unit,
                          FormattedText& element) {
    intl::Lease<NumberFormatter> formatter(tag_ + "\n" + skeleton +
                                           (sign_shown_ ? " sign-never" : " sign-auto"));
    TRY(ChargeLease(isolate_, formatter));
    sign_shown_ = true;
    FormattedText text = formatter->Format(number, NumberFormatter::Want::kParts);
    if (text.failed) return isolate_.ThrowRangeError("Internal error: ICU can't format the number");
    auto offset = static_cast<uint32_t>(element.text.size());
    element.text += text.text;
    for (FormattedText::Part part : text.parts)
      element.parts.push_back({part.type, nullptr, part.begin + offset, part.end + offset, kSingular[unit]});
    return {};
  }

  void AppendSeparator(FormattedText& element) {
    auto begin = static_cast<uint32_t>(element.text.size());
    for (char c : Separator(isolate_, tag_)) element.text += static_cast<char16_t>(c);
    element.parts.push_back({"literal", nullptr, begin, static_cast<uint32_t>(element.text.size())});
  }

  // FormatNumericUnits  https://tc39.es/ecma402/#sec-formatnumericunits
  Completion<void> AppendNumericUnits(int first) {
    bool shows_hours = first == kHours && (duration_.value[kHours] != 0 || options_.always[kHours]);
    bool seconds_are_zero = duration_.NanosecondsFrom(kSeconds) == 0;
    bool shows_seconds = !seconds_are_zero || options_.always[kSeconds];
    bool shows_minutes = first <= kMinutes && ((shows_hours && shows_seconds) ||
                                               duration_.value[kMinutes] != 0 || options_.always[kMinutes]);
    if (!shows_hours && !shows_minutes && !shows_seconds) return {};
    FormattedText& element = NewElement();
    auto skeleton = [&](int unit, const std::string& digits) {
      return digits + (options_.unit[unit] == kTwoDigit ? " integer-width/+00" : "") + " group-off";
    };
    auto value = [&](int unit) {
      Numeric number;
      number.number = duration_.value[unit];
      return number.number == 0 ? Zero() : number;
    };
    const std::string kInteger = ".### rounding-mode-half-up";
    if (shows_hours) TRY(Append(skeleton(kHours, kInteger), value(kHours), kHours, element));
    if (shows_minutes) {
      if (shows_hours) AppendSeparator(element);
      TRY(Append(skeleton(kMinutes, kInteger), value(kMinutes), kMinutes, element));
    }
    if (shows_seconds) {
      if (shows_minutes) AppendSeparator(element);
      TRY(Append(skeleton(kSeconds, FractionSkeleton()), seconds_are_zero ? Zero() : Exact(kSeconds),
                 kSeconds, element));
    }
    return {};
  }

  // ListFormatParts  https://tc39.es/ecma402/#sec-listformatparts
  Completion<FormattedText> JoinElements() {
    int style = options_.style == kDigital ? kShort : options_.style;
    intl::Lease<intl::ListFormatter> list(tag_ + "\nunit\n" + kStyleNames[style]);
    TRY(ChargeLease(isolate_, list));
    std::vector<std::u16string> texts;
    for (const FormattedText& element : elements_) texts.push_back(element.text);
    FormattedText joined = list->Format(texts), out;
    if (joined.failed) return isolate_.ThrowRangeError("Internal error: ICU can't format the list");
    out.text = joined.text;
    size_t next = 0;
    for (const FormattedText::Part& part : joined.parts) {
      if (std::string_view(part.type) != "element" || next >= elements_.size()) {
        out.parts.push_back(part);
        continue;
      }
      for (FormattedText::Part inner : elements_[next++].parts) {
        inner.begin += part.begin;
        inner.end += part.begin;
        out.parts.push_back(inner);
      }
    }
    return out;
  }

  Isolate& isolate_;
  std::string tag_;
  const DurationOptions& options_;
  const Duration& duration_;
  std::vector<FormattedText> elements_;
  bool sign_shown_ = false;
};

// What format and formatToParts show.
Completion<FormattedText> FormatDuration(Isolate& isolate, IntlObject* format, Value value) {
  Duration duration = TRY(ToDurationRecord(isolate, value));
  DurationOptions options = OptionsOf(format);
  return DurationFormatter(isolate, std::string(RecipeOf(format)), options, duration).Format();
}

// Intl.DurationFormat.prototype.format ( duration ), formatToParts: the magic says that parts are wanted.
// https://tc39.es/ecma402/#sec-Intl.DurationFormat.prototype.format
Completion<Value> DurationFormatFormat(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kDurationFormat,
                                    "Intl.DurationFormat.prototype.format"));
  FormattedText text = TRY(FormatDuration(isolate, format, args[0]));
  return args.callee()->magic_ ? PartsArray(isolate, text) : StringValue(isolate, text.text);
}

constexpr NativeRow kConstructorRowSource[] = {
    {"DurationFormat", DurationFormatConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", DurationFormatResolvedOptions, 0},
    {"format", DurationFormatFormat, 1, 0, 0},
    {"formatToParts", DurationFormatFormat, 1, 0, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

// https://tc39.es/proposal-temporal/#sup-temporal.duration.prototype.tolocalestring
Completion<Value> intl_builtins::DurationToLocaleString(Isolate& isolate, Value duration, Value locales,
                                                        Value options) {
  Value constructor(CurrentIntrinsic(isolate, Intrinsic::kIntlDurationFormat));
  IntlObject* format = TRY(MakeDurationFormat(isolate, constructor, locales, options));
  return StringValue(isolate, TRY(FormatDuration(isolate, format, duration)).text);
}

constinit const std::span<const NativeTable> kIntlDurationFormatTables = kTables;

void InstallIntlDurationFormat(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlDurationFormat,
                         Intrinsic::kIntlDurationFormatPrototype, "Intl.DurationFormat", kConstructorRows,
                         kPrototypeRows);
}

}  // namespace halfword
