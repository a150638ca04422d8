// Fuel is spent where calls that are inlined begin and at back-edges, a unit each, and each time memory is
// read and written. Where one of these nodes follows another on every way, with no call in between, the first
// spends for all of them, and the others go. A node that takes fuel for its work is like a call: a guest that
// can't pay for that ends at the very next unit. An exit on the way gives back what the code behind it was to
// spend: so the baseline tier ends the guest at the very instruction, as ever. A way out of a loop gives back
// what was spent for the rest of the turn.
#ifndef HALFWORD_JIT_OPTIMIZATIONS_FUEL_H_
#define HALFWORD_JIT_OPTIMIZATIONS_FUEL_H_

#include <cstdint>
#include <vector>

#include "jit/graph/graph.h"

namespace halfword::jit {

// By the node's id, how many units an exit of it gives back. REQUIRES: the blocks are ordered.
std::vector<uint32_t> MergeFuel(Graph&);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_OPTIMIZATIONS_FUEL_H_
