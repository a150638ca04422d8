#include "syntax/parser/parser.h"

#include <gtest/gtest.h>

#include <string>

namespace halfword::syntax {
namespace {

ParseResult Script(const std::string& text, ParseOptions options = {}) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  return ParseScript(buffer.text(), options);
}
ParseResult Module(const std::string& text) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  return ParseModule(buffer.text(), {});
}

void ExpectOk(const std::string& text) {
  ParseResult result = Script(text);
  EXPECT_TRUE(result.ok()) << text << "\n" << result.error().Render();
}
void ExpectError(const std::string& text, const std::string& message) {
  ParseResult result = Script(text);
  EXPECT_EQ(result.error().message, message) << text;
}

// Each of the texts is a script.
void ExpectAllOk(std::initializer_list<const char*> texts) {
  for (const char* text : texts) ExpectOk(text);
}

TEST(ParserAccepts, Statements) {
  ExpectAllOk({
      "",
      ";",
      "var a = 1, b",
      "let x; const y = 1;",
      "if (a) b; else if (c) d; else e",
      "do x(); while (0) y()",
      "a: b: for (;;) { continue a; break b }",
      "switch (a) { case 1: let b; default: case 2: }",
      "try {} catch {} finally {}",
      "try {} catch ({a}) {}",
      "try {} catch (e) { var e }",
      "debugger",
      "throw a",
      "label: { break label }",
  });
}
TEST(ParserAccepts, LoopsOverBindings) {
  ExpectAllOk({
      "for (;;) break",
      "for (var i = 0, n = 1; i < n; i++) continue;",
      "for (let i in a) ;",
      "for (let of of ofs) ;",
      "for (const [a, b] of c) ;",
      "for (a.b of c) ;",
      "for (var i = 0 in {}) ;",
      "for (let in {}) ;",
      "for (async of => 1;;) break;",
      "for (let = 1;;) break",
      "for (x in a, b) ;",
      "for (f() of a) ;",
      "try {} catch (e) { for (var e of []) ; }",
  });
}
TEST(ParserAccepts, Expressions) {
  ExpectAllOk({
      "x = a ? b : c ? d : e",
      "a?.b?.[c]?.(d).e",
      "a ?? b",
      "(a || b) ?? c",
      "a ** b ** c",
      "(-a) ** b",
      "a ||= b, c &&= d, e ?\?= f",
      "new a.b(c).d",
      "new a",
      "new new a()()",
      "import('a')",
      "import('a', b,)",
      "(a, b)",
      "((a))",
      "(a = 1)",
      "x = y = z",
  });
}
TEST(ParserAccepts, LiteralsAndPatterns) {
  ExpectAllOk({
      "({a = 1} = b)",
      "[a, , b = 2, ...c] = d",
      "[a.b, c[d]] = e",
      "({a: b.c, ...d.e} = f)",
      "[[a] = [1]] = b",
      "({__proto__: a, __proto__: b} = c)",
      "({__proto__: 1, __proto__})",
      "({__proto__: 1, ['__proto__']: 2})",
      "`a${b}c${`d`}e`",
      "a`b${c}\\u`",
      "0..a",
      "1.5.b",
      "let [a] = b, {c} = d",
      "([a, b])",
      "({a})",
      "x = {a() { super.b }}",
      "({}).a = 1",
      "[...a, ...b]",
      "var {a: {b}} = c",
  });
}
TEST(ParserAccepts, Functions) {
  ExpectAllOk({
      "x = y => z => 1",
      "x = (a, b = 1, {c, d: [e]}, ...f) => ({})",
      "function f() { 'use strict' }",
      "a = function () {}.b",
      "!function () {}()",
      "(x) => {}",
      "f(a => b, ...c,)",
      "((a, b) => c)",
      "(function () {})",
      "function f({a}, [b], c = d) {}",
  });
}
TEST(ParserAccepts, AsyncFunctionsAndGenerators) {
  ExpectAllOk({
      "x = async (a) => await a",
      "x = async a => a",
      "async\nfunction f() {}",
      "async (a, b)",
      "x = async () => {}",
      "(async x => x)(1)",
      "({a, b: c, [d]: e, get f() {}, set f(g) {}, async *h() {}, 'i': 1, 2: 3, 4n: 5, ...j, async: 1, "
      "get: 2})",
      "function* g() { yield; yield* a; yield\n/b/ }",
      "async function f() { for await (x of y); }",
      "async function f() { (await a) ** b }",
      "async function f() { await /a/ }",
      "function* g() { (yield) }",
  });
}
TEST(ParserAccepts, Classes) {
  ExpectAllOk({
      "class A extends B { constructor() { super(); super.a; new.target } }",
      "class A { a; b = 1; static c; static { this.d } #e; #f() { #e in this } get #g() {} set #g(x) {} "
      "}",
      "class A { static; get; set; async; static static; static async *a() {} 'constructor'() {} }",
      "class A { get\nx() {} static\ny; async\nz }",
      "x = class { [a] = b }",
  });
}
TEST(ParserAccepts, NamesThatAreKeywordsElsewhere) {
  ExpectAllOk({
      "let async; async\nx",
      "let\nx",
      "l\\u0065t\nx",
      "var yield, await, let, static, of, get",
      "yield: await: 1",
      "var \\u{61}b",
      "(yield)",
  });
}
TEST(ParserAccepts, LineEndsAndRegularExpressions) {
  ExpectAllOk({
      "a\nb",
      "a\n++b",
      "/a/g.test(b) / c",
      "a = b\n/c/d",
      "x = {} / 1",
      "function f() { return\n1 }",
      "a\n?.b",
  });
}
TEST(ParserAccepts, SloppyAndLegacyForms) {
  ExpectAllOk({
      "with (a) b",
      "function f(a, a) {}",
      "010 + 08 + '\\07'",
      "if (1) function f() {}",
      "a: function f() {}",
      "{ function f() {} function f() {} }",
      "x = 1; <!-- comment",
      "arguments = eval = 1",
      "delete x",
      "#!shebang\n",
      "f() = 1",
      "f()++",
  });
}

TEST(Parser, RejectsWithTheUsualMessages) {
  struct {
    const char* text;
    const char* message;
  } cases[] = {
      {")", "Unexpected token ')'"},
      {"a b", "Unexpected identifier 'b'"},
      {"f(", "Unexpected end of input"},
      {"f(a", "missing ) after argument list"},
      {"f(a b)", "missing ) after argument list"},
      {"{", "Unexpected end of input"},
      {"a = ", "Unexpected end of input"},
      {"1 2", "Unexpected number"},
      {"a 'b'", "Unexpected string"},
      {"@", "Invalid or unexpected token"},
      {"'a", "Invalid or unexpected token"},
      {"`a", "Unterminated template literal"},
      {"`a${b", "Unterminated template literal"},
      {"/a", "Invalid regular expression: missing /"},
      {"/a/gg", "Invalid regular expression flags"},
      {"/(/", "Invalid regular expression: /(/: Unterminated group"},
      {"let a; let a", "Identifier 'a' has already been declared"},
      {"let a; var a", "Identifier 'a' has already been declared"},
      {"var a; let a", "Identifier 'a' has already been declared"},
      {"{ var a } let a", "Identifier 'a' has already been declared"},
      {"let a; { { var a } }", "Identifier 'a' has already been declared"},
      {"{ { var a } let a }", "Identifier 'a' has already been declared"},
      {"let a; function a() {}", "Identifier 'a' has already been declared"},
      {"function f(a) { let a }", "Identifier 'a' has already been declared"},
      {"function f(a = 1) { let a }", "Identifier 'a' has already been declared"},
      {"try {} catch (e) { let e }", "Identifier 'e' has already been declared"},
      {"try {} catch ([e]) { var e }", "Identifier 'e' has already been declared"},
      {"for (let i of a) { var i }", "Identifier 'i' has already been declared"},
      {"switch (1) { case 1: let a; case 2: let a }", "Identifier 'a' has already been declared"},
      {"'use strict'; { function f() {} function f() {} }", "Identifier 'f' has already been declared"},
      {"{ function f() {} function* f() {} }", "Identifier 'f' has already been declared"},
      {"class A { #a; #a }", "Identifier '#a' has already been declared"},
      {"const a", "Missing initializer in const declaration"},
      {"let [a]", "Missing initializer in destructuring declaration"},
      {"let let", "let is disallowed as a lexically bound name"},
      {"try {}", "Missing catch or finally after try"},
      {"break", "Illegal break statement"},
      {"continue", "Illegal continue statement: no surrounding iteration statement"},
      {"a: { continue a }", "Illegal continue statement: 'a' does not denote an iteration statement"},
      {"a: { for (;;) continue a }",
       "Illegal continue statement: 'a' does not denote an iteration statement"},
      {"for (;;) break a", "Undefined label 'a'"},
      {"a: a: ;", "Label 'a' has already been declared"},
      {"a: for (;;) (function () { break a })", "Undefined label 'a'"},
      {"return", "Illegal return statement"},
      {"throw\na", "Illegal newline after throw"},
      {"1 = 2", "Invalid left-hand side in assignment"},
      {"a?.b = 1", "Invalid left-hand side in assignment"},
      {"a + b = c", "Invalid left-hand side in assignment"},
      {"f() &&= 1", "Invalid left-hand side in assignment"},
      {"'use strict'; f() = 1", "Invalid left-hand side in assignment"},
      {"1++", "Invalid left-hand side expression in postfix operation"},
      {"++1", "Invalid left-hand side expression in prefix operation"},
      {"for (1 of a) ;", "Invalid left-hand side in for-loop"},
      {"for (let of a) ;", "Unexpected identifier 'a'"},
      {"for (async of a) ;", "Unexpected identifier 'of'"},
      {"for (let a, b of c) ;", "Invalid left-hand side in for-of loop: Must have a single binding."},
      {"for (let a = 1 of c) ;", "for-of loop variable declaration may not have an initializer."},
      {"[1] = a", "Invalid destructuring assignment target"},
      {"[(a = 1)] = b", "Invalid destructuring assignment target"},
      {"[([a])] = b", "Invalid destructuring assignment target"},
      {"({a() {}} = b)", "Invalid destructuring assignment target"},
      {"[f()] = a", "Invalid destructuring assignment target"},
      {"[...a, b] = c", "Rest element must be last element"},
      {"[...a,] = b", "Rest element must be last element"},
      {"({...{a}} = b)", "`...` must be followed by an assignable reference in assignment contexts"},
      {"({a = 1})", "Invalid shorthand property initializer"},
      {"f({a = 1})", "Invalid shorthand property initializer"},
      {"[{a = 1}.b] = c", "Invalid shorthand property initializer"},
      {"({a = 1}).b = c", "Invalid shorthand property initializer"},
      {"({__proto__: a, '__proto__': b})", "Duplicate __proto__ fields are not allowed in object literals"},
      {"(a, b) = c", "Invalid left-hand side in assignment"},
      {"()", "Unexpected token ')'"},
      {"(a,)", "Unexpected token ')'"},
      {"(...a)", "Unexpected token '...'"},
      {"(...a, b) => c", "Rest parameter must be last formal parameter"},
      {"(a\n) \n=> b", "Malformed arrow function parameter list"},
      {"(a.b) => c", "Malformed arrow function parameter list"},
      {"((a)) => b", "Malformed arrow function parameter list"},
      {"(a, a) => b", "Duplicate parameter name not allowed in this context"},
      {"a => {} ? b : c", "Unexpected token '?'"},
      {"a => {} || b", "Unexpected token '||'"},
      {"a => {}.b", "Unexpected token '.'"},
      {"a + b => c", "Malformed arrow function parameter list"},
      {"function f(a, a = 1) {}", "Duplicate parameter name not allowed in this context"},
      {"function f(a, a) { 'use strict' }", "Duplicate parameter name not allowed in this context"},
      {"function f(a = 1) { 'use strict' }",
       "Illegal 'use strict' directive in function with non-simple parameter list"},
      {"function f(eval) { 'use strict' }", "Unexpected eval or arguments in strict mode"},
      {"function eval() { 'use strict' }", "Unexpected eval or arguments in strict mode"},
      {"function f(static) { 'use strict' }", "Unexpected strict mode reserved word"},
      {"function f(...a, b) {}", "Rest parameter must be last formal parameter"},
      {"function f(...a = 1) {}", "Rest parameter may not have a default initializer"},
      {"({get a(b) {}})", "Getter must not have any formal parameters."},
      {"({set a() {}})", "Setter must have exactly one formal parameter."},
      {"({set a(...b) {}})", "Setter function argument must not be a rest parameter"},
      {"'use strict'; with (a) b", "Strict mode code may not include a with statement"},
      {"'use strict'; delete a", "Delete of an unqualified identifier in strict mode."},
      {"'use strict'; 010", "Octal literals are not allowed in strict mode."},
      {"'use strict'; 08", "Decimals with leading zeros are not allowed in strict mode."},
      {"'use strict'; '\\01'", "Octal escape sequences are not allowed in strict mode."},
      {"'\\01'; 'use strict'", "Octal escape sequences are not allowed in strict mode."},
      {"'use strict'; '\\8'", "\\8 and \\9 are not allowed in strict mode."},
      {"`\\01`", "Octal escape sequences are not allowed in template strings"},
      {"'use strict'; eval = 1", "Unexpected eval or arguments in strict mode"},
      {"'use strict'; var static", "Unexpected strict mode reserved word"},
      {"'use strict'; if (1) function f() {}",
       "In strict mode code, functions can only be declared at top level or inside a block."},
      {"while (1) function f() {}",
       "In non-strict mode code, functions can only be declared at top level, inside a block, or as the body "
       "of an if "
       "statement."},
      {"if (1) async function f() {}",
       "Async functions can only be declared at the top level or inside a block."},
      {"if (1) let [a] = b", "Lexical declaration cannot appear in a single-statement context"},
      {"if (1) const a = 1", "Lexical declaration cannot appear in a single-statement context"},
      {"if (1) class A {}", "Unexpected token 'class'"},
      {"super.a", "'super' keyword unexpected here"},
      {"function f() { super() }", "'super' keyword unexpected here"},
      {"class A { constructor() { super() } }", "'super' keyword unexpected here"},
      {"new.target", "new.target expression is not allowed here"},
      {"await a", "await is only valid in async functions and the top level bodies of modules"},
      {"async function f() { var await }", "Unexpected reserved word"},
      {"function* g() { function yield() {} }", "Unexpected identifier 'yield'"},
      {"function* g(a = yield) {}", "Yield expression not allowed in formal parameter"},
      {"async (a = await b) => c", "missing ) after argument list"},
      {"async function f() { (a = await b) => c }",
       "Illegal await-expression in formal parameters of async function"},
      {"-a ** b",
       "Unary operator used immediately before exponentiation expression. Parenthesis must be used to "
       "disambiguate "
       "operator precedence"},
      {"a ?? b || c", "Unexpected token '?\?'"},
      {"a && b ?? c", "Unexpected token '?\?'"},
      {"new a?.b", "Invalid optional chain from new expression"},
      {"a?.`b`", "Invalid tagged template on optional chain"},
      {"class A { constructor() {} constructor() {} }", "A class may only have one constructor"},
      {"class A { get constructor() {} }", "Class constructor may not be an accessor"},
      {"class A { static prototype() {} }", "Classes may not have a static property named 'prototype'"},
      {"class A { constructor = 1 }", "Classes may not have a field named 'constructor'"},
      {"class A { #constructor }", "Classes may not have a private field named '#constructor'"},
      {"class A { a = arguments }",
       "'arguments' is not allowed in class field initializer or static initialization block"},
      {"class A { static { await } }", "Unexpected reserved word"},
      {"class A { static { return } }", "Illegal return statement"},
      {"a.#b", "Private field '#b' must be declared in an enclosing class"},
      {"class A extends a.#b { #b }", "Private field '#b' must be declared in an enclosing class"},
      {"class A { #a; b() { delete this.#a } }", "Private fields can not be deleted"},
      {"switch (1) { default: default: }", "More than one default clause in switch statement"},
      {"import a from 'b'", "Cannot use import statement outside a module"},
      {"import.meta", "Cannot use 'import.meta' outside a module"},
      {"new import('a')", "Cannot use new with import"},
      {"v\\u0061r a", "Keyword must not contain escaped characters"},
      {"enum", "Unexpected reserved word"},
      {"var '\\u{110000}'", "Undefined Unicode code-point"},
  };
  for (const auto& c : cases) ExpectError(c.text, c.message);
}

TEST(Parser, KnowsModules) {
  for (const char* text : {
           "import 'a'",
           "import a from 'b'",
           "import * as a from 'b'",
           "import a, {b as c, default as d, 'e f' as g} from 'h'",
           "import a, * as b from 'c' with {type: 'json', 'd': 'e',}",
           "export {}; export {} from 'a'",
           "export * from 'a'; export * as b from 'c'; export * as 'd' from 'e'",
           "export {a as 'b c'}; var a",
           "export {'a b' as 'c d'} from 'e'",
           "export default function () {}",
           "export default class {}",
           "export default 1 + 2",
           "export default async function* f() {}",
           "export default async () => {}",
           "export const [a, {b}] = c",
           "export async function f() {}",
           "await a; for await (b of c) ;",
           "import.meta.x",
           "import('a')",
           "import from from 'a'",
           "import {} from 'a'",
           "f(); function f() {}",
           "export {f}; function f() {}",
       }) {
    ParseResult result = Module(text);
    EXPECT_TRUE(result.ok()) << text << "\n" << result.error().Render();
  }
  struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"export {a}", "Export 'a' is not defined in module"},
      {"export var a; export {a}", "Duplicate export of 'a'"},
      {"export default 1; export default 2", "Duplicate export of 'default'"},
      {"import {a, a} from 'b'", "Identifier 'a' has already been declared"},
      {"import a from 'b'; var a", "Identifier 'a' has already been declared"},
      {"import 'a' with {b: 'c', b: 'd'}", "Import attributes has a duplicate key 'b'"},
      {"{ import 'a' }", "Cannot use import statement outside a module"},
      {"export {'a'}", "Unexpected string"},
      {"var await", "Unexpected reserved word"},
      {"function f() { await a }", "Unexpected reserved word"},
      {"with (a) b", "Strict mode code may not include a with statement"},
      {"a\n--> b", "Unexpected token '>'"},
      {"var a; function a() {}", "Identifier 'a' has already been declared"},
      {"export {'\\ud800' as a} from 'b'",
       "Invalid module export name: contains unpaired surrogate character"},
  };
  for (const auto& c : cases) EXPECT_EQ(Module(c.text).error().message, c.message) << c.text;

  ParseResult result =
      Module("import {a as b} from 'm'; export {b}; import * as c from 'm'; export {c}; export * from 'n'");
  ASSERT_TRUE(result.ok());
  const ModuleRecord& module = result.module();
  ASSERT_EQ(module.requests.size(), 2u);
  ASSERT_EQ(module.imports.size(), 2u);
  ASSERT_EQ(module.exports.size(), 3u);
  EXPECT_EQ(module.exports[0].kind, ModuleExport::Kind::kIndirect);
  EXPECT_EQ(module.exports[0].imported->ToUtf8(), "a");
  EXPECT_EQ(module.exports[1].kind, ModuleExport::Kind::kNamespace);  // as export * as c from 'm'
  EXPECT_EQ(module.exports[1].request, module.imports[1].request);
  EXPECT_EQ(module.exports[2].kind, ModuleExport::Kind::kStar);
  EXPECT_TRUE(Module("await 1").root()->is_async);
  EXPECT_FALSE(Module("async () => await 1").root()->is_async);
}

TEST(Parser, ShowsWhereAnErrorIs) {
  ParseResult result = Script("var a;\nlet bcd = 1, bcd;\n");
  const ParseError& error = result.error();
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 14u);
  EXPECT_EQ(error.start, 20u);
  EXPECT_EQ(error.end, 23u);
  EXPECT_EQ(error.Render(),
            "Identifier 'bcd' has already been declared\n  let bcd = 1, bcd;\n               ^^^");
  std::string long_line(10000, ' ');
  EXPECT_LT(Script(long_line + ")" + long_line).error().source_line.size(), 400u);
}

// The first statement's expression.
template <typename T>
T* First(ParseResult& result) {
  EXPECT_TRUE(result.ok()) << result.error().message;
  Expression* e = result.root()->body[0]->As<ExpressionStatement>()->expression;
  EXPECT_TRUE(e->Is<T>()) << NodeKindName(e->kind());
  return e->As<T>();
}

TEST(Parser, FlattensRunsOfOperators) {
  ParseResult sum = Script("a + b - c * d * e + f");
  auto* nary = First<NaryExpression>(sum);
  ASSERT_EQ(nary->operations.size(), 3u);
  EXPECT_EQ(nary->operations[1].op, BinaryOperator::kSubtract);
  EXPECT_TRUE(nary->operations[1].operand->Is<NaryExpression>());
  ParseResult pair = Script("a + b < c");
  EXPECT_EQ(First<BinaryExpression>(pair)->op, BinaryOperator::kLess);
  ParseResult power = Script("a ** b ** c");
  EXPECT_TRUE(First<BinaryExpression>(power)->right->Is<BinaryExpression>());
  ParseResult logical = Script("a || b && c || d");
  EXPECT_EQ(First<LogicalExpression>(logical)->operands.size(), 3u);
  ParseResult in = Script("for (var x = (a in b, c in d); ;) ;");
  EXPECT_TRUE(in.ok());
}

TEST(Parser, NamesFunctions) {
  ParseResult result =
      Script("a = function () {}; b = (() => {}); ({c: class {}, 1.5: () => {}, [d]: () => {}})");
  ASSERT_TRUE(result.ok());
  auto body = result.root()->body;
  auto value = [&](size_t i) { return body[i]->As<ExpressionStatement>()->expression; };
  EXPECT_EQ(value(0)->As<AssignExpression>()->value->As<FunctionLiteral>()->name->ToUtf8(), "a");
  EXPECT_EQ(value(1)->As<AssignExpression>()->value->As<FunctionLiteral>()->name->ToUtf8(), "b");
  auto properties = value(2)->As<ObjectLiteral>()->properties;
  EXPECT_EQ(properties[0].value->As<ClassLiteral>()->name->ToUtf8(), "c");
  EXPECT_EQ(properties[1].value->As<FunctionLiteral>()->name->ToUtf8(), "1.5");
  EXPECT_EQ(properties[2].value->As<FunctionLiteral>()->name, nullptr);
  EXPECT_TRUE(properties[2].needs_name_at_run_time);
}

TEST(Parser, RecordsSourceRanges) {
  std::string text = "class A { static async  m ( a ) { } constructor() {} }; x = { get y() {} }";
  ParseResult result = Script(text);
  ASSERT_TRUE(result.ok());
  auto source = [&](const FunctionLiteral* f) {
    return text.substr(f->descriptor.source_start, f->descriptor.source_end - f->descriptor.source_start);
  };
  ClassLiteral* literal = result.root()->body[0]->As<ClassDeclaration>()->class_literal;
  EXPECT_EQ(source(literal->elements[0].value->As<FunctionLiteral>()), "async  m ( a ) { }");
  EXPECT_EQ(source(literal->constructor), text.substr(0, text.find(';')));
  auto* object = result.root()->body[2]->As<ExpressionStatement>()->expression->As<AssignExpression>()->value;
  EXPECT_EQ(source(object->As<ObjectLiteral>()->properties[0].value->As<FunctionLiteral>()), "get y() {}");
}

TEST(Parser, MakesDynamicFunctions) {
  auto parse = [](const std::string& parameters, const std::string& body,
                  DynamicFunctionKind kind = DynamicFunctionKind::kNormal) {
    std::string text(DynamicFunctionStart(kind));
    text.append(parameters).append(kDynamicFunctionMiddle).append(body).append(kDynamicFunctionEnd);
    SourceBuffer source = SourceBuffer::FromUtf8(text);
    return ParseDynamicFunction(kind, source.text(), static_cast<uint32_t>(parameters.size()));
  };
  ParseResult f = parse("a, b = 1", "return a + b");
  ASSERT_TRUE(f.ok()) << f.error().message;
  EXPECT_EQ(f.root()->parameters.size(), 2u);
  EXPECT_EQ(f.root()->length, 1u);
  EXPECT_TRUE(parse("a //", "//").ok());
  EXPECT_TRUE(parse("\n-->", "").ok());
  EXPECT_TRUE(parse("", "-->").ok());
  EXPECT_TRUE(parse("", "yield 1", DynamicFunctionKind::kGenerator).ok());
  EXPECT_TRUE(parse("", "await 1; for await (a of b);", DynamicFunctionKind::kAsync).ok());
  EXPECT_TRUE(parse("", "yield await 1", DynamicFunctionKind::kAsyncGenerator).ok());
  EXPECT_FALSE(parse("/*", "*/) {").ok());
  EXPECT_FALSE(parse("a) { }, function (b", "").ok());
  EXPECT_FALSE(parse("", "}), (function () {").ok());
  EXPECT_FALSE(parse("", "} + function () {").ok());
  EXPECT_FALSE(parse("a = super.b", "").ok());
  EXPECT_FALSE(parse("", "super()").ok());
  EXPECT_FALSE(parse("a = 1", "'use strict'").ok());
  EXPECT_FALSE(parse("-->", "").ok());
  EXPECT_FALSE(parse("", "this.#a").ok());
}

TEST(Parser, ReadsTheBodyOfAFunction) {
  auto parse = [](const std::string& body, const ParseOptions& options = {}) {
    constexpr std::string_view kParameters[] = {"exports", "require"};
    SourceBuffer source = SourceBuffer::FromUtf8(body);
    return ParseFunctionBody(source.text(), kParameters, options);
  };
  ParseResult f = parse("#!x\nfunction g() { return exports }\nreturn new.target", {.lazy = true});
  ASSERT_TRUE(f.ok()) << f.error().message;
  EXPECT_EQ(f.root()->parameters.size(), 2u);
  EXPECT_FALSE(f.root()->is_lazy);
  EXPECT_EQ(f.root()->functions[0]->start, 4u);
  EXPECT_TRUE(parse("").ok());
  EXPECT_TRUE(parse("'use strict'; exports.a = arguments; var require").ok());
  EXPECT_TRUE(parse("let x: number = 1", {.typescript = true}).ok());
  EXPECT_FALSE(parse("let exports").ok());
  EXPECT_FALSE(parse("}, function () {").ok());
  EXPECT_FALSE(parse("import 'x'").ok());
  EXPECT_FALSE(parse("await 1").ok());
  EXPECT_FALSE(parse("super()").ok());
  EXPECT_EQ(parse("\n let a b").error().line, 2u);
}

TEST(Parser, KnowsIdentifierNames) {
  auto is_name = [](const char* utf8) {
    SourceBuffer buffer = SourceBuffer::FromUtf8(utf8);
    return IsIdentifierName(buffer.text());
  };
  EXPECT_TRUE(is_name("$a_1"));
  EXPECT_TRUE(is_name("\xF0\x9D\x92\x9C"));
  EXPECT_FALSE(is_name("1a"));
  EXPECT_FALSE(is_name(""));
  EXPECT_FALSE(is_name("a b"));
}

// ---- Limits ----

std::string Repeat(const char* text, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

TEST(Parser, StopsBeforeTheStackOverflows) {
  for (const char* text : {"(",
                           "[",
                           "{",
                           "{a:",
                           "({a:",
                           "f(",
                           "a[",
                           "`${",
                           "-",
                           "- -",
                           "!",
                           "new ",
                           "typeof ",
                           "function f(){",
                           "(function(){",
                           "x=>",
                           "(x=>",
                           "(a=",
                           "class A{x=",
                           "class A extends ",
                           "if(1)",
                           "for(;;)",
                           "while(1)",
                           "do ",
                           "try{",
                           "switch(1){case 1:",
                           "with(a)",
                           "a=",
                           "a?",
                           "a**",
                           "[...",
                           "async(x=>",
                           "function f(a=",

                           "({a=",
                           "class A{static{",
                           "class A{[",
                           "import(",
                           "a: ",
                           "{function f(){",
                           "async ()=>",
                           "({get a(){"}) {
    for (bool lazy : {false, true}) {
      ParseResult result = Script(Repeat(text, 100000), {.lazy = lazy});
      EXPECT_FALSE(result.ok()) << text;
      if (std::string(text) != "{a:" && std::string(text) != "a: ") {
        EXPECT_EQ(result.error().kind, ErrorKind::kStackOverflow) << text << ": " << result.error().message;
      }
    }
  }
}

TEST(Parser, TakesLongChains) {
  constexpr int n = 100000;
  std::string chains[] = {"a" + Repeat("+a", n),
                          "a" + Repeat("+'b'", n),
                          "a" + Repeat(".b", n),
                          "a" + Repeat("()", n),
                          "a" + Repeat("[0]", n),
                          "a" + Repeat("?.b", n),
                          "a" + Repeat("`b`", n),
                          Repeat("if(a)b;else ", n) + "c",
                          Repeat("a?b:", n) + "c",
                          "a" + Repeat("&&a", n),
                          "a" + Repeat("??a", n),
                          "a" + Repeat(",a", n),
                          Repeat("a;", n),
                          "[" + Repeat("a,", n) + "]",
                          "f(" + Repeat("a,", n) + ")",
                          "`" + Repeat("${a}", n) + "`",
                          "var a" + Repeat(",a", n)};
  for (const std::string& chain : chains) {
    for (bool lazy : {false, true}) {
      ParseResult result = Script("(function(){})();function f(){" + chain + "}", {.lazy = lazy});
      EXPECT_TRUE(result.ok()) << chain.substr(0, 20) << result.error().message;
    }
  }
}

TEST(Parser, StopsAtItsMemoryLimit) {
  std::string names;
  for (int i = 0; i < 100000; ++i) names += "name" + std::to_string(i) + "=[1,2,3];";
  ParseResult result = Script(names, {.memory_limit = 1 << 20});
  EXPECT_EQ(result.error().kind, ErrorKind::kOutOfMemory);
  EXPECT_LT(result.memory_used(), size_t{6} << 20);
}

TEST(Parser, SurvivesAnyText) {
  uint32_t state = 1;
  for (int round = 0; round < 200; ++round) {
    std::vector<char16_t> wide;
    std::vector<uint8_t> narrow;
    for (int i = 0; i < 2000; ++i) {
      state = state * 1664525 + 1013904223;
      narrow.push_back(static_cast<uint8_t>(state >> 24));
      wide.push_back(static_cast<char16_t>(state >> (round % 2 == 0 ? 25 : 16)));
    }
    for (bool lazy : {false, true}) {
      ParseScript(SourceText(std::span<const uint8_t>(narrow)), {.lazy = lazy});
      ParseModule(SourceText(std::span<const char16_t>(wide)), {.lazy = lazy});
    }
  }
}

}  // namespace
}  // namespace halfword::syntax
