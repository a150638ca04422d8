// What embedders are told about errors: text, place, causes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfword/halfword.hpp"

namespace {

TEST(MessagesTest, SyntaxErrorsHavePlaceAndSource) {
  hw::Isolate isolate;
  hw::Error error = isolate.Evaluate("let a = 1;\n  let b = = 2;\n", "settings.js").error();
  EXPECT_EQ(error.file, "settings.js");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 11u);
  EXPECT_EQ(error.source, "  let b = = 2;");
  EXPECT_NE(error.text.find("\nsettings.js:2:11\n    let b = = 2;\n            ^"), std::string::npos)
      << error.text;
  EXPECT_EQ(error.text.rfind("SyntaxError: ", 0), 0u) << error.text;
  // A module says the same, and one that another imports.
  EXPECT_EQ(isolate.EvaluateModule("import {", "main.mjs").error().file, "main.mjs");
}

TEST(MessagesTest, StacksAreFoundWhereProposalsKeepThem) {
  hw::Isolate isolate({.harmony = true});
  hw::Error error = isolate.Evaluate("\n  throw new RangeError('far')", "out.js").error();
  EXPECT_EQ(error.file, "out.js");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.text.rfind("RangeError: far\n    at out.js:2:9", 0), 0u) << error.text;
  EXPECT_EQ(isolate.Evaluate("Object.hasOwn(new Error(), 'stack') ? 'own' : 'none'")->AsString(), "none");
  // A copy has the stack of the original, in the same place.
  hw_value made = isolate.Evaluate("globalThis.e = new EvalError('x')", "made.js")->raw(), copy;
  uint8_t* data = nullptr;
  size_t size = 0;
  ASSERT_EQ(hw_serialize(isolate.raw(), made, &data, &size), HW_OK);
  ASSERT_EQ(hw_deserialize(isolate.raw(), data, size, &copy), HW_OK);
  hw_memory_free(data);
  EXPECT_NE(isolate.Wrap(copy).Get("stack")->AsString().find("made.js:1"), std::string::npos);
  hw_value function = isolate.Evaluate("(c) => c.stack === e.stack && !Object.hasOwn(c, 'stack')")->raw(),
           same;
  ASSERT_EQ(hw_call_function(isolate.raw(), function, hw_undefined(), &copy, 1, &same), HW_OK);
  EXPECT_EQ(isolate.Wrap(same).ToString().ValueOr("?"), "true");
}

TEST(MessagesTest, UnhandledRejectionsAreNeverSilent) {
  std::vector<std::string> lines;
  hw::Host host;
  host.OnConsole([&](hw_isolate*, hw_console_level level, std::string_view text) {
    EXPECT_EQ(level, HW_CONSOLE_ERROR);
    lines.emplace_back(text);
  });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.Evaluate(
      "Promise.reject(new TypeError('no')).then(() => 1); Promise.reject(1).catch(() => 2)"));
  EXPECT_TRUE(lines.empty());
  ASSERT_TRUE(isolate.RunJobs());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].rfind("Uncaught (in promise) TypeError: no", 0), 0u) << lines[0];
  ASSERT_TRUE(isolate.RunJobs());
  EXPECT_EQ(lines.size(), 1u) << "it is told once";
  lines.clear();
  ASSERT_TRUE(isolate.Evaluate("for (let i = 0; i < 100; i++) Promise.reject(i)"));
  ASSERT_TRUE(isolate.RunJobs());
  ASSERT_EQ(lines.size(), 11u);
  EXPECT_EQ(lines[10], "... and 90 more rejected promises");
  // The outcome of a module is the host's to look at, and so is what a call gives it.
  lines.clear();
  EXPECT_FALSE(isolate.EvaluateModule("throw new Error('of a module')"));
  hw::Result<hw::Value> f = isolate.Evaluate("async (x) => { await 0; throw x; }");
  ASSERT_TRUE(f);
  hw::Result<hw::Value> called = f->Call({isolate.Number(1)});
  ASSERT_TRUE(called);
  ASSERT_TRUE(isolate.RunJobs());
  EXPECT_FALSE(called->Settled());
  EXPECT_TRUE(lines.empty());
  // What it does not take is told.
  hw_value seven = isolate.Number(7).raw();
  ASSERT_EQ(hw_call_function(isolate.raw(), f->raw(), hw_undefined(), &seven, 1, nullptr), HW_OK);
  ASSERT_TRUE(isolate.RunJobs());
  EXPECT_EQ(lines, std::vector<std::string>{"Uncaught (in promise) 7"});
}

TEST(MessagesTest, UnhandledRejectionsGoToStandardErrorWithoutConsole) {
  hw::Isolate isolate;
  ASSERT_TRUE(isolate.Evaluate("(async () => { throw {code: 7} })()"));
  testing::internal::CaptureStderr();
  ASSERT_TRUE(isolate.RunJobs());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "Uncaught (in promise) { code: 7 }\n");
}

TEST(MessagesTest, ErrorsHaveThePlaceWhereTheyWereMade) {
  hw::Isolate isolate;
  hw::Error error = isolate.Evaluate("function f() {\n  throw new TypeError('no')\n}\nf()", "f.js").error();
  EXPECT_EQ(error.file, "f.js");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 9u);
  EXPECT_EQ(error.source, "");
  EXPECT_EQ(isolate.Evaluate("throw 1").error().file, "");
}

TEST(MessagesTest, ObjectsAreShownAndCausesKept) {
  hw::Isolate isolate;
  EXPECT_EQ(isolate.Evaluate("throw {code: 7, list: [1, 'a']}").error().text,
            "{ code: 7, list: [ 1, 'a' ] }");
  std::string text =
      isolate.Evaluate("throw new Error('outer', {cause: new RangeError('inner', {cause: {id: 3}})})")
          .error()
          .text;
  EXPECT_EQ(text.rfind("Error: outer\n", 0), 0u) << text;
  EXPECT_NE(text.find("\ncause: RangeError: inner\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ncause: { id: 3 }"), std::string::npos) << text;
  // A chain that is a ring ends.
  text = isolate.Evaluate("const e = new Error('ring'); e.cause = e; throw e").error().text;
  EXPECT_LT(text.size(), 2000u);
}

TEST(MessagesTest, AMissingExportNamesTheImporter) {
  hw::Host host;
  host.LoadModule([](hw_isolate* isolate, const hw_module_request&) {
    return hw::CompileModule(isolate, "export const a = 1", "lib.js");
  });
  hw::Isolate isolate({.host = host});
  std::string text = isolate.EvaluateModule("import {b} from 'lib'", "main.js").error().text;
  EXPECT_EQ(
      text.substr(0, text.find('\n')),
      "SyntaxError: The requested module 'lib' does not provide an export named 'b', which main.js asks for");
}

}  // namespace
