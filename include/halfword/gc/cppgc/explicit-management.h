// cppgc/explicit-management.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_EXPLICIT_MANAGEMENT_H_
#define HALFWORD_GC_CPPGC_EXPLICIT_MANAGEMENT_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/explicit_management.h"

#endif  // HALFWORD_GC_CPPGC_EXPLICIT_MANAGEMENT_H_
