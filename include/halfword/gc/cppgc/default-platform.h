// cppgc/default-platform.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_DEFAULT_PLATFORM_H_
#define HALFWORD_GC_CPPGC_DEFAULT_PLATFORM_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/default_platform.h"

#endif  // HALFWORD_GC_CPPGC_DEFAULT_PLATFORM_H_
