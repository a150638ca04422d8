#include "intl/language_tag.h"

#include <gtest/gtest.h>

#include "intl/locales.h"

#if HALFWORD_INTL

namespace halfword::intl {
namespace {

TEST(LanguageTagTest, TakesTagsApartAndPutsThemTogether) {
  auto tag = LanguageTag::Parse("SR-latn-rs-Ekavsk-t-EN-t0-abc-U-attr-CA-Islamic-Civil-kn-x-A-1");
  ASSERT_TRUE(tag);
  EXPECT_EQ(tag->BaseName(), "sr-Latn-RS-ekavsk");
  EXPECT_EQ(*tag->FindKeyword("ca"), "islamic-civil");
  EXPECT_EQ(*tag->FindKeyword("kn"), "");
  EXPECT_EQ(tag->FindKeyword("co"), nullptr);
  EXPECT_EQ(tag->ToString(), "sr-Latn-RS-ekavsk-t-en-t0-abc-u-attr-ca-islamic-civil-kn-x-a-1");
}

TEST(LanguageTagTest, RefusesWhatTheGrammarRefuses) {
  for (const char* bad : {"",
                          "-",
                          "a",
                          "abcd",
                          "en--US",
                          "en-",
                          "en-US-",
                          "en-u",
                          "en-u-",
                          "en-a",
                          "en-a-b",
                          "en-x",
                          "en-a-bcd-a-efg",
                          "en-u-ca-u-co",
                          "de-1996-1996",
                          "en-t",
                          "en-t-t0",
                          "en-t-t0-x",
                          "x-a",
                          "en-abcdefghi"})
    EXPECT_FALSE(LanguageTag::Parse(bad)) << bad;
  EXPECT_FALSE(LanguageTag::Parse("en-x-" + std::string(2000, 'a')));
}

TEST(LanguageTagTest, CanonicalTags) {
  EXPECT_EQ(CanonicalizeLanguageTag("iw-il"), "he-IL");
  EXPECT_EQ(CanonicalizeLanguageTag("zh-hant-tw"), "zh-Hant-TW");
  EXPECT_EQ(CanonicalizeLanguageTag("zh-TW"), "zh-TW");
  EXPECT_EQ(CanonicalizeLanguageTag("sl-rozaj-biske-1994"), "sl-1994-biske-rozaj");
  EXPECT_EQ(CanonicalizeKeywordValue("ca", "Islamicc"), "islamic-civil");
  EXPECT_EQ(Maximize("zh-TW"), "zh-Hant-TW");
  EXPECT_EQ(Minimize("zh-Hant-TW"), "zh-TW");
}

TEST(LocalesTest, ResolvesByPrefixAndFollowsKnownKeywords) {
  EXPECT_EQ(BestAvailableLocale(LocaleSet::kGeneral, "de-Latn-DE-1996"), "de");
  EXPECT_EQ(BestAvailableLocale(LocaleSet::kGeneral, "zh-TW"), "zh-TW");
  EXPECT_EQ(BestAvailableLocale(LocaleSet::kGeneral, "xx"), "");
  LocaleKey keys[] = {{"nu", {}, ""}, {"ca", "hebrew", ""}};
  std::string requested[] = {"xx", "de-u-ca-buddhist-nu-arab"};
  ResolvedLocale resolved = ResolveLocale(LocaleSet::kGeneral, requested, keys);
  EXPECT_EQ(resolved.locale, "de-u-nu-arab");
  EXPECT_EQ(resolved.data_locale, "de");
  EXPECT_EQ(keys[0].value, "arab");
  EXPECT_EQ(keys[1].value, "hebrew");
}

TEST(LocalesTest, TimeZonesInAnyCase) {
  EXPECT_EQ(FindTimeZone("eUROPE/bERLIN").identifier, "Europe/Berlin");
  EXPECT_EQ(FindTimeZone("Asia/Calcutta").primary, "Asia/Kolkata");
  EXPECT_EQ(FindTimeZone("Nowhere").identifier, "");
}

}  // namespace
}  // namespace halfword::intl

#endif
