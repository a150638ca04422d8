// Base classes of collectable C++ classes.
//
//   class Node final : public gc::GarbageCollected<Node> {
//    public:
//     void Trace(gc::Visitor* visitor) const { visitor->Trace(next_); }
//    private:
//     gc::Member<Node> next_;
//   };
//
// GarbageCollected is the leftmost base; if any class derived from it has virtual functions, the first one
// has. Classes that are mixed in beside it derive from GarbageCollectedMixin, and the final class overrides
// Trace and calls all bases'.
#ifndef HALFWORD_GC_GARBAGE_COLLECTED_H_
#define HALFWORD_GC_GARBAGE_COLLECTED_H_

#include "halfword/gc/internal/config.h"
#include "halfword/gc/type_traits.h"

namespace halfword::gc {

template <typename T>
class GarbageCollected {
 public:
  using IsGarbageCollectedTypeMarker = void;
  using ParentMostGarbageCollectedType = T;

  // MakeGarbageCollected is the only way to make one, the collector the only one to end it.
  void* operator new(size_t) = delete;
  void* operator new[](size_t) = delete;
  void operator delete[](void*) = delete;
  // Must exist for virtual destructors.
  void operator delete(void*) { internal::Fatal("delete of a garbage-collected object", __FILE__, __LINE__); }

 protected:
  GarbageCollected() = default;
};

class GarbageCollectedMixin {
 public:
  using IsGarbageCollectedMixinTypeMarker = void;
  virtual void Trace(Visitor*) const {}
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_GARBAGE_COLLECTED_H_
