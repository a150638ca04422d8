// Functions whose machine code codegen_test.cc reads. Always compiled with -O2.
#include "cage/encoding.h"

#if HALFWORD_COMPRESS

using namespace halfword;

struct Thing {
  MemberBits next;
  MemberBits other;
  uint32_t value;
  TaggedBits tagged;
};

#define SAMPLE extern "C" __attribute__((noinline, used, visibility("default")))

void Opaque(void*);

SAMPLE MemberBits sample_compress(void* p) { return CompressMember(p); }
SAMPLE void* sample_decompress(MemberBits m) { return DecompressMember(CageBase(), m); }
SAMPLE bool sample_is_null(const Thing* t) { return t->next == kNullMemberBits; }
SAMPLE bool sample_equal(const Thing* t) { return t->next == t->other; }
SAMPLE void sample_copy(Thing* to, const Thing* from) { to->next = from->next; }
SAMPLE bool sample_equal_to_pointer(const Thing* t, const Thing* p) { return t->next == CompressMember(p); }
SAMPLE uint32_t sample_two_loads(MemberBits a, MemberBits b) {
  auto* x = static_cast<Thing*>(DecompressMember(CageBase(), a));
  Opaque(x);
  auto* y = static_cast<Thing*>(DecompressMember(CageBase(), b));
  Opaque(y);
  return static_cast<Thing*>(DecompressMember(CageBase(), y->next))->value;
}
SAMPLE uint32_t sample_loop(const MemberBits* members, int count) {
  uint32_t sum = 0;
  for (int i = 0; i < count; i++) {
    sum += static_cast<Thing*>(DecompressNonNullMember(SlotBase(), members[i]))->value;
    Opaque(nullptr);
  }
  return sum;
}
SAMPLE uint32_t sample_member_field(const Thing* t) {
  return static_cast<Thing*>(DecompressNonNullMember(SlotBase(), t->next))->value;
}
SAMPLE uint32_t sample_tagged_field(uintptr_t base, TaggedBits bits) {
  return static_cast<Thing*>(Decompress(base, bits, kObjectTag))->value;
}

#endif
