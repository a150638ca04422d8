// What decorators are called with (https://tc39.es/proposal-decorators/). ApplyDecorators of
// builtins/self_hosted.js calls them.
#ifndef HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_DECORATORS_H_
#define HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_DECORATORS_H_

#include "objects/shapes/js_object.h"

namespace halfword {

// CreateDecoratorAccessObject. `kind` is the one of the context; `key` is a property key or a private name.
Completion<JSObject*> CreateDecoratorAccessObject(Isolate&, String* kind, Value key);
// CreateAddInitializerFunction. The list is an array that no program sees.
JSObject* CreateAddInitializerFunction(Isolate&, Value list);
// The decorator has returned: the function throws from now on.
void FinishDecoration(JSObject* add_initializer);
// The name of a context: a property key as a string or a symbol, or the description of a private name.
Completion<Value> NameOfDecorated(Isolate&, Value key);
// `parent`: the metadata of the superclass, or null.
Completion<JSObject*> CreateDecoratorMetadata(Isolate&, Value parent);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_DECORATORS_H_
