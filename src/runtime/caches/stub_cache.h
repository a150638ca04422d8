// The stub cache of an isolate: what megamorphic sites ask, and instructions without words of their own.
#ifndef HALFWORD_RUNTIME_CACHES_STUB_CACHE_H_
#define HALFWORD_RUNTIME_CACHES_STUB_CACHE_H_

#include "bytecode/sites/handler.h"

namespace halfword {

// Direct-mapped tables, one for loads and one for stores to own
// properties, cleared at each collection. Few isolates live long enough to fill them, so at first only their
// beginnings are in use: each entry that is lost to another is a reason to use all.
struct StubCache {
  // Where the word is, in the low two bits: kCage: cage offset; kReceiver: byte offset from the receiver,
  // plus 1; kOverflow: slot of its PropertyArray.
  enum Place : uint32_t { kCage = 0, kReceiver = 1, kOverflow = 2, kPlaceMask = 3 };
  // What stands for a name where its property is an accessor of a prototype: it has the tag of no name. The
  // word is then that of the AccessorPair, in the cage. Only those who can call getters ask for it.
  static constexpr Value::Bits OfAccessor(Value::Bits name) { return name ^ kAccessorBit; }
  static constexpr bool IsOfAccessor(Value::Bits name) { return (name & kAccessorBit) == 0; }
  static constexpr Value::Bits kAccessorBit = kStringTag & kOtherTag & ~kNumberTag;
  // Without initialisers: the memory is zero when an isolate gets it, and pages it never uses stay untouched.
  struct Entry {
    Value::Bits key, name;  // receiver key, property name; 0: empty
    uint32_t epoch;         // property_epoch_ when it was made
    uint32_t where;
  };
  struct StoreEntry : Entry {
    Value::Bits added;  // stores that add the property: the shape after it
  };
  static constexpr uint32_t kSize = 1024, kLoadsAtFirst = 256, kStoresAtFirst = 128;  // a page each
  Entry loads[kSize];
  StoreEntry stores[kSize];
  uint32_t load_mask = kLoadsAtFirst - 1, store_mask = kStoresAtFirst - 1;  // the sizes in use, minus one
  uint32_t lost = 0;  // entries that others took the place of
  static constexpr uint32_t Hash(Value::Bits key, Value::Bits name) {
    return (static_cast<uint32_t>(key) >> 3) ^ (static_cast<uint32_t>(name) >> 4) ^
           (static_cast<uint32_t>(key) >> 12);
  }
  Entry& LoadAt(Value::Bits key, Value::Bits name) { return loads[Hash(key, name) & load_mask]; }
  StoreEntry& StoreAt(Value::Bits key, Value::Bits name) { return stores[Hash(key, name) & store_mask]; }
  // What is then where nobody looks any more is harmless: its key and name lead elsewhere.
  void NoteLoss() {
    if (++lost == kSize) load_mask = store_mask = kSize - 1;
  }
  static bool Matches(const Entry& e, Value::Bits key, Value::Bits name, uint32_t epoch) {
    return e.key == key && e.name == name && e.epoch == epoch;
  }
  void Clear() {
    for (uint32_t i = 0; i <= load_mask; i++) {
      if (loads[i].key != 0) loads[i].key = 0;
    }
    for (uint32_t i = 0; i <= store_mask; i++) {
      if (stores[i].key != 0) stores[i].key = 0;
    }
  }
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_STUB_CACHE_H_
