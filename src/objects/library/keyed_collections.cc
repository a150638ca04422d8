#include "objects/library/keyed_collections.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gc/explicit_management.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/long_work.h"
#include "objects/primitives/hash_salt.h"
#include "objects/shapes/tracing.h"
#include "objects/slack_list.h"
#include "objects/values/allocate.h"

namespace halfword {

namespace {

constexpr uint32_t kFirstCapacity = 4;
constexpr uint32_t kBigTable = 1u << 14;  // from here on tables grow by half, not by doubling

uint32_t IndexWidth(uint32_t capacity) { return capacity < 255 ? 1 : capacity < 65535 ? 2 : 3; }

// Places of the index: four for three entries.
uint32_t IndexSize(uint32_t capacity) { return capacity + (capacity + 2) / 3 + 1; }

HashTableStorage* NewStorage(uint32_t capacity, bool has_values) {
  uint32_t index_size = IndexSize(capacity), width = IndexWidth(capacity);
  // Three-byte places are read as words: one byte more.
  size_t offset = sizeof(HashTableStorage) + size_t{index_size} * width + 1;
  offset = (offset + sizeof(Value) - 1) & ~(sizeof(Value) - 1);
  auto* storage =
      AllocateAny<HashTableStorage>(offset + size_t{capacity} * (has_values ? 2 : 1) * sizeof(Value));
  storage->capacity_ = capacity;
  storage->index_size_ = index_size;
  storage->index_width_ = width;
  storage->entries_offset_ = static_cast<uint32_t>(offset);
  storage->entry_bits_ = static_cast<uint32_t>(std::bit_width(capacity));
  storage->flags_ = has_values ? HashTableStorage::kHasValues : 0;
  return storage;
}

// The index of one storage with its width as a constant. A place holds 0 or the entry number + 1, and in the
// bits that leaves over a part of the hash, so that a probe seldom looks at an entry in vain.
template <uint32_t kWidth>
struct Index {
  uint8_t* bytes;
  uint32_t size;
  uint32_t entry_bits;
  explicit Index(HashTableStorage* s) : bytes(s->index()), size(s->index_size_), entry_bits(s->entry_bits_) {}
  uint32_t First(uint32_t hash) const { return static_cast<uint32_t>(uint64_t{hash} * size >> 32); }
  uint32_t Next(uint32_t place) const { return place + 1 == size ? 0 : place + 1; }
  uint32_t TagOf(uint32_t hash) const { return hash & ((1u << (kWidth * 8 - entry_bits)) - 1); }
  uint32_t TagAt(uint32_t content) const { return content >> entry_bits; }
  uint32_t EntryAt(uint32_t content) const { return (content & ((1u << entry_bits) - 1)) - 1; }
  uint32_t Get(uint32_t place) const {
    if constexpr (kWidth == 1) return bytes[place];
    if constexpr (kWidth == 2) return reinterpret_cast<uint16_t*>(bytes)[place];
    uint32_t word;
    std::memcpy(&word, bytes + size_t{place} * 3, 4);
    return word & 0xFFFFFF;
  }
  void Set(uint32_t place, uint32_t content) const {
    if constexpr (kWidth == 1) {
      bytes[place] = static_cast<uint8_t>(content);
    } else if constexpr (kWidth == 2) {
      reinterpret_cast<uint16_t*>(bytes)[place] = static_cast<uint16_t>(content);
    } else {
      std::memcpy(bytes + size_t{place} * 3, &content, 3);
    }
  }
  // False: it is there now, but that took suspiciously long.
  bool Insert(uint32_t hash, uint32_t entry) const {
    uint32_t place = First(hash);
    uint32_t probes = 0;
    for (; Get(place) != 0; place = Next(place)) probes++;
    Set(place, TagOf(hash) << entry_bits | (entry + 1));
    return probes <= kSuspiciousProbe;
  }
};

template <class F>
HW_INLINE auto VisitIndex(HashTableStorage* s, F&& f) {
  switch (s->index_width_) {
    case 1: return f(Index<1>(s));
    case 2: return f(Index<2>(s));
    default: return f(Index<3>(s));
  }
}

// Keys that are equal iff their bits are.
bool HasIdentityEquality(Value key) { return !key.IsString() && !key.IsHeapNumber() && !key.IsBigInt(); }

template <class Equal>
uint32_t FindWith(HashTableStorage* s, uint32_t hash, Equal&& equal) {
  return VisitIndex(s, [&](auto index) -> uint32_t {
    uint32_t tag = index.TagOf(hash);
    for (uint32_t place = index.First(hash);; place = index.Next(place)) {
      uint32_t content = index.Get(place);
      if (content == 0) return HashCollection::kNotFound;
      if (index.TagAt(content) == tag && equal(s->key(index.EntryAt(content)))) return index.EntryAt(content);
    }
  });
}

// REQUIRES: key normalised; strings flat.
uint32_t FindIn(Isolate& isolate, HashTableStorage* s, Value key, uint32_t hash) {
  if (HW_LIKELY(HasIdentityEquality(key))) return FindWith(s, hash, [&](Value k) { return k == key; });
  if (key.IsString()) {
    FlatChars chars = key.AsString()->flat();
    return FindWith(s, hash, [&](Value k) {
      if (k == key) return true;
      if (!k.IsString() || k.AsString()->length() != chars.length()) return false;
      return k.AsString()->flat().Equals(chars);  // keys were flattened when they were added
    });
  }
  return FindWith(s, hash, [&](Value k) { return SameValueZeroKeys(isolate, k, key); });
}

// FAST: in a small table, where the key is the very one that was added, or is equal to no other value. False:
// it has to be looked for.
HW_INLINE bool FindSame(HashTableStorage* s, Value key, uint32_t* found) {
  constexpr uint32_t kSmallTable = 8;
  uint32_t used = s->used_;
  if (used > kSmallTable) return false;
  for (uint32_t i = 0; i < used; i++) {
    if (s->key(i) == key) {
      *found = i;
      return true;
    }
  }
  *found = HashCollection::kNotFound;
  return HasIdentityEquality(key);
}

uint32_t NextCapacity(uint32_t live) {
  if (live < kFirstCapacity) return kFirstCapacity;
  uint64_t next = live < kBigTable ? uint64_t{live} * 2 : uint64_t{live} + live / 2;
  return static_cast<uint32_t>(std::min<uint64_t>(next, HashTableStorage::kMaxEntries));
}

// After `old` was replaced: lets cursors find the way, and nothing else stay alive. Without cursors only a
// stale word on a stack may still refer to it: that shall not keep megabytes.
void Retire(Isolate& isolate, HashTableStorage* old, HashTableStorage* successor, uint8_t flag) {
  if (!(old->flags_ & HashTableStorage::kMayHaveCursors)) {
    old->used_ = old->deleted_ = old->capacity_ = 0;
    gc::subtle::ResizeObject(old, sizeof(HashTableStorage));
    return;
  }
  successor->flags_ |= HashTableStorage::kMayHaveCursors;
  old->flags_ |= HashTableStorage::kReplaced | flag;
  old->next_.Set(old, successor);
  bool has_values = old->flags_ & HashTableStorage::kHasValues;
  (void)ForEachPiece(isolate, old->used_, [&](size_t begin, size_t end) {
    for (uint32_t i = static_cast<uint32_t>(begin); i < end; i++) {
      if (!old->key(i).IsHole()) old->entry(i)->Init(Value::Smi(0));
      if (has_values) old->entry(i)[1].Init(Value::Smi(0));
    }
  });
}

HashTableStorage* Rehash(Isolate& isolate, HashTableStorage* old, uint32_t capacity, uint32_t salt) {
  bool has_values = old->flags_ & HashTableStorage::kHasValues;
  HashTableStorage* s = NewStorage(capacity, has_values);
  if (salt != 0) s->set_salt(salt);
  VisitIndex(s, [&](auto index) {
    (void)ForEachPiece(isolate, old->used_, [&](size_t begin, size_t end) {
      for (uint32_t i = static_cast<uint32_t>(begin); i < end; i++) {
        Value key = old->key(i);
        if (key.IsHole()) continue;
        uint32_t n = s->used_++;
        s->entry(n)->Init(key);
        if (has_values) s->entry(n)[1].Init(old->value(i));
        index.Insert(HashValue(isolate, key, salt), n);
      }
    });
  });
  RangeWriteBarrier(s);
  Retire(isolate, old, s, 0);
  return s;
}

// Puts a table with room in the place of `old` or none.
void Install(Isolate& isolate, HashCollection* collection, HashTableStorage* s, const HashTableStorage* old) {
  collection->table_.Set(collection, s);
  if (size_t{s->capacity_ - s->used_} * s->stride() * sizeof(Value) >= SlackList::kLeastSlack)
    SlackListOf(isolate).Add(collection, s, old);
}

}  // namespace

Value NormalizeKey(Value key) {
  if (!key.IsHeapNumber()) return key;
  double d = key.AsHeapNumber()->value();
  if (d >= Value::kSmiMin && d <= Value::kSmiMax) {
    int32_t i = static_cast<int32_t>(d);
    if (i == d) return Value::Smi(i);  // -0 too
  }
  return key;
}

uint32_t HashValue(Isolate& isolate, Value value, uint32_t salt) {
  value = NormalizeKey(value);
  auto hash = [salt](uint64_t x) { return HW_UNLIKELY(salt != 0) ? SaltedHash(x, salt) : MixedHash(x); };
  if (value.IsString()) {
    FlatChars chars = value.AsString()->Flatten(isolate);
    // And for the comparison with a key that has the same hash.
    isolate.Charge(chars.length() / kCharactersPerUnit);
    return chars.Hash(salt);
  }
  if (value.IsHeapNumber()) {
    double d = value.AsHeapNumber()->value();
    return hash(d == d ? std::bit_cast<uint64_t>(d) : 0x7FF8000000000000ull);
  }
  if (value.IsBigInt()) {
    uint64_t h = value.AsBigInt()->is_negative();
    isolate.Charge(value.AsBigInt()->digit_count() / 16);
    for (uint32_t digit : static_cast<const BigInt*>(value.AsBigInt())->digits())
      h = hash(h ^ digit) + (h << 7);
    return hash(h);
  }
  if (value.IsSymbol())
    return HW_UNLIKELY(salt != 0) ? hash(value.AsSymbol()->hash_) : value.AsSymbol()->hash_;
  // Objects do not move; Smis and immediates are their bits.
  return hash(static_cast<uint32_t>(value.bits()) >> (value.IsObject() ? 3 : 0));
}

bool SameValueZeroKeys(Isolate& isolate, Value a, Value b) {
  if (a == b) return true;
  a = NormalizeKey(a);
  b = NormalizeKey(b);
  if (a == b) return true;
  if (a.IsHeapNumber() && b.IsHeapNumber()) {
    double x = a.AsHeapNumber()->value(), y = b.AsHeapNumber()->value();
    return x == y || (x != x && y != y);
  }
  if (a.IsString() && b.IsString()) return a.AsString()->Equals(isolate, b.AsString());
  if (a.IsBigInt() && b.IsBigInt()) {
    const BigInt *x = a.AsBigInt(), *y = b.AsBigInt();
    return x->sign_and_count_ == y->sign_and_count_ &&
           std::equal(x->digits().begin(), x->digits().end(), y->digits().begin());
  }
  return false;
}

uint32_t HashTableStorage::salt() const {
  if (HW_LIKELY(!(flags_ & kSalted))) return 0;
  TaggedBits bits = reinterpret_cast<const TaggedBits&>(next_);
  return static_cast<uint32_t>(Value::FromBits(bits).AsSmi());
}

void HashTableStorage::set_salt(uint32_t salt) {
  flags_ |= kSalted;
  reinterpret_cast<TaggedBits&>(next_) = Value::Smi(static_cast<int32_t>(salt)).bits();
}

// A cursor that is left behind would keep all tables that came after its own. So one that leads to another
// which was replaced, too, takes over what is deleted there and leads to the next. Of a long way each table
// goes a part, in each collection.
void HashTableStorage::SkipReplaced(const gc::LivenessBroker&) {
  constexpr uint32_t kMostWork = 1024;
  if (IsInImage(this)) return;
  for (uint32_t work = 0; work < kMostWork + 4 * used_; work += used_ + 1) {
    HashTableStorage* next = next_.GetNonNull();
    if (!(next->flags_ & kReplaced)) return;
    flags_ |= next->flags_ & kCleared;
    uint32_t place = 0;  // in `next` of an entry that was there when it was made
    for (uint32_t i = 0; i < used_ && !(flags_ & kCleared) && place < next->used_; i++) {
      if (!key(i).IsHole() && next->key(place++).IsHole()) entry(i)->Init(Value::Hole());
    }
    next_.Init(next->next_.GetNonNull());
  }
}

void HashTableStorage::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(next_));
  if (flags_ & kReplaced) {
    // When all is marked: for no visitor but the marker.
    visitor.RegisterWeakCallbackMethod<HashTableStorage, &HashTableStorage::SkipReplaced>(this);
    return;
  }
  auto* begin = reinterpret_cast<const TaggedBits*>(entries());
  visitor.TraceTaggedRange(begin, begin + size_t{used_} * stride());
}

uint32_t HashCollection::Find(Isolate& isolate, Value key) const {
  HashTableStorage* s = table_.get();
  if (!s) return kNotFound;
  key = NormalizeKey(key);
  if (uint32_t found; FindSame(s, key, &found)) return found;
  return FindIn(isolate, s, key, HashValue(isolate, key, s->salt()));
}

uint32_t HashCollection::FindOrAdd(Isolate& isolate, Value key, bool has_values) {
  key = NormalizeKey(key);
  HashTableStorage* s = table_.get();
  uint32_t found = kNotFound;
  bool is_known = s != nullptr && FindSame(s, key, &found);
  if (found != kNotFound) return found;
  uint32_t salt = s ? s->salt() : 0;
  uint32_t hash = HashValue(isolate, key, salt);
  if (HW_LIKELY(s != nullptr)) {
    if (!is_known) found = FindIn(isolate, s, key, hash);
    if (found != kNotFound) return found;
    if (s->used_ == s->capacity_) {
      if (s->live_count() == HashTableStorage::kMaxEntries) return kNotFound;
      HashTableStorage* old = s;
      s = Rehash(isolate, old, NextCapacity(old->live_count()), salt);
      Install(isolate, this, s, old);
    }
  } else {
    s = NewStorage(kFirstCapacity, has_values);
    table_.Set(this, s);
  }
  uint32_t n = s->used_++;
  s->entry(n)->Set(s, key);
  if (has_values) s->entry(n)[1].Init(Value::Undefined());
  bool is_plausible = VisitIndex(s, [&](auto index) { return index.Insert(hash, n); });
  if (HW_LIKELY(is_plausible || salt != 0)) return n;
  Install(isolate, this, Rehash(isolate, s, s->capacity_, NewSalt(isolate.hash_secret_)), s);
  return Find(isolate, key);
}

bool HashCollection::Delete(Isolate& isolate, Value key) {
  uint32_t i = Find(isolate, key);
  if (i == kNotFound) return false;
  HashTableStorage* s = table_.get();
  s->entry(i)->Init(Value::Hole());
  if (s->flags_ & HashTableStorage::kHasValues) s->entry(i)[1].Init(Value::Smi(0));
  s->deleted_++;
  // Small tables are left to the next growth.
  if (s->used_ > 16 && s->live_count() < s->used_ / 4) {
    Install(isolate, this, Rehash(isolate, s, NextCapacity(s->live_count()), s->salt()), s);
  }
  return true;
}

void HashCollection::Trim() {
  HashTableStorage* s = table_.get();
  if (!s) return;
  size_t room = size_t{s->capacity_ - s->used_} * s->stride() * sizeof(Value);
  size_t payload = s->entries_offset_ + size_t{s->used_} * s->stride() * sizeof(Value);
  if (room >= SlackList::kLeastSlack && gc::subtle::ResizeObject(s, payload)) s->capacity_ = s->used_;
}

void HashCollection::Clear(Isolate& isolate) {
  HashTableStorage* s = table_.get();
  if (!s) return;
  if (s->flags_ & HashTableStorage::kMayHaveCursors) {
    HashTableStorage* fresh = NewStorage(kFirstCapacity, s->flags_ & HashTableStorage::kHasValues);
    Retire(isolate, s, fresh, HashTableStorage::kCleared);
    table_.Set(this, fresh);
  } else {
    table_.Init(nullptr);
  }
}

bool MapObject::Set(Isolate& isolate, Value key, Value value) {
  uint32_t i = FindOrAdd(isolate, key, true);
  if (i == kNotFound) return false;
  table_->SetValue(i, value);
  return true;
}

// ---- Cursors ----

HashCursor::HashCursor(const HashCollection* collection)
    : storage_(collection->table_.get()), next_(0), collection_(collection) {
  if (storage_) storage_->flags_ |= HashTableStorage::kMayHaveCursors;
}

bool HashCursor::Next() {
  if (!storage_) {
    if (!collection_ || !collection_->table_) return false;
    storage_ = collection_->table_.get();
    storage_->flags_ |= HashTableStorage::kMayHaveCursors;
  }
  while (storage_->flags_ & HashTableStorage::kReplaced) {
    if (storage_->flags_ & HashTableStorage::kCleared) {
      next_ = 0;
    } else {
      uint32_t holes = 0;
      for (uint32_t i = 0; i < next_; i++) holes += storage_->key(i).IsHole();
      next_ -= holes;
    }
    storage_ = storage_->next_.GetNonNull();
  }
  // A queue or a cache deletes what came first, and asks for the first that is left, again and again.
  bool is_first = next_ <= storage_->first_;
  if (is_first) next_ = storage_->first_;
  while (next_ < storage_->used_ && storage_->key(next_).IsHole()) next_++;
  if (is_first && next_ != storage_->first_) storage_->first_ = next_;
  if (next_ == storage_->used_) return false;
  next_++;
  return true;
}

void HashIterator::Start(Isolate&, HashCollection* collection, IterationKind kind) {
  collection_.Set(this, Value(collection));
  if (collection->table_) {
    collection->table_->flags_ |= HashTableStorage::kMayHaveCursors;
    storage_.Set(this, collection->table_.get());
  }
  index_.Init(Value::Smi(0));
  kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
}

bool HashIterator::Next(Isolate&, Value* key, Value* value) {
  // FAST: a step in the table where the last one was.
  if (HashTableStorage* table = storage_.get();
      HW_LIKELY(table != nullptr && !(table->flags_ & HashTableStorage::kReplaced))) {
    auto i = static_cast<uint32_t>(index_.get().AsSmi());
    if (HW_LIKELY(i < table->used_) && HW_LIKELY(!table->key(i).IsHole())) {
      index_.Init(Value::Smi(static_cast<int32_t>(i + 1)));
      *key = table->key(i);
      *value = table->flags_ & HashTableStorage::kHasValues ? table->value(i) : Value::Undefined();
      return true;
    }
  }
  if (collection_.get().IsSmi()) return false;
  if (!storage_) {  // the collection was empty at the start
    auto* collection = static_cast<HashCollection*>(collection_.get().AsObject());
    if (collection->table_) {
      collection->table_->flags_ |= HashTableStorage::kMayHaveCursors;
      storage_.Set(this, collection->table_.get());
    }
  }
  HashCursor cursor(storage_.get(), static_cast<uint32_t>(index_.get().AsSmi()));
  if (!cursor.Next()) {
    collection_.Init(Value::Smi(0));
    storage_.Init(nullptr);
    return false;
  }
  if (HW_UNLIKELY(storage_.get() != cursor.storage())) storage_.Set(this, cursor.storage());
  index_.Init(Value::Smi(static_cast<int32_t>(cursor.next())));
  *key = cursor.key();
  *value = cursor.storage()->flags_ & HashTableStorage::kHasValues ? cursor.value() : Value::Undefined();
  return true;
}

// ---- Weak collections ----

void WeakTableStorage::Trace(gc::Visitor& visitor) {
  for (uint32_t i = 0; i < capacity_; i++) {
    const Entry& e = entries()[i];
    if (halfword::IsHeapPointer(e.key)) visitor.TraceEphemeron(e.key, &Bits(e.value));
  }
  visitor.RegisterWeakCallbackMethod<WeakTableStorage, &WeakTableStorage::ClearDead>(this);
}

void WeakTableStorage::ClearDead(const gc::LivenessBroker& broker) {
  broker.ForEachIndex(capacity_, [&](size_t i) {
    Entry& e = entries()[i];
    if (!halfword::IsHeapPointer(e.key) || broker.IsAlive(e.key)) return;
    e.key = Value::kHoleBits;
    e.value.Init(Value::Smi(0));
    live_--;
  });
}

WeakTableStorage::Entry* WeakTableStorage::Find(Value key) {
  uint32_t mask = capacity_ - 1;
  for (uint32_t i = WeakHash(key.bits()) & mask;; i = (i + 1) & mask) {
    Entry& e = entries()[i];
    if (e.key == key.bits()) return &e;
    if (e.key == 0) return nullptr;
  }
}

static void InsertWeak(WeakTableStorage* table, TaggedBits key, Value value) {
  uint32_t mask = table->capacity_ - 1;
  uint32_t i = WeakHash(key) & mask;
  while (table->entries()[i].key != 0) i = (i + 1) & mask;
  table->entries()[i].key = key;
  table->entries()[i].value.Set(table, value);
  table->used_++;
  table->live_++;
}

Value WeakCollection::Get(Value key) const {
  WeakTableStorage* table = table_.get();
  WeakTableStorage::Entry* e = table ? table->Find(key) : nullptr;
  return e ? e->value.get() : Value::NotFound();
}

void WeakCollection::Set(Isolate& isolate, Value key, Value value) {
  WeakTableStorage* table = table_.get();
  if (table) {
    if (WeakTableStorage::Entry* e = table->Find(key)) return e->value.Set(table, value);
  }
  if (!table || (table->used_ + 1) * 4 > table->capacity_ * 3) {
    auto capacity = [table] { return std::bit_ceil(std::max(4u, ((table ? table->live_ : 0) + 1) * 2)); };
    auto size = [](uint32_t entries) {
      return sizeof(WeakTableStorage) + size_t{entries} * sizeof(WeakTableStorage::Entry);
    };
    uint32_t entries = capacity();
    auto* bigger = TryAllocateAny<WeakTableStorage>(size(entries));
    if (bigger == nullptr) {
      // Where that did not fit, a collection has been made, and may have left few keys.
      entries = capacity();
      bigger = AllocateAny<WeakTableStorage>(size(entries));
    }
    bigger->capacity_ = entries;
    (void)ForEachPiece(isolate, table ? table->capacity_ : 0, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i++) {
        WeakTableStorage::Entry& e = table->entries()[i];
        if (halfword::IsHeapPointer(e.key)) InsertWeak(bigger, e.key, e.value);
      }
    });
    table_.Set(this, bigger);
    table = bigger;
  }
  InsertWeak(table, key.bits(), value);
  WriteBarrier(table, key);
}

bool WeakCollection::Delete(Value key) {
  WeakTableStorage* table = table_.get();
  WeakTableStorage::Entry* e = table ? table->Find(key) : nullptr;
  if (!e) return false;
  e->key = Value::kHoleBits;
  e->value.Init(Value::Smi(0));
  table->live_--;
  return true;
}

}  // namespace halfword
