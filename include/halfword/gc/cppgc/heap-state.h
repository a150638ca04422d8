// cppgc/heap-state.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_HEAP_STATE_H_
#define HALFWORD_GC_CPPGC_HEAP_STATE_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/heap_state.h"

#endif  // HALFWORD_GC_CPPGC_HEAP_STATE_H_
