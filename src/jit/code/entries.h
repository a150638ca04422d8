// The entries of functions that have machine code: one table of the process, outside of every heap. A Code
// object has an index into it, no address; a heap that lies about the index reaches another entry, and
// nothing else.
//
// Threads: any.
#ifndef HALFWORD_JIT_ENTRIES_H_
#define HALFWORD_JIT_ENTRIES_H_

#include <cstdint>

namespace halfword::jit {

struct CompiledCode;

inline constexpr uint32_t kEntryCount = 1 << 20;
// Distances from Machine::interpret. The first is never taken, and 0: it stands for all functions that
// have no machine code.
extern int32_t entries[kEntryCount];
// See Machine::stale.
extern uint8_t stale[kEntryCount];
inline void SetEntry(uint32_t index, int32_t distance) {
  __atomic_store_n(&entries[index], distance, __ATOMIC_RELEASE);
}

// What the entry of this code is.
int32_t EntryDistance(const CompiledCode*);

// The first of so many that follow each other. 0: there are none.
uint32_t TakeEntries(uint32_t count);
void ReturnEntries(uint32_t first, uint32_t count);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_ENTRIES_H_
