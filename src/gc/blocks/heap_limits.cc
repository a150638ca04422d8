#include "gc/blocks/heap_limits.h"

namespace halfword::gc {

HeapLimits::HeapLimits(const HeapCallbacks& callbacks, size_t cage_size, size_t limit, size_t reserve)
    : callbacks_(callbacks),
      cage_size_(cage_size),
      cage_limit_(cage_size - cage_size / 16),
      reserve_(reserve) {
  SetLimit(limit);
}

void HeapLimits::Reset() {
  used_bytes_ = marking_bytes_ = collection_debt_ = 0;
  external_bytes_ = 0;
  is_over_ = false;
}

bool HeapLimits::Fits(size_t in_cage, size_t external) {
  size_t in_use = all_bytes() + marking_bytes_;
  if (in_cage > cage_limit_ || external > SIZE_MAX / 2 - in_use) return false;  // sums that are no numbers
  size_t needed = in_use + in_cage + external;
  if (used_bytes_ + in_cage > cage_limit_) return false;
  if (needed > limit_ && callbacks_.adjust_limit != nullptr) {
    limit_ = callbacks_.adjust_limit(callbacks_.data, needed);
  }
  return needed <= limit_;
}

size_t HeapLimits::ExcessWith(size_t besides) const {
  size_t resident = all_bytes() + besides;
  return resident <= limit_ || callbacks_.adjust_limit != nullptr ? 0 : resident - limit_;
}

void HeapLimits::NoteOver() {
  if (is_over_) return;
  is_over_ = true;
  bytes_when_over_ = all_bytes();
  if (callbacks_.out_of_memory != nullptr) callbacks_.out_of_memory(callbacks_.data);
}

// Each allocated byte pays for so many bytes to be looked at. A program near its limit that allocates less
// gets into debt, and with a debt of so many whole heaps it is terminated.
bool HeapLimits::NoteCollectionForRoom(size_t scanned, size_t allocated) {
  constexpr size_t kPaidByAllocation = 32, kMostDebts = 16;
  constexpr size_t kSweepingShare = 16;  // of what marking takes for a byte
  size_t work = scanned + used_bytes_ / kSweepingShare;
  size_t paid = allocated * kPaidByAllocation;
  collection_debt_ = collection_debt_ + work > paid ? collection_debt_ + work - paid : 0;
  // A limit may have been lowered below what is in use: then that is what a whole heap is.
  if (collection_debt_ / kMostDebts <= std::max(limit_, used_bytes_)) return true;
  NoteOver();
  return false;
}

void HeapLimits::NoteSweep(size_t live) {
  if (callbacks_.near_limit != nullptr && live > limit_ - limit_ / 8) {
    limit_ = callbacks_.near_limit(callbacks_.data, limit_);
  }
  if (callbacks_.adjust_limit != nullptr) limit_ = callbacks_.adjust_limit(callbacks_.data, all_bytes());
  if (is_over_ && all_bytes() < limit_ - limit_ / 16 && used_bytes_ < cage_limit_ - cage_limit_ / 16) {
    is_over_ = false;
  }
}

}  // namespace halfword::gc
