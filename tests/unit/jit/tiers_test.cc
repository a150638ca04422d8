// Every tier does the same: results, fuel, the depth of the stack, and the heap of the isolate afterwards.
#include "jit/tiers.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "builtins/builtins.h"
#include "bytecode/decoder.h"
#include "bytecode/self_hosted.h"
#include "fixture.h"
#include "jit/code/code_space.h"
#include "jit/code/embedded_code.h"
#include "jit/code/entries.h"
#include "jit/compilers/baseline.h"
#include "jit/machine.h"
#include "jit/stencils/holes.h"
#include "jit/stencils/stencil_table.h"
#include "machine_code.h"
#include "ops/machine_state.h"
#include "same_heap.h"

namespace halfword::testing {
namespace {

using jit::TierMode;

constexpr const char* kPrograms[] = {
    // Numbers where encodings meet, in and out of registers.
    R"(function f(a, b) { return a * b + a / b - (a | b) + (a >>> 3) - -b }
       let s = 0;
       for (let i = 0; i < 300; i++) for (const n of [0, -0, 1.5, 2 ** 30, 2 ** 31, NaN, -7]) s += f(i, n) || 1;
       String(s))",
    // Elements of all kinds.
    R"(let out = [];
       for (const make of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint32Array, Float32Array, Float64Array, Array]) {
         const a = new make(40);
         for (let i = 0; i < 40; i++) a[i] = i * 1.25 - 3;
         let s = 0;
         for (let i = 0; i < 44; i++) s += a[i] || 0;
         out.push(s);
       }
       out.join())",
    // Properties in every place, and sites that see several shapes.
    R"(class A { constructor(n) { this.n = n } get twice() { return this.n * 2 } m(x) { return this.n + x } }
       class B extends A { constructor(n) { super(n); for (let i = 0; i < 20; i++) this['p' + i] = i } m(x) { return super.m(x) + this.p19 } }
       let s = 0;
       for (let i = 0; i < 400; i++) { const o = i % 3 ? new A(i) : new B(i); s += o.m(1) + o.twice + (o.p7 || 0); o.extra = i }
       s)",
    // Exceptions, finally, generators, closures.
    R"(function* g(n) { try { for (let i = 0; i < n; i++) { const r = yield i; if (r) throw r } } finally { yield 'end' } }
       let log = [];
       for (let i = 0; i < 60; i++) {
         const it = g(3); it.next();
         try { log.push(it.next(i % 2 && new Error('odd')).value) } catch (e) { log.push(e.message) }
         try { null.x } catch (e) { log.push(e.message.length) } finally { log.push(i) }
       }
       log.join())",
    // Switches, strings, regular expressions, destructuring, spread, arguments.
    R"(function kind(x) { switch (x) { case 0: return 'a'; case 1: return 'b'; case 2: case 3: return 'c'; case 9: return 'd'; default: return 'e' } }
       function all() { return arguments.length + [...arguments].reduce((a, b) => a + b, 0) }
       let t = '';
       for (let i = 0; i < 200; i++) { const [a, b = 2, ...c] = [i % 11, , i, i]; t += kind(a) + b + c.length + all(1, a, ...c) + /b(.)/.exec('ab' + i)[1] }
       t)",
    // Self-hosted builtins: callbacks of all tiers, all kinds of elements, exceptions, and sorting.
    R"js(let out = [], log = '';
       for (const a of [[3, 1, 2], [0.5, , 1.5], ['b', {}, 'a'], new Array(30).fill(7), Object('xyz'), new Int8Array(5)]) {
         for (let i = 0; i < 30; i++) {
           const o = { n: 0 };
           try { [].forEach.call(a, function (x, k) { this.n += k; if (k === 20 && i % 3) throw k }, o) } catch (e) { out.push(e) }
           out.push(o.n);
         }
       }
       function tryAll(f) { for (let i = 0; i < 40; i++) try { log += f(i) } catch (e) { log += e } }
       tryAll(i => [1, 2.5, i].map(x => { if (x === 33) throw 'thrown'; return x * i }).filter(x => x > 9).join());
       tryAll(i => [3, i, 1, , undefined].sort((a, b) => i % 7 ? a - b : null.x).join());
       tryAll(i => Array.from({ length: i }, (_, k) => k * 7919 % 13).toSorted((a, b) => b - a).reduce((a, b) => a + '' + b, ''));
       tryAll(i => { let t = ''; new Map([[i, 1], [2, i]]).forEach((v, k, m) => { t += v + k; if (k < 9) m.set(k + 10, v) }); return t });
       out.join() + log)js",
    // Many searches of one program in one string, short and up to polls.
    R"js(let out = [];
       for (const text of ['a1b22c333 ', 'a1b22c333 '.repeat(300), 'a1b22c333\u0416'.repeat(40)])
         for (let i = 0; i < 9; i++)
           out.push(text.replace(/(\d+)(?:x|y|z|[a-c])/g, '<$1>').length, text.split(/[bc]\d*/).length,
                    text.match(/[a-z]+\d/g).length, text.replace(/\d+/g, d => d.length).length, RegExp.lastMatch);
       out.join())js",
    // Regular expressions that become hot, fail slowly, or take a long way.
    R"js(let t = '', n = 0;
       for (let i = 0; i < 700; i++) {
         t += /(\d+)(?:x|(y))*?z?/.exec('a' + i + 'xyz').join() + 'A\u0416b,c'.replace(/[a-z]+|,/gi, '<$&>');
         n += 'one two three'.split(/\s/).length + 'aXbX'.search(/b(?=X)/);
       }
       for (let i = 0; i < 3; i++) n += /(?:x+x+)+y/.test('x'.repeat(16 + i)) ? 1 : 2;
       for (const s of ['ab'.repeat(2000), '\u0416'.repeat(2000)]) n += s.match(/(?:[^]|(q))*/)[0].length;
       n + t)js",
    // Until the stack ends.
    R"(let depth = 0; function down(a, b) { depth++; return down(b, a) + 1 }
       let errors = '';
       try { down(1, 2) } catch (e) { errors += e.message }
       depth + errors)",
    // Promises and async functions.
    R"(let order = [];
       async function step(n) { for (let i = 0; i < n; i++) { order.push(n + ':' + i); await i } return n }
       Promise.all([step(3), step(5), step(1)]).then((r) => { order.push(r.join()); globalThis.done = order.join() });
       0)",
    // Sites with more receivers than they remember, methods of strings and in overflow slots, negation, and
    // comparisons of values of different kinds.
    R"(function get(o) { return o.v }
       function set(o, v) { o.v = v }
       function call(o, n) { return o.f(n) }
       const all = [];
       for (let i = 0; i < 12; i++) {
         const o = Object.create({ f(n) { return n + i } });
         o['k' + i] = i;
         all.push(o);
       }
       const many = {}, kinds = [0, 1.5, -0, 'a', 'ab'.slice(0, 1), null, undefined, true, all[0], 2n, NaN, Symbol.iterator];
       for (let i = 0; i < 50; i++) many['m' + i] = (n) => n - i;
       let s = 0, equal = 0;
       for (let i = 0; i < 4000; i++) {
         const o = all[i % 12];
         set(o, i);
         s += get(o) + call(o, i) + many.m40(i) + 'text'.charCodeAt(i & 3) + -(i / 3) + -(i & 1);
         if (kinds[i % 12] === kinds[(i >> 3) % 12]) equal++;
         if (kinds[i % 12] !== kinds[(i >> 5) % 12]) equal += 2;
       }
       s + ' ' + equal + ' ' + 1 / -s)",
};

// Waits for its host with frames of every kind below; what they called before is still in their temporaries.
constexpr const char* kWaiting = R"(
function leaf(n) { if (n % 5 === 4) throw n; return n }
function call(n) { let s = 0; for (let i = 0; i < n; i++) try { s += leaf(i) } catch (e) { s -= e } return s }
async function wait(n) { call(n); const r = [call(n), await new Promise((r) => { globalThis.go = r }), call(3)]; return r.join() }
function* each() { for (let i = 0; i < 50; i++) yield call(i) + (yield i) }
var it = each(); for (let i = 0; i < 20; i++) it.next(i);
wait(40).then((r) => { globalThis.result = r }); 0)";

// All that an image has but its machine code, and the header, which knows where that is.
std::string BytesBesideCode(const Image& image) {
  std::string bytes =
      BytesOf(image).substr(ImageHeader::kPage, image.header().code_rows_offset - ImageHeader::kPage);
  EXPECT_GT(bytes.size(), size_t{1} << 16);
  return bytes;
}

class TiersTest : public ::testing::TestWithParam<TierMode> {};

// Byte for byte. Optimized code makes fewer boxes, and what it refers to is beside its feedback.
bool LeavesSameHeap(TierMode mode) { return mode != TierMode::kOptimized && mode != TierMode::kAutomatic; }

TEST_P(TiersTest, AreTheSameButForSpeed) {
  for (const char* program : kPrograms) {
    std::string results[2], images[2];
    std::unique_ptr<IsolateOwner> owners[2];
    for (int i = 0; i < 2; i++) {
      IsolateConfig config;
      config.fuel = 1'000'000'000;
      config.tiers.mode = i == 0 ? TierMode::kInterpreter : GetParam();
      config.tiers.seed = 7;
      config.hooks.random_seed = [] { return uint64_t{1}; };
      owners[i] = MakeIsolate(config);
      results[i] = Evaluate(*owners[i], program) + Evaluate(*owners[i], "globalThis.done");
    }
    EXPECT_EQ(results[0], results[1]) << program;
    EXPECT_EQ(owners[0]->fuel_left(), owners[1]->fuel_left()) << program;
    EXPECT_EQ(DifferenceOfHeaps(*owners[0], *owners[1]), "") << program;
    for (int i = 0; HALFWORD_COMPRESS && i < 2; i++) images[i] = BytesBesideCode(*FreezeOf(*owners[i]));
    if (LeavesSameHeap(GetParam())) EXPECT_TRUE(images[0] == images[1]) << program;
  }
}

TEST_P(TiersTest, TheHeapOfAnImageIsTheSame) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "no images";
  std::string images[2], second_images[2];
  for (int i = 0; i < 2; i++) {
    IsolateConfig config;
    config.tiers.mode = i == 0 ? TierMode::kInterpreter : GetParam();
    config.hooks.random_seed = [] { return uint64_t{1}; };
    auto owner = MakeIsolate(config);
    EXPECT_EQ(Evaluate(*owner, kWaiting), "0");
    auto image = FreezeOf(*owner);
    images[i] = BytesBesideCode(*image);
    config.image = image;
    auto clone = MakeIsolate(config);
    EXPECT_EQ(Evaluate(*clone, "go(7); 0"), "0");
    EXPECT_EQ(Evaluate(*clone, "result + ':' + it.next(1).value + it.next(2).value"),
              Evaluate(*owner, "go(7); 0") == "0"
                  ? Evaluate(*owner, "result + ':' + it.next(1).value + it.next(2).value")
                  : "");
    // Functions that came with the image have become hot.
    EXPECT_EQ(Evaluate(*clone, "for (let i = 0; i < 500; i++) call(40); 0"), "0");
    auto second = FreezeOf(*clone);
    second_images[i] = BytesBesideCode(*second);
    config.image = second;
    EXPECT_EQ(Evaluate(*MakeIsolate(config), "call(9)"), "28");
  }
  if (!LeavesSameHeap(GetParam())) return;
  EXPECT_TRUE(images[0] == images[1]);
  EXPECT_TRUE(second_images[0] == second_images[1]);
}

INSTANTIATE_TEST_SUITE_P(Modes, TiersTest,
                         ::testing::Values(TierMode::kAutomatic, TierMode::kEmbedded, TierMode::kBaseline,
                                           TierMode::kGeneric, TierMode::kRandom, TierMode::kOptimized,
                                           TierMode::kUnoptimized),
                         [](const auto& info) {
                           return info.param == TierMode::kAutomatic     ? "Automatic"
                                  : info.param == TierMode::kEmbedded    ? "Embedded"
                                  : info.param == TierMode::kBaseline    ? "Baseline"
                                  : info.param == TierMode::kGeneric     ? "Generic"
                                  : info.param == TierMode::kOptimized   ? "Optimized"
                                  : info.param == TierMode::kUnoptimized ? "Unoptimized"
                                                                         : "Random";
                         });

TEST(TiersTest, HotLoopsAndFunctionsAreCompiled) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, "let n = 0; for (let i = 0; i < 10; i++) n++; n"), "10");
  EXPECT_EQ(StatisticsOf(*owner).functions, 0u);
  EXPECT_EQ(Evaluate(*owner, "function f() { return 1 } for (let i = 0; i < 100000; i++) n += f(); n"),
            "100010");
  EXPECT_GE(StatisticsOf(*owner).functions, 2u);
}

// What natives poll and charge leaves the rest of a quantum to the code between them: even where they come
// more often than quanta end, and where each takes more than one.
TEST(TiersTest, WhatRunsBetweenNativesThatPollIsFound) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  for (const char* native : {"bytes.fill(0, 8, 16)",
                             "bytes.set(bytes.subarray(0, 16), 32)",
                             "bytes.copyWithin(8, 16, 32)",
                             "bytes.slice(0, 16)",
                             "bytes.buffer.slice(0, 16)",
                             "bytes.indexOf(7, 4000)",
                             "bytes.reverse()",
                             "[3, 1, 2].sort()",
                             "[1, 2].join()",
                             "[1].concat(2)",
                             "[1, 2].indexOf(3)",
                             "'ab'.repeat(20)",
                             "'ab'.padStart(20)",
                             "/b+/.test('aabb')",
                             "Uint8Array.fromHex('0a')",
                             "Uint8Array.fromBase64('AAAA')",
                             "new Array(10).fill(0)",
                             "large.fill(1)",
                             "'x'.repeat(400000)",
                             "large.indexOf(7)"}) {
    auto owner = MakeIsolate();
    std::string source =
        "const bytes = new Uint8Array(4096), large = new Uint8Array(300000);"
        "function hot(n) { let h = 0; for (let i = 0; i < n; i++) h = (h ^ bytes[h & 7]) + 1 & 255; return h "
        "}"
        "for (let i = 0; i < 300; i++) { hot(500); " +
        std::string(native) + " } 0";
    EXPECT_EQ(Evaluate(*owner, source), "0") << native;
    EXPECT_GE(StatisticsOf(*owner).functions, 1u) << native;
  }
}

// However a function is called, the unit that ends a quantum there finds it.
TEST(TiersTest, WhatCallsEnterIsFound) {
  if (!HasMachineCode()) return;
  struct Kind {
    const char* call;
    uint64_t functions;  // that run, the loop besides
  };
  for (Kind kind : {Kind{"plain(i)", 1},
                    {"keeps(i, 1)", 1},
                    {"keeps(...pair)", 1},
                    {"object.method(i)", 1},
                    {"object.value", 1},
                    {"object.value = i", 1},
                    {"bound(i)", 1},
                    {"plain.call(null, i)", 1},
                    {"plain.apply(null, pair)", 1},
                    {"forwards(i, 1)", 2},
                    {"Reflect.apply(plain, null, pair)", 1},
                    {"new Base(i)", 1},
                    {"new Base(...pair)", 1},
                    {"new Keeps(i)", 1},
                    {"new Derived(i)", 2},
                    {"new Default(i)", 2},
                    {"new Fields(i)", 3},
                    {"new Legacy(i)", 2},
                    {"object.super(i)", 2},
                    {"`${primitive}`", 1},
                    {"plain`a`", 1},
                    {"[1, 2].map(plain)", 1},
                    {"i in {} || tail(i)", 2}}) {
    auto owner = MakeIsolate({});
    ASSERT_EQ(
        Evaluate(
            *owner,
            "const pair = [1, 2], plain = (a) => a, keeps = function () { return arguments.length; };"
            "const bound = plain.bind(null), primitive = { toString() { return 'p'; } };"
            "class Base { constructor(n) { this.n = n; } from(n) { return n; } }"
            "class Keeps { constructor(...all) { this.n = all.length; } }"
            "class Derived extends Base { constructor(n) { super(n); this.m = n; } }"
            "class Default extends Base {} class Fields extends Base { count = 1; next = null; }"
            "const object = { __proto__: Base.prototype, method(n) { return n; }, get value() { return 1; },"
            " set value(n) {}, super(n) { return super.from(n); } };"
            "function Legacy() { this.initialize.apply(this, arguments); }"
            "Legacy.prototype.initialize = function (n) { this.n = n; };"
            "function forwards() { return keeps.apply(null, arguments); }"
            "function tail(n) { 'use strict'; return plain(n); } 0"),
        "0");
    ASSERT_EQ(Evaluate(*owner, std::string("(function () { for (let i = 0; i < 60000; i++) ") + kind.call +
                                   "; return 0; })()"),
              "0")
        << kind.call;
    EXPECT_GE(StatisticsOf(*owner).functions, kind.functions + 1) << kind.call;
  }
}

TEST(TiersTest, CodeGoesWithItsFunctionAndWithItsIsolate) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  size_t before = jit::CodeSpace::Get().used_bytes();
  IsolateConfig config;
  config.tiers.mode = TierMode::kBaseline;
  auto owner = MakeIsolate(config);
  Evaluate(*owner, "for (let i = 0; i < 3000; i++) new Function('return ' + i)(); 0");
  uint64_t live = StatisticsOf(*owner).live_bytes;
  EXPECT_GT(live, 3000u * 16);
  owner->Enter([&](Isolate&) { owner->heap().CollectGarbage(); });
  EXPECT_LT(StatisticsOf(*owner).live_bytes, live / 10);
  owner.reset();
  EXPECT_EQ(jit::CodeSpace::Get().used_bytes(), before);
}

TEST(TiersTest, CodeCountsAgainstTheMemoryLimit) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  IsolateConfig config;
  config.tiers.mode = TierMode::kBaseline;
  auto owner = MakeIsolate(config);
  size_t before = owner->heap().CollectStatistics().external_bytes;
  Evaluate(
      *owner, "globalThis.f = new Function('" + [] {
        std::string body;
        for (int i = 0; i < 1000; i++) body += "this.x + this.y;";
        return body;
      }() + "'); f()");
  EXPECT_GE(owner->heap().CollectStatistics().external_bytes, before + StatisticsOf(*owner).live_bytes / 2);
}

TEST(TiersTest, HotRegularExpressionsAreCompiledForTheWidthsOfTheirSubjects) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, "const r = /(a+)b/; for (let i = 0; i < 50; i++) r.test('aab'); 0"), "0");
  EXPECT_EQ(StatisticsOf(*owner).regexps, 0u);
  EXPECT_EQ(Evaluate(*owner, "for (let i = 0; i < 2000; i++) r.test('aab'); 0"), "0");
  EXPECT_EQ(StatisticsOf(*owner).regexps, 1u);
  EXPECT_EQ(Evaluate(*owner, "for (let i = 0; i < 2000; i++) r.test('aab\u0416'); 0"), "0");
  EXPECT_EQ(StatisticsOf(*owner).regexps, 2u);
  // A single match that takes long.
  EXPECT_EQ(Evaluate(*owner, "/(?:x+x+)+y/.test('x'.repeat(18))"), "false");
  EXPECT_EQ(StatisticsOf(*owner).regexps, 3u);
  IsolateConfig config;
  config.tiers.mode = TierMode::kInterpreter;
  auto interpreted = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*interpreted, "/(?:x+x+)+y/.test('x'.repeat(18))"), "false");
  EXPECT_EQ(StatisticsOf(*interpreted).regexps, 0u);
}

TEST(TiersTest, CodeGoesWithItsRegularExpression) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  size_t before = jit::CodeSpace::Get().used_bytes();
  IsolateConfig config;
  config.tiers.mode = TierMode::kBaseline;
  auto owner = MakeIsolate(config);
  size_t external = owner->heap().CollectStatistics().external_bytes;
  Evaluate(*owner, "for (let i = 0; i < 3000; i++) new RegExp('(a|b+)' + i).test('abc'); 0");
  EXPECT_EQ(StatisticsOf(*owner).regexps, 3000u);
  Evaluate(*owner, "for (let i = 0; i < 300; i++) new RegExp('(a|b+)c' + i).test('abc'); 0");
  uint64_t live = StatisticsOf(*owner).live_bytes;
  EXPECT_GT(live, 300u * 256);
  EXPECT_GE(owner->heap().CollectStatistics().external_bytes, external + live / 2);
  owner->Enter([&](Isolate& isolate) {
    isolate.regexp_cache_.Init(Value::Smi(0));
    owner->heap().CollectGarbage();
  });
  EXPECT_LT(StatisticsOf(*owner).live_bytes, live / 10);
  owner.reset();
  EXPECT_EQ(jit::CodeSpace::Get().used_bytes(), before);
}

// Machine code can be entered at every instruction.
TEST(TiersTest, EveryInstructionHasAPlace) {
  auto owner = MakeIsolate({});
  ASSERT_EQ(
      Evaluate(*owner,
               "function f(a, b) { let s = 0.5; for (let i = 0; i < a; i++) { s = s * b + i * 0.5 - s / 3;"
               " try { s += [s, a][i & 1]; } catch (e) { s = e; } switch (i) { case 1: s++; case 2: s--; } }"
               " return s * s; } f(3, 1.5); 0"),
      "0");
  owner->Enter([](Isolate& isolate) {
    Value f = isolate.realm()->global_object()->GetOwn(isolate, PropertyKey::FromAscii(isolate, "f")).value;
    Code* code = static_cast<JSFunction*>(f.AsObject())->info()->code_.get();
    for (uint64_t random = 0; random < 200; random++) {
      jit::CodeBytes bytes = jit::Compile(code, {.random = random}, jit::Boundaries::kLoops);
      if (!jit::CodeSpace::Get().is_available() && bytes.empty()) return;
      const auto* compiled = reinterpret_cast<const jit::CompiledCode*>(bytes.data());
      ASSERT_EQ(compiled->size(), bytes.size());
      auto first = static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code));
      std::set<const uint8_t*> places;
      for (Instruction i(code->bytecode(), 0); i.offset() < code->bytecode_size_; i = i.next())
        places.insert(compiled->FindAny(code, first + i.offset()));
      ASSERT_EQ(places.size(), compiled->instruction_count);
      ASSERT_FALSE(places.contains(nullptr));
      ASSERT_LT(*places.rbegin(), compiled->entry() + compiled->code_bytes);
      for (const jit::EntryPoint& entry : compiled->entry_points())
        ASSERT_EQ(compiled->FindAny(code, entry.pc), compiled->Find(entry.pc));
      EXPECT_EQ(compiled->FindAny(code, first + code->bytecode_size_), nullptr);
      EXPECT_EQ(compiled->FindAny(code, 0), nullptr);
    }
  });
}

TEST(TiersTest, LimitsEndAMatchInMachineCode) {
  for (TierMode mode : {TierMode::kInterpreter, TierMode::kBaseline, TierMode::kRandom}) {
    IsolateConfig config;
    config.tiers.mode = mode;
    config.fuel = 1'000'000;
    auto owner = MakeIsolate(config);
    Evaluate(*owner, "/(?:x+x+)+y/.test('x'.repeat(60))");
    EXPECT_EQ(owner->fuel_left(), 0);
    owner->Enter([](Isolate& isolate) { EXPECT_TRUE(isolate.IsTerminating()); });
  }
}

// Calls that are inlined spend fuel ahead, for others too, and what exits gives it back.
TEST(TiersTest, FuelEndsAtTheSameInstruction) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  const char* source =
      "var trail = 0; class A { m(i) { return add(i) } } class B { m(i) { return add(5) + add(i) } }"
      "function add(n) { trail = (trail * 31 + n) & 0xffffff; return n }"
      "function inner(o, i) { add(i); return o.m(i) + 1 }"
      "function outer(o, i) { let s = inner(o, i) + inner(o, i + 1); if (i & 1) s += inner(o, 7); else "
      "add(3);"
      "  return s }"
      "const all = [new A(), new B()];"
      "function run(n) { let s = 0; for (let i = 0; i < n; i++) s += outer(all[i % 3 === 0 ? 1 : 0], i);"
      "  return s }"
      "run(1e9)";
  auto run = [&](TierMode mode, int64_t fuel) {
    IsolateConfig config;
    config.tiers.mode = mode;
    config.fuel = fuel;
    auto owner = MakeIsolate(config);
    EXPECT_EQ(Evaluate(*owner, source), "terminated");
    EXPECT_EQ(owner->termination(), Termination::kOutOfFuel);
    if (HALFWORD_T2 && mode == TierMode::kOptimized) EXPECT_NE(StatisticsOf(*owner).optimizer, nullptr);
    double trail = -1;
    owner->Enter([&](Isolate& isolate) {
      JSObject* global = isolate.realm()->global_object();
      trail = global->GetOwn(isolate, PropertyKey::FromAscii(isolate, "trail")).value.AsNumber();
    });
    return trail;
  };
  for (int64_t fuel = 30000; fuel < 30100; fuel++)
    EXPECT_EQ(run(TierMode::kOptimized, fuel), run(TierMode::kInterpreter, fuel)) << fuel;
}

// A deadline may come in each phase of a compilation.
TEST(TiersTest, ADeadlineEndsACompilation) {
  std::string body;
  for (int k = 0; k < 200; k++) {
    std::string n = std::to_string(k);
    body += "if (a[i + " + n + " & 7] > " + n + ") x = x + o.p * " + n + " | 0; else { z = z * 1.5 + y; a[" +
            n + " & 7] = y; } if ((i & " + n + ") === 5) o.p = x & 3;";
  }
  const std::string source = "function f(a, o) { let x = 1, y = 2, z = 3.5; for (let i = 0; i < 1e9; i++) {" +
                             body + "} return x + y + z; } f([1, 2, 3, 4, 5, 6, 7, 8], { p: 1 })";
  for (uint64_t milliseconds = 1; milliseconds < 100; milliseconds += 3) {
    IsolateConfig config;
    config.tiers.mode = TierMode::kOptimized;
    auto owner = MakeIsolate(config);
    owner->SetTimeout(milliseconds * 1'000'000);
    EXPECT_EQ(Evaluate(*owner, source), "terminated") << milliseconds;
    EXPECT_EQ(owner->termination(), Termination::kDeadline);
  }
}

// A rope needs room for what it becomes: what is added to a long string counts, too.
TEST(TiersTest, AMemoryLimitEndsSumsOfStrings) {
  for (const char* sum :
       {"s + 1.5", "1.5 + s", "s + undefined", "true + s", "s + -1.2345678901234567e-300", "s + 'x'"}) {
    for (int missing : {1, 4, 25}) {
      const std::string source = "function add(s) { return " + std::string(sum) +
                                 "; } for (let i = 0; i < 2000; i++) add('ab' + i);"
                                 "const s = 'x'.repeat((1 << 20) - " +
                                 std::to_string(missing) +
                                 "), hold = []; for (;;) { add(s); hold.push(new Uint8Array(100000)) }";
      auto run = [&](TierMode mode) {
        IsolateConfig config;
        config.tiers.mode = mode;
        config.memory_limit = size_t{16} << 20;
        auto owner = MakeIsolate(config);
        return Evaluate(*owner, source);
      };
      EXPECT_EQ(run(TierMode::kOptimized), run(TierMode::kInterpreter)) << sum << ", " << missing;
    }
  }
}

// ---- The code of the binary ----
FunctionInfo* InfoOfMap(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kArrayPrototype);
  Value map = prototype->GetOwn(isolate, PropertyKey::FromAscii(isolate, "map")).value;
  return static_cast<JSFunction*>(map.AsObject())->info();
}
bool RunsEmbeddedCode(Isolate& isolate, Code* code) {
  HandlerFunction entry = NativeStateOf(isolate).machine->EntryOf(code, isolate.entry_bias_);
  return jit::IsEmbedded(jit::CompiledCode::FromEntry(reinterpret_cast<const void*>(entry)));
}

TEST(EmbeddedCodeTest, IsWhatTheCompilerMakes) {
  IsolateConfig config;
  config.bootstrap = true;
  std::string error;
  auto owner = IsolateOwner::Create(config, &error);
  ASSERT_TRUE(owner) << error;
  std::vector<uint8_t> made;
  owner->Enter([&](Isolate& isolate) { made = jit::MakeEmbeddedCode(isolate); });
  for (uint32_t number = 1; number <= kSelfHostedCount; number++) {
    const jit::CompiledCode* code = jit::EmbeddedCode(number);
    ASSERT_EQ(code != nullptr, HALFWORD_JIT != 0);
    if (code == nullptr) continue;
    EXPECT_TRUE(jit::IsEmbedded(code));
    uint32_t offset = reinterpret_cast<const uint32_t*>(made.data())[number];
    ASSERT_LE(offset + code->size(), made.size());
    EXPECT_EQ(std::memcmp(made.data() + offset, code, code->size()), 0) << number;
  }
  EXPECT_EQ(jit::EmbeddedCode(kSelfHostedCount + 1), nullptr);
}

// And it does without memory to execute, and writes nothing to the functions.
TEST(EmbeddedCodeTest, RunsWhereNothingIsCompiled) {
  if (!HALFWORD_JIT) GTEST_SKIP() << "no stencils";
  for (TierMode mode : {TierMode::kEmbedded, TierMode::kAutomatic}) {
    IsolateConfig config;
    config.tiers.mode = mode;
    auto owner = MakeIsolate(config);
    EXPECT_EQ(
        Evaluate(*owner, "Array.from({length: 5000}, (x, i) => i).map(x => x + 1).reduce((a, b) => a + b)"),
        "12502500");
    owner->Enter([&](Isolate& isolate) {
      FunctionInfo* info = InfoOfMap(isolate, isolate.realm());
      EXPECT_TRUE(RunsEmbeddedCode(isolate, info->code_.get()));
      EXPECT_EQ(info->feedback_.get(), isolate.cold_feedback_.get());
      EXPECT_EQ(info->warmup_, 0u);
    });
    if (mode == TierMode::kEmbedded) EXPECT_EQ(StatisticsOf(*owner).functions, 0u);
  }
}

// Also in another realm, and in clones of images.
TEST(EmbeddedCodeTest, IsOneForAllRealms) {
  auto owner = MakeIsolate();
  owner->Enter([&](Isolate& isolate) {
    Realm* other = NewRealm(isolate);
    FunctionInfo *info = InfoOfMap(isolate, other), *mine = InfoOfMap(isolate, isolate.realm());
    EXPECT_NE(info, mine);
    EXPECT_EQ(info->code_.get(), mine->code_.get());
    EXPECT_EQ(info->script_->realm_.get(), other);
    EXPECT_NE(mine->script_->realm_.get(), other);
  });
}

TEST(EmbeddedCodeTest, IsInNoImage) {
  if (!HALFWORD_COMPRESS || !HasMachineCode()) GTEST_SKIP() << "no images, or no memory to execute";
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, "[1, 2].map(x => x).length"), "2");
  auto image = FreezeOf(*owner);
  EXPECT_EQ(image->header().code_row_count, 0u);
  IsolateConfig config;
  config.image = image;
  config.tiers.mode = TierMode::kEmbedded;
  auto clone = MakeIsolate(config);
  clone->Enter([&](Isolate& isolate) {
    EXPECT_TRUE(RunsEmbeddedCode(isolate, InfoOfMap(isolate, isolate.realm())->code_.get()));
  });
}

TEST(CodeSpaceTest, GivesMemoryThatRunsAndTakesItBack) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  jit::CodeSpace& space = jit::CodeSpace::Get();
  size_t before = space.used_bytes();
  std::vector<uint8_t> bytes(100, 0xc3);
  const uint8_t* first = space.Add(bytes);
  const uint8_t* second = space.Add(bytes);
  ASSERT_TRUE(first && second);
  EXPECT_NE(first, second);
  EXPECT_EQ(first[99], 0xc3);
  EXPECT_EQ(space.used_bytes(), before + 224);
  space.Remove(first, bytes.size());
  EXPECT_EQ(space.Add(bytes), first);
  space.Remove(first, bytes.size());
  space.Remove(second, bytes.size());
  EXPECT_EQ(space.used_bytes(), before);
  EXPECT_EQ(space.Add(std::vector<uint8_t>(jit::CodeSpace::kBytes + 1)), nullptr);
}

TEST(CodeSpaceTest, AChildHasACopy) {
  if (!HasMachineCode()) GTEST_SKIP() << "no memory to execute";
  jit::CodeSpace& space = jit::CodeSpace::Get();
  std::vector<uint8_t> bytes(100, 0xc3);
  const uint8_t* mine = space.Add(bytes);
  pid_t child = fork();
  if (child == 0) {
    bool same = mine[99] == 0xc3;
    space.Remove(mine, bytes.size());
    _exit(same && std::memcmp(mine, jit::target::kTrap, sizeof jit::target::kTrap) == 0 &&
                  space.Add(bytes) != nullptr
              ? 0
              : 1);
  }
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(mine[0], 0xc3);
  space.Remove(mine, bytes.size());
}

TEST(CodeSpaceTest, NothingCanBeWrittenAndExecuted) {
  std::string maps;
  if (FILE* file = std::fopen("/proc/self/maps", "r")) {
    char line[512];
    while (std::fgets(line, sizeof line, file)) maps += line;
    std::fclose(file);
  }
  EXPECT_EQ(maps.find(" rwx"), std::string::npos);
  EXPECT_NE(maps.find(" r-x"), std::string::npos);
}

}  // namespace
}  // namespace halfword::testing
