#include "math/functions.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace halfword::math {

// A test that the processor predicts costs less than a call through a pointer.
#if defined(__x86_64__)
#define HALFWORD_CALL(name, ...)                                           \
  (__builtin_cpu_supports("fma") ? halfword_math_##name##_fma(__VA_ARGS__) \
                                 : halfword_math_##name(__VA_ARGS__))
#else
#define HALFWORD_CALL(name, ...) halfword_math_##name(__VA_ARGS__)
#endif

#define HALFWORD_DEFINE(Name, name) \
  double Name(double x) { return HALFWORD_CALL(name, x); }
HALFWORD_MATH_UNARY(HALFWORD_DEFINE)
#undef HALFWORD_DEFINE
#define HALFWORD_DEFINE(Name, name) \
  double Name(double x, double y) { return HALFWORD_CALL(name, x, y); }
HALFWORD_MATH_BINARY(HALFWORD_DEFINE)
#undef HALFWORD_DEFINE

double Evaluate(Function function, double x, double y) {
  switch (function) {
#define HALFWORD_CASE(Name, name) \
  case Function::k##Name: return Name(x);
    HALFWORD_MATH_UNARY(HALFWORD_CASE)
#undef HALFWORD_CASE
#define HALFWORD_CASE(Name, name) \
  case Function::k##Name: return Name(x, y);
    HALFWORD_MATH_BINARY(HALFWORD_CASE)
#undef HALFWORD_CASE
  }
  return x;
}

double Fmod(double x, double y) {
  constexpr uint64_t kSign = uint64_t{1} << 63, kInfinity = uint64_t{0x7FF} << 52,
                     kHidden = uint64_t{1} << 52;
  uint64_t a = std::bit_cast<uint64_t>(x), b = std::bit_cast<uint64_t>(y) & ~kSign;
  const uint64_t sign = a & kSign;
  a &= ~kSign;
  if (b == 0 || b > kInfinity || a >= kInfinity) return std::numeric_limits<double>::quiet_NaN();
  if (a < b) return x;

  // |x| = a · 2^shift · unit and |y| = b · unit, where the unit is y's last place: 2^(exponent - 1075).
  auto exponent_of = [](uint64_t bits) { return bits < kHidden ? 1 : static_cast<int>(bits >> 52); };
  auto mantissa_of = [](uint64_t bits) { return bits < kHidden ? bits : (bits & (kHidden - 1)) | kHidden; };
  int exponent = exponent_of(b);
  int shift = exponent_of(a) - exponent;
  a = mantissa_of(a);
  b = mantissa_of(b);
  // Zeros at the end of b can be taken off both: the unit becomes so much larger. Then b is short where y is
  // a small integer, and a step has many bits.
  int zeros = __builtin_ctzll(b);
  if (zeros > shift) zeros = shift;
  b >>= zeros;
  exponent += zeros;
  shift -= zeros;
  a %= b;
  const int step = __builtin_clzll(b);  // a < b can be shifted by so much
  while (shift > 0 && a != 0) {
    int bits = shift < step ? shift : step;
    a = (a << bits) % b;
    shift -= bits;
  }
  if (a == 0) return std::bit_cast<double>(sign);

  // a < 2^53: it is moved up to where the hidden bit is, or as far as the least exponent allows.
  int up = __builtin_clzll(a) - 11;
  if (up < exponent) {
    a = (a << up) - kHidden + (static_cast<uint64_t>(exponent - up) << 52);
  } else {
    a <<= exponent - 1;
  }
  return std::bit_cast<double>(a | sign);
}

}  // namespace halfword::math
