// Which blocks every way from an entry to a block passes through.
//
// The root of the tree of dominators is no block: it stands before the entries. K. Cooper, T. Harvey and
// K. Kennedy, "A simple, fast dominance algorithm".
#ifndef HALFWORD_JIT_GRAPH_DOMINATORS_H_
#define HALFWORD_JIT_GRAPH_DOMINATORS_H_

#include <vector>

#include "jit/graph/graph.h"

namespace halfword::jit {

class Dominators {
 public:
  // REQUIRES: blocks are in reverse postorder, and an entry leads to each.
  explicit Dominators(const Graph&);

  // A block dominates itself.
  bool Dominates(const Block* a, const Block* b) const {
    const Times &at = times_[a->order + 1], &bt = times_[b->order + 1];
    return at.first <= bt.first && bt.first <= at.last;
  }
  // Null: nothing but the block itself.
  const Block* ImmediateDominator(const Block* b) const {
    uint32_t i = immediate_[b->order + 1];
    return i == 0 ? nullptr : blocks_[i - 1];
  }

 private:
  struct Times {
    uint32_t first = 0, last = 0;
  };
  std::span<Block* const> blocks_;
  // By Block::order + 1; 0 is the root.
  std::vector<uint32_t> immediate_;
  std::vector<Times> times_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_DOMINATORS_H_
