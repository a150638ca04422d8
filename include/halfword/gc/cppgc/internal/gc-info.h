// cppgc/internal/gc-info.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_GC_INFO_H_
#define HALFWORD_GC_CPPGC_INTERNAL_GC_INFO_H_

#include "halfword/gc/allocation.h"
#include "halfword/gc/cppgc/internal/names.h"

#endif  // HALFWORD_GC_CPPGC_INTERNAL_GC_INFO_H_
