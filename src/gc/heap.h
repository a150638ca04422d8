// The collector's heap for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_HEAP_H_
#define HALFWORD_GC_FORWARD_HEAP_H_

#include "halfword/gc/heap.h"

#endif  // HALFWORD_GC_FORWARD_HEAP_H_
