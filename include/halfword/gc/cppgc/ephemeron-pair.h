// cppgc/ephemeron-pair.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_EPHEMERON_PAIR_H_
#define HALFWORD_GC_CPPGC_EPHEMERON_PAIR_H_

#include "halfword/gc/cppgc/internal/surface.h"

#endif  // HALFWORD_GC_CPPGC_EPHEMERON_PAIR_H_
