// What destroyed clones leave to the next ones.
#include "isolates/spare_isolates.h"

#include <sys/mman.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "fixture.h"
#include "gc/heap.h"
#include "objects/memory/budget.h"

namespace halfword::testing {
namespace {

#if HALFWORD_COMPRESS

bool IsMapped(uintptr_t address) {
  unsigned char present;
  return mincore(reinterpret_cast<void*>(address), 4096, &present) == 0;
}

// What comes first in a cage that is somebody's, after the null page.
uintptr_t FrontOf(const std::unique_ptr<IsolateOwner>& owner) { return owner->heap().cage_base() + 4096; }

// An image of the test's own, so that what other tests left doesn't matter.
class SpareIsolatesTest : public ::testing::Test {
 protected:
  std::unique_ptr<IsolateOwner> Clone(IsolateConfig config = {}) const {
    config.image = image_;
    return MakeIsolate(config);
  }

  std::shared_ptr<const Image> image_ = [] {
    auto original = MakeIsolate();
    EXPECT_EQ(Evaluate(*original, "var loaded = 'loaded'; loaded"), "loaded");
    return FreezeOf(*original);
  }();
};

TEST_F(SpareIsolatesTest, ADestroyedCloneLeavesItsSlotToTheNext) {
  IsolateConfig config;
  config.fuel = 1'000'000;
  auto first = Clone(config);
  uintptr_t front = FrontOf(first);
  EXPECT_EQ(
      Evaluate(*first,
               "var secret = 'canary-' + 4711; Math.secret = [secret]; loaded = 1; [typeof it, secret]"),
      "undefined,canary-4711");
  first->heap().CollectGarbage(gc::StackState::kNoHeapPointers);
  IsolateOwner::Retire(std::move(first));
  EXPECT_EQ(CountInSlot(front - 4096, "canary-4711"), 0u);

  auto second = Clone();
  EXPECT_EQ(FrontOf(second), front);
  EXPECT_EQ(second->fuel_left(), -1);
  EXPECT_EQ(second->heap().CollectStatistics().collections, 0u);
  EXPECT_EQ(Evaluate(*second, "[loaded, typeof secret, typeof Math.secret]"), "loaded,undefined,undefined");
}

TEST_F(SpareIsolatesTest, ATerminatedOneLeavesItToo) {
  IsolateConfig config;
  config.memory_limit = 4 << 20;
  auto first = Clone(config);
  uintptr_t front = FrontOf(first);
  EXPECT_EQ(Evaluate(*first, "for (let a = [];;) a.push(['' + a.length])"), "terminated");
  IsolateOwner::Retire(std::move(first));
  auto second = Clone();
  EXPECT_EQ(FrontOf(second), front);
  EXPECT_EQ(Evaluate(*second, "let a = []; for (let i = 0; i < 1e5; i++) a.push(['' + i]); a.length"),
            "100000");
}

TEST_F(SpareIsolatesTest, OthersOfTheSameSizesTakeIt) {
  auto first = Clone();
  uintptr_t front = FrontOf(first);
  IsolateOwner::Retire(std::move(first));
  IsolateConfig larger;
  larger.cage_bytes = size_t{128} << 20;
  EXPECT_NE(FrontOf(Clone(larger)), front);
  IsolateConfig deeper;
  deeper.stack_bytes = size_t{4} << 20;
  EXPECT_NE(FrontOf(Clone(deeper)), front);
  IsolateConfig copied;
  copied.copy_image = true;
  EXPECT_NE(FrontOf(Clone(copied)), front);
  EXPECT_NE(FrontOf(MakeIsolate()), front);  // of another image
  EXPECT_EQ(FrontOf(Clone()), front);
}

TEST_F(SpareIsolatesTest, LargeOnesAreNotKept) {
  IsolateConfig config;
  config.cage_bytes = size_t{256} << 20;
  auto first = Clone(config);
  uintptr_t front = FrontOf(first);
  EXPECT_EQ(Evaluate(*first, "var a = new Array(1e7).fill(1); a.length"), "10000000");
  IsolateOwner::Retire(std::move(first));
  EXPECT_FALSE(IsMapped(front));
}

TEST_F(SpareIsolatesTest, HooksAndStressAreNotInherited) {
  IsolateConfig config;
  config.hooks.current_time_ms = [] { return 4711.0; };
  config.gc_stress = 1;
  auto first = Clone(config);
  EXPECT_EQ(Evaluate(*first, "Date.now()"), "4711");
  IsolateOwner::Retire(std::move(first));
  auto second = Clone();
  EXPECT_NE(Evaluate(*second, "Date.now()"), "4711");
  EXPECT_EQ(Evaluate(*second, "for (let i = 0; i < 1000; i++) [i]; 1"), "1");
  EXPECT_EQ(second->heap().CollectStatistics().collections, 0u);
}

TEST_F(SpareIsolatesTest, ABudgetHasItsShareBack) {
  IsolateConfig config;
  config.budget = std::make_shared<Budget>(64 << 20, 1'000'000);
  auto first = Clone(config);
  EXPECT_EQ(Evaluate(*first, "new ArrayBuffer(1 << 20).byteLength"), "1048576");
  EXPECT_LT(config.budget->memory_left(), 63 << 20);
  IsolateOwner::Retire(std::move(first));
  EXPECT_EQ(config.budget->memory_left(), 64 << 20);
  EXPECT_EQ(config.budget.use_count(), 1);
}

TEST_F(SpareIsolatesTest, ThereIsOneForEachProcessor) {
  std::vector<std::unique_ptr<IsolateOwner>> all(100);
  std::vector<uintptr_t> fronts;
  for (auto& owner : all) fronts.push_back(FrontOf(owner = Clone()));
  for (auto& owner : all) IsolateOwner::Retire(std::move(owner));
  size_t kept = static_cast<size_t>(std::count_if(fronts.begin(), fronts.end(), IsMapped));
  EXPECT_EQ(kept, std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
  image_->spares().Release();
  EXPECT_EQ(std::count_if(fronts.begin(), fronts.end(), IsMapped), 0);
}

TEST_F(SpareIsolatesTest, SizesThatNobodyAsksForMakeWay) {
  auto come_and_go = [&](size_t cage_bytes) {
    IsolateConfig config;
    config.cage_bytes = cage_bytes;
    std::vector<std::unique_ptr<IsolateOwner>> all(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
    std::vector<uintptr_t> fronts;
    for (auto& owner : all) fronts.push_back(FrontOf(owner = Clone(config)));
    for (auto& owner : all) IsolateOwner::Retire(std::move(owner));
    return fronts;
  };
  std::vector<uintptr_t> large = come_and_go(size_t{128} << 20), small = come_and_go(size_t{64} << 20);
  EXPECT_FALSE(std::any_of(large.begin(), large.end(), IsMapped));
  EXPECT_TRUE(std::all_of(small.begin(), small.end(), IsMapped));
}

TEST_F(SpareIsolatesTest, TheyGoWithTheirImage) {
  auto first = Clone(), second = Clone();
  uintptr_t front = FrontOf(first), last = FrontOf(second);
  IsolateOwner::Retire(std::move(first));
  std::weak_ptr<const Image> image = image_;
  image_ = nullptr;
  EXPECT_TRUE(IsMapped(front));
  IsolateOwner::Retire(std::move(second));
  EXPECT_TRUE(image.expired());
  EXPECT_FALSE(IsMapped(front));
  EXPECT_FALSE(IsMapped(last));
}

TEST_F(SpareIsolatesTest, ThreadsComeAndGo) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; i++) {
        auto owner = Clone();
        std::string mine = std::to_string(t * 1000 + i);
        EXPECT_EQ(Evaluate(*owner, "typeof mine + (globalThis.mine = " + mine + ") + loaded"),
                  "undefined" + mine + "loaded");
        IsolateOwner::Retire(std::move(owner));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

#endif

TEST(RetireTest, WithoutAnImageThereIsNothingToKeep) {
  IsolateConfig config;
  config.bootstrap = true;
  auto owner = MakeIsolate(config);
  EXPECT_EQ(Evaluate(*owner, "1 + 1"), "2");
  IsolateOwner::Retire(std::move(owner));
}

}  // namespace
}  // namespace halfword::testing
