// What a debugger asks about a function that was compiled without one: which variable is in which register or
// slot, where scopes and statements begin and end, and which parts of the source run together.
//
//   std::optional<DebugInfo> info = DescribeFunction(isolate, function->info());
//   if (info) … info->ScopeAt(offset) …
//
// Nothing of it is kept while a program runs. The compiler is deterministic, so a second compilation of the
// same text gives the same bytecode, and on its way a listener (debug_listener.h) notes what is asked here.
// The bytes of both are compared: what is returned is about the very code that runs.
#ifndef HALFWORD_COMPILER_DEBUG_INFO_H_
#define HALFWORD_COMPILER_DEBUG_INFO_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "objects/functions/function.h"
#include "objects/isolate.h"
#include "objects/realm.h"
#include "syntax/tree/scope.h"

namespace halfword {

// All offsets are of bytecode, from the first byte of the function's; all positions are of the script's text.
struct DebugInfo {
  enum class Place : uint8_t {
    kRegister,  // fp[index]; may hold the hole, which is the dead zone or an `arguments` that is not made yet
    kSlot,      // of the environment that the scope has pushed
    kImport,    // of the module's list of imports
  };
  struct Local {
    std::string name;  // UTF-8
    syntax::VariableKind kind;
    Place place;
    uint32_t index;
    // Behind this position it is initialised; before, a register may hold anything. 0: at once.
    uint32_t initialized = 0;
  };
  struct Scope {
    syntax::ScopeKind kind;
    bool has_environment;  // it is the parent of those inside, and the environment of the frame itself
    uint32_t begin, end;   // offsets
    int32_t outer;         // index in `scopes`, or -1
    uint32_t first_local, local_count;  // in `locals`
  };
  struct Statement {
    uint32_t offset, position;
  };
  // A stretch of the source that runs as a whole, unless an exception or a jump leaves it.
  struct Block {
    enum Kind : uint8_t {
      kBranch,  // a function, an arm, a handler, an operand that is not always evaluated
      kLoop,    // what a loop repeats: back-edges that lead to it are runs of it
      kRest,    // what follows a statement in its list, up to the end of that
    };
    uint32_t source_begin, source_end;
    uint32_t first_offset;  // the end of the bytecode: it can't be reached, so there is no code
    Kind kind = kBranch;
  };

  std::vector<Scope> scopes;          // each behind the one around it
  std::vector<Local> locals;          // those that a program can name
  std::vector<Statement> statements;  // by offset; one for an offset
  std::vector<Block> blocks;
  // Those around the function whose environments its own is in, innermost first. Only kind, environment and
  // locals of them are known.
  std::vector<Scope> enclosing;
  std::vector<uint32_t> catches;  // offsets: where the handlers of catch clauses begin

  // Index of the innermost scope around the instruction at `offset`, or -1.
  int32_t ScopeAt(uint32_t offset) const;
};

// Empty where the text does not give the code that the function has: of a self-hosted builtin, of the body of
// a function with parameters that are not in the text, of an enum in a function that was lazy, and where the
// guest has too little memory left.
// Throws nothing, takes no fuel and leaves only garbage in the heap. REQUIRES: the function is compiled.
std::optional<DebugInfo> DescribeFunction(Isolate&, FunctionInfo*);

// Where an evaluation inside of a frame finds its names: an environment of its own, whose parent is the
// frame's, with copies of what the frame has in registers. One more slot is for the evaluation's own vars.
struct EvaluationScope {
  ScopeInfo* info = nullptr;  // of that environment
  struct Copy {
    uint32_t reg;
    uint32_t initialized;  // as DebugInfo::Local has it
  };
  std::vector<Copy> registers;  // that are copied, in the order of its slots
  // Of the ones that are for `this` and `arguments`, in `registers`; or kNone. Arrow functions have none.
  uint32_t this_index = kNone, arguments_index = kNone;
  static constexpr uint32_t kNone = 0xFFFFFFFF;
};
// Of a frame of the function before the instruction at `offset`. Empty, and required, as above.
std::optional<EvaluationScope> DescribeEvaluation(Isolate&, FunctionInfo*, uint32_t offset);

// Where the text of the function itself is: of a constructor, whose toString is that of its class, from its
// parameters on. Empty: the class has written none, or the guest has too little memory left.
struct SourceRange {
  uint32_t begin, end;
};
std::optional<SourceRange> OwnTextOf(Isolate&, FunctionInfo*);

// Where the statements of one function begin: positions, in ascending order.
struct FunctionPlaces {
  uint32_t source_begin, source_end;
  std::vector<uint32_t> statements;
};
// Of all functions of a text, called or not, the inner ones behind those around them. Empty where it takes
// more memory than the guest has left, or can't be compiled alone.
std::optional<std::vector<FunctionPlaces>> DescribeScript(Isolate&, Script*);

}  // namespace halfword

#endif  // HALFWORD_COMPILER_DEBUG_INFO_H_
