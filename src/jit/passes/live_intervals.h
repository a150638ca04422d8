// From where to where each value lives, and where it is used: what linear scan works on.
//
// Places in the code are numbered, four for a node at p. Moves that come before the node are made between p -
// 1 and p; inputs are read at p, and registers that it loses are lost at p + 1; its result is there from p +
// 2 on.
#ifndef HALFWORD_JIT_PASSES_LIVE_INTERVALS_H_
#define HALFWORD_JIT_PASSES_LIVE_INTERVALS_H_

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "jit/graph/graph.h"
#include "jit/passes/constraints.h"

namespace halfword::jit {

inline constexpr uint32_t kNever = UINT32_MAX;
// From the inputs of a node to those of the next, and to what happens in between.
inline constexpr uint32_t kStep = 4, kLoses = 1, kResult = 2;

struct Range {
  uint32_t from, to;  // not included
};
struct Use {
  uint32_t position;
  Policy policy;
};

// A value for a part of its life; of a register, the places at which it is taken (value is null).
struct Interval {
  const Node* value = nullptr;
  RegisterClass register_class = RegisterClass::kNone;
  std::vector<Range> ranges;  // ascending, apart
  std::vector<Use> uses;      // ascending
  // Places where the value is moved from wherever it is: by a node that wants it in one certain register, and
  // at the end of a block by a phi or by the next turn of a loop. Ascending.
  std::vector<uint32_t> moves;
  uint8_t reg = kNoRegister;
  bool is_spilled = false;
  uint8_t hint = kNoRegister;

  static constexpr uint8_t kNoRegister = 255;

  uint32_t begin() const { return ranges.front().from; }
  uint32_t end() const { return ranges.back().to; }
  // Where both live first; kNever: nowhere.
  uint32_t Meets(const Interval& other) const;
  // The first use, from this place on, that wants a register. `must`: that can't do without.
  uint32_t NextUse(uint32_t from, bool must) const;
  // The first place from this one on where a register is of use: such a use, or one of `moves`.
  uint32_t NextUseOrMove(uint32_t from) const;
};

class LiveIntervals {
 public:
  explicit LiveIntervals(const Graph&);

  const Graph& graph() const { return graph_; }
  uint32_t PositionOf(const Node& node) const {
    return positions_[node.id()];
  }  // of a phi: its block's begin
  uint32_t BeginOf(const Block& block) const { return begins_[block.order]; }
  uint32_t EndOf(const Block& block) const { return begins_[block.order + 1]; }
  // The end of the innermost loop that the block is in; of none, the end of everything.
  uint32_t EndOfLoop(const Block& block) const {
    return block.loop == nullptr ? begins_.back() : loop_ends_[block.loop->order];
  }
  // The block that the place is in.
  const Block& BlockAt(uint32_t position) const;
  // Calls f(id) for all values that live where the block begins, its phis apart.
  template <class F>
  void ForEachLiveInto(const Block& block, F f) const {
    const Bits& live = live_in_[block.order];
    for (uint32_t w = 0; w < live.size(); w++) {
      for (uint64_t bits = live[w]; bits != 0; bits &= bits - 1)
        f(w * 64 + static_cast<uint32_t>(__builtin_ctzll(bits)));
    }
  }
  // By node; without ranges where the node needs none.
  std::vector<Interval>& intervals() { return intervals_; }
  // Constants for single uses that need a register.
  struct ConstantUse {
    const Node* user;
    uint32_t input;
    Interval interval;
  };
  std::deque<ConstantUse>& constant_uses() { return constant_uses_; }
  // Temporaries of nodes.
  struct Temporary {
    const Node* node;
    Interval interval;
  };
  std::deque<Temporary>& temporaries() { return temporaries_; }
  // When registers are taken, by class and number, apart from calls.
  std::vector<Interval>& fixed(RegisterClass c) { return fixed_[c == RegisterClass::kDouble]; }
  // Where calls take all of them.
  const Interval& calls() const { return calls_; }

 private:
  using Bits = std::vector<uint64_t>;
  void Number();
  void Build();
  void BuildBlock(const Block&);
  void BuildNode(const Node&, Bits* live);
  void AddRange(Interval&, uint32_t from, uint32_t to);
  void AddUse(const Node& value, uint32_t block_begin, uint32_t position, uint32_t to, Policy, Bits* live);
  void Take(RegisterClass, uint32_t reg, uint32_t from, uint32_t to);

  const Graph& graph_;
  std::vector<uint32_t> positions_, begins_;
  std::vector<uint32_t> loop_ends_;  // by header
  std::vector<Bits> live_in_;
  std::vector<Interval> intervals_;
  std::deque<ConstantUse> constant_uses_;
  std::deque<Temporary> temporaries_;
  std::vector<Interval> fixed_[2];
  Interval calls_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_LIVE_INTERVALS_H_
