// What ties a Persistent to its heap.
#ifndef HALFWORD_GC_INTERNAL_PERSISTENT_NODE_H_
#define HALFWORD_GC_INTERNAL_PERSISTENT_NODE_H_

#include "halfword/gc/internal/front.h"

namespace halfword::gc {

class Visitor;
class LivenessBroker;

namespace internal {

struct PersistentNode {
  // Strong: visitor is set, trace the owner's object. Weak: broker is set, clear the owner if its object is
  // dead. Neither: the heap goes away, clear the owner.
  using Callback = void (*)(void* owner, Visitor* visitor, const LivenessBroker* broker);
  void* owner;
  Callback callback;
};

HALFWORD_EXPORT PersistentNode* AllocatePersistentNode(const void* object, bool weak, void* owner,
                                                       PersistentNode::Callback callback);
HALFWORD_EXPORT void FreePersistentNode(const void* object, bool weak, PersistentNode* node);

}  // namespace internal
}  // namespace halfword::gc

#endif  // HALFWORD_GC_INTERNAL_PERSISTENT_NODE_H_
