// The optimizing compiler: machine code of a function, from a graph of what its sites have learned.
//
// The code is a CompiledCode, as the baseline compiler's; it has no address in it either. It is entered where
// the options say: where the function begins, or at the one entry point that it has, a loop's header. It runs
// in the interpreter's frame. Where what it assumes does not hold, it exits: `exits` say where the values are
// that the baseline tier goes on with.
//
// It refers to objects by their offsets, so it runs in the isolate that it was made in, and in clones of an
// image of that. As long as it may run, somebody has to keep `literals` alive.
#ifndef HALFWORD_JIT_OPTIMIZING_H_
#define HALFWORD_JIT_OPTIMIZING_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jit/building/builder.h"
#include "jit/compilers/baseline.h"
#include "jit/exits/exits.h"

namespace halfword::jit {

struct OptimizedCode {
  CodeBytes bytes;
  std::shared_ptr<const Exits> exits;
  std::vector<Value> literals;
  uint32_t instruction_count = 0;
  uint32_t heap_accesses = 0, base_additions = 0;  // Masm's
};

// Null: *reason says why not. `trace`, if not null, gets the graph as text. On the isolate's thread; it does
// not collect.
std::unique_ptr<OptimizedCode> Optimize(Isolate&, Code*, FeedbackVector*, const BuildOptions&,
                                        std::string* reason, std::string* trace);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_OPTIMIZING_H_
