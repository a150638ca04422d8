// Realms at run time: which one is current, and what the slots of its root shapes are.
//
//   shape                                  slots, in the object if nothing else is said
//   Function, StrictFunction               none; "length", "name" and "prototype" are virtual entries
//   …WithPrototype                         0: prototype, in the overflow PropertyArray, because closures have
//                                          no in-object slots
//   MethodFunction, AsyncFunction          none; "length" and "name" are virtual
//   GeneratorFunction,
//     AsyncGeneratorFunction               0: prototype (overflow), writable
//   ClassConstructor                       0: prototype (overflow), not writable
//   NativeFunction, NativeConstructor      none; "length" and "name" are virtual
//   BoundFunction, BoundConstructor        0: length, 1: name
//   IteratorResult                         0: value, 1: done
//   MappedArguments                        0: length, 1: callee, 2: @@iterator
//   UnmappedArguments                      0: length, 1: callee (the AccessorPair
//                                          throw_type_error_accessor_), 2: @@iterator
//   RegExpMatch                            0: index, 1: input, 2: groups
//   RegExp                                 0: lastIndex
//   Error                                  0: stack (prototype %Error.prototype%); message becomes 1
//   DataDescriptor                         0: value, 1: writable, 2: enumerable, 3: configurable
//   AccessorDescriptor                     0: get, 1: set, 2: enumerable, 3: configurable
#ifndef HALFWORD_RUNTIME_OPERATIONS_REALM_H_
#define HALFWORD_RUNTIME_OPERATIONS_REALM_H_

#include "runtime/operations/object_operations.h"

namespace halfword {

// True if `object` is a JSArray whose prototype is the main realm's %Array.prototype% and that has no named
// properties of its own but "length". Together with the isolate's "…_intact_" flags (which watch the main
// realm): it iterates, and chooses its species, as arrays do by default.
bool IsPristineArray(Isolate&, JSObject* object);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_REALM_H_
