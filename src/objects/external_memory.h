// Memory that C++ code takes outside of the heap for a while, on a guest's behalf.
#ifndef HALFWORD_OBJECTS_EXTERNAL_MEMORY_H_
#define HALFWORD_OBJECTS_EXTERNAL_MEMORY_H_

#include <cstddef>

#include "objects/completion.h"
#include "platform/growing_block.h"

namespace halfword {

class Isolate;

// Throws, ending the guest, where so many bytes more would exceed its limit, even after a collection. They
// are not accounted for.
Completion<void> EnsureExternalRoom(Isolate&, size_t bytes);

// Large blocks of a guest that is over. To give back their pages takes a tenth of a millisecond for each MiB,
// which the host need not wait for: they go with the native state, when it resets or destroys the isolate.
class Leftovers {
 public:
  Leftovers() = default;
  Leftovers(const Leftovers&) = delete;
  ~Leftovers();
  void Add(platform::GrowingBlock&& block);

 private:
  // In the first words of each block, so that what is left needs no memory.
  struct Link {
    Link* next;
    size_t size;
  };
  Link* first_ = nullptr;
};
Leftovers& LeftoversOf(Isolate&);  // in IsolateState

// Frees `block`, for which the heap has been told of `counted` bytes; or leaves it, still accounted for.
void Dispose(Isolate&, platform::GrowingBlock&& block, size_t counted);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_EXTERNAL_MEMORY_H_
