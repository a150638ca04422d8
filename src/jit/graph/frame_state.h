// What the baseline tier needs to go on at an instruction: the values of the interpreter's frames.
#ifndef HALFWORD_JIT_GRAPH_FRAME_STATE_H_
#define HALFWORD_JIT_GRAPH_FRAME_STATE_H_

#include <cstdint>
#include <span>

#include "jit/graph/node.h"

namespace halfword::jit {

// A function in the graph: the outermost one, or one that is inlined.
struct Unit {
  uint32_t number;              // in the graph's list; the outermost one is 0
  uint64_t code, info;          // the Code and the FunctionInfo, as bits of Values
  const Unit* outer = nullptr;  // that it is inlined into; null: it is the outermost
  uint32_t frame_words = 0;     // from the outermost frame to this one's
  uint32_t call_offset = 0;     // of the call in `outer`'s bytecode
  // The header of its frame, if it is inlined: Values by their bits, and numbers as they are.
  uint64_t function = 0, feedback = 0, environment = 0, new_target = 0;
  uint32_t return_pc = 0, argument_count = 0;
};

// Immutable and shared: all nodes of an instruction that exit have one, and so have those of the next as long
// as nothing has changed. Behind an effect that a program can see, no node has a state that nodes before the
// effect have had, unless that is behind its instruction: the effect would happen twice.
struct FrameState {
  struct Register {
    uint32_t number;
    Node* node;
  };
  const Unit* unit;
  const FrameState* outer;  // behind the call that this function is inlined into; null: it is the outermost
  uint32_t offset;          // of the instruction in the unit's bytecode
  bool is_behind;           // the instruction is done, and acc is its result; else it is to be executed
  Node* acc;                // null: nobody reads it
  Node* environment;        // null: it is what the frame has
  std::span<const Register> registers;  // the live ones, by number; all others are dead

  // Calls f(node) for all values, outer frames first. Instead of a SunkObject it is called for its inputs.
  template <class F>
  void ForEachNode(F f) const {
    if (outer != nullptr) outer->ForEachNode(f);
    for (const Register& r : registers) ForEachPart(r.node, f);
    if (environment != nullptr) ForEachPart(environment, f);
    if (acc != nullptr) ForEachPart(acc, f);
  }

 private:
  template <class F>
  static void ForEachPart(Node* node, F& f) {
    if (!node->Is(NodeKind::kSunkObject)) return f(node);
    for (Node* input : node->inputs()) ForEachPart(input, f);
  }
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_FRAME_STATE_H_
