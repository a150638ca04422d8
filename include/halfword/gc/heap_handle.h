// What a program passes around to name a heap: to allocate in it, and to ask or tell it things. Both are the
// Heap itself, seen from outside.
#ifndef HALFWORD_GC_HEAP_HANDLE_H_
#define HALFWORD_GC_HEAP_HANDLE_H_

namespace halfword::gc {

class AllocationHandle {
 public:
  AllocationHandle(const AllocationHandle&) = delete;
  AllocationHandle& operator=(const AllocationHandle&) = delete;

 private:
  friend class Heap;
  AllocationHandle() = default;
};

class HeapHandle {
 public:
  HeapHandle(const HeapHandle&) = delete;
  HeapHandle& operator=(const HeapHandle&) = delete;

 private:
  friend class Heap;
  HeapHandle() = default;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_HANDLE_H_
