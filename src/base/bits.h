// Alignment and bit arithmetic on unsigned integers; all pure.
#ifndef HALFWORD_BASE_BITS_H_
#define HALFWORD_BASE_BITS_H_

#include <cstddef>
#include <cstdint>

namespace halfword {

inline constexpr size_t KiB = 1024;
inline constexpr size_t MiB = 1024 * KiB;
inline constexpr size_t GiB = 1024 * MiB;

constexpr uint64_t RoundUp(uint64_t n, uint64_t alignment) { return (n + alignment - 1) & ~(alignment - 1); }
constexpr uint64_t RoundDown(uint64_t n, uint64_t alignment) { return n & ~(alignment - 1); }
constexpr bool IsAligned(uint64_t n, uint64_t alignment) { return (n & (alignment - 1)) == 0; }

}  // namespace halfword

#endif  // HALFWORD_BASE_BITS_H_
