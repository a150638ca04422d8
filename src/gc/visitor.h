// The collector's visitor for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_VISITOR_H_
#define HALFWORD_GC_FORWARD_VISITOR_H_

#include "halfword/gc/visitor.h"

#endif  // HALFWORD_GC_FORWARD_VISITOR_H_
