// What an instruction does to registers, as the letters of its row say (opcodes.h).
#ifndef HALFWORD_BYTECODE_REGISTER_EFFECTS_H_
#define HALFWORD_BYTECODE_REGISTER_EFFECTS_H_

#include <cstdint>

#include "bytecode/decoder.h"
#include "bytecode/frame.h"

namespace halfword {

// How many registers, from the operand on, an instruction names by a register operand. REQUIRES: it is one.
inline uint32_t RegistersFrom(const Instruction& i, int operand) {
  switch (i.info().operands()[operand]) {
    case 'L': return static_cast<uint32_t>(i.operand(operand + 1));
    case 'T': return 3;
    case 'C':
    case 'D': {
      auto arguments = static_cast<uint32_t>(i.operand(operand + 1));
      return arguments == kSpreadArguments ? 2 : arguments + 1;
    }
    default: return 1;
  }
}

// What becomes of registers: kLost ones are as if something unknown had been written.
enum class RegisterEffect : uint8_t { kRead, kWritten, kUpdated, kLost };

// Calls f(first, count, effect) for each run of registers, of a frame with `frame_size` of them. What is read
// is read before anything is written or lost.
template <class F>
void ForEachRegisterEffect(const Instruction& i, uint32_t frame_size, F f) {
  using enum RegisterEffect;
  i.ForEachOperand([&](int index, char kind, int32_t operand) {
    auto first = static_cast<uint32_t>(operand);
    constexpr uint32_t kCallee = -frame::kFunction, kHeader = frame::kHeaderWords;
    switch (kind) {
      case 'R': return f(first, 1u, kRead);
      case 'W': return f(first, 1u, kWritten);
      case 'U': return f(first, 1u, kUpdated);
      case 'L': return f(first, RegistersFrom(i, index), kRead);
      case 'T': return f(first, 3u, kUpdated);
      case 'C':
      case 'D':
      case 'S':
        f(first - kCallee, 1u, kRead);
        if (kind == 'C') f(first, 1u, kRead);
        if (kind != 'S' && RegistersFrom(i, index) > 1) f(first + 1, RegistersFrom(i, index) - 1, kRead);
        return f(first - kHeader, frame_size - (first - kHeader), kLost);
      case 'M': f(first - kCallee, 1u, kWritten); return f(first, 1u, kWritten);
      default: return;
    }
  });
}

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_REGISTER_EFFECTS_H_
