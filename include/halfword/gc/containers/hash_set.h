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

template <typename K>
class HashSet final {
  using Table = internal::HashTable<K, internal::NoValue>;
  using Slot = typename Table::Slot;

 public:
  class iterator : public Table::template Iterator<Slot> {
    using Base = typename Table::template Iterator<Slot>;

   public:
    using value_type = K;
    using reference = const K&;
    using pointer = const K*;
    iterator() = default;
    iterator(Base base) : Base(base) {}
    const K& operator*() const { return this->slot()->key; }
    const K* operator->() const { return &this->slot()->key; }
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
  using value_type = K;

  HashSet() = default;
  HashSet(std::initializer_list<K> keys) {
    for (const K& key : keys) insert(key);
  }
  HashSet(const HashSet& other) {
    table_.Reserve(other.size());
    for (const K& key : other) insert(key);
  }
  HashSet(HashSet&& other) noexcept : table_(std::move(other.table_)) {}
  HashSet& operator=(const HashSet& other) {
    HashSet copy(other);
    table_ = std::move(copy.table_);
    return *this;
  }
  HashSet& operator=(HashSet&& other) noexcept {
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
  // True if it wasn't there.
  template <typename L>
  std::pair<iterator, bool> insert(L&& key) {
    if (Slot* slot = table_.Find(key)) return {iterator(table_.template At<Slot>(slot)), false};
    Slot* slot = table_.InsertNew(std::forward<L>(key), [](void*, Slot*) {});
    return {iterator(table_.template At<Slot>(slot)), true};
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
  void swap(HashSet& other) { table_.Swap(other.table_); }

  void Trace(Visitor* visitor) const { table_.Trace(visitor); }

 private:
  Table table_;
};

template <typename T>
using WeakHashSet = HashSet<WeakMember<T>>;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_HASH_SET_H_
