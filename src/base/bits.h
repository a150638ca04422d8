// Alignment and bit arithmetic on unsigned integers; all pure.
#ifndef HALFWORD_BASE_BITS_H_
#define HALFWORD_BASE_BITS_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/macros.h"

namespace halfword {

inline constexpr size_t KiB = 1024;
inline constexpr size_t MiB = 1024 * KiB;
inline constexpr size_t GiB = 1024 * MiB;

constexpr uint64_t RoundUp(uint64_t n, uint64_t alignment) { return (n + alignment - 1) & ~(alignment - 1); }
constexpr uint64_t RoundDown(uint64_t n, uint64_t alignment) { return n & ~(alignment - 1); }
constexpr bool IsAligned(uint64_t n, uint64_t alignment) { return (n & (alignment - 1)) == 0; }

// The bits of a number where a program can see them: all NaNs have one pattern. Which pattern arithmetic
// gives depends on the instruction and on the order of its operands.
HW_INLINE uint64_t VisibleBits(double d) {
  uint64_t bits = std::bit_cast<uint64_t>(d);
  if (HW_UNLIKELY(d != d)) {
    bits = 0x7ff80000'00000000;
    asm("" : "+r"(bits));  // a constant double would be static data
  }
  return bits;
}
// The same as a number, which keeps them where it is only moved and rounded.
HW_INLINE double WithVisibleBits(double d) { return std::bit_cast<double>(VisibleBits(d)); }

}  // namespace halfword

#endif  // HALFWORD_BASE_BITS_H_
