// What an integer may be, as far as its node and those that it is made of say.
#ifndef HALFWORD_JIT_GRAPH_VALUE_RANGE_H_
#define HALFWORD_JIT_GRAPH_VALUE_RANGE_H_

#include <cstdint>

#include "jit/graph/node.h"

namespace halfword::jit {

// From the least to the greatest, both included.
struct ValueRange {
  int64_t least, greatest;

  bool IsIn(const ValueRange& other) const { return other.least <= least && greatest <= other.greatest; }
  bool Has(int64_t n) const { return least <= n && n <= greatest; }
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};
inline constexpr ValueRange kInt32Range{INT32_MIN, INT32_MAX}, kUint32Range{0, UINT32_MAX},
    kSmiRange{-(int64_t{1} << 30), (int64_t{1} << 30) - 1};

// Of a node that is an int32, a uint32, or a Value that is a Smi.
ValueRange RangeOf(const Node&);

// Of sums, differences and products. REQUIRES: they are of 33 bits at most.
ValueRange SumOf(const ValueRange&, const ValueRange&);
ValueRange DifferenceOf(const ValueRange&, const ValueRange&);
ValueRange ProductOf(const ValueRange&, const ValueRange&);
// Whether a product may be −0.
inline bool MayBeMinusZero(const ValueRange& a, const ValueRange& b) {
  return (a.Has(0) && b.least < 0) || (b.Has(0) && a.least < 0);
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_VALUE_RANGE_H_
