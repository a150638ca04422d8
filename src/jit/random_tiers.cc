// Changes between the tiers at random instruction boundaries, for tests: whatever one tier leaves, the other
// must be able to go on with.
#include "interpreter/interpreter.h"
#include "jit/machine.h"

#if HALFWORD_JIT

namespace halfword::jit {

#define HW_HANDLER HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address")))

HW_HANDLER Value MaybeEnter(HW_STATE) {
  NativeState& native = NativeStateAt(base);
  if (code->entry_index_ != 0 && ChangesTier(native)) {
    uint32_t at = static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code));
    if (const void* compiled = native.compiled.entry_at(*machine, *native.isolate, code, at);
        compiled != nullptr)
      HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(compiled))(HW_PASS);
  }
  HW_TAIL interpreter::PlainMachine().dispatch[*pc](HW_PASS);
}

HW_HANDLER Value MaybeLeave(HW_COLD_STATE) {
  if (ChangesTier(NativeStateAt(base)))
    HW_TAIL AsColdFunction(interpreter::PlainMachine().dispatch[*pc])(HW_COLD_PASS);
  HW_TAIL AsColdFunction(next_code)(HW_COLD_PASS);
}

}  // namespace halfword::jit

#endif
