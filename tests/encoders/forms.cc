#include "forms.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace halfword::encoders {

Operands CommonOperands() {
  Operands all;
  for (int n = -2; n < 36; n++) all.numbers.push_back(n);
  for (int bit : {5, 6, 7, 8, 11, 12, 13, 15, 16, 20, 23, 24, 30}) {
    for (int32_t n : {(1 << bit) - 1, 1 << bit, (1 << bit) + 1}) {
      all.numbers.push_back(n);
      all.numbers.push_back(-n);
    }
  }
  for (int32_t n : {INT32_MAX, INT32_MIN, INT32_MIN + 1, 0x00fff000, -0x00fff000, 0x01000000, 0x12345678, 0x55555555,
                    0x0f0f0f0f, 0x3fc, 0x7ffffffe, 0x00ff00ff, 0x12340000, -0x12340000, -0x1234}) {
    all.numbers.push_back(n);
  }
  for (int32_t n : all.numbers) {
    all.words.push_back(static_cast<uint32_t>(n));
    all.long_words.push_back(static_cast<uint32_t>(n));
    all.long_words.push_back(static_cast<uint64_t>(int64_t{n}));
    all.long_words.push_back(static_cast<uint64_t>(static_cast<uint32_t>(n)) << 16);
    all.long_words.push_back(static_cast<uint64_t>(int64_t{n}) << 32);
    all.long_words.push_back(static_cast<uint64_t>(int64_t{n}) << 32 | static_cast<uint32_t>(n));
  }
  for (uint64_t n : {0x123456789abcdef0u, 0x0000123400005678u, 0xffff1234ffff5678u, 0x7fffffffffffffffu,
                     0x8000000000000000u, 0x1234ffffffffffffu, 0xffffffff00001234u}) {
    all.long_words.push_back(n);
  }
  for (int n = 0; n < 256; n++) all.bytes.push_back(static_cast<uint8_t>(n));
  using Limits = std::numeric_limits<double>;
  for (double n : {0.0, 1.0, 0.125, 0.1, 31.0, 31.5, 32.0, 1.9375, 2.0, 3.0, 2147483648.0, 4294967296.0, 9007199254740992.0,
                   0.0625, 17.0, 33.0, Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(), Limits::max()}) {
    all.doubles.push_back(n);
    all.doubles.push_back(-n);
  }
  for (int i = 0; i <= static_cast<int>(Condition::kNotNegative); i++) {
    all.conditions.push_back(static_cast<Condition>(i));
  }
  for (int i = 0; i <= static_cast<int>(DoubleCondition::kNotGreaterEqual); i++) {
    all.double_conditions.push_back(static_cast<DoubleCondition>(i));
  }
  return all;
}

std::string Number(int64_t n) { return std::to_string(n); }
std::string Lines(const std::string& a, const std::string& b) { return a.empty() ? b : a + "\n" + b; }

void Print(const std::string& function, jit::CodeBytes code, const std::string& text) {
  std::printf("@%s ", function.c_str());
  for (size_t i = 0; i < code.size(); i++) std::printf("%02x", code.data()[i]);
  std::printf("\n%s\n\n", text.c_str());
}

}  // namespace halfword::encoders

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "x86-64") == 0) {
    halfword::encoders::PrintX64();
  } else if (argc == 2 && std::strcmp(argv[1], "aarch64") == 0) {
    halfword::encoders::PrintA64();
  } else {
    std::fprintf(stderr, "usage: encoder_forms x86-64|aarch64\n");
    return 2;
  }
}
