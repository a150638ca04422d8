// Isolates whose heaps helper threads mark and sweep.
#include <thread>

#include "fixture.h"
#include "gc/heap.h"
#include "gc/heap_impl.h"
#include "isolates/collector_threads.h"
#include "isolates/spare_isolates.h"

namespace halfword::testing {
namespace {

// A table of linked nodes of many shapes. A turn replaces some, and gives others more properties.
constexpr const char* kProgram = R"(
var table = [], seed = 1, sum = 0;
function random(n) { seed = Math.imul(seed, 1664525) + 1013904223 | 0; return (seed >>> 5) % n }
function node(i) { return { i, next: table[random(i + 1)], list: [i, { i }], get: () => i } }
function build(n) { for (let i = table.length; i < n; i++) table.push(node(i)) }
function turn(n) {
  for (let k = 0; k < n; k++) {
    const i = random(table.length), old = table[i];
    if (k % 3 === 0) table[i] = node(i);
    old['p' + k % 30] = { i };
    old.list.unshift({ i });
    if (old.list.length > 20) old.list.length = 5;
    old.text = (old.text || '') + i;
  }
}
function check() {
  for (let i = 0; i < table.length; i++) {
    const o = table[i];
    if (o.i !== i || o.get() !== i) throw new Error('node ' + i);
    for (const k in o) if (k[0] === 'p' && o[k].i !== i) throw new Error('property ' + k + ' of ' + i);
    for (const v of o.list) if ((v.i ?? v) !== i) throw new Error('list of ' + i);
  }
  return 'right';
}
)";

IsolateConfig WithThreads(uint32_t count = 2) {
  IsolateConfig config;
  config.gc_threads = count;
  config.cage_bytes = size_t{512} << 20;
  config.verify_heap = false;  // the verifier stops the helpers
  return config;
}

void CollectAndVerify(IsolateOwner& owner) {
  owner.heap().SetVerification(true);
  EXPECT_TRUE(owner.Enter([&](Isolate&) { owner.heap().CollectGarbage(); }));
  owner.heap().SetVerification(false);
}

#if HALFWORD_COMPRESS
constexpr int kNodes = 40'000;
#else
constexpr int kNodes = 20'000;
#endif

TEST(GcThreadsTest, NothingIsLostBesideHelpers) {
  auto owner = MakeIsolate(WithThreads());
  ASSERT_EQ(Evaluate(*owner, kProgram), "undefined");
  Evaluate(*owner, "build(" + std::to_string(kNodes) + ")");
  for (int round = 0; round < 5; round++) {
    EXPECT_EQ(Evaluate(*owner, "turn(60000); check()"), "right");
    CollectAndVerify(*owner);
  }
  EXPECT_GT(owner->heap().CollectStatistics().collections, 5u);
}

TEST(GcThreadsTest, HelpersMarkWhatTheProgramLeaves) {
  auto owner = MakeIsolate(WithThreads());
  ASSERT_EQ(Evaluate(*owner, kProgram), "undefined");
  Evaluate(*owner, "build(" + std::to_string(kNodes) + ")");
  gc::Heap& heap = owner->heap();
  const gc::ConcurrentMarker* concurrent = heap.impl().concurrent_marker();
  ASSERT_NE(concurrent, nullptr);
  EXPECT_TRUE(owner->Enter([&](Isolate&) {
    heap.StartIncrementalMarking();
    // The program's thread gives away what the roots refer to, and does next to nothing.
    while (!heap.AdvanceMarking(0)) std::this_thread::yield();
    heap.FinalizeMarking(gc::StackState::kMayContainHeapPointers);
    EXPECT_GT(concurrent->scanned_bytes(), size_t{1} << 20);
    heap.FinishSweeping();
  }));
  CollectAndVerify(*owner);
  EXPECT_EQ(Evaluate(*owner, "check()"), "right");
}

TEST(GcThreadsTest, IsolatesWithoutHaveNoHelpers) {
  auto owner = MakeIsolate();
  EXPECT_EQ(owner->heap().impl().concurrent_marker(), nullptr);
  EXPECT_EQ(owner->heap().impl().sweeper().concurrent(), nullptr);
}

TEST(GcThreadsTest, IsolatesOfTheSameNumberShareAPool) {
  EXPECT_EQ(CollectorThreads(2), CollectorThreads(2));
  auto two = CollectorThreads(2);
  EXPECT_EQ(CollectorThreads(2), two);
  EXPECT_NE(CollectorThreads(1), two);
  EXPECT_EQ(CollectorThreads(1000), CollectorThreads(kMostCollectorThreads));
}

TEST(GcThreadsTest, AMemoryLimitEndsTheGuestAllTheSame) {
  IsolateConfig config = WithThreads();
  config.memory_limit = size_t{24} << 20;
  for (int round = 0; round < 3; round++) {
    auto owner = MakeIsolate(config);
    ASSERT_EQ(Evaluate(*owner, kProgram), "undefined");
    EXPECT_EQ(Evaluate(*owner, "for (let n = 10000;; n += 1000) { build(n); turn(1000) }"), "terminated");
  }
}

// What is needed while helpers mark waits for the end of the cycle.
TEST(GcThreadsTest, GarbageMakesRoomUnderALimit) {
  IsolateConfig config = WithThreads(1);
  config.memory_limit = size_t{48} << 20;
  config.gc_step_stress = 50;
  auto owner = MakeIsolate(config);
  ASSERT_EQ(Evaluate(*owner, kProgram), "undefined");
  EXPECT_EQ(Evaluate(*owner, R"(
    build(20000);
    var n = 0;
    for (let i = 0; i < 1000; i++) n += new Array(10000).fill(i).length / 10000;
    for (let i = 0; i < 500; i++) n += new ArrayBuffer(1 << 20).byteLength >> 20;
    n + check())"),
            "1500right");
}

#if HALFWORD_COMPRESS
// Left at any time: in the middle of marking, of sweeping, with helpers at work.
TEST(GcThreadsTest, ResetsFreezesAndEndsDoNotWaitForACycle) {
  IsolateConfig config = WithThreads();
  {
    auto original = MakeIsolate(config);
    ASSERT_EQ(Evaluate(*original, kProgram), "undefined");
    Evaluate(*original, "build(2000)");
    config.image = FreezeOf(*original);
  }
  for (int round = 0; round < 12; round++) {
    auto owner = MakeIsolate(config);
    Evaluate(*owner, "build(10000); turn(" + std::to_string(5000 + round * 1500) + ")");
    if (round % 2 == 0) EXPECT_TRUE(owner->Enter([&](Isolate&) { owner->heap().StartIncrementalMarking(); }));
    if (round % 4 == 0) EXPECT_TRUE(owner->Enter([&](Isolate&) { (void)owner->heap().AdvanceMarking(0); }));
    switch (round % 3) {
      case 0:
        ASSERT_TRUE(owner->Reset());
        EXPECT_EQ(Evaluate(*owner, "table.length + check()"), "2000right");
        break;
      case 1: {
        IsolateConfig clone = WithThreads();
        clone.image = FreezeOf(*owner);
        EXPECT_EQ(Evaluate(*MakeIsolate(clone), "turn(3000); table.length + check()"), "10000right");
        EXPECT_EQ(Evaluate(*owner, "turn(3000); check()"), "right");
        break;
      }
      default: EXPECT_EQ(Evaluate(*owner, "check()"), "right");
    }
    IsolateOwner::Retire(std::move(owner));
  }
}

TEST(GcThreadsTest, ASpareIsForThoseThatWantAsManyThreads) {
  IsolateConfig config;
  {
    auto original = MakeIsolate();
    config.image = FreezeOf(*original);
  }
  IsolateOwner::Retire(MakeIsolate(config));
  IsolateConfig helped = config;
  helped.gc_threads = 1;
  auto owner = MakeIsolate(helped);
  EXPECT_NE(owner->heap().impl().concurrent_marker(), nullptr);
  IsolateOwner::Retire(std::move(owner));
  EXPECT_EQ(MakeIsolate(config)->heap().impl().concurrent_marker(), nullptr);
  EXPECT_NE(MakeIsolate(helped)->heap().impl().concurrent_marker(), nullptr);
}
#endif

TEST(GcThreadsTest, ManyIsolatesOnManyThreadsShareTheHelpers) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) {
    threads.emplace_back([] {
      auto owner = MakeIsolate(WithThreads());
      EXPECT_EQ(Evaluate(*owner, kProgram), "undefined");
      EXPECT_EQ(Evaluate(*owner, "build(10000); turn(40000); check()"), "right");
      CollectAndVerify(*owner);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace halfword::testing
