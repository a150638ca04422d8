// cppgc/heap-handle.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_HEAP_HANDLE_H_
#define HALFWORD_GC_CPPGC_HEAP_HANDLE_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/heap_handle.h"

#endif  // HALFWORD_GC_CPPGC_HEAP_HANDLE_H_
