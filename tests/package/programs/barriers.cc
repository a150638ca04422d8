// Against the collector's package: stores references of every kind while the collector marks, at the speed of
// an inlined barrier whose slow path is the library's, and counts what came of it. What it prints is the same
// whichever compilers are paired.
#include <cstdio>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/tagged_field.h"

namespace gc = halfword::gc;

struct Node : gc::GarbageCollected<Node> {
  void Trace(gc::Visitor* v) const {
    v->Trace(a), v->Trace(b), v->Trace(weak), v->Trace(whole), v->Trace(tagged);
  }
  gc::Member<Node> a, b;
  gc::WeakMember<Node> weak;
  gc::subtle::UncompressedMember<Node> whole;
  gc::TaggedField tagged;
  int n = 0;
};

// By value: a member is passed as the library's compiler passes it.
__attribute__((noinline)) gc::Member<Node> Either(gc::Member<Node> a, gc::Member<Node> b, int i) {
  return i % 5 ? a : b;
}

// Nothing but stores between two allocations: as many values as can be are kept in registers.
long Stores(gc::Heap& heap) {
  gc::Persistent<Node> root = gc::MakeGarbageCollected<Node>(heap);
  for (int i = 0; i < 3'000'000; i++) {
    Node* p = gc::MakeGarbageCollected<Node>(heap);
    p->a = root.Get();
    p->n = i;
    p->b = root->b;
    root->b = i % 5 ? root->b.Get() : p;
  }
  long sum = 0;
  for (Node* p = root->b; p; p = p->b) sum += p->a == root.Get() ? 1 : p->n;
  return sum;
}

int main() {
  std::unique_ptr<gc::Heap> heap = gc::Heap::Create(gc::HeapOptions(), nullptr);
  long sum = 0;
  heap->Enter([&] {
    sum = Stores(*heap);
    gc::Persistent<Node> root = gc::MakeGarbageCollected<Node>(*heap);
    for (int i = 0; i < 3'000'000; i++) {  // a fifth of them stays, so that marking has something to do
      Node* p = gc::MakeGarbageCollected<Node>(*heap);
      p->a = root.Get();
      p->n = i;
      p->b = root->b;
      root->b = Either(root->b, p, i);
      root->a = p;
      root->weak = p;
      root->whole = p;
      root->tagged.Set(static_cast<halfword::TaggedBits>(2 * i));
      sum += root->a->n + root->weak->n + root->whole->n - 3 * i;
    }
    int length = 0;
    for (Node* p = root->b; p; p = p->b) length++, sum += p->a == root.Get() ? 0 : 1;
    sum += length;
  });
  std::printf("%ld\n", sum);
}
