#if HALFWORD_TEMPORAL

#include "temporal/slots.h"

#include <gtest/gtest.h>

namespace halfword::temporal {
namespace {

// A text of each kind goes through an object of the library, slots, and an object made from them.
template <class T, class From, class To>
void ExpectRoundTrip(const char* text, From from, To to) {
  std::optional<Owned<T>> object = from(text).ok();
  ASSERT_TRUE(object) << text;
  std::optional<Owned<T>> again = Make<T>(SlotsOf(**object)).ok();
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(to(**again), text);
}

TEST(SlotsTest, HoldDatesAtBothEndsOfTheRange) {
  for (const char* text : {"-271821-04-19", "+275760-09-13", "1969-12-31", "1970-01-01", "2024-02-29",
                           "-000001-02-28", "2024-02-29[u-ca=hebrew]"}) {
    ExpectRoundTrip<rs::PlainDate>(
        text, [](std::string_view s) { return rs::PlainDate::from_utf8(s); },
        [](const rs::PlainDate& date) { return date.to_ixdtf_string(rs::DisplayCalendar::Auto); });
  }
}

TEST(SlotsTest, HoldDatesWithTimesAtBothEndsOfTheRange) {
  for (const char* text : {"-271821-04-19T00:00:00.000000001", "+275760-09-13T23:59:59.999999999",
                           "1969-12-31T23:59:59.999999999"}) {
    ExpectRoundTrip<rs::PlainDateTime>(
        text, [](std::string_view s) { return rs::PlainDateTime::from_utf8(s); },
        [](const rs::PlainDateTime& d) { return *d.to_ixdtf_string({}, rs::DisplayCalendar::Auto).ok(); });
  }
}

TEST(SlotsTest, HoldYearsWithMonthsAndMonthsWithDays) {
  for (const char* text : {"-271821-04", "+275760-09", "2024-02-10[u-ca=chinese]"}) {
    ExpectRoundTrip<rs::PlainYearMonth>(
        text, [](std::string_view s) { return rs::PlainYearMonth::from_utf8(s); },
        [](const rs::PlainYearMonth& m) { return m.to_ixdtf_string(rs::DisplayCalendar::Auto); });
  }
  for (const char* text : {"02-29", "1972-02-15[u-ca=chinese]"}) {
    ExpectRoundTrip<rs::PlainMonthDay>(
        text, [](std::string_view s) { return rs::PlainMonthDay::from_utf8(s); },
        [](const rs::PlainMonthDay& m) { return m.to_ixdtf_string(rs::DisplayCalendar::Auto); });
  }
}

TEST(SlotsTest, HoldTimesAndExactTimes) {
  ExpectRoundTrip<rs::PlainTime>(
      "23:59:59.999999999", [](std::string_view s) { return rs::PlainTime::from_utf8(s); },
      [](const rs::PlainTime& time) { return *time.to_ixdtf_string({}).ok(); });
  for (const char* text :
       {"-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z", "1969-12-31T23:59:59.999999999Z"}) {
    ExpectRoundTrip<rs::Instant>(
        text, [](std::string_view s) { return rs::Instant::from_utf8(s); },
        [](const rs::Instant& i) { return *i.to_ixdtf_string_with_compiled_data(std::nullopt, {}).ok(); });
  }
  for (const char* text :
       {"2024-03-31T03:00:00+02:00[Europe/Berlin][u-ca=hebrew]", "1970-01-01T00:00:00-05:30[-05:30]"}) {
    ExpectRoundTrip<rs::ZonedDateTime>(
        text,
        [](std::string_view s) {
          return rs::ZonedDateTime::from_utf8(s, rs::Disambiguation::Compatible,
                                              rs::OffsetDisambiguation::Reject);
        },
        [](const rs::ZonedDateTime& z) {
          return *z.to_ixdtf_string(rs::DisplayOffset::Auto, rs::DisplayTimeZone::Auto,
                                    rs::DisplayCalendar::Auto, {})
                      .ok();
        });
  }
}

TEST(SlotsTest, HoldDurations) {
  for (const char* text : {"P1Y2M3W4DT5H6M7.008009012S", "-PT9007199254740991S", "P4294967295Y"}) {
    ExpectRoundTrip<rs::Duration>(
        text, [](std::string_view s) { return rs::Duration::from_utf8(s); },
        [](const rs::Duration& d) { return *d.to_string({}).ok(); });
  }
}

TEST(SlotsTest, ThatMeanNothingAreRefusedOrMeanSomething) {
  Slots slots;
  for (int32_t n : {INT32_MIN, -1, 86400, INT32_MAX}) {
    slots.day = slots.second = slots.nanosecond = n;
    slots.calendar = static_cast<uint8_t>(n);
    slots.zone = std::string(static_cast<size_t>(n & 63), '\xff');
    slots.units.fill(n * 1e300);
    (void)Make<rs::Instant>(slots);
    (void)Make<rs::PlainTime>(slots);
    (void)Make<rs::PlainMonthDay>(slots);
    EXPECT_TRUE(Make<rs::Duration>(slots).is_err());
    EXPECT_TRUE(Make<rs::ZonedDateTime>(slots).is_err());
    EXPECT_FALSE(CalendarName(slots.calendar).empty());
    if (n == INT32_MIN || n == INT32_MAX) {
      EXPECT_TRUE(Make<rs::Instant>(slots).is_err());
      EXPECT_TRUE(Make<rs::PlainDate>(slots).is_err());
      EXPECT_TRUE(Make<rs::PlainDateTime>(slots).is_err());
      EXPECT_TRUE(Make<rs::PlainYearMonth>(slots).is_err());
    }
  }
}

TEST(SlotsTest, NanosecondsKeepTheirSign) {
  for (Int128 n : {Int128{0}, Int128{-1}, Int128{1} << 70, -(Int128{1} << 70)}) {
    EXPECT_TRUE(FromLibrary(ToLibrary(n)) == n);
    if (n > -(Int128{1} << 69) && n < (Int128{1} << 69)) {
      Slots slots;
      SetNanoseconds(slots, n);
      EXPECT_GE(slots.second, 0);
      EXPECT_TRUE(NanosecondsOf(slots) == n);
    }
  }
}

TEST(DateOfDayTest, IsTheIsoCalendar) {
  auto text = [](int64_t day) {
    IsoDate date = DateOfDay(day);
    return std::to_string(date.year) + "-" + std::to_string(date.month) + "-" + std::to_string(date.day);
  };
  EXPECT_EQ(text(0), "1970-1-1");
  EXPECT_EQ(text(-1), "1969-12-31");
  EXPECT_EQ(text(11016), "2000-2-29");
  EXPECT_EQ(text(-719528), "0-1-1");
  EXPECT_EQ(text(-100000001), "-271821-4-19");
}

}  // namespace
}  // namespace halfword::temporal

#endif  // HALFWORD_TEMPORAL
