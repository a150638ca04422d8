// The entries of functions that have machine code: one table of the process, outside of every heap. A Code
// object has an index into it, no address; a heap that lies about the index reaches another entry, and
// nothing else.
//
// Threads: any.
#ifndef HALFWORD_JIT_ENTRIES_H_
#define HALFWORD_JIT_ENTRIES_H_

#include <cstdint>
#include <utility>

namespace halfword::jit {

struct CompiledCode;

inline constexpr uint32_t kEntryCount = 1 << 20;
struct EntryTable {
  // From Machine::interpret. The first is never taken, and 0: it stands for all functions that have no
  // machine code.
  int32_t distances[kEntryCount];
  uint8_t stale[kEntryCount];  // see Machine::stale
};
extern EntryTable entry_table;
inline void SetEntry(uint32_t index, int32_t distance) {
  __atomic_store_n(&entry_table.distances[index], distance, __ATOMIC_RELEASE);
}

// What the entry of this code is.
int32_t EntryDistance(const CompiledCode*);

// Entries that follow each other. They are given back at its end, so that what fails after they were taken
// need not think of them.
class Entries {
 public:
  Entries() = default;
  // first() is 0 where there are none.
  static Entries Take(uint32_t count);
  ~Entries();
  Entries(Entries&& other) noexcept
      : first_(std::exchange(other.first_, 0)), count_(std::exchange(other.count_, 0)) {}
  Entries& operator=(Entries&& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(count_, other.count_);
    return *this;
  }

  uint32_t first() const { return first_; }
  uint32_t count() const { return count_; }

 private:
  Entries(uint32_t first, uint32_t count) : first_(first), count_(count) {}

  uint32_t first_ = 0, count_ = 0;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_ENTRIES_H_
