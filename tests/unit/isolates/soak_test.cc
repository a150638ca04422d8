// Isolates that live long: what comes and goes leaves nothing behind.
#include "fixture.h"

namespace halfword::testing {
namespace {

// Sites stay and are warm; what they meet is of one generation each: closures, classes with their prototypes
// and shapes, named and keyed properties, globals, accessors and private names.
constexpr const char* kSites = R"(
var total = 0;
function call(f, v) { return f(v) }
function make(C, v) { return new C(v) }
function is(o, C) { return o instanceof C }
function read(o) { return o.value }
function invoke(o) { return o.method() }
function write(o, v) { o.added = v; o.value = v }
function keyed(o, k) { o[k] = 1; return o[k] }
function global() { return current.value + (typeof fleeting).length }
function spread(f, list) { return f(...list) }
function generation(i) {
  const payload = new Array(50).fill(i);
  class Base { #secret = payload; constructor(v) { this.value = v } method() { return this.#secret.length } }
  class Derived extends Base { constructor(v) { super(v); this['own' + i % 7] = v } get size() { return payload.length }
                               static make(v) { return new this(v) } }
  const proto = { method() { return payload[0] }, value: i };
  const object = Object.create(proto), instance = make(Derived, i);
  globalThis.current = instance;
  if (i % 2) globalThis.fleeting = payload; else delete globalThis.fleeting;
  for (let k = 0; k < 8; k++) {
    total += call((v) => v + payload.length, k) + read(make(Derived, k)) + is(instance, Base) + is(object, Derived);
    total += invoke(object) + invoke(instance) + read(object) + read(instance) + instance.size + global();
    write(Object.create(proto), k);
    write(make(Derived, k), k);
    total += keyed(Object.create(proto), 'key' + k) + keyed({}, k) + keyed([], 0) + keyed(make(Base, 1), 'name' + i);
    total += spread((...rest) => rest.length, payload) + Derived.make(1).value;
  }
  const map = new Map([[instance, proto]]), weak = new WeakMap([[proto, instance]]);
  total += map.size + weak.has(proto);
}
)";

TEST(SoakTest, TenThousandGenerationsLeaveAsMuchAsOneThousand) {
  IsolateConfig config;
  config.memory_limit = size_t{48} << 20;
  auto owner = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*owner, kSites), "undefined");
  auto live_after = [&](int generations) {
    std::string source = "for (; n < " + std::to_string(generations) + "; n++) generation(n); n";
    EXPECT_EQ(Evaluate(*owner, source), std::to_string(generations));
    // Weak caches are cleared by one collection; what they kept from being found dead goes with the next.
    for (int i = 0; i < 3; i++) EXPECT_TRUE(owner->Enter([&](Isolate&) { owner->heap().CollectGarbage(); }));
    return owner->heap().CollectStatistics().live_bytes;
  };
  Evaluate(*owner, "var n = 0");
  size_t early = live_after(1000), late = live_after(10000);
  // Every generation would keep more than a kilobyte, so 9,000 would keep nine megabytes. The names are weak.
  // The table of interned strings doubles when a collection comes late: this takes 64 KiB more with full
  // pointers, in one run of ten.
  EXPECT_LT(late, early + (size_t{512} << 10));
}

}  // namespace
}  // namespace halfword::testing
