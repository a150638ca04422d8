// What each C file of CORE-MATH is compiled with (core_math.c.in): macros in the place of what it wants of
// the C library.
#ifndef HALFWORD_MATH_CORE_MATH_H_
#define HALFWORD_MATH_CORE_MATH_H_

// Before the macros.
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// JavaScript rounds to nearest and knows no floating-point exceptions. The flags serve CORE-MATH to set
// errno, which it is not asked to do.
#define fegetround() FE_TONEAREST
#define feclearexcept(exceptions) ((void)0)
#define fegetexceptflag(flags, exceptions) ((void)(flags))
#define fesetexceptflag(flags, exceptions) ((void)(flags))
#define feholdexcept(environment) ((void)(environment))
#define feupdateenv(environment) ((void)(environment))
#define feraiseexcept(exceptions) ((void)0)
#define fetestexcept(exceptions) 0

// One instruction: where a source watches the flags, clang would call the C library.
__attribute__((always_inline)) static inline double halfword_sqrt(double x) { return __builtin_sqrt(x); }
#define __builtin_sqrt(x) halfword_sqrt(x)
// The same where the processor rounds to nearest; not every C library has the other.
#define __builtin_roundeven(x) __builtin_rint(x)
// C libraries read different things into such a text.
#define __builtin_nan(text) __builtin_nan("")

// It prints the arguments for which even its most precise step might be wrong in the last bit, and exits.
// None is known.
#define printf(...) ((void)0)

#endif  // HALFWORD_MATH_CORE_MATH_H_
