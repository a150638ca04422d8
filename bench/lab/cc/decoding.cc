// Loads a tagged field at offset 0x13 of an object and makes a 64-bit word of it, in each way that the
// documents describe. The base is in a register. run.py reads the machine code.
#include <stdint.h>

#define OPERATION extern "C" __attribute__((noinline, used, visibility("default"))) uint64_t

static inline uint32_t Field(uint64_t object) { return *reinterpret_cast<const uint32_t*>(object + 0x13); }
static inline int64_t SignedField(uint64_t object) {
  return *reinterpret_cast<const int32_t*>(object + 0x13);
}
// Keeps the compiler from making a conditional move of a branch.
#define BRANCH() __asm__ volatile("")

OPERATION full(uint64_t object, uint64_t) { return *reinterpret_cast<const uint64_t*>(object + 0x13); }
OPERATION naive(uint64_t object, uint64_t) { return Field(object); }
OPERATION v1(uint64_t object, uint64_t base) {
  uint32_t word = Field(object);
  if (word & 1) {
    BRANCH();
    return base + word;
  }
  return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(word)));
}
OPERATION branchless(uint64_t object, uint64_t base) {
  int64_t word = SignedField(object);
  return static_cast<uint64_t>(word) + (base & static_cast<uint64_t>(-(word & 1)));
}
OPERATION branchful(uint64_t object, uint64_t base) {
  uint64_t word = static_cast<uint64_t>(SignedField(object));
  if (__builtin_expect_with_probability(word & 1, 1, 0.7)) {
    BRANCH();
    word += base;
  }
  return word;
}
OPERATION corrupting(uint64_t object, uint64_t base) {
#ifdef PLANTED  // for the test that a further byte is noticed
  __asm__ volatile("cmc");
#endif
  return base + Field(object);
}
// Halfword: the word stays 32 bits; the next access adds base, word and displacement. What a field of the
// field costs, less the load itself.
OPERATION folded(uint64_t object, uint64_t base) {
  return *reinterpret_cast<const uint32_t*>(base + Field(object) + 7);
}
OPERATION folded_full(uint64_t object, uint64_t) {
  return *reinterpret_cast<const uint32_t*>(*reinterpret_cast<const uint64_t*>(object + 0x13) + 7);
}
