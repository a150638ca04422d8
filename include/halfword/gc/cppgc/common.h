// cppgc/common.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_COMMON_H_
#define HALFWORD_GC_CPPGC_COMMON_H_

#include "halfword/gc/common.h"
#include "halfword/gc/cppgc/internal/names.h"

#endif  // HALFWORD_GC_CPPGC_COMMON_H_
