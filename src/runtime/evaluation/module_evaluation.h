// Evaluation of modules (https://tc39.es/ecma262/#sec-moduleevaluation): depth first, as the
// specification has it, but without recursion. The state of the evaluation is in the records and in one
// array, so that a body may be suspended, and the evaluation goes on when the body has ended
// (Continuation::kModuleBody, kAncestorBody).
#ifndef HALFWORD_RUNTIME_EVALUATION_MODULE_EVALUATION_H_
#define HALFWORD_RUNTIME_EVALUATION_MODULE_EVALUATION_H_

#include "objects/functions/module.h"
#include "runtime/control_abstraction/promises.h"

namespace halfword {

// Rows of the functions made here, for the registry.
extern const NativeTable kModuleEvaluationNatives;

// The promise of the evaluation of the module's cycle. `job` is the running native if
// FinishLinkAndEvaluate is all that it has to do with the promise; Smi 0: the host gets it; undefined: no
// body can be left suspended. Throws only a
// termination. REQUIRES: linked.
Completion<PromiseObject*> Evaluate(Isolate&, ModuleRecord*, Value job = Value::Smi(0));

// The modules that wait for something and that the module's evaluation would come upon, appended
// (https://tc39.es/proposal-defer-import-eval/#sec-GatherAsynchronousTransitiveDependencies).
Completion<void> GatherAsynchronousTransitiveDependencies(Isolate&, ModuleRecord*, ValueList& result);
// https://tc39.es/proposal-defer-import-eval/#sec-EvaluateModuleSync; a TypeError if the module is not ready
// for it. REQUIRES: linked.
Completion<void> EvaluateSync(Isolate&, ModuleRecord*);

// What is left of an evaluation, or of the modules that waited for one, when a body that was suspended has
// ended so. `state` and `index` are those of its Continuation.
Completion<PromiseObject*> ContinueEvaluation(Isolate&, Value state, Completion<Value> body);
Completion<Value> ContinueAncestors(Isolate&, Value state, Value index, Completion<Value> body);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EVALUATION_MODULE_EVALUATION_H_
