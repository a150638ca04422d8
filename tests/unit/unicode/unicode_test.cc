#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unicode/case_mapping.h"
#include "unicode/characters.h"
#include "unicode/code_point_set.h"
#include "unicode/collation.h"
#include "unicode/normalization.h"
#include "unicode/properties.h"
#include "unicode/tables.h"
#include "unicode/utf8.h"

namespace halfword::unicode {
namespace {

Text L(const char* s) { return Text::FromAscii(s); }

TEST(TextTest, ReadsCodePointsForwardAndBackward) {
  std::u16string s = u"a\U0001F600\xD83D";
  EXPECT_EQ(CodePointAt(Utf16Span(s), 0), U'a');
  EXPECT_EQ(CodePointAt(Utf16Span(s), 1), 0x1F600u);
  EXPECT_EQ(CodePointAt(Utf16Span(s), 2), 0xDE00u);
  EXPECT_EQ(CodePointAt(Utf16Span(s), 3), 0xD83Du);
  EXPECT_EQ(CodePointBefore(Utf16Span(s), 3), 0x1F600u);
  EXPECT_EQ(CodePointBefore(Utf16Span(s), 2), 0xD83Du);
  EXPECT_EQ(CombineSurrogates(LeadSurrogate(0x10FFFF), TrailSurrogate(0x10FFFF)), 0x10FFFFu);
  std::u16string out;
  AppendUtf16(out, 0x1F600);
  AppendUtf16(out, 'x');
  EXPECT_EQ(out, u"\U0001F600x");
}

TEST(CharactersTest, KnowsIdentifiers) {
  for (char c : std::string("abcXYZ$_"))
    EXPECT_TRUE(IsIdentifierStart(static_cast<CodePoint>(c))) << uint32_t(c);
  for (CodePoint c : {0xAAu, 0xB5u, 0xBAu, 0xC0u, 0xFFu, 0x3B1u, 0x2118u, 0x1D400u, 0x20000u}) {
    EXPECT_TRUE(IsIdentifierStart(c)) << uint32_t{c};
    EXPECT_TRUE(IsIdentifierPart(c)) << uint32_t(c);
  }
  for (CodePoint c : {0xD7u, 0xF7u, 0xB7u, 0x30u, 0x200Cu, 0x2028u, 0x1F600u})
    EXPECT_FALSE(IsIdentifierStart(c)) << uint32_t(c);
  for (CodePoint c : {0xB7u, 0x30u, 0x200Cu, 0x200Du, 0x300u})
    EXPECT_TRUE(IsIdentifierPart(c)) << uint32_t(c);
  EXPECT_FALSE(IsIdentifierPart(0x1F600));
}

TEST(CharactersTest, KnowsWhiteSpace) {
  for (CodePoint c :
       {0x9u, 0xBu, 0xCu, 0x20u, 0xA0u, 0x1680u, 0x2000u, 0x200Au, 0x202Fu, 0x205Fu, 0x3000u, 0xFEFFu}) {
    EXPECT_TRUE(IsWhiteSpace(c)) << uint32_t(c);
    EXPECT_TRUE(IsWhiteSpaceOrLineTerminator(c)) << uint32_t(c);
  }
  for (CodePoint c : {0xAu, 0xDu, 0x2028u, 0x2029u}) {
    EXPECT_FALSE(IsWhiteSpace(c)) << uint32_t(c);
    EXPECT_TRUE(IsWhiteSpaceOrLineTerminator(c)) << uint32_t(c);
    EXPECT_TRUE(IsLineTerminator(c)) << uint32_t(c);
  }
  for (CodePoint c : {0x85u, 0x180Eu, 0x200Bu, 0x41u})
    EXPECT_FALSE(IsWhiteSpaceOrLineTerminator(c)) << uint32_t(c);
  EXPECT_EQ(HexValue('f'), 15u);
  EXPECT_EQ(HexValue('A'), 10u);
  EXPECT_FALSE(IsHexDigit('g'));
  EXPECT_FALSE(IsWordCharacter('-'));
}

TEST(CharactersTest, Latin1TableAgreesWithAllTables) {
  for (CodePoint c = 0; c < 256; c++) {
    EXPECT_EQ(IsIdentifierStart(c), c == '$' || c == '_' || internal::IsIdStartSlow(c)) << uint32_t(c);
    EXPECT_EQ(IsIdentifierPart(c), c == '$' || internal::IsIdContinueSlow(c)) << uint32_t(c);
  }
}

TEST(CaseTest, ConvertsLatin1InPlace) {
  std::string s = "Hello \xC9\xD7\xDF!";
  std::vector<uint8_t> out(s.size());
  Latin1Span src(reinterpret_cast<const uint8_t*>(s.data()), s.size());
  EXPECT_TRUE(ToLowerLatin1(src, out.data()));
  EXPECT_EQ(std::string(out.begin(), out.end()), "hello \xE9\xD7\xDF!");
  EXPECT_EQ(ToUpperLatin1(src, out.data()), Latin1Case::kNeedsUtf16);
  EXPECT_EQ(ToUpperLatin1(src.first(7), out.data()), Latin1Case::kChanged);
  EXPECT_EQ(ToUpperLatin1(L("ABC1").latin1(), out.data()), Latin1Case::kUnchanged);
  EXPECT_FALSE(ToLowerLatin1(L("abc1").latin1(), out.data()));
  for (unsigned c = 0; c < 256; c++) {
    uint8_t b = static_cast<uint8_t>(c), lower = 0, upper = 0;
    ToLowerLatin1({&b, 1}, &lower);
    EXPECT_EQ(lower, ToLowerSimple(c));
    if (ToUpperLatin1({&b, 1}, &upper) != Latin1Case::kNeedsUtf16) {
      EXPECT_EQ(upper, ToUpperSimple(c));
    }
    EXPECT_EQ(CanonicalizeUnicode(c), kCanonicalizeUnicodeLatin1[c]);
  }
}

TEST(CaseTest, ConvertsStrings) {
  EXPECT_EQ(ToUpper(std::u16string(u"stra\u00DFe \uFB03")), u"STRASSE FFI");
  EXPECT_EQ(ToLower(std::u16string(u"\u039F\u03A3 \u03A3\u0130")), u"\u03BF\u03C2 \u03C3i\u0307");
  EXPECT_EQ(ToUpper(L("i"), "tr"), u"\u0130");
  EXPECT_EQ(ToLower(L("I"), "tr-TR"), u"\u0131");
  EXPECT_EQ(ToLower(L("I"), "en"), u"i");
  EXPECT_EQ(ToUpper(std::u16string(u"\xD800x")), u"\xD800X");
  EXPECT_EQ(ToUpper(std::u16string(1000, u'\u0390'))->size(), 3000u);
  EXPECT_EQ(ToUpper(L("")), u"");
}

TEST(CaseTest, FollowsLanguages) {
  EXPECT_EQ(ToLower(std::u16string(u"I\u0307 \u0130 I\u0323\u0307 I\u0301\u0307"), "az"),
            u"i i i\u0323 \u0131\u0301\u0307");
  EXPECT_EQ(ToLower(std::u16string(u"\u00CC\u00CD\u0128 J\u0301 J\u0323 \u012E\u0323\u0301"), "lt"),
            u"i\u0307\u0300i\u0307\u0301i\u0307\u0303 j\u0307\u0301 j\u0323 \u012F\u0307\u0323\u0301");
  EXPECT_EQ(ToUpper(std::u16string(u"i\u0307 j\u0323\u0307 a\u0307 i\u0301\u0307"), "lt"),
            u"I J\u0323 A\u0307 I\u0301\u0307");
  EXPECT_EQ(ToUpper(std::u16string(u"\u0587"), "hy"), u"\u0535\u054E");
  EXPECT_EQ(ToUpper(std::u16string(u"\u0587")), u"\u0535\u0552");
  // Accents go, a dialytika stays or takes the place of one that told two vowels apart.
  EXPECT_EQ(ToUpper(std::u16string(u"\u03AC\u03B9 \u0390 \u03B1\u0301\u03C5"), "el"),
            u"\u0391\u03AA \u03AA \u0391\u03A5\u0308");
  // The word that is an eta with an accent keeps it.
  EXPECT_EQ(ToUpper(std::u16string(u"\u03AE \u03B3\u03AE \u03B7\u0301"), "el"),
            u"\u0389 \u0393\u0397 \u0397\u0301");
  EXPECT_EQ(ToUpper(std::u16string(u"\u1FB4\u03B1\u0345"), "el"), u"\u0391\u0399\u0391\u0399");
}

std::u16string Times(size_t n, const std::u16string& s) {
  std::u16string result;
  for (size_t i = 0; i < n; i++) result += s;
  return result;
}

// Stops at the n-th question and from then on.
struct Impatience {
  size_t questions;
  Pacer pacer() {
    auto goes_on = [](void* data, size_t, size_t) {
      size_t& questions = static_cast<Impatience*>(data)->questions;
      return questions != 0 && --questions != 0;
    };
    return {goes_on, this};
  }
};

// Allows so many bytes beyond a piece.
struct Room {
  size_t bytes;
  Pacer pacer() {
    auto goes_on = [](void* data, size_t, size_t bytes) { return bytes <= static_cast<Room*>(data)->bytes; };
    return {goes_on, this};
  }
};

constexpr size_t kMany = 3 * kPieceUnits + 1;

TEST(CaseTest, ConvertsLongStringsInPieces) {
  EXPECT_EQ(ToLower(Times(kMany, u"\u03A3")), Times(kMany - 1, u"\u03C3") + u"\u03C2");
  EXPECT_EQ(ToLower(Times(kMany, u"\u0391\u03A3 ")), Times(kMany, u"\u03B1\u03C2 "));
  EXPECT_EQ(ToUpper(Times(kMany, u"\u0390")), Times(kMany, u"\u0399\u0308\u0301"));
  EXPECT_EQ(ToLower(Times(kMany, u"\U00010400")), Times(kMany, u"\U00010428"));
  EXPECT_EQ(ToUpper(Times(kMany, u"i"), "tr"), Times(kMany, u"\u0130"));
  std::u16string ignorable = Times(kMany, u"\u00AD");
  EXPECT_EQ(ToLower(u"A\u03A3" + ignorable + u"B"), u"a\u03C3" + ignorable + u"b");
  EXPECT_EQ(ToLower(u"A\u03A3" + ignorable + u"1"), u"a\u03C2" + ignorable + u"1");
  EXPECT_EQ(ToLower(u"A" + ignorable + u"\u03A3"), u"a" + ignorable + u"\u03C2");
  EXPECT_EQ(ToLower(u"1" + ignorable + u"\u03A3"), u"1" + ignorable + u"\u03C3");
}

TEST(CaseTest, StopsBetweenPieces) {
  Impatience impatience{2};
  EXPECT_EQ(ToLower(Times(kMany, u"\u03A3"), {}, impatience.pacer()), std::nullopt);
  EXPECT_EQ(impatience.questions, 0u);
}

TEST(CaseTest, AsksForTheMemoryOfALongerResult) {
  Room enough{kMany * 3 * 9};
  EXPECT_EQ(ToUpper(Times(kMany, u"\u0390"), {}, enough.pacer()), Times(kMany, u"\u0399\u0308\u0301"));
  Room little{kMany * 3 * 2};
  EXPECT_EQ(ToUpper(Times(kMany, u"\u0390"), {}, little.pacer()), std::nullopt);
  EXPECT_EQ(ToLower(Times(kMany, u"\u00CC"), "lt", little.pacer()), std::nullopt);
  Room none{0};
  EXPECT_EQ(ToUpper(Times(kMany, u"\u03B1"), {}, none.pacer()), Times(kMany, u"\u0391"));
  EXPECT_EQ(ToUpper(Times(1, u"\u0390"), {}, none.pacer()), u"\u0399\u0308\u0301");
}

TEST(CaseTest, Canonicalizes) {
  EXPECT_EQ(CanonicalizeLegacy('a'), 'A');
  EXPECT_EQ(CanonicalizeLegacy(0x17F), 0x17F);    // ſ would enter ASCII
  EXPECT_EQ(CanonicalizeLegacy(0x212A), 0x212A);  // upper case of itself
  EXPECT_EQ(CanonicalizeLegacy(0xDF), 0xDF);
  EXPECT_EQ(CanonicalizeLegacy(0xFF), 0x178);
  EXPECT_EQ(CanonicalizeLegacy(0x1F80), 0x1F80);  // two units long
  EXPECT_EQ(CanonicalizeLegacy(0x3C2), 0x3A3);
  EXPECT_EQ(CanonicalizeUnicode(0x17F), U's');
  EXPECT_EQ(CanonicalizeUnicode(0x212A), U'k');
  EXPECT_EQ(CanonicalizeUnicode(0x1E9E), 0xDFu);
  EXPECT_EQ(CanonicalizeUnicode(0x10400), 0x10428u);
}

TEST(CodePointSetTest, KeepsRangesSortedAndMerged) {
  CodePointSet s;
  s.Add(10, 20);
  s.Add(5, 7);
  s.Add(8, 9);
  s.Add(30);
  s.Add(15, 25);
  EXPECT_THAT(s.ranges(), testing::ElementsAre(CodePointRange{5, 25}, CodePointRange{30, 30}));
  EXPECT_EQ(s.size(), 22u);
  EXPECT_TRUE(s.Contains(5));
  EXPECT_TRUE(s.Contains(25));
  EXPECT_FALSE(s.Contains(26));
  EXPECT_TRUE(s.Contains(30));
  EXPECT_EQ(s.Complement().Complement(), s);
  EXPECT_THAT(s.Intersect({{0, 5}, {25, 30}}).ranges(),
              testing::ElementsAre(CodePointRange{5, 5}, CodePointRange{25, 25}, CodePointRange{30, 30}));
  EXPECT_THAT(s.Subtract({{6, 30}}).ranges(), testing::ElementsAre(CodePointRange{5, 5}));
  EXPECT_TRUE(CodePointSet::All().Complement().empty());
  s.AddAll(s);
  EXPECT_EQ(s.size(), 22u);
}

TEST(CodePointSetTest, ClosesOverCase) {
  EXPECT_EQ(CloseOverCaseLegacy({{'k', 'k'}}), (CodePointSet{{'K', 'K'}, {'k', 'k'}}));
  EXPECT_EQ(CloseOverCaseUnicode({{'k', 'k'}}), (CodePointSet{{'K', 'K'}, {'k', 'k'}, {0x212A, 0x212A}}));
  EXPECT_EQ(CloseOverCaseUnicode({{0x212A, 0x212A}}),
            (CodePointSet{{'K', 'K'}, {'k', 'k'}, {0x212A, 0x212A}}));
  EXPECT_EQ(CloseOverCaseLegacy({{0x3C3, 0x3C3}}), (CodePointSet{{0x3A3, 0x3A3}, {0x3C2, 0x3C3}}));
  EXPECT_EQ(CloseOverCaseLegacy({{0xB5, 0xB5}}),
            (CodePointSet{{0xB5, 0xB5}, {0x39C, 0x39C}, {0x3BC, 0x3BC}}));
  EXPECT_EQ(CloseOverCaseUnicode({{0x10400, 0x10400}}),
            (CodePointSet{{0x10400, 0x10400}, {0x10428, 0x10428}}));
  EXPECT_EQ(FoldSet({{'A', 'C'}, {0x212A, 0x212A}}), (CodePointSet{{'a', 'c'}, {'k', 'k'}}));
  EXPECT_FALSE(FoldedUniverse().Contains('A'));
  EXPECT_TRUE(FoldedUniverse().Contains('a'));
}

// The closure against its definition, one code point at a time.
TEST(CodePointSetTest, ClosureMatchesCanonicalize) {
  for (CodePoint c = 0; c < 0x10000; c += c < 0x600 ? 1 : 17) {
    CodePointSet closed = CloseOverCaseLegacy({{c, c}});
    for (CodePointRange r : closed.ranges()) {
      for (CodePoint d = r.first; d <= r.last; d++) {
        EXPECT_EQ(CanonicalizeLegacy(static_cast<char16_t>(c)), CanonicalizeLegacy(static_cast<char16_t>(d)));
      }
    }
    EXPECT_TRUE(CloseOverCaseUnicode({{c, c}}).Contains(CanonicalizeUnicode(c)));
  }
}

// What is looked at as having case is all that has.
TEST(CodePointSetTest, KnowsWhereCaseIs) {
  uint32_t moved = 0;
  for (CodePoint c = 0; c <= kMaxCodePoint; c++) {
    bool folds = FoldSimple(c) != c;
    moved += folds;
    if (folds) {
      ASSERT_FALSE(FoldedUniverse().Contains(c)) << uint32_t{c};
    }
    if (c <= 0xFFFF && CanonicalizeLegacy(static_cast<char16_t>(c)) != c) {
      ASSERT_GT(CloseOverCaseLegacy({{c, c}}).size(), 1u) << uint32_t{c};
    }
  }
  EXPECT_EQ(FoldedUniverse().size(), kMaxCodePoint + 1 - moved);
}

TEST(PropertiesTest, TakesExactNamesOnly) {
  EXPECT_TRUE(IsProperty("Script", "Greek"));
  EXPECT_TRUE(IsProperty("sc", "Grek"));
  EXPECT_TRUE(IsProperty("scx", "Qaai"));
  EXPECT_TRUE(IsProperty("gc", "Uppercase_Letter"));
  EXPECT_TRUE(IsProperty("General_Category", "punct"));
  EXPECT_TRUE(IsProperty("Lu"));
  EXPECT_TRUE(IsProperty("LC"));
  EXPECT_TRUE(IsProperty("ASCII"));
  EXPECT_TRUE(IsProperty("Alpha"));
  EXPECT_TRUE(IsProperty("space"));
  for (const char* bad :
       {"lu", "Greek", "uppercaseletter", "InBasicLatin", "alphabetic", "Block", "", "Uppercase Letter",
        "Expands_On_NFC", "Composition_Exclusion", "Line_Break", "isL", "Age"}) {
    EXPECT_FALSE(IsProperty(bad)) << bad;
  }
  EXPECT_FALSE(IsProperty("Script", "greek"));
  EXPECT_FALSE(IsProperty("Script", "Afak"));
  EXPECT_FALSE(IsProperty("script", "Greek"));
  EXPECT_FALSE(IsProperty("Block", "Basic_Latin"));
  EXPECT_FALSE(IsProperty("Script", ""));
  EXPECT_TRUE(LookupProperty("Script", "Greek")->Contains(0x3B1));
  EXPECT_FALSE(LookupProperty("Script", "Greek")->Contains(0x342));
  EXPECT_TRUE(LookupProperty("Script_Extensions", "Greek")->Contains(0x342));
  EXPECT_TRUE(LookupProperty("Any")->Contains(kMaxCodePoint));
  EXPECT_EQ(LookupProperty("ASCII")->size(), 128u);
  EXPECT_FALSE(LookupProperty("Assigned")->Contains(0x378));
  EXPECT_TRUE(LookupProperty("L")->Contains('x'));
}

TEST(PropertiesTest, KnowsPropertiesOfStrings) {
  EXPECT_TRUE(IsStringProperty("RGI_Emoji"));
  EXPECT_FALSE(IsStringProperty("Emoji"));
  auto flags = LookupStringProperty("RGI_Emoji_Flag_Sequence");
  ASSERT_TRUE(flags);
  EXPECT_TRUE(flags->single.empty());
  EXPECT_TRUE(std::ranges::count(flags->strings, U"\U0001F1E9\U0001F1EA") == 1);
  auto emoji = LookupStringProperty("RGI_Emoji");
  EXPECT_TRUE(emoji->single.Contains(0x1F600));
  EXPECT_GT(emoji->strings.size(), 1000u);
  EXPECT_FALSE(LookupStringProperty("Nope"));
}

TEST(NormalizationTest, Normalizes) {
  std::u16string composed = u"\u1E9B\u0323", s = u"\u00E9\uFB01";
  EXPECT_EQ(Normalize(composed, NormalizationForm::kNFC), u"\u1E9B\u0323");
  EXPECT_EQ(Normalize(composed, NormalizationForm::kNFD), u"\u017F\u0323\u0307");
  EXPECT_EQ(Normalize(composed, NormalizationForm::kNFKC), u"\u1E69");
  EXPECT_EQ(Normalize(composed, NormalizationForm::kNFKD), u"s\u0323\u0307");
  EXPECT_EQ(Normalize(s, NormalizationForm::kNFD), u"e\u0301\uFB01");
  EXPECT_EQ(Normalize(std::u16string(3000, u'\uFDFA'), NormalizationForm::kNFKD)->size(), 54000u);
  EXPECT_EQ(IsNormalized(L("abc"), NormalizationForm::kNFKD), Normality::kYes);
  EXPECT_EQ(IsNormalized(L("\xE9"), NormalizationForm::kNFC), Normality::kYes);
  EXPECT_EQ(IsNormalized(L("\xE9"), NormalizationForm::kNFD), Normality::kNo);
  EXPECT_EQ(IsNormalized(s, NormalizationForm::kNFKC), Normality::kNo);
}

TEST(NormalizationTest, NormalizesLongStringsInPieces) {
  std::u16string s = Times(kMany, u"a\u0308\u0323"), normal = Times(kMany, u"\u1EA1\u0308");
  EXPECT_EQ(Normalize(s, NormalizationForm::kNFC), normal);
  EXPECT_EQ(IsNormalized(normal, NormalizationForm::kNFC), Normality::kYes);
  normal += u"a\u0323";  // its last piece is not
  EXPECT_EQ(IsNormalized(normal, NormalizationForm::kNFC), Normality::kNo);
  EXPECT_EQ(Normalize(Times(kMany, u"\uAC01"), NormalizationForm::kNFD), Times(kMany, u"\u1100\u1161\u11A8"));
}

TEST(NormalizationTest, NormalizesRunsWithoutBoundary) {
  EXPECT_EQ(Normalize(u"a" + Times(kMany, u"\u0308\u0323"), NormalizationForm::kNFC),
            u"\u1EA1" + Times(kMany - 1, u"\u0323") + Times(kMany, u"\u0308"));
  EXPECT_EQ(Normalize(u"a" + Times(kMany, u"\u0308\u0323"), NormalizationForm::kNFKD),
            u"a" + Times(kMany, u"\u0323") + Times(kMany, u"\u0308"));
  EXPECT_EQ(Normalize(u"\u1E69" + Times(kMany, u"\u0344"), NormalizationForm::kNFC),
            u"\u1E69" + Times(kMany, u"\u0308\u0301"));
  // Starters that compose with what is before them.
  EXPECT_EQ(Normalize(u"\u1100" + Times(kMany, u"\u1161"), NormalizationForm::kNFC),
            u"\uAC00" + Times(kMany - 1, u"\u1161"));
  EXPECT_EQ(Normalize(u"\u1100\u1161" + Times(kMany, u"\u11A8"), NormalizationForm::kNFC),
            u"\uAC01" + Times(kMany - 1, u"\u11A8"));
  // A mark of a lower class between does not block, one of the same class does.
  EXPECT_EQ(Normalize(u"o\u031B" + Times(kMany, u"\u0323"), NormalizationForm::kNFC),
            u"\u1EE3" + Times(kMany - 1, u"\u0323"));
}

TEST(NormalizationTest, StopsBetweenPieces) {
  Impatience impatience{2};
  std::u16string run = u"a" + Times(kMany, u"\u0308\u0323");
  EXPECT_EQ(Normalize(run, NormalizationForm::kNFC, impatience.pacer()), std::nullopt);
  impatience.questions = 1;
  EXPECT_EQ(IsNormalized(run, NormalizationForm::kNFC, impatience.pacer()), Normality::kStopped);
}

TEST(NormalizationTest, AsksForTheMemoryOfALongerResult) {
  Room little{kMany * 18 * 2};
  EXPECT_EQ(Normalize(Times(kMany, u"\uFDFA"), NormalizationForm::kNFKD, little.pacer()), std::nullopt);
  std::u16string marks = u"a" + Times(kMany, u"\u0344");
  Room few{kMany * 2 * 4};
  EXPECT_EQ(Normalize(marks, NormalizationForm::kNFD, few.pacer()), std::nullopt);
  Room none{0};
  EXPECT_EQ(Normalize(Times(kMany, u"\u2126"), NormalizationForm::kNFC, none.pacer()),
            Times(kMany, u"\u03A9"));
}

TEST(NormalizationTest, TakesLatin1InPieces) {
  std::string wide(kMany, '\xE9'), plain(kMany, 'e');
  EXPECT_EQ(Normalize(Text::FromAscii(wide), NormalizationForm::kNFD), Times(kMany, u"e\u0301"));
  EXPECT_EQ(IsNormalized(Text::FromAscii(wide), NormalizationForm::kNFD), Normality::kNo);
  EXPECT_EQ(IsNormalized(Text::FromAscii(plain + "\xE9"), NormalizationForm::kNFD), Normality::kNo);
  EXPECT_EQ(IsNormalized(Text::FromAscii(wide), NormalizationForm::kNFKC), Normality::kYes);
  EXPECT_EQ(IsNormalized(Text::FromAscii(wide + "\xAA"), NormalizationForm::kNFKC), Normality::kNo);
  Impatience impatience{1};
  EXPECT_EQ(IsNormalized(Text::FromAscii(wide), NormalizationForm::kNFKC, impatience.pacer()),
            Normality::kStopped);
}

TEST(NormalizationTest, RepairsSurrogates) {
  std::u16string s = u"a\xD800z\U0001F600\xDC00\xD800";
  EXPECT_FALSE(IsWellFormed(s));
  EXPECT_EQ(FindLoneSurrogate(s), 1u);
  MakeWellFormed(s);
  EXPECT_EQ(s, u"a\uFFFDz\U0001F600\uFFFD\uFFFD");
  EXPECT_TRUE(IsWellFormed(s));
}

std::u16string Decoded(std::string_view utf8) {
  std::u16string out(AnalyzeUtf8(utf8).utf16_length, u'\0');
  DecodeUtf8ToUtf16(utf8, out.data());
  return out;
}

TEST(Utf8Test, RoundTrips) {
  std::u16string s = u"a\u00E9\u0800\uFFFF\U0001F600\U0010FFFF";
  std::string utf8 = ToUtf8(s);
  EXPECT_EQ(utf8, "a\xC3\xA9\xE0\xA0\x80\xEF\xBF\xBF\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF");
  EXPECT_EQ(Decoded(utf8), s);
  EXPECT_TRUE(AnalyzeUtf8(utf8).is_valid);
  EXPECT_EQ(ToUtf8(L("abc\xE9 and a longer text")), "abc\xC3\xA9 and a longer text");
  Utf8Analysis a = AnalyzeUtf8("abc\xC3\xA9 and a longer text");
  EXPECT_TRUE(a.is_latin1);
  EXPECT_FALSE(a.is_ascii);
  std::vector<uint8_t> out(a.utf16_length);
  DecodeUtf8ToLatin1("abc\xC3\xA9 and a longer text", out.data());
  EXPECT_EQ(std::string(out.begin(), out.end()), "abc\xE9 and a longer text");
  EXPECT_FALSE(AnalyzeUtf8("\xC4\x80").is_latin1);
  EXPECT_TRUE(AnalyzeUtf8("abcdefghijklmnop").is_ascii);
}

TEST(Utf8Test, ReplacesMaximalSubparts) {
  const std::pair<const char*, const char16_t*> kCases[] = {
      {"\x80", u"\uFFFD"},
      {"\xC0\x80", u"\uFFFD\uFFFD"},
      {"\xE2\x82", u"\uFFFD"},
      {"\xE2\x82x", u"\uFFFDx"},
      {"\xF0\x9F\x98", u"\uFFFD"},
      {"\xED\xA0\x80", u"\uFFFD\uFFFD\uFFFD"},  // an encoded surrogate
      {"\xF4\x90\x80\x80", u"\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xF5z", u"\uFFFDz"},
      {"\xE0\x80\x80", u"\uFFFD\uFFFD\uFFFD"},
      {"a\xF0\x80z", u"a\uFFFD\uFFFDz"},
  };
  for (auto [in, out] : kCases) {
    EXPECT_EQ(Decoded(in), out) << in;
    EXPECT_FALSE(AnalyzeUtf8(in).is_valid);
    EXPECT_FALSE(AnalyzeUtf8(in).is_latin1);
  }
  EXPECT_EQ(AnalyzeUtf8("ab\xFFz").error_offset, 2u);
}

TEST(Utf8Test, EncodesLoneSurrogatesAsReplacement) {
  std::u16string s = u"\xD800z\xDC00";
  EXPECT_EQ(ToUtf8(s), "\xEF\xBF\xBDz\xEF\xBF\xBD");
  EXPECT_EQ(Utf8Length(s), 7u);
  EXPECT_FALSE(ToUtf8Strict(s));
  EXPECT_TRUE(ToUtf8Strict(std::u16string(u"\U0001F600")));
}

TEST(Utf8Test, EncodesIntoWholeCodePoints) {
  char buffer[8];
  std::u16string s = u"a\U0001F600b";
  EncodeIntoResult r = EncodeUtf8Into(s, buffer, 4);
  EXPECT_EQ(r.read, 1u);
  EXPECT_EQ(r.written, 1u);
  r = EncodeUtf8Into(s, buffer, 5);
  EXPECT_EQ(r.read, 3u);
  EXPECT_EQ(r.written, 5u);
  r = EncodeUtf8Into(s, buffer, 8);
  EXPECT_EQ(r.read, 4u);
  EXPECT_EQ(r.written, 6u);
}

TEST(Utf8Test, ClassifiesAndConvertsWidths) {
  std::u16string s(200, u'x');
  EXPECT_TRUE(IsLatin1(s));
  s[130] = 0x100;
  EXPECT_FALSE(IsLatin1(s));
  std::string bytes(100, 'x');
  EXPECT_TRUE(IsAscii(L(bytes.c_str()).latin1()));
  bytes[99] = '\x80';
  EXPECT_FALSE(IsAscii(L(bytes.c_str()).latin1()));
}

// What a quick look takes for normal or for composed one by one must be so.
TEST(NormalizationTest, OrdersBeforeItComposes) {
  for (NormalizationForm form : {NormalizationForm::kNFC, NormalizationForm::kNFKC}) {
    EXPECT_EQ(Normalize(std::u16string(u"a\u0308\u0323"), form), u"\u1EA1\u0308");
    EXPECT_EQ(Normalize(std::u16string(u"a\u0302\u0301"), form), u"\u1EA5");
    EXPECT_EQ(Normalize(std::u16string(u"\u00E4\u0323"), form), u"\u1EA1\u0308");
    EXPECT_EQ(Normalize(std::u16string(u"\u1100\u1161\u11A8\u0301"), form), u"\uAC01\u0301");
    EXPECT_EQ(Normalize(std::u16string(u"\u0301\u0316"), form), u"\u0316\u0301");
    EXPECT_EQ(Normalize(std::u16string(u"\u09C7\u0301\u09BE"), form), u"\u09C7\u0301\u09BE");  // blocked
  }
  EXPECT_EQ(Normalize(std::u16string(u"\u00E9\u0316"), NormalizationForm::kNFD), u"e\u0316\u0301");
  EXPECT_EQ(Normalize(std::u16string(u"\uAC01\u0301\u0316"), NormalizationForm::kNFD),
            u"\u1100\u1161\u11A8\u0316\u0301");
  EXPECT_EQ(Normalize(L("\xE9"), NormalizationForm::kNFD), u"e\u0301");
}

TEST(CollationTest, ComparesAsPeopleDo) {
  EXPECT_LT(CompareLocale(L("a"), L("B")), 0);
  EXPECT_LT(CompareLocale(L("a"), L("A")), 0);
  EXPECT_GT(CompareLocale(L("b"), L("A")), 0);
  EXPECT_EQ(CompareLocale(L("x"), std::u16string(u"x")), 0);
  EXPECT_EQ(CompareLocale(std::u16string(u"o\u0308"), L("\xF6")), 0);
  EXPECT_EQ(CompareLocale(std::u16string(u"\u1E0B\u0323"), std::u16string(u"\u1E0D\u0307")), 0);
  EXPECT_LT(CompareLocale(L("\xE9"), L("f")), 0);
  std::u16string composed = Times(kMany, u"\u00E4"), decomposed = Times(kMany, u"a\u0308");
  EXPECT_EQ(CompareLocale(composed, decomposed), 0);
  EXPECT_GT(CompareLocale(composed + u"b", decomposed), 0);
  EXPECT_LT(CompareLocale(decomposed + u"b", composed + u"B"), 0);
  Impatience impatience{3};
  EXPECT_EQ(CompareLocale(composed, decomposed, impatience.pacer()), std::nullopt);
}

}  // namespace
}  // namespace halfword::unicode
