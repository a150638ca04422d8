// cppgc/source-location.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_SOURCE_LOCATION_H_
#define HALFWORD_GC_CPPGC_SOURCE_LOCATION_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/source_location.h"

#endif  // HALFWORD_GC_CPPGC_SOURCE_LOCATION_H_
