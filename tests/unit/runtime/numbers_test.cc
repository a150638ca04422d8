// Number to text and back, against std::to_chars and std::from_chars.
#include "runtime/numbers/numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

#include "runtime/operations/conversions.h"

namespace halfword {
namespace {

FlatChars CharsOf(std::string_view ascii) {
  return FlatChars(std::span(reinterpret_cast<const uint8_t*>(ascii.data()), ascii.size()));
}
std::string TextOf(double d) {
  char buffer[kMaxNumberChars];
  return std::string(buffer, WriteDouble(d, buffer));
}
// Of any magnitude: bits at random.
double AnyNumber(std::mt19937_64& random) {
  while (true) {
    double d = std::bit_cast<double>(random());
    if (std::isfinite(d)) return d;
  }
}
std::string Standard(double d, std::chars_format format, int precision) {
  char buffer[400];
  auto end = precision < 0 ? std::to_chars(buffer, buffer + sizeof buffer, d, format)
                           : std::to_chars(buffer, buffer + sizeof buffer, d, format, precision);
  return std::string(buffer, end.ptr);
}
// C++ writes at least two digits of an exponent.
std::string WithShortExponent(std::string text) {
  size_t e = text.find('e');
  if (e != std::string::npos && text[e + 2] == '0') text.erase(e + 2, 1);
  return text;
}
std::string DigitsOf(std::string text) {
  text = text.substr(0, text.find('e'));
  std::erase_if(text, [](char c) { return c < '0' || c > '9'; });
  text.erase(0, text.find_first_not_of('0'));
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

TEST(NumbersTest, ToStringHasTheShortestDigitsThatReadBackAsTheNumber) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; i++) {
    double d = i % 2 ? AnyNumber(random)
                     : static_cast<double>(static_cast<int64_t>(random()) >> (random() % 60)) / 1000;
    std::string text = TextOf(d);
    ASSERT_EQ(DigitsOf(text), DigitsOf(Standard(d, std::chars_format::scientific, -1))) << text;
    ASSERT_EQ(std::bit_cast<uint64_t>(ParseNumericString(CharsOf(text))), std::bit_cast<uint64_t>(d + 0.0))
        << text;
  }
}

// https://tc39.es/ecma262/#sec-numeric-types-number-tostring
TEST(NumbersTest, ToStringChoosesTheFormByTheExponent) {
  EXPECT_EQ(TextOf(-0.0), "0");
  EXPECT_EQ(TextOf(NAN), "NaN");
  EXPECT_EQ(TextOf(-INFINITY), "-Infinity");
  EXPECT_EQ(TextOf(1e20), "100000000000000000000");
  EXPECT_EQ(TextOf(1e21), "1e+21");
  EXPECT_EQ(TextOf(-1.5e21), "-1.5e+21");
  EXPECT_EQ(TextOf(1e-6), "0.000001");
  EXPECT_EQ(TextOf(1.5e-7), "1.5e-7");
  EXPECT_EQ(TextOf(5e-324), "5e-324");
  EXPECT_EQ(TextOf(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(TextOf(9007199254740992), "9007199254740992");
}

TEST(NumbersTest, IntegersAreWrittenAsNumbersAre) {
  for (int32_t n : {0, 1, -1, 9, 10, 99, 100, 1073741823, -1073741824, INT32_MAX, INT32_MIN}) {
    char buffer[kMaxNumberChars];
    EXPECT_EQ(std::string(buffer, WriteInt32(n, buffer)), std::to_string(n));
    EXPECT_EQ(TextOf(n), std::to_string(n));
  }
}

// Numbers with an odd last bit are never half-way between two texts, where C++ rounds another way.
TEST(NumbersTest, FixedExponentialAndPrecisionRoundAsCpp) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; i++) {
    double d = std::ldexp(static_cast<double>(random() >> 11 | 1), -53 - static_cast<int>(random() % 20)) *
               (random() % 2 ? 1 : -1);
    int digits = static_cast<int>(random() % 20);
    ASSERT_EQ(DoubleToFixed(d, digits), Standard(d, std::chars_format::fixed, digits)) << d;
    ASSERT_EQ(DoubleToExponential(d, digits),
              WithShortExponent(Standard(d, std::chars_format::scientific, digits)))
        << d;
    ASSERT_EQ(DigitsOf(DoubleToPrecision(d, digits + 1)),
              DigitsOf(Standard(d, std::chars_format::scientific, digits)))
        << d;
  }
}

TEST(NumbersTest, WhatIsHalfWayGoesToTheLargerNumber) {
  EXPECT_EQ(DoubleToFixed(0.5, 0), "1");
  EXPECT_EQ(DoubleToFixed(2.5, 0), "3");
  EXPECT_EQ(DoubleToFixed(-2.5, 0), "-3");
  EXPECT_EQ(DoubleToFixed(1.25, 1), "1.3");
  EXPECT_EQ(DoubleToFixed(1.005, 2), "1.00");  // a little less than that
  EXPECT_EQ(DoubleToExponential(2.5, 0), "3e+0");
  EXPECT_EQ(DoubleToPrecision(12.5, 2), "13");
  EXPECT_EQ(DoubleToPrecision(1e21, 3), "1.00e+21");
  EXPECT_EQ(DoubleToPrecision(0.000001, 2), "0.0000010");
  EXPECT_EQ(DoubleToPrecision(0.0000001, 2), "1.0e-7");
}

TEST(NumbersTest, IntegersInAnyRadix) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; i++) {
    int64_t n = static_cast<int64_t>(random() >> 11) * (i % 2 ? 1 : -1);
    int radix = 2 + static_cast<int>(random() % 35);
    char buffer[70];
    std::string expected(buffer, std::to_chars(buffer, buffer + sizeof buffer, n, radix).ptr);
    ASSERT_EQ(DoubleToRadixString(static_cast<double>(n), radix), expected);
    ASSERT_EQ(ParseIntPrefix(CharsOf(expected), radix), static_cast<double>(n));
  }
  EXPECT_EQ(DoubleToRadixString(0.5, 2), "0.1");
  EXPECT_EQ(DoubleToRadixString(-255.75, 16), "-ff.c");
}

TEST(NumbersTest, DecimalTextReadsAsInCpp) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 50000; i++) {
    std::string text = std::to_string(random() >> (random() % 64)) + "." +
                       std::to_string(random() >> (random() % 64)) + "e" +
                       std::to_string(static_cast<int>(random() % 680) - 350);
    double expected = 0;
    auto read = std::from_chars(text.data(), text.data() + text.size(), expected);
    if (read.ec == std::errc::result_out_of_range) expected = text.find("e-") == text.npos ? INFINITY : 0;
    ASSERT_EQ(ParseNumericString(CharsOf(text)), expected) << text;
    ASSERT_EQ(ParseFloatPrefix(CharsOf(text + "x")), expected) << text;
    ASSERT_EQ(ParseDecimal(CharsOf(text)), expected) << text;
  }
}

// https://tc39.es/ecma262/#sec-stringtonumber
TEST(NumbersTest, TheGrammarOfNumericStrings) {
  struct {
    std::u16string_view text;
    double number;
  } const kCases[] = {{u"", 0},
                      {u" \t\n", 0},
                      {u"\u00a01\u2029\ufeff", 1},
                      {u"0x1F", 31},
                      {u"0B101", 5},
                      {u"0o17", 15},
                      {u"Infinity", INFINITY},
                      {u"-Infinity", -INFINITY},
                      {u".5", 0.5},
                      {u"5.", 5},
                      {u"+.5e1", 5},
                      {u"1e1000", INFINITY},
                      {u"1e-1000", 0},
                      {u"0010", 10},
                      {u"infinity", NAN},
                      {u"0b2", NAN},
                      {u"-0x1", NAN},
                      {u"1_0", NAN},
                      {u".", NAN},
                      {u"1e", NAN},
                      {u"0x", NAN},
                      {u"1 2", NAN},
                      {u"1n", NAN},
                      {u"\u06611", NAN},
                      {u"+-1", NAN},
                      {u"e1", NAN},
                      {u"Infinityx", NAN},
                      {u"\u180e1", NAN}};
  for (auto& c : kCases) {
    double found = ParseNumericString(FlatChars(std::span(c.text.data(), c.text.size())));
    EXPECT_TRUE(found == c.number || (found != found && c.number != c.number))
        << found << " for case " << (&c - kCases);
  }
  EXPECT_TRUE(std::signbit(ParseNumericString(CharsOf("-0"))));
}

// https://tc39.es/ecma262/#sec-toint32
TEST(NumbersTest, ToInt32IsTheIntegerModulo2To32) {
  auto expected = [](double d) {
    double modulo = std::fmod(std::trunc(d), 4294967296.0);
    return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(modulo)));
  };
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; i++) {
    double d = i % 2 ? AnyNumber(random)
                     : std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 80) - 64);
    ASSERT_EQ(DoubleToInt32(d), expected(d)) << d;
  }
  for (double d : {0.0, -0.0, 2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 4294967295.9,
                   4294967296.0, 1e300}) {
    EXPECT_EQ(DoubleToInt32(d), expected(d)) << d;
  }
  EXPECT_EQ(DoubleToInt32(NAN), 0);
  EXPECT_EQ(DoubleToInt32(-INFINITY), 0);
}

}  // namespace
}  // namespace halfword
