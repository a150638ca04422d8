#include "runtime/caches/property_lookup.h"

#include "objects/isolate.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/internal_methods.h"

namespace halfword {

bool IsExoticName(Isolate& isolate, Shape* shape, Value name) {
  switch (shape->object_type()) {
    case HeapType::kJSArray:
    case HeapType::kStringWrapper: return name == Value(isolate.name(Name::length));
    case HeapType::kTypedArrayObject: {
      bool valid;
      uint32_t index;
      return CanonicalNumericIndex(isolate, PropertyKey::FromName(name), &valid, &index);
    }
    case HeapType::kProxyObject:
    case HeapType::kModuleNamespace: return true;
    default: return false;
  }
}

bool IsArrayLength(Isolate& isolate, JSObject* o, Value name) {
  return o->object_type() == HeapType::kJSArray && name == Value(isolate.name(Name::length));
}

PropertyLookup LookUpProperty(Isolate& isolate, JSObject* object, Value name) {
  PropertyLookup lookup;
  ChainWalk walk;
  for (JSObject* o = object; o != nullptr; o = o->shape()->prototype_object()) {
    walk.Step(isolate);
    Shape* shape = o->shape();
    if (IsExoticName(isolate, shape, name)) {
      lookup.result = PropertyLookup::kGeneric;
      return lookup;
    }
    if (shape->Lookup(name, &lookup.location)) {
      if (lookup.location.attributes & kVirtual) {
        lookup.result = PropertyLookup::kGeneric;
        return lookup;
      }
      // Dictionary shapes change in place.
      if (shape->is_dictionary()) lookup.cacheable = false;
      lookup.result = PropertyLookup::kFound;
      lookup.holder = o;
      return lookup;
    }
    if (shape->is_dictionary()) lookup.cacheable = false;
    if (o == object && shape->is_unique() && !shape->Has(Shape::kIsPrototype)) lookup.cacheable = false;
  }
  lookup.result = PropertyLookup::kAbsent;
  return lookup;
}

void NoteDependents(JSObject* start, JSObject* holder) {
  for (JSObject* o = start; o != nullptr; o = o->shape()->prototype_object()) {
    o->shape()->NoteDependent();
    if (o == holder) return;
  }
}

}  // namespace halfword
