// Sizes, alignments and offsets of what a program and the library both touch. Every compiler
// must print the same.
#include <cstddef>
#include <cstdio>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/hash_set.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/cross_thread_persistent.h"
#include "halfword/gc/ephemeron_pair.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/heap_snapshot.h"
#include "halfword/gc/heap_statistics.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/prefinalizer.h"
#include "halfword/gc/tagged_field.h"

namespace gc = halfword::gc;

struct Mixin : gc::GarbageCollectedMixin {
  char c = 0;
  void Trace(gc::Visitor*) const override {}
};
struct Node : gc::GarbageCollected<Node> {
  void Trace(gc::Visitor*) const {}
  gc::Member<Node> first;
  char c = 0;
  gc::WeakMember<Node> second;
};
class Prefinalized : public gc::GarbageCollected<Prefinalized> {
  HALFWORD_USING_PRE_FINALIZER(Prefinalized, Dispose);

 public:
  void Trace(gc::Visitor*) const {}
  void Dispose() {}
  char c = 0;
};
struct Derived : gc::GarbageCollected<Derived>, Mixin {
  char d = 0;
  void Trace(gc::Visitor*) const override {}
};

#define SIZE(...) \
  std::printf("%s: %zu, aligned to %zu\n", #__VA_ARGS__, sizeof(__VA_ARGS__), alignof(__VA_ARGS__))
#define OFFSET(type, field) std::printf("%s::%s at %zu\n", #type, #field, offsetof(type, field))

int main() {
  SIZE(gc::HeapFront);
  SIZE(gc::HeapOptions);
  OFFSET(gc::HeapOptions, verify);
  SIZE(gc::HeapCallbacks);
  SIZE(gc::HeapStatistics);
  SIZE(gc::TypeInfo);
  OFFSET(gc::TypeInfo, finalize);
  SIZE(gc::Heap::HeapOptions);
  SIZE(gc::Persistent<Node>);
  SIZE(gc::WeakPersistent<Node>);
  SIZE(gc::subtle::CrossThreadPersistent<Node>);
  SIZE(gc::Member<Node>);
  SIZE(gc::UntracedMember<Node>);
  SIZE(gc::EphemeronPair<Node, Node>);
  SIZE(gc::TaggedField);
  SIZE(Node);
  SIZE(Prefinalized);
  SIZE(Derived);
  SIZE(gc::Vector<gc::Member<Node>>);
  SIZE(gc::Deque<gc::Member<Node>>);
  SIZE(gc::HashSet<gc::Member<Node>>);
  SIZE(gc::HashMap<gc::Member<Node>, char>);
  SIZE(gc::HashMap<int, gc::Member<Node>>);
}
