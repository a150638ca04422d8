// Where a property access remembers what it has found: in the words of its site, or in the stub cache.
//
// Words A and B of a site, then up to four handlers, then the stub cache: a site goes this way as it meets
// receivers of more shapes (PropertySite).
#ifndef HALFWORD_RUNTIME_CACHES_PROPERTY_MEMORY_H_
#define HALFWORD_RUNTIME_CACHES_PROPERTY_MEMORY_H_

#include "runtime/caches/site.h"
#include "runtime/caches/stub_cache.h"

namespace halfword {

// Who may remember an access.
enum class Memory : uint8_t {
  kNobody,     // the function is cold, or the site has no words
  kStubCache,  // the site is megamorphic, the function is clean, or the name is not the instruction's own
  kSite
};
// By the state of the site of an instruction that names its property.
Memory MemoryOf(Site);

inline Value ShapeKey(Shape* shape) { return Value(shape); }
// Bytes from such an object. REQUIRES: the slot is in it.
inline uint32_t OffsetOfSlot(const Shape* shape, uint32_t slot) {
  return shape->first_slot_offset() + slot * static_cast<uint32_t>(sizeof(Value));
}
// The handler of an own property of objects of this shape in that slot.
PropertyHandler OwnHandler(const Shape*, uint32_t slot);
// Objects of `shape` that get one property more have the shape `added`, and the value in themselves.
bool IsCacheableAddition(const Shape* shape, const Shape* added);

// ---- The words of a site ----
// What the site remembers of receivers with this key, in word B or behind it. Null: nothing.
const CachedHandler* FindHandler(const PropertySite&, Value key);
// REQUIRES: MemoryOf(site) is kSite. `holder`: as in CachedHandler; Smi 0: none.
void RecordHandler(Isolate&, Site, Value key, PropertyHandler, Value holder = Value::Smi(0));
// An own property in the object: word A. A handler for other receivers that was there goes to word B.
void RecordInObject(Isolate&, Site, Shape*, uint32_t offset);

// ---- The stub cache ----
// The word that it knows of for this key and name; null: of none.
ValueField* FindLoadStub(Isolate&, Value key, Value::Bits name, Value receiver);
// The word that the entry names for such a receiver.
ValueField* WordOfStub(const StubCache::Entry&, Value receiver);
void RecordLoadStub(Isolate&, Value key, Value::Bits name, uint32_t where);
// `added`: the shape after the store; 0: the object keeps its shape.
void RecordStoreStub(Isolate&, Value key, Value name, uint32_t where, Value::Bits added = 0);
// StubCache::Entry::where of a word in the cage; of own data properties in slot `slot` of objects of this
// shape; and of that slot of this object, which is a prototype.
uint32_t PlaceInCage(const void* word);
uint32_t PlaceOfSlot(Shape*, uint32_t slot);
uint32_t PlaceOfSlotOf(JSObject* holder, uint32_t slot);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_PROPERTY_MEMORY_H_
