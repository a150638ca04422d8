// The machine code of the self-hosted builtins (bytecode/self_hosted.h): made at build (tools/mkimage) and a
// part of the binary's text. It exists once for all isolates and processes, and needs no memory that can be
// executed at run time.
//
// Programs link it besides the library (isolates/embedded_code.S). Without it these functions are compiled or
// interpreted as any other.
#ifndef HALFWORD_JIT_EMBEDDED_CODE_H_
#define HALFWORD_JIT_EMBEDDED_CODE_H_

#include <cstdint>
#include <vector>

#include "jit/compilers/baseline.h"
#include "objects/isolate.h"

namespace halfword::jit {

// Of the function with this number: its Code's entry_index_, from 1 on. Null: there is none.
const CompiledCode* EmbeddedCode(uint32_t number);
bool IsEmbedded(const CompiledCode*);
// What a program embeds: the code of Isolate::self_hosted_. Without rows where the target has no stencils.
std::vector<uint8_t> MakeEmbeddedCode(Isolate&);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_EMBEDDED_CODE_H_
