// x86-64: SSE2, and nothing later.
#ifndef HALFWORD_JIT_MASM_X64_H_
#define HALFWORD_JIT_MASM_X64_H_

#include <cstdint>
#include <span>

#include "jit/masm/code_buffer.h"

namespace halfword::jit::x64 {

class Masm : public CodeBuffer {
 public:
  Masm();

#include "jit/masm/instructions.inc"

  // How often the code accesses the JavaScript heap, and how often it adds the base by an instruction.
  uint32_t heap_accesses() const { return heap_accesses_; }
  uint32_t base_additions() const { return base_additions_; }

 private:
  enum class Alu : uint8_t { kAdd, kOr, kAdc, kSbb, kAnd, kSub, kXor, kCompare };
  enum class Shift : uint8_t { kLeft = 4, kRight = 5, kRightSigned = 7 };

  // `opcode` is up to three bytes: a prefix, 0x0f, the opcode; the first two may be zero. `is_wide`: REX.W.
  // `reg` is a register's number, or what the opcode has in its place. `is_byte`: `rm` is a register of one
  // byte, or `reg` if that is none.
  // What an instruction has as its operand.
  Memory Access(const Memory&);
#if defined(HALFWORD_DECODES_APART)
  void Decode(Gpr value);
#endif
  void Emit(uint32_t opcode, bool is_wide, unsigned reg, unsigned rm, bool is_byte = false);
  void Emit(uint32_t opcode, bool is_wide, unsigned reg, const Memory&, bool is_byte = false);
  void EmitWithByte(uint32_t opcode, bool is_wide, unsigned reg, unsigned rm, int byte);
  void EmitWithByte(uint32_t opcode, bool is_wide, unsigned reg, const Memory&, int byte);
  void EmitWithWord(uint32_t opcode, bool is_wide, unsigned reg, unsigned rm, int32_t word);
  void EmitWithWord(uint32_t opcode, bool is_wide, unsigned reg, const Memory&, int32_t word);
  // The operand in memory is something behind the code, or in it.
  void EmitRelative(uint32_t opcode, bool is_wide, unsigned reg, Target);
  void Compute(Alu, bool is_wide, Gpr, Gpr);
  void Compute(Alu, bool is_wide, Gpr, int32_t n);
  void Compute(Alu, bool is_wide, const Memory&, int32_t n);
  // Add or subtract, where the flags of unsigned conditions don't count.
  void AddOrSub(bool is_wide, bool is_sub, Gpr, int32_t n);
  void ShiftBy(Shift, Gpr, int count);
  void ShiftBy(Shift, Gpr, Gpr count);
  void AddShifted(bool is_wide, Gpr to, Gpr a, Gpr b, int shift);
  void RoundToSingle(Fpr to, Fpr from);
  void JumpIfCode(unsigned condition, Label*);
  void SetIfCode(Gpr to, unsigned condition);
  // Emits the comparison, and returns the condition that says it holds. REQUIRES: not kEqual or kNotEqual,
  // which need two.
  unsigned CompareDoubles(DoubleCondition, Fpr, Fpr);

  uint32_t heap_accesses_ = 0, base_additions_ = 0;
};

}  // namespace halfword::jit::x64

#endif  // HALFWORD_JIT_MASM_X64_H_
