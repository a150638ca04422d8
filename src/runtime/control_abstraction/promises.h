// Promise abstract operations and jobs (https://tc39.es/ecma262/#sec-promise-abstract-operations,
// https://tc39.es/ecma262/#sec-jobs).
#ifndef HALFWORD_RUNTIME_CONTROL_ABSTRACTION_PROMISES_H_
#define HALFWORD_RUNTIME_CONTROL_ABSTRACTION_PROMISES_H_

#include "objects/library/promises.h"
#include "objects/memory/value_list.h"
#include "objects/realm.h"
#include "runtime/functions/native.h"

namespace halfword {

PromiseObject* NewPromise(Isolate&);  // pending, of the current realm's %Promise%
PromiseObject* NewPromise(Isolate&, Realm*);
// True for a promise of the main realm whose `then`, constructor and species are as the library made them, so
// that no program can observe that they are read.
bool IsPristinePromise(Isolate&, Value);
Completion<PromiseCapabilityRecord*> NewPromiseCapability(Isolate&, Value constructor);
void FulfillPromise(Isolate&, PromiseObject*, Value);
void RejectPromise(Isolate&, PromiseObject*, Value reason);
void ResolvePromise(Isolate&, PromiseObject*, Value resolution);  // the steps of a resolve function
Completion<JSObject*> PromiseResolve(Isolate&, Value constructor, Value);
// Handlers may be undefined; result_capability may be null. A handler may also be an engine record that
// awaits: it is resumed (ResumeAwaiter).
Value PerformPromiseThen(Isolate&, PromiseObject*, Value on_fulfilled, Value on_rejected,
                         PromiseCapabilityRecord* result_capability);
inline constexpr PromiseCapabilityRecord* kNoCapability = nullptr;
// The same where the capability is that of a promise made by NewPromise.
void PerformPromiseThen(Isolate&, PromiseObject*, Value on_fulfilled, Value on_rejected,
                        PromiseObject* result);
struct ResolvingFunctions {
  Value resolve, reject;
};
ResolvingFunctions CreateResolvingFunctions(Isolate&, PromiseObject*);

// Await (https://tc39.es/ecma262/#await): when `value` settles, resumes `awaiter`: an AsyncFunctionState,
// AsyncGeneratorObject or ModuleRecord-driving closure, without allocating closures. Throws only what
// PromiseResolve throws.
Completion<void> Await(Isolate&, Value awaiter, Value value);

// When the promise is settled, a job calls HostHooks::promise_settled with the token. Counts as handled.
Completion<void> WatchPromise(Isolate&, PromiseObject*, uint64_t token);

// Rows of the functions made here, for the registry.
extern const NativeTable kPromiseRuntimeNatives;

// ---- Jobs ----
void EnqueueJob(Isolate&, Job*);
// HostCallJobCallback: calls function(arguments…) as a job.
void EnqueueCallJob(Isolate&, Value function, Value this_value, std::span<const Value> arguments);
// Runs jobs until none is left. Throws only on termination; errors of jobs go to the host hook.
Completion<void> RunJobs(Isolate&);
// At most `limit` of them.
Completion<void> RunSomeJobs(Isolate&, size_t limit);
bool HasJobs(Isolate&);
// The rest of a reaction job, once the handler has been called: settles the promise that `then` returned.
Completion<void> FinishReaction(Isolate&, Value capability, Completion<Value> result);
// Rejected promises without a handler that the host has not been told of yet: shell
// reports them. Appends {promise}.
void TakeUnhandledRejections(Isolate&, ValueList& promises);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CONTROL_ABSTRACTION_PROMISES_H_
