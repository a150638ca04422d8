// The loops of a graph, found from its edges alone.
//
// A loop is what a back-edge makes: an edge to a block from which a search in depth, with the first block
// as its first root, has come to where the edge leaves (P. Havlak, "Nesting of reducible and irreducible
// loops"). An entry of the baseline tier into an inner loop is a way around the header of the outer one,
// and takes nothing from that loop: what leads there is not found behind the outer header, so it belongs
// to no loop.
#ifndef HALFWORD_JIT_GRAPH_LOOPS_H_
#define HALFWORD_JIT_GRAPH_LOOPS_H_

#include <span>
#include <vector>

#include "jit/graph/graph.h"

namespace halfword::jit {

class Loops {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // REQUIRES: each block's `order` is its place among `blocks`. It takes almost linear time.
  explicit Loops(std::span<Block* const> blocks);

  // Blocks that an entry leads to, in reverse postorder; the first block is the first.
  std::span<Block* const> order() const { return order_; }
  bool IsReached(const Block* b) const { return times_[b->order].first != kNone; }
  // From here on blocks are reached ones.
  bool IsReachedFromFirst(const Block* b) const { return IsAncestor(0, b->order); }
  bool IsHeader(const Block* b) const { return is_header_[b->order]; }
  // Whether `from`, a predecessor of `to`, is one along a back-edge.
  bool IsBackEdge(const Block* from, const Block* to) const { return IsAncestor(to->order, from->order); }
  // The header of the innermost loop that the block is in, of which it may be the header; null: none.
  Block* LoopOf(const Block* b) const { return is_header_[b->order] ? blocks_[b->order] : OuterLoopOf(b); }
  // The same, but not the one that it is the header of.
  Block* OuterLoopOf(const Block* b) const {
    uint32_t header = header_[b->order];
    return header == kNone ? nullptr : blocks_[header];
  }
  uint32_t DepthOf(const Block* b) const { return depth_[b->order]; }

 private:
  struct Times {
    uint32_t first = kNone,
             last = 0;  // of the blocks found below it: their numbers in the order of discovery
  };
  bool IsAncestor(uint32_t a, uint32_t b) const {
    return times_[a].first <= times_[b].first && times_[b].first <= times_[a].last;
  }
  void Search();
  void FindLoops();

  std::span<Block* const> blocks_;
  std::vector<Block*> order_;
  // By Block::order:
  std::vector<Times> times_;
  std::vector<uint32_t> header_, depth_;
  std::vector<bool> is_header_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_LOOPS_H_
