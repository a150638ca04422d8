// The visitor that trace functions and root callbacks hand their references to.
//
// It is one concrete class: marking is inlined into trace functions. Marking an object sets its bit in the
// side bitmap and pushes its offset on the worklist; nothing is written to the object.
#ifndef HALFWORD_GC_VISITOR_H_
#define HALFWORD_GC_VISITOR_H_

#include "halfword/gc/liveness_broker.h"
#include "halfword/gc/type_table.h"

namespace halfword::gc {

class HeapImpl;

// `data` is usually the object whose weak references the callback clears. It may not allocate.
using WeakCallback = void (*)(const LivenessBroker& broker, const void* data);

class Visitor {
 public:
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  // ---- Tagged words ----
  HALFWORD_INLINE void TraceTagged(const TaggedBits& slot) {
    TaggedBits bits = slot;
    if (HALFWORD_LIKELY(marking_)) {
      if (IsHeapPointer(bits)) Mark(OffsetOf(bits), bits);
    } else {
      VisitTagged(slot);
    }
  }
  HALFWORD_INLINE void TraceTaggedRange(const TaggedBits* begin, const TaggedBits* end) {
    for (const TaggedBits* slot = begin; slot < end; slot++) TraceTagged(*slot);
  }
  // The shape in the header of `object`. The collector does this by itself for every object that it marks.
  void TraceHeader(const void* object) {
    if (IsShapedHeader(HeaderOf(object))) TraceTagged(static_cast<const Header*>(object)[-1]);
  }
  // An object by its address (must be its start), as from a root.
  HALFWORD_INLINE void TraceObject(const void* object) {
    if (object == nullptr) return;
    if (HALFWORD_LIKELY(marking_)) {
      Mark(OffsetOf(object), kOtherTag);
    } else {
      VisitObject(OffsetOf(object));
    }
  }

  // ---- Weak tagged words ----
  // Does not keep the referent alive. After marking, if it died, *slot becomes `cleared`.
  void TraceWeakTagged(TaggedBits* slot, TaggedBits cleared);
  // callback(broker, data) runs after marking, before anything dies.
  void RegisterWeakCallback(WeakCallback callback, const void* data);
  // Keeps *value_slot alive if the key is alive by other means (and the table that holds the pair, which is
  // tracing now). The client clears dead pairs in a weak callback. Keys that are not heap references count as
  // alive.
  void TraceEphemeron(TaggedBits key, const TaggedBits* value_slot);

  // Marks whatever the words in [begin, end) might refer to, read conservatively.
  void TraceConservatively(const void* begin, const void* end);

  // ---- C++ references: the bodies are in trace_trait.h ----
  // A Member, a WeakMember (cleared if its referent dies), an EphemeronPair, or an object with a Trace method
  // of its own that is part of the one being traced.
  template <typename M>
  void Trace(const M& thing);
  template <typename K, typename V>
  void TraceEphemeron(const WeakMember<K>& key, const Member<V>* value);
  template <typename M>
  void TraceMultiple(const M* members, size_t count) {
    for (size_t i = 0; i < count; i++) Trace(members[i]);
  }
  template <typename T>
  void TraceStrongly(const WeakMember<T>& member);
  template <typename T, void (T::*method)(const LivenessBroker&)>
  void RegisterWeakCallbackMethod(const T* object) {
    RegisterWeakCallback(
        [](const LivenessBroker& broker, const void* data) {
          (const_cast<T*>(static_cast<const T*>(data))->*method)(broker);
        },
        object);
  }
  bool IsConcurrent() const { return false; }

  uintptr_t cage_base() const { return base_; }

 protected:
  // A visitor that doesn't mark but hands every reference to `visit` (verifier, statistics, heap walks).
  using VisitFunction = void (*)(void* data, const TaggedBits* slot_or_null, uint32_t offset,
                                 Tag tag_or_other);
  Visitor(HeapImpl* heap, VisitFunction visit, void* data);

 private:
  friend class HeapImpl;
  friend class Marker;
  template <typename>
  friend struct TraceDispatch;
  template <typename M>
  struct Tracing;

  // REQUIRES: offset is the start of an object. A heap number holds no references, so it isn't pushed.
  HALFWORD_INLINE void Mark(uint32_t offset, TaggedBits tagged) {
    if (HALFWORD_UNLIKELY(offset < first_collected_)) return;
    uint64_t* word = mark_bits_ + (offset >> 9);
    uint64_t mask = uint64_t{1} << ((offset >> 3) & 63);
    if (*word & mask) return;
    *word |= mask;
    if ((tagged & kTagMask) == kNumberTag) return;
    if (HALFWORD_UNLIKELY(worklist_top_ == worklist_end_)) GrowWorklist();
    *worklist_top_++ = offset;
  }
  void MarkInner(const void* inner);       // a pointer to anywhere in an object
  void TraceWeakMember(const void* slot);  // a MemberBits word
  void TraceMemberEphemeron(const void* key_object, const void* value_object);
  HALFWORD_NOINLINE void GrowWorklist();
  void VisitTagged(const TaggedBits& slot);
  void VisitObject(uint32_t offset);

  bool marking_ = true;
  uint32_t first_collected_ = 0;
  uint64_t* mark_bits_ = nullptr;
  uint32_t* worklist_top_ = nullptr;
  uint32_t* worklist_end_ = nullptr;
  uintptr_t base_ = 0;
  HeapImpl* heap_ = nullptr;
  VisitFunction visit_ = nullptr;
  void* visit_data_ = nullptr;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_VISITOR_H_
