// One reference to a heap object in each of the ways that the library's headers know, chosen when compiled:
//
//   HALFWORD_COMPRESS    0  a whole pointer
//   HALFWORD_CAGE_SHIFT  1  a cage of 4 GiB, objects at multiples of 2     0  a cage of 2 GiB, no shift
//                        3  a cage of 16 GiB, objects at multiples of 8
//   HALFWORD_BASE_THREAD_LOCAL, _GLOBAL, _FROM_ADDRESS   where the base is found
//
// It is a Member without barrier.
#ifndef HALFWORD_BENCH_CHOICES_REFERENCE_H_
#define HALFWORD_BENCH_CHOICES_REFERENCE_H_

#include "halfword/gc/internal/encoding.h"

namespace choices {

template <typename T>
class Ref {
 public:
  Ref() = default;
  HALFWORD_INLINE Ref(T* p) : bits_(halfword::CompressMember(p)) {}
  HALFWORD_INLINE Ref& operator=(T* p) {
    bits_ = halfword::CompressMember(p);
    return *this;
  }
  HALFWORD_INLINE T* Get() const {
    return static_cast<T*>(halfword::DecompressMember(halfword::ReferenceMaskFor(this), bits_));
  }
  HALFWORD_INLINE T* operator->() const {
    return static_cast<T*>(halfword::DecompressNonNullMember(halfword::NullAddressFor(this), bits_));
  }
  HALFWORD_INLINE explicit operator bool() const { return bits_ != halfword::kNullMemberBits; }
  friend HALFWORD_INLINE bool operator==(Ref a, Ref b) { return a.bits_ == b.bits_; }

 private:
  halfword::MemberBits bits_ = halfword::kNullMemberBits;
};

}  // namespace choices

#endif  // HALFWORD_BENCH_CHOICES_REFERENCE_H_
