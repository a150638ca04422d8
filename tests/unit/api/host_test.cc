// Hosts and configurations: what they may ask for, what is refused, and how deterministic guests are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "fixture.h"

namespace {

using api_testing::Config;
using api_testing::New;
using api_testing::RunIn;

hw_status Nothing(hw_isolate*, const hw_call*, hw_value*) { return HW_OK; }

std::string WhyNot(const hw_config& config) {
  hw_error error = {};
  hw_isolate* isolate = hw_isolate_new(&config, &error);
  hw_isolate_destroy(isolate);
  return isolate ? "" : error.text;
}
std::string WhyNot(std::vector<hw_function> functions, const hw_hooks* hooks = nullptr) {
  hw_config config = Config();
  config.host = hw_host_new(functions.data(), functions.size(), hooks);
  std::string why = WhyNot(config);
  hw_host_release(config.host);
  return why;
}

hw_hooks Hooks() {
  hw_hooks hooks = {};
  hooks.size = sizeof hooks;
  return hooks;
}

TEST(HostTest, StructsOfNoSizeAreRefused) {
  hw_config config = {};
  config.fuel = 1000;
  EXPECT_EQ(WhyNot(config), "hw_config.size is not set");
  hw_error error = {};
  EXPECT_EQ(hw_pool_new(&config, 1, &error), nullptr);
  EXPECT_STREQ(error.text, "hw_config.size is not set");
  hw_hooks hooks = {};
  EXPECT_EQ(WhyNot({}, &hooks), "hw_hooks.size is not set");
  hw_host* host = hw_host_new(nullptr, 0, nullptr);
  hw_class definition = {};
  definition.name = "Nameless";
  EXPECT_FALSE(hw_host_define(host, &definition, &error));
  EXPECT_STREQ(error.text, "hw_class.size is not set");
  hw_host_release(host);
}

TEST(HostTest, StructsOfOtherVersions) {
  struct Newer {
    hw_config known;
    uint64_t more;
  } newer = {Config(), 0};
  newer.known.size = sizeof newer;
  EXPECT_EQ(WhyNot(newer.known), "");
  newer.more = 1;
  EXPECT_EQ(WhyNot(newer.known), "hw_config asks for what only a newer version of the library has");
  hw_config older = Config();
  older.size = offsetof(hw_config, budget);
  older.budget = reinterpret_cast<hw_budget*>(1);  // not looked at
  EXPECT_EQ(WhyNot(older), "");
}

TEST(HostTest, MistakesAreSentences) {
  EXPECT_EQ(WhyNot({{"a", Nothing, 0, nullptr}, {"b", Nothing, 0, nullptr}}), "");
  EXPECT_EQ(WhyNot({{"a", Nothing, 0, nullptr}, {"a", Nothing, 0, nullptr}}),
            "the host has two functions named 'a'");
  EXPECT_EQ(WhyNot({{"console.log", Nothing, 0, nullptr}}), "the host has two functions named 'console.log'");
  EXPECT_EQ(WhyNot({{"", Nothing, 0, nullptr}}), "a function of the host has no name");
  EXPECT_EQ(WhyNot({{nullptr, Nothing, 0, nullptr}}), "a function of the host has no name");
  EXPECT_EQ(WhyNot({{"été", Nothing, 0, nullptr}}), "the name of the host's function 'été' is not ASCII");
  EXPECT_EQ(WhyNot({{"a", nullptr, 0, nullptr}}), "the host's function 'a' has no callback");
  hw_hooks hooks = Hooks();
  hooks.time_zone = "Middle/Earth";
  EXPECT_EQ(WhyNot({}, &hooks), "no time zone is named 'Middle/Earth'");
  hw_config config = Config();
  config.stack_bytes = size_t{1} << 40;
  EXPECT_EQ(WhyNot(config), "hw_config.stack_bytes is more than 1 GiB");
  config.stack_bytes = SIZE_MAX;
  EXPECT_EQ(WhyNot(config), "hw_config.stack_bytes is more than 1 GiB");
}

TEST(HostTest, WhatItOwnsLivesAsLongAsAnIsolateUsesIt) {
  bool is_gone = false;
  hw_hooks hooks = Hooks();
  hooks.owned = &is_gone;
  hooks.destroy = [](void* owned) { *static_cast<bool*>(owned) = true; };
  hw_config config = Config();
  config.host = hw_host_new(nullptr, 0, &hooks);
  hw_isolate* isolate = New(config);
  hw_host_release(config.host);
  EXPECT_FALSE(is_gone);
  hw_isolate_destroy(isolate);
  EXPECT_TRUE(is_gone);
}

TEST(HostTest, LocalTimeIsThatOfItsTimeZone) {
  auto run = [](const char* name) {
    hw_hooks hooks = Hooks();
    hooks.time_zone = name;
    hw_config config = Config();
    config.host = hw_host_new(nullptr, 0, &hooks);
    hw_isolate* isolate = New(config);
    std::string text = RunIn(isolate, "String(new Date(2026, 6, 1).getTime() / 36e5 % 24) + new Date(0)");
    if (hw_isolate_reset(isolate))
      EXPECT_EQ(RunIn(isolate, "String(new Date(2026, 6, 1).getTime() / 36e5 % 24) + new Date(0)"), text);
    hw_isolate_destroy(isolate);
    hw_host_release(config.host);
    return text;
  };
  // Whatever the process's is.
  EXPECT_EQ(run("Asia/Tokyo"), "15Thu Jan 01 1970 09:00:00 GMT+0900 (Japan Standard Time)");
  EXPECT_EQ(run("Etc/UTC"), "0Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)");
}

TEST(HostTest, GuestsMakeNoCodeOfStringsWhereItIsForbidden) {
  hw_config config = Config();
  config.no_eval = true;
  hw_isolate* isolate = New(config);
  auto expect_refused = [&] {
    for (const char* source : {
             "eval('1')",
             "(0, eval)('1')",
             "new Function('return 1')()",
             "Function()",
             "(() => {}).constructor('return 1')()",
             "(async () => {}).constructor('return 1')",
             "(function* () {}).constructor('')",
             "Reflect.construct(Function, ['a', 'b'], Array)",
         }) {
      EXPECT_THAT(RunIn(isolate, source), ::testing::StartsWith("throws EvalError: ")) << source;
    }
    EXPECT_EQ(RunIn(isolate, "eval(7) + JSON.parse('[1]')[0] + (() => 1)()"), "9");
  };
  expect_refused();
  if (hw_isolate_reset(isolate)) expect_refused();
  hw_isolate_destroy(isolate);
}

TEST(HostTest, JobsRunFewAtATime) {
  hw_isolate* isolate = New(Config());
  RunIn(isolate, "globalThis.n = 0; for (let i = 0; i < 10; i++) Promise.resolve().then(() => n++)");
  EXPECT_EQ(hw_run_some_jobs(isolate, 0), HW_OK);
  EXPECT_EQ(RunIn(isolate, "n"), "0");
  EXPECT_EQ(hw_run_some_jobs(isolate, 4), HW_OK);
  EXPECT_EQ(RunIn(isolate, "n"), "4");
  EXPECT_TRUE(hw_has_jobs(isolate));
  EXPECT_EQ(hw_run_some_jobs(isolate, 100), HW_OK);
  EXPECT_EQ(RunIn(isolate, "n"), "10");
  EXPECT_FALSE(hw_has_jobs(isolate));
  // A chain that never ends gives control back.
  RunIn(isolate, "const f = () => { n++; Promise.resolve().then(f) }; f()");
  EXPECT_EQ(hw_run_some_jobs(isolate, 100), HW_OK);
  EXPECT_EQ(RunIn(isolate, "n"), "111");
  hw_isolate_destroy(isolate);
}

TEST(HostTest, BigIntsAndUtf16ComeBackWhole) {
  hw_isolate* isolate = New(Config());
  for (int64_t n : {int64_t{0}, int64_t{-1}, int64_t{1} << 53, INT64_MAX, INT64_MIN}) {
    int64_t back = 1;
    EXPECT_TRUE(hw_as_int64(isolate, hw_bigint(isolate, n), &back));
    EXPECT_EQ(back, n);
  }
  int64_t back = 5;
  for (const char* source : {"2n ** 63n", "-(2n ** 63n) - 1n", "2n ** 80n", "1", "'1'", "({})"}) {
    hw_value value = hw_undefined();
    ASSERT_EQ(hw_evaluate(isolate, source, HW_ZERO_TERMINATED, "", &value), HW_OK);
    EXPECT_FALSE(hw_as_int64(isolate, value, &back)) << source;
  }
  EXPECT_EQ(back, 5);

  const uint16_t units[] = {'a', 0, 0xD800, 0x20AC, 0xDC00};  // two lone surrogates
  hw_value string = hw_string_utf16(isolate, units, 5);
  uint16_t read[5] = {};
  EXPECT_EQ(hw_utf16(isolate, string, nullptr, 0), 5u);
  EXPECT_EQ(hw_utf16(isolate, string, read, 2), 5u);
  EXPECT_EQ(read[2], 0);
  EXPECT_EQ(hw_utf16(isolate, string, read, 5), 5u);
  EXPECT_EQ(std::memcmp(units, read, sizeof units), 0);
  EXPECT_EQ(hw_utf16(isolate, hw_string(isolate, "\xc3\xa9", 2), read, 5), 1u);
  EXPECT_EQ(read[0], 0xE9);
  EXPECT_EQ(hw_utf16(isolate, hw_number(isolate, 1), read, 5), 0u);
  hw_isolate_destroy(isolate);
}

TEST(HostTest, BytesGoInAsUint8Arrays) {
  hw_isolate* isolate = New(Config());
  hw_value array = hw_undefined();
  ASSERT_EQ(hw_uint8_array(isolate, "\1\2\3", 3, &array), HW_OK);
  hw_set_named(isolate, hw_global(isolate), "a", array);
  EXPECT_EQ(RunIn(isolate, "a.constructor.name + a.join() + a.buffer.byteLength"), "Uint8Array1,2,33");
  ASSERT_EQ(hw_uint8_array(isolate, nullptr, 2, &array), HW_OK);
  hw_set_named(isolate, hw_global(isolate), "a", array);
  EXPECT_EQ(RunIn(isolate, "a.join()"), "0,0");
  EXPECT_EQ(hw_uint8_array(isolate, nullptr, size_t{1} << 40, &array), HW_EXCEPTION);
  hw_isolate_destroy(isolate);
}

}  // namespace
