#include "runtime/operations/arithmetic.h"

#include <cmath>
#include <limits>

#include "math/functions.h"
#include "runtime/operations/conversions.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-numeric-types-number-remainder
double NumberRemainder(double n, double d) {
  // fmod is exact, keeps the dividend's sign, and has the table of special cases of the specification.
  return math::Fmod(n, d);
}

// https://tc39.es/ecma262/#sec-numeric-types-number-exponentiate
double NumberExponentiate(double base, double exponent) {
  // C's pow gives 1 where the specification wants NaN: for 1 ** ±∞, -1 ** ±∞, and 1 ** NaN.
  if (exponent != exponent) return exponent;
  if (exponent == 0) return 1;
  if (std::isinf(exponent) && (base == 1 || base == -1)) return std::numeric_limits<double>::quiet_NaN();
  // FAST: a product and a root are as correctly rounded as pow.
  if (exponent == 2) return base * base;
  if (exponent == 0.5) {
    if (std::isinf(base)) return HUGE_VAL;
    return std::sqrt(base + 0.0);  // -0 ** 0.5 is +0
  }
  return math::Pow(base, exponent);
}

namespace {

HW_COLD Throwing ThrowMixedTypes(Isolate& isolate) {
  return isolate.ThrowTypeError("Cannot mix BigInt and other types, use explicit conversions");
}

Value ApplyNumbers(Isolate& isolate, BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kAdd: return NumberValue(isolate, a + b);
    case BinaryOp::kSub: return NumberValue(isolate, a - b);
    case BinaryOp::kMul: return NumberValue(isolate, a * b);
    case BinaryOp::kDiv: return NumberValue(isolate, a / b);
    case BinaryOp::kMod: return NumberValue(isolate, NumberRemainder(a, b));
    case BinaryOp::kExp: return NumberValue(isolate, NumberExponentiate(a, b));
    case BinaryOp::kBitAnd: return NumberValue(isolate, DoubleToInt32(a) & DoubleToInt32(b));
    case BinaryOp::kBitOr: return NumberValue(isolate, DoubleToInt32(a) | DoubleToInt32(b));
    case BinaryOp::kBitXor: return NumberValue(isolate, DoubleToInt32(a) ^ DoubleToInt32(b));
    case BinaryOp::kShl:
      return NumberValue(isolate, static_cast<int32_t>(DoubleToUint32(a) << (DoubleToUint32(b) & 31)));
    case BinaryOp::kSar: return NumberValue(isolate, DoubleToInt32(a) >> (DoubleToUint32(b) & 31));
    case BinaryOp::kShr: return NumberValue(isolate, DoubleToUint32(a) >> (DoubleToUint32(b) & 31));
  }
  UNREACHABLE();
}

}  // namespace

// https://tc39.es/ecma262/#sec-applystringornumericbinaryoperator
Completion<Value> BinaryOperation(Isolate& isolate, BinaryOp op, Value left, Value right) {
  // FAST: numbers need no conversion.
  if (left.IsNumber() && right.IsNumber())
    return ApplyNumbers(isolate, op, left.AsNumber(), right.AsNumber());
  if (op == BinaryOp::kAdd) {
    // FAST: text and a number.
    if (left.IsString() && right.IsNumber())
      return Concat(isolate, left.AsString(), NumberToString(isolate, right));
    if (!left.IsString() || !right.IsString()) {
      left = TRY(ToPrimitive(isolate, left));
      right = TRY(ToPrimitive(isolate, right));
    }
    if (left.IsString() || right.IsString()) {
      String* a = TRY(ToString(isolate, left));
      String* b = TRY(ToString(isolate, right));
      return Concat(isolate, a, b);
    }
  }
  left = TRY(ToNumeric(isolate, left));
  right = TRY(ToNumeric(isolate, right));
  if (left.IsNumber() != right.IsNumber()) return ThrowMixedTypes(isolate);
  if (left.IsNumber()) return ApplyNumbers(isolate, op, left.AsNumber(), right.AsNumber());
  return BigIntBinaryOperation(isolate, op, left.AsBigInt(), right.AsBigInt());
}

Completion<Value> Increment(Isolate& isolate, Value v, int delta) {
  v = TRY(ToNumeric(isolate, v));
  if (v.IsNumber()) return NumberValue(isolate, v.AsNumber() + delta);
  return BigIntIncrement(isolate, v.AsBigInt(), delta);
}

Completion<Value> Negate(Isolate& isolate, Value v) {
  v = TRY(ToNumeric(isolate, v));
  if (v.IsNumber()) return NumberValue(isolate, -v.AsNumber());
  return BigIntNegate(isolate, v.AsBigInt());
}

Completion<Value> BitwiseNot(Isolate& isolate, Value v) {
  v = TRY(ToNumeric(isolate, v));
  if (v.IsNumber()) return NumberValue(isolate, ~DoubleToInt32(v.AsNumber()));
  return BigIntNot(isolate, v.AsBigInt());
}

}  // namespace halfword
