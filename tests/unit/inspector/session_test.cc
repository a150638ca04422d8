// Inspectors: what a client of the Chrome DevTools Protocol asks and gets. The wording is V8's.
#include <nlohmann/json.hpp>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class InspectorTest : public testing::Test {
 protected:
  InspectorTest() { inspector_ = Attach(isolate_); }
  ~InspectorTest() override {
    hw_inspector_free(inspector_);
    hw_isolate_destroy(isolate_);
    hw_host_release(host_);
  }

  hw_isolate* NewWithHost() {
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.console = [](void*, hw_isolate*, hw_console_level, const char*, size_t) {};
    host_ = hw_host_new(nullptr, 0, &hooks);
    hw_config config = Config();
    config.host = host_;
    config.fuel = 1 << 20;
    return New(config);
  }
  hw_inspector* Attach(hw_isolate* isolate, bool waits = false) {
    hw_inspector_options options = {};
    options.size = sizeof options;
    options.data = &sent_;
    options.send = [](void* sent, const char* message, size_t size) {
      static_cast<std::vector<Json>*>(sent)->push_back(Json::parse(message, message + size, nullptr, false));
    };
    options.title = "guest";
    options.wait_for_debugger = waits;
    hw_error error = {};
    hw_inspector* inspector = hw_inspector_new(isolate, &options, &error);
    EXPECT_NE(inspector, nullptr) << error.text;
    return inspector;
  }

  // All messages that the text leads to.
  std::vector<Json> Send(const std::string& text) {
    sent_.clear();
    status_ = hw_inspector_dispatch(inspector_, text.data(), text.size());
    return sent_;
  }
  // The result, or the error.
  Json Call(const std::string& method, const Json& params = Json::object()) {
    Json request = {{"id", ++id_}, {"method", method}, {"params", params}};
    for (const Json& message : Send(request.dump())) {
      if (message.contains("id") && message["id"] == id_)
        return message.contains("error") ? message["error"] : message["result"];
    }
    return "no answer";
  }
  Json Evaluate(const std::string& expression, Json params = Json::object()) {
    params["expression"] = expression;
    return Call("Runtime.evaluate", params);
  }
  std::string IdOf(const std::string& expression) { return Evaluate(expression)["result"]["objectId"]; }
  // Without ids.
  std::string Text(Json json) {
    std::function<void(Json&)> strip = [&](Json& part) {
      if (!part.is_structured()) return;
      if (part.is_object()) part.erase("objectId");
      for (Json& inner : part) strip(inner);
    };
    strip(json);
    return json.dump();
  }
  std::string Value(const std::string& expression) { return Text(Evaluate(expression)["result"]); }
  std::string Preview(const std::string& expression) {
    return Text(Evaluate(expression, {{"generatePreview", true}})["result"]["preview"]);
  }
  std::string ByValue(const std::string& expression) {
    Json answer = Evaluate(expression, {{"returnByValue", true}});
    return (answer.contains("result") ? answer["result"] : answer["message"]).dump();
  }
  // "name: description" of all, then those of the engine.
  std::string Properties(const std::string& expression, Json params = {{"ownProperties", true}}) {
    params["objectId"] = IdOf(expression);
    Json answer = Call("Runtime.getProperties", params);
    std::string text;
    for (const char* list : {"result", "internalProperties"}) {
      for (const Json& property : answer.value(list, Json::array())) {
        text += std::string(property["name"]) + (property.contains("get") ? "()" : "");
        const Json& value = property.value("value", Json());
        if (value.contains("value")) text += ": " + value["value"].dump();
        if (!value.contains("value") && value.contains("description"))
          text += ": " + std::string(value["description"]);
        text += "\n";
      }
    }
    return text;
  }

  hw_host* host_ = nullptr;
  hw_isolate* isolate_ = NewWithHost();
  hw_inspector* inspector_;
  std::vector<Json> sent_, all_;
  hw_status status_ = HW_OK;
  int id_ = 0;
};

// ---- Values ----

TEST_F(InspectorTest, PrimitivesAreValues) {
  EXPECT_EQ(Value("undefined"), R"x({"type":"undefined"})x");
  EXPECT_EQ(Value("null"), R"x({"type":"object","subtype":"null","value":null})x");
  EXPECT_EQ(Value("true"), R"x({"type":"boolean","value":true})x");
  EXPECT_EQ(Value("'text'"), R"x({"type":"string","value":"text"})x");
  EXPECT_EQ(Value("5"), R"x({"type":"number","value":5,"description":"5"})x");
  EXPECT_EQ(Value("0.5"), R"x({"type":"number","value":0.5,"description":"0.5"})x");
  EXPECT_EQ(Value("-0"), R"x({"type":"number","unserializableValue":"-0","description":"-0"})x");
  EXPECT_EQ(Value("NaN"), R"x({"type":"number","unserializableValue":"NaN","description":"NaN"})x");
  EXPECT_EQ(Value("-1/0"),
            R"x({"type":"number","unserializableValue":"-Infinity","description":"-Infinity"})x");
  EXPECT_EQ(Value("12n"), R"x({"type":"bigint","unserializableValue":"12n","description":"12n"})x");
  EXPECT_EQ(Value("Symbol('s')"), R"x({"type":"symbol","description":"Symbol(s)"})x");
}

TEST_F(InspectorTest, ObjectsAreDescribedAsV8Does) {
  auto described = [&](const std::string& expression) {
    Json value = Evaluate(expression)["result"];
    return value.value("subtype", "-") + " " + std::string(value["className"]) + " " +
           std::string(value["description"]);
  };
  EXPECT_EQ(described("({a: 1})"), "- Object Object");
  EXPECT_EQ(described("[1, 2]"), "array Array Array(2)");
  EXPECT_EQ(described("new Map([[1, 2]])"), "map Map Map(1)");
  EXPECT_EQ(described("new Set(['x'])"), "set Set Set(1)");
  EXPECT_EQ(described("new WeakMap"), "weakmap WeakMap WeakMap");
  EXPECT_THAT(described("new Date(0)"), HasSubstr("date Date Thu Jan 01 1970 "));
  EXPECT_EQ(described("new Date(NaN)"), "date Date Invalid Date");
  EXPECT_EQ(described("/a/gi"), "regexp RegExp /a/gi");
  EXPECT_EQ(described("(function f(a) { return a; })"), "- Function function f(a) { return a; }");
  EXPECT_EQ(described("async () => 1"), "- AsyncFunction async () => 1");
  EXPECT_EQ(described("Math.max"), "- Function function max() { [native code] }");
  EXPECT_EQ(described("new (class Foo { x = 1 })"), "- Foo Foo");
  EXPECT_EQ(described("new Proxy({a: 1}, {})"), "proxy Object Proxy(Object)");
  EXPECT_EQ(described("new Proxy(function f() {}, {})"), "proxy Function Proxy(Function)");
  EXPECT_EQ(described("Promise.resolve(4)"), "promise Promise Promise");
  EXPECT_EQ(described("new Uint8Array(3)"), "typedarray Uint8Array Uint8Array(3)");
  EXPECT_EQ(described("new ArrayBuffer(8)"), "arraybuffer ArrayBuffer ArrayBuffer(8)");
  EXPECT_EQ(described("new DataView(new ArrayBuffer(4))"), "dataview DataView DataView(4)");
  EXPECT_EQ(described("(function () { return arguments; })(1, 2)"), "array Arguments Arguments(2)");
  EXPECT_EQ(described("Object.create(null)"), "- Object Object");
  EXPECT_EQ(described("Object(1)"), "- Number Number");
  EXPECT_EQ(described("new RangeError('m')"), "error RangeError RangeError: m\n    at <anonymous>:1:1");
}

TEST_F(InspectorTest, ByValueObjectsAreJson) {
  EXPECT_EQ(ByValue("({a: [1, 'x', {b: null}], c: undefined})"),
            R"x({"type":"object","value":{"a":[1,"x",{"b":null}]}})x");
  EXPECT_EQ(ByValue("() => 1"), R"x({"type":"function","value":{}})x");
  EXPECT_EQ(ByValue("[undefined]"), R"x({"type":"object","value":[null]})x");
  EXPECT_EQ(ByValue("NaN"), R"x({"type":"number","unserializableValue":"NaN","description":"NaN"})x");
  EXPECT_EQ(ByValue("Symbol()"), R"x("Object couldn't be returned by value")x");
  EXPECT_EQ(ByValue("(() => { const a = {}; a.a = a; return a; })()"),
            R"x("Object reference chain is too long")x");
}

TEST_F(InspectorTest, PreviewsCallNoGetters) {
  EXPECT_EQ(Preview("({a: 1, b: 'x', c: null, d: undefined, e: [1], f() {}})"),
            R"x({"type":"object","description":"Object","overflow":true,"properties":[)x"
            R"x({"name":"a","type":"number","value":"1"},{"name":"b","type":"string","value":"x"},)x"
            R"x({"name":"c","type":"object","subtype":"null","value":"null"},)x"
            R"x({"name":"d","type":"undefined","value":"undefined"},)x"
            R"x({"name":"e","type":"object","subtype":"array","value":"Array(1)"}]})x");
  EXPECT_EQ(Preview("({get a() { throw 1; }, [Symbol('k')]: true})"),
            R"x({"type":"object","description":"Object","overflow":false,"properties":[)x"
            R"x({"name":"a","type":"accessor"},{"name":"Symbol(k)","type":"boolean","value":"true"}]})x");
  EXPECT_EQ(
      Preview("new Map([['k', {a: 1}]])"),
      R"x({"type":"object","subtype":"map","description":"Map(1)","overflow":false,"properties":[)x"
      R"x({"name":"size","type":"number","value":"1"}],"entries":[{"key":{"type":"string","description":"k",)x"
      R"x("overflow":false,"properties":[]},"value":{"type":"object","description":"Object","overflow":false,)x"
      R"x("properties":[{"name":"a","type":"number","value":"1"}]}}]})x");
  EXPECT_EQ(
      Preview("new Proxy({a: 1}, {get() { throw 1; }})"),
      R"x({"type":"object","subtype":"proxy","description":"Proxy(Object)","overflow":false,"properties":[)x"
      R"x({"name":"a","type":"number","value":"1"}]})x");
  EXPECT_THAT(Preview("['y'.repeat(120)]"),
              HasSubstr("\"" + std::string(50, 'y') + "…" + std::string(49, 'y') + "\""));
  Json preview =
      Evaluate("Array.from({length: 1e6}, (_, i) => i)", {{"generatePreview", true}})["result"]["preview"];
  EXPECT_EQ(preview["properties"].size(), 100u);
  EXPECT_EQ(preview["overflow"], true);
}

TEST_F(InspectorTest, PropertiesAreOwnOnesAndSlots) {
  EXPECT_EQ(Properties("({a: 1, get b() { throw 1; }, [Symbol('s')]: 'x'})"),
            "a: 1\nb()\nSymbol(s): \"x\"\n[[Prototype]]: Object\n");
  EXPECT_EQ(Properties("[7]"), "0: 7\nlength: 1\n[[Prototype]]: Array(0)\n");
  EXPECT_EQ(Properties("[7]", {{"ownProperties", true}, {"nonIndexedPropertiesOnly", true}}),
            "length: 1\n[[Prototype]]: Array(0)\n");
  EXPECT_EQ(Properties("Promise.resolve(1)"),
            "[[Prototype]]: Promise\n[[PromiseState]]: \"fulfilled\"\n[[PromiseResult]]: 1\n");
  EXPECT_EQ(Properties("(function f() {}).bind(1, 2)"),
            "length: 0\nname: \"bound f\"\n[[Prototype]]: function () { [native code] }\n"
            "[[TargetFunction]]: function f() {}\n[[BoundThis]]: 1\n[[BoundArgs]]: Array(1)\n");
  EXPECT_EQ(Properties("new Map([[1, 2]])"), "[[Prototype]]: Map\n[[Entries]]: Array(1)\n");
  EXPECT_EQ(Properties("new Proxy({}, {ownKeys() { throw 1; }})"),
            "[[Handler]]: Object\n[[Target]]: Object\n[[IsRevoked]]: false\n");
  EXPECT_EQ(Properties("Object('s')"),
            "0: \"s\"\nlength: 1\n[[Prototype]]: String\n[[PrimitiveValue]]: \"s\"\n");
  EXPECT_THAT(Properties("({toString: 1})", Json::object()),
              StartsWith("toString: 1\nconstructor: function Object()"));
}

// ---- What runs ----

TEST_F(InspectorTest, EvaluationsShareTheGlobalScope) {
  EXPECT_EQ(RunIn(isolate_, "var a = 1; let b = 2; 0"), "0");
  EXPECT_EQ(Evaluate("let c = a + b; c")["result"]["value"], 3);
  EXPECT_EQ(RunIn(isolate_, "c"), "3");
  EXPECT_EQ(Call("Runtime.globalLexicalScopeNames")["names"].dump(), R"x(["b","c"])x");
}

TEST_F(InspectorTest, WhatIsThrownIsTheResult) {
  Json answer = Evaluate("\n  throw new TypeError('no')");
  EXPECT_EQ(answer["result"]["className"], "TypeError");
  EXPECT_EQ(answer["exceptionDetails"]["text"], "Uncaught");
  EXPECT_EQ(answer["exceptionDetails"]["lineNumber"], 1);
  EXPECT_EQ(answer["exceptionDetails"]["columnNumber"], 8);
  EXPECT_EQ(Evaluate("throw 5")["exceptionDetails"]["exception"]["value"], 5);
  Json syntax = Evaluate("1 +")["exceptionDetails"];
  EXPECT_EQ(syntax["exception"]["className"], "SyntaxError");
  EXPECT_EQ(syntax["columnNumber"], 3);
}

TEST_F(InspectorTest, PromisesAreAwaited) {
  EXPECT_EQ(Evaluate("Promise.resolve(5)", {{"awaitPromise", true}})["result"]["value"], 5);
  EXPECT_EQ(Evaluate("(async () => { await 1; throw new Error('late'); })()",
                     {{"awaitPromise", true}})["exceptionDetails"]["text"],
            "Uncaught (in promise) Error: late");
  // Later, when the program settles it.
  EXPECT_EQ(Evaluate("new Promise((r) => globalThis.r = r)", {{"awaitPromise", true}}), "no answer");
  sent_.clear();
  EXPECT_EQ(RunIn(isolate_, "r(7)"), "undefined");
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(sent_[0]["id"], id_);
  EXPECT_EQ(sent_[0]["result"]["result"]["value"], 7);
  EXPECT_EQ(
      Call("Runtime.awaitPromise", {{"promiseObjectId", IdOf("Promise.resolve(8)")}})["result"]["value"], 8);
}

TEST_F(InspectorTest, FunctionsAreCalledOnObjects) {
  Json call = {
      {"functionDeclaration", "function (a, b, c) { return [this.x, a, b, Object.is(c, -0)].join(); }"},
      {"objectId", IdOf("({x: 1})")},
      {"arguments", {{{"value", 2}}, {{"objectId", IdOf("[3, 4]")}}, {{"unserializableValue", "-0"}}}}};
  EXPECT_EQ(Call("Runtime.callFunctionOn", call)["result"]["value"], "1,2,3,4,true");
  EXPECT_EQ(Call("Runtime.callFunctionOn",
                 {{"functionDeclaration", "(a) => a.b[1].c"},
                  {"executionContextId", 1},
                  {"arguments", {{{"value", {{"b", {1, {{"c", "deep"}}}}}}}}}})["result"]["value"],
            "deep");
  EXPECT_EQ(
      Call("Runtime.callFunctionOn", {{"functionDeclaration", "1"}, {"executionContextId", 1}})["message"],
      "Given expression does not evaluate to a function");
}

TEST_F(InspectorTest, ScriptsAreCompiledAndRunLater) {
  Json script = Call("Runtime.compileScript",
                     {{"expression", "6 * 7"}, {"sourceURL", "a.js"}, {"persistScript", true}});
  EXPECT_EQ(Call("Runtime.runScript", {{"scriptId", script["scriptId"]}})["result"]["value"], 42);
  EXPECT_EQ(Call("Runtime.compileScript",
                 {{"expression", "6 *"}, {"sourceURL", "a.js"}})["exceptionDetails"]["url"],
            "a.js");
  EXPECT_EQ(Call("Runtime.runScript", {{"scriptId", "9"}})["message"], "No script with given id");
}

TEST_F(InspectorTest, EvaluationsTakeNoFuel) {
  int64_t before = FuelLeft(isolate_);
  EXPECT_EQ(Evaluate("let i = 0; while (i < 1e5) i++; i")["result"]["value"], 100000);
  EXPECT_EQ(FuelLeft(isolate_), before);
}

TEST_F(InspectorTest, WhereSideEffectsAreRefusedNothingRuns) {
  EXPECT_THAT(
      std::string(Evaluate("globalThis.ran = 1", {{"throwOnSideEffect", true}})["result"]["description"]),
      StartsWith("EvalError: Possible side-effect in debug-evaluate"));
  EXPECT_EQ(Evaluate("typeof ran")["result"]["value"], "undefined");
}

// ---- Objects live as long as they are asked for ----

TEST_F(InspectorTest, ObjectsAreReleasedAloneOrWithTheirGroup) {
  auto is_known = [&](const std::string& id) {
    return Call("Runtime.getProperties", {{"objectId", id}}).contains("result");
  };
  std::string alone = IdOf("({})");
  std::string grouped = Evaluate("({})", {{"objectGroup", "g"}})["result"]["objectId"];
  hw_isolate_collect(isolate_);
  EXPECT_TRUE(is_known(alone) && is_known(grouped));
  Call("Runtime.releaseObject", {{"objectId", alone}});
  Call("Runtime.releaseObjectGroup", {{"objectGroup", "g"}});
  EXPECT_FALSE(is_known(alone) || is_known(grouped));
  EXPECT_EQ(Call("Runtime.getProperties", {{"objectId", "1.1.99999999999"}})["message"],
            "Could not find object with given id");
}

TEST_F(InspectorTest, SessionsDoNotKnowEachOthersObjects) {
  std::string id = IdOf("({})");
  hw_inspector* second = Attach(isolate_);
  std::swap(second, inspector_);
  EXPECT_EQ(Call("Runtime.getProperties", {{"objectId", id}})["message"],
            "Could not find object with given id");
  std::swap(second, inspector_);
  hw_inspector_free(second);
  EXPECT_TRUE(Call("Runtime.getProperties", {{"objectId", id}}).contains("result"));
}

TEST_F(InspectorTest, ImagesHaveNothingOfThem) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  IdOf("({})");
  hw_error error = {};
  hw_image* image = hw_isolate_freeze(isolate_, &error);
  ASSERT_NE(image, nullptr) << error.text;
  hw_config config = Config();
  config.image = image;
  config.host = host_;
  hw_isolate* clone = New(config);
  EXPECT_EQ(RunIn(clone, "1"), "1");
  hw_isolate_destroy(clone);
  hw_image_release(image);
}

// ---- Events ----

TEST_F(InspectorTest, EnablingTellsOfTheContext) {
  std::vector<Json> messages = Send(R"x({"id":1,"method":"Runtime.enable"})x");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0]["method"], "Runtime.executionContextCreated");
  EXPECT_EQ(messages[0]["params"]["context"]["name"], "guest");
  EXPECT_EQ(messages[1].dump(), R"x({"id":1,"result":{}})x");
}

TEST_F(InspectorTest, ConsoleCallsAreEvents) {
  RunIn(isolate_, "console.log('nobody listens')");
  EXPECT_THAT(sent_, testing::IsEmpty());
  Call("Runtime.enable");
  sent_.clear();
  RunIn(isolate_,
        "function f() { console.warn('a', 1, {x: 1}); }\nf(); console.assert(true, 2); console.assert(false, "
        "3)");
  ASSERT_EQ(sent_.size(), 2u);
  Json& params = sent_[0]["params"];
  EXPECT_EQ(params["type"], "warning");
  EXPECT_EQ(params["args"].size(), 3u);
  EXPECT_EQ(params["args"][2]["preview"]["properties"][0]["name"], "x");
  Json& frame = params["stackTrace"]["callFrames"][0];
  EXPECT_EQ(frame["functionName"], "f");
  EXPECT_EQ(frame["url"], "test.js");
  EXPECT_EQ(frame["lineNumber"], 0);
  EXPECT_EQ(frame["columnNumber"], 23);
  EXPECT_EQ(sent_[1]["params"]["type"], "assert");
  EXPECT_EQ(sent_[1]["params"]["args"][0]["value"], 3);
}

TEST_F(InspectorTest, AGuestThatFloodsTheConsoleKeepsAThousandMessages) {
  Call("Runtime.enable");
  sent_.clear();
  RunIn(isolate_, "for (let i = 0; i < 1500; i++) console.log({i});");
  ASSERT_EQ(sent_.size(), 1500u);
  auto is_known = [&](size_t i) {
    std::string id = all_[i]["params"]["args"][0]["objectId"];
    return Call("Runtime.getProperties", {{"objectId", id}}).contains("result");
  };
  all_ = sent_;
  EXPECT_FALSE(is_known(0) || is_known(499));
  EXPECT_TRUE(is_known(500) && is_known(1499));
}

TEST_F(InspectorTest, UncaughtExceptionsAreEvents) {
  Call("Runtime.enable");
  sent_.clear();
  EXPECT_THAT(RunIn(isolate_, "\n null.x"), StartsWith("throws TypeError"));
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(sent_[0]["method"], "Runtime.exceptionThrown");
  EXPECT_EQ(sent_[0]["params"]["exceptionDetails"]["lineNumber"], 1);
  sent_.clear();
  RunIn(isolate_, "Promise.reject(new Error('lost')); 0");
  hw_run_jobs(isolate_);
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(sent_[0]["params"]["exceptionDetails"]["text"], "Uncaught (in promise) Error: lost");
}

// ---- Bad messages ----

TEST_F(InspectorTest, WhatIsNoRequestGetsAnError) {
  auto answer = [&](const std::string& text) {
    std::vector<Json> sent = Send(text);
    return sent.size() == 1 ? int{sent[0]["error"]["code"]} : 0;
  };
  EXPECT_EQ(answer("{"), -32700);
  EXPECT_EQ(answer(""), -32700);
  EXPECT_EQ(answer("{\"id\":1,\"method\":\"\xFF\"}"), -32700);
  EXPECT_EQ(answer("[]"), -32600);
  EXPECT_EQ(answer("{}"), -32600);
  EXPECT_EQ(answer(R"x({"id":"1","method":"Runtime.enable"})x"), -32600);
  EXPECT_EQ(answer(R"x({"id":1,"method":2})x"), -32600);
  EXPECT_EQ(answer(R"x({"id":1,"method":"Runtime.nothing"})x"), -32601);
  EXPECT_EQ(answer(R"x({"id":1,"method":"Runtime.evaluate"})x"), -32602);
  EXPECT_EQ(answer(std::string(1 << 20, '[')), -32700);
  // Parameters of the wrong type count as absent.
  EXPECT_EQ(answer(R"x({"id":1,"method":"Runtime.getProperties","params":{"objectId":7}})x"), -32000);
  EXPECT_EQ(answer(R"x({"id":1,"method":"Runtime.enable","params":3})x"), 0);
}

TEST_F(InspectorTest, WhatIsNestedTooDeeplyIsRefused) {
  std::string deep = std::string(5000, '[') + std::string(5000, ']');
  std::string text =
      R"x({"id":1,"method":"Runtime.callFunctionOn","params":{"functionDeclaration":"(a) => a",)x"
      R"x("executionContextId":1,"arguments":[{"value":)x" +
      deep + "}]}}";
  EXPECT_EQ(Send(text)[0]["result"]["result"]["className"], "RangeError");
}

TEST_F(InspectorTest, ATerminatedIsolateSaysSo) {
  Evaluate("1");
  hw_isolate_set_fuel(isolate_, 1);
  EXPECT_EQ(RunIn(isolate_, "for (;;) ;"), "terminated " + std::to_string(HW_REASON_FUEL));
  EXPECT_EQ(Evaluate("1")["message"], "the isolate was terminated");
  EXPECT_EQ(status_, HW_TERMINATED);
  EXPECT_EQ(Call("Runtime.getIsolateId")["message"], "the isolate was terminated");
}

// ---- The interface ----

TEST_F(InspectorTest, ItWaitsUntilAClientSaysGo) {
  hw_inspector* waiting = Attach(isolate_, true);
  std::swap(waiting, inspector_);
  EXPECT_TRUE(hw_inspector_is_waiting(inspector_));
  Call("Runtime.runIfWaitingForDebugger");
  EXPECT_FALSE(hw_inspector_is_waiting(inspector_));
  std::swap(waiting, inspector_);
  hw_inspector_free(waiting);
}

TEST_F(InspectorTest, AnInspectorOutlivesItsIsolate) {
  hw_isolate_destroy(isolate_);
  EXPECT_EQ(hw_inspector_dispatch(inspector_, "{}", 2), HW_INVALID);
  hw_inspector_free(inspector_);
  hw_inspector_free(nullptr);
  isolate_ = NewWithHost();
  inspector_ = Attach(isolate_);
  IdOf("({})");
  // Only isolates of an image can be reset.
  EXPECT_EQ(hw_isolate_reset(isolate_), HALFWORD_COMPRESS != 0);
  EXPECT_EQ(Evaluate("1 + 1")["result"]["value"], 2);
}

TEST_F(InspectorTest, AnIsolateThatGoesBackToItsPoolHasNone) {
  hw_error error = {};
  hw_config config = Config();
  hw_pool* pool = hw_pool_new(&config, 1, &error);
  ASSERT_NE(pool, nullptr) << error.text;
  hw_isolate* pooled = hw_pool_take(pool, &error);
  hw_inspector* former = Attach(pooled);
  hw_pool_give(pool, pooled);
  hw_isolate* next = hw_pool_take(pool, &error);
  if (HALFWORD_COMPRESS) EXPECT_EQ(next, pooled);
  EXPECT_EQ(hw_inspector_dispatch(former, "{}", 2), HW_INVALID);
  hw_inspector_free(former);
  hw_pool_give(pool, next);
  hw_pool_destroy(pool);
}

TEST_F(InspectorTest, NoneIsFreedWhileAMessageIsSent) {
  static hw_inspector* other;
  static const char* told;
  static hw_isolate* isolate;
  isolate = isolate_;
  other = Attach(isolate_);
  hw_inspector_options options = {};
  options.size = sizeof options;
  options.send = [](void*, const char*, size_t) {
    hw_inspector_free(other);
    told = hw_mistake(isolate);
  };
  hw_inspector* frees = hw_inspector_new(isolate_, &options, nullptr);
  EXPECT_EQ(hw_inspector_dispatch(frees, "{}", 2), HW_OK);
  EXPECT_STREQ(told, "a message is being sent");
  hw_inspector_free(frees);
  hw_inspector_free(other);
}

TEST_F(InspectorTest, MistakesOfTheHostAreTold) {
  hw_error error = {};
  hw_inspector_options options = {};
  EXPECT_EQ(hw_inspector_new(isolate_, &options, &error), nullptr);
  EXPECT_STREQ(error.text, "hw_inspector_options.size is not set");
  options.size = sizeof options;
  EXPECT_EQ(hw_inspector_new(isolate_, &options, &error), nullptr);
  EXPECT_STREQ(error.text, "hw_inspector_options.send is null");
  EXPECT_EQ(hw_inspector_dispatch(nullptr, "{}", 2), HW_INVALID);
  EXPECT_EQ(hw_inspector_dispatch(inspector_, nullptr, 2), HW_INVALID);
  EXPECT_FALSE(hw_inspector_is_waiting(nullptr));
}

}  // namespace
}  // namespace api_testing
