#include "runtime/execution/loop_poll.h"

#include <cstring>

namespace halfword {

// Where the two overlap, what is read later may not be written before.
Completion<void> MoveInPieces(Isolate& isolate, void* to, const void* from, size_t bytes) {
  auto* target = static_cast<uint8_t*>(to);
  auto* source = static_cast<const uint8_t*>(from);
  bool ascending = target <= source;
  return InPieces(isolate, bytes, kBytesInPiece, [&](size_t begin, size_t end) {
    size_t first = ascending ? begin : bytes - end;
    std::memmove(target + first, source + first, end - begin);
  });
}

Completion<void> FillInPieces(Isolate& isolate, void* to, uint8_t value, size_t bytes) {
  return InPieces(isolate, bytes, kBytesInPiece, [&](size_t begin, size_t end) {
    std::memset(static_cast<uint8_t*>(to) + begin, value, end - begin);
  });
}

}  // namespace halfword
