// The slower tiers of compiled code.
#ifndef HALFWORD_JIT_COLD_TIERS_H_
#define HALFWORD_JIT_COLD_TIERS_H_

#include "jit/stencils/stencil_table.h"
#include "ops/machine_state.h"

namespace halfword::jit {

#if HALFWORD_JIT
// By the numbers of the stencils' ways out (mkstencils). The first two are the slow half of the write
// barrier and the allocation of a box.
void FillColdTiers(ColdFunction* cold);
// By opcode; of Wide there is none.
void FillFirstTiers(ColdFunction* first);
#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_COLD_TIERS_H_
