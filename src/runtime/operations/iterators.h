// Iteration from C++ (https://tc39.es/ecma262/#sec-operations-on-iterator-objects).
#ifndef HALFWORD_RUNTIME_OPERATIONS_ITERATORS_H_
#define HALFWORD_RUNTIME_OPERATIONS_ITERATORS_H_

#include "objects/isolate.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/text_processing.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

struct IteratorRecord {
  Value iterator, next_method;  // locals: the stack is scanned
  bool done = false;
};
enum class IteratorKind : uint8_t { kSync, kAsync };

Completion<IteratorRecord> GetIterator(Isolate&, Value, IteratorKind);
Completion<IteratorRecord> GetIteratorFromMethod(Isolate&, Value, Value method);
Completion<IteratorRecord> GetIteratorDirect(Isolate&, JSObject*);
Completion<IteratorRecord> CreateAsyncFromSyncIterator(Isolate&, const IteratorRecord& sync);
enum class PrimitiveHandling : uint8_t { kIterateStringPrimitives, kRejectPrimitives };
Completion<IteratorRecord> GetIteratorFlattenable(Isolate&, Value, PrimitiveHandling);
Completion<JSObject*> IteratorNext(Isolate&, IteratorRecord&);
Completion<bool> IteratorComplete(Isolate&, JSObject* result);
Completion<Value> IteratorValue(Isolate&, JSObject* result);
// The object that a next method returns for the value of a step.
JSObject* IterResultOfStep(Isolate&, Value value);
// What a step makes of what a next method has returned. NotFound: the iterator is done.
Completion<Value> IterResultStepValue(Isolate&, Value result);
// What the next methods of %ArrayIteratorPrototype%, %MapIteratorPrototype%, %SetIteratorPrototype% and
// %StringIteratorPrototype% give, without an object for it. NotFound when exhausted.
Completion<Value> StepArrayIterator(Isolate&, ArrayIterator*);
Value StepMapIterator(Isolate&, MapIterator*);
Value StepSetIterator(Isolate&, SetIterator*);
Value StepStringIterator(Isolate&, StringIterator*);
// FAST: the next value where the next method is one of those, or that of generators or iterator helpers, and
// nobody sees the object that it would make. NotFound when exhausted; the hole: it is another method. `then`
// is of the step.
Completion<Value> StepLibraryIterator(Isolate&, Value iterator, Value next_method,
                                      const Continuation& then = {});
// FAST: appends all values that are left to an array that no program has seen, and leaves the iterator
// exhausted, where its steps are those of the library and run no JavaScript. Otherwise nothing is done.
Completion<void> AppendLibrarySteps(Isolate&, JSArray*, const IteratorRecord&);
// NotFound when exhausted.
Completion<Value> IteratorStepValue(Isolate&, IteratorRecord&);
// IteratorClose with a normal completion.
Completion<void> IteratorClose(Isolate&, const IteratorRecord&);
// IteratorClose with a throw completion pending: closes, keeps the pending exception.
// `return IteratorCloseThrow(...)`.
Throwing IteratorCloseThrow(Isolate&, const IteratorRecord&);
// FAST: an array that iterates as arrays do by default (no program can tell that there
// is no iterator object).
bool CanIterateFast(Isolate&, Value iterable);
Completion<Value> FastArrayElement(Isolate&, JSArray*, uint32_t index);
IteratorRecord FastArrayIterator(Isolate&, JSArray*, uint32_t next_index);  // for IteratorClose

// Calls body(value) → Completion<bool> (false: stop and close) for each value; closes on a throw. Fast for
// pristine arrays.
template <class F>
Completion<void> ForEachIterated(Isolate& isolate, Value iterable, F&& body) {
  if (CanIterateFast(isolate, iterable)) {
    auto* array = static_cast<JSArray*>(iterable.AsObject());
    for (uint32_t i = 0; i < array->length(); i++) {
      TRY(isolate.Poll());
      Value value = TRY(FastArrayElement(isolate, array, i));
      Completion<bool> go_on = body(value);
      if (go_on.IsThrow()) return IteratorCloseThrow(isolate, FastArrayIterator(isolate, array, i + 1));
      if (!go_on.Take()) return IteratorClose(isolate, FastArrayIterator(isolate, array, i + 1));
    }
    return {};
  }
  IteratorRecord record = TRY(GetIterator(isolate, iterable, IteratorKind::kSync));
  while (true) {
    Value value = TRY(IteratorStepValue(isolate, record));
    if (value.IsNotFound()) return {};
    Completion<bool> go_on = body(value);
    if (go_on.IsThrow()) return IteratorCloseThrow(isolate, record);
    if (!go_on.Take()) return IteratorClose(isolate, record);
  }
}

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_ITERATORS_H_
