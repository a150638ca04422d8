#include "objects/external_memory.h"

#include "gc/heap.h"
#include "objects/isolate.h"

namespace halfword {

Completion<void> EnsureExternalRoom(Isolate& isolate, size_t bytes) {
  if (!isolate.heap().CanGrowExternal(bytes)) return isolate.Terminate(Termination::kOutOfMemory);
  return {};
}

}  // namespace halfword
