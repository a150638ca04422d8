// Where fuel ends, and what it is taken for, is the same in every tier, and wherever quanta of it end.
#include <gtest/gtest.h>

#include <iterator>
#include <vector>

#include "fixture.h"
#include "same_heap.h"

namespace halfword::testing {
namespace {

using jit::TierMode;

constexpr int64_t kEnough = 1'000'000;

std::unique_ptr<IsolateOwner> RunWithFuel(const char* program, TierMode mode, int64_t fuel,
                                          int32_t quantum = 0) {
  IsolateConfig config;
  config.hooks.random_seed = [] { return uint64_t{1}; };
  config.fuel = fuel;
  config.tiers.mode = mode;
  auto owner = MakeIsolate(config);
  owner->Enter([&](Isolate& isolate) {
    if (quantum != 0) StateOf(isolate).quantum = quantum;
  });
  Evaluate(*owner, program);
  return owner;
}

constexpr const char* kPrograms[] = {
    // Units of inlined calls and of turns, which optimized code spends together.
    R"(class A { constructor(i) { this.n = i } get twice() { return this.n * 2 } add(x) { return this.n += x } }
       var all = [], sum = 0;
       function turn(i) { const a = new A(i); all[i & 7] = a; for (let k = 0; k < 3; k++) sum += a.add(k) + a.twice }
       for (let i = 0; i < 400; i++) turn(i))",
    // Exceptions that leave inlined calls, and closures over what changes.
    R"(var log = [], steps = 0;
       function fail(i) { steps++; if (i % 5 === 0) throw i; return () => i + steps }
       function attempt(i) { try { return fail(i) } catch (e) { log.length = 0; log.push(e) } finally { steps += 0.5 } }
       var last; for (let i = 0; i < 500; i++) last = attempt(i))",
    // Arguments that are passed on where lists of arguments are not what they were.
    R"(Object.defineProperty(Array.prototype, 5, {set(v) {}, configurable: true});
       function Point() { this.initialize.apply(this, arguments) }
       Point.prototype.initialize = function (x, y) { this.x = x; this.y = y };
       class Base { constructor(x) { this.x = x } } class Derived extends Base { constructor() { super(...arguments) } }
       var point, made; for (let i = 0; i < 300; i++) { point = new Point(i, 2); made = new Derived(i, i) })",
};

constexpr const char* kWork[] = {
    // Comparisons of long strings take fuel each time, whoever uses the result.
    R"(var a = 'x'.repeat(200), b = 'x'.repeat(200), n = 0, codes = [];
       function same(x, y) { return x === y }
       function count(x) { codes[n & 7] = x; return ++n }
       function turn(i) {
         const rope = a + i;
         if (same(a, b)) count(i);
         if (same(a, b) === same(b, a)) count(rope.charCodeAt(3));
         a == b; a === b; rope.charCodeAt(5); count(b + 1);
       }
       for (let i = 0; i < 400; i++) turn(i))",
    // Integers that have a box here and none there.
    R"(function spread() { return [...arguments] }
       var all; for (let i = 0; i < 600; i++) all = spread((i & 2 ? -1 : 1) * 0))",
    R"(var all; for (let i = 0; i < 600; i++) all = parseInt((i & 2 ? -1 : 1) * 0, undefined))",
};
class FuelEndsTest : public ::testing::TestWithParam<TierMode> {};

TEST_P(FuelEndsTest, LeaveTheSameHeapAndTheSameDebt) {
  std::vector<const char*> programs(std::begin(kPrograms), std::end(kPrograms));
  programs.insert(programs.end(), std::begin(kWork), std::end(kWork));
  for (const char* program : programs) {
    const int64_t all = kEnough - RunWithFuel(program, TierMode::kInterpreter, kEnough)->fuel_left();
    for (int64_t fuel = 1; fuel < all; fuel += 1 + all / 400) {
      auto expected = RunWithFuel(program, TierMode::kInterpreter, fuel),
           ended = RunWithFuel(program, GetParam(), fuel);
      ASSERT_EQ(expected->termination(), Termination::kOutOfFuel);
      ASSERT_EQ(ended->termination(), Termination::kOutOfFuel) << program << " with fuel " << fuel;
      ASSERT_EQ(ended->fuel_debt(), expected->fuel_debt()) << program << " with fuel " << fuel;
      ASSERT_EQ(DifferenceOfHeaps(*expected, *ended), "") << program << " with fuel " << fuel;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, FuelEndsTest, ::testing::Values(TierMode::kBaseline, TierMode::kOptimized),
                         [](const auto& info) {
                           return info.param == TierMode::kBaseline ? "Baseline" : "Optimized";
                         });

TEST_P(FuelEndsTest, WorkTakesTheSameFuel) {
  for (const char* program : kWork) {
    EXPECT_EQ(RunWithFuel(program, GetParam(), kEnough)->fuel_left(),
              RunWithFuel(program, TierMode::kInterpreter, kEnough)->fuel_left())
        << program;
  }
}

TEST(QuantaTest, FuelIsTheSameWhereverQuantaEnd) {
  for (const char* program : kPrograms) {
    const int64_t left = RunWithFuel(program, TierMode::kInterpreter, kEnough)->fuel_left();
    for (int32_t quantum : {1, 2, 3, 5, 31, 100}) {
      EXPECT_EQ(RunWithFuel(program, TierMode::kInterpreter, kEnough, quantum)->fuel_left(), left)
          << program << " in quanta of " << quantum;
    }
  }
}

}  // namespace
}  // namespace halfword::testing
