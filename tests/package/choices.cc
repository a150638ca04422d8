// What tests/package/choices.py builds with each kind of reference: lists and trees that live through
// collections, with null, and that are read again in another order than they were made in.
#include <cstdio>
#include <memory>
#include <string>

#include "halfword/gc/allocation.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/visitor.h"

namespace gc = halfword::gc;

namespace {

class Node : public gc::GarbageCollected<Node> {
 public:
  Node(int number, Node* left, Node* right) : left_(left), right_(right), number_(number) {}
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(left_);
    visitor->Trace(right_);
  }
  // The tree's numbers together.
  long Sum() const { return number_ + (left_ ? left_->Sum() : 0) + (right_ ? right_->Sum() : 0); }
  Node* right() const { return right_.Get(); }
  void Cut() { right_ = nullptr; }

 private:
  gc::Member<Node> left_, right_;
  int number_;
};

Node* MakeTree(gc::Heap& heap, int depth) {
  if (depth == 0) return nullptr;
  Node* left = MakeTree(heap, depth - 1);
  Node* right = MakeTree(heap, depth - 1);
  return gc::MakeGarbageCollected<Node>(heap, 1, left, right);
}

[[nodiscard]] int Run(gc::Heap& heap) {
  gc::Persistent<Node> tree = MakeTree(heap, 14), list;
  constexpr int kLength = 20000;
  for (int i = 0; i < kLength; i++) {
    list = gc::MakeGarbageCollected<Node>(heap, i, nullptr, list.Get());
    if (i % 5000 == 0) heap.CollectGarbage();
  }
  heap.CollectGarbage();
  long length = 0;
  for (Node* node = list.Get(); node != nullptr; node = node->right()) length++;
  bool whole = tree->Sum() == (1 << 14) - 1 && length == kLength && list->right() != nullptr;
  list->Cut();
  heap.CollectGarbage();
  whole = whole && list->right() == nullptr && tree->Sum() == (1 << 14) - 1;
  if (whole) std::puts("all was found again");
  return whole ? 0 : 1;
}

}  // namespace

int main() {
  std::string error;
  std::unique_ptr<gc::Heap> heap = gc::Heap::Create(gc::HeapOptions(), &error);
  if (heap == nullptr) {
    std::puts(error.c_str());
    return 1;
  }
  int code = 1;
  heap->Enter([&] { code = Run(*heap); });
  return code;
}
