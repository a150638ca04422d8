#include "jit/optimizations/fuel.h"

#include <algorithm>

namespace halfword::jit {

namespace {

// Whatever ends in an exit alone gives all back.
constexpr uint32_t kAll = UINT32_MAX;
// So often it is tried how much is due at joins.
constexpr int kMostRounds = 8;

class Merging {
 public:
  explicit Merging(Graph& graph)
      : graph_(graph),
        blocks_(graph.blocks()),
        steps_(blocks_.size()),
        ahead_(blocks_.size()),
        paid_(blocks_.size()),
        due_(blocks_.size()),
        most_due_(blocks_.size(), kAll),
        due_next_(blocks_.size()),
        has_spent_(blocks_.size()),
        behind_(graph.node_count()),
        refunds_(graph.node_count()) {
    for (const Block* block : blocks_) {
      block->ForEachNode([&](Node* node) {
        if (node->Is(NodeKind::kSpendFuel) || EndsSpending(*node)) steps_[block->order].push_back(node);
      });
      const std::vector<Node*>& steps = steps_[block->order];
      has_spent_[block->order] = steps.empty()
                                     ? IsAfterOne(*block) && has_spent_[block->predecessors[0]->order]
                                     : steps.back()->Is(NodeKind::kSpendFuel);
    }
  }

  std::vector<uint32_t> Run() {
    LookAhead(0);
    for (const Block* block : blocks_) {
      // A turn of a loop is spent before it begins, but not the one behind it as well.
      if (BeginsTurn(*block)) most_due_[block->order] = DueAt(*block);
    }
    int round = 1;
    do {
      LookAhead(round);
    } while (LowerDue() && round++ < kMostRounds);
    if (round > kMostRounds) {
      std::fill(most_due_.begin(), most_due_.end(), 0);
      LookAhead(round);
    }
    for (Block* block : blocks_) Spend(*block);
    refunds_.resize(graph_.node_count());
    return std::move(refunds_);
  }

 private:
  // Nobody spends before it for what is behind.
  static bool EndsSpending(const Node& node) { return node.Has(kCalls) || node.Has(kCharges); }

  // Whoever comes there comes from one block.
  static bool IsAfterOne(const Block& block) { return block.predecessors.size() == 1 && !block.is_entry(); }

  // A loop's header, which may have been paid for by who enters it and by each turn.
  static bool BeginsTurn(const Block& block) {
    return block.is_loop_header && !IsAfterOne(block) && !block.is_entry();
  }

  // What whoever comes to the block, from one block or from several, is to have spent for it.
  uint32_t DueAt(const Block& block) const {
    const uint32_t units = std::min(ahead_[block.order], most_due_[block.order]);
    return block.is_entry() || units == kAll ? 0 : units;
  }

  // A way out of a loop in which something is spent before: that spends for the rest of the turn as well. Who
  // leaves gets back what is too much.
  bool Leaves(const Block& block, const Block& to) const {
    return to.loop_depth < block.loop_depth && IsAfterOne(to) && has_spent_[block.order];
  }
  // What all ways from the block's end spend, up to the next call or charge, apart from those that leave.
  uint32_t AheadOfEnd(const Block& block) const {
    if (block.last->Is(NodeKind::kExit) || block.last->Is(NodeKind::kEnterLoop)) return kAll;
    if (block.successors.empty()) return 0;
    uint32_t least = kAll, least_of_leaving = kAll;
    for (const Block* to : block.successors) {
      const bool is_behind = IsAfterOne(*to) && to->order > block.order;
      uint32_t& units = Leaves(block, *to) ? least_of_leaving : least;
      units = std::min(units, is_behind ? ahead_[to->order] : due_[to->order]);
    }
    return least == kAll ? least_of_leaving : least;
  }
  // What has been spent where `to` begins, if so much was where the only block ends that leads there.
  uint32_t PaidInto(const Block& block, const Block& to, uint32_t paid) const {
    return Leaves(block, to) ? std::min(paid, ahead_[to.order]) : paid;
  }
  // What is due where the block leads, if it leads to where ways meet alone, and nothing is spent meanwhile.
  uint32_t DueNext(const Block& block) const {
    if (block.successors.size() != 1) return 0;
    const Block& to = *block.successors[0];
    if (!IsAfterOne(to)) return due_[to.order];
    return steps_[to.order].empty() ? due_next_[to.order] : 0;
  }
  // In the first round nothing is due where ways meet, then what all ways from there spend. At a loop's
  // header that is known before.
  void LookAhead(int round) {
    for (const Block* block : blocks_) {
      due_[block->order] = round > 0 && BeginsTurn(*block) ? most_due_[block->order] : 0;
    }
    for (size_t n = blocks_.size(); n-- > 0;) {
      const Block& block = *blocks_[n];
      uint32_t units = AheadOfEnd(block);
      const std::vector<Node*>& steps = steps_[n];
      for (size_t k = steps.size(); k-- > 0;) {
        const Node* node = steps[k];
        if (EndsSpending(*node)) {
          units = 0;
          continue;
        }
        // Nobody spends for ways that all end in exits.
        behind_[node->id()] = units == kAll ? 0 : units;
        units = behind_[node->id()] + static_cast<uint32_t>(node->payload().number);
      }
      ahead_[n] = units;
      due_next_[n] = DueNext(block);
      if (round > 0 && !IsAfterOne(block) && !block.is_loop_header) due_[n] = DueAt(block);
    }
  }
  // What the node spends if so much has been spent for it. Where that is enough, it still spends for where
  // ways meet.
  uint32_t SpentBy(const Block& block, const Node* node, uint32_t paid) const {
    const auto units = static_cast<uint32_t>(node->payload().number);
    const uint32_t wanted = units + behind_[node->id()];
    const bool is_last = node == steps_[block.order].back();
    const bool is_enough = paid >= units && (!is_last || paid - units >= due_next_[block.order]);
    return is_enough ? 0 : wanted - paid;
  }
  // What has been spent where the block ends, if so much was where it begins.
  uint32_t PaidBehind(const Block& block, uint32_t paid) const {
    for (const Node* node : steps_[block.order]) {
      paid = EndsSpending(*node)
                 ? 0
                 : paid + SpentBy(block, node, paid) - static_cast<uint32_t>(node->payload().number);
    }
    return paid;
  }
  // Whether somebody comes to a block who could not spend what is due there. Less is due there then.
  bool LowerDue() {
    bool is_less = false;
    for (const Block* block : blocks_) {
      const uint32_t begin = IsAfterOne(*block) ? paid_[block->order] : due_[block->order];
      const uint32_t paid = PaidBehind(*block, begin);
      for (const Block* to : block->successors) {
        if (IsAfterOne(*to)) {
          paid_[to->order] = PaidInto(*block, *to, paid);
        } else if (paid < due_[to->order]) {
          most_due_[to->order] = std::min(most_due_[to->order], paid);
          is_less = true;
        }
      }
    }
    return is_less;
  }

  void Spend(Block& block) {
    uint32_t paid = IsAfterOne(block) ? paid_[block.order] : due_[block.order];
    block.ForEachNode([&](Node* node) {
      DCHECK(!EndsSpending(*node) || paid == 0);
      if (node->state() != nullptr && !node->Has(kCalls)) refunds_[node->id()] = paid;
      if (!node->Is(NodeKind::kSpendFuel)) return;
      const uint32_t spent = SpentBy(block, node, paid);
      paid = paid + spent - static_cast<uint32_t>(node->payload().number);
      if (spent == 0) {
        graph_.Remove(node);
      } else {
        node->set_payload(Payload::Number(static_cast<int32_t>(spent)));
      }
    });
    for (const Block* to : block.successors) {
      DCHECK(IsAfterOne(*to) || paid == due_[to->order]);
      if (!IsAfterOne(*to)) continue;
      paid_[to->order] = PaidInto(block, *to, paid);
      const uint32_t too_much = paid - paid_[to->order];
      if (too_much == 0) continue;
      graph_.InsertBefore(to->first, NodeKind::kRefundFuel, {},
                          Payload::Number(static_cast<int32_t>(too_much)));
    }
  }

  Graph& graph_;
  const std::span<Block* const> blocks_;
  std::vector<std::vector<Node*>> steps_;  // by block: its nodes that spend and its calls
  std::vector<uint32_t> ahead_;            // by block: what all ways from its beginning spend
  std::vector<uint32_t> paid_;             // by block after one: what has been spent for it where it begins
  std::vector<uint32_t> due_;              // the same by any other block, whoever comes there
  std::vector<uint32_t> most_due_;
  std::vector<uint32_t> due_next_;  // by block
  std::vector<bool> has_spent_;     // by block: on each way to its end, since the last call
  std::vector<uint32_t> behind_;    // by node that spends: what all ways behind it do
  std::vector<uint32_t> refunds_;
};

}  // namespace

std::vector<uint32_t> MergeFuel(Graph& graph) { return Merging(graph).Run(); }

}  // namespace halfword::jit
