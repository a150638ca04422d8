// Explicit resource management: DisposeCapability records and what is done with them
// (https://tc39.es/ecma262/#sec-operations-on-disposable-objects).
//
// A resource list is undefined where it is empty, else a ValueArray {value, dispose method or undefined,
// whether its hint is async-dispose, the list of what was added before}.
//
// A disposal in progress is three Values: the list of what is left, whether an Await(undefined) is due, and
// whether there was an Await of what a method returned. They are registers (opcode TakeResource) or slots of
// an AsyncDisposableStack's state.
#ifndef HALFWORD_RUNTIME_CONTROL_ABSTRACTION_RESOURCES_H_
#define HALFWORD_RUNTIME_CONTROL_ABSTRACTION_RESOURCES_H_

#include "objects/shapes/js_object.h"
#include "runtime/functions/native.h"

namespace halfword {

enum class DisposeHint : uint8_t { kSync, kAsync };

// A resource, as a list of its own. `method`: callable or undefined.
Value NewResource(Isolate&, Value value, Value method, DisposeHint);
// https://tc39.es/ecma262/#sec-createdisposableresource without a method: finds it. Undefined: there is
// nothing to dispose of.
Completion<Value> CreateDisposableResource(Isolate&, Value value, DisposeHint);
// The list with `resource`, which is new or undefined, at its end.
Value AppendResource(Value list, Value resource);

struct DisposalStep {
  enum Kind : uint8_t {
    kNone,   // all are disposed of
    kAwait,  // Await(undefined), and take the next step
    kCall,   // Call(method, value)
  } kind;
  bool awaits_result = false;  // then Await what it returns, and set disposal[2] to true before
  Value value, method;
};
// The next step of https://tc39.es/ecma262/#sec-disposeresources.
DisposalStep TakeResource(Value* disposal);
// The whole, for a list without async-dispose resources and a normal completion.
Completion<void> DisposeResources(Isolate&, Value list);

// The error for one that a dispose method threw while `suppressed` was on its way.
JSObject* NewSuppressedError(Isolate&, Value error, Value suppressed);

// Rows of the functions made here, for the registry.
extern const NativeTable kResourceNatives;

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CONTROL_ABSTRACTION_RESOURCES_H_
