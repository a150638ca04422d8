// The order of strings without ICU, for a build without Intl: letters by their code points without regard to
// case and marks, then by marks, then lower case first.
#include <algorithm>

#include "unicode/case_mapping.h"
#include "unicode/characters.h"
#include "unicode/collation.h"
#include "unicode/normalization.h"
#include "unicode/tables.h"

namespace halfword::unicode {

namespace {

// Reads the characters of a decomposed text as one level sees them.
class Reader {
 public:
  enum Level { kLetters, kMarks, kCases };
  Reader(Utf16Span text, Level level) : text_(text), level_(level) {}

  // What is compared of the next character; 0 at the end.
  uint32_t Next() {
    while (at_ < text_.size()) {
      CodePoint c = CodePointAt(text_, at_);
      at_ += static_cast<size_t>(Utf16Length(c));
      if (level_ == kLetters && tables::CombiningClass(c) != 0) continue;
      CodePoint folded = FoldSimple(c);
      uint32_t kind = IsIdentifierStart(folded) ? 3 : IsIdentifierPart(folded) ? 2 : 1;
      return kind << 24 | (level_ == kCases ? uint32_t{folded != c} << 23 : 0) | folded;
    }
    return 0;
  }
  size_t at() const { return at_; }

 private:
  Utf16Span text_;
  Level level_;
  size_t at_ = 0;
};

}  // namespace

std::optional<int> CompareLocale(Text a, Text b, const Pacer& pacer) {
  std::optional<std::u16string> normal_a = Normalize(a, NormalizationForm::kNFD, pacer);
  if (!normal_a) return std::nullopt;
  std::optional<std::u16string> normal_b = Normalize(b, NormalizationForm::kNFD, pacer);
  if (!normal_b) return std::nullopt;
  if (*normal_a == *normal_b) return 0;
  for (Reader::Level level : {Reader::kLetters, Reader::kMarks, Reader::kCases}) {
    Reader left(*normal_a, level), right(*normal_b, level);
    for (size_t question = kPieceUnits;;) {
      uint32_t x = left.Next(), y = right.Next();
      if (x != y) return x < y ? -1 : 1;
      if (x == 0) break;
      if (left.at() >= question) {
        if (!pacer.GoesOn(kPieceUnits)) return std::nullopt;
        question = left.at() + kPieceUnits;
      }
    }
  }
  return *normal_a < *normal_b ? -1 : 1;
}

}  // namespace halfword::unicode
