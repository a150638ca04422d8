// The collector's liveness_broker for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_LIVENESS_BROKER_H_
#define HALFWORD_GC_FORWARD_LIVENESS_BROKER_H_

#include "halfword/gc/liveness_broker.h"

#endif  // HALFWORD_GC_FORWARD_LIVENESS_BROKER_H_
