// The cage base: where C++ code finds the upper half of every compressed reference.
//
// A slot is 8 GiB of address space aligned to 8 GiB; its upper 4 GiB are the cage, so bit 32 of every address
// in a cage is 1 and the low 32 bits are the offset. (Where HALFWORD_CAGE_SHIFT is 0, all of that is half as
// much; where it is 3, four times as much and the offset has 34 bits.) The base of the current thread's cage
// is in a thread-local variable with the initial-exec model. The compiler may keep the base for a whole
// function: it sees the read as a pure function without inputs. Therefore the base changes only across a call
// that the optimizer can't see through: CallWithCageBase. There is no scope object for it, and there must
// never be one. The exceptions are Heap::AttachToThread, Heap::DetachFromThread, Heap::Create(platform) and
// the destructor of a heap. They write the base themselves, and their callers must not dereference a
// reference in the same function (heap.h).
#ifndef HALFWORD_GC_INTERNAL_CAGE_BASE_H_
#define HALFWORD_GC_INTERNAL_CAGE_BASE_H_

#include "halfword/gc/internal/config.h"

namespace halfword {

// How many of the lowest bits of an address a reference drops. They are 0; this makes room for a
// bit that says "object".
inline constexpr int kMemberShift = HALFWORD_CAGE_SHIFT;
// The most that a cage can hold; also its alignment within the slot.
inline constexpr uint64_t kCageSpan = uint64_t{1} << (31 + kMemberShift);
inline constexpr uint64_t kSlotSpan = 2 * kCageSpan;
// A distance in bytes from the cage base. It has no more bits than the cage needs: 32 are cheaper.
using CageOffset = std::conditional_t<(kCageSpan > uint64_t{1} << 32), uint64_t, uint32_t>;
// The same in 32 bits, for what there is much of: in a large cage, of something that lies where objects do.
using PackedOffset = uint32_t;
inline constexpr int kPackedShift = sizeof(CageOffset) == sizeof(PackedOffset) ? 0 : kMemberShift;
constexpr PackedOffset Pack(CageOffset offset) { return static_cast<PackedOffset>(offset >> kPackedShift); }
constexpr CageOffset Unpack(PackedOffset packed) { return CageOffset{packed} << kPackedShift; }
// All heaps are in one cage: the base is set once.
inline constexpr bool kSharedCage = HALFWORD_SHARED_CAGE;
inline constexpr uint32_t kNullPageSize = 4096;  // [0, kNullPageSize) of a cage is never mapped
// As many bytes, from where `->` of a null member leads (NullAddressOf), are reserved and never accessible.
// It is what Linux keeps free at address 0.
inline constexpr uint32_t kNullGuardSize = 64 << 10;

// Three variables that say the same: the cage's base, for the heap; the reference mask, from which every
// member word is decoded (encoding.h); and the place of the heap's front matter, for write barriers. (To
// compute one from another would take a constant of 8 bytes wherever it is needed. Where no heap is entered,
// the third is not null but a front whose barrier stops everything. So a store outside of any heap is
// reported, and other stores pay nothing for the check.)
extern "C" {
#if HALFWORD_BASE_GLOBAL
// One base for the process: heaps may exist in several slots, but only one of them may be entered at a time;
// or all of them share a cage. Constant for all code but src/cage/base.cc, which defines variables of these
// names. So compilers read them as memory operands and keep what they have read across calls. Hidden unless
// they come from a shared library: hidden variables need no global offset table.
#if HALFWORD_GC_SHARED_LIBRARY
#define HALFWORD_BASE_VISIBILITY HALFWORD_EXPORT
#else
#define HALFWORD_BASE_VISIBILITY __attribute__((visibility("hidden")))
#endif
HALFWORD_BASE_VISIBILITY extern const uintptr_t halfword_cage_base;
HALFWORD_BASE_VISIBILITY extern const uintptr_t halfword_reference_mask;
HALFWORD_BASE_VISIBILITY extern const void* const halfword_front;
#else
#ifdef HALFWORD_MEASURE_TLS_MODEL  // what other models cost is measured by bench/lab
#define HALFWORD_TLS_NAME(model) #model
#define HALFWORD_TLS_MODEL(model) __attribute__((tls_model(HALFWORD_TLS_NAME(model))))
#define HALFWORD_BASE_MODEL HALFWORD_TLS_MODEL(HALFWORD_MEASURE_TLS_MODEL)
#else
#define HALFWORD_BASE_MODEL __attribute__((tls_model("initial-exec")))
#endif
HALFWORD_EXPORT extern __thread uintptr_t halfword_cage_base HALFWORD_BASE_MODEL;
HALFWORD_EXPORT extern __thread uintptr_t halfword_reference_mask HALFWORD_BASE_MODEL;
HALFWORD_EXPORT extern __thread const void* halfword_front HALFWORD_BASE_MODEL;
#endif
}

// Reads one of them where it is thread-local. (An attribute-const function loses the attribute when it is
// inlined, and the compiler then loads the variable again after each call and in each round of a loop; an asm
// without inputs and side effects keeps the promise: measured by tests/unit/cage.)
#if HALFWORD_BASE_GLOBAL || defined(HALFWORD_MEASURE_TLS_MODEL)
#define HALFWORD_READ_BASE(result, variable) result = variable
#elif defined(__x86_64__)
#define HALFWORD_READ_BASE(result, variable) \
  __asm__("movq " #variable "@GOTTPOFF(%%rip), %0\n\tmovq %%fs:(%0), %0" : "=r"(result))
#elif defined(__aarch64__)  // (GCC shares no asm with two results)
#define HALFWORD_READ_BASE(result, variable)                                           \
  __asm__("adrp %0, :gottprel:" #variable "\n\tldr %0, [%0, :gottprel_lo12:" #variable \
          "]\n\tldr %0, [%0, %1]"                                                      \
          : "=&r"(result)                                                              \
          : "r"(__builtin_thread_pointer()))
#else
#define HALFWORD_READ_BASE(result, variable) result = variable
#endif

// The base of the cage that this thread has entered, 0 if none.
HALFWORD_INLINE uintptr_t CageBase() {
  uintptr_t base;
  HALFWORD_READ_BASE(base, halfword_cage_base);
  return base;
}
// And the mask of the references in it.
HALFWORD_INLINE uintptr_t ReferenceMask() {
  uintptr_t mask;
  HALFWORD_READ_BASE(mask, halfword_reference_mask);
  return mask;
}
// And of its front matter, or of what stands for it.
HALFWORD_INLINE const void* FrontAddress() {
  const void* front;
  HALFWORD_READ_BASE(front, halfword_front);
  return front;
}
#undef HALFWORD_READ_BASE

// The mask of the references in the cage with this base: all ones below the slot's own bits.
constexpr uintptr_t ReferenceMaskOf(uintptr_t base) { return base | (kCageSpan - 1); }
// Where `->` of null leads in the cage with this base: `->` adds the word to it. That is the end of the slot,
// which folds with the mask into one addressing mode. Where the base has to be made from an address, it is
// the slot's beginning, which is quicker to make.
constexpr uintptr_t NullAddressOf(uintptr_t base) {
  return HALFWORD_BASE_FROM_ADDRESS ? base - kCageSpan : base + kCageSpan;
}

// The bases of the slot and of the cage that hold `address`, which must lie in a slot.
HALFWORD_INLINE uintptr_t SlotBaseOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address) & ~(kSlotSpan - 1);
}
HALFWORD_INLINE uintptr_t CageBaseOf(const void* address) { return SlotBaseOf(address) | kCageSpan; }

HALFWORD_INLINE bool IsInCage(uintptr_t base, const void* address) {
  return reinterpret_cast<uintptr_t>(address) - base < kCageSpan;
}

// The mask for a compressed reference that is stored at `self`. In from-address builds such references must
// be in the heap.
HALFWORD_INLINE uintptr_t ReferenceMaskFor([[maybe_unused]] const void* self) {
#if HALFWORD_BASE_FROM_ADDRESS
  return reinterpret_cast<uintptr_t>(self) | (kSlotSpan - 1);
#else
  return ReferenceMask();
#endif
}
// And where null leads.
HALFWORD_INLINE uintptr_t NullAddressFor([[maybe_unused]] const void* self) {
#if HALFWORD_BASE_FROM_ADDRESS
  return SlotBaseOf(self);
#else
  return ReferenceMask() + 1;
#endif
}

// Calls callback(data) with `base` as this thread's cage base and restores the former base.
HALFWORD_EXPORT HALFWORD_NOINLINE void CallWithCageBase(uintptr_t base, void (*callback)(void*), void* data);

// The same for a lambda: CallWithCageBase(base, [&] { ... }). The lambda's body is a function of its own.
template <typename F>
HALFWORD_INLINE void CallWithCageBase(uintptr_t base, F&& body) {
  CallWithCageBase(
      base, [](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace halfword

#endif  // HALFWORD_GC_INTERNAL_CAGE_BASE_H_
