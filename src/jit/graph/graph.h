// A function in SSA form: blocks of nodes, which phases turn from what its bytecode and its feedback say into
// what machine code is made of.
//
//   Graph graph(arena, frame_size);
//   Block* entry = graph.NewBlock();
//   Node* sum = graph.Append(entry, NodeKind::kAddInt32, {a, b});
//   graph.End(entry, NodeKind::kReturn, {sum}, {});
//
// Blocks are in reverse postorder once OrderBlocks has seen them. Each ends in one control node, whose targets
// are its successors. A block with several successors leads to no block with several predecessors: the way
// between them is a block of its own. Phis stand at the head of a block and have an input for each predecessor,
// in their order. What flows along the back-edge of a loop is the last predecessor of its header.
//
// Threads: one at a time.
#ifndef HALFWORD_JIT_GRAPH_GRAPH_H_
#define HALFWORD_JIT_GRAPH_GRAPH_H_

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "jit/graph/frame_state.h"
#include "jit/graph/node.h"
#include "platform/arena.h"

namespace halfword::jit {

// What a Generic node does: the instruction, and where it may go besides the next one.
struct CallInfo {
  uint32_t offset;         // of the instruction in the unit's bytecode
  const Unit* unit;
  // The registers whose values are its inputs, in their order; the accumulator, kAccInput, and the environment,
  // kEnvironmentInput, among them.
  static constexpr uint32_t kAccInput = UINT32_MAX, kEnvironmentInput = UINT32_MAX - 1;
  std::span<const uint32_t> registers;
};

struct Block {
  uint32_t id;
  uint32_t order = 0;        // in reverse postorder
  uint32_t loop_depth = 0;
  bool is_loop_header = false;
  bool is_cold = false;      // is executed rarely: its code stands at the end
  // Where the frame was when it came here, for entries other than the function's beginning: the offset of the
  // loop's header in the bytecode. kNone: it is no entry.
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t entry_offset = kNone;
  Node* first = nullptr;
  Node* last = nullptr;
  std::vector<Block*> predecessors;
  std::vector<Block*> successors;

  bool is_ended() const { return last != nullptr && last->is_control(); }
  // Calls f(node) for all in their order; f may remove the node, and insert others before it.
  template <class F>
  void ForEachNode(F f) const {
    for (Node* node = first; node != nullptr;) {
      Node* next = node->next();
      f(node);
      node = next;
    }
  }
  // The phis, which stand first.
  template <class F>
  void ForEachPhi(F f) const {
    for (Node* node = first; node != nullptr && node->Is(NodeKind::kPhi);) {
      Node* next = node->next();
      f(node);
      node = next;
    }
  }
};

class Graph {
 public:
  explicit Graph(platform::Arena& arena) : arena_(arena) {}
  Graph(const Graph&) = delete;

  platform::Arena& arena() { return arena_; }

  // ---- Building ----
  // The first one is the function's beginning.
  Block* NewBlock();
  Unit* NewUnit(uint64_t code, uint64_t info, const Unit* outer, uint32_t frame_words, uint32_t call_offset);
  // REQUIRES: the block has not ended, and the kind is no control. The node's inputs gain a use each.
  Node* Append(Block*, NodeKind, std::span<Node* const> inputs, Payload = {}, const FrameState* = nullptr);
  Node* Append(Block* b, NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {},
               const FrameState* state = nullptr) {
    return Append(b, kind, std::span(inputs.begin(), inputs.size()), payload, state);
  }
  // Ends the block: it becomes a predecessor of the targets.
  Node* End(Block*, NodeKind, std::initializer_list<Node*> inputs, std::span<Block* const> targets,
            Payload = {}, const FrameState* = nullptr);
  // At the head of the block. `inputs` may be empty, and given later by SetPhiInputs.
  Node* NewPhi(Block*, Representation, uint32_t reg, std::span<Node* const> inputs);
  void SetPhiInputs(Node* phi, std::span<Node* const> inputs);
  // One node for each constant, in the first block.
  Node* Constant(uint64_t bits, TypeSet types);
  Node* Int32(int32_t n);
  Node* Float64(double d);
  const FrameState* NewState(const FrameState&, std::span<const FrameState::Register>);
  const ShapeSet* NewShapes(std::span<const uint64_t> shapes);

  // ---- Changing ----
  Node* InsertBefore(Node* place, NodeKind, std::span<Node* const> inputs, Payload = {},
                     const FrameState* = nullptr);
  // Everything that used the node, states included, uses `other` from now on. It takes time in proportion to
  // the graph's states and nodes unless many are replaced at once: they are only noted, and ApplyReplacements
  // carries them out.
  void ReplaceBy(Node*, Node* other);
  void ApplyReplacements();
  // REQUIRES: nothing uses it.
  void Remove(Node*);
  // Takes out what nobody uses and what has no effect, and blocks that are not reached; then puts blocks into
  // reverse postorder, with the blocks of a loop together and cold ones at the end of those that they can be
  // moved behind.
  void RemoveDead();
  void OrderBlocks();

  // ---- Reading ----
  Block* entry() const { return blocks_.front(); }
  std::span<Block* const> blocks() const { return blocks_; }  // in reverse postorder after OrderBlocks
  std::span<Unit* const> units() const { return units_; }
  uint32_t node_count() const { return next_id_; }  // ids are below
  template <class F>
  void ForEachNode(F f) const {
    for (Block* block : blocks_) block->ForEachNode(f);
  }

  // As text, which FromText reads again (printer.cc, reader.cc).
  std::string ToText() const;
  // Null, and *error says where and why.
  static Graph* FromText(platform::Arena&, std::string_view text, std::string* error);
  // Checks all that this page and node_kinds.h say, and that each use is dominated by its definition, states
  // included (verifier.cc). Empty: it holds; else a sentence that names the node.
  std::string Verify() const;

 private:
  Node* NewNode(NodeKind, std::span<Node* const> inputs, Payload, const FrameState*);

  platform::Arena& arena_;
  std::vector<Block*> blocks_;
  std::vector<Unit*> units_;
  std::unordered_map<uint64_t, Node*> constants_, int32s_, doubles_;
  std::vector<std::pair<Node*, Node*>> replacements_;
  uint32_t next_id_ = 0;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_GRAPH_H_
