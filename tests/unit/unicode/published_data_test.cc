// The tables against published data: digests of what the engine answers, and of what the data says, which
// tools/unicode_tables.py computed without the tables (digests.inc).
#include <gtest/gtest.h>

#include <algorithm>

#include "unicode/case_mapping.h"
#include "unicode/normalization.h"
#include "unicode/properties.h"
#include "unicode/tables.h"

namespace halfword::unicode {
namespace {

// FNV-1a with 64 bits over numbers of 32.
class Digest {
 public:
  void Add(uint32_t number) { value_ = (value_ ^ number) * 0x100000001B3; }
  void Add(Utf16Span units) {
    for (size_t i = 0; i < units.size();) {
      CodePoint c = CodePointAt(units, i);
      i += static_cast<size_t>(Utf16Length(c));
      Add(uint32_t{c});
    }
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xCBF29CE484222325;
};

uint64_t DigestOf(const std::optional<CodePointSet>& set) {
  Digest digest;
  if (!set) return 0;
  for (CodePointRange range : set->ranges()) {
    digest.Add(uint32_t{range.first});
    digest.Add(uint32_t{range.last});
  }
  return digest.value();
}

uint64_t DigestOf(std::optional<StringSet> set) {
  Digest digest;
  if (!set) return 0;
  for (CodePointRange range : set->single.ranges()) {
    for (CodePoint c = range.first; c <= range.last; c++) set->strings.push_back({c});
  }
  std::ranges::sort(set->strings);
  for (const std::u32string& s : set->strings) {
    digest.Add(static_cast<uint32_t>(s.size()));
    for (char32_t c : s) digest.Add(uint32_t{c});
  }
  return digest.value();
}

// Of what `add` says of every code point.
template <typename F>
uint64_t DigestOfAll(F add) {
  Digest digest;
  for (CodePoint c = 0; c <= kMaxCodePoint; c++) {
    std::u16string text;
    AppendUtf16(text, c);
    add(digest, c, text);
  }
  return digest.value();
}

TEST(PublishedDataTest, PropertiesAreThose) {
  int count = 0;
#define HW_SET(property, value, expected)                                                            \
  EXPECT_EQ(DigestOf(*property ? LookupProperty(property, value) : LookupProperty(value)), expected) \
      << property << "=" << value;                                                                   \
  count++;
#include "digests.inc"
  EXPECT_EQ(count, 871);
}

TEST(PublishedDataTest, PropertiesOfStringsAreThose) {
#define HW_STRINGS(name, expected) EXPECT_EQ(DigestOf(LookupStringProperty(name)), expected) << name;
#include "digests.inc"
}

uint64_t DigestOfForm(NormalizationForm form) {
  return DigestOfAll([form](Digest& digest, CodePoint, const std::u16string& s) {
    std::optional<std::u16string> normal = Normalize(s, form);
    digest.Add(*normal);
    bool is_normal = IsNormalized(s, form) == Normality::kYes;
    if (is_normal != (*normal == s)) digest.Add(0u);
  });
}

TEST(PublishedDataTest, MappingsAreThose) {
  uint64_t SimpleLower = DigestOfAll([](Digest& d, CodePoint c, auto&) { d.Add(ToLowerSimple(c)); });
  uint64_t SimpleUpper = DigestOfAll([](Digest& d, CodePoint c, auto&) { d.Add(ToUpperSimple(c)); });
  uint64_t Fold = DigestOfAll([](Digest& d, CodePoint c, auto&) { d.Add(FoldSimple(c)); });
  uint64_t Lower = DigestOfAll([](Digest& d, CodePoint, auto& s) { d.Add(*ToLower(s)); });
  uint64_t Upper = DigestOfAll([](Digest& d, CodePoint, auto& s) { d.Add(*ToUpper(s)); });
  uint64_t NFC = DigestOfForm(NormalizationForm::kNFC), NFD = DigestOfForm(NormalizationForm::kNFD);
  uint64_t NFKC = DigestOfForm(NormalizationForm::kNFKC), NFKD = DigestOfForm(NormalizationForm::kNFKD);
#define HW_MAPPING(name, expected) EXPECT_EQ(name, expected) << #name;
#include "digests.inc"
}

}  // namespace
}  // namespace halfword::unicode
