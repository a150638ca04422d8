// What the targets share: bytes read as choices, words for the mutator, and how a broken
// rule ends the process.
#ifndef HALFWORD_TESTS_FUZZ_TARGETS_FUZZING_H_
#define HALFWORD_TESTS_FUZZ_TARGETS_FUZZING_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace halfword::fuzzing {

// The input as a source of choices; zeros when it is at its end.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}
  bool done() const { return at_ == end_; }
  uint8_t Byte() { return at_ == end_ ? 0 : *at_++; }
  // Below `n`.
  size_t Below(size_t n) { return Byte() % n; }
  bool Flag() { return Byte() & 1; }
  template <class T, size_t n>
  const T& Of(const T (&table)[n]) {
    return table[Below(n)];
  }
  // At most `limit` bytes.
  std::string_view Bytes(size_t limit) {
    size_t n = limit < size_t(end_ - at_) ? limit : size_t(end_ - at_);
    auto* from = reinterpret_cast<const char*>(at_);
    at_ += n;
    return {from, n};
  }
  std::string_view Rest() { return Bytes(SIZE_MAX); }

 private:
  const uint8_t* at_;
  const uint8_t* end_;
};

// What a target tells the mutator: bytes in front of the text, which are choices, and the words of its
// language. A target whose input is nothing but choices has no words.
struct Language {
  size_t choices = 0;
  std::span<const std::string_view> words;
};
extern const Language kLanguage;  // each target's own
// Pieces that mutations put into inputs of targets without words; empty where a target has none.
__attribute__((weak)) std::string Sample(unsigned choice);

// A rule that must hold: the process ends where it doesn't, and libFuzzer keeps the input.
inline void Require(bool condition, const char* rule) {
  if (condition) return;
  std::fprintf(stderr, "check failed: %s\n", rule);
  std::abort();
}

}  // namespace halfword::fuzzing

#endif  // HALFWORD_TESTS_FUZZ_TARGETS_FUZZING_H_
