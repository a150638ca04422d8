// How much can live: fills a heap with records of 1 MiB until it is full or `most` MiB are alive, as a
// program with large data would.
//
//   fill MOST_MIB       prints the MiB that were alive in the end, and whether the heap was full
#include <cstdio>
#include <cstdlib>
#include <new>

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
  auto heap = gc::Heap::Create(gc::HeapOptions(), &error);
  if (heap == nullptr) return std::fprintf(stderr, "%s\n", error.c_str()), 1;
  bool ended = false;
  try {
    heap->Enter([&] {
      gc::Persistent<Record> first;
      for (; alive < most; alive++) {
        Record* record = gc::MakeGarbageCollected<Record>(*heap);
        record->next = first.Get();
        first = record;
      }
    });
  } catch (const std::bad_alloc&) {
    ended = true;
  }
  std::printf("%zu %d\n", alive / 256, static_cast<int>(ended));
  return 0;
}
