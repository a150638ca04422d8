#include <unicode/ucol.h>
#include <unicode/uiter.h>
#include <unicode/uloc.h>

#include <algorithm>

#include "unicode/collation.h"

namespace halfword::unicode {

namespace {

UCollator* OpenIcu(const char* icu_locale) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator* collator = ucol_open(icu_locale, &status);
  if (U_FAILURE(status)) return nullptr;
  // Canonically equivalent strings must compare equal, whatever their order of combining marks.
  ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status);
  return collator;
}

int CompareWith(const UCollator* collator, Text a, Text b) {
  std::u16string wide_a, wide_b;
  Utf16Span sa, sb;
  if (a.is_two_byte()) {
    sa = a.utf16();
  } else {
    wide_a = a.ToUtf16();
    sa = wide_a;
  }
  if (b.is_two_byte()) {
    sb = b.utf16();
  } else {
    wide_b = b.ToUtf16();
    sb = wide_b;
  }
  return ucol_strcoll(collator, sa.data(), static_cast<int32_t>(sa.size()), sb.data(),
                      static_cast<int32_t>(sb.size()));
}

int CompareUnits(Text a, Text b) {
  size_t n = a.size() < b.size() ? a.size() : b.size();
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

// A text as ICU's collation reads it from a source of its own, one unit at a time. Where the pacer stops, the
// text is at its end.
class PacedText {
 public:
  PacedText(Text text, const Pacer& pacer) : text_(text), pacer_(pacer), end_(text.size()) {
    uiter_setString(&iterator_, u"", 0);  // for what is not set below
    iterator_.context = this;
    iterator_.getIndex = [](UCharIterator* i, UCharIteratorOrigin origin) {
      return static_cast<int32_t>(Of(i).Origin(origin));
    };
    iterator_.move = [](UCharIterator* i, int32_t delta, UCharIteratorOrigin origin) {
      PacedText& t = Of(i);
      int64_t to = static_cast<int64_t>(t.Origin(origin)) + delta;
      t.at_ = static_cast<size_t>(std::clamp<int64_t>(to, 0, static_cast<int64_t>(t.end_)));
      return static_cast<int32_t>(t.at_);
    };
    iterator_.hasNext = [](UCharIterator* i) -> UBool { return Of(i).at_ < Of(i).end_; };
    iterator_.hasPrevious = [](UCharIterator* i) -> UBool { return Of(i).at_ > 0; };
    iterator_.current = [](UCharIterator* i) -> UChar32 {
      PacedText& t = Of(i);
      return t.at_ < t.end_ ? t.text_[t.at_] : U_SENTINEL;
    };
    iterator_.next = [](UCharIterator* i) -> UChar32 { return Of(i).Next(); };
    iterator_.previous = [](UCharIterator* i) -> UChar32 {
      PacedText& t = Of(i);
      return t.at_ > 0 ? t.text_[--t.at_] : U_SENTINEL;
    };
    iterator_.getState = [](const UCharIterator* i) -> uint32_t { return static_cast<uint32_t>(Of(i).at_); };
    iterator_.setState = [](UCharIterator* i, uint32_t state, UErrorCode*) {
      Of(i).at_ = std::min<size_t>(state, Of(i).end_);
    };
  }
  PacedText(const PacedText&) = delete;
  PacedText& operator=(const PacedText&) = delete;

  UCharIterator* iterator() { return &iterator_; }
  bool was_stopped() const { return was_stopped_; }

 private:
  static PacedText& Of(const UCharIterator* i) {
    return *const_cast<PacedText*>(static_cast<const PacedText*>(i->context));
  }
  size_t Origin(UCharIteratorOrigin origin) const {
    switch (origin) {
      case UITER_CURRENT: return at_;
      case UITER_LIMIT:
      case UITER_LENGTH: return end_;
      default: return 0;
    }
  }
  UChar32 Next() {
    if (at_ >= end_) return U_SENTINEL;
    if (++read_ % kPieceUnits == 0 && !pacer_.GoesOn(kPieceUnits)) {
      was_stopped_ = true;
      end_ = at_;
      return U_SENTINEL;
    }
    return text_[at_++];
  }

  Text text_;
  const Pacer& pacer_;
  UCharIterator iterator_;
  size_t at_ = 0, end_, read_ = 0;
  bool was_stopped_ = false;
};

// What ICU keeps of each unit of both texts while it may still need it: collation elements.
constexpr size_t kElementBytes = 16;

std::optional<int> CompareInPieces(const UCollator* collator, Text a, Text b, const Pacer& pacer) {
  if (!pacer.GoesOn(0, (a.size() + b.size()) * kElementBytes)) return std::nullopt;
  PacedText paced_a(a, pacer), paced_b(b, pacer);
  UErrorCode status = U_ZERO_ERROR;
  UCollationResult result = ucol_strcollIter(collator, paced_a.iterator(), paced_b.iterator(), &status);
  if (paced_a.was_stopped() || paced_b.was_stopped()) return std::nullopt;
  return U_FAILURE(status) ? CompareUnits(a, b) : static_cast<int>(result);
}

// The order of ASCII in the root collation: primary weights as ranks, 0 for what the collation ignores. No
// ASCII characters contract or expand there, and case is the only difference below the primary level.
struct AsciiOrder {
  uint8_t primary[128] = {};

  explicit AsciiOrder(const UCollator* root) {
    char16_t characters[128];
    int count = 0;
    for (char16_t c = 1; c < 128; c++) {
      char16_t lower = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
      if (lower == c && ucol_strcoll(root, &c, 1, u"", 0) != UCOL_EQUAL) characters[count++] = c;
    }
    std::sort(characters, characters + count,
              [root](char16_t x, char16_t y) { return ucol_strcoll(root, &x, 1, &y, 1) == UCOL_LESS; });
    for (int i = 0; i < count; i++) primary[characters[i]] = static_cast<uint8_t>(i + 1);
    for (int c = 'A'; c <= 'Z'; c++) primary[c] = primary[c | 0x20];
  }
  uint8_t Primary(uint8_t c) const { return c < 128 ? primary[c] : 0; }

  // False: the texts have characters that only ICU can order. They are not longer than a piece.
  bool Compare(Latin1Span a, Latin1Span b, int* result) const {
    size_t n = std::min(a.size(), b.size());
    int by_case = 0;
    for (size_t i = 0; i < n; i++) {
      uint8_t p = Primary(a[i]), q = Primary(b[i]);
      if (p == 0 || q == 0) return false;
      if (p != q) {
        *result = p < q ? -1 : 1;
        return true;
      }
      if (by_case == 0 && a[i] != b[i]) by_case = a[i] > b[i] ? -1 : 1;  // lower case first
    }
    for (uint8_t c : a.size() > n ? a.subspan(n) : b.subspan(n)) {
      if (Primary(c) == 0) return false;
    }
    *result = a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : by_case;
    return true;
  }
};

}  // namespace

std::optional<int> CompareLocale(Text a, Text b, const Pacer& pacer) {
  // Never changes after it is opened; comparing is thread-safe.
  static const UCollator* const root = OpenIcu("");
  if (root == nullptr) return CompareUnits(a, b);
  if (std::max(a.size(), b.size()) > kPieceUnits) return CompareInPieces(root, a, b, pacer);
  if (!a.is_two_byte() && !b.is_two_byte()) {
    static const AsciiOrder ascii(root);
    int result;
    if (ascii.Compare(a.latin1(), b.latin1(), &result)) return result;
  }
  return CompareWith(root, a, b);
}

std::optional<int> CompareBy(const void* collator, Text a, Text b, const Pacer& pacer) {
  auto* icu = static_cast<const UCollator*>(collator);
  if (std::max(a.size(), b.size()) > kPieceUnits) return CompareInPieces(icu, a, b, pacer);
  return CompareWith(icu, a, b);
}

}  // namespace halfword::unicode
