// Iterator records in registers, as the iteration opcodes keep them: [0] iterator, [1] next method, [2] done.
// A Smi as next method: [0] is a pristine array and the Smi its next index. And for-in.
#ifndef HALFWORD_RUNTIME_CONTROL_ABSTRACTION_ITERATION_RECORDS_H_
#define HALFWORD_RUNTIME_CONTROL_ABSTRACTION_ITERATION_RECORDS_H_

#include "objects/library/generators.h"
#include "runtime/operations/call.h"
#include "runtime/operations/iterators.h"

namespace halfword {

void StoreIteratorRecord(Isolate&, const IteratorRecord&, Value* record);
Completion<void> GetIteratorRecord(Isolate&, Value iterable, bool async, Value* record);
// NotFound when exhausted or already done; sets done while the next method runs and at the end.
Completion<Value> StepIteratorRecord(Isolate&, Value* record, const Continuation& = {});
// Its rest, once the next method has returned, or the generator's frame.
Completion<Value> FinishIteratorStep(Isolate&, Value* record, Value result);
Completion<Value> FinishStepOfGenerator(Isolate&, Value* record, GeneratorObject*, Value result);
Completion<Value> DrainIteratorRecord(Isolate&, Value* record);
// IteratorClose (https://tc39.es/ecma262/#sec-iteratorclose); on_throw: errors of it are swallowed.
Completion<void> CloseIteratorRecord(Isolate&, Value* record, bool on_throw);
// mode: 0 next, 1 return, 2 throw, 3 next and 4 return without an argument. Hole: there is no such method.
// For the instruction only, whose result it is.
Completion<Value> CallIteratorMethod(Isolate&, Value* record, Value argument, uint8_t mode);
// TypeError if what an iterator's method returned is no object.
Completion<JSObject*> CheckIteratorResult(Isolate&, Value result);

// https://tc39.es/ecma262/#sec-enumerate-object-properties
Completion<Value> PrepareForIn(Isolate&, Value value);
Completion<Value> NextForIn(Isolate&, Value state);  // NotFound: the end

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CONTROL_ABSTRACTION_ITERATION_RECORDS_H_
