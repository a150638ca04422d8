#include "jit/passes/constraints.h"

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

}  // namespace

Constraints ConstraintsOf(const Node& node) {
  Constraints c{.inputs = {kInRegister, kInRegister, kInRegister, kInRegister}, .output = kInRegister};
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
      c = Two(kInRegister);
      c.general_temporaries = node.payload().number == 0 ? 1 : 0;  // for the sign of a zero
      return c;
    }
    case NodeKind::kSwitch: c.general_temporaries = 2; return c;
    case NodeKind::kUint32ToInt32:
    case NodeKind::kNotInt32:
    case NodeKind::kNegateInt32Checked:
    case NodeKind::kNegateFloat64:
    case NodeKind::kAbsFloat64:
    case NodeKind::kCanonicalNaN:
    case NodeKind::kSmiToInt32:
    case NodeKind::kInt32ToSmi:
    case NodeKind::kInt32ToSmiChecked:
    case NodeKind::kInt32ToTagged:
    case NodeKind::kUint32ToTagged:
    case NodeKind::kBoolToTagged:
    case NodeKind::kBoolToInt32:
    case NodeKind::kTruncateTagged: return {.inputs = {kInRegister}, .output = kAsFirst};
    case NodeKind::kShlInt32:
    case NodeKind::kSarInt32:
    case NodeKind::kShrInt32:
      return Two(node.input(1)->Is(NodeKind::kInt32Constant) ? kWherever : In(kShiftCount));
    case NodeKind::kDivInt32Checked:
    case NodeKind::kModInt32Checked: {
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
    // Checks give their input back, where it is. Those of a tag compute one.
    case NodeKind::kCheckSmi:
    case NodeKind::kCheckNotHole: return c;
    case NodeKind::kSettle:
      return {.inputs = {kInRegister}, .output = kAsFirst, .general_temporaries = kForReference};
    case NodeKind::kCheckValue: c.general_temporaries = kForReference; return c;
    case NodeKind::kCheckShape: {
      c.general_temporaries = 1;
      if (IsOnly(*node.input(0), kObjectType) && node.payload().shapes->count == 1)
        c.general_temporaries = kForReference;
      return c;
    }
    case NodeKind::kCheckObject:
    case NodeKind::kCheckElements:
    case NodeKind::kCheckString:
    case NodeKind::kCheckInterned:
    case NodeKind::kCheckFunctionInfo: c.general_temporaries = 1; return c;
    case NodeKind::kCheckIndex: c.inputs[1] = kBetterInRegister; return c;
    case NodeKind::kCompareInt32:
    case NodeKind::kCompareUint32: c.inputs[1] = kBetterInRegister; return c;
    case NodeKind::kTestInt32: c.inputs[1] = kNotInWord; return c;
    case NodeKind::kCompareSmi:
      c.inputs[1] = IsConstant(Unchecked(*node.input(1))) ? NotInWord(*node.input(1)) : kBetterInRegister;
      return c;
    case NodeKind::kSameBits:
      if (IsConstant(Unchecked(*node.input(0))) && !IsConstant(Unchecked(*node.input(1)))) {
        c.inputs[0] = NotInWord(*node.input(0));
      } else {
        c.inputs[1] = IsConstant(Unchecked(*node.input(1))) ? NotInWord(*node.input(1)) : kBetterInRegister;
      }
      return c;
    case NodeKind::kStrictlyEqual:
    case NodeKind::kLooselyEqual:
    case NodeKind::kLengthOf:
    case NodeKind::kIsNullish:
    case NodeKind::kHasElements:
    case NodeKind::kElementsOf:
    case NodeKind::kLimitOf:
    case NodeKind::kElementOrUndefined:
    case NodeKind::kIsType: c.general_temporaries = 1; return c;
    case NodeKind::kTypeOf: c.general_temporaries = 2; return c;
    case NodeKind::kToBoolean:
      c.general_temporaries = 1;
      if (MayBe(*node.input(0), kDoubleType)) c.double_temporaries = 1;
      return c;
    case NodeKind::kSingleCharacter: c.general_temporaries = 1; return c;
    case NodeKind::kConcat:
    case NodeKind::kCharacterAt:
    case NodeKind::kLoadNamed: c.general_temporaries = 3; return c;
    case NodeKind::kHasPrototype:
      c.inputs[1] = NotInWord(*node.input(1));
      c.general_temporaries = 3;
      return c;
    case NodeKind::kRoundToInt32: c.double_temporaries = 2; return c;
    case NodeKind::kLoadElement: c.inputs[1] = Index(*node.input(1)); return c;
    case NodeKind::kStoreElement:
    case NodeKind::kStoreDouble:
    case NodeKind::kLoadDouble:
    case NodeKind::kCheckElementNotHole:
    case NodeKind::kCheckDoubleNotHole: {
      c.inputs[1] = Index(*node.input(1));
      if (node.Is(NodeKind::kStoreElement)) c.inputs[2] = NotInWord(*node.input(2));
      c.general_temporaries = c.inputs[1].policy == Policy::kRegister ? 1 : 0;  // for the sum
      return c;
    }
    case NodeKind::kStoreField:
    case NodeKind::kStoreOverflow:
    case NodeKind::kStoreLength:
    case NodeKind::kStoreSlot: c.inputs[1] = NotInWord(*node.input(1)); return c;
    case NodeKind::kStoreCell:
      c.inputs[0] = NotInWord(*node.input(0));
      c.general_temporaries = 1;  // for the cell
      return c;
    case NodeKind::kAppendElement:
      if (node.payload().bits == 0) c.inputs[1] = NotInWord(*node.input(1));
      c.general_temporaries = 3;
      return c;
    case NodeKind::kPopElement: c.general_temporaries = 3; return c;
    case NodeKind::kStoreOrAppend:
    case NodeKind::kStoreDoubleOrAppend:
      if (node.Is(NodeKind::kStoreOrAppend)) c.inputs[2] = NotInWord(*node.input(2));
      c.general_temporaries = 3;
      return c;
    case NodeKind::kSelectByShape:
      for (Operand& input : c.inputs) input = kWherever;
      c.inputs[0] = kInRegister;
      c.general_temporaries = 1 + kForReference;
      return c;
    case NodeKind::kStoreShape:
    case NodeKind::kCheckTakes:
    case NodeKind::kCheckStack: c.general_temporaries = 1; return c;
    case NodeKind::kLoadTyped:
    case NodeKind::kLoadTypedUint32:
    case NodeKind::kLoadTypedFloat:
    case NodeKind::kStoreTyped:
    case NodeKind::kStoreTypedFloat:
      c.inputs[0] = kWherever;  // it only has to live
      c.inputs[2] = Index(*node.input(2));
      c.general_temporaries = c.inputs[2].policy == Policy::kRegister ? 2 : 1;
      return c;
    case NodeKind::kViewTyped: c.general_temporaries = 4; return c;
    case NodeKind::kNewObject:
      c.inputs[0] = NotInWord(*node.input(0));
      c.general_temporaries =
          c.inputs[0].policy == Policy::kRegister || !IsConstant(Unchecked(*node.input(0))) ? 1 : 0;
      return c;
    case NodeKind::kTaggedToFloat64: c.general_temporaries = 1; return c;
    case NodeKind::kTaggedToInt32:
      return {.inputs = {kInRegister}, .output = kAsFirst, .double_temporaries = 1};
    case NodeKind::kReturn: c.inputs[0] = In(kAcc); return c;
    case NodeKind::kTookJump:
    case NodeKind::kRegisterBehind:
    case NodeKind::kWordBehind: c.inputs[0] = kWherever; return c;  // it reads the frame
    case NodeKind::kGeneric:
      for (Operand& input : c.inputs) input = kWherever;
      c.output = In(kAcc);
      c.loses_all = true;
      return c;
    default: return c;
  }
}

}  // namespace halfword::jit
