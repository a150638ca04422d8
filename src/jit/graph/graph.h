// A function in SSA form: blocks of nodes, which phases turn from what its bytecode and its feedback say into
// what machine code is made of.
//
//   Graph graph(arena);
//   const Unit* unit = graph.NewUnit(code, info, nullptr, 0, 0);
//   Block* entry = graph.NewBlock();
//   Node* a = graph.Append(entry, NodeKind::kParameter, {}, Payload::Register(1));
//   Node* sum = graph.Append(entry, NodeKind::kAddInt32, {graph.Int32(1), …});
//   graph.End(entry, NodeKind::kReturn, {a}, {});
//
// Blocks are in reverse postorder once OrderBlocks has seen them. Each ends in one control node, whose
// targets are its successors. A block with several successors leads to no block with several
// predecessors: the way between them is a block of its own. Phis stand at the head of a block and have
// an input for each predecessor, in their order. A loop has one back-edge, which comes from the last
// predecessor of its header.
//
// Entries are the first block, where the function begins, and blocks with an entry_offset, where code of the
// baseline tier comes in at a loop. They have no predecessors. What is reached from the first block comes
// into a loop through its header alone. Constants stand in the first block, and may be used behind every
// entry: no code is needed to have their values.
//
// Threads: one at a time.
#ifndef HALFWORD_JIT_GRAPH_GRAPH_H_
#define HALFWORD_JIT_GRAPH_GRAPH_H_

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <memory>
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
  uint32_t offset;  // of the instruction in the unit's bytecode
  const Unit* unit;
  // Where its inputs are put: words from the outermost frame on, in their order; the accumulator, kAccInput,
  // and the environment, kEnvironmentInput, among them.
  static constexpr uint32_t kAccInput = UINT32_MAX, kEnvironmentInput = UINT32_MAX - 1;
  std::span<const uint32_t> words;
  // Of the words from the outermost frame on, nothing is left from this one on: the callee's frame
  // begins here.
  static constexpr uint32_t kNothingLost = UINT32_MAX;
  uint32_t first_lost = kNothingLost;
  // For emission: the opcode, where it stands from the Code object's address on, and whether the instruction
  // may jump within the function.
  uint8_t opcode = 0;
  bool jumps = false;
  uint32_t pc = 0, return_pc = 0;
  // Of instructions that call: whether the function is entered without their first tier, if it is what they
  // expect; the register that its frame begins at; and with how many arguments.
  enum Callee : uint8_t {
    kNotCalled,
    kAnyFunction,    // that has code
    kKnownFunction,  // this one
    kForwarded,      // any again, with the arguments of this frame (CallForward)
  };
  Callee callee = kNotCalled;
  bool passes_undefined = false;  // `this` is not laid out
  bool constructs = false;        // `this` is a new object of the known function's, which is new.target
  uint32_t callee_frame = 0, argument_count = 0;
  // Of kKnownFunction: the bits of its Value, of its FunctionInfo and of its Code, the size of its frame, and
  // how many parameters it has. Whether its frame lies behind the arguments, which it keeps.
  uint64_t function = 0, function_info = 0, function_code = 0;
  uint32_t function_frame_size = 0, parameter_count = 0;
  bool keeps_arguments = false;
  // Of kForwarded: the bits of Function.prototype.apply, and the register where the arguments are as an
  // object, unless nobody has wanted them so.
  uint64_t apply = 0;
  uint32_t arguments_object = 0;

  // Calls f(word, number of the input) for each word that is an input.
  template <class F>
  void ForEachWord(F f) const {
    for (uint32_t n = 0; n < words.size(); n++) {
      if (words[n] != kAccInput && words[n] != kEnvironmentInput) f(words[n], n);
    }
  }
};

struct Block {
  uint32_t id;
  uint32_t order = 0;       // its place in blocks()
  uint32_t loop_depth = 0;  // how many loops it is in; OrderBlocks sets this, is_loop_header and loop
  bool is_loop_header = false;
  bool is_cold = false;   // is executed rarely: its code stands at the end
  Block* loop = nullptr;  // the header of the innermost loop that it is in, itself perhaps; null: none
  // Where the frame was when it came here, for entries other than the function's beginning: the offset of the
  // loop's header in the bytecode. kNone: it is no entry, or the first block.
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t entry_offset = kNone;
  Node* first = nullptr;
  Node* last = nullptr;
  Node* last_phi = nullptr;  // null: it has none
  std::vector<Block*> predecessors;
  std::vector<Block*> successors;

  // Which of the predecessors the block is, and which input phis have for it. REQUIRES: it is one.
  uint32_t NumberOfPredecessor(const Block& from) const {
    auto found = std::find(predecessors.begin(), predecessors.end(), &from);
    DCHECK(found != predecessors.end());
    return static_cast<uint32_t>(found - predecessors.begin());
  }
  bool is_ended() const { return last != nullptr && last->is_control(); }
  bool is_entry() const { return order == 0 || entry_offset != kNone; }
  // Calls f(node) for all in their order; f may remove the node, and insert others before it.
  template <class F>
  void ForEachNode(F f) const {
    for (Node* node = first; node != nullptr;) {
      Node* next = node->next();
      f(node);
      node = next;
    }
  }
  // The phis, which stand first; f may remove the phi.
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
  // REQUIRES: the block has not ended, and the kind is neither control nor a phi nor a constant. The node's
  // inputs gain a use each.
  Node* Append(Block*, NodeKind, std::span<Node* const> inputs, Payload = {}, const FrameState* = nullptr);
  Node* Append(Block* b, NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {},
               const FrameState* state = nullptr) {
    return Append(b, kind, std::span(inputs.begin(), inputs.size()), payload, state);
  }
  // Ends the block: it becomes a predecessor of the targets, as often as they name a block.
  Node* End(Block*, NodeKind, std::initializer_list<Node*> inputs, std::span<Block* const> targets,
            Payload = {}, const FrameState* = nullptr);
  Node* End(Block* b, NodeKind kind, std::initializer_list<Node*> inputs,
            std::initializer_list<Block*> targets, Payload payload = {}, const FrameState* state = nullptr) {
    return End(b, kind, inputs, std::span(targets.begin(), targets.size()), payload, state);
  }
  // Behind the phis of the block. `inputs` may be empty, and given later by SetPhiInputs.
  Node* NewPhi(Block*, Representation, uint32_t reg, std::span<Node* const> inputs);
  void SetPhiInputs(Node* phi, std::span<Node* const> inputs);
  // One node for each constant, at the head of the first block. REQUIRES: there is a block. `types` are
  // those of the node if it is new.
  Node* Constant(uint64_t bits, TypeSet types);
  Node* Int32(int32_t n);
  Node* Float64(double d);  // doubles are told apart by their bits
  // The registers are copied. REQUIRES: they are in ascending order.
  const FrameState* NewState(const FrameState&, std::span<const FrameState::Register>);
  // Sorted, each once. REQUIRES: at most ShapeSet::kMost.
  const ShapeSet* NewShapes(std::span<const uint64_t> shapes);
  // The words are copied.
  CallInfo* NewCall(const Unit*, uint32_t offset, std::span<const uint32_t> words,
                    uint32_t first_lost = CallInfo::kNothingLost);

  // ---- Changing ----
  // REQUIRES: as Append, and the place is no phi and no constant.
  Node* InsertBefore(Node* place, NodeKind, std::span<Node* const> inputs, Payload = {},
                     const FrameState* = nullptr);
  Node* InsertBefore(Node* place, NodeKind kind, std::initializer_list<Node*> inputs, Payload payload = {},
                     const FrameState* state = nullptr) {
    return InsertBefore(place, kind, std::span(inputs.begin(), inputs.size()), payload, state);
  }
  // Notes that everything that uses the node, states included, is to use `other` instead, which may be
  // replaced later in turn. An input of `other` itself stays, unless that is a phi: so a node that was just
  // put behind another, and has it as an input, may take its place. ApplyReplacements carries it out for all
  // at once, in time in proportion to the nodes and the states, and removes those of the replaced nodes that
  // are pure, and phis: so a check goes, too, whose exit was needed. REQUIRES: other dominates the uses, and
  // is not to be replaced by the node.
  void ReplaceBy(Node*, Node* other);
  // What takes the node's place by what ReplaceBy has noted: the node, if nothing does.
  Node* Current(Node*);
  void ApplyReplacements();
  // Takes the node out. Without its control node a block is not ended any more: its successors lose the
  // predecessor, and their phis the input. REQUIRES: nothing uses it.
  void Remove(Node*);
  // Takes out blocks that no entry leads to, phis that have but one input apart from themselves, and nodes
  // that IsRemovable whose values neither another node nor a state needs. Then OrderBlocks.
  void RemoveDead();
  // Puts blocks into reverse postorder, the blocks of a loop together, and cold ones behind the others of
  // their loop wherever these are not reached through them. Entries follow the first block. Takes out blocks
  // that no entry leads to, and makes the back-edges of a loop one: in a new block if there are several.
  void OrderBlocks();

  // ---- Reading ----
  Block* entry() const { return blocks_.front(); }
  std::span<Block* const> blocks() const { return blocks_; }  // in reverse postorder after OrderBlocks
  std::span<Unit* const> units() const { return units_; }
  uint32_t node_count() const { return next_id_; }         // ids are below
  uint32_t block_count() const { return next_block_id_; }  // ids are below
  template <class F>
  void ForEachNode(F f) const {
    for (Block* block : blocks_) block->ForEachNode(f);
  }

  // As text, which FromText reads again (text.h, printer.cc, reader.cc).
  std::string ToText() const;
  // Null, and *error says where and why. The graph may break every rule that Verify knows.
  static std::unique_ptr<Graph> FromText(platform::Arena&, std::string_view text, std::string* error);
  // Checks all that this page, frame_state.h and node_kinds.h say, and that each definition dominates its
  // uses, states included (verifier.cc). Empty: it holds; else a sentence that names the node. REQUIRES:
  // OrderBlocks has seen the blocks, and ApplyReplacements what was replaced.
  std::string Verify() const;

 private:
  friend class GraphReader;
  friend class GraphBreaker;

  Node* MakeNode(NodeKind, uint32_t id);  // in no block, without inputs
  Node* NewNode(NodeKind, std::span<Node* const> inputs, Payload, const FrameState*);
  void SetInputs(Node*, std::span<Node* const> inputs);
  void LinkBefore(Block*, Node* place, Node*);  // null: at the end
  void Unlink(Node*);
  Node* ConstantNode(std::unordered_map<uint64_t, Node*>& known, NodeKind, Payload, TypeSet);
  std::unordered_map<uint64_t, Node*>& KnownConstants(NodeKind);
  // Knows constants and phis of blocks that were linked node by node.
  void FindHeads();
  const FrameState* Current(const FrameState*,
                            std::unordered_map<const FrameState*, const FrameState*>& known);
  void RemovePredecessor(Block*, size_t);
  void RemoveUnreached();
  void ReplaceRedundantPhis();
  void RemoveUnused();
  void MakeBackEdgesOne();

  platform::Arena& arena_;
  std::deque<Block> block_storage_;
  std::vector<Block*> blocks_;
  std::vector<Unit*> units_;
  std::unordered_map<uint64_t, Node*> constants_, int32s_, doubles_;
  Node* last_constant_ = nullptr;  // of those at the head of the first block
  std::vector<Node*> replaced_;
  std::vector<Node*> replacements_;  // by id; null: it stays
  uint32_t next_id_ = 0, next_block_id_ = 0;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_GRAPH_H_
