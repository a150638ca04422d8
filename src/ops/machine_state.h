// What the opcodes' code runs on, for the readers of ops/ that become machine code: the registers that go
// from handler to handler, and the record that one of them refers to.
//
// Handlers and compiled code have clang's preserve_none convention and end in guaranteed tail calls. So the
// state stays in registers, and a JavaScript call uses no native stack.
#ifndef HALFWORD_OPS_MACHINE_STATE_H_
#define HALFWORD_OPS_MACHINE_STATE_H_

#include <cstdint>

#include "objects/functions/function.h"

namespace halfword {

struct Machine;

// `pc`: the opcode byte, which compiled code does not keep. `base`: of the cage. `fb`: the words of the
// frame's FeedbackVector.
#define HW_STATE \
  const uint8_t *pc, Value *fp, uintptr_t base, const Machine *machine, Value acc, Value *fb, Code *code
#define HW_PASS pc, fp, base, machine, acc, fb, code
#define HW_TAIL __attribute__((musttail)) return
#if __has_feature(thread_sanitizer)
// It would have its say between a handler's last instruction and the next handler.
#define HW_NOT_INSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define HW_NOT_INSTRUMENTED
#endif
using HandlerFunction = __attribute__((preserve_none)) Value (*)(HW_STATE);
// Calls a handler or machine code from C++ (support.cc). Optimized code has values in all registers, in rbp
// too, which preserve_none keeps: this is where the caller's is kept.
__attribute__((preserve_none)) Value EnterMachineCode(HW_STATE, HandlerFunction);

// Read-only. A process has a few, one for each way of running. Compiled code finds everything of the process
// through it, so that it has no address in it.
struct Machine {
  HandlerFunction dispatch[256];  // first: the handler of each opcode

  // A frame is entered at `interpret` plus the entry of its code, which fills its locals first. It returns
  // to `return_to_interpreter` plus its kReturnCode. So zero is the interpreter.
  HandlerFunction interpret;              // the first instruction of `code`
  HandlerFunction return_to_interpreter;  // where `pc`, the frame that is left, has its kReturnPc
  HandlerFunction unwind;                 // an exception is pending in the instruction at `pc`

  // Entries by Code::entry_index_ plus the isolate's entry_bias_, masked: whatever the sum is, it finds one.
  const int32_t* entries;  // other threads write them
  uint8_t* stale;  // by the same index: the function's sites have seen what they had not when it was compiled
  uint32_t entry_mask;

  HW_INLINE HandlerFunction EntryOf(const Code* code, uint32_t bias) const {
    uint32_t index = (code->entry_index_ + bias) & entry_mask;
#if defined(__x86_64__)
    int64_t distance;  // as the atomic load does, but with its sign in one instruction
    asm("movslq %1, %0" : "=r"(distance) : "m"(entries[index]));
    return reinterpret_cast<HandlerFunction>(reinterpret_cast<intptr_t>(interpret) + distance);
#else
    return At(interpret, __atomic_load_n(&entries[index], __ATOMIC_RELAXED));
#endif
  }
  HW_INLINE void NoteStale(const Code* code, uint32_t bias) const {
    __atomic_store_n(&stale[(code->entry_index_ + bias) & entry_mask], 1, __ATOMIC_RELAXED);
  }
  HW_INLINE static HandlerFunction At(HandlerFunction from, int32_t distance) {
    return reinterpret_cast<HandlerFunction>(reinterpret_cast<uintptr_t>(from) +
                                             static_cast<intptr_t>(distance));
  }
};

// What kReturnCode is where the caller goes on at `address` of its machine code.
HW_INLINE Value ReturnCode(const Machine* machine, const void* address) {
  return Value::FromBits(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address)) -
                         static_cast<uint32_t>(reinterpret_cast<uintptr_t>(machine->return_to_interpreter)));
}

// The tiers that compiled code hands over to are handlers too (jit/cold_tiers.cc). They go on where they are
// told to: at `next_code`, the code of the next instruction, or at `jump_code`, that of their jump's target.
#define HW_COLD_STATE HW_STATE, const void *next_code, const void *jump_code
#define HW_COLD_PASS HW_PASS, next_code, jump_code
using ColdFunction = __attribute__((preserve_none)) Value (*)(HW_COLD_STATE);
// A handler, or machine code, for a cold tier to end with: what it does not expect is in registers that it
// may use.
HW_INLINE ColdFunction AsColdFunction(HandlerFunction handler) {
  return reinterpret_cast<ColdFunction>(reinterpret_cast<uintptr_t>(handler));
}
HW_INLINE ColdFunction AsColdFunction(const void* code) {
  return reinterpret_cast<ColdFunction>(reinterpret_cast<uintptr_t>(code));
}

}  // namespace halfword

#endif  // HALFWORD_OPS_MACHINE_STATE_H_
