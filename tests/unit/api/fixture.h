// Isolates made through the C interface, and a few words to run JavaScript in them.
#ifndef HALFWORD_TESTS_UNIT_API_FIXTURE_H_
#define HALFWORD_TESTS_UNIT_API_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "halfword/halfword.h"

namespace api_testing {

inline hw_config Config() {
  hw_config config = {};
  config.size = sizeof config;
  config.memory_limit = 64 << 20;
  return config;
}

inline hw_isolate* New(const hw_config& config) {
  hw_error error = {};
  hw_isolate* isolate = hw_isolate_new(&config, &error);
  EXPECT_NE(isolate, nullptr) << error.text;
  return isolate;
}

// The value as text; "throws …" or "terminated <reason>" where there is none.
inline std::string Outcome(hw_isolate* isolate, hw_status status, hw_value value) {
  std::string text;
  if (status == HW_OK && hw_to_string(isolate, value, &value) == HW_OK) {
    text.resize(hw_utf8(isolate, value, nullptr, 0));
    hw_utf8(isolate, value, text.data(), text.size() + 1);
    return text;
  }
  if (status == HW_EXCEPTION) {
    char description[300];
    hw_describe(isolate, hw_exception(isolate), description, sizeof description);
    return std::string("throws ") + description;
  }
  return "terminated " + std::to_string(hw_isolate_reason(isolate));
}

inline std::string RunIn(hw_isolate* isolate, const std::string& source) {
  hw_value value = hw_undefined();
  hw_status status = hw_evaluate(isolate, source.data(), source.size(), "test.js", &value);
  return Outcome(isolate, status, value);
}

// The first line of what describes the pending exception.
inline std::string ThrownIn(hw_isolate* isolate) {
  char text[200];
  hw_describe(isolate, hw_exception(isolate), text, sizeof text);
  std::string whole = text;
  return whole.substr(0, whole.find('\n'));
}

inline hw_usage UsageOf(hw_isolate* isolate) {
  hw_usage usage = {};
  usage.size = sizeof usage;
  hw_isolate_usage(isolate, &usage);
  return usage;
}
inline int64_t FuelLeft(hw_isolate* isolate) { return UsageOf(isolate).fuel; }

// An image of an isolate that has run `source`.
inline hw_image* ImageOf(const std::string& source, hw_config config = Config()) {
  hw_isolate* isolate = New(config);
  EXPECT_EQ(RunIn(isolate, source + "; 'loaded'"), "loaded");
  hw_error error = {};
  hw_image* image = hw_isolate_freeze(isolate, &error);
  EXPECT_NE(image, nullptr) << error.text;
  hw_isolate_destroy(isolate);
  return image;
}

}  // namespace api_testing

#endif  // HALFWORD_TESTS_UNIT_API_FIXTURE_H_
