// The rules of one time zone: offsets from UTC and the zone's name. Over ICU; in a build without Intl over
// the system's files of time zones (time_zone_plain.cc), which know abbreviations only.
#ifndef HALFWORD_UNICODE_TIME_ZONE_H_
#define HALFWORD_UNICODE_TIME_ZONE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace halfword::unicode {

// Immutable; every question is a search in tables, so callers cache the answers.
class TimeZone {
 public:
  // The zone that the environment names (TZ, the system's setting); UTC if there is none.
  static std::unique_ptr<TimeZone> Host();
  // An IANA identifier; null if unknown.
  static std::unique_ptr<TimeZone> Create(std::string_view id);
  ~TimeZone();
  TimeZone(const TimeZone&) = delete;
  TimeZone& operator=(const TimeZone&) = delete;

  struct Offset {
    int32_t milliseconds;  // local minus UTC
    bool daylight;
  };
  Offset AtUtc(double milliseconds) const;
  // For a local time. One that is skipped or occurs twice is read with the offset from before the transition,
  // as https://tc39.es/ecma262/#sec-utc-t asks.
  Offset AtLocal(double milliseconds) const;
  // "Central European Summer Time"; without ICU "CEST"
  std::u16string Name(bool daylight) const;
  // "Europe/Berlin"
  std::string Identifier() const;

 private:
  explicit TimeZone(void* rules) : rules_(rules) {}
  void* rules_;
};

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_TIME_ZONE_H_
