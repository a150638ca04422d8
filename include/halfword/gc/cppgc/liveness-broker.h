// cppgc/liveness-broker.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_LIVENESS_BROKER_H_
#define HALFWORD_GC_CPPGC_LIVENESS_BROKER_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/liveness_broker.h"
#include "halfword/gc/visitor.h"

#endif  // HALFWORD_GC_CPPGC_LIVENESS_BROKER_H_
