// The table below HashSet and HashMap: open addressing, linear probing, a power of two of slots, at most
// three quarters of them used.
//
// A key that is a member needs nothing beside it: null is an empty slot, the sentinel a deleted one, and it
// is hashed as its 32-bit word, without decompression. Other keys have a word of their hash before them: 0
// empty, 1 deleted.
//
// Weak keys and values: an entry dies with whichever of them dies first. The table removes it in the pause of
// the collection, by marking its slot deleted, so nothing moves under an iterator; but an entry may go at any
// collection unless something else holds its weak parts. With a weak key the value is an ephemeron: it
// doesn't keep its own key.
#ifndef HALFWORD_GC_CONTAINERS_HASH_TABLE_H_
#define HALFWORD_GC_CONTAINERS_HASH_TABLE_H_

#include <bit>
#include <functional>
#include <iterator>
#include <string_view>

#include "halfword/gc/containers/vector.h"

namespace halfword::gc {

// Specialise for keys of your own: Hash and Equal, of a key and of whatever may be looked up. By default
// std::hash and ==; anything like a string may be looked up among strings.
template <typename K>
struct HashTraits {
  template <typename L>
  static uint32_t Hash(const L& key) {
    size_t hash;
    if constexpr (std::is_convertible_v<const K&, std::string_view>) {
      hash = std::hash<std::string_view>()(key);
    } else {
      hash = std::hash<K>()(key);
    }
    return static_cast<uint32_t>(hash ^ hash >> 32);
  }
  template <typename L>
  static bool Equal(const K& key, const L& other) {
    return key == other;
  }
};

namespace internal {

// Fibonacci hashing (Knuth 1973): the high bits of the product are the better ones.
HALFWORD_INLINE uint32_t HashWord(uint32_t word) { return word * 0x9e3779b9u; }

struct NoValue {};

// ---- Slots: a key in one of two forms, then the value ----

// The store clears weak keys and values.
template <typename Slot>
void TraceSlot(Visitor* visitor, const Slot& slot) {
  using K = decltype(slot.key);
  using V = decltype(slot.value);
  constexpr bool kTracesValue = kNeedsTracing<V> && !IsWeakMemberTypeV<V>;
  if constexpr (IsWeakMemberTypeV<K>) {
    if constexpr (kTracesValue) visitor->TraceEphemeron(slot.key, &slot.value);
  } else {
    if constexpr (kNeedsTracing<K>) visitor->Trace(slot.key);  // a deleted slot's sentinel is skipped
    if constexpr (kTracesValue) visitor->Trace(slot.value);
  }
}

template <typename K, typename V>
struct MemberSlot {
  using Storage = typename K::RawStorage;
  using Lookup = const typename K::PointeeType*;
  static constexpr bool kHashIsKept = false;

  static uint32_t HashOf(const volatile void* pointer) {
    return HashWord(static_cast<uint32_t>(Storage(const_cast<const void*>(pointer)).GetAsInteger() >>
                                          (HALFWORD_COMPRESS ? 2 : 3)));
  }
  uint32_t hash() const {
    return HashWord(static_cast<uint32_t>(key.GetRawStorage().GetAsInteger() >> (HALFWORD_COMPRESS ? 2 : 3)));
  }
  bool IsEmpty() const { return key.GetRawStorage().IsCleared(); }
  bool IsDeleted() const { return key.GetRawStorage().IsSentinel(); }
  bool IsLive() const { return key.GetRawStorage().IsHeapPointer(); }
  bool Holds(uint32_t, Lookup other) const {
    return key.GetRawStorage() == Storage(const_cast<const void*>(static_cast<const volatile void*>(other)));
  }
  void SetHash(uint32_t) {}
  void Delete() { key = kSentinelPointer; }
  void Trace(Visitor* visitor) const { TraceSlot(visitor, *this); }

  K key;
  [[no_unique_address]] V value;
};

// In the order that wastes nothing: with a whole pointer as key and a member as value a slot is
// 16 bytes, not 24.
template <typename K, typename V, bool kKeyFirst = (alignof(K) > 4 && alignof(V) <= 4)>
struct HashedFields {
  uint32_t tag;
  K key;
  [[no_unique_address]] V value;
};
template <typename K, typename V>
struct HashedFields<K, V, true> {
  K key;
  uint32_t tag;
  [[no_unique_address]] V value;
};

template <typename K, typename V>
struct HashedSlot : HashedFields<K, V> {
  static constexpr bool kHashIsKept = true;
  using HashedFields<K, V>::key;
  using HashedFields<K, V>::tag;

  uint32_t hash() const { return tag; }
  bool IsEmpty() const { return tag == 0; }
  bool IsDeleted() const { return tag == 1; }
  bool IsLive() const { return tag > 1; }
  template <typename L>
  bool Holds(uint32_t hash, const L& other) const {
    return tag == hash && HashTraits<K>::Equal(key, other);
  }
  void SetHash(uint32_t hash) { tag = hash; }
  void Delete() {
    Element<K>::Drop(&key);
    tag = 1;
  }
  void Trace(Visitor* visitor) const { TraceSlot(visitor, *this); }
};

template <typename K, typename V>
using HashSlot = std::conditional_t<kIsMember<K>, MemberSlot<K, V>, HashedSlot<K, V>>;

// ---- The store ----

template <typename K, typename V>
class alignas(HashSlot<K, V>) HashStore final
    : public GarbageCollected<HashStore<K, V>>,
      public std::conditional_t<kNeedsTracing<K> || kNeedsTracing<V>, MayHoldReferences, NoReferences> {
 public:
  using Slot = HashSlot<K, V>;
  static constexpr bool kWeakKey = IsWeakMemberTypeV<K>;
  static constexpr bool kWeakValue = IsWeakMemberTypeV<V>;
  static constexpr bool kIsTrivial =
      std::is_trivially_destructible_v<K> && std::is_trivially_destructible_v<V>;

  static_assert(sizeof(ElementRules<K>) != 0 && sizeof(ElementRules<V>) != 0);
  explicit HashStore(uint32_t log2_slots) : shift(32 - log2_slots) {}
  void FinalizeGarbageCollectedObject()
    requires(!kIsTrivial)
  {
    for (Slot* slot = begin(); slot != end(); slot++) {
      if (!slot->IsLive()) continue;
      slot->key.~K();
      slot->value.~V();
    }
  }

  void Trace(Visitor* visitor) const {
    if constexpr (kNeedsTracing<K> || kNeedsTracing<V>) {
      visitor->TraceMultiple(begin(), slots());
      if constexpr (kWeakKey || kWeakValue) {
        visitor->RegisterWeakCallbackMethod<HashStore, &HashStore::RemoveDead>(this);
      }
    }
  }
  void RemoveDead(const LivenessBroker& broker) {
    for (Slot* slot = begin(); slot != end(); slot++) {
      if (!slot->IsLive()) continue;
      bool dead = false;
      if constexpr (kWeakKey) dead = !broker.IsHeapObjectAlive(slot->key);
      if constexpr (kWeakValue) dead = dead || !broker.IsHeapObjectAlive(slot->value);
      if (dead) Remove(slot);
    }
  }

  uint32_t slots() const { return shift == 0 ? 0 : uint32_t{1} << (32 - shift); }
  Slot* begin() { return reinterpret_cast<Slot*>(this + 1); }
  Slot* end() { return begin() + slots(); }
  const Slot* begin() const { return reinterpret_cast<const Slot*>(this + 1); }
  const Slot* end() const { return begin() + slots(); }

  // The slot of the key, or null.
  template <typename L>
  HALFWORD_INLINE Slot* Find(uint32_t hash, const L& key) {
    Slot* const first = begin();
    const uint32_t mask = slots() - 1;
    for (uint32_t i = hash >> shift;; i = (i + 1) & mask) {
      Slot* slot = first + i;
      if (slot->Holds(hash, key)) return slot;
      if (slot->IsEmpty()) return nullptr;
    }
  }
  // Where a key that isn't there is to go: a deleted slot, or the empty one that ends its chain.
  Slot* FindFree(uint32_t hash) {
    const uint32_t mask = slots() - 1;
    uint32_t i = hash >> shift;
    while ((begin() + i)->IsLive()) i = (i + 1) & mask;
    return begin() + i;
  }
  void Remove(Slot* slot) {
    Element<V>::Drop(&slot->value);
    slot->Delete();
    live--;
  }

  const uint32_t shift;
  uint32_t live = 0;
  uint32_t used = 0;  // live and deleted
};

// ---- The table ----

template <typename K, typename V>
class HashTable {
 public:
  using Store = HashStore<K, V>;
  using Slot = typename Store::Slot;

  template <typename L>
  static uint32_t HashOf(const L& key) {
    if constexpr (kIsMember<K>) {
      return Slot::HashOf(static_cast<typename Slot::Lookup>(key));
    } else {
      uint32_t hash = HashWord(HashTraits<K>::Hash(key));
      return hash > 1 ? hash : hash + 2;
    }
  }

  size_t size() const { return store_ ? store_->live : 0; }
  size_t slots() const { return store_ ? store_->slots() : 0; }

  template <typename L>
  Slot* Find(const L& key) const {
    if (!store_) return nullptr;
    if constexpr (kIsMember<K>) {
      typename Slot::Lookup pointer = key;
      if (reinterpret_cast<uintptr_t>(pointer) <= kSentinelAddress) return nullptr;
      return store_.GetNonNull()->Find(Slot::HashOf(pointer), pointer);
    } else {
      return store_.GetNonNull()->Find(HashOf(key), key);
    }
  }
  // Makes an entry for a key that isn't there; its value is zero (members null) until `make_value(slot)`.
  template <typename KeyArgument, typename MakeValue>
  Slot* InsertNew(KeyArgument&& key, MakeValue&& make_value) {
    if constexpr (kIsMember<K>) HALFWORD_GC_CHECK(IsObject(key));
    uint32_t hash = HashOf(key);
    if (HALFWORD_UNLIKELY(!store_ || (store_->used + 1) * 4 > store_->slots() * 3)) Rehash(size() + 1);
    Store* store = store_.GetNonNull();
    Slot* slot = store->FindFree(hash);
    if (slot->IsEmpty()) store->used++;
    // The value is stored first, because the key must not be visible without it.
    make_value(store, slot);
    if constexpr (kIsMember<K>) {
      slot->key = std::forward<KeyArgument>(key);
    } else {
      Element<K>::Make(store, &slot->key, std::forward<KeyArgument>(key));
      slot->SetHash(hash);
    }
    store->live++;
    return slot;
  }
  void Remove(Slot* slot) { store_->Remove(slot); }

  void Reserve(size_t entries) {
    if (entries > slots() / 4 * 3) Rehash(entries);
  }
  void Clear() {
    if constexpr (!Store::kIsTrivial) {
      if (store_) {
        for (Slot* slot = store_->begin(); slot != store_->end(); slot++) {
          if (slot->IsLive()) store_->Remove(slot);
        }
      }
    }
    store_ = nullptr;
  }
  void Swap(HashTable& other) { store_.Swap(other.store_); }
  Slot* begin() const { return store_ ? store_->begin() : nullptr; }
  Slot* end() const { return store_ ? store_->end() : nullptr; }
  void Trace(Visitor* visitor) const { TraceStore(visitor, store_); }

 private:
  static bool IsObject(const volatile void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) > kSentinelAddress;
  }
  // Makes room for `entries` and as many more. Deleted slots are dropped.
  HALFWORD_NOINLINE void Rehash(size_t entries) {
    if (entries >= size_t{1} << 28) TooManyElements(TypeName<Store>::kBuffer.data());
    uint32_t log2 = std::max(3, static_cast<int>(std::bit_width(entries * 3 / 2)));
    Store* fresh = MakeStore(store_, this, (size_t{1} << log2) * sizeof(Slot), log2);
    if (store_) {
      Store* old = store_.GetNonNull();  // the allocation may have removed entries from it
      for (Slot* slot = old->begin(); slot != old->end(); slot++) {
        if (!slot->IsLive()) continue;
        uint32_t hash = slot->hash();
        Slot* to = fresh->FindFree(hash);
        to->SetHash(hash);
        Element<K>::MoveToNew(&slot->key, &to->key);
        Element<V>::MoveToNew(&slot->value, &to->value);
        fresh->live++;
        if constexpr (!Store::kIsTrivial) {
          slot->key.~K();
          slot->value.~V();
          if constexpr (Slot::kHashIsKept) slot->SetHash(1);
        }
      }
      if constexpr (!Store::kIsTrivial && !Slot::kHashIsKept) {
        for (Slot* slot = old->begin(); slot != old->end(); slot++) slot->key.Clear();
      }
      if constexpr (!Store::kIsTrivial) old->live = 0;
      fresh->used = fresh->live;
    }
    PublishFence();
    store_ = fresh;
  }

  Member<Store> store_;
};

// ---- What HashSet and HashMap have in common ----

// View: what an iterator shows of a slot, by reference or as a pointer.
template <typename K, typename V, typename View>
class HashContainer {
 protected:
  using Table = HashTable<K, V>;
  using Slot = typename Table::Slot;

 public:
  class iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using difference_type = ptrdiff_t;
    using value_type = typename View::value_type;
    using reference = typename View::reference;
    using pointer = typename View::pointer;

    iterator() = default;
    reference operator*() const { return View::Reference(*slot_); }
    pointer operator->() const { return View::Pointer(*slot_); }
    iterator& operator++() {
      slot_++;
      SkipDead();
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.slot_ == b.slot_; }

   private:
    friend HashContainer;
    iterator(Slot* slot, Slot* end) : slot_(slot), end_(end) { SkipDead(); }
    void SkipDead() {
      while (slot_ != end_ && !slot_->IsLive()) slot_++;
    }
    Slot* slot_ = nullptr;
    Slot* end_ = nullptr;
  };
  using const_iterator = iterator;
  using key_type = K;
  using value_type = typename View::value_type;

  size_t size() const { return table_.size(); }
  bool empty() const { return size() == 0; }
  iterator begin() const { return At(table_.begin()); }
  iterator end() const { return At(table_.end()); }

  // Anything that the key can be compared with and hashed like.
  template <typename L>
  bool contains(const L& key) const {
    return table_.Find(key) != nullptr;
  }
  template <typename L>
  iterator find(const L& key) const {
    Slot* slot = table_.Find(key);
    return slot != nullptr ? At(slot) : end();
  }
  template <typename L>
  size_t erase(const L& key) {
    Slot* slot = table_.Find(key);
    if (slot == nullptr) return 0;
    table_.Remove(slot);
    return 1;
  }
  iterator erase(iterator position) {
    table_.Remove(position.slot_);
    return ++position;
  }
  void clear() { table_.Clear(); }
  void reserve(size_t count) { table_.Reserve(count); }

  void Trace(Visitor* visitor) const { table_.Trace(visitor); }

 protected:
  HashContainer() = default;
  ~HashContainer() = default;
  HashContainer(const HashContainer& other) { InsertAll(other); }
  HashContainer(HashContainer&& other) noexcept : table_(std::move(other.table_)) {}
  HashContainer& operator=(const HashContainer& other) {
    if (this == &other) return *this;
    table_.Clear();
    InsertAll(other);
    return *this;
  }
  HashContainer& operator=(HashContainer&& other) noexcept {
    table_ = std::move(other.table_);
    return *this;
  }
  void InsertAll(const HashContainer& other) {
    table_.Reserve(other.size());
    for (Slot* from = other.begin().slot_; from != other.table_.end(); from++) {
      if (from->IsLive()) InsertNew(from->key, V(from->value));
    }
  }
  // Makes an entry with a key that isn't there.
  template <typename L, typename... Value>
  iterator InsertNew(L&& key, Value&&... value) {
    return At(table_.InsertNew(std::forward<L>(key), [&](void* store, Slot* slot) {
      if constexpr (!std::is_empty_v<V>) Element<V>::Make(store, &slot->value, std::forward<Value>(value)...);
    }));
  }
  iterator At(Slot* slot) const { return {slot, table_.end()}; }
  void Swap(HashContainer& other) { table_.Swap(other.table_); }

  Table table_;
};

}  // namespace internal
}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_HASH_TABLE_H_
