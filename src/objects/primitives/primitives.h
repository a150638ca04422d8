// Heap primitives that are not strings: boxed doubles, symbols, BigInts.
#ifndef HALFWORD_OBJECTS_PRIMITIVES_PRIMITIVES_H_
#define HALFWORD_OBJECTS_PRIMITIVES_PRIMITIVES_H_

#include <cmath>
#include <cstring>
#include <span>

#include "objects/primitives/string.h"
#include "objects/values/heap_object.h"

namespace halfword {

class HeapNumber : public HeapObject {
 public:
  static constexpr Tag kTag = kNumberTag;
  static constexpr HeapType kType = HeapType::kHeapNumber;
  double value() const { return value_; }

  double value_;
};

class Symbol : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kSymbol;
  void Trace(gc::Visitor&);
  enum Flags : uint32_t {
    kPrivateName = 1,
    kRegistered = 2,
    kWellKnown = 4,
    kPrivateMethod = 8,
    kPrivateAccessor = 16
  };
  bool IsPrivateName() const { return flags_ & kPrivateName; }
  // Undefined or a string.
  Value description() const { return description_; }

  ValueField description_;
  uint32_t flags_;
  uint32_t hash_;  // arbitrary, from the isolate's counter
};

// Sign and magnitude, 32-bit digits, least significant first, no leading zero digit; zero has no digits.
class BigInt : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kBigInt;
  static constexpr uint32_t kMaxBits = 1u << 24;  // larger: RangeError "Maximum BigInt size exceeded"
  uint32_t digit_count() const { return sign_and_count_ >> 1; }
  bool is_negative() const { return sign_and_count_ & 1; }
  bool IsZero() const { return digit_count() == 0; }
  uint32_t* digits() { return &sign_and_count_ + 1; }
  std::span<const uint32_t> digits() const { return {&sign_and_count_ + 1, digit_count()}; }

  uint32_t sign_and_count_;
};

class Isolate;
Value NewHeapNumber(Isolate&, double value);
// Smi where the number is an integer in Smi range and not -0, else a HeapNumber.
HW_INLINE Value NumberValue(Isolate& isolate, double value) {
  // The cast is defined for values in range only; NaN fails both comparisons.
  if (value >= Value::kSmiMin && value <= Value::kSmiMax) {
    int32_t i = static_cast<int32_t>(value);
    if (i == value && (i != 0 || !std::signbit(value))) return Value::Smi(i);
  }
  return NewHeapNumber(isolate, value);
}
HW_INLINE Value NumberValue(Isolate& isolate, int64_t value) {
  return Value::FitsSmi(value) ? Value::Smi(static_cast<int32_t>(value))
                               : NewHeapNumber(isolate, static_cast<double>(value));
}
HW_INLINE Value NumberValue(Isolate& isolate, uint32_t value) {
  return NumberValue(isolate, static_cast<int64_t>(value));
}
HW_INLINE Value NumberValue(Isolate& isolate, int32_t value) {
  return NumberValue(isolate, static_cast<int64_t>(value));
}

Symbol* NewSymbol(Isolate&, Value description, uint32_t flags = 0);

inline double Value::AsNumber() const { return IsSmi() ? AsSmi() : AsHeapNumber()->value(); }

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_PRIMITIVES_PRIMITIVES_H_
