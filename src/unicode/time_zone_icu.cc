#include <unicode/basictz.h>
#include <unicode/locid.h>
#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include "unicode/time_zone.h"

namespace halfword::unicode {

namespace {

// All zones that ICU makes from its tables are BasicTimeZones.
icu::BasicTimeZone* Icu(void* zone) {
  return static_cast<icu::BasicTimeZone*>(static_cast<icu::TimeZone*>(zone));
}

}  // namespace

std::unique_ptr<TimeZone> TimeZone::Host() {
  std::unique_ptr<icu::TimeZone> zone(icu::TimeZone::detectHostTimeZone());
  if (zone == nullptr || *zone == icu::TimeZone::getUnknown())
    zone.reset(icu::TimeZone::createTimeZone(icu::UnicodeString(u"Etc/UTC")));
  return std::unique_ptr<TimeZone>(new TimeZone(zone.release()));
}

std::unique_ptr<TimeZone> TimeZone::Create(std::string_view id) {
  std::unique_ptr<icu::TimeZone> zone(icu::TimeZone::createTimeZone(
      icu::UnicodeString::fromUTF8(icu::StringPiece(id.data(), static_cast<int32_t>(id.size())))));
  if (zone == nullptr || *zone == icu::TimeZone::getUnknown()) return nullptr;
  return std::unique_ptr<TimeZone>(new TimeZone(zone.release()));
}

TimeZone::~TimeZone() { delete static_cast<icu::TimeZone*>(rules_); }

TimeZone::Offset TimeZone::AtUtc(double milliseconds) const {
  int32_t raw = 0, daylight = 0;
  UErrorCode status = U_ZERO_ERROR;
  Icu(rules_)->getOffset(milliseconds, false, raw, daylight, status);
  return {raw + daylight, daylight != 0};
}

TimeZone::Offset TimeZone::AtLocal(double milliseconds) const {
  int32_t raw = 0, daylight = 0;
  UErrorCode status = U_ZERO_ERROR;
  Icu(rules_)->getOffsetFromLocal(milliseconds, UCAL_TZ_LOCAL_FORMER, UCAL_TZ_LOCAL_FORMER, raw, daylight,
                                  status);
  return {raw + daylight, daylight != 0};
}

std::u16string TimeZone::Name(bool daylight) const {
  icu::UnicodeString name;
  Icu(rules_)->getDisplayName(daylight, icu::TimeZone::LONG, icu::Locale::getUS(), name);
  return std::u16string(name.getBuffer(), static_cast<size_t>(name.length()));
}

std::string TimeZone::Identifier() const {
  icu::UnicodeString id;
  Icu(rules_)->getID(id);
  std::string out;
  return id.toUTF8String(out);
}

}  // namespace halfword::unicode
