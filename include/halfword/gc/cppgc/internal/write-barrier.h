// cppgc/internal/write-barrier.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_WRITE_BARRIER_H_
#define HALFWORD_GC_CPPGC_INTERNAL_WRITE_BARRIER_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/heap_consistency.h"

#endif  // HALFWORD_GC_CPPGC_INTERNAL_WRITE_BARRIER_H_
