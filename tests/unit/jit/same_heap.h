// Whether two isolates hold the same, as far as JavaScript can ever tell.
//
// Everything that a program may still reach is walked breadth-first: from the global object and the variables
// of scripts, from the intrinsics, waiting jobs and roots of the host. What is found becomes a row of words.
// An object's word is its number, in the order in which objects are met. So two heaps are isomorphic exactly
// if their rows are equal.
//
// A row has: names, attributes and their order, prototypes, flags of shapes; values of properties, elements
// and holes, lengths; internal slots, variables, live registers of generators; identity hashes; strings,
// BigInts and memory of buffers by content. It does not have: whether a number has a box, capacities, kinds
// of elements and of ropes, feedback, code, caches, dead registers, and weak references to what nothing else
// refers to.
#ifndef HALFWORD_TESTS_UNIT_JIT_SAME_HEAP_H_
#define HALFWORD_TESTS_UNIT_JIT_SAME_HEAP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "isolates/isolate_owner.h"

namespace halfword::testing {

class HeapOutline {
 public:
  // Of the isolate as it is, which may have been terminated. Nothing in it is written or allocated. REQUIRES:
  // the isolate outlives the outline, and nobody is inside.
  explicit HeapOutline(IsolateOwner&);

  bool operator==(const HeapOutline& other) const { return words_ == other.words_; }
  // The first place where two heaps differ, with what is there in both: "globalThis.a[3].b: 1, 2". Empty:
  // they are isomorphic. REQUIRES: neither isolate has run since its outline was made.
  std::string DifferenceTo(const HeapOutline& other) const;

 private:
  IsolateOwner& owner_;
  std::vector<uint64_t> words_;
};

// The same of two isolates as they are.
std::string DifferenceOfHeaps(IsolateOwner& first, IsolateOwner& second);

}  // namespace halfword::testing

#endif  // HALFWORD_TESTS_UNIT_JIT_SAME_HEAP_H_
