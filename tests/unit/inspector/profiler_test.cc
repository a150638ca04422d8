// The domains Profiler and HeapProfiler, and the profiles of the C interface.
#include <nlohmann/json.hpp>
#include <vector>

#include "fixture.h"
#include "halfword/halfword.hpp"

namespace api_testing {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kLoop[] = "function hot() {\n  for (let i = 0; i < 300000; i++);\n}\nhot();";

class ProfilerTest : public testing::Test {
 protected:
  ProfilerTest() { Attach(); }
  ~ProfilerTest() override {
    for (hw_inspector* inspector : inspectors_) hw_inspector_free(inspector);
    hw_isolate_destroy(isolate_);
  }

  hw_inspector* Attach() {
    hw_inspector_options options = {};
    options.size = sizeof options;
    options.data = &sent_;
    options.send = [](void* sent, const char* message, size_t size) {
      static_cast<std::vector<Json>*>(sent)->push_back(Json::parse(message, message + size, nullptr, false));
    };
    hw_inspector* inspector = hw_inspector_new(isolate_, &options, nullptr);
    EXPECT_NE(inspector, nullptr);
    inspectors_.push_back(inspector);
    return inspector;
  }
  // The result, or the error's message.
  Json CallOf(hw_inspector* inspector, const std::string& method, const Json& params = Json::object()) {
    Json request = {{"id", ++id_}, {"method", method}, {"params", params}};
    std::string text = request.dump();
    (void)hw_inspector_dispatch(inspector, text.data(), text.size());
    for (const Json& message : sent_) {
      if (message.contains("id") && message["id"] == id_)
        return message.contains("error") ? message["error"]["message"] : message["result"];
    }
    return "no answer";
  }
  Json Call(const std::string& method, const Json& params = Json::object()) {
    return CallOf(inspectors_[0], method, params);
  }
  std::vector<Json> Events(const std::string& method) const {
    std::vector<Json> found;
    for (const Json& message : sent_) {
      if (message.value("method", "") == method) found.push_back(message["params"]);
    }
    return found;
  }
  static int HitsOf(const Json& profile, const std::string& name) {
    int hits = 0;
    for (const Json& node : profile["nodes"]) {
      if (node["callFrame"]["functionName"] == name) hits += int{node["hitCount"]};
    }
    return hits;
  }

  hw_isolate* isolate_ = New(Config());
  std::vector<Json> sent_;
  std::vector<hw_inspector*> inspectors_;
  int id_ = 0;
};

// ---- Profiles of time ----

TEST_F(ProfilerTest, AProfileIsStartedAndStopped) {
  EXPECT_EQ(Call("Profiler.start"), "Profiler is not enabled");
  Call("Profiler.enable");
  EXPECT_EQ(Call("Profiler.stop"), "No recording profiles found");
  EXPECT_EQ(Call("Profiler.setSamplingInterval", {{"interval", 0}}), Json::object());
  EXPECT_EQ(Call("Profiler.start"), Json::object());
  EXPECT_EQ(Call("Profiler.start"), Json::object());
  EXPECT_EQ(Call("Profiler.setSamplingInterval", {{"interval", 100}}),
            "Cannot change sampling interval when profiling.");
  RunIn(isolate_, kLoop);
  Json profile = Call("Profiler.stop")["profile"];
  EXPECT_GT(HitsOf(profile, "hot"), 100);
  for (const char* member : {"nodes", "startTime", "endTime", "samples", "timeDeltas"})
    EXPECT_TRUE(profile.contains(member)) << member;
  EXPECT_EQ(Call("Profiler.stop"), "No recording profiles found");
}

TEST_F(ProfilerTest, OneIsRecordedAtATime) {
  hw_inspector* other = Attach();
  for (hw_inspector* inspector : {inspectors_[0], other}) CallOf(inspector, "Profiler.enable");
  EXPECT_EQ(Call("Profiler.start"), Json::object());
  EXPECT_EQ(CallOf(other, "Profiler.start"), "Somebody else is recording a profile.");
  EXPECT_EQ(CallOf(other, "Profiler.stop"), "No recording profiles found");
  hw_error error = {};
  EXPECT_FALSE(hw_profile_start(isolate_, 0, &error));
  EXPECT_STREQ(error.text, "a profile is being recorded already");
  Call("Profiler.disable");
  EXPECT_EQ(CallOf(other, "Profiler.start"), Json::object());
}

TEST_F(ProfilerTest, AClientThatGoesTakesItsProfileAlong) {
  Call("Profiler.enable");
  Call("Profiler.start");
  hw_inspector_free(inspectors_[0]);
  inspectors_.clear();
  EXPECT_TRUE(hw_profile_start(isolate_, 0, nullptr));
}

// A client may ask while the program is paused or calls its host.
TEST_F(ProfilerTest, AProfileOfADebuggedIsolate) {
  Call("Debugger.enable");
  Call("Profiler.enable");
  Call("Profiler.setSamplingInterval", {{"interval", 0}});
  Call("Profiler.start");
  RunIn(isolate_, kLoop);
  Json profile = Call("Profiler.stop")["profile"];
  EXPECT_GT(HitsOf(profile, "hot"), 100);
  for (const Json& node : profile["nodes"]) {
    if (node["callFrame"]["functionName"] == "hot") EXPECT_NE(node["callFrame"]["scriptId"], "0");
  }
}

// ---- Coverage ----

class CoverageTest : public ProfilerTest {
 protected:
  CoverageTest() { Call("Profiler.enable"); }
  void Start(bool counts = true, bool blocks = true) {
    Json answer = Call("Profiler.startPreciseCoverage", {{"callCount", counts}, {"detailed", blocks}});
    EXPECT_TRUE(answer.contains("timestamp")) << answer;
  }
  // "name 2, name 0" in the order of the source.
  static std::string CallsIn(const Json& scripts) {
    std::string text;
    for (const Json& script : scripts) {
      for (const Json& function : script["functions"]) {
        text += (text.empty() ? "" : ", ") + std::string(function["functionName"]) + " " +
                function["ranges"][0]["count"].dump();
      }
    }
    return text;
  }
  std::string Calls() { return CallsIn(Call("Profiler.takePreciseCoverage")["result"]); }
  // The texts of the blocks of a function that ran another number of times: "2 b(); 0 c();".
  std::string Blocks(const std::string& name, const std::string& source) {
    std::string text;
    const Json scripts = Call("Profiler.takePreciseCoverage")["result"];
    for (const Json& script : scripts) {
      for (const Json& function : script["functions"]) {
        if (function["functionName"] != name) continue;
        for (const Json& range : function["ranges"]) {
          if (range == function["ranges"][0]) continue;
          size_t begin = range["startOffset"], end = range["endOffset"];
          text +=
              (text.empty() ? "" : " | ") + range["count"].dump() + " " + source.substr(begin, end - begin);
        }
      }
    }
    return text;
  }
  std::string BlocksOfF(const std::string& source) {
    RunIn(isolate_, source);
    return Blocks("f", source);
  }
};

TEST_F(CoverageTest, CallsAreCounted) {
  EXPECT_EQ(Call("Profiler.takePreciseCoverage"), "Precise coverage has not been started.");
  Start();
  RunIn(isolate_, "function a() { function inner() {} } function b() {} for (let i = 0; i < 3; i++) a();");
  EXPECT_EQ(Calls(), " 1, a 3, inner 0, b 0");
  RunIn(isolate_, "a(); b();");
  EXPECT_THAT(Calls(), HasSubstr("a 1, inner 0, b 1"));
  EXPECT_EQ(Calls(), " 0, a 0, inner 0, b 0,  0");
  EXPECT_EQ(Call("Profiler.stopPreciseCoverage"), Json::object());
  EXPECT_EQ(Call("Profiler.takePreciseCoverage"), "Precise coverage has not been started.");
}

TEST_F(CoverageTest, BlocksThatRanAnotherNumberOfTimesAreRanges) {
  Start();
  EXPECT_EQ(BlocksOfF("function f(a) { if (a) g(); else { h(); } } var g = f, h = () => {}; f(0)"), "0 g();");
  EXPECT_EQ(BlocksOfF("function f(a) { for (let i = 0; i < a; i++) { a; } } f(3)"), "3 { a; }");
  EXPECT_EQ(BlocksOfF("function f(a) { while (a) { a--; } do a++; while (a < 5) } f(2)"),
            "2 { a--; } | 5 a++;");
  EXPECT_EQ(BlocksOfF("function f(a) { switch (a) { case 1: 1; break; case 2: 2; } } f(2)"),
            "0 case 1: 1; break;");
  EXPECT_EQ(BlocksOfF("function f(a) { try { a.x; } catch { a = 1; } finally { 2; } } f(1)"), "0 { a = 1; }");
  EXPECT_EQ(BlocksOfF("function f(a) { return a ? 1 : 2 } f(1); f(1)"), "0 2");
  EXPECT_EQ(BlocksOfF("function f(a, b) { return a && b || 7 } f(0, 1)"), "0 b");
  EXPECT_EQ(BlocksOfF("function f(a) { var b = a ?? 1; a && b; if (a || b) b; } f(2)"), "0 1 | 0 b");
}

TEST_F(CoverageTest, WhatFollowsAJumpIsARange) {
  Start();
  EXPECT_EQ(BlocksOfF("function f(a) { if (a) return 1; a; return 2; } f(1)"), "0 a; return 2;");
  EXPECT_EQ(BlocksOfF("function f(a) { if (a) return 1; return 2; } f(0); f(0); f(1)"),
            "1 return 1; | 2 return 2;");
  EXPECT_EQ(BlocksOfF("function f(a) { return a; a++; } f(1)"), "0 a++;");
  EXPECT_EQ(BlocksOfF("function f(a) { a.x; a.y.z; a.w; } try { f({}) } catch {}"), "0 a.w;");
  EXPECT_EQ(
      BlocksOfF("function* f() { yield 1; 2; yield 3; 4; } for (const x of f()) { if (x == 3) break; }"),
      "0 4;");
}

// The first instruction of a loop may be the function's.
TEST_F(CoverageTest, LoopsAtTheBeginningAreNoCalls) {
  Start();
  RunIn(isolate_, "function f() { for (;;) { if (i++ > 5) return; } } var i = 0; f(); f();");
  EXPECT_THAT(Calls(), HasSubstr("f 2"));
}

TEST_F(CoverageTest, WithoutCountsWhatRanIsOne) {
  Start(false, true);
  RunIn(isolate_, "function a(x) { if (x) 1; else 2; } function b() {} a(1); a(1);");
  EXPECT_EQ(Calls(), " 1, a 1, b 0");
  Start(true, false);
  RunIn(isolate_, "a(1); a(1)");
  Json functions = Call("Profiler.takePreciseCoverage")["result"][0]["functions"];
  EXPECT_EQ(functions[1]["ranges"].size(), 1);
  EXPECT_EQ(functions[1]["isBlockCoverage"], false);
}

TEST_F(CoverageTest, ConstructorsHaveTheirOwnText) {
  Start();
  const std::string source = "class A { constructor(a) { a; } m() {} } class B { m() {} } new B();";
  RunIn(isolate_, source);
  Json functions = Call("Profiler.takePreciseCoverage")["result"][0]["functions"];
  ASSERT_EQ(functions.size(), 4);
  EXPECT_EQ(functions[1]["functionName"], "A");
  size_t begin = functions[1]["ranges"][0]["startOffset"], end = functions[1]["ranges"][0]["endOffset"];
  EXPECT_EQ(source.substr(begin, end - begin), "(a) { a; }");
  EXPECT_EQ(functions[1]["ranges"][0]["count"], 0);
}

TEST_F(CoverageTest, WhatIsGoneWasThere) {
  Start();
  RunIn(isolate_, "(function gone() {})(); new Function('x', '')();");
  hw_isolate_collect(isolate_);
  EXPECT_THAT(Calls(), HasSubstr("gone 1"));
}

TEST_F(CoverageTest, FunctionsAreKnownWithoutCounting) {
  RunIn(isolate_, "function a() {} function b() {} a(); a();");
  EXPECT_EQ(CallsIn(Call("Profiler.getBestEffortCoverage")["result"]), "a 1, b 0");
}

TEST_F(CoverageTest, OneClientCounts) {
  hw_inspector* other = Attach();
  CallOf(other, "Profiler.enable");
  Start();
  EXPECT_EQ(CallOf(other, "Profiler.startPreciseCoverage"), "Somebody else is measuring coverage.");
  EXPECT_EQ(CallOf(other, "Profiler.takePreciseCoverage"), "Precise coverage has not been started.");
  Call("Profiler.disable");
  EXPECT_TRUE(CallOf(other, "Profiler.startPreciseCoverage").contains("timestamp"));
}

TEST_F(CoverageTest, AResetEndsIt) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  Start();
  ASSERT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(Call("Profiler.takePreciseCoverage"), "Precise coverage has not been started.");
}

// A breakpoint is hit, and a profile is recorded, where instructions are counted, too.
TEST_F(CoverageTest, ItGoesTogetherWithADebuggerAndAProfile) {
  Call("Debugger.enable");
  Call("Profiler.setSamplingInterval", {{"interval", 0}});
  Call("Profiler.start");
  Start();
  Call("Debugger.setBreakpointByUrl", {{"lineNumber", 1}, {"urlRegex", "."}});
  RunIn(isolate_, kLoop);
  EXPECT_FALSE(Events("Runtime.consoleAPICalled").empty() && Events("Debugger.breakpointResolved").empty());
  EXPECT_THAT(Calls(), HasSubstr("hot 1"));
  EXPECT_GT(HitsOf(Call("Profiler.stop")["profile"], "hot"), 100);
}

// ---- The heap ----

TEST_F(ProfilerTest, AHeapSnapshotComesInChunks) {
  RunIn(isolate_, "class Page {}; globalThis.pages = [new Page(), 'a long text \\u00fc'.repeat(9000)];");
  EXPECT_EQ(Call("HeapProfiler.takeHeapSnapshot", {{"reportProgress", true}}), Json::object());
  std::string text;
  std::vector<Json> chunks = Events("HeapProfiler.addHeapSnapshotChunk");
  EXPECT_GT(chunks.size(), 2);
  for (const Json& chunk : chunks) text += chunk["chunk"];
  Json snapshot = Json::parse(text, nullptr, false);
  ASSERT_TRUE(snapshot.is_object());
  EXPECT_EQ(snapshot["nodes"].size(),
            size_t{snapshot["snapshot"]["node_count"]} * snapshot["snapshot"]["meta"]["node_fields"].size());
  const Json& strings = snapshot["strings"];
  EXPECT_NE(std::find(strings.begin(), strings.end(), "Page"), strings.end());
  ASSERT_EQ(Events("HeapProfiler.reportHeapSnapshotProgress").size(), 1);
  EXPECT_EQ(Events("HeapProfiler.reportHeapSnapshotProgress")[0]["finished"], true);
}

TEST_F(ProfilerTest, GarbageIsCollected) {
  Call("HeapProfiler.enable");
  RunIn(isolate_, "for (let i = 0; i < 500; i++) new Array(1000).fill(i);");
  auto used = [&] { return size_t{Call("Runtime.getHeapUsage")["usedSize"]}; };
  const size_t before = used();
  EXPECT_EQ(Call("HeapProfiler.collectGarbage"), Json::object());
  EXPECT_LT(used(), before - 500'000);
}

// Bytes of the function of that name and of what it has called.
size_t BytesOf(const Json& node, const std::string& name, bool is_inside = false) {
  is_inside |= node["callFrame"]["functionName"] == name;
  size_t bytes = is_inside ? size_t{node["selfSize"]} : 0;
  for (const Json& child : node["children"]) bytes += BytesOf(child, name, is_inside);
  return bytes;
}

TEST_F(ProfilerTest, AllocationsAreSampled) {
  EXPECT_EQ(Call("HeapProfiler.stopSampling"), "V8 sampling heap profiler was not started.");
  EXPECT_EQ(Call("HeapProfiler.startSampling", {{"samplingInterval", 1024}}), Json::object());
  EXPECT_EQ(Call("HeapProfiler.startSampling"), Json::object());
  RunIn(isolate_,
        "function keeps() { for (let i = 0; i < 20000; i++) kept.push({i, next: null}); }\n"
        "function drops() { for (let i = 0; i < 20000; i++) last = {i, next: null}; }\n"
        "function large() { kept.push(new Array(100000).fill(1)); }\n"
        "var kept = [], last; keeps(); drops(); large();");
  Json profile = Call("HeapProfiler.getSamplingProfile")["profile"];
  const Json& head = profile["head"];
  EXPECT_EQ(head["callFrame"]["functionName"], "(root)");
  EXPECT_GT(BytesOf(head, "keeps"), 200'000);
  EXPECT_LT(BytesOf(head, "drops"), 50'000);
  EXPECT_GT(BytesOf(head, "large"), 300'000);
  EXPECT_GT(profile["samples"].size(), 5);
  RunIn(isolate_, "kept.length = 0;");
  Json stopped = Call("HeapProfiler.stopSampling")["profile"];
  EXPECT_LT(BytesOf(stopped["head"], "keeps"), 50'000);
  EXPECT_EQ(Call("HeapProfiler.getSamplingProfile"), "V8 sampling heap profiler was not started.");
}

TEST_F(ProfilerTest, SamplingEndsWithItsClientOrAReset) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  hw_inspector* other = Attach();
  Call("HeapProfiler.startSampling");
  EXPECT_EQ(CallOf(other, "HeapProfiler.startSampling"), "Somebody else is sampling the heap.");
  Call("HeapProfiler.disable");
  EXPECT_EQ(CallOf(other, "HeapProfiler.startSampling"), Json::object());
  ASSERT_TRUE(hw_isolate_reset(isolate_));
  RunIn(isolate_, "new Array(10000).fill({}).map(() => ({}))");
  EXPECT_EQ(CallOf(other, "HeapProfiler.stopSampling"), "V8 sampling heap profiler was not started.");
  EXPECT_EQ(Call("HeapProfiler.startSampling"), Json::object());
}

// ---- The C interface ----

std::string StopText(hw_isolate* isolate, hw_error* error) {
  std::string text;
  auto write = [](void* to, const char* json, size_t size) {
    static_cast<std::string*>(to)->assign(json, size);
  };
  EXPECT_EQ(hw_profile_stop(isolate, write, &text, error), !text.empty());
  return text;
}

TEST_F(ProfilerTest, AHostRecords) {
  hw_error error = {};
  EXPECT_EQ(StopText(isolate_, &error), "");
  EXPECT_STREQ(error.text, "no profile is being recorded");
  EXPECT_TRUE(hw_profile_start(isolate_, 1, &error));
  EXPECT_FALSE(hw_profile_stop(isolate_, nullptr, nullptr, &error));
  EXPECT_THAT(error.text, HasSubstr("write"));
  RunIn(isolate_, kLoop);
  Json profile = Json::parse(StopText(isolate_, &error));
  EXPECT_GT(HitsOf(profile, "hot"), 100);
}

TEST_F(ProfilerTest, TimeOutsideIsIdle) {
  EXPECT_TRUE(hw_profile_start(isolate_, 1, nullptr));
  for (int i = 0; i < 3; i++) RunIn(isolate_, kLoop);
  Json profile = Json::parse(StopText(isolate_, nullptr));
  EXPECT_GE(HitsOf(profile, "(idle)"), 1);
  EXPECT_LE(HitsOf(profile, "(idle)"), 4);
}

TEST_F(ProfilerTest, AResetEndsTheRecording) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  Call("Profiler.enable");
  Call("Profiler.start");
  ASSERT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(Call("Profiler.stop"), "No recording profiles found");
  EXPECT_TRUE(hw_profile_start(isolate_, 1, nullptr));
  ASSERT_TRUE(hw_isolate_reset(isolate_));
  hw_error error = {};
  EXPECT_EQ(StopText(isolate_, &error), "");
  EXPECT_STREQ(error.text, "no profile is being recorded");
}

TEST_F(ProfilerTest, WhatEndedAGuestIsInItsProfile) {
  hw_config config = Config();
  config.fuel = 100000;
  hw_isolate* guest = New(config);
  EXPECT_TRUE(hw_profile_start(guest, 1, nullptr));
  hw_value result;
  EXPECT_EQ(hw_evaluate(guest, "(function endless() { for (;;); })()", HW_ZERO_TERMINATED, "a.js", &result),
            HW_TERMINATED);
  EXPECT_GT(HitsOf(Json::parse(StopText(guest, nullptr)), "endless"), 20);
  hw_isolate_destroy(guest);
}

// Clones, images and collections know nothing of a profile.
TEST_F(ProfilerTest, AnIsolateIsFrozenWhileItIsRecorded) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  EXPECT_TRUE(hw_profile_start(isolate_, 1, nullptr));
  RunIn(isolate_, kLoop);
  hw_isolate_collect(isolate_);
  hw_image* image = hw_isolate_freeze(isolate_, nullptr);
  ASSERT_NE(image, nullptr);
  hw_config config = Config();
  config.image = image;
  hw_isolate* clone = New(config);
  EXPECT_EQ(StopText(clone, nullptr), "");
  hw_isolate_destroy(clone);
  hw_image_release(image);
  EXPECT_GT(HitsOf(Json::parse(StopText(isolate_, nullptr)), "hot"), 100);
}

TEST(ProfilesOfCpp, ProfilesAreTexts) {
  hw::Isolate isolate;
  EXPECT_FALSE(isolate.StopProfile());
  ASSERT_TRUE(isolate.StartProfile(1));
  EXPECT_EQ(isolate.StartProfile().error().text, "a profile is being recorded already");
  ASSERT_TRUE(isolate.Evaluate(kLoop));
  hw::Result<std::string> text = isolate.StopProfile();
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, HasSubstr("\"functionName\":\"hot\""));
}

}  // namespace
}  // namespace api_testing
