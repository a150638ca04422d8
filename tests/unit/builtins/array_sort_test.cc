#include "builtins/indexed_collections/array_sort.h"

#include <algorithm>
#include <random>
#include <tuple>

#include "fixture.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/operations/conversions.h"

namespace halfword::testing {
namespace {

Value Comparator(Isolate& isolate, const char* source) {
  Script* script = NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, source),
                             NewStringFromAscii(isolate, "test.js"));
  return MUST(EvaluateScript(isolate, script));
}

std::vector<int> Sorted(Isolate& isolate, const std::vector<int>& numbers, Value comparator) {
  ValueList values(isolate);
  for (int n : numbers) values.Append(Value::Smi(n));
  MUST(SortValues(isolate, values, comparator));
  std::vector<int> result;
  for (Value v : values) result.push_back(v.AsSmi());
  return result;
}

// By key, then by place.
template <class Key>
void StableSort(std::vector<int>& numbers, Key key) {
  std::vector<std::tuple<decltype(key(0)), size_t, int>> entries;
  for (size_t i = 0; i < numbers.size(); i++) entries.emplace_back(key(numbers[i]), i, numbers[i]);
  std::sort(entries.begin(), entries.end());
  for (size_t i = 0; i < numbers.size(); i++) numbers[i] = std::get<2>(entries[i]);
}

// Lengths around the borders of runs and of halves. The key is n >> 12; the low bits are the first place.
TEST(ArraySortTest, IsStable) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    Value by_key = Comparator(isolate, "(a, b) => (a >> 12) - (b >> 12)");
    std::mt19937 random(1);
    for (size_t length :
         {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 1000, 2047}) {
      for (unsigned keys : {1u, 2u, 10u, 100000u}) {
        std::vector<int> numbers;
        for (size_t i = 0; i < length; i++) numbers.push_back(static_cast<int>((random() % keys) << 12 | i));
        std::vector<std::vector<int>> orders = {numbers, numbers, numbers};
        std::sort(orders[1].begin(), orders[1].end());
        std::sort(orders[2].begin(), orders[2].end(), std::greater<int>());
        for (const std::vector<int>& order : orders) {
          std::vector<int> expected = order;
          StableSort(expected, [](int n) { return n >> 12; });
          ASSERT_EQ(Sorted(isolate, order, by_key), expected) << length << " of " << keys << " keys";
        }
      }
    }
  }));
}

TEST(ArraySortTest, WithoutComparatorSortsByText) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    std::mt19937 random(2);
    std::vector<int> numbers;
    for (int i = 0; i < 500; i++) numbers.push_back(static_cast<int>(random() % 20000) - 10000);
    std::vector<int> expected = numbers;
    StableSort(expected, [](int n) { return std::to_string(n); });
    EXPECT_EQ(Sorted(isolate, numbers, Value::Undefined()), expected);
  }));
}

TEST(ArraySortTest, UndefinedComesLastAndIsNotCompared) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    ValueList values(isolate);
    for (int n : {3, -1, 2, -1, 1}) values.Append(n < 0 ? Value::Undefined() : Value::Smi(n));
    Value comparator =
        Comparator(isolate, "(a, b) => { if (a === undefined || b === undefined) throw 1; return a - b }");
    MUST(SortValues(isolate, values, comparator));
    EXPECT_THAT(std::vector<Value>(values.begin(), values.end()),
                ::testing::ElementsAre(Value::Smi(1), Value::Smi(2), Value::Smi(3), Value::Undefined(),
                                       Value::Undefined()));
  }));
}

TEST(ArraySortTest, AnyComparatorLeavesAPermutation) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    std::vector<int> numbers;
    for (int i = 0; i < 777; i++) numbers.push_back(i * 7919 % 777);
    std::vector<int> all = numbers;
    std::sort(all.begin(), all.end());
    for (const char* source :
         {"() => 1", "() => -1", "() => NaN", "() => undefined", "(a, b) => (a * 31 ^ b * 17) % 3 - 1",
          "() => Infinity", "(() => { let n = 0; return () => n++ % 5 - 2 })()"}) {
      std::vector<int> result = Sorted(isolate, numbers, Comparator(isolate, source));
      std::sort(result.begin(), result.end());
      EXPECT_EQ(result, all) << source;
    }
  }));
}

TEST(ArraySortTest, ComparesAsOftenAsAMergeSortAtMost) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    Value comparator = Comparator(isolate, "globalThis.compared = 0; (a, b) => { compared++; return a - b }");
    std::vector<int> numbers;
    for (int i = 0; i < 1024; i++) numbers.push_back(i * 7919 % 1024);
    Sorted(isolate, numbers, comparator);
    Value compared = Comparator(isolate, "compared");
    EXPECT_GE(compared.AsSmi(), 1023);
    EXPECT_LE(compared.AsSmi(), 1024 * 12);
  }));
}

TEST(ArraySortTest, WhatTheComparatorThrowsEndsTheSort) {
  auto owner = MakeIsolate();
  EXPECT_EQ(
      Evaluate(*owner,
               "let n = 0; try { [3, 1, 2, 5, 4].sort(() => { if (++n === 3) throw 'third'; return 1 }) } "
               "catch (e) { e + n }"),
      "third3");
}

}  // namespace
}  // namespace halfword::testing
