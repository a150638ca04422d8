// cppgc/heap-statistics.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_HEAP_STATISTICS_H_
#define HALFWORD_GC_CPPGC_HEAP_STATISTICS_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/heap_statistics.h"

#endif  // HALFWORD_GC_CPPGC_HEAP_STATISTICS_H_
