#include "jit/passes/constraints.h"

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
    case NodeKind::kInt32ToSmiChecked: return {.inputs = {kInRegister}, .output = kAsFirst};
    case NodeKind::kShlInt32:
    case NodeKind::kSarInt32:
    case NodeKind::kShrInt32:
      return Two(node.input(1)->Is(NodeKind::kInt32Constant) ? kWherever : In(kShiftCount));
    case NodeKind::kDivInt32Checked:
    case NodeKind::kModInt32Checked: {
      if (kDividend == kAnyGpr) {
        c.general_temporaries = 1;
        return c;
      }
      c.inputs[0] = In(kDividend);
      c.output = In(node.Is(NodeKind::kDivInt32Checked) ? kDividend : kRemainder);
      c.lost_general = 1u << kDividend.number | 1u << kRemainder.number;
      return c;
    }
    // Checks give their input back.
    case NodeKind::kCheckSmi:
    case NodeKind::kCheckObject:
    case NodeKind::kCheckNotHole:
    case NodeKind::kCheckValue:
    case NodeKind::kCheckShape:
    case NodeKind::kCheckElements:
    case NodeKind::kCheckString:
    case NodeKind::kCheckInterned:
    case NodeKind::kCheckFunctionInfo: return {.inputs = {kInRegister}, .output = kAsFirst};
    case NodeKind::kCheckIndex: return Two();
    case NodeKind::kCompareInt32:
    case NodeKind::kCompareUint32:
    case NodeKind::kSameBits: c.inputs[1] = kBetterInRegister; return c;
    case NodeKind::kLoadElement:
    case NodeKind::kLoadDouble:
    case NodeKind::kCheckElementNotHole:
    case NodeKind::kCheckDoubleNotHole:
    case NodeKind::kStoreElement:
    case NodeKind::kStoreDouble: c.general_temporaries = 1; return c;
    case NodeKind::kStoreField:
    case NodeKind::kStoreOverflow:
    case NodeKind::kStoreSlot:
      c.inputs[1] = kBetterInRegister;
      c.general_temporaries = 1;
      return c;
    case NodeKind::kTruncateTagged:
    case NodeKind::kTaggedToInt32:
    case NodeKind::kTaggedToFloat64: c.double_temporaries = 1; return c;
    case NodeKind::kReturn: c.inputs[0] = In(kAcc); return c;
    case NodeKind::kGeneric:
      for (Operand& input : c.inputs) input = kWherever;
      c.output = In(kAcc);
      c.loses_all = true;
      return c;
    default: return c;
  }
}

}  // namespace halfword::jit
