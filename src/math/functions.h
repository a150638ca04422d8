// The functions of numbers that IEEE 754 leaves to a library, the same on every machine.
//
// A C library rounds them as it likes, and differently from version to version and from processor to
// processor. A guest must not notice where it runs: images and suspended guests move between machines. So the
// functions here are correctly rounded: the result is the double nearest to the real one, ties to even, and
// there is only one. They come from CORE-MATH, which layer.cmake builds. What C's library does exactly (sqrt,
// floor, ldexp, fma and their like) is taken from it; its sin, pow and their like may not be used in the
// engine, and tests/tools/libm.py fails where they are.
//
// All are pure, for any thread, and want the processor to round to nearest, as it does unless a program
// changes that. A NaN is returned where C's functions return one; its bits are not defined.
#ifndef HALFWORD_MATH_FUNCTIONS_H_
#define HALFWORD_MATH_FUNCTIONS_H_

#include <cstdint>

// V(name here, name in C)
#define HALFWORD_MATH_UNARY(V) \
  V(Acos, acos)                \
  V(Acosh, acosh)              \
  V(Asin, asin)                \
  V(Asinh, asinh)              \
  V(Atan, atan)                \
  V(Atanh, atanh)              \
  V(Cbrt, cbrt)                \
  V(Cos, cos)                  \
  V(Cosh, cosh)                \
  V(Exp, exp)                  \
  V(Expm1, expm1)              \
  V(Log, log)                  \
  V(Log10, log10)              \
  V(Log1p, log1p)              \
  V(Log2, log2)                \
  V(Sin, sin)                  \
  V(Sinh, sinh)                \
  V(Tan, tan)                  \
  V(Tanh, tanh)
#define HALFWORD_MATH_BINARY(V) \
  V(Atan2, atan2)               \
  V(Hypot, hypot)               \
  V(Pow, pow)

namespace halfword::math {

// Each of them, as data.
enum class Function : uint8_t {
#define HALFWORD_NUMBER(Name, name) k##Name,
  HALFWORD_MATH_UNARY(HALFWORD_NUMBER) HALFWORD_MATH_BINARY(HALFWORD_NUMBER)
#undef HALFWORD_NUMBER
};
constexpr bool IsBinary(Function function) { return function >= Function::kAtan2; }
// Of the first number alone, unless the function is binary.
double Evaluate(Function, double x, double y);

#define HALFWORD_DECLARE(Name, name) double Name(double);
HALFWORD_MATH_UNARY(HALFWORD_DECLARE)
#undef HALFWORD_DECLARE
#define HALFWORD_DECLARE(Name, name) double Name(double, double);
HALFWORD_MATH_BINARY(HALFWORD_DECLARE)
#undef HALFWORD_DECLARE

// What remains of x after subtracting y a whole number of times, with the sign of x: C's fmod. It is exact,
// so libraries differ in speed only; this one takes steps of many bits.
double Fmod(double x, double y);

}  // namespace halfword::math

// Each function is compiled once for any processor, and on x86-64 again for those that have FMA: with suffix
// _fma. Both return the same; without FMA a function takes some five times as long. Only functions.cc and
// tests name them.
extern "C" {
#define HALFWORD_DECLARE(Name, name) double halfword_math_##name(double), halfword_math_##name##_fma(double);
HALFWORD_MATH_UNARY(HALFWORD_DECLARE)
#undef HALFWORD_DECLARE
#define HALFWORD_DECLARE(Name, name) \
  double halfword_math_##name(double, double), halfword_math_##name##_fma(double, double);
HALFWORD_MATH_BINARY(HALFWORD_DECLARE)
#undef HALFWORD_DECLARE
}

#endif  // HALFWORD_MATH_FUNCTIONS_H_
