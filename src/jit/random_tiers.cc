// Changes between the tiers at random instruction boundaries, for tests: whatever one tier leaves, the other
// must be able to go on with.
#include "jit/machine.h"

#if HALFWORD_JIT

namespace halfword::jit {

#define HW_HANDLER HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address")))

namespace {

// Runs of instructions in one tier are from 1 to 32 long, and a third of them is of one: to draw for each
// instruction would take longer than the instructions do. Returns what follows the first one.
uint32_t RestOfRun(const NativeState& native) {
  uint64_t random = NextRandom(native);
  return random >> 8 & ((1u << random % 6) - 1);
}
HandlerFunction Interpreted(const Machine* machine, uint8_t opcode) {
  return reinterpret_cast<const CompiledMachine*>(machine)->interpreter[opcode];
}

HW_HANDLER Value EnterNow(HW_STATE) {
  NativeState& native = NativeStateAt(base);
  native.compiled.boundaries_to_change = RestOfRun(native);
  if (code->entry_index_ != 0) {
    uint32_t at = static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code));
    if (const void* compiled = native.compiled.entry_at(*machine, *native.isolate, code, at);
        compiled != nullptr)
      HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(compiled))(HW_PASS);
  }
  HW_TAIL Interpreted(machine, *pc)(HW_PASS);
}
HW_HANDLER Value LeaveNow(HW_COLD_STATE) {
  NativeState& native = NativeStateAt(base);
  native.compiled.boundaries_to_change = RestOfRun(native);
  HW_TAIL AsColdFunction(Interpreted(machine, *pc))(HW_COLD_PASS);
}

}  // namespace

HW_HANDLER Value MaybeEnter(HW_STATE) {
  if (HW_LIKELY(NativeStateAt(base).compiled.boundaries_to_change-- != 0))
    HW_TAIL Interpreted(machine, *pc)(HW_PASS);
  HW_TAIL EnterNow(HW_PASS);
}

HW_HANDLER Value MaybeLeave(HW_COLD_STATE) {
  if (HW_LIKELY(NativeStateAt(base).compiled.boundaries_to_change-- != 0))
    HW_TAIL AsColdFunction(next_code)(HW_COLD_PASS);
  HW_TAIL LeaveNow(HW_COLD_PASS);
}

}  // namespace halfword::jit

#endif
