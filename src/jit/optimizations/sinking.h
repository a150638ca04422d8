// Objects that nobody sees are not made: what is stored to them is a value, which loads find. Only where code
// exits, somebody sees them: the state has a SunkObject instead, with what the object would have there, and
// who leaves the code makes it.
//
// An object is sunk if it is no input of anything but loads and stores of its own words, checks of its shape,
// states, and one store to an object that is sunk itself. Its stores are in the loop that it is made in, and
// where ways meet behind which a state has it, it is the same on all of them.
#ifndef HALFWORD_JIT_OPTIMIZATIONS_SINKING_H_
#define HALFWORD_JIT_OPTIMIZATIONS_SINKING_H_

#include <cstdint>

#include "jit/graph/graph.h"

namespace halfword::jit {

// How many objects are not made any more. REQUIRES: the blocks are ordered. What values of stores were
// converted for is left to Graph::RemoveDead.
uint32_t SinkObjects(Graph&);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_OPTIMIZATIONS_SINKING_H_
