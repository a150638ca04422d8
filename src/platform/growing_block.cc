#include "platform/growing_block.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "platform/memory.h"

namespace halfword::platform {
namespace {

size_t MappedBytes(size_t size) { return (size + PageSize() - 1) & ~(PageSize() - 1); }

void* MoveMapping(void* data, size_t from, size_t to) {
#ifdef MREMAP_MAYMOVE
  void* moved = mremap(data, from, to, MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? nullptr : moved;
#else
  void* moved = Reserve(to, Access::kReadWrite);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, data, std::min(from, to));
  Release(data, from);
  return moved;
#endif
}

void* Allocate(size_t size) {
  return size >= GrowingBlock::kLeastMapped ? Reserve(MappedBytes(size), Access::kReadWrite)
                                            : std::malloc(size);
}

}  // namespace

bool GrowingBlock::Resize(size_t size) {
  bool will_be_mapped = size >= kLeastMapped;
  void* data;
  if (is_mapped() && will_be_mapped) {
    data = MoveMapping(data_, MappedBytes(size_), MappedBytes(size));
  } else if (!is_mapped() && !will_be_mapped) {
    data = std::realloc(data_, size);
  } else if ((data = Allocate(size)) != nullptr && data_ != nullptr) {
    std::memcpy(data, data_, std::min(size, size_));
    Free(data_, size_);
  }
  if (data == nullptr) return false;
  data_ = data;
  size_ = size;
  return true;
}

void GrowingBlock::Free(void* data, size_t size) {
  if (size >= kLeastMapped) {
    Release(data, MappedBytes(size));
  } else {
    std::free(data);
  }
}

}  // namespace halfword::platform
