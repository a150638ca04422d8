// An isolate for targets that need one, made once and reset now and then; and what every call of the C
// interface must keep to.
#ifndef HALFWORD_TESTS_FUZZ_TARGETS_GUEST_H_
#define HALFWORD_TESTS_FUZZ_TARGETS_GUEST_H_

#include <string>

#include "fuzzing.h"
#include "halfword/halfword.h"

namespace halfword::fuzzing {

inline hw_isolate* NewIsolate(hw_host* host = nullptr, hw_image* image = nullptr) {
  hw_config config = {};
  config.size = sizeof config;
  config.host = host;
  config.image = image;
  config.memory_limit = 32 << 20;
  config.fuel = 200'000;
  return hw_isolate_new(&config, nullptr);
}

// The isolate of this process as a fresh one would be, or nearly: it is reset every hundredth time and when
// its limits were reached.
inline hw_isolate* Guest() {
  static hw_isolate* isolate = NewIsolate();
  static int runs = 0;
  if (++runs % 100 == 0 || hw_isolate_reason(isolate) != HW_NOT_TERMINATED) hw_isolate_reset(isolate);
  hw_isolate_set_fuel(isolate, 200'000);
  return isolate;
}

inline std::string TextOf(hw_isolate* isolate, hw_value string) {
  std::string text(hw_utf8(isolate, string, nullptr, 0), 0);
  hw_utf8(isolate, string, text.data(), text.size() + 1);
  return text;
}

}  // namespace halfword::fuzzing

#endif  // HALFWORD_TESTS_FUZZ_TARGETS_GUEST_H_
