// The interpreter: one C++ function an opcode tier, with clang's preserve_none convention and guaranteed tail
// calls, so the machine state stays in registers from handler to handler and a JavaScript call uses no native
// stack. Semantics are in ops/; this layer is dispatch, frame entry, unwinding, and the way between
// interpreted and compiled code.
#ifndef HALFWORD_INTERPRETER_INTERPRETER_H_
#define HALFWORD_INTERPRETER_INTERPRETER_H_

#include "objects/functions/function.h"
#include "objects/library/generators.h"

namespace halfword {
struct Continuation;
struct Machine;  // ops/machine_state.h
}  // namespace halfword

namespace halfword::interpreter {

// NativeState::interpreter.call: runs the function in registers[-2] on the frame laid out by PushFrame.
// Returns its value or the exception immediate.
Value Call(Isolate&, Value* registers, uint32_t argument_count);
// NativeState::interpreter.run: the same where the frame is the callee's already (RepeatedCall).
Value Run(Value* registers, Code* code);
// NativeState::interpreter.resume: continues a suspended frame; see runtime/native_state.h.
Value Resume(Isolate&, SuspendedFrame*, Value value, int mode, const Continuation&);
// NativeState::interpreter.go_on.
Value GoOn(Isolate&, Value* fp, uint32_t pc, Value value);

// NativeState::machine of isolates that run in the interpreter alone.
const Machine& PlainMachine();
// The same, to be changed by who makes another. It is 2 KiB: filled in when a process first needs it.
Machine NewMachine();
// Which rows of a machine of DebugHooks ask the hooks: the one of the opcode Debugger, or all. It may change
// while the machine runs, on the isolate's thread.
enum class DebugRows : uint8_t { kDebugger, kAll };
void SetDebugRows(Machine&, DebugRows);
// Machine::interpret of all of them.
uintptr_t InterpretAddress();

// The code that entry frames return to: one Halt. Made once an isolate.
Code* NewEntryCode(Isolate&);

}  // namespace halfword::interpreter

#endif  // HALFWORD_INTERPRETER_INTERPRETER_H_
