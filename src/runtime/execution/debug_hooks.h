// DebugHooks: what the debugger of an isolate tells the interpreter, and what the interpreter asks it.
//
//   NativeStateOf(isolate).debug = &hooks;   // null again before the end of the hooks
//
// While there are hooks, C++ enters JavaScript by their machine. Its rows lead to machine code nowhere, and
// interpreter::SetDebugRows says which of them ask the hooks first. Activations that were entered before go
// on as they were. An isolate without hooks pays nothing for an instruction.
//
// No byte of code is changed for a breakpoint: clones share the pages of their image, and who reads bytecode
// (the verifier, the second compilation of debug_info.h, a freeze) finds what the compiler wrote. Instead
// each Code object that runs has a byte here for each of its own, or is known to have no stop at all.
#ifndef HALFWORD_RUNTIME_EXECUTION_DEBUG_HOOKS_H_
#define HALFWORD_RUNTIME_EXECUTION_DEBUG_HOOKS_H_

#include <cstdint>

#include "halfword/gc/visitor.h"
#include "objects/functions/function.h"
#include "objects/isolate.h"
#include "objects/values/completion.h"

namespace halfword {

struct Machine;  // ops/machine_state.h

class DebugHooks {
 public:
  const Machine* machine = nullptr;

  // False: nobody wants to stop before the instruction. True: Stops decides. Neither allocates.
  HW_INLINE bool MayStop(const Value* fp, const Code* code, const uint8_t* pc) const {
    if (static_cast<uint32_t>(reinterpret_cast<uintptr_t>(fp)) <= step_limit_) return true;
    const Watch& watch = watches_[IndexOf(code)];
    return watch.code != code || (watch.stops != nullptr && watch.stops[pc - code->bytecode()] != 0);
  }
  // Whether to call Pause before the instruction at `offset` of the bytecode, in the frame `fp`. The prefix
  // Wide is part of the instruction behind it.
  virtual bool Stops(Value* fp, Code* code, uint32_t offset) = 0;
  // Runs until somebody says go on. Returns the accumulator, or throws where the isolate was terminated.
  // Isolate::frame_ and pc_ say where the program is.
  virtual Completion<Value> Pause(Isolate&, Value* fp, Code* code, uint32_t offset, Value acc) = 0;
  // An exception is pending in the running frame, and will be once more afterwards.
  virtual void Thrown(Isolate&) = 0;
  // Of the roots of the isolate.
  virtual void Trace(gc::Visitor&) = 0;

 protected:
  ~DebugHooks() = default;

  struct Watch {
    const Code* code;  // null: no entry
    // A byte for each of the bytecode, not 0 where Stops is to be asked; null: all are 0.
    const uint8_t* stops;
  };
  static constexpr uint32_t kWatches = 256;
  static uint32_t IndexOf(const Code* code) {
    auto bits = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(code));
    return (bits >> 3 ^ bits >> 11) % kWatches;
  }

  // Stops is asked of every instruction of frames at or below it, named as frame::OffsetOfFrame does.
  uint32_t step_limit_ = 0;
  Watch watches_[kWatches] = {};
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EXECUTION_DEBUG_HOOKS_H_
