// How V8 made addresses of compressed words, in the engine: what HALFWORD_DECODE includes in front of every
// source file. V8 decoded all that it loaded; Halfword's words stay as they are until an object is accessed,
// so this is what an access costs, and Smis are never decoded. Neither can a compiler leave out what follows
// from a tag that was tested before: V8's first decodings were not left out either.
#ifndef BENCH_LAB_DECODE_H_
#define BENCH_LAB_DECODE_H_

#include <stdint.h>

__attribute__((always_inline)) inline uintptr_t TaggedBaseForMeasuring(uintptr_t base, uint32_t bits) {
#if HALFWORD_DECODE_CORRUPTING  // an addition, which the access can't fold
  uintptr_t sum = base + bits;
  __asm__("" : "+r"(sum));
  return sum - bits;
#elif HALFWORD_DECODE_BRANCHLESS
  __asm__("" : "+r"(bits));
  uintptr_t selected = base & (0 - static_cast<uintptr_t>(bits & 1));
  __asm__("" : "+r"(selected));
  return selected;
#else  // a branch, which no conditional move may replace
  __asm__("" : "+r"(bits));
  uintptr_t selected = base;
  if (__builtin_expect_with_probability((bits & 1) == 0, 1, 0.3)) {
    __asm__ volatile("");
    selected = 0;
  }
  return selected;
#endif
}
#define HALFWORD_TAGGED_BASE(base, bits) TaggedBaseForMeasuring(base, bits)
// The optimizing compiler's code does the same in front of each access (jit/masm/masm_x64.cc).
#define HALFWORD_DECODES_APART 1

#endif  // BENCH_LAB_DECODE_H_
