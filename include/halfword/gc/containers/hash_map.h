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

template <typename K, typename V>
class HashMap final {
  using Table = internal::HashTable<K, V>;
  using Slot = typename Table::Slot;

 public:
  // What an iterator shows. (Assigning to `value` goes through the member's barrier.)
  struct Entry {
    const K& key;
    V& value;
  };
  class iterator : public Table::template Iterator<Slot> {
    using Base = typename Table::template Iterator<Slot>;
    struct Arrow {
      Entry entry;
      Entry* operator->() { return &entry; }
    };

   public:
    using value_type = Entry;
    using reference = Entry;
    using pointer = Arrow;
    iterator() = default;
    iterator(Base base) : Base(base) {}
    Entry operator*() const { return {this->slot()->key, this->slot()->value}; }
    Arrow operator->() const { return {**this}; }
    iterator& operator++() {
      this->Advance();
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      this->Advance();
      return before;
    }
  };
  using const_iterator = iterator;
  using key_type = K;
  using mapped_type = V;

  HashMap() = default;
  HashMap(const HashMap& other) {
    table_.Reserve(other.size());
    for (Entry entry : other) insert_or_assign(entry.key, V(entry.value));
  }
  HashMap(HashMap&& other) noexcept : table_(std::move(other.table_)) {}
  HashMap& operator=(const HashMap& other) {
    HashMap copy(other);
    table_ = std::move(copy.table_);
    return *this;
  }
  HashMap& operator=(HashMap&& other) noexcept {
    table_ = std::move(other.table_);
    return *this;
  }

  size_t size() const { return table_.size(); }
  bool empty() const { return size() == 0; }
  iterator begin() const { return iterator(table_.template Begin<Slot>()); }
  iterator end() const { return iterator(table_.template End<Slot>()); }

  // Anything that the key can be compared with and hashed like.
  template <typename L>
  bool contains(const L& key) const {
    return table_.Find(key) != nullptr;
  }
  template <typename L>
  iterator find(const L& key) const {
    return iterator(table_.template At<Slot>(table_.Find(key)));
  }
  // A copy of the value; if there is none, null, zero, or what else a V is by default.
  template <typename L>
  V get(const L& key) const {
    Slot* slot = table_.Find(key);
    return slot != nullptr ? slot->value : V();
  }
  // True if the key wasn't there; else nothing changes.
  template <typename L, typename... Args>
  std::pair<iterator, bool> try_emplace(L&& key, Args&&... args) {
    if (Slot* slot = table_.Find(key)) return {iterator(table_.template At<Slot>(slot)), false};
    V value(std::forward<Args>(args)...);  // what it is made from may lie in the table
    Slot* slot = table_.InsertNew(std::forward<L>(key), [&](void* store, Slot* place) {
      internal::Element<V>::Make(store, &place->value, std::move(value));
    });
    return {iterator(table_.template At<Slot>(slot)), true};
  }
  template <typename L>
  std::pair<iterator, bool> insert(L&& key, V value) {
    return try_emplace(std::forward<L>(key), std::move(value));
  }
  template <typename L>
  std::pair<iterator, bool> insert_or_assign(L&& key, V value) {
    if (Slot* slot = table_.Find(key)) {
      slot->value = std::move(value);
      return {iterator(table_.template At<Slot>(slot)), false};
    }
    return try_emplace(std::forward<L>(key), std::move(value));
  }
  template <typename L>
  V& operator[](L&& key) {
    return try_emplace(std::forward<L>(key)).first.slot()->value;
  }
  template <typename L>
  size_t erase(const L& key) {
    Slot* slot = table_.Find(key);
    if (slot == nullptr) return 0;
    table_.Remove(slot);
    return 1;
  }
  iterator erase(iterator position) {
    table_.Remove(position.slot());
    return ++position;
  }
  void clear() { table_.Clear(); }
  void reserve(size_t count) { table_.Reserve(count); }
  void swap(HashMap& other) { table_.Swap(other.table_); }

  void Trace(Visitor* visitor) const { table_.Trace(visitor); }

 private:
  Table table_;
};

template <typename K, typename V>
using WeakHashMap = HashMap<WeakMember<K>, V>;
template <typename K, typename V>
using EphemeronMap = HashMap<WeakMember<K>, Member<V>>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_HASH_MAP_H_
