// HostTables of an isolate, outside the cage: references to be freed, data with finalizers, scopes.
#ifndef HALFWORD_API_TABLES_H_
#define HALFWORD_API_TABLES_H_

#include "api/records.h"
#include "objects/memory/host_tables.h"

namespace halfword::api {

// The isolate's tables, which it has from then on. REQUIRES: it is entered.
HostTables& TablesOf(hw_isolate* isolate, Isolate& inside);
// Frees the references that other threads have given up. REQUIRES: the isolate is idle.
void FreeReferences(hw_isolate* isolate);
// Forgets them, as they were of the time before a reset.
void ForgetFreedReferences(hw_isolate* isolate);
// Runs the finalizers that are due, unless a guest runs. False: none was due. REQUIRES: it is entered.
bool RunFinalizersInside(hw_isolate* isolate, Isolate& inside);
// Runs all finalizers there are, and forgets the tables. REQUIRES: nobody may use the isolate.
void EndTables(hw_isolate* isolate);
// Called when an isolate that has extras was left: frees what others have given up, and runs the finalizers
// that are due, which may destroy it. REQUIRES: it is idle.
void AfterLeaving(hw_isolate* isolate);

}  // namespace halfword::api

#endif  // HALFWORD_API_TABLES_H_
