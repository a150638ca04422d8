// What bigint.cc offers beyond arithmetic.h: making BigInts from digits, and arithmetic facts
// other files ask for.
#ifndef HALFWORD_RUNTIME_NUMBERS_BIGINT_H_
#define HALFWORD_RUNTIME_NUMBERS_BIGINT_H_

#include <span>

#include "runtime/operations/arithmetic.h"

namespace halfword {

// A BigInt of this sign and magnitude (least significant digit first; leading zeros are dropped, -0 becomes
// 0). RangeError beyond BigInt::kMaxBits.
Completion<Value> NewBigIntFromDigits(Isolate&, bool negative, std::span<const uint32_t> digits);
// Number of bits of the magnitude.
// Whether the value is in the range of int64_t; then *value is it.
bool BigIntFitsInt64(BigInt*, int64_t* value);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_NUMBERS_BIGINT_H_
