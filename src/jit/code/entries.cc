#include "jit/code/entries.h"

#include <mutex>

#include "base/free_runs.h"
#include "interpreter/interpreter.h"
#include "jit/compilers/baseline.h"
#include "ops/machine_state.h"

namespace halfword::jit {

HW_PROCESS_STATE(
    "All threads read and write it, word by word, atomically; who has taken an entry writes it.");
EntryTable entry_table = {};

namespace {

struct FreeEntries {
  std::mutex mutex;
  FreeRuns runs{1, kEntryCount};
};
FreeEntries& Free() {
  HW_PROCESS_STATE("Any thread takes and returns entries, under the lock.");
  static auto* const free = new FreeEntries;

  return *free;
}

}  // namespace

int32_t EntryDistance(const CompiledCode* compiled) {
  intptr_t distance =
      reinterpret_cast<intptr_t>(compiled->entry()) - static_cast<intptr_t>(interpreter::InterpretAddress());
  CHECK(distance == static_cast<int32_t>(distance));
  return static_cast<int32_t>(distance);
}

Entries Entries::Take(uint32_t count) {
  FreeEntries& free = Free();
  std::lock_guard<std::mutex> lock(free.mutex);
  std::optional<uint32_t> first = free.runs.Take(count);
  return first ? Entries(*first, count) : Entries();
}

Entries::~Entries() {
  if (count_ == 0) return;
  for (uint32_t i = first_; i < first_ + count_; i++) {
    SetEntry(i, 0);
    __atomic_store_n(&entry_table.stale[i], 0, __ATOMIC_RELAXED);
  }
  FreeEntries& free = Free();
  std::lock_guard<std::mutex> lock(free.mutex);
  free.runs.Return(first_, count_);
}

}  // namespace halfword::jit
