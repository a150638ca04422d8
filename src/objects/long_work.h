// Work of this layer whose size a guest determines, and that can't return a completion: rebuilding tables as
// they grow, copying text. It is done in pieces, with a poll of the isolate between them.
#ifndef HALFWORD_OBJECTS_LONG_WORK_H_
#define HALFWORD_OBJECTS_LONG_WORK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace halfword {

class Isolate;

// True if the guest is terminated, or is to be stopped and is therefore terminated now. From then on results
// need not be complete, because no guest code will see them, but they must be sound.
bool IsTerminatedOrStopping(Isolate&);

// Calls body(begin, end) for [0, count), one piece after the other. False: the guest was
// terminated before the end.
template <class F>
bool ForEachPiece(Isolate& isolate, size_t count, F&& body) {
  constexpr size_t kPiece = 8 << 10;  // of entries that may each be a cache miss or two
  for (size_t begin = 0; begin < count; begin += kPiece) {
    if (begin != 0 && IsTerminatedOrStopping(isolate)) return false;
    body(begin, std::min(begin + kPiece, count));
  }
  return true;
}

// memcpy in pieces.
bool CopyInPieces(Isolate&, void* to, const void* from, size_t bytes);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LONG_WORK_H_
