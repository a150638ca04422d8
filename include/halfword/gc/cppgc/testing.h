// cppgc/testing.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_TESTING_H_
#define HALFWORD_GC_CPPGC_TESTING_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/testing.h"

#endif  // HALFWORD_GC_CPPGC_TESTING_H_
