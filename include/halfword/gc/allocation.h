// MakeGarbageCollected: makes a collected C++ object.
//
//   Node* node = gc::MakeGarbageCollected<Node>(heap.GetAllocationHandle(), arguments…);
//
// Its memory is zero before the constructor runs. A collection during the constructor is safe: the object is
// scanned conservatively until the constructor returns. If it throws, there is no object: neither its
// destructor nor its prefinalizers will run. Whatever refers to it all the same finds memory that stays
// there, and that goes on being scanned conservatively.
#ifndef HALFWORD_GC_ALLOCATION_H_
#define HALFWORD_GC_ALLOCATION_H_

#include <new>
#include <utility>

#include "halfword/gc/custom_space.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/internal/finalizer_trait.h"
#include "halfword/gc/internal/name_trait.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {

// Room behind the object, for inline arrays. More than a cage holds, a negative number for example, is too
// much for the cage: Try… gives null, and others end as they do without memory.
struct AdditionalBytes {
  static constexpr size_t kMost = SIZE_MAX / 4;
  constexpr explicit AdditionalBytes(size_t bytes) : value(bytes < kMost ? bytes : kMost) {}
  const size_t value;
};

// Specialise it to run code after the constructor.
template <typename T, typename = void>
struct PostConstructionCallbackTrait {
  static void Call(T*) {}
};

namespace internal {

inline constexpr size_t kLargestObjectWithMixin = 64 * 1024;

// A class says so with `using HoldsNoReferencesMarker = void;`: then its objects are marked without a look
// inside. It must be final, because a derived class could hold some.
template <typename T>
concept HoldsNoReferences = requires { typename T::HoldsNoReferencesMarker; } && std::is_final_v<T>;

// A C++ class in the type table.
template <typename T>
struct GCInfoTrait {
  static void Trace(Visitor& visitor, void* object) { TraceTrait<T>::Trace(&visitor, object); }
  static constexpr TraceKind kKind =
      HoldsNoReferences<T> ? TraceKind::kNoPointers : TraceKind::kTraceFunction;
  static uint32_t Index() {
    static const uint32_t index = Register();
    return index;
  }

 private:
  HALFWORD_NOINLINE static uint32_t Register() {
    if (!BaseComesFirst()) BaseIsNotFirst(TypeName<T>::kBuffer.data());
    return RegisterCppType({TypeName<T>::kBuffer.data(), kKind, 0, 0, &Trace, FinalizerTrait<T>::kCallback},
                           {&TraceTrait<T>::Trace, std::is_base_of_v<NameProvider, T> ? &Name : nullptr});
  }
  // The address of the class that derives from GarbageCollected is the object's: there its header is looked
  // for. (No compiler says so at compile time where there are several bases with virtual functions.)
  static bool BaseComesFirst() {
    if constexpr (requires(T* object) {
                    static_cast<const typename T::ParentMostGarbageCollectedType*>(object);
                  }) {
      T* object = reinterpret_cast<T*>(uintptr_t{kNullPageSize});
      return static_cast<const void*>(
                 static_cast<const typename T::ParentMostGarbageCollectedType*>(object)) == object;
    }
    return true;
  }
  static const char* Name(const void* object) { return NameTrait<T>::GetName(object).value; }
};

// Allocates what the inlined path of Heap::Allocate does not: objects with 16-byte alignment, with
// finalizers, or in custom spaces.
HALFWORD_EXPORT void* AllocateAligned16(Heap& heap, Header header, size_t cell_size, bool finalizable,
                                        uint32_t space);
HALFWORD_EXPORT void* AllocateInSpace(Heap& heap, Header header, size_t cell_size, bool finalizable,
                                      uint32_t space);

// The constructor of the object has thrown.
HALFWORD_EXPORT __attribute__((cold)) void AbandonConstruction(void* object);

// Stands by while a constructor runs.
class ConstructionGuard final {
 public:
  HALFWORD_INLINE explicit ConstructionGuard(void* memory) : memory_(memory) {}
  HALFWORD_INLINE ~ConstructionGuard() {
    if (HALFWORD_UNLIKELY(memory_ != nullptr)) AbandonConstruction(memory_);
  }
  ConstructionGuard(const ConstructionGuard&) = delete;
  ConstructionGuard& operator=(const ConstructionGuard&) = delete;
  HALFWORD_INLINE void Release() { memory_ = nullptr; }

 private:
  void* memory_;
};

// What so many bytes behind an object come to. Sums of it and of sizes of classes don't overflow.
HALFWORD_INLINE constexpr size_t BytesOf(AdditionalBytes additional) {
  return additional.value < kCageSpan ? additional.value : size_t{kCageSpan};
}

// Whether a class with a vtable lies behind its base that has none: the vtable comes first.
template <typename T, typename Base>
inline constexpr bool kVtableMovesBase =
    std::is_polymorphic_v<T> && !std::is_polymorphic_v<Base> && !std::is_empty_v<Base>;

}  // namespace internal

template <typename T>
class MakeGarbageCollectedTraitBase {
 protected:
  static_assert(internal::Complete<T>, "T must be fully defined");
  static_assert(
      IsGarbageCollectedTypeV<T> && requires { typename T::ParentMostGarbageCollectedType; },
      "T needs to be a garbage collected object: it derives from GarbageCollected<U>, publicly and "
      "once");
  static_assert(std::is_base_of_v<typename T::ParentMostGarbageCollectedType, T>,
                "U of GarbageCollected<U> must be a base of T. Check GarbageCollected<T> base class "
                "inheritance.");
  static_assert(
      !internal::kVtableMovesBase<T, typename T::ParentMostGarbageCollectedType>,
      "T has virtual functions, and its base that derives from GarbageCollected has none: the base is "
      "not at the beginning of T. Give it a virtual destructor");
  static_assert(
      requires(typename T::ParentMostGarbageCollectedType* base) { static_cast<T*>(base); },
      "the class that derives from GarbageCollected can't be a virtual base: it is not at the "
      "beginning of T");
  static_assert(alignof(T) <= 2 * sizeof(void*), "collected objects are aligned to at most 16 bytes");
  static_assert(!IsGarbageCollectedWithMixinTypeV<T> || sizeof(T) <= internal::kLargestObjectWithMixin,
                "GarbageCollectedMixin may not be a large object");

  HALFWORD_INLINE static void* Allocate(AllocationHandle& handle, size_t bytes) {
    Heap& heap = Heap::From(handle);
    constexpr bool kFinalizable = internal::FinalizerTrait<T>::HasFinalizer();
    constexpr uint32_t kSpace = internal::SpaceOf<T>();
    size_t cell = CellSize(bytes);
    if constexpr (alignof(T) > 8)
      cell = (cell + 8) / 16 * 16 + 8;  // an odd number of granules: AllocateAligned16 needs it
    Header header = TypedHeader(internal::GCInfoTrait<T>::Index(), cell, kInConstructionFlag);
    if constexpr (alignof(T) > 8) {
      return internal::AllocateAligned16(heap, header, cell, kFinalizable, kSpace);
    } else if constexpr (kSpace != 0) {
      return internal::AllocateInSpace(heap, header, cell, kFinalizable, kSpace);
    } else if constexpr (kFinalizable) {
      return heap.AllocateFinalizable(header, cell);
    } else {
      return heap.AllocateAny(header, cell);
    }
  }
  HALFWORD_INLINE static void MarkObjectAsFullyConstructed(const void* object) {
    // A marker on another thread that finds the flag cleared also sees what the constructor wrote.
    Header& header = HeaderOf(const_cast<void*>(object));
    __atomic_store_n(&header, header & ~kInConstructionFlag, __ATOMIC_RELEASE);
  }
};

// Specialise to change how objects of a class are made.
template <typename T>
class MakeGarbageCollectedTrait : public MakeGarbageCollectedTraitBase<T> {
 public:
  template <typename... Args>
  static T* Call(AllocationHandle& handle, Args&&... args) {
    void* memory = MakeGarbageCollectedTraitBase<T>::Allocate(handle, sizeof(T));
    internal::ConstructionGuard guard(memory);
    T* object = ::new (memory) T(std::forward<Args>(args)...);
    guard.Release();
    MakeGarbageCollectedTraitBase<T>::MarkObjectAsFullyConstructed(object);
    return object;
  }
  template <typename... Args>
  static T* Call(AllocationHandle& handle, AdditionalBytes additional, Args&&... args) {
    void* memory =
        MakeGarbageCollectedTraitBase<T>::Allocate(handle, sizeof(T) + internal::BytesOf(additional));
    internal::ConstructionGuard guard(memory);
    T* object = ::new (memory) T(std::forward<Args>(args)...);
    guard.Release();
    MakeGarbageCollectedTraitBase<T>::MarkObjectAsFullyConstructed(object);
    return object;
  }
};

template <typename T, typename... Args>
HALFWORD_INLINE T* MakeGarbageCollected(AllocationHandle& handle, Args&&... args) {
  T* object = MakeGarbageCollectedTrait<T>::Call(handle, std::forward<Args>(args)...);
  PostConstructionCallbackTrait<T>::Call(object);
  return object;
}
template <typename T, typename... Args>
HALFWORD_INLINE T* MakeGarbageCollected(AllocationHandle& handle, AdditionalBytes additional,
                                        Args&&... args) {
  T* object = MakeGarbageCollectedTrait<T>::Call(handle, additional, std::forward<Args>(args)...);
  PostConstructionCallbackTrait<T>::Call(object);
  return object;
}

// The same, but null if the heap's limit leaves no room for the object: nothing is allocated then, and the
// heap's client is not told that memory has run out.
template <typename T, typename... Args>
HALFWORD_INLINE T* TryMakeGarbageCollected(AllocationHandle& handle, Args&&... args) {
  if (HALFWORD_UNLIKELY(!Heap::From(handle).EnsureRoom(CellSize(sizeof(T)) + 8))) return nullptr;
  return MakeGarbageCollected<T>(handle, std::forward<Args>(args)...);
}
template <typename T, typename... Args>
HALFWORD_INLINE T* TryMakeGarbageCollected(AllocationHandle& handle, AdditionalBytes additional,
                                           Args&&... args) {
  const size_t bytes = sizeof(T) + internal::BytesOf(additional);
  if (HALFWORD_UNLIKELY(!Heap::From(handle).EnsureRoom(CellSize(bytes) + 8))) {
    return nullptr;
  }
  return MakeGarbageCollected<T>(handle, additional, std::forward<Args>(args)...);
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_ALLOCATION_H_
