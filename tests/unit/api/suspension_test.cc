// Calls of the host that answer later: in this isolate, in clones, in other processes.
//
// Scripts call ask(x), which a host may answer at once or suspend. However it is answered, what a script does
// is the same: hosts that answer at once say what is expected of all the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <string>

#include "api/records.h"

namespace {

using ::testing::HasSubstr;

struct Guest {
  bool at_once = false;
  int asked = 0;
};

// The answer to the n-th question: ten times n; an exception if the question is "throw".
bool Answer(hw_isolate* isolate, hw_value question, int n, hw_value* answer) {
  char text[8];
  hw_utf8(isolate, question, text, sizeof text);
  if (std::string(text) != "throw") {
    *answer = hw_number(isolate, n * 10);
    return true;
  }
  hw_throw_error(isolate, HW_ERROR_RANGE, ("no answer " + std::to_string(n)).c_str());
  *answer = hw_exception(isolate);
  return false;
}

hw_status Ask(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  auto* guest = static_cast<Guest*>(hw_isolate_data(isolate));
  if (!guest->at_once) return HW_SUSPENDED;
  hw_value question = call->argument_count ? call->arguments[0] : hw_undefined();
  return Answer(isolate, question, ++guest->asked, result) ? HW_OK : hw_throw(isolate, *result);
}

constexpr hw_function kFunctions[] = {{"ask", Ask, 1, nullptr}};

struct Module {
  const char* name;
  const char* source;
};
constexpr Module kModules[] = {
    {"leaf", "log.push('leaf', ask('leaf')); export const x = ask(1); export function f() { return ask(2) }"},
    {"middle", "import {x, f} from 'leaf'; log.push('middle', x, f() + ask(3)); export const y = ask(4)"},
    {"awaits", "import 'middle'; log.push(ask(5)); await 0; log.push(ask(6)); export const z = await ask(7)"},
    {"parent", "import {z} from 'awaits'; import {x} from 'leaf'; log.push('parent', z, x, ask(8))"},
    {"other", "import {z} from 'awaits'; log.push('other', z, ask(9)); await 1; log.push(ask(10))"},
    {"root", "import 'parent'; import 'other'; import 'leaf'; log.push('root', ask(11))"},
    {"ring a", "import {b} from 'ring b'; export function a() { return ask(12) } log.push('a', b, ask(13))"},
    {"ring b", "import {a} from 'ring a'; export let b = a() + ask(14); log.push('b', b)"},
    {"fails", "log.push('fails', ask(15)); ask('throw'); log.push('no')"},
    {"above", "import 'leaf'; import 'fails'; log.push('no')"},
    {"fails late", "import 'awaits'; ask('throw')"},
    {"above late", "import 'parent'; import 'fails late'; log.push('no')"},
};

hw_status LoadModule(void*, hw_isolate* isolate, const hw_module_request* request, hw_value* module) {
  for (const Module& m : kModules) {
    if (m.name == std::string(request->name))
      return hw_module_new(isolate, m.source, HW_ZERO_TERMINATED, m.name, module);
  }
  return HW_INVALID;
}

class SuspensionTest : public ::testing::Test {
 protected:
  SuspensionTest() {
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.load_module = LoadModule;
    host_ = hw_host_new(kFunctions, std::size(kFunctions), &hooks);
  }
  ~SuspensionTest() override { hw_host_release(host_); }

  hw_isolate* New(Guest* guest, hw_image* image = nullptr, int64_t fuel = 0) {
    hw_config config = {};
    config.size = sizeof config;
    config.memory_limit = 32 << 20;
    config.host = host_;
    config.data = guest;
    config.image = image;
    config.fuel = fuel;
    hw_error error = {};
    hw_isolate* isolate = hw_isolate_new(&config, &error);
    EXPECT_NE(isolate, nullptr) << error.text;
    if (step_stress_) isolate->owner->heap().SetStressInterval(step_stress_, halfword::gc::StressKind::kStep);
    if (!image) hw_install_host(isolate, hw_global(isolate));
    return isolate;
  }

  // Answers the question that waits.
  static hw_status Go(hw_isolate* isolate, int n, hw_value* result) {
    const char* name;
    hw_value question = hw_undefined(), answer;
    hw_suspended_call(isolate, &name, &question, 1);
    EXPECT_STREQ(name, "ask");
    return Answer(isolate, question, n, &answer) ? hw_resume(isolate, answer, result)
                                                 : hw_resume_throw(isolate, answer, result);
  }

  static std::string Text(hw_isolate* isolate, hw_status status, hw_value value) {
    char text[300];
    switch (status) {
      case HW_OK: hw_to_string(isolate, value, &value); break;
      case HW_EXCEPTION: hw_describe(isolate, hw_exception(isolate), text, sizeof text); return text;
      default: return "status " + std::to_string(status);
    }
    hw_utf8(isolate, value, text, sizeof text);
    return text;
  }

  // What is done with an isolate that waits, before it is gone on with.
  using Between = std::function<hw_isolate*(hw_isolate*)>;

  // Runs a script and its jobs; its last value, then the global `log`.
  std::string Run(const char* source, Guest* guest, const Between& between = nullptr) {
    hw_isolate* isolate = New(guest);
    EXPECT_EQ(hw_evaluate(isolate, "var log = []", HW_ZERO_TERMINATED, "", nullptr), HW_OK);
    auto finish = [&](hw_status status, hw_value* value) {
      while (status == HW_SUSPENDED) {
        if (between) isolate = between(isolate);
        status = Go(isolate, ++guest->asked, value);
      }
      return status;
    };
    hw_value value = hw_undefined();
    hw_status status = finish(hw_evaluate(isolate, source, HW_ZERO_TERMINATED, "test.js", &value), &value);
    std::string text = Text(isolate, status, value);
    status = finish(hw_run_jobs(isolate), &value);
    if (status != HW_OK) text += ", jobs: " + Text(isolate, status, value);
    status = hw_evaluate(isolate, "log.join(' ')", HW_ZERO_TERMINATED, "", &value);
    text += "; " + Text(isolate, status, value);
    hw_isolate_destroy(isolate);
    return text;
  }

  // A clone of what waits takes its place.
  hw_isolate* Clone(hw_isolate* isolate) {
    hw_error error = {};
    hw_image* image = hw_isolate_freeze(isolate, &error);
    EXPECT_NE(image, nullptr) << error.text;
    auto* guest = static_cast<Guest*>(hw_isolate_data(isolate));
    hw_isolate_destroy(isolate);
    isolate = New(guest, image);
    hw_image_release(image);
    return isolate;
  }

  hw_host* host_;
  uint32_t step_stress_ = 0;
};

struct Case {
  const char* name;
  const char* source;
  int questions;
};
constexpr Case kCases[] = {
    {"what is thrown after its caller has returned",
     "function f(a) { ask(a); return 2 } function h(...list) { return list.join() }"
     "function g() { try { let r = f(1); null(r) } catch (e) { return h(e.name, 1, 2, 3) } } g()",
     1},
    {"expressions", "1.5 * ask(1) + [0.5, , ask(2) / 4].length * (ask(3) - 0.25) + `${ask(4)}|${ask(5)}`", 5},
    {"doubles", "let d = 0.1; for (let i = 0; i < 3; i++) d = d * 1.5 + ask(i) * (d - 0.5); d", 3},
    {"calls",
     "function f(a, b, ...c) { return a + g(b, ...c) + ask(a) + arguments.length }"
     "function g() { return ask(arguments[0]) * arguments.length } f(1, 2, 3, 4) + f(5, ask(6))",
     5},
    {"closures",
     "let fs = []; for (let i = 0; i < 3; i++) { let x = ask(i); fs.push(() => x += i) }"
     "fs.map(f => f() + f()).join()",
     3},
    {"spread",
     "Math.max(ask(...[1, 2, 3]), ...[ask(...'ab'), 7]) + ask.call(null, 1) + ask.apply(null, [1, 2])", 4},
    {"call and apply",
     "(function () { return this.x + ask(arguments.length) }).call({x: 1}, 2, 3) +"
     "Reflect.apply(function (a) { return ask(a) + a }, 0, [5])",
     2},
    {"bound functions",
     "let b = (function (a, c) { return this.x + a + ask(c) + c }).bind({x: 1}, 2);"
     "b(3) + ask.bind(null, 1)() + b.bind(null, 4)()",
     3},
    {"getters",
     "class A { get x() { return this.n ? ask(this.n) : 1 } get length() { return this.x + 1 } } class B "
     "extends A { n = 0 }"
     "let b = new B, o = {get y() { try { return b.x + 0.5 } finally { if (b.n) log.push(ask('f')) } }}, s = "
     "0;"
     "for (let i = 0; i < 603; i++) { b.n = i % 300 ? 0 : i + 1; s += o.y * 2 + b.length } s",
     9},
    {"constructors",
     "class A { constructor(x) { this.x = ask(x) } } class B extends A { y = ask('y'); "
     "constructor() { super(ask('a')); this.z = ask('z') } } JSON.stringify([new A(1), new B])",
     0},
    {"try and catch",
     "try { ask(1); ask('throw') } catch (e) { log.push(e.name, e.message) }"
     "let r = []; for (let i = 0; i < 3; i++) { try { r.push(ask(i == 1 ? 'throw' : i)) } catch { continue } "
     "finally { r.push(ask('f')) } } r.join()",
     8},
    {"finally goes on",
     "function f() { try { return ask(1) } finally { log.push(ask(2)) } }"
     "function g() { for (;;) try { ask('throw') } finally { log.push(ask(3)); break } return 'g' }"
     "f() + g()",
     4},
    {"uncaught", "function f() { try { ask('throw') } finally { log.push(ask(1)) } } f()", 2},
    {"recursion", "function f(n) { return n ? f(n - 1) + n : ask(1) } f(3000) + f(2000)", 2},
    {"generators by hand",
     "function* g(a) { let b = yield ask(a); try { b += yield ask('throw') } catch (e) { yield e.message + b "
     "} "
     "finally { ask(2) } return ask(3) }"
     "let i = g(1), r = []; for (let n = 0; n < 5; n++) r.push(JSON.stringify(i.next(n))); r.join()",
     4},
    {"generators in for-of",
     "function* g() { for (let i = 0; i < 3; i++) yield ask(i) + i } let s = 0;"
     "for (let x of g()) { s += x * ask('x'); if (s > 1e9) break } s",
     6},
    {"generators destructured",
     "function* g() { yield ask(1); yield ask(2); ask(3) } let [a, b, c] = g(); [a, b, c].join()", 3},
    {"generators delegate",
     "function* g() { let x = yield ask(1); return x + ask(2) } function* h() { log.push(yield* g()); yield "
     "ask(3) }"
     "let i = h(); [i.next().value, i.next(5).value, i.next().done].join()",
     3},
    {"generators return and throw",
     "function* g() { try { yield 1 } finally { yield ask('f') } } let i = g(), j = g(); i.next(); j.next();"
     "let t = JSON.stringify(i.return(9)) + JSON.stringify(i.next()); try { j.throw(7); j.next() } catch (e) "
     "{ t += e } t",
     2},
    {"eval", "let y = 3; eval('y += ask(1); y * 2') + (0, eval)('ask(2) + 1')", 2},
    {"async functions",
     "async function f(x) { let a = ask(x); let b = await ask('b'); try { ask('throw') } catch (e) { "
     "log.push(e.message) }"
     "finally { log.push(await ask('c')) } return a + b + ask(await 5) } f(1).then(v => log.push(v, "
     "ask('t'))); 'started'",
     6},
    {"async failures",
     "(async () => { await 1; ask('throw') })().catch(e => { log.push(e.message + ask(1)); throw ask(2) })"
     ".catch(e => log.push('again', e)); 0",
     3},
    {"async generators",
     "async function* g() { for (let i = 0; i < 3; i++) { await 0; yield ask(i) } return ask('r') }"
     "(async () => { for await (let x of g()) log.push(x, ask('x')); })(); let i = g();"
     "i.next().then(v => log.push(JSON.stringify(v))); i.next(); i.return(5).then(v => log.push(v.value)); 1",
     0},
    {"promises",
     "Promise.resolve(1).then(x => x + ask(1)).then(x => { log.push(x); return {then(f) { f(x + 1) }} })"
     ".then(x => log.push(x, ask(2))); Promise.reject(3).then(null, ask).then(x => log.push(x)); 2",
     3},
    {"modules", "import('middle').then(m => log.push(m.y, ask('t')))", 6},
    {"modules that await",
     "import('root').then(() => log.push('done', ask('t'))); import('awaits').then(m => log.push(m.z)); 0",
     13},
    {"modules in a ring",
     "import('ring a').then(m => log.push(m.a())); import('ring b').then(m => log.push(m.b))", 4},
    {"modules that fail",
     "for (let m of ['above', 'fails', 'above late', 'fails late']) import(m).catch(e => log.push(m, "
     "e.message)); 0",
     0},
    {"callbacks of arrays, maps and sets",
     "let r = [1, 2, 3].map(x => ask(x) + x).filter(x => ask('f')); r.forEach((x, k) => log.push(x, ask(k)));"
     "r.push([1, 2].reduce((a, b) => a + ask(b)), ...[0, 1].flatMap(x => [x, ask(x)]), [4, 5].findLast(ask));"
     "new Map([[1, 2]]).forEach((v, k) => r.push(v + ask(k))); new Set([7]).forEach(k => r.push(ask(k)));"
     "try { [1].some(x => ask('throw')) } catch (e) { r.push(e.message) } [1].every(ask); r.join()",
     0},
    {"callbacks of typed arrays and iterators",
     "let r = [...new Uint8Array([1, 2]).map(x => ask(x) + x)]; new Float64Array(2).forEach((x, k) => "
     "r.push(ask(k)));"
     "r.push(...Array.from([1, 2], ask), ...Array.from({length: 2}, (_, k) => ask(k)), "
     "...Uint8Array.from([3], ask));"
     "function* g() { yield 1; yield 2 } r.push(g().reduce((a, b) => a + ask(b)), g().some(x => ask(x) > 9));"
     "r.push(Object.keys(Object.groupBy([1, 2], x => ask(x) % 2)).join('/'), Map.groupBy(g(), ask).size);"
     "try { g().forEach(x => ask('throw')) } catch (e) { r.push(e.message) } r.join()",
     0},
    {"comparators",
     "[5, 2, 9, 1, 7, 3, 8, 4, 6, 0].sort((a, b) => { ask(a); return a - b }).join() + [2, 1].toSorted(ask)",
     0},
    {"nothing but the call", "ask", 0},
};

TEST_F(SuspensionTest, GoesOnAsIfItHadBeenAnsweredAtOnce) {
  for (uint32_t stress : {0, 1, 7}) {
    step_stress_ = stress;
    for (const Case& test : kCases) {
      SCOPED_TRACE(std::string(test.name) + ", stress " + std::to_string(stress));
      Guest at_once{true}, later;
      std::string expected = Run(test.source, &at_once);
      EXPECT_THAT(expected, ::testing::Not(HasSubstr("suspended here")));
      EXPECT_EQ(Run(test.source, &later), expected);
      EXPECT_EQ(later.asked, at_once.asked);
      if (test.questions) EXPECT_EQ(later.asked, test.questions);
    }
  }
}

TEST_F(SuspensionTest, CollectionsKeepWhatWaits) {
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.name);
    Guest at_once{true}, later;
    std::string expected = Run(test.source, &at_once);
    EXPECT_EQ(Run(test.source, &later,
                  [](hw_isolate* isolate) {
                    hw_isolate_collect(isolate);
                    // What is new lies where the dead was.
                    for (int i = 0; i < 1000; i++) hw_array(isolate, nullptr, 0);
                    return isolate;
                  }),
              expected);
  }
}

TEST_F(SuspensionTest, GoesOnBehindAWidenedInstruction) {
  std::string source = "(function (x) { let all = [";
  for (int i = 0; i < 66000; i++) source += "'k" + std::to_string(i) + "',";
  source += "]; return eval('x + ask(1)') + eval('all.length + ask(2)') })(5)";
  Guest at_once{true}, later;
  std::string expected = Run(source.c_str(), &at_once);
  EXPECT_EQ(expected, "66035; ");
  EXPECT_EQ(Run(source.c_str(), &later), expected);
}

#if HALFWORD_COMPRESS

TEST_F(SuspensionTest, GoesOnInClones) {
  for (uint32_t stress : {0, 5}) {
    step_stress_ = stress;
    for (const Case& test : kCases) {
      SCOPED_TRACE(std::string(test.name) + ", stress " + std::to_string(stress));
      Guest at_once{true}, later;
      std::string expected = Run(test.source, &at_once);
      EXPECT_EQ(Run(test.source, &later, [this](hw_isolate* isolate) { return Clone(isolate); }), expected);
    }
  }
}

TEST_F(SuspensionTest, GoesOnInOtherProcesses) {
  std::string path = ::testing::TempDir() + "halfword-suspended-" + std::to_string(getpid());
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.name);
    Guest at_once{true}, later;
    std::string expected = Run(test.source, &at_once);
    // Each answer is given by a child of the process that gave the one before; the last one
    // says what came out.
    pid_t self = getpid();
    std::string result = Run(test.source, &later, [&](hw_isolate* isolate) -> hw_isolate* {
      hw_error error = {};
      hw_image* image = hw_isolate_freeze(isolate, &error);
      bool saved = image && hw_image_save(image, path.c_str(), &error);
      EXPECT_TRUE(saved) << error.text;
      hw_image_release(image);
      pid_t child = fork();
      if (child == 0) {
        hw_isolate_destroy(isolate);
        image = hw_image_open(path.c_str(), &error);
        if (!image) _exit(2);
        isolate = New(&later, image);
        hw_image_release(image);
        return isolate;
      }
      int status = 1;
      EXPECT_EQ(waitpid(child, &status, 0), child);
      if (self != getpid()) _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 3);
      EXPECT_EQ(status, 0);
      // This one is done: it goes on only to end.
      return isolate;
    });
    if (self != getpid()) _exit(result == expected ? 0 : 1);
    EXPECT_EQ(result, expected);
  }
  std::remove(path.c_str());
}

TEST_F(SuspensionTest, OneImageGoesOnMoreThanOnce) {
  Guest guest;
  hw_isolate* original = New(&guest);
  hw_value value;
  const char* source =
      "let all = []; function* g() { try { yield ask('a') } catch (e) { yield e } } "
      "for (let x of g()) all.push(x, ask('b')); all.join()";
  ASSERT_EQ(hw_evaluate(original, source, HW_ZERO_TERMINATED, "", &value), HW_SUSPENDED);
  hw_image* first = hw_isolate_freeze(original, nullptr);
  ASSERT_NE(first, nullptr);
  std::vector<hw_isolate*> all = {original, New(&guest, first), New(&guest, first), New(&guest, first)};
  for (size_t i = 0; i < all.size(); i++) {
    hw_value answer = hw_string(all[i], ("answer " + std::to_string(i)).c_str(), HW_ZERO_TERMINATED);
    EXPECT_EQ(i == 2 ? hw_resume_throw(all[i], answer, &value) : hw_resume(all[i], answer, &value),
              HW_SUSPENDED);
  }
  // An image of a clone, and back to the image that it came from.
  hw_image* second = hw_isolate_freeze(all[3], nullptr);
  all.push_back(New(&guest, second));
  EXPECT_TRUE(hw_isolate_reset(all[3]));
  EXPECT_EQ(hw_resume(all[3], hw_null(), &value), HW_SUSPENDED);
  const char* expected[] = {"answer 0,0", "answer 1,1", "answer 2,2", ",3", "answer 3,4"};
  for (size_t i = 0; i < all.size(); i++) {
    EXPECT_EQ(hw_resume(all[i], hw_number(all[i], static_cast<double>(i)), &value), HW_OK);
    EXPECT_EQ(Text(all[i], HW_OK, value), expected[i]);
    EXPECT_EQ(hw_resume(all[i], hw_null(), &value), HW_INVALID);
    hw_isolate_destroy(all[i]);
  }
  hw_image_release(first);
  hw_image_release(second);
}

TEST_F(SuspensionTest, AnImageNeedsAStackForItsFrames) {
  Guest guest;
  hw_isolate* isolate = New(&guest);
  ASSERT_EQ(hw_evaluate(isolate, "function f(n) { return n ? f(n - 1) : ask() } f(5000)", HW_ZERO_TERMINATED,
                        "", nullptr),
            HW_SUSPENDED);
  hw_config config = {};
  config.size = sizeof config;
  config.image = hw_isolate_freeze(isolate, nullptr);
  config.host = host_;
  config.stack_bytes = 16384;
  hw_error error = {};
  EXPECT_EQ(hw_isolate_new(&config, &error), nullptr);
  EXPECT_THAT(error.text, HasSubstr("stack"));
  hw_image_release(config.image);
  hw_isolate_destroy(isolate);
}

#endif

TEST_F(SuspensionTest, WhatCannotBeLeftSaysSo) {
  const struct {
    const char* source;
    const char* message;
  } cases[] = {
      {"'a'.replace('a', ask)", "called by 'replace'"},
      {"new Uint8Array([2, 1]).sort(() => ask())", "called by 'sort'"},
      {"function f() { return {set x(v) { ask() }}.x = 1 } f()", "an operator or a statement in 'f'"},
      {"function f(k) { return {get x() { return ask() }}[k] } f('x')", "an operator or a statement in 'f'"},
      {"JSON.stringify({toJSON: ask})", "called by 'stringify'"},
      {"'' + {toString() { return ask() }}", "an operator or a statement"},
      {"function* g() { yield ask() } [...g()]", "an operator or a statement"},
      {"new Proxy(ask, {})()", ""},
      {"JSON.parse('1', ask)", "called by 'parse'"},
      {"Reflect.construct(function () { ask() }, [])", "called by 'construct'"},
  };
  for (const auto& test : cases) {
    Guest guest;
    hw_isolate* isolate = New(&guest);
    hw_value value;
    std::string source = std::string("try { ") + test.source + "; 'nothing' } catch (e) { e.message }";
    hw_status status = hw_evaluate(isolate, source.c_str(), HW_ZERO_TERMINATED, "", &value);
    EXPECT_THAT(Text(isolate, status, value),
                ::testing::AllOf(HasSubstr("ask can't be suspended here"), HasSubstr(test.message)))
        << test.source;
    hw_isolate_destroy(isolate);
  }
}

TEST_F(SuspensionTest, ConstructorsCannotWait) {
  hw_class definition = {};
  definition.size = sizeof definition;
  definition.name = "Asking";
  definition.type = 4711;
  definition.constructor = Ask;
  ASSERT_TRUE(hw_host_define(host_, &definition, nullptr));
  for (bool at_once : {false, true}) {
    Guest guest{at_once};
    hw_isolate* isolate = New(&guest);
    hw_value value;
    hw_status status = hw_evaluate(isolate, "new Asking(1)", HW_ZERO_TERMINATED, "", &value);
    EXPECT_EQ(status, HW_EXCEPTION);
    EXPECT_THAT(Text(isolate, status, value), HasSubstr(at_once ? "made no object" : "can't wait"));
    hw_isolate_destroy(isolate);
  }
}

TEST_F(SuspensionTest, ModulesOfTheHostCanWait) {
  auto run = [&](Guest* guest, const char* name, const Between& between) {
    hw_isolate* isolate = New(guest);
    hw_value module, result = hw_undefined();
    EXPECT_EQ(hw_evaluate(isolate, "var log = []", HW_ZERO_TERMINATED, "", nullptr), HW_OK);
    hw_module_request request = {};
    request.name = name;
    EXPECT_EQ(LoadModule(nullptr, isolate, &request, &module), HW_OK);
    auto finish = [&](hw_status status) {
      while (status == HW_SUSPENDED) {
        if (between) isolate = between(isolate);
        status = Go(isolate, ++guest->asked, &result);
      }
      EXPECT_EQ(status, HW_OK);
    };
    finish(hw_module_evaluate(isolate, module, &result));
    // The result of the last answer is what hw_module_evaluate would have returned.
    hw_ref promise = hw_ref_new(isolate, result);
    hw_status status = hw_run_jobs(isolate);
    hw_value reason = hw_undefined();
    while (status == HW_SUSPENDED) status = Go(isolate, ++guest->asked, &result);
    EXPECT_EQ(status, HW_OK);
    hw_promise_state state = hw_promise_inspect(isolate, hw_ref_get(isolate, promise), &reason);
    EXPECT_NE(state, HW_PROMISE_PENDING);
    status = hw_evaluate(isolate, "log.join(' ')", HW_ZERO_TERMINATED, "", &result);
    std::string text = Text(isolate, status, result);
    if (state == HW_PROMISE_REJECTED) {
      hw_throw(isolate, reason);
      text += "; " + Text(isolate, HW_EXCEPTION, reason);
    }
    hw_isolate_destroy(isolate);
    return text;
  };
  for (const Module& module : kModules) {
    SCOPED_TRACE(module.name);
    Guest at_once{true}, later, cloned;
    std::string expected = run(&at_once, module.name, nullptr);
    EXPECT_THAT(expected, ::testing::Not(HasSubstr("suspended here")));
    EXPECT_EQ(run(&later, module.name, nullptr), expected);
    EXPECT_EQ(later.asked, at_once.asked);
#if HALFWORD_COMPRESS
    EXPECT_EQ(run(&cloned, module.name, [this](hw_isolate* isolate) { return Clone(isolate); }), expected);
#endif
  }
}

hw_status CallBack(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  return hw_call_function(isolate, call->arguments[0], hw_undefined(), nullptr, 0, result);
}

TEST_F(SuspensionTest, TheHostsOwnFramesCannotBeLeft) {
  const hw_function functions[] = {{"ask", Ask, 1, nullptr}, {"callBack", CallBack, 1, nullptr}};
  hw_host_release(host_);
  host_ = hw_host_new(functions, 2, nullptr);
  Guest guest;
  hw_isolate* isolate = New(&guest);
  hw_value value;
  hw_status status = hw_evaluate(isolate, "callBack(() => ask())", HW_ZERO_TERMINATED, "", &value);
  EXPECT_EQ(status, HW_EXCEPTION);
  EXPECT_THAT(Text(isolate, status, value), HasSubstr("called by 'callBack'"));
  EXPECT_EQ(hw_evaluate(isolate, "callBack(() => 5)", HW_ZERO_TERMINATED, "", &value), HW_OK);
  hw_isolate_destroy(isolate);
}

TEST_F(SuspensionTest, NothingElseRunsMeanwhile) {
  Guest guest;
  hw_isolate* isolate = New(&guest);
  hw_value value, arguments[2];
  const char* name;
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_INVALID);
  EXPECT_EQ(hw_suspended_call(isolate, &name, nullptr, 0), 0u);
  EXPECT_EQ(name, nullptr);
  ASSERT_EQ(hw_evaluate(isolate, "Promise.resolve().then(() => 1); ask('x', 2) + 1", HW_ZERO_TERMINATED, "",
                        &value),
            HW_SUSPENDED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_NONE);
  EXPECT_EQ(hw_evaluate(isolate, "1", HW_ZERO_TERMINATED, "", &value), HW_INVALID);
  EXPECT_EQ(hw_run_jobs(isolate), HW_INVALID);
  EXPECT_EQ(hw_get_named(isolate, hw_global(isolate), "x", &value), HW_INVALID);
  EXPECT_EQ(hw_suspended_call(isolate, &name, arguments, 2), 2u);
  EXPECT_STREQ(name, "ask");
  EXPECT_EQ(hw_as_number(isolate, arguments[1]), 2);
  // Values can be made, from structure too.
  EXPECT_EQ(hw_json_parse(isolate, "{\"a\": [1, 2]}", HW_ZERO_TERMINATED, &value), HW_OK);
  EXPECT_EQ(hw_json_parse(isolate, "{", HW_ZERO_TERMINATED, &value), HW_EXCEPTION);
  EXPECT_EQ(hw_resume(isolate, hw_number(isolate, 41), &value), HW_OK);
  EXPECT_EQ(hw_as_number(isolate, value), 42);
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  hw_isolate_destroy(isolate);
}

TEST_F(SuspensionTest, LimitsHoldAcrossIt) {
  Guest guest;
  hw_value value;
  const char* loop = "try { ask(); for (;;) {} } finally { globalThis.after = 1 }";
  hw_isolate* isolate = New(&guest, nullptr, 100'000);
  // Fuel goes on from where it was.
  EXPECT_EQ(hw_evaluate(isolate, loop, HW_ZERO_TERMINATED, "", &value), HW_SUSPENDED);
  hw_usage usage = {};
  usage.size = sizeof usage;
  hw_isolate_usage(isolate, &usage);
  int64_t left = usage.fuel;
  EXPECT_LE(left, 100'000);
  hw_isolate_usage(isolate, &usage);
  EXPECT_EQ(usage.fuel, left);
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_FUEL);
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_TERMINATED);
  hw_isolate_destroy(isolate);

  // The deadline is of the call that goes on; while nothing runs none passes.
  isolate = New(&guest);
  hw_isolate_set_timeout(isolate, 20'000'000);
  EXPECT_EQ(hw_evaluate(isolate, "ask(); ask(); for (;;) {}", HW_ZERO_TERMINATED, "", &value), HW_SUSPENDED);
  usleep(30'000);
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_SUSPENDED);
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_DEADLINE);
  hw_isolate_destroy(isolate);

  // An interrupt of what waits stops it when it is to go on.
  isolate = New(&guest);
  EXPECT_EQ(hw_evaluate(isolate, "ask(); 1", HW_ZERO_TERMINATED, "", &value), HW_SUSPENDED);
  hw_isolate_interrupt(isolate);
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_INTERRUPT);
  hw_isolate_destroy(isolate);

  // hw_terminate, and the way back.
  isolate = New(&guest);
  EXPECT_EQ(hw_evaluate(isolate, loop, HW_ZERO_TERMINATED, "", &value), HW_SUSPENDED);
  EXPECT_EQ(hw_terminate(isolate), HW_TERMINATED);
  EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_STOPPED);
  if (hw_isolate_reset(isolate)) {
    EXPECT_EQ(hw_resume(isolate, hw_null(), &value), HW_INVALID);
    EXPECT_EQ(hw_evaluate(isolate, "typeof after", HW_ZERO_TERMINATED, "", &value), HW_OK);
    EXPECT_EQ(Text(isolate, HW_OK, value), "undefined");
    hw_install_host(isolate, hw_global(isolate));
    EXPECT_EQ(hw_evaluate(isolate, "ask() + 1", HW_ZERO_TERMINATED, "", &value), HW_SUSPENDED);
    EXPECT_TRUE(hw_isolate_reset(isolate));
    EXPECT_EQ(hw_evaluate(isolate, "1 + 1", HW_ZERO_TERMINATED, "", &value), HW_OK);
  }
  hw_isolate_destroy(isolate);
}

TEST_F(SuspensionTest, AnErrorWithPropertiesCanBeMadeMeanwhile) {
  Guest guest{false};
  hw_isolate* isolate = New(&guest);
  hw_value value, error, proxy;
  ASSERT_EQ(hw_evaluate(isolate, "globalThis.p = new Proxy({}, {})", HW_ZERO_TERMINATED, "", &proxy), HW_OK);
  ASSERT_EQ(hw_evaluate(isolate, "try { ask(1) } catch (e) { e.name + ': ' + e.message }", HW_ZERO_TERMINATED,
                        "", &value),
            HW_SUSPENDED);
  hw_property property = {};
  property.size = sizeof property;
  property.has_value = true;
  property.value = hw_string(isolate, "Cancelled", HW_ZERO_TERMINATED);
  hw_value name = hw_string(isolate, "name", HW_ZERO_TERMINATED);
  ASSERT_EQ(hw_error_new(isolate, HW_ERROR_RANGE, hw_string(isolate, "no", HW_ZERO_TERMINATED), &error),
            HW_OK);
  EXPECT_EQ(hw_define(isolate, error, name, &property, nullptr), HW_OK);
  // These might run JavaScript.
  EXPECT_EQ(hw_define(isolate, proxy, name, &property, nullptr), HW_INVALID);
  EXPECT_EQ(hw_define(isolate, error, hw_object(isolate), &property, nullptr), HW_INVALID);
  EXPECT_EQ(hw_define(isolate, hw_array(isolate, nullptr, 0), name, &property, nullptr), HW_INVALID);
  EXPECT_EQ(Text(isolate, hw_resume_throw(isolate, error, &value), value), "Cancelled: no");
  hw_isolate_destroy(isolate);
}

TEST_F(SuspensionTest, FuelIsTheSameHoweverItIsAnswered) {
  const char* source = "let s = 0; for (let i = 0; i < 3000; i++) if (i % 1000 == 7) s += ask(i); s";
  auto left = [&](bool at_once) {
    Guest guest{at_once};
    hw_isolate* isolate = New(&guest, nullptr, 1'000'000);
    hw_value value;
    hw_status status = hw_evaluate(isolate, source, HW_ZERO_TERMINATED, "", &value);
    while (status == HW_SUSPENDED) status = Go(isolate, ++guest.asked, &value);
    EXPECT_EQ(Text(isolate, status, value), "60");
    hw_usage usage = {};
    usage.size = sizeof usage;
    hw_isolate_usage(isolate, &usage);
    hw_isolate_destroy(isolate);
    return usage.fuel;
  };
  EXPECT_EQ(left(true), left(false));
}

}  // namespace
