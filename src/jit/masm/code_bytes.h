// What compilers make.
#ifndef HALFWORD_JIT_CODE_BYTES_H_
#define HALFWORD_JIT_CODE_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace halfword::jit {

// Machine code in the making. The bytes are not cleared: what is never written is never read.
class CodeBytes {
 public:
  CodeBytes() = default;  // empty
  explicit CodeBytes(size_t capacity) : bytes_(std::make_unique_for_overwrite<uint8_t[]>(capacity)) {}

  uint8_t* data() { return bytes_.get(); }
  const uint8_t* data() const { return bytes_.get(); }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void set_size(size_t size) { size_ = size; }
  operator std::span<const uint8_t>() const { return {data(), size()}; }

 private:
  std::unique_ptr<uint8_t[]> bytes_;
  size_t size_ = 0;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_CODE_BYTES_H_
