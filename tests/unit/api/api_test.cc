// The C interface: outcomes, limits, values, host functions, images, pools.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "fixture.h"
#include "halfword/halfword.h"

extern "C" int C99Test(void);

namespace {

using api_testing::FuelLeft;

hw_config Config() {
  hw_config config = {};
  config.size = sizeof config;
  config.memory_limit = 64 << 20;
  return config;
}

struct Isolate {
  explicit Isolate(const hw_config& config) {
    hw_error error = {};
    raw = hw_isolate_new(&config, &error);
    EXPECT_NE(raw, nullptr) << error.text;
  }
  explicit Isolate(hw_isolate* isolate) : raw(isolate) {}
  ~Isolate() { hw_isolate_destroy(raw); }
  operator hw_isolate*() const { return raw; }
  hw_isolate* raw;
};

std::string Text(hw_isolate* isolate, hw_value value) {
  hw_value string;
  if (hw_to_string(isolate, value, &string) != HW_OK) return "(not a string)";
  std::string text(hw_utf8(isolate, string, nullptr, 0), 0);
  hw_utf8(isolate, string, text.data(), text.size() + 1);
  return text;
}

std::string Describe(hw_isolate* isolate) {
  char text[200];
  hw_describe(isolate, hw_exception(isolate), text, sizeof text);
  return text;
}

hw_status Evaluate(hw_isolate* isolate, const char* source, hw_value* value = nullptr) {
  return hw_evaluate(isolate, source, HW_ZERO_TERMINATED, "test.js", value);
}

std::string Result(hw_isolate* isolate, const char* source) {
  hw_value value;
  switch (Evaluate(isolate, source, &value)) {
    case HW_OK: return Text(isolate, value);
    case HW_EXCEPTION: return "throws " + Describe(isolate);
    default: return "terminated " + std::to_string(hw_isolate_reason(isolate));
  }
}

TEST(ApiTest, CompilesAndRunsAsC99) { EXPECT_EQ(C99Test(), 0); }

TEST(ApiTest, ValuesGoInAndOut) {
  Isolate isolate(Config());
  EXPECT_EQ(hw_type_of(isolate, hw_undefined()), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(isolate, hw_null()), HW_TYPE_NULL);
  EXPECT_TRUE(hw_is_true(isolate, hw_boolean(true)));
  EXPECT_EQ(Text(isolate, hw_number(isolate, 0.5)), "0.5");
  EXPECT_EQ(Text(isolate, hw_bigint(isolate, INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(Text(isolate, hw_string(isolate, "na\xc3\xafve", HW_ZERO_TERMINATED)), "na\xc3\xafve");
  hw_value elements[] = {hw_number(isolate, 1), hw_string(isolate, "a", 1)};
  hw_value array = hw_array(isolate, elements, 2);
  EXPECT_TRUE(hw_is_array(isolate, array));
  EXPECT_EQ(Text(isolate, array), "1,a");
  hw_value object = hw_object(isolate), value;
  EXPECT_EQ(hw_set_named(isolate, object, "list", array), HW_OK);
  EXPECT_EQ(hw_set_index(isolate, array, 2, object), HW_OK);
  EXPECT_EQ(hw_get_named(isolate, object, "list", &value), HW_OK);
  EXPECT_TRUE(hw_is_same(isolate, value, array));
  EXPECT_EQ(hw_get_index(isolate, value, 2, &value), HW_OK);
  EXPECT_TRUE(hw_is_same(isolate, value, object));
  bool has = true;
  EXPECT_EQ(hw_delete(isolate, array, hw_number(isolate, 2), nullptr), HW_OK);
  EXPECT_EQ(hw_has(isolate, array, hw_number(isolate, 2), &has), HW_OK);
  EXPECT_FALSE(has);
  EXPECT_EQ(hw_json_stringify(isolate, object, &value), HW_OK);
  EXPECT_EQ(Text(isolate, value), R"({"list":[1,"a",null]})");
  EXPECT_EQ(hw_json_parse(isolate, "[1, {\"a\": [true]}]", HW_ZERO_TERMINATED, &value), HW_OK);
  EXPECT_EQ(hw_json_parse(isolate, "[", 1, &value), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("SyntaxError"));
  EXPECT_EQ(hw_get_named(isolate, hw_undefined(), "x", &value), HW_EXCEPTION);
  EXPECT_EQ(hw_keys(isolate, object, &value), HW_OK);
  EXPECT_EQ(Text(isolate, value), "list");
}

TEST(ApiTest, SourcesWithTypesSaySo) {
  Isolate isolate(Config());
  hw_value value, promise;
  hw_source source = {sizeof source, "const n: number = 6; (<T>(x: T): T => x)<number>(n! * 7)",
                      HW_ZERO_TERMINATED, "n.ts", HW_SOURCE_TYPESCRIPT};
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_OK);
  EXPECT_EQ(Text(isolate, value), "42");
  source.text = "\nenum E {}";
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("n.ts:2:6"));
  source.text = "export type A = 1; globalThis.done = 'yes' as string";
  EXPECT_EQ(hw_module_new_source(isolate, &source, &value), HW_OK);
  EXPECT_EQ(hw_module_evaluate(isolate, value, &promise), HW_OK);
  EXPECT_EQ(Result(isolate, "done"), "yes");
  source.flags = 0;
  EXPECT_EQ(hw_module_new_source(isolate, &source, &value), HW_EXCEPTION);
  source.text = "enum E { A, B = 20 } namespace N { export let x = E.B + 1 } `${E[20]} ${N.x}`";
  source.flags = HW_SOURCE_TYPESCRIPT | HW_SOURCE_TRANSFORM;
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_OK);
  EXPECT_EQ(Text(isolate, value), "B 21");
  source.flags = HW_SOURCE_TRANSFORM;
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_OK);
  source.flags = 1u << 31;
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_INVALID);
  source = {};
  EXPECT_EQ(hw_module_new_source(isolate, &source, &value), HW_INVALID);
  EXPECT_EQ(hw_evaluate_source(isolate, nullptr, &value), HW_INVALID);
}

TEST(ApiTest, AScriptIsCompiledOnceAndRunOften) {
  Isolate isolate(Config());
  hw_value script, value;
  hw_source source = {
      sizeof source,        "var runs: number = (globalThis.runs ?? 0) + 1; ((x: number) => x * runs)(10)",
      HW_ZERO_TERMINATED,   "runs.ts",
      HW_SOURCE_TYPESCRIPT, 0};
  ASSERT_EQ(hw_compile(isolate, &source, &script), HW_OK);
  EXPECT_EQ(hw_evaluate(isolate, "typeof runs", HW_ZERO_TERMINATED, nullptr, &value), HW_OK);
  EXPECT_EQ(Text(isolate, value), "undefined");
  for (const char* expected : {"10", "20", "30"}) {
    ASSERT_EQ(hw_run_script(isolate, script, &value), HW_OK);
    EXPECT_EQ(Text(isolate, value), expected);
  }
  // What it declares by let, const or class is declared by each run.
  source.text = "let once = 1; function again() { return once } again()";
  ASSERT_EQ(hw_compile(isolate, &source, &script), HW_OK);
  EXPECT_EQ(hw_run_script(isolate, script, &value), HW_OK);
  EXPECT_EQ(hw_run_script(isolate, script, &value), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("has already been declared"));
  source.text = "let let";
  EXPECT_EQ(hw_compile(isolate, &source, &script), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("runs.ts:1:5"));
}

TEST(ApiTest, ACompiledScriptIsNoValueOfJavaScript) {
  Isolate isolate(Config()), other(Config());
  hw_value script, value, module;
  hw_source source = {sizeof source, "this === globalThis", HW_ZERO_TERMINATED, nullptr, 0, 0};
  ASSERT_EQ(hw_compile(isolate, &source, &script), HW_OK);
  EXPECT_EQ(hw_type_of(isolate, script), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_call_function(isolate, script, hw_undefined(), nullptr, 0, &value), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate), "a compiled script is not a value of JavaScript: hw_run_script runs it");
  EXPECT_EQ(hw_module_evaluate(isolate, script, &value), HW_EXCEPTION);
  EXPECT_EQ(hw_run_script(isolate, hw_undefined(), &value), HW_EXCEPTION);
  EXPECT_EQ(hw_run_script(isolate, hw_object(isolate), &value), HW_EXCEPTION);
  EXPECT_EQ(hw_run_script(other, script, &value), HW_INVALID);
  EXPECT_EQ(hw_module_new(isolate, "", 0, nullptr, &module), HW_OK);
  EXPECT_EQ(hw_run_script(isolate, module, &value), HW_EXCEPTION);
  EXPECT_EQ(hw_compile(isolate, nullptr, &value), HW_INVALID);
  hw_ref ref = hw_ref_new(isolate, script);
  EXPECT_EQ(hw_run_script(isolate, hw_ref_get(isolate, ref), &value), HW_OK);
  EXPECT_EQ(Text(isolate, value), "true");
}

TEST(ApiTest, LinesBeforeASourceAreCounted) {
  Isolate isolate(Config());
  hw_value value;
  hw_source source = {sizeof source, "\nthrow new Error('x')", HW_ZERO_TERMINATED, "part.js", 0, 100};
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("part.js:102:7"));
  source.text = "\n\n  a b";
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("part.js:103:5"));
  source.line_offset = 1u << 30;
  EXPECT_EQ(hw_evaluate_source(isolate, &source, &value), HW_INVALID);
}

TEST(ApiTest, ValuesOfAnotherIsolateAreUndefined) {
  Isolate a(Config()), b(Config());
  EXPECT_EQ(hw_type_of(b, hw_object(a)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(a, hw_object(a)), HW_TYPE_OBJECT);
}

TEST(ApiTest, FunctionsAndConstructors) {
  Isolate isolate(Config());
  hw_value function, result, arguments[] = {hw_number(isolate, 20), hw_number(isolate, 22)};
  ASSERT_EQ(
      Evaluate(isolate, "(function f(a, b) { if (new.target) this.sum = a + b; else return this.x + a + b })",
               &function),
      HW_OK);
  hw_value object = hw_object(isolate);
  hw_set_named(isolate, object, "x", hw_number(isolate, 100));
  EXPECT_EQ(hw_call_function(isolate, function, object, arguments, 2, &result), HW_OK);
  EXPECT_EQ(hw_as_number(isolate, result), 142);
  EXPECT_EQ(hw_construct(isolate, function, arguments, 2, &result), HW_OK);
  EXPECT_EQ(hw_get_named(isolate, result, "sum", &result), HW_OK);
  EXPECT_EQ(hw_as_number(isolate, result), 42);
  EXPECT_EQ(hw_call_function(isolate, object, object, nullptr, 0, &result), HW_EXCEPTION);
}

// ---- Host functions ----

hw_status CallBack(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  return hw_call_function(isolate, call->arguments[0], hw_undefined(), call->arguments + 1,
                          call->argument_count - 1, result);
}
hw_status Captured(hw_isolate*, const hw_call* call, hw_value* result) {
  *result = call->captured;
  return HW_OK;
}
hw_status Stop(hw_isolate* isolate, const hw_call*, hw_value*) { return hw_terminate(isolate); }
hw_status Swallow(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  *result = hw_boolean(hw_call_function(isolate, call->arguments[0], hw_undefined(), nullptr, 0, nullptr) ==
                       HW_EXCEPTION);
  return HW_OK;
}
constexpr hw_function kFunctions[] = {{"callBack", CallBack, 1, nullptr},
                                      {"captured", Captured, 0, nullptr},
                                      {"stop", Stop, 0, nullptr},
                                      {"swallow", Swallow, 1, nullptr}};

struct Host {
  explicit Host(const hw_hooks* hooks = nullptr)
      : raw(hw_host_new(kFunctions, std::size(kFunctions), hooks)) {}
  ~Host() { hw_host_release(raw); }
  hw_host* raw;
};

TEST(ApiTest, HostFunctionsCallBackAndPassExceptionsOn) {
  Host host;
  hw_config config = Config();
  config.host = host.raw;
  Isolate isolate(config);
  hw_install_host(isolate, hw_global(isolate));
  EXPECT_EQ(Result(isolate, "callBack((a, b) => a * b, 6, 7)"), "42");
  EXPECT_EQ(Result(isolate, "callBack(Math.max, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)"), "12");
  EXPECT_EQ(Result(isolate, "try { callBack(() => { throw 'x' }) } catch (e) { e + 'y' }"), "xy");
  EXPECT_EQ(Result(isolate, "swallow(() => { throw 1 }) + '' + swallow(() => 1) + callBack(() => 5)"),
            "truefalse5");
  hw_value object = hw_object(isolate);
  hw_set_named(isolate, hw_global(isolate), "c", hw_function_new(isolate, "captured", object));
  hw_set_named(isolate, hw_global(isolate), "o", object);
  EXPECT_EQ(Result(isolate, "c() === o && c.name"), "captured");
  EXPECT_EQ(hw_type_of(isolate, hw_function_new(isolate, "none", hw_undefined())), HW_TYPE_UNDEFINED);
}

// ---- Termination ----

TEST(LimitTest, EveryLimitSaysItsName) {
  struct Case {
    hw_reason reason;
    const char* source;
    void (*set)(hw_config&);
  };
  const Case cases[] = {
      {HW_REASON_FUEL, "for (;;) {}", [](hw_config& c) { c.fuel = 1'000'000; }},
      {HW_REASON_DEADLINE, "for (;;) {}", [](hw_config& c) { c.timeout_ns = 5'000'000; }},
      {HW_REASON_DEADLINE, "'a'.repeat(1e7).replace(/(a*)*b/, '')",
       [](hw_config& c) { c.timeout_ns = 5'000'000; }},
      {HW_REASON_MEMORY, "let a = []; for (;;) a.push({})", [](hw_config& c) { c.memory_limit = 16 << 20; }},
      {HW_REASON_MEMORY, "let a = []; for (;;) a.push(new Uint8Array(1e6))",
       [](hw_config& c) { c.memory_limit = 16 << 20; }},
      {HW_REASON_STOPPED, "stop()", [](hw_config&) {}},
  };
  for (const Case& test : cases) {
    Host host;
    hw_config config = Config();
    config.host = host.raw;
    test.set(config);
    Isolate isolate(config);
    hw_install_host(isolate, hw_global(isolate));
    std::string guarded =
        std::string("var after = 0; try { ") + test.source +
        " } catch { after = 1 } finally { after = 2 } Promise.resolve().then(() => after = 3)";
    EXPECT_EQ(Evaluate(isolate, "var after = 0; Promise.resolve().then(() => after = 4); 0"), HW_OK)
        << test.source;
    if (test.reason == HW_REASON_MEMORY && strstr(test.source, "Uint8Array")) {
      // A RangeError is the guest's to handle.
      EXPECT_EQ(Evaluate(isolate, test.source), HW_EXCEPTION);
      continue;
    }
    EXPECT_EQ(Evaluate(isolate, guarded.c_str()), HW_TERMINATED) << test.source;
    EXPECT_EQ(hw_isolate_reason(isolate), test.reason) << test.source;
    // No guest code runs any more.
    EXPECT_EQ(hw_run_jobs(isolate), HW_TERMINATED);
    EXPECT_EQ(Evaluate(isolate, "1"), HW_TERMINATED);
    EXPECT_FALSE(hw_has_jobs(isolate));
    hw_isolate_set_fuel(isolate, 0);
    if (hw_isolate_reset(isolate)) {
      EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_NONE);
      EXPECT_EQ(Result(isolate, "1 + 1"), "2");
    }
  }
}

TEST(LimitTest, InterruptsComeFromOtherThreads) {
  Isolate isolate(Config());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    hw_isolate_interrupt(isolate);
  });
  EXPECT_EQ(Evaluate(isolate, "for (;;) {}"), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_INTERRUPT);
  other.join();
}

TEST(LimitTest, AGuestIsRevivedAfterADeadline) {
  hw_config config = Config();
  config.timeout_ns = 20'000'000;
  Isolate isolate(config);
  EXPECT_FALSE(hw_isolate_revive(isolate));  // it was not ended
  EXPECT_EQ(Result(isolate,
                   "let kept = 1; let jobs = 0; function* g() { for (;;); } const it = g();"
                   "Promise.resolve().then(() => jobs++); kept"),
            "1");
  const char* endless[] = {
      "for (;;) kept = 2",
      "try { for (;;); } catch { kept = 3 } finally { kept = 4 }",
      "it.next()",
      "[1, 2].map(() => { for (;;); })",
      "new Array(1e6).fill(0).map((_, i) => -i).sort((a, b) => { for (;;); })",
      "JSON.stringify({get a() { for (;;); }})",
      "/(x+x+)+y/.test('x'.repeat(40))",
      "Promise.resolve().then(() => { for (;;); }); 0",
      "(async () => { for (;;) await 1 })()",
      "new (class { constructor() { for (;;); } })",
  };
  for (const char* source : endless) {
    hw_status status = Evaluate(isolate, source);
    if (status == HW_OK) status = hw_run_jobs(isolate);
    EXPECT_EQ(status, HW_TERMINATED) << source;
    EXPECT_EQ(Evaluate(isolate, "1"), HW_TERMINATED) << source;
    EXPECT_TRUE(hw_isolate_revive(isolate)) << source;
    EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_NONE) << source;
    EXPECT_EQ(Result(isolate, "kept"), "2") << source;
    hw_isolate_collect(isolate);
  }
  EXPECT_EQ(Result(isolate, "it.next().done"), "true");
  EXPECT_EQ(Result(isolate, "jobs"), "1");
  hw_isolate_interrupt(isolate);
  EXPECT_EQ(Evaluate(isolate, "for (;;);"), HW_TERMINATED);
  EXPECT_TRUE(hw_isolate_revive(isolate));
  if (HALFWORD_COMPRESS) {  // else there are no images
    hw_image* image = hw_isolate_freeze(isolate, nullptr);
    EXPECT_TRUE(image);
    hw_image_release(image);
  }
  hw_isolate_set_fuel(isolate, 1000);
  EXPECT_EQ(Evaluate(isolate, "for (;;);"), HW_TERMINATED);
  EXPECT_FALSE(hw_isolate_revive(isolate));
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_FUEL);
  hw_isolate_set_fuel(isolate, 1000);
  EXPECT_TRUE(hw_isolate_revive(isolate));
  EXPECT_EQ(Result(isolate, "kept"), "2");
  EXPECT_EQ(Evaluate(isolate, "for (;;);"), HW_TERMINATED);
  hw_isolate_set_fuel(isolate, 0);
  EXPECT_TRUE(hw_isolate_revive(isolate));
  EXPECT_EQ(Result(isolate, "kept"), "2");
}

TEST(LimitTest, FuelIsTheSameForTheSameProgram) {
  auto left = [](hw_image* image) {
    hw_config config = Config();
    config.fuel = 10'000'000;
    config.image = image;
    Isolate isolate(config);
    EXPECT_EQ(Result(isolate,
                     "let s = 0; for (let i = 0; i < 5000; i++) s += [3, 1, 2].sort()[0] + "
                     "JSON.stringify({i}).length; s"),
              "53890");
    hw_usage usage = {};
    usage.size = sizeof usage;
    hw_isolate_usage(isolate, &usage);
    EXPECT_GT(usage.heap_bytes, 0u);
    return usage.fuel;
  };
  int64_t first = left(nullptr);
  EXPECT_LT(first, 10'000'000);
  EXPECT_GT(first, 0);
  EXPECT_EQ(left(nullptr), first);
}

// What 500 of them cost in code without a loop is looked at after each: of the fuel that there is not, no
// more is taken than one of them costs. Where one throws, too.
// A quantum ends somewhere in the middle of a program. The program pays the same wherever that is.
TEST(LimitTest, FuelDoesNotDependOnWhereAQuantumEnds) {
  const char* setup =
      "const list = Array(40).fill(7), plain = (a) => a, keeps = function () { return arguments.length; };"
      "function forwards() { return keeps.apply(null, arguments); } const bound = keeps.bind(null, 1);"
      "class Base { constructor(...all) { this.n = all.length; } get n1() { return this.n; } set n1(n) {} }"
      "class Derived extends Base { constructor(...all) { super(...all); } }"
      "class Default extends Base {} let deep = new Derived(1);"
      "for (let i = 0; i < 50; i++) deep = Object.create(deep);"
      "function* yields() { yield* list; } const proxy = new Proxy(keeps, {});"
      "const json = { toJSON: plain }, primitive = { valueOf() { return 3; } }; const map = new Map([[1, "
      "2]]);"
      "const big = 3n ** 2000n; const text = 'a'.repeat(300); 0";
  for (const char* work : {"plain(1)",
                           "keeps(1, 2)",
                           "keeps(...list)",
                           "plain(...list)",
                           "forwards(1, 2, 3)",
                           "bound(2)",
                           "keeps.call(null, 1)",
                           "keeps.apply(null, list)",
                           "Reflect.apply(keeps, null, list)",
                           "proxy(1)",
                           "new Base(1)",
                           "new Base(...list)",
                           "new Derived(...list)",
                           "new Default(1, 2)",
                           "new Default(...list)",
                           "deep.n1",
                           "deep.n1 = 1",
                           "list.map(plain)",
                           "list.map(keeps)",
                           "list.forEach(bound)",
                           "[3, 1, 2].sort((a, b) => a - b)",
                           "JSON.stringify(json)",
                           "JSON.stringify([json, list])",
                           "[...yields()]",
                           "for (const x of list) plain(x)",
                           "for (const x of yields()) plain(x)",
                           "primitive + 1",
                           "`${primitive}`",
                           "plain`a`",
                           "text.replace(/a/g, plain)",
                           "text.split('').map(plain)",
                           "map.forEach(plain)",
                           "Array.from(list, plain)",
                           "Math.max(...list)",
                           "list.reduce((a, b) => a + b)",
                           "Function.prototype.call.call(keeps, null, 1)",
                           "Reflect.construct(Base, list)",
                           "big * big",
                           "eval('1'); 1",
                           "Promise.resolve(1).then(plain)",
                           "(async () => { await 1; })()",
                           "try { null.x } catch {}",
                           "text in map",
                           "list.includes(8)",
                           "String(deep)",
                           "deep instanceof Base"}) {
    Isolate isolate(Config());
    ASSERT_NE(Result(isolate, setup), "");
    hw_isolate_set_fuel(isolate, 1'000'000'000);
    hw_value run = {}, result;
    ASSERT_EQ(Evaluate(isolate, (std::string("(() => { ") + work + " })").c_str(), &run), HW_OK) << work;
    std::map<int64_t, int> costs;
    for (int i = 0; i < 2500; i++) {
      int64_t before = FuelLeft(isolate);
      ASSERT_EQ(hw_call_function(isolate, run, hw_undefined(), nullptr, 0, &result), HW_OK) << work;
      if (i >= 400) costs[before - FuelLeft(isolate)]++;  // it is warm
      ASSERT_EQ(hw_run_jobs(isolate), HW_OK);
    }
    std::string all;
    for (auto [cost, count] : costs) all += std::to_string(cost) + " times " + std::to_string(count) + "; ";
    EXPECT_EQ(costs.size(), 1u) << work << ": " << all;
  }
}

TEST(LimitTest, NoInstructionEndsInDebt) {
  const std::string setup =
      "const digits = '1'.repeat(1e6), same = '1'.repeat(1e6), wide = '\\u20ac'.repeat(1e6), rope = () => "
      "digits + same; "
      "const big = 3n ** 200000n, map = new Map([[digits, 1]]), list = Array(1e5).fill(7), far = (() => { "
      "let f = class {}; "
      "for (let i = 0; i < 1000; i++) f = f.bind(); return f; })(); let chain = {}; "
      "for (let i = 0; i < 1e5; i++) chain = Object.create(chain); rope(); ";
  auto usage = [](hw_isolate* isolate) {
    hw_usage all = {};
    all.size = sizeof all;
    hw_isolate_usage(isolate, &all);
    return all;
  };
  constexpr int64_t kQuantum = 2100;
  for (const char* work : {"+digits",
                           "digits === same",
                           "digits < same",
                           "digits == rope()",
                           "map.get(same)",
                           "map.set(rope(), 1)",
                           "'none' in chain",
                           "chain.none",
                           "chain instanceof Array",
                           "({}) instanceof far",
                           "for (const k in chain) break",
                           "big == big + 0n",
                           "String(big)",
                           "wide.isWellFormed()",
                           "Date.parse(digits)",
                           "JSON.parse(digits)",
                           "Math.hypot(...list)",
                           "String.fromCharCode(...list)",
                           "[rope() + 'a', rope() + 'b'].sort()",
                           "new Set([same])",
                           "({[rope()]: 1})",
                           "null[rope()]",
                           "BigInt(digits)",
                           "`${digits}${same}`.length",
                           "parseFloat(digits)",
                           "digits.localeCompare(same)"}) {
    SCOPED_TRACE(work);
    std::string once = std::string("try { ") + work + " } catch {} ";
    Isolate plenty(Config());
    hw_isolate_set_fuel(plenty, 1'000'000'000);
    (void)Result(plenty, (setup + "0").c_str());
    int64_t before = usage(plenty).fuel;
    (void)Result(plenty, (once + "0").c_str());
    int64_t cost = before - usage(plenty).fuel;
    EXPECT_GT(cost, 0);
    Isolate isolate(Config());
    (void)Result(isolate, (setup + "0").c_str());
    hw_isolate_set_fuel(isolate, cost + 1000);
    std::string straight;
    for (int i = 0; i < 500; i++) straight += once;
    EXPECT_EQ(Evaluate(isolate, straight.c_str()), HW_TERMINATED);
    EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_FUEL);
    EXPECT_GT(usage(isolate).fuel_debt, 0);
    EXPECT_LE(usage(isolate).fuel_debt, cost + kQuantum);
  }
}

TEST(LimitTest, DeepRecursionIsTheGuestsToHandle) {
  Isolate isolate(Config());
  EXPECT_EQ(Result(isolate, "function f() { return f() + 1 } try { f() } catch (e) { e.name }"),
            "RangeError");
  EXPECT_EQ(Result(isolate, "let o = {}; o.toString = () => '' + o; try { '' + o } catch (e) { e.name }"),
            "RangeError");
}

TEST(LimitTest, AThreadWithoutStackCannotEnter) {
  Isolate isolate(Config());
  std::thread other([&] {
    // Its stack is smaller than what C++ code may use.
    EXPECT_EQ(Result(isolate, "1 + 1"), "2");
  });
  other.join();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 << 10);
  pthread_t thread;
  hw_isolate* raw = isolate;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* i) -> void* {
                  auto* isolate = static_cast<hw_isolate*>(i);
                  EXPECT_EQ(Evaluate(isolate, "1"), HW_TERMINATED);
                  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_STACK);
                  return nullptr;
                },
                raw),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(Result(isolate, "2 + 2"), "4");
}

// ---- Lifetime ----

TEST(ApiTest, ValuesInLocalVariablesSurvive) {
  Isolate isolate(Config());
  hw_value value;
  ASSERT_EQ(Evaluate(isolate, "({text: 'kept' + 1})", &value), HW_OK);
  for (int i = 0; i < 3; i++) hw_isolate_collect(isolate);
  hw_value text;
  EXPECT_EQ(hw_get_named(isolate, value, "text", &text), HW_OK);
  EXPECT_EQ(Text(isolate, text), "kept1");
}

TEST(ApiTest, ReferencesKeepValuesAndGoAlongIntoImages) {
  hw_config config = Config();
  Isolate original(config);
  std::vector<hw_ref> refs;
  for (int i = 0; i < 100; i++) refs.push_back(hw_ref_new(original, hw_number(original, i + 0.5)));
  for (int i = 0; i < 100; i += 2) hw_ref_free(original, refs[static_cast<size_t>(i)]);
  hw_isolate_collect(original);
  EXPECT_EQ(hw_as_number(original, hw_ref_get(original, refs[51])), 51.5);
  EXPECT_EQ(hw_type_of(original, hw_ref_get(original, refs[50])), HW_TYPE_UNDEFINED);
  hw_value function;
  ASSERT_EQ(Evaluate(original, "let n = 0; () => ++n", &function), HW_OK);
  hw_ref ref = hw_ref_new(original, function);
  hw_error error = {};
  hw_image* image = hw_isolate_freeze(original, &error);
  if (!image) GTEST_SKIP() << error.text;  // full pointers
  config.image = image;
  for (int round = 0; round < 2; round++) {
    Isolate clone(config);
    hw_value result;
    EXPECT_EQ(hw_call_function(clone, hw_ref_get(clone, ref), hw_undefined(), nullptr, 0, &result), HW_OK);
    EXPECT_EQ(hw_as_number(clone, result), 1);
    EXPECT_NE(hw_ref_new(clone, result), ref);
  }
  std::vector<char> bytes(hw_image_bytes(image, nullptr, 0));
  EXPECT_EQ(hw_image_bytes(image, bytes.data(), bytes.size()), bytes.size());
  hw_image_release(image);
  config.image = hw_image_from_bytes(bytes.data(), bytes.size(), &error);
  ASSERT_NE(config.image, nullptr) << error.text;
  {
    Isolate clone(config);
    EXPECT_EQ(hw_as_number(clone, hw_ref_get(clone, refs[51])), 51.5);
  }
  hw_image_release(config.image);
  bytes[bytes.size() / 2] ^= 1;
  EXPECT_EQ(hw_image_from_bytes(bytes.data(), bytes.size(), &error), nullptr);
}

TEST(ApiTest, ValuesInLocalVariablesOutliveAFreeze) {
  hw_config config = Config();
  Isolate isolate(config);
  hw_value objects[8];
  for (int i = 0; i < 8; i++) {
    std::string source = "({x: " + std::to_string(i) + ", y: ['of no one else']})";
    ASSERT_EQ(Evaluate(isolate, source.c_str(), &objects[i]), HW_OK);
  }
  hw_error error = {};
  hw_image* image = hw_isolate_freeze(isolate, &error);
  if (!image) GTEST_SKIP() << error.text;  // full pointers
  hw_image_release(image);
  // What is allocated now must not lie where they do.
  EXPECT_EQ(Result(isolate, "Array.from({length: 1000}, (_, i) => ({z: [i]})).length"), "1000");
  for (int i = 0; i < 8; i++) {
    hw_value x, y;
    ASSERT_EQ(hw_get_named(isolate, objects[i], "x", &x), HW_OK);
    EXPECT_EQ(hw_as_number(isolate, x), i);
    ASSERT_EQ(hw_get_named(isolate, objects[i], "y", &y), HW_OK);
    EXPECT_TRUE(hw_is_array(isolate, y));
  }
}

TEST(ApiTest, PoolsGiveCleanIsolates) {
  hw_config config = Config();
  hw_error error = {};
  hw_pool* pool = hw_pool_new(&config, 2, &error);
  ASSERT_NE(pool, nullptr) << error.text;
  for (int round = 0; round < 20; round++) {
    hw_isolate* a = hw_pool_take(pool, &error);
    hw_isolate* b = hw_pool_take(pool, &error);
    hw_isolate* c = hw_pool_take(pool, &error);
    for (hw_isolate* isolate : {a, b, c})
      EXPECT_EQ(Result(isolate, "var x = (globalThis.x ?? 0) + 1; x"), "1");
    for (hw_isolate* isolate : {b, c, a}) hw_pool_give(pool, isolate);
  }
  hw_pool_destroy(pool);
}

TEST(ApiTest, ThreadsRunIsolatesSideBySide) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([t] {
      for (int i = 0; i < 20; i++) {
        Isolate isolate(Config());
        hw_set_named(isolate, hw_global(isolate), "t", hw_number(isolate, t * 100 + i));
        EXPECT_EQ(Result(isolate,
                         "let s = 0; for (let k = 0; k < 1000; k++) s += JSON.parse(JSON.stringify([t]))[0]; "
                         "s / 1000"),
                  std::to_string(t * 100 + i));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Isolate wanders(Config());
  for (int i = 1; i <= 3; i++) {
    std::thread([&] {
      EXPECT_EQ(Result(wanders, "globalThis.n = (globalThis.n ?? 0) + 1"), std::to_string(i));
    }).join();
  }
}

// ---- Promises, modules, console, hooks ----

TEST(ApiTest, HostsAnswerLater) {
  Isolate isolate(Config());
  hw_value promise, result;
  ASSERT_EQ(hw_promise_new(isolate, &promise), HW_OK);
  hw_set_named(isolate, hw_global(isolate), "p", promise);
  EXPECT_EQ(Evaluate(isolate,
                     "(async () => { try { return 'got ' + await p } catch (e) { return 'lost ' + e } })()",
                     &result),
            HW_OK);
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  EXPECT_EQ(hw_promise_inspect(isolate, result, nullptr), HW_PROMISE_PENDING);
  EXPECT_EQ(hw_promise_resolve(isolate, promise, hw_number(isolate, 7)), HW_OK);
  EXPECT_EQ(hw_promise_reject(isolate, promise, hw_null()), HW_OK);  // too late: nothing happens
  EXPECT_TRUE(hw_has_jobs(isolate));
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  hw_value value;
  EXPECT_EQ(hw_promise_inspect(isolate, result, &value), HW_PROMISE_FULFILLED);
  EXPECT_EQ(Text(isolate, value), "got 7");
  EXPECT_EQ(hw_promise_inspect(isolate, value, nullptr), HW_PROMISE_NONE);
}

// A reaction, an async function and an async generator's request come too late for a promise that the host
// has settled.
TEST(ApiTest, HostsMaySettleWhatTheProgramIsToSettle) {
  for (const char* source :
       {"Promise.resolve(1).then(x => x)", "Promise.resolve(1).then(() => { throw 1 })",
        "(async () => { await 0; return 1 })()", "(async () => { await 0; throw 1 })()",
        "(async function* () { await 0; yield 1 })().next()", "Promise.all([Promise.resolve(1)])"}) {
    SCOPED_TRACE(source);
    Isolate isolate(Config());
    hw_value promise, value;
    ASSERT_EQ(Evaluate(isolate, source, &promise), HW_OK);
    ASSERT_EQ(hw_promise_inspect(isolate, promise, nullptr), HW_PROMISE_PENDING);
    EXPECT_EQ(hw_promise_resolve(isolate, promise, hw_number(isolate, 7)), HW_OK);
    EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
    EXPECT_EQ(hw_promise_inspect(isolate, promise, &value), HW_PROMISE_FULFILLED);
    EXPECT_EQ(Text(isolate, value), "7");
  }
}

struct Log {
  std::string text;
  int unhandled = 0;
};

hw_hooks LoggingHooks(Log* log) {
  hw_hooks hooks = {};
  hooks.size = sizeof hooks;
  hooks.data = log;
  hooks.console = [](void* data, hw_isolate*, hw_console_level level, const char* text, size_t size) {
    static_cast<Log*>(data)->text += std::to_string(level) + ":" + std::string(text, size) + "\n";
  };
  hooks.rejection = [](void* data, hw_isolate*, hw_value, bool handled) {
    static_cast<Log*>(data)->unhandled += handled ? -1 : 1;
  };
  hooks.random = [](void*) -> uint64_t { return 42; };
  hooks.milliseconds = [](void*) { return 1e12; };
  hooks.resolve_module = [](void*, const hw_module_request* request, char* name, size_t capacity) {
    if (std::string(request->specifier) == "none") return false;
    std::snprintf(name, capacity, "lib/%s", request->specifier);
    EXPECT_NE(std::string(request->referrer), "");
    return true;
  };
  hooks.load_module = [](void*, hw_isolate* isolate, const hw_module_request* request, hw_value* module) {
    std::string name = request->name;
    std::string source = name == "lib/b"        ? "export let n = 1; export const add = k => n += k;"
                         : name == "lib/broken" ? "export let = 1"
                                                : "import {add} from 'b'; export default add(2);";
    return hw_module_new(isolate, source.data(), source.size(), request->name, module);
  };
  return hooks;
}

TEST(ApiTest, ModulesComeThroughHooks) {
  Log log;
  hw_hooks hooks = LoggingHooks(&log);
  Host host(&hooks);
  hw_config config = Config();
  config.host = host.raw;
  Isolate isolate(config);
  hw_value module, promise, space, value;
  const char* source =
      "import a from 'a'; import {n} from 'b'; export const sum = a + n; export default async () => (await "
      "import('a')).default;";
  ASSERT_EQ(hw_module_new(isolate, source, HW_ZERO_TERMINATED, "main", &module), HW_OK);
  ASSERT_EQ(hw_module_evaluate(isolate, module, &promise), HW_OK) << Describe(isolate);
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  EXPECT_EQ(hw_promise_inspect(isolate, promise, nullptr), HW_PROMISE_FULFILLED);
  ASSERT_EQ(hw_module_namespace(isolate, module, &space), HW_OK);
  EXPECT_EQ(hw_get_named(isolate, space, "sum", &value), HW_OK);
  EXPECT_EQ(hw_as_number(isolate, value), 6);
  ASSERT_EQ(hw_module_new(isolate, "import 'none'", HW_ZERO_TERMINATED, "m2", &module), HW_OK);
  EXPECT_EQ(hw_module_evaluate(isolate, module, &promise), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("Cannot find module 'none'"));
  ASSERT_EQ(hw_module_new(isolate, "import 'broken'", HW_ZERO_TERMINATED, "m3", &module), HW_OK);
  EXPECT_EQ(hw_module_evaluate(isolate, module, &promise), HW_EXCEPTION);
  EXPECT_THAT(Describe(isolate), ::testing::HasSubstr("SyntaxError"));
}

TEST(ApiTest, HooksOfTheHostAreUsed) {
  Log log;
  hw_hooks hooks = LoggingHooks(&log);
  Host host(&hooks);
  hw_config config = Config();
  config.host = host.raw;
  Isolate a(config), b(config);
  EXPECT_EQ(Result(a, "console.log('x', 1, {a: [1]}); console.error(null, undefined)"), "undefined");
  EXPECT_EQ(log.text, "0:x 1 { a: [ 1 ] }\n3:null undefined\n");
  EXPECT_EQ(Result(a, "Date.now()"), "1000000000000");
  EXPECT_EQ(Result(a, "Math.random() + ' ' + Math.random()"),
            Result(b, "Math.random() + ' ' + Math.random()"));
  Evaluate(a, "var p = Promise.reject(1); 0");
  EXPECT_EQ(log.unhandled, 1);
  Evaluate(a, "p.catch(() => {}); 0");
  EXPECT_EQ(log.unhandled, 0);
}

TEST(ApiTest, RandomnessDiffersBetweenClones) {
  hw_config config = Config();
  Isolate a(config), b(config);
  EXPECT_NE(Result(a, "Math.random()"), Result(b, "Math.random()"));
}

TEST(ApiTest, BytesOfBuffersAreShared) {
  Isolate isolate(Config());
  hw_value buffer, view;
  ASSERT_EQ(hw_array_buffer(isolate, "abcdef", 6, &buffer), HW_OK);
  hw_set_named(isolate, hw_global(isolate), "b", buffer);
  uint8_t* data;
  size_t size;
  ASSERT_TRUE(hw_bytes(isolate, buffer, &data, &size));
  EXPECT_EQ(size, 6u);
  data[0] = 'A';
  EXPECT_EQ(Result(isolate, "String.fromCharCode(...new Uint8Array(b))"), "Abcdef");
  ASSERT_EQ(Evaluate(isolate, "new DataView(b, 2, 3)", &view), HW_OK);
  ASSERT_TRUE(hw_bytes(isolate, view, &data, &size));
  EXPECT_EQ(std::string(reinterpret_cast<char*>(data), size), "cde");
  ASSERT_EQ(Evaluate(isolate, "b.transfer(); b", &view), HW_OK);
  EXPECT_FALSE(hw_bytes(isolate, buffer, &data, &size));
  EXPECT_FALSE(hw_bytes(isolate, hw_null(), &data, &size));
}

}  // namespace

// ---- Structured clone ----

namespace {

std::string CloneOf(hw_isolate* from, hw_isolate* to, const char* source, const char* show) {
  hw_value value;
  if (Evaluate(from, source, &value) != HW_OK) return "does not run: " + Describe(from);
  uint8_t* data;
  size_t size;
  if (hw_serialize(from, value, &data, &size) != HW_OK)
    return Describe(from).substr(0, Describe(from).find('\n'));
  hw_status status = hw_deserialize(to, data, size, &value);
  hw_memory_free(data);
  if (status != HW_OK) return "is not read: " + Describe(to);
  hw_set_named(to, hw_global(to), "v", value);
  return Result(to, show);
}

TEST(CloneTest, ValuesArriveInOtherIsolates) {
  Isolate a(Config()), b(Config());
  EXPECT_EQ(
      CloneOf(a, b,
              "[1, -5, 2**30, 1.5, NaN, -0, 'a', '\\u{1F600}x', null, undefined, true, , 10n ** 30n, -1n]",
              "v.map(x => Object.is(x, -0) ? '-0' : String(x)).join() + (11 in v) + v.length"),
      "1,-5,1073741824,1.5,NaN,-0,a,\xf0\x9f\x98\x80x,null,undefined,true,,1000000000000000000000000000000,-"
      "1false14");
  EXPECT_EQ(CloneOf(a, b, "({a: 1, get b() { return this.a + 1 }, [Symbol()]: 3, 7: 'seven', c: {d: [[]]}})",
                    "JSON.stringify(v)"),
            R"({"7":"seven","a":1,"b":2,"c":{"d":[[]]}})");
  EXPECT_EQ(CloneOf(a, b, "let o = {list: [1]}; o.self = o; o.again = o.list; o.list.up = o; o",
                    "v.self === v && v.again === v.list && v.list.up === v && v.list.length"),
            "1");
  EXPECT_EQ(CloneOf(a, b,
                    "[new Date(1e12), /a+/gi, new Map([[{k: 1}, new Set([1, 'x'])]]), Object(5n), "
                    "Object('str'), new RangeError('far')]",
                    "[v[0].getTime(), v[1], [...v[2].keys()][0].k, [...[...v[2].values()][0]].join('+'), "
                    "typeof v[3], v[4].length,"
                    " v[5] instanceof RangeError, v[5].message].join()"),
            "1000000000000,/a+/gi,1,1+x,object,3,true,far");
  EXPECT_EQ(
      CloneOf(
          a, b,
          "let buf = new ArrayBuffer(16); let f = new Float64Array(buf, 8, 1); f[0] = 2.5; [f, new "
          "DataView(buf, 4), buf]",
          "[v[0][0], v[1].byteOffset, v[0].buffer === v[2], v[1].buffer === v[2], v[2].byteLength].join()"),
      "2.5,4,true,true,16");
  EXPECT_EQ(CloneOf(a, b, "let s = []; s[1e6] = 1; s", "v.length + v[1e6]"), "1000002");
  for (const char* bad :
       {"() => 1", "Symbol()", "({f() {}})", "new WeakMap", "Promise.resolve()", "new Proxy({}, {})"}) {
    EXPECT_THAT(CloneOf(a, b, bad, "1"), ::testing::HasSubstr("could not be cloned")) << bad;
  }
  EXPECT_THAT(CloneOf(a, b, "({get x() { throw Error('mine') }})", "1"), ::testing::HasSubstr("mine"));
  EXPECT_THAT(CloneOf(a, b, "let d = []; for (let i = 0; i < 1e6; i++) d = [d]; d", "1"),
              ::testing::HasSubstr("RangeError"));
}

TEST(CloneTest, ResizableBuffersStayResizable) {
  Isolate a(Config()), b(Config());
  EXPECT_EQ(
      CloneOf(a, b,
              "const r = new ArrayBuffer(4, {maxByteLength: 16});"
              "({r, all: new Uint8Array(r, 1).fill(7), two: new Uint8Array(r, 0, 2), d: new DataView(r, 2)})",
              "v.r.resize(12); [v.r.maxByteLength, v.all.length, v.all[2], v.two.length, v.d.byteLength, "
              "v.all.buffer === v.r].join()"),
      "16,11,7,2,10,true");
}

// A string that is there a thousand times is written as often.
TEST(CloneTest, TakesNoMoreMemoryThanTheGuestHasLeft) {
  Isolate a(Config()), b(Config());
  const char* kTooMuch = "RangeError: the clone takes more memory than is left";
  EXPECT_EQ(CloneOf(a, b, "Array(1000).fill('x'.repeat(1e6))", ""), kTooMuch);
  EXPECT_EQ(CloneOf(a, b, "Array(1000).fill(2n ** 8000000n)", ""), kTooMuch);
  EXPECT_EQ(CloneOf(a, b, "Array(10).fill('x'.repeat(1e6))", "v.length + v[9].length"), "1000010");
}

// What is written counts as the guest's until the host has it: it is there besides what it was made of.
TEST(CloneTest, TheBytesCountAgainstTheLimit) {
  const char* kTooMuch = "RangeError: the clone takes more memory than is left";
  Isolate b(Config());
  for (const char* made : {"new ArrayBuffer(40 << 20)", "new Float64Array(5 << 20)",
                           "new ArrayBuffer(40 << 20, {maxByteLength: 41 << 20})", "'x'.repeat(40 << 20)"}) {
    Isolate a(Config());
    EXPECT_EQ(CloneOf(a, b, made, ""), kTooMuch) << made;
  }
  Isolate a(Config());
  EXPECT_EQ(Result(a, "globalThis.x = new ArrayBuffer(20 << 20); 1"), "1");
  // Nothing of it is left.
  for (int i = 0; i < 4; i++) EXPECT_EQ(CloneOf(a, b, "x", "v.byteLength"), std::to_string(20 << 20));
  hw_usage usage = {};
  usage.size = sizeof usage;
  hw_isolate_usage(a, &usage);
  EXPECT_LT(usage.external_bytes, size_t{22} << 20);
}

// Reading and writing polls and charges within everything that a length says is long, so a guest's fuel ends
// it. Nothing is reserved for what the bytes do not hold.
TEST(CloneTest, LongContentsCostFuel) {
  struct Row {
    const char* what;
    std::string head;  // before a million bytes of `fill`
    char fill;
  };
  const std::string million = "\xC0\x84\x3D";  // as a count
  const std::string halves = "\xA0\xC2\x1E";   // 500,000
  const std::string quarter = "\x90\xA1\x0F";  // 250,000
  const Row rows[] = {{"holes", "L" + million, '_'},
                      {"values", "L" + million, 'u'},
                      {"Latin-1", "s" + million, 'x'},
                      {"UTF-16", "S" + halves, 'x'},
                      {"BigInt", std::string("b\0", 2) + quarter, 'x'},
                      {"members of a set", "E" + million, 'u'},
                      {"members of a map", "M" + halves, 'u'},
                      {"ArrayBuffer", "B" + million, 'x'},
                      {"resizable ArrayBuffer", "Z" + million + million, 'x'},
                      {"nested lists", "", 'W'}};
  for (const Row& row : rows) {
    std::string bytes = row.head + std::string(1'000'000, row.fill);
    auto read = [&](int64_t fuel, hw_value* value) {
      hw_config config = Config();
      config.fuel = fuel;
      hw_isolate* isolate = hw_isolate_new(&config, nullptr);
      hw_status status =
          hw_deserialize(isolate, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), value);
      uint8_t* data = nullptr;
      size_t size = 0;
      int64_t left = FuelLeft(isolate);
      if (status == HW_OK && hw_serialize(isolate, *value, &data, &size) == HW_OK) {
        // A collection keeps one member of a kind.
        if (size > 100) {
          EXPECT_GT(left - FuelLeft(isolate), 1'000'000 / 200) << row.what;
        }
        hw_memory_free(data);
      }
      hw_isolate_destroy(isolate);
      return status;
    };
    hw_value value;
    bool is_whole = !row.head.empty();
    EXPECT_EQ(read(10'000'000, &value), is_whole ? HW_OK : HW_EXCEPTION) << row.what;
    if (is_whole) {
      EXPECT_EQ(read(2'500, &value), HW_TERMINATED) << row.what;
    }
  }
}

// What is written depends on what an array holds alone, so that a clone of a clone has the same bytes; and an
// array of holes is not written hole by hole.
TEST(CloneTest, ArraysAreWrittenByWhatTheyHold) {
  Isolate a(Config());
  for (const char* source :
       {"new Array(1_070_674)", "let a = []; a.length = 5e6; a[4e6] = 1; a", "[,,,,1]", "[1,,2]", "[]",
        "let a = []; a[1e5] = 1; for (let i = 0; i < 1e5; i++) a[i] = i; a",
        "let a = Array(1e5); a[2e6] = 1; a.fill(7, 5); a", "new Array(4e9)", "[,]"}) {
    hw_value value;
    ASSERT_EQ(Evaluate(a, (std::string("{ ") + source + " }").c_str(), &value), HW_OK) << source;
    std::string bytes[3];
    for (std::string& written : bytes) {
      uint8_t* data;
      size_t size;
      ASSERT_EQ(hw_serialize(a, value, &data, &size), HW_OK) << source;
      written.assign(reinterpret_cast<char*>(data), size);
      ASSERT_EQ(hw_deserialize(a, data, size, &value), HW_OK) << source;
      hw_memory_free(data);
    }
    EXPECT_EQ(bytes[0], bytes[1]) << source;
    EXPECT_EQ(bytes[1], bytes[2]) << source;
    if (bytes[0][0] == 'A') {
      EXPECT_LT(bytes[0].size(), 32u) << source;
    }
  }
}

// Bytes that no hw_serialize writes make no value that JavaScript could not have made.
TEST(CloneTest, ForgedValuesAreMadeOrdinary) {
  Isolate a(Config());
  auto read = [&](std::string bytes, const char* show) -> std::string {
    hw_value value;
    hw_status status =
        hw_deserialize(a, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), &value);
    if (status == HW_EXCEPTION) return "refused";
    EXPECT_EQ(status, HW_OK);
    hw_set_named(a, hw_global(a), "v", value);
    return Result(a, show);
  };
  auto number = [](double d) { return std::string(reinterpret_cast<const char*>(&d), sizeof d); };
  const char* time = "Object.is(v.getTime(), -0) ? '-0' : v.getTime()";
  EXPECT_EQ(read("D" + number(1e300), time), "NaN");
  EXPECT_EQ(read("D" + number(-0.0), time), "0");
  EXPECT_EQ(read("D" + number(1.75), time), "1");
  EXPECT_EQ(read("D" + number(-1.75), time), "-1");
  EXPECT_EQ(read("D" + number(-0.75), time), "0");
  EXPECT_EQ(read("D" + number(8.64e15), time), "8640000000000000");
  EXPECT_EQ(read("D" + number(8.64e15 + 1), time), "NaN");
  EXPECT_EQ(read("D" + number(-INFINITY), time), "NaN");
  // Integers in the form of other numbers, -0, and NaNs with other bits.
  EXPECT_EQ(read("d" + number(3), "[7, 8, 9, 10][v] + new Map([[3, 'x']]).get(v)"), "10x");
  EXPECT_EQ(read("d" + number(-0.0), "Object.is(v, -0)"), "true");
  EXPECT_EQ(read("d\1\2\3\4\5\6\xFF\xFF", "new Uint8Array(new Float64Array([v]).buffer).join()"),
            "0,0,0,0,0,0,248,127");
  EXPECT_EQ(read("E\1d" + number(-0.0), "Object.is([...v][0], 0) && v.has(0)"), "true");
  EXPECT_EQ(read("M\1d" + number(4) + "u", "v.has(4)"), "true");
  EXPECT_EQ(read("i\xFF\xFF\xFF\xFF\x0F", "v"), "-2147483648");
  EXPECT_EQ(read("i\x80\x80\x80\x80\x10", "v"), "refused") << "more than 32 bits";
  // Texts that have a shorter form; lone surrogates are texts.
  EXPECT_EQ(read(std::string("S\2a\0b\0", 6), "v === 'ab' && ({ab: 7})[v]"), "7");
  EXPECT_EQ(read("S\1\x3d\xd8", "`${v.isWellFormed()} ${v.length}`"), "false 1");
  // BigInts with zeros in front, and a negative zero.
  EXPECT_EQ(read(std::string("b\0\2\5\0\0\0\0\0\0\0", 11), "v === 5n"), "true");
  EXPECT_EQ(read(std::string("b\1\1\0\0\0\0", 7), "v === 0n && String(-v)"), "0");
  EXPECT_EQ(read(std::string("b\1\0", 3), "v === 0n"), "true");
  EXPECT_EQ(read(std::string("b\2\0", 3), "v"), "refused");
  // Flags, wrappers, views that do not fit, cycles through what is not made yet.
  EXPECT_EQ(read("Rs\1as\2gg", "v"), "refused");
  EXPECT_EQ(read("Rs\1(s\0", "v"), "refused");
  EXPECT_EQ(read("Wu", "v"), "refused");
  EXPECT_EQ(read("WO\0", "v"), "refused");
  EXPECT_EQ(read(std::string("W=\0", 3), "v"), "refused");
  EXPECT_EQ(read(std::string("V\5\1\1B\4abcd", 10), "v"), "refused") << "not aligned";
  EXPECT_EQ(read(std::string("V\1\0\5B\4abcd", 10), "v"), "refused") << "too long";
  EXPECT_EQ(read(std::string("V\1\0\1=\0", 6), "v"), "refused") << "no buffer";
  EXPECT_EQ(read(std::string("V\x70\0\1B\4abcd", 10), "v"), "refused") << "no such kind";
  EXPECT_EQ(read("Z\4\3abcd", "v"), "refused") << "longer than its maximum";
  EXPECT_EQ(read("Z\4\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"
                 "abcd",
                 "v"),
            "refused");
  EXPECT_EQ(read("A\xFF\xFF\xFF\xFF\x0F\0", "v"), "refused") << "a pair less than it says";
  EXPECT_EQ(read(std::string("A\xFF\xFF\xFF\xFF\x0F\0", 7), "v.length"), "4294967295");
  EXPECT_EQ(read("L\xFF\xFF\xFF\x0F_", "v"), "refused") << "longer than its bytes";
  EXPECT_EQ(read("_", "v"), "refused");
  EXPECT_EQ(read("O\1i\2u", "v"), "refused") << "a key that is no text";
  EXPECT_EQ(read("O\1s\x09__proto__O", "v"), "refused");
  EXPECT_EQ(read(std::string("O\1s\x09__proto__O\0", 15), "Object.hasOwn(v, '__proto__')"), "true");
  EXPECT_EQ(read("A\1\1s\6lengthi\2", "v"), "refused");
  EXPECT_EQ(read("X\x7s\1mu", "v"), "refused") << "no such error";
  EXPECT_EQ(read("L\4_i\2__", "v.length + ',' + (1 in v) + (0 in v) + (3 in v)"), "4,truefalsefalse");
}

TEST(CloneTest, DamagedBytesAreAnErrorAtWorst) {
  Isolate a(Config()), b(Config());
  hw_value value;
  ASSERT_EQ(
      Evaluate(
          a,
          "({list: [1, 2.5, 'text', , {x: 1n}], map: new Map([[1, new Set(['a'])]]), r: /x/g, d: new Date(0),"
          " t: new Int16Array([1, 2, 3]), e: new TypeError('m'), s: 'caf\\u00e9 \\u4e2d'})",
          &value),
      HW_OK);
  uint8_t* data;
  size_t size;
  ASSERT_EQ(hw_serialize(a, value, &data, &size), HW_OK);
  std::vector<uint8_t> bytes(data, data + size);
  hw_memory_free(data);
  for (size_t n = 0; n < size; n++) {
    EXPECT_EQ(hw_deserialize(b, bytes.data(), n, &value), HW_EXCEPTION) << n;
    for (int bit = 0; bit < 8; bit++) {
      std::vector<uint8_t> copy = bytes;
      copy[n] = static_cast<uint8_t>(copy[n] ^ 1 << bit);
      hw_status status = hw_deserialize(b, copy.data(), copy.size(), &value);
      ASSERT_TRUE(status == HW_OK || status == HW_EXCEPTION) << n << " " << bit;
    }
  }
  EXPECT_EQ(hw_deserialize(b, bytes.data(), size, &value), HW_OK);
}

}  // namespace
