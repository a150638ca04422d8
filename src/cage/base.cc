#include "cage/base.h"

namespace halfword {

const gc::HeapFront kNoFront = {
    .top = 0, .limit = 0, .barrier_limit = UINT32_MAX, .image_end = 0, .reserved = {}};

#if HALFWORD_BASE_GLOBAL
uintptr_t halfword_cage_base = 0;
uintptr_t halfword_slot_base = 0;
const void* halfword_front = &kNoFront;
#else
__thread uintptr_t halfword_cage_base __attribute__((tls_model("initial-exec"))) = 0;
__thread uintptr_t halfword_slot_base __attribute__((tls_model("initial-exec"))) = 0;
__thread const void* halfword_front __attribute__((tls_model("initial-exec"))) = &kNoFront;
#endif

void CallWithCageBase(uintptr_t base, void (*callback)(void*), void* data) {
  // Also where the callback is left by an exception.
  struct Restore {
    uintptr_t former = halfword_cage_base;
    ~Restore() { SetCageBase(former); }
  } restore;
  SetCageBase(base);
  // The laundered pointer keeps every optimizer, link-time ones included, from merging the callback into this
  // function, where it would see two values of what it takes for a constant.
  __asm__ volatile("" : "+r"(callback) : : "memory");
  callback(data);
  __asm__ volatile("" : : : "memory");
}

}  // namespace halfword
