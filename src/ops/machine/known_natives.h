// The work of the natives that calls do themselves (ops/natives.inc). Each returns false where the native
// function must be called instead; nothing has been changed then. `next` is the frame of the call.
#ifndef HALFWORD_OPS_MACHINE_KNOWN_NATIVES_H_
#define HALFWORD_OPS_MACHINE_KNOWN_NATIVES_H_

#include "ops/machine/frames.h"
#include "ops/machine/numbers.h"
#include "ops/machine/objects.h"
#include "ops/machine/strings.h"
#include "runtime/functions/native.h"

namespace halfword::ops {

// The character at argument 0 of the receiver.
HW_INLINE bool ReceiverCharacter(uintptr_t base, const Value* next, char16_t* c) {
  Value receiver = next[frame::kThis], index = next[frame::kFirstArgument];
  if (HW_UNLIKELY(!receiver.IsString()) || HW_UNLIKELY(!index.IsSmi())) return false;
  return CharacterAt(base, Pointer<String>(base, receiver), static_cast<uint32_t>(index.AsSmi()), c);
}
HW_INLINE bool CharCodeAt(uintptr_t base, const Value* next, Value* result) {
  char16_t c;
  if (HW_UNLIKELY(!ReceiverCharacter(base, next, &c))) return false;
  *result = Value::Smi(c);
  return true;
}
// A surrogate may be half of a code point.
HW_INLINE bool CodePointAt(uintptr_t base, const Value* next, Value* result) {
  char16_t c;
  if (HW_UNLIKELY(!ReceiverCharacter(base, next, &c)) || HW_UNLIKELY((c & 0xfc00) == 0xd800)) return false;
  *result = Value::Smi(c);
  return true;
}
HW_INLINE bool CharAt(uintptr_t base, const Isolate& isolate, const Value* next, Value* result) {
  char16_t c;
  if (HW_UNLIKELY(!ReceiverCharacter(base, next, &c)) || HW_UNLIKELY(c > 255)) return false;
  *result = Value::FromBits(isolate.single_chars_[c].bits());
  return true;
}
HW_INLINE bool FromCharCode(const Isolate& isolate, Value code, Value* result) {
  if (HW_UNLIKELY(!code.IsSmi()) || HW_UNLIKELY(static_cast<uint32_t>(code.AsSmi()) > 255)) return false;
  *result = Value::FromBits(isolate.single_chars_[code.AsSmi()].bits());
  return true;
}

// A receiver that is an array like any other: nothing on its prototypes can be seen in its elements.
struct ReceiverArray {
  JSArray* array;
  ElementAccess access;
  uint32_t length;
  Value elements;

  HW_INLINE bool Take(uintptr_t base, const Isolate& isolate, Value receiver) {
    if (HW_UNLIKELY(!receiver.IsObject())) return false;
    Shape* shape = ShapeFromHeader(base, HeaderOf(base, receiver));
    access = shape->element_access();
    if (HW_UNLIKELY(access > ElementAccess::kArrayOfDoubles) ||
        HW_UNLIKELY(!IsAppendable(base, isolate, shape)))
      return false;
    array = Pointer<JSArray>(base, receiver);
    length = static_cast<uint32_t>(DecodeSmi(array->length_.get().bits()));
    elements = array->extension_.get();
    return HW_LIKELY(!elements.IsSmi());
  }
};
HW_INLINE bool IsArray(uintptr_t base, Value argument, Value* result) {
  *result = Value::False();
  if (!argument.IsObject()) return true;
  Shape* shape = ShapeFromHeader(base, HeaderOf(base, argument));
  if (HW_UNLIKELY(HasType(shape, HeapType::kProxyObject))) return false;
  *result = Value::Boolean(HasType(shape, HeapType::kJSArray));
  return true;
}

// `i`, which is `d` without its fraction, as the native rounds. False: the result may be another number.
template <KnownNative kNative>
HW_INLINE bool RoundTruncated(double d, int32_t* i) {
  if constexpr (kNative == KnownNative::kMathCeil) {
    if (*i < d) ++*i;
  } else if constexpr (kNative == KnownNative::kMathFloor || kNative == KnownNative::kMathRound) {
    if (*i > d) --*i;
  }
  // Ties go up.
  if constexpr (kNative == KnownNative::kMathRound) {
    if ((d - *i) + (d - *i) >= AsDouble(1)) ++*i;
  }
  // The text of a number begins with its integer part, but for those that are written with an exponent.
  return kNative != KnownNative::kParseInt || HW_LIKELY(*i != 0);
}
// A function from doubles to integers. A zero may be a minus zero.
template <KnownNative kNative>
HW_INLINE bool Rounded(uintptr_t base, Value argument, Value* result) {
  *result = argument;
  if (argument.IsSmi()) return true;
  if (HW_UNLIKELY(!argument.IsHeapNumber())) return false;
  double d = HeapNumberValue(base, argument);
  int32_t i, twice;
  if (HW_UNLIKELY(!Truncate(d, &i)) || !RoundTruncated<kNative>(d, &i)) return false;
  if (HW_UNLIKELY(__builtin_add_overflow(i, i, &twice)) || HW_UNLIKELY(i == 0 && std::signbit(d)))
    return false;
  *result = FromSmiBits(twice);
  return true;
}
HW_INLINE bool AbsoluteSmi(Value smi, Value* result) {
  int32_t twice = SmiBits(smi);
  if (HW_UNLIKELY(twice == INT32_MIN)) return false;
  *result = FromSmiBits(twice < 0 ? -twice : twice);
  return true;
}
HW_INLINE double Absolute(double d) { return std::bit_cast<double>(std::bit_cast<uint64_t>(d) << 1 >> 1); }
HW_INLINE bool Root(uintptr_t base, Value argument, double* root) {
  double d;
  if (HW_UNLIKELY(!ToDouble(base, argument, &d)) || HW_UNLIKELY(!(d >= AsDouble(0)))) return false;
  *root = SquareRoot(d);
  return true;
}
// The larger or smaller of two.
template <bool kIsMax>
HW_INLINE Value SmiExtremum(Value left, Value right) {
  return (kIsMax ? SmiBits(left) > SmiBits(right) : SmiBits(left) < SmiBits(right)) ? left : right;
}
// Equal doubles may be zeros of two signs, and NaN is neither more nor less.
template <bool kIsMax>
HW_INLINE bool Extremum(uintptr_t base, Value left, Value right, double* result) {
  double a, b;
  if (HW_UNLIKELY(!ToDouble(base, left, &a)) || HW_UNLIKELY(!ToDouble(base, right, &b))) return false;
  if (HW_UNLIKELY(!(a < b) && !(a > b))) return false;
  *result = (kIsMax ? a > b : a < b) ? a : b;
  return true;
}
HW_INLINE bool Product(uintptr_t base, Value left, Value right, int32_t* product) {
  int32_t a, b;
  if (HW_UNLIKELY(!TruncateToInt32(base, left, &a)) || HW_UNLIKELY(!TruncateToInt32(base, right, &b)))
    return false;
  *product = static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
  return true;
}
HW_INLINE bool LeadingZeros(uintptr_t base, Value argument, Value* result) {
  int32_t n;
  if (HW_UNLIKELY(!TruncateToInt32(base, argument, &n))) return false;
  *result = Value::Smi(n == 0 ? 32 : __builtin_clz(static_cast<uint32_t>(n)));
  return true;
}
// Of Function.prototype.call: the function that it calls becomes the callee, its first argument the receiver.
HW_INLINE void TakeTarget(Value* next, Value target, uint32_t count) {
  static_assert(frame::kThis + 1 == frame::kFirstArgument);
  next[frame::kFunction] = target;
  CopyFewWords(next + frame::kThis, next + frame::kFirstArgument, count);
  if (count == 0) next[frame::kThis] = Value::Undefined();
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_KNOWN_NATIVES_H_
