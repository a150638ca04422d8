#include "jit/graph/dominators.h"

namespace halfword::jit {

Dominators::Dominators(const Graph& graph) : blocks_(graph.blocks()) {
  constexpr uint32_t kUnknown = UINT32_MAX;
  const uint32_t count = static_cast<uint32_t>(blocks_.size()) + 1;
  immediate_.assign(count, kUnknown);
  immediate_[0] = 0;
  auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      if (a > b) {
        a = immediate_[a];
      } else {
        b = immediate_[b];
      }
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < count; i++) {
      uint32_t now = blocks_[i - 1]->is_entry() ? 0 : kUnknown;
      for (const Block* p : blocks_[i - 1]->predecessors) {
        uint32_t from = p->order + 1;
        if (immediate_[from] != kUnknown) now = now == kUnknown ? from : meet(now, from);
      }
      DCHECK(now < i);
      if (now != immediate_[i]) {
        immediate_[i] = now;
        changed = true;
      }
    }
  }
  // Numbers such that those of what a block dominates are a range. A block comes after what dominates it, so
  // sizes add up backwards, and places are given out forwards.
  times_.resize(count);
  std::vector<uint32_t> sizes(count, 1), next(count);
  for (uint32_t i = count - 1; i > 0; i--) sizes[immediate_[i]] += sizes[i];
  times_[0] = {0, sizes[0] - 1};
  next[0] = 1;
  for (uint32_t i = 1; i < count; i++) {
    uint32_t first = next[immediate_[i]];
    next[immediate_[i]] += sizes[i];
    times_[i] = {first, first + sizes[i] - 1};
    next[i] = first + 1;
  }
}

}  // namespace halfword::jit
