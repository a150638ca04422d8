#include "runtime/control_abstraction/weak_references.h"

#include "objects/library/keyed_collections.h"
#include "objects/library/managing_memory.h"
#include "runtime/control_abstraction/promises.h"

namespace halfword {

namespace {

// The [[KeptAlive]] list is a set: a loop that derefs one target adds it once.
ValueField& KeptObjects(Isolate& isolate) { return isolate.kept_objects_; }

}  // namespace

void AddToKeptObjects(Isolate& isolate, Value value) {
  ValueField& kept = KeptObjects(isolate);
  if (!kept.get().IsObject())
    kept.Init(Value(NewObjectAs<SetObject>(isolate, isolate.realm()->shape(RealmShape::kSet))));
  // A full set takes no further targets. Those that the stack holds stay alive all the same.
  (void)static_cast<SetObject*>(kept.get().AsObject())->Add(isolate, value);
}

void ClearKeptObjects(Isolate& isolate) { KeptObjects(isolate).Init(Value::Smi(0)); }

bool EnqueueFinalizationJobs(Isolate& isolate) {
  ClearKeptObjects(isolate);
  bool any = false;
  while (FinalizationRegistryObject* registry = TakeDirtyRegistry(isolate)) {
    // CleanupFinalizationRegistry (https://tc39.es/ecma262/#sec-cleanup-finalization-registry)
    Value held;
    while (registry->TakeCleared(&held)) {
      EnqueueCallJob(isolate, registry->cleanup_, Value::Undefined(), std::span<const Value>(&held, 1));
      any = true;
    }
  }
  return any;
}

}  // namespace halfword
