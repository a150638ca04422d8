// What the operators compute, apart from where operands come from and results go: for the families of
// arithmetic.inc and comparison.inc.
#ifndef HALFWORD_OPS_OPERATORS_H_
#define HALFWORD_OPS_OPERATORS_H_

#include "bytecode/sites/sites.h"
#include "ops/machine.h"
#include "runtime/operations/arithmetic.h"

namespace halfword::ops {

// Rows of a family stand in the order of BinaryOp.
static_assert(Distance(Opcode::kAdd, Opcode::kShr) == static_cast<int>(BinaryOp::kShr));
static_assert(Distance(Opcode::kAddReg, Opcode::kMulReg) == static_cast<int>(BinaryOp::kMul));
static_assert(Distance(Opcode::kAddSmi, Opcode::kModSmi) == static_cast<int>(BinaryOp::kMod));
static_assert(Distance(Opcode::kBitAndSmi, Opcode::kShrSmi) ==
              static_cast<int>(BinaryOp::kShr) - static_cast<int>(BinaryOp::kBitAnd));
constexpr BinaryOp OperatorOf(Opcode o) {
  int n = o >= Opcode::kBitAndSmi && o <= Opcode::kShrSmi
              ? static_cast<int>(BinaryOp::kBitAnd) + Distance(Opcode::kBitAndSmi, o)
          : o >= Opcode::kAddSmi && o <= Opcode::kModSmi ? Distance(Opcode::kAddSmi, o)
          : o >= Opcode::kAddReg && o <= Opcode::kMulReg ? Distance(Opcode::kAddReg, o)
                                                         : Distance(Opcode::kAdd, o);
  return static_cast<BinaryOp>(n);
}
constexpr int DeltaOf(Opcode o) {
  return o == Opcode::kInc || o == Opcode::kIncReg || o == Opcode::kPostIncReg ? 1 : -1;
}

// Of Smis, which come doubled; so does the result. False: it is no Smi.
template <BinaryOp kOperator>
HW_INLINE bool SmiOperation(int32_t left, int32_t right, int32_t* result) {
  if constexpr (kOperator == BinaryOp::kAdd) return !__builtin_add_overflow(left, right, result);
  if constexpr (kOperator == BinaryOp::kSub) return !__builtin_sub_overflow(left, right, result);
  if constexpr (kOperator == BinaryOp::kMul) {
    // A zero result may be -0.
    return HW_LIKELY(!__builtin_mul_overflow(left, right >> 1, result)) &&
           HW_LIKELY(*result != 0 || (left | right) >= 0);
  }
  if constexpr (kOperator == BinaryOp::kDiv) {
    if (HW_UNLIKELY(left <= 0 || right <= 0)) return false;
    *result = left / right * 2;
    return *result / 2 * right == left;
  }
  if constexpr (kOperator == BinaryOp::kMod) {
    if (HW_UNLIKELY(left < 0 || right <= 0)) return false;
    *result = static_cast<int32_t>(static_cast<uint32_t>(left) % static_cast<uint32_t>(right));
    return true;
  }
  if constexpr (kOperator == BinaryOp::kBitAnd) return *result = left & right, true;
  if constexpr (kOperator == BinaryOp::kBitOr) return *result = left | right, true;
  if constexpr (kOperator == BinaryOp::kBitXor) return *result = left ^ right, true;
  uint32_t count = static_cast<uint32_t>(right) >> 1 & 31;
  if constexpr (kOperator == BinaryOp::kShl) {
    int32_t shifted = static_cast<int32_t>(static_cast<uint32_t>(left >> 1) << count);
    return !__builtin_add_overflow(shifted, shifted, result);
  }
  if constexpr (kOperator == BinaryOp::kSar) return *result = (left >> 1 >> count) * 2, true;
  if constexpr (kOperator == BinaryOp::kShr) {
    uint32_t shifted = static_cast<uint32_t>(left >> 1) >> count;
    *result = static_cast<int32_t>(shifted * 2);
    return shifted <= static_cast<uint32_t>(Value::kSmiMax);
  }
}
template <BinaryOp kOperator>
HW_INLINE double NumberOperation(double left, double right) {
  if constexpr (kOperator == BinaryOp::kAdd) return left + right;
  if constexpr (kOperator == BinaryOp::kSub) return left - right;
  if constexpr (kOperator == BinaryOp::kMul) return left * right;
  if constexpr (kOperator == BinaryOp::kDiv) return left / right;
  if constexpr (kOperator == BinaryOp::kMod) return NumberRemainder(left, right);
}
// int32_t, or uint32_t of >>>.
template <BinaryOp kOperator>
HW_INLINE auto Int32Operation(int32_t left, int32_t right) {
  if constexpr (kOperator == BinaryOp::kBitAnd) return left & right;
  if constexpr (kOperator == BinaryOp::kBitOr) return left | right;
  if constexpr (kOperator == BinaryOp::kBitXor) return left ^ right;
  if constexpr (kOperator == BinaryOp::kShl)
    return static_cast<int32_t>(static_cast<uint32_t>(left) << (right & 31));
  if constexpr (kOperator == BinaryOp::kSar) return left >> (right & 31);
  if constexpr (kOperator == BinaryOp::kShr) return static_cast<uint32_t>(left) >> (right & 31);
}

// ---- What sites record ----
// Of an instruction whose operands were Smis and whose result is none.
HW_INLINE int32_t SmiResultFeedback(double result) {
  if (result == 0) return kNegativeZero;
  // Products of Smis are below 2^62; only quotients of zero are not: NaN and the infinities.
  bool is_small = result > -0x1p62 && result < 0x1p62;
  return is_small && result == static_cast<double>(static_cast<int64_t>(result)) ? kSmiOverflow : kFraction;
}

// ---- Comparisons ----
enum class Relation : uint8_t { kLess, kLessEqual, kGreater, kGreaterEqual };
enum class Form : uint8_t { kValue, kJump, kLoop };
struct Comparison {
  Relation relation;  // of relational opcodes
  bool is_strict;     // of equality opcodes
  bool sense;         // what the outcome is compared with
  Form form;          // acc = the outcome, a jump, a back-edge
};
static_assert(Distance(Opcode::kLess, Opcode::kGreaterEqual) == 3);
static_assert(Distance(Opcode::kJumpIfLess, Opcode::kJumpIfNotGreaterEqual) == 7);
static_assert(Distance(Opcode::kJumpLoopIfLess, Opcode::kJumpLoopIfGreaterEqual) == 3);
constexpr Comparison RelationalOf(Opcode o) {
  if (o >= Opcode::kJumpIfLess && o <= Opcode::kJumpIfNotGreaterEqual) {
    int n = Distance(Opcode::kJumpIfLess, o);
    return {static_cast<Relation>(n / 2), false, n % 2 == 0, Form::kJump};
  }
  if (HasFlag(o, kBackEdge))
    return {static_cast<Relation>(Distance(Opcode::kJumpLoopIfLess, o)), false, true, Form::kLoop};
  return {static_cast<Relation>(Distance(Opcode::kLess, o)), false, true, Form::kValue};
}
static_assert(Distance(Opcode::kEqual, Opcode::kStrictNotEqual) == 3);
static_assert(Distance(Opcode::kJumpIfEqual, Opcode::kJumpIfNotStrictEqual) == 3);
static_assert(Distance(Opcode::kJumpLoopIfEqual, Opcode::kJumpLoopIfNotStrictEqual) == 3);
constexpr Comparison EqualityOf(Opcode o) {
  bool is_loop = HasFlag(o, kBackEdge), is_value = o >= Opcode::kEqual && o <= Opcode::kStrictNotEqual;
  int n = Distance(is_loop ? Opcode::kJumpLoopIfEqual : is_value ? Opcode::kEqual : Opcode::kJumpIfEqual, o);
  return {Relation::kLess, n >= 2, n % 2 == 0, is_loop ? Form::kLoop : is_value ? Form::kValue : Form::kJump};
}
template <Relation kRelation, class T>
HW_INLINE bool Compare(T left, T right) {
  if constexpr (kRelation == Relation::kLess) return left < right;
  if constexpr (kRelation == Relation::kLessEqual) return left <= right;
  if constexpr (kRelation == Relation::kGreater) return left > right;
  if constexpr (kRelation == Relation::kGreaterEqual) return left >= right;
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_OPERATORS_H_
