// The slower tiers of compiled code.
#ifndef HALFWORD_JIT_COLD_TIERS_H_
#define HALFWORD_JIT_COLD_TIERS_H_

#include "jit/stencil_table.h"
#include "ops/machine_state.h"

namespace halfword::jit {

#if HALFWORD_JIT
// By the numbers of the stencils' ways out (mkstencils). The first is the slow half of the write barrier.
inline constexpr int kRecordStore = 0;
extern const ColdFunction kColdTiers[kColdTierCount];
#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_COLD_TIERS_H_
