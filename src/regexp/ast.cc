#include "regexp/ast.h"

#include "unicode/characters.h"

namespace halfword::regexp {

Node* Tree::Char(CodePoint c, uint32_t mask) {
  account.Take(3 * sizeof(Node*));  // in lists of children
  Node** shared = c < kShared && (mask & ~0x20u) == 0 ? &chars_[mask != 0][c] : nullptr;
  if (shared != nullptr && *shared != nullptr) return *shared;
  Node* n = New(NodeKind::kChar);
  n->c = c;
  n->mask = mask;
  if (shared != nullptr) *shared = n;
  return n;
}

First First::Of(Ranges set) {
  First f;
  for (unicode::CodePointRange r : set) {
    for (CodePoint c = r.first; c <= r.last && c < 256; c++) f.Add(static_cast<uint8_t>(c));
    if (r.last < 256) continue;
    CodePoint first = r.first < 256 ? 256 : r.first;
    // Which of the buckets does [first, last] touch?
    uint8_t wide = 0;
    if (first <= 0x2029 && r.last >= 0x2028) wide |= kLineTerminator;
    if (r.last >= 0x10000 || (first <= 0xDFFF && r.last >= 0xD800)) wide |= kSurrogate;
    if (first <= 0xFFFF) {
      bool all_space = r.last - first < 64;  // no run of spaces is longer
      for (CodePoint c = first; c <= r.last && c - first < 64; c++) {
        bool line = (c & ~1u) == 0x2028;
        bool space = !line && unicode::IsWhiteSpace(c);
        if (space) wide |= kSpace;
        if (!space && !line && !unicode::IsSurrogate(c)) all_space = false;
      }
      if (!all_space) {
        wide |= kOther;
        // A long range that reaches over a space includes it.
        for (CodePoint c : {0x1680u, 0x2000u, 0x202Fu, 0x205Fu, 0x3000u, 0xFEFFu}) {
          if (first <= c && c <= r.last) wide |= kSpace;
        }
        if (first <= 0x200A && r.last >= 0x2000) wide |= kSpace;
      }
    }
    f.wide |= wide;
  }
  return f;
}

}  // namespace halfword::regexp
