// Machine instructions by what they do: what emits the code of optimized functions. There are two
// implementations, x64::Masm and a64::Masm, which both exist in every build so that tests can try both;
// Masm is that of the target.
//
// All accesses of the JavaScript heap are made by Memory::Heap: the cage's base, a register's lower 32 bits,
// and a constant below 64 KiB. So whatever the register holds, they stay within the cage and the 64 KiB
// behind it, which are never mapped. Sums of a value and an index are made in 32 bits first (AddShifted32).
#ifndef HALFWORD_JIT_MASM_MASM_H_
#define HALFWORD_JIT_MASM_MASM_H_

#if defined(__aarch64__)
#include "jit/masm/masm_a64.h"
#else
#include "jit/masm/masm_x64.h"
#endif

namespace halfword::jit {

#if defined(__aarch64__)
using Masm = a64::Masm;
#else
using Masm = x64::Masm;
#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_MASM_MASM_H_
