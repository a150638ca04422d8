#include "math/functions.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace halfword::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();
constexpr double kMost = std::numeric_limits<double>::max();

bool Same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

std::vector<double> Edges() {
  std::vector<double> edges = {std::nan("")};
  for (double x :
       {0.0, kLeast, 0x1p-1022, 0x0.fffffffffffffp-1022, 0x1p-537, 0.1, 0.5, 0x1.fffffffffffffp-1, 1.0,
        0x1.0000000000001p0, 1.5, 3.0, 10.0, 0x1p31, 0x1p53, 0x1.fffffffffffffp52, 1e300, kMost, kInfinity}) {
    edges.push_back(x);
    edges.push_back(-x);
  }
  return edges;
}

// Any double, each exponent as likely as another.
double Anywhere(std::mt19937_64& random) { return std::bit_cast<double>(random()); }

// std::fmod is exact, so it may be compared with.
TEST(FmodTest, IsThatOfC) {
  for (double x : Edges())
    for (double y : Edges())
      EXPECT_TRUE(Same(Fmod(x, y), std::fmod(x, y))) << x << " % " << y << " is " << Fmod(x, y);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; i++) {
    double x = Anywhere(random), y = Anywhere(random);
    ASSERT_TRUE(Same(Fmod(x, y), std::fmod(x, y))) << x << " % " << y << " is " << Fmod(x, y);
    // Of like sizes, of which one is short.
    y = x / static_cast<double>(static_cast<uint32_t>(random()));
    ASSERT_TRUE(Same(Fmod(x, y), std::fmod(x, y))) << x << " % " << y << " is " << Fmod(x, y);
    x = static_cast<double>(static_cast<int64_t>(random()) >> (random() % 60));
    y = static_cast<double>(static_cast<int64_t>(random()) >> (random() % 60)) / 8;
    ASSERT_TRUE(Same(Fmod(x, y), std::fmod(x, y))) << x << " % " << y << " is " << Fmod(x, y);
  }
}

// What differs between the two is how a product and a sum are computed that are rounded once.
#if defined(__x86_64__)
TEST(FunctionsTest, AreTheSameWithFmaAndWithout) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this processor has no FMA";
  std::mt19937_64 random(2);
  std::vector<double> numbers = Edges();
  for (int i = 0; i < 20000; i++) {
    double unit = std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -63);  // from -1 to 1
    numbers.push_back(unit);
    numbers.push_back(unit * 64);
    numbers.push_back(Anywhere(random));
  }
  for (size_t i = 0; i < numbers.size(); i++) {
    double x = numbers[i], y = numbers[numbers.size() - 1 - i];
#define HALFWORD_COMPARE(Name, name) \
  ASSERT_TRUE(Same(halfword_math_##name(x), halfword_math_##name##_fma(x))) << #name << " of " << x;
    HALFWORD_MATH_UNARY(HALFWORD_COMPARE)
#undef HALFWORD_COMPARE
#define HALFWORD_COMPARE(Name, name)                                              \
  ASSERT_TRUE(Same(halfword_math_##name(x, y), halfword_math_##name##_fma(x, y))) \
      << #name << " of " << x << ", " << y;
    HALFWORD_MATH_BINARY(HALFWORD_COMPARE)
#undef HALFWORD_COMPARE
  }
}
#endif

// Any function of a good library is within a last place or two: this finds a name that leads to another
// function. The last bit is looked at by tests/js/builtins/numbers_and_dates/math_table.js.
TEST(FunctionsTest, AreNearThoseOfC) {
  std::mt19937_64 random(3);
  auto near = [](double a, double b) { return Same(a, b) || std::fabs(a - b) <= std::fabs(b) * 0x1p-50; };
  for (int i = 0; i < 1000; i++) {
    double x = std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -61);  // from -4 to 4
    double y = std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -61);
#define HALFWORD_COMPARE(Name, name) EXPECT_TRUE(near(Name(x), std::name(x))) << #name << " of " << x;
    HALFWORD_MATH_UNARY(HALFWORD_COMPARE)
#undef HALFWORD_COMPARE
#define HALFWORD_COMPARE(Name, name) \
  EXPECT_TRUE(near(Name(x, y), std::name(x, y))) << #name << " of " << x << ", " << y;
    HALFWORD_MATH_BINARY(HALFWORD_COMPARE)
#undef HALFWORD_COMPARE
  }
}

}  // namespace
}  // namespace halfword::math
