// How much can live: fills a heap with records of 1 MiB until it is full or `most` MiB are alive, as a
// program with large data would.
//
//   fill MOST_MIB       prints the MiB that were alive in the end, and whether the heap was full
#include <cstdio>
#include <cstdlib>
#include <string>

#include "halfword/gc/allocation.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/visitor.h"

namespace gc = halfword::gc;

struct Record : gc::GarbageCollected<Record> {
  void Trace(gc::Visitor* visitor) const { visitor->Trace(next); }
  gc::Member<Record> next;
  char data[4000];
};

int main(int, char** argv) {
  size_t most = std::strtoull(argv[1], nullptr, 10) * 256, alive = 0;
  std::string error;
  bool ended = false;
  gc::HeapOptions options;
  options.callbacks.data = &ended;
  options.callbacks.out_of_memory = [](void* ended) { *static_cast<bool*>(ended) = true; };
  auto heap = gc::Heap::Create(options, &error);
  if (heap == nullptr) return std::fprintf(stderr, "%s\n", error.c_str()), 1;
  heap->Enter([&] {
    gc::Persistent<Record> first;
    for (; alive < most && !ended; alive++) {
      Record* record = gc::MakeGarbageCollected<Record>(*heap);
      record->next = first.Get();
      first = record;
    }
  });
  std::printf("%zu %d\n", alive / 256, static_cast<int>(ended));
  return 0;
}
