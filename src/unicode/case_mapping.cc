#include "unicode/case_mapping.h"

#include <algorithm>
#include <utility>

#include "unicode/tables.h"

namespace halfword::unicode {

namespace {

constexpr bool IsUpperLatin1(unsigned c) { return (c - 'A' < 26) || (c >= 0xC0 && c <= 0xDE && c != 0xD7); }
constexpr bool HasUpperInLatin1(unsigned c) {
  return (c - 'a' < 26) || (c >= 0xE0 && c <= 0xFE && c != 0xF7);
}

constexpr uint16_t LegacyOf(unsigned c) {
  if (c == 0xB5) return 0x39C;
  if (c == 0xFF) return 0x178;
  return static_cast<uint16_t>(HasUpperInLatin1(c) ? c - 0x20 : c);  // ß stays: its upper case is two units
}
constexpr uint16_t FoldOf(unsigned c) {
  if (c == 0xB5) return 0x3BC;
  return static_cast<uint16_t>(IsUpperLatin1(c) ? c + 0x20 : c);
}

#define ROW4(f, n) f(n), f(n + 1), f(n + 2), f(n + 3)
#define ROW16(f, n) ROW4(f, n), ROW4(f, n + 4), ROW4(f, n + 8), ROW4(f, n + 12)
#define ROW64(f, n) ROW16(f, n), ROW16(f, n + 16), ROW16(f, n + 32), ROW16(f, n + 48)
#define ROW256(f) ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)

// The languages with casing of their own: those of SpecialCasing.txt, and of CLDR Greek and Armenian.
enum class Language : uint8_t { kNone, kTurkic, kLithuanian, kGreek, kArmenian };

Language LanguageOf(std::string_view tag) {
  std::string_view language = tag.substr(0, tag.find('-'));
  if (language == "tr" || language == "az") return Language::kTurkic;
  if (language == "lt") return Language::kLithuanian;
  if (language == "el") return Language::kGreek;
  if (language == "hy") return Language::kArmenian;
  return Language::kNone;
}

constexpr CodePoint kDotAbove = 0x307;

constexpr bool IsGreek(CodePoint c) {
  if (c >= 0x3E2 && c <= 0x3EF) return false;  // Coptic
  return (c >= 0x370 && c <= 0x3FF) || (c >= 0x1F00 && c <= 0x1FFF) || c == 0x2126;
}

// What Greek capitals lose or keep of a letter's marks: of its own, and of those that stand behind it.
enum GreekMark : uint8_t {
  kAccent = 1 << 0,
  kCombiningAccent = 1 << 1,
  kDialytika = 1 << 2,
  kCombiningDialytika = 1 << 3,
  kYpogegrammeni = 1 << 4,
  kOtherMark = 1 << 5,
  kAnyAccent = kAccent | kCombiningAccent,
  kAnyDialytika = kDialytika | kCombiningDialytika,
};
uint8_t GreekMarkOf(CodePoint c) {
  switch (c) {
    case 0x300:
    case 0x301:
    case 0x302:
    case 0x303:
    case 0x311:
    case 0x342: return kCombiningAccent;
    case 0x308: return kCombiningDialytika;
    case 0x344: return kCombiningDialytika | kCombiningAccent;
    case 0x345: return kYpogegrammeni;
    case 0x304:
    case 0x306:
    case 0x313:
    case 0x314:
    case 0x343: return kOtherMark;
    default: return 0;
  }
}
bool IsGreekVowel(CodePoint capital) {
  constexpr std::u32string_view kVowels = U"\u0391\u0395\u0397\u0399\u039F\u03A5\u03A9";
  return kVowels.find(capital) != std::u32string_view::npos;
}

// One conversion of a whole text.
template <typename Span>
class Conversion {
 public:
  Conversion(Span src, Language language, const Pacer& pacer)
      : src_(src), language_(language), pacer_(pacer), out_(src.size(), u'\0') {}

  // nullopt: the pacer stopped it.
  template <bool to_upper>
  std::optional<std::u16string> Run() {
    for (size_t at = 0; at < src_.size();) {
      size_t from = at, end = std::min(at + kPieceUnits, src_.size());
      while (at < end) {
        if (language_ == Language::kNone) at = ConvertSimple<to_upper>(at, end);
        if (at < end) at = ConvertOne<to_upper>(at);
      }
      if (stopped_ || !pacer_.GoesOn(at - from)) return std::nullopt;
    }
    out_.resize(size_);
    return std::move(out_);
  }

 private:
  // FAST: up to the first character of two units, or whose full mapping is another. Members stay
  // in registers here.
  template <bool to_upper>
  size_t ConvertSimple(size_t at, size_t end) {
    const auto* src = src_.data();
    char16_t* out = out_.data() + size_ - at;
    size_t from = at;
    for (; at < end; at++) {
      CodePoint c = src[at];
      if (IsSurrogate(c)) break;
      if (uint16_t number = tables::CaseNumber(c)) {
        const tables::CaseRecord& record = tables::kCaseRecords[number];
        if (to_upper ? (record.full & ~tables::kFullLower) != 0 : record.full == tables::kFullLower) break;
        c += to_upper ? record.to_upper : record.to_lower;
      }
      out[at] = static_cast<char16_t>(c);
    }
    size_ += at - from;
    return at;
  }

  // One character, and what its mapping takes with it. Returns where the text goes on.
  template <bool to_upper>
  size_t ConvertOne(size_t start) {
    CodePoint c = CodePointAt(src_, start);
    size_t at = start + static_cast<size_t>(Utf16Length(c));
    const tables::CaseRecord& record = tables::CaseOf(c);
    if (language_ != Language::kNone) {
      if (to_upper ? UpperOfLanguage(c, start, &at) : LowerOfLanguage(c, start, at)) return at;
    }
    if (!to_upper && record.full == tables::kFullLower) {
      Put(c == 0x130 ? u"i\u0307" : IsFinalSigma(start, at) ? u"\u03C2" : u"\u03C3", at);
    } else if (uint32_t full = record.full & ~tables::kFullLower; to_upper && full != 0) {
      const char16_t* units = tables::kFullUpperUnits + full;
      Put({units, units[2] ? size_t{3} : size_t{2}}, at);
    } else {
      PutSimple(c + (to_upper ? record.to_upper : record.to_lower));
    }
    return at;
  }

  // A simple mapping has as many units as what it is from, and `out_` has room for as many as are to come.
  void PutSimple(CodePoint c) {
    if (HW_LIKELY(c <= 0xFFFF)) {
      out_[size_++] = static_cast<char16_t>(c);
    } else {
      out_[size_++] = LeadSurrogate(c);
      out_[size_++] = TrailSurrogate(c);
    }
  }
  // `at` is where the text goes on. Nothing is written if it takes more memory than the pacer allows.
  void Put(std::u16string_view units, size_t at) {
    size_t needed = size_ + units.size() + (src_.size() - at);
    if (needed > out_.size()) stopped_ = stopped_ || !Grow(&out_, needed + needed / 8, pacer_);
    if (stopped_) return;
    for (char16_t unit : units) out_[size_++] = unit;
  }

  // Whether ignorable characters from `at` on lead to a cased one. (Where the pacer stops, it
  // does not matter.)
  bool IsFollowedByCased(size_t at) {
    for (size_t scanned = 0; at < src_.size();) {
      CodePoint c = CodePointAt(src_, at);
      uint8_t flags = tables::CharacterFlags(c);
      if (!(flags & tables::kCaseIgnorable)) return flags & tables::kCased;
      at += static_cast<size_t>(Utf16Length(c));
      if (!GoesOn(&scanned)) return false;
    }
    return false;
  }
  bool IsPrecededByCased(size_t at) {
    for (size_t scanned = 0; at > 0;) {
      CodePoint c = CodePointBefore(src_, at);
      uint8_t flags = tables::CharacterFlags(c);
      if (!(flags & tables::kCaseIgnorable)) return flags & tables::kCased;
      at -= static_cast<size_t>(Utf16Length(c));
      if (!GoesOn(&scanned)) return false;
    }
    return false;
  }
  bool IsFinalSigma(size_t start, size_t at) { return IsPrecededByCased(start) && !IsFollowedByCased(at); }

  // The next character that is a starter or has class 230, before which others may stand; 0: none.
  CodePoint StarterOrAbove(size_t at) {
    for (size_t scanned = 0; at < src_.size();) {
      CodePoint c = CodePointAt(src_, at);
      uint8_t combining_class = tables::CombiningClass(c);
      if (combining_class == 0 || combining_class == 230) return c;
      at += static_cast<size_t>(Utf16Length(c));
      if (!GoesOn(&scanned)) return 0;
    }
    return 0;
  }
  CodePoint StarterOrAboveBefore(size_t at) {
    for (size_t scanned = 0; at > 0;) {
      CodePoint c = CodePointBefore(src_, at);
      uint8_t combining_class = tables::CombiningClass(c);
      if (combining_class == 0 || combining_class == 230) return c;
      at -= static_cast<size_t>(Utf16Length(c));
      if (!GoesOn(&scanned)) return 0;
    }
    return 0;
  }
  bool IsBeforeMarkAbove(size_t at) { return tables::CombiningClass(StarterOrAbove(at)) == 230; }

  bool GoesOn(size_t* scanned) {
    if (++*scanned % kPieceUnits == 0 && !pacer_.GoesOn(kPieceUnits)) stopped_ = true;
    return !stopped_;
  }

  // The language's own mapping of `c`, which stands from `start` to `at`. False: it has none.
  bool LowerOfLanguage(CodePoint c, size_t start, size_t at) {
    if (language_ == Language::kTurkic) {
      if (c == 'I' && StarterOrAbove(at) != kDotAbove) {
        Put(u"\u0131", at);
      } else if (c == 0x130) {
        Put(u"i", at);
      } else if (c != kDotAbove || StarterOrAboveBefore(start) != 'I') {
        return false;
      }
      return true;
    }
    if (language_ != Language::kLithuanian) return false;
    switch (c) {
      case 0xCC: Put(u"i\u0307\u0300", at); return true;
      case 0xCD: Put(u"i\u0307\u0301", at); return true;
      case 0x128: Put(u"i\u0307\u0303", at); return true;
      case 'I':
      case 'J':
      case 0x12E:
        if (!IsBeforeMarkAbove(at)) return false;
        Put(c == 'I' ? u"i\u0307" : c == 'J' ? u"j\u0307" : u"\u012F\u0307", at);
        return true;
      default: return false;
    }
  }

  // The same; a letter of Greek takes its marks with it.
  bool UpperOfLanguage(CodePoint c, size_t start, size_t* at) {
    switch (language_) {
      case Language::kTurkic:
        if (c != 'i') return false;
        Put(u"\u0130", *at);
        return true;
      case Language::kLithuanian: {
        if (c != kDotAbove) return false;
        CodePoint before = StarterOrAboveBefore(start);
        return (tables::CharacterFlags(before) & tables::kSoftDotted) != 0;
      }
      case Language::kArmenian:
        if (c != 0x587) return false;
        Put(u"\u0535\u054E", *at);
        return true;
      case Language::kGreek: return UpperOfGreek(c, start, at);
      case Language::kNone: break;
    }
    return false;
  }

  // Greek capitals have no accents, but for the word that is an eta with one, and keep dialytika: two vowels
  // that an accent told apart are told apart by a dialytika. One character stays one, and a mark a mark.
  bool UpperOfGreek(CodePoint c, size_t start, size_t* at) {
    uint8_t accent_before = std::exchange(accent_before_, 0);
    if (!IsGreek(c)) return false;
    CodePoint letter = c;
    uint8_t marks = 0;
    int ypogegrammenis = 0;
    const uint16_t* record = tables::NormalizationOf(c);
    if (*record & tables::kChangesNfd) {
      size_t length = record[1] & 0xFF;
      letter = record[2];
      for (size_t i = 1; i < length; i++) {
        uint8_t mark = GreekMarkOf(record[2 + i]);
        if (mark & kCombiningDialytika) marks |= kDialytika;
        if (mark & kCombiningAccent) marks |= kAccent;
        ypogegrammenis += mark == kYpogegrammeni;
      }
    }
    CodePoint capital = letter + tables::CaseOf(letter).to_upper;
    if (!(tables::CharacterFlags(letter) & tables::kCased) || !IsGreek(capital)) return false;
    bool is_vowel = IsGreekVowel(capital);
    if (accent_before != 0 && (capital == 0x399 || capital == 0x3A5))
      marks |= accent_before & kAccent ? kDialytika : kCombiningDialytika;
    for (size_t scanned = 0; *at < src_.size() && GoesOn(&scanned); ++*at) {
      uint8_t mark = GreekMarkOf(src_[*at]);
      if (mark == 0) break;
      marks |= mark;
      ypogegrammenis += mark == kYpogegrammeni;
    }
    uint8_t any_dialytika = marks & kAnyDialytika;
    if (is_vowel && !(marks & kDialytika)) accent_before_ = marks & kAnyAccent;
    bool add_tonos = false;
    if (capital == 0x397 && (marks & kAnyAccent) && ypogegrammenis == 0 && !IsPrecededByCased(start) &&
        !IsFollowedByCased(*at)) {
      if (marks & kAccent) {
        capital = 0x389;
      } else {
        add_tonos = true;
      }
    } else if ((marks & kDialytika) && (capital == 0x399 || capital == 0x3A5)) {
      capital = capital == 0x399 ? 0x3AA : 0x3AB;
      any_dialytika = 0;
    }
    char16_t units[3] = {static_cast<char16_t>(capital)};
    size_t count = 1;
    if (any_dialytika) units[count++] = u'\u0308';
    if (add_tonos) units[count++] = u'\u0301';
    Put({units, count}, *at);
    for (; ypogegrammenis > 0; ypogegrammenis--) Put(u"\u0399", *at);
    return true;
  }

  Span src_;
  Language language_;
  const Pacer& pacer_;
  std::u16string out_;
  size_t size_ = 0;  // what of it is written
  bool stopped_ = false;
  uint8_t accent_before_ = 0;  // kAccent or kCombiningAccent of the vowel before, if it has no dialytika
};

template <bool to_upper>
std::optional<std::u16string> Convert(Text src, std::string_view locale, const Pacer& pacer) {
  Language language = LanguageOf(locale);
  if (src.is_two_byte()) return Conversion(src.utf16(), language, pacer).template Run<to_upper>();
  return Conversion(src.latin1(), language, pacer).template Run<to_upper>();
}

}  // namespace

constinit const uint16_t kCanonicalizeLegacyLatin1[256] = {ROW256(LegacyOf)};
constinit const uint16_t kCanonicalizeUnicodeLatin1[256] = {ROW256(FoldOf)};

bool ToLowerLatin1(Latin1Span src, uint8_t* out) {
  uint8_t changed = 0;
  for (size_t i = 0; i < src.size(); i++) {
    uint8_t c = src[i];
    uint8_t lower = static_cast<uint8_t>(c + (IsUpperLatin1(c) ? 0x20 : 0));
    changed |= static_cast<uint8_t>(c ^ lower);
    out[i] = lower;
  }
  return changed != 0;
}

Latin1Case ToUpperLatin1(Latin1Span src, uint8_t* out) {
  uint8_t changed = 0;
  uint8_t leaves = 0;
  for (size_t i = 0; i < src.size(); i++) {
    uint8_t c = src[i];
    leaves |= static_cast<uint8_t>((c == 0xB5) | (c == 0xDF) | (c == 0xFF));
    uint8_t upper = static_cast<uint8_t>(c - (HasUpperInLatin1(c) ? 0x20 : 0));
    changed |= static_cast<uint8_t>(c ^ upper);
    out[i] = upper;
  }
  if (leaves) return Latin1Case::kNeedsUtf16;
  return changed ? Latin1Case::kChanged : Latin1Case::kUnchanged;
}

std::optional<std::u16string> ToLower(Text src, std::string_view locale, const Pacer& pacer) {
  return Convert<false>(src, locale, pacer);
}
std::optional<std::u16string> ToUpper(Text src, std::string_view locale, const Pacer& pacer) {
  return Convert<true>(src, locale, pacer);
}

CodePoint ToLowerSimple(CodePoint c) { return c + tables::CaseOf(c).to_lower; }
CodePoint ToUpperSimple(CodePoint c) { return c + tables::CaseOf(c).to_upper; }
CodePoint FoldSimple(CodePoint c) {
  if (c < 256) return kCanonicalizeUnicodeLatin1[c];
  return c + tables::CaseOf(c).to_fold;
}

CodePoint CanonicalizeUnicode(CodePoint c) { return FoldSimple(c); }

char16_t CanonicalizeLegacy(char16_t c) {
  if (c < 256) return kCanonicalizeLegacyLatin1[c];
  const tables::CaseRecord& record = tables::CaseOf(c);
  // A full upper case of its own is longer than one unit.
  if ((record.full & ~tables::kFullLower) != 0) return c;
  CodePoint upper = c + record.to_upper;
  return upper < 128 ? c : static_cast<char16_t>(upper);
}

}  // namespace halfword::unicode
