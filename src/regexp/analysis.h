// Facts about the nodes of a pattern that the search planner and the code generator share, and the pass that
// brings a tree into the form they want.
#ifndef HALFWORD_REGEXP_ANALYSIS_H_
#define HALFWORD_REGEXP_ANALYSIS_H_

#include "regexp/ast.h"

namespace halfword::regexp {

// Normalises the tree (small sets become characters, alternatives are factored), fills in the facts of every
// node, and says of each group whether its saves must be undone on backtracking. False if the tree is too
// deep for the C stack.
bool PrepareTree(Tree& tree, uintptr_t stack_limit, std::vector<bool>& referenced);

inline uint32_t SaturatingAdd(uint32_t a, uint32_t b) {
  uint64_t sum = uint64_t{a} + b;
  return sum >= kInfinity ? kInfinity : static_cast<uint32_t>(sum);
}
inline uint32_t SaturatingMul(uint32_t a, uint32_t b) {
  uint64_t product = uint64_t{a} * b;
  return product >= kInfinity ? kInfinity : static_cast<uint32_t>(product);
}

// What comes after the node being emitted.
struct Continuation {
  First first = First::Any();
  bool can_fail = true;
  bool word_boundary = false;  // a \b follows at once

  static Continuation Accept() { return {First::Any(), false, false}; }
};

inline First FirstThen(const Node* n, const Continuation& k) {
  First f = n->first;
  if (n->nullable) {
    First rest = k.first;
    rest.Intersect(n->gate);
    f.Merge(rest);
  }
  return f;
}

inline Continuation Then(const Node* n, const Continuation& k) {
  bool boundary =
      n->kind == NodeKind::kAssertion && n->assertion == AssertionKind::kWordBoundary && !n->ignore_case;
  return {FirstThen(n, k), n->can_fail || k.can_fail, boundary};
}

// The Latin-1 members as bytes of a program.
inline std::string BitmapBytes(const First& f) { return {reinterpret_cast<const char*>(f.bits), 32}; }

// (x | mask) == value describes exactly the Latin-1 members of `f`, and there are no others.
bool AsMaskedChar(const First& f, uint32_t& value, uint32_t& mask);
// Whether every match begins at position 0.
bool StartsAnchored(const Node* n);
// How far the end of the subject is at most from where a match of the node begins, because every match comes
// past a `$` that is not that of a line; kInfinity if that is not known.
uint32_t DistanceToEnd(const Node* n);
// A set that has to be matched by code points: with u or v, if it has surrogates or supplementary members.
bool IsWideSet(const Tree& tree, const Node* n);
// A node that matches exactly one code unit, always.
inline bool IsSingleUnit(const Tree& tree, const Node* n) {
  return (n->kind == NodeKind::kChar && n->c <= 0xFFFF) || (n->kind == NodeKind::kSet && !IsWideSet(tree, n));
}
// The members of a kChar or kSet.
CodePointSet SetOf(const Node* n);

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_ANALYSIS_H_
