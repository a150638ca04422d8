// An operation a function: run.py reads their sizes.
#include "reference.h"

using choices::Ref;

struct Node {
  Ref<Node> next;
  Ref<Node> other;
  uint32_t value;
};

#define OPERATION extern "C" __attribute__((noinline, used, visibility("default")))

extern "C" void op_opaque(void*);

OPERATION Node* op_load(const Node* n) { return n->next.Get(); }
OPERATION void op_store(Node* n, Node* value) { n->next = value; }
OPERATION void op_copy(Node* to, const Node* from) { to->next = from->next; }
OPERATION bool op_is_null(const Node* n) { return !n->next; }
OPERATION bool op_is_equal(const Node* n) { return n->next == n->other; }
OPERATION bool op_is_equal_to_pointer(const Node* n, Node* p) { return n->next == Ref<Node>(p); }
OPERATION uint32_t op_field(const Node* n) { return n->next->value; }
OPERATION uint32_t op_field_of_field(const Node* n) { return n->next->next->value; }
OPERATION uint32_t op_field_if_any(const Node* n) { return n->next ? n->next->value : 0; }
OPERATION uint32_t op_list(const Node* n) {
  uint32_t sum = 0;
  for (; n != nullptr; n = n->next.Get()) sum += n->value;
  return sum;
}
OPERATION void op_unlink(Node* n) {
  n->other->next = n->next;
  n->next->other = n->other;
}
OPERATION void op_loads_around_calls(const Node* n) {
  op_opaque(n->next.Get());
  op_opaque(n->other.Get());
  op_opaque(n->next->other.Get());
}
