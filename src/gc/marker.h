// The marker: a Visitor with a worklist. Stop-the-world, depth first, with a small queue of prefetched
// objects between the stack and the scanning (Cher, Hosking, Vitek 2004).
//
// Ephemerons: a pair whose key is not marked yet is filed under the key. When everything else is marked, each
// object that the marker takes from the worklist is looked up in the file, so the fixpoint is linear in pairs
// and objects.
#ifndef HALFWORD_GC_MARKER_H_
#define HALFWORD_GC_MARKER_H_

#include <unordered_set>
#include <vector>

#include "gc/worklist.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {

class Marker : public Visitor {
 public:
  explicit Marker(HeapImpl* heap);

  void Begin(uint32_t first_collected);
  // Marks everything reachable from what was traced so far, ephemerons included.
  void MarkTransitively();
  // Clears weak slots of dead referents and runs weak callbacks.
  void ProcessWeakness(const LivenessBroker& broker);
  void End();

  void TraceRoot(uint32_t offset) {
    // A weak container that a stack refers to is in use.
    if (HALFWORD_UNLIKELY(!weak_containers_.empty()) && weak_containers_.erase(offset) != 0) Scan(offset);
    Mark(offset, kOtherTag);
  }
  // Scans an object without marking it (remembered image objects).
  void Scan(uint32_t offset);

 private:
  friend class Visitor;

  struct WeakSlot {
    TaggedBits* slot;
    TaggedBits cleared;
  };
  struct Callback {
    WeakCallback callback;
    const void* data;
  };
  struct Ephemeron {
    uint32_t next;        // index + 1
    const void* value;    // the slot, a tagged word …
    TraceCallback trace;  // … unless this isn't null: then it traces the value
  };
  struct EphemeronKey {
    uint32_t key = 0;    // offset, 0 if the entry is empty
    uint32_t first = 0;  // index + 1 into ephemerons_
  };

  template <bool kWithEphemerons>
  void Drain();
  HALFWORD_INLINE void ScanObject(uint32_t offset);
  void Grow();
  void FileEphemeron(uint32_t key, Ephemeron pair);
  EphemeronKey* FindKey(uint32_t key);
  void KeyIsAlive(uint32_t key);
  void TraceValue(const Ephemeron& pair);

  SegmentStack segments_;
  bool overflowed_ = false;
  std::vector<WeakSlot> weak_slots_;
  std::vector<const void*> weak_members_;  // MemberBits words
  std::vector<Callback> callbacks_;
  std::unordered_set<uint32_t> weak_containers_;  // marked, but not traced as strong objects
  std::vector<Ephemeron> ephemerons_;
  std::vector<EphemeronKey> keys_;  // open addressing, a power of two
  uint32_t key_count_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_MARKER_H_
