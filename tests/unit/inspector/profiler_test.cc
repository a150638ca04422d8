// The domain Profiler, and the profiles of the C interface.
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
