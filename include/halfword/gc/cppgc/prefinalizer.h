// cppgc/prefinalizer.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_PREFINALIZER_H_
#define HALFWORD_GC_CPPGC_PREFINALIZER_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/prefinalizer.h"

#endif  // HALFWORD_GC_CPPGC_PREFINALIZER_H_
