// Code of nodes that read strings or make new ones.
#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target
using namespace value_bits;        // NOLINT

bool Emission::EmitStringNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kCharacterAt: EmitCharacterAt(node); return true;
    case NodeKind::kSingleCharacter: EmitSingleCharacter(node); return true;
    case NodeKind::kConcat: EmitConcat(node); return true;
    default: return false;
  }
}

// As CharacterAt in ops/machine.h. Ropes that are not flat are the stub's, as are strings that became others.
void Emission::EmitCharacterAt(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr type{temporaries[0]}, characters{temporaries[1]}, at{temporaries[2]};
  Gpr string = In(node, 0), index = In(node, 1), out = Out(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  if (node.payload().number == 1) {
    exit = InCold([=, this, leave = exit] {
      masm_.AddToMemory32(Memory::At(kBase, layout_.budget), 1);
      masm_.Jump(leave);
    });
  }
  auto compare_type = [=, this](Gpr from, int32_t wanted) {
    masm_.Load32(type, Memory::Heap(from, layout_.header_of_string));
    masm_.And32(type, layout_.type_bits);
    masm_.Compare32(type, wanted);
  };
  auto load = [=, this](Gpr from, Gpr number, bool is_one_byte) {
    masm_.AddShiftedTagged(characters, from, number, is_one_byte ? 0 : 1);
    Memory character = Memory::Heap(characters, layout_.first_character);
    is_one_byte ? masm_.Load8(out, character) : masm_.Load16(out, character);
  };
  Label* is_elsewhere = InCold([=, &node, this] {
    Label look, is_wide, no_slice, ask;
    masm_.Compare32(type, layout_.slice);
    masm_.JumpIf(Condition::kNotEqual, &no_slice);
    masm_.Load32(at, Memory::Heap(string, layout_.slice_offset));
    masm_.Add32(at, index);
    masm_.LoadTagged(characters, Memory::Heap(string, layout_.slice_parent));
    // What has the characters is flat.
    masm_.Bind(&look);
    compare_type(characters, layout_.one_byte_string);
    masm_.JumpIf(Condition::kNotEqual, &is_wide);
    load(characters, at, true);
    masm_.Jump(back);
    masm_.Bind(&is_wide);
    load(characters, at, false);
    masm_.Jump(back);
    masm_.Bind(&no_slice);
    masm_.Compare32(type, layout_.rope);
    masm_.JumpIf(Condition::kNotEqual, &ask);
    masm_.CompareTagged(Memory::Heap(string, layout_.rope_right), 0);
    masm_.JumpIf(Condition::kNotEqual, &ask);
    masm_.Move32(at, index);
    masm_.LoadTagged(characters, Memory::Heap(string, layout_.rope_left));
    masm_.Jump(&look);
    masm_.Bind(&ask);
    masm_.StoreTagged(Argument(0), string);
    masm_.Store32(Argument(1), index);
    CallStub(node, Stub::kCharacterAt);
    masm_.Load32(out, Argument(0));
    masm_.Test32(out, out);
    masm_.JumpIf(Condition::kNegative, exit);
    masm_.Jump(back);
  });
  masm_.Compare32(index, Memory::Heap(string, layout_.string_length));
  masm_.JumpIf(Condition::kAboveEqual, exit);
  compare_type(string, layout_.one_byte_string);
  masm_.JumpIf(Condition::kNotEqual, InCold([=, this] {
                 masm_.Compare32(type, layout_.two_byte_string);
                 masm_.JumpIf(Condition::kNotEqual, is_elsewhere);
                 load(string, index, false);
                 masm_.Jump(back);
               }));
  load(string, index, true);
  masm_.Bind(back);
}

void Emission::EmitSingleCharacter(const Node& node) {
  Gpr unit = In(node, 0), out = Out(node), place = Temporary(node);
  Label* back = NewLabel();
  masm_.Compare32(unit, 255);
  masm_.JumpIf(Condition::kAbove, InCold([=, &node, this] {
                 masm_.Store32(Argument(0), unit);
                 CallStub(node, Stub::kSingleCharacter);
                 masm_.LoadTagged(out, Argument(0));
                 masm_.Jump(back);
               }));
  masm_.AddShifted64(place, kBase, unit, kWordLog2);
  masm_.LoadTagged(out, Memory::At(place, layout_.single_characters));
  masm_.Bind(back);
}

// As MakeRope in ops/machine.h, of parts that are ropes or have one-byte characters; the stub does the rest.
void Emission::EmitConcat(const Node& node) {
  auto temporaries = allocation_.GeneralTemporaries(node);
  Gpr rope{temporaries[0]}, header{temporaries[1]}, length{temporaries[2]}, out = Out(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  Label* ask = InCold([=, &node, this] {
    masm_.StoreTagged(Argument(0), In(node, 0));
    masm_.StoreTagged(Argument(1), In(node, 1));
    CallStub(node, Stub::kConcat);
    masm_.LoadTagged(out, Argument(0));
    masm_.CompareTagged(out, kHole);
    masm_.JumpIf(Condition::kEqual, exit);
    masm_.Jump(back);
  });
  if (!MayBe(*node.input(0), kStringTypes) || !MayBe(*node.input(1), kStringTypes)) {
    masm_.Jump(ask);
    masm_.Bind(back);
    return;
  }
  masm_.Set32(header, 0);
  masm_.Set32(length, 0);
  Gpr type = rope;
  for (uint32_t n = 0; n < 2; n++) {
    Gpr part = In(node, n);
    Label is_one_byte;
    if (!IsOnly(*node.input(n), kStringTypes)) JumpUnlessTag(part, kStringTag, type, ask);
    masm_.Load32(type, Memory::Heap(part, layout_.header_of_string));
    masm_.Or32(header, type);
    masm_.And32(type, layout_.type_bits);
    masm_.Compare32(type, layout_.one_byte_string);
    masm_.JumpIf(Condition::kEqual, &is_one_byte);
    masm_.Compare32(type, layout_.rope);
    masm_.JumpIf(Condition::kNotEqual, ask);
    masm_.CompareTagged(Memory::Heap(part, layout_.rope_right), 0);
    masm_.JumpIf(Condition::kEqual, ask);
    masm_.Bind(&is_one_byte);
    masm_.Load32(type, Memory::Heap(part, layout_.string_length));
    masm_.Test32(type, type);
    masm_.JumpIf(Condition::kEqual, ask);
    masm_.Add32(length, type);
  }
  masm_.AddConstant32(type, length, -layout_.shortest_rope);
  masm_.Compare32(type, layout_.rope_limit - layout_.shortest_rope);
  masm_.JumpIf(Condition::kAboveEqual, ask);
  // Of a string that is no rope the bit is clear.
  masm_.And32(header, layout_.wide_rope);
  masm_.Or32(header, layout_.rope_header);
  EmitBump(rope, layout_.rope_bytes, kStringTag, ask);
  masm_.StoreTagged(Memory::Heap(rope, layout_.header_of_string), header);
  masm_.Store32(Memory::Heap(rope, layout_.string_length), length);
  masm_.StoreTagged(Memory::Heap(rope, layout_.rope_left), In(node, 0));
  masm_.StoreTagged(Memory::Heap(rope, layout_.rope_right), In(node, 1));
  masm_.MoveTagged(out, rope);
  masm_.Bind(back);
}

}  // namespace halfword::jit
