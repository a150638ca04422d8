// Large heaps: fills a heap with live trees, as a database's index in memory is, and collects it.
//
//   large MIB       lines "name value unit": time of the thread a node allocated, of a whole collection a
//                   node that lives, the longest pause while it filled, and what lived
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/visitor.h"

namespace gc = halfword::gc;

namespace {

// As large in each kind of the library, so that only references differ.
struct Node : gc::GarbageCollected<Node> {
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(left);
    visitor->Trace(right);
  }
  gc::Member<Node> left, right;
  char data[120 - 2 * sizeof(gc::Member<Node>)];
};
struct Index : gc::GarbageCollected<Index> {
  void Trace(gc::Visitor* visitor) const { visitor->Trace(trees); }
  gc::Vector<gc::Member<Node>> trees;
};
constexpr int kDepth = 13;
constexpr size_t kNodes = (size_t{1} << kDepth) - 1;  // of a tree: a MiB

Node* Tree(gc::Heap& heap, int depth) {
  Node* node = gc::MakeGarbageCollected<Node>(heap);
  if (depth > 1) {
    node->left = Tree(heap, depth - 1);
    node->right = Tree(heap, depth - 1);
  }
  return node;
}

double ThreadNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

}  // namespace

int main(int, char** argv) {
  size_t trees = std::strtoull(argv[1], nullptr, 10);
  std::string error;
  auto heap = gc::Heap::Create(gc::HeapOptions(), &error);
  if (heap == nullptr) return std::fprintf(stderr, "%s\n", error.c_str()), 1;
  heap->Enter([&] {
    gc::Persistent<Index> index = gc::MakeGarbageCollected<Index>(*heap);
    double start = ThreadNanoseconds();
    for (size_t i = 0; i < trees; i++) index->trees.push_back(Tree(*heap, kDepth));
    double nodes = static_cast<double>(trees * kNodes), filled = ThreadNanoseconds();
    uint64_t longest = heap->CollectStatistics().pause_nanoseconds_longest;
    heap->CollectGarbage();
    double collected = ThreadNanoseconds();
    std::printf("allocation %.4f ns\nmarking %.4f ns\npause %.4f ms\nlive %.4f GiB\n",
                (filled - start) / nodes, (collected - filled) / nodes, static_cast<double>(longest) / 1e6,
                static_cast<double>(heap->CollectStatistics().live_bytes) / (1 << 30));
  });
  return 0;
}
