#include "bytecode/opcodes.h"

namespace halfword {

const OpcodeInfo kOpcodeInfo[kOpcodeCount] = {
#define V(name, operands, flags, feedback, meaning) \
  {#name, operands, flags, 1 + OperandBytes(operands), feedback, meaning},
    HW_OPCODES(V)
#undef V
};

}  // namespace halfword
