// Reading bytecode: one Instruction is a view of the bytes at an offset; all() of a Code walks them in order.
//
//   for (Instruction i(bytes, 0); i.offset() < size; i = i.next()) { switch (i.opcode()) … }
//
// Nothing is checked here but by DCHECK: the verifier makes sure first.
#ifndef HALFWORD_BYTECODE_DECODER_H_
#define HALFWORD_BYTECODE_DECODER_H_

#include <cstdint>
#include <cstring>

#include "base/macros.h"
#include "bytecode/opcodes.h"

namespace halfword {

class Instruction {
 public:
  Instruction(const uint8_t* bytecode, uint32_t offset) : bytecode_(bytecode), offset_(offset) {}

  uint32_t offset() const { return offset_; }
  bool is_wide() const { return bytecode_[offset_] == static_cast<uint8_t>(Opcode::kWide); }
  uint32_t opcode_offset() const { return offset_ + is_wide(); }
  Opcode opcode() const { return static_cast<Opcode>(bytecode_[opcode_offset()]); }
  const OpcodeInfo& info() const { return InfoOf(opcode()); }
  uint32_t length() const {
    return is_wide() ? 2 + static_cast<uint32_t>(OperandBytes(info().operands(), true)) : info().length;
  }
  Instruction next() const { return Instruction(bytecode_, offset_ + length()); }
  bool Is(uint8_t flag) const { return (info().flags & flag) != 0; }

  // Operand `index` by its kind: H, I and J are signed, all others unsigned.
  int32_t operand(int index) const {
    const char* operands = info().operands();
    const uint8_t* p = bytecode_ + opcode_offset() + OperandOffset(operands, index, is_wide());
    switch (operands[index]) {
      case 'B': return *p;
      case 'H': return Read<int16_t>(p);
      case 'I':
      case 'J': return Read<int32_t>(p);
      case 'K': return is_wide() ? Read<int32_t>(p) : Read<uint16_t>(p);
      default: return Read<uint16_t>(p);
    }
  }
  // The offset that operand `index`, a jump, leads to.
  uint32_t target(int index) const {
    DCHECK(info().operands()[index] == 'J');
    return opcode_offset() + static_cast<uint32_t>(operand(index));
  }
  // The index of the jump operand, or -1.
  int jump_operand() const {
    const char* operands = info().operands();
    for (int i = 0; operands[i] != 0; i++) {
      if (operands[i] == 'J') return i;
    }
    return -1;
  }

 private:
  template <typename T>
  static T Read(const uint8_t* p) {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
  }

  const uint8_t* bytecode_;
  uint32_t offset_;
};

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_DECODER_H_
