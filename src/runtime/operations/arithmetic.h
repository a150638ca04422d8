// Operators on Values: the slow halves of the interpreter's arithmetic (numeric, string concatenation,
// BigInt). ApplyStringOrNumericBinaryOperator,
// https://tc39.es/ecma262/#sec-applystringornumericbinaryoperator
#ifndef HALFWORD_RUNTIME_OPERATIONS_ARITHMETIC_H_
#define HALFWORD_RUNTIME_OPERATIONS_ARITHMETIC_H_

#include "objects/primitives/primitives.h"

namespace halfword {

enum class BinaryOp : uint8_t {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kMod,
  kExp,
  kBitAnd,
  kBitOr,
  kBitXor,
  kShl,
  kSar,
  kShr
};

Completion<Value> BinaryOperation(Isolate&, BinaryOp, Value left, Value right);
Completion<Value> Increment(Isolate&, Value, int delta);  // ToNumeric, then ±1
Completion<Value> Negate(Isolate&, Value);
Completion<Value> BitwiseNot(Isolate&, Value);
double NumberExponentiate(double base, double exponent);
double NumberRemainder(double, double);

// BigInt (runtime/numbers/bigint.cc, over libtommath). Results are Values of BigInts, or a RangeError.
Completion<Value> BigIntBinaryOperation(Isolate&, BinaryOp, BigInt*, BigInt*);
Value BigIntNegate(Isolate&, BigInt*);
Completion<Value> BigIntNot(Isolate&, BigInt*);
Completion<Value> BigIntIncrement(Isolate&, BigInt*, int delta);
int BigIntCompare(Isolate&, BigInt*, BigInt*);  // charges
bool BigIntEquals(Isolate&, BigInt*, BigInt*);  // charges
// kLess, kEqual, kGreater as -1, 0, 1; 2 if the number is NaN.
int BigIntCompareToNumber(BigInt*, double);
Completion<Value> NumberToBigInt(Isolate&, double);   // RangeError if not integral
Completion<Value> StringToBigInt(Isolate&, String*);  // undefined if malformed (StringToBigInt)
Value BigIntFromInt64(Isolate&, int64_t);
Value BigIntFromUint64(Isolate&, uint64_t);
uint64_t BigIntToUint64(BigInt*);  // modulo 2^64
double BigIntToNumber(BigInt*);
Completion<String*> BigIntToString(Isolate&, BigInt*, int radix);
Completion<Value> BigIntAsIntN(Isolate&, uint64_t bits, BigInt*);
Completion<Value> BigIntAsUintN(Isolate&, uint64_t bits, BigInt*);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_ARITHMETIC_H_
