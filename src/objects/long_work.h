// Work of this layer that grows with what a guest has made, and that no completion can leave: tables that are
// made anew as they grow, copies of text. It is done in pieces, with a look at the isolate between two.
#ifndef HALFWORD_OBJECTS_LONG_WORK_H_
#define HALFWORD_OBJECTS_LONG_WORK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace halfword {

class Isolate;

// True: the guest is over, or is to be stopped and so over now. What none of its code will see any more need
// not be complete, but must be sound.
bool IsOver(Isolate&);

// Calls body(begin, end) for [0, count), a piece after the other. False: the guest was over
// before it was done.
template <class F>
bool UnlessOver(Isolate& isolate, size_t count, F&& body) {
  constexpr size_t kPiece = 8 << 10;  // of entries that may each be a cache miss or two
  for (size_t begin = 0; begin < count; begin += kPiece) {
    if (begin != 0 && IsOver(isolate)) return false;
    body(begin, std::min(begin + kPiece, count));
  }
  return true;
}

// memcpy.
bool CopyUnlessOver(Isolate&, void* to, const void* from, size_t bytes);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LONG_WORK_H_
