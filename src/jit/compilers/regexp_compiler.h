// The compiler of regular expressions: copies of stencils, one for each instruction of a program, as
// baseline.h for JavaScript. The code is a function of the program alone and has no address in it. What has
// no stencil the interpreter does, one instruction at a time.
#ifndef HALFWORD_JIT_REGEXP_COMPILER_H_
#define HALFWORD_JIT_REGEXP_COMPILER_H_

#include <cstdint>
#include <span>
#include <vector>

namespace halfword::jit {

// The bytes of a regexp::MachineCode for subjects of one width. REQUIRES: `program` is the code of a
// regexp::Program. Empty: the target has no machine code for us, or the program is too large.
std::vector<uint8_t> CompileRegExp(std::span<const uint8_t> program, bool is_two_byte);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_REGEXP_COMPILER_H_
