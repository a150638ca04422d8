// Code of nodes that read and write memory, elements apart: objects, environments, cells of globals, the
// frame; and fuel.
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
  switch (node.kind()) {
    case NodeKind::kSpendFuel: EmitFuel(node); return true;
    case NodeKind::kRefundFuel: masm_.AddToMemory32(Memory::At(kBase, layout_.budget), number); return true;
    case NodeKind::kCheckStack:
      // What names frames are 32 bits of their addresses.
      masm_.AddConstant32(Temporary(node), kFrame, number * kWordBytes);
      masm_.Sub32(Temporary(node), Memory::At(kBase, layout_.stack_limit));
      masm_.Test32(Temporary(node), Temporary(node));
      masm_.JumpIf(Condition::kNotNegative, ExitOf(node));
      return true;
    // ---- Objects ----
    case NodeKind::kNewObject: EmitNewObject(node); return true;
    case NodeKind::kLoadNamed: EmitLoadNamed(node); return true;
    case NodeKind::kLoadField:
    case NodeKind::kLoadOverflow: return load(node.payload().offset);
    case NodeKind::kLoadShape: return load(layout_.header_of_object);
    case NodeKind::kStoreField:
    case NodeKind::kStoreOverflow: return store(node.payload().offset);
    case NodeKind::kLoadExtension: return load(layout_.extension);
    case NodeKind::kStoreShape: EmitShape(node, node.payload().bits, Temporary(node)); return true;
    // ---- Environments, functions, globals ----
    case NodeKind::kLoadSlot: return load(layout_.first_slot + number * kWordBytes);
    case NodeKind::kStoreSlot: return store(layout_.first_slot + number * kWordBytes);
    case NodeKind::kParentEnvironment: return load(layout_.parent);
    case NodeKind::kEnvironmentOfFunction: return load(layout_.environment);
    case NodeKind::kLoadCell:
      masm_.Set64(Out(node), node.payload().bits);
      masm_.LoadTagged(Out(node), Memory::Heap(Out(node), layout_.cell_value));
      return true;
    case NodeKind::kStoreCell: EmitStoreCell(node); return true;
    case NodeKind::kLoadIsolateWord: masm_.Load32(Out(node), Memory::At(kBase, number)); return true;
    // ---- The frame ----
    case NodeKind::kFunction: return load_word(layout_.function_word);
    case NodeKind::kNewTarget: return load_word(layout_.new_target_word);
    case NodeKind::kFrameEnvironment: return load_word(layout_.environment_word);
    case NodeKind::kArgumentCount: return load_word(layout_.argument_count_word);
    default: return false;
  }
}

void Emission::EmitShape(const Node& node, uint64_t bits, Gpr shape) {
  Gpr object = In(node, 0);
  masm_.Set64(shape, bits);
  masm_.StoreReleaseTagged(Memory::Heap(object, layout_.header_of_object), shape);
  EmitBarrier(node, object, [=, this] { masm_.StoreTagged(Argument(1), shape); });
}

void Emission::EmitStoreCell(const Node& node) {
  Gpr cell = Temporary(node);
  Memory value = Memory::Heap(cell, layout_.cell_value);
  Label* exit = ExitOf(node);
  masm_.Set64(cell, node.payload().bits);
  DCHECK(layout_.cell_is_assigned_slowly < 256);
  masm_.Test8(Memory::Heap(cell, layout_.cell_flags), static_cast<uint8_t>(layout_.cell_is_assigned_slowly));
  masm_.JumpIf(Condition::kNotEqual, exit);
  masm_.CompareTagged(value, kHole);
  masm_.JumpIf(Condition::kEqual, exit);
  EmitStore(node, 0, cell, value);
}

void Emission::EmitFuel(const Node& node) {
  const int32_t units = node.payload().number;
  Memory budget = Memory::At(kBase, layout_.budget);
  Label *back = NewLabel(), *exit = ExitOf(node);
  masm_.AddToMemory32(budget, -units);
  // The poll asks by the exit's number which words are in use.
  const auto number = static_cast<int32_t>(exits_.size() - 1);
  masm_.JumpIf(Condition::kNegative, InCold([=, &node, this] {
                 masm_.Store32(Memory::At(kBase, layout_.exit_number), number);
                 CallStub(node, Stub::kPoll);
                 masm_.Compare32(Argument(0), 0);
                 masm_.JumpIf(Condition::kNotEqual, back);
                 masm_.AddToMemory32(budget, units);
                 masm_.Jump(exit);
               }));
  masm_.Bind(back);
}

// As BumpAllocate in ops/machine.h.
void Emission::EmitNewObject(const Node& node) {
  // A shape in a register may be there until the result is.
  Gpr out = Out(node), made = allocation_.GeneralTemporaries(node).empty() ? out : Temporary(node);
  Label* back = NewLabel();
  EmitBump(made, node.payload().number, value_bits::kObjectTag, InCold([=, &node, this] {
             StoreInput(Argument(0), node, 0);
             CallStub(node, Stub::kNewObject);
             masm_.LoadTagged(out, Argument(0));
             masm_.Jump(back);
           }));
  StoreInput(Memory::Heap(made, layout_.header_of_object), node, 0);
  if (made.number != out.number) masm_.MoveTagged(out, made);
  masm_.Bind(back);
}

// As named_access.h asks the stub cache.
void Emission::EmitLoadNamed(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr entry{temporaries[0]}, key{temporaries[1]}, hash{temporaries[2]};
  Gpr object = In(node, 0), out = Out(node);
  const uint64_t name = node.payload().bits;
  Label *done = NewLabel(), *exit = ExitOf(node);
  Label* ask = InCold([=, &node, this] {
    masm_.StoreTagged(Argument(0), object);
    StoreValue(Argument(1), name, key);
    CallStub(node, Stub::kLoadNamed);
    masm_.LoadTagged(out, Argument(0));
    masm_.CompareTagged(out, value_bits::kHole);
    masm_.JumpIf(Condition::kEqual, exit);
    masm_.Jump(done);
  });
  JumpUnlessTag(object, kObjectTag, hash, exit);
  // Entries are as this code expects them only where references have 32 bits.
  if (!HALFWORD_COMPRESS) {
    masm_.Jump(ask);
    masm_.Bind(done);
    return;
  }
  masm_.LoadTagged(key, Memory::Heap(object, layout_.header_of_object));
  masm_.Move32(hash, key);
  masm_.ShiftRight32(hash, HeapLayout::kStubKeyShift);
  masm_.Move32(entry, key);
  masm_.ShiftRight32(entry, HeapLayout::kSecondStubKeyShift);
  masm_.Xor32(hash, entry);
  masm_.Xor32(hash, static_cast<int32_t>(static_cast<uint32_t>(name) >> HeapLayout::kStubNameShift));
  masm_.Load64(entry, Memory::At(kBase, layout_.native_state));
  masm_.Load32(key, Memory::At(entry, layout_.stub_load_mask));
  masm_.And32(hash, key);
  masm_.ShiftLeft32(hash, HeapLayout::kStubEntryLog2);
  masm_.Add64(entry, hash);
  auto word = [&](int32_t offset) { return Memory::At(entry, layout_.stub_loads + offset); };
  masm_.LoadTagged(key, Memory::Heap(object, layout_.header_of_object));
  masm_.Compare32(key, word(0));
  masm_.JumpIf(Condition::kNotEqual, ask);
  masm_.Compare32(word(layout_.stub_name), static_cast<int32_t>(name));
  masm_.JumpIf(Condition::kNotEqual, ask);
  masm_.Load32(key, Memory::At(kBase, layout_.epoch));
  masm_.Compare32(key, word(layout_.stub_epoch));
  masm_.JumpIf(Condition::kNotEqual, ask);
  masm_.Load32(hash, word(layout_.stub_where));
  // Sums wrap at 32 bits, so they stay in the cage.
  Label* found = NewLabel();
  masm_.Test32(hash, HeapLayout::kStubReceiver | HeapLayout::kStubOverflow);
  masm_.JumpIf(Condition::kEqual, found);
  masm_.Test32(hash, HeapLayout::kStubOverflow);
  masm_.JumpIf(Condition::kNotEqual, InCold([=, this] {
                 masm_.LoadTagged(key, Memory::Heap(object, layout_.header_of_object));
                 masm_.Compare8(Memory::Heap(key, layout_.extension_kind),
                                static_cast<uint8_t>(layout_.has_properties));
                 masm_.JumpIf(Condition::kNotEqual, ask);
                 masm_.LoadTagged(key, Memory::Heap(object, layout_.extension));
                 masm_.AddConstant32(hash, hash, -(HeapLayout::kStubOverflow + kOtherTag));
                 masm_.Add32(hash, key);
                 masm_.Jump(found);
               }));
  masm_.AddConstant32(hash, hash, -(HeapLayout::kStubReceiver + kObjectTag));
  masm_.Add32(hash, object);
  masm_.Bind(found);
  masm_.LoadTagged(out, Memory::Raw(kBase, hash, 0));
  masm_.Bind(done);
}

// ---- Known Values ----

void Emission::StoreValue(const Memory& to, uint64_t bits, Gpr temporary) {
  if (FitsInInstruction(bits)) return masm_.StoreTagged(to, static_cast<int32_t>(bits));
  masm_.Set64(temporary, bits);
  masm_.StoreTagged(to, temporary);
}
void Emission::CompareWithValue(Gpr value, uint64_t bits, Gpr temporary) {
  if (FitsInInstruction(bits)) return masm_.CompareTagged(value, static_cast<int32_t>(bits));
  masm_.Set64(temporary, bits);
  masm_.CompareTagged(value, temporary);
}
void Emission::JumpUnlessValue(Gpr value, uint64_t bits, Gpr temporary, Label* to) {
  CompareWithValue(value, bits, temporary);
  masm_.JumpIf(Condition::kNotEqual, to);
}
void Emission::JumpUnlessValue(const Memory& value, uint64_t bits, Label* to) {
  if (FitsInInstruction(bits)) {
    masm_.CompareTagged(value, static_cast<int32_t>(bits));
    return masm_.JumpIf(Condition::kNotEqual, to);
  }
  // By its halves: no register is needed.
  Memory upper = value;
  upper.displacement += 4;
  masm_.Compare32(value, static_cast<int32_t>(bits));
  masm_.JumpIf(Condition::kNotEqual, to);
  masm_.Compare32(upper, static_cast<int32_t>(bits >> 32));
  masm_.JumpIf(Condition::kNotEqual, to);
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
  EmitBarrier(node, owner, [=, &node, this] { StoreInput(Argument(1), node, i); });
}

void Emission::EmitBarrier(const Node& node, Gpr owner, std::function<void()> store_argument) {
  Label* back = NewLabel();
  masm_.Compare32(owner, Memory::At(kBase, layout_.barrier_limit));
  masm_.JumpIf(Condition::kBelow, InCold([=, &node, this, store_argument = std::move(store_argument)] {
                 masm_.StoreTagged(Argument(0), owner);
                 store_argument();
                 CallStub(node, Stub::kWriteBarrier);
                 masm_.Jump(back);
               }));
  masm_.Bind(back);
}

}  // namespace halfword::jit
