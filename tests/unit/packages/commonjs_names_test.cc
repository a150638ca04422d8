#include "packages/commonjs_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace halfword::packages {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Exports(std::string_view text) { return ScanCommonJs(text).exports; }
std::vector<std::string> Reexports(std::string_view text) { return ScanCommonJs(text).reexports; }

TEST(CommonJsNames, Assignments) {
  EXPECT_THAT(Exports("exports.a = 1; module.exports.b = exports['c d'] = 2; exports . e\n=3"),
              ElementsAre("a", "b", "c d", "e"));
  EXPECT_THAT(Exports("(function (exports) { if (0) exports.a = 1 })({})"), ElementsAre("a"));
  EXPECT_THAT(Exports("x.exports.a = 1; exports.b; exports[c] = 1; myexports.d = 2"), IsEmpty());
  EXPECT_THAT(
      Exports("// exports.a = 1\n/* exports.b = 1 */ 'exports.c = 1'; `exports.d = 1`; exports.e = 1"),
      ElementsAre("e"));
}

TEST(CommonJsNames, Literals) {
  EXPECT_THAT(Exports("module.exports = { a, b: c, 'd': e, ...f, g }"), ElementsAre("a", "b", "d", "g"));
  EXPECT_THAT(Exports("module.exports = { a, b: require('c'), d }"), ElementsAre("a", "b"));
  EXPECT_THAT(Exports("module.exports = { a, b() {}, c }"), ElementsAre("a", "b"));
  EXPECT_THAT(Exports("0 && (module.exports = { a, b })"), ElementsAre("a", "b"));
}

TEST(CommonJsNames, DefinedProperties) {
  EXPECT_THAT(Exports("Object.defineProperty(exports, '__esModule', { value: true });"),
              ElementsAre("__esModule"));
  EXPECT_THAT(
      Exports("Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return b.c; } })"),
      ElementsAre("a"));
  EXPECT_THAT(Exports("Object.defineProperty(exports, 'a', { enumerable: true, get() { return b['c'] } })"),
              ElementsAre("a"));
  // A getter that may do anything takes the name back.
  EXPECT_THAT(Exports("exports.a = 1; Object.defineProperty(exports, 'a', { get() { return f() } })"),
              IsEmpty());
}

TEST(CommonJsNames, Reexports) {
  EXPECT_THAT(Reexports("module.exports = require('a'); module.exports = require(\"b\")"), ElementsAre("b"));
  EXPECT_THAT(Reexports("module.exports = { ...require('a'), ...require('b') }"), ElementsAre("a", "b"));
  EXPECT_THAT(Reexports("__export(require('a')); tslib_1.__exportStar(require('b'), exports)"),
              ElementsAre("a", "b"));
  EXPECT_THAT(Reexports("var _x = require('x');\nObject.keys(_x).forEach(function (key) {\n"
                        "  if (key === 'default' || key === '__esModule') return;\n"
                        "  if (key in exports && exports[key] === _x[key]) return;\n"
                        "  Object.defineProperty(exports, key, { enumerable: true, get: function () { return "
                        "_x[key]; } });\n"
                        "});"),
              ElementsAre("x"));
  EXPECT_THAT(Reexports("function f() { __export(require('a')) }"), IsEmpty());
}

TEST(CommonJsNames, SlashesAndTemplates) {
  EXPECT_THAT(Exports("a = /'/; exports.b = 1"), ElementsAre("b"));
  EXPECT_THAT(Exports("a = b / c; exports.d = 1 / 2 // '"), ElementsAre("d"));
  EXPECT_THAT(Exports("if (a) /[/']/.test(b); exports.c = 1"), ElementsAre("c"));
  EXPECT_THAT(Exports("a = `${ {b: `'${1}'`} }'`; exports.c = 1"), ElementsAre("c"));
  EXPECT_THAT(Exports("x++ / 2; exports.a = 1; '/'"), ElementsAre("a"));
}

TEST(CommonJsNames, EscapesInNames) {
  EXPECT_THAT(Exports(R"(exports['\u00fc\x41\u{1F600}\ud83d\ude00\n'] = 1)"), ElementsAre("üA😀😀\n"));
  EXPECT_THAT(Exports(R"(exports['\ud83d'] = 1; exports['\u{110000}'] = 2; exports['\8'] = 3)"), IsEmpty());
}

TEST(CommonJsNames, TextsThatAreNoJavaScript) {
  for (const char* text :
       {"", "'", "`", "`${", "/", "(", ")", "{", "exports.a = '", "exports.a = 1 }", "/*", "#!", "module",
        "module.exports = {", "exports[", "Object.keys(", "\xFF\xFE", "exports.a = /x\n/"})
    EXPECT_THAT(Exports(text), IsEmpty()) << text;
  std::string deep(1000000, '(');
  EXPECT_THAT(Exports(deep), IsEmpty());
}

}  // namespace
}  // namespace halfword::packages
