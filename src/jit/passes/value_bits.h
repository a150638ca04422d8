// The bits of Values that code knows, as objects/values/value.h has them: no phase may include that.
#ifndef HALFWORD_JIT_VALUE_BITS_H_
#define HALFWORD_JIT_VALUE_BITS_H_

#include <cstdint>

namespace halfword::jit::value_bits {

// The low three bits of all but Smis, the lowest bit of which is 0.
inline constexpr int32_t kTagMask = 7, kObjectTag = 1, kStringTag = 3, kNumberTag = 5, kOtherTag = 7;
inline constexpr int32_t kUndefined = 0x07, kNull = 0x0f, kFalse = 0x17, kTrue = 0x1f, kHole = 0x27;
// Values with the tag of others below this are the above, and nothing on the heap.
inline constexpr int32_t kFirstReference = 4096;

// It refers to nothing: a Smi, or one of the above.
constexpr bool IsImmediate(uint64_t bits) {
  return (bits & 1) == 0 || ((bits & kTagMask) == kOtherTag && bits < kFirstReference);
}

}  // namespace halfword::jit::value_bits

#endif  // HALFWORD_JIT_VALUE_BITS_H_
