// cppgc/heap-handle.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_HEAP_HANDLE_H_
#define HALFWORD_GC_CPPGC_HEAP_HANDLE_H_

#include "halfword/gc/cppgc/internal/surface.h"

#endif  // HALFWORD_GC_CPPGC_HEAP_HANDLE_H_
