// cppgc/liveness-broker.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_LIVENESS_BROKER_H_
#define HALFWORD_GC_CPPGC_LIVENESS_BROKER_H_

#include "halfword/gc/cppgc/internal/surface.h"

#endif  // HALFWORD_GC_CPPGC_LIVENESS_BROKER_H_
