// An isolate for targets that need one, made once and reset now and then; and what every call of the C
// interface must keep to.
#ifndef HALFWORD_TESTS_FUZZ_TARGETS_GUEST_H_
#define HALFWORD_TESTS_FUZZ_TARGETS_GUEST_H_

#include "../isolate.h"
#include "fuzzing.h"

namespace halfword::fuzzing {

constexpr Restrictions kGuestLimits = {32 << 20, 200'000};

inline hw_isolate* NewIsolate(hw_host* host = nullptr, hw_image* image = nullptr) {
  return NewIsolate(host, image, kGuestLimits);
}

// The isolate of this process as a fresh one would be, or nearly: it is reset every hundredth time and when
// its limits were reached.
inline hw_isolate* Guest() {
  static hw_isolate* isolate = NewIsolate();
  static int runs = 0;
  if (++runs % 100 == 0 || hw_isolate_reason(isolate) != HW_REASON_NONE) hw_isolate_reset(isolate);
  hw_isolate_set_fuel(isolate, kGuestLimits.fuel);
  return isolate;
}

}  // namespace halfword::fuzzing

#endif  // HALFWORD_TESTS_FUZZ_TARGETS_GUEST_H_
