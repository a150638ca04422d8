#include "cage/base.h"

namespace halfword {

#if HALFWORD_BASE_GLOBAL
uintptr_t halfword_cage_base = 0;
uintptr_t halfword_slot_base = 0;
#else
__thread uintptr_t halfword_cage_base __attribute__((tls_model("initial-exec"))) = 0;
__thread uintptr_t halfword_slot_base __attribute__((tls_model("initial-exec"))) = 0;
#endif

void CallWithCageBase(uintptr_t base, void (*callback)(void*), void* data) {
  uintptr_t former = halfword_cage_base;
  SetCageBase(base);
  // The laundered pointer keeps every optimizer, link-time ones included, from merging the callback into this
  // function, where it would see two values of what it takes for a constant.
  __asm__ volatile("" : "+r"(callback) : : "memory");
  callback(data);
  __asm__ volatile("" : : : "memory");
  SetCageBase(former);
}

}  // namespace halfword
