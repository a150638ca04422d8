// DateTimeFormat Objects: https://tc39.es/ecma402/#datetimeformat-objects, and toLocaleString of dates.
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "intl/date_time_formatter.h"
#include "intl/language_tag.h"
#include "objects/library/numbers_and_dates.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace intl_builtins {

namespace {

using intl::DateTimeFormatter;
using intl::DateTimePatterns;
using intl::DateTimeStyle;

// https://tc39.es/ecma402/#table-intl-datetimeformat-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale",
                                          "calendar",
                                          "numberingSystem",
                                          "timeZone",
                                          "hourCycle",
                                          "hour12",
                                          "weekday",
                                          "era",
                                          "year",
                                          "month",
                                          "day",
                                          "dayPeriod",
                                          "hour",
                                          "minute",
                                          "second",
                                          "fractionalSecondDigits",
                                          "timeZoneName",
                                          "dateStyle",
                                          "timeStyle"};

// The components of https://tc39.es/ecma402/#table-datetimeformat-components: what the options may say, and
// how a skeleton and a pattern say it.
struct Field {
  const char* letters;  // as a skeleton ends with each value
  const char* value;
};
struct Component {
  const char* name;
  const char* pattern_letters;
  std::span<const Field> fields;
};
constexpr Field kWeekdays[] = {{"EEEEE", "narrow"}, {"EEE", "short"}, {"EEEE", "long"}};
constexpr Field kEras[] = {{"GGGGG", "narrow"}, {"GGG", "short"}, {"GGGG", "long"}};
constexpr Field kYears[] = {{"yy", "2-digit"}, {"y", "numeric"}};
constexpr Field kMonths[] = {
    {"MM", "2-digit"}, {"M", "numeric"}, {"MMMMM", "narrow"}, {"MMM", "short"}, {"MMMM", "long"}};
constexpr Field kDays[] = {{"dd", "2-digit"}, {"d", "numeric"}};
constexpr Field kDayPeriods[] = {{"BBBBB", "narrow"}, {"B", "short"}, {"BBBB", "long"}};
constexpr Field kHours[] = {{"jj", "2-digit"}, {"j", "numeric"}};
constexpr Field kMinutes[] = {{"mm", "2-digit"}, {"m", "numeric"}};
constexpr Field kSeconds[] = {{"ss", "2-digit"}, {"s", "numeric"}};
constexpr Field kZoneNames[] = {{"z", "short"},         {"zzzz", "long"},      {"O", "shortOffset"},
                                {"OOOO", "longOffset"}, {"v", "shortGeneric"}, {"vvvv", "longGeneric"}};
enum ComponentIndex {
  kWeekday,
  kEra,
  kYear,
  kMonth,
  kDay,
  kDayPeriod,
  kHour,
  kMinute,
  kSecond,
  kFraction,
  kZoneName,
  kComponents
};
constexpr Component kTable[kComponents] = {{"weekday", "Ec", kWeekdays},
                                           {"era", "G", kEras},
                                           {"year", "yuUr", kYears},
                                           {"month", "ML", kMonths},
                                           {"day", "d", kDays},
                                           {"dayPeriod", "Bb", kDayPeriods},
                                           {"hour", "hHkK", kHours},
                                           {"minute", "m", kMinutes},
                                           {"second", "s", kSeconds},
                                           {"fractionalSecondDigits", "S", {}},
                                           {"timeZoneName", "zOv", kZoneNames}};

// The value of a component that a pattern shows; null: it doesn't.
const char* ShownValue(ComponentIndex component, std::string_view pattern) {
  std::string field = intl::FindField(pattern, kTable[component].pattern_letters);
  if (field.empty()) return nullptr;
  bool by_letter = component == kZoneName;
  const char* best = nullptr;
  size_t best_size = 0;
  for (const Field& known : kTable[component].fields) {
    std::string_view letters = known.letters;
    if (by_letter ? letters == field : letters.size() == field.size()) return known.value;
    // Patterns write "G" for "GGG" and "yyyy" for "y".
    if (best == nullptr || (letters.size() < field.size() && letters.size() > best_size)) {
      best = known.value;
      best_size = letters.size();
    }
  }
  if (component == kYear) return "numeric";
  if ((component == kWeekday || component == kEra || component == kDayPeriod) && field.size() < 4)
    return "short";
  return best;
}

// https://tc39.es/ecma262/#sec-istimezoneoffsetstring, and the offset as ECMA-402 writes it. Empty: it is
// no offset.
std::string NormalOffset(std::string_view s) {
  if (s.size() < 3 || (s[0] != '+' && s[0] != '-')) return std::string();
  std::string digits;
  for (size_t i = 1; i < s.size(); i++) {
    if (s[i] == ':' && i == 3 && s.size() == 6) continue;
    if (!intl::IsAsciiDigit(s[i])) return std::string();
    digits += s[i];
  }
  if (digits.size() == 2) digits += "00";
  if (digits.size() != 4 || digits.substr(0, 2) > "23" || digits[2] > '5') return std::string();
  char sign = digits == "0000" ? '+' : s[0];
  return sign + digits.substr(0, 2) + ":" + digits.substr(2);
}

bool IsTwelveHours(std::string_view cycle) { return cycle == "h11" || cycle == "h12"; }

// The hour cycle that hour12 asks for.
std::string HourCycleFor(bool twelve, const std::string& data_locale, const std::string& standard) {
  if (IsTwelveHours(standard) == twelve) return standard;
  if (!twelve) return "h23";
  std::optional<intl::LanguageTag> tag = intl::LanguageTag::Parse(intl::Maximize(data_locale));
  return tag && tag->region == "JP" ? "h11" : "h12";
}

// https://tc39.es/ecma402/#sec-systemtimezoneidentifier: the host's, as Date has it.
std::string HostTimeZone(Isolate& isolate) {
  std::string primary = intl::FindTimeZone(LocalTimes(isolate).Identifier()).primary;
  return primary.empty() ? "UTC" : primary;
}

enum class Needs : uint16_t { kAny, kDate, kTime, kYearMonth, kMonthDay };          // the parameter required
enum class Shows : uint16_t { kAll, kDate, kTime, kYearMonth, kMonthDay, kZoned };  // the parameter defaults

constexpr uint16_t Bits(std::initializer_list<ComponentIndex> components) {
  int bits = 0;
  for (ComponentIndex i : components) bits |= 1 << i;
  return static_cast<uint16_t>(bits);
}
constexpr uint16_t kDateBits = Bits({kWeekday, kYear, kMonth, kDay});
constexpr uint16_t kTimeBits = Bits({kDayPeriod, kHour, kMinute, kSecond, kFraction});
// requiredOptions and defaultOptions of https://tc39.es/proposal-temporal/#sec-getdatetimeformat
constexpr uint16_t kRequired[] = {kDateBits | kTimeBits, kDateBits, kTimeBits, Bits({kYear, kMonth}),
                                  Bits({kMonth, kDay})};
constexpr uint16_t kDateDefaults = Bits({kYear, kMonth, kDay});
constexpr uint16_t kTimeDefaults = Bits({kHour, kMinute, kSecond});
constexpr uint16_t kDefaults[] = {
    kDateDefaults | kTimeDefaults, kDateDefaults,        kTimeDefaults,
    Bits({kYear, kMonth}),         Bits({kMonth, kDay}), kDateDefaults | kTimeDefaults};

// What the options ask for: the index of a component's value, -1: nothing. Of fractions, the digits less one.
struct Chosen {
  int value[kComponents];
  bool Has(uint16_t bits) const {
    for (int i = 0; i < kComponents; i++) {
      if ((bits & 1 << i) && value[i] >= 0) return true;
    }
    return false;
  }
  void AddDefaults(Shows defaults) {
    constexpr int kNumeric = 1, kShort = 0;
    for (int i = 0; i < kComponents; i++) {
      if (kDefaults[static_cast<int>(defaults)] & 1 << i) value[i] = kNumeric;
    }
    if (defaults == Shows::kZoned && value[kZoneName] < 0) value[kZoneName] = kShort;
  }
  void Keep(uint16_t bits) {
    for (int i = 0; i < kComponents; i++) {
      if (!(bits & 1 << i)) value[i] = -1;
    }
  }
  // As text, for a slot.
  std::string ToText() const {
    std::string text;
    for (int v : value) text += static_cast<char>('a' + v + 1);
    return text;
  }
  static Chosen FromText(std::string_view text) {
    Chosen chosen;
    for (size_t i = 0; i < kComponents; i++) {
      int v = i < text.size() ? text[i] - 'a' - 1 : -1;
      int count = i == kFraction ? 3 : static_cast<int>(kTable[i].fields.size());
      chosen.value[i] = v < count ? v : -1;
    }
    return chosen;
  }
  std::string Skeleton(const std::string& hour_cycle) const {
    std::string skeleton;
    for (int i = 0; i < kComponents; i++) {
      if (value[i] < 0) continue;
      if (i == kFraction) {
        skeleton.append(static_cast<size_t>(value[i]) + 1, 'S');
      } else if (i == kHour) {
        char letter = hour_cycle == "h11" ? 'K' : hour_cycle == "h12" ? 'h' : hour_cycle == "h24" ? 'k' : 'H';
        skeleton.append(value[i] == 0 ? 2 : 1, letter);
      } else if (i != kDayPeriod || hour_cycle.empty() || IsTwelveHours(hour_cycle)) {
        skeleton += kTable[i].fields[static_cast<size_t>(value[i])].letters;
      }
    }
    return skeleton;
  }
};

// Slots behind those of resolvedOptions: what the options asked for and the hour cycle there would be, as
// texts, and recipes for Temporal objects, made when they are needed.
constexpr uint32_t kChosenSlot = std::size(kResolvedNames);
constexpr uint32_t kCycleSlot = kChosenSlot + 1;
constexpr uint32_t kRecipeSlots = kCycleSlot + 1;  // by Kind
constexpr uint32_t kKinds = static_cast<uint32_t>(temporal_builtins::Kind::kZonedDateTime) + 1;

std::string SlotText(Isolate& isolate, IntlObject* object, uint32_t slot) {
  Value value = SlotOf(object, slot);
  return value.IsString() ? value.AsString()->ToUtf8(isolate) : std::string();
}

// The identifier of options.timeZone. Without it, the zone of the Date that is shown, or else the host's.
Completion<std::string> ReadTimeZone(Isolate& isolate, Options options, const std::string& zone_of_date) {
  Value value = TRY(options.Get(isolate, "timeZone"));
  if (value.IsUndefined()) return zone_of_date.empty() ? HostTimeZone(isolate) : zone_of_date;
  if (!zone_of_date.empty()) return isolate.ThrowTypeError("Invalid option : timeZone");
  std::string text = OptionText(isolate, TRY(ToString(isolate, value)));
  std::string zone = NormalOffset(text);
  if (zone.empty()) zone = intl::FindTimeZone(text).identifier;
  if (zone.empty())
    return isolate.ThrowRangeError("Invalid time zone specified: %s", text.substr(0, 100).c_str());
  return zone;
}

Completion<Chosen> ReadComponents(Isolate& isolate, Options options) {
  Chosen chosen;
  for (int i = 0; i < kComponents; i++) {
    if (i == kFraction) {
      chosen.value[i] = TRY(options.GetNumber(isolate, kTable[i].name, 1, 3)).value_or(0) - 1;
      continue;
    }
    const char* values[6];
    size_t count = 0;
    for (const Field& field : kTable[i].fields) values[count++] = field.value;
    chosen.value[i] =
        TRY(options.GetChoice(isolate, kTable[i].name, std::span<const char* const>(values, count), -1));
  }
  return chosen;
}

// The pattern of the styles, of which -1 is none, or without any the one that fits the components best.
Completion<std::string> FindPattern(Isolate& isolate, const std::string& tag, const Chosen& chosen,
                                    int date_style, int time_style, const std::string& hour_cycle) {
  intl::Lease<DateTimePatterns> patterns(tag);
  TRY(ChargeLease(isolate, patterns));
  isolate.Charge(10 * kUsingCost);
  if (date_style < 0 && time_style < 0) return patterns->BestPattern(chosen.Skeleton(hour_cycle), hour_cycle);
  auto style = [](int i) { return i < 0 ? DateTimeStyle::kNone : static_cast<DateTimeStyle>(i); };
  return patterns->StylePattern(style(date_style), style(time_style), hour_cycle);
}

// The slots of the components that the pattern shows.
void AppendComponents(Isolate& isolate, ValueList& slots, const Chosen& chosen, bool has_style,
                      const std::string& pattern) {
  for (int i = 0; i < kComponents; i++) {
    if (has_style || (i == kDayPeriod && chosen.value[i] < 0)) {
      slots.Append(Value::Undefined());
    } else if (i == kFraction) {
      size_t digits = intl::FindField(pattern, "S").size();
      slots.Append(digits == 0 ? Value::Undefined() : Value::Smi(static_cast<int32_t>(digits)));
    } else {
      const char* shown = ShownValue(static_cast<ComponentIndex>(i), pattern);
      slots.Append(shown == nullptr || *shown == 0 ? Value::Undefined() : TextValue(isolate, shown));
    }
  }
}

// CreateDateTimeFormat  https://tc39.es/ecma402/#sec-createdatetimeformat
// `zone_of_date` is the parameter toLocaleStringTimeZone, empty: there is none.
Completion<IntlObject*> MakeDateTimeFormat(Isolate& isolate, Value new_target, Value locales,
                                           Value options_value, Needs required, Shows defaults,
                                           const std::string& zone_of_date = std::string()) {
  IntlObject* object = TRY(
      NewIntlObject(isolate, new_target, Intrinsic::kIntlDateTimeFormatPrototype, IntlKind::kDateTimeFormat));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, locales));
  Options options = TRY(Options::Coerce(isolate, options_value));
  TRY(options.GetLocaleMatcher(isolate));
  std::optional<std::string> calendar = TRY(options.GetUnicodeType(isolate, "calendar"));
  std::optional<std::string> numbers = TRY(options.GetUnicodeType(isolate, "numberingSystem"));
  std::optional<bool> hour12 = TRY(options.GetBoolean(isolate, "hour12"));
  constexpr const char* kCycles[] = {"h11", "h12", "h23", "h24"};
  int cycle = TRY(options.GetChoice(isolate, "hourCycle", kCycles, -1));
  std::optional<std::string> asked_cycle;
  if (hour12) {
    asked_cycle = "";
  } else if (cycle >= 0) {
    asked_cycle = kCycles[cycle];
  }
  intl::LocaleKey keys[] = {{"ca", calendar, ""}, {"hc", asked_cycle, ""}, {"nu", numbers, ""}};
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, keys);

  std::string zone = TRY(ReadTimeZone(isolate, options, zone_of_date));
  Chosen chosen = TRY(ReadComponents(isolate, options));
  std::string asked = chosen.ToText();
  constexpr const char* kMatchers[] = {"basic", "best fit"};
  (void)TRY(options.GetChoice(isolate, "formatMatcher", kMatchers, 1));
  constexpr const char* kStyles[] = {"full", "long", "medium", "short"};
  int date_style = TRY(options.GetChoice(isolate, "dateStyle", kStyles, -1));
  int time_style = TRY(options.GetChoice(isolate, "timeStyle", kStyles, -1));
  bool has_style = date_style >= 0 || time_style >= 0;
  if (has_style) {
    if (chosen.Has(0xFFFF))
      return isolate.ThrowTypeError("Can't set date or time components when dateStyle or timeStyle is used");
    if (required == Needs::kDate && time_style >= 0)
      return isolate.ThrowTypeError("Invalid option : timeStyle");
    if (required == Needs::kTime && date_style >= 0)
      return isolate.ThrowTypeError("Invalid option : dateStyle");
  } else {
    if (!chosen.Has(kRequired[static_cast<int>(required)])) chosen.AddDefaults(defaults);
  }

  std::string standard = intl::KeywordValues("hc", resolved.data_locale)[0];
  std::string any_cycle = hour12                  ? HourCycleFor(*hour12, resolved.data_locale, standard)
                          : keys[1].value.empty() ? standard
                                                  : keys[1].value;
  std::string hour_cycle;
  if (chosen.value[kHour] >= 0 || time_style >= 0) hour_cycle = any_cycle;
  std::string tag =
      intl::WithKeyword(intl::WithKeyword(resolved.data_locale, "ca", keys[0].value), "nu", keys[2].value);
  std::string pattern = TRY(FindPattern(isolate, tag, chosen, date_style, time_style, hour_cycle));
  if (!hour_cycle.empty()) tag = intl::WithKeyword(tag, "hc", hour_cycle);
  SetRecipe(isolate, object, tag + "\n" + zone + "\n" + pattern);

  ValueList slots(isolate);
  auto text = [&](std::string_view s) {
    slots.Append(s.empty() ? Value::Undefined() : TextValue(isolate, s));
  };
  text(resolved.locale);
  text(keys[0].value);
  text(keys[2].value);
  text(zone);
  text(hour_cycle);
  slots.Append(hour_cycle.empty() ? Value::Undefined() : Value::Boolean(IsTwelveHours(hour_cycle)));
  AppendComponents(isolate, slots, chosen, has_style, pattern);
  text(date_style < 0 ? "" : kStyles[date_style]);
  text(time_style < 0 ? "" : kStyles[time_style]);
  text(asked);
  text(any_cycle);
  for (uint32_t kind = 0; kind < kKinds; kind++) slots.Append(Value::Undefined());
  SetSlots(isolate, object, slots.span());
  return object;
}

using Want = DateTimeFormatter::Want;

using temporal_builtins::Formattable;
using temporal_builtins::Kind;

// ---- Formats of Temporal objects ----

struct TemporalFormat {
  Needs required;
  Shows defaults;
  uint16_t inherited;  // besides what is required
};
TemporalFormat FormatOf(Kind kind) {
  constexpr uint16_t kEraBit = Bits({kEra});
  switch (kind) {
    case Kind::kPlainDate: return {Needs::kDate, Shows::kDate, kEraBit};
    case Kind::kPlainYearMonth: return {Needs::kYearMonth, Shows::kYearMonth, kEraBit};
    case Kind::kPlainMonthDay: return {Needs::kMonthDay, Shows::kMonthDay, 0};
    case Kind::kPlainTime: return {Needs::kTime, Shows::kTime, 0};
    case Kind::kPlainDateTime: return {Needs::kAny, Shows::kAll, kEraBit};
    default: return {Needs::kAny, Shows::kAll, 0xFFFF};
  }
}

// The pattern for a kind of Temporal objects; empty: the format shows nothing that they have.
// https://tc39.es/proposal-temporal/#sec-getdatetimeformat
// https://tc39.es/proposal-temporal/#sec-adjustdatetimestyleformat
std::string TemporalPattern(DateTimePatterns& patterns, Kind kind, const Chosen& chosen, bool has_date_style,
                            bool has_time_style, const std::string& own_pattern,
                            const std::string& hour_cycle) {
  TemporalFormat format = FormatOf(kind);
  uint16_t required = kRequired[static_cast<int>(format.required)];
  auto allowed = static_cast<uint16_t>(required | format.inherited);
  if (!has_date_style && !has_time_style) {
    Chosen shown = chosen;
    shown.Keep(allowed);
    if (!chosen.Has(required)) {
      if (chosen.Has(kDateBits | kTimeBits)) return std::string();
      shown.AddDefaults(format.defaults);
    }
    return patterns.BestPattern(shown.Skeleton(hour_cycle), hour_cycle);
  }
  if (!(has_date_style && (required & kDateBits)) && !(has_time_style && (required & kTimeBits)))
    return std::string();
  std::string skeleton;
  bool conflicts = false;
  for (int i = 0; i < kComponents; i++) {
    std::string field = intl::FindField(own_pattern, kTable[i].pattern_letters);
    if (field.empty()) continue;
    if (allowed & 1 << i) {
      for (char& c : field) c = c == 'L' ? 'M' : c == 'c' ? 'E' : c;
      skeleton += field;
    } else {
      conflicts = true;
    }
  }
  return conflicts ? patterns.BestPattern(skeleton, hour_cycle) : own_pattern;
}

// The recipe for a kind of Temporal objects.
Completion<std::string> TemporalRecipe(Isolate& isolate, IntlObject* format, Kind kind) {
  uint32_t slot = kRecipeSlots + static_cast<uint32_t>(kind);
  std::string known = SlotText(isolate, format, slot);
  if (!known.empty()) return known;
  std::string own(RecipeOf(format));
  size_t first = own.find('\n'), second = first == own.npos ? own.npos : own.find('\n', first + 1);
  if (second == own.npos) return isolate.ThrowRangeError("Internal error: no such format");
  std::string tag = own.substr(0, first), zone = own.substr(first + 1, second - first - 1);
  std::string hour_cycle = SlotText(isolate, format, kCycleSlot);
  constexpr uint32_t kStyleSlot = kChosenSlot - 2;  // dateStyle, timeStyle
  std::string pattern;
  {
    intl::Lease<DateTimePatterns> patterns(tag);
    TRY(ChargeLease(isolate, patterns));
    isolate.Charge(10 * kUsingCost);
    pattern =
        TemporalPattern(*patterns, kind, Chosen::FromText(SlotText(isolate, format, kChosenSlot)),
                        !SlotOf(format, kStyleSlot).IsUndefined(),
                        !SlotOf(format, kStyleSlot + 1).IsUndefined(), own.substr(second + 1), hour_cycle);
  }
  if (pattern.empty())
    return isolate.ThrowTypeError("The format shows nothing that this Temporal object has");
  bool is_plain = kind != Kind::kInstant;
  std::string recipe =
      intl::WithKeyword(tag, "hc", hour_cycle) + "\n" + (is_plain ? "UTC" : zone) + "\n" + pattern;
  if (ValueArray* slots = format->slots_.get().TryAs<ValueArray>();
      slots != nullptr && slot < slots->length())
    slots->slots()[slot].Set(slots, Value(Intern(isolate, NewStringFromUtf8(isolate, recipe))));
  return recipe;
}

// ---- Formatting ----

// What is formatted, and with what: a Value Format Record.
// https://tc39.es/proposal-temporal/#sec-datetimeformat-value-format-records
struct Shown {
  double time;
  std::string recipe;
};

// https://tc39.es/proposal-temporal/#sec-handledatetimevalue
Completion<Shown> HandleTemporal(Isolate& isolate, IntlObject* format, const Formattable& object) {
  constexpr uint32_t kCalendarSlot = 1;
  if (object.kind == Kind::kZonedDateTime)
    return isolate.ThrowTypeError("A Temporal.ZonedDateTime is formatted by its own toLocaleString");
  bool needs_calendar = object.kind == Kind::kPlainYearMonth || object.kind == Kind::kPlainMonthDay;
  if (!object.calendar.empty() && (needs_calendar || object.calendar != "iso8601") &&
      object.calendar != SlotText(isolate, format, kCalendarSlot)) {
    return isolate.ThrowRangeError("The calendar %s is not that of the format", object.calendar.c_str());
  }
  return Shown{object.milliseconds, TRY(TemporalRecipe(isolate, format, object.kind))};
}
Completion<Shown> HandleTime(Isolate& isolate, IntlObject* format, double time) {
  time = TimeClip(time);
  if (std::isnan(time)) return isolate.ThrowRangeError("Invalid time value");
  return Shown{time, std::string(RecipeOf(format))};
}

// https://tc39.es/ecma402/#sec-formatdatetime
Completion<intl::FormattedText> FormatShown(Isolate& isolate, const Shown& shown, Want want) {
  intl::Lease<DateTimeFormatter> formatter(shown.recipe);
  TRY(ChargeLease(isolate, formatter));
  intl::FormattedText text = formatter->Format(shown.time, want);
  if (text.failed) return isolate.ThrowRangeError("Internal error: ICU can't format the date");
  return text;
}
Completion<intl::FormattedText> FormatDate(Isolate& isolate, IntlObject* format, Value date, Want want) {
  if (std::optional<Formattable> object = temporal_builtins::TryFormattable(isolate, date))
    return FormatShown(isolate, TRY(HandleTemporal(isolate, format, *object)), want);
  double time = date.IsUndefined() ? CurrentTime(isolate) : TRY(ToNumber(isolate, date));
  return FormatShown(isolate, TRY(HandleTime(isolate, format, time)), want);
}

// Intl.DateTimeFormat ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-intl.datetimeformat
Completion<Value> DateTimeFormatConstructor(Isolate& isolate, Arguments& args) {
  Value new_target = args.IsConstructCall() ? args.new_target() : Value(args.callee());
  IntlObject* object =
      TRY(MakeDateTimeFormat(isolate, new_target, args[0], args[1], Needs::kAny, Shows::kDate));
  return ChainLegacy(isolate, args, object, Intrinsic::kIntlDateTimeFormat);
}

Completion<IntlObject*> ThisDateTimeFormat(Isolate& isolate, Arguments& args, const char* method) {
  return ThisIntl(isolate, args.this_value(), IntlKind::kDateTimeFormat, method);
}

// https://tc39.es/ecma402/#sec-datetime-format-functions
Completion<Value> DateTimeFormatFunction(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(ThisIntl(isolate, args.callee()->data_[0].get(), IntlKind::kDateTimeFormat, "format"));
  return StringValue(isolate, TRY(FormatDate(isolate, format, args[0], Want::kText)).text);
}
constexpr NativeRow kFunctionRowSource[] = {{"", DateTimeFormatFunction, 1, kNativeNotInstalled}};
HW_NATIVE_ROWS(kFunctionRow);

// https://tc39.es/ecma402/#sec-intl.datetimeformat.prototype.format
Completion<Value> DateTimeFormatGetFormat(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(UnwrapLegacy(isolate, args.this_value(), IntlKind::kDateTimeFormat, Intrinsic::kIntlDateTimeFormat,
                       "get Intl.DateTimeFormat.prototype.format"));
  return BoundFunctionOf(isolate, format, kFunctionRow);
}

// https://tc39.es/ecma402/#sec-Intl.DateTimeFormat.prototype.formatToParts
Completion<Value> DateTimeFormatFormatToParts(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisDateTimeFormat(isolate, args, "Intl.DateTimeFormat.prototype.formatToParts"));
  return PartsArray(isolate, TRY(FormatDate(isolate, format, args[0], Want::kParts)));
}

// Intl.DateTimeFormat.prototype.formatRange ( startDate, endDate ), formatRangeToParts: the magic is Want.
// https://tc39.es/ecma402/#sec-intl.datetimeformat.prototype.formatRange
Completion<Value> DateTimeFormatFormatRange(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisDateTimeFormat(isolate, args, "Intl.DateTimeFormat.prototype.formatRange"));
  if (args[0].IsUndefined() || args[1].IsUndefined())
    return isolate.ThrowTypeError("startDate and endDate must not be undefined");
  std::optional<Formattable> start_object = temporal_builtins::TryFormattable(isolate, args[0]);
  double start_time = start_object ? 0 : TRY(ToNumber(isolate, args[0]));
  std::optional<Formattable> end_object = temporal_builtins::TryFormattable(isolate, args[1]);
  double end_time = end_object ? 0 : TRY(ToNumber(isolate, args[1]));
  if (start_object || end_object) {
    if (!start_object || !end_object || start_object->kind != end_object->kind)
      return isolate.ThrowTypeError("Both ends of a range must be of the same kind");
  }
  Shown start = TRY(start_object ? HandleTemporal(isolate, format, *start_object)
                                 : HandleTime(isolate, format, start_time));
  Shown end =
      TRY(end_object ? HandleTemporal(isolate, format, *end_object) : HandleTime(isolate, format, end_time));
  auto want = static_cast<Want>(args.callee()->magic_);
  intl::Lease<DateTimeFormatter> formatter(start.recipe);
  TRY(ChargeLease(isolate, formatter));
  isolate.Charge(20 * kUsingCost);
  intl::FormattedText text = formatter->FormatRange(start.time, end.time, want);
  if (text.failed) return isolate.ThrowRangeError("Internal error: ICU can't format the range");
  return want == Want::kParts ? PartsArray(isolate, text) : StringValue(isolate, text.text);
}

// https://tc39.es/ecma402/#sec-intl.datetimeformat.prototype.resolvedoptions
Completion<Value> DateTimeFormatResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(UnwrapLegacy(isolate, args.this_value(), IntlKind::kDateTimeFormat, Intrinsic::kIntlDateTimeFormat,
                       "Intl.DateTimeFormat.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, format, kResolvedNames);
}

// Date.prototype.toLocaleString, toLocaleDateString, toLocaleTimeString: the magic is Shows.
// https://tc39.es/ecma402/#sup-date.prototype.tolocalestring
Completion<Value> DateToLocaleString(Isolate& isolate, Arguments& args) {
  DateObject* date = args.this_value().TryAs<DateObject>();
  if (date == nullptr) return isolate.ThrowTypeError("this is not a Date object.");
  double time = date->time_;
  if (std::isnan(time)) return TextValue(isolate, "Invalid Date");
  Value constructor(CurrentIntrinsic(isolate, Intrinsic::kIntlDateTimeFormat));
  uint16_t what = args.callee()->magic_;
  IntlObject* format = TRY(MakeDateTimeFormat(isolate, constructor, args[0], args[1],
                                              static_cast<Needs>(what), static_cast<Shows>(what)));
  return StringValue(isolate,
                     TRY(FormatShown(isolate, TRY(HandleTime(isolate, format, time)), Want::kText)).text);
}

constexpr NativeRow kConstructorRowSource[] = {
    {"DateTimeFormat", DateTimeFormatConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", DateTimeFormatResolvedOptions, 0},
    {"formatToParts", DateTimeFormatFormatToParts, 1},
    {"formatRange", DateTimeFormatFormatRange, 2, 0, static_cast<uint16_t>(Want::kText)},
    {"formatRangeToParts", DateTimeFormatFormatRange, 2, 0, static_cast<uint16_t>(Want::kParts)},
    {"format", DateTimeFormatGetFormat, 0, kNativeGetter},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kDateRowsSource[] = {
    {"toLocaleString", DateToLocaleString, 0, 0, static_cast<uint16_t>(Shows::kAll)},
    {"toLocaleDateString", DateToLocaleString, 0, 0, static_cast<uint16_t>(Shows::kDate)},
    {"toLocaleTimeString", DateToLocaleString, 0, 0, static_cast<uint16_t>(Shows::kTime)},
};
HW_NATIVE_ROWS(kDateRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kFunctionRow,
                                   kDateRows};

}  // namespace

// https://tc39.es/proposal-temporal/#sup-properties-of-the-temporal-plaindate-prototype-object and its like
Completion<Value> TemporalToLocaleString(Isolate& isolate, const Formattable& object, Value locales,
                                         Value options) {
  Value constructor(CurrentIntrinsic(isolate, Intrinsic::kIntlDateTimeFormat));
  bool is_zoned = object.kind == Kind::kZonedDateTime;
  TemporalFormat shows = FormatOf(object.kind);
  bool is_part = shows.required == Needs::kYearMonth || shows.required == Needs::kMonthDay;
  IntlObject* format =
      TRY(MakeDateTimeFormat(isolate, constructor, locales, options, is_part ? Needs::kDate : shows.required,
                             is_zoned  ? Shows::kZoned
                             : is_part ? Shows::kDate
                                       : shows.defaults,
                             object.zone));
  if (!is_zoned) {
    Shown shown = TRY(HandleTemporal(isolate, format, object));
    return StringValue(isolate, TRY(FormatShown(isolate, shown, Want::kText)).text);
  }
  if (object.calendar != "iso8601" && object.calendar != SlotText(isolate, format, 1))
    return isolate.ThrowRangeError("The calendar %s is not that of the format", object.calendar.c_str());
  Shown shown{object.milliseconds, std::string(RecipeOf(format))};
  return StringValue(isolate, TRY(FormatShown(isolate, shown, Want::kText)).text);
}

}  // namespace intl_builtins

constinit const std::span<const NativeTable> kIntlDateTimeFormatTables = intl_builtins::kTables;

void InstallIntlDateTimeFormat(Isolate& isolate, Realm* realm) {
  using namespace intl_builtins;
  NativeFunction* constructor = InstallIntlConstructor(
      isolate, realm, kConstructorRow, Intrinsic::kIntlDateTimeFormat,
      Intrinsic::kIntlDateTimeFormatPrototype, "Intl.DateTimeFormat", kConstructorRows, kPrototypeRows);
  // %Intl%.[[FallbackSymbol]], which NumberFormat has made.
  auto* number_format = static_cast<NativeFunction*>(realm->intrinsic(Intrinsic::kIntlNumberFormat));
  constructor->data_[0].Set(constructor, number_format->data_[0].get());
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kDatePrototype), kDateRows);
}

}  // namespace halfword
