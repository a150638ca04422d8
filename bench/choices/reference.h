// One reference to a heap object in each of the ways that were thought of, chosen when compiled:
//
//   CHOICE_SHIFT  1  the library's: a cage of 4 GiB, objects at multiples of 2     0  a cage of 2 GiB, no
//   shift
//                 3  a cage of 16 GiB, objects at multiples of 8                  -1  a whole pointer
//   HALFWORD_BASE_THREAD_LOCAL, _GLOBAL, _FROM_ADDRESS   as everywhere: where the base is found
//
// The encodings are one scheme: the lowest bits of an address that the shift leaves, of which the topmost is
// 1 in all addresses of the cage; decoded by sign-extension, shift, and an `and` with the base whose low
// part is all ones. So null and the sentinel need no branch.
#ifndef HALFWORD_BENCH_CHOICES_REFERENCE_H_
#define HALFWORD_BENCH_CHOICES_REFERENCE_H_

#include "halfword/gc/internal/encoding.h"

#define CHOICE_IS_FULL (CHOICE_SHIFT < 0)

namespace choices {

#if CHOICE_IS_FULL

using Bits = uint64_t;
inline constexpr uint64_t kSpan = uint64_t{1} << 32;
HALFWORD_INLINE Bits Compress(const void* p) { return reinterpret_cast<uintptr_t>(p); }
HALFWORD_INLINE void* Decompress(const void*, Bits bits) { return reinterpret_cast<void*>(bits); }
HALFWORD_INLINE void* DecompressNonNull(const void*, Bits bits) { return reinterpret_cast<void*>(bits); }

#else

using Bits = uint32_t;
inline constexpr uint64_t kSpan = uint64_t{1}
                                  << (31 + CHOICE_SHIFT);  // of the cage, and its distance from the slot

HALFWORD_INLINE uint64_t Base([[maybe_unused]] const void* self) {
#if HALFWORD_BASE_FROM_ADDRESS
  return reinterpret_cast<uintptr_t>(self) & ~(2 * kSpan - 1);
#else
  return halfword::CageBase();  // here: the slot's
#endif
}
HALFWORD_INLINE Bits Compress(const void* p) {
  return static_cast<Bits>(reinterpret_cast<uintptr_t>(p) >> CHOICE_SHIFT);
}
HALFWORD_INLINE void* Decompress(const void* self, Bits bits) {
  uint64_t wide = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(bits))) << CHOICE_SHIFT;
  return reinterpret_cast<void*>(wide & (Base(self) | (2 * kSpan - 1)));
}
HALFWORD_INLINE void* DecompressNonNull(const void* self, Bits bits) {
  return reinterpret_cast<void*>(Base(self) + (uint64_t{bits} << CHOICE_SHIFT));
}

#endif

template <typename T>
class Ref {
 public:
  Ref() = default;
  HALFWORD_INLINE Ref(T* p) : bits_(Compress(p)) {}
  HALFWORD_INLINE Ref& operator=(T* p) {
    bits_ = Compress(p);
    return *this;
  }
  HALFWORD_INLINE T* Get() const { return static_cast<T*>(Decompress(this, bits_)); }
  HALFWORD_INLINE T* operator->() const { return static_cast<T*>(DecompressNonNull(this, bits_)); }
  HALFWORD_INLINE explicit operator bool() const { return bits_ != 0; }
  friend HALFWORD_INLINE bool operator==(Ref a, Ref b) { return a.bits_ == b.bits_; }

 private:
  Bits bits_ = 0;
};

}  // namespace choices

#endif  // HALFWORD_BENCH_CHOICES_REFERENCE_H_
