// Constant tables without relocations. An array of pointers in a position-independent program is written by
// the dynamic linker when a process starts, so each process has pages of its own for it. These tables hold
// 32-bit distances instead, stay in read-only data, and all processes share them.
#ifndef HALFWORD_BASE_PACKED_TABLES_H_
#define HALFWORD_BASE_PACKED_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "base/macros.h"

namespace halfword {

// A table of texts: TextsOf<2>("first\0" "second\0").
template <size_t kCount, size_t kBytes>
struct TextTable {
  static_assert(kBytes < 65536);
  static constexpr size_t size() { return kCount; }
  // REQUIRES: i < size()
  constexpr const char* operator[](size_t i) const { return bytes + begin[i]; }

  char bytes[kBytes];
  uint16_t begin[kCount];
};

// Each of the texts ends in a zero of its own.
template <size_t kCount, size_t kBytes>
consteval TextTable<kCount, kBytes> TextsOf(const char (&texts)[kBytes]) {
  TextTable<kCount, kBytes> table{};
  size_t row = 0;
  bool is_begin = true;
  for (size_t i = 0; i + 1 < kBytes; i++) {
    if (is_begin) table.begin[row++] = static_cast<uint16_t>(i);
    table.bytes[i] = texts[i];
    is_begin = texts[i] == 0;
  }
  if (row != kCount || !is_begin) __builtin_trap();  // so it is no constant and does not compile
  return table;
}

// A function's distance from where the distance is stored; zero: there is no function. Not to be copied.
template <typename Function>
class RelativeFunction {
 public:
  RelativeFunction(const RelativeFunction&) = delete;
  Function get() const {
    return distance_ == 0 ? nullptr
                          : reinterpret_cast<Function>(reinterpret_cast<uintptr_t>(this) +
                                                       static_cast<intptr_t>(distance_));
  }

 private:
  int32_t distance_;
};

// The operand of an assembler's instruction that is a symbol: its constraint, and how number n is written.
#if defined(__x86_64__)
#define HW_ADDRESS "Ws"
#define HW_ADDRESS_AT(n) "%p" #n
#else
#define HW_ADDRESS "S"
#define HW_ADDRESS_AT(n) "%" #n
#endif

namespace internal {

template <const auto& kFunctions, size_t kIndex>
HW_INLINE void EmitDistance() {
  constexpr auto function = kFunctions[kIndex];
  if constexpr (function == nullptr) {
    __asm__ volatile(".pushsection .rodata.halfword_functions,\"a\"\n\t.long 0\n\t.popsection");
  } else {
    __asm__ volatile(".pushsection .rodata.halfword_functions,\"a\"\n\t.long " HW_ADDRESS_AT(
        0) " - .\n\t.popsection" ::HW_ADDRESS(function));
  }
}
// By halves: there is a limit to how many arguments a fold has.
template <const auto& kFunctions, size_t kBegin, size_t kEnd>
HW_INLINE void EmitDistances() {
  if constexpr (kEnd - kBegin == 1) {
    EmitDistance<kFunctions, kBegin>();
  } else {
    EmitDistances<kFunctions, kBegin, (kBegin + kEnd) / 2>();
    EmitDistances<kFunctions, (kBegin + kEnd) / 2, kEnd>();
  }
}

}  // namespace internal

// Defines `name`, an array of RelativeFunctions, from a constexpr array of functions that is itself in no
// program. No expression in C++ says what a distance is; the assembler's does. Not inside of an unnamed
// namespace. `name` is unique in its source file.
#define HW_RELATIVE_FUNCTIONS(name, ...)                                                                     \
  extern const RelativeFunction<std::remove_cvref_t<decltype((__VA_ARGS__)[0])>>                             \
      name[std::size(__VA_ARGS__)] __asm__("halfword_functions_" #name)                                      \
          __attribute__((visibility("hidden")));                                                             \
  __attribute__((used)) static void Emit_##name() {                                                          \
    __asm__ volatile(".pushsection .rodata.halfword_functions,\"a\"\n\t.balign 4\nhalfword_functions_" #name \
                     ":\n\t.popsection");                                                                    \
    internal::EmitDistances<__VA_ARGS__, 0, std::size(__VA_ARGS__)>();                                       \
  }                                                                                                          \
  static_assert(true)

}  // namespace halfword

#endif  // HALFWORD_BASE_PACKED_TABLES_H_
