// The code that the shapes described in compiler/compiler.h come to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.h"

namespace halfword {
namespace {

using testing::HasSubstr;
using testing::Not;
using Goal = CompilerHeap::Goal;

class ShapesTest : public testing::Test {
 protected:
  std::string Function(std::string_view source) { return heap_.CompileFunction(source); }
  std::string All(std::string_view source, Goal goal = Goal::kScript) { return heap_.Compile(source, goal); }
  CompilerHeap heap_;
};

TEST_F(ShapesTest, LocalsAreUsedWhereTheyAre) {
  EXPECT_EQ(Function("function f(a, b) { return a + b; }"),
            "Ldar r2\n"
            "Add r1, [9]\n"
            "Return\n");
}

TEST_F(ShapesTest, LeftOperandIsCopiedWhenTheRightSideAssignsIt) {
  EXPECT_EQ(Function("function f(a) { return a + (a = 2); }"),
            "Ldar r1\n"
            "StarOperand r2\n"
            "LdaSmi 2\n"
            "Star r1\n"
            "Add r2, [9]\n"
            "Return\n");
}

TEST_F(ShapesTest, ConstantsAreFolded) {
  EXPECT_EQ(Function("function f() { return 60 * 60 * 1000 + (1 << 4) - -1; }"),
            "LdaSmi 3600017\n"
            "Return\n");
}

TEST_F(ShapesTest, SmallRightOperandsAreImmediate) {
  EXPECT_EQ(Function("function f(a) { return (a + 1) * 2 & 255; }"),
            "Ldar r1\n"
            "AddSmi 1, [9]\n"
            "MulSmi 2, [10]\n"
            "BitAndSmi 255, [11]\n"
            "Return\n");
}

TEST_F(ShapesTest, LoopsTestAtTheBottom) {
  EXPECT_EQ(Function("function f(n) { for (var i = 0; i < n; i++) g; }"),
            "LdaSmi 0\n"
            "Star r2\n"
            "Jump →23\n"
            "LdaGlobal #0, [9]\n"
            "IncReg r2, [10]\n"
            "Ldar r1\n"
            "JumpLoopIfLess r2, →13, [11]\n"
            "ReturnUndefined\n");
}

TEST_F(ShapesTest, ConditionsDoNotMakeBooleans) {
  EXPECT_EQ(Function("function f(a, b) { if (!a && (b < 1 || a == null)) return 1; }"),
            "Ldar r1\n"
            "JumpIfTrue →36\n"
            "LdaSmi 1\n"
            "JumpIfLess r2, →30, [9]\n"
            "Ldar r1\n"
            "JumpIfNotEqualNull →36\n"
            "LdaSmi 1\n"
            "Return\n"
            "ReturnUndefined\n");
}

TEST_F(ShapesTest, NegatedComparisonsKeepNaNApart) {
  EXPECT_THAT(Function("function f(a, b) { if (a < b) g; }"), HasSubstr("JumpIfNotLess r1"));
  EXPECT_THAT(Function("function f(a, b) { if (!(a < b)) g; }"), HasSubstr("JumpIfLess r1"));
}

TEST_F(ShapesTest, TypeOfAgainstALiteralIsOneTest) {
  std::string code = Function("function f(a) { return typeof a === 'function'; }");
  EXPECT_EQ(code,
            "Ldar r1\n"
            "TestTypeOf 7\n"
            "Return\n");
}

TEST_F(ShapesTest, MethodCallsLoadTheirReceiverIntoTheFrame) {
  EXPECT_EQ(Function("function f(o) { return o.m(1); }"),
            "GetMethodFrom r11, r1, #0, [9]\n"
            "LdaSmi 1\n"
            "Star r12\n"
            "Call r11, 1, [15]\n"
            "Return\n");
}

TEST_F(ShapesTest, ThisIsCoercedOnlyWhereItIsAValue) {
  EXPECT_EQ(Function("function f() { this.a = this.b; }"),
            "GetNamed this, #1, [9]\n"
            "SetNamed this, #0, [15]\n"
            "ReturnUndefined\n");
  EXPECT_EQ(Function("function f() { this.a = 1; return this; }"),
            "CoerceThis\n"
            "LdaSmi 1\n"
            "SetNamed this, #0, [9]\n"
            "Ldar this\n"
            "Return\n");
  EXPECT_EQ(Function("function f() { return this[0]; }"),
            "CoerceThis\n"
            "LdaSmi 0\n"
            "GetKeyed this, [9]\n"
            "Return\n");
}

TEST_F(ShapesTest, BitwiseOperatorsConvertOnce) {
  EXPECT_EQ(Function("function f(a) { return (a | 0) >> 2; }"),
            "Ldar r1\n"
            "SarSmi 2, [9]\n"
            "Return\n");
  EXPECT_EQ(Function("function f(a) { return a >> 2 | 0; }"),
            "Ldar r1\n"
            "SarSmi 2, [9]\n"
            "Return\n");
  // A BigInt and a number are an error only for the first operator.
  EXPECT_EQ(Function("function f(a, b) { return (a | 0) & b; }"),
            "Ldar r1\n"
            "BitOrSmi 0, [9]\n"
            "StarOperand r3\n"
            "Ldar r2\n"
            "BitAnd r3, [10]\n"
            "Return\n");
}

TEST_F(ShapesTest, PlainObjectLiteralsAreMadeAtOnce) {
  EXPECT_EQ(Function("function f(a, b) { return {x: a, y: b}; }"),
            "Mov r1, r3\n"
            "Mov r2, r4\n"
            "CreateObjectFrom #0, r3, 2, [9]\n"
            "Return\n");
}

TEST_F(ShapesTest, ConstantArraysAreCopied) {
  EXPECT_EQ(Function("function f() { return [1, 2, 'x']; }"),
            "CreateArrayConst #0\n"
            "Return\n");
}

TEST_F(ShapesTest, DenseSwitchesUseATable) {
  std::string code = Function(
      "function f(x) { switch (x) { case 1: return 5; case 2: case 3: return 6; case 4: return 7; } }");
  EXPECT_THAT(code, HasSubstr("SwitchSmi #0, 1, 4\n"));
  EXPECT_THAT(code, Not(HasSubstr("JumpIfStrictEqual")));
}

TEST_F(ShapesTest, SwitchesOverStringsUseATable) {
  std::string code = Function(
      "function f(x) { switch (x) { case 'a': return 5; case 'b': case 'c': return 6; case 'd': return 7; } "
      "}");
  EXPECT_THAT(code, HasSubstr("SwitchString #0, 8\n"));
  EXPECT_THAT(code, Not(HasSubstr("JumpIfStrictEqual")));
}

TEST_F(ShapesTest, SparseSwitchesCompare) {
  std::string code = Function(
      "function f(x) { switch (x) { case 1: return 5; case 1000: case 3: return 6; case 'a': return 7; } }");
  EXPECT_THAT(code, Not(HasSubstr("SwitchSmi")));
}

TEST_F(ShapesTest, FinallyIsCompiledOnce) {
  std::string code = All(R"(
    function f(x) {
      for (;;) {
        try { if (x) break; if (x.y) continue; if (x.z) return 1; } finally { marker(); }
      }
    })");
  size_t first = code.find("\"marker\"");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(code.find("\"marker\"", first + 1), std::string::npos);
  EXPECT_THAT(code, HasSubstr("SwitchSmi"));
}

TEST_F(ShapesTest, DeadCodeIsDropped) {
  EXPECT_EQ(Function("function f() { return 1; g(); while (h) k(); }"),
            "LdaSmi 1\n"
            "Return\n");
}

TEST_F(ShapesTest, HolesAreMadeOnlyForUsesThatTestThem) {
  EXPECT_THAT(Function("function f() { let x = 1; return x; }"), Not(HasSubstr("Hole")));
  std::string code = Function("function f() { x; let x = 1; }");
  EXPECT_EQ(code,
            "LdaHole\n"
            "Star r1\n"
            "ThrowIfHole #0\n"
            "LdaSmi 1\n"
            "Star r1\n"
            "ReturnUndefined\n");
}

TEST_F(ShapesTest, ClosuresInLoopsCopyTheEnvironment) {
  std::string code = Function("function f(a) { for (let i = 0; i < 3; i++) a(() => i); }");
  EXPECT_THAT(code, HasSubstr("CopyEnv 1"));
  EXPECT_THAT(Function("function f(a) { for (let i = 0; i < 3; i++) a(i); }"), Not(HasSubstr("Env")));
}

TEST_F(ShapesTest, DestructuringLocalsNeedsNoHandler) {
  std::string code = All("function f(v) { let [a, , b] = v; return a + b; }");
  EXPECT_THAT(code, Not(HasSubstr("handler")));
  EXPECT_THAT(code, HasSubstr("IteratorClose"));
  EXPECT_THAT(All("function f(v) { let [a = g()] = v; }"), HasSubstr("handler"));
}

TEST_F(ShapesTest, ArgumentsAndRestKeepTheActualArguments) {
  EXPECT_THAT(All("function f(a) { return arguments; }"), HasSubstr("CreateMappedArguments"));
  EXPECT_THAT(All("function f(a) { 'use strict'; return () => arguments; }"),
              HasSubstr("CreateUnmappedArguments"));
  EXPECT_THAT(All("function f(a) { 'use strict'; return arguments; }"), HasSubstr("LdaArguments"));
  EXPECT_THAT(All("function f() { return g.apply(this, arguments); }"), HasSubstr("CallForward"));
  EXPECT_THAT(All("function f() { return arguments.length; }"), HasSubstr("GetArgumentsLength"));
  EXPECT_THAT(All("function f() { return arguments[1]; }"), HasSubstr("GetArgument "));
  EXPECT_THAT(All("function f() { arguments = 1; return arguments; }"), HasSubstr("CreateMappedArguments"));
  EXPECT_THAT(All("function f(a, ...b) { return b; }"), HasSubstr("CreateRest"));
}

TEST_F(ShapesTest, DerivedConstructors) {
  std::string code = All("class A extends B { x = 1; constructor(a) { super(a); this.y = 2; } }");
  EXPECT_THAT(code, HasSubstr("GetSuperConstructor"));
  EXPECT_THAT(code, HasSubstr("ConstructSuper"));
  EXPECT_THAT(code, HasSubstr("ThrowIfNotHole"));
  EXPECT_THAT(code, HasSubstr("GetClassFields"));
  EXPECT_THAT(code, HasSubstr("CheckDerivedReturn"));
  EXPECT_THAT(All("class A extends B { constructor(a) { super(a); } }"), Not(HasSubstr("GetClassFields")));
}

TEST_F(ShapesTest, GeneratorsResumeByMode) {
  std::string code = Function("function* f() { yield 1; }");
  EXPECT_EQ(code,
            "InitialYield\n"
            "LdaSmi 1\n"
            "Yield r1\n"
            "JumpIfNextMode r1, →17\n"
            "Return\n"
            "ReturnUndefined\n");
}

TEST_F(ShapesTest, ModulesUseCells) {
  std::string code =
      All("import {a} from 'x'; export let b = a; export function f() { b++; }", Goal::kModule);
  EXPECT_THAT(code, HasSubstr("LdaCell"));
  EXPECT_THAT(code, HasSubstr("StaCell"));
}

TEST_F(ShapesTest, EvalReturnsItsCompletionValue) {
  EXPECT_THAT(All("1; if (true) { 2; }", Goal::kEval), HasSubstr("Star                   r1"));
}

TEST_F(ShapesTest, LazyFunctionsAreCompiledLater) {
  std::string lazy =
      All("function f(a) { let b = a; return function g() { return () => b + a; }; }", Goal::kLazyScript);
  EXPECT_THAT(lazy, HasSubstr("LdaSlot0"));
  EXPECT_THAT(lazy, Not(HasSubstr("not compiled")));
}

TEST_F(ShapesTest, CapturedDeclarationsBecomeClosuresLate) {
  std::string code = All("(function () { return g(); function f() {} function g() { return f; } })");
  EXPECT_THAT(code, HasSubstr("DeclareFunctions"));
  EXPECT_THAT(code, HasSubstr("LdaFunctionSlot"));
  std::string local = All("(function () { return f(); function f() {} })");
  EXPECT_THAT(local, Not(HasSubstr("DeclareFunctions")));
}

TEST_F(ShapesTest, SyntaxErrorsAreThrown) {
  EXPECT_EQ(All("let a; let a;").rfind("SyntaxError: ", 0), 0u);
  EXPECT_EQ(All("return 1").rfind("SyntaxError: ", 0), 0u);
}

TEST_F(ShapesTest, NestingIsBounded) {
  std::string deep(400000, '(');
  EXPECT_EQ(All(deep + "1" + std::string(400000, ')')).rfind("RangeError: ", 0), 0u);
  std::string chain = "a";
  for (int i = 0; i < 50000; i++) chain += ".b";
  EXPECT_THAT(All(chain), HasSubstr("Return"));
  std::string calls = "a";
  for (int i = 0; i < 50000; i++) calls += "()";
  EXPECT_THAT(All(calls), HasSubstr("Return"));
  std::string conditionals;
  for (int i = 0; i < 50000; i++) conditionals += "a ? b : ";
  EXPECT_THAT(All(conditionals + "c"), HasSubstr("Return"));
  std::string sum = "a";
  for (int i = 0; i < 50000; i++) sum += " + a";
  EXPECT_THAT(All(sum), HasSubstr("Return"));
}

TEST_F(ShapesTest, ManyArgumentsGoByAnArray) {
  std::string call = "f(0";
  for (int i = 0; i < 1000; i++) call += ", x";
  EXPECT_THAT(All(call + ")"), HasSubstr("CallArray"));
}

TEST_F(ShapesTest, PoolsBeyondSixteenBitsStayUsable) {
  std::string source = "var a = [x";
  for (int i = 0; i < 70000; i++) source += ", 'string" + std::to_string(i) + "'";
  EXPECT_THAT(All(source + "];"), HasSubstr("Wide LdaConst"));
}

}  // namespace
}  // namespace halfword
