// Where a lookup of a name leads, by the tables of shapes alone: nothing here runs JavaScript. Caches
// remember what it finds.
#ifndef HALFWORD_RUNTIME_CACHES_PROPERTY_LOOKUP_H_
#define HALFWORD_RUNTIME_CACHES_PROPERTY_LOOKUP_H_

#include "objects/shapes/js_object.h"

namespace halfword {

struct PropertyLookup {
  enum Result : uint8_t {
    kFound,
    kAbsent,
    kGeneric  // an object on the way answers by itself (an exotic one, or a virtual property)
  } result;
  bool cacheable = true;       // the shape of the receiver and the epoch determine the result
  JSObject* holder = nullptr;  // kFound: who has it, and where
  PropertyLocation location{};

  bool IsAccessor() const { return result == kFound && (location.attributes & kAccessor) != 0; }
  bool IsCell() const { return result == kFound && (location.attributes & kCell) != 0; }
};

// Walks the prototype chain from `object` on, which may be null. Charges for long chains.
PropertyLookup LookUpProperty(Isolate&, JSObject* object, Value name);

// Whether such objects have a say about `name` that the table of their shape does not know: the length of
// arrays and String objects, numeric names of TypedArrays, every name of proxies and module namespaces.
bool IsExoticName(Isolate&, Shape*, Value name);
bool IsArrayLength(Isolate&, JSObject*, Value name);

// Before a lookup is remembered: the objects from `start` to `holder` begin an epoch when they change. A null
// holder: the lookup has found nothing.
void NoteDependents(JSObject* start, JSObject* holder);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_PROPERTY_LOOKUP_H_
