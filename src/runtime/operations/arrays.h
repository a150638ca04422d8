// What an array is to those who take a shortcut over one: which of its properties nobody can have changed.
//
//   pristine   no named properties but "length", and the main realm's %Array.prototype% below it. Together
//              with the isolate's "…_intact_" flags, which watch that realm: it iterates, and chooses its
//              species, as arrays do by default
//   fast       indices below the length are its elements and nothing else: a hole reads as undefined, and a
//              write of an element needs no lookup
//   sparse     the same in dictionary mode: steps over all indices may visit only those that are there
//
// Calls of JavaScript end all of that. None of these functions runs any.
#ifndef HALFWORD_RUNTIME_OPERATIONS_ARRAYS_H_
#define HALFWORD_RUNTIME_OPERATIONS_ARRAYS_H_

#include "runtime/operations/object_operations.h"

namespace halfword {

inline bool IsPristineArray(Isolate& isolate, JSObject* object) {
  Shape* shape = object->shape();
  return shape->object_type() == HeapType::kJSArray && shape->property_count() == 0 &&
         shape->prototype() == Value(isolate.realm()->intrinsic(Intrinsic::kArrayPrototype));
}

bool IsFastArray(Isolate&, JSObject*);
bool IsSparseArray(Isolate&, JSObject*);
// Null: `object` is no fast array.
inline JSArray* AsFastArray(Isolate& isolate, JSObject* object) {
  return IsFastArray(isolate, object) ? static_cast<JSArray*>(object) : nullptr;
}

// A fast array for which ArraySpeciesCreate makes an ordinary one.
inline bool HasPlainSpecies(Isolate& isolate, JSObject* object) {
  return IsFastArray(isolate, object) && isolate.array_species_intact_ && IsPristineArray(isolate, object);
}

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_ARRAYS_H_
