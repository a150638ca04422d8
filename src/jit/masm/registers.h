// Registers by number, and what each of them is for on either target.
#ifndef HALFWORD_JIT_MASM_REGISTERS_H_
#define HALFWORD_JIT_MASM_REGISTERS_H_

#include <cstdint>
#include <initializer_list>

namespace halfword::jit {

// A general register, or one for doubles, by the number that instructions have for it.
struct Gpr {
  uint8_t number;
  friend constexpr bool operator==(Gpr, Gpr) = default;
};
struct Fpr {
  uint8_t number;
  friend constexpr bool operator==(Fpr, Fpr) = default;
};

// A set of registers of one class.
template <class Register>
class RegisterSet {
 public:
  constexpr RegisterSet() = default;
  constexpr RegisterSet(std::initializer_list<Register> all) {
    for (Register r : all) Add(r);
  }
  constexpr bool Has(Register r) const { return (bits_ >> r.number & 1) != 0; }
  constexpr void Add(Register r) { bits_ |= uint32_t{1} << r.number; }
  constexpr void Remove(Register r) { bits_ &= ~(uint32_t{1} << r.number); }
  constexpr uint32_t bits() const { return bits_; }
  constexpr int count() const { return __builtin_popcount(bits_); }

 private:
  uint32_t bits_ = 0;
};

// The registers of a target:
//
//   kFrame kBase kMachine   what machine code has in them everywhere (ops/machine_state.h): never allocated
//   kPc kAcc kFeedback kCode kNextCode kJumpCode   the other arguments of handlers and cold tiers
//   kAllocatable            all that values may be in; of doubles, kAllocatableDoubles
//   kScratchDouble          for moves; no value is ever in it
//   kShiftCount             where the count of a shift must be; kAnyGpr: anywhere
//   kDividend kRemainder    where Divide32 has its dividend and quotient, and its remainder
//   kKeptByLeaves           what functions of C++ keep
inline constexpr Gpr kAnyGpr{255};

namespace x64 {
inline constexpr Gpr rax{0}, rcx{1}, rdx{2}, rbx{3}, rsp{4}, rbp{5}, rsi{6}, rdi{7}, r8{8}, r9{9}, r10{10},
    r11{11}, r12{12}, r13{13}, r14{14}, r15{15};
inline constexpr int kGprCount = 16, kFprCount = 16;
inline constexpr Gpr kFrame = r13, kBase = r14, kMachine = r15;
inline constexpr Gpr kPc = r12, kAcc = rdi, kFeedback = rsi, kCode = rdx, kNextCode = rcx, kJumpCode = r8;
#if defined(HALFWORD_DECODES_APART)
inline constexpr Gpr kDecoded = rbp;
inline constexpr RegisterSet<Gpr> kAllocatable = {rax, rbx, rcx, rdx, rsi, rdi, r8, r9, r10, r11, r12};
#else
inline constexpr RegisterSet<Gpr> kAllocatable = {rax, rbx, rcx, rdx, rbp, rsi, rdi, r8, r9, r10, r11, r12};
#endif
inline constexpr uint32_t kAllocatableDoubles = 0x7fff;  // xmm0 to xmm14
inline constexpr Fpr kScratchDouble{15};
inline constexpr Gpr kShiftCount = rcx, kDividend = rax, kRemainder = rdx;
inline constexpr RegisterSet<Gpr> kKeptByLeaves = {rbx, rbp, r12};
}  // namespace x64

namespace a64 {
// clang's preserve_none passes arguments in x20 to x28, then x0 on. x16 and x17 are the encoder's own, x18 is
// the platform's, x29 and x30 are those of the C++ function that entered machine code.
constexpr Gpr X(int n) { return Gpr{static_cast<uint8_t>(n)}; }
inline constexpr int kGprCount = 32, kFprCount = 32;
inline constexpr Gpr kFrame = X(21), kBase = X(22), kMachine = X(23);
inline constexpr Gpr kPc = X(20), kAcc = X(24), kFeedback = X(25), kCode = X(26), kNextCode = X(27),
                     kJumpCode = X(28);
inline constexpr RegisterSet<Gpr> kAllocatable = {X(0),  X(1),  X(2),  X(3),  X(4),  X(5),  X(6),  X(7),
                                                  X(8),  X(9),  X(10), X(11), X(12), X(13), X(14), X(15),
                                                  X(19), X(20), X(24), X(25), X(26), X(27), X(28)};
inline constexpr uint32_t kAllocatableDoubles = 0x7fffffff;  // d0 to d30
inline constexpr Fpr kScratchDouble{31};
inline constexpr Gpr kShiftCount = kAnyGpr, kDividend = kAnyGpr, kRemainder = kAnyGpr;
inline constexpr RegisterSet<Gpr> kKeptByLeaves = {X(19), X(20), X(24), X(25), X(26), X(27), X(28)};
}  // namespace a64

#if defined(__aarch64__)
namespace target_registers = a64;
#else
namespace target_registers = x64;
#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_MASM_REGISTERS_H_
