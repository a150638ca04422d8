// What clones must not have in common, and what nobody may find of a former tenant.
#include <sys/mman.h>

#include <cstring>
#include <fstream>
#include <set>
#include <vector>

#include "api/entry.h"
#include "api/records.h"
#include "fixture.h"

namespace api_testing {
namespace {

// ---- Former tenants ----

// Calls body(begin, end) for each stretch of resident memory of the isolate's slot: annex, stack, cage.
template <class F>
void ForEachResident(hw_isolate* isolate, F&& body) {
  uintptr_t cage = isolate->owner->heap().cage_base(), span = uintptr_t{4} << 30;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin, end;
    char readable;
    if (std::sscanf(line.c_str(), "%lx-%lx %c", &begin, &end, &readable) != 3 || readable != 'r') continue;
    if (begin < cage - span || end > cage + span) continue;
    std::vector<unsigned char> present((end - begin) / 4096);
    if (mincore(reinterpret_cast<void*>(begin), end - begin, present.data()) != 0) continue;
    for (size_t i = 0; i < present.size(); i++) {
      if (!(present[i] & 1)) continue;
      size_t first = i;
      while (i < present.size() && (present[i] & 1)) i++;
      body(begin + first * 4096, begin + i * 4096);
    }
  }
}

// By hand: the sanitizer holds freed memory for out of bounds, and that is where to look.
__attribute__((no_sanitize("address"))) size_t Count(const char* begin, const char* end,
                                                     const std::string& bytes) {
  const char* wanted = bytes.data();
  const size_t size = bytes.size();
  size_t found = 0;
  for (const char* at = begin; static_cast<size_t>(end - at) >= size; at++) {
    size_t same = 0;
    while (same < size && at[same] == wanted[same]) same++;
    found += same == size;
  }
  return found;
}

size_t CountInSlot(hw_isolate* isolate, const std::string& bytes) {
  size_t found = 0;
  ForEachResident(isolate, [&](uintptr_t begin, uintptr_t end) {
    found += Count(reinterpret_cast<const char*>(begin), reinterpret_cast<const char*>(end), bytes);
  });
  return found;
}

std::string Wide(const std::string& text) {
  std::string wide;
  for (char c : text) wide.append({c, 0});
  return wide;
}

hw_status Suspend(hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }
constexpr hw_function kFunctions[] = {{"wait", Suspend, 0, nullptr}};

// The secret is made while it runs, so that the text of the program does not have it.
constexpr const char* kTenants[] = {
    "globalThis[secret] = secret; Symbol.for(secret); Object.prototype.x = [secret]; 1",
    "var wide = secret + '\\u2603'; var rope = secret + wide + secret; rope.indexOf('x'); rope.length",
    "var m = new Map([[secret, {[secret]: secret}]]), s = new Set([secret]), w = new WeakMap([[m, secret]]); "
    "1",
    "var r = new RegExp(secret), t = secret.replace(r, x => x + x), f = new Function(secret.replaceAll('-', "
    "'_'), 'return 1'); 1",
    "function deep(n, s) { return n ? deep(n - 1, s + n) + s : s.length } deep(2000, secret)",
    "function* g(s) { let t = s + 1; yield t; yield s } var i = g(secret); i.next().value.length",
    "var b = new Uint8Array(200000); for (let i = 0; i < b.length; i++) b[i] = secret.charCodeAt(i % "
    "secret.length); 1",
    "var d = new Float64Array([...secret].map(c => c.charCodeAt(0))); JSON.stringify({secret, d}).length",
    "try { eval('(' + secret) } catch (e) { var e2 = e; e.stack + e.message } 1",
    "var all = []; for (let i = 0; i < 30000; i++) all.push(secret + i); all.length",
    "let kept = secret; (async () => { await 1; kept += secret; await new Promise(() => {}) })(); 1",
    "function f(s) { let t = s + s; wait(s); return t } f(secret)",
    "let a = []; for (;;) a.push(secret + a.length)",
};

TEST(HygieneTest, NothingOfAFormerTenantIsInItsSlot) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  hw_config config = Config();
  config.host = hw_host_new(kFunctions, 1, nullptr);
  config.memory_limit = 16 << 20;
  hw_isolate* isolate = New(config);
  const std::string secret = "canary-4711-canary";
  size_t found_before = 0;
  for (const char* tenant : kTenants) {
    SCOPED_TRACE(tenant);
    EXPECT_EQ(RunIn(isolate,
                    "typeof secret + typeof Object.prototype.x + Reflect.ownKeys(globalThis).includes('m')"),
              "undefinedundefinedfalse");
    hw_install_host(isolate, hw_global(isolate));
    std::string source = std::string("var secret = ['canary', 47 * 100 + 11, 'canary'].join('-');") + tenant;
    hw_status status = hw_evaluate(isolate, source.data(), source.size(), "", nullptr);
    EXPECT_NE(status, HW_EXCEPTION);
    if (status == HW_OK) hw_run_jobs(isolate);
    found_before += CountInSlot(isolate, secret) + CountInSlot(isolate, Wide(secret));
    ASSERT_TRUE(hw_isolate_reset(isolate));
    EXPECT_EQ(CountInSlot(isolate, secret), 0u);
    EXPECT_EQ(CountInSlot(isolate, Wide(secret)), 0u);
  }
  EXPECT_GT(found_before, std::size(kTenants));
  hw_isolate_destroy(isolate);
  hw_host_release(config.host);
}

// ---- Clones ----

TEST(HygieneTest, ClonesDifferInAllThatIsRandom) {
  hw_config config = Config();
#if HALFWORD_COMPRESS
  // The original has used its randomness already.
  config.image = ImageOf("var first = Math.random(); new Map([['a', 1]]).get('a')");
#endif
  constexpr size_t kClones = 1000;
  std::set<std::string> numbers;
  std::set<uint32_t> secrets;
  hw_pool* pool = hw_pool_new(&config, 1, nullptr);
  for (size_t i = 0; i < kClones; i++) {
    // Fresh ones and those that were reset.
    hw_isolate* isolate = i % 2 ? hw_pool_take(pool, nullptr) : New(config);
    numbers.insert(RunIn(isolate, "Math.random()"));
    secrets.insert(
        halfword::api::EnterOrRefuse(isolate, [](halfword::Isolate& inside) { return inside.hash_secret_; }));
    i % 2 ? hw_pool_give(pool, isolate) : hw_isolate_destroy(isolate);
  }
  EXPECT_EQ(numbers.size(), kClones);
  EXPECT_GE(secrets.size(), kClones - 1);  // of 2^32
  hw_pool_destroy(pool);
  hw_image_release(config.image);
}

// ---- Deterministic hosts ----

struct Clock {
  double now = 1e12;
  uint64_t seed = 42;
};

hw_hooks Hooks(Clock* clock) {
  hw_hooks hooks = {};
  hooks.size = sizeof hooks;
  hooks.data = clock;
  hooks.milliseconds = [](void* data) { return static_cast<Clock*>(data)->now; };
  hooks.random = [](void* data) { return static_cast<Clock*>(data)->seed; };
  return hooks;
}

constexpr char kProgram[] = R"js(
  let text = [Math.random(), Math.random(), Date.now(), new Date().toISOString()].join();
  const map = new Map, weak = new WeakMap, objects = [];
  for (let i = 0; i < 3000; i++) {
    const o = {['k' + (i * 7919 % 1000)]: i};
    map.set(i % 3 ? 'n' + i : o, Math.random());
    weak.set(o, i);
    objects.push(o);
  }
  objects.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  for (const [k, v] of map) if (v > 0.99) text += typeof k + v;
  text += objects.slice(0, 5).map(o => weak.get(o)) + /(\w+)-\1/.exec('ab-ab'.repeat(100)).index;
  text + (2n ** 200n) % 1000007n
)js";

TEST(HygieneTest, ADeterministicHostRunsTheSameProgramTheSameWay) {
  Clock clock;
  hw_hooks hooks = Hooks(&clock);
  hw_config config = Config();
  config.host = hw_host_new(nullptr, 0, &hooks);
  config.fuel = 50'000'000;
  std::set<std::string> outcomes;
  std::set<int64_t> fuel;
  auto run = [&](hw_isolate* isolate) {
    outcomes.insert(RunIn(isolate, kProgram));
    fuel.insert(FuelLeft(isolate));
  };
  hw_isolate* isolate = New(config);
  run(isolate);
  if (hw_isolate_reset(isolate)) run(isolate);
  hw_isolate_destroy(isolate);
  // Other addresses, limits and company make no difference.
  hw_isolate* other = New(Config());
  config.memory_limit = 200 << 20;
  isolate = New(config);
  hw_isolate_collect(isolate);
  run(isolate);
  hw_isolate_destroy(isolate);
  hw_isolate_destroy(other);
  EXPECT_EQ(outcomes.size(), 1u) << *outcomes.begin() << '\n' << *outcomes.rbegin();
  EXPECT_THAT(*outcomes.begin(), ::testing::HasSubstr("1000000000000,2001-09-09T01:46:40.000Z"));
  EXPECT_EQ(fuel.size(), 1u);
  EXPECT_LT(*fuel.begin(), 50'000'000);
  // Another seed is another run.
  clock.seed = 43;
  isolate = New(config);
  run(isolate);
  EXPECT_EQ(outcomes.size(), 2u);
  hw_isolate_destroy(isolate);
  hw_host_release(config.host);
}

#if HALFWORD_COMPRESS
TEST(HygieneTest, AnImageOfADeterministicHostGoesOnTheSameWay) {
  Clock clock;
  hw_hooks hooks = Hooks(&clock);
  hw_config config = Config();
  config.host = hw_host_new(nullptr, 0, &hooks);
  config.image =
      ImageOf("var n = Math.random(); function f() { return [n, Math.random(), Date.now()].join() }", config);
  std::set<std::string> outcomes;
  for (int i = 0; i < 5; i++) {
    hw_isolate* isolate = New(config);
    outcomes.insert(RunIn(isolate, "f()"));
    hw_isolate_destroy(isolate);
  }
  EXPECT_EQ(outcomes.size(), 1u);
  hw_image_release(config.image);
  hw_host_release(config.host);
}
#endif

}  // namespace
}  // namespace api_testing
