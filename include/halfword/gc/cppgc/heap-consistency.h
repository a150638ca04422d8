// cppgc/heap-consistency.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_HEAP_CONSISTENCY_H_
#define HALFWORD_GC_CPPGC_HEAP_CONSISTENCY_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/heap_consistency.h"

#endif  // HALFWORD_GC_CPPGC_HEAP_CONSISTENCY_H_
