// How heap snapshots and retaining paths name what is in an isolate: strings by their text,
// objects by their constructor, functions by their name, references by the property. Nothing here
// runs JavaScript or allocates.
#ifndef HALFWORD_ISOLATES_HEAP_NAMES_H_
#define HALFWORD_ISOLATES_HEAP_NAMES_H_

#include "gc/heap_snapshot.h"
#include "objects/isolate.h"

namespace halfword {

// REQUIRES: the isolate outlives it.
gc::SnapshotNames HeapNamesOf(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_HEAP_NAMES_H_
