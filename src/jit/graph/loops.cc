#include "jit/graph/loops.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace halfword::jit {

Loops::Loops(std::span<Block* const> blocks)
    : blocks_(blocks),
      times_(blocks.size()),
      header_(blocks.size(), kNone),
      depth_(blocks.size()),
      is_header_(blocks.size()) {
  Search();
  FindLoops();
}

void Loops::Search() {
  // Outer loops begin at lower offsets than those inside, so their entries are searched first: if nothing but
  // entries leads to loops, the back-edge of an outer loop is still the edge to its header.
  std::vector<Block*> roots;
  for (Block* block : blocks_) {
    if (block->is_entry()) roots.push_back(block);
  }
  std::sort(roots.begin() + 1, roots.end(), [](const Block* a, const Block* b) {
    return std::tie(a->entry_offset, a->order) < std::tie(b->entry_offset, b->order);
  });
  struct Step {
    Block* block;
    size_t left;  // successors, of which the last is taken first: the first one then comes next in the order
  };
  std::vector<Step> stack;
  uint32_t time = 0;
  auto discover = [&](Block* block) {
    if (IsReached(block)) return;
    times_[block->order].first = time++;
    stack.push_back({block, block->successors.size()});
  };
  for (Block* root : roots) {
    discover(root);
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.left > 0) {
        discover(step.block->successors[--step.left]);
      } else {
        times_[step.block->order].last = time - 1;
        order_.push_back(step.block);
        stack.pop_back();
      }
    }
  }
  std::reverse(order_.begin(), order_.end());
  auto first = std::find(order_.begin(), order_.end(), blocks_.front());
  std::rotate(order_.begin(), first, first + 1);
}

void Loops::FindLoops() {
  // Inner headers come before outer ones: a block that is known to be in a loop stands for that by
  // the header.
  std::vector<uint32_t> found(order_.size());  // by the order of discovery
  for (Block* block : order_) found[times_[block->order].first] = block->order;
  std::vector<uint32_t> outermost(blocks_.size());
  std::iota(outermost.begin(), outermost.end(), 0);
  auto find = [&](uint32_t b) {
    while (outermost[b] != b) b = outermost[b] = outermost[outermost[b]];
    return b;
  };
  std::vector<uint32_t> work;
  for (size_t i = found.size(); i-- > 0;) {
    uint32_t header = found[i];
    auto add = [&](uint32_t from) {
      if (times_[from].first == kNone) return;
      uint32_t b = find(from);
      if (b == header || header_[b] != kNone || !IsAncestor(header, b)) return;
      header_[b] = header;
      work.push_back(b);
    };
    for (const Block* p : blocks_[header]->predecessors) {
      if (times_[p->order].first == kNone || !IsAncestor(header, p->order)) continue;
      is_header_[header] = true;
      add(p->order);
    }
    while (!work.empty()) {
      uint32_t b = work.back();
      work.pop_back();
      outermost[b] = header;
      for (const Block* p : blocks_[b]->predecessors) add(p->order);
    }
  }
  for (uint32_t b : found) {
    uint32_t outer = header_[b];
    depth_[b] = (outer == kNone ? 0 : depth_[outer]) + (is_header_[b] ? 1 : 0);
  }
}

}  // namespace halfword::jit
