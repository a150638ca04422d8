// Inline caches: the slow halves of property and global access. They perform the access and, if the feedback
// is warm, teach the instruction's feedback words (bytecode/feedback.h) what they found.
#ifndef HALFWORD_RUNTIME_CACHES_INLINE_CACHE_H_
#define HALFWORD_RUNTIME_CACHES_INLINE_CACHE_H_

#include "bytecode/feedback.h"
#include "objects/all.h"

namespace halfword {

// Functions of an image stay clean at first: a clone neither counts their misses nor writes to their
// feedback, so that it shares their pages with all other clones; what it meets goes to its stub cache. A
// clone that misses often (kCleanMisses) lives long enough for caches of its own.
inline constexpr uint32_t kCleanMisses = 50'000;

// The feedback words of one instruction; none while the function is cold or the instruction does not cache.
struct CacheSite {
  FeedbackVector* vector = nullptr;
  ValueField* words = nullptr;
  // Of a clean function: only the stub cache may remember. A whole word: a byte would leave the rest as it
  // was on the stack, part of an address, and a collection finds what lies a little before that.
  uintptr_t clean = false;
  bool enabled() const { return words != nullptr; }
};
HW_INLINE bool IsClean(const Isolate& isolate, Value object) {
  return static_cast<uint32_t>(object.bits()) < isolate.clean_functions_end_;
}
// Feedback that must not be written: the vector that all cold functions share, and that of clean ones.
HW_INLINE bool IsReadOnlyFeedback(const Isolate& isolate, Value vector) {
  return vector.bits() == isolate.cold_feedback_.bits() || IsClean(isolate, vector);
}

// A receiver's key in property caches: the shape's reference for objects, small Smis for primitives.
inline constexpr Value::Bits kStringReceiver = 8, kNumberReceiver = 16, kBooleanReceiver = 24,
                             kSymbolReceiver = 32, kBigIntReceiver = 40;

// How a property of receivers with one key is got at: four words of feedback.
struct CachedHandler {
  ValueField key;      // of the receiver, or 0
  ValueField handler;  // Smi: HandlerKind | offset or slot << 4
  ValueField holder;   // object or PropertyArray the property is in, new shape of a transition, or 0
  ValueField epoch;    // Smi: property_epoch_ at caching time
};
// The words of a property cache. Word A is hit without looking further: own data property in the object.
struct PropertyCache {
  ValueField shape_a;                             // receiver key
  ValueField offset_a;                            // byte offset from the object (even, so a Smi)
  CachedHandler b;                                // b.key may be one of these Smis, which are no keys:
  static constexpr Value::Bits kMegamorphic = 2;  // the stub cache is asked
  // b.holder is a FeedbackVector with kMostHandlers handlers behind its first word.
  static constexpr Value::Bits kPolymorphic = 6;
  static constexpr uint32_t kMostHandlers = 4;

  bool is_megamorphic() const { return b.key.get().bits() == kMegamorphic; }
  bool is_polymorphic() const { return b.key.get().bits() == kPolymorphic; }
  // REQUIRES: is_polymorphic().
  HW_INLINE CachedHandler* handlers(uintptr_t base) const {
    void* vector = Decompress(base, b.holder.get().bits(), FeedbackVector::kTag);
    return reinterpret_cast<CachedHandler*>(static_cast<ValueField*>(vector) + 1);
  }
  // Null: the site does not remember that receiver. REQUIRES: is_polymorphic().
  HW_INLINE const CachedHandler* FindPolymorphic(uintptr_t base, Value::Bits key) const {
    const CachedHandler* handler = handlers(base);
    for (uint32_t i = 0; i < kMostHandlers; i++, handler++) {
      if (handler->key.get().bits() == key) {
        __builtin_assume(handler != nullptr);
        return handler;
      }
    }
    return nullptr;
  }
};
static_assert(sizeof(PropertyCache) == kPropertyFeedback * sizeof(Value) &&
              PropertyCache::kMegamorphic < kStringReceiver && PropertyCache::kPolymorphic < kStringReceiver);

// What megamorphic sites ask: direct-mapped tables of an isolate, one for loads and one for stores to own
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
  static uint32_t Hash(Value::Bits key, Value::Bits name) {
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

// `getter`: a getter that is a JSFunction is put there instead of being called.
Completion<Value> LoadNamed(Isolate&, Value receiver, Value name, CacheSite, JSFunction** getter = nullptr);
// start[name] with the receiver as `this` of getters, where instructions have no cache of their own.
Completion<Value> LoadByStub(Isolate&, JSObject* start, Value receiver, Value name);
Completion<void> StoreNamed(Isolate&, Value receiver, Value name, Value value, bool strict, CacheSite);
Completion<void> DefineNamed(Isolate&, Value receiver, Value name, Value value, CacheSite);
Completion<Value> LoadKeyed(Isolate&, Value receiver, Value key, CacheSite);
Completion<void> StoreKeyed(Isolate&, Value receiver, Value key, Value value, bool strict, CacheSite);
Completion<Value> LoadGlobal(Isolate&, Value name, bool for_typeof, CacheSite);
Completion<void> StoreGlobal(Isolate&, Value name, Value value, bool strict, CacheSite);

// https://tc39.es/ecma262/#sec-privateget and the following clauses
Completion<Value> PrivateGet(Isolate&, Value object, Symbol* name, CacheSite);
Completion<void> PrivateSet(Isolate&, Value object, Symbol* name, Value value, CacheSite);
enum class PrivateKind : uint8_t { kField, kMethod, kGetter, kSetter };
Completion<void> PrivateAdd(Isolate&, Value object, Symbol* name, Value value, PrivateKind kind,
                            CacheSite site);
// What SetClassFields or SetHomeObject gave to the function; undefined: nothing. The site: of a private name.
Value GetHidden(Isolate&, JSObject* function, Symbol* name, CacheSite);
Completion<bool> PrivateHas(Isolate&, Value object, Symbol* name);

// The site at word `index` of the feedback of the function whose frame it is. A function that has proved warm
// is given a feedback vector of its own.
CacheSite SiteAt(Isolate&, Value* fp, uint32_t index);
FeedbackVector* AllocateFeedback(Isolate&, FunctionInfo* info, uint32_t words);
// A poll has found the function running: it is warm, and if it was already, it is hot. May collect.
void NoteRunning(Isolate&, Code*, FunctionInfo*);
// The same of the function whose frame it is; its kFeedback may change.
void NoteRunning(Isolate&, Value* fp);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_INLINE_CACHE_H_
