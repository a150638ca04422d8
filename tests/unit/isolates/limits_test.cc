// Memory that ends: of the cage, reserve included, and of the process. The host goes on in any case.
#include "fixture.h"
#include "platform/exhaustion.h"

namespace halfword::testing {
namespace {

// As much as the cage holds, and no limit below: what a guest with a limit near 4 GiB has.
IsolateConfig SmallCage() {
  IsolateConfig config;
  config.cage_bytes = size_t{16} << 20;
  return config;
}

void ExpectUsable(IsolateOwner& owner) {
  EXPECT_EQ(owner.termination(), Termination::kOutOfMemory);
  EXPECT_EQ(Evaluate(owner, "1 + 1"), "terminated");
  if (!owner.image()) return;  // a build without images
  ASSERT_TRUE(owner.Reset());
  EXPECT_EQ(Evaluate(owner, "[1, 2, 3].map((x) => x * 2).join()"), "2,4,6");
  owner.heap().Enter([&] { owner.heap().CollectGarbage(); });
  EXPECT_EQ(Evaluate(owner, "JSON.stringify({a: [1.5]})"), "{\"a\":[1.5]}");
}

TEST(LimitsTest, AGuestThatUsesUpTheCageIsTerminated) {
  for (const char* source : {
           "const a = []; for (;;) a.push({x: 1, y: [1, 2]})",
           "const m = new Map(); for (let i = 0; ; i++) m.set(i, i)",
           "const s = new Set(); for (let i = 0; ; i++) s.add({})",
           "const w = new WeakMap(), k = []; for (;;) { const o = {}; k.push(o); w.set(o, k) }",
           "const o = {}; for (let i = 0; ; i++) o['key' + i] = i",
           "let s = 'ab'; for (;;) { s += s; s.charCodeAt(0) }",
           "const a = []; for (;;) a.push('x'.repeat(1e5).split(''))",
           "const a = []; for (let i = 0n; ; i++) a.push((1n << 1000000n) + i)",
           "const a = []; for (let i = 0; ; i++) a.push(eval('(function f' + i + '() { return [' + i + '] "
           "})'))",
           "const a = []; for (;;) a.push(JSON.parse('[' + '{\"a\":[1]},'.repeat(1e4) + '0]'))",
           "eval('[' + '{a: [1, 2, 3], b() { return \"text\" }},'.repeat(2e5) + ']')",
           "const a = []; for (;;) a.push(Array.from({length: 1e5}, () => ({})))",
           "function* g() { yield 1 } const a = []; for (;;) { const i = g(); i.next(); a.push(i) }",
           "const r = new FinalizationRegistry(() => {}), k = []; for (;;) { k.push({}); "
           "r.register(k.at(-1), 1) }",
           "for (let i = 0; ; i++) Symbol.for('registered ' + i)",
           "try { const a = []; for (;;) a.push([]) } finally { for (;;); }",
       }) {
    auto owner = MakeIsolate(SmallCage());
    EXPECT_EQ(Evaluate(*owner, source), "terminated") << source;
    ExpectUsable(*owner);
  }
}

// The cage may be smaller than was asked for, and a heap keeps a part of it in reserve.
TEST(LimitsTest, NoLimitIsWhatTheHeapCanHold) {
  IsolateConfig config;
  config.cage_bytes = size_t{128} << 20;
  auto without = MakeIsolate(config);
  config.memory_limit = config.cage_bytes;
  auto whole = MakeIsolate(config);
  size_t limit = without->heap().CollectStatistics().limit;
  EXPECT_LT(limit, config.cage_bytes);
  EXPECT_EQ(whole->heap().CollectStatistics().limit, limit);
}

// What lives stays close to the limit, so collections free little: a few of them, and it is over.
TEST(LimitsTest, AGuestThatDoesLittleButCollectIsTerminated) {
  IsolateConfig config;
  config.memory_limit = size_t{32} << 20;
  config.fuel = 100'000'000;
  auto owner = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*owner, "const b = new Array(1e4).fill(1), a = []; for (;;) a.push(b.slice())"),
            "terminated");
  EXPECT_LT(owner->heap().CollectStatistics().collections, 400u);
  ExpectUsable(*owner);
}

// What the library does in one call is charged for: else a deadline or an interrupt is looked for too late.
TEST(LimitsTest, LongStringsCostFuelInProportion) {
  for (const char* call : {"big.indexOf('ab')", "big.lastIndexOf('ba')", "big.includes('ab')",
                           "big.split('ab')", "big.replaceAll('ab', '')", "big.replace('ab', '')",
                           "big.toUpperCase()", "wide.indexOf('ab')", "wide.normalize('NFD')",
                           "big.localeCompare(same)", "big === same", "big < same", "same.endsWith(big)"}) {
    IsolateConfig config;
    config.fuel = 1'000'000;
    auto owner = MakeIsolate(config);
    Evaluate(*owner, "var big = 'a'.repeat(640000), same = ('a' + big).slice(1), wide = big + '\u3042'");
    int64_t before = owner->fuel_left();
    EXPECT_NE(Evaluate(*owner, std::string(call) + "; for (let i = 0; i < 2; i++);"), "terminated") << call;
    EXPECT_GT(before - owner->fuel_left(), 640000 / 64) << call;
  }
}

TEST(LimitsTest, MemoryOfTheProcessThatEndsLeavesTheInnermostEntry) {
  auto owner = MakeIsolate();
  bool went_on = false;
  EXPECT_TRUE(owner->Enter([&](Isolate&) {
    EXPECT_FALSE(owner->Enter([](Isolate&) { platform::ThrowExhaustion(); }));
    went_on = true;
  }));
  EXPECT_TRUE(went_on);
  EXPECT_FALSE(owner->is_entered());
  ExpectUsable(*owner);
}

TEST(LimitsTest, MemoryMayEndInTheMiddleOfACollection) {
  auto owner = MakeIsolate();
  EXPECT_EQ(Evaluate(*owner, "globalThis.kept = Array.from({length: 1000}, (_, i) => [i]); 1"), "1");
  EXPECT_FALSE(owner->Enter([&](Isolate& isolate) {
    // Natively kept values are traced as roots: this one is none.
    struct Trap {
      static void Trace(void*, gc::Visitor&) { platform::ThrowExhaustion(); }
    };
    gc::HeapCallbacks callbacks = isolate.heap().callbacks();
    callbacks.trace_roots = Trap::Trace;
    isolate.heap().SetCallbacks(callbacks);
    isolate.heap().CollectGarbage();
  }));
  EXPECT_EQ(owner->termination(), Termination::kOutOfMemory);
  EXPECT_EQ(Evaluate(*owner, "1 + 1"), "terminated");
}

}  // namespace
}  // namespace halfword::testing
