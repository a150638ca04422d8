// cppgc/heap.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_HEAP_H_
#define HALFWORD_GC_CPPGC_HEAP_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/platform.h"

#endif  // HALFWORD_GC_CPPGC_HEAP_H_
