#include "unicode/normalization.h"

#include <unicode/unorm2.h>

#include "unicode/utf8.h"

namespace halfword::unicode {

namespace {

const UNormalizer2* Instance(NormalizationForm form) {
  UErrorCode status = U_ZERO_ERROR;
  switch (form) {
    case NormalizationForm::kNFC: return unorm2_getNFCInstance(&status);
    case NormalizationForm::kNFD: return unorm2_getNFDInstance(&status);
    case NormalizationForm::kNFKC: return unorm2_getNFKCInstance(&status);
    case NormalizationForm::kNFKD: return unorm2_getNFKDInstance(&status);
  }
  return nullptr;
}

}  // namespace

bool IsNormalized(Text src, NormalizationForm form) {
  if (!src.is_two_byte()) {
    if (form == NormalizationForm::kNFC || IsAscii(src.latin1())) return true;
    return Normalize(src, form) == src.ToUtf16();
  }
  UErrorCode status = U_ZERO_ERROR;
  Utf16Span s = src.utf16();
  bool normal = unorm2_isNormalized(Instance(form), s.data(), static_cast<int32_t>(s.size()), &status);
  return U_SUCCESS(status) && normal;
}

std::u16string Normalize(Text src, NormalizationForm form) {
  std::u16string units = src.ToUtf16();
  const UNormalizer2* normalizer = Instance(form);
  if (normalizer == nullptr) return units;
  UErrorCode status = U_ZERO_ERROR;
  std::u16string out(units.size() + units.size() / 4 + 16, u'\0');
  int32_t length = unorm2_normalize(normalizer, units.data(), static_cast<int32_t>(units.size()), out.data(),
                                    static_cast<int32_t>(out.size()), &status);
  if (status == U_BUFFER_OVERFLOW_ERROR) {
    status = U_ZERO_ERROR;
    out.resize(static_cast<size_t>(length));
    length = unorm2_normalize(normalizer, units.data(), static_cast<int32_t>(units.size()), out.data(),
                              length, &status);
  }
  if (U_FAILURE(status)) return units;
  out.resize(static_cast<size_t>(length));
  return out;
}

size_t FindLoneSurrogate(Utf16Span s, size_t from) {
  size_t n = s.size();
  for (size_t i = from; i < n; i++) {
    if (HW_LIKELY(!IsSurrogate(s[i]))) continue;
    if (IsLeadSurrogate(s[i]) && i + 1 < n && IsTrailSurrogate(s[i + 1])) {
      i++;
    } else {
      return i;
    }
  }
  return n;
}

bool IsWellFormed(Utf16Span s) { return FindLoneSurrogate(s) == s.size(); }

void MakeWellFormed(std::span<char16_t> s) {
  Utf16Span view(s.data(), s.size());
  for (size_t i = FindLoneSurrogate(view); i < s.size(); i = FindLoneSurrogate(view, i + 1)) {
    s[i] = static_cast<char16_t>(kReplacementCharacter);
  }
}

}  // namespace halfword::unicode
