// The C++ interface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "halfword/halfword.hpp"

namespace {

TEST(CppTest, TheExampleOfTheHeader) {
  hw::Host host;
  host.Function("add", [](double a, double b) { return a + b; });
  hw::Isolate isolate({.host = host, .memory_limit = 64 << 20});
  ASSERT_TRUE(isolate);
  ASSERT_TRUE(isolate.InstallHost());
  hw::Result<hw::Value> sum = isolate.Evaluate("add(40, 2)");
  ASSERT_TRUE(sum) << sum.error().text;
  EXPECT_EQ(sum->AsNumber(), 42);
}

TEST(CppTest, FunctionsTakeAndGiveWhatTheirTypesSay) {
  hw::Host host;
  int calls = 0;
  host.Function("join", [](std::string a, std::optional<std::string> b, int n) {
    return a + b.value_or("-") + std::to_string(n);
  });
  host.Function("count", [&calls] { calls++; });
  host.Function("apply", [](hw::Value f, hw::Value x) { return *f.Call({x}); });
  host.Function("is_even", [](uint8_t n) { return n % 2 == 0; });
  host.Raw("fail", 0, [](hw_isolate* isolate, const hw_call*, hw_value*) {
    return hw_throw_error(isolate, HW_ERROR_RANGE, "no");
  });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.InstallHost());
  auto run = [&](const char* source) {
    hw::Result<hw::Value> value = isolate.Evaluate(source);
    return value ? value->ToString().ValueOr("?")
                 : value.error().text.substr(0, value.error().text.find('\n'));
  };
  EXPECT_EQ(run("join('a', undefined, 3) + join('b', 'c', -1)"), "a-3bc-1");
  EXPECT_EQ(
      run("join('a', 'b', 1.5)"),
      "TypeError: argument 3 must be a whole number from -2147483648 to 2147483647, not the number 1.5");
  EXPECT_EQ(run("count(); count()"), "undefined");
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(run("apply(x => x + 1, 2)"), "3");
  EXPECT_EQ(run("is_even(4) + ' ' + is_even.length"), "true 1");
  EXPECT_EQ(run("is_even(256)"),
            "TypeError: argument 1 must be a whole number from 0 to 255, not the number 256");
  EXPECT_EQ(run("fail()"), "RangeError: no");
}

TEST(CppTest, ErrorsSayWhatHappened) {
  hw::Isolate isolate({.fuel = 100'000});
  hw::Result<hw::Value> result = isolate.Evaluate("null.x");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status, HW_EXCEPTION);
  EXPECT_THAT(result.error().text, ::testing::HasSubstr("TypeError"));
  result = isolate.Evaluate("for (;;) {}");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status, HW_TERMINATED);
  EXPECT_EQ(result.error().reason, HW_REASON_FUEL);
  hw::Result<hw::Image> image = hw::Image::Open("/dev/null");
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().text, "");
}

TEST(CppTest, ACompiledScriptGoesAlongIntoImages) {
  hw::Config config;
  hw_ref place = 0;
  {
    hw::Isolate isolate(config);
    hw_source source = {};
    source.size = sizeof source;
    source.text = "enum Step { By = 5 } var n = (globalThis.n ?? 0) + Step.By; n";
    source.text_size = HW_ZERO_TERMINATED;
    source.flags = HW_SOURCE_TRANSFORM;
    hw::Result<hw::Value> script = isolate.Compile(source);
    ASSERT_TRUE(script) << script.error().text;
    EXPECT_EQ(isolate.Run(*script)->AsNumber(), 5);
    place = hw::Ref(*script).Release();
    hw::Result<hw::Image> image = isolate.Freeze();
    if (!image) GTEST_SKIP() << image.error().text;  // where references are addresses
    config.image = *image;
  }
  hw::Isolate clone(config);
  hw::Value script = clone.Wrap(hw_ref_get(clone.raw(), place));
  EXPECT_EQ(clone.Run(script)->AsNumber(), 10);
  EXPECT_EQ(clone.Run(script)->AsNumber(), 15);
  EXPECT_FALSE(clone.Run(clone.Undefined()));
}

TEST(CppTest, SuspensionAndBudgets) {
  hw::Host host;
  host.Raw("ask", 0, [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; });
  hw::Isolate isolate({.host = host, .budget = hw::Budget(64 << 20, 100'000)});
  ASSERT_TRUE(isolate.InstallHost());
  hw::Result<hw::Value> result = isolate.Evaluate("try { ask() + ask() } catch (e) { 'no ' + e }");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status, HW_SUSPENDED);
  EXPECT_EQ(isolate.Resume(isolate.Number(1)).error().status, HW_SUSPENDED);
  EXPECT_EQ(isolate.ResumeThrow(isolate.String("way"))->AsString(), "no way");
  EXPECT_EQ(isolate.Evaluate("for (;;);").error().reason, HW_REASON_FUEL);
}

TEST(CppTest, ImagesPoolsAndReferences) {
  hw::Host host;
  host.Function("twice", [](double n) { return 2 * n; });
  hw::Isolate original({.host = host});
  ASSERT_TRUE(original.InstallHost());
  hw::Result<hw::Value> module =
      original.EvaluateModule("let n = 0; export default x => { n += twice(x); return {n} }");
  ASSERT_TRUE(module) << module.error().text;
  hw::Ref handler(*module->Get("default"));
  EXPECT_TRUE(handler.get().IsFunction());
  hw_ref number = handler.Release();
  hw::Result<hw::Image> image = original.Freeze();
  if (!image) GTEST_SKIP() << image.error().text;  // full pointers
  hw::Result<hw::Pool> pool = hw::Pool::Make({.image = *image, .host = host}, 2);
  ASSERT_TRUE(pool) << pool.error().text;
  for (int i = 1; i < 5; i++) {
    pool->With([&](hw::Isolate& isolate) {
      hw::Value f = isolate.Wrap(hw_ref_get(isolate.raw(), number));
      EXPECT_EQ(f.Call({isolate.Number(i)})->ToJson().ValueOr(""), "{\"n\":" + std::to_string(2 * i) + "}");
    });
  }
}

// What the lambdas of a host take and give, as scripts see it.
class BindingTest : public ::testing::Test {
 protected:
  template <class F>
  void Bind(F f) {
    host_.Function("f", std::move(f));
    isolate_ = hw::Isolate({.host = host_});
    ASSERT_TRUE(isolate_.InstallHost());
    host_ = {};
  }
  std::string Run(const char* source) {
    hw::Result<hw::Value> value = isolate_.Evaluate(source);
    return value ? value->ToString().ValueOr("?")
                 : value.error().text.substr(0, value.error().text.find('\n'));
  }

  hw::Host host_;
  hw::Isolate isolate_{nullptr};
  const ::testing::Matcher<std::string> kWrong = ::testing::StartsWith("TypeError: argument 1 must be ");
};

TEST_F(BindingTest, ErrorsNameBothTypes) {
  auto expect = [&](const char* call, const char* rest) {
    EXPECT_EQ(Run(call), std::string("TypeError: argument 1 must be ") + rest);
  };
  Bind([](double) {});
  expect("f('3')", "a number, not a string");
  expect("f()", "a number, not undefined");
  expect("f(null)", "a number, not null");
  expect("f(1n)", "a number, not a BigInt");
  expect("f(true)", "a number, not a boolean");
  expect("f(Symbol())", "a number, not a symbol");
  Bind([](std::string) {});
  expect("f(NaN)", "a string, not the number NaN");
  expect("f([])", "a string, not an array");
  expect("f({})", "a string, not an object");
  expect("f(f)", "a string, not a function");
  Bind([](bool) {});
  expect("f(0)", "a boolean, not the number 0");
  Bind([](std::span<uint8_t>) {});
  expect("f('')", "an ArrayBuffer or a view of one, not a string");
  Bind([](std::optional<std::vector<int16_t>>) {});
  expect("f(['a'])",
         "an array, each element a whole number from -32768 to 32767, or undefined, not an array");
}

TEST_F(BindingTest, Numbers) {
  Bind([](float x) { return x / 2; });
  EXPECT_EQ(Run("f(3)"), "1.5");
  EXPECT_THAT(Run("f('3')"), kWrong);
  EXPECT_THAT(Run("f()"), kWrong);
  Bind([](uint64_t n) { return std::to_string(n); });
  EXPECT_EQ(Run("f(2 ** 63)"), "9223372036854775808");
  EXPECT_THAT(Run("f(2 ** 64)"), kWrong);
  EXPECT_THAT(Run("f(-1)"), kWrong);
  EXPECT_THAT(Run("f(-1n)"), kWrong);
  EXPECT_THAT(Run("f(NaN)"), kWrong);
  EXPECT_EQ(Run("f(9007199254740993n)"), "9007199254740993");
  Bind([](int64_t n) { return std::to_string(n); });
  EXPECT_EQ(Run("f(-(2 ** 63))"), "-9223372036854775808");
  EXPECT_THAT(Run("f(2 ** 63)"), kWrong);
  EXPECT_THAT(Run("f(Infinity)"), kWrong);
  EXPECT_THAT(Run("f(1.5)"), kWrong);
  Bind([](int8_t n) { return n; });
  EXPECT_EQ(Run("f(-128) + f(127n)"), "-1");
  EXPECT_THAT(Run("f(128)"), kWrong);
  EXPECT_THAT(Run("f(128n)"), kWrong);
  EXPECT_THAT(Run("f(true)"), kWrong);
}

TEST_F(BindingTest, Text) {
  Bind([](std::string_view text, const std::string& more) { return std::string(text) + more; });
  EXPECT_EQ(Run("f('é', '\\0x').length"), "3");
  EXPECT_THAT(Run("f(1, '')"), kWrong);
  EXPECT_EQ(Run("f('a')"), "TypeError: argument 2 must be a string, not undefined");
  Bind([] { return nullptr; });
  EXPECT_EQ(Run("f()"), "null");
}

TEST_F(BindingTest, WhatMayBeMissing) {
  Bind([](std::optional<int> n) -> std::optional<double> {
    if (!n) return std::nullopt;
    return *n / 2.0;
  });
  EXPECT_EQ(Run("[f(), f(undefined), f(3)].join()"), ",,1.5");
  EXPECT_THAT(Run("f(null)"), kWrong);
  Bind([](bool fails) -> hw::Result<std::optional<std::string>> {
    if (fails) return hw::Error{HW_INVALID, HW_REASON_NONE, "it fails"};
    return std::optional<std::string>("text");
  });
  EXPECT_EQ(Run("f(false)"), "text");
  EXPECT_EQ(Run("f(true)"), "TypeError: it fails");
  Bind([](hw_isolate* isolate) { return hw::Throw(isolate, HW_ERROR_SYNTAX, "always"); });
  EXPECT_EQ(Run("f()"), "SyntaxError: always");
}

TEST_F(BindingTest, Arrays) {
  Bind([](const std::vector<double>& numbers) {
    std::vector<std::string> texts;
    for (double n : numbers) texts.push_back(std::to_string(static_cast<int>(n)) + "!");
    return texts;
  });
  EXPECT_EQ(Run("const a = f([1, 2]); Array.isArray(a) + a.join()"), "true1!,2!");
  EXPECT_EQ(Run("f([]).length"), "0");
  EXPECT_THAT(Run("f([1, '2'])"), kWrong);
  EXPECT_THAT(Run("f([1,, 2])"), kWrong);
  EXPECT_THAT(Run("f(new Array(4294967295))"), kWrong) << "at the first hole";
  EXPECT_THAT(Run("f({length: 0})"), kWrong);
  Bind([](std::vector<std::vector<int>> rows) { return rows.at(1).at(0); });
  EXPECT_EQ(Run("f([[1], [2, 3]])"), "2");
}

TEST_F(BindingTest, Bytes) {
  Bind([](std::span<const uint8_t> bytes) { return std::vector<uint8_t>(bytes.rbegin(), bytes.rend()); });
  EXPECT_EQ(Run("const a = f(new Uint8Array([1, 2, 3]).subarray(1)); a.constructor.name + a.join()"),
            "Uint8Array3,2");
  EXPECT_EQ(Run("f(new DataView(new ArrayBuffer(2))).length + f(new ArrayBuffer(3)).length"), "5");
  EXPECT_THAT(Run("f([1])"), kWrong);
  EXPECT_THAT(Run("const b = new ArrayBuffer(1); b.transfer(); f(b)"), kWrong);
  Bind([](std::span<uint8_t> bytes) { bytes[0] = 7; });
  EXPECT_EQ(Run("const a = new Uint8Array(1); f(a); a[0]"), "7");
  Bind([](std::span<const uint8_t>, std::optional<std::vector<uint8_t>> copy) {
    return copy ? copy->size() : 0u;
  });
  EXPECT_EQ(Run("f(new Uint8Array(1), new Uint8Array(3)) + f(new Uint8Array(1))"), "3");
}

TEST_F(BindingTest, BytesThatLaterArgumentsTakeAwayAreMissed) {
  Bind([](std::span<uint8_t> bytes, std::vector<int>) { return bytes.size(); });
  EXPECT_EQ(Run("f(new Uint8Array(5), [1])"), "5");
  EXPECT_THAT(
      Run("const buffer = new ArrayBuffer(1 << 20), array = [1];"
          "Object.defineProperty(array, 0, {get() { buffer.transfer(); return 1 }}); f(buffer, array)"),
      kWrong);
}

TEST_F(BindingTest, TheRestOfTheArguments) {
  Bind([](std::string first, hw::Rest rest) {
    for (size_t i = 0; i < rest.size(); i++) first += rest[i].ToString().ValueOr("?");
    return first;
  });
  EXPECT_EQ(Run("f('a') + f('b', 1, {}, 'c') + f.length"), "ab1[object Object]c1");
  EXPECT_THAT(Run("f()"), kWrong);
}

TEST_F(BindingTest, ValuesToKeep) {
  std::vector<hw::Ref> listeners;
  Bind([&](hw::Ref listener) { listeners.push_back(std::move(listener)); });
  EXPECT_EQ(Run("f((...all) => all.join('-')); f(n => n); 'kept'"), "kept");
  hw_isolate_collect(isolate_.raw());
  ASSERT_EQ(listeners.size(), 2u);
  EXPECT_EQ(listeners[0].get()(1, "two", 3.5, true, isolate_.String("five"))->AsString(),
            "1-two-3.5-true-five");
  EXPECT_EQ(listeners[1].get()(std::vector<int>{4, 5})->Get(1u)->As<int>(), 5);
  EXPECT_TRUE(listeners[0].get()()->AsString().empty());
  listeners.clear();  // before the isolate
}

TEST_F(BindingTest, WhatCanOnlyBeMoved) {
  auto number = std::make_unique<int>(4);
  Bind([number = std::move(number)]() mutable { return ++*number; });
  EXPECT_EQ(Run("f() + f()"), "11");
}

TEST(CppTest, ValuesAsTypes) {
  hw::Isolate isolate;
  EXPECT_EQ(isolate.Evaluate("40 + 2")->As<int>(), 42);
  EXPECT_EQ(isolate.Evaluate("'x'")->As<int>(), std::nullopt);
  EXPECT_EQ(isolate.Evaluate("['a', 'b']")->As<std::vector<std::string>>(),
            (std::vector<std::string>{"a", "b"}));
  hw::Value object = *isolate.Evaluate("({a: 1, get b() { throw new RangeError('b') }})");
  EXPECT_TRUE(object.IsObject() && !object.IsFunction() && isolate.Null().IsNull());
  EXPECT_TRUE(isolate.Evaluate("Symbol()")->IsSymbol() && isolate.Evaluate("1n")->IsBigInt());
  EXPECT_TRUE(*object.Has(isolate.String("a")));
  EXPECT_TRUE(object.Delete(isolate.String("a")));
  EXPECT_FALSE(*object.Has(isolate.String("a")));
  hw::Value symbol = *isolate.Evaluate("Symbol.iterator");
  EXPECT_TRUE(object.Set(symbol, isolate.From(std::vector<int>{1})));
  EXPECT_EQ(object.Get(symbol)->Get(0u)->As<int>(), 1);
  EXPECT_EQ(object.Keys()->As<std::vector<std::string>>(), std::vector<std::string>{"b"});
  EXPECT_EQ(object.Get("b").error().status, HW_EXCEPTION);
  hw::Value map = *isolate.Evaluate("Map")->Construct({*isolate.Evaluate("[[1, 2]]")});
  EXPECT_EQ(map.Get("size")->As<int>(), 1);
  const uint8_t bytes[] = {1, 2};
  EXPECT_EQ(isolate.Bytes(bytes)->Bytes()->size(), 2u);
  EXPECT_EQ(isolate.From("text").As<std::string>(), "text");

  hw::Isolate other;
  hw::Result<std::vector<uint8_t>> clone = map.Serialize();
  ASSERT_TRUE(clone) << clone.error().text;
  EXPECT_EQ(other.Deserialize(*clone)->Get("size")->As<int>(), 1);
  EXPECT_EQ(other.Deserialize(bytes).error().status, HW_EXCEPTION);
  EXPECT_EQ(isolate.Evaluate("() => 1")->Serialize().error().status, HW_EXCEPTION);
}

TEST(CppTest, PromisesAreSettledLater) {
  std::vector<hw::Promise> asked;
  hw::Host host;
  host.Function("ask", [&](hw_isolate* isolate, std::string) { return asked.emplace_back(isolate).get(); });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.InstallHost());
  hw::Ref all(*isolate.Evaluate(
      "Promise.all([ask('a'), ask('b'), ask('c').catch(e => e.name + e.message)]).then(a => a.join())"));
  EXPECT_EQ(all.get().Settled().error().status, HW_LATER);
  EXPECT_TRUE(asked[0].Resolve("one"));
  EXPECT_TRUE(asked[0].Resolve("no more"));
  EXPECT_TRUE(asked[1].Resolve(2));
  EXPECT_TRUE(asked[2].Reject(HW_ERROR_RANGE, "three"));
  ASSERT_TRUE(isolate.RunJobs());
  EXPECT_EQ(all.get().Settled()->AsString(), "one,2,RangeErrorthree");
  EXPECT_EQ(isolate.Evaluate("Promise.reject(new Error('x'))")->Settled().error().text.substr(0, 8),
            "Error: x");
  EXPECT_EQ(isolate.Number(1).Settled().error().status, HW_INVALID);
  asked.clear();
}

TEST(CppTest, HooksAreFunctions) {
  std::vector<std::string> lines;
  int rejected = 0;
  hw::Host host;
  host.OnConsole([&](hw_isolate*, hw_console_level level, std::string_view line) {
        lines.push_back(std::to_string(level) + std::string(line));
      })
      .OnRejection([&](hw::Value promise, bool handled) {
        if (!handled) rejected += static_cast<int>(promise.Settled().error().text.size());
      })
      .Random([] { return uint64_t{1}; })
      .Milliseconds([] { return 86400000.0; })
      .TimeZone("Etc/UTC");
  hw::Isolate isolate({.host = host});
  host = {};  // the isolate keeps what it needs
  hw::Result<hw::Value> text = isolate.Evaluate(
      "console.warn('careful'); Promise.reject('now'); new Date().toString() + Math.random()");
  ASSERT_TRUE(text) << text.error().text;
  EXPECT_THAT(text->AsString(),
              ::testing::StartsWith("Fri Jan 02 1970 00:00:00 GMT+0000 (Coordinated Universal Time)"));
  EXPECT_THAT(lines, ::testing::ElementsAre("2careful"));
  EXPECT_GT(rejected, 0);

  hw::Host mixed;
  mixed.hooks().random = [](void*) { return uint64_t{1}; };
  mixed.OnConsole([](hw_isolate*, hw_console_level, std::string_view) {});
  EXPECT_EQ(hw::Isolate::Make({.host = mixed}).error().text,
            "hooks() and hooks of C++ functions can't be mixed");
}

TEST(CppTest, AnIsolateThatIsReleasedKeepsItsHost) {
  hw_isolate* raw;
  {
    hw::Host host;
    host.Function("answer", [text = std::string("of more than a small string's length")] { return text; });
    hw::Isolate isolate({.host = host});
    ASSERT_TRUE(isolate.InstallHost());
    raw = isolate.Release();
  }
  hw::Isolate isolate(raw);
  EXPECT_EQ(isolate.Evaluate("answer().length")->As<int>(), 36);
}

TEST(CppTest, ErrorsOfWhatWaitsSaySo) {
  hw::Host host;
  host.Raw("ask", 0, [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.InstallHost());
  EXPECT_EQ(isolate.Resume(isolate.Null()).error().text, "no call waits for hw_resume");
  EXPECT_EQ(isolate.Evaluate("ask()").error().text, "suspended");
  EXPECT_EQ(isolate.Evaluate("1").error().text, "the isolate waits for the answer of ask");
  EXPECT_EQ(isolate.SuspendedFunction(), "ask");
  EXPECT_TRUE(isolate.Resume(isolate.Null()));
  EXPECT_EQ(isolate.SuspendedFunction(), "");
}

TEST(CppTest, FunctionsWithTypesSuspendToo) {
  hw::Host host;
  host.Function("ask", [](std::string, hw::Rest) { return hw::Suspend(); });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.InstallHost());
  EXPECT_EQ(isolate.Evaluate("ask('a', 'b', 'c') + ask('d')").error().status, HW_SUSPENDED);
  EXPECT_EQ(isolate.SuspendedArgument(2).AsString(), "c");
  EXPECT_TRUE(isolate.SuspendedArgument(3).IsUndefined());
  EXPECT_EQ(isolate.Resume(isolate.Number(1)).error().status, HW_SUSPENDED);
  EXPECT_EQ(isolate.Resume(isolate.Number(2))->As<int>(), 3);
}

TEST(CppTest, AnIsolateThatCouldNotBeMadeSaysWhyWhereverItIsMoved) {
  hw::Isolate failed({.stack_bytes = size_t{2} << 30});
  ASSERT_FALSE(failed);
  std::string why = failed.Evaluate("1").error().text;
  EXPECT_THAT(why, ::testing::HasSubstr("could not be made"));
  hw::Isolate moved = std::move(failed);
  EXPECT_EQ(moved.Evaluate("1").error().text, why);
  hw::Isolate assigned;
  assigned = std::move(moved);
  EXPECT_EQ(assigned.Evaluate("1").error().text, why);
}

TEST(CppTest, JobsAreRunAFewAtATime) {
  hw::Isolate isolate;
  ASSERT_TRUE(isolate.Evaluate("let n = 0; for (let i = 0; i < 3; i++) Promise.resolve().then(() => n++);"));
  EXPECT_TRUE(isolate.HasJobs());
  ASSERT_TRUE(isolate.RunSomeJobs(2));
  EXPECT_EQ(isolate.Evaluate("n")->AsNumber(), 2);
  EXPECT_TRUE(isolate.HasJobs());
  ASSERT_TRUE(isolate.RunSomeJobs(2));
  EXPECT_EQ(isolate.Evaluate("n")->AsNumber(), 3);
  EXPECT_FALSE(isolate.HasJobs());
  EXPECT_EQ(isolate.NextTimeout(), UINT64_MAX);
  ASSERT_TRUE(isolate.Evaluate(
      "Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3600000).value.then(() => n++);"));
  uint64_t left = isolate.NextTimeout();
  EXPECT_GT(left, uint64_t{0});
  EXPECT_LE(left, uint64_t{3'600'000'000'000});
}

TEST(CppTest, AGuestThatIsEndedHasAReason) {
  hw::Isolate isolate;
  EXPECT_EQ(isolate.Reason(), HW_REASON_NONE);
  isolate.SetTimeout(1'000'000);
  EXPECT_EQ(isolate.Evaluate("for (;;) {}").error().status, HW_TERMINATED);
  EXPECT_EQ(isolate.Reason(), HW_REASON_DEADLINE);
}

TEST(CppTest, JsonIsParsedAndIsAModule) {
  hw::Host host;
  host.ResolveModule([](const hw_module_request&) { return std::optional<std::string>("data.json"); });
  host.LoadModule([](hw_isolate* isolate, const hw_module_request&) {
    return hw::JsonModule(isolate, "{\"a\": [1, 2]}");
  });
  hw::Isolate isolate({.host = host});
  EXPECT_EQ(isolate.ParseJson("{\"a\": [1, 2]}")->Get("a")->Get("length")->AsNumber(), 2);
  EXPECT_EQ(isolate.ParseJson("{").error().status, HW_EXCEPTION);
  ASSERT_TRUE(isolate.EvaluateModule(
      "import it from './data.json' with {type: 'json'}; globalThis.it = it.a[1];", "main.mjs"));
  ASSERT_TRUE(isolate.RunJobs());
  EXPECT_EQ(isolate.Evaluate("it")->AsNumber(), 2);
}

TEST(CppTest, AnImageIsMadeOfItsBytes) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  hw::Isolate isolate;
  ASSERT_TRUE(isolate.Evaluate("globalThis.kept = 7"));
  hw::Result<hw::Image> image = isolate.Freeze();
  ASSERT_TRUE(image) << image.error().text;
  std::vector<std::byte> bytes = image->Bytes();
  hw::Result<hw::Image> again = hw::Image::FromBytes(bytes);
  ASSERT_TRUE(again) << again.error().text;
  hw::Isolate clone({.image = *again});
  EXPECT_EQ(clone.Evaluate("kept")->AsNumber(), 7);
  bytes.resize(bytes.size() / 2);
  EXPECT_FALSE(hw::Image::FromBytes(bytes));
}

TEST(CppTest, AnImageWithAKeyOpensWithThatKeyOnly) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  std::array<std::byte, 16> key = {}, other = {std::byte{1}};
  hw::ImageOptions options{.key = key};
  EXPECT_EQ(options.ToC().key_size, key.size());
  hw::Isolate isolate;
  hw::Result<hw::Image> image = isolate.Freeze();
  ASSERT_TRUE(image) << image.error().text;
  std::vector<std::byte> bytes = image->Bytes(options);
  EXPECT_TRUE(hw::Image::FromBytes(bytes, {}, options));
  EXPECT_FALSE(hw::Image::FromBytes(bytes, {}, {.key = other}));
}

TEST(CppTest, AnImageWhoseSlotsWereReleasedMakesClones) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  hw::Isolate isolate;
  hw::Result<hw::Image> image = isolate.Freeze();
  ASSERT_TRUE(image) << image.error().text;
  {
    hw::Isolate clone({.image = *image});
  }
  image->Trim();
  hw::Isolate clone({.image = *image});
  EXPECT_EQ(clone.Evaluate("1 + 1")->AsNumber(), 2);
}

TEST(CppTest, ScopesKeepValuesInContainers) {
  hw::Isolate isolate;
  std::vector<hw::Value> values;
  hw::Scope scope(isolate.raw());
  {
    hw::Scope inner(isolate.raw());
    values.push_back(*isolate.Evaluate("({n: 1})"));
    EXPECT_TRUE(inner.Escape(values[0]));
  }
  hw_isolate_collect(isolate.raw());
  EXPECT_EQ(values[0].Get("n")->AsNumber(), 1);
  EXPECT_EQ(scope.Escape(values[0]).error().text, "there is no scope around this one");
}

TEST(CppTest, ReferencesAreWeakOrTransientOrFreedLater) {
  hw::Isolate isolate;
  hw::Value object = *isolate.Evaluate("globalThis.o = {n: 2}");
  hw::WeakRef weak(object);
  hw::TransientRef transient(object);
  hw::Ref strong(object), none;
  EXPECT_EQ(weak.get().Get("n")->AsNumber() + transient.get().Get("n")->AsNumber(), 4);
  std::thread([&] { strong.FreeLater(), none.FreeLater(); }).join();
  EXPECT_TRUE(strong.get().IsUndefined());
  weak = hw::WeakRef();
}

TEST(CppTest, ObjectsHaveCppObjectsThatEndWithThem) {
  auto counted = std::make_shared<int>(7);
  {
    hw::Isolate isolate;
    using Counted = std::shared_ptr<int>;
    hw::Result<hw::Value> made =
        isolate.NewExternal(std::make_unique<Counted>(counted), {.label = "counted", .bytes = 100});
    ASSERT_TRUE(made);
    EXPECT_EQ(**made->Data<Counted>(), 7);
    hw::Value object = isolate.Object();
    EXPECT_EQ(object.Data<Counted>(), nullptr);
    EXPECT_TRUE(object.Attach(std::make_unique<Counted>(counted)));
    EXPECT_EQ(object.Attach(std::make_unique<Counted>(counted)).error().text,
              "the object has data of the host's already");
    EXPECT_TRUE(object.OnCollected([counted] {}));
    EXPECT_FALSE(isolate.Number(1).OnCollected([counted] {}));
    EXPECT_EQ(counted.use_count(), 4);
  }
  EXPECT_EQ(counted.use_count(), 1);
  hw::Isolate none{static_cast<hw_isolate*>(nullptr)};
  EXPECT_FALSE(none.NewExternal(std::make_unique<int>(1)));
}

TEST(CppTest, BuffersOverMemoryOfTheProgram) {
  auto memory = std::make_shared<std::vector<uint8_t>>(64, 5);
  hw::Isolate isolate;
  hw::Result<hw::Value> buffer = isolate.ExternalBuffer(*memory, memory);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(memory.use_count(), 2);
  EXPECT_EQ(isolate.ExternalBuffer(*memory, memory, 1 << 20).error().text,
            "a flag of the buffer means nothing");
  EXPECT_EQ(memory.use_count(), 2);
  hw::Result<hw::Value> view = isolate.NewView(HW_VIEW_UINT16, *buffer, 4, 10);
  EXPECT_EQ(view->View()->byte_length, 20u);
  EXPECT_EQ(view->View()->kind, HW_VIEW_UINT16);
  EXPECT_FALSE(isolate.Object().View());
  EXPECT_FALSE(isolate.NewView(HW_VIEW_UINT16, *buffer, 3));
  {
    std::optional<hw::PinnedBytes> pinned = hw::PinnedBytes::Pin(*view);
    ASSERT_TRUE(pinned);
    EXPECT_EQ(pinned->bytes().data(), memory->data() + 4);
    hw::PinnedBytes moved = std::move(*pinned);
    EXPECT_EQ(hw_array_buffer_detach(isolate.raw(), buffer->raw()), HW_EXCEPTION);
  }
  EXPECT_FALSE(hw::PinnedBytes::Pin(isolate.Object()));
  EXPECT_EQ(hw_array_buffer_detach(isolate.raw(), buffer->raw()), HW_OK);
  EXPECT_EQ(memory.use_count(), 1);
}

TEST(CppTest, PropertiesKindsAndWideNumbers) {
  hw::Isolate isolate;
  hw::Value object = isolate.Object(), key = isolate.String("k");
  hw_property property = {};
  property.size = sizeof property;
  property.has_value = true;
  property.value = hw_boolean(true);
  EXPECT_TRUE(*object.Define(key, property));
  EXPECT_EQ((*object.GetOwn(key))->attributes, 0u);
  EXPECT_FALSE(object.GetOwn(isolate.String("none"))->has_value());
  property.value = hw_boolean(false);
  EXPECT_FALSE(*object.Define(key, property));
  EXPECT_EQ(object.OwnKeys(HW_KEYS_STRINGS | HW_KEYS_ALL)->Get(0u)->AsString(), "k");
  EXPECT_TRUE(object.SetPrototype(isolate.Null()));
  EXPECT_TRUE(object.Prototype()->IsNull());
  EXPECT_TRUE(object.SetIntegrity(HW_INTEGRITY_FROZEN));
  EXPECT_FALSE(*object.InstanceOf(*isolate.Evaluate("Object")));
  EXPECT_TRUE(object.Set(isolate.PrivateKey("p"), isolate.Number(1)));
  EXPECT_EQ(object.Get(isolate.PrivateKey("p"))->AsNumber(), 1);
  EXPECT_EQ(object.Kind(), HW_KIND_PLAIN);
  EXPECT_EQ(isolate.Date(5).AsDate(), 5);
  EXPECT_FALSE(object.AsDate());
  bool negative = false;
  const uint64_t words[] = {7, 8};
  EXPECT_THAT(isolate.BigInt(words, true)->Words(&negative), testing::ElementsAre(7, 8));
  EXPECT_TRUE(negative);
  EXPECT_EQ(isolate.Evaluate("new Set([4])")->Entries()->Get(0u)->AsNumber(), 4);
  EXPECT_TRUE(isolate.Symbol(HW_WELL_KNOWN_ITERATOR).IsSymbol());
  EXPECT_EQ(isolate.NewError(HW_ERROR_TYPE, "no")->Get("message")->AsString(), "no");
}

}  // namespace
