#include "jit/passes/frame_headers.h"

namespace halfword::jit {

namespace {

uint32_t DepthOf(const Unit* unit) {
  uint32_t depth = 0;
  for (; unit != nullptr; unit = unit->outer) depth++;
  return depth;
}

// The innermost unit that both are, or are inlined into. Null: one of them is, or their outermost one.
const Unit* Common(const Unit* a, const Unit* b) {
  for (uint32_t depth_of_a = DepthOf(a), depth_of_b = DepthOf(b); a != b;) {
    if (depth_of_a >= depth_of_b) {
      a = a->outer;
      depth_of_a--;
    } else {
      b = b->outer;
      depth_of_b--;
    }
  }
  return a == nullptr || a->outer == nullptr ? nullptr : a;
}

}  // namespace

FrameHeaders::FrameHeaders(const Graph& graph) : at_(graph.node_count()) {
  std::vector<const Unit*> ends(graph.blocks().size());
  for (const Block* block : graph.blocks()) {
    const Unit* there = nullptr;
    bool is_first = true;
    for (const Block* from : block->predecessors) {
      // A turn of a loop finds nothing of the turn before.
      const Unit* at_end = from->order < block->order ? ends[from->order] : nullptr;
      there = is_first ? at_end : Common(there, at_end);
      is_first = false;
    }
    if (block->is_entry()) there = nullptr;
    block->ForEachNode([&](const Node* node) {
      if (node->Is(NodeKind::kSpendFuel)) at_[node->id()] = there;
      if (!node->Is(NodeKind::kGeneric)) return;
      const Unit* unit = node->payload().call->unit;
      at_[node->id()] = Common(there, unit);
      there = unit->outer == nullptr ? nullptr : unit;
    });
    ends[block->order] = there;
  }
}

}  // namespace halfword::jit
