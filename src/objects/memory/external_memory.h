// Memory that C++ code takes outside of the heap for a while, on a guest's behalf.
#ifndef HALFWORD_OBJECTS_MEMORY_EXTERNAL_MEMORY_H_
#define HALFWORD_OBJECTS_MEMORY_EXTERNAL_MEMORY_H_

#include <cstddef>
#include <optional>

#include "objects/values/completion.h"
#include "platform/growing_block.h"

namespace halfword {

class Isolate;

namespace gc {
class Visitor;
}

// Throws, and terminates the guest, if so many more bytes would exceed its limit even after a collection. The
// bytes are not added to the account.
Completion<void> EnsureExternalRoom(Isolate&, size_t bytes);

// Large blocks of a guest that was terminated. Giving back their pages takes a tenth of a millisecond
// per MiB. The host need not wait for that: the blocks are freed with the native state, when the isolate
// is reset or destroyed.
class DeferredReleases {
 public:
  DeferredReleases() = default;
  DeferredReleases(const DeferredReleases&) = delete;
  ~DeferredReleases();
  void Add(platform::GrowingBlock&& block);

 private:
  // The list is in the first words of each block, so that it needs no memory of its own.
  struct Link {
    Link* next;
    size_t size;
  };
  Link* first_ = nullptr;
};
DeferredReleases& DeferredReleasesOf(Isolate&);  // in IsolateState

// A large block that is kept for whoever needs one next, till the next collection: to map, touch and unmap
// its pages takes as long as to write what is in it. Counted as external memory of the heap.
class SpareBlock {
 public:
  SpareBlock() = default;
  SpareBlock(const SpareBlock&) = delete;
  // The block; an empty one if it is smaller than `least` bytes.
  platform::GrowingBlock Take(size_t least);
  // Keeps `block`, if it is mapped and not huge, or frees it. Where it was taken or made, the guest goes on.
  void Give(Isolate&, platform::GrowingBlock&& block);
  // Called for each tracing of the roots.
  void Trace(Isolate&, gc::Visitor&);

 private:
  static constexpr size_t kMost = 16 << 20;
  void Drop(Isolate&);

  std::optional<platform::GrowingBlock> block_;
  size_t counted_ = 0;  // told to the heap; of a block that is taken, too
};
SpareBlock& SpareBlockOf(Isolate&);  // in IsolateState

// Frees `block`, of which the heap has been told `counted` bytes. Or leaves it for later, and
// then it still counts.
void Dispose(Isolate&, platform::GrowingBlock&& block, size_t counted);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_EXTERNAL_MEMORY_H_
