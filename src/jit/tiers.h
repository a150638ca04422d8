// When functions are compiled, and what an isolate keeps of the code.
//
// A function is compiled when a poll finds it running: where a quantum of fuel ends at a back-edge or a call.
// So what is hot is compiled soon, and code that is not costs nothing: no counter is kept. Compiled frames
// are the interpreter's frames, so a running loop goes on compiled at its next poll.
#ifndef HALFWORD_JIT_TIERS_H_
#define HALFWORD_JIT_TIERS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "gc/visitor.h"
#include "jit/code/image_code.h"
#include "jit/exits/exit_records.h"
#include "jit/leaving.h"
#include "runtime/native_state.h"

namespace halfword::jit {

enum class TierMode : uint8_t {
  kAutomatic,
  kUnoptimized,  // the same without the optimizing compiler
  kEmbedded,     // nothing is compiled: builtins run the binary's machine code, all else is interpreted
  kInterpreter,
  // For tests:
  kOptimized,  // as kAutomatic, with short quanta, and functions are optimized when they are found hot once
  kBaseline,   // everything is compiled as soon as it has bytecode
  kGeneric,    // the same, and no instruction has a fast path of its own
  kRandom,     // the same as kBaseline, and each instruction boundary may change between the tiers
};

struct TierSettings {
  TierMode mode = TierMode::kAutomatic;
  uint32_t exit_every = 0;  // tests: each so many checks, optimized code is left although they hold; 0: never
  uint64_t seed = 0;        // of TierMode::kRandom
};

constexpr bool CompilesAtOnce(TierMode mode) { return mode >= TierMode::kBaseline; }
constexpr bool Optimizes(TierMode mode) {
  return mode == TierMode::kAutomatic || mode == TierMode::kOptimized;
}
// Functions are compiled when they are hot, by what their sites have learned.
constexpr bool IsAutomatic(TierMode mode) { return Optimizes(mode) || mode == TierMode::kUnoptimized; }

// Of the optimizing compiler.
struct OptimizerStatistics {
  uint64_t functions = 0, instructions = 0, code_bytes = 0, nanoseconds = 0;  // ever compiled
  uint64_t heap_accesses = 0, base_additions = 0;                             // instructions of that code
  uint64_t dropped = 0, exits = 0, exits_by_count = 0;
  std::map<std::string, uint64_t> refusals;  // by reason
  std::map<std::string, uint64_t> exits_at;  // by entry, offset and node
};
// Of an isolate's compiled code.
struct TierStatistics {
  uint64_t functions = 0, again = 0, instructions = 0, bytecode_bytes = 0, code_bytes = 0;  // ever compiled
  uint64_t nanoseconds = 0;                                                                 // of compiling
  uint64_t live_bytes = 0;                         // of code that is there now, of regular expressions too
  uint64_t regexps = 0;                            // ever compiled, those for each width of subjects
  std::shared_ptr<OptimizerStatistics> optimizer;  // null: it has done nothing
};

// Once, before the isolate runs anything. Where the system or the target has no machine code for us, the
// mode is kInterpreter whatever was asked for.
// `image`: of an isolate that is a clone; without it, the mode of such a one is kInterpreter.
void SetTierMode(NativeState&, const TierSettings&, std::shared_ptr<ImageCode> image);

// Nothing enters optimized code that is there now: an assumption that no check asks about may be wrong. (Code
// of the image goes on where the process has no entry left that the function could get.)
// Activations of it go on. Functions that stay hot are optimized again.
void DropOptimized(Isolate&);

// Compiles the self-hosted builtins at once, for tests' modes.
void CompileSelfHosted(Isolate&);
// Compiles a function that has bytecode. `feedback` may be null: nothing is known. False: it could not be,
// and goes on interpreted.
bool CompileBaseline(Isolate&, Code*, const FeedbackVector* feedback);

// A function whose machine code an image of the isolate comes with.
struct ImageFunction {
  Code* code;       // null: its entry is that of the isolate's own image
  uint32_t number;  // in that image; 0: it is none of its functions
  FunctionCode machine_code;
};
// Each of them; they are none where tests choose the tiers. What the isolate has given up is not there, and
// while it is debugged nothing is optimized. An image needs what the optimized code refers to,
// at the same offsets, so nothing of the heap may change before that is written.
void ForEachCodeForImage(const NativeState&, const std::function<void(const ImageFunction&)>& body);

// The machine code of a regular expression for subjects of one width. Null: there is none yet, or it can't be
// made. `length`: that of the subject, which adds to the program's heat.
const regexp::MachineCode* RegExpCode(Isolate&, RegExpProgram*, bool is_two_byte, uint32_t length);

const TierStatistics& StatisticsOf(const NativeState&);

// Where an exit of optimized code leads to. `from`: an address in the code. Counts the exit; code that exits
// often is given up.
struct Leaving {
  ExitRecords::Record record;
  std::vector<InlinedFrame> inlined;  // of its frames but the first
  uint32_t offset;                    // of the bytecode to go on at
  const void* target;                 // the baseline code there; null: there is none
  bool enters_loop = false;           // it is the header of a loop, where EnterLoopFrom may know better
};
Leaving LeaveOptimized(Isolate&, Value* fp, const void* from, uint32_t exit);
// A stub has left its work to the exit that follows, for fuel may end by it: nothing is wrong with the code.
void NoteLeftForFuel(Isolate&);
// Optimized code for the loop with this header, which other optimized code has come to. It is made if need
// be, and may collect. Null: there is none.
const void* EnterLoopFrom(Isolate&, Code*, uint32_t offset);

// Clears the words of the frame that optimized code does not use where it polls in this exit, if that
// `is_due`, and now and then. What is in them may keep objects alive as long as the code runs.
void WipeUnused(Isolate&, Value* fp, const void* from, uint32_t exit, bool is_due);

// Of the stubs that are running and may collect, the innermost; null: there is none.
StoredRegisters*& InnermostStub(Isolate&);

// Graphs of functions with this name are printed to standard error when they are made.
void TraceOptimized(std::string name);

// When roots are traced, before native stacks are: the machine code of dead functions and regular expressions
// goes, and numbers in stored registers are put aside.
void TraceCompiledCode(Isolate&, gc::Visitor&);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_TIERS_H_
