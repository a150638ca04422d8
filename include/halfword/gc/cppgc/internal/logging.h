// cppgc/internal/logging.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_LOGGING_H_
#define HALFWORD_GC_CPPGC_INTERNAL_LOGGING_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/internal/config.h"
#include "halfword/gc/platform.h"

#endif  // HALFWORD_GC_CPPGC_INTERNAL_LOGGING_H_
