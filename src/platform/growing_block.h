// Memory that grows like realloc's. A large block is a mapping of its own, unlike what the C library would
// do. So it moves to where there is room without a copy, and goes back to the system as a whole.
#ifndef HALFWORD_PLATFORM_GROWING_BLOCK_H_
#define HALFWORD_PLATFORM_GROWING_BLOCK_H_

#include <cstddef>

namespace halfword::platform {

class GrowingBlock {
 public:
  static constexpr size_t kLeastMapped = 1 << 20;

  GrowingBlock() = default;
  GrowingBlock(GrowingBlock&& other) : data_(other.data_), size_(other.size_) { (void)other.Detach(); }
  GrowingBlock& operator=(GrowingBlock&&) = delete;
  ~GrowingBlock() {
    if (data_ != nullptr) Free(data_, size_);
  }
  void* data() const { return data_; }
  size_t size() const { return size_; }
  bool is_mapped() const { return size_ >= kLeastMapped; }
  // Resizes the block and keeps the contents as far as they fit. False: there is no memory, and nothing has
  // changed. REQUIRES: size is not 0.
  [[nodiscard]] bool Resize(size_t size);
  // The memory is the caller's, to be given to Free with its size.
  [[nodiscard]] void* Detach() {
    void* data = data_;
    data_ = nullptr;
    size_ = 0;
    return data;
  }
  static void Free(void* data, size_t size);

 private:
  void* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_GROWING_BLOCK_H_
