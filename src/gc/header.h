// The engine includes the collector by this name, so that tools/check_layers.py sees which layers use it.
#ifndef HALFWORD_GC_FORWARD_HEADER_H_
#define HALFWORD_GC_FORWARD_HEADER_H_

#include "halfword/gc/header.h"

#endif  // HALFWORD_GC_FORWARD_HEADER_H_
