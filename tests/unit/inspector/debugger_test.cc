// The domain Debugger: where a program stops, what a client sees there, and how it goes on.
#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

class DebuggerTest : public testing::Test {
 protected:
  DebuggerTest() {
    hw_config config = Config();
    config.fuel = 1 << 24;
    isolate_ = New(config);
    inspector_ = Attach(true);
    Call("Debugger.enable");
  }
  ~DebuggerTest() override {
    hw_inspector_free(inspector_);
    hw_isolate_destroy(isolate_);
  }

  hw_inspector* Attach(bool can_pause) {
    hw_inspector_options options = {};
    options.size = sizeof options;
    options.data = this;
    options.send = [](void* self, const char* message, size_t size) {
      static_cast<DebuggerTest*>(self)->sent_.push_back(Json::parse(message, message + size));
    };
    if (can_pause)
      options.run_while_paused = [](void* self, hw_isolate*) { static_cast<DebuggerTest*>(self)->OnPause(); };
    hw_error error = {};
    hw_inspector* inspector = hw_inspector_new(isolate_, &options, &error);
    EXPECT_NE(inspector, nullptr) << error.text;
    return inspector;
  }

  Json Call(const std::string& method, const Json& params = Json::object()) {
    int id = ++id_;
    std::string text = Json({{"id", id}, {"method", method}, {"params", params}}).dump();
    EXPECT_NE(hw_inspector_dispatch(inspector_, text.data(), text.size()), HW_INVALID);
    for (const Json& message : sent_) {
      if (message.contains("id") && message["id"] == id)
        return message.contains("error") ? message["error"] : message["result"];
    }
    return "no answer";
  }
  std::vector<Json> Events(const std::string& method) const {
    std::vector<Json> found;
    for (const Json& message : sent_) {
      if (message.value("method", "") == method) found.push_back(message["params"]);
    }
    return found;
  }

  // Each pause notes where it is, then does the next of `plan_`: the name of a command, or a call. Without a
  // plan it resumes.
  void OnPause() {
    EXPECT_TRUE(hw_inspector_is_paused(inspector_));
    pause_ = Events("Debugger.paused").back();
    stops_.push_back(Where(pause_["callFrames"][0]));
    std::function<void()> step = [&] { Call("Debugger.resume"); };
    if (!plan_.empty()) {
      step = plan_.front();
      plan_.pop_front();
    }
    step();
    if (hw_inspector_is_paused(inspector_)) Call("Debugger.resume");
  }
  static std::string Where(const Json& frame) {
    return std::string(frame["functionName"]) + ":" + std::to_string(int{frame["location"]["lineNumber"]});
  }
  void Plan(std::initializer_list<std::string> commands) {
    for (const std::string& command : commands) plan_.push_back([=, this] { Call("Debugger." + command); });
  }
  std::string Run(const std::string& text) { return RunIn(isolate_, text); }
  // In frame `index` of the pause.
  std::string Evaluate(const std::string& expression, size_t index = 0) {
    Json answer =
        Call("Debugger.evaluateOnCallFrame",
             {{"callFrameId", pause_["callFrames"][index]["callFrameId"]}, {"expression", expression}});
    if (answer.contains("message")) return answer["message"];
    const Json& result = answer["result"];
    return result.contains("value") ? result["value"].dump()
                                    : std::string(result.value("description", "undefined"));
  }
  // "type: name=value …" of each scope of frame `index`, without the global ones.
  std::string Scopes(size_t index = 0) {
    std::string text;
    for (const Json& scope : pause_["callFrames"][index]["scopeChain"]) {
      if (scope["type"] == "global" || scope["type"] == "script") continue;
      text += (text.empty() ? "" : "; ") + std::string(scope["type"]) + ":";
      Json properties =
          Call("Runtime.getProperties", {{"objectId", scope["object"]["objectId"]}, {"ownProperties", true}});
      for (const Json& property : properties["result"]) {
        const Json& value = property["value"];
        text += " " + std::string(property["name"]) + "=" +
                (value.contains("value") ? value["value"].dump() : std::string(value["type"]));
      }
    }
    return text;
  }
  // Instead of the isolate, a clone of one that has run the program is debugged.
  void GoOnInClone(const std::string& program) {
    hw_inspector_free(inspector_);
    hw_isolate_destroy(isolate_);
    GoOnIn(ImageOf(program));
  }
  // A clone of the isolate itself, which is destroyed.
  void GoOnInCloneOf(hw_isolate* isolate) {
    hw_error error = {};
    hw_image* image = hw_isolate_freeze(isolate, &error);
    ASSERT_NE(image, nullptr) << error.text;
    hw_inspector_free(inspector_);
    hw_isolate_destroy(isolate);
    GoOnIn(image);
  }
  void GoOnIn(hw_image* image) {
    hw_config config = Config();
    config.image = image;
    isolate_ = New(config);
    hw_image_release(image);
    inspector_ = Attach(true);
    Call("Debugger.enable");
  }
  // The answer to a breakpoint on the line of the next program.
  Json BreakAt(int line, Json params = Json::object()) {
    params["url"] = kName;
    params["lineNumber"] = line;
    return Call("Debugger.setBreakpointByUrl", params);
  }

  static constexpr const char* kName = "test.js";
  hw_isolate* isolate_;
  hw_inspector* inspector_;
  std::vector<Json> sent_;
  std::deque<std::function<void()>> plan_;
  std::vector<std::string> stops_;
  Json pause_;
  int id_ = 0;
};

// ---- Scripts ----

TEST_F(DebuggerTest, ScriptsOfTheImageAreKnown) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  // The function is optimized in the image, and goes on so when nobody looks any more.
  GoOnInClone("function f(x) {\n  return x * 2;\n}\nfor (let i = 0; i < 90000; i++) f(i)");
  std::vector<Json> scripts = Events("Debugger.scriptParsed");
  ASSERT_FALSE(scripts.empty());
  EXPECT_EQ(scripts.back()["url"], kName);
  EXPECT_EQ(BreakAt(1)["locations"].size(), 1u);
  plan_.push_back([this] {
    EXPECT_EQ(Scopes(), "local: x=21");
    Call("Debugger.resume");
  });
  EXPECT_EQ(Run("f(21)"), "42");
  EXPECT_THAT(stops_, ElementsAre("f:1"));
  Call("Debugger.disable");
  EXPECT_EQ(Run("f(4)"), "8");
  EXPECT_EQ(stops_.size(), 1u);
}

TEST_F(DebuggerTest, ScriptsAreAnnounced) {
  Run("1 +\n1 //# sourceMappingURL=a.map");
  std::vector<Json> scripts = Events("Debugger.scriptParsed");
  ASSERT_FALSE(scripts.empty());
  const Json& script = scripts.back();
  EXPECT_EQ(script["endLine"], 1);
  EXPECT_EQ(script["sourceMapURL"], "a.map");
  Json source = Call("Debugger.getScriptSource", {{"scriptId", script["scriptId"]}});
  EXPECT_THAT(std::string(source["scriptSource"]), HasSubstr("1 +\n1"));
  EXPECT_EQ(Call("Debugger.getScriptSource", {{"scriptId", "x"}})["message"], "No script with given id");
}

TEST_F(DebuggerTest, ScriptsThatAreThereAreAnnouncedToWhoComesLater) {
  Run("function f() {}");
  Call("Debugger.disable");
  sent_.clear();
  Call("Debugger.enable");
  bool is_found = false;
  for (const Json& script : Events("Debugger.scriptParsed")) is_found |= script["url"] == kName;
  EXPECT_TRUE(is_found);
}

TEST_F(DebuggerTest, StacksHaveTheNumbersOfScripts) {
  Run("function f() { throw new Error('x'); }");
  Json details = Call("Runtime.evaluate", {{"expression", "f()"}})["exceptionDetails"];
  EXPECT_NE(details["stackTrace"]["callFrames"][0]["scriptId"], "0");
}

// ---- debugger, pause ----

TEST_F(DebuggerTest, ADebuggerStatementPauses) {
  EXPECT_EQ(Run("function f(a) {\n  debugger;\n  return a + 1;\n}\nf(1)"), "2");
  EXPECT_THAT(stops_, ElementsAre("f:1"));
  EXPECT_EQ(pause_["reason"], "other");
  EXPECT_EQ(pause_["callFrames"].size(), 2u);
  EXPECT_EQ(Events("Debugger.resumed").size(), 1u);
  EXPECT_FALSE(hw_inspector_is_paused(inspector_));
}

TEST_F(DebuggerTest, NobodyPausesAfterTheLastClient) {
  Call("Debugger.disable");
  EXPECT_EQ(Run("debugger; 1"), "1");
  EXPECT_TRUE(stops_.empty());
}

TEST_F(DebuggerTest, PauseStopsAtTheNextStatement) {
  Call("Debugger.pause");
  Run("var a = 1;\na;");
  EXPECT_THAT(stops_, ElementsAre(":0"));
}

TEST_F(DebuggerTest, SkippedPausesAreNone) {
  Call("Debugger.setSkipAllPauses", {{"skip", true}});
  Run("debugger;");
  EXPECT_TRUE(stops_.empty());
}

TEST_F(DebuggerTest, AHostThatCannotNestIsToldInTheConsole) {
  hw_inspector_free(inspector_);
  inspector_ = Attach(false);
  Call("Runtime.enable");
  Call("Debugger.enable");
  EXPECT_EQ(Run("debugger; 3"), "3");
  EXPECT_TRUE(Events("Debugger.paused").empty());
  ASSERT_EQ(Events("Runtime.consoleAPICalled").size(), 1u);
}

TEST_F(DebuggerTest, APauseCostsNoFuel) {
  Run("function g() { debugger; for (let i = 0; i < 3; i++) ; }");
  auto cost = [&] {
    int64_t before = FuelLeft(isolate_);
    Run("g()");
    return before - FuelLeft(isolate_);
  };
  cost();
  plan_.push_back([&] { Evaluate("(() => { let n = 0; while (n < 5000) n++; return n; })()"); });
  int64_t with = cost();
  Call("Debugger.disable");
  EXPECT_EQ(with, cost());
}

TEST_F(DebuggerTest, WhoIsTerminatedWhilePausedEnds) {
  plan_.push_back([&] {
    hw_isolate_interrupt(isolate_);
    Evaluate("for (;;) ;");
  });
  EXPECT_THAT(Run("debugger; 1"), HasSubstr("terminated"));
}

// ---- Breakpoints ----

constexpr char kLoop[] =
    "function f(n) {\n  let s = 0;\n  for (let i = 0; i < n; i++) {\n    s += i;\n  }\n  return s;\n}\nf(3)";

TEST_F(DebuggerTest, ABreakpointByUrlWaitsForItsScript) {
  Json answer = BreakAt(3);
  EXPECT_TRUE(answer["locations"].empty());
  EXPECT_EQ(Run(kLoop), "3");
  EXPECT_THAT(stops_, ElementsAre("f:3", "f:3", "f:3"));
  EXPECT_EQ(pause_["hitBreakpoints"][0], answer["breakpointId"]);
  EXPECT_EQ(Events("Debugger.breakpointResolved").size(), 1u);
}

TEST_F(DebuggerTest, ABreakpointOnACompiledFunctionIsHit) {
  Run(kLoop);
  Json answer = BreakAt(3);
  ASSERT_FALSE(answer["locations"].empty());
  Run("f(2)");
  EXPECT_THAT(stops_, ElementsAre("f:3", "f:3"));
  Call("Debugger.removeBreakpoint", {{"breakpointId", answer["breakpointId"]}});
  Run("f(2)");
  EXPECT_EQ(stops_.size(), 2u);
}

TEST_F(DebuggerTest, ABreakpointMayBeAPattern) {
  Call("Debugger.setBreakpointByUrl", {{"urlRegex", "^te.t\\.js$"}, {"lineNumber", 5}});
  Run(kLoop);
  EXPECT_THAT(stops_, ElementsAre("f:5"));
  EXPECT_THAT(
      std::string(Call("Debugger.setBreakpointByUrl", {{"urlRegex", "("}, {"lineNumber", 5}})["message"]),
      HasSubstr("Invalid regular expression"));
}

TEST_F(DebuggerTest, ALineWithoutCodeIsTheNextOneOfItsFunction) {
  BreakAt(4);
  Run(kLoop);
  EXPECT_THAT(stops_, ElementsAre("f:5"));
}

TEST_F(DebuggerTest, AConditionDecides) {
  BreakAt(3, {{"condition", "i === 1"}});
  Run(kLoop);
  EXPECT_THAT(stops_, ElementsAre("f:3"));
}

TEST_F(DebuggerTest, AConditionThatThrowsIsNotMet) {
  BreakAt(3, {{"condition", "nothing.at.all"}});
  EXPECT_EQ(Run(kLoop), "3");
  EXPECT_TRUE(stops_.empty());
}

TEST_F(DebuggerTest, InactiveBreakpointsAreNotHit) {
  BreakAt(3);
  Call("Debugger.setBreakpointsActive", {{"active", false}});
  Run(kLoop);
  EXPECT_TRUE(stops_.empty());
}

TEST_F(DebuggerTest, ABreakpointIsSetOnce) {
  BreakAt(3);
  EXPECT_EQ(BreakAt(3)["message"], "Breakpoint at specified location already exists.");
}

TEST_F(DebuggerTest, PossibleBreakpointsAreStatements) {
  Run(kLoop);
  Json id = Events("Debugger.scriptParsed").back()["scriptId"];
  Json answer = Call("Debugger.getPossibleBreakpoints",
                     {{"start", {{"scriptId", id}, {"lineNumber", 1}, {"columnNumber", 0}}},
                      {"end", {{"scriptId", id}, {"lineNumber", 6}, {"columnNumber", 0}}}});
  std::string lines;
  for (const Json& place : answer["locations"]) lines += std::to_string(int{place["lineNumber"]});
  EXPECT_EQ(lines, "122235");
  Json set = Call("Debugger.setBreakpoint", {{"location", answer["locations"][4]}});
  EXPECT_EQ(set["actualLocation"], answer["locations"][4]);
}

TEST_F(DebuggerTest, ContinueToLocationStopsOnce) {
  plan_.push_back([&] {
    Json location = pause_["callFrames"][0]["location"];
    location["lineNumber"] = 3;
    location["columnNumber"] = 0;
    Call("Debugger.continueToLocation", {{"location", location}});
  });
  Run("function f(n) {\n  debugger;\n  for (let i = 0; i < n; i++)\n    n += 0;\n}\nf(3)");
  EXPECT_THAT(stops_, ElementsAre("f:1", "f:3"));
}

// ---- Stepping ----

constexpr char kCalls[] =
    "function g(x) {\n  return x * 2;\n}\nfunction f() {\n  debugger;\n  let a = g(1);\n  let b = g(a);\n  "
    "return b;\n}\nf();\n1;";

TEST_F(DebuggerTest, StepOverStaysInTheFunctionAndThenReturns) {
  Plan({"stepOver", "stepOver", "stepOver", "stepOver", "stepOver"});
  EXPECT_EQ(Run(kCalls), "1");
  EXPECT_THAT(stops_, ElementsAre("f:4", "f:5", "f:6", "f:7", ":10", ":10"));
}

TEST_F(DebuggerTest, StepIntoEntersCalls) {
  Plan({"stepInto", "stepInto", "stepInto", "stepInto"});
  Run(kCalls);
  EXPECT_THAT(stops_, ElementsAre("f:4", "f:5", "g:1", "g:1", "f:6"));
  EXPECT_FALSE(pause_["callFrames"][0].contains("returnValue"));
}

TEST_F(DebuggerTest, StepOutGoesToTheCaller) {
  BreakAt(1);
  Plan({"resume", "stepOut"});
  Run(kCalls);
  EXPECT_THAT(stops_, ElementsAre("f:4", "g:1", "f:6", "g:1"));
}

TEST_F(DebuggerTest, AReturnHasItsValue) {
  plan_.push_back([&] { Call("Debugger.stepOver"); });
  plan_.push_back([&] { Call("Debugger.stepOver"); });
  plan_.push_back([&] {
    EXPECT_EQ(pause_["callFrames"][0]["returnValue"]["value"], 7);
    Call("Debugger.setReturnValue", {{"newValue", {{"value", 8}}}});
  });
  EXPECT_EQ(Run("function f(a) {\n debugger;\n return a + 1;\n}\nf(6)"), "8");
}

TEST_F(DebuggerTest, SteppingLeavesAFunctionByItsException) {
  Plan({"stepOver", "stepOver"});
  Run("function f() {\n  debugger;\n  throw 1;\n}\ntry {\n  f();\n} catch {\n  0;\n}");
  EXPECT_THAT(stops_, ElementsAre("f:1", "f:2", ":7"));
}

TEST_F(DebuggerTest, SteppingOverAnAwaitGoesOnBehindIt) {
  Plan({"stepOver", "stepOver"});
  Run("async function f(first) {\n  if (first) debugger;\n  let a = await 1;\n  globalThis.b = "
      "a;\n}\nf(true); f(false);");
  hw_run_jobs(isolate_);
  EXPECT_THAT(stops_, ElementsAre("f:1", "f:2", "f:3"));
}

TEST_F(DebuggerTest, SteppingIntoACallbackPassesNativeCode) {
  Plan({"stepInto", "stepInto"});
  Run("debugger;\n[1].map(x => {\n  return x;\n});");
  EXPECT_THAT(stops_, ElementsAre(":0", ":1", ":2"));
}

TEST_F(DebuggerTest, BlackboxedScriptsAreSteppedThrough) {
  Call("Debugger.setBlackboxPatterns", {{"patterns", {"test"}}});
  Run("debugger;");
  EXPECT_TRUE(stops_.empty());
}

// ---- Exceptions ----

constexpr char kThrows[] = "function f() {\n  throw new Error('x');\n}\ntry {\n  f();\n} catch {}\nf();";

TEST_F(DebuggerTest, UncaughtExceptionsPause) {
  Call("Debugger.setPauseOnExceptions", {{"state", "uncaught"}});
  Run(kThrows);
  EXPECT_THAT(stops_, ElementsAre("f:1"));
  EXPECT_EQ(pause_["reason"], "exception");
  EXPECT_EQ(pause_["data"]["uncaught"], true);
  EXPECT_EQ(pause_["callFrames"][1]["location"]["lineNumber"], 6);
}

TEST_F(DebuggerTest, AllExceptionsPause) {
  Call("Debugger.setPauseOnExceptions", {{"state", "all"}});
  EXPECT_THAT(Run(kThrows), HasSubstr("x"));
  EXPECT_THAT(stops_, ElementsAre("f:1", "f:1"));
}

TEST_F(DebuggerTest, AFinallyCatchesNothing) {
  Call("Debugger.setPauseOnExceptions", {{"state", "uncaught"}});
  Run("try {\n  [1].forEach(() => { null.x; });\n} finally {\n  0;\n}");
  EXPECT_THAT(stops_, ElementsAre(":1"));
}

// ---- Scopes and evaluation ----

TEST_F(DebuggerTest, ScopesHaveTheirVariables) {
  plan_.push_back([&] {
    EXPECT_EQ(Scopes(), "block: d=4; local: b=2 c=3 later=undefined; closure: a=1");
    EXPECT_EQ(pause_["callFrames"][0]["this"]["type"], "object");
  });
  Run("function outer(a) {\n  return function inner(b) {\n    let c = 3;\n    { let d = 4; debugger; }\n    "
      "let later = a;\n  };\n}\n"
      "function start(a) { let inner = outer(a); inner(2); }\nstart(1)");
}

TEST_F(DebuggerTest, EvaluationReadsAndWrites) {
  plan_.push_back([&] {
    EXPECT_EQ(Evaluate("a + b + c"), "6");
    EXPECT_EQ(Evaluate("c = 10"), "10");
    EXPECT_EQ(Evaluate("a = 20"), "20");
    EXPECT_EQ(Evaluate("this.x"), "5");
    EXPECT_EQ(Evaluate("arguments.length"), "1");
    EXPECT_THAT(Evaluate("later"), HasSubstr("ReferenceError"));
    EXPECT_EQ(Evaluate("typeof nothing"), "\"undefined\"");
    EXPECT_EQ(Evaluate("var own = 1; own + 1"), "2");
    EXPECT_THAT(Evaluate("fixed = 1"), HasSubstr("TypeError"));
  });
  EXPECT_EQ(
      Run("function outer(a) {\n  return function (b) {\n    arguments; let c = 3; const fixed = 0;\n    "
          "debugger;\n    let later = a + c;\n"
          "    return later + fixed;\n  };\n}\nouter(1).call({x: 5}, 2)"),
      "30");
}

TEST_F(DebuggerTest, EvaluationInAnOuterFrame) {
  plan_.push_back([&] { EXPECT_EQ(Evaluate("n", 1), "9"); });
  Run("function g() { debugger; }\nfunction f(n) { g(); return n; }\nf(9)");
}

TEST_F(DebuggerTest, VariablesAreSet) {
  plan_.push_back([&] {
    Json params = {{"scopeNumber", 0},
                   {"variableName", "c"},
                   {"newValue", {{"value", 40}}},
                   {"callFrameId", pause_["callFrames"][0]["callFrameId"]}};
    Call("Debugger.setVariableValue", params);
    EXPECT_EQ(Scopes(), "local: c=40");
    params["variableName"] = "none";
    EXPECT_EQ(Call("Debugger.setVariableValue", params)["message"],
              "Could not find variable with given name");
  });
  EXPECT_EQ(Run("function f() {\n  let c = 3;\n  debugger;\n  return c;\n}\nf()"), "40");
}

TEST_F(DebuggerTest, OptimizedCodeKnowsOfVariablesThatWereSet) {
  Call("Debugger.disable");
  Run("function make() {\n  let k = 3;\n  return (stops) => {\n    let sum = 0;\n    if (stops) debugger;\n"
      "    for (let i = 0; i < 1000; i++) sum += k;\n    return sum;\n  };\n}\n"
      "const f = make();\nfor (let i = 0; i < 3000; i++) f(false)");
  EXPECT_EQ(Run("f(false)"), "3000");
  Call("Debugger.enable");
  plan_.push_back([&] { EXPECT_EQ(Evaluate("k = 5"), "5"); });
  EXPECT_EQ(Run("f(true)"), "5000");
  Call("Debugger.disable");
  EXPECT_EQ(Run("f(false)"), "5000");
}

// In clones of images, too: of one that was set up, of one in a chain, and of one that was frozen while
// somebody looked.
TEST_F(DebuggerTest, OptimizedCodeOfImagesKnowsOfVariablesThatWereSet) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  const std::string program =
      "function make() {\n  let k = 3;\n  return (stops) => {\n    let sum = 0;\n    if (stops) debugger;\n"
      "    for (let i = 0; i < 1000; i++) sum += k;\n    return sum;\n  };\n}\n"
      "globalThis.f = make();\nfor (let i = 0; i < 3000; i++) f(false)";
  for (bool is_in_chain : {false, true}) {
    GoOnInClone(is_in_chain ? "1" : program);
    Call("Debugger.disable");
    if (is_in_chain) {
      Run(program);
      GoOnInCloneOf(isolate_);
      Call("Debugger.disable");
    }
    EXPECT_EQ(Run("f(false)"), "3000");
    Call("Debugger.enable");
    plan_.push_back([&] { EXPECT_EQ(Evaluate("k = 5"), "5"); });
    EXPECT_EQ(Run("f(true)"), "5000");
    hw_error error = {};
    hw_image* image = hw_isolate_freeze(isolate_, &error);
    ASSERT_NE(image, nullptr) << error.text;
    Call("Debugger.disable");
    EXPECT_EQ(Run("f(false)"), "5000");
    hw_config config = Config();
    config.image = image;
    hw_isolate* clone = New(config);
    hw_image_release(image);
    EXPECT_EQ(RunIn(clone, "f(false)"), "5000");
    hw_isolate_destroy(clone);
  }
}

TEST_F(DebuggerTest, AnEvaluationIsNotPausedIn) {
  plan_.push_back([&] { EXPECT_EQ(Evaluate("(() => { debugger; return 4; })()"), "4"); });
  Run("debugger;");
  EXPECT_EQ(stops_.size(), 1u);
}

TEST_F(DebuggerTest, AMessageThatPausesIsAnsweredAfterwards) {
  EXPECT_EQ(Call("Runtime.evaluate", {{"expression", "debugger; 6 * 7"}})["result"]["value"], 42);
  EXPECT_EQ(stops_.size(), 1u);
}

// ---- Bad messages, and ends ----

TEST_F(DebuggerTest, WhatNeedsAPauseIsRefusedWithoutOne) {
  for (const char* method : {"resume", "stepInto", "stepOver", "stepOut", "continueToLocation",
                             "evaluateOnCallFrame", "setVariableValue", "setReturnValue"})
    EXPECT_EQ(Call(std::string("Debugger.") + method)["message"], "Can only perform operation while paused.")
        << method;
  plan_.push_back([&] {
    EXPECT_THAT(std::string(Call("Debugger.evaluateOnCallFrame", {{"callFrameId", 7}})["message"]),
                HasSubstr("call frame"));
    EXPECT_THAT(std::string(Call("Debugger.setBreakpoint", {{"location", {}}})["message"]),
                HasSubstr("No script"));
  });
  Run("debugger;");
}

TEST_F(DebuggerTest, DisablingEndsThePause) {
  plan_.push_back([&] { Call("Debugger.disable"); });
  EXPECT_EQ(Run("debugger; debugger; 2"), "2");
  EXPECT_EQ(stops_.size(), 1u);
}

TEST_F(DebuggerTest, AnInspectorIsNotFreedWhileItsHostRunsThePause) {
  plan_.push_back([&] {
    hw_inspector_free(inspector_);
    EXPECT_STREQ(hw_mistake(isolate_), "the program is paused");
  });
  EXPECT_EQ(Run("debugger; 1"), "1");
}

TEST_F(DebuggerTest, ASecondClientHasBreakpointsOfItsOwn) {
  hw_inspector* first = inspector_;
  BreakAt(3);
  inspector_ = Attach(false);
  Call("Debugger.enable");
  BreakAt(5);
  std::swap(first, inspector_);
  Run(kLoop);
  EXPECT_THAT(stops_, ElementsAre("f:3", "f:3", "f:3", "f:5"));
  hw_inspector_free(first);
  stops_.clear();
  Run("f(1)");
  EXPECT_THAT(stops_, ElementsAre("f:3"));
}

TEST_F(DebuggerTest, FramesOfBuiltinsAndHostsAreLeftOut) {
  Run("function f() { debugger; }\n[3, 1].sort(() => { f(); return 0; });");
  EXPECT_EQ(pause_["callFrames"].size(), 3u);
}

TEST_F(DebuggerTest, RejectionsThatNobodyHandlesPause) {
  Call("Debugger.setPauseOnExceptions", {{"state", "uncaught"}});
  Run("async function f() {\n  await 1;\n  throw 2;\n}\nf();");
  hw_run_jobs(isolate_);
  EXPECT_THAT(stops_, ElementsAre("f:2"));
  EXPECT_EQ(pause_["reason"], "promiseRejection");
}

TEST_F(DebuggerTest, AnIsolateThatWasResetIsDebuggedAgainWhenAClientSaysSo) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "only isolates of an image can be reset";
  GoOnInClone("function f() { debugger; return 1; }");
  EXPECT_EQ(Run("f()"), "1");
  EXPECT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(Run("f()"), "1");
  EXPECT_EQ(stops_.size(), 1u);
  Call("Debugger.enable");
  EXPECT_EQ(Run("f()"), "1");
  EXPECT_EQ(stops_.size(), 2u);
}

TEST_F(DebuggerTest, CollectionsForgetNothingThatMatters) {
  BreakAt(3);
  for (int i = 0; i < 3; i++) {
    Run(kLoop);
    hw_isolate_collect(isolate_);
  }
  EXPECT_EQ(stops_.size(), 9u);
}

}  // namespace
}  // namespace api_testing
