// The engine includes the collector by this name, so that tools/check_layers.py sees which layers use it.
#ifndef HALFWORD_GC_FORWARD_EXPLICIT_MANAGEMENT_H_
#define HALFWORD_GC_FORWARD_EXPLICIT_MANAGEMENT_H_

#include "halfword/gc/explicit_management.h"

#endif  // HALFWORD_GC_FORWARD_EXPLICIT_MANAGEMENT_H_
