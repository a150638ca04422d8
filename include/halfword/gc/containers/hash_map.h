// A hash map in the heap, one word in its owner.
//
//   gc::HashMap<gc::Member<Node>, gc::Member<Style>> styles_;   // keeps both
//   gc::EphemeronMap<Node, Style> caches_;                      // a style lives while its node does
//   gc::WeakHashMap<Node, int> depths_;                         // forgets nodes that die
//   gc::HashMap<std::string, gc::WeakMember<Image>> images_;    // forgets images that die
//
//   styles_.insert_or_assign(node, style);
//   Style* style = styles_.get(node);           // null if there is none
//   for (auto entry : styles_) Use(entry.key, entry.value);
//
// Keys that are members are neither null nor the sentinel. Inserting makes iterators stale (they still see
// the old entries); erasing does not. hash_table.h says what weak means.
#ifndef HALFWORD_GC_CONTAINERS_HASH_MAP_H_
#define HALFWORD_GC_CONTAINERS_HASH_MAP_H_

#include "halfword/gc/containers/hash_table.h"

namespace halfword::gc {

namespace internal {

template <typename K, typename V>
struct MapView {
  // (Assigning to `value` goes through the member's barrier.)
  struct value_type {
    const K& key;
    V& value;
  };
  using reference = value_type;
  struct pointer {
    value_type entry;
    value_type* operator->() { return &entry; }
  };
  static reference Reference(HashSlot<K, V>& slot) { return {slot.key, slot.value}; }
  static pointer Pointer(HashSlot<K, V>& slot) { return {Reference(slot)}; }
};

}  // namespace internal

template <typename K, typename V>
class HashMap final : public internal::HashContainer<K, V, internal::MapView<K, V>> {
  using Base = internal::HashContainer<K, V, internal::MapView<K, V>>;
  using typename Base::Slot;

 public:
  using typename Base::iterator;
  using Entry = typename Base::value_type;  // what an iterator shows
  using mapped_type = V;

  // A copy of the value; if there is none, null, zero, or what else a V is by default.
  template <typename L>
  V get(const L& key) const {
    Slot* slot = this->table_.Find(key);
    return slot != nullptr ? slot->value : V();
  }
  // True if the key was not there. Otherwise nothing changes.
  template <typename L, typename... Args>
  std::pair<iterator, bool> try_emplace(L&& key, Args&&... args) {
    if (Slot* slot = this->table_.Find(key)) return {this->At(slot), false};
    V value(std::forward<Args>(args)...);  // what it is made from may lie in the table
    return {this->InsertNew(std::forward<L>(key), std::move(value)), true};
  }
  template <typename L>
  std::pair<iterator, bool> insert(L&& key, V value) {
    return try_emplace(std::forward<L>(key), std::move(value));
  }
  template <typename L>
  std::pair<iterator, bool> insert_or_assign(L&& key, V value) {
    if (Slot* slot = this->table_.Find(key)) {
      slot->value = std::move(value);
      return {this->At(slot), false};
    }
    return try_emplace(std::forward<L>(key), std::move(value));
  }
  template <typename L>
  V& operator[](L&& key) {
    return (*try_emplace(std::forward<L>(key)).first).value;
  }
  void swap(HashMap& other) { this->Swap(other); }
};

template <typename K, typename V>
using WeakHashMap = HashMap<WeakMember<K>, V>;
template <typename K, typename V>
using EphemeronMap = HashMap<WeakMember<K>, Member<V>>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_HASH_MAP_H_
