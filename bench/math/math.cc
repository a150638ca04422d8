// What a call of each function of src/math takes, and of the C library's, in nanoseconds: the least of many
// rounds over 4,096 random arguments, which wait for no result before. Column "no FMA" is what processors
// without FMA run.
//
//   cmake --preset release -DHALFWORD_BENCH=ON && cmake --build --preset release --target math_bench
//   taskset -c 1 build/release/bin/math_bench
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

#include "math/functions.h"

namespace {

constexpr int kCount = 4096, kRounds = 60;
double first[kCount], second[kCount];

template <typename Call>
double Nanoseconds(Call call) {
  double best = 1e9;
  for (int round = 0; round < kRounds; round++) {
    auto begin = std::chrono::steady_clock::now();
    double sum = 0;
    for (int i = 0; i < kCount; i++) sum += call(first[i], second[i]);
    std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    asm volatile("" : : "r"(&sum) : "memory");
    best = std::min(best, taken.count() / kCount);
  }
  return best;
}

void Fill(double low, double high, double low2, double high2) {
  std::mt19937_64 random(1);
  for (double& x : first) x = std::uniform_real_distribution<>(low, high)(random);
  for (double& y : second) y = std::uniform_real_distribution<>(low2, high2)(random);
}

template <typename Ours, typename Plain, typename C>
void Row(const char* name, double low, double high, Ours ours, Plain plain, C c) {
  double a = Nanoseconds(ours), b = Nanoseconds(plain), d = Nanoseconds(c);
  std::printf("%-8s %9g to %-9g %8.1f %8.1f %8.1f %7.2f\n", name, low, high, a, b, d, a / d);
}

}  // namespace

#define ONE(Name, name, low, high)                                                \
  Fill(low, high, 0, 1);                                                          \
  Row(                                                                            \
      #name, low, high, [](double x, double) { return halfword::math::Name(x); }, \
      [](double x, double) { return halfword_math_##name(x); },                   \
      [](double x, double) { return std::name(x); });
#define TWO(Name, name, low, high, low2, high2)                                        \
  Fill(low, high, low2, high2);                                                        \
  Row(                                                                                 \
      #name, low, high, [](double x, double y) { return halfword::math::Name(x, y); }, \
      [](double x, double y) { return halfword_math_##name(x, y); },                   \
      [](double x, double y) { return std::name(x, y); });

int main() {
  std::printf("%-8s %22s %8s %8s %8s %7s\n", "", "arguments", "here", "no FMA", "C", "here/C");
  ONE(Sin, sin, -3, 3)
  ONE(Sin, sin, -1000, 1000)
  ONE(Sin, sin, 0, 1e15)
  ONE(Cos, cos, -3, 3)
  ONE(Tan, tan, -1.5, 1.5)
  ONE(Asin, asin, -1, 1)
  ONE(Acos, acos, -1, 1)
  ONE(Atan, atan, -5, 5)
  TWO(Atan2, atan2, -3, 3, -3, 3)
  ONE(Sinh, sinh, -5, 5)
  ONE(Cosh, cosh, -5, 5)
  ONE(Tanh, tanh, -3, 3)
  ONE(Asinh, asinh, -9, 9)
  ONE(Acosh, acosh, 1, 90)
  ONE(Atanh, atanh, -1, 1)
  ONE(Exp, exp, -9, 9)
  ONE(Expm1, expm1, -3, 3)
  ONE(Log, log, 0, 100)
  ONE(Log, log, 0.99, 1.01)
  ONE(Log1p, log1p, -0.5, 3)
  ONE(Log2, log2, 0, 100)
  ONE(Log10, log10, 0, 100)
  ONE(Cbrt, cbrt, -50, 50)
  TWO(Hypot, hypot, -3, 3, -3, 3)
  TWO(Pow, pow, 0, 9, -9, 9)
  Fill(-1e6, 1e6, -10, 10);
  auto fmod = [](double x, double y) { return halfword::math::Fmod(x, y); };
  Row("fmod", -1e6, 1e6, fmod, fmod, [](double x, double y) { return std::fmod(x, y); });
  for (double& x : first) x = std::floor(x);
  for (double& y : second) y = std::floor(y) + 0.5;
  Row("fmod", -1e6, 1e6, fmod, fmod, [](double x, double y) { return std::fmod(x, y); });
}
