// The order of blocks, and what is not reached.
#include <algorithm>
#include <queue>
#include <tuple>

#include "jit/graph/graph.h"
#include "jit/graph/loops.h"

namespace halfword::jit {
namespace {

// Blocks that everything before them has been placed for, and that are in a loop whose header is placed; the
// most urgent one first: the least late, then the first in reverse postorder.
class ReadyBlocks {
 public:
  void Push(Block* block, int lateness, uint32_t place) { queue_.push({lateness, place, block}); }
  bool empty() const { return queue_.empty(); }
  Block* Pop() {
    Block* block = std::get<Block*>(queue_.top());
    queue_.pop();
    return block;
  }

 private:
  using Entry = std::tuple<int, uint32_t, Block*>;
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      return std::tie(std::get<0>(a), std::get<1>(a)) > std::tie(std::get<0>(b), std::get<1>(b));
    }
  };
  std::priority_queue<Entry, std::vector<Entry>, Later> queue_;
};

// Cold blocks wait for others, those that lead nowhere for those that may lead back. What leads from entries
// to loops does not wait: else it would end up between the blocks of a loop around the one that it leads to.
int Lateness(const Block* block, const Loops& loops) {
  if (!block->is_cold || block->is_entry()) return 0;
  if (block->successors.empty()) return 2;
  return loops.IsReachedFromFirst(block) || loops.LoopOf(block) != nullptr ? 1 : 0;
}

// A topological order of all edges but back-edges. What is open, is a loop whose header has been placed; its
// blocks come before all others. Each has everything that leads to it in the loop, so one is ready as long as
// some are left.
std::vector<Block*> Ordered(const Loops& loops) {
  std::vector<uint32_t> missing(loops.order().size()), place(missing.size());
  std::vector<Block*> header_of_open = {nullptr};
  std::vector<ReadyBlocks> open(1);
  std::vector<uint32_t> place_of_open(missing.size());  // of headers; 0: it is not open
  uint32_t count = 0;
  for (Block* block : loops.order()) place[block->order] = count++;
  auto push = [&](Block* block) {
    Block* loop = loops.OuterLoopOf(block);
    while (loop != nullptr && place_of_open[loop->order] == 0) loop = loops.OuterLoopOf(loop);
    open[loop == nullptr ? 0 : place_of_open[loop->order]].Push(block, Lateness(block, loops),
                                                                place[block->order]);
  };
  for (Block* block : loops.order()) {
    for (Block* p : block->predecessors) missing[block->order] += loops.IsBackEdge(p, block) ? 0 : 1;
    if (missing[block->order] == 0) push(block);
  }
  std::vector<Block*> result;
  while (true) {
    while (open.back().empty() && open.size() > 1) {
      place_of_open[header_of_open.back()->order] = 0;
      header_of_open.pop_back();
      open.pop_back();
    }
    if (open.back().empty()) break;
    Block* block = open.back().Pop();
    result.push_back(block);
    if (loops.IsHeader(block)) {
      place_of_open[block->order] = static_cast<uint32_t>(open.size());
      header_of_open.push_back(block);
      open.emplace_back();
    }
    for (Block* s : block->successors) {
      if (!loops.IsBackEdge(block, s) && --missing[s->order] == 0) push(s);
    }
  }
  CHECK(result.size() == loops.order().size());
  return result;
}

}  // namespace

void Graph::RemoveUnreached() {
  for (uint32_t i = 0; i < blocks_.size(); i++) blocks_[i]->order = i;
  Loops loops(blocks_);
  if (loops.order().size() == blocks_.size()) return;
  std::vector<Block*> reached, unreached;
  for (Block* block : blocks_) (loops.IsReached(block) ? reached : unreached).push_back(block);
  for (Block* block : unreached) {
    for (Block* s : block->successors) {
      auto& all = s->predecessors;
      RemovePredecessor(s, static_cast<size_t>(std::find(all.begin(), all.end(), block) - all.begin()));
    }
    block->successors.clear();
  }
  for (Block* block : unreached) {
    block->ForEachNode([&](Node* node) { SetInputs(node, {}); });
  }
  blocks_ = std::move(reached);
  for (uint32_t i = 0; i < blocks_.size(); i++) blocks_[i]->order = i;
}

void Graph::MakeBackEdgesOne() {
  std::vector<Block*> old_blocks = blocks_, headers;
  Loops loops(old_blocks);
  for (Block* block : loops.order()) {
    if (loops.IsHeader(block)) headers.push_back(block);
  }
  for (Block* header : headers) {
    std::vector<size_t> forward, back;  // places of predecessors
    for (size_t i = 0; i < header->predecessors.size(); i++) {
      (loops.IsBackEdge(header->predecessors[i], header) ? back : forward).push_back(i);
    }
    if (back.size() == 1 && back[0] == header->predecessors.size() - 1) continue;
    Block* join = nullptr;
    std::vector<Block*> predecessors;
    for (size_t i : forward) predecessors.push_back(header->predecessors[i]);
    if (back.size() > 1) {
      join = NewBlock();
      for (size_t i : back) {
        Block* from = header->predecessors[i];
        join->predecessors.push_back(from);
        // One edge; if there are more of the same, later turns find them.
        *std::find(from->successors.begin(), from->successors.end(), header) = join;
      }
      predecessors.push_back(join);
    } else {
      predecessors.push_back(header->predecessors[back[0]]);
    }
    header->ForEachPhi([&](Node* phi) {
      if (phi->input_count() != header->predecessors.size()) return;  // its inputs are not given yet
      std::vector<Node*> inputs, joined;
      for (size_t i : forward) inputs.push_back(phi->input(static_cast<uint32_t>(i)));
      for (size_t i : back) joined.push_back(phi->input(static_cast<uint32_t>(i)));
      bool is_one = std::all_of(joined.begin(), joined.end(), [&](Node* n) { return n == joined[0]; });
      inputs.push_back(is_one ? joined[0] : NewPhi(join, phi->representation(), phi->payload().reg, joined));
      SetInputs(phi, inputs);
    });
    if (join != nullptr) {
      LinkBefore(join, nullptr, NewNode(NodeKind::kGoto, {}, {}, nullptr));
      join->successors = {header};
    }
    header->predecessors = std::move(predecessors);
  }
}

void Graph::OrderBlocks() {
  RemoveUnreached();
  MakeBackEdgesOne();
  Loops loops(blocks_);
  std::vector<Block*> ordered = Ordered(loops);
  for (Block* block : ordered) {
    block->loop = loops.LoopOf(block);
    block->loop_depth = loops.DepthOf(block);
    block->is_loop_header = loops.IsHeader(block);
  }
  blocks_ = std::move(ordered);
  for (uint32_t i = 0; i < blocks_.size(); i++) blocks_[i]->order = i;
}

}  // namespace halfword::jit
