// Nodes that are the same value become one.
//
// Pure nodes of one kind, payload and inputs give the same as long as the memory that they read is the same.
// A walk down the tree of dominators knows those that are above. Each class of memory has a version: a number
// that changes where a node writes the class, where ways meet on which it differs, and at the header of a
// loop that writes it. Behind a call nothing that was before is used, so nothing lives across one.
//
// P. Briggs, K. Cooper and L. T. Simpson, "Value numbering".
#ifndef HALFWORD_JIT_OPTIMIZATIONS_VALUE_NUMBERS_H_
#define HALFWORD_JIT_OPTIMIZATIONS_VALUE_NUMBERS_H_

#include <cstdint>

#include "jit/graph/graph.h"

namespace halfword::jit {

// How many nodes went. REQUIRES: Graph::Verify() is content.
uint32_t NumberValues(Graph&);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_OPTIMIZATIONS_VALUE_NUMBERS_H_
