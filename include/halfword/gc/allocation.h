// MakeGarbageCollected: makes a collected C++ object.
//
// Its memory is zero before the constructor runs. A collection during the constructor is safe: the object is
// scanned conservatively until the constructor returns.
#ifndef HALFWORD_GC_ALLOCATION_H_
#define HALFWORD_GC_ALLOCATION_H_

#include <new>
#include <string_view>
#include <utility>

#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/trace_trait.h"

namespace halfword::gc {

// Room behind the object, for inline arrays.
struct AdditionalBytes {
  constexpr explicit AdditionalBytes(size_t bytes) : value(bytes) {}
  const size_t value;
};

// Override to name a class in statistics; otherwise its C++ name is used.
class NameProvider {
 public:
  virtual ~NameProvider() = default;
  virtual const char* GetHumanReadableName() const = 0;
};

// Specialise to be called after the constructor.
template <typename T, typename = void>
struct PostConstructionCallbackTrait {
  static void Call(T*) {}
};

namespace internal {

template <typename T>
concept HasCustomFinalizer = requires(T* object) { object->FinalizeGarbageCollectedObject(); };

template <typename T>
inline constexpr bool kNeedsFinalizer = HasCustomFinalizer<T> || !std::is_trivially_destructible_v<T>;

template <typename T>
struct ClassType {
  static const char* Name() { return __PRETTY_FUNCTION__; }
  static void Trace(Visitor& visitor, void* object) { TraceTrait<T>::Trace(&visitor, object); }
  static void Finalize(void* object) {
    if constexpr (HasCustomFinalizer<T>) {
      static_cast<T*>(object)->FinalizeGarbageCollectedObject();
    } else {
      static_cast<T*>(object)->T::~T();
    }
  }
  static uint32_t Index() {
    static const uint32_t index =
        RegisterCppType({Name(), HasTraceMethod<T> ? TraceKind::kTraceFunction : TraceKind::kNoPointers, 0, 0,
                         HasTraceMethod<T> ? &Trace : nullptr, kNeedsFinalizer<T> ? &Finalize : nullptr});
    return index;
  }
};

// An object whose address is a multiple of 16.
HALFWORD_EXPORT void* AllocateAligned16(Heap& heap, Header header, size_t cell_size, bool finalizable);

}  // namespace internal

template <typename T>
class MakeGarbageCollectedTraitBase {
 protected:
  static_assert(internal::Complete<T>);
  static_assert(IsGarbageCollectedTypeV<T>, "the class must derive from GarbageCollected<>");
  static_assert(alignof(T) <= 16, "collected objects are aligned to at most 16 bytes");

  HALFWORD_INLINE static void* Allocate(AllocationHandle& heap, size_t bytes) {
    size_t cell = CellSize(bytes);
    if constexpr (alignof(T) > 8)
      cell = (cell + 8) / 16 * 16 + 8;  // an odd number of granules: AllocateAligned16 needs it
    Header header = TypedHeader(internal::ClassType<T>::Index(), cell, kInConstructionFlag);
    if constexpr (alignof(T) > 8) {
      return internal::AllocateAligned16(heap, header, cell, internal::kNeedsFinalizer<T>);
    } else if constexpr (internal::kNeedsFinalizer<T>) {
      return heap.AllocateFinalizable(header, cell);
    } else {
      return heap.AllocateAny(header, cell);
    }
  }
  HALFWORD_INLINE static void MarkObjectAsFullyConstructed(const void* object) {
    HeaderOf(const_cast<void*>(object)) &= ~kInConstructionFlag;
  }
};

template <typename T>
class MakeGarbageCollectedTrait : public MakeGarbageCollectedTraitBase<T> {
 public:
  template <typename... Args>
  static T* Call(AllocationHandle& heap, Args&&... args) {
    return Call(heap, AdditionalBytes(0), std::forward<Args>(args)...);
  }
  template <typename... Args>
  static T* Call(AllocationHandle& heap, AdditionalBytes additional, Args&&... args) {
    void* memory = MakeGarbageCollectedTraitBase<T>::Allocate(heap, sizeof(T) + additional.value);
    T* object = ::new (memory) T(std::forward<Args>(args)...);
    MakeGarbageCollectedTraitBase<T>::MarkObjectAsFullyConstructed(object);
    return object;
  }
};

template <typename T, typename... Args>
HALFWORD_INLINE T* MakeGarbageCollected(AllocationHandle& heap, Args&&... args) {
  T* object = MakeGarbageCollectedTrait<T>::Call(heap, std::forward<Args>(args)...);
  PostConstructionCallbackTrait<T>::Call(object);
  return object;
}
template <typename T, typename... Args>
HALFWORD_INLINE T* MakeGarbageCollected(AllocationHandle& heap, AdditionalBytes additional, Args&&... args) {
  T* object = MakeGarbageCollectedTrait<T>::Call(heap, additional, std::forward<Args>(args)...);
  PostConstructionCallbackTrait<T>::Call(object);
  return object;
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_ALLOCATION_H_
