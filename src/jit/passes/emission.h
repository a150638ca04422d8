// The last phase: machine code of an allocated graph, a node after the other.
//
// What exits jumps to a place at the code's end that stores the exit's number and goes to one place for all
// of them. Each block's code stands where the order of blocks says; what is rarely needed of a node stands
// between the last block and the exits.
//
//   emission.cc              blocks, branches, moves
//   emission_numbers.cc      computing with numbers and comparing them
//   emission_values.cc       checks of Values, and conversions from and to numbers
//   emission_comparisons.cc  whether Values are the same, equal, true, of a type
//   emission_strings.cc      strings
//   emission_memory.cc       objects, environments, cells, the frame, fuel
//   emission_elements.cc     elements of arrays, of other objects and of typed arrays
//   emission_calls.cc        calls and returns
//
// A node is a case of a function Emit…Node in one of them, and its constraints are in constraints.cc.
#ifndef HALFWORD_JIT_PASSES_EMISSION_H_
#define HALFWORD_JIT_PASSES_EMISSION_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "jit/graph/graph.h"
#include "jit/masm/masm.h"
#include "jit/passes/allocation.h"
#include "jit/passes/heap_layout.h"
#include "objects/primitives/names.h"

namespace halfword::jit {

class Emission {
 public:
  // `refunds`: by node, the units of fuel that an exit of it gives back (fuel.h); empty: none does.
  Emission(const Graph&, const Allocation&, const HeapLayout&, std::vector<uint32_t> refunds, Masm&);

  // Empty: the code of all blocks is there, that of exits too. Else which node has no code yet.
  std::string Run();

  // By number: which node exits. The registers and words that its state names are as they are behind
  // the node.
  std::span<const Node* const> exits() const { return exits_; }
  // The exit is taken by count (HeapLayout::checks_to_exit).
  bool IsByCount(size_t exit) const { return is_by_count_[exit]; }
  // Where exits go, their number stored. The caller binds it.
  Label* common_exit() { return &common_exit_; }
  // Where the function's result is in the accumulator's register. The caller binds it, for what EmitReturn
  // emits or for something else.
  Label* leave() { return &leave_; }
  void EmitReturn();
  // Where a block begins, for entries.
  Label* BeginOf(const Block& block) { return &blocks_[targets_[block.order]]; }

 private:
  // False: not yet.
  bool EmitNode(const Node&);

  // emission_numbers.cc
  bool EmitIntegerNode(const Node&);
  bool EmitDoubleNode(const Node&);
  // Of two doubles, which the stub makes one.
  void EvaluateByStub(const Node&, Stub);
  bool EmitNumberComparison(const Node&);
  bool EmitNumberConversion(const Node&);
  void EmitProduct(const Node&);
  void EmitDivision(const Node&);
  void EmitTruncation(const Node&, Gpr to, Fpr from);
  void EmitRounding(const Node&);

  // emission_values.cc
  bool EmitCheckNode(const Node&);
  bool EmitConversionNode(const Node&);
  // Exits unless the value, which may be of other types, has the tag.
  void EmitCheckOfTag(const Node&, TypeSet types, int32_t tag);
  void EmitCheckOfShape(const Node&);
  void EmitCheckOfElements(const Node&);
  void EmitInt32OfTagged(const Node&);
  void EmitFloat64OfTagged(const Node&);
  void EmitTaggedOfInt32(const Node&);
  void EmitTaggedOfUint32(const Node&);
  void EmitTaggedOfFloat64(const Node&);
  // Where a new cell of so many bytes lies, as a reference.
  void EmitBump(Gpr to, int32_t bytes, int32_t tag, Label* is_full);
  // A new box, for the node; `to` is not read. kScratchDouble may be the number.
  void EmitBox(const Node&, Gpr to, Fpr number);
  void EmitLengthOf(const Node&);
  void EmitSettle(const Node&);
  // kEqual: the value has the tag. `temporary` is lost.
  void TestTag(Gpr value, int32_t tag, Gpr temporary);
  // Unless the object's ElementAccess is that one or one below it.
  void ExitBeyondElements(Gpr object, int32_t last_access, Gpr temporary, Label* exit);
  void JumpUnlessTag(Gpr value, int32_t tag, Gpr temporary, Label*);
  // Of a string.
  void JumpUnlessInterned(Gpr string, Label*);
  // Of a value that is no Smi: unless it is a box.
  void JumpUnlessBox(Gpr value, Label*);

  // emission_comparisons.cc
  bool EmitComparisonNode(const Node&);
  void EmitSameBits(const Node&);
  void EmitSelectByShape(const Node&);
  // kEqual: the value is undefined or null. `temporary` is lost.
  void CompareNullish(Gpr value, Gpr temporary);
  void EmitHasPrototype(const Node&);
  void EmitEquality(const Node&);
  // Cold code where a stub knows whether the inputs are equal. Goes to the `exit` if one is to be converted.
  Label* AskWhetherEqual(const Node&, Label* yes, Label* no, Label* exit);
  // Goes on where the first is neither undefined nor null.
  void GoIfNullish(Gpr nullish, Gpr other, bool may_be_object, Gpr temporary, Label* yes, Label* no);
  // Cold code for inputs with the tag of others, whose bits are not the same.
  Label* CompareOthers(const Node&, Label* no, Label* ask);
  Label* CompareImmediates(const Node&, Label* no, Label* ask);
  // Goes on where the inputs have the same tag, or are Smis.
  void GoUnlessOfOneKind(const Node&, Label* no, Label* ask);
  void EmitToBoolean(const Node&);
  Memory KnownName(Name) const;
  void EmitTypeOf(const Node&);
  void EmitIsType(const Node&);

  // emission_strings.cc
  bool EmitStringNode(const Node&);
  void EmitCharacterAt(const Node&);
  void EmitSingleCharacter(const Node&);
  void EmitConcat(const Node&);

  // emission_memory.cc
  bool EmitMemoryNode(const Node&);
  void EmitFuel(const Node&);
  void EmitNewObject(const Node&);
  void EmitLoadNamed(const Node&);
  void EmitStoreCell(const Node&);
  // The first input, an object, gets the shape with these bits. The register is lost.
  void EmitShape(const Node&, uint64_t bits, Gpr shape);
  // Input i into a word of the owner, with the barrier that it needs.
  void EmitStore(const Node&, uint32_t i, Gpr owner, const Memory&);
  void StoreInput(const Memory&, const Node&, uint32_t i);
  void EmitBarrier(const Node&, Gpr owner, std::function<void()> store_argument);
  // A Value that is known. The temporary may be lost; a Value that fits in an instruction needs none.
  void StoreValue(const Memory&, uint64_t bits, Gpr temporary);
  // The same. kEqual: it is that Value.
  void CompareWithValue(Gpr value, uint64_t bits, Gpr temporary);
  void JumpUnlessValue(Gpr value, uint64_t bits, Gpr temporary, Label* to);
  void JumpUnlessValue(const Memory& value, uint64_t bits, Label* to);

  // emission_elements.cc
  bool EmitElementNode(const Node&);
  void EmitElementsOf(const Node&);
  void EmitLimitOf(const Node&);
  // An element of the first input; `sum` gets its sum with the index, unless that is a number.
  Memory Element(const Node&, int32_t first, int size_log2, Gpr sum);
  void EmitElementOrUndefined(const Node&);
  void EmitCheckTakes(const Node&);
  void EmitTakeElement(const Node&);
  // Where input i is a Smi.
  void JumpIfSmi(const Node&, uint32_t i, Label* to);
  void EmitAppend(const Node&);
  void EmitFirstElements(const Node&, uint32_t input, Gpr array, Gpr elements, Label* ask);
  void EmitPop(const Node&);
  void EmitStoreOrAppend(const Node&);
  // Of elements of that size the last place that there is room for, as a Smi.
  void LoadLastPlace(Gpr to, Gpr elements, int size_log2);
  // Unless the array is appendable, as ops/machine.h has it; `prototype`: the bits of Array.prototype.
  void JumpUnlessPristine(Gpr array, uint64_t prototype, Gpr shape, Label* to);
  void JumpUnlessAppendable(Gpr array, uint64_t prototype, Gpr temporary, Label*);
  void EmitView(const Node&);
  void EmitTypedElement(const Node&);
  Memory ViewWord(ViewOf, int word) const;
  void EmitLoadDouble(const Node&, Gpr sum);
  void ExitAtDoubleHole(const Memory& element, Label* exit);
  static constexpr int kWordLog2 = HALFWORD_COMPRESS ? 2 : 3;

  // emission_calls.cc
  bool EmitCallNode(const Node&);
  void EmitGeneric(const Node&);
  // The headers of the frames of all that the unit is inlined into, and its own, but for what is there.
  void EmitHeaders(const Unit&, const Unit* there);
  // Enters the function that the call calls, which returns to `behind`. `otherwise`: the first tier is to.
  void EmitCallOf(const CallInfo&, Label* behind, Label* otherwise);
  // Parts of it. `base`: where the callee's frame is, in words from this one.
  void EmitCallee(const CallInfo&, Label* otherwise);
  void EmitPartsOfCallee(const CallInfo&, int32_t base, Label* otherwise);
  void EmitArguments(const CallInfo&, int32_t base);
  void EmitForwarding(int32_t laid_out);
  void EmitHeaderOfCallee(const CallInfo&, int32_t base, Label* behind);
  void EmitEntry(int32_t base);
  void ClearKeptByLeaves();
  void SetAddress(Gpr, uint64_t place);
  void Untag(Gpr);
  Memory FrameWord(int32_t word) const { return Memory::At(target_registers::kFrame, word * kWordBytes); }

  // emission.cc
  bool HasCode(const Block&) const;
  static bool HasNoCode(const Node&);
  void FindTargets();
  // Control falls from one block into the other.
  bool Follows(const Block& block, const Block& before) const {
    return followers_[before.order] == targets_[block.order];
  }
  void EmitControl(const Node&);
  void EmitBranch(const Node&);
  // Ends a block: to its first successor where the condition holds, else to the second.
  void GoBy(const Block&, Condition);
  template <class C>
  void GoBy(const Block&, C condition, auto jump);
  void EmitMoves(std::span<const Move>);
  void Park(const Move&, uint32_t place);
  void TakeParked(const Move&, uint32_t place);
  Memory Parking(uint32_t place) const;
  void EmitMove(const Node& value, Location from, Location to);
  void EmitConstant(const Node& constant, Location to);
  void LoadGeneral(const Node& value, Gpr to, const Memory& from);
  void JumpTo(const Block&);
  Label* ExitOf(const Node&, bool is_by_count = false);
  void EmitExitByCount(const Node&);
  // Where code begins that is rarely needed: `emit` is called behind all blocks. Registers are there as they
  // are at the jump, and it jumps back itself.
  Label* InCold(std::function<void()> emit);
  Label* NewLabel() { return &labels_.emplace_back(); }
  // For the node. Where that may collect, the collector is told which registers hold references.
  void CallStub(const Node&, Stub);
  Memory Argument(int n) const { return Memory::At(target_registers::kBase, layout_.arguments + 8 * n); }
  // A comparison whose flags the branch behind it reads, and nobody else its result.
  bool IsFused(const Node& comparison) const;
  // The same, and nothing is moved in between.
  bool IsRightBeforeBranch(const Node& comparison) const;
  // One of doubles that is made by the branch alone.
  bool IsLeftToBranch(const Node& comparison) const;
  // It goes to the ways of the branch by itself: code of the branch is not needed.
  bool BranchesByItself(const Node& comparison) const;
  // Where control goes from a node whose value is a bool. Where it branches by itself these are the ways of
  // the branch, and no bool is made.
  struct Ways {
    const Node* node;
    Label *yes = nullptr, *no = nullptr;  // null: nothing has asked for it
    Label* back = nullptr;                // behind the node, where a bool is made
  };
  Ways BeginWays(const Node&);
  Label* Yes(Ways*);
  Label* No(Ways*);
  Label* WayTo(Label** way, const Ways&, bool outcome);
  // The end of the node's code: `yes` where the condition holds, or, without one, `no`.
  void EndWays(const Ways&, Condition);
  void EndWays(const Ways&);

  Gpr General(Location l) const;
  Fpr Double(Location l) const;
  Gpr In(const Node& node, uint32_t i) const { return General(allocation_.Input(node, i)); }
  Fpr DoubleIn(const Node& node, uint32_t i) const { return Double(allocation_.Input(node, i)); }
  Gpr Out(const Node& node) const { return General(allocation_.Output(node)); }
  Fpr DoubleOut(const Node& node) const { return Double(allocation_.Output(node)); }
  Gpr Temporary(const Node& node) const { return Gpr{allocation_.GeneralTemporaries(node)[0]}; }
  // That of constraints' kForReference.
  Gpr TemporaryForReference(const Node& node) const { return HALFWORD_COMPRESS ? kAnyGpr : Temporary(node); }
  Fpr DoubleTemporary(const Node& node) const { return Fpr{allocation_.DoubleTemporaries(node)[0]}; }
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
  const HeapLayout layout_;
  Masm& masm_;
  std::vector<Label> blocks_;
  std::vector<uint32_t> targets_;    // by block: the one whose code begins where that block does
  std::vector<uint32_t> followers_;  // by block: the one whose code stands behind it
  std::deque<Label> exit_labels_, labels_;
  struct Cold {
    Label* begin;
    std::function<void()> emit;
  };
  std::deque<Cold> cold_;
  const std::vector<uint32_t> refunds_;
  std::vector<bool> is_in_state_;     // by node
  std::vector<uint32_t> references_;  // by node, of those that may collect: registers that hold one before it
  std::vector<const Node*> exits_;
  std::vector<bool> is_by_count_;
  Label common_exit_, leave_;
  bool is_parking_full_ = false;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_EMISSION_H_
