// cppgc/persistent.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_PERSISTENT_H_
#define HALFWORD_GC_CPPGC_PERSISTENT_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/persistent.h"

#endif  // HALFWORD_GC_CPPGC_PERSISTENT_H_
