// How stencils get at their holes. A hole for a number is named by a symbol that nobody defines.
//
// On x86-64 its address is the number: the compiler makes it an immediate or a displacement of any
// instruction, with a relocation of 32 bits. On AArch64 no address is a number: instructions of our own put
// it into a register, one for 16 bits and two for 32 bits.
#ifndef HALFWORD_JIT_HOLE_NUMBERS_H_
#define HALFWORD_JIT_HOLE_NUMBERS_H_

#include <cstdint>

#include "base/macros.h"

namespace halfword::jit {

// NUMBER(hole): the number in it. OPERAND(kind, i): that in the hole of a kind with an index, which is a
// constant expression: HW_OF_KIND(kind) lists those of a kind. NUMBER_16, OPERAND_16, OPERAND_SIGNED_16:
// where it has 16 bits and no sign, or a sign.
#if defined(__x86_64__)
template <int kIndex>
static HW_INLINE uintptr_t Choose(const char* a, const char* b, const char* c, const char* d) {
  return reinterpret_cast<uintptr_t>(kIndex == 0 ? a : kIndex == 1 ? b : kIndex == 2 ? c : d);
}
template <int kIndex>
static HW_INLINE uintptr_t Choose(const char* a0, const char* a1, const char* a2, const char* a3,
                                  const char* a4, const char* a5, const char* a6, const char* a7,
                                  const char* a8, const char* a9, const char* a10) {
  const char* all[] = {a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10};
  return reinterpret_cast<uintptr_t>(all[kIndex]);
}
#define NUMBER(hole) reinterpret_cast<uintptr_t>(hole)
#define NUMBER_16(hole) NUMBER(hole)
#define OPERAND(kind, i) Choose<(i)>(HW_OF_KIND(kind))
#define OPERAND_16(kind, i) OPERAND(kind, i)
#define OPERAND_SIGNED_16(kind, i) OPERAND(kind, i)
#elif defined(__aarch64__)
template <const char* kHole>
static HW_INLINE uintptr_t Number() {
  uintptr_t number;
  asm("movz %0, #:abs_g0_nc:%1\n\tmovk %0, #:abs_g1:%1" : "=r"(number) : "S"(kHole));
  return number;
}
template <const char* kHole>
static HW_INLINE uintptr_t Number16() {
  uintptr_t number;
  asm("movz %0, #:abs_g0:%1" : "=r"(number) : "S"(kHole));
  return number;
}
template <const char* kHole>
static HW_INLINE uintptr_t NumberSigned16() {
  uintptr_t number;
  asm("movz %0, #:abs_g0_s:%1" : "=r"(number) : "S"(kHole));
  return number;
}
template <int kIndex>
consteval const char* Choose(auto... holes) {
  const char* all[] = {holes...};
  return all[kIndex];
}
#define NUMBER(hole) Number<hole>()
#define NUMBER_16(hole) Number16<hole>()
#define OPERAND(kind, i) Number<Choose<(i)>(HW_OF_KIND(kind))>()
#define OPERAND_16(kind, i) Number16<Choose<(i)>(HW_OF_KIND(kind))>()
#define OPERAND_SIGNED_16(kind, i) NumberSigned16<Choose<(i)>(HW_OF_KIND(kind))>()
#endif

// The address of a place in this very function's code. It is the only thing that a stencil knows about where
// it lies.
#if defined(__x86_64__)
#define CODE_ADDRESS(symbol)                             \
  ({                                                     \
    const void* address_;                                \
    asm("leaq " #symbol "(%%rip), %0" : "=r"(address_)); \
    address_;                                            \
  })
#elif defined(__aarch64__)
#define CODE_ADDRESS(symbol)                  \
  ({                                          \
    const void* address_;                     \
    asm("adr %0, " #symbol : "=r"(address_)); \
    address_;                                 \
  })
#endif

// Whatever is in a register: nobody reads it.
static HW_INLINE double NoNumber() {
  double number;
#if defined(__x86_64__)
  asm("" : "=x"(number));
#elif defined(__aarch64__)
  asm("" : "=w"(number));
#endif
  return number;
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_HOLE_NUMBERS_H_
