#include "objects/memory/external_account.h"

#include "gc/heap.h"
#include "objects/isolate.h"

namespace halfword {

void ExternalAccount::Tell() {
  gc::Heap& heap = isolate_.heap();
  if (bytes_ > told_ && !heap.CanGrowExternal(bytes_ - told_)) {
    isolate_.NoteTermination(Termination::kOutOfMemory);
  }
  heap.AdjustExternalBytes(static_cast<int64_t>(bytes_) - static_cast<int64_t>(told_));
  told_ = bytes_;
}

}  // namespace halfword
