#include "jit/passes/fuel.h"

#include <algorithm>

namespace halfword::jit {

namespace {

// What ends in an exit alone gives all back.
constexpr uint32_t kAll = UINT32_MAX;

class Merging {
 public:
  explicit Merging(Graph& graph)
      : graph_(graph),
        ahead_(graph.blocks().size()),
        behind_(graph.node_count()),
        paid_(graph.blocks().size()),
        refunds_(graph.node_count()) {}

  std::vector<uint32_t> Run() {
    std::span<Block* const> blocks = graph_.blocks();
    for (size_t n = blocks.size(); n-- > 0;) LookAhead(*blocks[n]);
    for (Block* block : blocks) Spend(*block);
    return std::move(refunds_);
  }

 private:
  // Whoever comes there comes from one block, which may have spent for it.
  static bool IsAfterOne(const Block& block) { return block.predecessors.size() == 1 && !block.is_entry(); }

  // What all ways from the block's end spend, up to the next call.
  uint32_t AheadOfEnd(const Block& block) const {
    if (block.last->Is(NodeKind::kExit) || block.last->Is(NodeKind::kEnterLoop)) return kAll;
    uint32_t least = block.successors.empty() ? 0 : kAll;
    for (const Block* to : block.successors)
      least = std::min(least, IsAfterOne(*to) && to->order > block.order ? ahead_[to->order] : 0);
    return least;
  }
  void LookAhead(const Block& block) {
    uint32_t units = AheadOfEnd(block);
    for (const Node* node = block.last; node != nullptr; node = node->previous()) {
      if (node->Has(kCalls)) units = 0;
      if (!node->Is(NodeKind::kSpendFuel)) continue;
      // Nobody spends for ways that all end in exits.
      behind_[node->id()] = units == kAll ? 0 : units;
      units = behind_[node->id()] + static_cast<uint32_t>(node->payload().number);
    }
    ahead_[block.order] = units;
  }

  void Spend(Block& block) {
    uint32_t paid = IsAfterOne(block) ? paid_[block.order] : 0;
    block.ForEachNode([&](Node* node) {
      DCHECK(!node->Has(kCalls) || paid == 0);
      if (node->state() != nullptr && !node->Has(kCalls)) refunds_[node->id()] = paid;
      if (!node->Is(NodeKind::kSpendFuel)) return;
      const auto units = static_cast<uint32_t>(node->payload().number);
      if (paid >= units) {
        paid -= units;
        graph_.Remove(node);
        return;
      }
      node->set_payload(Payload::Number(static_cast<int32_t>(units - paid + behind_[node->id()])));
      paid = behind_[node->id()];
    });
    for (const Block* to : block.successors) paid_[to->order] = paid;
  }

  Graph& graph_;
  std::vector<uint32_t> ahead_;   // by block: what all ways from its beginning spend
  std::vector<uint32_t> behind_;  // by node that spends: what all ways behind it do
  std::vector<uint32_t> paid_;    // by block: what has been spent for it where it begins
  std::vector<uint32_t> refunds_;
};

}  // namespace

std::vector<uint32_t> MergeFuel(Graph& graph) { return Merging(graph).Run(); }

}  // namespace halfword::jit
