// Isolates as the programs that look for faults make them, and texts out of them.
#ifndef HALFWORD_TESTS_FUZZ_ISOLATE_H_
#define HALFWORD_TESTS_FUZZ_ISOLATE_H_

#include <cstdint>
#include <string>

#include "halfword/halfword.h"

namespace halfword::fuzzing {

struct Restrictions {
  size_t memory;  // bytes
  int64_t fuel;
  bool no_eval = false;
  uint64_t features = 0;  // of hw_config
  uint32_t gc_threads = 0;
};

// Null, and a sentence in `error` if that is not null, where it can't be made.
inline hw_isolate* NewIsolate(hw_host* host, hw_image* image, const Restrictions& restrictions,
                              hw_error* error = nullptr) {
  hw_config config = {};
  config.size = sizeof config;
  config.host = host;
  config.image = image;
  config.memory_limit = restrictions.memory;
  config.fuel = restrictions.fuel;
  config.no_eval = restrictions.no_eval;
  config.features = restrictions.features;
  config.gc_threads = restrictions.gc_threads;
  return hw_isolate_new(&config, error);
}

inline std::string TextOf(hw_isolate* isolate, hw_value string) {
  std::string text(hw_utf8(isolate, string, nullptr, 0), 0);
  hw_utf8(isolate, string, text.data(), text.size() + 1);
  return text;
}

}  // namespace halfword::fuzzing

#endif  // HALFWORD_TESTS_FUZZ_ISOLATE_H_
