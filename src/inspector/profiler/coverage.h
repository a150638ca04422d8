// Coverage: how often which parts of the programs of an isolate have run, as V8 tells it.
//
//   Coverage::Start(isolate);
//   …
//   Json scripts = Coverage::Take(isolate, {.counts = true, .blocks = true});
//   Coverage::Stop(isolate);
//
// The result is an array of Profiler.ScriptCoverage.
//
// While it counts, JavaScript that is called is interpreted, and each instruction is counted by its place.
// What is a part of the source is found out when somebody asks, by compiling once more
// (compiler/debug_info.h). So no code is compiled differently, and what a frame has begun before is counted
// from its next call on.
#ifndef HALFWORD_INSPECTOR_PROFILER_COVERAGE_H_
#define HALFWORD_INSPECTOR_PROFILER_COVERAGE_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "compiler/debug_info.h"
#include "inspector/protocol/message.h"
#include "objects/functions/function.h"
#include "runtime/execution/instruction_observer.h"

namespace halfword::inspector {

class Coverage final : public InstructionObserver {
 public:
  struct Form {
    bool counts = false;  // else 1 for all that ran
    bool blocks = false;  // else functions alone
  };

  // Null: nobody counts.
  static Coverage* Of(Isolate&);
  // Counts from 0 on. REQUIRES: nobody counts.
  static void Start(Isolate&);
  static void Stop(Isolate&);
  // What has run since the start or the last time, and which functions have not. Counts begin at 0 again.
  static Json Take(Isolate&, Form);
  // Which functions have ever been compiled, for which nobody need count.
  static Json Guess(Isolate&);

  // ---- InstructionObserver ----
  void Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) override;
  void Trace(gc::Visitor&) override;

 private:
  // Of one offset in the bytecode: executions, and how many of those came by a back-edge.
  struct Count {
    uint32_t all = 0, repeated = 0;
  };
  struct Counts {
    FunctionInfo* info;
    Code* code;
    std::vector<Count> by_offset;

    uint32_t CountAt(uint32_t offset, bool with_repeated) const;
  };

  // Null: an entry frame.
  Counts* CountsOf(Value* fp, Code*);
  // `counts`: null: it has not run.
  static Json FunctionCoverage(Isolate&, FunctionInfo*, SourceRange text, const Counts* counts, Form);

  std::unordered_map<const Code*, std::unique_ptr<Counts>> counts_;
  std::vector<Value> kept_;  // functions and code with counts
  // The last instruction.
  Counts* last_ = nullptr;
  const Value* last_frame_ = nullptr;
  const uint8_t* last_pc_ = nullptr;
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_PROFILER_COVERAGE_H_
