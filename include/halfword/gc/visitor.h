// The visitor that Trace methods and root callbacks hand their references to.
//
// The marker is a Visitor whose marking is inlined into Trace methods: marking an object sets its
// bit in the side bitmap and pushes its offset on the worklist; nothing is written to the object.
// Any other visitor (verifier, statistics, heap walks, a class of the user's own) gets every
// reference through virtual functions.
#ifndef HALFWORD_GC_VISITOR_H_
#define HALFWORD_GC_VISITOR_H_

#include "halfword/gc/ephemeron_pair.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/liveness_broker.h"
#include "halfword/gc/member.h"
#include "halfword/gc/trace_trait.h"
#include "halfword/gc/type_table.h"

namespace halfword::gc {

class CustomVisitor;
class HeapImpl;
class Marker;

namespace internal {
class VisitorBase;
class VisitorFactory;
template <typename T>
void TraceRoot(Visitor& visitor, const T* object);
}  // namespace internal

// `data` is usually the object whose weak references the callback clears. It may not allocate.
using WeakCallback = void (*)(const LivenessBroker& broker, const void* data);

class HALFWORD_EXPORT Visitor {
 public:
  // Who may make visitors: the library, and classes derived from CustomVisitor.
  class Key {
   private:
    Key() = default;
    friend class gc::CustomVisitor;
    friend class internal::VisitorBase;
    friend class internal::VisitorFactory;
  };

  explicit Visitor(Key) : marking_(false), base_(CageBase()), mask_(ReferenceMaskOf(base_)) {}
  virtual ~Visitor() = default;
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  // ---- C++ references ----
  template <typename T>
  HALFWORD_INLINE void Trace(const Member<T>& member) {
    TraceStrong(static_cast<const T*>(DecompressMember(mask_, member.GetIntegerAtomic())));
  }
  // Cleared if its referent dies.
  template <typename T>
  HALFWORD_INLINE void Trace(const WeakMember<T>& member) {
    static_assert(internal::Complete<T>, "Pointee type must be fully defined.");
    static_assert(IsGarbageCollectedOrMixinTypeV<T>,
                  "T must be GarbageCollected or GarbageCollectedMixin type");
    MemberBits bits = member.GetIntegerAtomic();
    if (!IsHeapMember(bits)) return;
    if (HALFWORD_LIKELY(marking_)) {
      TraceWeakMember(&member);
    } else {
      const T* value = static_cast<const T*>(DecompressMember(mask_, bits));
      VisitWeak(value, TraceTrait<T>::GetTraceDescriptor(value), &ClearDead<T>, &member);
    }
  }
#if HALFWORD_COMPRESS
  template <typename T>
  HALFWORD_INLINE void Trace(const subtle::UncompressedMember<T>& member) {
    TraceStrong(member.GetRawAtomic());
  }
#endif
  template <typename T>
  void Trace(const UntracedMember<T>&) {
    static_assert(sizeof(T) == 0, "an UntracedMember must not be traced");
  }
  template <typename T, typename W, typename L, typename C>
  void Trace(const internal::BasicPersistent<T, W, L, C>&) {
    static_assert(sizeof(T) == 0,
                  "a Persistent is a root: it must not be traced, nor be part of a collected object");
  }
  template <typename T, typename W, typename L, typename C>
  void Trace(const internal::BasicCrossThreadPersistent<T, W, L, C>&) {
    static_assert(sizeof(T) == 0,
                  "a Persistent is a root: it must not be traced, nor be part of a collected object");
  }
  // The value is alive while its key is.
  template <typename K, typename V>
  void Trace(const EphemeronPair<K, V>& pair) {
    TraceEphemeron(pair.key, &pair.value);
    RegisterWeakCallbackMethod<EphemeronPair<K, V>, &EphemeronPair<K, V>::ClearKeyAndValueIfKeyIsDead>(&pair);
  }
  // An object with a Trace method (or a TraceTrait) of its own that is part of the one being traced.
  template <typename T>
  HALFWORD_INLINE void Trace(const T& part) {
    static_assert(!internal::kIsMember<T>, "a member with this tag or storage is not for tracing");
    TraceTrait<T>::Trace(this, &part);
  }
  // `count` members or parts that follow each other; many of them inside one object are marked piece by
  // piece, later, so they must stay where they are. Parts whose first word, the pointer to their virtual
  // functions, is still zero have not been made yet and are skipped.
  template <typename T>
  HALFWORD_INLINE void TraceMultiple(const T* first, size_t count) {
    if (HALFWORD_UNLIKELY(count * sizeof(T) > kLongRange) &&
        DeferParts({first, sizeof(T), count, &TraceParts<T>})) {
      return;
    }
    TraceParts<T>(this, first, count);
  }

  // A raw ephemeron: keeps the value alive if the key is alive by other means (and whatever is tracing now).
  // The owner clears it in a weak callback. The value is read when the key is known to be alive.
  template <typename K, typename V>
  void TraceEphemeron(const WeakMember<K>& key, const Member<V>* value) {
    HALFWORD_GC_DCHECK(value != nullptr);
    if (!IsHeapMember(value->GetIntegerAtomic())) return;
    TraceKeyed(key, value, [](Visitor* visitor, const void* slot) {
      visitor->Trace(*static_cast<const Member<V>*>(slot));
    });
  }
  // The same with a value that is no reference but holds some.
  template <typename K, typename V>
  void TraceEphemeron(const WeakMember<K>& key, const V* value) {
    static_assert(!IsGarbageCollectedOrMixinTypeV<V>,
                  "garbage-collected types must use WeakMember and Member");
    HALFWORD_GC_DCHECK(value != nullptr);
    TraceKeyed(key, value, &TraceTrait<V>::Trace);
  }
  template <typename T>
  void TraceStrongly(const WeakMember<T>& member) {
    TraceStrong(static_cast<const T*>(DecompressMember(mask_, member.GetIntegerAtomic())));
  }

  // The backing store of a container, as an object of its own: strongly, like any object …
  template <typename T>
  void TraceStrongContainer(const T* object) {
    TraceStrong(object);
  }
  // … or weakly: the store itself lives, what it refers to is traced by TraceTrait<T>::GetWeakTraceDescriptor
  // (ephemerons; may have no callback), and `callback` drops dead entries after marking. A store found on the
  // native stack is traced strongly, because an iterator may be at work on it.
  template <typename T>
  void TraceWeakContainer(const T* object, WeakCallback callback, const void* data) {
    if (object == nullptr) return;
    VisitWeakContainer(object, TraceTrait<T>::GetTraceDescriptor(object),
                       TraceTrait<T>::GetWeakTraceDescriptor(object), callback, data);
  }

  // callback(broker, data) runs after marking, before anything dies.
  virtual void RegisterWeakCallback(WeakCallback callback, const void* data) {
    AddWeakCallback(callback, data);
  }
  template <typename T, void (T::*method)(const LivenessBroker&)>
  void RegisterWeakCallbackMethod(const T* object) {
    RegisterWeakCallback(
        [](const LivenessBroker& broker, const void* data) {
          (const_cast<T*>(static_cast<const T*>(data))->*method)(broker);
        },
        object);
  }
  // `slot` refers to an object of a compactable space that may move, and then the slot changes
  // (custom_space.h). For a Trace method that has traced the reference, too.
  template <typename T>
  void RegisterMovableReference(const T** slot) {
    AddMovableSlot(slot, false);
  }
  template <typename T>
  void RegisterMovableReference(const Member<T>* slot) {
    AddMovableSlot(slot, true);
  }

  // True if the caller is a helper thread beside the mutator. A Trace method that isn't safe there defers:
  //   if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, &TraceTrait<X>::Trace, sizeof(X))) return;
  virtual bool IsConcurrent() const { return false; }
  [[nodiscard]] virtual bool DeferTraceToMutatorThreadIfConcurrent(const void* /*parameter*/,
                                                                   TraceCallback /*callback*/,
                                                                   size_t /*deferred_size*/) {
    return false;
  }

  // ---- Tagged words ----
  HALFWORD_INLINE void TraceTagged(const TaggedBits& slot) {
    TaggedBits bits = __atomic_load_n(&slot, __ATOMIC_RELAXED);
    if (HALFWORD_LIKELY(marking_)) {
      if (IsHeapPointer(bits)) Mark(OffsetOf(bits), bits);
    } else {
      VisitTagged(slot);
    }
  }
  // Long ranges as in TraceMultiple.
  HALFWORD_INLINE void TraceTaggedRange(const TaggedBits* begin, const TaggedBits* end) {
    size_t count = static_cast<size_t>(end - begin);
    if (HALFWORD_UNLIKELY(count * kTaggedSize > kLongRange) &&
        DeferParts({begin, kTaggedSize, count, nullptr})) {
      return;
    }
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
  // Keeps *value_slot alive if the key is alive by other means (and the table that holds the pair,
  // which is tracing now). The client clears dead pairs in a weak callback. Keys that are not heap
  // references count as alive.
  // REQUIRES: the slot is in the heap.
  void TraceEphemeron(TaggedBits key, const TaggedBits* value_slot);
  // The same with a value anywhere, which `trace` traces. It stays where it is until marking ends.
  void TraceEphemeron(TaggedBits key, const void* value, TraceCallback trace);

  // Marks whatever the words in [begin, end) might refer to, read conservatively. Not on helper threads.
  void TraceConservatively(const void* begin, const void* end);
  // The same for memory that holds tagged words only, of which any may be stale: what one of them refers to
  // is the start of an object, of a type with its tag.
  void TraceTaggedConservatively(const TaggedBits* begin, const TaggedBits* end);

  uintptr_t cage_base() const { return base_; }

 protected:
  // ---- What a visitor that doesn't mark may override ----
  // (They are inline so that classes built with RTTI can derive from this one; the library is built without.)
  // `self` is the pointer as it was in the reference.
  virtual void Visit(const void* self, TraceDescriptor /*descriptor*/) { PassOn(self); }
  virtual void VisitWeak(const void* /*self*/, TraceDescriptor /*descriptor*/, WeakCallback /*callback*/,
                         const void* /*weak_member*/) {}
  virtual void VisitEphemeron(const void* /*key*/, const void* value, TraceDescriptor value_descriptor) {
    PassOnEphemeron(value, value_descriptor);
  }
  virtual void VisitWeakContainer(const void* self, TraceDescriptor strong, TraceDescriptor weak,
                                  WeakCallback callback, const void* data) {
    AddWeakContainer(self, strong, weak, callback, data);
  }

  // A visitor of the library's own that doesn't mark but hands every reference to `visit`.
  using VisitFunction = void (*)(void* data, const TaggedBits* slot_or_null, CageOffset offset,
                                 Tag tag_or_other);
  Visitor(HeapImpl* heap, VisitFunction visit, void* data);

  bool visits_ephemerons_ = true;  // not marking: the values of ephemerons count as references

 private:
  friend class ConcurrentMarker;
  friend class HeapImpl;
  friend class Marker;
  bool ReadsConservatively() const;
  static constexpr size_t kLongRange = 16 * 1024;   // bytes
  static constexpr size_t kRootPiece = 256 * 1024;  // between two questions whether a pause goes on

  // Things to trace, one behind the other.
  struct Parts {
    const void* first;
    size_t size;
    size_t count;
    void (*trace)(Visitor* visitor, const void* first, size_t count);  // null: they are tagged words
  };
  static Parts TakePiece(Parts& rest, size_t bytes);
  template <typename T>
  static void TraceParts(Visitor* visitor, const void* first, size_t count) {
    const T* part = static_cast<const T*>(first);
    for (size_t i = 0; i < count; i++) {
      if constexpr (std::is_polymorphic_v<T>) {
        if (__atomic_load_n(reinterpret_cast<const uintptr_t*>(part + i), __ATOMIC_RELAXED) == 0) continue;
      }
      visitor->Trace(part[i]);
    }
  }

  template <typename T>
  friend void internal::TraceRoot(Visitor& visitor, const T* object);

  template <typename T>
  HALFWORD_INLINE void TraceStrong(const T* object) {
    static_assert(internal::Complete<T>, "Pointee type must be fully defined.");
    static_assert(IsGarbageCollectedOrMixinTypeV<T>,
                  "T must be GarbageCollected or GarbageCollectedMixin type");
    if (reinterpret_cast<uintptr_t>(object) <= kSentinelAddress) return;
    if (HALFWORD_UNLIKELY(!marking_)) {
      Visit(object, TraceTrait<T>::GetTraceDescriptor(object));
    } else if constexpr (IsGarbageCollectedMixinTypeV<T>) {
      MarkInner(object);
    } else {
      Mark(OffsetOf(object), kOtherTag);
    }
  }
  template <typename K, typename V>
  void TraceKeyed(const WeakMember<K>& key, const V* value, TraceCallback trace) {
    static_assert(internal::Complete<K>, "Pointee type must be fully defined.");
    MemberBits bits = key.GetIntegerAtomic();
    if (!IsHeapMember(bits)) return;
    const void* object = DecompressMember(mask_, bits);
    if (HALFWORD_LIKELY(marking_)) {
      TraceMemberEphemeron(object, IsGarbageCollectedMixinTypeV<K>, value, trace);
    } else {
      VisitKeyed(TraceTrait<K>::GetTraceDescriptor(object).base_object_payload, *value, trace);
    }
  }
  template <typename V>
  void VisitKeyed(const void* key, const Member<V>& value, TraceCallback) {
    const V* object = static_cast<const V*>(DecompressMember(mask_, value.GetIntegerAtomic()));
    VisitEphemeron(key, object, TraceTrait<V>::GetTraceDescriptor(object));
  }
  template <typename V>
  void VisitKeyed(const void* key, const V& value, TraceCallback trace) {
    VisitEphemeron(key, &value, {nullptr, trace});
  }
  template <typename T>
  static void ClearDead(const LivenessBroker& broker, const void* data) {
    auto* member = const_cast<WeakMember<T>*>(static_cast<const WeakMember<T>*>(data));
    if (!broker.IsHeapObjectAlive(*member)) member->Clear();
  }

  // REQUIRES: offset is the start of an object. A heap number holds no references, so it isn't pushed.
  HALFWORD_INLINE void Mark(CageOffset offset, TaggedBits tagged) {
    if (HALFWORD_UNLIKELY(offset < first_collected_)) return;
    uint64_t* word = mark_bits_ + BitmapWordOf(offset);
    uint64_t mask = BitmapMaskOf(offset);
    uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (old & mask) return;
    if (HALFWORD_LIKELY(!shares_marks_)) {
      __atomic_store_n(word, old | mask, __ATOMIC_RELAXED);
    } else if (__atomic_fetch_or(word, mask, __ATOMIC_SEQ_CST) & mask) {
      return;
    }
    if ((tagged & kTagMask) == kNumberTag) return;
    if (HALFWORD_UNLIKELY(worklist_top_ == worklist_end_)) GrowWorklist();
    *worklist_top_++ = Pack(offset);
  }
  void MarkInner(const void* inner);       // a pointer to anywhere in an object
  void TraceWeakMember(const void* slot);  // a MemberBits word
  void TraceMemberEphemeron(const void* key, bool key_is_inner, const void* value, TraceCallback trace);
  HALFWORD_NOINLINE void GrowWorklist();
  void AddWeakCallback(WeakCallback callback, const void* data);
  void AddWeakContainer(const void* self, TraceDescriptor strong, TraceDescriptor weak, WeakCallback callback,
                        const void* data);
  void AddMovableSlot(const void* slot, bool is_member);
  void PassOn(const void* self);
  void PassOnEphemeron(const void* value, TraceDescriptor value_descriptor);
  HALFWORD_NOINLINE bool DeferParts(const Parts& parts);
  void VisitTagged(const TaggedBits& slot);
  void VisitObject(CageOffset offset);

  bool marking_ = true;
  bool shares_marks_ = false;  // other threads may be marking
  CageOffset first_collected_ = 0;
  uint64_t* mark_bits_ = nullptr;
  PackedOffset* worklist_top_ = nullptr;
  PackedOffset* worklist_end_ = nullptr;
  uintptr_t base_ = 0;
  uintptr_t mask_ = 0;  // of references (encoding.h)
  HeapImpl* heap_ = nullptr;
  Marker* marker_ = nullptr;  // this, if it marks
  VisitFunction visit_ = nullptr;
  void* visit_data_ = nullptr;
};

// Base of visitors of the program's own: override Visit and the others.
class CustomVisitor : public Visitor {
 public:
  CustomVisitor() : Visitor(Visitor::Key{}) {}

 protected:
  static Key MakeKey() { return Key{}; }
};

namespace internal {

template <typename T>
void TraceRoot(Visitor& visitor, const T* object) {
  visitor.TraceStrong(object);
}

// Does for persistents what Visitor does for members.
class RootVisitor {
 public:
  explicit RootVisitor(Visitor::Key) {}
  virtual ~RootVisitor() = default;

  template <typename P>
  void Trace(const P& persistent) {
    using T = typename P::PointeeType;
    const T* object = persistent.Get();
    if (object == nullptr) return;
    if constexpr (P::IsStrongPersistent::value) {
      VisitRoot(object, TraceTrait<T>::GetTraceDescriptor(object), persistent.Location());
    } else {
      VisitWeakRoot(object, TraceTrait<T>::GetTraceDescriptor(object), &ClearDead<P>, &persistent,
                    persistent.Location());
    }
  }

 protected:
  friend class PersistentRegion;
  virtual void VisitRoot(const void* /*object*/, TraceDescriptor /*descriptor*/,
                         const SourceLocation& /*location*/) {}
  virtual void VisitWeakRoot(const void* /*object*/, TraceDescriptor /*descriptor*/,
                             WeakCallback /*callback*/, const void* /*weak_root*/,
                             const SourceLocation& /*location*/) {}

 private:
  template <typename P>
  static void ClearDead(const LivenessBroker& broker, const void* data) {
    auto* persistent = const_cast<P*>(static_cast<const P*>(data));
    if (!broker.IsHeapObjectAlive(persistent->Get())) persistent->Clear();
  }
};

inline void PersistentRegion::Iterate(RootVisitor& root_visitor) {
  struct Adapter final : CustomVisitor {
    void Visit(const void* self, TraceDescriptor found) override {
      object = self;
      descriptor = found;
    }
    const void* object = nullptr;
    TraceDescriptor descriptor{};
  } adapter;
  ForEach([&](PersistentNode& node) {
    node.callback(node.owner, &adapter, nullptr);
    if (weak_) {
      auto callback = [](const LivenessBroker& broker, const void* data) {
        auto* weak = static_cast<const PersistentNode*>(data);
        weak->callback(weak->owner, nullptr, &broker);
      };
      root_visitor.VisitWeakRoot(adapter.object, adapter.descriptor, callback, &node, {});
    } else {
      root_visitor.VisitRoot(adapter.object, adapter.descriptor, {});
    }
  });
}

}  // namespace internal

template <typename K, typename V>
void EphemeronPair<K, V>::Trace(Visitor* visitor) const {
  visitor->Trace(*this);
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_VISITOR_H_
