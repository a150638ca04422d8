// AArch64: ARMv8.0. x16 and x17 are the encoder's own: x16 for addresses, and for constants where no address
// is in it, x17 for what goes from or to memory.
#ifndef HALFWORD_JIT_MASM_A64_H_
#define HALFWORD_JIT_MASM_A64_H_

#include <cstdint>
#include <span>

#include "jit/masm/code_buffer.h"

namespace halfword::jit::a64 {

class Masm : public CodeBuffer {
 public:
  Masm();

#include "jit/masm/instructions.inc"

 private:
  // A load or store: its bits but for operands, and how many bytes it reads or writes, as a power of two.
  struct Transfer {
    uint32_t bits;
    uint8_t size_log2;
  };
  enum class Sum : uint8_t { kAdd, kSub };
  enum class Flags : uint8_t { kKept, kSet };

  void Emit(uint32_t word);
  // rd, rn and rm where nearly all instructions have them.
  void Emit(uint32_t word, unsigned rd, unsigned rn, unsigned rm = 0);
  void Set(unsigned rd, uint64_t n, bool is_wide);
  // A register that holds the number: one of the encoder's own, or the one that is always zero.
  unsigned InRegister(int32_t n, unsigned scratch);
  void AddOrSub(Sum, bool is_wide, Flags, unsigned rd, unsigned rn, int32_t n);
  // `with_register`: the form that has a register in the constant's place.
  void Logical(uint32_t with_constant, uint32_t with_register, unsigned rd, unsigned rn, int32_t n);
  void Move(const Transfer&, unsigned rt, const Memory&);
  // The register that has the address, but for the displacement; x16 if there is an index.
  unsigned BaseOf(const Memory&);
  // The one that has all of it.
  unsigned AddressOf(const Memory&);
  void MulOrJump32(unsigned rd, unsigned rn, unsigned rm, Label* overflow);
  void JumpIfCode(unsigned condition, Label*);
  void SetIfCode(Gpr to, unsigned condition);
};

}  // namespace halfword::jit::a64

#endif  // HALFWORD_JIT_MASM_A64_H_
