// cppgc/trace-trait.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_TRACE_TRAIT_H_
#define HALFWORD_GC_CPPGC_TRACE_TRAIT_H_

#include "halfword/gc/cppgc/internal/surface.h"

#endif  // HALFWORD_GC_CPPGC_TRACE_TRAIT_H_
