// Tells gdb what machine code is, by the interface that its manual calls "JIT Compilation Interface": for
// each piece of code an ELF file in memory, which says no more than its name and its place. Code that an
// image came with has none.
//
// Threads: any.
#ifndef HALFWORD_JIT_GDB_NAMES_H_
#define HALFWORD_JIT_GDB_NAMES_H_

#include <cstddef>
#include <string_view>

namespace halfword::jit {

// From now on, for the whole process.
void NameCodeForGdb();
bool IsCodeNamedForGdb();
// REQUIRES: IsCodeNamedForGdb().
void AddGdbName(const void* code, size_t bytes, std::string_view name);
// Nothing happens where the code has no name.
void RemoveGdbName(const void* code);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GDB_NAMES_H_
