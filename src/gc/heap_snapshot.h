// The engine includes the collector by this name, so that tools/check_layers.py sees which layers use it.
#ifndef HALFWORD_GC_FORWARD_HEAP_SNAPSHOT_H_
#define HALFWORD_GC_FORWARD_HEAP_SNAPSHOT_H_

#include "halfword/gc/heap_snapshot.h"

#endif  // HALFWORD_GC_FORWARD_HEAP_SNAPSHOT_H_
