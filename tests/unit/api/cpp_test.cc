// The C++ interface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    return hw_throw_error(isolate, HW_RANGE_ERROR, "no");
  });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.InstallHost());
  auto run = [&](const char* source) {
    hw::Result<hw::Value> value = isolate.Evaluate(source);
    return value ? value->ToString().ValueOr("?")
                 : value.error().text.substr(0, value.error().text.find('\n'));
  };
  EXPECT_EQ(run("join('a', undefined, 3) + join('b', 'c', -1)"), "a-3bc-1");
  EXPECT_EQ(run("join('a', 'b', 1.5)"), "TypeError: argument 3 is not of the type that is needed");
  EXPECT_EQ(run("count(); count()"), "undefined");
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(run("apply(x => x + 1, 2)"), "3");
  EXPECT_EQ(run("is_even(4) + ' ' + is_even.length"), "true 1");
  EXPECT_EQ(run("is_even(256)"), "TypeError: argument 1 is not of the type that is needed");
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
  EXPECT_EQ(result.error().reason, HW_FUEL);
  hw::Result<hw::Image> image = hw::Image::Open("/dev/null");
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().text, "");
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
  EXPECT_EQ(isolate.Evaluate("for (;;);").error().reason, HW_FUEL);
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

}  // namespace
