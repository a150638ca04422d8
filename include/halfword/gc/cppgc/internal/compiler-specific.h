// cppgc/internal/compiler-specific.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_COMPILER_SPECIFIC_H_
#define HALFWORD_GC_CPPGC_INTERNAL_COMPILER_SPECIFIC_H_

#include "halfword/gc/cppgc/internal/names.h"

#define CPPGC_UNUSED [[maybe_unused]]
#define CPPGC_LIKELY(condition) HALFWORD_LIKELY(condition)
#define CPPGC_UNLIKELY(condition) HALFWORD_UNLIKELY(condition)

#endif  // HALFWORD_GC_CPPGC_INTERNAL_COMPILER_SPECIFIC_H_
