// Time zones, over ICU and over the system's files alike.
#include "unicode/time_zone.h"

#include <gtest/gtest.h>

namespace halfword::unicode {
namespace {

constexpr double kHour = 3600000;
double Day(double days) { return days * 24 * kHour; }  // from 1970 on

void ExpectOffset(TimeZone::Offset offset, double hours, bool daylight) {
  EXPECT_EQ(offset.milliseconds, hours * kHour);
  EXPECT_EQ(offset.daylight, daylight);
}

TEST(TimeZoneTest, KnowsIdentifiers) {
  EXPECT_EQ(TimeZone::Create("Europe/Berlin")->Identifier(), "Europe/Berlin");
  for (const char* bad : {"", "Europe", "Europe/Nowhere", "../zoneinfo/Europe/Berlin", "/etc/localtime"})
    EXPECT_EQ(TimeZone::Create(bad), nullptr) << bad;
  EXPECT_NE(TimeZone::Host(), nullptr);
}

TEST(TimeZoneTest, FollowsTransitionsAndTheRuleAfterThem) {
  auto berlin = TimeZone::Create("Europe/Berlin");
  ExpectOffset(berlin->AtUtc(Day(20454)), 1, false);         // 2026-01-01
  ExpectOffset(berlin->AtUtc(Day(20541) + kHour), 2, true);  // 2026-03-29 01:00, the change
  ExpectOffset(berlin->AtUtc(Day(20541) + kHour - 1), 1, false);
  ExpectOffset(berlin->AtUtc(Day(84006)), 1, false);  // 2200-01-01
  ExpectOffset(berlin->AtUtc(Day(84006 + 180)), 2, true);
  auto sydney = TimeZone::Create("Australia/Sydney");
  ExpectOffset(sydney->AtUtc(Day(84006)), 11, true);
  ExpectOffset(sydney->AtUtc(Day(84006 + 180)), 10, false);
  ExpectOffset(TimeZone::Create("Asia/Kolkata")->AtUtc(0), 5.5, false);
}

TEST(TimeZoneTest, ReadsSkippedAndRepeatedTimesWithTheOffsetBefore) {
  auto berlin = TimeZone::Create("Europe/Berlin");
  ExpectOffset(berlin->AtLocal(Day(20541) + 2.5 * kHour), 1, false);  // 2026-03-29 02:30, skipped
  ExpectOffset(berlin->AtLocal(Day(20541) + 3 * kHour), 2, true);
  ExpectOffset(berlin->AtLocal(Day(20751) + 2.5 * kHour), 2, true);  // 2026-10-25 02:30, twice
  ExpectOffset(berlin->AtLocal(Day(20751) + 3 * kHour), 1, false);
}

}  // namespace
}  // namespace halfword::unicode
