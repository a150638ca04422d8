// Code of nodes that work on Values: checks, conversions from and to numbers.
#include <bit>

#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target
using namespace value_bits;        // NOLINT

// The result is where the input was.
bool Emission::EmitCheckNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kCheckObject: EmitCheckOfTag(node, kObjectType, kObjectTag); return true;
    case NodeKind::kCheckString: EmitCheckOfTag(node, kStringTypes, kStringTag); return true;
    case NodeKind::kCheckInterned: {
      if (IsOnly(*node.input(0), kInternedType)) return true;
      Label* exit = ExitOf(node);
      if (!IsOnly(*node.input(0), kStringTypes)) JumpUnlessTag(Out(node), kStringTag, Temporary(node), exit);
      JumpUnlessInterned(Out(node), exit);
      return true;
    }
    case NodeKind::kCheckNotHole:
      masm_.CompareTagged(Out(node), kHole);
      masm_.JumpIf(Condition::kEqual, ExitOf(node));
      return true;
    case NodeKind::kCheckValue:
      JumpUnlessValue(Out(node), node.payload().bits, TemporaryForReference(node), ExitOf(node));
      return true;
    case NodeKind::kCheckShape: EmitCheckOfShape(node); return true;
    case NodeKind::kCheckElements: EmitCheckOfElements(node); return true;
    case NodeKind::kCheckFunctionInfo: {
      Gpr out = Out(node), temporary = Temporary(node);
      Label* exit = ExitOf(node);
      if (!IsOnly(*node.input(0), kObjectType)) JumpUnlessTag(out, kObjectTag, temporary, exit);
      JumpUnlessValue(Memory::Heap(out, layout_.function_info), node.payload().bits, exit);
      return true;
    }
    case NodeKind::kCheckEpoch:
      masm_.Compare32(Memory::At(kBase, layout_.epoch), node.payload().number);
      masm_.JumpIf(Condition::kNotEqual, ExitOf(node));
      return true;
    case NodeKind::kSettle: EmitSettle(node); return true;
    default: return false;
  }
}

// Values become numbers, and numbers become Values.
bool Emission::EmitConversionNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kLengthOf: EmitLengthOf(node); return true;
    case NodeKind::kTaggedToFloat64: EmitFloat64OfTagged(node); return true;
    case NodeKind::kTaggedToInt32:
    case NodeKind::kTruncateTagged: EmitInt32OfTagged(node); return true;
    case NodeKind::kInt32ToTagged: EmitTaggedOfInt32(node); return true;
    case NodeKind::kUint32ToTagged: EmitTaggedOfUint32(node); return true;
    case NodeKind::kFloat64ToTagged: EmitTaggedOfFloat64(node); return true;
    case NodeKind::kBox: EmitBox(node, Out(node), DoubleIn(node, 0)); return true;
    case NodeKind::kBoolToTagged:
      static_assert(kTrue == kFalse + 8);
      masm_.ShiftLeft32(Out(node), 3);
      masm_.Add32(Out(node), kFalse);
      return true;
    default: return false;
  }
}

// ---- Parts ----

void Emission::TestTag(Gpr value, int32_t tag, Gpr temporary) {
  masm_.AddConstant32(temporary, value, -tag);
  masm_.Test32(temporary, kTagMask);
}
void Emission::ExitBeyondElements(Gpr object, int32_t last_access, Gpr temporary, Label* exit) {
  masm_.LoadTagged(temporary, Memory::Heap(object, layout_.header_of_object));
  masm_.Load8(temporary, Memory::Heap(temporary, layout_.element_access));
  masm_.Compare32(temporary, last_access);
  masm_.JumpIf(Condition::kAbove, exit);
}

void Emission::JumpUnlessTag(Gpr value, int32_t tag, Gpr temporary, Label* to) {
  TestTag(value, tag, temporary);
  masm_.JumpIf(Condition::kNotEqual, to);
}

void Emission::JumpUnlessInterned(Gpr string, Label* to) {
  DCHECK(std::popcount(layout_.interned) == 1);
  int byte = std::countr_zero(layout_.interned) / 8;
  masm_.Test8(Memory::Heap(string, layout_.header_of_string + byte),
              static_cast<uint8_t>(layout_.interned >> 8 * byte));
  masm_.JumpIf(Condition::kEqual, to);
}

void Emission::JumpUnlessBox(Gpr value, Label* to) {
  static_assert(kNumberTag == 5);
  masm_.Test32(value, 2);
  masm_.JumpIf(Condition::kNotEqual, to);
  masm_.Test32(value, 4);
  masm_.JumpIf(Condition::kEqual, to);
}

// As BumpAllocate in ops/machine.h.
void Emission::EmitBump(Gpr to, int32_t bytes, int32_t tag, Label* is_full) {
  Memory top = Memory::At(kBase, layout_.bump_top);
  masm_.Load32(to, top);
  masm_.AddConstant32(to, to, bytes);
  masm_.Compare32(to, Memory::At(kBase, layout_.bump_limit));
  masm_.JumpIf(Condition::kAbove, is_full);
  masm_.Store32(top, to);
  masm_.PrefetchForStore(Memory::Raw(kBase, to, 0, layout_.cleared_at_once));
  if (!HALFWORD_COMPRESS) masm_.Add64(to, kBase);
  HALFWORD_COMPRESS ? masm_.AddConstant32(to, to, tag - bytes) : masm_.Add64(to, tag - bytes);
}
void Emission::EmitBox(const Node& node, Gpr to, Fpr number) {
  Label* back = NewLabel();
  EmitBump(to, static_cast<int32_t>(layout_.number_bytes), kNumberTag, InCold([=, &node, this] {
             masm_.StoreDouble(Argument(0), number);
             CallStub(node, Stub::kBox);
             masm_.LoadTagged(to, Argument(0));
             masm_.Jump(back);
           }));
  masm_.StoreTagged(Memory::Heap(to, layout_.header_of_number), static_cast<int32_t>(layout_.number_header));
  masm_.StoreDouble(Memory::Heap(to, layout_.number), number);
  masm_.Bind(back);
}

// ---- Nodes ----

void Emission::EmitCheckOfTag(const Node& node, TypeSet types, int32_t tag) {
  if (!IsOnly(*node.input(0), types)) JumpUnlessTag(Out(node), tag, Temporary(node), ExitOf(node));
}

void Emission::EmitCheckOfElements(const Node& node) {
  Gpr out = Out(node), shape = Temporary(node);
  Label* exit = ExitOf(node);
  if (!IsOnly(*node.input(0), kObjectType)) JumpUnlessTag(out, kObjectTag, shape, exit);
  const int32_t number = node.payload().number;
  if (number < 0) return ExitBeyondElements(out, ~number, shape, exit);
  masm_.LoadTagged(shape, Memory::Heap(out, layout_.header_of_object));
  masm_.Compare8(Memory::Heap(shape, layout_.element_access), static_cast<uint8_t>(number));
  masm_.JumpIf(Condition::kNotEqual, exit);
}

void Emission::EmitCheckOfShape(const Node& node) {
  Gpr out = Out(node);
  const ShapeSet& shapes = *node.payload().shapes;
  Label *exit = ExitOf(node), *is_good = NewLabel();
  if (!IsOnly(*node.input(0), kObjectType)) JumpUnlessTag(out, kObjectTag, Temporary(node), exit);
  Memory header = Memory::Heap(out, layout_.header_of_object);
  if (HALFWORD_COMPRESS && shapes.count > 1) masm_.LoadTagged(Temporary(node), header);
  for (uint32_t n = 0; n < shapes.count; n++) {
    if (!HALFWORD_COMPRESS) {
      masm_.Set64(Temporary(node), shapes.shapes[n]);
      masm_.CompareTagged(Temporary(node), header);
    } else if (shapes.count > 1) {
      masm_.CompareTagged(Temporary(node), static_cast<int32_t>(shapes.shapes[n]));
    } else {
      masm_.CompareTagged(header, static_cast<int32_t>(shapes.shapes[n]));
    }
    if (n + 1 < shapes.count) masm_.JumpIf(Condition::kEqual, is_good);
  }
  masm_.JumpIf(Condition::kNotEqual, exit);
  masm_.Bind(is_good);
}

// Values that are no Smi come here because they are numbers with a box, most of them.
void Emission::EmitFloat64OfTagged(const Node& node) {
  const Node& input = *node.input(0);
  Gpr in = In(node, 0), temporary = Temporary(node);
  Fpr out = DoubleOut(node);
  auto convert_smi = [=, this] {
    masm_.Move32(temporary, in);
    masm_.ShiftRightSigned32(temporary, 1);
    masm_.Int32ToDouble(out, temporary);
  };
  if (IsOnly(input, kSmiType)) return convert_smi();
  Label* back = NewLabel();
  if (MayBe(input, kSmiType)) {
    masm_.Test32(in, 1);
    masm_.JumpIf(Condition::kEqual, InCold([=, this] {
                   convert_smi();
                   masm_.Jump(back);
                 }));
  }
  if (!IsOnly(input, kNumberTypes)) JumpUnlessTag(in, kNumberTag, temporary, ExitOf(node));
  masm_.LoadDouble(out, Memory::Heap(in, layout_.number));
  masm_.Bind(back);
}

// The integer takes the place of the Value.
void Emission::EmitInt32OfTagged(const Node& node) {
  const Node& input = *node.input(0);
  const bool truncates = node.Is(NodeKind::kTruncateTagged);
  Gpr out = Out(node);
  if (IsOnly(input, kSmiType)) return masm_.ShiftRightSigned32(out, 1);
  Label* exit = !truncates || !IsOnly(input, kNumberTypes) ? ExitOf(node) : nullptr;
  auto convert_box = [=, &input, &node, this] {
    if (!IsOnly(input, kNumberTypes)) JumpUnlessBox(out, exit);
    Memory number = Memory::Heap(out, layout_.number);
    if (truncates) {
      masm_.LoadDouble(kScratchDouble, number);
      EmitTruncation(node, out, kScratchDouble);
    } else {
      masm_.LoadDouble(DoubleTemporary(node), number);
      masm_.DoubleToInt32(out, DoubleTemporary(node), false, exit);
    }
  };
  if (!MayBe(input, kSmiType)) return convert_box();
  Label* back = NewLabel();
  masm_.Test32(out, 1);
  masm_.JumpIf(Condition::kNotEqual, InCold([=, this] {
                 convert_box();
                 masm_.Jump(back);
               }));
  masm_.ShiftRightSigned32(out, 1);
  masm_.Bind(back);
}

void Emission::EmitTaggedOfInt32(const Node& node) {
  Gpr out = Out(node);
  Label* back = NewLabel();
  // The sum has lost the upper bit of the number, which was not the same as the next one.
  masm_.AddOrJump32(out, out, InCold([=, &node, this] {
                      masm_.ShiftRightSigned32(out, 1);
                      masm_.Xor32(out, INT32_MIN);
                      masm_.Int32ToDouble(kScratchDouble, out);
                      EmitBox(node, out, kScratchDouble);
                      masm_.Jump(back);
                    }));
  if (!HALFWORD_COMPRESS) masm_.ExtendSigned32(out, out);
  masm_.Bind(back);
}

void Emission::EmitTaggedOfUint32(const Node& node) {
  Gpr out = Out(node);
  Label* back = NewLabel();
  masm_.Test32(out, static_cast<int32_t>(0xc0000000));
  masm_.JumpIf(Condition::kNotEqual, InCold([=, &node, this] {
                 masm_.Uint32ToDouble(kScratchDouble, out);
                 EmitBox(node, out, kScratchDouble);
                 masm_.Jump(back);
               }));
  masm_.Add32(out, out);
  masm_.Bind(back);
}

void Emission::EmitTaggedOfFloat64(const Node& node) {
  Gpr out = Out(node);
  Fpr number = DoubleIn(node, 0);
  Label* back = NewLabel();
  Label* is_no_smi = InCold([=, &node, this] {
    EmitBox(node, out, number);
    masm_.Jump(back);
  });
  masm_.DoubleToInt32(out, number, false, is_no_smi);
  masm_.AddOrJump32(out, out, is_no_smi);
  if (!HALFWORD_COMPRESS) masm_.ExtendSigned32(out, out);
  masm_.Bind(back);
}

void Emission::EmitLengthOf(const Node& node) {
  const Node& input = *node.input(0);
  Gpr in = In(node, 0), temporary = Temporary(node), out = Out(node);
  Label *back = NewLabel(), *exit = ExitOf(node);
  auto load_of_array = [=, this] {
    ExitBeyondElements(in, layout_.last_array_access, temporary, exit);
    masm_.LoadTagged(out, Memory::Heap(in, layout_.length));
  };
  if (IsOnly(input, kObjectType)) return load_of_array();
  JumpUnlessTag(in, kObjectTag, temporary, InCold([=, this] {
                  JumpUnlessTag(in, kStringTag, temporary, exit);
                  masm_.Load32(temporary, Memory::Heap(in, layout_.string_length));
                  masm_.AddShifted32(out, temporary, temporary, 0);
                  masm_.Jump(back);
                }));
  load_of_array();
  masm_.Bind(back);
}

void Emission::EmitSettle(const Node& node) {
  Gpr out = Out(node);
  Label* back = NewLabel();
  CompareWithValue(out, layout_.transient_bits, TemporaryForReference(node));
  masm_.JumpIf(Condition::kEqual, InCold([=, &node, this] {
                 masm_.LoadDouble(kScratchDouble, Memory::At(kBase, layout_.transient));
                 EmitBox(node, out, kScratchDouble);
                 masm_.Jump(back);
               }));
  masm_.Bind(back);
}

}  // namespace halfword::jit
