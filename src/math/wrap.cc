// ICU reckons with the sun and the moon for some calendars. Where its archives are inside a program
// (halfword_self_contained), the linker's --wrap leads their calls of C's functions here, and they too are
// the same on every machine.
#include "math/functions.h"

#define HALFWORD_WRAP(Name, name)          \
  extern "C" double __wrap_##name(double); \
  extern "C" double __wrap_##name(double x) { return halfword::math::Name(x); }
HALFWORD_MATH_UNARY(HALFWORD_WRAP)
#undef HALFWORD_WRAP
#define HALFWORD_WRAP(Name, name)                  \
  extern "C" double __wrap_##name(double, double); \
  extern "C" double __wrap_##name(double x, double y) { return halfword::math::Name(x, y); }
HALFWORD_MATH_BINARY(HALFWORD_WRAP)
#undef HALFWORD_WRAP

// What compilers make of a sine and a cosine of one number.
extern "C" void __wrap_sincos(double, double*, double*);
extern "C" void __wrap_sincos(double x, double* sine, double* cosine) {
  *sine = halfword::math::Sin(x);
  *cosine = halfword::math::Cos(x);
}
