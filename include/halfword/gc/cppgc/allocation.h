// cppgc/allocation.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_ALLOCATION_H_
#define HALFWORD_GC_CPPGC_ALLOCATION_H_

#include "halfword/gc/allocation.h"
#include "halfword/gc/cppgc/internal/names.h"

#endif  // HALFWORD_GC_CPPGC_ALLOCATION_H_
