// A set of code points as sorted, disjoint, non-adjacent inclusive ranges. The working type of the regexp
// compiler's character classes; a value type.
#ifndef HALFWORD_UNICODE_CODE_POINT_SET_H_
#define HALFWORD_UNICODE_CODE_POINT_SET_H_

#include <initializer_list>
#include <vector>

#include "unicode/text.h"

namespace halfword::unicode {

struct CodePointRange {
  CodePoint first;
  CodePoint last;  // inclusive
  friend bool operator==(const CodePointRange&, const CodePointRange&) = default;
};

class CodePointSet {
 public:
  CodePointSet() = default;
  CodePointSet(std::initializer_list<CodePointRange> ranges) {
    for (CodePointRange r : ranges) Add(r.first, r.last);
  }
  static CodePointSet All() { return {{0, kMaxCodePoint}}; }

  // Amortised O(1) when ranges arrive in order, else the set is sorted again at the next reading.
  void Add(CodePoint first, CodePoint last);
  void Add(CodePoint c) { Add(c, c); }
  void AddAll(const CodePointSet& other);

  bool Contains(CodePoint c) const;
  bool empty() const { return ranges_.empty(); }
  uint32_t size() const;  // number of code points
  const std::vector<CodePointRange>& ranges() const {
    Normalize();
    return ranges_;
  }
  CodePointSet Complement() const;
  CodePointSet Intersect(const CodePointSet& other) const;
  CodePointSet Subtract(const CodePointSet& other) const;
  friend bool operator==(const CodePointSet& a, const CodePointSet& b) { return a.ranges() == b.ranges(); }

 private:
  void Normalize() const;
  mutable std::vector<CodePointRange> ranges_;
  mutable bool normal_ = true;
  // When this many ranges have arrived out of order, they are normalized at once, because most of them
  // may lie within others.
  static constexpr size_t kLeastSorted = 4096;
  size_t next_sorting_ = kLeastSorted;
};

// { c : Canonicalize(c) = Canonicalize(d) for a d in `set` }: what a character class matches under /i.
CodePointSet CloseOverCaseLegacy(const CodePointSet& set);
CodePointSet CloseOverCaseUnicode(const CodePointSet& set);
// MaybeSimpleCaseFolding: { scf(c) : c in set }. And the set of all c with scf(c) = c.
CodePointSet FoldSet(const CodePointSet& set);
const CodePointSet& FoldedUniverse();

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_CODE_POINT_SET_H_
