// Memory given back by hand, where the program knows what the collector would only find out later: the
// backing store of a container that was replaced, for example.
#ifndef HALFWORD_GC_EXPLICIT_MANAGEMENT_H_
#define HALFWORD_GC_EXPLICIT_MANAGEMENT_H_

#include "halfword/gc/allocation.h"

namespace halfword::gc {
namespace internal {

class HALFWORD_EXPORT ExplicitManagementImpl final {
 public:
  static void FreeUnreferencedObject(HeapHandle& handle, void* object);
  static bool Resize(void* object, size_t object_size);
};

}  // namespace internal

namespace subtle {

// Runs the finalizer of `object` now and makes its memory free. Nothing may refer to it any more. Does
// nothing while the heap collects or marks.
template <typename T>
void FreeUnreferencedObject(HeapHandle& handle, T& object) {
  static_assert(IsGarbageCollectedTypeV<T>, "Object must be of type GarbageCollected.");
  internal::ExplicitManagementImpl::FreeUnreferencedObject(handle, &object);
}

// Changes the room behind `object` to `additional_bytes`; true if it now has that many. Shrinking always
// works, in weak callbacks too; growing works for the object that was allocated last, and for large objects
// that free blocks follow. New bytes are zero.
template <typename T>
bool Resize(T& object, AdditionalBytes additional_bytes) {
  static_assert(IsGarbageCollectedTypeV<T>, "Object must be of type GarbageCollected.");
  return internal::ExplicitManagementImpl::Resize(&object, sizeof(T) + internal::BytesOf(additional_bytes));
}

// The same for an object with a typed header: `object_size` bytes in all.
inline bool ResizeObject(void* object, size_t object_size) {
  return internal::ExplicitManagementImpl::Resize(object, object_size);
}

}  // namespace subtle
}  // namespace halfword::gc

#endif  // HALFWORD_GC_EXPLICIT_MANAGEMENT_H_
