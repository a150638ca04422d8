// The record of machines that run compiled code (ops/machine_state.h): the interpreter's, and behind it where
// compiled code hands over to.
#ifndef HALFWORD_JIT_MACHINE_H_
#define HALFWORD_JIT_MACHINE_H_

#include <cstddef>

#include "jit/cold_tiers.h"
#include "jit/passes/heap_layout.h"
#include "ops/machine_state.h"
#include "runtime/native_state.h"

// Whether there is an optimizing compiler: for x86-64.
#if HALFWORD_JIT && defined(__x86_64__)
#define HALFWORD_T2 1
#else
#define HALFWORD_T2 0
#endif

namespace halfword::jit {

#if HALFWORD_JIT
// The cold tiers by number: those that stencils lead to; the one that is asked at instruction boundaries
// (Boundaries::kAll); the first tier of each opcode, for code that has none of its own for an instruction.
inline constexpr uint32_t kMaybeLeave = kColdTierCount, kFirstTiers = kMaybeLeave + 1;
struct CompiledMachine {
  Machine machine;  // first: both have one address
  ColdFunction cold[kFirstTiers + kOpcodeCount];
  const HandlerFunction* interpreter;  // its dispatch table (tests: random_tiers.cc)
  // What optimized code calls natively (leaving.cc).
  const void* stubs[kStubCount];
  const void* leave;
};
// Machine::entry_mask of machines that have entries.
inline constexpr int32_t kEntryMask = (1 << 20) - 1;
constexpr size_t ColdSlot(uint32_t number) {
  return offsetof(CompiledMachine, cold) + number * sizeof(ColdFunction);
}
constexpr uint32_t FirstTier(Opcode opcode) { return kFirstTiers + static_cast<uint32_t>(opcode); }

// Of isolates in TierMode::kRandom (random_tiers.cc): each row of their dispatch table, and the last of the
// cold tiers.
__attribute__((preserve_none)) Value MaybeEnter(HW_STATE);
__attribute__((preserve_none)) Value MaybeLeave(HW_COLD_STATE);
// The next of their random numbers.
uint64_t NextRandom(const NativeState&);
// The last two members.
void FillStubs(CompiledMachine*);
#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_MACHINE_H_
