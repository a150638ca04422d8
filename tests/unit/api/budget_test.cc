// Budgets: limits that isolates share.
#include <atomic>
#include <thread>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

struct Budget {
  Budget(size_t memory, int64_t fuel) : raw(hw_budget_new(memory, fuel)) {}
  ~Budget() { hw_budget_release(raw); }
  hw_config Config() const {
    hw_config config = api_testing::Config();
    config.budget = raw;
    return config;
  }
  hw_budget* raw;
};

TEST(BudgetTest, FuelIsUsedUpTogether) {
  constexpr int64_t kFuel = 1'000'000, kOwn = 10'000'000;
  Budget budget(0, kFuel);
  hw_config config = budget.Config();
  config.fuel = kOwn;
  std::vector<hw_isolate*> all;
  for (int i = 0; i < 5; i++) all.push_back(New(config));
  int64_t used = 0;
  for (hw_isolate* isolate : all) {
    EXPECT_EQ(RunIn(isolate, "for (let i = 0; i < 190000; i++); 'done'"), "done");
    used += kOwn - FuelLeft(isolate);
    // Nobody holds on to what it does not use, but for a few steps.
    EXPECT_LE(hw_budget_fuel_left(budget.raw), kFuel - used);
    EXPECT_GE(hw_budget_fuel_left(budget.raw), kFuel - used - 5 * 2100);
  }
  EXPECT_EQ(RunIn(all[0], "for (;;);"), "terminated " + std::to_string(HW_REASON_FUEL));
  EXPECT_EQ(hw_budget_fuel_left(budget.raw), 0);
  EXPECT_EQ(RunIn(all[1], "for (let i = 0; i < 100000; i++);"),
            "terminated " + std::to_string(HW_REASON_FUEL));
  // More of it, and isolates that were terminated stay so until they are reset.
  hw_budget_add_fuel(budget.raw, 100'000);
  EXPECT_EQ(RunIn(all[2], "for (let i = 0; i < 50000; i++); 1"), "1");
  EXPECT_EQ(RunIn(all[1], "1"), "terminated " + std::to_string(HW_REASON_FUEL));
  if (hw_isolate_reset(all[1])) EXPECT_EQ(RunIn(all[1], "for (let i = 0; i < 20000; i++); 2"), "2");
  for (hw_isolate* isolate : all) hw_isolate_destroy(isolate);
}

TEST(BudgetTest, FuelOfOnesOwnIsUnchangedByABudget) {
  Budget budget(0, 100'000'000);
  auto left = [](hw_config config) {
    config.fuel = 1'000'000;
    hw_isolate* isolate = New(config);
    EXPECT_EQ(RunIn(isolate, "let s = 0; for (let i = 0; i < 30000; i++) s += [3, 1, 2].sort()[0]; s"),
              "30000");
    int64_t fuel = FuelLeft(isolate);
    hw_isolate_destroy(isolate);
    return fuel;
  };
  EXPECT_EQ(left(budget.Config()), left(Config()));
}

TEST(BudgetTest, OneStepMayCostMoreThanAChunk) {
  Budget budget(0, 50'000'000);
  hw_isolate* isolate = New(budget.Config());
  EXPECT_EQ(RunIn(isolate, "new Float64Array(1e6).fill(2).sort()[5]"), "2");
  hw_isolate_destroy(isolate);
}

constexpr size_t kGroup = 24 << 20;
// Many small graphs, so that a stale word on the native stack keeps little of it alive.
constexpr char kKeep[] =
    "for (let i = 0; i < 100; i++) {"
    "  const kept = globalThis['kept' + i] ||= [];"
    "  for (let j = 0; j < 2000; j++) kept.push([j]);"
    "}"
    "100 * kept99.length";
constexpr char kDrop[] = "for (let i = 0; i < 100; i++) globalThis['kept' + i] = null;";

TEST(BudgetTest, MemoryIsUsedUpTogether) {
  Budget budget(kGroup, 0);
  std::vector<hw_isolate*> all;
  for (int i = 0; i < 6; i++) all.push_back(New(budget.Config()));
  int done = 0;
  std::string terminated = "terminated " + std::to_string(HW_REASON_MEMORY);
  for (hw_isolate* isolate : all) {
    std::string outcome = RunIn(isolate, kKeep);
    if (outcome == "200000") done++;
    EXPECT_THAT(outcome, ::testing::AnyOf("200000", terminated));
    EXPECT_GE(hw_budget_memory_left(budget.raw), 0);
  }
  EXPECT_GT(done, 0);
  EXPECT_LT(done, 6);
  // What one gives up another may have.
  for (size_t i = 0; i < 3; i++) hw_isolate_destroy(all[i]);
  if (hw_isolate_reset(all[5])) EXPECT_EQ(RunIn(all[5], kKeep), "200000");
  for (size_t i = 3; i < 6; i++) hw_isolate_destroy(all[i]);
  EXPECT_EQ(hw_budget_memory_left(budget.raw), static_cast<int64_t>(kGroup));
}

TEST(BudgetTest, CollectionsGiveMemoryBack) {
  Budget budget(kGroup, 0);
  hw_isolate* isolate = New(budget.Config());
  EXPECT_EQ(RunIn(isolate, kKeep), "200000");
  int64_t left = hw_budget_memory_left(budget.raw);
  EXPECT_LT(left, static_cast<int64_t>(kGroup) - (4 << 20));
  RunIn(isolate, kDrop);
  for (int i = 0; i < 3; i++) hw_isolate_collect(isolate);
  EXPECT_GT(hw_budget_memory_left(budget.raw), left + (3 << 20));
  // Garbage is collected before anyone is terminated.
  EXPECT_EQ(RunIn(isolate, "let s = 0; for (let i = 0; i < 3e6; i++) s += [i].length; s"), "3000000");
  EXPECT_EQ(RunIn(isolate, kKeep), "200000");
  hw_isolate_destroy(isolate);
}

TEST(BudgetTest, ArrayBuffersCount) {
  Budget budget(kGroup, 0);
  hw_isolate* a = New(budget.Config());
  hw_isolate* b = New(budget.Config());
  EXPECT_EQ(RunIn(a, "globalThis.x = new Uint8Array(16 << 20); x.length"), "16777216");
  EXPECT_LE(hw_budget_memory_left(budget.raw), 8 << 20);
  EXPECT_THAT(RunIn(b, "new Uint8Array(16 << 20)"), ::testing::HasSubstr("RangeError"));
  EXPECT_EQ(RunIn(b, "new Uint8Array(1 << 20).length"), "1048576");
  hw_isolate_destroy(a);
  EXPECT_EQ(RunIn(b, "new Uint8Array(16 << 20).length"), "16777216");
  hw_isolate_destroy(b);
  EXPECT_EQ(hw_budget_memory_left(budget.raw), static_cast<int64_t>(kGroup));
}

TEST(BudgetTest, LimitsOfOnesOwnHoldToo) {
  Budget budget(kGroup, 0);
  hw_config config = budget.Config();
  config.memory_limit = 4 << 20;
  hw_isolate* isolate = New(config);
  EXPECT_EQ(RunIn(isolate, kKeep), "terminated " + std::to_string(HW_REASON_MEMORY));
  EXPECT_GE(hw_budget_memory_left(budget.raw), static_cast<int64_t>(kGroup) - (4 << 20));
  hw_isolate_destroy(isolate);
}

TEST(BudgetTest, ManyThreadsShareOne) {
  constexpr int64_t kFuel = 200'000'000;
  Budget budget(kGroup, kFuel);
  std::atomic<int64_t> used = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&] {
      hw_config config = budget.Config();
      config.fuel = kFuel;
      for (int i = 0; i < 25; i++) {
        hw_isolate* isolate = New(config);
        EXPECT_EQ(RunIn(isolate, "let a = []; for (let i = 0; i < 20000; i++) a.push([i]); a.length"),
                  "20000");
        used += kFuel - FuelLeft(isolate);
        EXPECT_GE(hw_budget_memory_left(budget.raw), 0);
        hw_isolate_destroy(isolate);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(hw_budget_memory_left(budget.raw), static_cast<int64_t>(kGroup));
  EXPECT_GE(kFuel - hw_budget_fuel_left(budget.raw), used);
  EXPECT_LE(kFuel - hw_budget_fuel_left(budget.raw), used + 100 * 2100);
}

TEST(BudgetTest, NoLimitIsNone) {
  Budget budget(0, 0);
  hw_isolate* isolate = New(budget.Config());
  EXPECT_EQ(RunIn(isolate, kKeep), "200000");
  EXPECT_EQ(hw_budget_memory_left(budget.raw), -1);
  EXPECT_EQ(hw_budget_fuel_left(budget.raw), -1);
  hw_isolate_destroy(isolate);
}

}  // namespace
}  // namespace api_testing
