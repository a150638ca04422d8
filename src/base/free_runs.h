// The free parts of a range of numbers: offsets in memory, rows of a table.
//
// Only Take() needs memory: a destructor may return what it has, whatever has run out.
//
// Threads: one at a time.
#ifndef HALFWORD_BASE_FREE_RUNS_H_
#define HALFWORD_BASE_FREE_RUNS_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/macros.h"

namespace halfword {

class FreeRuns {
 public:
  struct Run {
    uint32_t begin, size;
    uint32_t end() const { return begin + size; }
  };

  FreeRuns() = default;
  // From `begin` up to `end` all is free.
  FreeRuns(uint32_t begin, uint32_t end) : runs_{{begin, end - begin}} {}

  // The lowest run of `size` numbers, not 0, that are free. Nothing: there is none.
  std::optional<uint32_t> Take(uint32_t size) {
    for (auto run = runs_.begin(); run != runs_.end(); ++run) {
      if (run->size < size) continue;
      // Each taken piece can separate two runs, not more. By doubling, so that most calls move nothing.
      size_t most = taken_ + 2;
      if (runs_.capacity() < most) {
        auto index = run - runs_.begin();
        runs_.reserve(std::max(kFirstCapacity, 2 * most));
        run = runs_.begin() + index;
      }
      taken_++;
      uint32_t begin = run->begin;
      if (run->size == size) {
        runs_.erase(run);
      } else {
        *run = {begin + size, run->size - size};
      }
      return begin;
    }
    return std::nullopt;
  }
  // REQUIRES: Take() gave all of them, at once.
  void Return(uint32_t begin, uint32_t size) {
    DCHECK(taken_ > 0);
    taken_--;
    auto next = std::partition_point(runs_.begin(), runs_.end(), [&](Run r) { return r.begin < begin; });
    DCHECK(next == runs_.end() || next->begin >= begin + size);
    DCHECK(next == runs_.begin() || next[-1].end() <= begin);
    bool joins_before = next != runs_.begin() && next[-1].end() == begin;
    bool joins_next = next != runs_.end() && next->begin == begin + size;
    if (joins_before) {
      next[-1].size += size;
      if (joins_next) {
        next[-1].size += next->size;
        runs_.erase(next);
      }
    } else if (joins_next) {
      *next = {begin, size + next->size};
    } else {
      DCHECK(runs_.size() < runs_.capacity());
      runs_.insert(next, {begin, size});
    }
  }
  // In order; between two there is something that is taken.
  const std::vector<Run>& runs() const { return runs_; }

 private:
  static constexpr size_t kFirstCapacity = 512;

  std::vector<Run> runs_;
  size_t taken_ = 0;  // pieces
};

}  // namespace halfword

#endif  // HALFWORD_BASE_FREE_RUNS_H_
