// How long a heap's collections have held up the program.
#ifndef HALFWORD_GC_PAUSES_H_
#define HALFWORD_GC_PAUSES_H_

#include <cstdint>

#include "halfword/gc/heap.h"

namespace halfword::gc::subtle {

// Pauses and steps since the heap began, those in progress left out. Reads one number.
uint64_t NanosecondsInPauses(const Heap&);

}  // namespace halfword::gc::subtle

#endif  // HALFWORD_GC_PAUSES_H_
