// cppgc/garbage-collected.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_GARBAGE_COLLECTED_H_
#define HALFWORD_GC_CPPGC_GARBAGE_COLLECTED_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/garbage_collected.h"

#endif  // HALFWORD_GC_CPPGC_GARBAGE_COLLECTED_H_
