#include "objects/long_work.h"

#include <cstring>

#include "objects/isolate.h"

namespace halfword {

bool IsTerminatedOrStopping(Isolate& isolate) {
  if (isolate.IsTerminating()) return !isolate.IsSuspending();
  Termination due = isolate.DueTermination();
  if (due == Termination::kNone) return false;
  isolate.NoteTermination(due);  // before anybody looks at what was left undone
  return true;
}

bool CopyInPieces(Isolate& isolate, void* to, const void* from, size_t bytes) {
  constexpr size_t kPiece = 256 << 10;  // may be the first to touch its pages
  for (size_t done = 0; done < bytes; done += kPiece) {
    if (done != 0 && IsTerminatedOrStopping(isolate)) return false;
    std::memcpy(static_cast<char*>(to) + done, static_cast<const char*>(from) + done,
                std::min(kPiece, bytes - done));
  }
  return true;
}

}  // namespace halfword
