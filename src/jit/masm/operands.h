// What instructions work on besides registers: places in memory, conditions, labels.
#ifndef HALFWORD_JIT_MASM_OPERANDS_H_
#define HALFWORD_JIT_MASM_OPERANDS_H_

#include <cstdint>

#include "base/macros.h"
#include "jit/masm/registers.h"

namespace halfword::jit {

// A place in memory. Which registers it is relative to is said by how it is made.
struct Memory {
  enum Kind : uint8_t { kHeap, kRegister, kIndexed };

  // `value` is a reference, and `displacement` what is to be added to get at the place, its tag subtracted:
  // [base + the value's 32 bits + displacement], with full pointers [value + displacement]. The upper half of
  // the register is zero, as every instruction on 32 bits leaves it.
  static Memory Heap(Gpr value, int32_t displacement) {
    DCHECK(displacement >= -16 && displacement < kMostDisplacement);
    return {kHeap, value, kAnyGpr, 0, displacement};
  }
  // [register + displacement]: of the frame, the base (words of the isolate) or the machine.
  static Memory At(Gpr base, int32_t displacement) { return {kRegister, base, kAnyGpr, 0, displacement}; }
  // [address + index · 2^shift + displacement], all 64 bits: elements of typed arrays, outside of the cage.
  static Memory Raw(Gpr address, Gpr index, int shift, int32_t displacement = 0) {
    return {kIndexed, address, index, static_cast<uint8_t>(shift), displacement};
  }

  static constexpr int32_t kMostDisplacement = 64 << 10;

  Kind kind;
  Gpr base, index;
  uint8_t shift;
  int32_t displacement;
};

// Of integers; those from kBelow on without a sign.
enum class Condition : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kGreaterEqual,
  kGreater,
  kLessEqual,
  kBelow,
  kAboveEqual,
  kAbove,
  kBelowEqual,
  kNegative,
  kNotNegative,
};
constexpr Condition Opposite(Condition c) { return static_cast<Condition>(static_cast<uint8_t>(c) ^ 1); }

// Whether the condition is true of two numbers. REQUIRES: it is one of those of comparisons with a sign.
constexpr bool Relates(Condition c, int32_t a, int32_t b) {
  switch (c) {
    case Condition::kEqual: return a == b;
    case Condition::kNotEqual: return a != b;
    case Condition::kLess: return a < b;
    case Condition::kGreaterEqual: return a >= b;
    case Condition::kGreater: return a > b;
    default: return a <= b;
  }
}

// Of doubles. A comparison with NaN is false; those with Not are true then.
enum class DoubleCondition : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kNotLess,
  kLessEqual,
  kNotLessEqual,
  kGreater,
  kNotGreater,
  kGreaterEqual,
  kNotGreaterEqual,
};
constexpr DoubleCondition Opposite(DoubleCondition c) {
  return static_cast<DoubleCondition>(static_cast<uint8_t>(c) ^ 1);
}

// A place in the code. It may be used before it is bound, and must be bound before the code is finished.
class Label {
 public:
  Label() = default;
  Label(const Label&) = delete;
  bool is_bound() const { return id_ != kNone && is_bound_; }

 private:
  friend class CodeBuffer;
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t id_ = kNone;  // of the buffer's list, given at its first use
  bool is_bound_ = false;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_MASM_OPERANDS_H_
