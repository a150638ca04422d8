#include "jit/optimizations/value_numbers.h"

#include <array>
#include <bit>
#include <unordered_map>
#include <vector>

#include "jit/graph/dominators.h"
#include "jit/graph/loops.h"

namespace halfword::jit {

namespace {

// A bit each of MemoryClasses, and one more for calls.
constexpr uint32_t kClasses = 14, kCallClass = 13;
constexpr uint32_t kMostInputs = 4, kMostVersions = 4;
static_assert(kFrames == 1 << (kCallClass - 1));

using Versions = std::array<uint32_t, kClasses>;
using Key = std::array<uint32_t, 3 + kMostInputs + kMostVersions>;
struct HashOfKey {
  size_t operator()(const Key& key) const {
    uint64_t hash = 0;
    for (uint32_t part : key) hash = (std::rotl(hash, 5) ^ part) * 0x9e3779b97f4a7c15;
    return hash;
  }
};

uint32_t WritesOf(const Node& node) {
  uint32_t writes = node.info().writes & ((1u << kCallClass) - 1);
  return node.Has(kCalls) ? writes | 1u << kCallClass : writes;
}

// Not what says where something is rather than what it is: words of the frame, and places of views.
bool IsNumbered(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kParameter:
    case NodeKind::kOsrValue:
    case NodeKind::kViewTyped:
    case NodeKind::kSettle:
    case NodeKind::kRegisterBehind:
    case NodeKind::kWordBehind: return false;
    // A branch compares in one instruction; a bool that two of them ask would take more.
    case NodeKind::kSameBits:
    case NodeKind::kIsNullish:
    case NodeKind::kHasElements:
    case NodeKind::kCompareInt32:
    case NodeKind::kCompareSmi:
    case NodeKind::kTestInt32:
    case NodeKind::kCompareUint32:
    case NodeKind::kCompareFloat64: return false;
    default:
      return node.Has(kPure) && !IsConstant(node.kind()) && node.input_count() <= kMostInputs &&
             std::popcount(node.info().reads) < static_cast<int>(kMostVersions);
  }
}

class Numbering {
 public:
  explicit Numbering(Graph& graph) : graph_(graph), loops_(graph.blocks()) {}

  uint32_t Run() {
    FindVersions();
    Dominators dominators(graph_);
    std::vector<std::vector<const Block*>> children(graph_.blocks().size());
    std::vector<const Block*> roots;
    for (const Block* block : graph_.blocks()) {
      const Block* above = dominators.ImmediateDominator(block);
      (above == nullptr ? roots : children[above->order]).push_back(block);
    }
    // What a block adds to the table goes when all below it are done.
    struct Frame {
      const Block* block;
      size_t next, known;
    };
    std::vector<Frame> stack;
    for (const Block* root : roots) {
      stack.push_back({root, 0, known_.size()});
      Walk(*root);
      while (!stack.empty()) {
        Frame& top = stack.back();
        if (top.next < children[top.block->order].size()) {
          const Block* child = children[top.block->order][top.next++];
          stack.push_back({child, 0, known_.size()});
          Walk(*child);
          continue;
        }
        for (; known_.size() > top.known; known_.pop_back()) table_.erase(known_.back());
        stack.pop_back();
      }
    }
    if (count_ != 0) graph_.ApplyReplacements();
    return count_;
  }

 private:
  uint32_t Fresh(const Block& block, uint32_t c) const {
    return graph_.node_count() + 1 + block.order * kClasses + c;
  }
  static void Write(const Node& node, Versions* versions) {
    for (uint32_t writes = WritesOf(node); writes != 0; writes &= writes - 1)
      (*versions)[static_cast<size_t>(std::countr_zero(writes))] = node.id() + 1;
  }
  // Where each block begins.
  void FindVersions() {
    std::span<Block* const> blocks = graph_.blocks();
    std::vector<uint32_t> writes_in(blocks.size());  // of loops, by their headers
    for (const Block* block : blocks) {
      uint32_t writes = 0;
      block->ForEachNode([&](const Node* node) { writes |= WritesOf(*node); });
      for (const Block* h = loops_.LoopOf(block); h != nullptr; h = loops_.OuterLoopOf(h))
        writes_in[h->order] |= writes;
    }
    at_begin_.resize(blocks.size());
    std::vector<Versions> at_end(blocks.size());
    for (const Block* block : blocks) {
      Versions versions;
      for (uint32_t c = 0; c < kClasses; c++) {
        uint32_t common = 0;
        bool is_fresh = block->is_entry() || (writes_in[block->order] >> c & 1) != 0;
        for (const Block* p : block->predecessors) {
          if (p->order >= block->order) continue;  // a back-edge
          uint32_t its = at_end[p->order][c];
          is_fresh |= common != 0 && common != its;
          common = its;
        }
        versions[c] = is_fresh || common == 0 ? Fresh(*block, c) : common;
      }
      at_begin_[block->order] = versions;
      block->ForEachNode([&](const Node* node) { Write(*node, &versions); });
      at_end[block->order] = versions;
    }
  }

  Key KeyOf(const Node& node, const Versions& versions) {
    Key key = {};
    key[0] = static_cast<uint32_t>(node.kind()) | static_cast<uint32_t>(node.representation()) << 8 |
             node.input_count() << 16;
    key[1] = static_cast<uint32_t>(node.payload().raw);
    key[2] = static_cast<uint32_t>(node.payload().raw >> 32);
    for (uint32_t n = 0; n < node.input_count(); n++) key[3 + n] = graph_.Current(node.input(n))->id();
    if (node.Has(kCommutes) && key[3] > key[4]) std::swap(key[3], key[4]);
    uint32_t n = 3 + kMostInputs;
    for (uint32_t reads = node.info().reads; reads != 0; reads &= reads - 1)
      key[n++] = versions[static_cast<size_t>(std::countr_zero(reads))];
    key[n] = versions[kCallClass];
    return key;
  }
  void Walk(const Block& block) {
    Versions versions = at_begin_[block.order];
    block.ForEachNode([&](Node* node) {
      if (IsNumbered(*node)) {
        Key key = KeyOf(*node, versions);
        auto [row, is_new] = table_.try_emplace(key, node);
        if (is_new) {
          known_.push_back(key);
        } else {
          graph_.ReplaceBy(node, row->second);
          count_++;
        }
      }
      Write(*node, &versions);
    });
  }

  Graph& graph_;
  const Loops loops_;
  std::vector<Versions> at_begin_;
  std::unordered_map<Key, Node*, HashOfKey> table_;
  std::vector<Key> known_;  // in the order in which they came
  uint32_t count_ = 0;
};

}  // namespace

uint32_t NumberValues(Graph& graph) { return Numbering(graph).Run(); }

}  // namespace halfword::jit
