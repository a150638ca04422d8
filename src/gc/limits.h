// What a heap's limit leaves.
#ifndef HALFWORD_GC_LIMITS_H_
#define HALFWORD_GC_LIMITS_H_

#include <cstddef>

#include "halfword/gc/heap.h"

namespace halfword::gc::subtle {

// Bytes that may still be used, external ones included, before anything is collected.
size_t RoomUnderLimit(const Heap&);

}  // namespace halfword::gc::subtle

#endif  // HALFWORD_GC_LIMITS_H_
