// What a computation costs depends on the computation, not on how often it has run before.
#include "fixture.h"

namespace halfword::testing {
namespace {

class FuelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    IsolateConfig config;
    config.fuel = 1'000'000'000;
    owner_ = MakeIsolate(config);
  }
  int64_t CostOf(const std::string& source) {
    int64_t before = owner_->fuel_left();
    EXPECT_NE(Evaluate(*owner_, source), "terminated");
    return before - owner_->fuel_left();
  }
  std::unique_ptr<IsolateOwner> owner_;
};

TEST_F(FuelTest, IsEqualInColdAndWarmRuns) {
  for (const char* body :
       {"for (let i = 0; i < 100; i++);", "let i = 100; while (i--);", "let i = 0; do i++; while (i < 100)",
        "for (let x of [1, 2, 3]) x.toString()", "(function f(n) { return n && f(n - 1) })(50)",
        "[1, 2, 3].map((x) => x + 1).sort()", "for (let k in {a: 1, b: 2}) k.length",
        "for (let i = 0; i != 10; i++) new (class { x = i })",
        "let o = {get x() { return 1 }}; for (let i = 0; i < 10; i++) o.x",
        "for (let i = 0; i < 10; i++) try { throw i } catch {}",
        "for (let x of (function* () { yield 1; yield 2 })());"}) {
    std::string name = "f" + std::to_string(reinterpret_cast<uintptr_t>(body));
    CostOf("function " + name + "() { " + body + " }");
    CostOf(name + "()");  // compiles it, which costs too
    int64_t first = CostOf(name + "()");
    EXPECT_GT(first, 0) << body;
    for (int run = 0; run < 20; run++) EXPECT_EQ(CostOf(name + "()"), first) << body << ", run " << run;
  }
}

TEST_F(FuelTest, EachIterationAndEachCallCostsOne) {
  for (const char* loop :
       {"for (let i = 0; i < N; i++);", "let i = N; while (i--);", "let i = 0; do i++; while (i !== N)",
        "for (let i = N; i > 0; i--);", "for (let i = 0; ; i++) if (i >= N) break"}) {
    auto cost = [&](const char* n) {
      std::string source = loop;
      for (size_t at; (at = source.find('N')) != std::string::npos;) source.replace(at, 1, n);
      return CostOf("{ " + source + " }");
    };
    EXPECT_EQ(cost("3000") - cost("1000"), 2000) << loop;
  }
  CostOf("function f(n) { return n === 0 ? 0 : f(n - 1) } f(0)");
  EXPECT_EQ(CostOf("f(500)") - CostOf("f(100)"), 400);
}

}  // namespace
}  // namespace halfword::testing
