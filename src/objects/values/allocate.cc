#include "objects/values/allocate.h"

#include "platform/exhaustion.h"

namespace halfword {

void* AllocateLarge(gc::Header header, size_t cell_size) {
  constexpr size_t kLargestInReserve = 4 << 20;
  gc::Heap& heap = gc::Heap::Current();
  if (cell_size <= kLargestInReserve) return heap.AllocateLarge(header, cell_size);
  void* memory = heap.TryAllocateLarge(header, cell_size);
  if (!memory) platform::ThrowExhaustion();
  return memory;
}

}  // namespace halfword
