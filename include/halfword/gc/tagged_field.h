// TaggedField: a tagged word (internal/encoding.h) as a field of a collected C++ object, for languages whose
// values such objects hold. Traced like a member:
//
//   void Trace(gc::Visitor* visitor) const { visitor->Trace(value_); }
#ifndef HALFWORD_GC_TAGGED_FIELD_H_
#define HALFWORD_GC_TAGGED_FIELD_H_

#include "halfword/gc/visitor.h"

namespace halfword::gc {
namespace internal {
// The write barrier of tagged words: `slot` is anywhere, in an object of the heap's own or outside of the
// heap. (Images hold no C++ objects.)
HALFWORD_EXPORT HALFWORD_NOINLINE HALFWORD_PRESERVE_MOST void TaggedSlotWriteBarrierSlow(HeapFront* front,
                                                                                         const void* slot);
}  // namespace internal

class TaggedField final {
 public:
  constexpr TaggedField() = default;
  constexpr explicit TaggedField(TaggedBits bits) : bits_(bits) {}
  TaggedField(const TaggedField& other) : bits_(other.bits_) {}
  TaggedField& operator=(const TaggedField& other) {
    Set(other.bits_);
    return *this;
  }

  HALFWORD_INLINE TaggedBits get() const { return bits_; }
  HALFWORD_INLINE void Set(TaggedBits bits) {
    __atomic_store_n(&bits_, bits, __ATOMIC_RELAXED);
    HeapFront* front = EnteredFront();
    if (IsBelowBarrier(front, this)) {
      internal::TaggedSlotWriteBarrierSlow(front, this);
    }
  }
  void Trace(Visitor* visitor) const { visitor->TraceTagged(bits_); }

 private:
  TaggedBits bits_ = 0;
};
static_assert(sizeof(TaggedField) == kTaggedSize);

}  // namespace halfword::gc

#endif  // HALFWORD_GC_TAGGED_FIELD_H_
