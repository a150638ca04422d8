// The heap's own data at fixed distances from the cage base, so that generated code reaches it
// as [base + constant].
//
//   base - kAnnexFrontSize  AnnexFront: what needs raw pointers (outside the cage; never part of an image)
//   base + 4096             HeapFront: allocation top and limit, barrier flag. In a shared cage it is all
//                           heaps', for its barrier limit; each has its tops in one of its own
//   base + kClientFrontOffset   the client's own front (objects/isolate.h), as many bytes as it asked for
#ifndef HALFWORD_GC_INTERNAL_FRONT_H_
#define HALFWORD_GC_INTERNAL_FRONT_H_

#include "halfword/gc/header.h"

namespace halfword::gc {

class Heap;

inline constexpr uint32_t kFrontOffset = kNullPageSize;
inline constexpr uint32_t kClientFrontOffset = kNullPageSize + 256;
inline constexpr uint32_t kAnnexFrontSize = 4096;

// Bump allocation: the next object is at offset `top` (its header just below). It fits if top +
// cell size <= limit. Everything in [top, limit) is zero, but for the header below `limit`, which
// belongs to the neighbour.
struct HeapFront {
  CageOffset top;
  CageOffset limit;
  // BarrierKeyOf an address: write barriers call their slow path for places below it. 0 in a heap of its own,
  // that of image_end in a clone (its own objects pay one compare), UINT32_MAX when every store must be seen.
  uint32_t barrier_limit;
  CageOffset image_end;  // what lies below is immortal (front matter and image)
  char reserved[256 - 4 * sizeof(CageOffset)];
};
static_assert(sizeof(HeapFront) == kClientFrontOffset - kFrontOffset);
inline constexpr uint32_t kTopOffset = kFrontOffset + offsetof(HeapFront, top);
inline constexpr uint32_t kLimitOffset = kFrontOffset + offsetof(HeapFront, limit);
inline constexpr uint32_t kBarrierLimitOffset = kFrontOffset + offsetof(HeapFront, barrier_limit);

// Memory is cleared in pieces of so many bytes, just before it is allocated. Each allocation asks for the
// line of the cache that lies so far ahead, so the next piece is in the cache when it is cleared: a program
// that allocates much does not wait for memory. (The address may be any: a prefetch never faults.)
inline constexpr uint32_t kClearedAtOnce = 4096;
HALFWORD_INLINE void PrefetchBehind(const void* object) {
  __builtin_prefetch(static_cast<const char*>(object) + kClearedAtOnce, 1);
}

// The low bits of an address that order all places in one cage; they take one instruction at most.
HALFWORD_INLINE uint32_t BarrierKeyOf(const void* place) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(place) >> kPackedShift);
}
HALFWORD_INLINE bool IsBelowBarrier(const HeapFront* front, const void* place) {
  uint32_t limit = front->barrier_limit;
  if constexpr (kSharedCage) limit = __atomic_load_n(&front->barrier_limit, __ATOMIC_RELAXED);
  return HALFWORD_UNLIKELY(BarrierKeyOf(place) < limit);
}

struct AnnexFront {
  Heap* heap;
  void* client;  // the client's own use, for example its isolate; null at first
  // The cage base with what the client's own words of this heap carry in their upper kStampBits,
  // which tell those of before a reset from those of after it. Conservative scans see through them.
  // At first just the base.
  uint64_t stamp;
  // For the client's machine code, which reaches them from the base without a load. No image has them.
  uint64_t client_words[32];
};
inline constexpr int kStampBits = 16;
inline constexpr uint64_t kAddressMask = UINT64_MAX >> kStampBits;

HALFWORD_INLINE HeapFront* FrontOf(uintptr_t base) {
  return reinterpret_cast<HeapFront*>(base + kFrontOffset);
}
HALFWORD_INLINE AnnexFront* AnnexFrontOf(uintptr_t base) {
  return reinterpret_cast<AnnexFront*>(base - kAnnexFrontSize);
}
// The front of the heap that the thread has entered. If it has entered none, a front whose barrier limit is
// above everything, so that the slow path of a barrier ends the process with a sentence.
HALFWORD_INLINE HeapFront* EnteredFront() {
  return static_cast<HeapFront*>(const_cast<void*>(FrontAddress()));
}
// The heap whose cage has this base.
HALFWORD_INLINE Heap* HeapOf(uintptr_t base) { return AnnexFrontOf(base)->heap; }
// The heap that `place`, in a cage, belongs to.
#if HALFWORD_SHARED_CAGE
HALFWORD_EXPORT Heap* HeapAround(const void* place);
#else
HALFWORD_INLINE Heap* HeapAround(const void* place) { return HeapOf(CageBaseOf(place)); }
#endif

}  // namespace halfword::gc

#endif  // HALFWORD_GC_INTERNAL_FRONT_H_
