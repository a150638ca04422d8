// One decoding, with the mask in a variable of each kind: -DMODEL="local-exec" and so on, or none for a
// global variable.
#include <stdint.h>

#ifdef MODEL
extern __thread uintptr_t mask __attribute__((tls_model(MODEL)));
#else
extern uintptr_t mask __attribute__((visibility("hidden")));
#endif
extern "C" __attribute__((noinline, used, visibility("default"))) void* decompress(uint32_t word) {
  return reinterpret_cast<void*>(
      (static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(word))) << 1) & mask);
}
