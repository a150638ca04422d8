#include "platform/arena.h"

#include <algorithm>

#include "platform/exhaustion.h"

namespace halfword::platform {

Arena& Arena::operator=(Arena&& other) noexcept {
  std::swap(top_, other.top_);
  std::swap(limit_, other.limit_);
  std::swap(current_, other.current_);
  std::swap(spare_, other.spare_);
  std::swap(next_size_, other.next_size_);
  std::swap(reserved_bytes_, other.reserved_bytes_);
  return *this;
}

Arena::~Arena() {
  for (Block* list : {current_, spare_}) {
    while (list != nullptr) {
      Block* previous = list->previous;
      std::free(list);
      list = previous;
    }
  }
}

void* Arena::AllocateSlow(size_t bytes) {
  Block** spare = &spare_;
  while (*spare != nullptr) {
    Block* block = *spare;
    if (static_cast<size_t>(block->limit - reinterpret_cast<char*>(block + 1)) >= bytes) {
      *spare = block->previous;
      block->previous = current_;
      current_ = block;
      limit_ = block->limit;
      top_ = reinterpret_cast<char*>(block + 1) + bytes;
      return block + 1;
    }
    spare = &block->previous;
  }
  size_t size = std::max(next_size_, bytes + sizeof(Block));
  next_size_ = std::min(next_size_ * 2, kLargestBlock);
  Block* block = static_cast<Block*>(std::malloc(size));
  if (block == nullptr) ThrowExhaustion();
  reserved_bytes_ += size;
  if (watch_ != nullptr) watch_->Take(size);
  block->previous = current_;
  block->limit = reinterpret_cast<char*>(block) + size;
  current_ = block;
  limit_ = block->limit;
  top_ = reinterpret_cast<char*>(block + 1) + bytes;
  return block + 1;
}

void Arena::Rewind(Mark mark) {
  while (current_ != mark.block) {
    Block* block = current_;
#if HALFWORD_ASSERTS
    std::memset(static_cast<void*>(block + 1), 0xDB,
                static_cast<size_t>(top_ - reinterpret_cast<char*>(block + 1)));
#endif
    current_ = block->previous;
    top_ = current_ == nullptr ? nullptr : current_->limit;
    block->previous = spare_;
    spare_ = block;
  }
#if HALFWORD_ASSERTS
  // Overwritten, so that a stale pointer into it is noticed.
  if (top_ != mark.top) std::memset(mark.top, 0xDB, static_cast<size_t>(top_ - mark.top));
#endif
  top_ = mark.top;
  limit_ = current_ == nullptr ? nullptr : current_->limit;
}

}  // namespace halfword::platform
