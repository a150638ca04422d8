// cppgc/internal/pointer-policies.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_POINTER_POLICIES_H_
#define HALFWORD_GC_CPPGC_INTERNAL_POINTER_POLICIES_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/internal/pointer_policies.h"

#endif  // HALFWORD_GC_CPPGC_INTERNAL_POINTER_POLICIES_H_
