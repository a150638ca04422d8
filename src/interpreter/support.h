// Out-of-line parts of calls, suspension and unwinding that handlers share. Plain C++: no register
// conventions here.
#ifndef HALFWORD_INTERPRETER_SUPPORT_H_
#define HALFWORD_INTERPRETER_SUPPORT_H_

#include "bytecode/frame.h"
#include "objects/builtin_objects.h"
#include "runtime/generators.h"
#include "runtime/inline_cache.h"

namespace halfword::interpreter {

// Enters the callee at next[-2], whatever it is: compiles it, moves the frame past surplus arguments, reports
// what can't be called. Returns the frame to run (its header complete but for kReturnPc/kCallerDelta relative
// to `fp`, which are set too), or null with *result: the value of a callee that needs no frame, or the
// exception immediate. `return_pc`: bytes from the caller's Code object to the instruction after the call.
Value* EnterCallee(Isolate&, Value* fp, uint32_t return_pc, Value* next, uint32_t argument_count,
                   Value* result);

// Copies the array in next[1] behind `this` and moves the callee's frame up if it does not fit in this one.
// Returns the registers of the new frame with kArgumentCount set, or null (exception pending).
Value* SpreadArguments(Isolate&, Value* fp, Value* next, Value new_target);

// [[Construct]]: checks that next[-2] is a constructor, sets new.target and this (the hole for derived
// constructors and natives), and teaches the site.
Completion<void> PrepareConstruct(Isolate&, Value* next, Value new_target, CacheSite);

// Teaches an `instanceof` site its target: the function and its prototype object.
void RememberInstanceOf(Isolate&, Value target, CacheSite);

// The handler for the pending exception, searching frames from `fp` outward. Leaves isolate.frame_ alone.
struct UnwindTarget {
  Value* fp;    // null: none before the entry frame
  uint32_t pc;  // bytes from the Code object
};
UnwindTarget FindHandler(Isolate&, Value* fp, uint32_t pc);

SuspendedFrame* SaveFrame(Isolate&, Value* fp, uint32_t pc, SuspensionKind kind);
void NoteSuspension(Isolate&, SuspendedFrame*);

AsyncFunctionState* StartAsyncFunction(Isolate&);
void ResolveAsyncFunction(Isolate&, AsyncFunctionState*, Value value);
void RejectAsyncFunction(Isolate&, AsyncFunctionState*, Value reason);

// ---- Small things that ops/ asks for ----
void ThrowCannotDestructure(Isolate&, Value value, Value what);
bool HasTypeOf(Value, enum TypeOfKind);
Completion<bool> StrictlyEqual(Isolate&, Value, Value);
Completion<bool> RelationalLess(Isolate&, Value left, Value right);
Completion<bool> RelationalLessEqual(Isolate&, Value left, Value right);
Completion<bool> RelationalGreater(Isolate&, Value left, Value right);
Completion<bool> RelationalGreaterEqual(Isolate&, Value left, Value right);

}  // namespace halfword::interpreter

#endif  // HALFWORD_INTERPRETER_SUPPORT_H_
