// The documents' two examples of what a compiler makes of a base that may change: the base is loaded again
// behind a call, and decompression stands above the test of the barrier.
#include <stdint.h>

#include <atomic>

extern "C" {
extern uintptr_t halfword_cage_base __attribute__((visibility("hidden")));
extern std::atomic<bool> enabled __attribute__((visibility("hidden")));
void foo(void*);
void bar(void*);
void slow(void*);
}

static inline void* Decompress(uint32_t word) {
  return reinterpret_cast<void*>(
      (static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(word))) << 1) & halfword_cage_base);
}

extern "C" __attribute__((used)) void baz(uint32_t member) {
  foo(Decompress(member));
  bar(Decompress(member));
}
extern "C" __attribute__((used)) void assign(uint32_t* slot, uint32_t word) {
  *slot = word;
  void* value = Decompress(word);
  if (enabled.load(std::memory_order_relaxed)) slow(value);
}
