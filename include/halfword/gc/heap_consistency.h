// For authors of containers: scopes without collections, and the write barrier in pieces, for stores that no
// Member makes.
//
//   HeapConsistency::WriteBarrierParams params;
//   switch (HeapConsistency::GetWriteBarrierType(slot, value, params)) {
//     case HeapConsistency::WriteBarrierType::kMarking:
//       HeapConsistency::DijkstraWriteBarrier(params, value);
//       break;
//     case HeapConsistency::WriteBarrierType::kGenerational:
//       HeapConsistency::GenerationalBarrier(params, slot);
//       break;
//     case HeapConsistency::WriteBarrierType::kNone:
//       break;
//   }
//
// The library's own containers write the whole object down instead: RangeWriteBarrier in write_barrier.h.
#ifndef HALFWORD_GC_HEAP_CONSISTENCY_H_
#define HALFWORD_GC_HEAP_CONSISTENCY_H_

#include "halfword/gc/heap.h"
#include "halfword/gc/macros.h"
#include "halfword/gc/member.h"
#include "halfword/gc/trace_trait.h"

namespace halfword::gc {
namespace internal {

class WriteBarrier final {
 public:
  enum class Type : uint8_t { kNone, kMarking, kGenerational };
  struct Params {
    HeapFront* front = nullptr;
    const void* slot = nullptr;  // null if only the value is known
  };
};

// The rare halves of HeapConsistency's functions. `front` is that of a heap whose barrier is on.
HALFWORD_EXPORT WriteBarrier::Type BarrierTypeSlow(const void* in_heap);
HALFWORD_EXPORT void MarkValueSlow(HeapFront* front, const void* value);
HALFWORD_EXPORT void MarkRangeSlow(HeapFront* front, const void* first, size_t size, size_t count,
                                   TraceCallback trace);
HALFWORD_EXPORT void RetraceSlow(HeapFront* front, const void* object);

}  // namespace internal

namespace subtle {

class HALFWORD_EXPORT HeapConsistency final {
 public:
  using WriteBarrierParams = internal::WriteBarrier::Params;
  using WriteBarrierType = internal::WriteBarrier::Type;
  HeapConsistency() = delete;

  // After `value` was stored at `slot`: on a stack none is needed.
  HALFWORD_INLINE static WriteBarrierType GetWriteBarrierType(const void* slot, const void* value,
                                                              WriteBarrierParams& params) {
    if (reinterpret_cast<uintptr_t>(value) <= kSentinelAddress) return WriteBarrierType::kNone;
    if (CageBaseOf(slot) != CageBaseOf(value)) return WriteBarrierType::kNone;  // on a stack
    return TypeFor(slot, params);
  }
  template <typename T, typename W, typename B, typename C, typename S>
  HALFWORD_INLINE static WriteBarrierType GetWriteBarrierType(
      const internal::BasicMember<T, W, B, C, S>& member, WriteBarrierParams& params) {
    return GetWriteBarrierType(member.GetSlotForTesting(), member.Get(), params);
  }
  // `slot` may be anywhere; `callback` returns the heap.
  template <typename HeapHandleCallback>
  HALFWORD_INLINE static WriteBarrierType GetWriteBarrierType(const void* slot, WriteBarrierParams& params,
                                                              HeapHandleCallback callback) {
    uintptr_t base = Heap::From(static_cast<HeapHandle&>(callback())).cage_base();
    return IsInCage(base, slot) ? TypeFor(slot, params) : WriteBarrierType::kNone;
  }
  // Where only the value is known.
  HALFWORD_INLINE static WriteBarrierType GetWriteBarrierType(const void* value, WriteBarrierParams& params) {
    if (reinterpret_cast<uintptr_t>(value) <= kSentinelAddress) return WriteBarrierType::kNone;
    WriteBarrierType type = TypeFor(value, params);
    params.slot = nullptr;
    return type;
  }

  // Marks the object that `value` points into.
  static void DijkstraWriteBarrier(const WriteBarrierParams& params, const void* value) {
    internal::MarkValueSlow(params.front, value);
  }
  // Traces elements that were written as a whole.
  static void DijkstraWriteBarrierRange(const WriteBarrierParams& params, const void* first_element,
                                        size_t element_size, size_t number_of_elements,
                                        TraceCallback trace_callback) {
    internal::MarkRangeSlow(params.front, first_element, element_size, number_of_elements, trace_callback);
  }
  // Has `object` (its start) traced again.
  static void SteeleWriteBarrier(const WriteBarrierParams& params, const void* object) {
    internal::RetraceSlow(params.front, object);
  }
  // Remembers that the object around `slot` refers to younger ones.
  static void GenerationalBarrier(const WriteBarrierParams& params, const void* slot) {
    internal::RetraceSlow(params.front, slot);
  }
  static void GenerationalBarrierForUncompressedSlot(const WriteBarrierParams& params, const void* slot) {
    internal::RetraceSlow(params.front, slot);
  }
  static void GenerationalBarrierForSourceObject(const WriteBarrierParams& params,
                                                 const void* inner_pointer) {
    internal::RetraceSlow(params.front, inner_pointer);
  }

 private:
  HALFWORD_INLINE static WriteBarrierType TypeFor(const void* in_heap, WriteBarrierParams& params) {
    params.front = FrontOf(CageBaseOf(in_heap));
    params.slot = in_heap;
    return IsBelowBarrier(params.front, in_heap) ? internal::BarrierTypeSlow(in_heap)
                                                 : WriteBarrierType::kNone;
  }
};

// A collection inside it ends the process. It is for code that holds references where the
// collector can't see them.
class HALFWORD_EXPORT DisallowGarbageCollectionScope final {
  HALFWORD_STACK_ALLOCATED();

 public:
  static bool IsGarbageCollectionAllowed(HeapHandle& handle);
  static void Enter(HeapHandle& handle);
  static void Leave(HeapHandle& handle);

  [[nodiscard]] explicit DisallowGarbageCollectionScope(HeapHandle& handle) : handle_(handle) {
    Enter(handle);
  }
  ~DisallowGarbageCollectionScope() { Leave(handle_); }
  DisallowGarbageCollectionScope(const DisallowGarbageCollectionScope&) = delete;
  DisallowGarbageCollectionScope& operator=(const DisallowGarbageCollectionScope&) = delete;

 private:
  HeapHandle& handle_;
};

using gc::NoGarbageCollectionScope;

}  // namespace subtle
}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_CONSISTENCY_H_
