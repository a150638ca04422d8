// The Math Object: https://tc39.es/ecma262/#sec-math-object
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "builtins/builtins.h"
#include "math/functions.h"
#include "platform/clock.h"
#include "runtime/native_state.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Functions of one number: ToNumber, then the function.
template <double (*function)(double)>
Completion<Value> Unary(Isolate& isolate, Arguments& args) {
  return NumberValue(isolate, function(TRY(ToNumber(isolate, args[0]))));
}

double Sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
double Fround(double x) { return static_cast<float>(x); }

// https://tc39.es/ecma262/#sec-math.f16round: to binary16, ties to even, directly from binary64.
double F16round(double x) {
  if (!std::isfinite(x) || x == 0) return x;
  double magnitude = std::fabs(x);
  if (magnitude >= 65520) return std::copysign(kInfinity, x);
  // The spacing of binary16 numbers around x; below 2^-14 they are subnormal.
  int exponent = std::max(std::ilogb(magnitude), -14);
  double unit = std::ldexp(1, exponent - 10);
  return std::copysign(std::nearbyint(magnitude / unit) * unit, x);
}

// Math.abs ( x )  https://tc39.es/ecma262/#sec-math.abs
Completion<Value> MathAbs(Isolate& isolate, Arguments& args) {
  if (args[0].IsSmi()) return NumberValue(isolate, std::abs(args[0].AsSmi()));
  return NumberValue(isolate, std::fabs(TRY(ToNumber(isolate, args[0]))));
}

// The rounding functions leave integers alone.
template <double (*function)(double)>
Completion<Value> Rounding(Isolate& isolate, Arguments& args) {
  if (args[0].IsSmi()) return args[0];
  return NumberValue(isolate, function(TRY(ToNumber(isolate, args[0]))));
}

// https://tc39.es/ecma262/#sec-math.round: ties toward +infinity; -0 from [-0.5, -0].
double Round(double x) {
  if (!(std::fabs(x) < 0x1p52)) return x;
  double floor = std::floor(x);
  return std::copysign(x - floor >= 0.5 ? floor + 1 : floor, x);
}

// Math.clz32 ( x )  https://tc39.es/ecma262/#sec-math.clz32
Completion<Value> MathClz32(Isolate& isolate, Arguments& args) {
  uint32_t n = TRY(ToUint32(isolate, args[0]));
  return Value::Smi(n == 0 ? 32 : __builtin_clz(n));
}

// Math.imul ( x, y )  https://tc39.es/ecma262/#sec-math.imul
Completion<Value> MathImul(Isolate& isolate, Arguments& args) {
  uint32_t a = TRY(ToUint32(isolate, args[0]));
  uint32_t b = TRY(ToUint32(isolate, args[1]));
  return NumberValue(isolate, static_cast<int32_t>(a * b));
}

// Math.atan2 ( y, x )  https://tc39.es/ecma262/#sec-math.atan2
Completion<Value> MathAtan2(Isolate& isolate, Arguments& args) {
  double y = TRY(ToNumber(isolate, args[0]));
  double x = TRY(ToNumber(isolate, args[1]));
  return NumberValue(isolate, math::Atan2(y, x));
}

// Math.pow ( base, exponent )  https://tc39.es/ecma262/#sec-math.pow
Completion<Value> MathPow(Isolate& isolate, Arguments& args) {
  double base = TRY(ToNumber(isolate, args[0]));
  double exponent = TRY(ToNumber(isolate, args[1]));
  return NumberValue(isolate, NumberExponentiate(base, exponent));
}

// Math.max, Math.min  https://tc39.es/ecma262/#sec-math.max
template <bool max>
Completion<Value> MathExtremum(Isolate& isolate, Arguments& args) {
  // FAST: small integers need no -0 and NaN.
  if (args.count() == 2 && args[0].IsSmi() && args[1].IsSmi()) {
    int32_t a = args[0].AsSmi(), b = args[1].AsSmi();
    return (max ? a >= b : a <= b) ? args[0] : args[1];
  }
  double result = max ? -kInfinity : kInfinity;
  for (uint32_t i = 0; i < args.count(); i++) {
    double n;
    if (HW_LIKELY(args[i].IsNumber())) {
      n = args[i].AsNumber();
    } else {
      n = TRY(ToNumber(isolate, args[i]));
      TRY(isolate.Poll());
    }
    if (std::isnan(n) || std::isnan(result)) {
      result = kNaN;
    } else if (n == 0 && result == 0) {
      if (std::signbit(n) != max) result = n;  // +0 is the larger
    } else if (max ? n > result : n < result) {
      result = n;
    }
  }
  return NumberValue(isolate, result);
}

// Math.hypot ( ...args )  https://tc39.es/ecma262/#sec-math.hypot
Completion<Value> MathHypot(Isolate& isolate, Arguments& args) {
  bool infinite = false, nan = false;
  double largest = 0;
  std::vector<double> numbers(args.count());
  for (uint32_t i = 0; i < args.count(); i++) {
    double n = std::fabs(TRY(ToNumber(isolate, args[i])));
    numbers[i] = n;
    if (std::isinf(n)) infinite = true;
    if (std::isnan(n)) nan = true;
    if (n > largest) largest = n;
  }
  if (infinite) return NumberValue(isolate, kInfinity);
  if (nan) return NumberValue(isolate, kNaN);
  if (largest == 0) return Value::Smi(0);
  if (numbers.size() == 2) return NumberValue(isolate, math::Hypot(numbers[0], numbers[1]));
  // Scaled, with compensated (Kahan) summation.
  double sum = 0, compensation = 0;
  for (double n : numbers) {
    double scaled = n / largest;
    double term = scaled * scaled - compensation;
    double next = sum + term;
    compensation = (next - sum) - term;
    sum = next;
  }
  return NumberValue(isolate, std::sqrt(sum) * largest);
}

// Math.random ( )  https://tc39.es/ecma262/#sec-math.random: xorshift128+
Completion<Value> MathRandom(Isolate& isolate, Arguments&) {
  NativeState& native = NativeStateOf(isolate);
  uint64_t* state = native.random_state;
  while ((state[0] | state[1]) == 0) {
    if (native.host.random_seed) {
      state[0] = native.host.random_seed();
      state[1] = native.host.random_seed() ^ 0x9E3779B97F4A7C15ull;
    } else {
      platform::FillRandom(state, sizeof(native.random_state));
    }
  }
  uint64_t a = state[0], b = state[1];
  state[0] = b;
  a ^= a << 23;
  a ^= a >> 17;
  a ^= b ^ (b >> 26);
  state[1] = a;
  return NewHeapNumber(isolate, static_cast<double>((a + b) >> 11) * 0x1p-53);
}

// An exact sum of doubles: a fixed-point accumulator that spans all exponents, in 32-bit limbs
// held in 64-bit words.
class ExactSum {
 public:
  void Add(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    int exponent = static_cast<int>(bits >> 52 & 0x7FF);
    uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
    if (exponent == 0) {
      exponent = 1;
    } else {
      mantissa |= uint64_t{1} << 52;
    }
    // The least bit of a subnormal is bit 0 of limb 0.
    int shift = exponent - 1;
    unsigned __int128 shifted = static_cast<unsigned __int128>(mantissa) << (shift % 32);
    int64_t sign = bits >> 63 ? -1 : 1;
    for (int i = 0; i < 3; i++) {
      limbs_[shift / 32 + i] += sign * static_cast<int64_t>(static_cast<uint32_t>(shifted >> (32 * i)));
    }
    if (++pending_ == 1u << 30) Normalize();
  }
  // Correctly rounded.
  double Get() {
    Normalize();
    bool negative = limbs_[kLimbs - 1] < 0;
    if (negative) {
      for (int64_t& limb : limbs_) limb = -limb;
      Normalize();
    }
    int top = kLimbs - 1;
    while (top >= 0 && limbs_[top] == 0) top--;
    if (top < 0) return 0;
    // Position of the highest bit.
    int64_t bit = top * 32 + 31 - __builtin_clz(static_cast<uint32_t>(limbs_[top]));
    // 64 bits from there down, the rest as stickiness.
    int64_t low = bit - 63;
    if (low < 0) low = 0;
    unsigned __int128 window = 0;
    int first = static_cast<int>(low / 32);
    for (int i = 2; i >= 0; i--)
      window = window << 32 | (first + i < kLimbs ? static_cast<uint32_t>(limbs_[first + i]) : 0);
    uint64_t value = static_cast<uint64_t>(window >> (low % 32));
    bool sticky = (static_cast<uint32_t>(limbs_[first]) & ((uint64_t{1} << (low % 32)) - 1)) != 0;
    for (int i = 0; i < first && !sticky; i++) sticky = limbs_[i] != 0;
    double result;
    if (low == 0) {
      // Fewer than 64 bits: exact but for the rounding to 53, at the subnormal scale, where ldexp adds no
      // second one.
      result = std::ldexp(static_cast<double>(value), -1074);
    } else {
      result = std::ldexp(static_cast<double>(value | (sticky ? 1 : 0)), static_cast<int>(low) - 1074);
    }
    return negative ? -result : result;
  }

 private:
  static constexpr int kLimbs = 70;
  void Normalize() {
    int64_t carry = 0;
    for (int i = 0; i < kLimbs; i++) {
      int64_t sum = limbs_[i] + carry;
      carry = sum >> 32;
      limbs_[i] = i == kLimbs - 1 ? sum : sum & 0xFFFFFFFF;
    }
    pending_ = 0;
  }
  int64_t limbs_[kLimbs] = {};
  uint32_t pending_ = 0;
};

// Math.sumPrecise ( items )  https://tc39.es/ecma262/#sec-math.sumprecise
Completion<Value> MathSumPrecise(Isolate& isolate, Arguments& args) {
  if (args[0].IsNullOrUndefined()) return ThrowNotIterable(isolate, args[0]);
  ExactSum sum;
  bool minus_zero = true, plus_infinity = false, minus_infinity = false, nan = false;
  double count = 0;
  TRY(ForEachIterated(isolate, args[0], [&](Value item) -> Completion<bool> {
    TRY(isolate.Poll());
    if (++count >= 9007199254740992.0) return isolate.ThrowRangeError("Too many items");
    if (!item.IsNumber())
      return isolate.ThrowTypeError("%s is not a number", DescribeForError(isolate, item).c_str());
    double x = item.AsNumber();
    if (std::isnan(x)) {
      nan = true;
    } else if (std::isinf(x)) {
      (x > 0 ? plus_infinity : minus_infinity) = true;
    } else {
      if (x != 0 || !std::signbit(x)) minus_zero = false;
      if (x != 0) sum.Add(x);
    }
    return true;
  }));
  if (nan || (plus_infinity && minus_infinity)) return NumberValue(isolate, kNaN);
  if (plus_infinity) return NumberValue(isolate, kInfinity);
  if (minus_infinity) return NumberValue(isolate, -kInfinity);
  if (minus_zero) return NumberValue(isolate, -0.0);
  return NumberValue(isolate, sum.Get());
}

// Optimized code evaluates these by their number.
constexpr NativeRow MathRow(const char* name, NativeCode code, math::Function function) {
  const uint8_t length = math::IsBinary(function) ? 2 : 1;
  return {name, code, length, kNativePlain, static_cast<uint16_t>(function), KnownNative::kMathFunction};
}

constexpr NativeRow kRowsSource[] = {
    {"abs", MathAbs, 1, kNativePlain, 0, KnownNative::kMathAbs},
    MathRow("acos", Unary<math::Acos>, math::Function::kAcos),
    MathRow("acosh", Unary<math::Acosh>, math::Function::kAcosh),
    MathRow("asin", Unary<math::Asin>, math::Function::kAsin),
    MathRow("asinh", Unary<math::Asinh>, math::Function::kAsinh),
    MathRow("atan", Unary<math::Atan>, math::Function::kAtan),
    MathRow("atanh", Unary<math::Atanh>, math::Function::kAtanh),
    MathRow("atan2", MathAtan2, math::Function::kAtan2),
    {"ceil", Rounding<std::ceil>, 1, kNativePlain, 0, KnownNative::kMathCeil},
    MathRow("cbrt", Unary<math::Cbrt>, math::Function::kCbrt),
    MathRow("expm1", Unary<math::Expm1>, math::Function::kExpm1),
    {"clz32", MathClz32, 1, kNativePlain, 0, KnownNative::kMathClz32},
    MathRow("cos", Unary<math::Cos>, math::Function::kCos),
    MathRow("cosh", Unary<math::Cosh>, math::Function::kCosh),
    MathRow("exp", Unary<math::Exp>, math::Function::kExp),
    {"floor", Rounding<std::floor>, 1, kNativePlain, 0, KnownNative::kMathFloor},
    {"fround", Unary<Fround>, 1},
    {"f16round", Unary<F16round>, 1},
    {"hypot", MathHypot, 2},
    {"imul", MathImul, 2, kNativePlain, 0, KnownNative::kMathImul},
    MathRow("log", Unary<math::Log>, math::Function::kLog),
    MathRow("log1p", Unary<math::Log1p>, math::Function::kLog1p),
    MathRow("log2", Unary<math::Log2>, math::Function::kLog2),
    MathRow("log10", Unary<math::Log10>, math::Function::kLog10),
    {"max", MathExtremum<true>, 2, kNativePlain, 0, KnownNative::kMathMax},
    {"min", MathExtremum<false>, 2, kNativePlain, 0, KnownNative::kMathMin},
    MathRow("pow", MathPow, math::Function::kPow),
    {"random", MathRandom, 0},
    {"round", Rounding<Round>, 1, kNativePlain, 0, KnownNative::kMathRound},
    {"sign", Unary<Sign>, 1},
    MathRow("sin", Unary<math::Sin>, math::Function::kSin),
    MathRow("sinh", Unary<math::Sinh>, math::Function::kSinh),
    {"sqrt", Unary<std::sqrt>, 1, kNativePlain, 0, KnownNative::kMathSqrt},
    {"sumPrecise", MathSumPrecise, 1},
    MathRow("tan", Unary<math::Tan>, math::Function::kTan),
    MathRow("tanh", Unary<math::Tanh>, math::Function::kTanh),
    {"trunc", Rounding<std::trunc>, 1, kNativePlain, 0, KnownNative::kMathTrunc},
};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

constinit const std::span<const NativeTable> kMathTables(kTables);

void InstallMath(Isolate& isolate, Realm* realm) {
  JSObject* math = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  realm->set_intrinsic(Intrinsic::kMath, math);
  const struct {
    const char* name;
    double value;
  } constants[] = {
      {"E", 2.7182818284590452354},    {"LN10", 2.302585092994046},   {"LN2", 0.6931471805599453},
      {"LOG10E", 0.4342944819032518},  {"LOG2E", 1.4426950408889634}, {"PI", 3.1415926535897932},
      {"SQRT1_2", 0.7071067811865476}, {"SQRT2", 1.4142135623730951},
  };
  for (const auto& constant : constants) {
    InstallValue(isolate, math, constant.name, NumberValue(isolate, constant.value), kNone);
  }
  InstallFunctions(isolate, realm, math, kRows);
  InstallToStringTag(isolate, math, "Math");
  InstallValue(isolate, realm->global_object(), "Math", math, kMethodDefault);
}

}  // namespace halfword
