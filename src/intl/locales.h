// What is known of locales: which there are, which is taken for a request, and what they say of themselves.
#ifndef HALFWORD_INTL_LOCALES_H_
#define HALFWORD_INTL_LOCALES_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfword::intl {

// Where data of their own decides which locales are available.
enum class LocaleSet : uint8_t { kGeneral, kCollation, kSegmentation };

// The locale of requests that name none that is available. It is the same in every process, because a guest
// must not learn from it where it runs.
inline constexpr std::string_view kDefaultLocale = "en-US";

// The longest prefix of a canonical tag without extensions that is available; empty: none.
// https://tc39.es/ecma402/#sec-lookupmatchinglocalebyprefix
std::string BestAvailableLocale(LocaleSet, std::string_view tag);

// A key of https://tc39.es/ecma402/#sec-resolvelocale.
struct LocaleKey {
  const char* key;                    // "nu"
  std::optional<std::string> option;  // what the options ask for
  std::string value;                  // result; "" where the locale has none of it (the key hc)
};
struct ResolvedLocale {
  std::string locale;       // with the keywords of the request that were followed
  std::string data_locale;  // without
};
// `requested` are canonical tags.
ResolvedLocale ResolveLocale(LocaleSet, std::span<const std::string> requested, std::span<LocaleKey> keys);

// Tag with the keyword, for ICU.
std::string WithKeyword(std::string_view tag, std::string_view key, std::string_view value);

// The values of a keyword that the locale knows, the preferred one first; never empty. Keys: ca, co, hc, kf,
// kn, nu. The lists stay: there are as many as locales and keys.
const std::vector<std::string>& KeywordValues(std::string_view key, const std::string& data_locale);
// Those that it uses, for https://tc39.es/ecma402/#sec-intl.locale.prototype.getcalendars and its kin.
std::vector<std::string> CommonKeywordValues(std::string_view key, const std::string& tag);
// Of a locale's region; sorted.
std::vector<std::string> TimeZonesOfRegion(const std::string& region);
bool IsRightToLeft(const std::string& tag);
struct WeekInfo {
  int first_day;  // 1 is Monday
  std::vector<int> weekend;
};
WeekInfo WeekInfoOf(const std::string& tag);

// https://tc39.es/ecma402/#sec-intl.supportedvaluesof; sorted.
enum class ValueKind : uint8_t { kCalendar, kCollation, kCurrency, kNumberingSystem, kTimeZone, kUnit };
const std::vector<std::string>& SupportedValues(ValueKind);
bool IsSupported(ValueKind, std::string_view value);

// The identifier of a time zone as ECMA-402 spells it, in any case given; empty: there is none.
// `primary`: the one that the others are links to.
struct TimeZoneId {
  std::string identifier, primary;
};
TimeZoneId FindTimeZone(std::string_view name);

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_LOCALES_H_
