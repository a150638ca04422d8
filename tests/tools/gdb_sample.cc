// A program for the tests of tools/gdb: stops in Breakpoint with references of all kinds in sight.
#include <cstdlib>

#include "halfword/gc/allocation.h"
#include "halfword/gc/persistent.h"

using namespace halfword::gc;

struct Node : GarbageCollected<Node> {
  void Trace(Visitor* visitor) const { visitor->Trace(next); }
  Member<Node> next;
  int number = 0;
};

__attribute__((noinline)) void Breakpoint(Node* node) { __asm__ volatile("" : : "r"(node) : "memory"); }

int main() {
  auto heap = Heap::Create(HeapOptions(), nullptr);
  heap->Enter([&] {
    Persistent<Node> root = MakeGarbageCollected<Node>(*heap);
    Persistent<Node> empty;
    Member<Node> sentinel = kSentinelPointer;
    root->number = 1;
    root->next = MakeGarbageCollected<Node>(*heap);
    root->next->number = 2;
    Breakpoint(root.Get());
    if (empty == root || sentinel == root) std::abort();
  });
}
