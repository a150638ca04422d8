// Functions of an image stay clean in clones that don't live long: nobody writes to them
// or to their feedback.
#include <cstring>
#include <vector>

#include "fixture.h"
#include "gc/heap_impl.h"
#include "objects/primitives/string.h"

namespace halfword::testing {
namespace {

#if HALFWORD_COMPRESS

// Sites of every kind: loads and stores of own, inherited, absent and accessor properties, properties that
// are added, calls, constructions, globals, arithmetic; some functions warm, some not.
constexpr const char* kProgram = R"(
  globalThis.counter = 0;
  class Point {
    constructor(x, y) { this.x = x; this.y = y; }
    get sum() { return this.x + this.y; }
    set both(v) { this.x = this.y = v; }
    add(other) { counter++; return new Point(this.x + other.x, this.y + other.y); }
  }
  function grow(o, i) { o.a = i; o.b = i + 0.5; o['c'] = o.absent; return o.a + o.b; }
  function work(n) {
    let total = 0, p = new Point(1, 2);
    for (let i = 0; i < n; i++) {
      p = p.add({ x: 1, y: i, ['z' + i % 5]: 0 });
      p.both = p.sum % 1000;
      total += grow(i % 2 ? {} : { q: 1, r: 2 }, i) + (p instanceof Point) + [1, 2, 3].map((v) => v * 2)[1];
    }
    return total + ' ' + p.x + ' ' + counter;
  }
  function cold(o) { o.m = o.n; return o.m + 'cold'.length; }
  work(3);
  cold({n: 0});  // compiled, not warm
)";

struct Range {
  uint32_t begin, size;  // cage offset, bytes
};

std::vector<Range> FunctionsOf(gc::Heap& heap) {
  std::vector<Range> ranges;
  heap.ForEachObject([&](void* object) {
    auto type = static_cast<HeapType>(gc::TypeIndexOf(heap.cage_base(), object));
    if (type != HeapType::kFunctionInfo && type != HeapType::kFeedbackVector) return;
    uint32_t offset = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(object) - heap.cage_base());
    ranges.push_back({offset, static_cast<uint32_t>(heap.impl().CellSizeAt(offset) - gc::kHeaderSize)});
  });
  return ranges;
}

size_t Changed(const std::vector<Range>& ranges, IsolateOwner& a, IsolateOwner& b) {
  size_t changed = 0;
  for (Range r : ranges) {
    changed += std::memcmp(reinterpret_cast<void*>(a.heap().cage_base() + r.begin),
                           reinterpret_cast<void*>(b.heap().cage_base() + r.begin), r.size) != 0;
  }
  return changed;
}

class CleanFunctionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    original_ = MakeIsolate();
    Evaluate(*original_, kProgram);
    IsolateConfig config;
    config.image = FreezeOf(*original_);
    functions_ = FunctionsOf(original_->heap());
    ASSERT_GT(functions_.size(), 5u);
    clone_ = MakeIsolate(config);
  }
  std::unique_ptr<IsolateOwner> original_, clone_;
  std::vector<Range> functions_;
};

TEST_F(CleanFunctionsTest, ShortRunsWriteToNone) {
  // Twice: what the stub cache has learnt is right, too.
  EXPECT_EQ(Evaluate(*clone_, "work(50)"), "2725 132 53");
  EXPECT_EQ(Evaluate(*clone_, "counter = 0; work(50) + cold({n: 1}) + cold({n: 2})"), "2725 132 5056");
  EXPECT_EQ(Changed(functions_, *original_, *clone_), 0u);
}

TEST_F(CleanFunctionsTest, LongRunsGetCachesOfTheirOwn) {
  EXPECT_EQ(Evaluate(*original_, "counter = 0; work(20000)"), Evaluate(*clone_, "counter = 0; work(20000)"));
  Evaluate(*clone_, "for (let i = 0; i < 60000; i++) cold({n: 1})");
  clone_ = MakeIsolate([&] {
    IsolateConfig config;
    config.image = FreezeOf(*original_);
    return config;
  }());
  functions_ = FunctionsOf(original_->heap());
  Evaluate(*clone_, "for (let i = 0; i < 60000; i++) cold({n: 1})");
  EXPECT_GT(Changed(functions_, *original_, *clone_), 0u);
}

TEST_F(CleanFunctionsTest, StubsFollowChangesOfPrototypes) {
  EXPECT_EQ(Evaluate(*clone_, R"(
    let seen = [];
    for (let i = 0; i < 30; i++) {
      if (i == 10) Object.prototype.absent = 7;
      if (i == 20) Object.defineProperty(Object.prototype, 'b', { set(v) { seen.push(v); }, get() { return 1; }, configurable: true });
      const o = {};
      const sum = grow(o, i);
      if (i % 10 == 9) seen.push(sum, o.c);
    }
    delete Object.prototype.b;
    delete Object.prototype.absent;
    seen.join()
  )"),
            "18.5,,38.5,7,20.5,21.5,22.5,23.5,24.5,25.5,26.5,27.5,28.5,29.5,30,7");
}

TEST_F(CleanFunctionsTest, StubsOfPrimitivesAreOfOneRealm) {
  IsolateConfig config;
  config.harmony = true;
  auto original = MakeIsolate(config);
  Evaluate(*original, R"(
    const source = `(function (n) { let r; while (n--) r = 'text'.where + (1).where; return r; })`;
    globalThis.there = new ShadowRealm().evaluate(
        `String.prototype.where = Number.prototype.where = 'there'; ${source}`);
    String.prototype.where = Number.prototype.where = 'here';
    globalThis.here = (0, eval)(source);
    there(1) + here(1);  // compiled, not warm
  )");
  config.image = FreezeOf(*original);
  EXPECT_EQ(Evaluate(*MakeIsolate(config), "there(3) + here(3) + there(3)"), "theretherehereheretherethere");
  EXPECT_EQ(Evaluate(*MakeIsolate(config), "here(3) + there(3) + here(3)"), "hereheretherethereherehere");
}

#endif

}  // namespace
}  // namespace halfword::testing
