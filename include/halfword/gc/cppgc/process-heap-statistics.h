// cppgc/process-heap-statistics.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_PROCESS_HEAP_STATISTICS_H_
#define HALFWORD_GC_CPPGC_PROCESS_HEAP_STATISTICS_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/process_heap_statistics.h"

#endif  // HALFWORD_GC_CPPGC_PROCESS_HEAP_STATISTICS_H_
