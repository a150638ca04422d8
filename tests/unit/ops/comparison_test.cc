// Comparisons in all their forms: as values, as jumps forward, and as back-edges of loops; and the operators
// that choose one of their operands.
#include "differential.h"

namespace halfword::testing {
namespace {

using Test = Completion<bool> (*)(Isolate&, Value, Value);

struct Comparison {
  const char* text;
  Test holds;
};
void PrintTo(const Comparison& shown, std::ostream* out) { *out << shown.text; }

bool BothNumbers(Value a, Value b) { return a.IsNumber() && b.IsNumber(); }

constexpr Comparison kComparisons[] = {
    {"<",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       if (BothNumbers(a, b)) return a.AsNumber() < b.AsNumber();
       return TRY(IsLessThan(isolate, a, b, true)) == Ordering::kLess;
     }},
    {">",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       if (BothNumbers(a, b)) return a.AsNumber() > b.AsNumber();
       return TRY(IsLessThan(isolate, b, a, false)) == Ordering::kLess;
     }},
    {"<=",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       if (BothNumbers(a, b)) return a.AsNumber() <= b.AsNumber();
       return TRY(IsLessThan(isolate, b, a, false)) == Ordering::kNotLess;
     }},
    {">=",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       if (BothNumbers(a, b)) return a.AsNumber() >= b.AsNumber();
       return TRY(IsLessThan(isolate, a, b, true)) == Ordering::kNotLess;
     }},
    {"==",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> { return IsLooselyEqual(isolate, a, b); }},
    {"!=",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       return !TRY(IsLooselyEqual(isolate, a, b));
     }},
    {"===",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       if (BothNumbers(a, b)) return a.AsNumber() == b.AsNumber();
       return IsStrictlyEqual(isolate, a, b);
     }},
    {"!==",
     [](Isolate& isolate, Value a, Value b) -> Completion<bool> {
       if (BothNumbers(a, b)) return a.AsNumber() != b.AsNumber();
       return !IsStrictlyEqual(isolate, a, b);
     }},
};

// Each says true or false.
constexpr const char* kForms[] = {
    // values
    "return a $ b", "var r = a $ b; return r", "return !(a $ b) === false", "return [a $ b][0]",
    // jumps forward
    "if (a $ b) return true; return false", "if (!(a $ b)) return false; return true",
    "return a $ b ? true : false", "return a $ b && true", "return a $ b || false",
    "if (a $ b && b !== Symbol) return true; else return false", "return !(a $ b) ? false : true",
    // back-edges
    "var n = 0; do { if (n++) return true } while (a $ b); return false",
    "var n = 0; while (a $ b) if (n++) return true; return false",
    "for (var n = 0; a $ b; n++) if (n) return true; return false",
    "var n = 0; do { if (n++) return false } while (!(a $ b)); return true",
    "for (var n = 0; !(a $ b); n++) if (n) return false; return true",
    "for (let n = 0; a $ b; n++) { let f = () => n; if (f()) return true } return false"};

class ComparisonsTest : public ::testing::TestWithParam<Comparison> {};
INSTANTIATE_TEST_SUITE_P(All, ComparisonsTest, ::testing::ValuesIn(kComparisons));

Completion<Value> Holds(Isolate& isolate, Test test, Value a, Value b) {
  return Value::Boolean(TRY(test(isolate, a, b)));
}

TEST_P(ComparisonsTest, OfVariables) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    EdgeValues operands(isolate);
    Oracle oracle = [](Isolate& isolate, Value a, Value b) { return Holds(isolate, GetParam().holds, a, b); };
    for (const char* form : kForms) {
      ExpectAsOracle(isolate, Replaced(form, "$", GetParam().text), operands, operands, oracle);
    }
  }));
}

TEST_P(ComparisonsTest, OfLiterals) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    EdgeValues operands(isolate);
    Oracle oracle = [](Isolate& isolate, Value a, Value b) { return Holds(isolate, GetParam().holds, a, b); };
    for (const Operand& literal :
         Operands(isolate, {"0", "1", "-1", "32767", "-32769", "1073741823", "-1073741824", "0.5", "'1'",
                            "'a'", "null", "undefined", "true", "1n"})) {
      for (const char* form : {"return a $ b", "if (a $ b) return true; return false",
                               "var n = 0; do { if (n++) return true } while (a $ b); return false"}) {
        std::string with = Replaced(form, "$", GetParam().text);
        std::span<const Operand> one(&literal, 1);
        ExpectAsOracle(isolate, Replaced(with, " b", " (" + literal.text + ")"), operands, one, oracle);
        ExpectAsOracle(isolate, Replaced(with, "a ", "(" + literal.text + ") "), one, operands, oracle);
      }
    }
  }));
}

// The left operand is a number that may have no box.
TEST_P(ComparisonsTest, OfResultsOfOperators) {
  EXPECT_TRUE(MakeIsolate()->Enter([](Isolate& isolate) {
    EdgeValues operands(isolate);
    for (const char* form : {"return (a * b) $ b", "if ((a * b) $ b) return true; return false",
                             "var n = 0; do { if (n++) return true } while ((a * b) $ b); return false"}) {
      ExpectAsOracle(isolate, Replaced(form, "$", GetParam().text), operands, operands,
                     [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
                       Value product = TRY(BinaryOperation(isolate, BinaryOp::kMul, a, b));
                       return Holds(isolate, GetParam().holds, product, b);
                     });
    }
    ExpectAsOracle(isolate, Replaced("return a $ (b - a)", "$", GetParam().text), operands, operands,
                   [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
                     Value difference = TRY(BinaryOperation(isolate, BinaryOp::kSub, b, a));
                     return Holds(isolate, GetParam().holds, a, difference);
                   });
  }));
}

class ChoiceTest : public ::testing::Test {
 protected:
  static void Expect(std::initializer_list<const char*> bodies, Value (*choice)(Value, Value)) {
    EXPECT_TRUE(MakeIsolate()->Enter([&](Isolate& isolate) {
      EdgeValues operands(isolate);
      for (const char* body : bodies) {
        ExpectAsOracle(isolate, body, operands, operands,
                       [&](Isolate&, Value a, Value b) -> Completion<Value> { return choice(a, b); });
      }
    }));
  }
};

TEST_F(ChoiceTest, LogicalOperators) {
  Expect(
      {"return a && b", "a &&= b; return a", "if (a) return b; return a", "var o = {p: a}; return o.p &&= b"},
      [](Value a, Value b) { return ToBoolean(a) ? b : a; });
  Expect({"return a || b", "a ||= b; return a", "var e = [a]; return e[0] ||= b"},
         [](Value a, Value b) { return ToBoolean(a) ? a : b; });
}

TEST_F(ChoiceTest, NullishCoalescing) {
  Expect({"return a ?? b", "a ?\?= b; return a", "return a === null || a === undefined ? b : a",
          "return a != null ? a : b", "return a == undefined ? b : a",
          "return a !== null && a !== undefined ? a : b", "var o = {p: a}; return o.p ?\?= b"},
         [](Value a, Value b) { return a.IsNullOrUndefined() ? b : a; });
  Expect({"return a === undefined ? b : a", "return a !== void 0 ? a : b", "return ((x = b) => x)(a)",
          "var {p = b} = {p: a}; return p", "var [e = b] = [a]; return e"},
         [](Value a, Value b) { return a.IsUndefined() ? b : a; });
}

TEST_F(ChoiceTest, SwitchComparesStrictly) {
  Expect({"switch (a) { case b: return b; default: return a }",
          "switch (a) { case 'nothing': return; case b: return b } return a"},
         [](Value a, Value b) {
           bool equal =
               BothNumbers(a, b) ? a.AsNumber() == b.AsNumber() : IsStrictlyEqual(Isolate::Current(), a, b);
           return equal ? b : a;
         });
  Expect({"switch (a) { case 0: case 1: case 2: case 3: case 4: return b; } return a",
          "switch (a) { default: return a; case 0: case 1: case 2: case 3: case 4: return b; }"},
         [](Value a, Value b) {
           double n = a.IsNumber() ? a.AsNumber() : -1;
           return n == 0 || n == 1 ? b : a;
         });
}

}  // namespace
}  // namespace halfword::testing
