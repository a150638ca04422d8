// cppgc/macros.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_MACROS_H_
#define HALFWORD_GC_CPPGC_MACROS_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/macros.h"

#endif  // HALFWORD_GC_CPPGC_MACROS_H_
