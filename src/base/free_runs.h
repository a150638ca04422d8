// The free parts of a range of numbers: offsets in memory, rows of a table.
//
// Threads: one at a time.
#ifndef HALFWORD_BASE_FREE_RUNS_H_
#define HALFWORD_BASE_FREE_RUNS_H_

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>

#include "base/macros.h"

namespace halfword {

class FreeRuns {
 public:
  FreeRuns() = default;
  // From `begin` up to `end` all is free.
  FreeRuns(uint32_t begin, uint32_t end) : runs_{{begin, end - begin}} {}

  // The lowest run of `size` numbers, not 0, that are free. Nothing: there is none.
  std::optional<uint32_t> Take(uint32_t size) {
    for (auto run = runs_.begin(); run != runs_.end(); ++run) {
      if (run->second < size) continue;
      auto [offset, available] = *run;
      runs_.erase(run);
      if (available > size) runs_[offset + size] = available - size;
      return offset;
    }
    return std::nullopt;
  }
  // REQUIRES: all of them are taken.
  void Return(uint32_t offset, uint32_t size) {
    auto next = runs_.lower_bound(offset);
    DCHECK(next == runs_.end() || next->first >= offset + size);
    if (next != runs_.end() && next->first == offset + size) {
      size += next->second;
      next = runs_.erase(next);
    }
    if (next != runs_.begin()) {
      auto before = std::prev(next);
      DCHECK(before->first + before->second <= offset);
      if (before->first + before->second == offset) {
        before->second += size;
        return;
      }
    }
    runs_[offset] = size;
  }
  // Offset and size; neighbours are one.
  const std::map<uint32_t, uint32_t>& runs() const { return runs_; }

 private:
  std::map<uint32_t, uint32_t> runs_;
};

}  // namespace halfword

#endif  // HALFWORD_BASE_FREE_RUNS_H_
