// The nodes by which the collector finds Persistents: each points at its owner and knows how to trace or
// clear it.
#ifndef HALFWORD_GC_PERSISTENT_NODES_H_
#define HALFWORD_GC_PERSISTENT_NODES_H_

#include <memory>
#include <vector>

#include "halfword/gc/internal/persistent_node.h"

namespace halfword::gc {

class PersistentNodes {
 public:
  using Node = internal::PersistentNode;

  Node* Allocate(void* owner, Node::Callback callback) {
    if (free_ == nullptr) Grow();
    Node* node = free_;
    free_ = static_cast<Node*>(node->owner);
    node->owner = owner;
    node->callback = callback;
    in_use_++;
    return node;
  }
  void Free(Node* node) {
    node->callback = nullptr;
    node->owner = free_;
    free_ = node;
    in_use_--;
  }
  // After every owner was told that its node is gone.
  void Reset() {
    chunks_.clear();
    free_ = nullptr;
    in_use_ = 0;
  }
  size_t in_use() const { return in_use_; }

  template <typename F>
  void ForEach(F&& body) {
    for (auto& chunk : chunks_) {
      for (size_t i = 0; i < kChunk; i++) {
        if (chunk[i].callback != nullptr) body(chunk[i]);
      }
    }
  }

 private:
  static constexpr size_t kChunk = 128;
  void Grow() {
    chunks_.push_back(std::make_unique<Node[]>(kChunk));
    Node* nodes = chunks_.back().get();
    for (size_t i = kChunk; i-- > 0;) {
      nodes[i].callback = nullptr;
      nodes[i].owner = free_;
      free_ = &nodes[i];
    }
  }

  std::vector<std::unique_ptr<Node[]>> chunks_;
  Node* free_ = nullptr;
  size_t in_use_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_PERSISTENT_NODES_H_
