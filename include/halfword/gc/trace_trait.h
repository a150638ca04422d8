// How the collector gets from a C++ reference to the object, and from the object to its Trace method.
#ifndef HALFWORD_GC_TRACE_TRAIT_H_
#define HALFWORD_GC_TRACE_TRAIT_H_

#include "halfword/gc/ephemeron_pair.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {

using TraceCallback = void (*)(Visitor* visitor, const void* object);

// May be specialised for types that are traced in some other way than by a Trace method.
template <typename T>
struct TraceTrait {
  static void Trace(Visitor* visitor, const void* self) { static_cast<const T*>(self)->Trace(visitor); }
};

namespace internal {
template <typename T>
concept HasTraceMethod = requires(const T& object, Visitor* visitor) { object.Trace(visitor); };
}  // namespace internal

// Marks what `pointer` refers to: a collected class is at the start of its cell, a mixin somewhere in it.
template <typename T>
struct TraceDispatch {
  static_assert(internal::Complete<T>, "a class must be complete where its references are traced");
  static_assert(IsGarbageCollectedOrMixinTypeV<T>, "a reference to something that is not collected");
  HALFWORD_INLINE static void Trace(Visitor& visitor, const T* pointer) {
    if (reinterpret_cast<uintptr_t>(pointer) <= kSentinelAddress) return;
    if constexpr (IsGarbageCollectedMixinTypeV<T>) {
      visitor.MarkInner(pointer);
    } else {
      visitor.TraceObject(pointer);
    }
  }
  static void TraceEphemeron(Visitor& visitor, const void* key, const T* value) {
    if (reinterpret_cast<uintptr_t>(value) <= kSentinelAddress) return;
    visitor.TraceMemberEphemeron(key, value);
  }
  static void TraceWeak(Visitor& visitor, const void* slot) { visitor.TraceWeakMember(slot); }
};

template <typename M>
void Visitor::Trace(const M& thing) {
  Tracing<M>::Trace(*this, thing);
}

template <typename M>
struct Visitor::Tracing {
  static void Trace(Visitor& visitor, const M& inline_object) {
    TraceTrait<M>::Trace(&visitor, &inline_object);
  }
};
template <typename T>
struct Visitor::Tracing<internal::BasicMember<T, internal::StrongMemberTag>> {
  HALFWORD_INLINE static void Trace(Visitor& visitor, const Member<T>& member) {
    TraceDispatch<T>::Trace(
        visitor, static_cast<const T*>(DecompressMember(visitor.cage_base(), member.GetRawStorage())));
  }
};
template <typename T>
struct Visitor::Tracing<internal::BasicMember<T, internal::WeakMemberTag>> {
  static void Trace(Visitor& visitor, const WeakMember<T>& member) {
    if (IsHeapMember(member.GetRawStorage())) TraceDispatch<T>::TraceWeak(visitor, &member);
  }
};
template <typename T>
struct Visitor::Tracing<internal::BasicMember<T, internal::UntracedMemberTag>> {
  static_assert(sizeof(T) == 0, "an UntracedMember must not be traced");
};
template <typename K, typename V>
struct Visitor::Tracing<EphemeronPair<K, V>> {
  static void Trace(Visitor& visitor, const EphemeronPair<K, V>& pair) {
    visitor.TraceEphemeron(pair.key, &pair.value);
    visitor.RegisterWeakCallback(
        [](const LivenessBroker& broker, const void* data) {
          const_cast<EphemeronPair<K, V>*>(static_cast<const EphemeronPair<K, V>*>(data))
              ->ClearKeyAndValueIfKeyIsDead(broker);
        },
        &pair);
  }
};
template <typename T, bool kWeak>
struct Visitor::Tracing<internal::BasicPersistent<T, kWeak>> {
  static_assert(sizeof(T) == 0,
                "a Persistent is a root: it must not be traced, nor be part of a collected object");
};

template <typename K, typename V>
void Visitor::TraceEphemeron(const WeakMember<K>& key, const Member<V>* value) {
  if (!IsHeapMember(key.GetRawStorage())) return;
  TraceDispatch<V>::TraceEphemeron(
      *this, DecompressMember(cage_base(), key.GetRawStorage()),
      static_cast<const V*>(DecompressMember(cage_base(), value->GetRawStorage())));
}

template <typename T>
void Visitor::TraceStrongly(const WeakMember<T>& member) {
  TraceDispatch<T>::Trace(*this,
                          static_cast<const T*>(DecompressMember(cage_base(), member.GetRawStorage())));
}

template <typename T>
bool LivenessBroker::IsHeapObjectAlive(const T* object) const {
  if constexpr (IsGarbageCollectedMixinTypeV<T>) {
    return IsInnerAlive(object);
  } else {
    return IsAlive(static_cast<const void*>(object));
  }
}
template <typename T>
bool LivenessBroker::IsHeapObjectAlive(const WeakMember<T>& member) const {
  return IsHeapObjectAlive(member.Get());
}
template <typename T>
bool LivenessBroker::IsHeapObjectAlive(const UntracedMember<T>& member) const {
  return IsHeapObjectAlive(member.Get());
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_TRACE_TRAIT_H_
