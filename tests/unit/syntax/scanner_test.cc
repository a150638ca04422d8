#include "syntax/scanner/scanner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace halfword::syntax {
namespace {

// Both widths must agree: every test runs over Latin-1 and over UTF-16.
class ScannerTest : public testing::TestWithParam<bool> {
 protected:
  SourceText Text(const std::string& latin1) {
    if (!GetParam()) {
      narrow_.assign(latin1.begin(), latin1.end());
      return SourceText(std::span<const uint8_t>(narrow_));
    }
    wide_.assign(reinterpret_cast<const uint8_t*>(latin1.data()),
                 reinterpret_cast<const uint8_t*>(latin1.data()) + latin1.size());
    return SourceText(std::span<const char16_t>(wide_));
  }
  TokenData First(const std::string& text) {
    Scanner scanner(Text(text), atoms_, false);
    scanner.Next();
    return scanner.current();
  }
  std::vector<Token> All(const std::string& text, bool is_module = false) {
    Scanner scanner(Text(text), atoms_, is_module);
    std::vector<Token> types;
    do {
      scanner.Next();
      types.push_back(scanner.type());
    } while (types.back() != Token::kEnd && types.back() != Token::kIllegal);
    return types;
  }
  double Number(const std::string& text) {
    TokenData t = First(text);
    EXPECT_EQ(t.type, Token::kNumber) << text;
    EXPECT_EQ(t.end, text.size()) << text;
    return t.number;
  }

  AtomTable atoms_;
  std::vector<uint8_t> narrow_;
  std::vector<char16_t> wide_;
};

INSTANTIATE_TEST_SUITE_P(Widths, ScannerTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Utf16" : "Latin1"; });

TEST_P(ScannerTest, ReadsEveryPunctuatorWhole) {
#define HALFWORD_CHECK_TOKEN(name, text)                  \
  if (Token::k##name != Token::kDivide) {                 \
    EXPECT_EQ(First(text).type, Token::k##name);          \
    EXPECT_EQ(First(text).end, std::string(text).size()); \
  }
  HALFWORD_SYNTAX_PUNCTUATORS(HALFWORD_CHECK_TOKEN)
  HALFWORD_SYNTAX_RESERVED_WORDS(HALFWORD_CHECK_TOKEN)
  HALFWORD_SYNTAX_CONTEXTUAL_WORDS(HALFWORD_CHECK_TOKEN)
#undef HALFWORD_CHECK_TOKEN
  for (Token t : {Token::kLogicalAnd, Token::kLogicalOr, Token::kNullish, Token::kNot, Token::kBitNot,
                  Token::kIncrement, Token::kDecrement}) {
    EXPECT_EQ(First(TokenText(t)).type, t);
  }
  EXPECT_EQ(All("a?.5:b"), (std::vector{Token::kIdentifier, Token::kQuestion, Token::kNumber, Token::kColon,
                                        Token::kIdentifier, Token::kEnd}));
}

TEST_P(ScannerTest, EqualNamesAreEqualPointers) {
  Atom* plain = First("caf\xE9").atom;
  EXPECT_EQ(First("c\\u0061f\\u{e9}").atom, plain);
  EXPECT_TRUE(plain->is_latin1);
  EXPECT_EQ(plain->ToUtf8(), "caf\xC3\xA9");
  EXPECT_EQ(First("'caf\xE9'").atom, plain);
  EXPECT_NE(First("caf").atom, plain);
  EXPECT_EQ(First("'4294967294'").atom->array_index, 4294967294u);
  EXPECT_FALSE(First("'4294967295'").atom->is_array_index());
  EXPECT_FALSE(First("'01'").atom->is_array_index());
}

TEST_P(ScannerTest, EscapedKeywordsAreNoKeywords) {
  EXPECT_EQ(First("v\\u0061r").type, Token::kEscapedWord);
  EXPECT_EQ(First("l\\u0065t").type, Token::kIdentifier);
  EXPECT_EQ(First("l\\u0065t").atom, atoms_.keyword(Token::kLet));
  EXPECT_TRUE(First("l\\u0065t").has_escape);
  EXPECT_EQ(First("#\\u0061b").type, Token::kPrivateName);
  EXPECT_EQ(First("\\u0030a").type, Token::kIllegal);
  EXPECT_EQ(First("# a").type, Token::kIllegal);
}

TEST_P(ScannerTest, ReadsNumbersExactly) {
  EXPECT_EQ(Number("0"), 0);
  EXPECT_EQ(Number("123456789012345"), 123456789012345.0);
  EXPECT_EQ(Number("1234567890123456789012345678901234567890"), 1234567890123456789012345678901234567890.0);
  EXPECT_EQ(Number(".5"), 0.5);
  EXPECT_EQ(Number("5."), 5);
  EXPECT_EQ(Number("5.e3"), 5000);
  EXPECT_EQ(Number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(Number("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Number("1e999"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Number("1e-999"), 0);
  EXPECT_EQ(Number("0.0000001e400"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Number("1_000_000.000_1e1_0"), 1000000.0001e10);
  EXPECT_EQ(Number("0x1F"), 31);
  EXPECT_EQ(Number("0B101"), 5);
  EXPECT_EQ(Number("0o17"), 15);
  EXPECT_EQ(Number("017"), 15);
  EXPECT_EQ(Number("089.5"), 89.5);
  EXPECT_EQ(Number("0x20000000000001"), 9007199254740992.0);  // a tie goes to even
  EXPECT_EQ(Number("0x20000000000003"), 9007199254740996.0);
  EXPECT_EQ(Number("0x200000000000010000000000000001"), std::ldexp(9007199254740994.0, 64));
  EXPECT_EQ(First("017").legacy, LegacyForm::kOctalLiteral);
  EXPECT_EQ(First("08").legacy, LegacyForm::kLeadingZero);
  EXPECT_EQ(First("0x1_Fn").type, Token::kBigInt);
  EXPECT_EQ(First("0x1_Fn").atom->ToUtf8(), "0x1F");
  for (const char* bad : {"1_", "1__0", "0_1", "0x", "0xg", "3in", "1e", "1e+", "01n", "1.5n", "0b2", "0x_1",
                          "1._5", "08_1", "1\\u0061", "0o8", "1ea"}) {
    EXPECT_EQ(First(bad).type, Token::kIllegal) << bad;
  }
}

TEST_P(ScannerTest, ReadsStrings) {
  EXPECT_EQ(First("'a\"b'").atom->ToUtf8(), "a\"b");
  EXPECT_EQ(First("'\\n\\t\\x41\\u0042\\u{43}\\\nD\\\r\nE\\q'").atom->ToUtf8(), "\n\tABCDEq");
  EXPECT_EQ(First("'\\0'").atom->length, 1u);
  EXPECT_EQ(First("'\\101\\7'").legacy, LegacyForm::kOctalEscape);
  EXPECT_EQ(First("'\\101\\7'").atom->ToUtf8(), "A\a");
  EXPECT_EQ(First("'\\8'").legacy, LegacyForm::kEightNineEscape);
  EXPECT_EQ(First("'\\ud83d\\ude00'").atom->ToUtf8(), "\xF0\x9F\x98\x80");
  for (const char* bad : {"'a", "'a\n'", "'\\x4'", "'\\u12'", "'\\u{110000}'", "'\\"}) {
    EXPECT_EQ(First(bad).type, Token::kIllegal) << bad;
  }
}

TEST_P(ScannerTest, ReadsTemplatesInParts) {
  Scanner scanner(Text("`a\\\r\nb\r\n${x}\\u`"), atoms_, false);
  scanner.Next();
  EXPECT_EQ(scanner.current().atom->ToUtf8(), "ab\n");
  EXPECT_EQ(scanner.current().raw->ToUtf8(), "a\\\nb\n");
  EXPECT_FALSE(scanner.current().is_tail);
  scanner.Next();
  scanner.Next();
  scanner.RescanTemplate();
  EXPECT_EQ(scanner.current().atom, nullptr);
  EXPECT_EQ(scanner.current().raw->ToUtf8(), "\\u");
  EXPECT_TRUE(scanner.current().is_tail);
  EXPECT_STREQ(scanner.template_error().message, "Invalid Unicode escape sequence");
}

TEST_P(ScannerTest, ReadsRegularExpressionsOnRequest) {
  Scanner scanner(Text("/[/\\]]\\//gi.x"), atoms_, false);
  scanner.Next();
  Atom* pattern = nullptr;
  Atom* flags = nullptr;
  ASSERT_TRUE(scanner.RescanRegExp(&pattern, &flags));
  EXPECT_EQ(pattern->ToUtf8(), "[/\\]]\\/");
  EXPECT_EQ(flags->ToUtf8(), "gi");
  scanner.Next();
  EXPECT_EQ(scanner.type(), Token::kDot);
}

TEST_P(ScannerTest, SkipsComments) {
  EXPECT_EQ(All("a//b\n/*c\n*/d"), (std::vector{Token::kIdentifier, Token::kIdentifier, Token::kEnd}));
  EXPECT_EQ(All("#!x\na"), (std::vector{Token::kIdentifier, Token::kEnd}));
  EXPECT_EQ(All("--> x\na <!-- b"), (std::vector{Token::kIdentifier, Token::kEnd}));
  EXPECT_EQ(All("/*\n*/ --> x"), (std::vector{Token::kEnd}));
  EXPECT_EQ(All("a --> x").size(), 5u);
  EXPECT_EQ(All("\n--> x", true)[0], Token::kDecrement);
  EXPECT_EQ(All("/*"), (std::vector{Token::kIllegal}));
  Scanner scanner(Text("a /*\n*/ b"), atoms_, false);
  scanner.Next();
  scanner.Next();
  EXPECT_TRUE(scanner.current().newline_before);
}

TEST_P(ScannerTest, LooksOneTokenAhead) {
  Scanner scanner(Text("a b c"), atoms_, false);
  scanner.Next();
  EXPECT_EQ(scanner.Peek().start, 2u);
  EXPECT_EQ(scanner.current().start, 0u);
  scanner.Next();
  EXPECT_EQ(scanner.current().start, 2u);
  EXPECT_EQ(scanner.previous_end(), 1u);
  scanner.Next();
  EXPECT_EQ(scanner.current().start, 4u);
}

TEST(NumberToAscii, FollowsTheSpecification) {
  EXPECT_EQ(NumberToAscii(0), "0");
  EXPECT_EQ(NumberToAscii(1), "1");
  EXPECT_EQ(NumberToAscii(0.1), "0.1");
  EXPECT_EQ(NumberToAscii(1e21), "1e+21");
  EXPECT_EQ(NumberToAscii(1e20), "100000000000000000000");
  EXPECT_EQ(NumberToAscii(1.5e-7), "1.5e-7");
  EXPECT_EQ(NumberToAscii(0.000001), "0.000001");
  EXPECT_EQ(NumberToAscii(123.456), "123.456");
  EXPECT_EQ(NumberToAscii(5e-324), "5e-324");
}

TEST(SourceText, FindsLines) {
  std::u16string text = u"a\r\nb\rc\n\u2028d";
  SourceText source(std::span<const char16_t>(text.data(), text.size()));
  const LineColumn kPlaces[] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2},
                                {3, 1}, {3, 2}, {4, 1}, {5, 1}, {5, 2}};
  ASSERT_EQ(source.length() + 1, std::size(kPlaces));
  for (uint32_t i = 0; i <= source.length(); ++i) {
    EXPECT_EQ(LocateOnce(source, i).line, kPlaces[i].line) << i;
    EXPECT_EQ(LocateOnce(source, i).column, kPlaces[i].column) << i;
  }
}

TEST(SourceBuffer, TakesTheNarrowestForm) {
  EXPECT_TRUE(SourceBuffer::FromUtf8("caf\xC3\xA9").text().is_latin1());
  EXPECT_EQ(SourceBuffer::FromUtf8("caf\xC3\xA9").text().length(), 4u);
  EXPECT_FALSE(SourceBuffer::FromUtf8("\xE2\x82\xAC").text().is_latin1());
  EXPECT_TRUE(SourceBuffer::FromUtf16({u'a', u'\xE9'}).text().is_latin1());
}

}  // namespace
}  // namespace halfword::syntax
