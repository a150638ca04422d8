// The native stack of the calling thread, and its callee-saved registers.
#ifndef HALFWORD_PLATFORM_STACK_H_
#define HALFWORD_PLATFORM_STACK_H_

#include <cstddef>
#include <cstdint>

namespace halfword::platform {

struct StackBounds {
  uintptr_t start;  // the highest address; the stack grows down from it
  uintptr_t end;    // the lowest address it may reach
};
// If the system can't tell, this is an empty range at the caller's frame.
StackBounds NativeStackBounds();

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

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_STACK_H_
