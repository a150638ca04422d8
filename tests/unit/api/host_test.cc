// Hosts and configurations: what they may ask for, what is refused, and how deterministic guests are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "api/records.h"
#include "fixture.h"
#include "jit/code/code_space.h"
#include "jit/tiers.h"

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
  config = Config();
  config.gc_threads = 65;
  EXPECT_EQ(WhyNot(config), "hw_config.gc_threads is more than 64");
}

TEST(HostTest, HelpersCollectWhereTheHostAsksForThem) {
  hw_config config = Config();
  config.gc_threads = 1;
  hw_isolate* isolate = New(config);
  for (int i = 0; i < 2; i++) {
    EXPECT_EQ(RunIn(isolate, R"(
      const list = [];
      for (let i = 0; i < 400000; i++) list[i % 1000] = { i, text: `${i}`, next: list[(i + 1) % 1000]?.text };
      list.every((o, n) => o.i % 1000 === n && o.text === String(o.i)))"),
              "true");
    hw_usage usage = {};
    usage.size = sizeof usage;
    hw_isolate_usage(isolate, &usage);
    EXPECT_GT(usage.collections, 0u);
    if (!hw_isolate_reset(isolate)) break;
  }
  hw_isolate_destroy(isolate);
}

TEST(HostTest, AStartIsOneOfThoseThereAre) {
  for (unsigned number : {0u, 1u, 2u, 3u, 77u, ~0u}) {
    hw_config config = Config();
    std::memcpy(&config.start, &number, sizeof number);
    EXPECT_EQ(WhyNot(config), number <= 2 ? "" : "hw_config.start is no hw_start") << number;
  }
}

TEST(HostTest, ImagesSayAllThatTheirHostLacks) {
  std::vector<hw_function> functions = {
      {"a", Nothing, 0, nullptr}, {"b", Nothing, 0, nullptr}, {"c", Nothing, 0, nullptr}};
  hw_config config = Config();
  config.host = hw_host_new(functions.data(), 3, nullptr);
  hw_isolate* isolate = New(config);
  hw_error error = {};
  hw_image* image = hw_isolate_freeze(isolate, &error);
  hw_isolate_destroy(isolate);
  hw_host_release(config.host);
  if (!image) GTEST_SKIP() << error.text;  // full pointers
  config.image = image;
  config.host = hw_host_new(&functions[1], 1, nullptr);
  EXPECT_EQ(WhyNot(config), "the image needs the native functions 'a', 'c', which the host does not provide");
  hw_host_release(config.host);
  config.host = nullptr;
  EXPECT_EQ(WhyNot(config),
            "the image needs the native functions 'a', 'b', 'c', which the host does not provide");
  hw_image_release(image);
}

hw_status DestroyItself(hw_isolate* isolate, const hw_call* call, hw_value*) {
  hw_isolate_destroy(isolate);
  hw_pool_give(static_cast<hw_pool*>(*static_cast<void**>(call->data)), isolate);
  EXPECT_FALSE(hw_isolate_reset(isolate));
  return HW_OK;
}

TEST(HostTest, AnIsolateIsNotDestroyedFromInside) {
  void* pool = nullptr;
  hw_function function = {"end", DestroyItself, 0, &pool};
  hw_config config = Config();
  config.host = hw_host_new(&function, 1, nullptr);
  pool = hw_pool_new(&config, 1, nullptr);
  hw_isolate* isolate = hw_pool_take(static_cast<hw_pool*>(pool), nullptr);
  hw_install_host(isolate, hw_global(isolate));
  EXPECT_EQ(RunIn(isolate, "end(); 6 * 7"), "42");
  hw_pool_give(static_cast<hw_pool*>(pool), isolate);
  hw_pool_destroy(static_cast<hw_pool*>(pool));
  hw_host_release(config.host);
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

#if HALFWORD_TEMPORAL
TEST(HostTest, TemporalHasItsClockAndTimeZone) {
  hw_hooks hooks = Hooks();
  hooks.time_zone = "Asia/Tokyo";
  hooks.milliseconds = [](void*) { return 1709208000123.5; };
  hw_config config = Config();
  config.host = hw_host_new(nullptr, 0, &hooks);
  hw_isolate* isolate = New(config);
  EXPECT_EQ(RunIn(isolate, "Temporal.Now.zonedDateTimeISO().toString()"),
            "2024-02-29T21:00:00.1235+09:00[Asia/Tokyo]");
  EXPECT_EQ(RunIn(isolate, "String(Date.now() - Temporal.Now.instant().epochMilliseconds)"), "0");
  EXPECT_EQ(RunIn(isolate, "Temporal.Now.plainDateISO().toString() + Temporal.Now.plainTimeISO('UTC').hour"),
            "2024-02-2912");
  if (HALFWORD_INTL)
    EXPECT_EQ(RunIn(isolate, "new Intl.DateTimeFormat().resolvedOptions().timeZone"), "Asia/Tokyo");
  hw_isolate_destroy(isolate);
  hw_host_release(config.host);
}

TEST(HostTest, AClockThatIsWrongStaysInTheRangeOfTemporal) {
  static double now;
  hw_hooks hooks = Hooks();
  hooks.milliseconds = [](void*) { return now; };
  hw_config config = Config();
  config.host = hw_host_new(nullptr, 0, &hooks);
  hw_isolate* isolate = New(config);
  const std::pair<double, const char*> kClocks[] = {{HUGE_VAL, "+275760-09-13T00:00:00Z"},
                                                    {-HUGE_VAL, "-271821-04-20T00:00:00Z"},
                                                    {std::nan(""), "1970-01-01T00:00:00Z"},
                                                    {-0.25, "1969-12-31T23:59:59.99975Z"}};
  for (const auto& [clock, text] : kClocks) {
    now = clock;
    EXPECT_EQ(RunIn(isolate, "Temporal.Now.instant().toString()"), text) << clock;
  }
  hw_isolate_destroy(isolate);
  hw_host_release(config.host);
}
#endif

TEST(HostTest, NothingIsCompiledWhereItIsForbidden) {
  for (bool no_jit : {false, true}) {
    hw_config config = Config();
    config.no_jit = no_jit;
    hw_isolate* isolate = New(config);
    for (int i = 0; i < 2; i++) {
      EXPECT_EQ(RunIn(isolate, "let n = 0; for (let i = 0; i < 20000; i++) n += i; n"), "199990000");
      uint64_t functions = 0;
      isolate->owner->Enter([&](halfword::Isolate& inside) {
        functions = halfword::jit::StatisticsOf(halfword::NativeStateOf(inside)).functions;
      });
      EXPECT_EQ(functions != 0, !no_jit && halfword::jit::CodeSpace::Get().is_available());
      if (!hw_isolate_reset(isolate)) break;
    }
    hw_isolate_destroy(isolate);
  }
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

TEST(HostTest, ProposalsAreThereWhereTheyAreAskedFor) {
  constexpr const char* kAsk =
      "let syntax = 'on'; try { eval('() => import.defer(1)') } catch { syntax = 'off' }"
      "typeof ArrayBuffer.prototype.transferToImmutable + ' ' + syntax";
  hw_config config = Config();
  hw_isolate* without = New(config);
  EXPECT_EQ(RunIn(without, kAsk), "undefined off");
  hw_isolate_destroy(without);
  config.features = HW_FEATURE_HARMONY;
  hw_isolate* with = New(config);
  EXPECT_EQ(RunIn(with, kAsk), "function on");
  if (hw_isolate_reset(with)) EXPECT_EQ(RunIn(with, kAsk), "function on");
  // An image keeps them.
  if (hw_image* image = hw_isolate_freeze(with, nullptr)) {
    hw_config cloned = Config();
    cloned.image = image;
    hw_isolate* clone = New(cloned);
    EXPECT_EQ(RunIn(clone, "typeof ArrayBuffer.prototype.transferToImmutable"), "function");
    hw_isolate_destroy(clone);
    hw_image_release(image);
  }
  hw_isolate_destroy(with);
  // One made in the slot of such an isolate has none of them.
  hw_isolate* after = New(Config());
  EXPECT_EQ(RunIn(after, kAsk), "undefined off");
  hw_isolate_destroy(after);
  config.features = 4;
  EXPECT_EQ(WhyNot(config), "hw_config.features has a bit that means nothing");
}

class ConsoleTest : public ::testing::Test {
 protected:
  ConsoleTest() {
    hw_hooks hooks = Hooks();
    hooks.data = &lines_;
    hooks.milliseconds = [](void*) { return 1000.0; };
    hooks.console = [](void* data, hw_isolate*, hw_console_level level, const char* text, size_t size) {
      static_cast<std::vector<std::string>*>(data)->push_back(std::to_string(level) +
                                                              std::string(text, size));
    };
    hw_config config = Config();
    config.host = hw_host_new(nullptr, 0, &hooks);
    isolate_ = New(config);
    hw_host_release(config.host);
  }
  ~ConsoleTest() override { hw_isolate_destroy(isolate_); }
  std::vector<std::string> Lines(const std::string& source) {
    lines_.clear();
    EXPECT_EQ(RunIn(isolate_, source), "undefined");
    return lines_;
  }

  std::vector<std::string> lines_;
  hw_isolate* isolate_;
};

TEST_F(ConsoleTest, ShowsWhatThereIs) {
  EXPECT_THAT(Lines("console.log('%s is %d', 'a', 3, {x: [1, new Map([[1, 'b']])]})"),
              ElementsAre("0a is 3 { x: [ 1, Map(1) { 1 => 'b' } ] }"));
  EXPECT_THAT(Lines("const c = {}; c.c = c; console.warn(c)"), ElementsAre("2<ref *1> { c: [Circular *1] }"));
  EXPECT_THAT(Lines("console.info(1); console.debug(2); console.error(new Error('e').message)"),
              ElementsAre("11", "42", "3e"));
  EXPECT_THAT(Lines("console.log({get a() { throw 1 }, toJSON() { throw 2 }})"),
              ElementsAre("0{ a: [Getter], toJSON: [Function: toJSON] }"));
}

TEST_F(ConsoleTest, HasAllItsFunctions) {
  EXPECT_THAT(Lines("console.group('in'); console.log('a\\nb'); console.groupEnd(); console.log('c')"),
              ElementsAre("0in", "0  a\n  b", "0c"));
  EXPECT_THAT(Lines("console.assert(true, 'no'); console.assert(false, 'yes')"),
              ElementsAre("3Assertion failed: yes"));
  EXPECT_THAT(Lines("console.count(); console.count(); console.countReset('x')"),
              ElementsAre("0default: 1", "0default: 2", "2Warning: Count for 'x' does not exist"));
  EXPECT_THAT(Lines("console.dir([1]); console.trace('here')"),
              ElementsAre("0[ 1 ]", ::testing::StartsWith("3Trace: here\n    at test.js:1:")));
  EXPECT_THAT(Lines("console.table([{a: 1}])"), ElementsAre(HasSubstr("│ (index) │ a │")));
  // The clock is the host's.
  EXPECT_THAT(Lines("console.time('t'); for (let i = 0; i < 1e5; i++); console.timeEnd('t')"),
              ElementsAre("0t: 0ms"));
}

TEST_F(ConsoleTest, ImagesOfItNeedNoHost) {
  Lines("void (globalThis.log = console.log)");
  hw_error error = {};
  hw_config config = Config();
  config.image = hw_isolate_freeze(isolate_, &error);
  if (!config.image) GTEST_SKIP() << error.text;  // full pointers
  hw_isolate* clone = New(config);
  EXPECT_EQ(RunIn(clone, "log('to nobody'); console.count(); typeof log"), "function");
  hw_isolate_destroy(clone);
  hw_image_release(config.image);
}

TEST_F(ConsoleTest, LeavesNothingToTheNextTenant) {
  Lines("console.group('g'); console.count('secret')");
  if (!hw_isolate_reset(isolate_)) GTEST_SKIP() << "full pointers have no images";
  EXPECT_THAT(Lines("console.log('a'); console.count('secret')"), ElementsAre("0a", "0secret: 1"));
}

TEST_F(ConsoleTest, BoundsWhatAGuestMakesOfItsHostsMemory) {
  Lines("for (let i = 0; i < 1e4; i++) { console.count('label' + i); console.time(i + 'x'.repeat(1e4)) }");
  EXPECT_EQ(lines_.size(), 101u);
  EXPECT_EQ(lines_.back(), "2Warning: console.count() keeps 100 labels, and no more");
  Lines("let a = 'x'.repeat(1e4); for (let i = 0; i < 3; i++) a = Array(100).fill(a); console.log(a)");
  EXPECT_LT(lines_[0].size(), (1u << 20) + 100);
  Lines("console.table(Array(1e5).fill({a: 1}))");
  EXPECT_LT(lines_[0].size(), 1u << 20);
  Lines("for (let i = 0; i < 1e5; i++) console.group(); console.log('deep')");
  EXPECT_LT(lines_.back().size(), 2000u);
}

TEST_F(ConsoleTest, CutsWhatIsLongerThanAMegabyte) {
  constexpr char kMark[] = "... cut after 1048576 bytes";
  // The indentation of groups is part of the text.
  Lines("for (let i = 0; i < 500; i++) console.group(); console.log('\\n'.repeat(1e6)); console.groupEnd()");
  ASSERT_EQ(lines_.size(), 1u);
  EXPECT_EQ(lines_[0].size(), 1 + (1u << 20) + sizeof kMark - 1);
  EXPECT_THAT(lines_[0], ::testing::EndsWith(kMark));
  Lines("for (let i = 0; i < 500; i++) console.groupEnd(); console.log('x'.repeat(2 ** 20))");
  EXPECT_EQ(lines_, std::vector{"0" + std::string(1 << 20, 'x')});
  Lines("console.log('x'.repeat(2 ** 20 + 1))");
  EXPECT_EQ(lines_, std::vector{"0" + std::string(1 << 20, 'x') + kMark});
  // Never inside a character.
  Lines("console.log('x', '\\u20ac'.repeat(2 ** 20))");
  ASSERT_EQ(lines_.size(), 1u);
  EXPECT_THAT(lines_[0], ::testing::EndsWith("\u20ac... cut after 1048574 bytes"));
  Lines("console.log({a: Array(50).fill('x'.repeat(1e4)), b: Array(90).fill('x'.repeat(1e4))})");
  EXPECT_LT(lines_[0].size(), (1u << 20) + 100);
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

TEST(HostTest, WaitsOfTheGuestTimeOut) {
  hw_isolate* isolate = New(Config());
  EXPECT_EQ(hw_next_timeout(isolate), UINT64_MAX);
  RunIn(isolate,
        "globalThis.out = ''; const all = new Int32Array(new SharedArrayBuffer(8));"
        "Atomics.waitAsync(all, 0, 0, 1).value.then(r => { out += r });"
        "Atomics.waitAsync(all, 1, 0, 1e6).value.then(r => { out += r }); 0");
  while (hw_next_timeout(isolate) != 0) continue;
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  EXPECT_EQ(RunIn(isolate, "out"), "timed-out");
  uint64_t next = hw_next_timeout(isolate);
  EXPECT_TRUE(next > 0 && next < UINT64_MAX) << next;
  RunIn(isolate, "Atomics.notify(all, 1); 0");
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  EXPECT_EQ(RunIn(isolate, "out"), "timed-outok");
  EXPECT_EQ(hw_next_timeout(isolate), UINT64_MAX);
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
