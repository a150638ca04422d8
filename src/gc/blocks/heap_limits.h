// The account of a heap's memory, and what it may come to.
//
//   used      bytes of blocks in use, in the cage
//   external  bytes outside of the cage that live and die with objects, as the client says
//   marking   bytes that the marker's lists took in the last cycle: the next one will want them, too
//
//   0            cage_limit       end of the cage
//   |    used        |    reserve    |       used stays below cage_limit …
//   |   used + external + marking   |        … and all three together below limit(), the client's,
//                                 limit()
//
// unless is_over(): a request did not fit even after a collection. The client has been told, once, and the
// heap goes on into the reserve until a sweep finds that memory has come down again. The reserve ends where
// the cage does, and so many bytes above the limit as the client has said, or above what was in use when it
// was told.
#ifndef HALFWORD_GC_BLOCKS_HEAP_LIMITS_H_
#define HALFWORD_GC_BLOCKS_HEAP_LIMITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/macros.h"
#include "halfword/gc/heap.h"

namespace halfword::gc {

class HeapLimits {
 public:
  // `cage_size`: what the heap may take of the cage. `limit`: as HeapOptions::heap_limit. The callbacks stay
  // where they are; they are asked when a request does not fit, and after each sweep.
  HeapLimits(const HeapCallbacks& callbacks, size_t cage_size, size_t limit, size_t reserve = 0);
  HeapLimits(const HeapLimits&) = delete;
  HeapLimits& operator=(const HeapLimits&) = delete;

  // Nothing is in use any more. The client's limit stays.
  void Reset();
  void SetLimit(size_t bytes) { limit_ = bytes != 0 ? bytes : cage_limit_; }

  size_t limit() const { return limit_; }
  size_t cage_size() const { return cage_size_; }
  size_t used_bytes() const { return used_bytes_; }
  size_t external_bytes() const { return static_cast<size_t>(external_bytes_ < 0 ? 0 : external_bytes_); }
  size_t all_bytes() const { return used_bytes_ + external_bytes(); }
  size_t room() const { return limit_ > all_bytes() ? limit_ - all_bytes() : 0; }

  void AddUsed(size_t bytes) { used_bytes_ += bytes; }
  void SubtractUsed(size_t bytes) {
    DCHECK(bytes <= used_bytes_);
    used_bytes_ -= bytes;
  }
  // (What a client gives back may come before what it takes, so the sum may be negative for a while.)
  void AdjustExternal(int64_t delta) { external_bytes_ += delta; }
  void NoteMarkingLists(size_t bytes) { marking_bytes_ = bytes; }

  // Whether so much more fits. The client may raise the limit for it.
  bool Fits(size_t in_cage, size_t external);
  // What would be resident beyond the limit, if all that is in use and `besides` were. 0 where a client
  // adjusts the limit: it follows what is in use, and says nothing of pages.
  size_t ExcessWith(size_t besides) const;
  // So much is alive that a collection would free next to nothing.
  bool IsThrashing(size_t live) const {
    return live + external_bytes() > limit_ - limit_ / 32 || live > cage_limit_ - cage_limit_ / 32;
  }
  // Of free memory, for what is allocated until the next collection ends: `wanted`, but not more than may be.
  size_t FreeBytesToKeep(size_t wanted) const {
    return callbacks_.adjust_limit != nullptr ? wanted : std::min(wanted, room());
  }

  // What garbage may take before a collection looks for it. None, where a client adjusts the limit to what
  // is in use: room is others' there.
  size_t RoomForGarbage() const { return callbacks_.adjust_limit != nullptr ? 0 : room(); }

  bool is_over() const { return is_over_; }
  // The client was told, and so much more would not fit into the reserve either.
  bool IsBeyondReserve(size_t in_cage) const {
    if (!is_over_) return false;
    size_t end = std::max(limit_, bytes_when_over_);
    end += std::min(reserve_ != 0 ? reserve_ : std::max(limit_ / 4, kLeastReserve), SIZE_MAX - end);
    return in_cage > end || all_bytes() > end - in_cage;
  }
  // Tells the client, if it has not been told.
  void NoteOver();
  // A collection that made room looked at `scanned` bytes, and `allocated` had been allocated since the one
  // before. False: all of these together have found so little that the program is terminated.
  bool NoteCollectionForRoom(size_t scanned, size_t allocated);
  // `live` bytes, external ones included, are left.
  void NoteSweep(size_t live);

 private:
  static constexpr size_t kLeastReserve = size_t{8} << 20;

  const HeapCallbacks& callbacks_;
  const size_t cage_size_;
  const size_t cage_limit_;
  const size_t reserve_;  // as HeapOptions::reserve
  size_t limit_ = 0;
  size_t bytes_when_over_ = 0;
  size_t used_bytes_ = 0;
  int64_t external_bytes_ = 0;
  size_t marking_bytes_ = 0;
  size_t collection_debt_ = 0;  // bytes: NoteCollectionForRoom
  bool is_over_ = false;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_HEAP_LIMITS_H_
