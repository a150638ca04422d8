// What the heap verifier (gc/inspection/verifier.cc) asks about the engine's objects after a collection: the
// invariants of shape.h and js_object.h, one by one. Each function returns null, or a sentence that says
// which one the object breaks. None allocates or writes. REQUIRES: the references in the object are sound,
// which the collector has verified before.
#ifndef HALFWORD_OBJECTS_VERIFY_H_
#define HALFWORD_OBJECTS_VERIFY_H_

#include "objects/functions/function.h"
#include "objects/shapes/js_object.h"

namespace halfword {

// The layout holds the slots, the table holds the properties,
// and the kinds of shapes and of extensions agree.
const char* VerifyShape(const Shape*);
// The extension word is what the shape says, the property storage has the slots that the shape hands out, and
// each slot holds what the property's attributes ask for.
const char* VerifyObject(const JSObject*);
// Elements are of the class that their kind asks for. Packed kinds have no holes below the length, Smi kinds
// hold Smis, and slots beyond the length of an array are holes.
const char* VerifyElements(const JSObject*);
// Each word is empty, a Smi, or refers to something of a type that a cache remembers.
const char* VerifyFeedback(FeedbackVector*);

// Any of these by the type of the object; of types without such invariants, null.
const char* VerifyHeapObject(Isolate&, HeapObject*);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VERIFY_H_
