// Where the operands of an opcode are in its bytecode, for readers of ops/ that read it as they run.
#ifndef HALFWORD_OPS_ENCODING_H_
#define HALFWORD_OPS_ENCODING_H_

#include <cstring>
#include <type_traits>

#include "base/macros.h"
#include "bytecode/opcodes.h"

namespace halfword::ops {

template <class T>
HW_INLINE T ReadUnaligned(const uint8_t* p) {
  T t;
  std::memcpy(&t, p, sizeof t);
  return t;
}

// `kWide`: behind the prefix Wide.
template <Opcode O, bool kWide>
struct Encoding {
  static constexpr Opcode kOpcode = O;
  static constexpr const char* kOps = OperandsOf(O);
  static constexpr int kLength = 1 + OperandBytes(kOps, kWide);
  static constexpr int kFeedback = IndexOfOperand(kOps, 'F');
  static constexpr int Offset(int i) { return OperandOffset(kOps, i, kWide); }
  using ConstantIndex = std::conditional_t<kWide, uint32_t, uint16_t>;
};

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_ENCODING_H_
