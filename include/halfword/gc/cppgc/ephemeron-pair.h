// cppgc/ephemeron-pair.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_EPHEMERON_PAIR_H_
#define HALFWORD_GC_CPPGC_EPHEMERON_PAIR_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/ephemeron_pair.h"
#include "halfword/gc/visitor.h"

#endif  // HALFWORD_GC_CPPGC_EPHEMERON_PAIR_H_
