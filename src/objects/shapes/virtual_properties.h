// Properties without a slot: "length", "name", "prototype", "caller" and "arguments" of functions, "stack" of
// errors. Reading computes them; the first to need an object there makes "prototype" real.
#ifndef HALFWORD_OBJECTS_SHAPES_VIRTUAL_PROPERTIES_H_
#define HALFWORD_OBJECTS_SHAPES_VIRTUAL_PROPERTIES_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class JSFunction;

bool IsFunctionPrototype(Isolate& isolate, const JSObject* object, Value name);

// Before the "prototype" of a function changes; nothing happens for other names. Sites of `new` and of
// instanceof remember the object that is there, and tell it so. What they remember where it is no object
// rests on none.
void NotifyOfPrototypeOf(Isolate& isolate, JSObject* function, Value name);
HW_INLINE void NotifyOfFunctionPrototype(Isolate& isolate, JSObject* object, Value name) {
  if (HW_UNLIKELY(object->object_type() == HeapType::kJSFunction)) NotifyOfPrototypeOf(isolate, object, name);
}

// Whether instanceof could be something else for functions that inherit from `object` than for others. True
// where that takes long to say: a program may make a class of each class, a hundred thousand times.
bool MayHaveInstances(Isolate& isolate, JSObject* object);
// Makes the virtual "prototype" of a closure real; tells where it is now.
PropertyLocation MaterializePrototype(Isolate& isolate, JSFunction* function,
                                      const PropertyLocation& location);
// Of a function, an error or a native. `attributes`: of the property.
Value VirtualValue(Isolate& isolate, JSObject* object, Value name, uint8_t attributes);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_VIRTUAL_PROPERTIES_H_
