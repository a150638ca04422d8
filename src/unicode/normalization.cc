#include "unicode/normalization.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "unicode/tables.h"
#include "unicode/utf8.h"

namespace halfword::unicode {

namespace {

using tables::CombiningClass;
using tables::NormalizationOf;

// Hangul syllables, in arithmetic: https://www.unicode.org/versions/Unicode17.0.0/core-spec/chapter-3/#G24646
constexpr CodePoint kSyllables = 0xAC00, kLeads = 0x1100, kVowels = 0x1161, kTrails = 0x11A7;
constexpr CodePoint kSyllableCount = 11172, kLeadCount = 19, kVowelCount = 21, kTrailCount = 28;
constexpr bool IsSyllable(CodePoint c) { return c - kSyllables < kSyllableCount; }

// What composes of two characters; 0: nothing.
CodePoint Compose(CodePoint first, CodePoint second) {
  if (first - kLeads < kLeadCount && second - kVowels < kVowelCount)
    return kSyllables + ((first - kLeads) * kVowelCount + second - kVowels) * kTrailCount;
  if (IsSyllable(first) && (first - kSyllables) % kTrailCount == 0 && second - kTrails - 1 < kTrailCount - 1)
    return first + second - kTrails;
  uint32_t slot = tables::CompositionSlot(first, second);
  uint64_t pair = uint64_t{first} << 21 | second;
  for (size_t i = tables::kCompositionStarts[slot]; i < tables::kCompositionStarts[slot + 1]; i++) {
    if (tables::kCompositions[i] >> 21 == pair) return tables::kCompositions[i] & 0x1FFFFF;
  }
  return 0;
}

// The decomposition of a character that has one; of Hangul it is written to `syllable`.
std::u16string_view DecompositionOf(CodePoint c, const uint16_t* record, bool compatible,
                                    char16_t* syllable) {
  if (IsSyllable(c)) {
    CodePoint index = c - kSyllables, trail = index % kTrailCount;
    syllable[0] = static_cast<char16_t>(kLeads + index / (kVowelCount * kTrailCount));
    syllable[1] = static_cast<char16_t>(kVowels + index / kTrailCount % kVowelCount);
    syllable[2] = static_cast<char16_t>(kTrails + trail);
    return {syllable, trail ? size_t{3} : size_t{2}};
  }
  size_t canonical = record[1] & 0xFF, other = record[1] >> 8;
  static_assert(sizeof(char16_t) == sizeof(uint16_t));
  auto* units = reinterpret_cast<const char16_t*>(record + 2);
  if (compatible && other != 0) return {units + canonical, other};
  return {units, canonical};
}

// What a form is to the tables.
struct Rules {
  CodePoint first;  // the first character that is not inert
  uint16_t changes, joins;
  bool composes, compatible;
};
constexpr Rules RulesOf(NormalizationForm form) {
  switch (form) {
    case NormalizationForm::kNFC: return {0x300, tables::kMayChangeNfc, tables::kJoinsNfc, true, false};
    case NormalizationForm::kNFD: return {0xC0, tables::kChangesNfd, tables::kJoinsNfd, false, false};
    case NormalizationForm::kNFKC: return {0xA0, tables::kMayChangeNfkc, tables::kJoinsNfkc, true, true};
    case NormalizationForm::kNFKD: break;
  }
  return {0xA0, tables::kChangesNfkd, tables::kJoinsNfkd, false, true};
}

// Units that are written one after the other, for as long as the pacer allows the memory for it.
class Output {
 public:
  Output(size_t room, const Pacer& pacer) : units_(room, u'\0'), pacer_(pacer) {}
  void Put(const char16_t* units, size_t count) {
    size_t needed = size_ + count;
    if (needed > units_.size()) is_stopped_ = is_stopped_ || !Grow(&units_, needed * 3 / 2 + 16, pacer_);
    if (is_stopped_) return;
    char16_t* to = units_.data() + size_;
    if (count > 16) {
      std::copy(units, units + count, to);
    } else {
      for (size_t i = 0; i < count; i++) to[i] = units[i];
    }
    size_ += count;
  }
  void Put(CodePoint c) {
    char16_t units[2] = {static_cast<char16_t>(c)};
    if (c > 0xFFFF) {
      units[0] = LeadSurrogate(c);
      units[1] = TrailSurrogate(c);
    }
    Put(units, static_cast<size_t>(Utf16Length(c)));
  }
  void Clear() { size_ = 0; }
  bool is_stopped() const { return is_stopped_; }
  Utf16Span units() const { return {units_.data(), size_}; }
  std::u16string Take() {
    units_.resize(size_);
    return std::move(units_);
  }

 private:
  std::u16string units_;
  size_t size_ = 0;
  const Pacer& pacer_;
  bool is_stopped_ = false;
};

// Walks over a text and finds the segments that may not be normal: each begins and ends where nothing acts on
// what is on the other side. The algorithm is that of the Unicode Standard, section 3.11: decompose, order
// the marks, compose.
class Walk {
 public:
  Walk(Utf16Span src, NormalizationForm form, const Pacer& pacer)
      : src_(src), rules_(RulesOf(form)), pacer_(pacer) {}

  // Appends the normal form. False: the pacer stopped it.
  bool AppendNormalized(Output* out) {
    for (size_t copied = 0; !out->is_stopped() && FindSegment();) {
      if (at_ == src_.size()) {
        out->Put(src_.data() + copied, src_.size() - copied);
        return !out->is_stopped();
      }
      if (AppendWithoutOrdering(out, &copied)) continue;
      out->Put(src_.data() + copied, start_ - copied);
      if (!FindEnd() || !NormalizeSegment(out)) return false;
      copied = at_;
    }
    return false;
  }

  Normality IsNormalized() {
    Output segment(0, pacer_);
    for (;;) {
      if (!FindSegment()) return Normality::kStopped;
      if (at_ == src_.size()) return Normality::kYes;
      if (!rules_.composes) return Normality::kNo;
      segment.Clear();
      if (!FindEnd() || !NormalizeSegment(&segment)) return Normality::kStopped;
      if (!std::ranges::equal(segment.units(), src_.subspan(start_, at_ - start_))) return Normality::kNo;
    }
  }

 private:
  struct Character {
    uint32_t code_point : 24;
    uint32_t combining_class : 8;
  };

  // Whether nothing before acts on a character of one unit, and it is normal. False for surrogates.
  static bool IsPlainStarter(char16_t c, const Rules& rules) {
    if (c < rules.first) return true;
    uint16_t place = tables::NormalizationPlaceOfUnit(c);
    if (place == 0) return true;
    uint16_t stops = rules.changes | rules.joins | tables::kCombiningClass;
    return place != tables::kSurrogatePlace && !(tables::kNormalizationRecords[place] & stops);
  }

  // Goes on to the first character that may not be normal, or to the end. What begins at start_ acts on it.
  // False: the pacer stopped it.
  bool FindSegment() {
    uint8_t last_class = 0;
    const char16_t* src = src_.data();
    const Rules rules = rules_;
    size_t at = at_, start = at;
    for (; at < src_.size();) {
      at_ = at;
      if (!MayGoOn()) return false;
      for (size_t end = std::min(question_, src_.size()); at < end;) {
        size_t from = at;
        while (at < end && IsPlainStarter(src[at], rules)) at++;
        if (at > from) {
          last_class = 0;
          start = at - 1;
          if (at == end) break;
        }
        CodePoint c = CodePointAt(src_, at);
        uint16_t word = *NormalizationOf(c);
        uint8_t combining_class = word & tables::kCombiningClass;
        if (!(word & rules.joins)) start = at;
        if ((word & rules.changes) || (combining_class != 0 && combining_class < last_class)) {
          at_ = at;
          start_ = start;
          return true;
        }
        last_class = combining_class;
        at += static_cast<size_t>(Utf16Length(c));
      }
    }
    at_ = at;
    start_ = start;
    return true;
  }

  // Asks the pacer where a piece of the text ends.
  bool MayGoOn() {
    if (HW_LIKELY(at_ < question_)) return true;
    question_ = at_ + kPieceUnits;
    return pacer_.GoesOn(kPieceUnits);
  }

  bool JoinsAt(size_t at) const {
    return at < src_.size() && src_[at] >= 0x300 &&
           (*NormalizationOf(CodePointAt(src_, at)) & rules_.joins) != 0;
  }

  // From the character at at_ to the end of its segment. False: the pacer stopped it.
  bool FindEnd() {
    do {
      at_ += static_cast<size_t>(Utf16Length(CodePointAt(src_, at_)));
      if (!MayGoOn()) return false;
    } while (JoinsAt(at_));
    return true;
  }

  // FAST: a decomposition between characters that nothing acts on, or marks that compose one after the other
  // with the letter before them.
  bool AppendWithoutOrdering(Output* out, size_t* copied) {
    CodePoint c = CodePointAt(src_, at_);
    const uint16_t* record = NormalizationOf(c);
    if (!rules_.composes) {
      size_t next = at_ + static_cast<size_t>(Utf16Length(c));
      if (start_ != at_ || !(*record & rules_.changes) || JoinsAt(next)) return false;
      out->Put(src_.data() + *copied, at_ - *copied);
      char16_t syllable[3];
      std::u16string_view units = DecompositionOf(c, record, rules_.compatible, syllable);
      out->Put(units.data(), units.size());
      *copied = at_ = next;
      return true;
    }
    if (start_ == at_) return false;
    if (ComposeSyllables(out, copied)) return true;
    CodePoint whole = CodePointAt(src_, start_);
    constexpr uint16_t kWithMapping = tables::kChangesNfkd;
    if (start_ + static_cast<size_t>(Utf16Length(whole)) != at_) return false;
    if (!IsSyllable(whole) && (*NormalizationOf(whole) & (kWithMapping | tables::kCombiningClass)))
      return false;
    size_t next = at_;
    uint8_t last_class = 0;
    do {
      CodePoint mark = CodePointAt(src_, next);
      record = NormalizationOf(mark);
      uint8_t combining_class = *record & tables::kCombiningClass;
      if ((*record & kWithMapping) || combining_class < last_class) return false;
      last_class = combining_class;
      whole = Compose(whole, mark);
      if (whole == 0) return false;
      next += static_cast<size_t>(Utf16Length(mark));
      if (next - at_ > kMostMarks) return false;
    } while (JoinsAt(next));
    out->Put(src_.data() + *copied, start_ - *copied);
    out->Put(whole);
    *copied = at_ = next;
    return true;
  }
  static constexpr size_t kMostMarks = 8;

  // The syllables from start_ on that are written in letters. False: there is none that nothing else acts on.
  bool ComposeSyllables(Output* out, size_t* copied) {
    size_t next = start_, most = std::min(src_.size(), start_ + kPieceUnits);
    while (next + 1 < most && src_[next] - kLeads < kLeadCount && src_[next + 1] - kVowels < kVowelCount) {
      CodePoint whole = Compose(src_[next], src_[next + 1]);
      size_t after = next + 2;
      if (after < src_.size() && src_[after] - kTrails - 1 < kTrailCount - 1)
        whole += src_[after++] - kTrails;
      if (JoinsAt(after)) break;
      if (next == start_) out->Put(src_.data() + *copied, start_ - *copied);
      out->Put(whole);
      next = after;
    }
    if (next == start_) return false;
    *copied = at_ = next;
    return true;
  }

  // From start_ to at_. False: the pacer stopped it.
  bool NormalizeSegment(Output* out) {
    Utf16Span units = src_.subspan(start_, at_ - start_);
    // Where segments are long, they are of marks, and there are two lists of what these decompose to.
    constexpr size_t kMostOfMark = 3;
    if (units.size() > kPieceUnits && !pacer_.GoesOn(0, units.size() * kMostOfMark * 2 * sizeof(Character)))
      return false;
    characters_.clear();
    if (!Decompose(units) || !Order()) return false;
    if (rules_.composes && !ComposeAll()) return false;
    for (const Character& c : characters_) out->Put(CodePoint{c.code_point});
    return !out->is_stopped();
  }

  bool Decompose(Utf16Span units) {
    constexpr uint16_t kMapping[] = {tables::kChangesNfd, tables::kChangesNfkd};
    for (size_t i = 0; i < units.size();) {
      CodePoint c = CodePointAt(units, i);
      i += static_cast<size_t>(Utf16Length(c));
      const uint16_t* record = NormalizationOf(c);
      if (*record & kMapping[rules_.compatible]) {
        char16_t syllable[3];
        Utf16Span parts(DecompositionOf(c, record, rules_.compatible, syllable));
        for (size_t k = 0; k < parts.size();) {
          CodePoint part = CodePointAt(parts, k);
          k += static_cast<size_t>(Utf16Length(part));
          characters_.push_back({static_cast<uint32_t>(part) & 0xFFFFFF, CombiningClass(part)});
        }
      } else {
        characters_.push_back(
            {static_cast<uint32_t>(c) & 0xFFFFFF, static_cast<uint8_t>(*record & tables::kCombiningClass)});
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
  bool OrderMarks(Iterator from, Iterator to) {
    if (to - from <= 16) {  // by insertion
      for (auto c = from; c != to; ++c) {
        for (auto k = c; k != from && (k - 1)->combining_class > k->combining_class; --k)
          std::swap(*(k - 1), *k);
      }
      return true;
    }
    size_t begin[257] = {};  // by counting
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

  bool ComposeAll() {
    constexpr size_t kNone = ~size_t{0};
    size_t starter = kNone, size = 0;
    for (Character c : characters_) {
      // Blocked: behind a starter or a mark of its class or a higher one that was not composed.
      bool adjacent = starter != kNone && size == starter + 1;
      bool blocked = !adjacent && size > 0 && characters_[size - 1].combining_class >= c.combining_class;
      CodePoint composed = 0;
      if (starter != kNone && !blocked) composed = Compose(characters_[starter].code_point, c.code_point);
      if (composed != 0) {
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

  Utf16Span src_;
  Rules rules_;
  const Pacer& pacer_;
  size_t start_ = 0, at_ = 0;
  size_t question_ = kPieceUnits;      // where the pacer is asked next
  std::vector<Character> characters_;  // of a segment
  size_t done_ = 0;                    // characters of segments since the pacer was asked
};

// No character of Latin-1 acts on another, so they need not be widened all at once.
template <class F>
bool ForPieces(Latin1Span src, const Pacer& pacer, F&& body) {
  for (size_t at = 0; at < src.size(); at += kPieceUnits) {
    Latin1Span piece = src.subspan(at, std::min(kPieceUnits, src.size() - at));
    if (at != 0 && !pacer.GoesOn(kPieceUnits)) return false;
    if (!body(std::u16string(piece.begin(), piece.end()))) return false;
  }
  return true;
}

}  // namespace

Normality IsNormalized(Text src, NormalizationForm form, const Pacer& pacer) {
  if (src.is_two_byte()) return Walk(src.utf16(), form, pacer).IsNormalized();
  if (form == NormalizationForm::kNFC || IsAscii(src.latin1())) return Normality::kYes;
  Normality normality = Normality::kYes;
  bool is_done = ForPieces(src.latin1(), pacer, [&](Utf16Span piece) {
    normality = Walk(piece, form, pacer).IsNormalized();
    return normality == Normality::kYes;
  });
  return is_done || normality != Normality::kYes ? normality : Normality::kStopped;
}

std::optional<std::u16string> Normalize(Text src, NormalizationForm form, const Pacer& pacer) {
  Output out(src.size() + src.size() / 8, pacer);
  bool is_done = src.is_two_byte() ? Walk(src.utf16(), form, pacer).AppendNormalized(&out)
                                   : ForPieces(src.latin1(), pacer, [&](Utf16Span piece) {
                                       return Walk(piece, form, pacer).AppendNormalized(&out);
                                     });
  if (!is_done) return std::nullopt;
  return out.Take();
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
