// The native stack of the calling thread, and its callee-saved registers.
#ifndef HALFWORD_PLATFORM_STACK_H_
#define HALFWORD_PLATFORM_STACK_H_

#include <cstdint>

namespace halfword::platform {

struct StackBounds {
  uintptr_t start;  // the highest address; the stack grows down from it
  uintptr_t end;    // the lowest address it may reach
};
// Where the system can't tell: an empty range at the caller's frame.
StackBounds NativeStackBounds();

// Calls callback(data, sp) with every callee-saved register stored in memory at or above sp.
using StackCallback = void (*)(void* data, const uintptr_t* stack_pointer);
void WithSpilledRegisters(StackCallback callback, void* data);

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_STACK_H_
