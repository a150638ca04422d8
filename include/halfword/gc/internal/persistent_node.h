// What ties a persistent to its heap: a node in one of the heap's regions, which points back at its owner.
#ifndef HALFWORD_GC_INTERNAL_PERSISTENT_NODE_H_
#define HALFWORD_GC_INTERNAL_PERSISTENT_NODE_H_

#include <memory>
#include <vector>

#include "halfword/gc/internal/front.h"

namespace halfword::gc {

class Visitor;
class LivenessBroker;

namespace internal {

class RootVisitor;

struct PersistentNode {
  // Strong: visitor is set, trace the owner's object. Weak: broker is set, clear the owner if its object is
  // dead. Neither: the heap is being destroyed, clear the owner.
  using Callback = void (*)(void* owner, Visitor* visitor, const LivenessBroker* broker);
  void* owner = nullptr;  // of a free node: the next free one
  Callback callback = nullptr;
};

// Not thread-safe: a region belongs to the thread that uses its heap.
class PersistentRegion {
 public:
  explicit PersistentRegion(bool weak = false) : weak_(weak) {}
  PersistentRegion(const PersistentRegion&) = delete;
  PersistentRegion& operator=(const PersistentRegion&) = delete;

  PersistentNode* Allocate(void* owner, PersistentNode::Callback callback) {
    if (HALFWORD_UNLIKELY(free_ == nullptr)) Grow();
    PersistentNode* node = free_;
    free_ = static_cast<PersistentNode*>(node->owner);
    node->owner = owner;
    node->callback = callback;
    in_use_++;
    return node;
  }
  void Free(PersistentNode* node) {
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
  size_t NodesInUse() const { return in_use_; }

  void Iterate(RootVisitor& visitor);  // visitor.h

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
  HALFWORD_NOINLINE void Grow() {
    chunks_.push_back(std::make_unique<PersistentNode[]>(kChunk));
    PersistentNode* nodes = chunks_.back().get();
    for (size_t i = kChunk; i-- > 0;) {
      nodes[i].owner = free_;
      free_ = &nodes[i];
    }
  }

  std::vector<std::unique_ptr<PersistentNode[]>> chunks_;
  PersistentNode* free_ = nullptr;
  size_t in_use_ = 0;
  const bool weak_;
};

// The same, guarded by the process's PersistentRegionLock.
class CrossThreadPersistentRegion final : public PersistentRegion {
 public:
  using PersistentRegion::PersistentRegion;
};

// One lock for all heaps, because a cross-thread persistent may outlive its heap: only under the lock can it
// know whether the region is still there. The collector holds it from the moment it traces the roots until
// weak persistents are cleared.
class HALFWORD_EXPORT PersistentRegionLock {
 public:
  PersistentRegionLock();
  ~PersistentRegionLock();
  PersistentRegionLock(const PersistentRegionLock&) = delete;
  PersistentRegionLock& operator=(const PersistentRegionLock&) = delete;
};

}  // namespace internal
}  // namespace halfword::gc

#endif  // HALFWORD_GC_INTERNAL_PERSISTENT_NODE_H_
