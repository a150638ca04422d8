// What happens to an object when it is found dead: FinalizeGarbageCollectedObject() if its class has one
// (classes without virtual functions dispatch by hand there), else its destructor unless that is trivial.
#ifndef HALFWORD_GC_INTERNAL_FINALIZER_TRAIT_H_
#define HALFWORD_GC_INTERNAL_FINALIZER_TRAIT_H_

#include <type_traits>

namespace halfword::gc::internal {

using FinalizationCallback = void (*)(void*);

template <typename T>
concept HasFinalizeGarbageCollectedObject = requires(T* object) { object->FinalizeGarbageCollectedObject(); };

template <typename T>
struct FinalizerTrait {
 private:
  static void Finalize(void* object) {
    if constexpr (HasFinalizeGarbageCollectedObject<T>) {
      static_cast<T*>(object)->FinalizeGarbageCollectedObject();
    } else {
      static_cast<T*>(object)->~T();
    }
  }

 public:
  static constexpr bool HasFinalizer() {
    return HasFinalizeGarbageCollectedObject<T> || !std::is_trivially_destructible_v<std::remove_cv_t<T>>;
  }
  static constexpr bool NonTrivialFinalizer() { return HasFinalizer(); }
  // A static variable's address of it decides in which blocks the object lives.
  static constexpr FinalizationCallback kCallback = [] {
    if constexpr (HasFinalizer()) {
      return &Finalize;
    } else {
      return static_cast<FinalizationCallback>(nullptr);
    }
  }();
};

template <typename T>
constexpr FinalizationCallback FinalizerTraitCallback = FinalizerTrait<T>::kCallback;

}  // namespace halfword::gc::internal

#endif  // HALFWORD_GC_INTERNAL_FINALIZER_TRAIT_H_
