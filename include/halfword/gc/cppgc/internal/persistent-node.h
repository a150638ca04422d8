// cppgc/internal/persistent-node.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_PERSISTENT_NODE_H_
#define HALFWORD_GC_CPPGC_INTERNAL_PERSISTENT_NODE_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/internal/persistent_node.h"

#endif  // HALFWORD_GC_CPPGC_INTERNAL_PERSISTENT_NODE_H_
