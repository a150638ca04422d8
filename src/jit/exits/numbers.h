// Numbers as bytes: seven bits a byte, the lowest first, with the highest bit where more follow.
#ifndef HALFWORD_JIT_EXITS_NUMBERS_H_
#define HALFWORD_JIT_EXITS_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfword::jit {

inline void PutNumber(std::vector<uint8_t>& bytes, uint64_t number) {
  for (; number >= 128; number >>= 7) bytes.push_back(static_cast<uint8_t>(number | 128));
  bytes.push_back(static_cast<uint8_t>(number));
}

// Reads them one after the other. Bytes that are no such numbers, or too few, make it fail, and from then on
// it gives zeros.
class NumberReader {
 public:
  explicit NumberReader(std::span<const uint8_t> bytes, size_t at = 0) : bytes_(bytes), at_(at) {}

  bool has_failed() const { return has_failed_; }
  bool is_at_end() const { return at_ == bytes_.size(); }

  uint64_t Next() {
    uint64_t n = 0;
    for (int shift = 0; at_ < bytes_.size() && shift < 64; shift += 7) {
      uint8_t byte = bytes_[at_++];
      n |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return n;
    }
    return Fail(), 0;
  }
  uint32_t Next32() {
    uint64_t n = Next();
    if (n > UINT32_MAX) return Fail(), 0;
    return static_cast<uint32_t>(n);
  }
  // How many things follow, each of which takes a byte or more.
  size_t NextCount() {
    uint64_t n = Next();
    if (n > bytes_.size() - at_) return Fail(), 0;
    return static_cast<size_t>(n);
  }
  // The bytes themselves.
  std::span<const uint8_t> Take(size_t count) {
    if (count > bytes_.size() - at_) return Fail(), std::span<const uint8_t>();
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }

 private:
  void Fail() {
    has_failed_ = true;
    at_ = bytes_.size();
  }

  std::span<const uint8_t> bytes_;
  size_t at_;
  bool has_failed_ = false;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_EXITS_NUMBERS_H_
