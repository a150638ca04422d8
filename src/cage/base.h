// The base of the current thread's cage; reading it is defined where the public headers can reach it.
#ifndef HALFWORD_CAGE_BASE_H_
#define HALFWORD_CAGE_BASE_H_

#include "halfword/gc/internal/front.h"

namespace halfword {

// The front of no heap (gc::EnteredFront).
extern const gc::HeapFront kNoFront;

// Where all heaps share a cage: before there is any.
void SetProcessCageBase(uintptr_t base);
// REQUIRES: the caller dereferences no reference itself (cage_base.h).
inline void SetCageBase(uintptr_t base) {
  if (!kSharedCage) SetProcessCageBase(base);
}

}  // namespace halfword

#endif  // HALFWORD_CAGE_BASE_H_
