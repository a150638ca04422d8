// The marker: a Visitor with a worklist. Depth first, with a small queue of prefetched objects between the
// stack and the scanning (Cher, Hosking, Vitek 2004).
//
// Marking may stop after any object and go on later. In the terms of Dijkstra et al. 1978 an object without
// mark bit is white, a marked one on the worklist is grey, any other marked one black; and
//
//   a black object refers to no white one, but for objects that will be traced again: those that the write
//   barrier logged, those that a stack was seen to refer to, and those under construction.
//
// (Verifier::VerifyMarking checks it.) New objects are white, so the first two kinds are all that changes
// while the program runs. Stacks and other roots have no barrier: they are looked at again at the end.
//
// Ephemerons: a pair whose key is not marked yet is filed under the key. When everything else is marked, the
// file is searched once for keys that have been marked; and from then on each object that the marker takes
// from the worklist is looked up in the file, so the fixpoint is linear in pairs and objects.
#ifndef HALFWORD_GC_MARKING_MARKER_H_
#define HALFWORD_GC_MARKING_MARKER_H_

#include <unordered_map>
#include <vector>

#include "gc/blocks/block.h"
#include "gc/blocks/budget.h"
#include "gc/blocks/movable_slot.h"
#include "gc/blocks/piece_list.h"
#include "gc/marking/worklist.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {

class Marker : public Visitor {
 public:
  // `helper`: marks on a thread beside the mutator's (concurrent_marker.h).
  explicit Marker(HeapImpl* heap, bool helper = false);

  void Begin(CageOffset first_collected);
  // Marks what is reachable from what was traced so far, ephemerons included. False: the budget was spent
  // before all was done.
  bool Advance(Budget& budget);
  // The stacks will be scanned again: objects that they were seen to refer to, and objects under
  // construction, are traced again.
  void BeginRootScan();
  // Clears weak slots of dead referents and runs weak callbacks, while the broker says that it goes on.
  void ProcessWeakness(const LivenessBroker& broker);
  // Sticky: what the log, the stacks and weak callbacks tell of objects that are old from now on is kept for
  // the next cycle.
  void End(bool sticky);
  void DropLog();
  // The object is freed.
  void Forget(CageOffset offset);
  // These bytes are no longer part of an object.
  void ForgetCallbacks(CageOffset begin, CageOffset end);

  void TraceRoot(CageOffset offset) {
    // A weak container that a stack refers to is in use.
    if (HALFWORD_UNLIKELY(!weak_containers_.empty()) && weak_containers_.erase(offset) != 0) Scan(offset);
    Mark(offset, kOtherTag);
  }
  // From a stack: the object may be one that is still being initialised, without barrier.
  void TraceStackRoot(CageOffset offset);
  // Scans an object without marking it (remembered image objects).
  void Scan(CageOffset offset);
  // Has the marked object traced once more. REQUIRES: its log bit will be set now.
  void TraceAgain(CageOffset offset) { logged_.push_back(offset); }

  bool IsConcurrent() const override { return is_helper_; }
  [[nodiscard]] bool DeferTraceToMutatorThreadIfConcurrent(const void* parameter, TraceCallback callback,
                                                           size_t deferred_size) override;

  // Other threads mark at the same time.
  bool shares_marks() const { return shares_marks_; }
  // Helpers may not mark any more: whatever is marked from now on is looked up among the keys of ephemerons.
  bool must_mark_alone() const { return file_was_searched_; }
  bool is_active() const { return mark_bits_ != nullptr; }
  size_t scanned_bytes() const { return scanned_bytes_; }
  // Of the lists that grow with weak tables, outside of the cage. They are empty between cycles.
  size_t list_bytes() const;
  // Slots that were announced since Begin, in a cycle that evacuates.
  std::vector<MovableSlot>& movable_slots() { return movable_slots_; }
  // Callbacks that are kept for minor collections: their objects may have moved.
  template <typename F>
  void UpdateCallbacks(F&& new_place_of) {
    for (Callback& callback : callbacks_) callback.data = new_place_of(callback.data);
  }
  // What was stored to and waits to be traced again.
  template <typename F>
  void ForEachLogged(F&& body) const {
    for (CageOffset offset : logged_) body(offset);
  }
  // What the stacks referred to when they were last scanned, and objects that are under construction.
  template <typename F>
  void ForEachStackObject(F&& body) const {
    for (CageOffset offset : stack_objects_) body(offset);
    for (CageOffset offset : unfinished_) body(offset);
  }
  // For the verifier: offsets of all grey objects and of all that will be traced again.
  std::vector<CageOffset> PendingObjects();

 private:
  friend class ConcurrentMarker;
  friend class Visitor;

  // The lists that grow with weak tables hold offsets, so that marking takes little memory outside the cage
  // compared with the tables.
  struct WeakSlot {
    CageOffset slot;  // offset
    TaggedBits cleared;
  };
  struct Callback {
    WeakCallback callback;
    const void* data;
  };
  struct EphemeronValue {
    const void* value;    // the slot, a tagged word …
    TraceCallback trace;  // … unless this isn't null: then it traces the value
  };
  struct Ephemeron {
    uint32_t next;     // index + 1
    CageOffset value;  // the slot's offset, or 2 * index + 1 into traced_values_
  };
  struct EphemeronKey {
    CageOffset key = 0;  // offset, 0 if the entry is empty
    uint32_t first = 0;  // index + 1 into ephemerons_
  };

  struct Container {
    const void* self;
    TraceDescriptor strong;
    TraceDescriptor weak;
    WeakCallback callback;
    const void* data;
  };
  struct KeyedPair {
    const void* key;
    bool key_is_inner;
    EphemeronValue value;
  };
  struct DeferredTrace {
    const void* parameter;
    TraceCallback trace;
  };
  // What helpers meet and leave to the mutator.
  struct MutatorWork {
    std::vector<CageOffset> objects;  // grey ones, in young blocks or of types that only the mutator traces
    std::vector<CageOffset> inner;    // references to the middle of an object
    std::vector<KeyedPair> pairs;     // ephemerons whose key is not marked yet
    std::vector<Container> containers;
    std::vector<DeferredTrace> traces;
    std::vector<WeakSlot> weak_slots;
    std::vector<const void*> weak_members;
    std::vector<Callback> callbacks;
    size_t size() const {
      return objects.size() + inner.size() + pairs.size() + containers.size() + traces.size() +
             weak_slots.size() + weak_members.size() + callbacks.size();
    }
  };

  template <bool kWithEphemerons>
  bool Drain(Budget& budget);
  HALFWORD_INLINE size_t ScanObject(CageOffset offset);
  HALFWORD_NOINLINE bool MayReadHere(CageOffset offset) const;
  HALFWORD_NOINLINE bool MayTraceHere(Header header, uint32_t type) const;
  HALFWORD_INLINE void ScanWords(const TaggedBits* begin, const TaggedBits* end);
  HALFWORD_NOINLINE void ScanSharedWords(const TaggedBits* begin, const TaggedBits* end);
  template <bool kShared>
  HALFWORD_INLINE void ScanWordsAs(const TaggedBits* begin, const TaggedBits* end);
  void DoWork(const MutatorWork& work);
  void Push(CageOffset offset) {
    if (HALFWORD_UNLIKELY(worklist_top_ == worklist_end_)) Grow();
    *worklist_top_++ = Pack(offset);
  }
  bool has_grey_objects() {
    return worklist_top_ != segments_.current()->begin() || segments_.current()->next;
  }
  void ScanUnderConstruction(CageOffset offset);
  bool ScanLeft(Budget& budget);
  size_t ScanPiece();
  void TracePiece(const Parts& piece);
  // A helper's Advance.
  void MarkSome(size_t bytes);
  void TakeLogged();
  void KeepCallbacks();
  void Rescan();
  void Grow();
  void FileEphemeron(CageOffset key, const EphemeronValue& value);
  EphemeronKey* FindKey(CageOffset key);
  void KeyIsAlive(CageOffset key);
  void TraceValue(const EphemeronValue& value);
  EphemeronValue ValueOf(const Ephemeron& pair) const;

  const bool is_helper_;
  MutatorWork mutator_work_;  // a helper's
  SegmentStack segments_;
  bool overflowed_ = false;
  bool file_was_searched_ = false;  // every object that is taken from the worklist is looked up in the file
  uint32_t file_cursor_ = 0;        // the search has come so far
  size_t scanned_bytes_ = 0;        // roughly: objects without references count as one granule
  std::vector<Parts> long_ranges_;  // that wait to be traced, piece by piece
  std::vector<CageOffset> left_;    // grey objects that helpers left to the mutator
  std::vector<CageOffset> logged_;  // marked objects to be traced again; their log bits are set
  std::vector<CageOffset> stack_objects_;  // what the stacks referred to when they were last scanned
  std::vector<CageOffset> unfinished_;     // objects that were under construction when they were met
  size_t next_unfinished_ = SIZE_MAX;      // the first that this root scan has not dealt with
  PieceList<WeakSlot> weak_slots_;
  std::vector<const void*> weak_members_;  // MemberBits words
  std::vector<Callback> callbacks_;        // those of old objects, too
  std::vector<MovableSlot> movable_slots_;
  // Marked, but not traced as strong objects: how to trace them.
  std::unordered_map<CageOffset, TraceCallback> weak_containers_;
  PieceList<Ephemeron> ephemerons_;
  std::vector<EphemeronValue> traced_values_;
  std::vector<EphemeronKey> keys_;  // open addressing, a power of two
  uint32_t key_count_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_MARKING_MARKER_H_
