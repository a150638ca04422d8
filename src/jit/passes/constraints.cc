#include "jit/passes/constraints.h"

#include <optional>

#include "jit/masm/operands.h"

namespace halfword::jit {

namespace {

using namespace target_registers;  // NOLINT: what follows is about the target

constexpr Operand kInRegister{Policy::kRegister, 0}, kWherever{Policy::kAnywhere, 0},
    kBetterInRegister{Policy::kPreferred, 0}, kNotInWord{Policy::kRegisterOrConstant, 0},
    kAsFirst{Policy::kSame, 0};
constexpr Operand In(Gpr reg) { return reg == kAnyGpr ? kInRegister : Operand{Policy::kFixed, reg.number}; }

Constraints Two(Operand second = kBetterInRegister) {
  return {.inputs = {kInRegister, second}, .output = kAsFirst};
}

constexpr uint8_t kForReference = HALFWORD_COMPRESS ? 0 : 1;  // temporaries that a known reference needs
Operand NotInWord(const Node& value) {
  const Node& input = Unchecked(value);
  return !input.Is(NodeKind::kConstant) || FitsInInstruction(input.payload().bits) ? kNotInWord : kInRegister;
}
// Of an array: a number where the element is in reach of a displacement.
Operand Index(const Node& value) {
  const Node& input = Unchecked(value);
  constexpr int32_t kEnd = Memory::kMostDisplacement / static_cast<int32_t>(sizeof(double)) - 8;
  bool is_near =
      input.Is(NodeKind::kInt32Constant) && input.payload().number >= 0 && input.payload().number < kEnd;
  return is_near ? kNotInWord : kInRegister;
}
// A register is compared with it. Constants stand in the instruction.
Operand ToCompare(const Node& value) {
  return IsConstant(Unchecked(value)) ? NotInWord(value) : kBetterInRegister;
}

// Inputs are in registers, and the result is in another one.
constexpr Constraints kAllInRegisters{.inputs = {kInRegister, kInRegister, kInRegister, kInRegister},
                                      .output = kInRegister};
Constraints WithTemporaries(int count) {
  Constraints c = kAllInRegisters;
  c.general_temporaries = static_cast<uint8_t>(count);
  return c;
}
Constraints WithSecond(Operand second) {
  Constraints c = kAllInRegisters;
  c.inputs[1] = second;
  return c;
}
Constraints Wherever() {
  Constraints c = kAllInRegisters;
  for (Operand& input : c.inputs) input = kWherever;
  return c;
}
// The result takes the place of the only input.
constexpr Constraints kInPlace{.inputs = {kInRegister}, .output = kAsFirst};

Constraints OfDivision(const Node& node) {
  Constraints c = kAllInRegisters;
  if (kDividend == kAnyGpr) {
    c = Two(kInRegister);
    c.general_temporaries = 1;
    return c;
  }
  c.inputs[0] = In(kDividend);
  c.output = In(node.Is(NodeKind::kDivInt32Checked) ? kDividend : kRemainder);
  c.lost_general = 1u << kDividend.number | 1u << kRemainder.number;
  return c;
}

// ---- By families of nodes, as in emission.h ----
// None: all inputs are in registers, and the result is in another one.

std::optional<Constraints> OfNumberNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kAddInt32:
    case NodeKind::kSubInt32: return Two();
    case NodeKind::kAddInt32Checked:
    case NodeKind::kSubInt32Checked:
    case NodeKind::kMulInt32:
    case NodeKind::kAndInt32:
    case NodeKind::kOrInt32:
    case NodeKind::kXorInt32: return Two(kNotInWord);
    case NodeKind::kAddFloat64:
    case NodeKind::kSubFloat64:
    case NodeKind::kMulFloat64:
    case NodeKind::kDivFloat64: return Two(kInRegister);
    case NodeKind::kMulInt32Checked: {
      Constraints c = Two(kInRegister);
      c.general_temporaries = node.payload().number == 0 ? 1 : 0;  // for the sign of a zero
      return c;
    }
    case NodeKind::kDivInt32Checked:
    case NodeKind::kModInt32Checked: return OfDivision(node);
    case NodeKind::kShlInt32:
    case NodeKind::kSarInt32:
    case NodeKind::kShrInt32:
      return Two(node.input(1)->Is(NodeKind::kInt32Constant) ? kWherever : In(kShiftCount));
    case NodeKind::kUint32ToInt32:
    case NodeKind::kNotInt32:
    case NodeKind::kNegateInt32Checked:
    case NodeKind::kNegateFloat64:
    case NodeKind::kAbsFloat64:
    case NodeKind::kCanonicalNaN:
    case NodeKind::kSmiToInt32:
    case NodeKind::kInt32ToSmi:
    case NodeKind::kInt32ToSmiChecked:
    case NodeKind::kBoolToInt32: return kInPlace;
    case NodeKind::kRoundToInt32: {
      Constraints c = kAllInRegisters;
      c.double_temporaries = 2;
      return c;
    }
    case NodeKind::kCheckIndex:
    case NodeKind::kCompareInt32:
    case NodeKind::kCompareUint32: return WithSecond(kBetterInRegister);
    case NodeKind::kTestInt32: return WithSecond(kNotInWord);
    case NodeKind::kCompareSmi: return WithSecond(ToCompare(*node.input(1)));
    default: return {};
  }
}

// Checks give their input back, where it is. Those of a tag compute one.
std::optional<Constraints> OfValueNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kCheckValue: return WithTemporaries(kForReference);
    case NodeKind::kCheckShape: {
      const bool is_one = IsOnly(*node.input(0), kObjectType) && node.payload().shapes->count == 1;
      return WithTemporaries(is_one ? kForReference : 1);
    }
    case NodeKind::kCheckObject:
    case NodeKind::kCheckElements:
    case NodeKind::kCheckString:
    case NodeKind::kCheckInterned:
    case NodeKind::kCheckFunctionInfo:
    case NodeKind::kLengthOf:
    case NodeKind::kTaggedToFloat64: return WithTemporaries(1);
    case NodeKind::kInt32ToTagged:
    case NodeKind::kUint32ToTagged:
    case NodeKind::kBoolToTagged:
    case NodeKind::kTruncateTagged: return kInPlace;
    case NodeKind::kSettle: {
      Constraints c = kInPlace;
      c.general_temporaries = kForReference;
      return c;
    }
    case NodeKind::kTaggedToInt32: {
      Constraints c = kInPlace;
      c.double_temporaries = 1;
      return c;
    }
    default: return {};
  }
}

std::optional<Constraints> OfComparisonNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kSameBits: {
      Constraints c = kAllInRegisters;
      const bool is_swapped = IsConstant(Unchecked(*node.input(0))) && !IsConstant(Unchecked(*node.input(1)));
      const uint32_t other = is_swapped ? 0 : 1;
      c.inputs[other] = ToCompare(*node.input(other));
      return c;
    }
    case NodeKind::kStrictlyEqual:
    case NodeKind::kLooselyEqual:
    case NodeKind::kIsNullish:
    case NodeKind::kHasElements:
    case NodeKind::kIsType: return WithTemporaries(1);
    case NodeKind::kTypeOf: return WithTemporaries(2);
    case NodeKind::kToBoolean: {
      Constraints c = WithTemporaries(1);
      if (MayBe(*node.input(0), kDoubleType)) c.double_temporaries = 1;
      return c;
    }
    case NodeKind::kHasPrototype: {
      Constraints c = WithTemporaries(3);
      c.inputs[1] = NotInWord(*node.input(1));
      return c;
    }
    case NodeKind::kSelectByShape: {
      Constraints c = Wherever();
      c.inputs[0] = kInRegister;
      c.general_temporaries = 1 + kForReference;
      return c;
    }
    default: return {};
  }
}

std::optional<Constraints> OfStringNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kSingleCharacter: return WithTemporaries(1);
    case NodeKind::kConcat:
    case NodeKind::kCharacterAt: return WithTemporaries(3);
    default: return {};
  }
}

std::optional<Constraints> OfMemoryNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kCheckStack:
    case NodeKind::kStoreShape: return WithTemporaries(1);
    case NodeKind::kLoadNamed: return WithTemporaries(3);
    case NodeKind::kNewObject: {
      Constraints c = kAllInRegisters;
      c.inputs[0] = NotInWord(*node.input(0));
      c.general_temporaries =
          c.inputs[0].policy == Policy::kRegister || !IsConstant(Unchecked(*node.input(0))) ? 1 : 0;
      return c;
    }
    case NodeKind::kStoreField:
    case NodeKind::kStoreOverflow:
    case NodeKind::kStoreSlot: return WithSecond(NotInWord(*node.input(1)));
    case NodeKind::kStoreCell: {
      Constraints c = WithTemporaries(1);  // for the cell
      c.inputs[0] = NotInWord(*node.input(0));
      return c;
    }
    default: return {};
  }
}

std::optional<Constraints> OfElementNode(const Node& node) {
  Constraints c = kAllInRegisters;
  switch (node.kind()) {
    case NodeKind::kElementsOf:
    case NodeKind::kLimitOf:
    case NodeKind::kElementOrUndefined:
    case NodeKind::kCheckTakes: return WithTemporaries(1);
    case NodeKind::kPopElement: return WithTemporaries(3);
    case NodeKind::kViewTyped: return WithTemporaries(4);
    case NodeKind::kStoreLength: return WithSecond(NotInWord(*node.input(1)));
    case NodeKind::kLoadElement: return WithSecond(Index(*node.input(1)));
    case NodeKind::kStoreElement:
    case NodeKind::kStoreDouble:
    case NodeKind::kLoadDouble:
    case NodeKind::kCheckElementNotHole:
    case NodeKind::kCheckDoubleNotHole:
      c.inputs[1] = Index(*node.input(1));
      if (node.Is(NodeKind::kStoreElement)) c.inputs[2] = NotInWord(*node.input(2));
      c.general_temporaries = c.inputs[1].policy == Policy::kRegister ? 1 : 0;  // for the sum
      return c;
    case NodeKind::kAppendElement:
      if (node.payload().bits == 0) c.inputs[1] = NotInWord(*node.input(1));
      c.general_temporaries = 3;
      return c;
    case NodeKind::kStoreOrAppend:
    case NodeKind::kStoreDoubleOrAppend:
      if (node.Is(NodeKind::kStoreOrAppend)) c.inputs[2] = NotInWord(*node.input(2));
      c.general_temporaries = 3;
      return c;
    case NodeKind::kLoadTyped:
    case NodeKind::kLoadTypedUint32:
    case NodeKind::kLoadTypedFloat:
    case NodeKind::kStoreTyped:
    case NodeKind::kStoreTypedFloat:
      c.inputs[0] = kWherever;  // it only has to live
      c.inputs[2] = Index(*node.input(2));
      c.general_temporaries = c.inputs[2].policy == Policy::kRegister ? 2 : 1;
      return c;
    default: return {};
  }
}

// Calls, and what ends a block.
std::optional<Constraints> OfCallNode(const Node& node) {
  Constraints c = kAllInRegisters;
  switch (node.kind()) {
    case NodeKind::kSwitch: return WithTemporaries(2);
    case NodeKind::kReturn: c.inputs[0] = In(kAcc); return c;
    case NodeKind::kTookJump:
    case NodeKind::kRegisterBehind:
    case NodeKind::kWordBehind: c.inputs[0] = kWherever; return c;  // it reads the frame
    case NodeKind::kGeneric:
      c = Wherever();
      c.output = In(kAcc);
      c.loses_all = true;
      return c;
    default: return {};
  }
}

}  // namespace

Constraints ConstraintsOf(const Node& node) {
  for (auto of_family :
       {OfNumberNode, OfValueNode, OfComparisonNode, OfStringNode, OfMemoryNode, OfElementNode, OfCallNode}) {
    if (std::optional<Constraints> c = of_family(node); c.has_value()) return *c;
  }
  return kAllInRegisters;
}

}  // namespace halfword::jit
