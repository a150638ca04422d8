// How a native polls the isolate in a long loop over text, elements, arguments or bytes.
#ifndef HALFWORD_RUNTIME_EXECUTION_LOOP_POLL_H_
#define HALFWORD_RUNTIME_EXECUTION_LOOP_POLL_H_

#include <algorithm>

#include "objects/isolate.h"
#include "objects/primitives/string.h"

namespace halfword {

// How many places cost one unit of fuel in a loop that does next to nothing for each.
inline constexpr size_t kPlacesPerUnit = kCharactersPerUnit;

// What a step over so many places costs, for Isolate::Poll.
inline int32_t CostOf(size_t places) {
  return static_cast<int32_t>(1 + std::min<size_t>(places / kPlacesPerUnit, 1 << 24));
}
// The same where the step can't poll, or is so short that a later poll will do.
inline void ChargeFor(Isolate& isolate, size_t places) {
  isolate.Charge(static_cast<uint32_t>(CostOf(places)));
}

// Calls body(begin, end) for all of [0, count), one piece after the other, and polls the isolate between
// them, and in the end if the quantum is used up. The caller has charged for the whole. REQUIRES: a piece is
// less than a millisecond's work.
template <class F>
Completion<void> InPieces(Isolate& isolate, size_t count, size_t piece, F&& body) {
  for (size_t begin = 0; begin < count; begin += piece) {
    if (begin != 0) TRY(isolate.PollSlow());
    body(begin, std::min(begin + piece, count));
  }
  return isolate.Poll(0);
}
inline constexpr size_t kBytesInPiece = 1 << 18;  // may be the first to touch its pages

// memmove and memset in pieces, for callers that have charged.
Completion<void> MoveInPieces(Isolate& isolate, void* to, const void* from, size_t bytes);
Completion<void> FillInPieces(Isolate& isolate, void* to, uint8_t value, size_t bytes);

class LoopPoll {
 public:
  explicit LoopPoll(Isolate& isolate) : isolate_(isolate) {}
  // To be called with the place that the loop has come to, which only grows. It also polls where the body has
  // charged for more than was left.
  HW_INLINE Completion<void> At(size_t place) {
    if (HW_LIKELY(place < next_))
      return HW_LIKELY(isolate_.budget_ >= 0) ? Completion<void>() : isolate_.PollSlow();
    next_ = place + kStride;
    return isolate_.Poll(kStride / kPlacesPerUnit);
  }

 private:
  static constexpr size_t kStride = 4096;
  Isolate& isolate_;
  size_t next_ = kStride;
};

// The account of a walk along a prototype chain. Long walks cost fuel and short ones are free, whether or not
// an inline cache saves them.
class ChainWalk {
 public:
  HW_INLINE void Step(Isolate& isolate) {
    if (HW_UNLIKELY(++depth_ % kFree == 0)) isolate.Charge(kFree / 8);
  }
  static constexpr uint32_t kFree = 64;

 private:
  uint32_t depth_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EXECUTION_LOOP_POLL_H_
