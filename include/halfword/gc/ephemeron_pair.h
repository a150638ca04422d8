// A pair whose value is alive while its key is, for weak maps.
#ifndef HALFWORD_GC_EPHEMERON_PAIR_H_
#define HALFWORD_GC_EPHEMERON_PAIR_H_

#include "halfword/gc/liveness_broker.h"
#include "halfword/gc/member.h"

namespace halfword::gc {

template <typename K, typename V>
struct EphemeronPair {
  EphemeronPair() = default;
  EphemeronPair(K* k, V* v) : key(k), value(v) {}

  // The collector does this by itself for every pair that it traces.
  void ClearKeyAndValueIfKeyIsDead(const LivenessBroker& broker) {
    if (broker.IsHeapObjectAlive(key)) return;
    key = nullptr;
    value = nullptr;
  }
  // The former name of this function.
  void ClearValueIfKeyIsDead(const LivenessBroker& broker) { ClearKeyAndValueIfKeyIsDead(broker); }

  void Trace(Visitor* visitor) const;  // visitor.h

  WeakMember<K> key;
  Member<V> value;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_EPHEMERON_PAIR_H_
