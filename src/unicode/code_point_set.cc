#include "unicode/code_point_set.h"

#include <algorithm>
#include <optional>

#include "unicode/case_mapping.h"
#include "unicode/properties.h"

namespace halfword::unicode {

void CodePointSet::Add(CodePoint first, CodePoint last) {
  DCHECK(first <= last && last <= kMaxCodePoint);
  if (ranges_.empty() || first > ranges_.back().last + 1) {
    ranges_.push_back({first, last});
  } else if (first >= ranges_.back().first) {
    ranges_.back().last = std::max(ranges_.back().last, last);
  } else {
    ranges_.push_back({first, last});
    normal_ = false;
    if (ranges_.size() < next_sorting_) return;
    Normalize();
    next_sorting_ = std::max(kLeastSorted, 2 * ranges_.size());
  }
}

void CodePointSet::AddAll(const CodePointSet& other) {
  if (&other == this) return;
  for (CodePointRange r : other.ranges_) Add(r.first, r.last);
}

void CodePointSet::Normalize() const {
  if (normal_) return;
  std::sort(ranges_.begin(), ranges_.end(),
            [](const CodePointRange& a, const CodePointRange& b) { return a.first < b.first; });
  size_t out = 0;
  for (size_t i = 1; i < ranges_.size(); i++) {
    if (ranges_[i].first <= ranges_[out].last + 1) {
      ranges_[out].last = std::max(ranges_[out].last, ranges_[i].last);
    } else {
      ranges_[++out] = ranges_[i];
    }
  }
  ranges_.resize(out + 1);
  normal_ = true;
}

bool CodePointSet::Contains(CodePoint c) const {
  const auto& r = ranges();
  auto it = std::upper_bound(r.begin(), r.end(), c,
                             [](CodePoint v, const CodePointRange& x) { return v < x.first; });
  return it != r.begin() && c <= (it - 1)->last;
}

uint32_t CodePointSet::size() const {
  uint32_t n = 0;
  for (CodePointRange r : ranges()) n += r.last - r.first + 1;
  return n;
}

CodePointSet CodePointSet::Complement() const {
  CodePointSet result;
  CodePoint next = 0;
  for (CodePointRange r : ranges()) {
    if (r.first > next) result.Add(next, r.first - 1);
    next = r.last + 1;
  }
  if (next <= kMaxCodePoint) result.Add(next, kMaxCodePoint);
  return result;
}

CodePointSet CodePointSet::Intersect(const CodePointSet& other) const {
  CodePointSet result;
  const auto& a = ranges();
  const auto& b = other.ranges();
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    CodePoint first = std::max(a[i].first, b[j].first);
    CodePoint last = std::min(a[i].last, b[j].last);
    if (first <= last) result.Add(first, last);
    if (a[i].last < b[j].last) {
      i++;
    } else {
      j++;
    }
  }
  return result;
}

CodePointSet CodePointSet::Subtract(const CodePointSet& other) const { return Intersect(other.Complement()); }

namespace {

// The equivalence classes with more than one member of one Canonicalize relation, as pairs sorted by
// canonical form.
struct CaseClasses {
  struct Pair {
    CodePoint canonical;
    CodePoint member;
  };
  std::vector<Pair> pairs;  // includes (k, k)

  template <typename F>
  CaseClasses(CodePoint limit, F canonicalize) {
    // Has whatever has any mapping; the tool that makes the tables checks it.
    const CodePointSet cased = *LookupProperty("Changes_When_Casemapped");
    for (CodePointRange range : cased.ranges()) {
      for (CodePoint c = range.first; c <= range.last && c < limit; c++) {
        CodePoint k = canonicalize(c);
        if (k == c) continue;
        pairs.push_back({k, c});
        pairs.push_back({k, k});
      }
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
      return a.canonical != b.canonical ? a.canonical < b.canonical : a.member < b.member;
    });
    pairs.erase(std::unique(pairs.begin(), pairs.end(),
                            [](const Pair& a, const Pair& b) {
                              return a.canonical == b.canonical && a.member == b.member;
                            }),
                pairs.end());
  }

  // The members of the class with this canonical form, if it has more than one.
  void AddClass(CodePoint canonical, CodePointSet& result) const {
    auto it = std::lower_bound(pairs.begin(), pairs.end(), canonical,
                               [](const Pair& p, CodePoint k) { return p.canonical < k; });
    for (; it != pairs.end() && it->canonical == canonical; ++it) result.Add(it->member);
  }

  CodePointSet Close(const CodePointSet& set) const {
    CodePointSet result = set;
    for (size_t i = 0; i < pairs.size();) {
      size_t end = i;
      bool any = false, all = true;
      for (; end < pairs.size() && pairs[end].canonical == pairs[i].canonical; end++) {
        bool in = set.Contains(pairs[end].member);
        any |= in;
        all &= in;
      }
      if (any && !all) {
        for (size_t k = i; k < end; k++) result.Add(pairs[k].member);
      }
      i = end;
    }
    return result;
  }
};

const CaseClasses& LegacyClasses() {
  static const CaseClasses* const classes = new CaseClasses(
      0x10000, [](CodePoint c) { return CodePoint{CanonicalizeLegacy(static_cast<char16_t>(c))}; });
  return *classes;
}
const CaseClasses& UnicodeClasses() {
  static const CaseClasses* const classes = new CaseClasses(kMaxCodePoint + 1, CanonicalizeUnicode);
  return *classes;
}

// Adds the other case of the ASCII letters of `set`; true if the set has no member from 128 on.
bool CloseAscii(const CodePointSet& set, CodePointSet& result) {
  for (CodePointRange r : set.ranges()) {
    if (r.last > 127) return false;
    for (CodePoint c = r.first; c <= r.last; c++) {
      CodePoint letter = c | 0x20;
      if (letter >= 'a' && letter <= 'z') result.Add(c ^ 0x20);
    }
  }
  return true;
}

}  // namespace

namespace {

std::optional<CodePoint> SingleMember(const CodePointSet& set) {
  const auto& r = set.ranges();
  if (r.size() != 1 || r[0].first != r[0].last) return std::nullopt;
  return r[0].first;
}

}  // namespace

CodePointSet CloseOverCaseLegacy(const CodePointSet& set) {
  CodePointSet result = set;
  if (CloseAscii(set, result)) return result;
  if (std::optional<CodePoint> c = SingleMember(set)) {
    if (*c <= 0xFFFF) LegacyClasses().AddClass(CanonicalizeLegacy(static_cast<char16_t>(*c)), result);
    return result;
  }
  return LegacyClasses().Close(set);
}

CodePointSet CloseOverCaseUnicode(const CodePointSet& set) {
  CodePointSet result = set;
  if (CloseAscii(set, result)) {
    if (result.Contains('k')) result.Add(0x212A);
    if (result.Contains('s')) result.Add(0x17F);
    return result;
  }
  if (std::optional<CodePoint> c = SingleMember(set)) {
    UnicodeClasses().AddClass(CanonicalizeUnicode(*c), result);
    return result;
  }
  return UnicodeClasses().Close(set);
}

CodePointSet FoldSet(const CodePointSet& set) {
  CodePointSet result = set.Intersect(FoldedUniverse());
  for (const CaseClasses::Pair& p : UnicodeClasses().pairs) {
    if (p.member != p.canonical && set.Contains(p.member)) result.Add(p.canonical);
  }
  return result;
}

const CodePointSet& FoldedUniverse() {
  static const CodePointSet* const universe = [] {
    CodePointSet moved;
    for (const CaseClasses::Pair& p : UnicodeClasses().pairs) {
      if (p.member != p.canonical) moved.Add(p.member);
    }
    auto* result = new CodePointSet(moved.Complement());
    result->ranges();  // sorted now: it is shared among threads from here on
    return result;
  }();
  return *universe;
}

}  // namespace halfword::unicode
