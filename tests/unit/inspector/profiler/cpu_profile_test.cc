// Profiles in every tier. Each poll is a sample here, so shares are those of fuel, not of time.
#include "inspector/profiler/cpu_profile.h"

#include <map>
#include <numeric>

#include "isolates/fixture.h"
#include "jit/tiers.h"

namespace halfword::inspector {
namespace {

using jit::TierMode;
using testing::Evaluate;
using testing::MakeIsolate;

constexpr char kTwoHotFunctions[] =
    "function light(n) {\n"
    "  let s = 0;\n"
    "  for (let i = 0; i < n; i++) s += i % 7;\n"
    "  return s;\n"
    "}\n"
    "function heavy(n) {\n"
    "  let s = 0;\n"
    "  for (let i = 0; i < 3 * n; i++) s += i % 5;\n"
    "  return s;\n"
    "}\n"
    "let sum = 0;\n"
    "for (let k = 0; k < 400; k++) sum += light(1000) + heavy(1000);\n";

class CpuProfileTest : public ::testing::TestWithParam<TierMode> {
 protected:
  CpuProfileTest() {
    IsolateConfig config;
    config.tiers.mode = GetParam();
    owner_ = MakeIsolate(config);
  }
  Json Record(const std::string& program, uint64_t interval_ns = 1) {
    owner_->Enter([&](Isolate& isolate) { EXPECT_TRUE(CpuProfile::Start(isolate, interval_ns)); });
    Evaluate(*owner_, program);
    Json profile;
    owner_->Enter([&](Isolate& isolate) { profile = CpuProfile::Stop(isolate); });
    return profile;
  }
  static const Json& NodeAt(const Json& profile, size_t id) { return profile["nodes"][id - 1]; }
  static std::string NameAt(const Json& profile, size_t id) {
    return NodeAt(profile, id)["callFrame"]["functionName"];
  }
  // Of the samples that are functions'.
  static double ShareOf(const Json& profile, const std::string& name) {
    double all = 0, found = 0;
    for (const Json& id : profile["samples"]) {
      std::string at = NameAt(profile, id);
      if (at.starts_with("(")) continue;
      all++;
      if (at == name) found++;
    }
    return found / all;
  }
  // By line, from all nodes of the function.
  static std::map<int, int> TicksOf(const Json& profile, const std::string& name) {
    std::map<int, int> ticks;
    for (const Json& node : profile["nodes"]) {
      if (node["callFrame"]["functionName"] != name || !node.contains("positionTicks")) continue;
      for (const Json& tick : node["positionTicks"]) ticks[tick["line"]] += int{tick["ticks"]};
    }
    return ticks;
  }
  // "outer > inner" for each node of that name.
  static std::vector<std::string> StacksOf(const Json& profile, const std::string& name) {
    std::map<size_t, size_t> parents;
    for (const Json& node : profile["nodes"]) {
      for (const Json& child : node.value("children", Json::array())) parents[child] = node["id"];
    }
    std::vector<std::string> stacks;
    for (const Json& node : profile["nodes"]) {
      if (node["callFrame"]["functionName"] != name) continue;
      std::string stack = name;
      for (size_t id = parents[node["id"]]; id > 1; id = parents[id])
        stack = NameAt(profile, id) + " > " + stack;
      stacks.push_back(stack);
    }
    return stacks;
  }

  std::unique_ptr<IsolateOwner> owner_;
};

TEST_P(CpuProfileTest, HotFunctionsHaveTheirShares) {
  Json profile = Record(kTwoHotFunctions);
  EXPECT_NEAR(ShareOf(profile, "light"), 0.25, 0.03);
  EXPECT_NEAR(ShareOf(profile, "heavy"), 0.75, 0.03);
  std::map<int, int> light = TicksOf(profile, "light"), heavy = TicksOf(profile, "heavy");
  EXPECT_GT(light[3], 50);
  EXPECT_GT(heavy[8], 150);
}

TEST_P(CpuProfileTest, TheTreeFitsTheSamples) {
  Json profile = Record(kTwoHotFunctions);
  std::map<size_t, int> hits;
  for (const Json& id : profile["samples"]) hits[id]++;
  EXPECT_EQ(NameAt(profile, 1), "(root)");
  for (const Json& node : profile["nodes"]) {
    EXPECT_EQ(node["hitCount"], hits[node["id"]]);
    int ticks = 0;
    for (const Json& tick : node.value("positionTicks", Json::array())) ticks += int{tick["ticks"]};
    if (node.contains("positionTicks")) EXPECT_EQ(ticks, node["hitCount"]);
  }
  ASSERT_EQ(profile["samples"].size(), profile["timeDeltas"].size());
  int64_t sum = 0;
  for (const Json& delta : profile["timeDeltas"]) {
    EXPECT_GE(delta, 0);
    sum += int64_t{delta};
  }
  EXPECT_LE(int64_t{profile["startTime"]} + sum, int64_t{profile["endTime"]});
}

// Optimized code may have the loop of the inner function in the code of the outer one.
TEST_P(CpuProfileTest, InlinedFunctionsAreThemselves) {
  Json profile = Record(
      "function inner(i) {\n"
      "  let s = i;\n"
      "  for (let j = 0; j < 20; j++) s = s + j & 255;\n"
      "  return s;\n"
      "}\n"
      "function outer(n) {\n"
      "  let s = 0;\n"
      "  for (let i = 0; i < n; i++) s = s + inner(i) & 255;\n"
      "  return s;\n"
      "}\n"
      "for (let k = 0; k < 100; k++) outer(500);\n");
  EXPECT_NEAR(ShareOf(profile, "inner"), 21.0 / 22, 0.03);
  EXPECT_THAT(StacksOf(profile, "inner"), ::testing::ElementsAre(" > outer > inner"));
}

// What is called for less than a quantum is found at the call.
TEST_P(CpuProfileTest, CallsAreTheCalleesUnits) {
  Json profile = Record(
      "function leaf(a) { return a + 1 & 255 }\n"
      "function loop() { let s = 0; for (let i = 0; i < 200000; i++) s = leaf(s); return s }\n"
      "loop();");
  EXPECT_NEAR(ShareOf(profile, "leaf"), 0.5, 0.1);
  EXPECT_NEAR(ShareOf(profile, "loop"), 0.5, 0.1);
}

TEST_P(CpuProfileTest, BuiltinsAreNodesWithoutAPlace) {
  Json profile = Record(
      "const list = Array.from({length: 2000}, (_, i) => i * 7919 % 2003);\n"
      "for (let k = 0; k < 5; k++) list.slice().sort(function order(x, y) { return x - y });");
  EXPECT_GT(ShareOf(profile, "order"), 0.3);
  for (const std::string& stack : StacksOf(profile, "order")) EXPECT_EQ(stack, " > sort > order");
  for (const Json& node : profile["nodes"]) {
    if (node["callFrame"]["functionName"] == "sort") EXPECT_EQ(node["callFrame"]["lineNumber"], -1);
  }
}

TEST_P(CpuProfileTest, FuelIsWhatItIsWithout) {
  auto spent = [&](bool is_recorded) {
    IsolateConfig config;
    config.tiers.mode = GetParam();
    config.fuel = 10'000'000;
    std::unique_ptr<IsolateOwner> owner = MakeIsolate(config);
    int64_t left = 0;
    owner->Enter([&](Isolate& isolate) {
      if (is_recorded) CpuProfile::Start(isolate, 1);
    });
    Evaluate(*owner, kTwoHotFunctions);
    owner->Enter([&](Isolate& isolate) {
      if (is_recorded) (void)CpuProfile::Stop(isolate);
      left = isolate.fuel_ + isolate.budget_;
    });
    return 10'000'000 - left;
  };
  EXPECT_EQ(spent(true), spent(false));
}

TEST_P(CpuProfileTest, FunctionsThatAreGoneKeepTheirNames) {
  Json profile = Record(
      "for (let k = 0; k < 50; k++)\n"
      "  new Function('for (let i = 0; i < 3000; i++);')();\n");
  EXPECT_GT(ShareOf(profile, "anonymous"), 0.9);
}

TEST_P(CpuProfileTest, IntervalsThatHaveNotPassedHaveNoSamples) {
  Json profile = Record(kTwoHotFunctions, uint64_t{1} << 60);
  EXPECT_TRUE(profile["samples"].empty());
  EXPECT_EQ(profile["nodes"].size(), 1);
}

std::string NameOf(const ::testing::TestParamInfo<TierMode>& info) {
  switch (info.param) {
    case TierMode::kInterpreter: return "Interpreter";
    case TierMode::kBaseline: return "Baseline";
    case TierMode::kUnoptimized: return "Unoptimized";
    case TierMode::kAutomatic: return "Automatic";
    case TierMode::kOptimized: return "Optimized";
    case TierMode::kRandom: return "Random";
    default: return "Other";
  }
}
INSTANTIATE_TEST_SUITE_P(Tiers, CpuProfileTest,
                         ::testing::Values(TierMode::kInterpreter, TierMode::kBaseline,
                                           TierMode::kUnoptimized, TierMode::kAutomatic, TierMode::kOptimized,
                                           TierMode::kRandom),
                         NameOf);

}  // namespace
}  // namespace halfword::inspector
