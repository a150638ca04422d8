// Dates against a calendar that is counted day by day.
#include "builtins/numbers_and_dates/date_time.h"

#include <gtest/gtest.h>

#include <cmath>

namespace halfword {
namespace {

bool IsLeap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
int DaysIn(int64_t year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 1 && IsLeap(year) ? 29 : kDays[month];
}

TEST(DateTimeTest, EveryDayOfSomeCenturies) {
  // From 1970-01-01, a Thursday, on to 2400 and back to -400.
  int64_t year = 1970;
  int month = 0, day = 1, weekday = 4;
  for (int64_t n = 0; year < 2401; n++) {
    DateFields f = FieldsOf(static_cast<double>(n) * kMsPerDay);
    ASSERT_TRUE(f.year == year && f.month == month && f.day == day && f.weekday == weekday) << n;
    ASSERT_EQ(DaysFromCivil(year, month, day), n);
    weekday = (weekday + 1) % 7;
    if (++day > DaysIn(year, month)) day = 1, month++;
    if (month == 12) month = 0, year++;
  }
  year = 1969, month = 11, day = 31, weekday = 3;
  for (int64_t n = -1; year > -401; n--) {
    DateFields f = FieldsOf(static_cast<double>(n) * kMsPerDay);
    ASSERT_TRUE(f.year == year && f.month == month && f.day == day && f.weekday == weekday) << n;
    ASSERT_EQ(DaysFromCivil(year, month, day), n);
    weekday = (weekday + 6) % 7;
    if (--day == 0) {
      if (--month < 0) month = 11, year--;
      day = DaysIn(year, month);
    }
  }
}

TEST(DateTimeTest, TimesWithinADay) {
  for (double day : {0.0, 1.0, -1.0, 19000.0, -100000.0}) {
    for (int ms : {0, 1, 999, 1000, 59999, 60000, 3599999, 3600000, 43200000, 86399999}) {
      DateFields f = FieldsOf(day * kMsPerDay + ms);
      EXPECT_EQ(((f.hour * 60 + f.minute) * 60 + f.second) * 1000 + f.millisecond, ms);
      EXPECT_TRUE(f.hour < 24 && f.minute < 60 && f.second < 60 && f.millisecond < 1000);
      EXPECT_EQ(MakeDate(day, MakeTime(f.hour, f.minute, f.second, f.millisecond)), day * kMsPerDay + ms);
    }
  }
}

TEST(DateTimeTest, TheEndsOfTime) {
  DateFields last = FieldsOf(kMaxTime), first = FieldsOf(-kMaxTime);
  EXPECT_EQ(last.year, 275760);
  EXPECT_EQ(last.month, 8);
  EXPECT_EQ(last.day, 13);
  EXPECT_EQ(first.year, -271821);
  EXPECT_EQ(first.month, 3);
  EXPECT_EQ(first.day, 20);
  EXPECT_EQ(TimeClip(kMaxTime), kMaxTime);
  EXPECT_TRUE(std::isnan(TimeClip(kMaxTime + 1)));
  EXPECT_TRUE(std::isnan(TimeClip(INFINITY)));
  EXPECT_EQ(TimeClip(1.9), 1);
  EXPECT_EQ(TimeClip(-1.9), -1);
  EXPECT_FALSE(std::signbit(TimeClip(-0.0)));
}

// https://tc39.es/ecma262/#sec-makeday
TEST(DateTimeTest, MonthsAndDaysOutOfRangeCarryOver) {
  EXPECT_EQ(MakeDay(1970, 12, 1), 365);
  EXPECT_EQ(MakeDay(1970, -1, 1), -31);
  EXPECT_EQ(MakeDay(1970, -12, 1), -365);
  EXPECT_EQ(MakeDay(1970, 0, 0), -1);
  EXPECT_EQ(MakeDay(1970, 0, 400), 399);
  EXPECT_EQ(MakeDay(1970.9, 0.9, 1.9), 0);
  for (int month = -2500; month < 2500; month++) {
    int64_t year = 2000 + (month >= 0 ? month / 12 : -((11 - month) / 12));
    int within = ((month % 12) + 12) % 12;
    ASSERT_EQ(MakeDay(2000, month, 15), static_cast<double>(DaysFromCivil(year, within, 15))) << month;
  }
  for (double wrong : {std::nan(""), HUGE_VAL}) {
    EXPECT_TRUE(std::isnan(MakeDay(wrong, 0, 1)));
    EXPECT_TRUE(std::isnan(MakeDay(2000, wrong, 1)));
    EXPECT_TRUE(std::isnan(MakeDay(2000, 0, wrong)));
    EXPECT_TRUE(std::isnan(MakeTime(wrong, 0, 0, 0)));
    EXPECT_TRUE(std::isnan(MakeDate(wrong, 0)));
  }
}

TEST(DateTimeTest, YearsOfTwoDigitsAreOfTheTwentiethCentury) {
  EXPECT_EQ(MakeFullYear(0), 1900);
  EXPECT_EQ(MakeFullYear(99.9), 1999);
  EXPECT_EQ(MakeFullYear(100), 100);
  EXPECT_EQ(MakeFullYear(-1), -1);
  EXPECT_TRUE(std::isnan(MakeFullYear(NAN)));
}

}  // namespace
}  // namespace halfword
