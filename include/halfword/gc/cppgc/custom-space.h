// cppgc/custom-space.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_CUSTOM_SPACE_H_
#define HALFWORD_GC_CPPGC_CUSTOM_SPACE_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/custom_space.h"

#endif  // HALFWORD_GC_CPPGC_CUSTOM_SPACE_H_
