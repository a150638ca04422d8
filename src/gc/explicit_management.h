// Resizing by hand for the engine; defined in the public header.
#ifndef HALFWORD_GC_FORWARD_EXPLICIT_MANAGEMENT_H_
#define HALFWORD_GC_FORWARD_EXPLICIT_MANAGEMENT_H_

#include "halfword/gc/explicit_management.h"

#endif  // HALFWORD_GC_FORWARD_EXPLICIT_MANAGEMENT_H_
