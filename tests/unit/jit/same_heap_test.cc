// The walker tells what it must, and nothing else.
#include "same_heap.h"

#include "fixture.h"

namespace halfword::testing {
namespace {

using jit::TierMode;

// What two isolates differ in after both have run `common`, and each a text of its own.
std::string Difference(const char* common, const char* first, const char* second,
                       TierMode mode = TierMode::kInterpreter) {
  std::unique_ptr<IsolateOwner> owners[2];
  for (int i = 0; i < 2; i++) {
    IsolateConfig config;
    config.hooks.random_seed = [] { return uint64_t{1}; };
    config.tiers.mode = i == 0 ? TierMode::kInterpreter : mode;
    owners[i] = MakeIsolate(config);
    Evaluate(*owners[i], common);
    Evaluate(*owners[i], i == 0 ? first : second);
  }
  return DifferenceOfHeaps(*owners[0], *owners[1]);
}

struct Pair {
  const char* common;
  const char* first;
  const char* second;
  const char* difference;  // what it begins with
};

constexpr Pair kDiffering[] = {
    // Values, and how they are reached.
    {"var a = {b: 1}", "a.b = 1", "a.b = 2", "globalThis.a.b: 1, 2"},
    {"let a = [0, {b: 1}]", "a[1].b = 1", "a[1].b = '1'", "a[1].b: 1, '1'"},
    {"var a", "a = 0", "a = -0", "globalThis.a: 0, -0"},
    {"var a", "a = 0.5", "a = NaN", "globalThis.a: 0.5, nan"},
    {"var a", "a = undefined", "a = null", "globalThis.a: undefined, null"},
    {"var a", "a = 'x\u0416'", "a = 'x\u0417'", "globalThis.a: 'x\u0416', 'x\u0417'"},
    {"var a", "a = 10n", "a = 11n", "globalThis.a: another BigInt"},
    {"var a", "a = 10n", "a = -10n", "globalThis.a: another BigInt"},
    // Who is who.
    {"var a = {}, b = {}, c", "c = a", "c = b",
     "globalThis.c: PlainObject globalThis.a, PlainObject globalThis.b"},
    {"var a = {}, c", "c = a", "c = {}", "globalThis.c: PlainObject globalThis.a, a new PlainObject"},
    // Shapes.
    {"var a = {}", "a.x = a.y = 1", "a.y = a.x = 1", "globalThis.a.[[Shape]]: PlainObject"},
    {"var a = {}", "a.x = 1", "Object.defineProperty(a, 'x', {value: 1, writable: true})",
     "globalThis.a.[[Shape]]"},
    {"var a = {}", "0", "Object.preventExtensions(a)", "globalThis.a.[[Shape]]"},
    {"var a = {}, b = {}", "0", "Object.setPrototypeOf(a, null); 0",
     "globalThis.a.[[Prototype]]: PlainObject "},
    {"var a = {}, g = () => 1, h = () => 1", "Object.defineProperty(a, 'x', {get: g})",
     "Object.defineProperty(a, 'x', {get: h})",
     "globalThis.a.get.x: JSFunction globalThis.g, JSFunction globalThis.h"},
    {"0", "delete Array.prototype.map", "0", "%ArrayPrototype%.[[Shape]]"},
    // Elements, holes and lengths.
    {"var a", "a = [1, 2, 3]", "a = [1, , 3]", "globalThis.a[1]: 2, a hole"},
    {"var a", "a = [1, , 3]", "a = [1, undefined, 3]", "globalThis.a[1]: a hole, undefined"},
    {"var a", "a = [1.5, , 2]", "a = [1.5, 7, 2]", "globalThis.a[1]: a hole, 7"},
    {"var a = [1, 2]", "0", "a.length = 3", "globalThis.a.length: 2, 3"},
    {"var a = [1, 2]", "a[9999999] = 1", "a[9999998] = 1", "globalThis.a[2]: a hole"},
    {"var a = {}", "a[3] = 1", "a[3] = 2", "globalThis.a[3]: 1, 2"},
    // Internal slots.
    {"var a", "a = new Date(1)", "a = new Date(2)", "globalThis.a.[[DateValue]]: 1, 2"},
    {"var a", "a = new Map([[1, 2]])", "a = new Map([[1, 3]])", "globalThis.a.[[Entry]][1]: 2, 3"},
    {"var a", "a = new Set([1, 2])", "a = new Set([2, 1])", "globalThis.a.[[Entry]][0]: 1, 2"},
    {"var s = new Set([1, 2]), a = s.values()", "0", "a.next()", "globalThis.a.[[EntriesLeft]]: 2, 1"},
    {"var k = {}, a = new WeakMap", "a.set(k, 1)", "a.set(k, 2)", "globalThis.a.[[HeldValue]]: 1, 2"},
    {"var k = {}, a = new WeakSet", "a.add(k)", "0", ""},
    {"var a = new Uint8Array(3)", "a[1] = 4", "a[1] = 5", "globalThis.a.[[ViewedArrayBuffer]].[[Bytes]]"},
    {"var b = new ArrayBuffer(8), a", "a = new Int8Array(b, 1)", "a = new Int8Array(b, 2)",
     "globalThis.a.[[ByteOffset]]: 1, 2"},
    {"var a", "a = /x/g", "a = /x/y", "globalThis.a.[[OriginalFlags]]: 'g', 'y'"},
    {"var a", "a = Object(1)", "a = Object(2)", "globalThis.a.[[Slots]][0]: 1, 2"},
    {"var a = [].values()", "0", "a.next()", "globalThis.a.[[Slots]][0]"},
    // Functions and what they close over.
    {"var f = (x => () => x++)(0)", "0", "f()", "globalThis.f.[[Environment]].[[Slots]][0]: 0, 1"},
    {"var f = () => 1, g = () => 1, a", "a = f", "a = g", "globalThis.a: JSFunction globalThis.f"},
    {"var f = x => x, a", "a = f.bind(null, 1)", "a = f.bind(null, 2)",
     "globalThis.a.[[Slots]][2].[[Fields]][0]: 1, 2"},
    {"var g = (function* (x) { let y = yield x; yield x; return y; })(1)", "g.next(); g.next(5)",
     "g.next(); g.next(6)", "globalThis.g.[[Slots]][0].[[Registers]]"},
    // Identity hashes, jobs, promises.
    {"var a, b", "a = Symbol('s'); b = Symbol('s')", "b = Symbol('s'); a = Symbol('s')",
     "globalThis.a.[[Hash]]"},
    {"0", "0", "Symbol(); 0", "(identity hashes)"},
    {"var p = new Promise(() => 0)", "0", "p.then(1)", "globalThis.p"},
    {"var a", "a = Promise.resolve(1)", "a = Promise.resolve(2)", "globalThis.a.[[Slots]][1]: 1, 2"},
    {"let a = 1", "0", "let b = 1", "[[Shape]]: PlainObject"},
};

// Each the other way round, too.
TEST(SameHeapTest, TellsWhatDiffers) {
  for (const Pair& pair : kDiffering) {
    std::string difference = Difference(pair.common, pair.first, pair.second);
    EXPECT_THAT(difference, ::testing::StartsWith(pair.difference)) << pair.first << " | " << pair.second;
    EXPECT_NE(difference, "") << pair.first << " | " << pair.second;
    EXPECT_NE(Difference(pair.common, pair.second, pair.first), "") << pair.first << " | " << pair.second;
    EXPECT_EQ(Difference(pair.common, pair.second, pair.second), "") << pair.second;
  }
}

constexpr Pair kSame[] = {
    // Numbers with and without a box.
    {"var a, o = {v: 0.5}", "a = 3", "o.v = 3.5; a = o.v - 0.5; o.v = 0.5", ""},
    // Capacities, and kinds of elements.
    {"var a = []", "a.push(1, 2)", "a.length = 100; a.length = 0; a.push(1, 2)", ""},
    {"var a", "a = [1, 2]", "a = [1.5, 2]; a[0] = 1", ""},
    {"var a", "a = [1, 2]", "a = [{}, 2]; a[0] = 1", ""},
    {"var a", "a = new Map([[1, 2]])",
     "a = new Map; for (let i = 0; i < 99; i++) a.set(i, i); a.clear(); a.set(1, 2)", ""},
    // Ropes, slices and flat strings of either width.
    {"var a, x = 'x'.repeat(40)", "a = 'x'.repeat(80)", "a = x + x", ""},
    {"var a, x = 'x'.repeat(80)", "a = 'x'.repeat(40)", "a = x.slice(20, 60)", ""},
    {"var a", "a = 'ab'", "a = 'ab\u0416'.slice(0, 2)", ""},
    // Feedback and code.
    {"function f(o) { return o.x }", "0",
     "for (const k of ['a', 'b', 'c']) for (let i = 0; i < 50; i++) f({[k]: 1, x: 2})", ""},
    {"function f() { return 1 } var a", "a = 100", "a = 0; while (a < 100) a += f()", ""},
    // What nothing refers to.
    {"var a = {}", "0", "({b: [1, 2]}).b.push(3)", ""},
    {"var w = new WeakMap", "0", "w.set({}, 1)", ""},
    {"var w = new WeakRef({x: 1})", "0", "({}).x", ""},
};

TEST(SameHeapTest, TellsNothingThatJavaScriptCannotTell) {
  for (const Pair& pair : kSame) {
    EXPECT_EQ(Difference(pair.common, pair.first, pair.second), "") << pair.first << " | " << pair.second;
  }
}

TEST(SameHeapTest, DeadRegistersOfGeneratorsAreNotTold) {
  EXPECT_EQ(Difference("function* f(x) { { let dead = x; x = [dead].length; } yield x; yield x }"
                       "var a = 1, b = 2, g",
                       "g = f(a); g.next()", "g = f(b); g.next()"),
            "");
}

TEST(SameHeapTest, IsolatesThatWereTerminatedCanBeTold) {
  std::string differences[2];
  std::unique_ptr<IsolateOwner> owners[3];
  for (int i = 0; i < 3; i++) {
    IsolateConfig config;
    config.hooks.random_seed = [] { return uint64_t{1}; };
    config.fuel = i < 2 ? 5000 : 5001;
    owners[i] = MakeIsolate(config);
    EXPECT_EQ(Evaluate(*owners[i], "var n = 0, a = []; for (;;) a[n & 7] = n++"), "terminated");
    if (i != 0) differences[i - 1] = DifferenceOfHeaps(*owners[0], *owners[i]);
  }
  EXPECT_EQ(differences[0], "");
  EXPECT_NE(differences[1], "");
}

// What optimized code leaves behind is what the interpreter does.
TEST(SameHeapTest, CompiledCodeLeavesTheSame) {
  EXPECT_EQ(Difference(R"(
      class P { #x; constructor(x) { this.#x = x; this.half = x / 2; } get x() { return this.#x; } }
      var all = [], sums = new Float64Array(8), map = new Map, counts = {}, n = 0, text = '';
      function add(i) {
        const p = new P(i * 0.5);
        all[i & 31] = p; sums[i & 7] += p.half; map.set(i & 15, p); counts['k' + (i & 3)] = p.x | 0;
        if ((i & 255) === 0) { text += i; n += 1.5; }
        return () => p;
      }
      function* each() { for (let i = 0; ; i++) yield add(i); }
      var steps = each(), last; 0)",
                       "for (let i = 0; i < 20000; i++) last = steps.next(); 0",
                       "for (let i = 0; i < 20000; i++) last = steps.next(); 0", TierMode::kOptimized),
            "");
}

}  // namespace
}  // namespace halfword::testing
