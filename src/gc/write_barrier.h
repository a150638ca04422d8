// The collector's write_barrier for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_WRITE_BARRIER_H_
#define HALFWORD_GC_FORWARD_WRITE_BARRIER_H_

#include "halfword/gc/write_barrier.h"

#endif  // HALFWORD_GC_FORWARD_WRITE_BARRIER_H_
