// The digits of BigInts: arithmetic on magnitudes, which has no signs and no heap objects.
#ifndef HALFWORD_RUNTIME_NUMBERS_BIGINT_DIGITS_H_
#define HALFWORD_RUNTIME_NUMBERS_BIGINT_DIGITS_H_

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "objects/isolate.h"

namespace halfword::magnitude {

using Digits = std::span<const uint32_t>;  // the least first
using Uint128 = unsigned __int128;

// Scratch digits: on the native stack while few.
class Buffer {
 public:
  Buffer() = default;
  ~Buffer() {
    if (data_ != inline_) free(data_);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  // `n` zero digits. False: no memory.
  [[nodiscard]] bool Reset(size_t n) {
    if (n > capacity_) {
      if (data_ != inline_) free(data_);
      data_ = static_cast<uint32_t*>(malloc(n * sizeof(uint32_t)));
      if (!data_) {
        data_ = inline_;
        capacity_ = kInline;
        return false;
      }
      capacity_ = n;
    }
    size_ = n;
    memset(data_, 0, n * sizeof(uint32_t));
    return true;
  }
  [[nodiscard]] bool Assign(Digits digits) {
    if (!Reset(digits.size())) return false;
    if (!digits.empty()) memcpy(data_, digits.data(), digits.size_bytes());
    return true;
  }
  void Trim() {
    while (size_ > 0 && data_[size_ - 1] == 0) size_--;
  }
  void set_size(size_t n) { size_ = n; }
  uint32_t* data() { return data_; }
  uint32_t& operator[](size_t i) { return data_[i]; }
  size_t size() const { return size_; }
  operator Digits() const { return {data_, size_}; }

 private:
  static constexpr size_t kInline = 64;
  uint32_t inline_[kInline];
  uint32_t* data_ = inline_;
  size_t size_ = 0;
  size_t capacity_ = kInline;
};

inline Throwing ThrowNoMemory(Isolate& isolate) { return isolate.Terminate(Termination::kOutOfMemory); }

// Scratch memory is not accounted for: an operation asks beforehand whether there is room for all of it.
// `digits`: of its operands and its result.
Completion<void> EnsureScratchRoom(Isolate& isolate, size_t digits);

inline Digits Trimmed(Digits d) {
  while (!d.empty() && d.back() == 0) d = d.first(d.size() - 1);
  return d;
}

inline int CompareMagnitudes(Digits a, Digits b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

// out has max(a, b) + 1 digits and may be a or b.
inline void AddMagnitudes(Digits a, Digits b, uint32_t* out) {
  if (a.size() < b.size()) std::swap(a, b);
  uint64_t carry = 0;
  size_t i = 0;
  for (; i < b.size(); i++) {
    carry += uint64_t{a[i]} + b[i];
    out[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  for (; i < a.size(); i++) {
    carry += a[i];
    out[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  out[i] = static_cast<uint32_t>(carry);
}

// REQUIRES: a >= b. out has a's size and may be a.
inline void SubtractMagnitudes(Digits a, Digits b, uint32_t* out) {
  uint64_t borrow = 0;
  size_t i = 0;
  for (; i < b.size(); i++) {
    uint64_t d = uint64_t{a[i]} - b[i] - borrow;
    out[i] = static_cast<uint32_t>(d);
    borrow = d >> 63;
  }
  for (; i < a.size(); i++) {
    uint64_t d = uint64_t{a[i]} - borrow;
    out[i] = static_cast<uint32_t>(d);
    borrow = d >> 63;
  }
}

// out = out * multiplier + addend; out grows by at most one digit (the buffer must have room).
inline size_t MultiplyAddSmall(uint32_t* out, size_t size, uint32_t multiplier, uint32_t addend) {
  uint64_t carry = addend;
  for (size_t i = 0; i < size; i++) {
    carry += uint64_t{out[i]} * multiplier;
    out[i] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry) out[size++] = static_cast<uint32_t>(carry);
  return size;
}

// Divides in place; returns the remainder.
inline uint32_t DivideSmall(uint32_t* digits, size_t size, uint32_t divisor) {
  uint64_t remainder = 0;
  for (size_t i = size; i-- > 0;) {
    remainder = remainder << 32 | digits[i];
    digits[i] = static_cast<uint32_t>(remainder / divisor);
    remainder %= divisor;
  }
  return static_cast<uint32_t>(remainder);
}

// out = a * b, trimmed.
Completion<void> Multiply(Isolate& isolate, Digits a, Digits b, Buffer* out);
// Either result may be null. REQUIRES: divisor is not zero, both trimmed.
Completion<void> Divide(Isolate& isolate, Digits dividend, Digits divisor, Buffer* quotient,
                        Buffer* remainder);

}  // namespace halfword::magnitude

#endif  // HALFWORD_RUNTIME_NUMBERS_BIGINT_DIGITS_H_
