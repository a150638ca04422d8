// Heap snapshots for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_HEAP_SNAPSHOT_H_
#define HALFWORD_GC_FORWARD_HEAP_SNAPSHOT_H_

#include "halfword/gc/heap_snapshot.h"

#endif  // HALFWORD_GC_FORWARD_HEAP_SNAPSHOT_H_
