// The collector's header for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_HEADER_H_
#define HALFWORD_GC_FORWARD_HEADER_H_

#include "halfword/gc/header.h"

#endif  // HALFWORD_GC_FORWARD_HEADER_H_
