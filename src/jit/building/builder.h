// From bytecode to a graph: one forward pass over the blocks of a function, with what its sites have learned.
//
// Each instruction becomes nodes of its own where its site says which fast path is taken; else a Generic
// node, which runs its first tier on the interpreter's frame. Where an instruction has never been executed,
// the graph ends in an Exit.
//
// Frames are true at calls: before a Generic all live registers are in their words, as Values, and behind it
// they are read from there. So nothing that looks at the frame meanwhile (exceptions, stack traces,
// suspension, images) needs to know what code runs it.
//
// The bytecode compiler enters a loop by a jump to its condition. The way from there to the loop's header is
// built a second time in front of the loop, so the header is where it is entered. The first turn of an
// innermost loop is built apart: what it has checked and loaded need not be checked and loaded again.
//
// A loop is assumed to change nothing of what is known before it but the registers that its bytecode writes;
// the representation of a loop's phi is that of what comes into the loop. If the loop turns out to do more,
// that is learned, and the graph is built again.
//
// Code for entering a running loop is a graph of its own. It has the loop and what follows; where it comes to
// the header of a loop around that one it ends, and the code for entering there goes on.
//
// On the isolate's thread. It allocates nothing in the heap, so nothing is collected meanwhile.
#ifndef HALFWORD_JIT_BUILDER_H_
#define HALFWORD_JIT_BUILDER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jit/building/refusals.h"
#include "jit/graph/graph.h"
#include "objects/functions/function.h"
#include "platform/arena.h"

namespace halfword::jit {

// The most bytecode that is inlined into a function, apart from what is built twice with a loop's first turn.
inline constexpr uint32_t kMostInlinedBytes = 3200;

// Why there is no code where an interrupt or the deadline has come meanwhile.
inline constexpr char kGuestIsToEnd[] = "the guest is to end";

struct BuildOptions {
  // How often code of the function has turned out wrong, and where. What feedback can't say is assumed less
  // there. Null: nothing was wrong.
  uint32_t attempt = 0;
  const Refusals* refusals = nullptr;
  // Also where loops have Generic nodes, which is not worth it (tests).
  bool builds_all = false;
  // Only what is small is inlined: with more there was no room in the frame.
  bool inlines_little = false;
  // Exits are also taken by count (tests).
  bool exits_by_count = false;
  // All polls that found the function have found this closure of it. Null: there are several.
  JSFunction* closure = nullptr;
  // The header of a loop, by its offset, where the code is entered instead of the function's beginning.
  uint32_t entry = kFromBeginning;

  static constexpr uint32_t kFromBeginning = UINT32_MAX;
};

struct BuiltGraph {
  std::unique_ptr<Graph> graph;
  // Values that the code refers to. Somebody has to keep them alive.
  std::vector<Value> literals;
  uint32_t instruction_count = 0;
};

// Null: *reason says why not. REQUIRES: the code is verified, the vector is the function's.
std::unique_ptr<BuiltGraph> BuildGraph(Isolate&, platform::Arena&, Code*, FeedbackVector*,
                                       const BuildOptions&, std::string* reason);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_BUILDER_H_
