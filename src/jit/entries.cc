#include "jit/entries.h"

#include <mutex>
#include <vector>

namespace halfword::jit {

int32_t entries[kEntryCount] = {};
uint8_t stale[kEntryCount] = {};

namespace {

struct FreeEntries {
  std::mutex mutex;
  std::vector<uint32_t> returned;
  uint32_t fresh = 1;
};
FreeEntries& Free() {
  static FreeEntries* free = new FreeEntries;
  return *free;
}

}  // namespace

uint32_t TakeEntry() {
  FreeEntries& free = Free();
  std::lock_guard<std::mutex> lock(free.mutex);
  if (!free.returned.empty()) {
    uint32_t index = free.returned.back();
    free.returned.pop_back();
    return index;
  }
  return free.fresh < kEntryCount ? free.fresh++ : 0;
}

void ReturnEntry(uint32_t index) {
  SetEntry(index, 0);
  FreeEntries& free = Free();
  std::lock_guard<std::mutex> lock(free.mutex);
  free.returned.push_back(index);
}

}  // namespace halfword::jit
