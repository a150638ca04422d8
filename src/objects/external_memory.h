// Memory that C++ code takes outside of the heap for a while, on a guest's behalf: it is not accounted, but
// must fit under the limit when it is taken.
#ifndef HALFWORD_OBJECTS_EXTERNAL_MEMORY_H_
#define HALFWORD_OBJECTS_EXTERNAL_MEMORY_H_

#include <cstddef>

#include "objects/completion.h"

namespace halfword {

class Isolate;

// Throws, ending the guest, where so many bytes more would exceed its limit, even after a collection.
Completion<void> EnsureExternalRoom(Isolate&, size_t bytes);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_EXTERNAL_MEMORY_H_
