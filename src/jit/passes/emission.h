// The last phase: machine code of an allocated graph, a node after the other.
//
// What exits jumps to a place at the code's end that stores the exit's number and goes to one place for all
// of them. Each block's code stands where the order of blocks says.
#ifndef HALFWORD_JIT_PASSES_EMISSION_H_
#define HALFWORD_JIT_PASSES_EMISSION_H_

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "jit/graph/graph.h"
#include "jit/masm/masm.h"
#include "jit/passes/allocation.h"

namespace halfword::jit {

// What code is relative to, apart from the frame.
struct EmissionPlaces {
  static constexpr uint32_t kParkingPlaces = 16;
  Memory exit_number;  // a word that gets the number of the exit that is taken
  Memory parking;      // kParkingPlaces times eight bytes that moves may use
};

class Emission {
 public:
  Emission(const Graph&, const Allocation&, const EmissionPlaces&, Masm&);

  // Empty: the code of all blocks is there, that of exits too. Else which node has no code yet.
  std::string Run();

  // By number: which node exits. The registers and words that its state names are as they are behind
  // the node.
  std::span<const Node* const> exits() const { return exits_; }
  // Where exits go, their number stored. The caller binds it.
  Label* common_exit() { return &common_exit_; }
  // Where the function's result is in the accumulator's register. The caller binds it.
  Label* leave() { return &leave_; }
  // Where a block begins, for entries.
  Label* BeginOf(const Block& block) { return &blocks_[block.order]; }

 private:
  // False: not yet.
  bool EmitNode(const Node&);
  bool EmitNumberNode(const Node&);  // emission_numbers.cc
  void EmitDivision(const Node&);
  void EmitControl(const Node&);
  void EmitBranch(const Node&);
  void EmitMoves(std::span<const Move>);
  Memory Parking(uint32_t place) const;
  void EmitMove(const Node& value, Location from, Location to);
  void EmitConstant(const Node& constant, Location to);
  void JumpTo(const Block&);
  Label* ExitOf(const Node&);
  // A comparison that the branch behind it makes.
  static bool IsFused(const Node& comparison);

  Gpr General(Location l) const;
  Fpr Double(Location l) const;
  Gpr In(const Node& node, uint32_t i) const { return General(allocation_.Input(node, i)); }
  Fpr DoubleIn(const Node& node, uint32_t i) const { return Double(allocation_.Input(node, i)); }
  Gpr Out(const Node& node) const { return General(allocation_.Output(node)); }
  Fpr DoubleOut(const Node& node) const { return Double(allocation_.Output(node)); }
  Memory Word(Location l) const;
  // What a constant input is as 32 bits: an integer, or a Value in a build with compressed references.
  static int32_t NumberOf(const Node& constant);

  // Calls emit(operand) with the second input as a Gpr, an int32_t or, the former of them, a Memory.
  template <class F>
  void WithSecond(const Node&, F emit);
  template <class F>
  void WithRegisterOrNumber(const Node&, F emit);

  const Graph& graph_;
  const Allocation& allocation_;
  const EmissionPlaces places_;
  Masm& masm_;
  std::vector<Label> blocks_;
  std::deque<Label> exit_labels_;
  std::vector<const Node*> exits_;
  Label common_exit_, leave_;
  bool is_parking_full_ = false;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_EMISSION_H_
