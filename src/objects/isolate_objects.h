// What this layer sets up in a fresh isolate.
#ifndef HALFWORD_OBJECTS_ISOLATE_OBJECTS_H_
#define HALFWORD_OBJECTS_ISOLATE_OBJECTS_H_

#include "objects/isolate.h"
#include "objects/shapes/js_object.h"

namespace halfword {

namespace gc {
class Visitor;
}

// Fills the roots that need no realm: the intern table, names_, symbols_, single_chars_, null_object_shape_;
// sets the property epoch to 1. The front matter must be zero. Clears nothing else.
void InitializeObjectRoots(Isolate&);

// All roots from roots_begin_ to roots_end_ and the ValueLists on the native stack.
void TraceIsolateRoots(Isolate&, gc::Visitor&);

// Makes the intrinsics of the main realm that fast paths rely on unique (so that changes are seen) and sets
// the *_intact_ flags. Called once the realm's library is complete.
void WatchIntrinsics(Isolate&);

// Clears the *_intact_ flags that a change of `key` on `object` breaks. Every mutation of an object whose
// shape is_prototype comes here; inline caches must not store into such objects.
void NoteIntrinsicMutation(Isolate&, JSObject* object, PropertyKey key);

// Head of the list of live ValueLists; in IsolateState.
ValueList*& ValueListHead(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_ISOLATE_OBJECTS_H_
