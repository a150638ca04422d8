// What the parser says about names, as tree_printer.h shows it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "syntax/parser/parser.h"
#include "tree_printer.h"

namespace halfword::syntax {
namespace {

// All functions of a script, innermost last, one line each.
std::string Print(ParseResult& result) {
  if (!result.ok()) return result.error().message;
  std::string out;
  std::vector<FunctionLiteral*> work = {result.root()};
  for (size_t i = 0; i < work.size(); ++i) {
    TreePrinter printer([&](FunctionLiteral* inner, Scope*) { work.push_back(inner); });
    std::string text = printer.Print(work[i]);
    EXPECT_EQ(printer.problem(), "");
    out += std::to_string(i) + ":";
    for (char c : text) out += c == '\n' ? ' ' : c;
    out += "\n";
  }
  return out;
}

std::string Names(const std::string& text, bool is_module = false) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  ParseResult result = is_module ? ParseModule(buffer.text()) : ParseScript(buffer.text());
  EXPECT_EQ(CompareLazyWithEager(buffer.text(), is_module), "") << text;
  return Print(result);
}

void ExpectNames(const std::string& text, std::initializer_list<const char*> parts) {
  std::string names = Names(text);
  for (const char* part : parts)
    EXPECT_NE(names.find(part), std::string::npos) << text << "\n" << part << "\n" << names;
}

TEST(Scopes, LocalsAreLocalAndCapturesAreNot) {
  ExpectNames("function f(a, b) { var c; let d; return () => a + c; }",
              {"(parameters  a@0.0  b@local/1)", "c@0.1", "d@local", "(binary0  a@0.0  c@0.1)"});
}

TEST(Scopes, TopLevelNamesAreGlobal) {
  ExpectNames("var a; let b; function f() {} a + b + c + f;",
              {"a@global", "b@global", "c@global", "f@global"});
}

TEST(Scopes, UsesBeforeDeclarationsFindThem) {
  ExpectNames("function f() { a; { a; let a; } var a; }", {"a@local", "a@local?"});
  ExpectNames("function f() { return g; function g() {} }", {"hoist g@local", "(return  g@local)"});
}

TEST(Scopes, HoleChecksOnlyWhereTheyMayMatter) {  // The declaration itself shows as a use before
                                                  // initialisation; no other use may.
  auto checks = [](const std::string& text) {
    std::string names = Names(text);
    return std::count(names.begin(), names.end(), '?');
  };
  EXPECT_EQ(checks("function f() { let a = 1; a; }"), 1);
  EXPECT_EQ(checks("function f() { let a = 1; { a; for (;;) a; } }"), 1);
  ExpectNames("function f() { let a = a; }", {"=  a@local?"});
  ExpectNames("function f() { let a; (() => a)(); }",
              {"1:flags simple slots 1!", "2:flags simple slots 0(parameters)  a@0.0?"});
  ExpectNames("function f() { switch (0) { case 0: let a; break; case 1: a; } }", {" a@local?"});
  ExpectNames("function f(a = b, b) {}", {"=  b@local/1?"});
  EXPECT_EQ(checks("function f(a, b) { a; b; () => a; }"), 0);
  ExpectNames("class A { static a = A }", {"(element static \"a\"  A@0.0!?)"});
}

TEST(Scopes, LoopsCopyCapturedNames) {
  ExpectNames("for (let i = 0; i < 1; i++) () => i;", {"(for per-iteration", "i@0.0"});
  EXPECT_EQ(Names("for (let i = 0; i < 1; i++) i;").find("per-iteration"), std::string::npos);
}

// Whether the variable x of a function may be written more than once in the life of its environment.
bool IsReassigned(const std::string& body) {
  SourceBuffer buffer = SourceBuffer::FromUtf8("function f(p) { " + body + " }");
  ParseResult result = ParseScript(buffer.text());
  EXPECT_TRUE(result.ok()) << body;
  const FunctionLiteral* f = result.root()->functions[0]->function;
  for (const Variable* v : f->scope->variables) {
    if (v->name->Is("x")) return v->reassigned;
  }
  ADD_FAILURE() << body;
  return false;
}

TEST(Scopes, VariablesThatAreWrittenOnce) {
  for (const char* body :
       {"var x;", "var x = 1;", "var x; x = 1;", "x = 1; var x;", "var [x] = p;", "var { a: { x } } = p;",
        "var x; ({ x } = p);", "var x; if (p) x = 1;", "var x; switch (p) { case 1: x = 1; }",
        "var x; { { x++; } }", "var x; for (;;) p(x);", "var x; () => x;", "let x = 1; () => x;",
        "const x = 1; for (;;) { () => x; }", "for (;;) { function g() { } } var x = 1;", "var x; (x) = 1;",
        "var x = (a = x) => a;"})
    EXPECT_FALSE(IsReassigned(body)) << body;
  for (const char* body : {"var x = 1; x = 2;",
                           "var x = 1, x = 2;",
                           "var x; x = 1; x = 2;",
                           "var x; for (;;) x = 1;",
                           "for (var x = 1;;) ;",
                           "for (var x of p) ;",
                           "for (var [x] of p) ;",
                           "var x; for (x in p) ;",
                           "do var x = 1; while (p);",
                           "while (p) { var { x } = p; }",
                           "var x; () => { x = 1; };",
                           "var x; (a = (x = 1)) => a;",
                           "var x; function g() { x = 1; }",
                           "var x; class A { f = (x = 1); }",
                           "var x; class A { static { x = 1; } }",
                           "var x; eval(p);",
                           "var x; () => eval(p);",
                           "var x; with (p) x = 1;",
                           "var x; { function x() { } }",
                           "let x; x = 1; [x] = p;",
                           "var x; (x) = 1; ({ x } = p);"})
    EXPECT_TRUE(IsReassigned(body)) << body;
}

TEST(Scopes, WithMakesLookups) {
  ExpectNames("function f(a, b) { with (a) { b; c; let d; d; } }",
              {"b@lookup( b@1.0)", "c@lookup( c@global)", "d@local"});
  ExpectNames("function f(a) { with (a) return () => this; }", {"this"});
}

TEST(Scopes, SloppyEvalMakesLookups) {
  ExpectNames("function f(a) { eval(''); a; b; }", {"a@0.", "b@lookup( b@global)", "eval"});
  ExpectNames("function f(a) { 'use strict'; eval(''); a; b; }", {"a@0.", " b@global"});
  ExpectNames("function f() { let a; (() => { eval('') })(); }", {"a@0."});
  ExpectNames("(function g() { eval(''); g; })", {"g@lookup( g@0."});
}

TEST(Scopes, ArgumentsAndThisBelongToTheNearestFunction) {
  ExpectNames("function f(a) { return () => arguments[0]; }",
              {"mapped", "arguments arguments@0.", "(parameters  a@0.",
               "2:flags simple slots 0(parameters) (chain  arguments@0."});
  EXPECT_EQ(Names("function f(a) { 'use strict'; arguments; }").find("mapped"), std::string::npos);
  EXPECT_EQ(Names("function f(a = 1) { arguments; }").find("mapped"), std::string::npos);
  ExpectNames("function f() { () => () => this; }", {"3:flags this simple slots 0(parameters)  .this@0.0"});
  ExpectNames("() => this", {"top-level-this"});
  ExpectNames("function f(arguments) { arguments; }", {"arguments@local/0"});
  EXPECT_EQ(Names("function f() { let arguments; arguments; }").find(" arguments arguments@"),
            std::string::npos);
  ExpectNames("function f() { var arguments; return arguments; }", {" arguments arguments@local"});
  ExpectNames("class A extends B { constructor() { () => super(); } }",
              {"(supercall .function@0.", ".new.target@0.", ".this@0."});
  ExpectNames("({ a() { return () => super.b } })", {"(super .home@0."});
}

TEST(Scopes, ParameterExpressionsHaveTheirOwnScope) {
  ExpectNames("function f(a, b = () => a) { var a; return () => a; }",
              {"copy a@0.0 a@1.0", "(return  <function"});
  ExpectNames("function f(a = x) { var x; }", {"=  x@global", "x@local"});
}

TEST(Scopes, NamedFunctionExpressionsBindTheirName) {
  ExpectNames("(function f() { f; })", {"self f@local"});
  ExpectNames("(function f() { () => f; })", {"self f@0.0", "2:flags simple slots 0(parameters)  f@0.0"});
  EXPECT_EQ(Names("(function f(f) { f; })").find("self"), std::string::npos);
  EXPECT_EQ(Names("(function f() { var f; })").find("self"), std::string::npos);
}

TEST(Scopes, AnnexBHoistsFunctionsOutOfBlocks) {
  ExpectNames("function g() { { function f() {} } f; }", {"also f@local", "hoist f@local"});
  ExpectNames("{ function f() {} }", {"also f@global"});
  for (const char* blocked :
       {"function g() { let f; { function f() {} } }", "function g(f) { { function f() {} } }",
        "function g() { { let f; { function f() {} } } }",
        "function g() { for (let f;;) { function f() {} } }",
        "function g() { 'use strict'; { function f() {} } }", "function g() { { async function f() {} } }",
        "function g() { try {} catch ([f]) { { function f() {} } } }", "let f; { function f() {} }"}) {
    EXPECT_EQ(Names(blocked).find("also"), std::string::npos) << blocked;
  }
  ExpectNames("function g() { try {} catch (f) { { function f() {} } } }", {"also f@local"});
  ExpectNames("function g() { if (1) function f() {} }", {"also f@local"});
  ExpectNames("function g() { switch (1) { case 1: function f() {} } }", {"also f@local"});
}

TEST(Scopes, CatchParametersMayBeAssignedByVar) {
  ExpectNames("function f() { try {} catch (e) { var e = 1; } }", {"catch  e@local", "(declare  e@local"});
}

TEST(Scopes, ClassesKeepPrivateNamesAndKeys) {
  ExpectNames("class A { #a = 1; [b] = 2; #c() {} d() { return this.#a + this.#c(); } static { #a in A; } }",
              {"#a@0.", "(element  b@global .synthetic@0.", "#c@0.", ".synthetic@0.", "(in  #a@0."});
  ExpectNames("class A { a = () => this; }", {"this simple slots 0(parameters)  .this@0.0"});
  ExpectNames("function f(x) { class A { a = x; } }", {"(parameters  x@0.0)"});
}

TEST(Scopes, ModulesExportSlotsAndImportCells) {
  std::string names = Names("import {a} from 'm'; export let b = a; let c; c", true);
  EXPECT_NE(names.find("a@import0"), std::string::npos) << names;
  EXPECT_NE(names.find("b@0.0"), std::string::npos) << names;
  EXPECT_NE(names.find("c@local"), std::string::npos) << names;
}

TEST(Scopes, ListsTheNamesToDeclare) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(
      "z = 1; var a, z; let b; const c = 1; class d {} var a; { function e() {} } function g() {}");
  ParseResult result = ParseScript(buffer.text());
  ASSERT_TRUE(result.ok());
  auto names = [](std::span<Variable*> list) {
    std::string out;
    for (Variable* v : list) out += v->name->ToUtf8();
    return out;
  };
  EXPECT_EQ(names(result.declarations().var_names), "az");
  EXPECT_EQ(names(result.declarations().lexical_names), "bcd");
  ASSERT_EQ(result.declarations().annex_b_functions.size(), 1u);
  ASSERT_EQ(result.root()->functions.size(), 1u);
}

// ---- Direct eval ----

// Finds the first direct eval in the text, then parses `code` as if it were the eval's.
std::string EvalNames(const std::string& text, const std::string& code) {
  SourceBuffer buffer = SourceBuffer::FromUtf8(text);
  ParseResult outer = ParseScript(buffer.text());
  EXPECT_TRUE(outer.ok()) << outer.error().message;
  // The innermost scope in which `eval` is called, found through the functions.
  Scope* at = nullptr;
  std::vector<FunctionLiteral*> work = {outer.root()};
  std::vector<Scope*> scopes;
  for (size_t i = 0; i < work.size(); ++i) {
    TreePrinter printer([&](FunctionLiteral* inner, Scope* scope) {
      work.push_back(inner);
      scopes.push_back(scope);
    });
    printer.Print(work[i]);
    if (work[i]->scope->has_direct_eval) at = work[i]->scope;
    if (work[i]->body_scope->has_direct_eval) at = work[i]->body_scope;
  }
  for (Scope* scope : scopes) {
    if (scope->has_direct_eval) at = scope;
  }
  EXPECT_NE(at, nullptr);
  std::vector<std::vector<uint8_t>> records;
  for (const Scope* scope = at; scope != nullptr; scope = scope->outer) {
    if (scope->needs_environment || scope->needs_scope_info) records.push_back(EncodeScopeInfo(*scope));
  }
  std::vector<ScopeInfoView> views(records.begin(), records.end());
  SourceBuffer eval_buffer = SourceBuffer::FromUtf8(code);
  ParseOptions options;
  options.outer_scopes = views;
  ParseResult result = ParseEval(eval_buffer.text(), EvalKind::kDirect, options);
  return Print(result);
}

TEST(DirectEval, SeesTheNamesAround) {
  std::string text = "function f(a) { let b; { function g() { let c; eval(''); } } }";
  std::string names = EvalNames(text, "a + b + c + d; var e; let h; h; () => c");
  EXPECT_NE(names.find("c@0."), std::string::npos) << names;
  EXPECT_NE(names.find("a@lookup( a@"), std::string::npos) << names;  // a var a may be made in g by eval
  EXPECT_NE(names.find("d@lookup( d@global)"), std::string::npos) << names;
  EXPECT_NE(names.find("e@lookup"), std::string::npos) << names;
  EXPECT_NE(names.find(" h@local"), std::string::npos) << names;
  std::string strict = EvalNames("function f(a) { 'use strict'; let b; eval(''); }", "var e; a + b + d + e");
  EXPECT_NE(strict.find("a@0."), std::string::npos) << strict;
  EXPECT_NE(strict.find("d@global"), std::string::npos) << strict;
  EXPECT_NE(strict.find("e@local"), std::string::npos) << strict;
}

TEST(DirectEval, MaySayWhatItsFunctionMay) {
  EXPECT_EQ(EvalNames("eval('')", "new.target"), "new.target expression is not allowed here");
  EXPECT_NE(EvalNames("function f() { eval('') }", "new.target").find(".new.target@0."), std::string::npos);
  EXPECT_NE(EvalNames("function f() { () => eval('') }", "this; arguments").find("arguments@"),
            std::string::npos);
  EXPECT_EQ(EvalNames("function f() { eval('') }", "super.a"), "'super' keyword unexpected here");
  EXPECT_NE(EvalNames("({ m() { eval('') } })", "super.a").find("(super .home@0."), std::string::npos);
  EXPECT_NE(EvalNames("({ m() { () => eval('') } })", "super.a").find("(super .home@"), std::string::npos);
  EXPECT_EQ(EvalNames("({ m() { eval('') } })", "super()"), "'super' keyword unexpected here");
  EXPECT_NE(EvalNames("class A extends B { constructor() { eval('') } }", "super()")
                .find("(supercall .function@0."),
            std::string::npos);
  EXPECT_NE(EvalNames("class A { #a; m() { eval('') } }", "this.#a").find("#a@"), std::string::npos);
  EXPECT_EQ(EvalNames("class A { m() { eval('') } }", "this.#a"),
            "Private field '#a' must be declared in an enclosing class");
  EXPECT_EQ(EvalNames("class A { a = () => eval('') }", "arguments"),
            "'arguments' is not allowed in class field initializer or static initialization block");
  EXPECT_NE(EvalNames("class A { a = () => eval('') }", "super.b; this; new.target").find("(super .home@"),
            std::string::npos);
  EXPECT_EQ(EvalNames("'use strict'; eval('')", "with (a) b"),
            "Strict mode code may not include a with statement");
  EXPECT_EQ(EvalNames("function f() { eval('') }", "return"), "Illegal return statement");
}

TEST(DirectEval, LooksThroughWith) {
  std::string names = EvalNames("function f(a) { let b; with (a) (() => { eval('') })() }", "b");
  EXPECT_NE(names.find("b@lookup( b@"), std::string::npos) << names;
}

TEST(LazyFunctions, AgreeWithEagerOnes) {
  for (const char* text : {
           "var x = 1; function f(a) { let b = a; return function g() { return () => a + b + x + this.c; } }",
           "class A extends B { #p = 1; m() { return () => super.m(this.#p) } constructor() { super(); } "
           "static s() {} }",
           "function f() { { let x; { const y = 1; function g() { x + y } } } for (let i of []) { (function "
           "() { i })(); } }",
           "function f(a, b = () => a, {c, d: [e]} = {}) { var a; return async function* () { yield* c; "
           "await e; } }",
           "function f() { with (this) { return function () { return x } } }",
           "function f(a) { eval(a); return function () { return x + a } }",
           "(function () { function h() { return h2() } function h2() { return h } return h })()",
           "let o = { get a() { return super.b }, async *['c']() { arguments } }; (a => { return b => { a + "
           "b } })(1)",
           "function outer() { try { } catch (e) { return function () { return e } } switch (1) { case 1: "
           "let q; (function () { q })() } }",
           "function f(f2 = function () { return f }) { function inner() { return f2 } { function inner2() "
           "{} } return inner2 }",
       }) {
    SourceBuffer buffer = SourceBuffer::FromUtf8(text);
    EXPECT_EQ(CompareLazyWithEager(buffer.text(), false), "") << text;
    EXPECT_EQ(CompareLazyWithEager(buffer.text(), true).find("function "), std::string::npos) << text;
  }
}

TEST(LazyFunctions, KeepNoTree) {
  SourceBuffer buffer =
      SourceBuffer::FromUtf8("function f(a, b) { return a } (function () {})(); !function () {}()");
  ParseOptions options;
  options.lazy = true;
  ParseResult result = ParseScript(buffer.text(), options);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result.root()->functions[0]->function->is_lazy);
  EXPECT_EQ(result.root()->functions[0]->function->length, 2u);
  int eager = 0;
  TreePrinter([&](FunctionLiteral* f, Scope*) { eager += !f->is_lazy; }).Print(result.root());
  EXPECT_EQ(eager, 2);
}

}  // namespace
}  // namespace halfword::syntax
