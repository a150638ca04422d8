// The engine includes the collector by this name, so that tools/check_layers.py sees which layers use it.
#ifndef HALFWORD_GC_FORWARD_WRITE_BARRIER_H_
#define HALFWORD_GC_FORWARD_WRITE_BARRIER_H_

#include "halfword/gc/write_barrier.h"

#endif  // HALFWORD_GC_FORWARD_WRITE_BARRIER_H_
