// Code of nodes that read and write memory: objects, environments, cells of globals, the frame; and fuel.
#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target
using namespace value_bits;        // NOLINT

bool Emission::EmitMemoryNode(const Node& node) {
  const int32_t number = node.payload().number;
  auto load = [&](int32_t displacement) {
    masm_.LoadTagged(Out(node), Memory::Heap(In(node, 0), displacement));
    return true;
  };
  auto load_word = [&](int32_t word) {
    masm_.LoadTagged(Out(node), Memory::At(kFrame, word * kWordBytes));
    return true;
  };
  auto store = [&](int32_t displacement) {
    EmitStore(node, 1, In(node, 0), Memory::Heap(In(node, 0), displacement));
    return true;
  };
  // Where an index is in a register, nodes without a general result have a temporary for the sum.
  auto sum = [&] {
    return allocation_.Input(node, 1).kind == Location::kConstant ? kAnyGpr : Temporary(node);
  };
  switch (node.kind()) {
    case NodeKind::kSpendFuel: EmitFuel(node); return true;
    // ---- Objects ----
    case NodeKind::kLoadField:
    case NodeKind::kLoadOverflow: return load(node.payload().offset);
    case NodeKind::kLoadShape: return load(layout_.header_of_object);
    case NodeKind::kStoreField:
    case NodeKind::kStoreOverflow: return store(node.payload().offset);
    case NodeKind::kLoadExtension: return load(layout_.extension);
    case NodeKind::kLoadLength: return load(layout_.length);
    case NodeKind::kStoreLength: StoreInput(Memory::Heap(In(node, 0), layout_.length), node, 1); return true;
    case NodeKind::kStoreShape: {
      Gpr object = In(node, 0), shape = Temporary(node);
      masm_.Set64(shape, node.payload().bits);
      masm_.StoreReleaseTagged(Memory::Heap(object, layout_.header_of_object), shape);
      EmitBarrier(object, [=, this] { masm_.StoreTagged(Argument(1), shape); });
      return true;
    }
    // ---- Elements ----
    case NodeKind::kLoadElement:
      masm_.LoadTagged(Out(node), Element(node, layout_.first_value, kWordLog2, Out(node)));
      return true;
    case NodeKind::kStoreElement:
      EmitStore(node, 2, In(node, 0), Element(node, layout_.first_value, kWordLog2, sum()));
      return true;
    case NodeKind::kCheckElementNotHole:
      masm_.CompareTagged(Element(node, layout_.first_value, kWordLog2, sum()), kHole);
      masm_.JumpIf(Condition::kEqual, ExitOf(node));
      return true;
    case NodeKind::kLoadDouble: EmitLoadDouble(node, sum()); return true;
    case NodeKind::kStoreDouble:
      masm_.StoreDouble(Element(node, layout_.first_double, 3, sum()), DoubleIn(node, 2));
      return true;
    case NodeKind::kCheckDoubleNotHole:
      ExitAtDoubleHole(Element(node, layout_.first_double, 3, sum()), ExitOf(node));
      return true;
    // ---- Environments, functions, globals ----
    case NodeKind::kLoadSlot: return load(layout_.first_slot + number * kWordBytes);
    case NodeKind::kStoreSlot: return store(layout_.first_slot + number * kWordBytes);
    case NodeKind::kParentEnvironment: return load(layout_.parent);
    case NodeKind::kEnvironmentOfFunction: return load(layout_.environment);
    case NodeKind::kLoadCell:
      masm_.Set64(Out(node), node.payload().bits);
      masm_.LoadTagged(Out(node), Memory::Heap(Out(node), layout_.cell_value));
      return true;
    case NodeKind::kStoreCell: {
      Gpr cell = Temporary(node);
      Memory value = Memory::Heap(cell, layout_.cell_value);
      Label* exit = ExitOf(node);
      masm_.Set64(cell, node.payload().bits);
      DCHECK(layout_.cell_is_read_only < 256);
      masm_.Test8(Memory::Heap(cell, layout_.cell_flags), static_cast<uint8_t>(layout_.cell_is_read_only));
      masm_.JumpIf(Condition::kNotEqual, exit);
      masm_.CompareTagged(value, kHole);
      masm_.JumpIf(Condition::kEqual, exit);
      EmitStore(node, 0, cell, value);
      return true;
    }
    case NodeKind::kLoadIsolateWord: masm_.Load32(Out(node), Memory::At(kBase, number)); return true;
    // ---- The frame ----
    case NodeKind::kFunction: return load_word(layout_.function_word);
    case NodeKind::kNewTarget: return load_word(layout_.new_target_word);
    case NodeKind::kFrameEnvironment: return load_word(layout_.environment_word);
    case NodeKind::kArgumentCount: return load_word(layout_.argument_count_word);
    default: return false;
  }
}

void Emission::EmitFuel(const Node& node) {
  const int32_t units = node.payload().number;
  Memory budget = Memory::At(kBase, layout_.budget);
  Label *back = NewLabel(), *exit = ExitOf(node);
  masm_.AddToMemory32(budget, -units);
  // The poll asks by the exit's number which words are in use.
  const auto number = static_cast<int32_t>(exits_.size() - 1);
  masm_.JumpIf(Condition::kNegative, InCold([=, this] {
                 masm_.Store32(Memory::At(kBase, layout_.exit_number), number);
                 CallStub(Stub::kPoll);
                 masm_.Compare32(Argument(0), 0);
                 masm_.JumpIf(Condition::kNotEqual, back);
                 masm_.AddToMemory32(budget, units);
                 masm_.Jump(exit);
               }));
  masm_.Bind(back);
}

Memory Emission::Element(const Node& node, int32_t first, int size_log2, Gpr sum) {
  Location index = allocation_.Input(node, 1);
  if (index.kind == Location::kConstant)
    return Memory::Heap(In(node, 0), first + (NumberOf(*node.input(1)) << size_log2));
  masm_.AddShiftedTagged(sum, In(node, 0), General(index), size_log2);
  return Memory::Heap(sum, first);
}

// The hole is NaN with bits of its own. Other NaNs are rare enough for a look at memory.
void Emission::EmitLoadDouble(const Node& node, Gpr sum) {
  Memory element = Element(node, layout_.first_double, 3, sum);
  Fpr out = DoubleOut(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  masm_.LoadDouble(out, element);
  masm_.JumpIfDouble(DoubleCondition::kNotLessEqual, out, out, InCold([=, this] {
                       ExitAtDoubleHole(element, exit);
                       masm_.Jump(back);
                     }));
  masm_.Bind(back);
}
void Emission::ExitAtDoubleHole(const Memory& element, Label* exit) {
  Memory upper = element;
  upper.displacement += 4;
  Label is_none;
  masm_.Compare32(upper, static_cast<int32_t>(layout_.hole_of_doubles >> 32));
  masm_.JumpIf(Condition::kNotEqual, &is_none);
  masm_.Compare32(element, static_cast<int32_t>(layout_.hole_of_doubles));
  masm_.JumpIf(Condition::kEqual, exit);
  masm_.Bind(&is_none);
}

// ---- Stores, and their barrier ----

void Emission::StoreInput(const Memory& to, const Node& node, uint32_t i) {
  Location from = allocation_.Input(node, i);
  if (from.kind == Location::kConstant) {
    masm_.StoreTagged(to, NumberOf(*node.input(i)));
  } else {
    masm_.StoreTagged(to, General(from));
  }
}

void Emission::EmitStore(const Node& node, uint32_t i, Gpr owner, const Memory& to) {
  StoreInput(to, node, i);
  const Node& value = *node.input(i);
  constexpr TypeSet kImmediates = kSmiType | kUndefinedType | kNullType | kBooleanType | kHoleType;
  bool is_immediate = value.Is(NodeKind::kConstant) && IsImmediate(value.payload().bits);
  if (is_immediate || IsOnly(value, kImmediates)) return;
  EmitBarrier(owner, [=, &node, this] { StoreInput(Argument(1), node, i); });
}

void Emission::EmitBarrier(Gpr owner, std::function<void()> store_argument) {
  Label* back = NewLabel();
  masm_.Compare32(owner, Memory::At(kBase, layout_.barrier_limit));
  masm_.JumpIf(Condition::kBelow, InCold([=, this, store_argument = std::move(store_argument)] {
                 masm_.StoreTagged(Argument(0), owner);
                 store_argument();
                 CallStub(Stub::kWriteBarrier);
                 masm_.Jump(back);
               }));
  masm_.Bind(back);
}

}  // namespace halfword::jit
