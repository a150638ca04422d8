// cppgc/name-provider.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_NAME_PROVIDER_H_
#define HALFWORD_GC_CPPGC_NAME_PROVIDER_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/name_provider.h"

#endif  // HALFWORD_GC_CPPGC_NAME_PROVIDER_H_
