// How much memory an object takes.
#ifndef HALFWORD_GC_OBJECT_SIZE_TRAIT_H_
#define HALFWORD_GC_OBJECT_SIZE_TRAIT_H_

#include "halfword/gc/type_traits.h"

namespace halfword::gc {
namespace internal {

struct HALFWORD_EXPORT BaseObjectSizeTrait {
 protected:
  static size_t GetObjectSizeForGarbageCollected(const void* object);
  static size_t GetObjectSizeForGarbageCollectedMixin(const void* inner);
};

}  // namespace internal

namespace subtle {

// Of a collected class, or of a mixin: then of the whole object around it. Without the header, with
// AdditionalBytes and what rounding adds.
template <typename T>
struct ObjectSizeTrait final : internal::BaseObjectSizeTrait {
  static_assert(internal::Complete<T>, "T must be fully defined");
  static_assert(IsGarbageCollectedOrMixinTypeV<T>,
                "T must be of type GarbageCollected or GarbageCollectedMixin");
  static size_t GetSize(const T& object) {
    if constexpr (IsGarbageCollectedTypeV<T>) {
      return GetObjectSizeForGarbageCollected(&object);
    } else {
      return GetObjectSizeForGarbageCollectedMixin(&object);
    }
  }
};

}  // namespace subtle
}  // namespace halfword::gc

#endif  // HALFWORD_GC_OBJECT_SIZE_TRAIT_H_
