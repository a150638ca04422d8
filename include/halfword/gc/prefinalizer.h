// Prefinalizers: methods that run when an object is found dead, while everything dead around it is still
// intact. They may neither allocate nor make a dead object reachable again.
//
//   class File : public gc::GarbageCollected<File> {
//     HALFWORD_USING_PRE_FINALIZER(File, Close);
//    …
#ifndef HALFWORD_GC_PREFINALIZER_H_
#define HALFWORD_GC_PREFINALIZER_H_

#include "halfword/gc/liveness_broker.h"

namespace halfword::gc::internal {

// Returns true if the object was dead and the method ran.
using Prefinalizer = bool (*)(const LivenessBroker& broker, void* object);
HALFWORD_EXPORT void RegisterPrefinalizer(void* object, Prefinalizer callback);

template <typename T>
class PrefinalizerRegistration final {
 public:
  explicit PrefinalizerRegistration(T* self) {
    static_assert(sizeof(&T::InvokePreFinalizer) > 0, "USING_PRE_FINALIZER(T) must be defined.");
    RegisterPrefinalizer(self, &T::InvokePreFinalizer);
  }
  void* operator new(size_t) = delete;
  void* operator new(size_t, void*) = delete;
};

}  // namespace halfword::gc::internal

// The last registered runs first. The pointer kept is that of the class that uses the macro, which
// may be a mixin.
#define HALFWORD_USING_PRE_FINALIZER(Class, Method)                                                          \
 public:                                                                                                     \
  static bool InvokePreFinalizer(const ::halfword::gc::LivenessBroker& broker, void* object) {               \
    static_assert(::halfword::gc::IsGarbageCollectedOrMixinTypeV<Class>,                                     \
                  "Only garbage collected objects can have prefinalizers");                                  \
    Class* self = static_cast<Class*>(object);                                                               \
    if (broker.IsHeapObjectAlive(self)) return false;                                                        \
    self->Method();                                                                                          \
    return true;                                                                                             \
  }                                                                                                          \
                                                                                                             \
 private:                                                                                                    \
  [[no_unique_address]] ::halfword::gc::internal::PrefinalizerRegistration<Class> prefinalizer_dummy_{this}; \
  static_assert(true, "ask for a semicolon")

#endif  // HALFWORD_GC_PREFINALIZER_H_
