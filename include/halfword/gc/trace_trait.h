// How the collector gets from a C++ reference to the object, and from the object to its Trace method.
#ifndef HALFWORD_GC_TRACE_TRAIT_H_
#define HALFWORD_GC_TRACE_TRAIT_H_

#include "halfword/gc/type_traits.h"

namespace halfword::gc {

class Visitor;

using TraceCallback = void (*)(Visitor* visitor, const void* object);

// What is to be traced for a reference: the object that it points into, and how.
struct TraceDescriptor {
  const void* base_object_payload;
  TraceCallback callback;
};
using TraceDescriptorCallback = TraceDescriptor (*)(const void* address);

namespace internal {

struct HALFWORD_EXPORT TraceTraitFromInnerAddressImpl {
  static TraceDescriptor GetTraceDescriptor(const void* address);
};

template <typename T>
struct TraceTraitBase {
  static_assert(IsTraceableV<T>,
                "T must have a Trace() method: one, const and public; a class with mixins overrides it");

  static TraceDescriptor GetTraceDescriptor(const void* self);
  static void Trace(Visitor* visitor, const void* self) { static_cast<const T*>(self)->Trace(visitor); }
};

}  // namespace internal

// May be specialised for types that are traced in some other way than by a Trace method. Containers that can
// be traced weakly add GetWeakTraceDescriptor.
template <typename T>
struct TraceTrait : internal::TraceTraitBase<T> {};

// An object of a collected class is at the start of its cell; a mixin is somewhere inside it.
template <typename T>
TraceDescriptor internal::TraceTraitBase<T>::GetTraceDescriptor(const void* self) {
  static_assert(IsGarbageCollectedOrMixinTypeV<T>,
                "T must be of type GarbageCollected or GarbageCollectedMixin");
  if constexpr (IsGarbageCollectedMixinTypeV<T>) {
    return TraceTraitFromInnerAddressImpl::GetTraceDescriptor(static_cast<const T*>(self));
  } else {
    return {self, TraceTrait<T>::Trace};
  }
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_TRACE_TRAIT_H_
