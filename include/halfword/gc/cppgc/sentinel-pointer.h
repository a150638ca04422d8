// cppgc/sentinel-pointer.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_SENTINEL_POINTER_H_
#define HALFWORD_GC_CPPGC_SENTINEL_POINTER_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/sentinel_pointer.h"

#endif  // HALFWORD_GC_CPPGC_SENTINEL_POINTER_H_
