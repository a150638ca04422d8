// cppgc/type-traits.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_TYPE_TRAITS_H_
#define HALFWORD_GC_CPPGC_TYPE_TRAITS_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/type_traits.h"

#endif  // HALFWORD_GC_CPPGC_TYPE_TRAITS_H_
