// An uncompressed member that refers to one of two classes and knows which, by the lowest bit of the word.
#ifndef HALFWORD_GC_TAGGED_MEMBER_H_
#define HALFWORD_GC_TAGGED_MEMBER_H_

#include "halfword/gc/header.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc::subtle {

// Base1 and Base2 are base classes of T. Tag1 and Tag2 name the alternatives; users pass them.
template <typename T, typename Tag1, typename Tag2>
struct TaggedUncompressedMember final {
  static_assert(internal::Complete<T>);
  static constexpr uintptr_t kTagBit = 1;
  static_assert(kGranule > kTagBit, "the tag needs a bit that addresses don't use");

 public:
  TaggedUncompressedMember(Tag1, T* pointer) : pointer_(pointer) {}
  TaggedUncompressedMember(Tag2, T* pointer) : pointer_(Tagged(pointer)) {}

  template <typename Tag>
  bool Is() const {
    static_assert(std::is_same_v<Tag, Tag1> || std::is_same_v<Tag, Tag2>);
    return HasTagBit() == std::is_same_v<Tag, Tag2>;
  }
  template <typename Tag>
  T* GetAs() const {
    HALFWORD_GC_DCHECK(Is<Tag>());
    return GetUntagged();
  }
  T* GetUntagged() const {
    return reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(pointer_.Get()) & ~kTagBit);
  }
  template <typename Tag>
  void SetAs(T* pointer) {
    static_assert(std::is_same_v<Tag, Tag1> || std::is_same_v<Tag, Tag2>);
    pointer_ = std::is_same_v<Tag, Tag2> ? Tagged(pointer) : pointer;
  }
  void Trace(Visitor* visitor) const { visitor->Trace(UncompressedMember<T>(GetUntagged())); }

 private:
  static T* Tagged(T* pointer) {
    return reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(pointer) | kTagBit);
  }
  bool HasTagBit() const { return reinterpret_cast<uintptr_t>(pointer_.Get()) & kTagBit; }

  UncompressedMember<T> pointer_;
};

}  // namespace halfword::gc::subtle

#endif  // HALFWORD_GC_TAGGED_MEMBER_H_
