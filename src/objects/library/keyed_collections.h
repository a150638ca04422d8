// Keyed collections: the tables behind Map, Set, WeakMap and WeakSet.
//
// HashTableStorage is Tyler Close's deterministic hash table: entries in insertion order, found through an
// open-addressed index of entry numbers that is one, two or three bytes wide. Deleted entries hold the hole
// until the next rehash. Memory of a table: the fields, the index, the entries {key} or {key, value}. A full
// million-entry map is 12 bytes an entry. Tables grow by half; one that stopped growing gives its free
// entries back (SlackList) and keeps a wider index: below 14 bytes an entry.
//
// Iteration survives mutation: a cursor is (storage, entry number). A storage that was replaced while cursors
// may exist points to its successor and keeps its holes, so that a cursor can step over: its number less the
// holes before it, or 0 where the table was cleared.
#ifndef HALFWORD_OBJECTS_LIBRARY_KEYED_COLLECTIONS_H_
#define HALFWORD_OBJECTS_LIBRARY_KEYED_COLLECTIONS_H_

#include "objects/library/iterators.h"

namespace halfword {

namespace gc {
class LivenessBroker;
}
class Isolate;

class HashTableStorage : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kHashTableStorage;
  static constexpr uint32_t kMaxEntries = (1u << 24) - 2;
  void Trace(gc::Visitor&);
  void SkipReplaced(const gc::LivenessBroker&);
  enum Flags : uint8_t {
    kHasValues = 1,  // entries are pairs
    kMayHaveCursors = 2,
    kCleared = 4,   // replaced by Clear
    kReplaced = 8,  // next_ is valid; entries hold holes and Smi 0 only
    kSalted = 16,   // until it is replaced, next_ is the salt of its hashes (hash_salt.h), a Smi
  };
  uint32_t salt() const;  // 0: none
  void set_salt(uint32_t salt);

  uint32_t live_count() const { return used_ - deleted_; }
  uint32_t stride() const { return flags_ & kHasValues ? 2 : 1; }
  ValueField* entry(uint32_t i) { return entries() + i * stride(); }
  Value key(uint32_t i) { return entry(i)->get(); }      // hole: deleted
  Value value(uint32_t i) { return entry(i)[1].get(); }  // maps
  void SetValue(uint32_t i, Value v) { entry(i)[1].Set(this, v); }
  ValueField* entries() {
    return reinterpret_cast<ValueField*>(reinterpret_cast<char*>(this) + entries_offset_);
  }
  uint8_t* index() { return reinterpret_cast<uint8_t*>(this + 1); }

  Field<HashTableStorage> next_;
  uint32_t capacity_;  // entries
  uint32_t used_;      // entries in use, deleted ones included
  uint32_t deleted_ : 24;
  uint32_t flags_ : 8;
  uint32_t first_ : 24;       // those before it are deleted: where cursors begin
  uint32_t entry_bits_ : 8;   // of a place in the index; the others are part of the hash
  uint32_t index_size_ : 26;  // places in the index, any number above capacity_
  uint32_t index_width_ : 2;  // bytes: 1, 2, 3
  uint32_t entries_offset_;   // bytes from the object
};
static_assert(HashTableStorage::kMaxEntries < 1u << 24);

// What Map and Set share. Keys are compared by SameValueZero, and -0 becomes 0.
class HashCollection : public JSObject {
 public:
  static constexpr uint32_t kNotFound = ~0u;
  uint32_t size() const { return table_ ? table_->live_count() : 0; }
  // The entry number of `key` in table_, or kNotFound. May flatten the key.
  uint32_t Find(Isolate&, Value key) const;
  bool Has(Isolate& isolate, Value key) const { return Find(isolate, key) != kNotFound; }
  bool Delete(Isolate&, Value key);
  void Clear(Isolate&);
  // Gives back the room for more entries, in place (SlackList).
  void Trim();

  Field<HashTableStorage> table_;  // null until the first entry

 protected:
  // The entry number of the present or new entry; kNotFound: above the largest size.
  uint32_t FindOrAdd(Isolate&, Value key, bool has_values);
};

class MapObject : public HashCollection {
 public:
  static constexpr HeapType kType = HeapType::kMapObject;
  Value Get(Isolate& isolate, Value key) const {  // NotFound: absent
    uint32_t i = Find(isolate, key);
    return i == kNotFound ? Value::NotFound() : table_->value(i);
  }
  // False: the table is at its largest size (RangeError "Map maximum size exceeded").
  [[nodiscard]] bool Set(Isolate&, Value key, Value value);
};

class SetObject : public HashCollection {
 public:
  static constexpr HeapType kType = HeapType::kSetObject;
  [[nodiscard]] bool Add(Isolate& isolate, Value key) { return FindOrAdd(isolate, key, false) != kNotFound; }
};

// A place in a collection for C++ code; the collection may change between steps.
//   HashCursor cursor(map); while (cursor.Next()) … cursor.key() … cursor.value()
class HashCursor {
 public:
  explicit HashCursor(const HashCollection* collection);
  HashCursor(HashTableStorage* storage, uint32_t next) : storage_(storage), next_(next) {}
  // Moves to the next live entry; false at the end, and then again for ever.
  bool Next();
  Value key() const { return storage_->key(next_ - 1); }
  Value value() const { return storage_->value(next_ - 1); }
  HashTableStorage* storage() const { return storage_; }
  uint32_t next() const { return next_; }

 private:
  HashTableStorage* storage_;  // null: exhausted or the collection has had no entry yet
  uint32_t next_;
  const HashCollection* collection_ = nullptr;  // where storage_ comes from if the collection was empty
};

// %MapIterator% and %SetIterator% objects.
class HashIterator : public JSObject {
 public:
  void Start(Isolate&, HashCollection* collection, IterationKind kind);
  IterationKind kind() const { return static_cast<IterationKind>(kind_.get().AsSmi()); }
  // False: exhausted, and it stays so. `value` is undefined for sets.
  bool Next(Isolate&, Value* key, Value* value);
  // The value that Next gave last, of a map that nothing has been done with since.
  Value current_value() const { return storage_->value(static_cast<uint32_t>(index_.get().AsSmi()) - 1); }

  ValueField collection_;  // Smi 0: exhausted
  Field<HashTableStorage> storage_;
  ValueField index_;  // Smi
  ValueField kind_;   // Smi
};
class MapIterator : public HashIterator {
 public:
  static constexpr HeapType kType = HeapType::kMapIterator;
};
class SetIterator : public HashIterator {
 public:
  static constexpr HeapType kType = HeapType::kSetIterator;
};

// Hash by SameValueZero; strings are flattened. Equality likewise.
uint32_t HashValue(Isolate&, Value value, uint32_t salt = 0);
bool SameValueZeroKeys(Isolate&, Value a, Value b);
// -0 to 0, integral doubles in range to Smis.
Value NormalizeKey(Value key);

inline uint32_t MixedHash(uint64_t x) {
  x *= 0x9E3779B97F4A7C15ull;
  return static_cast<uint32_t>(x >> 32) ^ static_cast<uint32_t>(x);
}
// Hash by identity.
inline uint32_t WeakHash(TaggedBits key) { return MixedHash(static_cast<uint32_t>(key) >> 3); }

// Ephemerons {key, value}, open-addressed by the key's bits. A value is alive while its key
// and the table are.
class WeakTableStorage : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kWeakTableStorage;
  struct Entry {
    TaggedBits key;  // 0: empty; hole: deleted
    ValueField value;
  };
  void Trace(gc::Visitor&);
  void ClearDead(const gc::LivenessBroker&);
  Entry* entries() { return reinterpret_cast<Entry*>(this + 1); }
  Entry* Find(Value key);

  uint32_t capacity_;  // power of two
  uint32_t used_;      // live and deleted
  uint32_t live_;
  uint32_t reserved_;
};

// What WeakMap and WeakSet share (a set's values are true). Keys are objects or unregistered symbols.
class WeakCollection : public JSObject {
 public:
  Value Get(Value key) const;  // NotFound: absent
  bool Has(Value key) const { return !Get(key).IsNotFound(); }
  void Set(Isolate&, Value key, Value value);
  bool Delete(Value key);
  Field<WeakTableStorage> table_;
};
class WeakMapObject : public WeakCollection {
 public:
  static constexpr HeapType kType = HeapType::kWeakMapObject;
};
class WeakSetObject : public WeakCollection {
 public:
  static constexpr HeapType kType = HeapType::kWeakSetObject;
  void Add(Isolate& isolate, Value key) { Set(isolate, key, Value::True()); }
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_KEYED_COLLECTIONS_H_
