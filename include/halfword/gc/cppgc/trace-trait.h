// cppgc/trace-trait.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_TRACE_TRAIT_H_
#define HALFWORD_GC_CPPGC_TRACE_TRAIT_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/trace_trait.h"

#endif  // HALFWORD_GC_CPPGC_TRACE_TRAIT_H_
