// Every function of a Masm with many operands: what it emits, and the text that an assembler makes the same
// bytes of. tests/encoders/run.py compares the two.
#ifndef HALFWORD_TESTS_ENCODERS_FORMS_H_
#define HALFWORD_TESTS_ENCODERS_FORMS_H_

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "jit/masm/code_buffer.h"

namespace halfword::encoders {

using jit::Condition;
using jit::DoubleCondition;
using jit::Fpr;
using jit::Gpr;
using jit::Label;
using jit::Memory;

// What operands there are of each type.
struct Operands {
  std::vector<Gpr> gprs;
  std::vector<Fpr> fprs;
  std::vector<Memory> memories;
  std::vector<int32_t> numbers;  // also counts of shifts
  std::vector<uint32_t> words;
  std::vector<uint64_t> long_words;
  std::vector<uint8_t> bytes;
  std::vector<double> doubles;
  std::vector<Condition> conditions;
  std::vector<DoubleCondition> double_conditions;
  std::vector<bool> bools{false, true};

  const auto& Of(Gpr*) const { return gprs; }
  const auto& Of(Fpr*) const { return fprs; }
  const auto& Of(Memory*) const { return memories; }
  const auto& Of(int32_t*) const { return numbers; }
  const auto& Of(uint32_t*) const { return words; }
  const auto& Of(uint64_t*) const { return long_words; }
  const auto& Of(uint8_t*) const { return bytes; }
  const auto& Of(double*) const { return doubles; }
  const auto& Of(Condition*) const { return conditions; }
  const auto& Of(DoubleCondition*) const { return double_conditions; }
  const auto& Of(bool*) const { return bools; }
};
// Those that do not depend on the target.
Operands CommonOperands();

std::string Number(int64_t n);
// A line of text behind another.
std::string Lines(const std::string& a, const std::string& b);

// Prints a case: the function, its bytes, its text, and an empty line. Labels are bound at its end, as 1.
void Print(const std::string& function, jit::CodeBytes code, const std::string& text);

template <class Masm>
class Forms {
 public:
  explicit Forms(Operands operands) : operands_(std::move(operands)) {}

  // Tries a function. `text` gets the same operands but for labels; it is empty where they can't be together.
  // There are kMostCases at most, of which every operand has its share.
  template <class... Args, class Text>
  void Try(const char* function, void (Masm::*emit)(Args...), Text text) {
    auto lists = std::tuple_cat(ListOf<Args>()...);
    size_t total = std::apply([](const auto&... list) { return (size_t{1} * ... * list->size()); }, lists);
    size_t step = total / kMostCases + 1;
    while (std::gcd(step, total) != 1) step++;
    for (size_t i = 0, at = 0; i < total && i < kMostCases; i++, at = (at + step) % total) {
      auto values = Pick(lists, at);
      std::string expected = std::apply(text, values);
      if (expected.empty()) continue;
      Masm masm;
      Label label;
      std::apply([&](const auto&... value) { Call<Args...>(masm, emit, &label, value...); }, values);
      masm.Bind(&label);
      Print(function, masm.Finish(), expected);
    }
  }
  Operands& operands() { return operands_; }

 private:
  static constexpr size_t kMostCases = 1500;

  template <class Arg>
  auto ListOf() {
    if constexpr (std::is_same_v<Arg, Label*>) {
      return std::tuple<>();
    } else {
      return std::make_tuple(&operands_.Of(static_cast<std::decay_t<Arg>*>(nullptr)));
    }
  }
  template <class Lists>
  static auto Pick(const Lists& lists, size_t at) {
    return std::apply(
        [&](const auto&... list) {
          auto pick = [&](const auto& of) {
            auto value = of[at % of.size()];
            at /= of.size();
            return value;
          };
          return std::tuple{pick(*list)...};  // braces: from the left
        },
        lists);
  }
  // Functions that have a label have it last.
  template <class... Args, class... Values>
  static void Call(Masm& masm, void (Masm::*emit)(Args...), Label* label, const Values&... values) {
    if constexpr (sizeof...(Args) == sizeof...(Values)) {
      (masm.*emit)(values...);
    } else {
      (masm.*emit)(values..., label);
    }
  }

  Operands operands_;
};

// FORM(Add32, (Gpr, Gpr), [](Gpr a, Gpr b) { … })
#define FORM(name, types, ...) forms.Try(#name #types, static_cast<void(Masm::*) types>(&Masm::name), __VA_ARGS__)

void PrintX64();
void PrintA64();

}  // namespace halfword::encoders

#endif  // HALFWORD_TESTS_ENCODERS_FORMS_H_
