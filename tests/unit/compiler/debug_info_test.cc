// What a second compilation tells about a function: names and where they are, statements, blocks.
#include "compiler/debug_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fixture.h"

namespace halfword {
namespace {

// All functions that can be reached from the code of `info`, itself first; compiled as by a first call.
std::vector<FunctionInfo*> FunctionsIn(Isolate& isolate, FunctionInfo* info) {
  std::vector<FunctionInfo*> all = {info};
  for (size_t i = 0; i < all.size(); i++) {
    if (all[i]->code_.get() == nullptr && CompileLazy(isolate, all[i]).IsThrow()) {
      all.erase(all.begin() + static_cast<ptrdiff_t>(i--));
      continue;
    }
    Code* code = all[i]->code_.get();
    for (uint32_t c = 0; c < code->constant_count_; c++) {
      Value constant = code->constants()[c];
      if (constant.Is<FunctionInfo>()) all.push_back(constant.As<FunctionInfo>());
      if (!constant.Is<ValueArray>()) continue;
      auto* array = constant.As<ValueArray>();
      for (uint32_t k = 0; k < array->length(); k++) {
        if (array->get(k).Is<FunctionInfo>()) all.push_back(array->get(k).As<FunctionInfo>());
      }
    }
  }
  return all;
}

class DebugInfoTest : public testing::Test {
 protected:
  // f(isolate, info) for each function of the source, the outer before the inner; none if it has an error.
  template <class F>
  void ForEachFunction(std::string_view source, CompilerHeap::Goal goal, F&& f,
                       SourceLanguage language = SourceLanguage::kJavaScript) {
    CompilerHeap heap;
    heap.Run([&](Isolate& isolate) {
      gc::NoGarbageCollectionScope no_collection(isolate.heap());
      Script* script = CompilerHeap::NewScript(isolate, source);
      SetLanguage(script, language);
      std::vector<FunctionInfo*> roots;
      if (goal == CompilerHeap::Goal::kModule) {
        Completion<ModuleRecord*> record = CompileModule(isolate, script);
        if (record.IsThrow()) return;
        ModuleRecord* module = record.Take();
        roots = {module->body_.get(), module->initializer_.get()};
      } else {
        Completion<FunctionInfo*> info =
            CompileScript(isolate, script, goal == CompilerHeap::Goal::kLazyScript);
        if (info.IsThrow()) return;
        roots = {info.Take()};
      }
      for (FunctionInfo* root : roots) {
        for (FunctionInfo* info : FunctionsIn(isolate, root)) f(isolate, info);
      }
    });
  }

  // The first function of the name; by default the script.
  DebugInfo Describe(std::string_view source, std::string_view name = "",
                     CompilerHeap::Goal goal = CompilerHeap::Goal::kLazyScript) {
    std::optional<DebugInfo> result;
    ForEachFunction(source, goal, [&](Isolate& isolate, FunctionInfo* info) {
      if (result || info->name_.get().AsString()->ToUtf8(isolate) != name) return;
      result = DescribeFunction(isolate, info);
    });
    EXPECT_TRUE(result) << source;
    return result.value_or(DebugInfo());
  }

  static std::string TextOf(const DebugInfo::Local& local) {
    const char* place = local.place == DebugInfo::Place::kRegister ? "r"
                        : local.place == DebugInfo::Place::kSlot   ? "slot "
                                                                   : "import ";
    return local.name + "=" + place + std::to_string(local.index);
  }

  // "statement: locals of the innermost scope | of the next …" for each statement, in order of the code.
  std::string Names(std::string_view source, std::string_view name = "f",
                    CompilerHeap::Goal goal = CompilerHeap::Goal::kLazyScript) {
    DebugInfo info = Describe(source, name, goal);
    std::string result;
    for (const DebugInfo::Statement& statement : info.statements) {
      std::string_view text = source.substr(statement.position);
      result += std::string(text.substr(0, text.find_first_of(";){}"))) + ":";
      for (int32_t i = info.ScopeAt(statement.offset); i >= 0; i = info.scopes[i].outer) {
        const DebugInfo::Scope& scope = info.scopes[i];
        for (uint32_t k = 0; k < scope.local_count; k++)
          result += " " + TextOf(info.locals[scope.first_local + k]);
        if (scope.outer >= 0) result += " |";
      }
      result += "\n";
    }
    return result;
  }

  // The sources of the blocks, one a line.
  std::string Blocks(std::string_view source) {
    std::string result;
    for (const DebugInfo::Block& block : Describe(source, "f").blocks)
      result += std::string(source.substr(block.source_begin, block.source_end - block.source_begin)) + "\n";
    return result;
  }
};

// ---- Names ----

TEST_F(DebugInfoTest, ParametersAndLocalsAreRegisters) {
  EXPECT_EQ(Names("function f(a, b) { var c = a; return c + b; }"),
            "a: a=r1 b=r2 c=r3\n"
            "return c + b: a=r1 b=r2 c=r3\n");
}

TEST_F(DebugInfoTest, BlocksHaveTheirOwnNamesAndUseTheirRegistersAgain) {
  EXPECT_EQ(Names("function f() { let a = 1; { let b = 2; g(b); } { let c = 3; g(c); } return a; }"),
            "1: a=r1\n"
            "2: b=r2 | a=r1\n"
            "g(b: b=r2 | a=r1\n"
            "3: c=r2 | a=r1\n"
            "g(c: c=r2 | a=r1\n"
            "return a: a=r1\n");
}

TEST_F(DebugInfoTest, CapturedNamesAreSlots) {
  EXPECT_EQ(Names("function f(a, b) { let c = b; return () => a + c; }"),
            "b: a=slot 0 b=r2 c=slot 1\n"
            "return (: a=slot 0 b=r2 c=slot 1\n");
}

TEST_F(DebugInfoTest, ClosuresNameTheirOwnVariablesOnly) {
  EXPECT_EQ(Names("function g(a) { return function f(b) { return a + b; }; }"), "return a + b: b=r1\n");
}

TEST_F(DebugInfoTest, CatchParametersBelongToTheCatch) {
  EXPECT_EQ(Names("function f() { try { g(); } catch (e) { h(e); } return 1; }"),
            "g(:\n"
            "h(e: e=r2 |\n"
            "return 1:\n");
}

TEST_F(DebugInfoTest, LoopsHaveAScopeOfTheirOwn) {
  EXPECT_EQ(Names("function f(n) { for (let i = 0; i < n; i++) { g(i); } }"),
            "0: i=r2 | n=r1\n"
            "g(i: i=r2 | n=r1\n"
            "i++: i=r2 | n=r1\n"
            "i < n: i=r2 | n=r1\n");
}

TEST_F(DebugInfoTest, DeadZonesAreRegistersThatHoldTheHole) {
  EXPECT_EQ(Names("function f() { g(() => 1); switch (h) { case 1: let a = 2; case 2: return a; } }"),
            "g((:\n"
            "h:\n"
            "2: a=r2 |\n"
            "return a: a=r2 |\n");
}

TEST_F(DebugInfoTest, ArgumentsHasARegister) {
  EXPECT_EQ(Names("function f() { 'use strict'; return arguments; }"), "return arguments: arguments=r1\n");
}

TEST_F(DebugInfoTest, ThisIsRegister0) {
  EXPECT_EQ(Names("function f() { return this.x; }"), "return this.x: this=r0\n");
  EXPECT_EQ(Names("function f() { return () => this; }"), "return (: this=slot 0\n");
}

TEST_F(DebugInfoTest, DestructuringDeclaresEachName) {
  EXPECT_EQ(Names("function f({a, b: [c]}, ...d) { return c; }"), "return c: a=r2 c=r3 d=r4\n");
}

TEST_F(DebugInfoTest, NamesOfScriptsAreGlobalButThoseOfBlocksAreNot) {
  EXPECT_EQ(Names("let a = 1; { let b = 2; g(b); }", ""),
            "1:\n"
            "2: b=r2 |\n"
            "g(b: b=r2 |\n");
}

TEST_F(DebugInfoTest, ModulesHaveSlotsAndImports) {
  EXPECT_EQ(
      Names("import {a} from 'm'; export let b = 1; let c = 2; g(a, b, c);", "", CompilerHeap::Goal::kModule),
      "1: a=import 0 b=slot 0 c=r1\n"
      "2: a=import 0 b=slot 0 c=r1\n"
      "g(a, b, c: a=import 0 b=slot 0 c=r1\n");
}

TEST_F(DebugInfoTest, GeneratorsAndAsyncFunctionsKeepTheirNames) {
  EXPECT_EQ(Names("function* f(a) { let b = yield a; return b; }"),
            "yield a: a=r1 b=r3\n"
            "return b: a=r1 b=r3\n");
  EXPECT_EQ(Names("async function f(a) { let b = await a; return b; }"),
            "await a: a=r1 b=r4\n"
            "return b: a=r1 b=r4\n");
}

TEST_F(DebugInfoTest, NamesAreUtf8) {
  EXPECT_THAT(Names("function f(größe, 猫) { g(); }"), testing::HasSubstr(" größe=r1 猫=r2\n"));
}

// ---- Statements ----

TEST_F(DebugInfoTest, StatementsBeginWhereSomethingHappens) {
  EXPECT_EQ(
      Names("function f() { if (a) b(); else if (c) d(); while (e) { g(); } ; {} switch (h) { case 1: i(); } "
            "do j(); while (k) throw l; }"),
      "a:\n"
      "b(:\n"
      "c:\n"
      "d(:\n"
      "g(:\n"
      "e:\n"
      "h:\n"
      "i(:\n"
      "j(:\n"
      "k:\n"
      "throw l:\n");
}

TEST_F(DebugInfoTest, CodeThatCannotBeReachedHasNone) {
  EXPECT_EQ(Names("function f() { return 1; g(); }"), "return 1:\n");
}

TEST_F(DebugInfoTest, OffsetsFollowInstructionsThatAreTakenBack) {
  // The jump over the empty `else`, and CoerceThis, which nobody needs.
  DebugInfo info = Describe("function f(a) { if (a) {} else {} this.x; g(this.x); }", "f");
  for (size_t i = 1; i < info.statements.size(); i++)
    EXPECT_LT(info.statements[i - 1].offset, info.statements[i].offset);
}

// ---- Blocks ----

TEST_F(DebugInfoTest, BlocksAreWhatRunsTogether) {
  EXPECT_EQ(Blocks("function f() { if (a) b(); else { c(); } for (;;) { d(); } }"),
            "function f() { if (a) b(); else { c(); } for (;;) { d(); } }\n"
            "b();\n"
            "{ c(); }\n"
            "for (;;) { d(); }\n"
            "{ d(); }\n");
  EXPECT_EQ(Blocks("function f() { try { a(); } catch { b(); } finally { c(); } }"),
            "function f() { try { a(); } catch { b(); } finally { c(); } }\n"
            "{ b(); }\n"
            "{ c(); }\n");
  EXPECT_EQ(Blocks("function f() { return a && b ? c : d; e(); }"),
            "function f() { return a && b ? c : d; e(); }\n"
            "b\n"
            "c\n"
            "d\n"
            "e();\n");
  EXPECT_EQ(Blocks("function f() { g(a ?? b); x = a ? b : c; if (a || b) h(); }"),
            "function f() { g(a ?? b); x = a ? b : c; if (a || b) h(); }\n"
            "b\n"
            "x = a ? b : c; if (a || b) h();\n"
            "b\n"
            "c\n"
            "if (a || b) h();\n"
            "b\n"
            "h();\n");
}

// What can't be reached begins behind the last instruction.
TEST_F(DebugInfoTest, BlocksThatCanNotBeReachedHaveNoCode) {
  DebugInfo info = Describe("function f() { if (a) { return 1; b(); } c(); }", "f");
  std::vector<bool> are_reached;
  for (const DebugInfo::Block& block : info.blocks)
    are_reached.push_back(block.first_offset < info.scopes[0].end);
  EXPECT_EQ(are_reached, (std::vector<bool>{true, true, false, true}));
}

// ---- What is around a function, and where exceptions go ----

TEST_F(DebugInfoTest, TheScopesAroundAFunctionAreNamedFromTheInsideOutward) {
  auto enclosing = [&](const char* source, CompilerHeap::Goal goal) {
    DebugInfo info = Describe(source, "f", goal);
    std::string text;
    for (const DebugInfo::Scope& scope : info.enclosing) {
      for (uint32_t i = 0; i < scope.local_count; i++)
        text += TextOf(info.locals[scope.first_local + i]) + " ";
      text += "|";
    }
    return text;
  };
  const char* source =
      "function g(a, unused) { let c = a; { let d = 1; function f() { return a + c + d; } } return f; }";
  // A lazy function knows them by records, an eager one by the text around it.
  for (auto goal : {CompilerHeap::Goal::kLazyScript, CompilerHeap::Goal::kScript})
    EXPECT_EQ(enclosing(source, goal), "d=slot 0 |a=slot 0 c=slot 1 |");
}

TEST_F(DebugInfoTest, OnlyCatchClausesCatch) {
  EXPECT_EQ(Describe("function f() { try { a(); } catch { b(); } }", "f").catches.size(), 1u);
  EXPECT_EQ(Describe("function f() { try { a(); } finally { b(); } }", "f").catches.size(), 0u);
  EXPECT_EQ(Describe("async function f() { for (const a of b) await a; }", "f").catches.size(), 0u);
}

// ---- Whole texts ----

TEST_F(DebugInfoTest, TheStatementsOfAllFunctionsAreKnownBeforeAnyRuns) {
  CompilerHeap heap;
  heap.Run([&](Isolate& isolate) {
    auto places = [&](const char* source) {
      std::string text;
      std::optional<std::vector<FunctionPlaces>> all =
          DescribeScript(isolate, CompilerHeap::NewScript(isolate, source));
      if (!all) return std::string("none");
      for (const FunctionPlaces& function : *all) {
        for (uint32_t position : function.statements) text += std::to_string(position) + " ";
        text += "|";
      }
      return text;
    };
    EXPECT_EQ(places("a(); function f() { b(); return () => c(); }"), "0 |20 25 |38 |");
    EXPECT_EQ(places("a("), "none");
  });
}

// ---- Evaluations ----

TEST_F(DebugInfoTest, AnEvaluationHasCopiesOfWhatIsInRegisters) {
  auto copied = [&](const char* source) {
    std::string text;
    ForEachFunction(source, CompilerHeap::Goal::kLazyScript, [&](Isolate& isolate, FunctionInfo* info) {
      if (info->name_.get().AsString()->ToUtf8(isolate) != "f") return;
      DebugInfo described = *DescribeFunction(isolate, info);
      std::optional<EvaluationScope> scope =
          DescribeEvaluation(isolate, info, described.statements.back().offset);
      ASSERT_TRUE(scope);
      EXPECT_EQ(scope->this_index, 0u);
      for (const EvaluationScope::Copy& copy : scope->registers) text += "r" + std::to_string(copy.reg) + " ";
      text += std::to_string(scope->info->variable_count_);
    });
    return text;
  };
  EXPECT_EQ(copied("function f(a, b) { let c = a; g(b); }"), "r0 r1 r2 r3 4");
  // `a` is in the function's environment, and a name further in hides one further out.
  EXPECT_EQ(copied("function f(a, b) { () => a; { let b = 1; g(b); } }"), "r0 r3 2");
}

// ---- The same bytes ----

TEST_F(DebugInfoTest, EagerInnerFunctionsAreFoundInTheWholeText) {
  EXPECT_EQ(Names("function g(a) { let c = a; (function f(b) { let d = b; return () => c + d; })(1); }"),
            "b: b=r1 d=slot 0\n"
            "return (: b=r1 d=slot 0\n");
  EXPECT_EQ(Names("function g() { return class f { x = 1; static y = 2; }; }", "f").size(), 0u);
}

TEST_F(DebugInfoTest, ScriptsWithoutLazyFunctionsAreDescribedToo) {
  const char* source =
      "function g(a) { { let c = a; () => c; } return function f(b) { { let d = b; () => d; } }; }";
  EXPECT_EQ(Names(source, "f", CompilerHeap::Goal::kScript), "b: d=slot 0 | b=r1\n(: d=slot 0 | b=r1\n");
}

TEST_F(DebugInfoTest, AFunctionWhoseCodeIsNotThatOfTheTextHasNone) {
  ForEachFunction("function f(a) { return a; }", CompilerHeap::Goal::kScript,
                  [&](Isolate& isolate, FunctionInfo* info) {
                    EXPECT_TRUE(DescribeFunction(isolate, info));
                    const_cast<uint8_t*>(info->code_.get()->bytecode())[0] ^= 1;
                    EXPECT_FALSE(DescribeFunction(isolate, info));
                  });
}

TEST_F(DebugInfoTest, ItTakesNoFuel) {
  ForEachFunction("function f(a) { for (;;) { if (a) return a; } }", CompilerHeap::Goal::kScript,
                  [&](Isolate& isolate, FunctionInfo* info) {
                    int32_t before = isolate.budget_;
                    EXPECT_TRUE(DescribeFunction(isolate, info));
                    EXPECT_EQ(isolate.budget_, before);
                  });
}

// Every function of every script among the tests of JavaScript, however it was compiled.
TEST_F(DebugInfoTest, TheSecondCompilationGivesTheSameBytes) {
  size_t functions = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HALFWORD_JS_TESTS)) {
    std::string extension = entry.path().extension();
    if (extension != ".js" && extension != ".mjs" && extension != ".ts") continue;
    bool is_typescript = extension == ".ts";
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    using enum CompilerHeap::Goal;
    for (CompilerHeap::Goal goal : {kScript, kLazyScript, kModule}) {
      ForEachFunction(
          text.str(), goal,
          [&](Isolate& isolate, FunctionInfo* info) {
            functions++;
            // An enum knows the constants around it, but not where a lazy function is compiled.
            bool is_enum = entry.path().filename() == "transform_enums.ts" && goal != kScript;
            EXPECT_TRUE(DescribeFunction(isolate, info) || is_enum)
                << entry.path() << ": " << info->name_.get().AsString()->ToUtf8(isolate) << " at "
                << info->source_start_ << ", goal " << static_cast<int>(goal);
          },
          is_typescript ? SourceLanguage::kTransformedTypeScript : SourceLanguage::kJavaScript);
    }
  }
  RecordProperty("functions", static_cast<int>(functions));
  EXPECT_GT(functions, 10000u);
}

}  // namespace
}  // namespace halfword
