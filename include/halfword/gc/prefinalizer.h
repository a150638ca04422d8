// Prefinalizers: methods that run when an object is found dead, while everything dead around it is still
// intact.
#ifndef HALFWORD_GC_PREFINALIZER_H_
#define HALFWORD_GC_PREFINALIZER_H_

#include "halfword/gc/liveness_broker.h"

namespace halfword::gc::internal {

// Returns true if the object was dead and the method ran.
using Prefinalizer = bool (*)(const LivenessBroker& broker, void* object);
HALFWORD_EXPORT void RegisterPrefinalizer(void* object, Prefinalizer callback);

template <typename T>
struct PrefinalizerRegistration {
  explicit PrefinalizerRegistration(T* self) { RegisterPrefinalizer(self, &T::InvokePrefinalizer); }
  void* operator new(size_t) = delete;
};

}  // namespace halfword::gc::internal

#define HALFWORD_USING_PRE_FINALIZER(Class, Method)                                            \
 public:                                                                                       \
  static bool InvokePrefinalizer(const ::halfword::gc::LivenessBroker& broker, void* object) { \
    Class* self = static_cast<Class*>(object);                                                 \
    if (broker.IsHeapObjectAlive(self)) return false;                                          \
    self->Method();                                                                            \
    return true;                                                                               \
  }                                                                                            \
                                                                                               \
 private:                                                                                      \
  [[no_unique_address]] ::halfword::gc::internal::PrefinalizerRegistration<Class>              \
      prefinalizer_registration_{this};                                                        \
  static_assert(true, "ask for a semicolon")

#endif  // HALFWORD_GC_PREFINALIZER_H_
