// Capturing stack traces, with V8's interface: an own property "stack" with at most Error.stackTraceLimit
// frames. Where Error.prepareStackTrace is a function when the trace is captured, "stack" is an accessor that
// calls it with the object and an array of call sites when it is first asked for. Else it is a text, and its
// first line is made when it is first asked for: of errors a virtual property, of other objects an accessor.
//
// With proposals, errors have no such property: text or state are in ErrorObject::stack_, for the accessor
// Error.prototype.stack (https://tc39.es/proposal-error-stack-accessor/).
//
// CaptureStack (runtime/operations/object_operations.h) does it for a new error.
#ifndef HALFWORD_RUNTIME_FUNCTIONS_CAPTURED_STACK_H_
#define HALFWORD_RUNTIME_FUNCTIONS_CAPTURED_STACK_H_

#include "objects/library/fundamental_objects.h"
#include "objects/realm.h"
#include "runtime/functions/native.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// Error.captureStackTrace: gives `object` a property "stack". The value is undefined if Error.stackTraceLimit
// is no number. Frames above and including the topmost call of `hide_above_function` are left out.
Completion<void> DefineCapturedStack(Isolate&, JSObject* object, Value hide_above_function);

// What Error.prototype.stack answers for an error: a text, or what Error.prepareStackTrace has made.
Completion<Value> StackOf(Isolate&, Realm*, ErrorObject*);

// Rows of the functions made here, for the registry.
extern const NativeTable kCapturedStackNatives;

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_FUNCTIONS_CAPTURED_STACK_H_
