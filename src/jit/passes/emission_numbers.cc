// Code of nodes that compute with numbers.
#include <bit>

#include "jit/graph/value_range.h"
#include "jit/passes/emission.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target

template <class F>
void Emission::WithRegisterOrNumber(const Node& node, F emit) {
  Location second = allocation_.Input(node, 1);
  second.kind == Location::kConstant ? emit(NumberOf(*node.input(1))) : emit(General(second));
}
template <class F>
void Emission::WithSecond(const Node& node, F emit) {
  Location second = allocation_.Input(node, 1);
  second.kind == Location::kWord ? emit(Word(second)) : WithRegisterOrNumber(node, emit);
}

// These compute with int32. Comparisons are below.
bool Emission::EmitIntegerNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kAddInt32: WithSecond(node, [&](auto n) { masm_.Add32(Out(node), n); }); return true;
    case NodeKind::kSubInt32: WithSecond(node, [&](auto n) { masm_.Sub32(Out(node), n); }); return true;
    case NodeKind::kMulInt32: {
      Gpr out = Out(node);
      Location second = allocation_.Input(node, 1);
      if (second.kind == Location::kConstant) {
        masm_.Mul32(out, out, NumberOf(*node.input(1)));
      } else {
        masm_.Mul32(out, General(second));
      }
      return true;
    }
    case NodeKind::kAddInt32Checked:
      WithRegisterOrNumber(node, [&](auto n) { masm_.AddOrJump32(Out(node), n, ExitOf(node)); });
      return true;
    case NodeKind::kSubInt32Checked:
      WithRegisterOrNumber(node, [&](auto n) { masm_.SubOrJump32(Out(node), n, ExitOf(node)); });
      return true;
    case NodeKind::kMulInt32Checked: EmitProduct(node); return true;
    case NodeKind::kDivInt32Checked:
    case NodeKind::kModInt32Checked: EmitDivision(node); return true;
    case NodeKind::kNegateInt32Checked: {
      Gpr out = Out(node);
      Label* exit = ExitOf(node);
      if (node.payload().number == 0) {  // −0 matters
        masm_.Test32(out, out);
        masm_.JumpIf(Condition::kEqual, exit);
      }
      masm_.NegateOrJump32(out, exit);
      return true;
    }
    case NodeKind::kAndInt32:
      WithRegisterOrNumber(node, [&](auto n) { masm_.And32(Out(node), n); });
      return true;
    case NodeKind::kOrInt32:
      WithRegisterOrNumber(node, [&](auto n) { masm_.Or32(Out(node), n); });
      return true;
    case NodeKind::kXorInt32:
      WithRegisterOrNumber(node, [&](auto n) { masm_.Xor32(Out(node), n); });
      return true;
    case NodeKind::kNotInt32: masm_.Not32(Out(node)); return true;
    // Masm takes counts that are numbers modulo 32.
    case NodeKind::kShlInt32:
      WithRegisterOrNumber(node, [&](auto count) { masm_.ShiftLeft32(Out(node), count); });
      return true;
    case NodeKind::kSarInt32:
      WithRegisterOrNumber(node, [&](auto count) { masm_.ShiftRightSigned32(Out(node), count); });
      return true;
    case NodeKind::kShrInt32:
      WithRegisterOrNumber(node, [&](auto count) { masm_.ShiftRight32(Out(node), count); });
      return true;
    case NodeKind::kCheckIndex:
      WithSecond(node, [&](auto n) { masm_.Compare32(Out(node), n); });
      masm_.JumpIf(Condition::kAboveEqual, ExitOf(node));
      return true;
    default: return false;
  }
}

void Emission::EvaluateByStub(const Node& node, Stub stub) {
  masm_.StoreDouble(Argument(0), DoubleIn(node, 0));
  masm_.StoreDouble(Argument(1), DoubleIn(node, 1));
  CallStub(node, stub);
  masm_.LoadDouble(DoubleOut(node), Argument(0));
}

bool Emission::EmitDoubleNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kAddFloat64: masm_.AddDouble(DoubleOut(node), DoubleIn(node, 1)); return true;
    case NodeKind::kSubFloat64: masm_.SubDouble(DoubleOut(node), DoubleIn(node, 1)); return true;
    case NodeKind::kMulFloat64: masm_.MulDouble(DoubleOut(node), DoubleIn(node, 1)); return true;
    case NodeKind::kDivFloat64: masm_.DivDouble(DoubleOut(node), DoubleIn(node, 1)); return true;
    case NodeKind::kModFloat64: EvaluateByStub(node, Stub::kRemainder); return true;
    case NodeKind::kMathFunction:
      masm_.Store32(Parking(0), node.payload().number);
      EvaluateByStub(node, Stub::kMathFunction);
      return true;
    case NodeKind::kNegateFloat64: masm_.NegateDouble(DoubleOut(node)); return true;
    case NodeKind::kAbsFloat64: masm_.AbsDouble(DoubleOut(node)); return true;
    case NodeKind::kSqrtFloat64: masm_.SqrtDouble(DoubleOut(node), DoubleIn(node, 0)); return true;
    case NodeKind::kRoundToInt32: EmitRounding(node); return true;
    case NodeKind::kCanonicalNaN: {
      Fpr out = DoubleOut(node);
      Label* back = NewLabel();
      // True of NaN alone, in one jump.
      masm_.JumpIfDouble(DoubleCondition::kNotLessEqual, out, out, InCold([=, this] {
                           masm_.SetDouble(out, std::bit_cast<double>(layout_.visible_nan));
                           masm_.Jump(back);
                         }));
      masm_.Bind(back);
      return true;
    }
    default: return false;
  }
}

bool Emission::EmitNumberComparison(const Node& node) {
  const uint8_t condition = node.payload().condition;
  switch (node.kind()) {
    case NodeKind::kCompareInt32:
    case NodeKind::kCompareUint32: WithSecond(node, [&](auto n) { masm_.Compare32(In(node, 0), n); }); break;
    case NodeKind::kCompareSmi: WithSecond(node, [&](auto n) { masm_.CompareTagged(In(node, 0), n); }); break;
    case NodeKind::kTestInt32:
      WithRegisterOrNumber(node, [&](auto n) { masm_.Test32(In(node, 0), n); });
      break;
    case NodeKind::kCompareFloat64:
      if (IsLeftToBranch(node)) return true;
      masm_.SetIfDouble(Out(node), static_cast<DoubleCondition>(condition), DoubleIn(node, 0),
                        DoubleIn(node, 1));
      return true;
    case NodeKind::kNot:
      masm_.Test32(In(node, 0), In(node, 0));
      masm_.SetIf(Out(node), Condition::kEqual);
      return true;
    default: return false;
  }
  if (!IsFused(node)) masm_.SetIf(Out(node), static_cast<Condition>(condition));
  return true;
}

bool Emission::EmitNumberConversion(const Node& node) {
  switch (node.kind()) {
    // A Smi is the integer times two, in the width of a Value.
    case NodeKind::kCheckSmi:
      masm_.Test32(Out(node), 1);
      masm_.JumpIf(Condition::kNotEqual, ExitOf(node));
      return true;
    case NodeKind::kSmiToInt32: masm_.ShiftRightSigned32(Out(node), 1); return true;
    case NodeKind::kInt32ToSmi:
      masm_.Add32(Out(node), Out(node));
      if (!HALFWORD_COMPRESS) masm_.ExtendSigned32(Out(node), Out(node));
      return true;
    case NodeKind::kInt32ToSmiChecked:
      masm_.AddOrJump32(Out(node), Out(node), ExitOf(node));
      if (!HALFWORD_COMPRESS) masm_.ExtendSigned32(Out(node), Out(node));
      return true;
    case NodeKind::kInt32ToFloat64: masm_.Int32ToDouble(DoubleOut(node), In(node, 0)); return true;
    case NodeKind::kUint32ToFloat64: masm_.Uint32ToDouble(DoubleOut(node), In(node, 0)); return true;
    case NodeKind::kFloat64ToInt32:
      masm_.DoubleToInt32(Out(node), DoubleIn(node, 0), false, ExitOf(node));
      return true;
    case NodeKind::kTruncateFloat64: EmitTruncation(node, Out(node), DoubleIn(node, 0)); return true;
    case NodeKind::kUint32ToInt32:
      if (RangeOf(*node.input(0)).IsIn(kInt32Range)) return true;
      masm_.Test32(Out(node), Out(node));
      masm_.JumpIf(Condition::kNegative, ExitOf(node));
      return true;
    case NodeKind::kBoolToInt32: return true;  // it is 0 or 1
    default: return false;
  }
}

void Emission::EmitProduct(const Node& node) {
  Gpr out = Out(node), second = In(node, 1);
  Label* exit = ExitOf(node);
  if (node.payload().number != 0) return masm_.MulOrJump32(out, second, exit);  // −0 does not matter
  // Zero is −0 if either factor is negative: then the sign of both together is.
  Gpr signs{allocation_.GeneralTemporaries(node)[0]};
  Label is_good;
  masm_.Move32(signs, out);
  masm_.Or32(signs, second);
  masm_.MulOrJump32(out, second, exit);
  masm_.Test32(out, out);
  masm_.JumpIf(Condition::kNotEqual, &is_good);
  masm_.Test32(signs, signs);
  masm_.JumpIf(Condition::kNegative, exit);
  masm_.Bind(&is_good);
}

// The divisor is neither zero nor −1, the dividend is not zero where −0 matters and the divisor is negative,
// and nothing is left of a quotient.
void Emission::EmitDivision(const Node& node) {
  const bool is_quotient = node.Is(NodeKind::kDivInt32Checked),
             minus_zero_matters = node.payload().number == 0;
  Gpr dividend = In(node, 0), divisor = In(node, 1), out = Out(node);
  Gpr quotient = kDividend, remainder = kRemainder;
  if (kDividend == kAnyGpr) {
    quotient = out;  // where the dividend is
    remainder = Temporary(node);
  }
  Label* exit = ExitOf(node);
  masm_.Test32(divisor, divisor);
  masm_.JumpIf(Condition::kEqual, exit);
  masm_.Compare32(divisor, -1);
  masm_.JumpIf(Condition::kEqual, exit);
  if (minus_zero_matters) {
    Label is_good;
    masm_.Test32(dividend, dividend);
    // A quotient is −0 for a zero over a negative number, a remainder of a negative dividend may be.
    if (is_quotient) {
      masm_.JumpIf(Condition::kNotEqual, &is_good);
      masm_.Test32(divisor, divisor);
      masm_.JumpIf(Condition::kNegative, exit);
    } else {
      masm_.JumpIf(Condition::kNegative, exit);
    }
    masm_.Bind(&is_good);
  }
  masm_.Divide32(quotient, remainder, dividend, divisor);
  if (!is_quotient) {
    if (out != remainder) masm_.Move32(out, remainder);
    return;
  }
  masm_.Test32(remainder, remainder);
  masm_.JumpIf(Condition::kNotEqual, exit);
}

void Emission::EmitTruncation(const Node& node, Gpr to, Fpr from) {
  Label* back = NewLabel();
  masm_.TruncateToInt32(to, from, InCold([=, &node, this] {
                          masm_.StoreDouble(Argument(0), from);
                          CallStub(node, Stub::kTruncate);
                          masm_.Load32(to, Argument(0));
                          masm_.Jump(back);
                        }));
  masm_.Bind(back);
}

void Emission::EmitRounding(const Node& node) {
  const auto rounding = static_cast<Rounding>(node.payload().number);
  Gpr out = Out(node);
  Fpr in = DoubleIn(node, 0), rest{allocation_.DoubleTemporaries(node)[0]},
      constant{allocation_.DoubleTemporaries(node)[1]};
  Label *exit = ExitOf(node), *done = NewLabel();
  // Toward zero, and what was cut off. Where the integer does not fit into 32 bits, that is more than 1.
  masm_.TruncateToInt32(out, in, exit);
  masm_.Int32ToDouble(constant, out);
  masm_.MoveDouble(rest, in);
  masm_.SubDouble(rest, constant);
  masm_.SetDouble(constant, 1);
  masm_.JumpIfDouble(DoubleCondition::kNotLess, rest, constant, exit);
  masm_.SetDouble(constant, -1);
  masm_.JumpIfDouble(DoubleCondition::kNotGreater, rest, constant, exit);
  masm_.SetDouble(constant, 0);
  auto unless = [&](DoubleCondition condition, auto change) {
    Label stays;
    masm_.JumpIfDouble(condition, rest, constant, &stays);
    change();
    masm_.Bind(&stays);
  };
  if (rounding == Rounding::kFloor || rounding == Rounding::kRound) {
    unless(DoubleCondition::kNotLess, [&] {
      masm_.SubOrJump32(out, 1, exit);
      masm_.SetDouble(constant, 1);
      masm_.AddDouble(rest, constant);
    });
  }
  if (rounding == Rounding::kCeil)
    unless(DoubleCondition::kNotGreater, [&] { masm_.AddOrJump32(out, 1, exit); });
  // Ties go up.
  if (rounding == Rounding::kRound) {
    masm_.SetDouble(constant, 0.5);
    unless(DoubleCondition::kLess, [&] { masm_.AddOrJump32(out, 1, exit); });
  }
  // Zero of a negative number, −0 among them, is −0.
  masm_.Test32(out, out);
  masm_.JumpIf(Condition::kEqual, InCold([=, this] {
                 masm_.SetDouble(constant, 1);
                 masm_.DivDouble(constant, in);
                 masm_.SetDouble(rest, 0);
                 masm_.JumpIfDouble(DoubleCondition::kLess, constant, rest, exit);
                 masm_.Jump(done);
               }));
  masm_.Bind(done);
}

}  // namespace halfword::jit
