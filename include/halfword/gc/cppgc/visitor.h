// cppgc/visitor.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_VISITOR_H_
#define HALFWORD_GC_CPPGC_VISITOR_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/visitor.h"

#endif  // HALFWORD_GC_CPPGC_VISITOR_H_
