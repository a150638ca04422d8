// cppgc/member.h for sources written for cppgc.
#ifndef HALFWORD_GC_CPPGC_MEMBER_H_
#define HALFWORD_GC_CPPGC_MEMBER_H_

#include "halfword/gc/cppgc/internal/names.h"
#include "halfword/gc/member.h"

#endif  // HALFWORD_GC_CPPGC_MEMBER_H_
