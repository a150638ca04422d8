// The native stack of the calling thread, and its callee-saved registers.
#ifndef HALFWORD_PLATFORM_STACK_H_
#define HALFWORD_PLATFORM_STACK_H_

#include <cstddef>
#include <cstdint>

#include "base/asan.h"

namespace halfword::platform {

struct StackBounds {
  uintptr_t start;  // the highest address; the stack grows down from it
  uintptr_t end;    // the lowest address it may reach
};
// If the system can't tell, this is an empty range at the caller's frame.
StackBounds NativeStackBounds();

// Whether `address` may be on the stack that begins at `start`. Of the thread's own both ends are known; any
// other does not overlap it.
inline bool IsOnStackFrom(uintptr_t start, uintptr_t address) {
  StackBounds native = NativeStackBounds();
  bool is_native = start > native.end && start <= native.start;
  return address < start && is_native == (address >= native.end && address < native.start);
}

// Callee-saved registers, by architecture.
#if defined(__x86_64__)
inline constexpr size_t kSpilledRegisters = 6;
#else
inline constexpr size_t kSpilledRegisters = 20;
#endif

// Calls callback(data, sp) with every callee-saved register stored in memory at
// sp, in kSpilledRegisters words.
using StackCallback = void (*)(void* data, const uintptr_t* stack_pointer);
void WithSpilledRegisters(StackCallback callback, void* data);

// Overwrites what returned calls have left below the caller's frame, a few frames deep. What is called next
// lies there, and its gaps would hold those words still when a conservative scan reads them.
void ClearFramesBelow();

// The same for frames of opcodes' handlers, in one that has none. REQUIRES: compiled without a red zone.
inline __attribute__((always_inline)) void WipeBelowStackPointer() {
  constexpr long kDepth = HALFWORD_ASAN ? 4096 : 256;  // red zones make frames large
#if defined(__x86_64__)
  char* at;
  __asm__ volatile("leaq -%c1(%%rsp), %0\n1:\tmovq $0, (%0)\n\taddq $8, %0\n\tcmpq %%rsp, %0\n\tjne 1b"
                   : "=&r"(at)
                   : "i"(kDepth)
                   : "memory", "cc");
#elif defined(__aarch64__)
  char *at, *end;
  __asm__ volatile("mov %1, sp\n\tsub %0, %1, %2\n1:\tstp xzr, xzr, [%0], #16\n\tcmp %0, %1\n\tb.ne 1b"
                   : "=&r"(at), "=&r"(end)
                   : "r"(kDepth)
                   : "memory", "cc");
#endif
}

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_STACK_H_
