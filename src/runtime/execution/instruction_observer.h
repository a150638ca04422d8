// Somebody who looks on while an isolate executes: a tool for those who work on the engine.
//
//   NativeStateOf(isolate).instruction_observer = &observer;   // null again before the observer's end
//
// The interpreter asks when C++ enters it, and then runs by a table whose rows all lead to the observers
// first. An isolate without observers pays nothing for an instruction.
#ifndef HALFWORD_RUNTIME_EXECUTION_INSTRUCTION_OBSERVER_H_
#define HALFWORD_RUNTIME_EXECUTION_INSTRUCTION_OBSERVER_H_

#include <cstdint>

#include "halfword/gc/visitor.h"
#include "objects/values/value.h"

namespace halfword {

class Code;

struct InstructionObserver {
  // Before the instruction at `pc`, an address in the bytecode of `code`, in the frame `fp`. The prefix Wide
  // is part of the instruction behind it. The accumulator may be changed. May neither allocate in the heap
  // nor run JavaScript.
  virtual void Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) = 0;
  // The isolate's roots are traced, to which the observer may add some.
  virtual void Trace(gc::Visitor&) {}

  InstructionObserver* next = nullptr;

 protected:
  ~InstructionObserver() = default;
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EXECUTION_INSTRUCTION_OBSERVER_H_
