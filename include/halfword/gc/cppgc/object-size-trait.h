// cppgc/object-size-trait.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_OBJECT_SIZE_TRAIT_H_
#define HALFWORD_GC_CPPGC_OBJECT_SIZE_TRAIT_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/object_size_trait.h"

#endif  // HALFWORD_GC_CPPGC_OBJECT_SIZE_TRAIT_H_
