// A hash set in the heap, one word in its owner.
//
//   gc::HashSet<gc::Member<Node>> visited_;      // keeps its nodes
//   gc::WeakHashSet<Node> observers_;            // forgets nodes that die
//   gc::HashSet<std::string> names_;             // keys without references, by std::hash
//
//   if (visited_.insert(node).second) …
//   for (Node* node : visited_) …
//
// A set of members holds neither null nor the sentinel. Inserting makes iterators stale (they still see the
// old elements); erasing does not. hash_table.h says what weak means.
#ifndef HALFWORD_GC_CONTAINERS_HASH_SET_H_
#define HALFWORD_GC_CONTAINERS_HASH_SET_H_

#include "halfword/gc/containers/hash_table.h"

namespace halfword::gc {

namespace internal {

template <typename K>
struct SetView {
  using value_type = K;
  using reference = const K&;
  using pointer = const K*;
  static reference Reference(const HashSlot<K, NoValue>& slot) { return slot.key; }
  static pointer Pointer(const HashSlot<K, NoValue>& slot) { return &slot.key; }
};

}  // namespace internal

template <typename K>
class HashSet final : public internal::HashContainer<K, internal::NoValue, internal::SetView<K>> {
  using Base = internal::HashContainer<K, internal::NoValue, internal::SetView<K>>;

 public:
  using typename Base::iterator;

  HashSet() = default;
  HashSet(std::initializer_list<K> keys) {
    for (const K& key : keys) insert(key);
  }
  // True if it wasn't there.
  template <typename L>
  std::pair<iterator, bool> insert(L&& key) {
    if (auto* slot = this->table_.Find(key)) return {this->At(slot), false};
    return {this->InsertNew(std::forward<L>(key)), true};
  }
  void swap(HashSet& other) { this->Swap(other); }
};

template <typename T>
using WeakHashSet = HashSet<WeakMember<T>>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_HASH_SET_H_
