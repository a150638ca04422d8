// The base of the current thread's cage; defined where the public headers can reach it.
#ifndef HALFWORD_CAGE_BASE_H_
#define HALFWORD_CAGE_BASE_H_

#include "halfword/gc/internal/cage_base.h"

#endif  // HALFWORD_CAGE_BASE_H_
