// A bare isolate to compile in: heap, roots, a realm without intrinsics. Nothing can run;
// results are looked at.
#ifndef HALFWORD_TESTS_UNIT_COMPILER_FIXTURE_H_
#define HALFWORD_TESTS_UNIT_COMPILER_FIXTURE_H_

#include <memory>
#include <string>
#include <string_view>

#include "compiler/compiler.h"
#include "gc/heap.h"
#include "objects/isolate_state.h"
#include "objects/values/allocate.h"

namespace halfword {

struct CompilerTestState : IsolateState {
  EntryLimits limits;
  std::string thrown;  // "SyntaxError: …"
};

class CompilerHeap {
 public:
  CompilerHeap();
  ~CompilerHeap();

  template <class F>
  void Run(F&& body) {
    heap_->Enter([&] { body(Isolate::Current()); });
  }
  static Script* NewScript(Isolate& isolate, std::string_view source);

  enum class Goal { kScript, kLazyScript, kModule, kEval };
  // The disassembly of everything that was compiled, or the error. Lazy functions are compiled too, as by a
  // first call.
  std::string Compile(std::string_view source, Goal goal = Goal::kScript);
  // The disassembly of the first function declared in the source, without offsets: "Ldar r1\nReturn\n".
  std::string CompileFunction(std::string_view source);
  // Compiles all lazy functions reachable from the code of `info`; false: an error was thrown.
  static bool CompileInner(Isolate& isolate, FunctionInfo* info);

 private:
  std::unique_ptr<gc::Heap> heap_;
  CompilerTestState state_;
};

}  // namespace halfword

#endif  // HALFWORD_TESTS_UNIT_COMPILER_FIXTURE_H_
