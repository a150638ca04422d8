// What ParseOptions::typescript takes, refuses and drops. Programs that run are in tests/js/typescript.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "syntax/parser/parser.h"
#include "syntax/tree/tree_text.h"
#include "tree_printer.h"

namespace halfword::syntax {
namespace {

constexpr const char* kNotErasable = "This syntax is not allowed when 'erasableSyntaxOnly' is enabled.";

ParseResult Parse(const std::string& text, bool typescript = true) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  return ParseModule(buffer.text(), {.typescript = typescript});
}

void ExpectError(const std::string& text, const std::string& message, uint32_t line, uint32_t column) {
  ParseResult result = Parse(text);
  EXPECT_EQ(result.error().message, message) << text;
  EXPECT_EQ(result.error().line, line) << text;
  EXPECT_EQ(result.error().column, column) << text;
}

// The names that the program sees are those of the JavaScript program.
void ExpectSame(const std::string& typescript, const std::string& javascript) {
  ParseResult typed = Parse(typescript), plain = Parse(javascript, false);
  ASSERT_TRUE(typed.ok()) << typescript << "\n" << typed.error().Render();
  ASSERT_TRUE(plain.ok()) << javascript << "\n" << plain.error().Render();
  auto print = [](ParseResult& result) {
    return TreePrinter([](FunctionLiteral*, Scope*) {}).Print(result.root());
  };
  EXPECT_EQ(print(typed), print(plain)) << typescript;
}

std::string Repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(TypeScript, RefusesWhatNeedsCode) {
  ExpectError("enum E { A }", kNotErasable, 1, 6);
  ExpectError("const enum E { A }", kNotErasable, 1, 12);
  ExpectError("export enum E { A }", kNotErasable, 1, 13);
  ExpectError("export const enum E { A }", kNotErasable, 1, 19);
  ExpectError("\n  namespace A { const x = 1 }", kNotErasable, 2, 13);
  ExpectError("namespace A.B { export function f() {} }", kNotErasable, 1, 11);
  ExpectError("module A { x }", kNotErasable, 1, 8);
  ExpectError("export namespace A { namespace B { class C {} } }", kNotErasable, 1, 18);
  ExpectError("class A { constructor(x, private y) {} }", kNotErasable, 1, 26);
  ExpectError("class A { constructor(readonly x: number) {} }", kNotErasable, 1, 23);
  ExpectError("class A { constructor(public override x = 1) {} }", kNotErasable, 1, 23);
  ExpectError("import a = b.c", kNotErasable, 1, 1);
  ExpectError("import a = require('a')", kNotErasable, 1, 1);
  ExpectError("export import a = b", kNotErasable, 1, 1);
  ExpectError("export = x", kNotErasable, 1, 1);
  ExpectError("x = <any>y", kNotErasable, 1, 5);
  ExpectError("x = <any>(y)", kNotErasable, 1, 5);
  ExpectError("x = <string[]>y", kNotErasable, 1, 5);
  ExpectError("x = 1 + <T>(y) => y", kNotErasable, 1, 9);
  ExpectError("x = <div>text</div>", kNotErasable, 1, 5);
}

TEST(TypeScript, TellsWhereTypesAreWrong) {
  ExpectError("let x: ;", "Unexpected token ';'", 1, 8);
  ExpectError("let x: { a b }", "Unexpected identifier 'b'", 1, 12);
  ExpectError("let x: A<", "Unexpected end of input", 1, 10);
  ExpectError("let x: A<>", "Unexpected token '>'", 1, 10);
  ExpectError("let x: 'a", "Invalid or unexpected token", 1, 8);
  ExpectError("type A = `${", "Unexpected end of input", 1, 13);
  ExpectError("type A = ", "Unexpected end of input", 1, 10);
  ExpectError("type A", "Unexpected end of input", 1, 7);
  ExpectError("interface A", "Unexpected end of input", 1, 12);
  ExpectError("interface A { x = 1 }", "Unexpected token '='", 1, 17);
  ExpectError("let x! = 1", "Unexpected token '='", 1, 8);
  ExpectError("declare foo", "Unexpected identifier 'foo'", 1, 9);
  ExpectError("declare function f() {}", "Unexpected token '{'", 1, 22);
  ExpectError("(x: number)", "'=>' expected.", 1, 12);
  ExpectError("(x?)", "'=>' expected.", 1, 5);
  ExpectError("f(x: number)", "missing ) after argument list", 1, 4);
  ExpectError("(this: T) => 1", "Unexpected token ':'", 1, 6);
  ExpectError("x as", "Unexpected end of input", 1, 5);
  ExpectError("class A { abstract m() {} }", "Unexpected token '{'", 1, 24);
}

TEST(TypeScript, IsOffWithoutTheOption) {
  for (const char* text : {"let x: number", "x as any", "x!", "type A = 1", "f<T>()  => 1", "interface A {}",
                           "import type A from 'a'", "class A { x: 1 }", "(x?) => 1", "declare let x"}) {
    EXPECT_FALSE(Parse(text, false).ok()) << text;
  }
  ExpectSame("var as, satisfies, type; as\nsatisfies\ntype", "var as, satisfies, type; as; satisfies; type");
}

TEST(TypeScript, HasTheTreeOfTheProgramWithoutTypes) {
  ExpectSame("let x: number = y as any;", "let x         = y       ;");
  ExpectSame("f<T>(x!, (y?: T): T => y)", "f   (x , (y     )    => y)");
  ExpectSame("((x: T): T => x)<1>;", "((x   )    => x)   ;");
  ExpectSame("x = a ? (b) : c => d;", "x = a ? (b) : c => d;");
  ExpectSame("x = a ? (b) : c => d : e;", "x = a ? (b)     => d : e;");
  ExpectSame("x = a ? (b): c => (d): e => f : g;", "x = a ? (b)    => (d)    => f : g;");
  ExpectSame("x = a ? async (b): c => d : e;", "x = a ? async (b)    => d : e;");
  ExpectSame("x = 1 + 2 as number * 3", "x = (1 + 2)           * 3");
  ExpectSame("x = a < (b as any) > c", "x = a < (b       ) > c");
  ExpectSame("class A<T> extends B<T> implements C { x: T = 1 }", "class A    extends B    { x = 1 }");
  ExpectSame("import { type A, b } from 'x'; import type C from 'y';", "import { b } from 'x';;");
}

TEST(TypeScript, AsksForTheModulesOfImportsThatAreLeft) {
  ParseResult result = Parse(
      "import type A from 'a'; import { type B } from 'b'; import 'c'; export type { D } from 'd';"
      "export { type E } from 'e'; export type * from 'f'; import type G = require('g')");
  ASSERT_TRUE(result.ok()) << result.error().Render();
  std::string specifiers;
  for (const ModuleRequest& request : result.module().requests) specifiers += request.specifier->ToUtf8();
  EXPECT_EQ(specifiers, "bce");
  EXPECT_TRUE(result.module().imports.empty());
  EXPECT_TRUE(result.module().exports.empty());
}

TEST(TypeScript, ParsesLazilyAsEagerly) {
  const std::string text =
      "function f<T>(this: T, x?: T): asserts x is T { return <U>(y: U): U => { return x as any; } }"
      "abstract class A<T> { declare x: T; private m<U>(x: U): U; private m(x) { return x! } abstract n(): "
      "void }"
      "let g = async <T>(x: T): Promise<T> => { return x; }, h = (a ? (b): c => { return d } : e);"
      "function i() { return a ? (b) : c => { return d } } let a, b, d, e;";
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  EXPECT_EQ(CompareLazyWithEager(buffer.text(), true, true), "");
  EXPECT_EQ(CompareLazyWithEager(buffer.text(), false, true), "");
}

// Each takes time in proportion to its length, or ends at the limit of the stack.
TEST(TypeScript, BoundsDepthAndTime) {
  constexpr int kTimes = 5000, kDeep = 100'000;
  auto expect = [](const std::string& text, ErrorKind kind) {
    auto from = std::chrono::steady_clock::now();
    ParseResult result = Parse(text);
    EXPECT_LT(std::chrono::steady_clock::now() - from, std::chrono::seconds(5)) << text.substr(0, 60);
    EXPECT_EQ(result.error().kind, kind) << text.substr(0, 60) << "\n" << result.error().message;
  };
  auto nest = [](const std::string& open, const std::string& close, int times) {
    return Repeat(open, times) + "B" + Repeat(close, times);
  };
  // Nesting that only types have.
  for (auto [open, close] : {std::pair{"A<", ">"},
                             {"(", ")"},
                             {"[", "]"},
                             {"{ a: ", "}"},
                             {"(a: ", ") => 1"},
                             {"`${", "}`"},
                             {"A extends B ? (", ") : C"},
                             {"[a: ", "]"},
                             {"T extends (infer U extends ", ")"},
                             {"T extends (infer U extends ", " ? 1 : 2) ? 3 : 4"}}) {
    ParseResult result = Parse("let x: " + nest(open, close, kTimes));
    EXPECT_NE(result.error().kind, ErrorKind::kSyntaxError) << open << result.error().message;
    expect("let x: " + nest(open, close, kDeep), ErrorKind::kStackOverflow);
  }
  expect("let x: ({" + Repeat("a: {", kDeep), ErrorKind::kStackOverflow);
  expect("declare " + Repeat("namespace A { ", kDeep), ErrorKind::kStackOverflow);
  // Chains.
  expect("let x: " + Repeat("A extends B ? C : ", kTimes) + "D", ErrorKind::kNone);
  expect("let x: " + Repeat("A | ", kTimes) + "B" + Repeat("[]", kTimes), ErrorKind::kNone);
  expect("let x: " + Repeat("keyof ", kTimes) + "A", ErrorKind::kNone);
  expect("let x = a" + Repeat(" as any", kTimes) + Repeat("!", kTimes), ErrorKind::kSyntaxError);
  expect("let x = a" + Repeat("!", kTimes) + Repeat(" as any", kTimes), ErrorKind::kNone);
  // Candidates, one inside the other.
  expect("a" + Repeat(" < b", kDeep), ErrorKind::kNone);
  expect("x = [" + Repeat("a < b, ", kDeep) + "]", ErrorKind::kNone);
  expect("f" + Repeat("<A", 1000) + Repeat(">", 1000) + "()", ErrorKind::kNone);
  expect("f" + Repeat("<A", 1000) + Repeat(">", 1000) + "x", ErrorKind::kSyntaxError);
  expect("f" + Repeat("<A", kDeep) + Repeat(">", kDeep) + "()", ErrorKind::kSyntaxError);
  expect(Repeat("(", kTimes) + "a", ErrorKind::kStackOverflow);
  expect(Repeat("(a: (", kTimes), ErrorKind::kStackOverflow);
  expect(Repeat("a ? (b) : c => ", kTimes) + "d", ErrorKind::kStackOverflow);
  expect(Repeat("a ? (b) : c => ", 100) + "d" + Repeat(" : e", 50), ErrorKind::kNone);
  expect(Repeat("a ? (b) : c => ", 100) + "d" + Repeat(" : e", 100), ErrorKind::kNone);
  expect(Repeat("a ? (", kTimes), ErrorKind::kStackOverflow);
  expect(Repeat("<T>(x = ", kTimes), ErrorKind::kStackOverflow);
  expect(Repeat("async <T>(x = ", kTimes), ErrorKind::kStackOverflow);
  expect(Repeat("class A { m(x: { y: ", kTimes), ErrorKind::kSyntaxError);
  expect(Repeat("function f(x: (y) => ", kTimes), ErrorKind::kSyntaxError);
}

TEST(TypeScript, KeepsTheLimitOfMemory) {
  std::string names;
  for (int i = 0; i < 100000; ++i) names += "name" + std::to_string(i) + ",";
  for (const std::string& text : {"declare enum E {" + names + "}", "let x: [" + names + "]",
                                  "type T<" + names + "> = 1", "x<" + names}) {
    SourceBuffer buffer = SourceBuffer::FromUtf8(text);
    ParseResult result = ParseScript(buffer.text(), {.typescript = true, .memory_limit = 1 << 20});
    EXPECT_EQ(result.error().kind, ErrorKind::kOutOfMemory) << text.substr(0, 20);
    EXPECT_LT(result.memory_used(), size_t{6} << 20);
  }
}

TEST(TypeScript, SurvivesAnyText) {
  static const char* const kPieces[] = {
      "(",         ")",         "{",        "}",          "[",          "]",          "<",        ">",
      ">>",        "=>",        "=",        "...",        ",",          ";",          ":",        "?",
      "!",         "|",         "&",        ".",          "-",          "`",          "${",       "/",
      "'x'",       "1",         "x",        "\n",         "as ",        "is ",        "asserts ", "infer ",
      "extends ",  "keyof ",    "type ",    "interface ", "declare ",   "namespace ", "module ",  "global ",
      "abstract ", "readonly ", "private ", "enum ",      "class ",     "function ",  "const ",   "let ",
      "import ",   "export ",   "default ", "from ",      "async ",     "await ",     "new ",     "typeof ",
      "unique ",   "this ",     "in ",      "out ",       "satisfies ", "static ",    "get ",     "#p ",
      "?.",        "@",         "return "};
  uint32_t state = 1;
  auto random = [&](uint32_t n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
  };
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (uint32_t i = 0, length = random(40); i < length; ++i) text += kPieces[random(std::size(kPieces))];
    SourceBuffer buffer = SourceBuffer::FromUtf8(text);
    EXPECT_EQ(CompareLazyWithEager(buffer.text(), round % 2 == 0, true), "") << text;
  }
}

// ---- What becomes code. Programs that run are in tests/js/typescript/transform_*.ts ----

ParseResult ParseTransformed(const std::string& text, bool lazy = false) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  return ParseModule(buffer.text(), {.lazy = lazy, .typescript = true, .transform_types = true});
}

void ExpectTransformError(const std::string& text, const std::string& message, uint32_t line,
                          uint32_t column) {
  ParseResult result = ParseTransformed(text);
  EXPECT_EQ(result.error().message, message) << text;
  EXPECT_EQ(result.error().line, line) << text;
  EXPECT_EQ(result.error().column, column) << text;
}

TEST(TypeScriptTransform, NeedsTypes) {
  SourceBuffer buffer = SourceBuffer::FromUtf8("enum E { A }");
  EXPECT_FALSE(ParseModule(buffer.text(), {.transform_types = true}).ok());
}

TEST(TypeScriptTransform, RefusesWrongEnums) {
  ExpectTransformError("enum E { A = f(), B }", "Enum member must have initializer.", 1, 19);
  ExpectTransformError("enum E { A = 'a', B }", "Enum member must have initializer.", 1, 19);
  ExpectTransformError("enum E { 1 }", "An enum member cannot have a numeric name.", 1, 10);
  ExpectTransformError("enum E { '12' }", "An enum member cannot have a numeric name.", 1, 10);
  ExpectTransformError("enum E { [f()] = 1 }", "Computed property names are not allowed in enums.", 1, 10);
  ExpectTransformError("enum E { #a }", "An enum member cannot be named with a private identifier.", 1, 10);
  ExpectTransformError("enum E { A B }", "Unexpected identifier 'B'", 1, 12);
  ExpectTransformError("enum E { A", "Unexpected end of input", 1, 11);
  ExpectTransformError("enum 1 { }", "Unexpected number", 1, 6);
  ExpectTransformError("enum await { }", "Unexpected reserved word", 1, 6);
  ExpectTransformError("let E; enum E { }", "Identifier 'E' has already been declared", 1, 13);
  ExpectTransformError("{ enum E { } let E; }", "Identifier 'E' has already been declared", 1, 18);
  ExpectTransformError("if (1) enum E { }", "Unexpected reserved word", 1, 8);
  ExpectTransformError("enum E { A = await 1 }", "Unexpected reserved word", 1, 14);
  ExpectTransformError("function f() { return; enum E { A = (() => { return 1 })(), B } }",
                       "Enum member must have initializer.", 1, 61);
}

TEST(TypeScriptTransform, RefusesWrongNamespaces) {
  ExpectTransformError("function f() { namespace N { x } }",
                       "A namespace declaration is only allowed at the top level of a namespace or module.",
                       1, 26);
  ExpectTransformError("namespace N { export default 1 }",
                       "A default export can only be used in an ECMAScript-style module.", 1, 22);
  ExpectTransformError("namespace N { export = x }", "An export assignment cannot be used in a namespace.", 1,
                       22);
  ExpectTransformError("namespace N { export { x } }",
                       "Export declarations are not permitted in a namespace.", 1, 22);
  ExpectTransformError("namespace N { export * from 'a' }",
                       "Export declarations are not permitted in a namespace.", 1, 22);
  ExpectTransformError("namespace N { import a = require('a') }",
                       "Import declarations in a namespace cannot reference a module.", 1, 22);
  ExpectTransformError("namespace N { return 1 }", "Illegal return statement", 1, 15);
  ExpectTransformError("namespace N { export const x }", "Missing initializer in const declaration", 1, 28);
  ExpectTransformError("namespace N { export let [x] }", "Missing initializer in destructuring declaration",
                       1, 26);
  ExpectTransformError("namespace N { let x; export let x }", "Identifier 'x' has already been declared", 1,
                       33);
  ExpectTransformError("namespace N { export 1 }", "Unexpected number", 1, 22);
  ExpectTransformError("namespace N { x", "Unexpected end of input", 1, 16);
  ExpectTransformError("namespace N.1 { x }", "Unexpected number", 1, 12);
  ExpectTransformError("namespace N { await 1 }", "Unexpected reserved word", 1, 15);
}

TEST(TypeScriptTransform, RefusesWrongImportsAndProperties) {
  std::string no_import =
      "Import assignment cannot be used when targeting ECMAScript modules. Consider using 'import * as ns "
      "from "
      "\"mod\"', 'import {a} from \"mod\"', 'import d from \"mod\"', or another module format instead.";
  ExpectTransformError("import a = require('a')", no_import, 1, 8);
  ExpectTransformError("export = x",
                       "Export assignment cannot be used when targeting ECMAScript modules. Consider using "
                       "'export default' or another module format instead.",
                       1, 8);
  ExpectTransformError("import a = 1", "Unexpected number", 1, 12);
  ExpectTransformError("import a = b.; a", "Unexpected token ';'", 1, 14);
  ExpectTransformError("{ import a = b }",
                       "An import declaration can only be used at the top level of a namespace or module.", 1,
                       3);
  ExpectTransformError("let a; import a = b; a", "Identifier 'a' has already been declared", 1, 15);
  ExpectTransformError("class A { m(private x) {} }",
                       "A parameter property is only allowed in a constructor implementation.", 1, 13);
  ExpectTransformError("class A { constructor(private {x}) {} }",
                       "A parameter property may not be declared using a binding pattern.", 1, 31);
  ExpectTransformError("class A { constructor(private x, public x) {} }",
                       "Duplicate parameter name not allowed in this context", 1, 41);
}

// Programs made at random of pieces are read or refused, with the same error whether functions inside are
// lazy or not, and what is erased is in order.
TEST(TypeScriptTransform, AnyMixOfPiecesIsATreeOrAnError) {
  static constexpr const char* kPieces[] = {"enum E { ",
                                            "enum F {",
                                            "const enum E { ",
                                            "A",
                                            "B",
                                            "C = 1",
                                            ", ",
                                            " = ",
                                            "A | B",
                                            "'s'",
                                            "E.A",
                                            "F['A']",
                                            "}",
                                            "{",
                                            "(",
                                            ")",
                                            "; ",
                                            "\n",
                                            "namespace N { ",
                                            "namespace N.M { ",
                                            "module O { ",
                                            "export ",
                                            "export const x = 1;",
                                            "export let { x, y: [z] } = o;",
                                            "export function f() { return x }",
                                            "export class C { }",
                                            "export enum E { A }",
                                            "export import q = N.x;",
                                            "import a = N.x;",
                                            "import b = require('b');",
                                            "export = x;",
                                            "export default ",
                                            "x",
                                            "y = x",
                                            "x++",
                                            "() => ",
                                            "(x) => x",
                                            "function f() { ",
                                            "return x;",
                                            "class D extends C { ",
                                            "class G { ",
                                            "constructor(private x, public y = 1) { ",
                                            "super(x);",
                                            "try { super() } catch { }",
                                            "static z = x;",
                                            "<T>",
                                            "<any>(x)",
                                            "<<T>(x: T) => T>f",
                                            "as any",
                                            "!",
                                            ": T",
                                            "?",
                                            "interface I { }",
                                            "type T = A;",
                                            "declare const x: T;",
                                            "declare enum E { }",
                                            "abstract class H { abstract m(): void }",
                                            "private ",
                                            "readonly ",
                                            "`${x}`",
                                            "let x = 1;",
                                            "var x;",
                                            "const c = 2;",
                                            "for (x of y) ",
                                            "({ x } = y);",
                                            "x ? (y) : z => x",
                                            "async <\nT>(x): T => x",
                                            "eval(x)",
                                            "import type { T } from 't';"};
  uint32_t state = 1;
  auto random = [&](uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % below;
  };
  for (int i = 0; i < 40'000; ++i) {
    std::string text;
    for (uint32_t n = random(24) + 1; n > 0; --n)
      text += kPieces[random(std::size(kPieces))] + std::string(random(4) == 0 ? " " : "");
    if (random(2) == 0) text += Repeat("}", static_cast<int>(random(4)));
    SourceBuffer buffer = SourceBuffer::FromUtf8(text);
    for (bool transform : {false, true}) {
      std::vector<ErasedRange> erased;
      ParseOptions options = {.typescript = true, .transform_types = transform};
      options.erased = &erased;
      auto parse = [&] {
        erased.clear();
        return i % 2 ? ParseModule(buffer.text(), options) : ParseScript(buffer.text(), options);
      };
      ParseResult eager = parse();
      options.lazy = true;
      ParseResult lazy = parse();
      ASSERT_EQ(eager.error().message, lazy.error().message) << text;
      ASSERT_EQ(eager.error().start, lazy.error().start) << text;
      if (!eager.ok()) continue;
      (void)TreeText(eager.root());
      uint32_t end = 0;
      for (const ErasedRange& range : erased) {
        ASSERT_LE(end, range.start) << text;
        ASSERT_LT(range.start, range.end) << text;
        end = range.end;
      }
      ASSERT_LE(end, buffer.text().length()) << text;
    }
  }
}

// Neither deep nesting nor many names cost more than their length.
TEST(TypeScriptTransform, DeepNestingIsAnError) {
  for (const char* unit : {"namespace A { ", "namespace A { export ", "enum E { A = () => { "}) {
    ParseResult result = ParseTransformed(Repeat(unit, 100'000));
    EXPECT_EQ(result.error().kind, ErrorKind::kStackOverflow) << unit << result.error().message;
  }
  ParseResult dotted = ParseTransformed("namespace A" + Repeat(".A", 100'000) + " { export let x = 1 }");
  EXPECT_EQ(dotted.error().kind, ErrorKind::kStackOverflow);
}

TEST(TypeScriptTransform, WideProgramsAreRead) {
  std::string members, namespaces, uses;
  for (int i = 0; i < 20'000; ++i) {
    members += "m" + std::to_string(i) + ", ";
    namespaces += "namespace N { export const n" + std::to_string(i) + " = 1; }";
    uses += "n" + std::to_string(i) + ";";
  }
  for (bool lazy : {false, true}) {
    EXPECT_TRUE(ParseTransformed("enum E { " + members + "}", lazy).ok());
    EXPECT_TRUE(ParseTransformed(namespaces + "namespace N { function f() {" + uses + "} }", lazy).ok());
    EXPECT_TRUE(ParseTransformed("enum E { A = 1" + Repeat(" + 1", 100'000) + ", B }", lazy).ok());
    EXPECT_TRUE(ParseTransformed("enum E { A = x" + Repeat(".y", 100'000) + " }", lazy).ok());
    EXPECT_TRUE(ParseTransformed(
                    "function f() {" + Repeat("{ enum E { A, B = A, C = (() => B)() } }", 5'000) + "}", lazy)
                    .ok());
  }
  std::string nested = Repeat("namespace A { interface I { } ", 100) + "x;" + Repeat("}", 100);
  EXPECT_TRUE(ParseTransformed(Repeat(nested, 100)).ok());
}

}  // namespace
}  // namespace halfword::syntax
