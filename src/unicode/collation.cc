#include "unicode/collation.h"

#include <unicode/ucol.h>
#include <unicode/uloc.h>

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

}  // namespace

int CompareLocale(Text a, Text b) {
  static const UCollator* const root =
      OpenIcu("");  // never changes after it is opened; comparing is thread-safe
  return root == nullptr ? CompareUnits(a, b) : CompareWith(root, a, b);
}

std::unique_ptr<Collator> Collator::Create(std::string_view bcp47_locale) {
  char buffer[ULOC_FULLNAME_CAPACITY] = "";
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      uloc_forLanguageTag(std::string(bcp47_locale).c_str(), buffer, sizeof buffer, nullptr, &status);
  if (U_FAILURE(status) || length >= static_cast<int32_t>(sizeof buffer)) buffer[0] = '\0';
  UCollator* icu = OpenIcu(buffer);
  return icu == nullptr ? nullptr : std::unique_ptr<Collator>(new Collator(icu));
}

Collator::~Collator() { ucol_close(static_cast<UCollator*>(icu_)); }

int Collator::Compare(Text a, Text b) const { return CompareWith(static_cast<const UCollator*>(icu_), a, b); }

}  // namespace halfword::unicode
