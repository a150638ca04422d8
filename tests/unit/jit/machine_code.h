// What tests ask about the machine code of isolates.
#ifndef HALFWORD_TESTS_UNIT_JIT_MACHINE_CODE_H_
#define HALFWORD_TESTS_UNIT_JIT_MACHINE_CODE_H_

#include "isolates/isolate_owner.h"
#include "jit/code/code_space.h"
#include "jit/tiers.h"

namespace halfword::testing {

inline jit::TierStatistics StatisticsOf(IsolateOwner& owner) {
  jit::TierStatistics statistics;
  owner.Enter([&](Isolate& isolate) { statistics = jit::StatisticsOf(NativeStateOf(isolate)); });
  return statistics;
}
inline bool HasMachineCode() { return jit::CodeSpace::Get().is_available(); }

}  // namespace halfword::testing

#endif  // HALFWORD_TESTS_UNIT_JIT_MACHINE_CODE_H_
