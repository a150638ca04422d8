// cppgc/garbage-collected.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_GARBAGE_COLLECTED_H_
#define HALFWORD_GC_CPPGC_GARBAGE_COLLECTED_H_

#include "halfword/gc/cppgc/internal/surface.h"

#endif  // HALFWORD_GC_CPPGC_GARBAGE_COLLECTED_H_
