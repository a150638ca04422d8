// What programs do with references, an operation a function. run.py reads their machine code.
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/member.h"

namespace gc = halfword::gc;

struct Node : gc::GarbageCollected<Node> {
  void Trace(gc::Visitor*) const {}
  uint32_t value;
  gc::Member<Node> next, previous;
};

#define OPERATION extern "C" __attribute__((noinline, used, visibility("default")))

extern "C" void opaque(const void*);

OPERATION halfword::MemberBits compress(const void* p) { return halfword::CompressMember(p); }
OPERATION void* decompress(halfword::MemberBits bits) {
  return halfword::DecompressMember(halfword::ReferenceMask(), bits);
}
OPERATION Node* get(const gc::Member<Node>& m) { return m.Get(); }
OPERATION uint32_t field(const gc::Member<Node>& m) { return m->value; }
OPERATION uint32_t tagged_field(uintptr_t base, halfword::TaggedBits bits) {
  return static_cast<Node*>(halfword::Decompress(base, bits, halfword::kObjectTag))->value;
}

OPERATION bool is_null(const gc::Member<Node>& m) { return m == nullptr; }
OPERATION bool is_set(const gc::Member<Node>& m) { return static_cast<bool>(m); }
OPERATION bool is_sentinel(const gc::Member<Node>& m) { return m == gc::kSentinelPointer; }
OPERATION bool is_equal(const gc::Member<Node>& a, const gc::Member<Node>& b) { return a == b; }
OPERATION bool is_equal_to_pointer(const gc::Member<Node>& a, Node* b) { return a == b; }
OPERATION size_t hash(const gc::Member<Node>& m) { return std::hash<gc::Member<Node>>()(m); }
OPERATION void copy(gc::UntracedMember<Node>* to, const gc::Member<Node>& from) {
  new (to) gc::UntracedMember<Node>(from);
}

// The same reference on both sides of a call.
OPERATION void twice(const gc::UntracedMember<Node>& m) {
  opaque(m.Get());
  opaque(m.Get());
}
OPERATION uint32_t around_calls(const gc::Member<Node>& a, const gc::Member<Node>& b) {
  opaque(a.Get());
  opaque(b->next.Get());
  return a->value;
}
OPERATION uint32_t loop_with_calls(const gc::Member<Node>* members, int count) {
  uint32_t sum = 0;
  for (int i = 0; i < count; i++) {
    sum += members[i]->value;
    opaque(members[i]->previous.Get());
  }
  return sum;
}
OPERATION uint32_t list(const Node* n) {
  uint32_t sum = 0;
  for (; n != nullptr; n = n->next) sum += n->value;
  return sum;
}
OPERATION void assign_member(gc::Member<Node>& to, const gc::Member<Node>& from) { to = from; }
OPERATION void assign_pointer(gc::Member<Node>& to, Node* from) { to = from; }
OPERATION void assign_null(gc::Member<Node>& to) { to = nullptr; }
// -> of one, and a value that may be null, in one function.
OPERATION Node* after_next(Node* n) { return n->next->next.Get(); }
// More references than there are registers, before and behind calls: some are spilled, some decoded late.
OPERATION uint32_t kept_across_calls(const gc::Member<Node>* m, int count) {
  Node* kept[20];
#pragma GCC unroll 20
  for (int i = 0; i < 20; i++) kept[i] = m[i].Get();
  opaque(m);
  uint32_t sum = 0;
#pragma GCC unroll 20
  for (int i = 0; i < 20; i++) {
    if (count > i && kept[i] != nullptr) sum += kept[i]->value + kept[i]->next->value;
  }
  opaque(&sum);
#pragma GCC unroll 20
  for (int i = 0; i < 20; i++) sum ^= kept[i]->value;
  return sum;
}
