// Arithmetic, bitwise and unary operators, increments and conversions: every tier against the runtime, and
// numbers against C++.
#include <cmath>

#include "differential.h"

namespace halfword::testing {
namespace {

// ToInt32 by its definition (https://tc39.es/ecma262/#sec-toint32).
int32_t Int32Of(double d) {
  if (!std::isfinite(d)) return 0;
  double modulo = std::fmod(std::trunc(d), 4294967296.0);
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(modulo)));
}

double OnNumbers(BinaryOp op, double a, double b) {
  int32_t x = Int32Of(a), y = Int32Of(b);
  uint32_t bits = static_cast<uint32_t>(x), count = static_cast<uint32_t>(y) & 31;
  switch (op) {
    case BinaryOp::kAdd: return a + b;
    case BinaryOp::kSub: return a - b;
    case BinaryOp::kMul: return a * b;
    case BinaryOp::kDiv: return a / b;
    case BinaryOp::kMod: return std::fmod(a, b);
    case BinaryOp::kExp: return b != b || (std::fabs(a) == 1 && std::isinf(b)) ? NAN : std::pow(a, b);
    case BinaryOp::kBitAnd: return x & y;
    case BinaryOp::kBitOr: return x | y;
    case BinaryOp::kBitXor: return x ^ y;
    case BinaryOp::kShl: return static_cast<int32_t>(bits << count);
    case BinaryOp::kSar: return x >> count;
    case BinaryOp::kShr: return bits >> count;
  }
  CHECK(false);
}

Completion<Value> Apply(Isolate& isolate, BinaryOp op, Value a, Value b) {
  if (a.IsNumber() && b.IsNumber()) {
    return NewHeapNumber(isolate, OnNumbers(op, a.AsNumber(), b.AsNumber()));
  }
  return BinaryOperation(isolate, op, a, b);
}

struct Operator {
  const char* text;
  BinaryOp op;
};
void PrintTo(const Operator& shown, std::ostream* out) { *out << shown.text; }
constexpr Operator kOperators[] = {
    {"+", BinaryOp::kAdd},    {"-", BinaryOp::kSub},  {"*", BinaryOp::kMul},    {"/", BinaryOp::kDiv},
    {"%", BinaryOp::kMod},    {"**", BinaryOp::kExp}, {"&", BinaryOp::kBitAnd}, {"|", BinaryOp::kBitOr},
    {"^", BinaryOp::kBitXor}, {"<<", BinaryOp::kShl}, {">>", BinaryOp::kSar},   {">>>", BinaryOp::kShr}};

class OperatorsTest : public ::testing::TestWithParam<Operator> {
 protected:
  // The body with the operator for each $, asked about all pairs.
  static void Expect(Isolate& isolate, std::span<const Operand> operands, const char* body,
                     const Oracle& oracle) {
    ExpectAsOracle(isolate, Replaced(body, "$", GetParam().text), operands, operands, oracle);
  }
  static Completion<Value> Result(Isolate& isolate, Value a, Value b) {
    return Apply(isolate, GetParam().op, a, b);
  }
};
INSTANTIATE_TEST_SUITE_P(All, OperatorsTest, ::testing::ValuesIn(kOperators));

TEST_P(OperatorsTest, OfVariablesElementsAndProperties) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    EdgeValues operands(isolate);
    for (const char* body :
         {"return a $ b", "a $= b; return a", "var l = a, r = b; return l $ r",
          "var o = {v: a}; o.v $= b; return o.v", "var e = [a]; return e[0] $= b",
          "return (function () { return a $ b })()", "return (() => { a $= b; return a })()"}) {
      Expect(isolate, operands, body, Result);
    }
  }));
}

// What lies between two operators may have no box.
TEST_P(OperatorsTest, OfResultsOfOperators) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    EdgeValues operands(isolate);
    Expect(isolate, operands, "return (a $ b) $ b",
           [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
             return Result(isolate, TRY(Result(isolate, a, b)), b);
           });
    Expect(isolate, operands, "return a $ (b $ a)",
           [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
             return Result(isolate, a, TRY(Result(isolate, b, a)));
           });
    Expect(isolate, operands, "return (a $ b) $ (b $ a)",
           [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
             Value left = TRY(Result(isolate, a, b));
             return Result(isolate, left, TRY(Result(isolate, b, a)));
           });
    Expect(isolate, operands, "var x = a $ b, y = x $ a; return y $ x",
           [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
             Value x = TRY(Result(isolate, a, b));
             return Result(isolate, TRY(Result(isolate, x, a)), x);
           });
    // The number in the accumulator goes to an operator that is no arithmetic.
    Expect(isolate, operands, "var e = [0]; e[0] = a $ b; return e[0]", Result);
    Expect(isolate, operands, "return -(a $ b)", [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
      return Negate(isolate, TRY(Result(isolate, a, b)));
    });
    Expect(isolate, operands, "return (a $ b) < (a $ b)",
           [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
             Value left = TRY(Result(isolate, a, b));
             Value right = TRY(Result(isolate, a, b));
             return Value::Boolean(TRY(IsLessThan(isolate, left, right, true)) == Ordering::kLess);
           });
  }));
}

TEST_P(OperatorsTest, OfLiterals) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    EdgeValues operands(isolate);
    for (const Operand& literal :
         Operands(isolate,
                  {"0",           "1",           "-1",         "2",     "31",    "32",         "255",
                   "-0",          "32767",       "-32768",     "32768", "65535", "1073741823", "1073741824",
                   "-1073741824", "-1073741825", "2147483647", "0.5",   "'a'",   "null"})) {
      Oracle from_left = [](Isolate& isolate, Value a, Value b) { return Result(isolate, a, b); };
      std::span<const Operand> one(&literal, 1);
      std::string right = std::string("return a $ ") + literal.text;
      std::string left = "return (" + literal.text + ") $ b";
      ExpectAsOracle(isolate, Replaced(right, "$", GetParam().text), operands, one, from_left);
      ExpectAsOracle(isolate, Replaced(left, "$", GetParam().text), one, operands, from_left);
    }
  }));
}

class UnaryTest : public ::testing::Test {
 protected:
  void SetUp() override { owner_ = MakeIsolate(); }
  using Operation = Completion<Value> (*)(Isolate&, Value);
  void Expect(std::initializer_list<const char*> bodies, Operation operation) {
    EXPECT_TRUE(owner_->Enter([&](Isolate& isolate) {
      EdgeValues operands(isolate);
      Operands nothing(isolate, {"undefined"});
      for (const char* body : bodies) {
        ExpectAsOracle(isolate, body, operands, nothing,
                       [&](Isolate& isolate, Value a, Value) { return operation(isolate, a); });
      }
    }));
  }
  std::unique_ptr<IsolateOwner> owner_;
};

Completion<Value> PlusOne(Isolate& isolate, Value a) {
  if (a.IsNumber()) return NewHeapNumber(isolate, a.AsNumber() + 1);
  return Increment(isolate, a, 1);
}
Completion<Value> MinusOne(Isolate& isolate, Value a) {
  if (a.IsNumber()) return NewHeapNumber(isolate, a.AsNumber() - 1);
  return Increment(isolate, a, -1);
}

TEST_F(UnaryTest, Increments) {
  Expect({"return ++a", "a++; return a", "var v = a; return ++v", "var v = a; v++; return v",
          "var o = {p: a}; return ++o.p", "var o = {p: a}; o.p++; return o.p", "var e = [a]; return ++e[0]",
          "var e = [a]; e[0]++; return e[0]", "(() => { a++ })(); return a", "let f = () => ++a; return f()",
          "for (var v = a, n = 0; n < 1; n++, v++); return v",
          "class C { #p = a; m() { return ++this.#p } } "
          "return new C().m()"},
         PlusOne);
}

TEST_F(UnaryTest, Decrements) {
  Expect({"return --a", "a--; return a", "var v = a; return --v", "var v = a; v--; return v",
          "var o = {p: a}; return --o.p", "var o = {p: a}; o.p--; return o.p", "var e = [a]; return --e[0]",
          "var e = [a]; e[0]--; return e[0]", "(() => { a-- })(); return a"},
         MinusOne);
}

TEST_F(UnaryTest, PostfixOperatorsGiveTheNumberFromBefore) {
  Expect({"return a++", "return a--", "var v = a; return v++", "var o = {p: a}; return o.p++",
          "var e = [a]; return e[0]--", "return (() => a++)()"},
         [](Isolate& isolate, Value a) { return ToNumeric(isolate, a); });
}

TEST_F(UnaryTest, Negation) {
  Expect({"return -a", "var v = a; return -v", "return -(-(-a))"},
         [](Isolate& isolate, Value a) -> Completion<Value> {
           if (a.IsNumber()) return NewHeapNumber(isolate, -a.AsNumber());
           return Negate(isolate, a);
         });
}

TEST_F(UnaryTest, BitwiseNot) {
  Expect({"return ~a", "return ~(~(~a))"}, [](Isolate& isolate, Value a) -> Completion<Value> {
    if (a.IsNumber()) return NewHeapNumber(isolate, ~Int32Of(a.AsNumber()));
    return BitwiseNot(isolate, a);
  });
}

TEST_F(UnaryTest, ToNumberOfUnaryPlus) {
  Expect({"return +a", "return +(+a)"}, [](Isolate& isolate, Value a) -> Completion<Value> {
    return NewHeapNumber(isolate, TRY(ToNumber(isolate, a)));
  });
}

TEST_F(UnaryTest, ToBoolean) {
  // By the table of the specification, without the runtime's function.
  auto truth = [](Value a) {
    if (a.IsNumber()) return a.AsNumber() < 0 || a.AsNumber() > 0;
    if (a.IsString()) return a.AsString()->length() != 0;
    if (a.IsBigInt()) return BigIntToNumber(a.AsBigInt()) != 0;
    return !a.IsNullOrUndefined() && !a.IsFalse();
  };
  Expect({"return !!a", "return a ? true : false", "if (a) return true; return false",
          "if (!a) return false; return true", "while (a) return true; return false",
          "var n = 0; do if (n++) return true; while (a); return false",
          "for (var n = 0; !a; n++) if (n) return false; return true", "return !(a ? false : true)"},
         [](Isolate&, Value a) -> Completion<Value> { return Value::Boolean(decltype(truth)()(a)); });
}

TEST_F(UnaryTest, ToStringOfTemplates) {
  Expect({"return `${a}`", "return `${a}${''}`"},
         [](Isolate& isolate, Value a) -> Completion<Value> { return TRY(ToString(isolate, a)); });
}

TEST_F(UnaryTest, TypeOf) {
  auto operation = [](Isolate& isolate, Value a) -> Completion<Value> {
    const char* type = a.IsNumber()      ? "number"
                       : a.IsString()    ? "string"
                       : a.IsBoolean()   ? "boolean"
                       : a.IsUndefined() ? "undefined"
                       : a.IsNull()      ? "object"
                       : a.IsObject()    ? "object"
                       : a.IsBigInt()    ? "bigint"
                                         : "symbol";
    return NewStringFromAscii(isolate, type);
  };
  Expect({"return typeof a", "var v = a; return typeof v",
          "for (var t of ['number', 'string', 'boolean', 'undefined', 'object', 'bigint', 'symbol', "
          "'function']) "
          "if (typeof a === t) return t",
          "if (typeof a == 'number') return 'number'; if (typeof a === 'string') return 'string'; "
          "if ('boolean' === typeof a) return 'boolean'; if (typeof a == 'undefined') return 'undefined'; "
          "if (typeof a === 'object') return 'object'; if (typeof a === 'bigint') return 'bigint'; "
          "if (typeof a === 'symbol') return 'symbol'"},
         operation);
}

}  // namespace
}  // namespace halfword::testing
