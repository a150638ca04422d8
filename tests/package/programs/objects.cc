// Collected C++ objects: against the static library.
#include <cstdio>
#include <halfword/classes.hpp>

namespace gc = halfword::gc;

class Node final : public gc::GarbageCollected<Node>, public hw::Scriptable {
 public:
  explicit Node(double value) : value_(value) {}
  void Trace(gc::Visitor* visitor) const { visitor->Trace(next_), visitor->Trace(note_); }
  double value_;
  gc::Member<Node> next_;
  hw::Member note_;
};

int main() {
  hw::Host host;
  host.Define(hw::Class<Node>("Node")
                  .Constructor<double>()
                  .Field("value", &Node::value_)
                  .Field("next", &Node::next_)
                  .Field("note", &Node::note_));
  hw::Isolate isolate({.host = host});
  if (!isolate || !isolate.InstallHost()) return 1;
  hw::Result<hw::Value> sum = isolate.Evaluate(
      "let list = null; for (let i = 0; i < 1000; i++) { const n = new Node(i); n.next = list; n.note = {i}; "
      "list = n }"
      "let sum = 0; for (let n = list; n; n = n.next) sum += n.value + n.note.i; sum");
  if (!sum) return std::fprintf(stderr, "%s\n", sum.error().text.c_str()), 1;
  std::printf("%g\n", sum->AsNumber());
  return sum->AsNumber() == 999000 ? 0 : 1;
}
