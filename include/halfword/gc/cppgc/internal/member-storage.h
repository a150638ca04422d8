// cppgc/internal/member-storage.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_MEMBER_STORAGE_H_
#define HALFWORD_GC_CPPGC_INTERNAL_MEMBER_STORAGE_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/internal/member_storage.h"

#endif  // HALFWORD_GC_CPPGC_INTERNAL_MEMBER_STORAGE_H_
