// Locale Objects: https://tc39.es/ecma402/#locale-objects
#include <algorithm>

#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "intl/language_tag.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::LanguageTag;

// UpdateLanguageId  https://tc39.es/ecma402/#sec-updatelanguageid
Completion<std::string> UpdateLanguageId(Isolate& isolate, const std::string& text, const Options& options) {
  std::optional<LanguageTag> tag = LanguageTag::Parse(text);
  auto part = [&](const char* name,
                  bool (*is_valid)(std::string_view)) -> Completion<std::optional<std::string>> {
    std::optional<std::string> value = TRY(options.GetText(isolate, name));
    if (value && !is_valid(*value)) return ThrowOutOfRange(isolate, name, *value);
    return value;
  };
  std::optional<std::string> language = TRY(part("language", intl::IsLanguageSubtag));
  std::optional<std::string> script = TRY(part("script", intl::IsScriptSubtag));
  std::optional<std::string> region = TRY(part("region", intl::IsRegionSubtag));
  std::optional<std::string> variants = TRY(part("variants", intl::IsVariants));
  if (language) tag->language = intl::ToAsciiLower(*language);
  if (script) tag->script = *script;
  if (region) tag->region = *region;
  if (variants) tag->variants = {*variants};
  std::optional<std::string> canonical = intl::CanonicalizeLanguageTag(tag->ToString());
  if (!canonical) return ThrowOutOfRange(isolate, "language", tag->ToString());
  return *canonical;
}

// https://tc39.es/ecma402/#sec-weekday-to-uvalue and https://tc39.es/ecma402/#sec-weekdaytostring
constexpr const char* kDays[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun"};

// Intl.Locale ( tag [ , options ] )  https://tc39.es/ecma402/#sec-intl-locale-constructor
Completion<Value> LocaleConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.Locale");
  IntlObject* locale =
      TRY(NewIntlObject(isolate, args.new_target(), Intrinsic::kIntlLocalePrototype, IntlKind::kLocale));
  if (!args[0].IsString() && !args[0].IsObject())
    return isolate.ThrowTypeError("First argument to Intl.Locale constructor can't be empty or missing");
  std::string text;
  if (IntlObject* other = TryIntl(args[0], IntlKind::kLocale)) {
    text = std::string(RecipeOf(other));
  } else {
    text = OptionText(isolate, TRY(ToString(isolate, args[0])));
  }
  Options options = TRY(Options::Coerce(isolate, args[1]));
  std::optional<std::string> valid = intl::CanonicalizeLanguageTag(text);
  if (!valid) return isolate.ThrowRangeError("Incorrect locale information provided");
  std::optional<LanguageTag> tag = LanguageTag::Parse(TRY(UpdateLanguageId(isolate, *valid, options)));
  CHECK(tag.has_value());
  auto set = [&](const char* key, const std::optional<std::string>& value) {
    if (!value) return;
    std::string canonical = intl::CanonicalizeKeywordValue(key, *value);
    tag->SetKeyword(key, canonical == "true" ? "" : canonical);
  };
  set("ca", TRY(options.GetUnicodeType(isolate, "calendar")));
  set("co", TRY(options.GetUnicodeType(isolate, "collation")));
  if (std::optional<std::string> day = TRY(options.GetText(isolate, "firstDayOfWeek"))) {
    if (day->size() == 1 && (*day)[0] >= '0' && (*day)[0] <= '7') day = kDays[(*day)[0] - '0'];
    if (!intl::IsUnicodeType(*day)) return ThrowOutOfRange(isolate, "firstDayOfWeek", *day);
    set("fw", day);
  }
  constexpr const char* kHourCycles[] = {"h11", "h12", "h23", "h24"};
  int cycle = TRY(options.GetChoice(isolate, "hourCycle", kHourCycles, -1));
  if (cycle >= 0) set("hc", kHourCycles[cycle]);
  constexpr const char* kCaseFirst[] = {"upper", "lower", "false"};
  int first = TRY(options.GetChoice(isolate, "caseFirst", kCaseFirst, -1));
  if (first >= 0) set("kf", kCaseFirst[first]);
  std::optional<bool> numeric = TRY(options.GetBoolean(isolate, "numeric"));
  if (numeric) set("kn", *numeric ? "true" : "false");
  set("nu", TRY(options.GetUnicodeType(isolate, "numberingSystem")));
  SetRecipe(isolate, locale, tag->ToString());
  return locale;
}

Completion<Value> NewLocale(Isolate& isolate, const std::string& tag) {
  Realm* realm = CurrentRealm(isolate);
  IntlObject* locale = TRY(NewIntlObject(isolate, Value(realm->intrinsic(Intrinsic::kIntlLocale)),
                                         Intrinsic::kIntlLocalePrototype, IntlKind::kLocale));
  SetRecipe(isolate, locale, tag);
  return locale;
}

Completion<LanguageTag> ThisTag(Isolate& isolate, Arguments& args, const char* method) {
  IntlObject* locale = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kLocale, method));
  return LanguageTag::Parse(RecipeOf(locale)).value_or(LanguageTag());
}

// Intl.Locale.prototype.maximize ( ), minimize ( )
// https://tc39.es/ecma402/#sec-Intl.Locale.prototype.maximize
Completion<Value> LocaleMaximize(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.maximize"));
  return NewLocale(isolate, intl::Maximize(tag.ToString()));
}
Completion<Value> LocaleMinimize(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.minimize"));
  return NewLocale(isolate, intl::Minimize(tag.ToString()));
}
Completion<Value> LocaleToString(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.toString"));
  return TextValue(isolate, tag.ToString());
}

enum Getter : uint16_t {
  kBaseName,
  kCalendar,
  kCaseFirst,
  kCollation,
  kFirstDayOfWeek,
  kHourCycle,
  kLanguage,
  kNumberingSystem,
  kNumeric,
  kRegion,
  kScript,
  kVariants
};

// get Intl.Locale.prototype.baseName and the other getters
// https://tc39.es/ecma402/#sec-Intl.Locale.prototype.baseName
Completion<Value> LocaleGet(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "get Intl.Locale.prototype property"));
  auto text = [&](const std::string& s) { return s.empty() ? Value::Undefined() : TextValue(isolate, s); };
  auto keyword = [&](const char* key) {
    const std::string* value = tag.FindKeyword(key);
    return value != nullptr ? TextValue(isolate, *value) : Value::Undefined();
  };
  switch (args.callee()->magic_) {
    case kBaseName: return text(tag.BaseName());
    case kCalendar: return keyword("ca");
    case kCaseFirst: return keyword("kf");
    case kCollation: return keyword("co");
    case kFirstDayOfWeek: return keyword("fw");
    case kHourCycle: return keyword("hc");
    case kLanguage: return text(tag.language);
    case kNumberingSystem: return keyword("nu");
    case kNumeric: {
      const std::string* value = tag.FindKeyword("kn");
      return Value::Boolean(value != nullptr && (value->empty() || *value == "true"));
    }
    case kRegion: return text(tag.region);
    case kScript: return text(tag.script);
    default: {
      std::string variants;
      for (const std::string& variant : tag.variants) variants += (variants.empty() ? "" : "-") + variant;
      return text(variants);
    }
  }
}

// The tag whose region decides what people there use.
// https://tc39.es/ecma402/#sec-regionpreference
LanguageTag WithRegionPreference(LanguageTag tag) {
  auto region_of = [&](const char* key) {
    const std::string* value = tag.FindKeyword(key);
    bool is_region = value != nullptr && value->size() > 2 && intl::IsRegionSubtag(value->substr(0, 2));
    return is_region ? intl::ToAsciiUpper(value->substr(0, 2)) : std::string();
  };
  std::string region = region_of("rg");
  if (region.empty()) region = tag.region;
  if (region.empty()) region = region_of("sd");
  tag.region = region;
  std::erase_if(tag.keywords,
                [](const LanguageTag::Keyword& k) { return k.first == "rg" || k.first == "sd"; });
  return tag;
}

// Intl.Locale.prototype.getCalendars ( ) and its kin; the magic is the place of the key.
// https://tc39.es/ecma402/#sec-Intl.Locale.prototype.getCalendars
constexpr const char* kListKeys[] = {"ca", "co", "hc", "nu"};
Completion<Value> LocaleGetValues(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.getCalendars"));
  const char* key = kListKeys[args.callee()->magic_];
  isolate.Charge(kUsingCost * 20);
  const std::string* preferred = tag.FindKeyword(key);
  if (preferred != nullptr && !preferred->empty()) return ArrayOfTexts(isolate, {{*preferred}});
  return ArrayOfTexts(isolate, intl::CommonKeywordValues(key, WithRegionPreference(tag).ToString()));
}

// Intl.Locale.prototype.getTimeZones ( )
Completion<Value> LocaleGetTimeZones(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.getTimeZones"));
  if (tag.region.empty()) return Value::Undefined();
  isolate.Charge(kMakingCost);
  return ArrayOfTexts(isolate, intl::TimeZonesOfRegion(tag.region));
}

// Intl.Locale.prototype.getTextInfo ( )
Completion<Value> LocaleGetTextInfo(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.getTextInfo"));
  JSObject* info = NewPlainObject(isolate);
  DefineField(isolate, info, "direction",
              TextValue(isolate, intl::IsRightToLeft(tag.ToString()) ? "rtl" : "ltr"));
  return info;
}

// Intl.Locale.prototype.getWeekInfo ( )
Completion<Value> LocaleGetWeekInfo(Isolate& isolate, Arguments& args) {
  LanguageTag tag = TRY(ThisTag(isolate, args, "Intl.Locale.prototype.getWeekInfo"));
  isolate.Charge(kMakingCost);
  intl::WeekInfo week = intl::WeekInfoOf(WithRegionPreference(tag).ToString());
  if (const std::string* first = tag.FindKeyword("fw")) {
    for (int day = 1; day <= 7; day++) {
      if (*first == kDays[day]) week.first_day = day;
    }
  }
  JSObject* info = NewPlainObject(isolate);
  DefineField(isolate, info, "firstDay", Value::Smi(week.first_day));
  ValueList days(isolate);
  for (int day : week.weekend) days.Append(Value::Smi(day));
  DefineField(isolate, info, "weekend", CreateArrayFromList(isolate, days.span()));
  return info;
}

constexpr NativeRow kConstructorRowSource[] = {{"Locale", LocaleConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"maximize", LocaleMaximize, 0},
    {"minimize", LocaleMinimize, 0},
    {"toString", LocaleToString, 0},
    {"getCalendars", LocaleGetValues, 0, 0, 0},
    {"getCollations", LocaleGetValues, 0, 0, 1},
    {"getHourCycles", LocaleGetValues, 0, 0, 2},
    {"getNumberingSystems", LocaleGetValues, 0, 0, 3},
    {"getTimeZones", LocaleGetTimeZones, 0},
    {"getTextInfo", LocaleGetTextInfo, 0},
    {"getWeekInfo", LocaleGetWeekInfo, 0},
    {"baseName", LocaleGet, 0, kNativeGetter, kBaseName},
    {"calendar", LocaleGet, 0, kNativeGetter, kCalendar},
    {"caseFirst", LocaleGet, 0, kNativeGetter, kCaseFirst},
    {"collation", LocaleGet, 0, kNativeGetter, kCollation},
    {"firstDayOfWeek", LocaleGet, 0, kNativeGetter, kFirstDayOfWeek},
    {"hourCycle", LocaleGet, 0, kNativeGetter, kHourCycle},
    {"language", LocaleGet, 0, kNativeGetter, kLanguage},
    {"numberingSystem", LocaleGet, 0, kNativeGetter, kNumberingSystem},
    {"numeric", LocaleGet, 0, kNativeGetter, kNumeric},
    {"region", LocaleGet, 0, kNativeGetter, kRegion},
    {"script", LocaleGet, 0, kNativeGetter, kScript},
    {"variants", LocaleGet, 0, kNativeGetter, kVariants},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlLocaleTables = kTables;

void InstallIntlLocale(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlLocale,
                         Intrinsic::kIntlLocalePrototype, "Intl.Locale", {}, kPrototypeRows);
}

}  // namespace halfword
