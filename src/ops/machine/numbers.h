// Smis, doubles and their boxes, without calls and static data.
#ifndef HALFWORD_OPS_MACHINE_NUMBERS_H_
#define HALFWORD_OPS_MACHINE_NUMBERS_H_

#include <bit>
#include <cmath>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bytecode/opcodes.h"
#include "ops/machine/memory.h"

namespace halfword::ops {

HW_INLINE bool BothSmis(Value a, Value b) { return ((a.bits() | b.bits()) & 1) == 0; }
// REQUIRES: `v` has kOtherTag. Immediates and symbols, not so BigInts.
HW_INLINE bool EqualsOnlyItself(uintptr_t base, Value v) {
  return v.IsImmediate() || Pointer<Symbol>(base, v)->typed_type() != HeapType::kBigInt;
}
HW_INLINE int32_t SmiBits(Value v) { return static_cast<int32_t>(v.bits()); }  // the Smi times two
HW_INLINE Value FromSmiBits(int32_t bits) {
  return Value::FromBits(static_cast<Value::Bits>(static_cast<SignedTaggedBits>(bits)));
}
// The number that a Smi or HeapNumber is; false for anything else.
HW_INLINE bool ToDouble(uintptr_t base, Value v, double* out) {
  if (HW_LIKELY(v.IsHeapNumber())) {
    *out = HeapNumberValue(base, v);
    return true;
  }
  if (HW_LIKELY(v.IsSmi())) {
    *out = v.AsSmi();
    return true;
  }
  return false;
}

inline constexpr size_t kHeapNumberCell = gc::CellSize(sizeof(double));
inline constexpr gc::Header kHeapNumberHeader =
    gc::TypedHeader(static_cast<uint32_t>(HeapType::kHeapNumber), kHeapNumberCell);
// What StarOperand stores belongs to the instruction that uses it up, which may put its result there.
inline constexpr gc::Header kOperandNumberHeader = kHeapNumberHeader | gc::kClientFlag0;
HW_INLINE gc::Header NumberHeaderFor(uint8_t next_opcode) {
  return kHeapNumberHeader |
         (next_opcode == static_cast<uint8_t>(Opcode::kStarOperand) ? gc::kClientFlag0 : 0);
}
HW_INLINE bool IsOperandNumber(uintptr_t base, Value v) {
  return v.IsHeapNumber() && gc::HeaderOf(Pointer<HeapNumber>(base, v)) == kOperandNumberHeader;
}
// A number for an instruction that uses it up (TakesNumber) right behind the one that made it lies in the
// isolate's record and not on the heap. No other code ever gets to see such a reference: those instructions
// settle it before they call anything.
inline constexpr Value::Bits kTransientNumber =
    gc::kClientFrontOffset + offsetof(Isolate, transient_number_) + kNumberTag;
HW_INLINE Value TransientNumber(uintptr_t base, double d) {
  reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset)->transient_number_ = d;
  return Value::FromPointer(&reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset)->transient_number_,
                            kNumberTag);
}
HW_INLINE bool IsTransient(uintptr_t base, Value v) {
#if HALFWORD_COMPRESS
  return v.bits() == kTransientNumber;
#else
  return v.bits() == base + kTransientNumber;
#endif
}
// A constant that stays in the code: a constant double would be static data.
HW_INLINE double AsDouble(int32_t n) {
  asm("" : "+r"(n));
  return n;
}
// The sign bit is made in a register, for the same reason.
HW_INLINE double Negated(double d) {
  uint64_t sign = uint64_t{1} << 63;
  asm("" : "+r"(sign));
  return std::bit_cast<double>(std::bit_cast<uint64_t>(d) ^ sign);
}
#if defined(__aarch64__)
// What is out of range becomes the nearest integer that is not, and NaN zero. (A cast would not be defined,
// and limits to compare with would be static data.)
HW_INLINE int32_t NearestInt32(double d) {
  int32_t i;
  asm("fcvtzs %w0, %d1" : "=r"(i) : "w"(d));
  return i;
}
HW_INLINE int64_t NearestInt64(double d) {
  int64_t i;
  asm("fcvtzs %0, %d1" : "=r"(i) : "w"(d));
  return i;
}
#endif
// ToInt32 of a number, where that takes few instructions.
HW_INLINE bool TruncateToInt32(double d, int32_t* out) {
  // In int64 range the truncation is exact and its low half is ToInt32.
#if defined(__SSE2__)
  int64_t wide = _mm_cvttsd_si64(_mm_set_sd(d));
  if (HW_UNLIKELY(wide == INT64_MIN)) return false;  // what the instruction says of all others
#elif defined(__aarch64__)
  int64_t wide = NearestInt64(d);
  if (HW_UNLIKELY(wide == INT64_MIN || wide == INT64_MAX)) return false;
#else
  if (HW_UNLIKELY(!(d > -9.2e18 && d < 9.2e18))) return false;
  int64_t wide = static_cast<int64_t>(d);
#endif
  *out = static_cast<int32_t>(wide);
  return true;
}
HW_INLINE bool TruncateToInt32(uintptr_t base, Value v, int32_t* out) {
  if (v.IsSmi()) {
    *out = v.AsSmi();
    return true;
  }
  return v.IsHeapNumber() && TruncateToInt32(HeapNumberValue(base, v), out);
}
// The Smi that the number is; false: it is none. Minus zero is none.
HW_INLINE bool IntegralSmi(double d, Value* out) {
#if defined(__SSE2__)
  int32_t i = _mm_cvttsd_si32(_mm_set_sd(d));  // INT32_MIN for what is out of range, which is no Smi
#elif defined(__aarch64__)
  int32_t i = NearestInt32(d);
#else
  int32_t i = d >= Value::kSmiMin && d <= Value::kSmiMax ? static_cast<int32_t>(d) : INT32_MIN;
#endif
  int32_t twice;
  if (HW_UNLIKELY(i != d) || HW_UNLIKELY(__builtin_add_overflow(i, i, &twice))) return false;
  if (HW_UNLIKELY(i == 0) && HW_UNLIKELY(std::signbit(d))) return false;
  *out = FromSmiBits(twice);
  return true;
}

// The number without its fraction. False: it is no Smi then.
HW_INLINE bool Truncate(double d, int32_t* out) {
#if defined(__SSE2__)
  int32_t i = _mm_cvttsd_si32(_mm_set_sd(d));
#elif defined(__aarch64__)
  int32_t i = d == d ? NearestInt32(d) : INT32_MIN;
#else
  int32_t i = d > -2147483648.0 && d < 2147483648.0 ? static_cast<int32_t>(d) : INT32_MIN;
#endif
  *out = i;
  return i >= Value::kSmiMin && i <= Value::kSmiMax;
}
// REQUIRES: d >= 0.
HW_INLINE double SquareRoot(double d) {
#if defined(__SSE2__)
  __m128d in = _mm_set_sd(d);
  return _mm_cvtsd_f64(_mm_sqrt_sd(in, in));
#elif defined(__aarch64__)
  asm("fsqrt %d0, %d0" : "+w"(d));
  return d;
#else
  return __builtin_sqrt(d);
#endif
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_NUMBERS_H_
