// What the instructions of this machine's Masm do, with extreme operands, against C++. Their encodings are
// compared with those of clang's assembler elsewhere (tests/encoders).
#include "jit/masm/masm.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "jit/code/code_space.h"
#include "ops/machine_state.h"

namespace halfword::testing {
namespace {

using jit::CodeBytes;
using jit::CodeSpace;
using jit::Condition;
using jit::DoubleCondition;
using jit::Fpr;
using jit::Gpr;
using jit::Label;
using jit::Masm;
using jit::Memory;
using namespace jit::target_registers;  // NOLINT: the names of one target

constexpr uint64_t kGarbage = 0xdeadbeef00000000;

// What machine code reads and writes, by kFrame.
struct Frame {
  uint64_t in[3];
  double numbers[3];
  uint64_t out[3];
  double result;
  uint8_t bytes[64];
};
constexpr Memory In(int i) { return Memory::At(kFrame, static_cast<int32_t>(offsetof(Frame, in)) + 8 * i); }
constexpr Memory NumberIn(int i) {
  return Memory::At(kFrame, static_cast<int32_t>(offsetof(Frame, numbers)) + 8 * i);
}
constexpr Memory Out(int i) { return Memory::At(kFrame, static_cast<int32_t>(offsetof(Frame, out)) + 8 * i); }
Memory Result() { return Memory::At(kFrame, offsetof(Frame, result)); }

// What it finds by kMachine.
struct Table {
  const void* leave;
  const void* native;
};

// Where machine code ends: this returns to Enter().
HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address", "undefined"))) void Leave(
    const void*, Frame*, const void*, const Table*) {}
// Machine code keeps none of the caller's registers: no locals here, and no sanitizer.
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) void Enter(
    Frame* frame, const void* base, const Table* table, HandlerFunction code) {
  EnterMachineCode(nullptr, reinterpret_cast<Value*>(frame), reinterpret_cast<uintptr_t>(base),
                   reinterpret_cast<const Machine*>(table), Value::Undefined(), nullptr, nullptr, code);
}

uintptr_t stack_of_native;
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) void NoteStack() {
  stack_of_native = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
}
// As functions do that need many registers.
HW_NOINLINE void Native() {
  NoteStack();
#if defined(__x86_64__)
  asm volatile("" ::
                   : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "rbx", "r12", "r13", "r14",
                     "r15");
#else
  asm volatile("" ::
                   : "x0", "x1", "x2", "x3", "x8", "x9", "x16", "x17", "x19", "x20", "x21", "x22", "x23",
                     "x24", "x28", "x30");
#endif
}

const Table kTable = {reinterpret_cast<const void*>(&Leave), reinterpret_cast<const void*>(&Native)};
constexpr int32_t kNative = offsetof(Table, native);

// Code that can run, as long as this lives.
class Program {
 public:
  template <class F>
  explicit Program(F emit) {
    Masm masm;
    emit(masm);
    masm.JumpTo(Memory::At(kMachine, offsetof(Table, leave)));
    CodeBytes code = masm.Finish();
    size_ = code.size();
    code_ = CodeSpace::Get().Add(code);
    CHECK(code_ != nullptr);
  }
  Program(const Program&) = delete;
  ~Program() { CodeSpace::Get().Remove(code_, size_); }

  void Run(Frame& frame, const void* base = nullptr) const {
    Enter(&frame, base, &kTable, std::bit_cast<HandlerFunction>(code_));
  }

 private:
  const uint8_t* code_;
  size_t size_;
};

std::vector<Gpr> Allocatable() {
  std::vector<Gpr> all;
  for (uint8_t n = 0; n < kGprCount; n++) {
    if (kAllocatable.Has(Gpr{n})) all.push_back(Gpr{n});
  }
  return all;
}

const int32_t kInts[] = {0,
                         1,
                         -1,
                         2,
                         -2,
                         3,
                         31,
                         32,
                         33,
                         127,
                         128,
                         -128,
                         -129,
                         255,
                         256,
                         4095,
                         4096,
                         -4096,
                         46340,
                         46341,
                         -46341,
                         65535,
                         65536,
                         0x12345678,
                         -0x12345678,
                         0x40000000,
                         -0x40000000,
                         1 << 24,
                         0xff00,
                         0x00fff000,
                         INT32_MAX,
                         INT32_MIN,
                         INT32_MIN + 1,
                         INT32_MAX - 1};

using Limits = std::numeric_limits<double>;
const double kDoubles[] = {0.0,
                           -0.0,
                           1,
                           -1,
                           0.5,
                           -0.5,
                           0.1,
                           1.5,
                           3.7,
                           -3.7,
                           Limits::quiet_NaN(),
                           -Limits::quiet_NaN(),
                           Limits::infinity(),
                           -Limits::infinity(),
                           2147483647,
                           2147483648,
                           -2147483648.0,
                           -2147483649.0,
                           2147483647.5,
                           -2147483648.5,
                           4294967295,
                           4294967296,
                           4294967301.0,
                           -4294967301.0,
                           9007199254740992.0,
                           9007199254740993.0,
                           -9007199254740994.0,
                           4611686018427387904.0 + 1024,
                           9223372036854774784.0,
                           9223372036854775808.0,
                           -9223372036854775808.0,
                           -9223372036854777856.0,
                           18446744073709551616.0,
                           1e300,
                           Limits::denorm_min(),
                           -Limits::denorm_min(),
                           Limits::min(),
                           Limits::max(),
                           3.4028235677973366e38,
                           1e-46,
                           16777217};

std::string Bits(double n) {
  char text[64];
  snprintf(text, sizeof text, "%a (%016lx)", n, static_cast<unsigned long>(std::bit_cast<uint64_t>(n)));
  return text;
}
// All NaNs are the same.
void ExpectDouble(double actual, double expected, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << what;
  } else {
    EXPECT_EQ(Bits(actual), Bits(expected)) << what;
  }
}

class MasmTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!CodeSpace::Get().is_available()) GTEST_SKIP() << "no memory to execute";
  }
};

// ---- Integers ----

constexpr uint64_t kJumped = 77;

// Runs what has two operands, and jumps or does not; what it leaves in `a`, or nothing.
class Operation {
 public:
  template <class F>
  Operation(Gpr a, Gpr b, F emit)
      : program_([&](Masm& masm) {
          Label jumped, end;
          masm.Load64(a, In(0));
          masm.Load64(b, In(1));
          emit(masm, &jumped);
          masm.Store64(Out(0), a);
          masm.Store64(Out(1), 0);
          masm.Jump(&end);
          masm.Bind(&jumped);
          masm.Store64(Out(1), kJumped);
          masm.Bind(&end);
        }) {}
  std::optional<uint64_t> Run(uint64_t a, uint64_t b) const {
    Frame frame{};
    frame.in[0] = a;
    frame.in[1] = b;
    program_.Run(frame);
    if (frame.out[1] == kJumped) return std::nullopt;
    EXPECT_EQ(frame.out[1], 0u);
    return frame.out[0];
  }

 private:
  Program program_;
};

using Overflowing = std::optional<int32_t>;
using Reference = std::function<Overflowing(int32_t, int32_t)>;

void ExpectResult(const Operation& operation, int32_t a, int32_t b, Overflowing expected, const char* name) {
  std::optional<uint64_t> actual =
      operation.Run(kGarbage | static_cast<uint32_t>(a), kGarbage | static_cast<uint32_t>(b));
  ASSERT_EQ(actual.has_value(), expected.has_value()) << name << " " << a << " " << b;
  // With the upper half zero.
  if (actual) {
    EXPECT_EQ(*actual, static_cast<uint32_t>(*expected)) << name << " " << a << " " << b;
  }
}

// `emit(masm, a, b, overflow)`, for pairs of registers of which each is a first and a second one.
template <class F>
void ExpectBinary(const char* name, F emit, const Reference& reference,
                  std::vector<std::pair<Gpr, Gpr>> pairs = {}) {
  auto all = Allocatable();
  if (pairs.empty()) {
    for (size_t i = 0; i < all.size(); i++) pairs.push_back({all[i], all[(i + 1) % all.size()]});
  }
  for (auto [first, second] : pairs) {
    Gpr a = first, b = second;
    Operation operation(a, b, [&](Masm& masm, Label* jumped) { emit(masm, a, b, jumped); });
    for (int32_t x : kInts) {
      for (int32_t y : kInts) ExpectResult(operation, x, y, reference(x, y), name);
    }
  }
}

// `emit(masm, a, n, overflow)`, with each constant.
template <class F>
void ExpectConstants(const char* name, F emit, const Reference& reference) {
  auto all = Allocatable();
  size_t i = 0;
  for (int32_t n : kInts) {
    Gpr a = all[i % all.size()], b = all[(i + 1) % all.size()];
    i++;
    Operation operation(a, b, [&](Masm& masm, Label* jumped) { emit(masm, a, n, jumped); });
    for (int32_t x : kInts) ExpectResult(operation, x, 0, reference(x, n), name);
  }
}

int32_t Wrapped(int64_t n) { return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(n))); }
Overflowing Checked(int64_t n) {
  if (n != static_cast<int32_t>(n)) return std::nullopt;
  return static_cast<int32_t>(n);
}
Overflowing Added(int32_t a, int32_t b) { return Wrapped(int64_t{a} + b); }
Overflowing Subtracted(int32_t a, int32_t b) { return Wrapped(int64_t{a} - b); }
Overflowing Multiplied(int32_t a, int32_t b) { return Wrapped(int64_t{a} * b); }
Overflowing CheckedSum(int32_t a, int32_t b) { return Checked(int64_t{a} + b); }
Overflowing CheckedDifference(int32_t a, int32_t b) { return Checked(int64_t{a} - b); }
Overflowing CheckedProduct(int32_t a, int32_t b) { return Checked(int64_t{a} * b); }
Overflowing And(int32_t a, int32_t b) { return a & b; }
Overflowing Or(int32_t a, int32_t b) { return a | b; }
Overflowing Xor(int32_t a, int32_t b) { return a ^ b; }
Overflowing ShiftedLeft(int32_t a, int32_t b) { return Wrapped(int64_t{a} << (b & 31)); }
Overflowing ShiftedRight(int32_t a, int32_t b) { return Wrapped(static_cast<uint32_t>(a) >> (b & 31)); }
Overflowing ShiftedRightSigned(int32_t a, int32_t b) { return a >> (b & 31); }

TEST_F(MasmTest, IntegersOfTwoRegisters) {
  ExpectBinary("Add32", [](Masm& m, Gpr a, Gpr b, Label*) { m.Add32(a, b); }, Added);
  ExpectBinary("Sub32", [](Masm& m, Gpr a, Gpr b, Label*) { m.Sub32(a, b); }, Subtracted);
  ExpectBinary("And32", [](Masm& m, Gpr a, Gpr b, Label*) { m.And32(a, b); }, And);
  ExpectBinary("Or32", [](Masm& m, Gpr a, Gpr b, Label*) { m.Or32(a, b); }, Or);
  ExpectBinary("Xor32", [](Masm& m, Gpr a, Gpr b, Label*) { m.Xor32(a, b); }, Xor);
  ExpectBinary("Mul32", [](Masm& m, Gpr a, Gpr b, Label*) { m.Mul32(a, b); }, Multiplied);
  ExpectBinary("AddOrJump32", [](Masm& m, Gpr a, Gpr b, Label* l) { m.AddOrJump32(a, b, l); }, CheckedSum);
  ExpectBinary(
      "SubOrJump32", [](Masm& m, Gpr a, Gpr b, Label* l) { m.SubOrJump32(a, b, l); }, CheckedDifference);
  ExpectBinary(
      "MulOrJump32", [](Masm& m, Gpr a, Gpr b, Label* l) { m.MulOrJump32(a, b, l); }, CheckedProduct);
  for (int shift = 0; shift < 4; shift++) {
    ExpectBinary(
        "AddShifted32", [=](Masm& m, Gpr a, Gpr b, Label*) { m.AddShifted32(a, a, b, shift); },
        [=](int32_t a, int32_t b) -> Overflowing { return Wrapped(int64_t{a} + (int64_t{b} << shift)); });
    ExpectBinary(
        "AddShifted32 to the second", [=](Masm& m, Gpr a, Gpr b, Label*) { m.AddShifted32(a, b, a, shift); },
        [=](int32_t a, int32_t b) -> Overflowing { return Wrapped(int64_t{b} + (int64_t{a} << shift)); });
  }
}

TEST_F(MasmTest, IntegersOfARegisterAndAConstant) {
  ExpectConstants("Add32", [](Masm& m, Gpr a, int32_t n, Label*) { m.Add32(a, n); }, Added);
  ExpectConstants("Sub32", [](Masm& m, Gpr a, int32_t n, Label*) { m.Sub32(a, n); }, Subtracted);
  ExpectConstants("And32", [](Masm& m, Gpr a, int32_t n, Label*) { m.And32(a, n); }, And);
  ExpectConstants("Or32", [](Masm& m, Gpr a, int32_t n, Label*) { m.Or32(a, n); }, Or);
  ExpectConstants("Xor32", [](Masm& m, Gpr a, int32_t n, Label*) { m.Xor32(a, n); }, Xor);
  ExpectConstants("Mul32", [](Masm& m, Gpr a, int32_t n, Label*) { m.Mul32(a, a, n); }, Multiplied);
  ExpectConstants(
      "AddConstant32", [](Masm& m, Gpr a, int32_t n, Label*) { m.AddConstant32(a, a, n); }, Added);
  ExpectConstants(
      "AddOrJump32", [](Masm& m, Gpr a, int32_t n, Label* l) { m.AddOrJump32(a, n, l); }, CheckedSum);
  ExpectConstants(
      "SubOrJump32", [](Masm& m, Gpr a, int32_t n, Label* l) { m.SubOrJump32(a, n, l); }, CheckedDifference);
  ExpectConstants(
      "MulOrJump32", [](Masm& m, Gpr a, int32_t n, Label* l) { m.MulOrJump32(a, a, n, l); }, CheckedProduct);
  ExpectConstants("ShiftLeft32", [](Masm& m, Gpr a, int32_t n, Label*) { m.ShiftLeft32(a, n); }, ShiftedLeft);
  ExpectConstants(
      "ShiftRight32", [](Masm& m, Gpr a, int32_t n, Label*) { m.ShiftRight32(a, n); }, ShiftedRight);
  ExpectConstants(
      "ShiftRightSigned32", [](Masm& m, Gpr a, int32_t n, Label*) { m.ShiftRightSigned32(a, n); },
      ShiftedRightSigned);
  // Another register for the result.
  for (int32_t n : kInts) {
    auto all = Allocatable();
    Gpr a = all[1], b = all.back();
    Operation add(a, b, [&](Masm& m, Label*) { m.AddConstant32(a, b, n); });
    Operation multiply(a, b, [&](Masm& m, Label*) { m.Mul32(a, b, n); });
    Operation checked(a, b, [&](Masm& m, Label* l) { m.MulOrJump32(a, b, n, l); });
    for (int32_t x : kInts) {
      ExpectResult(add, 0, x, Added(x, n), "AddConstant32");
      ExpectResult(multiply, 0, x, Multiplied(x, n), "Mul32");
      ExpectResult(checked, 0, x, CheckedProduct(x, n), "MulOrJump32");
    }
  }
}

TEST_F(MasmTest, IntegersOfARegisterAndMemory) {
  ExpectBinary("Add32", [](Masm& m, Gpr a, Gpr, Label*) { m.Add32(a, In(1)); }, Added);
  ExpectBinary("Sub32", [](Masm& m, Gpr a, Gpr, Label*) { m.Sub32(a, In(1)); }, Subtracted);
}

TEST_F(MasmTest, IntegersOfOneRegister) {
  ExpectBinary(
      "Negate32", [](Masm& m, Gpr a, Gpr, Label*) { m.Negate32(a); },
      [](int32_t a, int32_t) -> Overflowing { return Wrapped(-int64_t{a}); });
  ExpectBinary(
      "Not32", [](Masm& m, Gpr a, Gpr, Label*) { m.Not32(a); },
      [](int32_t a, int32_t) -> Overflowing { return ~a; });
  ExpectBinary(
      "NegateOrJump32", [](Masm& m, Gpr a, Gpr, Label* l) { m.NegateOrJump32(a, l); },
      [](int32_t a, int32_t) { return Checked(-int64_t{a}); });
  ExpectBinary(
      "Move32", [](Masm& m, Gpr a, Gpr b, Label*) { m.Move32(a, b); },
      [](int32_t, int32_t b) -> Overflowing { return b; });
  ExpectBinary(
      "Move32 to itself", [](Masm& m, Gpr a, Gpr, Label*) { m.Move32(a, a); },
      [](int32_t a, int32_t) -> Overflowing { return a; });
  ExpectBinary(
      "ExtendSigned8", [](Masm& m, Gpr a, Gpr b, Label*) { m.ExtendSigned8(a, b); },
      [](int32_t, int32_t b) -> Overflowing { return static_cast<int8_t>(b); });
  ExpectBinary(
      "ExtendSigned16", [](Masm& m, Gpr a, Gpr b, Label*) { m.ExtendSigned16(a, b); },
      [](int32_t, int32_t b) -> Overflowing { return static_cast<int16_t>(b); });
  ExpectBinary(
      "Extend8", [](Masm& m, Gpr a, Gpr b, Label*) { m.Extend8(a, b); },
      [](int32_t, int32_t b) -> Overflowing { return b & 0xff; });
  ExpectBinary(
      "Extend16", [](Masm& m, Gpr a, Gpr b, Label*) { m.Extend16(a, b); },
      [](int32_t, int32_t b) -> Overflowing { return b & 0xffff; });
}

TEST_F(MasmTest, ShiftsByARegister) {
  std::vector<std::pair<Gpr, Gpr>> pairs;
  for (Gpr a : Allocatable()) {
    Gpr count = kShiftCount != jit::kAnyGpr ? kShiftCount : Allocatable().front();
    if (a != count) pairs.push_back({a, count});
  }
  ExpectBinary("ShiftLeft32", [](Masm& m, Gpr a, Gpr n, Label*) { m.ShiftLeft32(a, n); }, ShiftedLeft, pairs);
  ExpectBinary(
      "ShiftRight32", [](Masm& m, Gpr a, Gpr n, Label*) { m.ShiftRight32(a, n); }, ShiftedRight, pairs);
  ExpectBinary(
      "ShiftRightSigned32", [](Masm& m, Gpr a, Gpr n, Label*) { m.ShiftRightSigned32(a, n); },
      ShiftedRightSigned, pairs);
}

TEST_F(MasmTest, Division) {
  auto all = Allocatable();
  Gpr dividend = kDividend != jit::kAnyGpr ? kDividend : all[3],
      remainder = kRemainder != jit::kAnyGpr ? kRemainder : all[4];
  for (Gpr divisor : all) {
    if (divisor == dividend || divisor == remainder) continue;
    for (bool wants_remainder : {false, true}) {
      Operation operation(dividend, divisor, [&](Masm& m, Label*) {
        m.Divide32(dividend, remainder, dividend, divisor);
        if (wants_remainder) m.Move32(dividend, remainder);
      });
      for (int32_t x : kInts) {
        for (int32_t y : kInts) {
          if (y == 0 || (x == INT32_MIN && y == -1)) continue;
          ExpectResult(operation, x, y, wants_remainder ? x % y : x / y, "Divide32");
        }
      }
    }
  }
}

TEST_F(MasmTest, SixtyFourBits) {
  auto all = Allocatable();
  const uint64_t values[] = {0,
                             1,
                             ~uint64_t{0},
                             0x7fffffff,
                             0x80000000,
                             0xffffffff,
                             0x100000000,
                             0x7fffffffffffffff,
                             0x8000000000000000,
                             0x123456789abcdef0,
                             0xffffffff80000000,
                             0x0000ffff00001234};
  for (size_t i = 0; i < all.size(); i++) {
    Gpr a = all[i], b = all[(i + 3) % all.size()];
    Operation add(a, b, [&](Masm& m, Label*) { m.Add64(a, b); });
    Operation subtract(a, b, [&](Masm& m, Label*) { m.Sub64(a, b); });
    Operation shifted(a, b, [&](Masm& m, Label*) { m.AddShifted64(a, a, b, 3); });
    Operation move(a, b, [&](Masm& m, Label*) { m.Move64(a, b); });
    Operation exchange(a, b, [&](Masm& m, Label*) { m.Exchange64(a, b); });
    Operation exchanged(a, b, [&](Masm& m, Label*) {
      m.Exchange64(a, b);
      m.Store64(Out(2), b);
      m.Load64(a, Out(2));
    });
    Operation extend(a, b, [&](Masm& m, Label*) { m.ExtendSigned32(a, b); });
    Operation through_double(a, b, [&](Masm& m, Label*) {
      m.MoveBits64(Fpr{static_cast<uint8_t>(i)}, b);
      m.MoveBits64(a, Fpr{static_cast<uint8_t>(i)});
    });
    for (uint64_t x : values) {
      Operation set(a, b, [&](Masm& m, Label*) { m.Set64(a, x); });
      Operation set_32(a, b, [&](Masm& m, Label*) { m.Set32(a, static_cast<uint32_t>(x)); });
      EXPECT_EQ(set.Run(kGarbage, 0), x);
      EXPECT_EQ(set_32.Run(kGarbage, 0), static_cast<uint32_t>(x));
      for (uint64_t y : values) {
        EXPECT_EQ(add.Run(x, y), x + y);
        EXPECT_EQ(subtract.Run(x, y), x - y);
        EXPECT_EQ(shifted.Run(x, y), x + (y << 3));
        EXPECT_EQ(move.Run(x, y), y);
        EXPECT_EQ(exchange.Run(x, y), y);
        EXPECT_EQ(exchanged.Run(x, y), x);
        EXPECT_EQ(extend.Run(x, y), static_cast<uint64_t>(int64_t{static_cast<int32_t>(y)}));
        EXPECT_EQ(through_double.Run(x, y), y);
      }
    }
  }
  for (int32_t n : kInts) {
    Operation add(all[0], all[1], [&](Masm& m, Label*) { m.Add64(all[0], n); });
    Operation set(all[0], all[1],
                  [&](Masm& m, Label*) { m.Set64(all[0], static_cast<uint64_t>(int64_t{n})); });
    for (uint64_t x : values) EXPECT_EQ(add.Run(x, 0), x + static_cast<uint64_t>(int64_t{n}));
    EXPECT_EQ(set.Run(0, 0), static_cast<uint64_t>(int64_t{n}));
  }
}

// ---- Conditions ----

constexpr Condition kConditions[] = {
    Condition::kEqual,   Condition::kNotEqual,   Condition::kLess,     Condition::kGreaterEqual,
    Condition::kGreater, Condition::kLessEqual,  Condition::kBelow,    Condition::kAboveEqual,
    Condition::kAbove,   Condition::kBelowEqual, Condition::kNegative, Condition::kNotNegative};

template <class Signed>
bool Holds(Condition condition, Signed a, Signed b) {
  using Unsigned = std::make_unsigned_t<Signed>;
  auto x = static_cast<Unsigned>(a), y = static_cast<Unsigned>(b);
  switch (condition) {
    case Condition::kEqual: return a == b;
    case Condition::kNotEqual: return a != b;
    case Condition::kLess: return a < b;
    case Condition::kGreaterEqual: return a >= b;
    case Condition::kGreater: return a > b;
    case Condition::kLessEqual: return a <= b;
    case Condition::kBelow: return x < y;
    case Condition::kAboveEqual: return x >= y;
    case Condition::kAbove: return x > y;
    case Condition::kBelowEqual: return x <= y;
    case Condition::kNegative: return static_cast<Signed>(x - y) < 0;
    case Condition::kNotNegative: return static_cast<Signed>(x - y) >= 0;
  }
  UNREACHABLE();
}

// Emits a comparison; JumpIf and SetIf say the same of it. What is between them changes no flags.
class Comparison {
 public:
  template <class F>
  Comparison(Gpr a, Gpr b, Condition condition, F emit)
      : operation_(a, b, [&](Masm& masm, Label* jumped) {
          emit(masm);
          masm.Set32(a, 0);
          masm.Move64(b, a);
          masm.Exchange64(a, b);
          masm.SetDouble(Fpr{1}, 0);
          masm.SetDouble(Fpr{2}, 0.7);
          masm.Load8(b, In(0));
          masm.Store32(Out(2), 1);
          masm.StoreFloat(Memory::At(kFrame, offsetof(Frame, bytes)), Fpr{1});
          masm.SetIf(a, condition);
          masm.Store64(Out(2), a);
          masm.JumpIf(condition, jumped);
        }) {}
  bool Run(uint64_t a, uint64_t b) const {
    std::optional<uint64_t> result = operation_.Run(a, b);
    EXPECT_TRUE(!result || *result == 0);  // what SetIf said where nothing jumped
    return !result;
  }

 private:
  Operation operation_;
};

TEST_F(MasmTest, ComparisonsOfIntegers) {
  auto all = Allocatable();
  size_t i = 0;
  for (Condition condition : kConditions) {
    Gpr a = all[i % all.size()], b = all[(i + 1) % all.size()];
    i++;
    Comparison registers(a, b, condition, [&](Masm& m) { m.Compare32(a, b); });
    Comparison memory(a, b, condition, [&](Masm& m) { m.Compare32(a, In(1)); });
    Comparison wide(a, b, condition, [&](Masm& m) { m.Compare64(a, b); });
    Comparison wide_memory(a, b, condition, [&](Masm& m) { m.Compare64(a, In(1)); });
    for (int32_t y : kInts) {
      Comparison constant(a, b, condition, [&](Masm& m) { m.Compare32(a, y); });
      Comparison memory_constant(a, b, condition, [&](Masm& m) { m.Compare32(In(0), y); });
      Comparison wide_constant(a, b, condition, [&](Masm& m) { m.Compare64(a, y); });
      Comparison wide_memory_constant(a, b, condition, [&](Masm& m) { m.Compare64(In(0), y); });
      for (int32_t x : kInts) {
        uint64_t ux = static_cast<uint32_t>(x) | kGarbage, uy = static_cast<uint32_t>(y) | 0x7700000000;
        bool expected = Holds(condition, x, y);
        EXPECT_EQ(registers.Run(ux, uy), expected) << x << " " << y << " " << static_cast<int>(condition);
        EXPECT_EQ(memory.Run(ux, uy), expected) << x << " " << y;
        EXPECT_EQ(constant.Run(ux, uy), expected) << x << " " << y;
        EXPECT_EQ(memory_constant.Run(ux, uy), expected) << x << " " << y;
        for (int shift : {0, 31, 32}) {
          int64_t wx = int64_t{x} << shift, wy = int64_t{y} << (shift ^ 32);
          EXPECT_EQ(wide.Run(wx, wy), Holds(condition, wx, wy)) << wx << " " << wy;
          EXPECT_EQ(wide_memory.Run(wx, wy), Holds(condition, wx, wy)) << wx << " " << wy;
          EXPECT_EQ(wide_constant.Run(wx, 0), Holds(condition, wx, int64_t{y})) << wx << " " << y;
          EXPECT_EQ(wide_memory_constant.Run(wx, 0), Holds(condition, wx, int64_t{y})) << wx << " " << y;
        }
      }
    }
  }
}

TEST_F(MasmTest, TestsOfBits) {
  auto all = Allocatable();
  for (Condition condition :
       {Condition::kEqual, Condition::kNotEqual, Condition::kNegative, Condition::kNotNegative}) {
    for (size_t i = 0; i < all.size(); i++) {
      Gpr a = all[i], b = all[(i + 1) % all.size()];
      Comparison registers(a, b, condition, [&](Masm& m) { m.Test32(a, b); });
      for (int32_t y : kInts) {
        Comparison constant(a, b, condition, [&](Masm& m) { m.Test32(a, y); });
        for (int32_t x : kInts) {
          bool expected = Holds(condition, x & y, 0);
          EXPECT_EQ(registers.Run(static_cast<uint32_t>(x) | kGarbage, static_cast<uint32_t>(y)), expected)
              << x << " " << y;
          EXPECT_EQ(constant.Run(static_cast<uint32_t>(x) | kGarbage, 0), expected) << x << " " << y;
        }
      }
    }
  }
  for (Condition condition : {Condition::kEqual, Condition::kNotEqual}) {
    for (int y = 0; y < 256; y++) {
      auto bits = static_cast<uint8_t>(y);
      Comparison test(all[0], all[1], condition, [&](Masm& m) { m.Test8(In(0), bits); });
      Comparison compare(all[0], all[1], condition, [&](Masm& m) { m.Compare8(In(0), bits); });
      for (int x : {0, 1, 2, 0x7f, 0x80, 0xff, y, y ^ 1, y ^ 0x80, 255 - y}) {
        bool is_equal = condition == Condition::kEqual;
        EXPECT_EQ(test.Run(0x5500u | static_cast<unsigned>(x), 0), ((x & y) == 0) == is_equal)
            << x << " " << y;
        EXPECT_EQ(compare.Run(0x5500u | static_cast<unsigned>(x), 0), (x == y) == is_equal) << x << " " << y;
      }
    }
  }
}

TEST_F(MasmTest, AddsToMemory) {
  auto all = Allocatable();
  for (Condition condition : kConditions) {
    if (condition >= Condition::kBelow && condition < Condition::kNegative) continue;
    for (int32_t n : kInts) {
      Program program([&](Masm& m) {
        m.AddToMemory32(In(0), n);
        m.SetIf(all[0], condition);
        m.Store64(Out(0), all[0]);
      });
      for (int32_t x : kInts) {
        Frame frame{};
        frame.in[0] = static_cast<uint32_t>(x) | kGarbage;
        program.Run(frame);
        EXPECT_EQ(frame.in[0], static_cast<uint32_t>(*Added(x, n)) | kGarbage);
        int64_t sum = int64_t{x} + n;
        bool is_negative = *Added(x, n) < 0;
        bool expected = condition == Condition::kNegative      ? is_negative
                        : condition == Condition::kNotNegative ? !is_negative
                        : condition <= Condition::kNotEqual
                            ? (*Added(x, n) == 0) == (condition == Condition::kEqual)
                        : condition == Condition::kLess         ? sum < 0
                        : condition == Condition::kGreaterEqual ? sum >= 0
                        : condition == Condition::kGreater      ? sum >= 0 && *Added(x, n) != 0
                                                                : sum < 0 || *Added(x, n) == 0;
        EXPECT_EQ(frame.out[0], static_cast<uint64_t>(expected))
            << x << " + " << n << " " << static_cast<int>(condition);
      }
    }
  }
}

// ---- Memory ----

// A heap of the test's own. References to it are distances from its beginning, with full pointers addresses.
class Heap {
 public:
  uint8_t* at(size_t offset) { return bytes_.data() + offset; }
  uint64_t Reference(size_t offset) {
    return HALFWORD_COMPRESS ? offset : reinterpret_cast<uintptr_t>(at(offset));
  }

 private:
  std::vector<uint8_t> bytes_ = std::vector<uint8_t>(size_t{1} << 18);
};

// Calls f(memory, offset) for places in the heap of all kinds. In `a` is the reference or the address, in `b`
// the index, which are of the frame's first two words.
template <class F>
void ForEachPlace(Heap& heap, Gpr a, Gpr b, Frame& frame, F f) {
  constexpr size_t kMiddle = (1 << 16) + 64;
  for (int32_t displacement :
       {0, 7, -1, -8, 12, 255, 256, 4095, 4096, 4099, 0x7fff, 0xfff8, Memory::kMostDisplacement - 1}) {
    frame.in[0] = heap.Reference(kMiddle);
    f(Memory::Heap(a, displacement), kMiddle + static_cast<size_t>(int64_t{displacement}));
  }
  for (int32_t displacement : {0, 8, -8, -256, -257, 255, 4095, 32760, 65536, -65536, 0x12345}) {
    frame.in[0] = reinterpret_cast<uintptr_t>(heap.at(kMiddle));
    f(Memory::At(a, displacement), kMiddle + static_cast<size_t>(int64_t{displacement}));
    for (int shift = 0; shift < 4; shift++) {
      constexpr uint64_t kIndex = 1001;
      frame.in[1] = kIndex;
      f(Memory::Raw(a, b, shift, displacement),
        kMiddle + (kIndex << shift) + static_cast<size_t>(int64_t{displacement}));
    }
  }
}

template <class T>
T Read(Heap& heap, size_t offset) {
  T value;
  std::memcpy(&value, heap.at(offset), sizeof value);
  return value;
}

TEST_F(MasmTest, LoadsExtend) {
  Heap heap;
  auto all = Allocatable();
  for (size_t i = 0; i < size_t{1} << 18; i++) *heap.at(i) = static_cast<uint8_t>(i * 197 >> 3);
  for (size_t i = 0; i < all.size(); i++) {
    Gpr a = all[i], b = all[(i + 1) % all.size()];
    Frame frame{};
    ForEachPlace(heap, a, b, frame, [&](const Memory& memory, size_t offset) {
      auto run = [&](auto emit) {
        Program program([&](Masm& m) {
          m.Load64(a, In(0));
          m.Load64(b, In(1));
          emit(m);
          m.Store64(Out(0), a);
        });
        program.Run(frame, heap.at(0));
        return frame.out[0];
      };
      EXPECT_EQ(run([&](Masm& m) { m.Load8(a, memory); }), Read<uint8_t>(heap, offset));
      EXPECT_EQ(run([&](Masm& m) { m.LoadSigned8(a, memory); }),
                static_cast<uint32_t>(Read<int8_t>(heap, offset)));
      EXPECT_EQ(run([&](Masm& m) { m.Load16(a, memory); }), Read<uint16_t>(heap, offset));
      EXPECT_EQ(run([&](Masm& m) { m.LoadSigned16(a, memory); }),
                static_cast<uint32_t>(Read<int16_t>(heap, offset)));
      EXPECT_EQ(run([&](Masm& m) { m.Load32(a, memory); }), Read<uint32_t>(heap, offset));
      EXPECT_EQ(run([&](Masm& m) { m.Load64(a, memory); }), Read<uint64_t>(heap, offset));
      uint64_t tagged = HALFWORD_COMPRESS ? Read<uint32_t>(heap, offset) : Read<uint64_t>(heap, offset);
      EXPECT_EQ(run([&](Masm& m) { m.LoadTagged(a, memory); }), tagged);
      EXPECT_EQ(run([&](Masm& m) {
                  m.LoadDouble(Fpr{3}, memory);
                  m.MoveBits64(a, Fpr{3});
                }),
                Read<uint64_t>(heap, offset));
    });
  }
}

TEST_F(MasmTest, StoresWriteNoMoreThanTheirWidth) {
  Heap heap;
  auto all = Allocatable();
  constexpr uint64_t kValue = 0x8182838485868788, kFill = 0x5a5a5a5a5a5a5a5a;
  for (size_t i = 0; i < all.size(); i++) {
    Gpr a = all[i], b = all[(i + 1) % all.size()], value = all[(i + 2) % all.size()];
    Frame frame{};
    frame.in[2] = kValue;
    ForEachPlace(heap, a, b, frame, [&](const Memory& memory, size_t offset) {
      auto expect = [&](uint64_t stored, size_t size, auto emit) {
        Program program([&](Masm& m) {
          m.Load64(a, In(0));
          m.Load64(b, In(1));
          m.Load64(value, In(2));
          emit(m);
        });
        std::memset(heap.at(offset - 8), 0x5a, 32);
        program.Run(frame, heap.at(0));
        EXPECT_EQ(std::memcmp(heap.at(offset), &stored, size), 0);
        EXPECT_EQ(Read<uint64_t>(heap, offset - 8), kFill);
        EXPECT_EQ(Read<uint64_t>(heap, offset + size), kFill);
      };
      constexpr size_t kTagged = HALFWORD_COMPRESS ? 4 : 8;
      expect(kValue, 1, [&](Masm& m) { m.Store8(memory, value); });
      expect(kValue, 2, [&](Masm& m) { m.Store16(memory, value); });
      expect(kValue, 4, [&](Masm& m) { m.Store32(memory, value); });
      expect(kValue, 8, [&](Masm& m) { m.Store64(memory, value); });
      expect(kValue, kTagged, [&](Masm& m) { m.StoreTagged(memory, value); });
      expect(static_cast<uint64_t>(int64_t{-5}), kTagged, [&](Masm& m) { m.StoreTagged(memory, -5); });
      expect(0x12345678, 4, [&](Masm& m) { m.Store32(memory, 0x12345678); });
      expect(0, 4, [&](Masm& m) { m.Store32(memory, 0); });
      expect(static_cast<uint64_t>(int64_t{INT32_MIN}), 8, [&](Masm& m) { m.Store64(memory, INT32_MIN); });
      expect(0, 8, [&](Masm& m) { m.Store64(memory, 0); });
      expect(kValue, 8, [&](Masm& m) {
        m.MoveBits64(Fpr{2}, value);
        m.StoreDouble(memory, Fpr{2});
      });
      // What release stores need: a multiple of their size.
      if (reinterpret_cast<uintptr_t>(heap.at(offset)) % 8 == 0) {
        expect(kValue, 4, [&](Masm& m) { m.StoreRelease32(memory, value); });
        expect(kValue, 8, [&](Masm& m) { m.StoreRelease64(memory, value); });
        expect(kValue, kTagged, [&](Masm& m) { m.StoreReleaseTagged(memory, value); });
      }
      // Far places and constants together need all scratch registers.
      expect(0x5a5a5a5a + 0x7654321, 4, [&](Masm& m) { m.AddToMemory32(memory, 0x7654321); });
    });
  }
}

TEST_F(MasmTest, MovesOf128Bits) {
  Frame frame{};
  constexpr int32_t kBytes = offsetof(Frame, bytes);
  for (uint8_t n = 0; n < 15; n++) {
    for (int i = 0; i < 16; i++) frame.bytes[i + 1] = static_cast<uint8_t>(i * 17 + n);
    Program program([&](Masm& m) {
      m.Load128(Fpr{n}, Memory::At(kFrame, kBytes + 1));
      m.Store128(Memory::At(kFrame, kBytes + 20), Fpr{n});
    });
    program.Run(frame);
    EXPECT_EQ(std::memcmp(frame.bytes + 1, frame.bytes + 20, 16), 0);
    EXPECT_EQ(frame.bytes[19] | frame.bytes[36], 0);
  }
}

// ---- Doubles ----

template <class F, class Reference>
void ExpectDoubles(const char* name, F emit, Reference reference) {
  for (uint8_t n = 0; n < 15; n++) {
    Fpr a{n}, b{static_cast<uint8_t>((n + 4) % 15)};
    Program program([&](Masm& m) {
      m.LoadDouble(a, NumberIn(0));
      m.LoadDouble(b, NumberIn(1));
      emit(m, a, b);
      m.StoreDouble(Result(), a);
    });
    for (double x : kDoubles) {
      for (double y : kDoubles) {
        Frame frame{};
        frame.numbers[0] = x;
        frame.numbers[1] = y;
        program.Run(frame);
        ExpectDouble(frame.result, reference(x, y), std::string(name) + " " + Bits(x) + " " + Bits(y));
      }
    }
  }
}

TEST_F(MasmTest, ArithmeticOfDoubles) {
  ExpectDoubles(
      "AddDouble", [](Masm& m, Fpr a, Fpr b) { m.AddDouble(a, b); },
      [](double a, double b) { return a + b; });
  ExpectDoubles(
      "SubDouble", [](Masm& m, Fpr a, Fpr b) { m.SubDouble(a, b); },
      [](double a, double b) { return a - b; });
  ExpectDoubles(
      "MulDouble", [](Masm& m, Fpr a, Fpr b) { m.MulDouble(a, b); },
      [](double a, double b) { return a * b; });
  ExpectDoubles(
      "DivDouble", [](Masm& m, Fpr a, Fpr b) { m.DivDouble(a, b); },
      [](double a, double b) __attribute__((no_sanitize("float-divide-by-zero"))) { return a / b; });
  ExpectDoubles(
      "AddDouble of memory", [](Masm& m, Fpr a, Fpr) { m.AddDouble(a, NumberIn(1)); },
      [](double a, double b) { return a + b; });
  ExpectDoubles(
      "SqrtDouble", [](Masm& m, Fpr a, Fpr b) { m.SqrtDouble(a, b); },
      [](double, double b) { return std::sqrt(b); });
  ExpectDoubles(
      "NegateDouble", [](Masm& m, Fpr a, Fpr) { m.NegateDouble(a); }, [](double a, double) { return -a; });
  ExpectDoubles(
      "AbsDouble", [](Masm& m, Fpr a, Fpr) { m.AbsDouble(a); },
      [](double a, double) { return std::fabs(a); });
  ExpectDoubles(
      "MoveDouble", [](Masm& m, Fpr a, Fpr b) { m.MoveDouble(a, b); }, [](double, double b) { return b; });
  ExpectDoubles(
      "RoundToFloat", [](Masm& m, Fpr a, Fpr b) { m.RoundToFloat(a, b); },
      [](double, double b) { return static_cast<double>(static_cast<float>(b)); });
  ExpectDoubles(
      "StoreFloat and LoadFloat",
      [](Masm& m, Fpr a, Fpr b) {
        m.StoreFloat(Out(1), b);
        m.LoadFloat(a, Out(1));
      },
      [](double, double b) { return static_cast<double>(static_cast<float>(b)); });
}

TEST_F(MasmTest, ConstantDoubles) {
  for (double n : kDoubles) {
    Program program([&](Masm& m) {
      m.SetDouble(Fpr{14}, n);
      m.StoreDouble(Result(), Fpr{14});
    });
    Frame frame{};
    program.Run(frame);
    EXPECT_EQ(Bits(frame.result), Bits(n));
  }
}

bool Holds(DoubleCondition condition, double a, double b) {
  switch (condition) {
    case DoubleCondition::kEqual: return a == b;
    case DoubleCondition::kNotEqual: return a != b;
    case DoubleCondition::kLess: return a < b;
    case DoubleCondition::kNotLess: return !(a < b);
    case DoubleCondition::kLessEqual: return a <= b;
    case DoubleCondition::kNotLessEqual: return !(a <= b);
    case DoubleCondition::kGreater: return a > b;
    case DoubleCondition::kNotGreater: return !(a > b);
    case DoubleCondition::kGreaterEqual: return a >= b;
    case DoubleCondition::kNotGreaterEqual: return !(a >= b);
  }
  UNREACHABLE();
}

TEST_F(MasmTest, ComparisonsOfDoubles) {
  auto all = Allocatable();
  for (size_t i = 0; i < all.size(); i++) {
    Fpr a{static_cast<uint8_t>(i)}, b{static_cast<uint8_t>((i + 5) % 15)};
    for (int c = 0; c <= static_cast<int>(DoubleCondition::kNotGreaterEqual); c++) {
      auto condition = static_cast<DoubleCondition>(c);
      Operation operation(all[i], all[(i + 1) % all.size()], [&](Masm& m, Label* jumped) {
        m.LoadDouble(a, In(0));
        m.LoadDouble(b, In(1));
        m.SetIfDouble(all[i], condition, a, b);
        m.Store64(Out(2), all[i]);
        m.JumpIfDouble(condition, a, b, jumped);
      });
      for (double x : kDoubles) {
        for (double y : kDoubles) {
          std::optional<uint64_t> result =
              operation.Run(std::bit_cast<uint64_t>(x), std::bit_cast<uint64_t>(y));
          EXPECT_EQ(!result, Holds(condition, x, y)) << Bits(x) << " " << Bits(y) << " " << c;
          EXPECT_EQ(result.value_or(0), 0u);
        }
      }
      // What SetIfDouble gives where it holds.
      Program set([&](Masm& m) {
        m.LoadDouble(a, NumberIn(0));
        m.LoadDouble(b, NumberIn(1));
        m.Load64(all[i], In(0));
        m.SetIfDouble(all[i], condition, a, b);
        m.Store64(Out(0), all[i]);
      });
      for (double x : kDoubles) {
        for (double y : kDoubles) {
          Frame frame{};
          frame.in[0] = ~uint64_t{0};
          frame.numbers[0] = x;
          frame.numbers[1] = y;
          set.Run(frame);
          EXPECT_EQ(frame.out[0], static_cast<uint64_t>(Holds(condition, x, y)))
              << Bits(x) << " " << Bits(y) << " " << c;
        }
      }
    }
  }
}

TEST_F(MasmTest, SetIfGivesOneWhereItHolds) {
  auto all = Allocatable();
  for (Gpr a : all) {
    for (Condition condition : kConditions) {
      Program program([&](Masm& m) {
        m.Load64(a, In(0));
        m.Compare32(a, In(1));
        m.SetIf(a, condition);
        m.Store64(Out(0), a);
      });
      for (int32_t x : kInts) {
        for (int32_t y : kInts) {
          Frame frame{};
          frame.in[0] = kGarbage | static_cast<uint32_t>(x);
          frame.in[1] = static_cast<uint32_t>(y);
          program.Run(frame);
          EXPECT_EQ(frame.out[0], static_cast<uint64_t>(Holds(condition, x, y)));
        }
      }
    }
  }
}

TEST_F(MasmTest, IntegersToDoubles) {
  auto all = Allocatable();
  for (size_t i = 0; i < all.size(); i++) {
    Gpr from = all[i];
    Fpr to{static_cast<uint8_t>(i)};
    Program program([&](Masm& m) {
      m.Load64(from, In(0));
      m.Int32ToDouble(to, from);
      m.StoreDouble(Result(), to);
      m.Load32(from, In(0));
      m.Uint32ToDouble(to, from);
      m.StoreDouble(NumberIn(0), to);
    });
    for (int32_t x : kInts) {
      Frame frame{};
      frame.in[0] = kGarbage | static_cast<uint32_t>(x);
      program.Run(frame);
      EXPECT_EQ(frame.result, x);
      EXPECT_EQ(frame.numbers[0], static_cast<uint32_t>(x));
    }
  }
}

// https://tc39.es/ecma262/#sec-toint32
uint32_t ToInt32(double n) {
  if (!std::isfinite(n)) return 0;
  double modulo = std::fmod(std::trunc(n), 4294967296.0);
  return static_cast<uint32_t>(static_cast<int64_t>(modulo));
}

TEST_F(MasmTest, DoublesToIntegers) {
  auto all = Allocatable();
  for (size_t i = 0; i < all.size(); i++) {
    Gpr to = all[i], other = all[(i + 1) % all.size()];
    Fpr from{static_cast<uint8_t>(i)};
    for (bool minus_zero_is_zero : {false, true}) {
      Operation operation(to, other, [&](Masm& m, Label* is_not) {
        m.Load128(from, In(0));  // whatever the upper half is
        m.DoubleToInt32(to, from, minus_zero_is_zero, is_not);
      });
      for (double x : kDoubles) {
        bool is_int = x >= INT32_MIN && x <= INT32_MAX && x == static_cast<int32_t>(x);
        if (std::signbit(x) && x == 0 && !minus_zero_is_zero) is_int = false;
        for (uint64_t upper : {uint64_t{0}, ~uint64_t{0}}) {
          std::optional<uint64_t> result = operation.Run(std::bit_cast<uint64_t>(x), upper);
          ASSERT_EQ(result.has_value(), is_int) << Bits(x);
          if (is_int) {
            EXPECT_EQ(*result, static_cast<uint32_t>(static_cast<int32_t>(x))) << Bits(x);
          }
        }
      }
    }
    Operation truncate(to, other, [&](Masm& m, Label* slow) {
      m.LoadDouble(from, In(0));
      m.TruncateToInt32(to, from, slow);
    });
    for (double x : kDoubles) {
      std::optional<uint64_t> result = truncate.Run(std::bit_cast<uint64_t>(x), 0);
      if (std::fabs(x) < 9223372036854775808.0) {
        ASSERT_TRUE(result.has_value()) << Bits(x);
      }
      if (std::fabs(x) > 9223372036854775808.0) {
        ASSERT_FALSE(result.has_value()) << Bits(x);
      }
      if (result) {
        EXPECT_EQ(*result, ToInt32(x)) << Bits(x);
      }
    }
  }
}

// ---- Control ----

TEST_F(MasmTest, JumpsByTable) {
  auto all = Allocatable();
  for (size_t i = 0; i < all.size(); i++) {
    Gpr index = all[i], temporary = all[(i + 1) % all.size()];
    Program program([&](Masm& m) {
      Label cases[5], end;
      Label* labels[] = {&cases[0], &cases[1], &cases[2], &cases[3], &cases[4], &cases[1]};
      m.Bind(&cases[4]);
      m.Load32(index, In(0));
      m.Store64(In(0), 2);  // the fifth comes by here again
      m.AddToMemory32(Out(1), 1);
      m.JumpByTable(index, labels, temporary);
      m.Trap();
      for (int n = 0; n < 4; n++) {
        m.Bind(&cases[n]);
        m.Store64(Out(0), 100 + n);
        m.Jump(&end);
        for (int fill = 0; fill < 50; fill++) m.Trap();
      }
      m.Bind(&end);
    });
    for (uint64_t n = 0; n < 6; n++) {
      Frame frame{};
      frame.in[0] = n;
      program.Run(frame);
      EXPECT_EQ(frame.out[0], n == 4 ? 102 : n == 5 ? 101 : 100 + n);
      EXPECT_EQ(frame.out[1], n == 4 ? 2u : 1u);
    }
  }
}

TEST_F(MasmTest, JumpsFarAndNear) {
  auto all = Allocatable();
#if defined(__aarch64__)
  constexpr int kFar = (1 << 18) + 100;
#else
  constexpr int kFar = 200;
#endif
  for (int between : {0, 1, 10, kFar}) {
    Program program([&](Masm& m) {
      Label ahead, back, over, address;
      m.Set32(all[0], 1);
      m.AddressOf(all[1], &address);
      m.SetDouble(Fpr{5}, 0.3);
      m.Compare32(all[0], 1);
      m.JumpIf(Condition::kEqual, &ahead);
      m.Bind(&back);
      m.Set32(all[0], 2);
      m.JumpTo(all[1]);
      for (int i = 0; i < between; i++) m.Trap();
      m.Bind(&ahead);
      m.JumpIf(Condition::kNotEqual, &over);
      m.JumpIf(Condition::kEqual, &back);
      m.Bind(&over);
      m.Trap();
      m.Bind(&address);
      m.StoreDouble(Result(), Fpr{5});
      m.Store64(Out(0), all[0]);
    });
    Frame frame{};
    program.Run(frame);
    EXPECT_EQ(frame.out[0], 2u);
    EXPECT_EQ(frame.result, 0.3);
  }
}

TEST_F(MasmTest, NativeCallsKeepWhatLeavesKeep) {
  std::vector<Gpr> kept;
  for (Gpr r : Allocatable()) {
    if (kKeptByLeaves.Has(r)) kept.push_back(r);
  }
  ASSERT_FALSE(kept.empty());
  Program program([&](Masm& m) {
    for (Gpr r : kept) m.Set32(r, 1000u + r.number);
    for (int i = 0; i < 3; i++) m.CallNative(Memory::At(kMachine, kNative));
    m.Store64(Out(0), 0);
    for (Gpr r : kept) {
      m.Add32(r, Out(0));
      m.Store64(Out(0), r);
    }
  });
  Frame frame{};
  stack_of_native = 1;
  program.Run(frame);
  uint64_t sum = 0;
  for (Gpr r : kept) sum += 1000u + r.number;
  EXPECT_EQ(frame.out[0], sum);
  // At its frame's address a function has pushed as much as it was entered with.
  EXPECT_EQ(stack_of_native % 16, 0u);
}

}  // namespace
}  // namespace halfword::testing
