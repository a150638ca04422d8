// The agent's part in weak references (https://tc39.es/ecma262/#sec-weakref-processing-model): targets that
// must outlive the running job, and the cleanup of finalization registries.
#ifndef HALFWORD_RUNTIME_CONTROL_ABSTRACTION_WEAK_REFERENCES_H_
#define HALFWORD_RUNTIME_CONTROL_ABSTRACTION_WEAK_REFERENCES_H_

#include "objects/values/value.h"

namespace halfword {

class Isolate;

// https://tc39.es/ecma262/#sec-addtokeptobjects
void AddToKeptObjects(Isolate&, Value);
// https://tc39.es/ecma262/#sec-clear-kept-objects: when no JavaScript is running, after the jobs.
void ClearKeptObjects(Isolate&);
// HostEnqueueFinalizationRegistryCleanupJob: for the host to call after RunJobs, and to run the
// jobs again if it says true. A job calls the registry's callback with each held value of a target
// that a collection found dead.
bool EnqueueFinalizationJobs(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CONTROL_ABSTRACTION_WEAK_REFERENCES_H_
