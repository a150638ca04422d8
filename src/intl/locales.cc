#include "intl/locales.h"

#include <unicode/calendar.h>
#include <unicode/coll.h>
#include <unicode/dtptngen.h>
#include <unicode/numsys.h>
#include <unicode/timezone.h>
#include <unicode/ucal.h>
#include <unicode/ucol.h>
#include <unicode/ucurr.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "intl/icu_text.h"
#include "intl/language_tag.h"

namespace halfword::intl {

namespace {

using Names = std::set<std::string, std::less<>>;

void AddLocale(Names& names, const char* icu_name) {
  std::optional<LanguageTag> tag;
  UErrorCode status = U_ZERO_ERROR;
  std::string text = icu::Locale(icu_name).toLanguageTag<std::string>(status);
  if (U_SUCCESS(status)) tag = LanguageTag::Parse(text);
  if (!tag || tag->language == "und") return;
  names.insert(tag->BaseName());
  // Who has zh-Hant-TW has zh-TW.
  if (!tag->script.empty() && !tag->region.empty()) {
    tag->script.clear();
    names.insert(tag->BaseName());
  }
}

Names MakeAvailable(LocaleSet set) {
  Names names;
  if (set == LocaleSet::kCollation) {
    for (int32_t i = 0, n = ucol_countAvailable(); i < n; i++) AddLocale(names, ucol_getAvailable(i));
  } else {
    for (int32_t i = 0, n = uloc_countAvailable(); i < n; i++) AddLocale(names, uloc_getAvailable(i));
  }
  names.insert(std::string(kDefaultLocale));
  return names;
}

const Names& Available(LocaleSet set) {
  if (set == LocaleSet::kCollation) {
    static const Names* const names = new Names(MakeAvailable(set));
    return *names;
  }
  static const Names* const names = new Names(MakeAvailable(set));
  return *names;
}

// ICU's enumerations as lists.
std::vector<std::string> ListOf(UEnumeration* values) {
  std::vector<std::string> out;
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = 0;
  while (const char* value = uenum_next(values, &length, &status)) {
    if (U_FAILURE(status)) break;
    out.emplace_back(value, static_cast<size_t>(length));
  }
  uenum_close(values);
  return out;
}

// As BCP 47 writes them; those that it has no name for are left out.
std::vector<std::string> UnicodeTypes(const char* key, const std::vector<std::string>& legacy) {
  std::vector<std::string> out;
  for (const std::string& value : legacy) {
    const char* type = uloc_toUnicodeLocaleType(key, value.c_str());
    if (type != nullptr && std::find(out.begin(), out.end(), type) == out.end()) out.emplace_back(type);
  }
  return out;
}

std::vector<std::string> SimpleNumberingSystems() {
  std::vector<std::string> out;
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::StringEnumeration> names(icu::NumberingSystem::getAvailableNames(status));
  while (names != nullptr && U_SUCCESS(status)) {
    const char* name = names->next(nullptr, status);
    if (name == nullptr) break;
    std::unique_ptr<icu::NumberingSystem> system(icu::NumberingSystem::createInstanceByName(name, status));
    if (U_SUCCESS(status) && system != nullptr && !system->isAlgorithmic()) out.emplace_back(name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string DefaultNumberingSystem(const std::string& tag) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::NumberingSystem> system(icu::NumberingSystem::createInstance(IcuLocale(tag), status));
  if (U_FAILURE(status) || system == nullptr || system->isAlgorithmic()) return "latn";
  return system->getName();
}

std::vector<std::string> CalendarsOf(const std::string& tag, bool common) {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration* values =
      ucal_getKeywordValuesForLocale("calendar", IcuLocale(tag).getName(), common, &status);
  if (U_FAILURE(status)) return {"gregory"};
  return UnicodeTypes("ca", ListOf(values));
}

// "standard" and "search" are asked for by other means.
std::vector<std::string> CollationsOf(const std::string& tag, bool common) {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration* values =
      ucol_getKeywordValuesForLocale("collation", IcuLocale(tag).getName(), common, &status);
  if (U_FAILURE(status)) return {};
  std::vector<std::string> out = UnicodeTypes("co", ListOf(values));
  std::erase_if(out, [](const std::string& s) { return s == "standard" || s == "search"; });
  return out;
}

std::string DefaultHourCycle(const std::string& tag) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::DateTimePatternGenerator> generator(
      icu::DateTimePatternGenerator::createInstance(IcuLocale(tag), status));
  if (U_FAILURE(status) || generator == nullptr) return "h23";
  switch (generator->getDefaultHourCycle(status)) {
    case UDAT_HOUR_CYCLE_11: return "h11";
    case UDAT_HOUR_CYCLE_12: return "h12";
    case UDAT_HOUR_CYCLE_24: return "h24";
    default: return "h23";
  }
}

// What is asked of ICU for each new formatter is remembered: there are as many answers as locales and keys.
const std::vector<std::string>& Remembered(const std::string& question,
                                           std::vector<std::string> (*answer)(const std::string& tag),
                                           const std::string& tag) {
  struct Answers {
    std::mutex mutex;
    std::map<std::string, std::vector<std::string>> by_question;
  };
  HW_PROCESS_STATE(
      "Any thread asks and adds, under the lock; answers stay where they are, and never change.");
  static auto* const answers = new Answers;

  {
    std::lock_guard lock(answers->mutex);
    auto found = answers->by_question.find(question);
    if (found != answers->by_question.end()) return found->second;
  }
  std::vector<std::string> values = answer(tag);
  std::lock_guard lock(answers->mutex);
  return answers->by_question.emplace(question, std::move(values)).first->second;
}

void PutFirst(std::vector<std::string>& values, const std::string& first) {
  std::erase(values, first);
  values.insert(values.begin(), first);
}

std::vector<std::string> Calendars(const std::string& tag) {
  std::vector<std::string> out = SupportedValues(ValueKind::kCalendar), common = CalendarsOf(tag, true);
  if (!common.empty()) PutFirst(out, common[0]);
  return out;
}
std::vector<std::string> Collations(const std::string& tag) {
  std::vector<std::string> out = CollationsOf(tag, true);
  out.insert(out.begin(), "default");
  return out;
}
std::vector<std::string> NumberingSystems(const std::string& tag) {
  std::vector<std::string> out = SupportedValues(ValueKind::kNumberingSystem);
  PutFirst(out, DefaultNumberingSystem(tag));
  return out;
}
std::vector<std::string> HourCycles(const std::string& tag) {
  std::vector<std::string> out = {"h11", "h12", "h23", "h24"};
  PutFirst(out, DefaultHourCycle(tag));
  return out;
}

// ---- Values of all locales ----

std::vector<std::string> AllCollations() {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration* values = ucol_getKeywordValues("collation", &status);
  if (U_FAILURE(status)) return {};
  std::vector<std::string> out = UnicodeTypes("co", ListOf(values));
  std::erase_if(out, [](const std::string& s) { return s == "standard" || s == "search"; });
  return out;
}

std::vector<std::string> AllCurrencies() {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration* values = ucurr_openISOCurrencies(UCURR_ALL, &status);
  if (U_FAILURE(status)) return {};
  std::vector<std::string> out = ListOf(values);
  // Codes that ISO 4217 knows but ICU can't name.
  std::erase_if(out, [](const std::string& code) {
    icu::UnicodeString iso = FromAscii(code);
    UErrorCode failed = U_ZERO_ERROR;
    int32_t length = 0;
    UBool choice;
    ucurr_getName(iso.getTerminatedBuffer(), "en", UCURR_LONG_NAME, &choice, &length, &failed);
    return failed == U_USING_DEFAULT_WARNING || U_FAILURE(failed);
  });
  return out;
}

bool IsLinkName(const std::string& id) {
  static const char* const kPrefixes[] = {"SystemV/"};
  for (const char* prefix : kPrefixes) {
    if (id.starts_with(prefix)) return true;
  }
  return id == "Etc/Unknown";
}

// CLDR keeps the first name a zone ever had; IANA's database and ECMA-402 go by these newer ones.
struct Renamed {
  const char* cldr;
  const char* iana;
};
constexpr Renamed kRenamed[] = {
    {"Africa/Asmera", "Africa/Asmara"},
    {"America/Buenos_Aires", "America/Argentina/Buenos_Aires"},
    {"America/Catamarca", "America/Argentina/Catamarca"},
    {"America/Coral_Harbour", "America/Atikokan"},
    {"America/Cordoba", "America/Argentina/Cordoba"},
    {"America/Godthab", "America/Nuuk"},
    {"America/Indianapolis", "America/Indiana/Indianapolis"},
    {"America/Jujuy", "America/Argentina/Jujuy"},
    {"America/Louisville", "America/Kentucky/Louisville"},
    {"America/Mendoza", "America/Argentina/Mendoza"},
    {"America/Santa_Isabel", "America/Tijuana"},
    {"Asia/Calcutta", "Asia/Kolkata"},
    {"Asia/Katmandu", "Asia/Kathmandu"},
    {"Asia/Rangoon", "Asia/Yangon"},
    {"Asia/Saigon", "Asia/Ho_Chi_Minh"},
    {"Atlantic/Faeroe", "Atlantic/Faroe"},
    {"Europe/Kiev", "Europe/Kyiv"},
    {"Pacific/Enderbury", "Pacific/Kanton"},
    {"Pacific/Ponape", "Pacific/Pohnpei"},
    {"Pacific/Truk", "Pacific/Chuuk"},
};

std::string PrimaryName(const std::string& id) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString canonical;
  icu::TimeZone::getCanonicalID(FromAscii(id), canonical, status);
  std::string name = U_FAILURE(status) ? id : ToAscii(canonical);
  if (name == "Etc/UTC" || name == "Etc/GMT" || name == "Etc/UCT" || name == "Etc/Universal" ||
      name == "Etc/Zulu" || name == "Etc/Greenwich" || name == "GMT" || name == "UCT")
    return "UTC";
  for (const Renamed& renamed : kRenamed) {
    if (name == renamed.cldr) return renamed.iana;
  }
  return name;
}

// All names in lower case, with how they are spelled and their primary names.
const std::map<std::string, TimeZoneId, std::less<>>& TimeZones() {
  static const auto* const zones = [] {
    auto* out = new std::map<std::string, TimeZoneId, std::less<>>;
    std::unique_ptr<icu::StringEnumeration> ids(icu::TimeZone::createEnumeration());
    UErrorCode status = U_ZERO_ERROR;
    while (ids != nullptr) {
      const char* id = ids->next(nullptr, status);
      if (id == nullptr || U_FAILURE(status)) break;
      std::string name = id;
      // ICU's three-letter abbreviations, of which IANA knows only these.
      static const char* const kShort[] = {"CET", "EET", "EST", "GMT", "HST", "MET", "MST",
                                           "PRC", "ROC", "ROK", "UCT", "UTC", "WET"};
      if (IsLinkName(name) || name == "Factory")
        continue;  // the latter is for systems that have no time zone yet
      if (name.size() == 3 &&
          std::none_of(std::begin(kShort), std::end(kShort), [&](const char* s) { return name == s; }))
        continue;
      (*out)[ToAsciiLower(name)] = {name, PrimaryName(name)};
    }
    return out;
  }();
  return *zones;
}

std::vector<std::string> AllTimeZones() {
  std::set<std::string> out;
  for (const auto& [lower, zone] : TimeZones()) {
    if (TimeZones().contains(ToAsciiLower(zone.primary))) out.insert(zone.primary);
  }
  return {out.begin(), out.end()};
}

// ICU has these too, but what they say depends on who looks at the moon.
bool IsObservedCalendar(std::string_view calendar) {
  return calendar == "islamic" || calendar == "islamic-rgsa";
}

std::vector<std::string> AllCalendars() {
  std::vector<std::string> out = CalendarsOf("und", false);
  std::erase_if(out, IsObservedCalendar);
  return out;
}

// https://tc39.es/ecma402/#table-sanctioned-single-unit-identifiers
std::vector<std::string> AllUnits() {
  return {
      "acre",       "bit",         "byte",        "celsius", "centimeter",  "day",        "degree",
      "fahrenheit", "fluid-ounce", "foot",        "gallon",  "gigabit",     "gigabyte",   "gram",
      "hectare",    "hour",        "inch",        "kilobit", "kilobyte",    "kilogram",   "kilometer",
      "liter",      "megabit",     "megabyte",    "meter",   "microsecond", "mile",       "mile-scandinavian",
      "milliliter", "millimeter",  "millisecond", "minute",  "month",       "nanosecond", "ounce",
      "percent",    "petabyte",    "pound",       "second",  "stone",       "terabit",    "terabyte",
      "week",       "yard",        "year"};
}

}  // namespace

std::string BestAvailableLocale(LocaleSet set, std::string_view tag) {
  const Names& available = Available(set);
  std::string_view candidate = tag;
  while (true) {
    if (available.contains(candidate)) return std::string(candidate);
    size_t dash = candidate.rfind('-');
    if (dash == std::string_view::npos) return std::string();
    if (dash >= 2 && candidate[dash - 2] == '-') dash -= 2;
    candidate = candidate.substr(0, dash);
  }
}

std::string WithKeyword(std::string_view tag, std::string_view key, std::string_view value) {
  std::optional<LanguageTag> parsed = LanguageTag::Parse(tag);
  if (!parsed) return std::string(tag);
  parsed->SetKeyword(key, value);
  return parsed->ToString();
}

const std::vector<std::string>& KeywordValues(std::string_view key, const std::string& data_locale) {
  static const auto* const numeric = new std::vector<std::string>{"false", "true"};
  static const auto* const case_first = new std::vector<std::string>{"false", "lower", "upper"};
  auto ask = [&](std::vector<std::string> (*answer)(const std::string&)) -> const std::vector<std::string>& {
    return Remembered(std::string(key) + data_locale, answer, data_locale);
  };
  if (key == "ca") return ask(Calendars);
  if (key == "co") return ask(Collations);
  if (key == "hc") return ask(HourCycles);
  if (key == "nu") return ask(NumberingSystems);
  return key == "kn" ? *numeric : *case_first;
}

ResolvedLocale ResolveLocale(LocaleSet set, std::span<const std::string> requested,
                             std::span<LocaleKey> keys) {
  std::optional<LanguageTag> request;
  std::string found;
  for (const std::string& tag : requested) {
    std::optional<LanguageTag> parsed = LanguageTag::Parse(tag);
    if (!parsed) continue;
    found = BestAvailableLocale(set, parsed->BaseName());
    if (found.empty()) continue;
    request = std::move(parsed);
    break;
  }
  if (found.empty()) found = kDefaultLocale;
  std::optional<LanguageTag> result = LanguageTag::Parse(found);
  for (LocaleKey& key : keys) {
    bool is_hour_cycle = std::string_view(key.key) == "hc";
    const std::vector<std::string>& values = KeywordValues(key.key, found);
    auto knows = [&](const std::string& value) {
      if (is_hour_cycle && value.empty()) return true;
      return std::find(values.begin(), values.end(), value) != values.end();
    };
    key.value = is_hour_cycle ? std::string() : values[0];
    bool keep = false;
    if (request) {
      if (const std::string* asked = request->FindKeyword(key.key)) {
        std::string value = asked->empty() ? "true" : *asked;
        if (IsObservedCalendar(value)) value = "islamic-civil";
        if (knows(value)) {
          key.value = value;
          keep = true;
        }
      }
    }
    if (key.option) {
      std::string option = *key.option;
      if (!option.empty()) {
        option = CanonicalizeKeywordValue(key.key, option);
        if (IsObservedCalendar(option)) option = "islamic-civil";
        if (option == "true" && !knows(option)) option.clear();
      }
      if (knows(option) && option != key.value) {
        key.value = option;
        keep = false;
      }
    }
    if (keep) result->SetKeyword(key.key, key.value == "true" ? "" : key.value);
  }
  return {result->ToString(), found};
}

std::vector<std::string> CommonKeywordValues(std::string_view key, const std::string& tag) {
  if (key == "ca") return CalendarsOf(tag, true);
  if (key == "co") {
    std::vector<std::string> out = CollationsOf(tag, true);
    std::sort(out.begin(), out.end());
    return out;
  }
  if (key == "hc") return {DefaultHourCycle(tag)};
  return {DefaultNumberingSystem(tag)};
}

std::vector<std::string> TimeZonesOfRegion(const std::string& region) {
  std::set<std::string> out;
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::StringEnumeration> ids(
      icu::TimeZone::createTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL, region.c_str(), nullptr, status));
  while (ids != nullptr && U_SUCCESS(status)) {
    const char* id = ids->next(nullptr, status);
    if (id == nullptr) break;
    out.insert(PrimaryName(id));
  }
  return {out.begin(), out.end()};
}

bool IsRightToLeft(const std::string& tag) { return IcuLocale(tag).isRightToLeft(); }

WeekInfo WeekInfoOf(const std::string& tag) {
  WeekInfo info{1, {}};
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Calendar> calendar(icu::Calendar::createInstance(IcuLocale(tag), status));
  if (U_FAILURE(status)) return info;
  auto iso = [](int day) { return day == UCAL_SUNDAY ? 7 : day - 1; };
  info.first_day = iso(calendar->getFirstDayOfWeek());
  for (int day :
       {UCAL_MONDAY, UCAL_TUESDAY, UCAL_WEDNESDAY, UCAL_THURSDAY, UCAL_FRIDAY, UCAL_SATURDAY, UCAL_SUNDAY}) {
    UCalendarWeekdayType type = calendar->getDayOfWeekType(static_cast<UCalendarDaysOfWeek>(day), status);
    if (U_SUCCESS(status) && type != UCAL_WEEKDAY && type != UCAL_WEEKEND_CEASE)
      info.weekend.push_back(iso(day));
  }
  return info;
}

const std::vector<std::string>& SupportedValues(ValueKind kind) {
  static const auto sorted = [](std::vector<std::string> values) {
    std::sort(values.begin(), values.end());
    return new std::vector<std::string>(std::move(values));
  };
  switch (kind) {
    case ValueKind::kCalendar: {
      static const auto* const values = sorted(AllCalendars());
      return *values;
    }
    case ValueKind::kCollation: {
      static const auto* const values = sorted(AllCollations());
      return *values;
    }
    case ValueKind::kCurrency: {
      static const auto* const values = sorted(AllCurrencies());
      return *values;
    }
    case ValueKind::kNumberingSystem: {
      static const auto* const values = sorted(SimpleNumberingSystems());
      return *values;
    }
    case ValueKind::kTimeZone: {
      static const auto* const values = sorted(AllTimeZones());
      return *values;
    }
    case ValueKind::kUnit: break;
  }
  static const auto* const values = sorted(AllUnits());
  return *values;
}

bool IsSupported(ValueKind kind, std::string_view value) {
  const std::vector<std::string>& values = SupportedValues(kind);
  return std::binary_search(values.begin(), values.end(), value);
}

TimeZoneId FindTimeZone(std::string_view name) {
  auto found = TimeZones().find(ToAsciiLower(name));
  return found == TimeZones().end() ? TimeZoneId() : found->second;
}

}  // namespace halfword::intl
