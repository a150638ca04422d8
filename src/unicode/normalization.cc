#include "unicode/normalization.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include <algorithm>
#include <utility>
#include <vector>

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

bool Composes(NormalizationForm form) {
  return form == NormalizationForm::kNFC || form == NormalizationForm::kNFKC;
}

bool IsNormalizedAtOnce(const UNormalizer2* normalizer, Utf16Span s) {
  UErrorCode status = U_ZERO_ERROR;
  bool normal = unorm2_isNormalized(normalizer, s.data(), static_cast<int32_t>(s.size()), &status);
  return U_SUCCESS(status) && normal;
}

std::u16string NormalizeAtOnce(const UNormalizer2* normalizer, Utf16Span units) {
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
  if (U_FAILURE(status)) return std::u16string(units.begin(), units.end());
  out.resize(static_cast<size_t>(length));
  return out;
}

// Text without a boundary for longer than a piece, normalised in time proportional to its length (ICU moves
// every mark before all that it has to come before). The algorithm is that of the Unicode Standard, section
// 3.11: decompose, order the marks, compose.
class LongRun {
 public:
  LongRun(NormalizationForm form, const Pacer& pacer)
      : normalizer_(Instance(form)), composes_(Composes(form)), pacer_(pacer) {}

  // False: the pacer stopped it.
  bool AppendTo(std::u16string* out, Utf16Span units) {
    if (!pacer_.GoesOn(0, units.size() * 2 * sizeof(Character))) return false;
    characters_.reserve(units.size());
    if (!Decompose(units) || !Order()) return false;
    if (composes_ && !Compose()) return false;
    for (const Character& c : characters_) AppendUtf16(*out, c.code_point);
    return true;
  }

 private:
  struct Character {
    uint32_t code_point : 24;
    uint32_t combining_class : 8;
  };

  void Append(CodePoint c) {
    characters_.push_back(
        {static_cast<uint32_t>(c & 0xFFFFFF), u_getCombiningClass(static_cast<UChar32>(c))});
  }

  bool Decompose(Utf16Span units) {
    for (size_t i = 0; i < units.size();) {
      CodePoint c = CodePointAt(units, i);
      i += static_cast<size_t>(Utf16Length(c));
      UErrorCode status = U_ZERO_ERROR;
      char16_t buffer[32];
      int32_t length = unorm2_getDecomposition(normalizer_, static_cast<UChar32>(c), buffer, 32, &status);
      if (length < 0 || U_FAILURE(status)) {
        Append(c);
      } else {
        Utf16Span parts(buffer, static_cast<size_t>(length));
        for (size_t k = 0; k < parts.size(); k += static_cast<size_t>(Utf16Length(CodePointAt(parts, k))))
          Append(CodePointAt(parts, k));
      }
      if (!KeepsOn()) return false;
    }
    return true;
  }

  // Each sequence of marks by their classes, those of one class as they are.
  bool Order() {
    auto is_mark = [](const Character& c) { return c.combining_class != 0; };
    for (auto from = characters_.begin();;) {
      from = std::find_if(from, characters_.end(), is_mark);
      if (from == characters_.end()) return true;
      auto to = std::find_if_not(from, characters_.end(), is_mark);
      if (!OrderMarks(from, to)) return false;
      from = to;
    }
  }
  using Iterator = std::vector<Character>::iterator;
  bool OrderMarks(Iterator from, Iterator to) {  // counting sort
    size_t begin[257] = {};
    for (auto c = from; c != to; ++c) begin[c->combining_class + 1]++;
    for (int k = 0; k < 256; k++) begin[k + 1] += begin[k];
    std::vector<Character> sorted(static_cast<size_t>(to - from));
    for (auto c = from; c != to; ++c) {
      sorted[begin[c->combining_class]++] = *c;
      if (!KeepsOn()) return false;
    }
    std::copy(sorted.begin(), sorted.end(), from);
    return true;
  }

  bool Compose() {
    constexpr size_t kNone = ~size_t{0};
    size_t starter = kNone, size = 0;
    for (Character c : characters_) {
      // Blocked: behind a starter or a mark of its class or a higher one that was not composed.
      bool adjacent = starter != kNone && size == starter + 1;
      bool blocked = !adjacent && size > 0 && characters_[size - 1].combining_class >= c.combining_class;
      UChar32 composed = -1;
      if (starter != kNone && !blocked) {
        composed = unorm2_composePair(normalizer_, static_cast<UChar32>(characters_[starter].code_point),
                                      static_cast<UChar32>(c.code_point));
      }
      if (composed >= 0) {
        characters_[starter].code_point = static_cast<uint32_t>(composed) & 0xFFFFFF;
      } else {
        if (c.combining_class == 0) starter = size;
        characters_[size++] = c;
      }
      if (!KeepsOn()) return false;
    }
    characters_.resize(size);
    return true;
  }

  bool KeepsOn() {
    if (++done_ < kPieceUnits / 4) return true;
    return pacer_.GoesOn(std::exchange(done_, 0) * 4);
  }

  const UNormalizer2* normalizer_;
  bool composes_;
  const Pacer& pacer_;
  std::vector<Character> characters_;
  size_t done_ = 0;  // characters since the pacer was asked
};

bool HasBoundaryBefore(const UNormalizer2* normalizer, Utf16Span s, size_t at) {
  CodePoint c = CodePointAt(s, at);
  return !IsTrailSurrogate(c) && unorm2_hasBoundaryBefore(normalizer, static_cast<UChar32>(c));
}

// Where a piece of `s` from `from` on ends: at the last boundary within its length, else at the next one. The
// pacer may end it anywhere.
size_t PieceEnd(const UNormalizer2* normalizer, Utf16Span s, size_t from, const Pacer& pacer) {
  if (s.size() - from <= kPieceUnits) return s.size();
  size_t most = from + kPieceUnits;
  for (size_t end = most; end > from; end--) {
    if (HasBoundaryBefore(normalizer, s, end)) return end;
  }
  for (size_t end = most + 1; end < s.size(); end++) {
    if (HasBoundaryBefore(normalizer, s, end)) return end;
    if ((end - most) % kPieceUnits == 0 && !pacer.GoesOn(kPieceUnits)) return end;
  }
  return s.size();
}

}  // namespace

Normality IsNormalized(Text src, NormalizationForm form, const Pacer& pacer) {
  if (!src.is_two_byte()) {
    if (form == NormalizationForm::kNFC || IsAscii(src.latin1())) return Normality::kYes;
    std::optional<std::u16string> normal = Normalize(src, form, pacer);
    if (!normal) return Normality::kStopped;
    return *normal == src.ToUtf16() ? Normality::kYes : Normality::kNo;
  }
  const UNormalizer2* normalizer = Instance(form);
  Utf16Span s = src.utf16();
  for (size_t from = 0, to; from < s.size(); from = to) {
    to = PieceEnd(normalizer, s, from, pacer);
    if (!pacer.GoesOn(to - from)) return Normality::kStopped;
    // A long run is Normalize's.
    if (to - from > kPieceUnits || !IsNormalizedAtOnce(normalizer, s.subspan(from, to - from)))
      return Normality::kNo;
  }
  return Normality::kYes;
}

std::optional<std::u16string> Normalize(Text src, NormalizationForm form, const Pacer& pacer) {
  std::u16string widened;
  if (!src.is_two_byte()) widened = src.ToUtf16();
  Utf16Span s = src.is_two_byte() ? src.utf16() : Utf16Span(widened);
  const UNormalizer2* normalizer = Instance(form);
  if (normalizer == nullptr) return std::u16string(s.begin(), s.end());
  if (s.size() <= kPieceUnits) return NormalizeAtOnce(normalizer, s);
  std::u16string out;
  out.reserve(s.size());
  for (size_t from = 0, to; from < s.size(); from = to) {
    to = PieceEnd(normalizer, s, from, pacer);
    Utf16Span piece = s.subspan(from, to - from);
    if (!pacer.GoesOn(piece.size())) return std::nullopt;
    if (piece.size() <= kPieceUnits) {
      out += NormalizeAtOnce(normalizer, piece);
    } else if (!LongRun(form, pacer).AppendTo(&out, piece)) {
      return std::nullopt;
    }
  }
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
