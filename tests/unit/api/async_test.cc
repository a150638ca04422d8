// Promises that a host watches, jobs that it queues, the value that asynchronous code carries, and the hook
// that wakes a host.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "api/records.h"
#include "api/values.h"
#include "fixture.h"
#include "halfword/halfword.hpp"
#include "objects/library/structured_data.h"
#include "objects/memory/waiter_list.h"

namespace api_testing {
namespace {

// What the hooks were told, as text.
struct Told {
  std::vector<std::string> settled;
  std::atomic<int> woken{0};
  void (*on_settled)(hw_isolate*) = nullptr;
};

void Settled(void* data, hw_isolate* isolate, uint64_t token, hw_promise_state state, hw_value result) {
  auto* told = static_cast<Told*>(data);
  std::string text = std::to_string(token) + (state == HW_PROMISE_FULFILLED ? " fulfilled " : " rejected ");
  EXPECT_EQ(hw_isolate_entered(), isolate);
  told->settled.push_back(text + hw::Value(isolate, result).ToString().ValueOr("?"));
  if (told->on_settled) told->on_settled(isolate);
}
void Woken(void* data, hw_isolate*) { static_cast<Told*>(data)->woken++; }

hw_status GetContext(hw_isolate* isolate, const hw_call*, hw_value* result) {
  *result = hw_async_context(isolate);
  return HW_OK;
}
hw_status SetContext(hw_isolate* isolate, const hw_call* call, hw_value*) {
  hw_set_async_context(isolate, call->argument_count ? call->arguments[0] : hw_undefined());
  return HW_OK;
}
hw_status Wait(hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }

class AsyncTest : public testing::Test {
 protected:
  AsyncTest() {
    const hw_function functions[] = {
        {"get", GetContext, 0, nullptr}, {"set", SetContext, 1, nullptr}, {"wait", Wait, 0, nullptr}};
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.data = &told_;
    hooks.promise_settled = Settled;
    hooks.wake = Woken;
    host_ = hw_host_new(functions, std::size(functions), &hooks);
    config_ = Config();
    config_.host = host_;
    isolate_ = New(config_);
    hw_install_host(isolate_, hw_global(isolate_));
    // Runs f with a value, as AsyncLocalStorage does.
    Run("function run(value, f, ...rest) { let old = get(); set(value); try { return f(...rest) } finally { "
        "set(old) } } var log = []; const note = what => { log.push(what + ':' + get()) }; 1");
  }
  ~AsyncTest() override {
    hw_isolate_destroy(isolate_);
    hw_host_release(host_);
  }
  std::string Run(const std::string& source) { return RunIn(isolate_, source); }
  hw_value Evaluate(const std::string& source) {
    hw_value value = hw_undefined();
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK) << ThrownIn(isolate_);
    return value;
  }
  // Runs a script and its jobs, and gives back what it has noted.
  std::string Log(const std::string& source) {
    EXPECT_EQ(Run("log = []; " + source + "; 1"), "1") << source;
    EXPECT_EQ(hw_run_jobs(isolate_), HW_OK) << ThrownIn(isolate_);
    EXPECT_EQ(Context(), "undefined") << source;
    return Run("log.join(' ')");
  }
  std::string Context() { return hw::Value(isolate_, hw_async_context(isolate_)).ToString().ValueOr("?"); }
  // Runs a script, and its jobs, that carries an object. Returns a weak reference to that.
  [[gnu::noinline]] hw_ref RunCarrying(const char* source) {
    hw_value value = hw_object(isolate_);
    hw_set_async_context(isolate_, value);
    Evaluate(source);
    hw_ref watched = hw_ref_create(isolate_, value, HW_REF_WEAK);
    hw_set_async_context(isolate_, hw_undefined());
    EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
    return watched;
  }
  hw_isolate* CloneOf(hw_isolate* isolate) {
    hw_error error = {};
    hw_image* image = hw_isolate_freeze(isolate, &error);
    EXPECT_NE(image, nullptr) << error.text;
    hw_config config = config_;
    config.image = image;
    hw_isolate* clone = New(config);
    hw_image_release(image);
    return clone;
  }

  Told told_;
  hw_host* host_;
  hw_config config_;
  hw_isolate* isolate_;
};

// ---- Watching ----

TEST_F(AsyncTest, WatchedPromisesAreTold) {
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("new Promise(r => { globalThis.r = r })"), 1), HW_OK);
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("Promise.resolve('now')"), UINT64_MAX), HW_OK);
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("Promise.reject('no')"), 0), HW_OK);
  EXPECT_TRUE(told_.settled.empty());
  EXPECT_TRUE(hw_has_jobs(isolate_));
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(told_.settled, (std::vector<std::string>{"18446744073709551615 fulfilled now", "0 rejected no"}));
  told_.settled.clear();
  Run("r(Promise.resolve('later'))");
  EXPECT_EQ(hw_run_some_jobs(isolate_, 2), HW_OK);
  EXPECT_TRUE(told_.settled.empty());
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(told_.settled, (std::vector<std::string>{"1 fulfilled later"}));
}

TEST_F(AsyncTest, APromiseIsWatchedAsOftenAsIsAskedFor) {
  hw_value promise;
  hw_promise_new(isolate_, &promise);
  for (uint64_t token = 1; token <= 3; token++)
    EXPECT_EQ(hw_promise_watch(isolate_, promise, token << 40), HW_OK);
  EXPECT_EQ(hw_promise_reject(isolate_, promise, hw_number(isolate_, 5)), HW_OK);
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(told_.settled, (std::vector<std::string>{"1099511627776 rejected 5", "2199023255552 rejected 5",
                                                     "3298534883328 rejected 5"}));
}

TEST_F(AsyncTest, AWatchedRejectionCountsAsHandled) {
  struct Rejections {
    int unhandled = 0, handled = 0;
  } rejections;
  hw_hooks hooks = {};
  hooks.size = sizeof hooks;
  hooks.data = &rejections;
  hooks.rejection = [](void* data, hw_isolate*, hw_value, bool handled) {
    auto* r = static_cast<Rejections*>(data);
    (handled ? r->handled : r->unhandled)++;
  };
  hooks.promise_settled = [](void*, hw_isolate*, uint64_t, hw_promise_state, hw_value) {};
  hw_host* host = hw_host_new(nullptr, 0, &hooks);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  hw_value promise;
  hw_promise_new(isolate, &promise);
  EXPECT_EQ(hw_promise_watch(isolate, promise, 1), HW_OK);
  hw_promise_reject(isolate, promise, hw_undefined());
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  EXPECT_EQ(rejections.unhandled, 0);
  hw_promise_new(isolate, &promise);
  hw_promise_reject(isolate, promise, hw_undefined());
  EXPECT_EQ(rejections.unhandled, 1);
  EXPECT_EQ(hw_promise_watch(isolate, promise, 1), HW_OK);
  EXPECT_EQ(rejections.handled, 1);
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

TEST_F(AsyncTest, TheHookMayUseTheIsolate) {
  told_.on_settled = [](hw_isolate* isolate) {
    hw_value value;
    EXPECT_EQ(hw_evaluate(isolate, "Promise.resolve().then(() => { globalThis.after = 'after' }); 5",
                          HW_ZERO_TERMINATED, "s", &value),
              HW_OK);
    EXPECT_EQ(hw_as_number(isolate, value), 5);
    // What it throws is the hook's affair, and no call waits.
    EXPECT_EQ(hw_evaluate(isolate, "throw 1", HW_ZERO_TERMINATED, "s", &value), HW_EXCEPTION);
    EXPECT_EQ(hw_evaluate(isolate, "wait()", HW_ZERO_TERMINATED, "s", &value), HW_EXCEPTION);
    EXPECT_EQ(ThrownIn(isolate), "TypeError: wait can't be suspended here: a hook of the host has called");
  };
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("Promise.resolve(1)"), 1), HW_OK);
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(Run("after"), "after");
  told_.on_settled = [](hw_isolate* isolate) { hw_terminate(isolate); };
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("Promise.resolve(1)"), 2), HW_OK);
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("Promise.resolve(1)"), 3), HW_OK);
  EXPECT_EQ(hw_run_jobs(isolate_), HW_TERMINATED);
  EXPECT_EQ(told_.settled.size(), 2u);
  if (hw_isolate_reset(isolate_)) EXPECT_EQ(Run("1"), "1");
}

TEST_F(AsyncTest, WatchesGoIntoImages) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  hw_value promise = Evaluate("globalThis.p = new Promise(r => { globalThis.r = r })");
  EXPECT_EQ(hw_promise_watch(isolate_, promise, 77), HW_OK);
  EXPECT_EQ(hw_promise_watch(isolate_, Evaluate("Promise.resolve('waits')"), 78), HW_OK);
  hw_isolate* clone = CloneOf(isolate_);
  EXPECT_EQ(RunIn(clone, "r(1)"), "undefined");
  EXPECT_EQ(hw_run_jobs(clone), HW_OK);
  EXPECT_EQ(told_.settled, (std::vector<std::string>{"78 fulfilled waits", "77 fulfilled 1"}));
  hw_isolate_destroy(clone);
  // With a host that has no such hook nobody is told.
  hw_error error = {};
  hw_image* image = hw_isolate_freeze(isolate_, &error);
  hw_host* host = hw_host_new(
      std::vector<hw_function>{
          {"get", GetContext, 0, nullptr}, {"set", SetContext, 1, nullptr}, {"wait", Wait, 0, nullptr}}
          .data(),
      3, nullptr);
  hw_config config = Config();
  config.image = image;
  config.host = host;
  clone = New(config);
  EXPECT_EQ(hw_run_jobs(clone), HW_OK);
  EXPECT_EQ(told_.settled.size(), 2u);
  EXPECT_EQ(hw_promise_watch(clone, hw_undefined(), 1), HW_INVALID);
  EXPECT_STREQ(hw_mistake(clone), "the host has no hook promise_settled");
  hw_isolate_destroy(clone);
  hw_image_release(image);
  hw_host_release(host);
}

TEST_F(AsyncTest, WatchingRefusesMistakes) {
  EXPECT_EQ(hw_promise_watch(isolate_, hw_object(isolate_), 1), HW_EXCEPTION);
  EXPECT_EQ(ThrownIn(isolate_), "TypeError: a promise is needed");
  EXPECT_EQ(hw_promise_watch(nullptr, hw_undefined(), 1), HW_INVALID);
  hw_isolate* other = New(Config());
  EXPECT_EQ(hw_promise_watch(isolate_, hw_object(other), 1), HW_INVALID);
  EXPECT_EQ(hw_promise_watch(other, hw_undefined(), 1), HW_INVALID);
  EXPECT_STREQ(hw_mistake(other), "the host has no hook promise_settled");
  hw_isolate_destroy(other);
  hw_value promise;
  hw_promise_new(isolate_, &promise);
  hw_terminate(isolate_);
  EXPECT_EQ(hw_promise_watch(isolate_, promise, 1), HW_TERMINATED);
}

// ---- Queued jobs ----

TEST_F(AsyncTest, JobsRunInTheOrderInWhichTheyCame) {
  Run("var jobs = []; function job(...all) { jobs.push([this === globalThis || this === undefined, "
      "...all].join()) }");
  hw_value job = Evaluate("job");
  std::vector<hw_value> numbers;
  for (int i = 0; i < 30; i++) numbers.push_back(hw_number(isolate_, i));
  EXPECT_EQ(hw_queue_job(isolate_, job, nullptr, 0), HW_OK);
  Run("Promise.resolve().then(() => { jobs.push('promise') })");
  EXPECT_EQ(hw_queue_job(isolate_, job, numbers.data(), 2), HW_OK);
  EXPECT_EQ(Run("jobs.length"), "0");
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(Run("jobs.join(';')"), "true;promise;true,0,1");
  EXPECT_EQ(hw_queue_job(isolate_, job, numbers.data(), numbers.size()), HW_OK);
  // Also in an image.
#if HALFWORD_COMPRESS
  hw_isolate* clone = CloneOf(isolate_);
  EXPECT_EQ(hw_run_jobs(clone), HW_OK);
  EXPECT_EQ(RunIn(clone, "jobs[3].length"),
            std::to_string(std::string("true,0,1,2,3,4,5,6,7,8,9").size() + 60));
  hw_isolate_destroy(clone);
#endif
}

TEST_F(AsyncTest, WhatAJobThrowsIsAnExceptionOfWhoRunsIt) {
  EXPECT_EQ(hw_queue_job(isolate_, Evaluate("() => { throw new Error('job') }"), nullptr, 0), HW_OK);
  EXPECT_EQ(hw_queue_job(isolate_, Evaluate("() => { globalThis.second = 2 }"), nullptr, 0), HW_OK);
  hw_set_async_context(isolate_, hw_number(isolate_, 9));
  EXPECT_EQ(hw_run_jobs(isolate_), HW_EXCEPTION);
  EXPECT_EQ(ThrownIn(isolate_), "Error: job");
  EXPECT_EQ(Context(), "9");
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(Run("second"), "2");
  EXPECT_EQ(hw_queue_job(isolate_, hw_object(isolate_), nullptr, 0), HW_EXCEPTION);
  EXPECT_EQ(ThrownIn(isolate_), "TypeError: a function is needed");
  EXPECT_EQ(hw_queue_job(isolate_, Evaluate("() => 1"), nullptr, 3), HW_INVALID);
  hw_isolate* other = New(Config());
  hw_value foreign = hw_object(other);
  EXPECT_EQ(hw_queue_job(isolate_, Evaluate("() => 1"), &foreign, 1), HW_INVALID);
  hw_isolate_destroy(other);
  EXPECT_EQ(hw_queue_job(nullptr, hw_undefined(), nullptr, 0), HW_INVALID);
}

TEST_F(AsyncTest, JobsWithoutMemoryEndTheGuest) {
  hw_config config = config_;
  config.memory_limit = 2 << 20;
  hw_isolate* isolate = New(config);
  hw_value function, promise;
  hw_evaluate(isolate, "() => 1", HW_ZERO_TERMINATED, "s", &function);
  hw_promise_new(isolate, &promise);
  hw_status status = HW_OK;
  for (int i = 0; status == HW_OK && i < 1'000'000; i++)
    status = i % 2 ? hw_queue_job(isolate, function, &function, 1) : hw_promise_watch(isolate, promise, 1);
  EXPECT_EQ(status, HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_MEMORY);
  hw_isolate_destroy(isolate);
}

// ---- The value that asynchronous code carries ----

TEST_F(AsyncTest, PromiseReactionsCarryIt) {
  EXPECT_EQ(Log("run('a', () => Promise.resolve().then(() => note(1)).then(() => note(2))); run('b', () => "
                "Promise.reject(0).catch(() => note(3)).finally(() => note(4))); note(0)"),
            "0:undefined 1:a 3:b 2:a 4:b");
  // It is that of where `then` was called, not of where the promise was settled.
  EXPECT_EQ(Log("var settle, p = run('made', () => new Promise(r => { settle = r })); run('then', () => "
                "p.then(() => "
                "note(1))); run('settled', () => settle())"),
            "1:then");
  EXPECT_EQ(Log("run('t', () => Promise.resolve({then(f) { note('thenable'); f() }}).then(() => note(1)))"),
            "thenable:t 1:t");
  EXPECT_EQ(Log("run('all', () => Promise.all([1, Promise.resolve(2)]).then(() => note(1)))"), "1:all");
  // What a job sets is its own.
  EXPECT_EQ(
      Log("Promise.resolve().then(() => { set('x'); Promise.resolve().then(() => note(1)) }).then(() => "
          "note(2))"),
      "1:x 2:undefined");
}

TEST_F(AsyncTest, AsyncFunctionsCarryIt) {
  EXPECT_EQ(Log("async function f(n) { note(n); await 1; note(n); await new Promise(r => r()); note(n); try "
                "{ await "
                "Promise.reject() } catch { note(n) } } run('a', f, 1); run('b', f, 2); note(0)"),
            "1:a 2:b 0:undefined 1:a 2:b 1:a 2:b 1:a 2:b");
  EXPECT_EQ(Log("(async () => { await 1; set('own'); await 2; note(1); await (async () => { await 3; "
                "set('inner') })(); "
                "note(2) })()"),
            "1:own 2:own");
  EXPECT_EQ(Log("run('a', async () => { for await (let x of [1, Promise.resolve(2)]) note(x) })"), "1:a 2:a");
}

TEST_F(AsyncTest, GeneratorsCarryIt) {
  std::string generator =
      "function* g() { note('g1'); yield 1; note('g2'); set('own'); yield 2; note('g3'); return 3 } ";
  EXPECT_EQ(
      Log(generator + "var i = run('made', g); run('x', () => { i.next(); note('x') }); i.next(); note('y'); "
                      "run('z', () => { i.next(); note('z') })"),
      "g1:made x:x g2:made y:undefined g3:own z:z");
  // In all the ways in which generators are run.
  for (const char* way : {"for (let x of i) note('w')", "[...i]; note('w')",
                          "let [a, b, c, d] = i; note('w')", "Array.from(i); note('w')",
                          "(function* () { yield* i })().next(); note('w')", "Math.max(...i); note('w')",
                          "i.map(x => { note('w'); return x }).toArray()", "new Set(i); note('w')"}) {
    std::string log =
        Log(generator + "var i = run('made', g); run('way', () => { " + way + " }); note('end')");
    EXPECT_THAT(log, testing::HasSubstr("g1:made")) << way;
    EXPECT_THAT(log, testing::HasSubstr("w:way")) << way;
    EXPECT_THAT(log, testing::Not(testing::HasSubstr("w:made"))) << way;
    EXPECT_THAT(log, testing::EndsWith("end:undefined")) << way;
  }
  // However they end.
  EXPECT_EQ(Log("function* h() { try { yield } finally { note('f'); set('lost') } } "
                "for (let end of ['return', 'throw']) { let i = run('made', h); i.next(); "
                "run('x', () => { try { i[end](1) } catch {} note(end) }) } note('z')"),
            "f:made return:x f:made throw:x z:undefined");
  EXPECT_EQ(Log("function* t() { set('t'); throw 1 } run('x', () => { try { t().next() } catch {} note(1) "
                "}); note(2)"),
            "1:x 2:undefined");
  EXPECT_EQ(Log("var i = run('made', function* () { note('never') }); i.return(); i.next(); note(1)"),
            "1:undefined");
  // Hot, so that it is compiled.
  EXPECT_EQ(
      Log("function* n() { for (;;) { if (get() !== 'made') throw get(); yield } } var i = run('made', n); "
          "run('x', () => { for (let k = 0; k < 30000; k++) { i.next(); if (get() !== 'x') throw get() } }); "
          "let k = 0; for (let x of i) { if (++k > 30000) break; if (get() !== undefined) throw get() } "
          "note(1)"),
      "1:undefined");
}

TEST_F(AsyncTest, AsyncGeneratorsCarryIt) {
  std::string generator =
      "async function* g() { note('g1'); await 0; note('g2'); yield 1; note('g3'); set('own'); yield "
      "Promise.resolve(2); note('g4'); try { await Promise.reject() } catch { note('g5') } return 3 } ";
  EXPECT_EQ(
      Log(generator + "var i = run('made', g); run('x', async () => { for await (let y of i) note(y) }); "
                      "note('end')"),
      "g1:made end:undefined g2:made 1:x g3:made 2:x g4:own g5:own");
  // Requests that wait in the queue.
  EXPECT_EQ(Log(generator +
                "var i = run('made', g); for (let n of [1, 2, 3, 4]) run('r' + n, () => i.next().then(() => "
                "note(n)))"),
            "g1:made g2:made g3:made 1:r1 g4:own 2:r2 g5:own 3:r3 4:r4");
  EXPECT_EQ(
      Log("async function* h() { try { yield 1 } finally { note('f'); await 0; note('f') } } "
          "var i = run('made', h); run('x', async () => { await i.next(); await i.return(5); note('x') })"),
      "f:made f:made x:x");
  // The operand of an await gets it, too.
  EXPECT_EQ(Log("async function* a() { await {then(f) { note('then'); f() }} } var i = run('made', a); "
                "run('x', () => i.next())"),
            "then:made");
}

TEST_F(AsyncTest, QueuedJobsCarryIt) {
  hw_value note = Evaluate("note");
  hw_value name = hw_string(isolate_, "job", HW_ZERO_TERMINATED);
  hw_set_async_context(isolate_, hw_number(isolate_, 1));
  EXPECT_EQ(hw_queue_job(isolate_, note, &name, 1), HW_OK);
  hw_set_async_context(isolate_, hw_number(isolate_, 2));
  EXPECT_EQ(hw_queue_job(isolate_, note, &name, 1), HW_OK);
  hw_set_async_context(isolate_, hw_number(isolate_, 3));
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(Run("log.join(' ')"), "job:1 job:2");
  EXPECT_EQ(Context(), "3");
  // So does the hook of a watched promise.
  told_.on_settled = [](hw_isolate* isolate) {
    EXPECT_EQ(hw::Value(isolate, hw_async_context(isolate)).ToString().ValueOr("?"), "3");
    hw_set_async_context(isolate, hw_undefined());
  };
  hw_value promise;
  hw_promise_new(isolate_, &promise);
  EXPECT_EQ(hw_promise_watch(isolate_, promise, 1), HW_OK);
  hw_set_async_context(isolate_, hw_number(isolate_, 4));
  hw_promise_resolve(isolate_, promise, hw_undefined());
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(Context(), "4");
  EXPECT_EQ(told_.settled.size(), 1u);
}

TEST_F(AsyncTest, CallsThatWaitKeepIt) {
  struct Case {
    const char* source;
    const char* log;
  };
  // Each waits once, in the value "in".
  const Case cases[] = {
      {"run('in', () => { wait(); note('a') }); note('b')", "a:in b:undefined"},
      {"function* g() { wait(); note('a'); yield 1 } var i = run('in', g); run('x', () => { for (let y of i) "
       "note('b') })",
       "a:in b:x"},
      {"function* g() { wait(); note('a'); yield 1 } var i = run('in', g); run('x', () => { i.next(); "
       "note('b') })",
       "a:in b:x"},
      {"run('in', async () => { await 1; wait(); note('a'); await 2; note('b') })", "a:in b:in"},
      {"run('in', () => Promise.resolve().then(() => { wait(); note('a') }).then(() => note('b')))",
       "a:in b:in"},
      {"async function* g() { await 1; wait(); note('a'); yield 1 } var i = run('in', g); run('x', () => "
       "i.next().then(() => note('b')))",
       "a:in b:x"},
      {"async function* g() { wait(); note('a'); yield 1 } var i = run('in', g); run('x', () => "
       "{ i.next().then(() => note('b')) })",
       "a:in b:x"},
  };
  for (const Case& c : cases) {
    for (bool image : {false, true}) {
      if (image && !HALFWORD_COMPRESS) continue;
      Run("log = []");
      hw_value name = hw_string(isolate_, "outside", HW_ZERO_TERMINATED), result;
      hw_set_async_context(isolate_, name);
      std::string source = std::string("set(undefined); ") + c.source;
      hw_status status = hw_evaluate(isolate_, source.data(), source.size(), "s", &result);
      if (status == HW_OK) {
        hw_set_async_context(isolate_, name);
        status = hw_run_jobs(isolate_);
      }
      ASSERT_EQ(status, HW_SUSPENDED) << c.source;
      EXPECT_EQ(hw::Value(isolate_, hw_async_context(isolate_)).AsString(), "outside") << c.source;
      hw_isolate* resumed = image ? CloneOf(isolate_) : isolate_;
      auto context = [&] { return hw::Value(resumed, hw_async_context(resumed)).ToString().ValueOr("?"); };
      hw_set_async_context(resumed, hw_null());
      EXPECT_EQ(hw_resume(resumed, hw_undefined(), &result), HW_OK) << c.source << ThrownIn(resumed);
      EXPECT_EQ(context(), "null") << c.source;
      EXPECT_EQ(hw_run_jobs(resumed), HW_OK);
      EXPECT_EQ(RunIn(resumed, "log.join(' ')"), c.log) << c.source;
      if (image) {
        hw_isolate_destroy(resumed);
        hw_isolate_destroy(isolate_);
        isolate_ = New(config_);
        hw_install_host(isolate_, hw_global(isolate_));
        Run("function run(value, f, ...rest) { let old = get(); set(value); try { return f(...rest) } "
            "finally { "
            "set(old) } } var log = []; const note = what => { log.push(what + ':' + get()) }; 1");
      }
      hw_set_async_context(isolate_, hw_undefined());
    }
  }
}

// Overwrites what calls have left below this one.
[[gnu::noinline]] void Scribble() {
  volatile char bytes[32 << 10];
  for (volatile char& byte : bytes) byte = 0;
}

// What has ended keeps no value alive. A few are found on stacks.
TEST_F(AsyncTest, CodeThatHasEndedForgetsIt) {
  Run("globalThis.all = []; 1");
  for (const char* source :
       {"{ let a = (function* () {})(); all.push(a); a.next() }",
        "{ let b = (function* () { throw 1 })(); all.push(b); try { b.next() } catch {} }",
        "{ let c = (async function* () { await 1; yield 1 })(); all.push(c); c.next(); c.next() }",
        "{ let d = (async () => { await 1 })(); all.push(d, d.then(() => 1)) }"}) {
    std::vector<hw_ref> refs;
    for (int i = 0; i < 100; i++) refs.push_back(RunCarrying(source));
    Scribble();
    hw_isolate_collect(isolate_);
    int alive = 0;
    for (hw_ref ref : refs) alive += hw_type_of(isolate_, hw_ref_get(isolate_, ref)) != HW_TYPE_UNDEFINED;
    EXPECT_LT(alive, 10) << source;
  }
}

TEST_F(AsyncTest, ItHoldsUnderStress) {
  using halfword::gc::StressKind;
  for (StressKind kind : {StressKind::kCollect, StressKind::kStep}) {
    isolate_->owner->heap().SetStressInterval(kind == StressKind::kCollect ? 3 : 1, kind);
    // Nothing else refers to the values.
    std::string log =
        Log("var made = n => ({toString: () => 'object' + n}); function* g() { for (let i = 0; i < 3; i++) { "
            "note('g'); "
            "set(made(i)); yield i } } async function f() { await 1; note('f'); await 2; note('f') } "
            "var i = run(made(9), g); run(made(8), f); run(made(7), () => { for (let x of i) note('w') })");
    isolate_->owner->heap().SetStressInterval(0);
    EXPECT_EQ(log, "g:object9 w:object7 g:object0 w:object7 g:object1 w:object7 f:object8 f:object8");
  }
}

TEST_F(AsyncTest, ImagesHaveIt) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  hw_set_async_context(isolate_, Evaluate("({toString: () => 'an object'})"));
  Run("Promise.resolve().then(() => note('job')); run('made', () => { globalThis.i = (function* () { "
      "note('g') })() })");
  hw_isolate_collect(isolate_);
  hw_isolate* clone = CloneOf(isolate_);
  EXPECT_EQ(hw_run_jobs(clone), HW_OK);
  EXPECT_EQ(RunIn(clone, "i.next(); log.join(' ') + ' ' + get()"), "job:an object g:made an object");
  hw_isolate_destroy(clone);
  EXPECT_EQ(Context(), "an object");
  ASSERT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(Context(), "undefined");
}

TEST_F(AsyncTest, TheValueMustBeTheIsolates) {
  hw_isolate* other = New(Config());
  hw_set_async_context(isolate_, hw_object(other));
  EXPECT_STREQ(hw_mistake(isolate_), "a value belongs to another isolate");
  EXPECT_EQ(Context(), "undefined");
  hw_isolate_destroy(other);
  EXPECT_EQ(hw_type_of(nullptr, hw_async_context(nullptr)), HW_TYPE_UNDEFINED);
}

// ---- Waking ----

TEST_F(AsyncTest, ReferencesThatOthersFreeWakeTheHost) {
  std::vector<hw_ref> refs;
  for (int i = 0; i < 1000; i++)
    refs.push_back(hw_ref_create(isolate_, hw_object(isolate_), HW_REF_TRANSIENT));
  std::thread([&] {
    for (hw_ref ref : refs) hw_ref_free_later(isolate_, ref);
  }).join();
  EXPECT_EQ(told_.woken, 1);  // once, until it has looked
  (void)hw_has_jobs(isolate_);
  hw_ref ref = hw_ref_new(isolate_, hw_object(isolate_));
  hw_ref_free_later(isolate_, ref);
  EXPECT_EQ(told_.woken, 2);
  hw_ref_free_later(isolate_, 0);
  hw_ref_free_later(nullptr, 5);
  EXPECT_EQ(told_.woken, 2);
}

TEST_F(AsyncTest, WaitersThatOthersNotifyWakeTheHost) {
  ASSERT_EQ(Run("var shared = new Int32Array(new SharedArrayBuffer(8)); var wait = () => "
                "Atomics.waitAsync(shared, 0, 0).value.then(x => note(x)); wait(); wait(); 'waits'"),
            "waits");
  halfword::SharedMemory* memory = nullptr;
  hw_value buffer = Evaluate("shared.buffer");
  isolate_->owner->Enter([&](halfword::Isolate& inside) {
    auto* object = halfword::api::FromHost(buffer).As<halfword::ArrayBufferObject>();
    memory = halfword::BackingStores(inside).shared(object->handle());
  });
  ASSERT_NE(memory, nullptr);
  // As another isolate would that shares the memory.
  std::thread([&] { EXPECT_EQ(memory->waiters.Notify(0, 10), 2u); }).join();
  EXPECT_EQ(told_.woken, 1);
  EXPECT_EQ(hw_next_timeout(isolate_), 0u);
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  EXPECT_EQ(Run("log.join()"), "ok:undefined,ok:undefined");
  // The guest's own threads may be told, too.
  EXPECT_EQ(Run("wait(); Atomics.notify(shared, 0)"), "1");
  EXPECT_EQ(told_.woken, 2);
}

// Isolates that end, and others that notify their waiters meanwhile.
TEST_F(AsyncTest, NobodyIsWokenForAnIsolateThatIsGone) {
  auto memory = std::make_unique<halfword::WaiterList>();
  for (int round = 0; round < 200; round++) {
    std::atomic<bool> is_gone{false}, is_ready{false};
    auto mailbox = std::make_shared<halfword::Mailbox>([&] { EXPECT_FALSE(is_gone); });
    EXPECT_NE(memory->AddIf([] { return true; }, 0, mailbox), 0u);
    std::thread other([&] {
      is_ready = true;
      memory->Notify(0, 1);
    });
    while (!is_ready) std::this_thread::yield();
    mailbox->Close();
    is_gone = true;
    other.join();
  }
}

TEST(AsyncWrapperTest, WatchesQueuesAndCarries) {
  std::string told;
  hw::Host host;
  host.OnPromiseSettled([&](uint64_t token, hw_promise_state state, hw::Value result) {
    told += std::to_string(token) + (state == HW_PROMISE_FULFILLED ? "+" : "-") + *result.ToString() + " ";
  });
  std::atomic<int> woken{0};
  host.OnWake([&](hw_isolate*) { woken++; });
  hw::Config config;
  config.host = host;
  hw::Isolate isolate(config);
  EXPECT_TRUE(isolate.Watch(*isolate.Evaluate("Promise.resolve(5)"), 3));
  isolate.SetAsyncContext(isolate.Number(8));
  EXPECT_TRUE(isolate.QueueJob(*isolate.Evaluate("x => { globalThis.got = x }"), {isolate.String("queued")}));
  EXPECT_TRUE(isolate.RunJobs());
  EXPECT_EQ(told, "3+5 ");
  EXPECT_EQ(isolate.Evaluate("got")->AsString(), "queued");
  EXPECT_EQ(isolate.AsyncContext().AsNumber(), 8);
  hw_ref_free_later(isolate.raw(), hw_ref_new(isolate.raw(), hw_undefined()));
  EXPECT_EQ(woken, 1);
}

}  // namespace
}  // namespace api_testing
