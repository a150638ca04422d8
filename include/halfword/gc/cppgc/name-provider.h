// cppgc/name-provider.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_NAME_PROVIDER_H_
#define HALFWORD_GC_CPPGC_NAME_PROVIDER_H_

#include "halfword/gc/cppgc/internal/surface.h"

#endif  // HALFWORD_GC_CPPGC_NAME_PROVIDER_H_
